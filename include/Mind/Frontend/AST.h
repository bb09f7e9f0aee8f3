//===- AST.h - Syntax tree of the MIND language -----------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tree serves before and after checking. The parser builds it in an arena
// and never frees a node; names are views of the source. Sema fills `type` of
// every expression and `decl`/`target` of every name, and replaces operators,
// intrinsic calls and methods by OpExpr: parents hold `Expr *` slots (and
// MutableArrayRef<Expr *> lists), so a replacement is one store.
//
// After Sema these expression kinds remain: IntLit, FloatLit, BoolLit,
// StringLit (print/assert only), Name (decl set), TensorLit, Tuple, TupleGet,
// Call (target set), If, Match, Logical, Op. Everything else was rewritten.
// Nothing after Sema interprets a name or an argument.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_AST_H
#define MIND_FRONTEND_AST_H

#include "Mind/Frontend/Diagnostics.h"
#include "Mind/Support/DType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"

#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace mind {
namespace sema {
class Type;
} // namespace sema

namespace ast {

using frontend::Span;

class Expr;
class Stmt;
class TypeExpr;
struct Block;
struct FnDecl;

//===----------------------------------------------------------------------===//
// Arena
//===----------------------------------------------------------------------===//

/// Owns every node. Nodes are trivially destructible.
class Context {
public:
  Context() = default;
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  template <typename T, typename... Args> T *create(Args &&...args) {
    static_assert(std::is_trivially_destructible<T>::value,
                  "arena nodes are never destroyed");
    return new (allocator.Allocate(sizeof(T), alignof(T)))
        T(std::forward<Args>(args)...);
  }

  /// Copies the elements into the arena.
  template <typename T>
  llvm::MutableArrayRef<T> copy(llvm::ArrayRef<T> elements) {
    static_assert(std::is_trivially_copyable<T>::value, "plain data only");
    if (elements.empty())
      return {};
    T *data = static_cast<T *>(
        allocator.Allocate(sizeof(T) * elements.size(), alignof(T)));
    std::memcpy(static_cast<void *>(data), elements.data(),
                sizeof(T) * elements.size());
    return {data, elements.size()};
  }

  /// Copies text into the arena.
  llvm::StringRef save(llvm::StringRef text) {
    llvm::MutableArrayRef<char> chars =
        copy(llvm::ArrayRef<char>(text.data(), text.size()));
    return {chars.data(), chars.size()};
  }

  /// A number for a new declaration: dense from 0, so that later stages can
  /// index vectors by it.
  unsigned nextDeclId() { return numDecls++; }
  unsigned getNumDecls() const { return numDecls; }

  /// Frees all nodes but keeps the first slab for the next module.
  void reset() {
    allocator.Reset();
    numDecls = 0;
  }
  size_t getTotalMemory() const { return allocator.getTotalMemory(); }
  llvm::BumpPtrAllocator &getAllocator() { return allocator; }

private:
  llvm::BumpPtrAllocator allocator;
  unsigned numDecls = 0;
};

/// A name where it is written.
struct Ident {
  llvm::StringRef name;
  Span span;
  bool empty() const { return name.empty(); }
};

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

enum class DeclKind : uint8_t {
  /// `let` name, one for each name of a tuple `let`.
  Let,
  Param,
  /// Variable of a `for`.
  For,
  /// Name bound by a match pattern.
  Pattern,
  Const,
  Fn,
  TypeAlias
};

/// What a name can stand for.
struct Decl {
  DeclKind kind;
  bool isMut = false;
  /// Sema: assigned after its definition (never for const, fn, alias).
  bool isAssigned = false;
  /// Dense in the module, see Context::nextDeclId.
  unsigned id;
  Ident name;
  const sema::Type *type = nullptr;

