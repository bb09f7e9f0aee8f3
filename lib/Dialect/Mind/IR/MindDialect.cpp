//===- MindDialect.cpp - the mind dialect ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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

LogicalResult MindDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != kParamsAttrName)
    return op->emitOpError("has an attribute that the dialect does not know, ") << attribute.getName();
  auto function = dyn_cast<func::FuncOp>(op);
  auto names = dyn_cast<ArrayAttr>(attribute.getValue());
  bool isStrings = names && llvm::all_of(names, [](Attribute name) { return isa<StringAttr>(name); });
  if (!function || !isStrings || names.size() != function.getNumArguments())
    return op->emitOpError("has a ") << kParamsAttrName << " that is not one string for each parameter of a function";
  return success();
}
