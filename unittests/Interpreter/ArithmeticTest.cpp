//===- ArithmeticTest.cpp - elementwise ops, element type by element type -===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

using namespace mind;

namespace {

/// A binary op on two vectors of one type.
std::string binary(const std::string &op, const std::string &element, const std::string &a, const std::string &b,
                   int count) {
  std::string type = "tensor<" + std::to_string(count) + "x" + element + ">";
  return evalOp("mind." + op + " %a, %b : " + type + ", " + type, type, {{a, type}, {b, type}});
}

std::string unary(const std::string &op, const std::string &element, const std::string &a, int count,
                  const std::string &extra = "") {
  std::string type = "tensor<" + std::to_string(count) + "x" + element + ">";
  return evalOp("mind." + op + " %a" + extra + " : " + type, type, {{a, type}});
}

TEST(InterpreterArithmetic, FloatsRoundOnce) {
  EXPECT_EQ(binary("add", "f32", "[16777216.0, 0.1]", "[1.0, 0.2]", 2), "[16777216, 0.3]");
  EXPECT_EQ(binary("add", "f64", "[0.1]", "[0.2]", 1), "[0.30000000000000004]");
  EXPECT_EQ(binary("sub", "f32", "[0.0, -0.0]", "[0.0, 0.0]", 2), "[0, -0]");
  // The product rounds before the sum: a fused step would give 2^-46 - 2^-69.
  EXPECT_EQ(eval("tensor<f32>", "%a = mind.constant dense<0x3F800001> : tensor<f32>\n"
                                "%m = mind.mul %a, %a : tensor<f32>, tensor<f32>\n"
                                "%b = mind.constant dense<0x3F800002> : tensor<f32>\n"
                                "%r = mind.sub %m, %b : tensor<f32>, tensor<f32>"),
            "0");
  EXPECT_EQ(binary("div", "f32", "[1.0, -1.0, 0.0, 1.0]", "[0.0, 0.0, 0.0, 3.0]", 4), "[inf, -inf, nan, 0.33333334]");
  // Subnormals stay.
  EXPECT_EQ(binary("mul", "f32", "[1.0e-30]", "[1.0e-15]", 1), "[1e-45]");
  EXPECT_EQ(binary("div", "f64", "[5.0e-324]", "[2.0]", 1), "[0]");
}

TEST(InterpreterArithmetic, NarrowFloatsComputeInF32) {
  EXPECT_EQ(binary("add", "f16", "[2048.0, 60000.0]", "[1.0, 60000.0]", 2), "[2048, inf]");
  EXPECT_EQ(binary("add", "f16", "[2048.0]", "[3.0]", 1), "[2052]");
  EXPECT_EQ(binary("mul", "bf16", "[3.0, 1.01]", "[1.0, 1.01]", 2), "[3, 1.016]");
  EXPECT_EQ(binary("div", "bf16", "[1.0]", "[3.0]", 1), "[0.334]");
}

TEST(InterpreterArithmetic, IntegersWrap) {
  EXPECT_EQ(binary("add", "i32", "[2147483647, 1]", "[1, 2]", 2), "[-2147483648, 3]");
  EXPECT_EQ(binary("sub", "i64", "[-9223372036854775808]", "[1]", 1), "[9223372036854775807]");
  EXPECT_EQ(binary("mul", "i32", "[65536, -2147483648]", "[65536, -1]", 2), "[0, -2147483648]");
  EXPECT_EQ(binary("mul", "i64", "[4294967296, 3]", "[4294967296, -7]", 2), "[0, -21]");
  EXPECT_EQ(binary("div", "i32", "[7, -7, 7, 5, -2147483648]", "[2, 2, -2, 0, -1]", 5), "[3, -3, -3, 0, -2147483648]");
  EXPECT_EQ(binary("mod", "i32", "[7, -7, 7, 5, -2147483648]", "[2, 2, -2, 0, -1]", 5), "[1, -1, 1, 0, 0]");
  EXPECT_EQ(binary("div", "i64", "[-9223372036854775808, 1]", "[-1, 0]", 2), "[-9223372036854775808, 0]");
  EXPECT_EQ(binary("mod", "i64", "[-9223372036854775808, 1]", "[-1, 0]", 2), "[0, 0]");
}

TEST(InterpreterArithmetic, ShiftCountsAreMasked) {
  EXPECT_EQ(binary("shl", "i32", "[1, 1, 1, -1]", "[31, 32, 33, -1]", 4), "[-2147483648, 1, 2, -2147483648]");
  EXPECT_EQ(binary("shr", "i32", "[-8, -8, -8, 8]", "[1, 32, 33, 1]", 4), "[-4, -8, -4, 4]");
  EXPECT_EQ(binary("shl", "i64", "[1, 1]", "[63, 64]", 2), "[-9223372036854775808, 1]");
  EXPECT_EQ(binary("shr", "i64", "[-1, -9223372036854775808]", "[63, -1]", 2), "[-1, -1]");
}

TEST(InterpreterArithmetic, Q16) {
  // Raw bits in, decimals out.
  EXPECT_EQ(binary("add", "!mind.q16", "[65536, 2147483647]", "[32768, 1]", 2), "[1.5, -32768]");
  EXPECT_EQ(binary("sub", "!mind.q16", "[0, -2147483648]", "[1, 1]", 2), "[-0.00002, 32767.99998]");
  // 1.5 * -1.5; then 2^-16 * -0.5, which the arithmetic shift takes down to -2^-16.
  EXPECT_EQ(binary("mul", "!mind.q16", "[98304, 1]", "[-98304, -32768]", 2), "[-2.25, -0.00002]");
  // The product of 256 and 256 is cut to 32 bits.
  EXPECT_EQ(binary("mul", "!mind.q16", "[16777216]", "[16777216]", 1), "[0]");
  // Toward zero: -2^-16 / 2 is 0.
  EXPECT_EQ(binary("div", "!mind.q16", "[65536, -1, 65536, 65536]", "[196608, 131072, 0, -131072]", 4),
            "[0.33333, 0, 0, -0.5]");
  EXPECT_EQ(binary("mod", "!mind.q16", "[163840, -163840, 1]", "[65536, 65536, 0]", 3), "[0.5, -0.5, 0]");
  EXPECT_EQ(unary("relu", "!mind.q16", "[-65536, 65536]", 2), "[0, 1]");
  EXPECT_EQ(unary("abs", "!mind.q16", "[-65536, -2147483648]", 2), "[1, -32768]");
  EXPECT_EQ(unary("ipow", "!mind.q16", "[98304, -65536]", 2, ", 2"), "[2.25, 1]");
  EXPECT_EQ(unary("ipow", "!mind.q16", "[131072, 0]", 2, ", -1"), "[0.5, 0]");
}

TEST(InterpreterArithmetic, Broadcasts) {
  EXPECT_EQ(evalOp("mind.add %a, %b : tensor<2x1xi32>, tensor<3xi32>", "tensor<2x3xi32>",
                   {{"[[10], [20]]", "tensor<2x1xi32>"}, {"[1, 2, 3]", "tensor<3xi32>"}}),
            "[[11, 12, 13], [21, 22, 23]]");
  EXPECT_EQ(evalOp("mind.sub %a, %b : tensor<i32>, tensor<2x2xi32>", "tensor<2x2xi32>",
                   {{"10", "tensor<i32>"}, {"[[1, 2], [3, 4]]", "tensor<2x2xi32>"}}),
            "[[9, 8], [7, 6]]");
  EXPECT_EQ(evalOp("mind.mul %a, %b : tensor<2x1x2xi32>, tensor<2x1xi32>", "tensor<2x2x2xi32>",
                   {{"[[[1, 2]], [[3, 4]]]", "tensor<2x1x2xi32>"}, {"[[1], [10]]", "tensor<2x1xi32>"}}),
            "[[[1, 2], [10, 20]], [[3, 4], [30, 40]]]");
}

TEST(InterpreterArithmetic, ReluIsASelection) {
  EXPECT_EQ(unary("relu", "f32", "[-0.0, 0.0, -1.0, 2.5, 0x7FC00000, 0xFF800000]", 6), "[0, 0, 0, 2.5, nan, 0]");
  EXPECT_EQ(unary("relu", "f16", "[-0.0, 1.5]", 2), "[0, 1.5]");
  // Of an infinite gradient a product would make a NaN; -0 passes where x > 0.
  EXPECT_EQ(evalOp("mind.relu_grad %a, %b : tensor<5xf32>", "tensor<5xf32>",
                   {{"[0x7F800000, 0x7F800000, -0.0, -0.0, 3.0]", "tensor<5xf32>"},
                    {"[-1.0, 1.0, 1.0, -1.0, 0x7FC00000]", "tensor<5xf32>"}}),
            "[0, inf, -0, 0, 0]");
}

TEST(InterpreterArithmetic, MaxMinPropagateNaN) {
  EXPECT_EQ(binary("max", "f32", "[-0.0, 0.0, 0x7FC00000, 1.0, 2.0]", "[0.0, -0.0, 1.0, 0x7FC00000, 3.0]", 5),
            "[0, 0, nan, nan, 3]");
  EXPECT_EQ(binary("min", "f64", "[-0.0, 0.0, 0x7FF8000000000000, 1.0]", "[0.0, -0.0, 1.0, -1.0]", 4),
            "[-0, -0, nan, -1]");
  EXPECT_EQ(binary("max", "i32", "[-1, 5]", "[1, -5]", 2), "[1, 5]");
  EXPECT_EQ(binary("min", "i64", "[-1, 5]", "[1, -5]", 2), "[-1, -5]");
}

TEST(InterpreterArithmetic, Comparisons) {
  auto compare = [](const std::string &predicate, const std::string &element, const std::string &a,
                    const std::string &b) {
    std::string type = "tensor<4x" + element + ">";
    return evalOp("mind.compare " + predicate + " %a, %b : " + type + ", " + type, "tensor<4xi1>",
                  {{a, type}, {b, type}});
  };
  std::string a = "[1.0, -0.0, 0x7FC00000, 2.0]", b = "[2.0, 0.0, 0x7FC00000, 1.0]";
  EXPECT_EQ(compare("eq", "f32", a, b), "[false, true, false, false]");
  EXPECT_EQ(compare("ne", "f32", a, b), "[true, false, true, true]");
  EXPECT_EQ(compare("lt", "f32", a, b), "[true, false, false, false]");
  EXPECT_EQ(compare("le", "f32", a, b), "[true, true, false, false]");
  EXPECT_EQ(compare("gt", "f32", a, b), "[false, false, false, true]");
  EXPECT_EQ(compare("ge", "f32", a, b), "[false, true, false, true]");
  EXPECT_EQ(compare("lt", "i32", "[-1, 1, 0, 5]", "[1, -1, 0, 6]"), "[true, false, false, true]");
  EXPECT_EQ(compare("lt", "!mind.q16", "[-1, 1, 0, 5]", "[1, -1, 0, 6]"), "[true, false, false, true]");
  EXPECT_EQ(compare("ne", "i1", "[true, true, false, false]", "[true, false, true, false]"),
            "[false, true, true, false]");
}

TEST(InterpreterArithmetic, ExactFunctions) {
  EXPECT_EQ(unary("abs", "f32", "[-0.0, -1.5, 0xFF800000]", 3), "[0, 1.5, inf]");
  EXPECT_EQ(unary("abs", "i32", "[-5, -2147483648]", 2), "[5, -2147483648]");
  EXPECT_EQ(unary("floor", "f32", "[-0.5, 1.5, -0.0, 8388609.0]", 4), "[-1, 1, -0, 8388609]");
  EXPECT_EQ(unary("ceil", "f64", "[-0.5, 1.5, 0x7FF0000000000000]", 3), "[-0, 2, inf]");
  EXPECT_EQ(unary("round", "f32", "[0.5, 1.5, 2.5, -0.5, -1.5, 0x3EFFFFFF]", 6), "[0, 2, 2, -0, -2, 0]");
  EXPECT_EQ(unary("round", "bf16", "[2.5, 3.5]", 2), "[2, 4]");
}

TEST(InterpreterArithmetic, IntegerPowers) {
  EXPECT_EQ(unary("ipow", "f32", "[0x7FC00000, 3.0]", 2, ", 0"), "[1, 1]");
  EXPECT_EQ(unary("ipow", "f32", "[-0.0, 1.1]", 2, ", 1"), "[-0, 1.1]");
  EXPECT_EQ(unary("ipow", "i32", "[3, -2, 65536]", 3, ", 3"), "[27, -8, 0]");
  EXPECT_EQ(unary("ipow", "f64", "[2.0, 0.0, -0.0]", 3, ", -1"), "[0.5, inf, -inf]");
  // x^5 = ((x^2)^2) * x, each step rounded: x * x * x * x * x differs in the last bit.
  EXPECT_EQ(eval("tensor<i1>", R"(
      %x = mind.constant dense<1.1> : tensor<f32>
      %x2 = mind.mul %x, %x : tensor<f32>, tensor<f32>
      %x4 = mind.mul %x2, %x2 : tensor<f32>, tensor<f32>
      %x5 = mind.mul %x4, %x : tensor<f32>, tensor<f32>
      %p = mind.ipow %x, 5 : tensor<f32>
      %r = mind.compare eq %p, %x5 : tensor<f32>, tensor<f32>)"),
            "true");
  // 3^3 = 27, then 27 * 27 * 3 = 2187: f16 rounds 729 (exact) and 2187 to 2188.
  EXPECT_EQ(unary("ipow", "f16", "[3.0]", 1, ", 7"), "[2188]");
}

TEST(InterpreterArithmetic, ElementaryFunctions) {
  EXPECT_EQ(unary("unary exp", "f32", "[0.0, 1.0, 0xFF800000, 0x7F800000, 100.0]", 5), "[1, 2.7182817, 0, inf, inf]");
  EXPECT_EQ(unary("unary log", "f32", "[0.0, 1.0, -1.0, 0x7F800000]", 4), "[-inf, 0, nan, inf]");
  EXPECT_EQ(unary("unary sqrt", "f32", "[2.0, -0.0, -1.0]", 3), "[1.4142135, -0, nan]");
  EXPECT_EQ(unary("unary sqrt", "f16", "[2.0]", 1), "[1.414]");
  EXPECT_EQ(unary("unary exp", "f64", "[1.0]", 1), "[2.718281828459045]");
  EXPECT_EQ(unary("unary sigmoid", "f32", "[0.0]", 1), "[0.5]");
  EXPECT_EQ(unary("unary tanh", "bf16", "[0.0, 0x7F80]", 2), "[0, 1]");
  EXPECT_EQ(evalOp("mind.pow %a, %b : tensor<2x1xf32>, tensor<2xf32>", "tensor<2x2xf32>",
                   {{"[[2.0], [4.0]]", "tensor<2x1xf32>"}, {"[3.0, 0.5]", "tensor<2xf32>"}}),
            "[[8, 1.4142135], [64, 2]]");
}

TEST(InterpreterArithmetic, BitsAndSelections) {
  EXPECT_EQ(eval("tensor<2xi32>", R"(
      %a = mind.constant dense<[12, -1]> : tensor<2xi32>
      %b = mind.constant dense<[10, 5]> : tensor<2xi32>
      %and = arith.andi %a, %b : tensor<2xi32>
      %or = arith.ori %and, %b : tensor<2xi32>
      %r = arith.xori %or, %a : tensor<2xi32>)"),
            "[6, -6]");
  EXPECT_EQ(eval("tensor<3xf32>", R"(
      %c = mind.constant dense<[true, false, true]> : tensor<3xi1>
      %a = mind.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
      %b = mind.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
      %r = arith.select %c, %a, %b : tensor<3xi1>, tensor<3xf32>)"),
            "[1, 5, 3]");
}

TEST(InterpreterArithmetic, Literals) {
  EXPECT_EQ(eval("tensor<2xf16>", "%r = mind.fill 0.1 : tensor<2xf16>"), "[0.1, 0.1]");
  EXPECT_EQ(eval("tensor<i32>", "%r = mind.fill 1.0e10 : tensor<i32>"), "2147483647");
  EXPECT_EQ(eval("tensor<!mind.q16>", "%r = mind.fill 1.5 : tensor<!mind.q16>"), "1.5");
  EXPECT_EQ(eval("tensor<i1>", "%r = mind.fill 2.0 : tensor<i1>"), "true");
  EXPECT_EQ(eval("tensor<2xi64>", "%r = mind.fill : tensor<2xi64>"), "E6002 a tensor without a value is read");
  EXPECT_EQ(eval("tensor<9xi1>", "%r = mind.constant dense<[true, false, true, true, false, true, true, true, false]> "
                                 ": tensor<9xi1>"),
            "[true, false, true, true, false, true, true, true, false]");
  EXPECT_EQ(eval("tensor<2xi1>", "%r = mind.constant dense<true> : tensor<2xi1>"), "[true, true]");
  EXPECT_EQ(eval("tensor<0xf32>", "%r = mind.constant dense<[]> : tensor<0xf32>"), "[]");
}

} // namespace