  Decl(DeclKind kind, unsigned id, Ident name)
      : kind(kind), id(id), name(name) {}
};

/// `let`, parameter, `for` and pattern variables.
struct VarDecl : Decl {
  /// Written type: always for a parameter, sometimes for a `let`.
  TypeExpr *annotation = nullptr;
  using Decl::Decl;
  static bool classof(const Decl *d) { return d->kind <= DeclKind::Pattern; }
};

/// `const NAME: Type = value`.
struct ConstDecl : Decl {
  TypeExpr *annotation = nullptr;
  Expr *value = nullptr;
  ConstDecl(unsigned id, Ident name) : Decl(DeclKind::Const, id, name) {}
  static bool classof(const Decl *d) { return d->kind == DeclKind::Const; }
};

/// `type NAME = Type`.
struct TypeAliasDecl : Decl {
  TypeExpr *aliased = nullptr;
  TypeAliasDecl(unsigned id, Ident name)
      : Decl(DeclKind::TypeAlias, id, name) {}
  static bool classof(const Decl *d) { return d->kind == DeclKind::TypeAlias; }
};

/// One argument of an attribute: `x`, `-1`, `"s"`, or `key = x`.
struct AttrArg {
  enum Kind : uint8_t { Identifier, Int, Float, String };
  Kind kind;
  /// Empty unless written `key = value` or `key: value`.
  Ident key;
  /// Identifier or string contents, or the digits of a number with its sign.
  llvm::StringRef text;
  Span span;
};

/// `@name(args)` or `#[name(args)]`.
struct Attribute {
  Ident name;
  llvm::ArrayRef<AttrArg> args;
  Span span;
  /// True for the `#[...]` spelling.
  bool isHash = false;
};

struct FnDecl : Decl {
  bool isPub = false;
  llvm::ArrayRef<Attribute> attributes;
  /// `fn f<A, B>`: accepted by the grammar, given no meaning beyond names.
  llvm::ArrayRef<Ident> typeParams;
  llvm::ArrayRef<VarDecl *> params;
  /// Null for no `->`.
  TypeExpr *resultType = nullptr;
  Block *body = nullptr;
  /// From `fn` to the closing brace, and only the head up to the brace.
  Span span;
  Span headSpan;

  FnDecl(unsigned id, Ident name) : Decl(DeclKind::Fn, id, name) {}
  static bool classof(const Decl *d) { return d->kind == DeclKind::Fn; }
  const Attribute *findAttribute(llvm::StringRef wanted) const {
    for (const Attribute &attribute : attributes)
      if (attribute.name.name == wanted)
        return &attribute;
    return nullptr;
  }
};

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
  ScalarTypeExpr(Span span, DType dtype)
      : TypeExpr(Scalar, span), dtype(dtype) {}
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
  TupleTypeExpr(Span span, llvm::ArrayRef<TypeExpr *> elements)
      : TypeExpr(Tuple, span), elements(elements) {}
  static bool classof(const TypeExpr *t) { return t->kind == Tuple; }
};

/// `a.B`, `u8`, `Name<A, B>`: an alias or something unsupported.
class NamedTypeExpr : public TypeExpr {
public:
  llvm::ArrayRef<Ident> path;
  llvm::ArrayRef<TypeExpr *> args;
  NamedTypeExpr(Span span, llvm::ArrayRef<Ident> path)
      : TypeExpr(Named, span), path(path) {}
  static bool classof(const TypeExpr *t) { return t->kind == Named; }
};

/// `[T; N]` and `[T]` (no size); not supported by Sema.
class ArrayTypeExpr : public TypeExpr {
public:
  TypeExpr *element;
  bool hasSize = false;
  DimExpr size;
  ArrayTypeExpr(Span span, TypeExpr *element)
      : TypeExpr(Array, span), element(element) {}
  static bool classof(const TypeExpr *t) { return t->kind == Array; }
};

/// `fn(A, B) -> C`.
class FnTypeExpr : public TypeExpr {
public:
  llvm::ArrayRef<TypeExpr *> params;
  TypeExpr *result = nullptr;
  FnTypeExpr(Span span, llvm::ArrayRef<TypeExpr *> params)
      : TypeExpr(Fn, span), params(params) {}
  static bool classof(const TypeExpr *t) { return t->kind == Fn; }
};

/// `&T`, `&mut T`; not supported by Sema.
class RefTypeExpr : public TypeExpr {
public:
  TypeExpr *pointee;
  bool isMut;
  RefTypeExpr(Span span, TypeExpr *pointee, bool isMut)
      : TypeExpr(Ref, span), pointee(pointee), isMut(isMut) {}
  static bool classof(const TypeExpr *t) { return t->kind == Ref; }
};

