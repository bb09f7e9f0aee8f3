//===- MovementTest.cpp - movements, selections and computed positions ----===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunText.h"

using namespace mind;

namespace {

const char *const kMatrix = "[[1, 2, 3], [4, 5, 6]]";

std::string move(const std::string &op, const std::string &out, const std::string &tail = "") {
  return evalOp("mind." + op + " : tensor<2x3xi32>" + tail, out, {{kMatrix, "tensor<2x3xi32>"}});
}

TEST(InterpreterMovement, Shapes) {
  EXPECT_EQ(move("reshape %a", "tensor<3x2xi32>", " -> tensor<3x2xi32>"), "[[1, 2], [3, 4], [5, 6]]");
  EXPECT_EQ(move("transpose %a perm [1, 0]", "tensor<3x2xi32>"), "[[1, 4], [2, 5], [3, 6]]");
  EXPECT_EQ(move("expand_dims %a axis 1", "tensor<2x1x3xi32>"), "[[[1, 2, 3]], [[4, 5, 6]]]");
  EXPECT_EQ(evalOp("mind.squeeze %a axes [] : tensor<1x2x1xf16>", "tensor<2xf16>",
                   {{"[[[1.5], [2.5]]]", "tensor<1x2x1xf16>"}}),
            "[1.5, 2.5]");
  EXPECT_EQ(evalOp("mind.squeeze %a axes [0] : tensor<1x2x1xf16>", "tensor<2x1xf16>",
                   {{"[[[1.5], [2.5]]]", "tensor<1x2x1xf16>"}}),
            "[[1.5], [2.5]]");
  EXPECT_EQ(evalOp("mind.transpose %a perm [2, 0, 1] : tensor<2x1x3xi32>", "tensor<3x2x1xi32>",
                   {{"[[[1, 2, 3]], [[4, 5, 6]]]", "tensor<2x1x3xi32>"}}),
            "[[[1], [4]], [[2], [5]], [[3], [6]]]");
  EXPECT_EQ(evalOp("mind.broadcast_to %a : tensor<2x1xi1> -> tensor<2x2x3xi1>", "tensor<2x2x3xi1>",
                   {{"[[true], [false]]", "tensor<2x1xi1>"}}),
            "[[[true, true, true], [false, false, false]], [[true, true, true], [false, false, false]]]");
}

TEST(InterpreterMovement, IndexAndSlice) {
  EXPECT_EQ(move("index %a axes [0] indices [1]", "tensor<3xi32>"), "[4, 5, 6]");
  EXPECT_EQ(move("index %a axes [1, 0] indices [2, 0]", "tensor<i32>"), "3");
  EXPECT_EQ(move("slice %a axes [1] starts [0] ends [3] strides [2]", "tensor<2x2xi32>"), "[[1, 3], [4, 6]]");
  EXPECT_EQ(move("slice %a axes [1] starts [1] ends [?] strides [1]", "tensor<2x2xi32>"), "[[2, 3], [5, 6]]");
  EXPECT_EQ(move("slice %a axes [1, 0] starts [2, 1] ends [-1, 2] strides [-1, 1]", "tensor<1x3xi32>"), "[[6, 5, 4]]");
  EXPECT_EQ(move("slice %a axes [0] starts [0] ends [0] strides [1]", "tensor<0x3xi32>"), "[]");
}

/// `op` on a vector of f32 whose extent is only known now.
std::string onVector(const std::string &op, const std::string &out, std::vector<float> elements) {
  rt::Tensor arg(DType::F32, {int64_t(elements.size())});
  std::copy(elements.begin(), elements.end(), arg.mutableData<float>());
  return runModule("func.func @f(%a: tensor<?xf32, #mind.dims<N>>) -> " + out + " {\n%r = " + op +
                       " : tensor<?xf32, #mind.dims<N>>\nreturn %r : " + out + "\n}",
                   {arg});
}

TEST(InterpreterMovement, NamedDimsAreSettledAtRunTime) {
  EXPECT_EQ(onVector("mind.index %a axes [0] indices [2]", "tensor<f32>", {1, 2, 3}), "3");
  EXPECT_EQ(onVector("mind.index %a axes [0] indices [2]", "tensor<f32>", {1, 2}),
            "E6001 index 2 is out of range for extent 2");
  auto slice = [](const std::string &numbers, const std::string &name) {
    return onVector("mind.slice %a axes [0] " + numbers, "tensor<?xf32, #mind.dims<\"" + name + "\">>",
                    {1, 2, 3, 4, 5});
  };
  EXPECT_EQ(slice("starts [-2] ends [?] strides [1]", "_slice_N_m2_n_1"), "[4, 5]");
  EXPECT_EQ(slice("starts [-10] ends [-1] strides [2]", "_slice_N_m10_m1_2"), "[1, 3]");
  EXPECT_EQ(slice("starts [9] ends [?] strides [-2]", "_slice_N_9_n_m2"), "[5, 3, 1]");
  EXPECT_EQ(slice("starts [1] ends [100] strides [9000000000000000000]", "_slice_N_1_100_9000000000000000000"), "[2]");
  EXPECT_EQ(slice("starts [4] ends [-3] strides [1]", "_slice_N_4_m3_1"), "[]");
}

TEST(InterpreterMovement, Gather) {
  std::string indices = "[2, 0, 2]", type = "tensor<3xi64>";
  EXPECT_EQ(evalOp("mind.gather %a[%b] axis 1 : tensor<2x3xi32>, tensor<3xi64>", "tensor<2x3xi32>",
                   {{kMatrix, "tensor<2x3xi32>"}, {indices, type}}),
            "[[3, 1, 3], [6, 4, 6]]");
  EXPECT_EQ(evalOp("mind.gather %a[%b] axis 0 : tensor<2x3xi32>, tensor<i32>", "tensor<3xi32>",
                   {{kMatrix, "tensor<2x3xi32>"}, {"1", "tensor<i32>"}}),
            "[4, 5, 6]");
  EXPECT_EQ(evalOp("mind.gather %a[%b] axis 0 : tensor<2x3xi32>, tensor<2x1xi32>", "tensor<2x1x3xi32>",
                   {{kMatrix, "tensor<2x3xi32>"}, {"[[1], [0]]", "tensor<2x1xi32>"}}),
            "[[[4, 5, 6]], [[1, 2, 3]]]");
  EXPECT_EQ(evalOp("mind.gather %a[%b] axis 0 : tensor<2x3xi32>, tensor<2xi32>", "tensor<2x3xi32>",
                   {{kMatrix, "tensor<2x3xi32>"}, {"[1, 2]", "tensor<2xi32>"}}),
            "E6001 index 2 is out of range for extent 2");
  EXPECT_EQ(evalOp("mind.gather %a[%b] axis 0 : tensor<2x3xi32>, tensor<i64>", "tensor<3xi32>",
                   {{kMatrix, "tensor<2x3xi32>"}, {"-1", "tensor<i64>"}}),
            "E6001 index -1 is out of range for extent 2");
}

TEST(InterpreterMovement, GatherGradAddsInTheOrderOfTheIndices) {
  // Into element 0: 1e8, then 1, then -1e8. Into element 1 the 1 comes last.
  EXPECT_EQ(
      evalOp("mind.gather_grad %a[%b] axis 0 : tensor<6xf32>, tensor<6xi64> -> tensor<3xf32>", "tensor<3xf32>",
             {{"[1.0e8, 1.0, -1.0e8, 1.0e8, -1.0e8, 1.0]", "tensor<6xf32>"}, {"[0, 0, 0, 1, 1, 1]", "tensor<6xi64>"}}),
      "[0, 1, 0]");
  EXPECT_EQ(evalOp("mind.gather_grad %a[%b] axis 1 : tensor<2x2xi32>, tensor<2xi32> -> tensor<2x3xi32>",
                   "tensor<2x3xi32>", {{"[[1, 2], [3, 4]]", "tensor<2x2xi32>"}, {"[2, 2]", "tensor<2xi32>"}}),
            "[[0, 0, 3], [0, 0, 7]]");
  EXPECT_EQ(evalOp("mind.gather_grad %a[%b] axis 0 : tensor<3xf16>, tensor<3xi64> -> tensor<1xf16>", "tensor<1xf16>",
                   {{"[2048.0, 1.0, 1.0]", "tensor<3xf16>"}, {"[0, 0, 0]", "tensor<3xi64>"}}),
            "[2050]");
  EXPECT_EQ(evalOp("mind.gather_grad %a[%b] axis 0 : tensor<1xf32>, tensor<1xi64> -> tensor<3xf32>", "tensor<3xf32>",
                   {{"[1.0]", "tensor<1xf32>"}, {"[3]", "tensor<1xi64>"}}),
            "E6001 index 3 is out of range for extent 3");
}

TEST(InterpreterMovement, Insert) {
  std::vector<Literal> operands = {
      {kMatrix, "tensor<2x3xi32>"}, {"[[7], [8]]", "tensor<2x1xi32>"}, {"1", "tensor<i64>"}};
  EXPECT_EQ(evalOp("mind.insert %b into %a axes [1] starts [2] strides [1] : tensor<2x1xi32>, tensor<2x3xi32>",
                   "tensor<2x3xi32>", operands),
            "[[1, 2, 7], [4, 5, 8]]");
  EXPECT_EQ(evalOp("mind.insert %b into %a axes [1] starts [?] strides [1](%c) : tensor<2x1xi32>, tensor<2x3xi32>, "
                   "tensor<i64>",
                   "tensor<2x3xi32>", operands),
            "[[1, 7, 3], [4, 8, 6]]");
  operands[2].elements = "3";
  EXPECT_EQ(evalOp("mind.insert %b into %a axes [1] starts [?] strides [1](%c) : tensor<2x1xi32>, tensor<2x3xi32>, "
                   "tensor<i64>",
                   "tensor<2x3xi32>", operands),
            "E6001 index 3 is out of range for extent 3");
  EXPECT_EQ(evalOp("mind.insert %b into %a axes [0] starts [4] strides [-2] : tensor<3xi32>, tensor<5xi32>",
                   "tensor<5xi32>", {{"[1, 2, 3, 4, 5]", "tensor<5xi32>"}, {"[7, 8, 9]", "tensor<3xi32>"}}),
            "[9, 2, 8, 4, 7]");
  // 1 + 4 * 2^62 wraps to 1, and is outside nevertheless.
  operands = {{"[1, 2, 3]", "tensor<3xi32>"}, {"[1, 2, 3, 4, 5]", "tensor<5xi32>"}, {"1", "tensor<i64>"}};
  EXPECT_EQ(evalOp("mind.insert %b into %a axes [0] starts [?] strides [4611686018427387904](%c) : tensor<5xi32>, "
                   "tensor<3xi32>, tensor<i64>",
                   "tensor<3xi32>", operands),
            "E6001 index 9223372036854775807 is out of range for extent 3");
  // The operand is still used: it must not change.
  EXPECT_EQ(runModule(R"(func.func @f() -> (tensor<2xi32>, tensor<2xi32>) {
      %a = mind.constant dense<[1, 2]> : tensor<2xi32>
      %b = mind.constant dense<[7]> : tensor<1xi32>
      %c = mind.insert %b into %a axes [0] starts [0] strides [1] : tensor<1xi32>, tensor<2xi32>
      return %a, %c : tensor<2xi32>, tensor<2xi32>
    })"),
            "[1, 2]\n[7, 2]");
}

TEST(InterpreterMovement, UpstreamTensorOps) {
  EXPECT_EQ(eval("tensor<2xi64>", R"(
      %a = mind.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %e = tensor.extract %a[%c1, %c0] : tensor<2x3xi64>
      %d = tensor.dim %a, %c1 : tensor<2x3xi64>
      %i = arith.index_cast %d : index to i64
      %r = tensor.from_elements %e, %i : tensor<2xi64>)"),
            "[4, 3]");
  EXPECT_EQ(eval("tensor<4xi1>", R"(
      %a = arith.constant -1 : i32
      %b = arith.constant 1 : i32
      %s = arith.cmpi slt, %a, %b : i32
      %u = arith.cmpi ult, %a, %b : i32
      %t = arith.constant true
      %x = arith.xori %u, %t : i1
      %w = arith.extui %t : i1 to i64
      %n = arith.constant 1 : i64
      %y = arith.cmpi eq, %w, %n : i64
      %r = tensor.from_elements %s, %u, %x, %y : tensor<4xi1>)"),
            "[true, false, true, true]");
}

} // namespace
