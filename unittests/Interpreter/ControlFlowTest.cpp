//===- ControlFlowTest.cpp - branches, loops, calls, effects, faults ------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

using namespace mind;

namespace {

TEST(InterpreterControlFlow, MindIf) {
  auto branch = [](const std::string &condition) {
    return eval("tensor<i64>", "%c = mind.constant dense<" + condition + R"(> : tensor<i1>
      %a = mind.constant dense<1> : tensor<i64>
      %b = mind.constant dense<2> : tensor<i64>
      %r = mind.if %c -> (tensor<i64>) {
        %s = mind.add %a, %b : tensor<i64>, tensor<i64>
        mind.yield %s : tensor<i64>
      } else {
        mind.yield %b : tensor<i64>
      })");
  };
  EXPECT_EQ(branch("true"), "3");
  EXPECT_EQ(branch("false"), "2");
}

/// Counts from 0 to 10; `body` may leave.
std::string loop(const std::string &body) {
  return runModule(R"(func.func @f() -> (tensor<i64>, tensor<i64>) {
      %zero = mind.constant dense<0> : tensor<i64>
      %one = mind.constant dense<1> : tensor<i64>
      %five = mind.constant dense<5> : tensor<i64>
      %ten = mind.constant dense<10> : tensor<i64>
      %r:2 = mind.while (%i = %zero, %x = %zero) : (tensor<i64>, tensor<i64>) {
        %c = mind.compare lt %i, %ten : tensor<i64>, tensor<i64>
        mind.condition %c : tensor<i1>
      } do {
        %i2 = mind.add %i, %one : tensor<i64>, tensor<i64>
        %at5 = mind.compare eq %i, %five : tensor<i64>, tensor<i64>)" +
                   body + R"(
        %x2 = mind.add %x, %i : tensor<i64>, tensor<i64>
        mind.yield %i2, %x2 : tensor<i64>, tensor<i64>
      }
      return %r#0, %r#1 : tensor<i64>, tensor<i64>
    })");
}

TEST(InterpreterControlFlow, MindWhile) {
  EXPECT_EQ(loop(""), "10\n45");
  EXPECT_EQ(loop("mind.if %at5 { mind.break %i, %x : tensor<i64>, tensor<i64> }"), "5\n10");
  EXPECT_EQ(loop("mind.if %at5 { mind.continue %i2, %x : tensor<i64>, tensor<i64> }"), "10\n40");
  EXPECT_EQ(loop("mind.if %at5 { mind.return %ten, %x : tensor<i64>, tensor<i64> }"), "10\n10");
}

TEST(InterpreterControlFlow, Scf) {
  EXPECT_EQ(runModule(R"(func.func @f() -> (tensor<f32>, i64, tensor<i64>) {
      %x0 = mind.constant dense<1.0> : tensor<f32>
      %n0 = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %limit = mind.constant dense<100.0> : tensor<f32>
      %w:2 = scf.while (%x = %x0, %n = %n0) : (tensor<f32>, i64) -> (tensor<f32>, i64) {
        %c = mind.compare lt %x, %limit : tensor<f32>, tensor<f32>
        %flag = tensor.extract %c[] : tensor<i1>
        scf.condition(%flag) %x, %n : tensor<f32>, i64
      } do {
      ^bb0(%x: tensor<f32>, %n: i64):
        %y = mind.add %x, %x : tensor<f32>, tensor<f32>
        %m = arith.addi %n, %one : i64
        scf.yield %y, %m : tensor<f32>, i64
      }
      %c0 = arith.constant 0 : index
      %c7 = arith.constant 7 : index
      %c2 = arith.constant 2 : index
      %s0 = mind.constant dense<0> : tensor<i64>
      %s = scf.for %i = %c0 to %c7 step %c2 iter_args(%s = %s0) -> (tensor<i64>) {
        %v = arith.index_cast %i : index to i64
        %t = tensor.from_elements %v : tensor<i64>
        %u = mind.add %s, %t : tensor<i64>, tensor<i64>
        scf.yield %u : tensor<i64>
      }
      %true = arith.constant true
      %r = scf.if %true -> (tensor<i64>) {
        scf.yield %s : tensor<i64>
      } else {
        scf.yield %s0 : tensor<i64>
      }
      scf.if %true {
        mind.print "{} {{}}\n"(%r) : tensor<i64>
      }
      return %w#0, %w#1, %r : tensor<f32>, i64, tensor<i64>
    })"),
            "12 {}\n128\n7\n12");
}

