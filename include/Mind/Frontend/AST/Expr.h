//===- Expr.h - expressions -------------------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_AST_EXPR_H
#define MIND_FRONTEND_AST_EXPR_H

#include "Mind/Frontend/AST/Operators.h"
#include "Mind/Frontend/AST/Type.h"

namespace mind::ast {

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

class Expr {
public:
  enum Kind : uint8_t {
    IntLit,
    FloatLit,
    BoolLit,
    StringLit,
    Name,
    Path,
    Paren,
    Tuple,
    TensorLit,
    Unary,
    Binary,
    Logical,
    Cast,
    Call,
    Method,
    Field,
    TupleGet,
    Index,
    SliceRange,
    If,
    Match,
    Closure,
    StructLit,
    Op,
    Shared,
    Function,
    Error
  };
  const Kind kind;
  Span span;
  const sema::Type *type = nullptr;

protected:
  Expr(Kind kind, Span span) : kind(kind), span(span) {}
};

/// Decimal, hexadecimal, octal, binary or character literal. Never negative:
/// the sign is a Unary. Values above INT64_MAX keep their 64 bits.
class IntLitExpr : public Expr {
public:
  uint64_t value;
  /// As written, underscores and suffix included.
  llvm::StringRef text;
  /// `i32` of `1i32`; empty if there is none. Means a cast.
  llvm::StringRef suffix;
  /// Sema: the number is -value; a sign in front became part of the literal.
  bool isNegative = false;
  IntLitExpr(Span span, uint64_t value, llvm::StringRef text, llvm::StringRef suffix)
      : Expr(IntLit, span), value(value), text(text), suffix(suffix) {}
  static bool classof(const Expr *e) { return e->kind == IntLit; }
};

/// The value is the decimal's nearest f64; conversion to the element type
/// starts from it (two roundings, as numerics.md wants).
class FloatLitExpr : public Expr {
public:
  double value;
  llvm::StringRef text;
  FloatLitExpr(Span span, double value, llvm::StringRef text) : Expr(FloatLit, span), value(value), text(text) {}
  static bool classof(const Expr *e) { return e->kind == FloatLit; }
};

class BoolLitExpr : public Expr {
public:
  bool value;
  BoolLitExpr(Span span, bool value) : Expr(BoolLit, span), value(value) {}
  static bool classof(const Expr *e) { return e->kind == BoolLit; }
};

/// `value` has its escapes resolved.
class StringLitExpr : public Expr {
public:
  llvm::StringRef value;
  StringLitExpr(Span span, llvm::StringRef value) : Expr(StringLit, span), value(value) {}
  static bool classof(const Expr *e) { return e->kind == StringLit; }
};

class NameExpr : public Expr {
public:
  llvm::StringRef name;
  /// Sema: what it stands for; null before, and for names of symbolic dims.
  Decl *decl = nullptr;
  NameExpr(Span span, llvm::StringRef name) : Expr(Name, span), name(name) {}
  static bool classof(const Expr *e) { return e->kind == Name; }
};

/// `a::b::c`, at least two segments. (`a.b` is a Field or a Method.)
class PathExpr : public Expr {
public:
  llvm::ArrayRef<Ident> segments;
  PathExpr(Span span, llvm::ArrayRef<Ident> segments) : Expr(Path, span), segments(segments) {}
  static bool classof(const Expr *e) { return e->kind == Path; }
};

class ParenExpr : public Expr {
public:
  Expr *inner;
  ParenExpr(Span span, Expr *inner) : Expr(Paren, span), inner(inner) {}
  static bool classof(const Expr *e) { return e->kind == Paren; }
};

/// `()`, `(a,)`, `(a, b)`.
class TupleExpr : public Expr {
public:
  llvm::MutableArrayRef<Expr *> elements;
  TupleExpr(Span span, llvm::MutableArrayRef<Expr *> elements) : Expr(Tuple, span), elements(elements) {}
  static bool classof(const Expr *e) { return e->kind == Tuple; }
};

/// `[a, b]`; nesting is rank. Sema gives the outermost the tensor type; leaves
/// are rank-0 expressions of its element type, sub-lists keep a null type.
class TensorLitExpr : public Expr {
public:
  llvm::MutableArrayRef<Expr *> elements;
  TensorLitExpr(Span span, llvm::MutableArrayRef<Expr *> elements) : Expr(TensorLit, span), elements(elements) {}
  static bool classof(const Expr *e) { return e->kind == TensorLit; }
};

class UnaryExpr : public Expr {
public:
  UnaryOp op;
  Expr *operand;
  UnaryExpr(Span span, UnaryOp op, Expr *operand) : Expr(Unary, span), op(op), operand(operand) {}
  static bool classof(const Expr *e) { return e->kind == Unary; }
};

class BinaryExpr : public Expr {
public:
  BinaryOp op;
  Span opSpan;
  Expr *lhs;
  Expr *rhs;
  BinaryExpr(Span span, BinaryOp op, Span opSpan, Expr *lhs, Expr *rhs)
      : Expr(Binary, span), op(op), opSpan(opSpan), lhs(lhs), rhs(rhs) {}
  static bool classof(const Expr *e) { return e->kind == Binary; }
};

/// Short-circuit `&&` and `||`.
class LogicalExpr : public Expr {
public:
  bool isAnd;
  Span opSpan;
  Expr *lhs;
  Expr *rhs;
  LogicalExpr(Span span, bool isAnd, Span opSpan, Expr *lhs, Expr *rhs)
      : Expr(Logical, span), isAnd(isAnd), opSpan(opSpan), lhs(lhs), rhs(rhs) {}
  static bool classof(const Expr *e) { return e->kind == Logical; }
};

/// `e as T` and `cast<T>(e)`. (`f32(e)` is a Call until Sema.)
class CastExpr : public Expr {
public:
  Expr *operand;
  TypeExpr *target;
  /// True for the `cast<T>(e)` spelling.
  bool isCallForm;
  CastExpr(Span span, Expr *operand, TypeExpr *target, bool isCallForm)
      : Expr(Cast, span), operand(operand), target(target), isCallForm(isCallForm) {}
  static bool classof(const Expr *e) { return e->kind == Cast; }
};

/// `value`, `name = value` or `name: value`.
struct Arg {
  /// Empty if positional.
  Ident name;
  Expr *value;
};

/// `callee(args)`. Sema leaves a Call only for user functions: `target` is set
/// and `args` are in parameter order without names. A callee whose type is
/// Function holds the first arguments.
class CallExpr : public Expr {
public:
  Expr *callee;
  llvm::MutableArrayRef<Arg> args;
  FnDecl *target = nullptr;
  CallExpr(Span span, Expr *callee, llvm::MutableArrayRef<Arg> args) : Expr(Call, span), callee(callee), args(args) {}
  static bool classof(const Expr *e) { return e->kind == Call; }
};

/// `receiver.name(args)`; `tensor.sum(x)` is one too, with the Name `tensor`
/// as receiver, until Sema decides.
class MethodExpr : public Expr {
public:
  Expr *receiver;
  Ident name;
  llvm::MutableArrayRef<Arg> args;
  MethodExpr(Span span, Expr *receiver, Ident name, llvm::MutableArrayRef<Arg> args)
      : Expr(Method, span), receiver(receiver), name(name), args(args) {}
  static bool classof(const Expr *e) { return e->kind == Method; }
};

/// `base.name`, `x.T` included.
class FieldExpr : public Expr {
public:
  Expr *base;
  Ident name;
  FieldExpr(Span span, Expr *base, Ident name) : Expr(Field, span), base(base), name(name) {}
  static bool classof(const Expr *e) { return e->kind == Field; }
};

/// `base.0`.
class TupleGetExpr : public Expr {
public:
  Expr *base;
  unsigned index;
  TupleGetExpr(Span span, Expr *base, unsigned index) : Expr(TupleGet, span), base(base), index(index) {}
  static bool classof(const Expr *e) { return e->kind == TupleGet; }
};

/// `base[i]`, `base[i, j]`.
class IndexExpr : public Expr {
public:
  Expr *base;
  llvm::MutableArrayRef<Expr *> indices;
  IndexExpr(Span span, Expr *base, llvm::MutableArrayRef<Expr *> indices)
      : Expr(Index, span), base(base), indices(indices) {}
  static bool classof(const Expr *e) { return e->kind == Index; }
};

/// `base[lo..hi]`; either bound may be missing (null).
class SliceRangeExpr : public Expr {
public:
  Expr *base;
  Expr *lo;
  Expr *hi;
  SliceRangeExpr(Span span, Expr *base, Expr *lo, Expr *hi) : Expr(SliceRange, span), base(base), lo(lo), hi(hi) {}
  static bool classof(const Expr *e) { return e->kind == SliceRange; }
};

/// `if` as statement and as value. `else if` is an `elseBlock` whose single
/// statement is another If.
class IfExpr : public Expr {
public:
  Expr *condition;
  Block *thenBlock;
  /// Null if there is no `else`.
  Block *elseBlock;
  IfExpr(Span span, Expr *condition, Block *thenBlock, Block *elseBlock)
      : Expr(If, span), condition(condition), thenBlock(thenBlock), elseBlock(elseBlock) {}
  static bool classof(const Expr *e) { return e->kind == If; }
};

struct Pattern {
  enum Kind : uint8_t {
    /// `_`
    Wildcard,
    /// Number or bool, perhaps negated: `literal` is the expression.
    Literal,
    /// A name that takes the value: `binding`.
    Binding,
    /// `(p, q)`: `elements`.
    Tuple,
    /// `p | q`: `elements`.
    Or
  };
  Kind kind = Wildcard;
  Span span;
  Expr *literal = nullptr;
  VarDecl *binding = nullptr;
  llvm::ArrayRef<Pattern *> elements;
};

struct MatchArm {
  Pattern *pattern = nullptr;
  /// Null without `if`.
  Expr *guard = nullptr;
  Block *body = nullptr;
  Span span;
};

class MatchExpr : public Expr {
public:
  Expr *subject;
  llvm::MutableArrayRef<MatchArm> arms;
  /// Sema: the variable that holds the subject, and the choice between the arms
  /// as a block of `let` and `if` that reads it. Later stages look at no arm.
  VarDecl *subjectVar = nullptr;
  Block *lowered = nullptr;
  MatchExpr(Span span, Expr *subject, llvm::MutableArrayRef<MatchArm> arms)
      : Expr(Match, span), subject(subject), arms(arms) {}
  static bool classof(const Expr *e) { return e->kind == Match; }
};

/// `|x: T| body`: an operand of `grad` and its kin.
class ClosureExpr : public Expr {
public:
  llvm::ArrayRef<VarDecl *> params;
  /// An expression is a block of one statement.
  Block *body;
  ClosureExpr(Span span, llvm::ArrayRef<VarDecl *> params, Block *body)
      : Expr(Closure, span), params(params), body(body) {}
  static bool classof(const Expr *e) { return e->kind == Closure; }
};

/// `Name { field: value }`; not supported by Sema.
class StructLitExpr : public Expr {
public:
  Ident name;
  llvm::MutableArrayRef<Arg> fields;
  StructLitExpr(Span span, Ident name, llvm::MutableArrayRef<Arg> fields)
      : Expr(StructLit, span), name(name), fields(fields) {}
  static bool classof(const Expr *e) { return e->kind == StructLit; }
};

/// A resolved operation; made by Sema only. `type` is its result type.
class OpExpr : public Expr {
public:
  OpKind op;
  llvm::MutableArrayRef<Expr *> operands;
  /// Null where the op has no attributes.
  const OpAttrs *attrs = nullptr;
  OpExpr(Span span, OpKind op, llvm::MutableArrayRef<Expr *> operands, const OpAttrs *attrs = nullptr)
      : Expr(Op, span), op(op), operands(operands), attrs(attrs) {}
  static bool classof(const Expr *e) { return e->kind == Op; }
};

/// A value that several operands of one expression use and that is computed
/// once, where it is met first; made by Sema only. All uses are in operands of
/// OpExpr, none under a branch that another use is not under.
class SharedExpr : public Expr {
public:
  Expr *value;
  SharedExpr(Span span, Expr *value) : Expr(Shared, span), value(value) {}
  static bool classof(const Expr *e) { return e->kind == Shared; }
};

/// A function as a value, with the values that it holds; made by Sema only.
class FunctionExpr : public Expr {
public:
  llvm::ArrayRef<Expr *> held;
  FunctionExpr(Span span, llvm::ArrayRef<Expr *> held) : Expr(Function, span), held(held) {}
  static bool classof(const Expr *e) { return e->kind == Function; }
};

/// Stands where an expression could not be parsed or checked.
class ErrorExpr : public Expr {
public:
  explicit ErrorExpr(Span span) : Expr(Error, span) {}
  static bool classof(const Expr *e) { return e->kind == Error; }
};

} // namespace mind::ast

#endif // MIND_FRONTEND_AST_EXPR_H