class ErrorTypeExpr : public TypeExpr {
public:
  explicit ErrorTypeExpr(Span span) : TypeExpr(Error, span) {}
  static bool classof(const TypeExpr *t) { return t->kind == Error; }
};

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

enum class UnaryOp : uint8_t { Neg, Not, BitNot, Ref };

/// Binary operators as written. The dot forms mean the same as the plain ones
/// but accept any scalar on either side.
enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Pow,
  MatMul,
  DotAdd,
  DotSub,
  DotMul,
  DotDiv,
  BitAnd,
  BitOr,
  BitXor,
  Shl,
  Shr,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge
};

/// The operator's source spelling.
llvm::StringRef getSpelling(BinaryOp op);
llvm::StringRef getSpelling(UnaryOp op);
inline bool isComparison(BinaryOp op) { return op >= BinaryOp::Eq; }

/// One kind for each operation that the emitter can make; the names are those
/// of the `mind` dialect's ops. The last group is `arith` on equal types.
enum class OpKind : uint8_t {
  Constant,
  Fill,
  Add,
  Sub,
  Mul,
  Div,
  Sum,
  Mean,
  Reshape,
  Transpose,
  ExpandDims,
  Squeeze,
  Index,
  Slice,
  Gather,
  Dot,
  Matmul,
  Conv2D,
  Relu,
  Mod,
  Shl,
  Shr,
  Max,
  Min,
  Pow,
  Compare,
  Cast,
  Abs,
  Floor,
  Ceil,
  Round,
  Unary,
  IPow,
  ReduceMax,
  Argmax,
  BroadcastTo,
  GatherGrad,
  Insert,
  ReluGrad,
  Conv2DGradInput,
  Conv2DGradFilter,
  And,
  Or,
  Xor,
  /// Logical not of an I1 tensor, or ~ of an integer one.
  Not,
  Select
};

/// "Conv2D" -> "conv2d": the dialect's mnemonic without the `mind.`.
llvm::StringRef getMnemonic(OpKind kind);

enum class UnaryKind : uint8_t {
  Exp,
  Log,
  Log2,
  Log10,
  Sqrt,
  Tanh,
  Sigmoid,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan
};

enum class CmpPredicate : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

enum class ConvPadding : uint8_t { Valid, Same, Explicit };

/// End of a slice that runs to the end of a symbolic axis, and a start that is
/// an operand (Insert): the value of mlir::ShapedType::kDynamic.
inline constexpr int64_t kDynamicBound = INT64_MIN;

/// Attributes of an OpExpr; each kind uses those that its dialect op has. All
/// arrays live in the arena. Axes are non-negative and explicit (empty = all).
struct OpAttrs {
  llvm::ArrayRef<int64_t> axes;
  llvm::ArrayRef<int64_t> perm;
  llvm::ArrayRef<int64_t> starts;
  llvm::ArrayRef<int64_t> ends;
  llvm::ArrayRef<int64_t> strides;
  llvm::ArrayRef<int64_t> indices;
  /// top, bottom, left, right; only with ConvPadding::Explicit.
  llvm::ArrayRef<int64_t> pads;
  /// Elements of a Constant, row major: `floats` if the element type is a
  /// float or q16, else `ints`. One element with a bigger type is a splat.
  llvm::ArrayRef<double> floats;
  llvm::ArrayRef<int64_t> ints;
  int64_t axis = 0;
  int64_t exponent = 0;
  /// Value of a Fill; converted to the element type on use.
  double value = 0;
  /// False for a fill whose value does not matter.
  bool hasValue = false;
  bool keepdims = false;
  CmpPredicate predicate = CmpPredicate::Eq;
  UnaryKind unary = UnaryKind::Exp;
  ConvPadding padding = ConvPadding::Valid;
};

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
    Grad,
    StructLit,
    Op,
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
  IntLitExpr(Span span, uint64_t value, llvm::StringRef text,
             llvm::StringRef suffix)
      : Expr(IntLit, span), value(value), text(text), suffix(suffix) {}
  static bool classof(const Expr *e) { return e->kind == IntLit; }
};

