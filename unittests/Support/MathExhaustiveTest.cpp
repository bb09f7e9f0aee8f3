//===- MathExhaustiveTest.cpp - all 2^32 inputs of the f32 functions ------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes one to four minutes a function, so it runs by hand or at night:
//
//   MindUnitTests --gtest_also_run_disabled_tests --gtest_filter='*Exhaustive*'
//
// The oracle is the C library's function of f64. It only has to be right to 64 ulp
// of f64: where its value is that near to the middle between two f32, MPFR decides.
//
//===----------------------------------------------------------------------===//

#include "MathReference.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <cstring>
#include <vector>

using namespace mind;
using namespace mind::test;

namespace {

struct Oracle {
  MathFunction function;
  double (*inF64)(double);
};

/// What one function's results differ from the correctly rounded ones.
struct Tally {
  uint64_t misrounded = 0, hard = 0;
  double worst = 0, worstAt = 0;
};

float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Distance in units of the last place of f32 from `value` to the nearest middle
/// between two f32.
double getDistanceToMiddle(double value) {
  double scaled = std::ldexp(std::fabs(value), 23 - std::max(std::ilogb(value), -126));
  return std::fabs(scaled - std::floor(scaled) - 0.5);
}

Tally checkAll(const Oracle &oracle) {
  constexpr size_t blockSize = 4096;
  Tally tally;
  MathReference reference;
  std::vector<double> inputs(blockSize), results(blockSize);
  const double *pointers[] = {inputs.data()};
  const Sequence &sequence = getSequence(oracle.function, DType::F32);
  for (uint64_t first = 0; first < (uint64_t(1) << 32); first += blockSize) {
    for (size_t i = 0; i < blockSize; ++i)
      inputs[i] = asFloat(static_cast<uint32_t>(first + i));
    evaluate(sequence, pointers, results.data(), blockSize);
    for (size_t i = 0; i < blockSize; ++i) {
      float got = static_cast<float>(results[i]);
      double value = oracle.inF64(inputs[i]);
      if (std::isnan(value) || std::isnan(got)) {
        tally.misrounded += !(std::isnan(value) && std::isnan(got));
        continue;
      }
      float expected = static_cast<float>(value);
      if (value != 0 && !std::isinf(value) && getDistanceToMiddle(value) < 0x1p-23) {
        ++tally.hard;
        reference.compute(oracle.function, inputs[i]);
        expected = reference.getFloat();
      }
      bool isSame = got == expected && std::signbit(got) == std::signbit(expected);
      if (isSame)
        continue;
      ++tally.misrounded;
      reference.compute(oracle.function, inputs[i]);
      double error = reference.getError(got, DType::F32);
      if (error > tally.worst) {
        tally.worst = error;
        tally.worstAt = inputs[i];
      }
    }
  }
  return tally;
}

class DISABLED_ExhaustiveMathTest : public ::testing::TestWithParam<Oracle> {};

TEST_P(DISABLED_ExhaustiveMathTest, AllInputs) {
  MathFunction function = GetParam().function;
  Tally tally = checkAll(GetParam());
  std::printf("%s: %llu of 2^32 not correctly rounded, the worst by %.9f ulp at %a; %llu near a middle\n",
              std::string(getMathFunctionName(function)).c_str(), static_cast<unsigned long long>(tally.misrounded),
              tally.worst, tally.worstAt, static_cast<unsigned long long>(tally.hard));
  EXPECT_LE(tally.worst, 0.501);
  if (function == MathFunction::Exp || function == MathFunction::Log)
    EXPECT_EQ(tally.misrounded, 0u);
}

INSTANTIATE_TEST_SUITE_P(F32, DISABLED_ExhaustiveMathTest,
                         ::testing::Values(Oracle{MathFunction::Exp, std::exp}, Oracle{MathFunction::Log, std::log},
                                           Oracle{MathFunction::Log2, std::log2},
                                           Oracle{MathFunction::Log10, std::log10},
                                           Oracle{MathFunction::Tanh, std::tanh}, Oracle{MathFunction::Sin, std::sin},
                                           Oracle{MathFunction::Cos, std::cos}, Oracle{MathFunction::Tan, std::tan},
                                           Oracle{MathFunction::Asin, std::asin}, Oracle{MathFunction::Acos, std::acos},
                                           Oracle{MathFunction::Atan, std::atan}),
                         [](const auto &info) { return std::string(getMathFunctionName(info.param.function)); });

} // namespace
