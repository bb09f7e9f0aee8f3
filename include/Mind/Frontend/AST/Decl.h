//===- Decl.h - arena, names and declarations -------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_AST_DECL_H
#define MIND_FRONTEND_AST_DECL_H

#include "Mind/Frontend/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"

#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace mind::sema {
class Type;
} // namespace mind::sema

namespace mind::ast {

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

  template <typename T, typename... Args>
  T *create(Args &&...args) {
    static_assert(std::is_trivially_destructible<T>::value, "arena nodes are never destroyed");
    return new (allocator.Allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
  }

  /// Copies the elements into the arena.
  template <typename T>
  llvm::MutableArrayRef<T> copy(llvm::ArrayRef<T> elements) {
    static_assert(std::is_trivially_copyable<T>::value, "plain data only");
    if (elements.empty())
      return {};
    T *data = static_cast<T *>(allocator.Allocate(sizeof(T) * elements.size(), alignof(T)));
    std::memcpy(static_cast<void *>(data), elements.data(), sizeof(T) * elements.size());
    return {data, elements.size()};
  }

  /// Copies text into the arena.
  llvm::StringRef save(llvm::StringRef text) {
    llvm::MutableArrayRef<char> chars = copy(llvm::ArrayRef<char>(text.data(), text.size()));
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

  Decl(DeclKind kind, unsigned id, Ident name) : kind(kind), id(id), name(name) {}
};

/// `let`, parameter, `for` and pattern variables.
struct VarDecl : Decl {
  /// Written type: always for a parameter, sometimes for a `let`.
  TypeExpr *annotation = nullptr;
  /// Sema: the value that a `let` of one name begins with.
  Expr *init = nullptr;
  /// Sema: a value that `@checkpoint(save=[...])` lists.
  bool isSaved = false;
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
  TypeAliasDecl(unsigned id, Ident name) : Decl(DeclKind::TypeAlias, id, name) {}
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

/// How a function without a body comes from another one.
struct Derivative {
  enum Kind : uint8_t {
    /// The gradients of the only result, a scalar.
    Grad,
    /// The result, then its gradients.
    ValueAndGrad,
    /// The results, then the pullback as a function. Known to Sema and the emitter
    /// only: it is a call of the function that keeps the arguments.
    Vjp,
    /// From the arguments and a cotangent of each result to the cotangents.
    Pullback,
    /// From the arguments and their tangents to the results and their tangents.
    Jvp,
    /// From a value that was computed and variables to the gradients of the value by
    /// these. There is no function `of`.
    Value
  };
  Kind kind;
  FnDecl *of;
  /// Positions of parameters of `of`, in the order of what belongs to them.
  llvm::ArrayRef<int64_t> wrt;
};

/// What `@checkpoint(...)` says.
struct Checkpoint {
  /// nothing, dots or everything.
  llvm::StringRef policy = "nothing";
  /// Names of variables that are kept besides.
  llvm::ArrayRef<llvm::StringRef> saved;
  /// How many states of a loop are kept at a time; 0: not said.
  int64_t segments = 0;
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
  /// Set if and only if `body` is null.
  const Derivative *derivative = nullptr;
  /// The name in the module of what has no name in the source; else empty.
  llvm::StringRef symbol;
  /// Sema: the function of `@custom_grad`.
  FnDecl *customGrad = nullptr;
  /// Sema: the parameters that `@differentiable(wrt=...)` names; else empty.
  llvm::ArrayRef<int64_t> differentiableWrt;
  /// Sema: null without `@checkpoint`, and where its arguments are wrong.
  const Checkpoint *checkpoint = nullptr;
  /// From `fn` to the closing brace, and only the head up to the brace.
  Span span;
  Span headSpan;

  FnDecl(unsigned id, Ident name) : Decl(DeclKind::Fn, id, name) {}
  static bool classof(const Decl *d) { return d->kind == DeclKind::Fn; }
  llvm::StringRef getSymbol() const { return symbol.empty() ? name.name : symbol; }
  const Attribute *findAttribute(llvm::StringRef wanted) const {
    for (const Attribute &attribute : attributes)
      if (attribute.name.name == wanted)
        return &attribute;
    return nullptr;
  }
};

} // namespace mind::ast

#endif // MIND_FRONTEND_AST_DECL_H