/// The value is the decimal's nearest f64; conversion to the element type
/// starts from it (two roundings, as numerics.md wants).
class FloatLitExpr : public Expr {
public:
  double value;
  llvm::StringRef text;
  FloatLitExpr(Span span, double value, llvm::StringRef text)
      : Expr(FloatLit, span), value(value), text(text) {}
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
  StringLitExpr(Span span, llvm::StringRef value)
      : Expr(StringLit, span), value(value) {}
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
  PathExpr(Span span, llvm::ArrayRef<Ident> segments)
      : Expr(Path, span), segments(segments) {}
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
  TupleExpr(Span span, llvm::MutableArrayRef<Expr *> elements)
      : Expr(Tuple, span), elements(elements) {}
  static bool classof(const Expr *e) { return e->kind == Tuple; }
};

/// `[a, b]`; nesting is rank. Sema gives the outermost the tensor type; leaves
/// are rank-0 expressions of its element type, sub-lists keep a null type.
class TensorLitExpr : public Expr {
public:
  llvm::MutableArrayRef<Expr *> elements;
  TensorLitExpr(Span span, llvm::MutableArrayRef<Expr *> elements)
      : Expr(TensorLit, span), elements(elements) {}
  static bool classof(const Expr *e) { return e->kind == TensorLit; }
};

class UnaryExpr : public Expr {
public:
  UnaryOp op;
  Expr *operand;
  UnaryExpr(Span span, UnaryOp op, Expr *operand)
      : Expr(Unary, span), op(op), operand(operand) {}
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
      : Expr(Cast, span), operand(operand), target(target),
        isCallForm(isCallForm) {}
  static bool classof(const Expr *e) { return e->kind == Cast; }
};

/// `value`, `name = value` or `name: value`.
struct Arg {
  /// Empty if positional.
  Ident name;
  Expr *value;
};

/// `callee(args)`. Sema leaves a Call only for user functions: `target` is set
/// and `args` are in parameter order without names.
class CallExpr : public Expr {
public:
  Expr *callee;
  llvm::MutableArrayRef<Arg> args;
  FnDecl *target = nullptr;
  CallExpr(Span span, Expr *callee, llvm::MutableArrayRef<Arg> args)
      : Expr(Call, span), callee(callee), args(args) {}
  static bool classof(const Expr *e) { return e->kind == Call; }
};

/// `receiver.name(args)`; `tensor.sum(x)` is one too, with the Name `tensor`
/// as receiver, until Sema decides.
class MethodExpr : public Expr {
public:
  Expr *receiver;
  Ident name;
  llvm::MutableArrayRef<Arg> args;
  MethodExpr(Span span, Expr *receiver, Ident name,
             llvm::MutableArrayRef<Arg> args)
      : Expr(Method, span), receiver(receiver), name(name), args(args) {}
  static bool classof(const Expr *e) { return e->kind == Method; }
};

/// `base.name`, `x.T` included.
class FieldExpr : public Expr {
public:
  Expr *base;
  Ident name;
  FieldExpr(Span span, Expr *base, Ident name)
      : Expr(Field, span), base(base), name(name) {}
  static bool classof(const Expr *e) { return e->kind == Field; }
};

/// `base.0`.
class TupleGetExpr : public Expr {
public:
  Expr *base;
  unsigned index;
  TupleGetExpr(Span span, Expr *base, unsigned index)
      : Expr(TupleGet, span), base(base), index(index) {}
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
  SliceRangeExpr(Span span, Expr *base, Expr *lo, Expr *hi)
      : Expr(SliceRange, span), base(base), lo(lo), hi(hi) {}
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
      : Expr(If, span), condition(condition), thenBlock(thenBlock),
        elseBlock(elseBlock) {}
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
  MatchExpr(Span span, Expr *subject, llvm::MutableArrayRef<MatchArm> arms)
      : Expr(Match, span), subject(subject), arms(arms) {}
  static bool classof(const Expr *e) { return e->kind == Match; }
};

