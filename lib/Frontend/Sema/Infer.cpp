//===- Infer.cpp - Element types that literals leave open -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Infer.h"

#include "llvm/ADT/bit.h"

using namespace mind;
using namespace mind::sema;

unsigned Infer::makeVariable(DTypeSet allowed, DType fallback) {
  unsigned index = variables.size();
  variables.push_back({index, allowed, fallback, false});
  return index;
}

unsigned Infer::find(unsigned variable) const {
  while (variables[variable].parent != variable) {
    unsigned &parent = variables[variable].parent;
    parent = variables[parent].parent;
    variable = parent;
  }
  return variable;
}

std::optional<DType> Infer::getDType(const Type &type) const {
  DTypeSet allowed = getAllowed(type);
  if (llvm::popcount(allowed) != 1)
    return std::nullopt;
  return DType(llvm::countr_zero(allowed));
}

/// Which of two fallbacks of one class wins: a fraction before an integer.
static DType strongerFallback(DType lhs, DType rhs) { return isInt(lhs) ? rhs : lhs; }

static DType decide(DTypeSet allowed, DType fallback, bool isTensor) {
  if (isTensor && !isInt(fallback))
    fallback = DType::F32;
  DType wide = isTensor ? DType::F32 : DType::F64;
  for (DType dtype : {fallback, wide, DType::F64, DType::F32, DType::I64, DType::I32})
    if (allowed & bit(dtype))
      return dtype;
  return DType(llvm::countr_zero(allowed));
}

DType Infer::getLikely(const Type &type) const {
  if (!type.variable)
    return type.dtype;
  const Variable &root = variables[find(type.variable)];
  return decide(root.allowed, root.fallback, root.isTensor);
}

bool Infer::restrict(const Type &type, DTypeSet allowed) {
  if (!type.variable)
    return allowed & bit(type.dtype);
  Variable &root = variables[find(type.variable)];
  if (!(root.allowed & allowed))
    return false;
  root.allowed &= allowed;
  return true;
}

bool Infer::unify(const Type &lhs, const Type &rhs) {
  if (!lhs.variable)
    return restrict(rhs, bit(lhs.dtype));
  if (!rhs.variable)
    return restrict(lhs, bit(rhs.dtype));
  unsigned left = find(lhs.variable), right = find(rhs.variable);
  if (left == right)
    return true;
  DTypeSet both = variables[left].allowed & variables[right].allowed;
  if (!both)
    return false;
  variables[right].parent = left;
  variables[left].allowed = both;
  variables[left].isTensor |= variables[right].isTensor;
  variables[left].fallback = strongerFallback(variables[left].fallback, variables[right].fallback);
  return true;
}

void Infer::finish() {
  for (Type *type : open) {
    type->dtype = getLikely(*type);
    type->variable = 0;
  }
  open.clear();
  variables.truncate(1);
}
