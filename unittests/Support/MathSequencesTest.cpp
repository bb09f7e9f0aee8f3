//===- MathSequencesTest.cpp - form and special values of sequences -------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Support/MathSequences.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mind;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr DType kTypes[] = {DType::F32, DType::F64};

std::string describe(const Sequence &sequence) {
  return std::string(getMathFunctionName(sequence.function)) + " of " + std::string(getDTypeName(sequence.type));
}

template <typename Callback>
void forEachSequence(Callback callback) {
  for (unsigned i = 0; i < kNumMathFunctions; ++i)
    for (DType type : kTypes)
      callback(getSequence(static_cast<MathFunction>(i), type));
}

double call(MathFunction function, DType type, double x, double y = 0) {
  double inputs[] = {x, y};
  double result = evaluate(getSequence(function, type), inputs);
  return type == DType::F32 ? static_cast<float>(result) : result;
}

uint64_t getBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

void expectSame(double got, double expected, const std::string &what) {
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(got)) << what << " = " << got;
  else
    EXPECT_EQ(getBits(got), getBits(expected)) << what << " = " << got << ", not " << expected;
}

TEST(MathSequencesTest, StepsAreWellFormed) {
  forEachSequence([](const Sequence &sequence) {
    SCOPED_TRACE(describe(sequence));
    ASSERT_LE(sequence.steps.size(), kMaxSequenceSteps);
    EXPECT_EQ(sequence.numInputs, sequence.function == MathFunction::Pow ? 2u : 1u);
    std::vector<bool> isUsed(sequence.steps.size(), false);
    for (size_t i = 0; i < sequence.steps.size(); ++i) {
      const MathStep &step = sequence.steps[i];
      EXPECT_EQ(step.op == MathOp::Input, i < sequence.numInputs);
      for (unsigned k = 0; k < 3; ++k) {
        if (k >= getNumOperands(step.op)) {
          EXPECT_EQ(step.operands[k], 0);
          continue;
        }
        ASSERT_LT(step.operands[k], i);
        EXPECT_EQ(getResultType(sequence.steps[step.operands[k]].op), getOperandType(step.op, k));
        isUsed[step.operands[k]] = true;
      }
    }
    EXPECT_EQ(getResultType(sequence.steps[sequence.result].op), MathType::F64);
    isUsed[sequence.result] = true;
    for (size_t i = 0; i < isUsed.size(); ++i)
      EXPECT_TRUE(isUsed[i]) << i;
  });
}

// Steps cost time on every element: a method that gets longer says so here and in
// docs/Numerics.md. The numbers are those of the steps without constants.
TEST(MathSequencesTest, StepsAreFew) {
  constexpr unsigned limits[kNumMathFunctions][2] = {{28, 83}, {47, 72}, {34, 80},  {37, 82},  {2, 2},
                                                     {36, 92}, {33, 86}, {93, 205}, {92, 204}, {95, 232},
                                                     {36, 46}, {35, 45}, {32, 59},  {94, 216}};
  forEachSequence([&](const Sequence &sequence) {
    unsigned count = 0;
    for (const MathStep &step : sequence.steps)
      count += step.op != MathOp::ConstF && step.op != MathOp::ConstI;
    EXPECT_LE(count, limits[static_cast<unsigned>(sequence.function)][sequence.type == DType::F64])
        << describe(sequence);
  });
}

TEST(MathSequencesTest, PrintsOneLineAStep) {
  EXPECT_EQ(toString(getSequence(MathFunction::Sqrt, DType::F64)), "%0 = Input 0x0\n%1 = SqrtF %0\nreturn %1\n");
}

// A block is executed step by step, in place too, to the bits of single elements.
TEST(MathSequencesTest, BlocksEqualElements) {
  forEachSequence([](const Sequence &sequence) {
    std::vector<double> x, y;
    for (int i = 0; i < 77; ++i) {
      x.push_back(std::ldexp(1 + i / 77.0, i % 23 - 12) * (i % 5 ? 1 : -1));
      y.push_back(i / 7.0 - 4);
    }
    std::vector<double> expected;
    for (size_t i = 0; i < x.size(); ++i) {
      double inputs[] = {x[i], y[i]};
      expected.push_back(evaluate(sequence, inputs));
    }
    const double *inputs[] = {x.data(), y.data()};
    evaluate(sequence, inputs, x.data(), x.size());
    for (size_t i = 0; i < x.size(); ++i)
      expectSame(x[i], expected[i], describe(sequence) + " at " + std::to_string(i));
  });
}

struct Case {
  MathFunction function;
  double input, expected;
};