/// `grad(f)`, `grad(loss, wrt=[a, b])`.
class GradExpr : public Expr {
public:
  Expr *operand;
  bool hasWrt;
  llvm::ArrayRef<Ident> wrt;
  GradExpr(Span span, Expr *operand, bool hasWrt, llvm::ArrayRef<Ident> wrt)
      : Expr(Grad, span), operand(operand), hasWrt(hasWrt), wrt(wrt) {}
  static bool classof(const Expr *e) { return e->kind == Grad; }
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
  OpExpr(Span span, OpKind op, llvm::MutableArrayRef<Expr *> operands,
         const OpAttrs *attrs = nullptr)
      : Expr(Op, span), op(op), operands(operands), attrs(attrs) {}
  static bool classof(const Expr *e) { return e->kind == Op; }
};

/// Stands where an expression could not be parsed or checked.
class ErrorExpr : public Expr {
public:
  explicit ErrorExpr(Span span) : Expr(Error, span) {}
  static bool classof(const Expr *e) { return e->kind == Error; }
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// `{ ... }`. The value of a block is that of its last statement if it is an
/// ExprStmt; a `;` after it makes no difference.
struct Block {
  llvm::MutableArrayRef<Stmt *> stmts;
  Span span;
};

class Stmt {
public:
  enum Kind : uint8_t {
    Fn,
    Const,
    TypeAlias,
    Import,
    Export,
    Module,
    Let,
    Assign,
    For,
    While,
    Loop,
    Return,
    Break,
    Continue,
    Print,
    Assert,
    Expression
  };
  const Kind kind;
  Span span;

protected:
  Stmt(Kind kind, Span span) : kind(kind), span(span) {}
};

class FnStmt : public Stmt {
public:
  FnDecl *decl;
  FnStmt(Span span, FnDecl *decl) : Stmt(Fn, span), decl(decl) {}
  static bool classof(const Stmt *s) { return s->kind == Fn; }
};

class ConstStmt : public Stmt {
public:
  ConstDecl *decl;
  ConstStmt(Span span, ConstDecl *decl) : Stmt(Const, span), decl(decl) {}
  static bool classof(const Stmt *s) { return s->kind == Const; }
};

class TypeAliasStmt : public Stmt {
public:
  TypeAliasDecl *decl;
  TypeAliasStmt(Span span, TypeAliasDecl *decl)
      : Stmt(TypeAlias, span), decl(decl) {}
  static bool classof(const Stmt *s) { return s->kind == TypeAlias; }
};

/// `import a.b`, `use a::b::{c, d}`.
class ImportStmt : public Stmt {
public:
  llvm::ArrayRef<Ident> path;
  llvm::ArrayRef<Ident> names;
  ImportStmt(Span span, llvm::ArrayRef<Ident> path, llvm::ArrayRef<Ident> names)
      : Stmt(Import, span), path(path), names(names) {}
  static bool classof(const Stmt *s) { return s->kind == Import; }
};

class ExportStmt : public Stmt {
public:
  llvm::ArrayRef<Ident> names;
  ExportStmt(Span span, llvm::ArrayRef<Ident> names)
      : Stmt(Export, span), names(names) {}
  static bool classof(const Stmt *s) { return s->kind == Export; }
};

/// `module a.b { ... }`: transparent. Without braces it only names the file.
class ModuleStmt : public Stmt {
public:
  llvm::ArrayRef<Ident> path;
  /// Null without braces.
  Block *body;
  ModuleStmt(Span span, llvm::ArrayRef<Ident> path, Block *body)
      : Stmt(Module, span), path(path), body(body) {}
  static bool classof(const Stmt *s) { return s->kind == Module; }
};

/// `let x: T = e`, `let (a, b) = e`. With a tuple every name has a VarDecl.
class LetStmt : public Stmt {
public:
  bool isMut;
  bool isTuple;
  llvm::ArrayRef<VarDecl *> vars;
  TypeExpr *annotation;
  Expr *init;
  LetStmt(Span span, bool isMut, bool isTuple, llvm::ArrayRef<VarDecl *> vars,
          TypeExpr *annotation, Expr *init)
      : Stmt(Let, span), isMut(isMut), isTuple(isTuple), vars(vars),
        annotation(annotation), init(init) {}
  static bool classof(const Stmt *s) { return s->kind == Let; }
};

/// `target = value`, `target op= value`. After Sema it is always a plain store
/// to `decl`: `x += e` becomes x = Add(x, e), and `x[i] = e` becomes
/// x = Insert(e into x).
class AssignStmt : public Stmt {
public:
  /// Name, Index or Field expression.
  Expr *target;
  /// The operator of a compound assignment.
  std::optional<BinaryOp> op;
  Span opSpan;
  Expr *value;
  /// Sema: the variable that changes.
  VarDecl *decl = nullptr;
  AssignStmt(Span span, Expr *target, std::optional<BinaryOp> op, Span opSpan,
             Expr *value)
      : Stmt(Assign, span), target(target), op(op), opSpan(opSpan),
        value(value) {}
  static bool classof(const Stmt *s) { return s->kind == Assign; }
};

/// `for v in lo..hi { }` (half open) or `for v in collection { }` (hi null).
class ForStmt : public Stmt {
public:
  VarDecl *var;
  Expr *lo;
  Expr *hi;
  Block *body;
  ForStmt(Span span, VarDecl *var, Expr *lo, Expr *hi, Block *body)
      : Stmt(For, span), var(var), lo(lo), hi(hi), body(body) {}
  static bool classof(const Stmt *s) { return s->kind == For; }
};

class WhileStmt : public Stmt {
public:
  Expr *condition;
  Block *body;
  WhileStmt(Span span, Expr *condition, Block *body)
      : Stmt(While, span), condition(condition), body(body) {}
  static bool classof(const Stmt *s) { return s->kind == While; }
};

class LoopStmt : public Stmt {
public:
  Block *body;
  LoopStmt(Span span, Block *body) : Stmt(Loop, span), body(body) {}
  static bool classof(const Stmt *s) { return s->kind == Loop; }
};

class ReturnStmt : public Stmt {
public:
  /// Null for a bare `return`.
  Expr *value;
  ReturnStmt(Span span, Expr *value) : Stmt(Return, span), value(value) {}
  static bool classof(const Stmt *s) { return s->kind == Return; }
};

class BreakStmt : public Stmt {
public:
  explicit BreakStmt(Span span) : Stmt(Break, span) {}
  static bool classof(const Stmt *s) { return s->kind == Break; }
};

class ContinueStmt : public Stmt {
public:
  explicit ContinueStmt(Span span) : Stmt(Continue, span) {}
  static bool classof(const Stmt *s) { return s->kind == Continue; }
};

class PrintStmt : public Stmt {
public:
  llvm::MutableArrayRef<Expr *> args;
  /// Sema: the format of `mind.print`: `{}` takes the next of `args`, `{{` and
  /// `}}` are literal braces, the newline is included. String arguments are
  /// folded into it, so `args` are then tensors only.
  llvm::StringRef format;
  PrintStmt(Span span, llvm::MutableArrayRef<Expr *> args)
      : Stmt(Print, span), args(args) {}
  static bool classof(const Stmt *s) { return s->kind == Print; }
};

class AssertStmt : public Stmt {
public:
  Expr *condition;
  /// Contents of the message; `hasMessage` tells an empty one from none.
  llvm::StringRef message;
  bool hasMessage;
  AssertStmt(Span span, Expr *condition, llvm::StringRef message,
             bool hasMessage)
      : Stmt(Assert, span), condition(condition), message(message),
        hasMessage(hasMessage) {}
  static bool classof(const Stmt *s) { return s->kind == Assert; }
};

class ExprStmt : public Stmt {
public:
  Expr *expr;
  ExprStmt(Span span, Expr *expr) : Stmt(Expression, span), expr(expr) {}
  static bool classof(const Stmt *s) { return s->kind == Expression; }
};

/// The file. Items and script statements are in source order.
struct Module {
  Context &context;
  Block *body = nullptr;
  explicit Module(Context &context) : context(context) {}
};

/// Writes the tree, one node a line, indented by two spaces.
void dump(const Module &module, llvm::raw_ostream &os);

} // namespace ast
} // namespace mind

#endif // MIND_FRONTEND_AST_H
