//===- MindDialect.cpp - the mind dialect ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;

#include "Mind/Dialect/Mind/IR/MindDialect.cpp.inc"

void MindDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerCoreOps();
  registerSupportOps();
  registerGradOps();
  registerStructureOps();
}

Operation *MindDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!elements || !tensorType ||
      elements.getShapedType().getShape() != tensorType.getShape())
    return nullptr;
  return ConstantOp::create(builder, loc, tensorType, elements);
}
