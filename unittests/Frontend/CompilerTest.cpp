//===- CompilerTest.cpp - source to modules that verify -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "Mind/Frontend/MLIRGen.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace mind;

namespace {

struct CompilerTest : ::testing::Test {
  CompilerTest() : context(mlir::MLIRContext::Threading::DISABLED), compiler(context) {}

  /// What is wrong with the source or with its module; empty if nothing is.
  std::string compile(llvm::StringRef source) {
    frontend::DiagnosticEngine diagnostics("test.mind", source);
    Compiler::Options options;
    options.verify = true;
    auto module = compiler.compile(diagnostics, options);
    if (module)
      return "";
    std::string text;
    llvm::raw_string_ostream os(text);
    frontend::renderDiagnostics(os, diagnostics, {frontend::DiagnosticFormat::Short, false});
    return text;
  }

  mlir::MLIRContext context;
  Compiler compiler;
};

/// Operations are made without the verifier; it must agree all the same.
TEST_F(CompilerTest, EveryFormVerifies) {
  const char *programs[] = {
      "1 + 2.5",
      "let t = (1, [2.0, 3.0])\nlet (a, b) = t\nb[0] + b[1]\nt.1",
      "fn f(x: Tensor<f32, [N, 3]>) -> (f32, Tensor<f32, [N]>) { (sum(x), mean(x, axis=1)) }\n"
      "let (s, m) = f([[1.0, 2.0, 3.0]])\nm",
      "fn f(c: bool, x: f32) -> f32 { if c { return x }\n if x > 1.0 { x } else { x * 2.0 } }",
      "fn f(c: bool) -> i64 { if c { return 1 } else { return 2 } }",
      "fn f(n: i64) -> i64 { let mut s = 0\n for i in 0..n { if i == 3 { continue }\n if i == 9 { break }\n s += i }\n "
      "s }",
      "fn f(n: i64) -> i64 { let mut k = n\n while k > 1 && k != 7 { k = if k % 2 == 0 { k / 2 } else { 3 * k + 1 } "
      "}\n k }",
      "fn f(n: i64) -> i64 { let mut k = 0\n loop { k += 1\n if k * k > n { return k } } }",
      "fn f(n: i64) -> i64 { let mut k = 0\n loop { k += 1\n if k > n { break } }\n k }",
      "fn f(n: i64) -> i64 { let mut k = 0\n while (if k < n { k += 1\n true } else { false }) { k += 1 }\n k }",
      "fn f(n: i64) -> i64 { match n { 0 => 5, 1 | 2 => { return 9 }, k if k < 0 => -k, _ => n } }",
      "fn f(t: bool, n: i64) -> f32 { match n { 0 => { print(\"a\") }, _ => { print(\"b\") } }\n 1.0 }",
      "fn f(x: Tensor<f32, [3]>, i: i64) -> Tensor<f32, [3]> { let mut y = x\n y[i] = 1.0\n y[1..3] = 0\n y[0] *= 2\n "
      "y }",
      "fn f(x: Tensor<f32, [N, 3]>) -> Tensor<f32, [N, 3]> { softmax(x, axis=1) + log_softmax(x) }",
      "fn f(a: Tensor<i64, [2]>, b: Tensor<bool, [2]>) -> Tensor<i64, [2]> { select(b && !(a > 1), ~a & 3, a << 2) }",
      "fn f(q: Tensor<q16, [2]>) -> Tensor<q16, [2]> { relu(q * 1.5) - abs(q) / 2 }",
      "fn f(x: f32, y: f32) -> Tensor<f32, [2, 2]> { [[x, 1.0], [y, x + y]] }",
      "fn g(x: Tensor<f32, [A, B]>) -> Tensor<f32, [B, A]> { x.T }\n"
      "fn f(x: Tensor<f32, [N, 4]>) -> Tensor<f32, [N, 4]> { g(g(x)) }",
      "fn f(x: Tensor<f32, [1, 8, 8, 3]>, w: Tensor<f32, [3, 3, 3, 4]>) -> Tensor<f32, [1, 4, 4, 4]> "
      "{ relu(conv2d(x, w, strides=[2, 2], padding=\"same\")) }",
      "print(1, \"two\", [3.0])\nprint(\"a {} {{}}\", 4)\nassert 1 < 2, \"order\"\nassert true",
      "fn f(x: f64) -> f64 { x ** 3 + x ** -1 + x ** 0.5 + pow(x, 2) + min(x, 1) }",
      "eye(3) @ arange(3) + linspace(0, 1, 3) + zeros([3]) + full([3], 2)",
      "fn f(x: Tensor<f16, [2]>, y: Tensor<bf16, [2]>) -> Tensor<f32, [2]> { cast<f32>(x) + cast<f32>(y) }",
      "fn f(n: i64) -> i64 { for i in 0..n { for j in 0..i { if j == 2 { return i * j } } }\n 0 }",
      "let mut total = 0\nfor i in 0..3 { total += i }\nif total > 2 { print(total) }\ntotal",
      "fn f(x: Tensor<f32, [6]>) -> f32 { let (a, b) = if x[0] > 0.0 { (x[1], 1.0) } else { (2.0, x[2]) }\n a + b }",
  };
  for (const char *program : programs)
    EXPECT_EQ(compile(program), "") << program;
}

TEST_F(CompilerTest, OneCompilerManyPrograms) {
  EXPECT_EQ(compile("fn f(x: f32) -> f32 { x }"), "");
  EXPECT_NE(compile("let x = unknown"), "");
  EXPECT_EQ(compile("fn f(x: Tensor<f32, [M]>) -> Tensor<f32, [M]> { x }"), "");
}

/// What the checker accepts, the verifier does.
TEST_F(CompilerTest, AcceptedMutantsVerify) {
  test::Mutator mutator(3);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string source = mutator.next(), errors = compile(source);
    accepted += errors.empty();
    ASSERT_EQ(errors.find("E3001"), std::string::npos) << source << '\n' << errors;
  }
  EXPECT_GT(accepted, 300);
}

/// What is long takes no more stack than what is short.
TEST_F(CompilerTest, LongPrograms) {
  std::string source = "let a0 = 1.0\n";
  for (int i = 0; i < 20000; ++i)
    source += "let a" + std::to_string(i + 1) + " = a" + std::to_string(i) + " * 1.5\n";
  EXPECT_EQ(compile(source), "");
  std::string chain = "let x = 1.0\nlet y = x";
  for (int i = 0; i < 2000; ++i)
    chain += " + x";
  EXPECT_EQ(compile(chain), "");
}

} // namespace
