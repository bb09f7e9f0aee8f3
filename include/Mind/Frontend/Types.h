//===- Types.h - types of checked expressions -------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the checker says of an expression. A scalar is a tensor of rank 0: `f32`
/// and `Tensor<f32, []>` are one type. Types live in the arena of the syntax
/// tree and are compared by structure.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_TYPES_H
#define MIND_FRONTEND_TYPES_H

#include "Mind/Dialect/Mind/IR/ShapeAlgebra.h"
#include "Mind/Support/DType.h"

namespace mind::ast {
struct FnDecl;
} // namespace mind::ast

namespace mind::sema {

class Type {
public:
  enum Kind : uint8_t {
    /// Of what was reported already: equal to every type.
    Error,
    /// No value.
    Unit,
    Tensor,
    Tuple,
    /// A function, which is known when the program is compiled.
    Function,
    /// A literal in print or assert.
    String,
    /// Does not give control back: `return`, `break`, a block that ends in one.
    Never
  };

  Kind kind = Error;
  /// Tensor: element type and shape.
  DType dtype = DType::F32;
  llvm::ArrayRef<shape::Dim> dims;
  /// While a body is being checked: the variable that stands for the element type
  /// of a literal; 0 if `dtype` is known, and in every checked tree.
  unsigned variable = 0;
  /// Tuple: at least two types, none of them Unit. Function: the types of the values
  /// that it holds, which are its first arguments.
  llvm::ArrayRef<const Type *> elements;
  /// Function: which one.
  ast::FnDecl *function = nullptr;

  bool isError() const { return kind == Error; }
  bool isUnit() const { return kind == Unit; }
  bool isTensor() const { return kind == Tensor; }
  bool isTuple() const { return kind == Tuple; }
  bool isFunction() const { return kind == Function; }
  bool isNever() const { return kind == Never; }
  bool isScalar() const { return kind == Tensor && dims.empty(); }
  bool isScalar(DType type) const { return isScalar() && dtype == type; }
};

/// Structural; Error equals everything.
bool isSameType(const Type &lhs, const Type &rhs);

/// As source spells it: `f32`, `Tensor<f32, [B, 3]>`, `(f32, i64)`, `()`.
std::string toString(const Type &type);

} // namespace mind::sema

#endif // MIND_FRONTEND_TYPES_H
