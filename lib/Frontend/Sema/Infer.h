//===- Infer.h - Element types that literals leave open ---------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A literal has no element type of its own: `let a = 1.0; v * a` makes `a` an f32
// if v is one. Each literal gets a variable with the set of dtypes it may have;
// where two types must be equal their variables are joined (union-find) and the
// sets intersected. What is still open at the end of a body gets its default.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_SEMA_INFER_H
#define MIND_LIB_FRONTEND_SEMA_INFER_H

#include "Mind/Frontend/Types.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mind::sema {

/// A set of dtypes.
using DTypeSet = uint8_t;
constexpr DTypeSet bit(DType dtype) { return DTypeSet(1u << unsigned(dtype)); }
constexpr DTypeSet kFloats = bit(DType::F32) | bit(DType::F64) | bit(DType::F16) | bit(DType::BF16);
constexpr DTypeSet kFractions = kFloats | bit(DType::Q16);
constexpr DTypeSet kIntegers = bit(DType::I32) | bit(DType::I64);
constexpr DTypeSet kWholes = kIntegers | bit(DType::Q16);
constexpr DTypeSet kNumbers = kFractions | kIntegers;
constexpr DTypeSet kBool = bit(DType::I1);
constexpr DTypeSet kAll = kNumbers | kBool;

class Infer {
public:
  /// A new variable. `fallback` is what it becomes if nothing decides.
  unsigned makeVariable(DTypeSet allowed, DType fallback);

  /// The variable's allowed set, a single one once it is decided.
  DTypeSet getAllowed(const Type &type) const {
    return type.variable ? variables[find(type.variable)].allowed : bit(type.dtype);
  }
  std::optional<DType> getDType(const Type &type) const;
  /// What the element type is unless something decides otherwise.
  DType getLikely(const Type &type) const;

  /// Intersects; false, and no change, if nothing would be left.
  bool restrict(const Type &type, DTypeSet allowed);
  /// Notes that the elements are those of a tensor literal: floats among them are
  /// f32 unless something decides otherwise.
  void markTensor(const Type &type) {
    if (type.variable)
      variables[find(type.variable)].isTensor = true;
  }
  bool unify(const Type &lhs, const Type &rhs);

  /// Registers a type that holds a variable, to be completed by `finish`.
  void track(Type *type) { open.push_back(type); }
  /// Decides every variable and writes the dtypes into the tracked types.
  void finish();

private:
  struct Variable {
    unsigned parent;
    DTypeSet allowed;
    DType fallback;
    bool isTensor;
  };

  unsigned find(unsigned variable) const;

  /// Index 0 is unused: a type without a variable has 0.
  mutable llvm::SmallVector<Variable, 64> variables{{0, 0, DType::F32, false}};
  llvm::SmallVector<Type *, 64> open;
};

} // namespace mind::sema

#endif // MIND_LIB_FRONTEND_SEMA_INFER_H
