//===- Stmt.h - statements and the module -----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_AST_STMT_H
#define MIND_FRONTEND_AST_STMT_H

#include "Mind/Frontend/AST/Expr.h"

namespace mind::ast {

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
  TypeAliasStmt(Span span, TypeAliasDecl *decl) : Stmt(TypeAlias, span), decl(decl) {}
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
  ExportStmt(Span span, llvm::ArrayRef<Ident> names) : Stmt(Export, span), names(names) {}
  static bool classof(const Stmt *s) { return s->kind == Export; }
};

/// `module a.b { ... }`: transparent. Without braces it only names the file.
class ModuleStmt : public Stmt {
public:
  llvm::ArrayRef<Ident> path;
  /// Null without braces.
  Block *body;
  ModuleStmt(Span span, llvm::ArrayRef<Ident> path, Block *body) : Stmt(Module, span), path(path), body(body) {}
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
  LetStmt(Span span, bool isMut, bool isTuple, llvm::ArrayRef<VarDecl *> vars, TypeExpr *annotation, Expr *init)
      : Stmt(Let, span), isMut(isMut), isTuple(isTuple), vars(vars), annotation(annotation), init(init) {}
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
  AssignStmt(Span span, Expr *target, std::optional<BinaryOp> op, Span opSpan, Expr *value)
      : Stmt(Assign, span), target(target), op(op), opSpan(opSpan), value(value) {}
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
  WhileStmt(Span span, Expr *condition, Block *body) : Stmt(While, span), condition(condition), body(body) {}
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
  PrintStmt(Span span, llvm::MutableArrayRef<Expr *> args) : Stmt(Print, span), args(args) {}
  static bool classof(const Stmt *s) { return s->kind == Print; }
};

class AssertStmt : public Stmt {
public:
  Expr *condition;
  /// Contents of the message; `hasMessage` tells an empty one from none.
  llvm::StringRef message;
  bool hasMessage;
  AssertStmt(Span span, Expr *condition, llvm::StringRef message, bool hasMessage)
      : Stmt(Assert, span), condition(condition), message(message), hasMessage(hasMessage) {}
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
  /// Sema: the functions that the source does not write: derivatives, and closures
  /// with their captured variables as first parameters.
  llvm::ArrayRef<FnDecl *> generated;
  /// Sema: whether a function is derived or marked with `@differentiable`.
  bool asksForGradients = false;
  explicit Module(Context &context) : context(context) {}
};

/// Writes the tree, one node a line, indented by two spaces.
void dump(const Module &module, llvm::raw_ostream &os);

} // namespace mind::ast

#endif // MIND_FRONTEND_AST_STMT_H
