//===- CastTest.cpp - casts between all element types ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

using namespace mind;

namespace {

std::string cast(const std::string &from, const std::string &to, const std::string &elements, int count) {
  std::string in = "tensor<" + std::to_string(count) + "x" + from + ">";
  std::string out = "tensor<" + std::to_string(count) + "x" + to + ">";
  return evalOp("mind.cast %a : " + in + " -> " + out, out, {{elements, in}});
}

TEST(InterpreterCast, FloatToInteger) {
  EXPECT_EQ(cast("f32", "i32", "[1.9, -1.9, 3.0e9, -3.0e9, 0x7FC00000, 0x7F800000]", 6),
            "[1, -1, 2147483647, -2147483648, 0, 2147483647]");
  EXPECT_EQ(cast("f64", "i32", "[2147483647.5, -2147483648.5]", 2), "[2147483647, -2147483648]");
  EXPECT_EQ(cast("f64", "i64", "[9.3e18, -9.3e18, 9007199254740993.0, -0.5]", 4),
            "[9223372036854775807, -9223372036854775808, 9007199254740992, 0]");
  EXPECT_EQ(cast("f16", "i64", "[65504.0, 0x7C00]", 2), "[65504, 9223372036854775807]");
  EXPECT_EQ(cast("bf16", "i32", "[1.0e30]", 1), "[2147483647]");
}

TEST(InterpreterCast, IntegerToFloat) {
  EXPECT_EQ(cast("i32", "f32", "[16777217, 16777219, -2147483648]", 3), "[16777216, 16777220, -2147483600]");
  EXPECT_EQ(cast("i64", "f64", "[9007199254740993, 9223372036854775807]", 2),
            "[9007199254740992, 9.223372036854776e+18]");
  // Directly to f32, not through f64: 2^60 + 2^36 + 1 rounds up.
  EXPECT_EQ(cast("i64", "f32", "[1152921573326323713]", 1), cast("i64", "f32", "[1152921641999278080]", 1));
  // To 16 bits through f32.
  EXPECT_EQ(cast("i32", "f16", "[2049, 2051, 70000]", 3), "[2048, 2052, inf]");
  EXPECT_EQ(cast("i64", "bf16", "[257, 259]", 2), "[256, 260]");
  EXPECT_EQ(cast("i1", "f32", "[true, false]", 2), "[1, 0]");
}

TEST(InterpreterCast, FloatToFloat) {
  EXPECT_EQ(cast("f64", "f32", "[0.1, 1.0e300, -1.0e-300]", 3), "[0.1, inf, -0]");
  EXPECT_EQ(cast("f32", "f64", "[0.1]", 1), "[0.10000000149011612]");
  // Two roundings: through f32 this is a tie that goes to even, straight it is not.
  EXPECT_EQ(cast("f64", "f16", "[2049.00000001]", 1), "[2048]");
  EXPECT_EQ(cast("f64", "bf16", "[1.00390625000001]", 1), "[1]");
  EXPECT_EQ(cast("f32", "bf16", "[1.0e-40]", 1), "[9e-41]");
  EXPECT_EQ(cast("f16", "bf16", "[1.001]", 1), "[1]");
  EXPECT_EQ(cast("bf16", "f16", "[1.0e5, 1.0e-8]", 2), "[inf, 0]");
}

TEST(InterpreterCast, Integers) {
  EXPECT_EQ(cast("i64", "i32", "[4294967297, -4294967297, 2147483648]", 3), "[1, -1, -2147483648]");
  EXPECT_EQ(cast("i32", "i64", "[-1]", 1), "[-1]");
  EXPECT_EQ(cast("i1", "i64", "[true, false]", 2), "[1, 0]");
}

TEST(InterpreterCast, Q16) {
  EXPECT_EQ(cast("f32", "!mind.q16", "[1.5, 4.0e4, -4.0e4, 0x7FC00000, 7.62939453125e-06, -7.62939453125e-06]", 6),
            "[1.5, 32767.99998, -32768, 0, 0.00002, -0.00002]");
  EXPECT_EQ(cast("i64", "!mind.q16", "[3, 40000, -40000]", 3), "[3, 32767.99998, -32768]");
  EXPECT_EQ(cast("i1", "!mind.q16", "[true]", 1), "[1]");
  EXPECT_EQ(cast("!mind.q16", "i32", "[98304, -98304]", 2), "[1, -1]");
  EXPECT_EQ(cast("!mind.q16", "f64", "[1, -98304]", 2), "[0.0000152587890625, -1.5]");
  // 31 bits to the 24 of f32.
  EXPECT_EQ(cast("!mind.q16", "f32", "[2147483647]", 1), "[32768]");
  EXPECT_EQ(cast("!mind.q16", "f16", "[2147483647, 1]", 2), "[32770, 0.00001526]");
}

} // namespace