TEST(InterpreterControlFlow, VariablesThatOutliveTheLoop) {
  // %a is the loop's first value and is used in its body as well.
  EXPECT_EQ(runModule(R"(func.func @f() -> tensor<2xi32> {
      %a = mind.constant dense<[1, 2]> : tensor<2xi32>
      %b = mind.constant dense<[[7]]> : tensor<1x1xi32>
      %nine = mind.constant dense<9> : tensor<i32>
      %r = mind.while (%x = %a) : (tensor<2xi32>) {
        %e = mind.index %x axes [0] indices [0] : tensor<2xi32>
        %c = mind.compare lt %e, %nine : tensor<i32>, tensor<i32>
        mind.condition %c : tensor<i1>
      } do {
        %one = mind.reshape %b : tensor<1x1xi32> -> tensor<1xi32>
        %y = mind.insert %one into %x axes [0] starts [1] strides [1] : tensor<1xi32>, tensor<2xi32>
        %z = mind.add %y, %a : tensor<2xi32>, tensor<2xi32>
        mind.yield %z : tensor<2xi32>
      }
      return %r : tensor<2xi32>
    })"),
            "[9, 9]");
}

TEST(InterpreterControlFlow, CallsAndPrint) {
  EXPECT_EQ(runModule(R"(
    func.func private @fib(%n: tensor<i64>) -> tensor<i64> {
      %two = mind.constant dense<2> : tensor<i64>
      %one = mind.constant dense<1> : tensor<i64>
      %c = mind.compare lt %n, %two : tensor<i64>, tensor<i64>
      mind.if %c {
        mind.return %n : tensor<i64>
      }
      %a = mind.sub %n, %one : tensor<i64>, tensor<i64>
      %b = mind.sub %n, %two : tensor<i64>, tensor<i64>
      %x = call @fib(%a) : (tensor<i64>) -> tensor<i64>
      %y = call @fib(%b) : (tensor<i64>) -> tensor<i64>
      %r = mind.add %x, %y : tensor<i64>, tensor<i64>
      return %r : tensor<i64>
    }
    func.func @f() -> tensor<i64> {
      %n = mind.constant dense<15> : tensor<i64>
      %q = mind.constant dense<[[1.5, -0.0]]> : tensor<1x2xbf16>
      mind.print "n = {}, q = {}\n"(%n, %q) : tensor<i64>, tensor<1x2xbf16>
      %r = call @fib(%n) : (tensor<i64>) -> tensor<i64>
      return %r : tensor<i64>
    })"),
            "n = 15, q = [[1.5, -0]]\n610");
}

TEST(InterpreterControlFlow, RecursionIsBounded) {
  auto recurse = [](int depth) {
    return runModule(R"(
    func.func private @down(%n: tensor<i64>) -> tensor<i64> {
      %zero = mind.constant dense<0> : tensor<i64>
      %one = mind.constant dense<1> : tensor<i64>
      %c = mind.compare gt %n, %zero : tensor<i64>, tensor<i64>
      %r = mind.if %c -> (tensor<i64>) {
        %a = mind.sub %n, %one : tensor<i64>, tensor<i64>
        %x = func.call @down(%a) : (tensor<i64>) -> tensor<i64>
        mind.yield %x : tensor<i64>
      } else {
        mind.yield %n : tensor<i64>
      }
      return %r : tensor<i64>
    }
    func.func @f() -> tensor<i64> {
      %n = mind.constant dense<)" +
                     std::to_string(depth) + R"(> : tensor<i64>
      %r = call @down(%n) : (tensor<i64>) -> tensor<i64>
      return %r : tensor<i64>
    })");
  };
  // @f itself is one open call, @down(n) makes n + 1.
  EXPECT_EQ(recurse(998), "0");
  EXPECT_EQ(recurse(999), "E6007 more than 1000 calls are open at once");
}

