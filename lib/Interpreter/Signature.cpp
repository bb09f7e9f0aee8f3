//===- Signature.cpp - the signature of a function ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Interpreter/Interpreter.h"

#include <algorithm>

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

  // A fill makes a tensor out of nothing, so its names must come from outside.
  std::vector<std::string> known = signature.getDimNames();
  function.walk([&](FillOp fill) {
    if (!fill.getValueAttr())
      return;
    for (const shape::Dim &dim : getDims(fill.getResult().getType())) {
      if (!dim.isSymbolic() || llvm::is_contained(known, dim.name))
        continue;
      known.push_back(dim.name.str());
      signature.innerDims.push_back(dim.name.str());
    }
  });
  return signature;
}
