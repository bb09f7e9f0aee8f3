//===- Signature.cpp - the signature of a function ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Interpreter/Interpreter.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mind;

static rt::SignatureType getSignatureType(Type type) {
  rt::SignatureType result;
  result.dtype = getDType(type).value_or(DType::I64);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return result;
  for (const shape::Dim &dim : getDims(tensor)) {
    if (dim.isSymbolic())
      result.dims.push_back({-1, dim.name.str()});
    else
      result.dims.push_back({dim.size, ""});
  }
  return result;
}

static void addNames(Type type, llvm::SetVector<StringRef> &names) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    for (const shape::Dim &dim : getDims(tensor))
      if (dim.isSymbolic())
        names.insert(dim.name);
}

/// The names that no parameter binds and no op works out: those of tensors that
/// are made to a given shape.
static std::vector<std::string> getInnerDims(func::FuncOp function, ArrayRef<std::string> bound) {
  llvm::SetVector<StringRef> given, computed;
  function.walk([&](Operation *op) {
    bool isShaped = isa<FillOp, BroadcastToOp, ReshapeOp, GatherGradOp, Conv2DGradInputOp, Conv2DGradFilterOp>(op);
    if (!isShaped && !(isa<MindDialect>(op->getDialect()) && op->getNumRegions() == 0))
      return;
    llvm::SetVector<StringRef> names, known;
    for (Type type : op->getResultTypes())
      addNames(type, names);
    for (Type type : op->getOperandTypes())
      addNames(type, known);
    // Without a value a fill is never executed.
    if (auto fill = dyn_cast<FillOp>(op); fill && !fill.getValueAttr())
      return;
    names.set_subtract(known);
    // One unknown extent of a reshape is what is left of the elements.
    if (isa<ReshapeOp>(op) && names.size() == 1)
      isShaped = false;
    for (StringRef name : names)
      (isShaped ? given : computed).insert(name);
  });
  std::vector<std::string> names;
  for (StringRef name : given)
    if (!computed.contains(name) && !llvm::is_contained(bound, name))
      names.push_back(name.str());
  return names;
}

/// Results may have names that the function works out, as that of a slice.
rt::Signature interpreter::getSignature(func::FuncOp function) {
  rt::Signature signature;
  signature.name = function.getName().str();
  auto names = function->getAttrOfType<ArrayAttr>("mind.params");
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto name = names && i < names.size() ? dyn_cast<StringAttr>(names[i]) : StringAttr();
    signature.params.push_back({name ? name.str() : "arg" + std::to_string(i), getSignatureType(type)});
  }
  for (Type type : function.getResultTypes())
    signature.results.push_back(getSignatureType(type));

  signature.innerDims = getInnerDims(function, signature.getDimNames());
  return signature;
}
