//===- SemaTest.cpp - types and shapes of programs ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs with what the checker says of them: "ok", or each error as its code and
// the text that it points at. In a program that is right, the type of the last
// expression.
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/Types.h"

#include "gtest/gtest.h"

using namespace mind;

namespace {

struct Checked {
  std::string errors;
  std::string details;
  std::string type;
};

Checked check(llvm::StringRef source) {
  frontend::DiagnosticEngine diagnostics("test.mind", source);
  ast::Context arena;
  ast::Module *module = frontend::parse(arena, diagnostics);
  bool ok = !diagnostics.hasErrors() && sema::check(*module, diagnostics);
  Checked result;
  for (const frontend::Diagnostic &fault : diagnostics.getDiagnostics()) {
    if (fault.severity != frontend::Severity::Error)
      continue;
    result.errors +=
        (result.errors.empty() ? "" : "; ") + fault.code + " " + source.slice(fault.span.begin, fault.span.end).str();
    result.details += fault.detail;
  }
  if (ok) {
    result.errors = "ok";
    if (!module->body->stmts.empty())
      if (auto *last = llvm::dyn_cast<ast::ExprStmt>(module->body->stmts.back()))
        result.type = sema::toString(*last->expr->type);
  }
  return result;
}

std::string typeOf(llvm::StringRef source) {
  Checked checked = check(source);
  return checked.errors == "ok" ? checked.type : checked.errors;
}

std::string errorsOf(llvm::StringRef source) { return check(source).errors; }

/// A function with these parameters around an expression.
std::string inFunction(std::string params, std::string expr, std::string result = "") {
  return "fn f(" + params + ")" + (result.empty() ? "" : " -> " + result) + " { " + (result.empty() ? "let r = " : "") +
         expr + " }";
}

TEST(Sema, Literals) {
  EXPECT_EQ(typeOf("1 + 2 * 3"), "i64");
  EXPECT_EQ(typeOf("1.5"), "f64");
  EXPECT_EQ(typeOf("[1.0, 2.0]"), "Tensor<f32, [2]>");
  EXPECT_EQ(typeOf("[1, 2]"), "Tensor<i64, [2]>");
  EXPECT_EQ(typeOf("[[1, 2], [3, 4.5]]"), "Tensor<f32, [2, 2]>");
  EXPECT_EQ(typeOf("[true, false]"), "Tensor<bool, [2]>");
  EXPECT_EQ(typeOf("[]"), "Tensor<f32, [0]>");
  EXPECT_EQ(typeOf("-2 ** 2"), "i64");
  EXPECT_EQ(typeOf("2 ** 3 ** 2"), "i64");
  EXPECT_EQ(typeOf("1 < 2"), "bool");
  EXPECT_EQ(typeOf("7i32"), "i32");
  EXPECT_EQ(typeOf("exp(1)"), "f64");
  EXPECT_EQ(errorsOf("[[1.0, 2.0], [3.0]]"), "E2102 [3.0]");
  EXPECT_EQ(errorsOf("[1, [2]]"), "E2102 [2]");
  EXPECT_EQ(errorsOf("let x: i32 = 3000000000"), "E2004 3000000000");
  EXPECT_EQ(errorsOf("let x: i32 = -2147483648"), "ok");
  EXPECT_EQ(errorsOf("let x: i32 = 0xFFFFFFFF"), "ok");
}

/// The type of a literal is decided by what the whole body does with it.
TEST(Sema, LiteralsAreUnified) {
  EXPECT_EQ(errorsOf(inFunction("v: Tensor<f32, [N]>", "let a = 1.0; v * a", "Tensor<f32, [N]>")), "ok");
  EXPECT_EQ(typeOf("let a = 1\nlet b: f32 = a\na"), "f32");
  EXPECT_EQ(typeOf("let a = [1, 2]\nlet b = a + 0.5\na"), "Tensor<f32, [2]>");
  EXPECT_EQ(errorsOf("let a = 1.5\nlet b: i64 = a"), "E2015 a");
  EXPECT_EQ(errorsOf(inFunction("n: i64", "n + 1.5")), "E2013 n + 1.5");
  EXPECT_EQ(errorsOf(inFunction("n: i64, x: f64", "n + x")), "E2013 n + x");
  EXPECT_EQ(errorsOf(inFunction("q: q16", "q * 2 + 0.5")), "ok");
}

TEST(Sema, TensorSpellings) {
  for (const char *type : {"Tensor[f32,(2,3)]", "tensor<f32[2, 3]>", "diff tensor<f32[2, 3]>", "Tensor<f32, [2, 3]>",
                           "Tensor<f32, 2, 3>", "Tensor<[2, 3], f32>", "Tensor<f32>[2, 3]", "tensor<F32[2, 3,]>"})
    EXPECT_EQ(typeOf("let x: " + std::string(type) + " = 0\nx"), "Tensor<f32, [2, 3]>") << type;
  EXPECT_EQ(typeOf("let x: Tensor<f32> = 0\nx"), "f32");
  EXPECT_EQ(errorsOf("let x: Tensor = 0"), "E2001 Tensor");
  EXPECT_EQ(errorsOf("let x: Tensor<f32, [2, 3], col> = 0"), "E2001 col");
  EXPECT_EQ(errorsOf("let x: Tensor<u8, [2]> = 0"), "E2001 u8");
  EXPECT_EQ(errorsOf("let x: tensor<sparse[csr], f32[2, 3]> = 0"), "E2001 csr");
}

TEST(Sema, Broadcasting) {
  EXPECT_EQ(typeOf("let x: Tensor[f32,(2,3)] = 0; x + 1"), "Tensor<f32, [2, 3]>");
  EXPECT_EQ(typeOf("let a: Tensor[f32,(2,1,3)] = 0; let b: Tensor[f32,(1,4,3)] = 0; a + b"), "Tensor<f32, [2, 4, 3]>");
  EXPECT_EQ(errorsOf(inFunction("x: Tensor<f32, [2, 3]>, y: Tensor<f32, [4, 3]>", "x + y")), "E2101 x + y");
  EXPECT_EQ(errorsOf(inFunction("x: Tensor<f32, [2, 3]>, y: Tensor<f32, [2]>", "x + y")), "E2101 x + y");
  EXPECT_EQ(errorsOf(inFunction("x: Tensor<f32, [B, 3]>, y: Tensor<f32, [B, 1]>", "x + y", "Tensor<f32, [B, 3]>")),
            "ok");
  EXPECT_EQ(errorsOf(inFunction("x: Tensor<f32, [B]>, y: Tensor<f32, [C]>", "x * y")), "E2101 x * y");
  EXPECT_EQ(errorsOf(inFunction("x: Tensor<f32, [3]>, y: Tensor<i32, [3]>", "x + y")), "E2001 x + y");
  EXPECT_EQ(errorsOf("let m: Tensor<f32, [2,3]> = 0; let s: f32 = 2.0; m * s"), "ok");
}

TEST(Sema, MatrixProducts) {
  auto product = [](const char *a, const char *b, const char *call) {
    return check("let a: Tensor<f32, [" + std::string(a) + "]> = 0\nlet b: Tensor<f32, [" + b + "]> = 0\n" + call);
  };
  EXPECT_EQ(product("2, 3", "5, 4", "tensor.matmul(a, b)").errors, "E2102 tensor.matmul(a, b)");
  EXPECT_EQ(product("2, 3", "5, 4", "tensor.matmul(a, b)").details, "E2103");
  EXPECT_EQ(product("2, 3", "3", "matmul(a, b)").errors, "E2102 matmul(a, b)");
  EXPECT_EQ(product("2, 3", "3", "a @ b").type, "Tensor<f32, [2]>");
  EXPECT_EQ(product("3", "3, 4", "a @ b").type, "Tensor<f32, [4]>");
  EXPECT_EQ(product("2, 3, 4", "4, 5", "matmul(a, b)").type, "Tensor<f32, [2, 3, 5]>");
  EXPECT_EQ(product("B, 3", "3, 4", "a @ b").type, "Tensor<f32, [B, 4]>");
  EXPECT_EQ(product("B, 3", "K, 4", "a @ b").errors, "E2102 a @ b");
  EXPECT_EQ(product("3", "3", "dot(a, b)").type, "f32");
  EXPECT_EQ(product("batch, 784", "512, 10", "matmul(a, b)").errors, "E2102 matmul(a, b)");
}

TEST(Sema, Reductions) {
  auto reduce = [](const char *call) { return typeOf("let x: Tensor<f32, [2, 3]> = 1\n" + std::string(call)); };
  EXPECT_EQ(reduce("tensor.sum(x)"), "f32");
  EXPECT_EQ(reduce("tensor.mean(x, axes=[1], keepdims=true)"), "Tensor<f32, [2, 1]>");
  EXPECT_EQ(reduce("sum(x, 1)"), "Tensor<f32, [2]>");
  EXPECT_EQ(reduce("x.sum(axis: -2)"), "Tensor<f32, [3]>");
  EXPECT_EQ(reduce("sum(x, axes=[2])"), "E2102 2");
  EXPECT_EQ(reduce("sum(x, axes=[0,-2])"), "E2102 [0,-2]");
  EXPECT_EQ(reduce("argmax(x, axis=1)"), "Tensor<i64, [2]>");
  EXPECT_EQ(reduce("argmax(x)"), "i64");
  EXPECT_EQ(reduce("softmax(x, axis=1)"), "Tensor<f32, [2, 3]>");
  EXPECT_EQ(reduce("max(x, axis=0)"), "Tensor<f32, [3]>");
  EXPECT_EQ(reduce("min(x)"), "f32");
  EXPECT_EQ(reduce("max(x, 0.0)"), "Tensor<f32, [2, 3]>");
  EXPECT_EQ(errorsOf(inFunction("x: Tensor<i64, [3]>", "mean(x)")), "E2001 x");
}

TEST(Sema, Movement) {
  auto with = [](const char *shape, const char *call) {
    return typeOf("let x: Tensor<f32, [" + std::string(shape) + "]> = 0\n" + call);
  };
  EXPECT_EQ(with("2, 3", "reshape(x, (3, 2))"), "Tensor<f32, [3, 2]>");
  EXPECT_EQ(with("2, 3", "x.reshape([6])"), "Tensor<f32, [6]>");
  EXPECT_EQ(with("2, 3", "reshape(x, [-1, 2])"), "Tensor<f32, [3, 2]>");
  EXPECT_EQ(with("2, 3", "reshape(x, (4, 2))"), "E2102 reshape(x, (4, 2))");
  EXPECT_EQ(with("batch, 6", "reshape(x, (batch, 2, 3))"), "Tensor<f32, [batch, 2, 3]>");
  EXPECT_EQ(with("2, 3, 4", "transpose(x)"), "Tensor<f32, [4, 3, 2]>");
  EXPECT_EQ(with("2, 3, 4", "x.T"), "Tensor<f32, [4, 3, 2]>");
  EXPECT_EQ(with("2, 3, 4", "transpose(x, axes=[2,0,1])"), "Tensor<f32, [4, 2, 3]>");
  EXPECT_EQ(with("2, 3, 4", "transpose(x, [0,0,1])"), "E2102 [0,0,1]");
  EXPECT_EQ(with("3, 4", "expand_dims(x, axis=-1)"), "Tensor<f32, [3, 4, 1]>");
  EXPECT_EQ(with("3, 4", "expand_dims(x, axis=3)"), "E2102 3");
  EXPECT_EQ(with("1, 3, 1", "squeeze(x)"), "Tensor<f32, [3]>");
  EXPECT_EQ(with("1, 3, 1", "squeeze(x, axes=[1])"), "E2102 squeeze(x, axes=[1])");
  EXPECT_EQ(with("2, 3", "x.flatten()"), "Tensor<f32, [6]>");
  EXPECT_EQ(with("3", "broadcast_to(x, [2, 3])"), "Tensor<f32, [2, 3]>");
  Checked runtime = check(inFunction("x: Tensor<f32, [2, 3]>, n: i64", "reshape(x, (n, 2))"));
  EXPECT_EQ(runtime.errors, "E2102 n");
  EXPECT_EQ(runtime.details, "shape::reshape_runtime_dim");
}

TEST(Sema, Selection) {
  auto with = [](const char *shape, const char *call) {
    return typeOf("let x: Tensor<f32, [" + std::string(shape) + "]> = 0\n" + call);
  };
  EXPECT_EQ(with("2, 5", "index(x, axis=1, i=0)"), "Tensor<f32, [2]>");
  EXPECT_EQ(with("2, 5", "index(x, axis=2, i=0)"), "E2102 2");
  EXPECT_EQ(with("2, 5", "index(x, axis=1, i=5)"), "E2102 index(x, axis=1, i=5)");
  EXPECT_EQ(with("2, 5", "x[1]"), "Tensor<f32, [5]>");
  EXPECT_EQ(with("2, 5", "x[1, -1]"), "f32");
  EXPECT_EQ(with("2, 5", "x[2]"), "E2102 2");
  EXPECT_EQ(with("2, 5", "x[0, 0, 0]"), "E2102 x[0, 0, 0]");
  EXPECT_EQ(with("6", "x[1..4]"), "Tensor<f32, [3]>");
  EXPECT_EQ(with("6", "x[..2]"), "Tensor<f32, [2]>");
  EXPECT_EQ(with("B", "x[..2]"), "Tensor<f32, [_slice_B_0_2_1]>");
  EXPECT_EQ(with("3, 6", "slice(x, axis=1, start=1, end=4)"), "Tensor<f32, [3, 3]>");
  EXPECT_EQ(with("3, 6", "slice(x, axis=1, start=1, end=7)"), "E2102 slice(x, axis=1, start=1, end=7)");
  EXPECT_EQ(with("2, 10", "slice_stride(x, axis=1, start=0, end=10, step=2)"), "Tensor<f32, [2, 5]>");
  EXPECT_EQ(with("2, 10", "tensor.slice_stride(x, axis=1, start=0, end=10, step=0)").substr(0, 5), "E2102");
  EXPECT_EQ(with("3, 4", "gather(x, axis=1, idx=[0i32, 1i32])"), "Tensor<f32, [3, 2]>");
  EXPECT_EQ(with("3, 4", "gather(x, axis=1, idx=[0.5])"), "E2001 [0.5]");
  EXPECT_EQ(with("3", "select(x > 0.0, x, 0.0)"), "Tensor<f32, [3]>");
}

TEST(Sema, Convolution) {
  auto conv = [](const char *input, const char *filter, const char *rest) {
    return typeOf("let x: Tensor<f32, [" + std::string(input) + "]> = 0\nlet w: Tensor<f32, [" + filter +
                  "]> = 0\nconv2d(x, w" + rest + ")");
  };
  EXPECT_EQ(conv("1, 5, 5, 3", "3, 3, 3, 2", ""), "Tensor<f32, [1, 3, 3, 2]>");
  EXPECT_EQ(conv("1, 5, 5, 3", "3, 3, 3, 2", ", padding=\"same\""), "Tensor<f32, [1, 5, 5, 2]>");
  EXPECT_EQ(conv("1, 5, 5, 3", "3, 3, 3, 2", ", strides=[1,1], padding=Custom([[2,2],[3,3]])"),
            "Tensor<f32, [1, 7, 9, 2]>");
  EXPECT_EQ(conv("N, H, W, C", "3, 3, C, F", ", stride_h=2, stride_w=2, padding=\"same\""),
            "Tensor<f32, [N, _conv_H_3_2_same, _conv_W_3_2_same, F]>");
  EXPECT_EQ(conv("1, 2, 2, 2", "1, 1, 3, 1", ""), "E2102 conv2d(x, w)");
  EXPECT_EQ(conv("1, 5, 5, 3", "3, 3, 3, 2", ", [0, 1]"), "E2102 conv2d(x, w, [0, 1])");
}

TEST(Sema, Creation) {
  EXPECT_EQ(typeOf("zeros([2, 3])"), "Tensor<f32, [2, 3]>");
  EXPECT_EQ(typeOf("tensor.zeros(f32, (2,3))"), "Tensor<f32, [2, 3]>");
  EXPECT_EQ(typeOf("ones([2], i32)"), "Tensor<i32, [2]>");
  EXPECT_EQ(typeOf("full([2], 0.5)"), "Tensor<f32, [2]>");
  EXPECT_EQ(typeOf("eye(3)"), "Tensor<f32, [3, 3]>");
  EXPECT_EQ(typeOf("const N = 4\narange(N)"), "Tensor<i64, [4]>");
  EXPECT_EQ(typeOf("arange(0, 1, 0.25)"), "Tensor<f32, [4]>");
  EXPECT_EQ(typeOf("linspace(0, 1, 5)"), "Tensor<f32, [5]>");
  EXPECT_EQ(typeOf("arange(10000000000)"), "E2104 arange(10000000000)");
  EXPECT_EQ(errorsOf("let x: Tensor<f32, [1099511627776]> = 0"), "E2104 Tensor<f32, [1099511627776]>");
  EXPECT_EQ(errorsOf("zeros([1099511627776])"), "E2104 zeros([1099511627776])");
}

TEST(Sema, Annotations) {
  auto bind = [](const char *param) {
    return check("fn f(y: " + std::string(param) + ") { let x: Tensor<f32,[4,16]> = y }");
  };
  EXPECT_EQ(bind("Tensor<f32, [4, 8]>").errors, "E2102 y");
  EXPECT_EQ(bind("Tensor<f32, [4, 8]>").details, "shape::dim_mismatch");
  EXPECT_EQ(bind("Tensor<f32, [4, 8, 2]>").details, "shape::rank_mismatch");
  EXPECT_EQ(bind("Tensor<q16, [4, 16]>").errors, "E2001 y");
  EXPECT_EQ(bind("Tensor<q16, [4, 16]>").details, "shape::dtype_mismatch");
  // A name that is new stands for the extent that is found.
  EXPECT_EQ(typeOf("let x: Tensor<f32, [N, 3]> = zeros([5, 3])\nx"), "Tensor<f32, [5, 3]>");
  EXPECT_EQ(typeOf("let x: tensor<f32[2,3]> = [1, 2, 3, 4, 5, 6]\nx"), "Tensor<f32, [2, 3]>");
}

TEST(Sema, Calls) {
  const std::string f = "fn f(a: Tensor<f32,[N,K]>, b: Tensor<f32,[N,M]>) -> Tensor<f32, [K, M]> { a.T @ b }\n";
  EXPECT_EQ(typeOf(f + "f(zeros([4, 8]), zeros([4, 16]))"), "Tensor<f32, [8, 16]>");
  Checked conflict = check(f + "f(zeros([4, 8]), zeros([8, 16]))");
  EXPECT_EQ(conflict.errors, "E2102 zeros([8, 16])");
  EXPECT_EQ(conflict.details, "shape::symbolic_conflict");
  EXPECT_EQ(errorsOf(f + "f(zeros([4, 8]))"), "E2005 f(zeros([4, 8]))");
  EXPECT_EQ(typeOf(f + "f(b=zeros([4, 16]), a=zeros([4, 8]))"), "Tensor<f32, [8, 16]>");
  EXPECT_EQ(errorsOf(f + "f(zeros([4, 8]), c=zeros([4, 16]))"), "E2005 c");
  EXPECT_EQ(errorsOf("fn g(x: f32) -> f32 { x }\nlet n: i64 = 1\ng(n)"), "E2027 n");
  EXPECT_EQ(errorsOf("fn g(x: i32) -> i32 { x }\nlet n: i64 = 1\ng(n)"), "E2004 n");
  EXPECT_EQ(typeOf("fn g(x: f32) -> f32 { h(x) }\nfn h(x: f32) -> f32 { x }\ng(1)"), "f32");
  EXPECT_EQ(errorsOf("sum([1.0], axsi=1)"), "E2005 axsi");
  EXPECT_EQ(errorsOf("sum()"), "E2005 sum()");
  // The user's function wins.
  EXPECT_EQ(typeOf("fn relu(x: i64) -> i64 { x }\nrelu(3)"), "i64");
}

TEST(Sema, Names) {
  EXPECT_EQ(errorsOf("let value = 1\nprint(valeu)"), "E2002 valeu");
  EXPECT_EQ(errorsOf("sofmax([1.0])"), "E2003 sofmax");
  EXPECT_EQ(errorsOf("count = 1"), "E2009 count");
  EXPECT_EQ(errorsOf("let f = exp"), "E2012 exp");
  EXPECT_EQ(errorsOf("let x = 1\nx(2)"), "E2012 x");
  EXPECT_EQ(errorsOf("fn __mind_f() { }"), "E2023 __mind_f");
  EXPECT_EQ(errorsOf("fn f32(x: f64) -> f64 { x }"), "E2025 f32");
  EXPECT_EQ(errorsOf("fn sqrt(x: f64) -> f64 { x }"), "E2031 sqrt");
  EXPECT_EQ(errorsOf("fn f() { }\nfn f() { }"), "E2001 f");
  EXPECT_EQ(errorsOf("import std.tensor\nuse math::exp"), "ok");
  EXPECT_EQ(errorsOf("import other.thing"), "E2007 import other.thing");
  EXPECT_EQ(errorsOf("const A = B\nconst B = A\nlet x = A").substr(0, 5), "E2002");
  EXPECT_EQ(errorsOf("const A = f()\nfn f() -> i64 { 1 }"), "E2001 f()");
  EXPECT_EQ(typeOf("const A = [1.0, 2.0]\nconst B = sum(A) * 2.0\nB"), "f32");
  EXPECT_EQ(errorsOf("const A = A\nlet x = A + 1"), "E2002 A");
  EXPECT_EQ(errorsOf("export { f }\nfn g() { }"), "E2003 f");
}

TEST(Sema, Types) {
  EXPECT_EQ(errorsOf("fn f(x: u8) { }"), "E2001 u8");
  EXPECT_EQ(typeOf("type Row = Tensor<f32, [3]>\nlet x: Row = 0\nx"), "Tensor<f32, [3]>");
  EXPECT_EQ(errorsOf("type A = A\nlet x: A = 0").substr(0, 5), "E2001");
  EXPECT_EQ(errorsOf("fn f(x: Tensor<f32, [N]>) -> Tensor<f32, [M]> { x }"), "E2102 M");
  EXPECT_EQ(errorsOf("fn f(x: f32) -> bool { x as bool }"), "E2016 x as bool");
  EXPECT_EQ(typeOf("let x: Tensor<f32, [2]> = 0\ncast<i32>(x)"), "Tensor<i32, [2]>");
  EXPECT_EQ(typeOf("f32(1) + 2.5 as f32"), "f32");
}

TEST(Sema, Results) {
  EXPECT_EQ(errorsOf("fn f(x: f32) -> f32 { let y = x }"), "E2010 }");
  EXPECT_EQ(errorsOf("fn f(x: f32) -> f32 { return 1.5; }"), "ok");
  EXPECT_EQ(errorsOf("fn f(n: i64) -> f32 { n }"), "E2010 n");
  EXPECT_EQ(errorsOf("fn f(x: Tensor<f32, [2]>) -> Tensor<f32, [3]> { x }"), "E2102 x");
  // Without a declared type the returned values give it.
  EXPECT_EQ(errorsOf("fn f() { return 1 }"), "ok");
  EXPECT_EQ(errorsOf("fn f(c: bool) { if c { return 1 }\nreturn 2 > 1 }").substr(0, 5), "E2010");
  EXPECT_EQ(errorsOf("fn f() -> f32 { return }"), "E2010 return");
  EXPECT_EQ(errorsOf("return 1"), "E2010 return 1");
  EXPECT_EQ(errorsOf("fn f(c: bool) -> i64 { if c { 1 } else { 2 } }"), "ok");
  EXPECT_EQ(errorsOf("fn f(c: bool) -> i64 { if c { return 1 }\n 2 }"), "ok");
  EXPECT_EQ(errorsOf("fn f(c: bool) -> i64 { if c { return 1 } else { return 2 } }"), "ok");
  EXPECT_EQ(errorsOf("fn f() -> i64 { loop { } }"), "ok");
  EXPECT_EQ(errorsOf("fn f(c: bool) -> i64 { if c { 1 } else { 2.5 } }"), "E2010 if c { 1 } else { 2.5 }");
}

TEST(Sema, Conditions) {
  EXPECT_EQ(errorsOf("fn f(x: f32) { if x { } }"), "E2011 x");
  EXPECT_EQ(errorsOf("fn f(n: i64) { while n { } }"), "ok");
  EXPECT_EQ(errorsOf("fn f(x: Tensor<f32, [2]>) { if x > 0.0 { } }"), "E2011 x > 0.0");
  EXPECT_EQ(errorsOf("for i in 0..2.5 { }"), "E2030 2.5");
  EXPECT_EQ(errorsOf("for i in [1, 2] { }"), "E2001 [1, 2]");
  EXPECT_EQ(errorsOf("break"), "E2001 break");
  EXPECT_EQ(errorsOf("1 < 2 < 3"), "E2001 1 < 2 < 3");
  EXPECT_EQ(errorsOf("fn f(a: bool, b: bool) -> bool { a && !b || a == b }"), "ok");
}

TEST(Sema, Tuples) {
  EXPECT_EQ(typeOf("let (a, b) = (1, 2.5)\nb"), "f64");
  EXPECT_EQ(typeOf("let t = (1, 2.5)\nt.0"), "i64");
  EXPECT_EQ(errorsOf("let (a, b, c) = (1, 2)"), "E2620 (1, 2)");
  EXPECT_EQ(errorsOf("let t = (1, 2)\nprint(t.2)"), "E2621 t.2");
  EXPECT_EQ(typeOf("fn f(x: f32) -> (f32, f32) { (x, x * 2.0) }\nlet (a, b) = f(1.0)\nb"), "f32");
}

TEST(Sema, Assignment) {
  EXPECT_EQ(errorsOf("let mut x = 1\nx += 2\nx = x * 3"), "ok");
  EXPECT_EQ(errorsOf("let mut x = zeros([3])\nx[0] = 1.5\nx[1..3] = 2\nx[2] += 1"), "ok");
  EXPECT_EQ(errorsOf("let mut x = zeros([3])\nx = zeros([4])"), "E2102 zeros([4])");
  EXPECT_EQ(errorsOf("let mut x = zeros([3])\nx[3] = 1"), "E2102 3");
  EXPECT_EQ(errorsOf("fn f(n: i64) { let mut x = n\n x = 1.5 }"), "E2015 1.5");
}

TEST(Sema, Match) {
  EXPECT_EQ(errorsOf("fn f(n: i64) -> i64 { match n { 0 => 1, 1 | 2 => 5, k if k < 0 => -k, _ => n } }"), "ok");
  EXPECT_EQ(errorsOf("fn f(b: bool) -> i64 { match b { true => 1, false => 0 } }"), "ok");
  Checked open = check("fn f(n: i64) -> i64 { match n { 0 => 1 } }");
  EXPECT_EQ(open.errors.substr(0, 5), "E2001");
  EXPECT_EQ(open.details, "match::non_exhaustive");
}

TEST(Sema, Gradients) {
  std::string cube = "fn f(x: f32) -> f32 { x ** 3 }\n";
  std::string line = "fn g(a: Tensor<f32, [n]>, b: Tensor<f32, [n]>, k: i64) -> f32 { sum(a * b) }\n";
  EXPECT_EQ(typeOf(cube + "let df = grad(f)\ndf(2.0)"), "f32");
  EXPECT_EQ(typeOf(cube + "let df = grad(f)\nlet d2 = grad(df)\ngrad(d2)(2.0)"), "f32");
  EXPECT_EQ(typeOf(line + "grad(g)([1.0, 2.0], [3.0, 4.0], 1)"), "Tensor<f32, [2]>");
  EXPECT_EQ(typeOf(line + "grad(g, wrt=[b, a])([1.0, 2.0], [3.0, 4.0], 1)"), "(Tensor<f32, [2]>, Tensor<f32, [2]>)");
  EXPECT_EQ(typeOf(line + "grad(g, wrt=1)([1.0, 2.0], k=1, b=[3.0, 4.0])"), "Tensor<f32, [2]>");
  EXPECT_EQ(typeOf(line + "value_and_grad(g)([1.0, 2.0], [3.0, 4.0], 1)"), "(f32, Tensor<f32, [2]>)");
  EXPECT_EQ(typeOf(cube + "jvp(f, 2.0, 1.0)"), "(f32, f32)");
  EXPECT_EQ(typeOf(line + "jvp(g, ([1.0], [2.0], 1), ([0.0], [1.0]))"), "(f32, f32)");
  EXPECT_EQ(typeOf(cube + "let (y, back) = vjp(f)(2.0)\nback(1.0)"), "f32");
  EXPECT_EQ(typeOf(line + "vjp(g)([1.0], [2.0], 1).1(1.0)"), "(Tensor<f32, [1]>, Tensor<f32, [1]>)");
  EXPECT_EQ(typeOf(cube + "grad(vjp(f)(2.0).1)(1.0)"), "f32");
  EXPECT_EQ(typeOf("fn f(x: f32) -> f32 { x }\nfn grad(x: f32) -> i64 { 1 }\ngrad(f(1.0))"), "i64");
}

TEST(Sema, GradientFaults) {
  std::string f = "fn f(x: f32, n: i64) -> f32 { x }\nfn v(x: Tensor<f32, [3]>) -> Tensor<f32, [3]> { x }\n";
  EXPECT_EQ(errorsOf(f + "let d = grad(f, wrt=n)"), "E4105 n");
  EXPECT_EQ(errorsOf(f + "let d = grad(f, wrt=[x, m])"), "E2005 m");
  EXPECT_EQ(errorsOf(f + "let d = grad(f, wrt=[x, x])"), "E2005 x");
  EXPECT_EQ(errorsOf(f + "let d = grad(v)"), "E4109 v");
  EXPECT_EQ(errorsOf(f + "let d = vjp(v)"), "ok");
  EXPECT_EQ(errorsOf(f + "let d = grad(1.0)"), "E4106 1.0");
  EXPECT_EQ(errorsOf(f + "let x = 1.0\nlet d = grad(x)"), "E4106 x");
  EXPECT_EQ(errorsOf(f + "let d = grad(exp)"), "E2012 exp");
  EXPECT_EQ(errorsOf(f + "let d = grad(g)"), "E2003 g");
  EXPECT_EQ(errorsOf(f + "let d = grad()"), "E2005 grad()");
  EXPECT_EQ(errorsOf(f + "grad(f)"), "E2012 grad(f)");
  EXPECT_EQ(errorsOf(f + "print(grad(f))"), "E2012 grad(f)");
  EXPECT_EQ(errorsOf(f + "const D = grad(f)"), "E2012 grad(f)");
  EXPECT_EQ(errorsOf(f + "let d = grad(f)\nlet t = (d, 1)"), "E2012 d");
  EXPECT_EQ(errorsOf(f + "let mut d = grad(f)\nd = grad(f)"), "E2012 grad(f)");
  EXPECT_EQ(errorsOf(f + "fn g() -> f32 { grad(f) }"), "E2012 grad(f)");
  EXPECT_EQ(errorsOf(f + "fn g(c: bool) { let d = if c { grad(f) } else { grad(f) } }"),
            "E4106 if c { grad(f) } else { grad(f) }");
  EXPECT_EQ(errorsOf(f + "grad(f)(1.0)"), "E2005 grad(f)(1.0)");
  EXPECT_EQ(errorsOf(f + "let (y, back) = vjp(f)(1.0, 2)\nprint(back(1.0, 2.0))"), "E2005 back(1.0, 2.0)");
}

TEST(Sema, GradientsOfValues) {
  std::string sum = "let x = [1.0, 2.0]\nlet n = 3i64\nlet y = sum(x * x)\n";
  EXPECT_EQ(typeOf(sum + "grad(y, wrt=[x])"), "Tensor<f32, [2]>");
  EXPECT_EQ(typeOf(sum + "grad(y * 2.0, wrt=x)"), "Tensor<f32, [2]>");
  EXPECT_EQ(typeOf(sum + "backward(y, x)"), "Tensor<f32, [2]>");
  EXPECT_EQ(errorsOf(sum + "grad(x, wrt=[x])"), "E2001 x");
  EXPECT_EQ(errorsOf(sum + "grad(y, wrt=[z])"), "E2001 z");
  EXPECT_EQ(errorsOf(sum + "grad(y, wrt=[n])"), "E4105 n");
  EXPECT_EQ(errorsOf(sum + "grad(y)"), "E4106 y");
}

TEST(Sema, Closures) {
  EXPECT_EQ(typeOf("let w = [1.0, 2.0]\ngrad(|x: Tensor<f32, [2]>| sum(x * w))([3.0, 4.0])"), "Tensor<f32, [2]>");
  EXPECT_EQ(typeOf("let k = 2.0\ngrad(|x: f32| { let y = k * x; y * y })(3.0)"), "f32");
  EXPECT_EQ(typeOf("let k = 2.0\ngrad(|x: f32| x * grad(|y: f32| x * y * k)(x))(3.0)"), "f32");
  EXPECT_EQ(errorsOf("let f = |x: f32| x"), "E2012 |x: f32| x");
  EXPECT_EQ(errorsOf("let d = grad(|x| x)"), "E2012 x");
  EXPECT_EQ(errorsOf("let mut k = 1.0\nlet d = grad(|x: f32| { k = x; x })"), "E2012 k");
  EXPECT_EQ(errorsOf("let d = grad(|x: f32| { return x })"), "E2010 return x");
}

TEST(Sema, GradientAttributes) {
  std::string g = "fn g(x: Tensor<f32, [m]>, u: Tensor<f32, [m]>) -> Tensor<f32, [m]> { u }\n";
  EXPECT_EQ(errorsOf(g + "@custom_grad(g)\nfn f(x: Tensor<f32, [n]>) -> Tensor<f32, [n]> { x }"), "ok");
  EXPECT_EQ(errorsOf(g + "#[custom_grad(g)]\nfn f(x: Tensor<f32, [3]>) -> Tensor<f32, [3]> { x }"), "ok");
  EXPECT_EQ(errorsOf(g + "@custom_grad(g)\nfn f(x: Tensor<f32, [n]>) -> Tensor<f32, [3]> { [x[0], x[1], x[2]] }"),
            "E4107 g");
  EXPECT_EQ(errorsOf(g + "@custom_grad(h)\nfn f(x: f32) -> f32 { x }"), "E2003 h");
  EXPECT_EQ(errorsOf("@custom_grad\nfn f(x: f32) -> f32 { x }"), "E4107 @custom_grad");
  EXPECT_EQ(errorsOf("@differentiable\nfn f(n: i64) -> f32 { 1.0 }"), "E4105 @differentiable");
  EXPECT_EQ(errorsOf("@differentiable\nfn f(x: f32) -> i64 { 1 }"), "E4109 @differentiable");
  EXPECT_EQ(errorsOf("@differentiable\n@checkpoint\nfn f(x: f32) -> f32 { x }"), "ok");
}

/// One fault, one error: what depends on it is silent.
TEST(Sema, NoCascades) {
  EXPECT_EQ(errorsOf("let x = unknown\nlet y = x + 1\nlet z = exp(y)\nz @ z"), "E2002 unknown");
  EXPECT_EQ(errorsOf("fn f(x: Q) -> f32 { x + 1.0 }\nlet y = f(1.0)"), "E2001 Q");
}

TEST(Sema, AtMostTwentyErrors) {
  std::string source;
  for (int i = 0; i < 50; ++i)
    source += "let a" + std::to_string(i) + " = unknown" + std::to_string(i) + "\n";
  frontend::DiagnosticEngine diagnostics("test.mind", source);
  ast::Context arena;
  sema::check(*frontend::parse(arena, diagnostics), diagnostics);
  EXPECT_EQ(diagnostics.getDiagnostics().size(), 20u);
}

/// The first program of the README: a mean of squares over a named dim.
TEST(Sema, MeanSquaredError) {
  EXPECT_EQ(errorsOf("fn mse(pred: Tensor<f32, N>, target: Tensor<f32, N>) -> f32 { mean((pred - target) ** 2) }"),
            "ok");
}

} // namespace
