//===- MindGradOps.cpp - gradients of core ops ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;

#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindGradOps.cpp.inc"

void MindDialect::registerGradOps() {
  addOperations<
#define GET_OP_LIST
#include "Mind/Dialect/Mind/IR/MindGradOps.cpp.inc"
      >();
}

/// Whether the gradient that comes in has the type of the forward op's result.
static LogicalResult verifyForward(Operation *op, const shape::Result<shape::Shape> &forward, Type elements,
                                   RankedTensorType grad) {
  if (!forward)
    return op->emitOpError(forward.error().message);
  RankedTensorType expected = getTensorType(op->getContext(), *forward, elements);
  if (expected != grad)
    return op->emitOpError("has a gradient of type ") << grad << " where the forward op gives " << expected;
  return success();
}

LogicalResult GatherGradOp::verify() {
  // gather_grad_c1, gather_grad_c2
  RankedTensorType input = getType();
  return verifyForward(*this, shape::gather(getDims(input), getDims(getIndices().getType()), getAxis()),
                       input.getElementType(), getGrad().getType());
}

LogicalResult Conv2DGradInputOp::verify() {
  // conv2d_grad_input_c1
  RankedTensorType input = getType(), filter = getFilter().getType();
  if (filter.getElementType() != input.getElementType())
    return emitOpError("has a filter of ") << filter.getElementType() << " and a result of " << input.getElementType();
  return verifyForward(*this,
                       inferConv2D(getDims(input), getDims(filter), getStrides(), getPadding(), getPads(),
                                   NameInterner(getContext())),
                       input.getElementType(), getGrad().getType());
}

LogicalResult Conv2DGradFilterOp::verify() {
  // conv2d_grad_filter_c1
  RankedTensorType input = getInput().getType(), filter = getType();
  if (filter.getElementType() != input.getElementType())
    return emitOpError("has an input of ") << input.getElementType() << " and a result of " << filter.getElementType();
  return verifyForward(*this,
                       inferConv2D(getDims(input), getDims(filter), getStrides(), getPadding(), getPads(),
                                   NameInterner(getContext())),
                       input.getElementType(), getGrad().getType());
}
