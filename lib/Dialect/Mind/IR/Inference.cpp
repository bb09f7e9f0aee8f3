//===- Inference.cpp - result types by the shape algebra ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace mind;

LogicalResult Inference::fail(const Twine &reason) const {
  return emitOptionalError(loc, "'", opName, "' op ", reason);
}

LogicalResult Inference::checkOperands() const {
  for (auto [i, operand] : llvm::enumerate(operands))
    if (!isTensor(operand.getType()))
      return emitOptionalError(loc, "'", opName, "' op operand #", i, " is ", operand.getType(),
                               ", which is not a tensor of the dialect");
  return success();
}

LogicalResult Inference::checkSameElements() const {
  if (failed(checkOperands()))
    return failure();
  for (unsigned i = 1; i < operands.size(); ++i)
    if (getElements(i) != getElements(0))
      return emitOptionalError(loc, "'", opName, "' op has operands of different element types, ", getElements(0),
                               " and ", getElements(i));
  return success();
}

LogicalResult Inference::take(const shape::Result<shape::Shape> &outcome, Type elements) const {
  if (!outcome)
    return fail(outcome.error().message);
  if (outcome->size() > shape::kMaxRank)
    return fail("has a result of rank " + Twine(outcome->size()));
  results.push_back(getTensorType(context, *outcome, elements));
  return success();
}

LogicalResult mind::inferBinary(const Inference &infer, Type elements) {
  if (failed(infer.checkSameElements()))
    return failure();
  return infer.take(shape::broadcast(infer.getDims(0), infer.getDims(1)), elements ? elements : infer.getElements(0));
}

shape::Result<shape::Shape> mind::inferConv2D(ArrayRef<shape::Dim> input, ArrayRef<shape::Dim> filter,
                                              ArrayRef<int64_t> strides, ConvPadding padding, ArrayRef<int64_t> pads,
                                              const NameInterner &intern) {
  shape::Padding kind = padding == ConvPadding::Valid  ? shape::Padding::Valid
                        : padding == ConvPadding::Same ? shape::Padding::Same
                                                       : shape::Padding::Explicit;
  return shape::conv2d(input, filter, strides, kind, pads, intern);
}