TEST(InterpreterControlFlow, Assertions) {
  EXPECT_EQ(runModule(R"(func.func @f() {
      %t = mind.constant dense<true> : tensor<i1>
      %f = mind.constant dense<false> : tensor<i1>
      mind.assert %t, "fine"
      mind.print "so far\n"
      mind.assert %f, "the batch is empty"
      mind.print "never\n"
      return
    })"),
            "so far\nE6003 the batch is empty");
}

TEST(InterpreterControlFlow, ConstantsAreSharedAndResultsCanonical) {
  rt::Tensor nan = rt::Tensor::scalar(DType::F32, uint32_t(0xffc12345));
  mlir::DialectRegistry registry;
  registry.insert<MindDialect, mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @f(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }", &context);
  ASSERT_TRUE(bool(module));
  interpreter::Outcome outcome = interpreter::run(*module, "f", {nan}, llvm::nulls());
  ASSERT_FALSE(outcome.fault);
  EXPECT_EQ(*outcome.results[0].data<uint32_t>(), 0x7fc00000u);
  EXPECT_EQ(*nan.data<uint32_t>(), 0xffc12345u);
}

TEST(InterpreterControlFlow, NamedDims) {
  const char *text = R"(
    func.func private @zeros(%x: tensor<?xf32, #mind.dims<M>>) -> tensor<?xf32, #mind.dims<M>> {
      %z = mind.fill 0.5 : tensor<?xf32, #mind.dims<M>>
      return %z : tensor<?xf32, #mind.dims<M>>
    }
    func.func @f(%x: tensor<?xf32, #mind.dims<N>>) -> (tensor<?xf32, #mind.dims<N>>, tensor<?x?xf32, #mind.dims<N, K>>) {
      %0 = tensor.cast %x : tensor<?xf32, #mind.dims<N>> to tensor<?xf32, #mind.dims<M>>
      %1 = call @zeros(%0) : (tensor<?xf32, #mind.dims<M>>) -> tensor<?xf32, #mind.dims<M>>
      %2 = tensor.cast %1 : tensor<?xf32, #mind.dims<M>> to tensor<?xf32, #mind.dims<N>>
      %3 = mind.expand_dims %2 axis 1 : tensor<?xf32, #mind.dims<N>>
      %4 = mind.broadcast_to %3 : tensor<?x1xf32, #mind.dims<N, 1>> -> tensor<?x?xf32, #mind.dims<N, K>>
      return %2, %4 : tensor<?xf32, #mind.dims<N>>, tensor<?x?xf32, #mind.dims<N, K>>
    })";
  EXPECT_EQ(runModule(text, {rt::Tensor(DType::F32, {2})}, {{"K", 3}}),
            "[0.5, 0.5]\n[[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]]");
  EXPECT_EQ(runModule(text, {rt::Tensor(DType::F32, {2})}), "E6005 nothing tells the extent of the dim `K`");
  EXPECT_EQ(runModule(text, {rt::Tensor(DType::F64, {2})}),
            "E6005 the parameter `arg0` of `f` is f32[N], but the argument is f64 of shape (2)");
  EXPECT_EQ(runModule(text, {}), "E6005 `f` takes 1 arguments, but gets 0");
}

TEST(InterpreterControlFlow, TooLarge) {
  EXPECT_EQ(runModule(R"(func.func @f(%x: tensor<?xf32, #mind.dims<N>>) -> tensor<?x?xf32, #mind.dims<N, N>> {
      %z = mind.fill 0.0 : tensor<?x?xf32, #mind.dims<N, N>>
      return %z : tensor<?x?xf32, #mind.dims<N, N>>
    })",
                      {rt::Tensor(DType::F32, {1 << 20})}),
            "E6006 a f32 tensor of shape (1048576, 1048576) is too large");
}

TEST(InterpreterControlFlow, WhatItDoesNotRun) {
  EXPECT_EQ(runModule("func.func private @f()"), "E5002 the function `f` has no body, or one of several blocks");
  EXPECT_EQ(runModule("func.func @g() { return }"), "E6005 the module has no function `f`");
  EXPECT_EQ(runModule("func.func @f() -> f32 { %a = arith.constant 1.0 : f32\n%b = arith.addf %a, %a : f32\nreturn %b "
                      ": f32 }"),
            "E5002 the interpreter has no op `arith.addf`");
}

} // namespace
