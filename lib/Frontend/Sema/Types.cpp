//===- Types.cpp - Types of checked expressions ---------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Types.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::sema;

bool sema::isSameType(const Type &lhs, const Type &rhs) {
  if (lhs.isError() || rhs.isError())
    return true;
  if (lhs.kind != rhs.kind)
    return false;
  switch (lhs.kind) {
  case Type::Tensor:
    return lhs.dtype == rhs.dtype && lhs.dims == rhs.dims;
  case Type::Function:
    return lhs.function == rhs.function;
  case Type::Tuple:
    return lhs.elements.size() == rhs.elements.size() &&
           llvm::all_of(llvm::zip(lhs.elements, rhs.elements),
                        [](auto pair) { return isSameType(*std::get<0>(pair), *std::get<1>(pair)); });
  default:
    return true;
  }
}

std::string sema::toString(const Type &type) {
  switch (type.kind) {
  case Type::Error:
    return "?";
  case Type::Unit:
    return "()";
  case Type::String:
    return "a string";
  case Type::Function:
    return "a function";
  case Type::Never:
    return "no value";
  case Type::Tuple: {
    std::string text = "(";
    for (size_t i = 0; i < type.elements.size(); ++i)
      text += (i ? ", " : "") + toString(*type.elements[i]);
    return text + ")";
  }
  case Type::Tensor:
    break;
  }
  std::string name(getDTypeName(type.dtype));
  if (type.dims.empty())
    return name;
  std::string shape = shape::toString(type.dims);
  return "Tensor<" + name + ", [" + shape.substr(1, shape.size() - 2) + "]>";
}
