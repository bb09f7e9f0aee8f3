//===- Type.h - types as they are written -----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_AST_TYPE_H
#define MIND_FRONTEND_AST_TYPE_H

#include "Mind/Frontend/AST/Decl.h"
#include "Mind/Support/DType.h"

namespace mind::ast {

//===----------------------------------------------------------------------===//
// Types as written
//===----------------------------------------------------------------------===//

/// A dimension: a number or the name of a symbol.
struct DimExpr {
  bool isSymbol = false;
  int64_t value = 0;
  Ident name;
  Span span;
};

/// How a tensor type was written, so that a formatter can give it back.
enum class TensorSpelling : uint8_t {
  /// `Tensor[f32,(2,3)]`
  BracketDtype,
  /// `tensor<f32[2, 3]>`, `tensor<f32>` and `Tensor<f32>`
  AngleSuffixInside,
  /// `Tensor<f32, [2, 3]>`
  AngleList,
  /// `Tensor<f32, N, 3>`
  AngleFlat,
  /// `Tensor<[N, 3], f32>`
  AngleShapeFirst,
  /// `Tensor<f32>[2, 3]`
  SuffixOutside,
  /// `Tensor`
  Bare
};

class TypeExpr {
public:
  enum Kind : uint8_t { Scalar, Tensor, Tuple, Named, Array, Fn, Ref, Error };
  const Kind kind;
  Span span;
  /// Sema's result.
  const sema::Type *resolved = nullptr;

protected:
  TypeExpr(Kind kind, Span span) : kind(kind), span(span) {}
};

/// `f32`, `bool`, ... (a bare dtype word).
class ScalarTypeExpr : public TypeExpr {
public:
  DType dtype;
  ScalarTypeExpr(Span span, DType dtype) : TypeExpr(Scalar, span), dtype(dtype) {}
  static bool classof(const TypeExpr *t) { return t->kind == Scalar; }
};

class TensorTypeExpr : public TypeExpr {
public:
  /// `tensor` or `Tensor`, as written.
  llvm::StringRef keyword;
  /// Empty for a bare `Tensor`; any word, Sema judges it (parseDType).
  Ident dtype;
  llvm::ArrayRef<DimExpr> dims;
  /// False if no shape was written at all (`Tensor<f32>`: rank 0).
  bool hasShape = false;
  TensorSpelling spelling = TensorSpelling::Bare;
  /// `diff tensor<...>`.
  bool isDiff = false;
  /// `col` of `Tensor<f32, [M, N], col>`; empty if none. Not supported.
  Ident layout;
  /// `csr` of `tensor<sparse[csr], f32[N, M]>`; empty if none. Not supported.
  Ident sparse;
  explicit TensorTypeExpr(Span span) : TypeExpr(Tensor, span) {}
  static bool classof(const TypeExpr *t) { return t->kind == Tensor; }
};

/// `(A, B)`; `()` is unit.
class TupleTypeExpr : public TypeExpr {
public:
  llvm::ArrayRef<TypeExpr *> elements;
  TupleTypeExpr(Span span, llvm::ArrayRef<TypeExpr *> elements) : TypeExpr(Tuple, span), elements(elements) {}
  static bool classof(const TypeExpr *t) { return t->kind == Tuple; }
};

/// `a.B`, `u8`, `Name<A, B>`: an alias or something unsupported.
class NamedTypeExpr : public TypeExpr {
public:
  llvm::ArrayRef<Ident> path;
  llvm::ArrayRef<TypeExpr *> args;
  NamedTypeExpr(Span span, llvm::ArrayRef<Ident> path) : TypeExpr(Named, span), path(path) {}
  static bool classof(const TypeExpr *t) { return t->kind == Named; }
};

/// `[T; N]` and `[T]` (no size); not supported by Sema.
class ArrayTypeExpr : public TypeExpr {
public:
  TypeExpr *element;
  bool hasSize = false;
  DimExpr size;
  ArrayTypeExpr(Span span, TypeExpr *element) : TypeExpr(Array, span), element(element) {}
  static bool classof(const TypeExpr *t) { return t->kind == Array; }
};

/// `fn(A, B) -> C`.
class FnTypeExpr : public TypeExpr {
public:
  llvm::ArrayRef<TypeExpr *> params;
  TypeExpr *result = nullptr;
  FnTypeExpr(Span span, llvm::ArrayRef<TypeExpr *> params) : TypeExpr(Fn, span), params(params) {}
  static bool classof(const TypeExpr *t) { return t->kind == Fn; }
};

/// `&T`, `&mut T`; not supported by Sema.
class RefTypeExpr : public TypeExpr {
public:
  TypeExpr *pointee;
  bool isMut;
  RefTypeExpr(Span span, TypeExpr *pointee, bool isMut) : TypeExpr(Ref, span), pointee(pointee), isMut(isMut) {}
  static bool classof(const TypeExpr *t) { return t->kind == Ref; }
};

class ErrorTypeExpr : public TypeExpr {
public:
  explicit ErrorTypeExpr(Span span) : TypeExpr(Error, span) {}
  static bool classof(const TypeExpr *t) { return t->kind == Error; }
};

} // namespace mind::ast

#endif // MIND_FRONTEND_AST_TYPE_H
