//===- ContractionTest.cpp - chains of fused steps ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

using namespace mind;

namespace {

std::string contract(const std::string &op, const std::string &a, const std::string &aType, const std::string &b,
                     const std::string &bType, const std::string &out) {
  std::string name = op.substr(0, op.find(' ')), rest = op.size() > name.size() ? op.substr(name.size()) : "";
  bool isGrad = name.find("grad") != std::string::npos;
  return evalOp("mind." + name + " %a, %b" + rest + " : " + aType + ", " + bType + (isGrad ? " -> " + out : ""), out,
                {{a, aType}, {b, bType}});
}

TEST(InterpreterContraction, MatmulIsOneFusedChain) {
  EXPECT_EQ(contract("matmul", "[[1, 2], [3, 4]]", "tensor<2x2xi32>", "[[5, 6], [7, 8]]", "tensor<2x2xi32>",
                     "tensor<2x2xi32>"),
            "[[19, 22], [43, 50]]");
  // Left to right, no lanes: 1e8 + 1 loses the 1.
  EXPECT_EQ(contract("matmul", "[[1.0e8, 1.0, -1.0e8]]", "tensor<1x3xf32>", "[[1.0], [1.0], [1.0]]", "tensor<3x1xf32>",
                     "tensor<1x1xf32>"),
            "[[0]]");
  // a*a - (a*a rounded) is what only a fused step sees: (1 + 2^-23)^2 - (1 + 2^-22) = 2^-46.
  EXPECT_EQ(contract("matmul", "[[-1.0, 0x3F800001]]", "tensor<1x2xf32>", "[[0x3F800002], [0x3F800001]]",
                     "tensor<2x1xf32>", "tensor<1x1xf32>"),
            "[[1.4210855e-14]]");
  // Chains start from +0: the fused +0 + -0 * 1 is +0.
  EXPECT_EQ(contract("matmul", "[[-0.0]]", "tensor<1x1xf32>", "[[1.0]]", "tensor<1x1xf32>", "tensor<1x1xf32>"),
            "[[0]]");
  EXPECT_EQ(contract("matmul", "[[], []]", "tensor<2x0xf32>", "", "tensor<0x2xf32>", "tensor<2x2xf32>"),
            "[[0, 0], [0, 0]]");
}

TEST(InterpreterContraction, MatmulBroadcastsBatches) {
  EXPECT_EQ(contract("matmul", "[[[1, 2]], [[3, 4]]]", "tensor<2x1x2xi64>", "[[1, 0], [0, 10]]", "tensor<2x2xi64>",
                     "tensor<2x1x2xi64>"),
            "[[[1, 20]], [[3, 40]]]");
  EXPECT_EQ(contract("matmul", "[[[[1]]], [[[2]]]]", "tensor<2x1x1x1xi32>", "[[[3]], [[4]]]", "tensor<2x1x1xi32>",
                     "tensor<2x2x1x1xi32>"),
            "[[[[3]], [[4]]], [[[6]], [[8]]]]");
}

TEST(InterpreterContraction, NarrowFloatsRoundOnce) {
  // 2048 + 1 + 1 in f32; steps in f16 would stay at 2048.
  EXPECT_EQ(contract("matmul", "[[2048.0, 1.0, 1.0]]", "tensor<1x3xf16>", "[[1.0], [1.0], [1.0]]", "tensor<3x1xf16>",
                     "tensor<1x1xf16>"),
            "[[2050]]");
  EXPECT_EQ(contract("dot", "[256.0, 1.0, 1.0]", "tensor<3xbf16>", "[1.0, 1.0, 1.0]", "tensor<3xbf16>", "tensor<bf16>"),
            "258");
}

TEST(InterpreterContraction, WholeNumbers) {
  EXPECT_EQ(contract("dot", "[65536, 1]", "tensor<2xi32>", "[65536, 5]", "tensor<2xi32>", "tensor<i32>"), "5");
  // Full products are added: twice 2^-16 * 0.5 is 2^-16, where shifting each would
  // give 0 (or -2^-15 for the negative ones).
  EXPECT_EQ(
      contract("dot", "[1, 1]", "tensor<2x!mind.q16>", "[32768, 32768]", "tensor<2x!mind.q16>", "tensor<!mind.q16>"),
      "0.00002");
  EXPECT_EQ(contract("matmul", "[[-1, -1]]", "tensor<1x2x!mind.q16>", "[[32768], [32768]]", "tensor<2x1x!mind.q16>",
                     "tensor<1x1x!mind.q16>"),
            "[[-0.00002]]");
  EXPECT_EQ(contract("dot", "[-1]", "tensor<1x!mind.q16>", "[1]", "tensor<1x!mind.q16>", "tensor<!mind.q16>"),
            "-0.00002");
}

TEST(InterpreterContraction, DotOfVectorsHasLanes) {
  // As a sum does, and unlike a chain: lanes 0 and 8 meet first.
  std::string a = "[1.0e8, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0e8]";
  std::string ones = "[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]";
  EXPECT_EQ(contract("dot", a, "tensor<9xf32>", ones, "tensor<9xf32>", "tensor<f32>"), "1");
  EXPECT_EQ(contract("dot", "[" + a + "]", "tensor<1x9xf32>", ones, "tensor<9xf32>", "tensor<1xf32>"), "[0]");
  EXPECT_EQ(contract("dot", "[1, 2]", "tensor<2xi32>", "[[1, 2], [3, 4]]", "tensor<2x2xi32>", "tensor<2xi32>"),
            "[7, 10]");
  EXPECT_EQ(contract("dot", "[[1, 2], [3, 4]]", "tensor<2x2xi32>", "[[1], [1]]", "tensor<2x1xi32>", "tensor<2x1xi32>"),
            "[[3], [7]]");
  EXPECT_EQ(contract("dot", "[]", "tensor<0xf32>", "[]", "tensor<0xf32>", "tensor<f32>"), "0");
}

TEST(InterpreterContraction, Conv2D) {
  std::string x = "[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]",
              xType = "tensor<1x3x3x1xf32>";
  std::string w = "[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]", wType = "tensor<2x2x1x1xf32>";
  EXPECT_EQ(contract("conv2d strides [1, 1] padding valid", x, xType, w, wType, "tensor<1x2x2x1xf32>"),
            "[[[[5421], [6532]], [[8754], [9865]]]]");
  // The smaller half of the padding lies at the low side: here 0, and 1 at the end.
  EXPECT_EQ(contract("conv2d strides [1, 1] padding same", x, xType, w, wType, "tensor<1x3x3x1xf32>"),
            "[[[[5421], [6532], [603]], [[8754], [9865], [906]], [[87], [98], [9]]]]");
  EXPECT_EQ(
      contract("conv2d strides [2, 1] padding explicit pads [1, 0, 0, 0]", x, xType, w, wType, "tensor<1x2x2x1xf32>"),
      "[[[[2100], [3200]], [[8754], [9865]]]]");
}

TEST(InterpreterContraction, PaddingTakesNoPart) {
  // An infinite weight times a padding of zero would be NaN.
  EXPECT_EQ(contract("conv2d strides [1, 1] padding explicit pads [0, 0, 1, 0]", "[[[[2.0]]]]", "tensor<1x1x1x1xf32>",
                     "[[[[0x7F800000]], [[3.0]]]]", "tensor<1x2x1x1xf32>", "tensor<1x1x1x1xf32>"),
            "[[[[6]]]]");
  // Nothing but padding: +0.
  EXPECT_EQ(contract("conv2d strides [1, 1] padding explicit pads [1, 0, 0, 0]", "[[[[2.0]]]]", "tensor<1x1x1x1xf32>",
                     "[[[[-1.0]]]]", "tensor<1x1x1x1xf32>", "tensor<1x2x1x1xf32>"),
            "[[[[0]], [[-2]]]]");
}

TEST(InterpreterContraction, Conv2DChannels) {
  // Taps in the order (kh, kw, c): 1e8 + 1 - 1e8 over the channels loses the 1.
  EXPECT_EQ(contract("conv2d strides [1, 1] padding valid", "[[[[1.0e8, 1.0, -1.0e8]]]]", "tensor<1x1x1x3xf32>",
                     "[[[[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]]]", "tensor<1x1x3x2xf32>", "tensor<1x1x1x2xf32>"),
            "[[[[0, 0]]]]");
}

TEST(InterpreterContraction, Conv2DGradients) {
  std::string g = "[[[[1.0], [2.0]], [[3.0], [4.0]]]]", gType = "tensor<1x2x2x1xf32>";
  std::string w = "[[[[1.0]], [[10.0]]], [[[100.0]], [[1000.0]]]]", wType = "tensor<2x2x1x1xf32>";
  EXPECT_EQ(contract("conv2d_grad_input strides [1, 1] padding valid", g, gType, w, wType, "tensor<1x3x3x1xf32>"),
            "[[[[1], [12], [20]], [[103], [1234], [2040]], [[300], [3400], [4000]]]]");
  // With a stride of 2 each input belongs to one output.
  EXPECT_EQ(contract("conv2d_grad_input strides [2, 2] padding valid", g, gType, w, wType, "tensor<1x4x4x1xf32>"),
            "[[[[1], [10], [2], [20]], [[100], [1000], [200], [2000]], [[3], [30], [4], [40]], "
            "[[300], [3000], [400], [4000]]]]");
  std::string x = "[[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]], [[7.0], [8.0], [9.0]]]]",
              xType = "tensor<1x3x3x1xf32>";
  EXPECT_EQ(contract("conv2d_grad_filter strides [1, 1] padding valid", x, xType, g, gType, "tensor<2x2x1x1xf32>"),
            "[[[[37]], [[47]]], [[[67]], [[77]]]]");
  // Same padding: outputs 3 x 3; the tap (1, 1) of the last row and column is outside.
  std::string ones = "[[[[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]], [[1.0], [1.0], [1.0]]]]";
  EXPECT_EQ(contract("conv2d_grad_filter strides [1, 1] padding same", x, xType, ones, xType, "tensor<2x2x1x1xf32>"),
            "[[[[45]], [[33]]], [[[39]], [[28]]]]");
}

} // namespace