TEST(MathSequencesTest, SpecialValues) {
  using M = MathFunction;
  const Case cases[] = {
      {M::Exp, 0.0, 1},        {M::Exp, -0.0, 1},          {M::Exp, kInf, kInf},     {M::Exp, -kInf, 0.0},
      {M::Exp, 1e30, kInf},    {M::Exp, -1e30, 0.0},       {M::Exp, 0x1p-60, 1},     {M::Log, 0.0, -kInf},
      {M::Log, -0.0, -kInf},   {M::Log, -1, kNaN},         {M::Log, -kInf, kNaN},    {M::Log, kInf, kInf},
      {M::Log, 1, 0.0},        {M::Log2, 0.0, -kInf},      {M::Log2, -0.0, -kInf},   {M::Log2, -2, kNaN},
      {M::Log2, kInf, kInf},   {M::Log2, 1, 0.0},          {M::Log10, 0.0, -kInf},   {M::Log10, -0.0, -kInf},
      {M::Log10, -10, kNaN},   {M::Log10, kInf, kInf},     {M::Log10, 1, 0.0},       {M::Sqrt, 0.0, 0.0},
      {M::Sqrt, -0.0, -0.0},   {M::Sqrt, kInf, kInf},      {M::Sqrt, -1, kNaN},      {M::Sqrt, 9, 3},
      {M::Tanh, 0.0, 0.0},     {M::Tanh, -0.0, -0.0},      {M::Tanh, kInf, 1},       {M::Tanh, -kInf, -1},
      {M::Tanh, 25, 1},        {M::Tanh, -25, -1},         {M::Sigmoid, 0.0, 0.5},   {M::Sigmoid, -0.0, 0.5},
      {M::Sigmoid, kInf, 1},   {M::Sigmoid, -kInf, 0.0},   {M::Sigmoid, 40, 1},      {M::Sigmoid, -800, 0.0},
      {M::Sin, 0.0, 0.0},      {M::Sin, -0.0, -0.0},       {M::Sin, kInf, kNaN},     {M::Sin, -kInf, kNaN},
      {M::Cos, 0.0, 1},        {M::Cos, -0.0, 1},          {M::Cos, kInf, kNaN},     {M::Cos, -kInf, kNaN},
      {M::Tan, 0.0, 0.0},      {M::Tan, -0.0, -0.0},       {M::Tan, kInf, kNaN},     {M::Tan, -kInf, kNaN},
      {M::Asin, 0.0, 0.0},     {M::Asin, -0.0, -0.0},      {M::Asin, 1, kPi / 2},    {M::Asin, -1, -kPi / 2},
      {M::Asin, 1.001, kNaN},  {M::Asin, -kInf, kNaN},     {M::Acos, 1, 0.0},        {M::Acos, -1, kPi},
      {M::Acos, 0.0, kPi / 2}, {M::Acos, -0.0, kPi / 2},   {M::Acos, -1.001, kNaN},  {M::Acos, kInf, kNaN},
      {M::Atan, 0.0, 0.0},     {M::Atan, -0.0, -0.0},      {M::Atan, kInf, kPi / 2}, {M::Atan, -kInf, -kPi / 2},
      {M::Atan, 1, kPi / 4},   {M::Atan, 0x1p-40, 0x1p-40}};
  for (DType type : kTypes) {
    for (const Case &each : cases) {
      double expected = type == DType::F32 ? static_cast<float>(each.expected) : each.expected;
      expectSame(call(each.function, type, each.input), expected,
                 std::string(getMathFunctionName(each.function)) + "(" + std::to_string(each.input) + ")");
    }
    for (unsigned i = 0; i < kNumMathFunctions; ++i)
      expectSame(call(static_cast<MathFunction>(i), type, kNaN, 2.5), kNaN, "of NaN");
  }
}

TEST(MathSequencesTest, SmallestNumbersKeepTheirSign) {
  for (DType type : kTypes) {
    double tiny = type == DType::F32 ? 0x1p-149 : 0x1p-1074;
    for (MathFunction function :
         {MathFunction::Sin, MathFunction::Tan, MathFunction::Asin, MathFunction::Atan, MathFunction::Tanh}) {
      expectSame(call(function, type, tiny), tiny, std::string(getMathFunctionName(function)));
      expectSame(call(function, type, -tiny), -tiny, std::string(getMathFunctionName(function)));
    }
  }
}

TEST(MathSequencesTest, LogarithmsOfPowersAreWhole) {
  for (int exponent = -1074; exponent <= 1023; ++exponent)
    EXPECT_EQ(call(MathFunction::Log2, DType::F64, std::ldexp(1.0, exponent)), exponent);
  for (int exponent = -149; exponent <= 127; ++exponent)
    EXPECT_EQ(call(MathFunction::Log2, DType::F32, std::ldexp(1.0, exponent)), exponent);
  double power = 1;
  for (int exponent = 0; exponent <= 22; ++exponent, power *= 10)
    EXPECT_EQ(call(MathFunction::Log10, DType::F64, power), exponent);
  power = 1;
  for (int exponent = 0; exponent <= 10; ++exponent, power *= 10)
    EXPECT_EQ(call(MathFunction::Log10, DType::F32, power), exponent);
}

// The sigmoid is its formula with the operations of the element type.
TEST(MathSequencesTest, SigmoidIsItsFormula) {
  for (double x = -1000; x < 1000; x += 0.37) {
    float power = static_cast<float>(call(MathFunction::Exp, DType::F32, static_cast<float>(-x)));
    float sum = 1.0f + power;
    EXPECT_EQ(call(MathFunction::Sigmoid, DType::F32, static_cast<float>(x)), 1.0f / sum);
    EXPECT_EQ(call(MathFunction::Sigmoid, DType::F64, x), 1.0 / (1.0 + call(MathFunction::Exp, DType::F64, -x)));
  }
}

// Neighbours of f32 stay in order where the function grows.
TEST(MathSequencesTest, GrowsWithItsInput) {
  for (MathFunction function : {MathFunction::Exp, MathFunction::Log, MathFunction::Tanh, MathFunction::Sigmoid,
                                MathFunction::Atan, MathFunction::Log2, MathFunction::Log10}) {
    for (float start : {0.25f, 0.3465f, 0.4141f, 0.7071f, 0.9999f, 1.3862f, 2.4141f, 10.0f, 60.0f}) {
      double last = -kInf;
      float x = start;
      for (int i = 0; i < 2000; ++i, x = std::nextafter(x, 1e30f)) {
        double value = call(function, DType::F32, x);
        ASSERT_GE(value, last) << getMathFunctionName(function) << " at " << x;
        last = value;
      }
    }
  }
}

} // namespace
