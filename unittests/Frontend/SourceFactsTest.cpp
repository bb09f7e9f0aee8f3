//===- SourceFactsTest.cpp - what the checker notes for editors -----------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/Library.h"
#include "Mind/Frontend/SourceFacts.h"

#include "gtest/gtest.h"

using namespace mind;

namespace {

/// A program, checked with its facts; faults of the parser do not stop the check.
struct Checked {
  std::string source;
  ast::Context arena;
  sema::SourceFacts facts;
  bool parsed = false;

  explicit Checked(std::string text) : source(std::move(text)) {
    frontend::DiagnosticEngine diagnostics("facts.mind", source);
    ast::Module *module = frontend::parse(arena, diagnostics);
    parsed = !diagnostics.hasErrors();
    frontend::DiagnosticEngine own("facts.mind", source);
    sema::check(*module, own, facts);
  }
  llvm::StringRef text(frontend::Span span) const { return llvm::StringRef(source).slice(span.begin, span.end); }
  /// The offsets of uses of `name`, each once, in order.
  std::vector<uint32_t> usesOf(llvm::StringRef name) const {
    std::vector<uint32_t> offsets;
    for (const auto &use : facts.uses)
      if (use.decl->name.name == name)
        offsets.push_back(use.span.begin);
    std::sort(offsets.begin(), offsets.end());
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    return offsets;
  }
  std::string typeOf(llvm::StringRef expression) const {
    for (const auto &value : facts.values)
      if (text(value.span) == expression)
        return sema::toString(*value.type);
    return "";
  }
};

TEST(SourceFacts, UsesStandAtTheirNames) {
  Checked program("const K = 2\ntype Row = Tensor<f32, [N]>\n"
                  "@custom_grad(g)\nfn f(x: Row) -> f32 { sum(x[0..K]) }\n"
                  "fn g(x: Row, up: f32) -> Row { x * up }\n"
                  "fn h(x: Row) -> f32 { let mut y = x; y = y + x; y[0] += 1.0; f(x=y) + y.f() }\n"
                  "export { f }\nlet d = grad(f, wrt=[x])\n");
  ASSERT_TRUE(program.parsed);
  for (const auto &use : program.facts.uses)
    EXPECT_EQ(program.text(use.span), use.decl->name.name);
  // @custom_grad(g).
  EXPECT_EQ(program.usesOf("g").size(), 1u);
  // Two calls, export, grad.
  EXPECT_EQ(program.usesOf("f").size(), 4u);
  EXPECT_EQ(program.usesOf("K").size(), 1u);
  EXPECT_EQ(program.usesOf("Row").size(), 4u);
  // y = y, y[0], f(x=y), y.f().
  EXPECT_EQ(program.usesOf("y").size(), 5u);
}

TEST(SourceFacts, TypesOfExpressionsAsWritten) {
  Checked program("fn f(x: Tensor<f32, [N, 3]>, w: Tensor<f32, [3, 4]>) -> f32 {\n"
                  "    let h = relu(x @ w + 1)\n    let n = 3\n    sum(h.T) * 2\n}\n");
  EXPECT_EQ(program.typeOf("x @ w"), "Tensor<f32, [N, 4]>");
  EXPECT_EQ(program.typeOf("h.T"), "Tensor<f32, [4, N]>");
  // The types of literals are decided by what follows.
  EXPECT_EQ(program.typeOf("2"), "f32");
  EXPECT_EQ(program.typeOf("3"), "i64");
  ASSERT_EQ(program.facts.dims.size(), 1u);
  EXPECT_EQ(program.text(program.facts.dims[0].span), "N");
  EXPECT_EQ(program.facts.dims[0].owner->name.name, "f");
}

TEST(SourceFacts, NamesAreVisibleInTheirBlock) {
  Checked program("fn f(a: i64) -> i64 {\n    for i in 0..a { let b = i; print(b) }\n    a\n}\nlet c = f(1)\n");
  std::string seen;
  for (const auto &binding : program.facts.bindings) {
    size_t end = std::min<size_t>(binding.visible.end, program.source.size());
    seen += binding.decl->name.name.str() + ":" +
            std::to_string(llvm::StringRef(program.source).take_front(end).count('\n')) + " ";
  }
  // The line on which each ceases to be visible.
  EXPECT_EQ(seen, "f:5 a:3 i:1 b:1 c:5 ");
}

TEST(SourceFacts, BrokenSourcesAreCheckedAsFarAsTheyGo) {
  Checked program("fn f(x: Tensor<f32, [N]>) -> f32 {\n    let y = x +\n    let z = sum(x)\n    z +\n}\n");
  EXPECT_FALSE(program.parsed);
  EXPECT_EQ(program.typeOf("sum(x)"), "f32");

  test::Mutator mutator(11);
  for (int round = 0; round < 4000; ++round) {
    Checked mutant(mutator.next());
    for (const auto &value : mutant.facts.values)
      ASSERT_NE(value.type, nullptr) << mutant.source;
    for (const auto &use : mutant.facts.uses)
      ASSERT_LE(use.span.end, mutant.source.size()) << mutant.source;
  }
}

TEST(Library, IsTheCheckersTable) {
  const sema::LibraryFunction *sum = sema::findLibraryFunction("sum");
  ASSERT_NE(sum, nullptr);
  ASSERT_EQ(sum->params.size(), 3u);
  EXPECT_EQ(sum->params[0].names[0], "x");
  EXPECT_FALSE(sum->params[0].isOptional);
  EXPECT_EQ(sum->params[1].names[1], "axis");
  EXPECT_TRUE(sum->params[1].isOptional);
  ASSERT_NE(sema::findLibraryFunction("grad"), nullptr);
  EXPECT_EQ(sema::findLibraryFunction("nothing"), nullptr);
  for (const sema::LibraryFunction &function : sema::getLibrary()) {
    EXPECT_FALSE(function.summary.empty()) << function.name.str();
    EXPECT_FALSE(function.params.empty()) << function.name.str();
  }
}

} // namespace
