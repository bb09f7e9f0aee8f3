//===- ReductionTest.cpp - sums in their one order ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

using namespace mind;

namespace {

std::string reduce(const std::string &op, const std::string &in, const std::string &elements, const std::string &out) {
  return evalOp("mind." + op + " : " + in, out, {{elements, in}});
}

/// A vector of zeros with some elements set, and its sum.
std::string sumSparse(int count, const std::vector<std::pair<int, std::string>> &elements,
                      const std::string &element = "f32", const std::string &op = "sum") {
  std::string type = "tensor<" + std::to_string(count) + "x" + element + ">", one = "tensor<1x" + element + ">";
  std::string ops = "%z0 = mind.fill 0.0 : " + type + "\n", last = "%z0";
  for (auto [i, value] : elements) {
    std::string id = std::to_string(i);
    ops += "%v" + id + " = mind.constant dense<" + value + "> : " + one + "\n%z" + id + "x = mind.insert %v" + id +
           " into " + last + " axes [0] starts [" + id + "] strides [1] : " + one + ", " + type + "\n";
    last = "%z" + id + "x";
  }
  return eval("tensor<" + element + ">", ops + "%r = mind." + op + " " + last + " axes [] : " + type);
}

TEST(InterpreterReduction, LanesFoldInHalves) {
  // Lanes 0 and 8 meet first, so that lane 1 is not lost beside 1e8; left to right
  // it would be.
  EXPECT_EQ(sumSparse(16, {{0, "1.0e8"}, {1, "1.0"}, {8, "-1.0e8"}}), "1");
  // Lanes 0 and 4 meet next: 1e8 + 1 loses the 1 before lane 2 takes 1e8 away.
  EXPECT_EQ(sumSparse(16, {{0, "1.0e8"}, {4, "1.0"}, {2, "-1.0e8"}}), "0");
  EXPECT_EQ(sumSparse(16, {{0, "1.0e8"}, {2, "1.0"}, {4, "-1.0e8"}}), "1");
  // Elements 16 apart share a lane, in ascending order.
  EXPECT_EQ(sumSparse(48, {{0, "1.0e8"}, {16, "1.0"}, {32, "-1.0e8"}}), "0");
  EXPECT_EQ(sumSparse(48, {{0, "1.0e8"}, {17, "1.0"}, {32, "-1.0e8"}}), "1");
}

TEST(InterpreterReduction, BlocksMakeATree) {
  // (b0 + b1) + b2: the first two blocks merge.
  EXPECT_EQ(sumSparse(3 * 1024, {{0, "1.0e8"}, {1024, "-1.0e8"}, {2048, "1.0"}}), "1");
  EXPECT_EQ(sumSparse(3 * 1024, {{0, "1.0e8"}, {1024, "1.0"}, {2048, "-1.0e8"}}), "0");
  // (b0 + b1) + (b2 + b3)
  EXPECT_EQ(sumSparse(4 * 1024, {{0, "1.0e8"}, {2048, "4.0"}, {3072, "4.0"}}), "100000010");
  // 7 blocks leave 4, 2 and 1: the two small ones merge first.
  EXPECT_EQ(sumSparse(7 * 1024, {{0, "1.0e8"}, {4096, "4.0"}, {6144, "4.0"}}), "100000010");
  // 1025 elements: the last block has one.
  EXPECT_EQ(sumSparse(1025, {{0, "1.0e8"}, {1023, "-1.0e8"}, {1024, "1.0"}}), "1");
}

TEST(InterpreterReduction, NegativeZero) {
  EXPECT_EQ(reduce("sum %a axes []", "tensor<f32>", "-0.0", "tensor<f32>"), "-0");
  EXPECT_EQ(reduce("mean %a axes []", "tensor<f32>", "-0.0", "tensor<f32>"), "-0");
  EXPECT_EQ(reduce("sum %a axes [0]", "tensor<1xf32>", "[-0.0]", "tensor<f32>"), "0");
  EXPECT_EQ(reduce("sum %a axes [1]", "tensor<2x1xf32>", "[[-0.0], [-0.0]]", "tensor<2xf32>"), "[0, 0]");
}

TEST(InterpreterReduction, Axes) {
  std::string x = "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", type = "tensor<2x2x2xi32>";
  EXPECT_EQ(reduce("sum %a axes []", type, x, "tensor<i32>"), "36");
  EXPECT_EQ(reduce("sum %a axes [0]", type, x, "tensor<2x2xi32>"), "[[6, 8], [10, 12]]");
  EXPECT_EQ(reduce("sum %a axes [1]", type, x, "tensor<2x2xi32>"), "[[4, 6], [12, 14]]");
  EXPECT_EQ(reduce("sum %a axes [2]", type, x, "tensor<2x2xi32>"), "[[3, 7], [11, 15]]");
  EXPECT_EQ(reduce("sum %a axes [2, 0]", type, x, "tensor<2xi32>"), "[14, 22]");
  EXPECT_EQ(reduce("sum %a axes [0, 2] keepdims", type, x, "tensor<1x2x1xi32>"), "[[[14], [22]]]");
  EXPECT_EQ(reduce("sum %a axes [] keepdims", type, x, "tensor<1x1x1xi32>"), "[[[36]]]");
  EXPECT_EQ(reduce("reduce_max %a axes [1]", type, x, "tensor<2x2xi32>"), "[[3, 4], [7, 8]]");
}

TEST(InterpreterReduction, NothingToAdd) {
  EXPECT_EQ(reduce("sum %a axes [0]", "tensor<0x2xf32>", "", "tensor<2xf32>"), "[0, 0]");
  EXPECT_EQ(reduce("sum %a axes []", "tensor<0xi64>", "[]", "tensor<i64>"), "0");
  EXPECT_EQ(reduce("mean %a axes []", "tensor<0xf32>", "[]", "tensor<f32>"), "nan");
  EXPECT_EQ(reduce("mean %a axes []", "tensor<0x!mind.q16>", "[]", "tensor<!mind.q16>"), "0");
  EXPECT_EQ(reduce("reduce_max %a axes []", "tensor<0xf32>", "[]", "tensor<f32>"), "-inf");
  EXPECT_EQ(reduce("reduce_max %a axes []", "tensor<0xi32>", "[]", "tensor<i32>"), "-2147483648");
  EXPECT_EQ(reduce("argmax %a axis 1", "tensor<2x0xf32>", "", "tensor<2xi64>"), "[0, 0]");
}

TEST(InterpreterReduction, NarrowFloatsAccumulateInF32) {
  // In f16 the ones would be lost beside 2048.
  EXPECT_EQ(sumSparse(64, {{0, "2048.0"}, {16, "1.0"}, {32, "1.0"}, {48, "2.0"}}, "f16"), "2052");
  EXPECT_EQ(sumSparse(64, {{0, "256.0"}, {16, "1.0"}, {32, "1.0"}, {48, "2.0"}}, "bf16"), "260");
  // The f32 sum, 60000 + 60000, is above the greatest f16; its half is not.
  EXPECT_EQ(reduce("mean %a axes []", "tensor<2xf16>", "[6.0e4, 6.0e4]", "tensor<f16>"), "60000");
  EXPECT_EQ(reduce("sum %a axes []", "tensor<2xf16>", "[6.0e4, 6.0e4]", "tensor<f16>"), "inf");
}

TEST(InterpreterReduction, MeanIsOneDivision) {
  EXPECT_EQ(reduce("mean %a axes []", "tensor<3xf32>", "[1.0, 0.0, 0.0]", "tensor<f32>"), "0.33333334");
  EXPECT_EQ(
      reduce("mean %a axes [1] keepdims", "tensor<2x3xf64>", "[[1.0, 2.0, 4.0], [0.0, 0.0, 1.0]]", "tensor<2x1xf64>"),
      "[[2.3333333333333335], [0.3333333333333333]]");
}

TEST(InterpreterReduction, WholeNumbersWrap) {
  EXPECT_EQ(reduce("sum %a axes []", "tensor<2xi32>", "[2147483647, 1]", "tensor<i32>"), "-2147483648");
  EXPECT_EQ(reduce("sum %a axes []", "tensor<2xi64>", "[9223372036854775807, 1]", "tensor<i64>"),
            "-9223372036854775808");
  EXPECT_EQ(reduce("sum %a axes []", "tensor<2x!mind.q16>", "[2147483647, 1]", "tensor<!mind.q16>"), "-32768");
  // The mean divides the 64-bit sum, which has not wrapped; toward zero.
  EXPECT_EQ(reduce("mean %a axes []", "tensor<2x!mind.q16>", "[2147483647, 2147483647]", "tensor<!mind.q16>"),
            "32767.99998");
  EXPECT_EQ(reduce("mean %a axes []", "tensor<2x!mind.q16>", "[-3, 0]", "tensor<!mind.q16>"), "-0.00002");
}

TEST(InterpreterReduction, GreatestElements) {
  EXPECT_EQ(reduce("reduce_max %a axes [1]", "tensor<3x2xf32>", "[[-0.0, 0.0], [0x7FC00000, 1.0], [-2.0, -1.0]]",
                   "tensor<3xf32>"),
            "[0, nan, -1]");
  EXPECT_EQ(reduce("reduce_max %a axes []", "tensor<2x!mind.q16>", "[-65536, -98304]", "tensor<!mind.q16>"), "-1");
  EXPECT_EQ(reduce("argmax %a axis 1", "tensor<4x3xf32>",
                   "[[1.0, 3.0, 3.0], [1.0, 0x7FC00000, 0x7F800000], [-0.0, 0.0, -0.0], "
                   "[0xFF800000, 0xFF800000, 0xFF800000]]",
                   "tensor<4xi64>"),
            "[1, 1, 0, 0]");
  EXPECT_EQ(reduce("argmax %a axis 0 keepdims", "tensor<2x2xi32>", "[[1, 5], [2, 4]]", "tensor<1x2xi64>"), "[[1, 0]]");
}

} // namespace
