//===- ParserTest.cpp - tokens to the syntax tree -------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Frontend.h"

#include "gtest/gtest.h"

using namespace mind;
using namespace mind::ast;

namespace {

/// An expression with all its brackets.
std::string show(const Expr *expr) {
  if (auto *number = llvm::dyn_cast<IntLitExpr>(expr))
    return std::to_string(number->value);
  if (auto *name = llvm::dyn_cast<NameExpr>(expr))
    return name->name.str();
  if (auto *paren = llvm::dyn_cast<ParenExpr>(expr))
    return show(paren->inner);
  if (auto *unary = llvm::dyn_cast<UnaryExpr>(expr))
    return "(" + getSpelling(unary->op).str() + show(unary->operand) + ")";
  if (auto *binary = llvm::dyn_cast<BinaryExpr>(expr))
    return "(" + show(binary->lhs) + " " + getSpelling(binary->op).str() + " " + show(binary->rhs) + ")";
  if (auto *logical = llvm::dyn_cast<LogicalExpr>(expr))
    return "(" + show(logical->lhs) + (logical->isAnd ? " && " : " || ") + show(logical->rhs) + ")";
  if (auto *cast = llvm::dyn_cast<CastExpr>(expr))
    return "(" + show(cast->operand) + " as T)";
  if (auto *method = llvm::dyn_cast<MethodExpr>(expr))
    return show(method->receiver) + "." + method->name.name.str() + "()";
  if (auto *field = llvm::dyn_cast<FieldExpr>(expr))
    return show(field->base) + "." + field->name.name.str();
  if (auto *index = llvm::dyn_cast<IndexExpr>(expr))
    return show(index->base) + "[" + show(index->indices[0]) + "]";
  if (auto *get = llvm::dyn_cast<TupleGetExpr>(expr))
    return show(get->base) + "." + std::to_string(get->index);
  if (auto *call = llvm::dyn_cast<CallExpr>(expr))
    return show(call->callee) + "()";
  return "?";
}

struct Parsed {
  ast::Context arena;
  frontend::DiagnosticEngine diagnostics;
  Module *module;
  explicit Parsed(llvm::StringRef source) : diagnostics("test.mind", source) {
    module = frontend::parse(arena, diagnostics);
  }
  /// The statements' expressions, or the faults.
  std::string get() {
    if (diagnostics.hasErrors()) {
      std::string faults;
      for (const frontend::Diagnostic &fault : diagnostics.getDiagnostics())
        faults += (faults.empty() ? "" : "; ") + fault.message;
      return faults;
    }
    std::string out;
    for (const Stmt *stmt : module->body->stmts)
      out += (out.empty() ? "" : " ; ") + (llvm::isa<ExprStmt>(stmt)  ? show(llvm::cast<ExprStmt>(stmt)->expr)
                                           : llvm::isa<LetStmt>(stmt) ? "let " + show(llvm::cast<LetStmt>(stmt)->init)
                                                                      : std::string("stmt"));
    return out;
  }
};

std::string parse(llvm::StringRef source) { return Parsed(source).get(); }

TEST(Parser, Precedence) {
  EXPECT_EQ(parse("1 + 2 * 3"), "(1 + (2 * 3))");
  EXPECT_EQ(parse("-2 ** 2"), "(-(2 ** 2))");
  EXPECT_EQ(parse("2 ** 3 ** 2"), "(2 ** (3 ** 2))");
  EXPECT_EQ(parse("x ** -1"), "(x ** (-1))");
  EXPECT_EQ(parse("-a * b"), "((-a) * b)");
  EXPECT_EQ(parse("a + b as f32"), "(a + (b as T))");
  EXPECT_EQ(parse("-a as f32"), "((-a) as T)");
  EXPECT_EQ(parse("a .+ b @ c"), "(a .+ (b @ c))");
  EXPECT_EQ(parse("a .* b @ c"), "((a .* b) @ c)");
  EXPECT_EQ(parse("a + b << 2"), "(a + (b << 2))");
  EXPECT_EQ(parse("a < b && c == d || e"), "(((a < b) && (c == d)) || e)");
  EXPECT_EQ(parse("a - b - c"), "((a - b) - c)");
  EXPECT_EQ(parse("!a && ~b"), "((!a) && (~b))");
}

TEST(Parser, Postfix) {
  EXPECT_EQ(parse("x.T.sum()[0]"), "x.T.sum()[0]");
  EXPECT_EQ(parse("t.0.1"), "t.0.1");
  EXPECT_EQ(parse("f(x)(y)"), "f()()");
  EXPECT_EQ(parse("-x.T"), "(-x.T)");
}

TEST(Parser, Lines) {
  // An operator at the beginning of a line goes on with the line before.
  EXPECT_EQ(parse("a\n+ b"), "(a + b)");
  EXPECT_EQ(parse("a\n- b"), "(a - b)");
  EXPECT_EQ(parse("x\n.sum()"), "x.sum()");
  // A bracket does not.
  EXPECT_EQ(parse("a\n(b)"), "a ; b");
  EXPECT_EQ(parse("a\n[0]"), "a ; ?");
  // Separators may be left out.
  EXPECT_EQ(parse("let x = a let y = b c"), "let a ; let b ; c");
  EXPECT_EQ(parse("a; b;; c"), "a ; b ; c");
}

TEST(Parser, AtBeginsAnAttributeOrIsAProduct) {
  EXPECT_EQ(parse("a @ b"), "(a @ b)");
  EXPECT_EQ(parse("(a\n@ b)"), "(a @ b)");
  Parsed attributed("let y = a\n@differentiable\nfn f() { }");
  ASSERT_EQ(attributed.get(), "let a ; stmt");
  auto *fn = llvm::cast<FnStmt>(attributed.module->body->stmts[1])->decl;
  ASSERT_EQ(fn->attributes.size(), 1u);
  EXPECT_EQ(fn->attributes[0].name.name, "differentiable");
  Parsed hash("#[target(cpu)]\n#[reap_threshold(x = -0.5)]\npub fn f() { }");
  EXPECT_EQ(hash.get(), "stmt");
}

TEST(Parser, StructLiteralsAndBlocks) {
  EXPECT_EQ(parse("if x { }"), "?");
  EXPECT_EQ(parse("while a < b { }"), "stmt");
  EXPECT_EQ(parse("let p = Point { x: 1 }"), "let ?");
}

TEST(Parser, Faults) {
  EXPECT_EQ(parse("let fn = 1"), "`fn` is a keyword and cannot name a variable");
  EXPECT_EQ(parse("(1 + 2"), "expected `)`, found end of file");
  EXPECT_EQ(parse("let x 1"), "expected `=` in a `let`, found an integer");
  EXPECT_EQ(parse("if a = b { }"), "expected `{` to begin the block of an `if`, found `=`");
  EXPECT_EQ(parse("1 = 2"), "this cannot be assigned to");
  EXPECT_EQ(parse("}"), "this `}` closes nothing");
  EXPECT_EQ(parse(""), "the source is empty");
  EXPECT_EQ(parse("// only a comment"), "the source is empty");
  EXPECT_EQ(parse("@differentiable let x = 1"), "an attribute stands before a function, found `let`");
  EXPECT_EQ(parse("struct P { x: f32 }"), "structs are not part of this version of MIND");
  EXPECT_EQ(parse("trait T { fn f() }\nlet x = 1"), "traits are not part of this version of MIND");
  EXPECT_EQ(parse("let f = || x"), "expected an expression, found `||`");
}

/// After a fault the next statement is read as if nothing had been.
TEST(Parser, Recovery) {
  EXPECT_EQ(parse("let x = )\nlet fn = 2\nlet y = 3\nlet z = ]"),
            "expected an expression, found `)`; `fn` is a keyword and cannot name a variable; "
            "expected an expression, found `]`");
  EXPECT_EQ(parse("fn f( { }\nfn g() { let a = }\nlet x = 1"),
            "expected the name of a parameter, found `{`; expected an expression, found `}`");
}

/// What is not part of the language is named and skipped whole, one after another.
TEST(Parser, Unsupported) {
  EXPECT_EQ(parse("impl A { fn b(self) { } }\nextern \"C\" { fn d(); }\nregion r { 1 }\nregion { 1 }\ninvariant x > 1\n"
                  "enum E { A, B(i64) }\nlet x = )"),
            "methods of types are not part of this version of MIND; extern functions are not part of this version of "
            "MIND; regions are not part of this version of MIND; regions are not part of this version of MIND; "
            "invariants are not part of this version of MIND; enums are not part of this version of MIND; "
            "expected an expression, found `)`");
}

/// A fault of one statement neither hides one of the next nor causes others.
TEST(Parser, OneFaultEach) {
  EXPECT_EQ(parse("fn f() { let a = ) }\nx = ]\ny = 1"),
            "expected an expression, found `)`; expected an expression, found `]`");
  EXPECT_EQ(parse("while { 1 }\nif { 2 }"), "expected an expression before the block, found `{`; "
                                            "expected an expression before the block, found `{`");
  EXPECT_EQ(parse("f(1,\n  2 3)\nlet y = 1"), "expected `,` or `)` in the list of arguments, found an integer");
  EXPECT_EQ(parse("let a = [1, +* 2,\n  3]"), "expected an expression, found `+`");
  EXPECT_EQ(parse("for i in 0..10 print(i)\nlet y = 1"), "expected `{` to begin the body of a `for`, found `print`");
}

/// Where a fault is silent because its place was reported, the parser goes on.
TEST(Parser, RecoveryInMatch) {
  EXPECT_EQ(parse("match k { a if a > 5 fn a, _ => 0 }"), "expected `=>` after a pattern, found `fn`");
  EXPECT_EQ(parse("match k { fn fn fn"),
            "expected a pattern, found `fn`; expected `}` after the arms of a `match`, found end of file");
}

TEST(Parser, Limits) {
  auto first = [](const std::string &source) { return parse(source).substr(0, 36); };
  EXPECT_EQ(first(std::string(100000, '(') + "1"), "the nesting is deeper than 256 level");
  EXPECT_EQ(first(std::string(100000, '-') + "1"), "the nesting is deeper than 256 level");
  EXPECT_EQ(first(std::string(100000, '[')), "the nesting is deeper than 256 level");
  std::string chain = "x";
  for (int i = 0; i < 100000; ++i)
    chain += " + x";
  EXPECT_EQ(first(chain), "this expression is a chain of more t");
  chain = "x";
  for (int i = 0; i < 100000; ++i)
    chain += ".a";
  EXPECT_EQ(first(chain), "this expression is a chain of more t");
  std::string long_ = "1";
  for (int i = 0; i < 1000; ++i)
    long_ += " + 1";
  EXPECT_NE(first(long_), "this expression is a chain of more t");
}

} // namespace
