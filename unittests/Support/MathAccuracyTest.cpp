//===- MathAccuracyTest.cpp - errors of the sequences, by MPFR ------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inputs are pseudo-random but fixed. MathExhaustiveTest.cpp has all of them.
//
//===----------------------------------------------------------------------===//

#include "MathReference.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace mind;
using namespace mind::test;

namespace {

/// splitmix64: the same numbers on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53); }

private:
  uint64_t state;
};

template <typename To, typename From>
To reinterpret(From from) {
  static_assert(sizeof(To) == sizeof(From), "same size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

float asFloat(uint32_t bits) { return reinterpret<float>(bits); }

/// Each sign and exponent of f32 with `count` random mantissas and the edges.
std::vector<double> makeStratifiedFloats(unsigned count) {
  Random random(32);
  std::vector<double> inputs;
  for (uint32_t top = 0; top < 512; ++top) {
    for (uint32_t mantissa : {0u, 1u, 2u, 0x3fffffu, 0x400000u, 0x7ffffeu, 0x7fffffu})
      inputs.push_back(asFloat(top << 23 | mantissa));
    for (unsigned i = 0; i < count; ++i)
      inputs.push_back(asFloat(top << 23 | static_cast<uint32_t>(random.next() & 0x7fffff)));
  }
  return inputs;
}

/// Random patterns of f64, magnitudes around 1 and numbers of [low, high].
std::vector<double> makeDoubles(unsigned count, double low, double high) {
  Random random(64);
  std::vector<double> inputs;
  for (unsigned i = 0; i < count; ++i) {
    inputs.push_back(reinterpret<double>(random.next()));
    double small = std::ldexp(random.uniform(1, 2), static_cast<int>(random.next() % 80) - 60);
    inputs.push_back(random.next() & 1 ? small : -small);
    inputs.push_back(random.uniform(low, high));
    inputs.push_back(random.uniform(low, high));
    // Near 1, where logarithms are small.
    inputs.push_back(1 + std::ldexp(random.uniform(-1, 1), -static_cast<int>(random.next() % 48)));
  }
  return inputs;
}

std::vector<double> evaluateAll(MathFunction function, DType type, const std::vector<double> &x,
                                const std::vector<double> &y = {}) {
  std::vector<double> results(x.size());
  const double *inputs[] = {x.data(), y.data()};
  evaluate(getSequence(function, type), inputs, results.data(), x.size());
  if (type == DType::F32)
    for (double &result : results)
      result = static_cast<float>(result);
  return results;
}

/// Holds the results against `bound`, in units in the last place.
void expectWithin(MathFunction function, DType type, double bound, const std::vector<double> &x,
                  const std::vector<double> &y = {}) {
  std::vector<double> results = evaluateAll(function, type, x, y);
  MathReference reference;
  double worst = 0;
  size_t worstAt = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    reference.compute(function, x[i], y.empty() ? 0 : y[i]);
    double error = reference.getError(results[i], type);
    if (error > worst) {
      worst = error;
      worstAt = i;
    }
  }
  EXPECT_LE(worst, bound) << getMathFunctionName(function) << " of " << getDTypeName(type) << " at " << std::hexfloat
                          << x[worstAt] << ' ' << (y.empty() ? 0 : y[worstAt]) << " gives " << results[worstAt];
}

void expectCorrectlyRounded(MathFunction function, const std::vector<double> &x) {
  std::vector<double> results = evaluateAll(function, DType::F32, x);
  MathReference reference;
  for (size_t i = 0; i < x.size(); ++i) {
    reference.compute(function, x[i]);
    float expected = reference.getFloat();
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(results[i])) << std::hexfloat << x[i];
    else
      ASSERT_EQ(reinterpret<uint32_t>(static_cast<float>(results[i])), reinterpret<uint32_t>(expected))
          << getMathFunctionName(function) << '(' << std::hexfloat << x[i] << ") = " << results[i];
  }
}

TEST(MathAccuracyTest, ExpOfF32IsCorrectlyRounded) {
  expectCorrectlyRounded(MathFunction::Exp, makeStratifiedFloats(700));
  // Every exponent that matters, more densely.
  Random random(1);
  std::vector<double> inputs;
  for (int i = 0; i < 300000; ++i)
    inputs.push_back(static_cast<float>(random.uniform(-104, 89)));
  expectCorrectlyRounded(MathFunction::Exp, inputs);
}

TEST(MathAccuracyTest, LogOfF32IsCorrectlyRounded) {
  expectCorrectlyRounded(MathFunction::Log, makeStratifiedFloats(1000));
}

// The inputs whose exact value is nearest to the middle between two f32, found by
// going through all 2^32.
TEST(MathAccuracyTest, HardCasesOfF32) {
  const std::vector<double> exp = {-0x1.d2259ap+3, -0x1.e1dbe2p-8, -0x1.65cf3p+6, 0x1p-24, -0x1p-25, 0x1.8p-24};
  const std::vector<double> log = {0x1.b121a6p+76,  0x1.bacb4ap+25,  0x1.c09d7cp+27, 0x1.2f1fd6p+3,
                                   0x1.22d57p-65,   0x1.5190cp+78,   0x1.827a74p-7,  0x1.6351d8p+95,
                                   0x1.b97c7p-14,   0x1.cb534cp+13,  0x1.d1309cp+62, 0x1.f0ddep-8,
                                   0x1.cfd86ep+116, 0x1.917748p-100, 0x1.98496ep-39, 0x1.390ffp-93};
  expectCorrectlyRounded(MathFunction::Exp, exp);
  expectCorrectlyRounded(MathFunction::Log, log);
}

TEST(MathAccuracyTest, OthersOfF32) {
  std::vector<double> inputs = makeStratifiedFloats(100);
  for (MathFunction function :
       {MathFunction::Log2, MathFunction::Log10, MathFunction::Sqrt, MathFunction::Tanh, MathFunction::Sin,
        MathFunction::Cos, MathFunction::Tan, MathFunction::Asin, MathFunction::Acos, MathFunction::Atan})
    expectWithin(function, DType::F32, 0.501, inputs);
  // Three roundings of f32 one after the other, as long as exp(-x) is finite.
  inputs.erase(std::remove_if(inputs.begin(), inputs.end(), [](double x) { return x < -88; }), inputs.end());
  expectWithin(MathFunction::Sigmoid, DType::F32, 2.5, inputs);
}

TEST(MathAccuracyTest, FunctionsOfF64) {
  struct Bound {
    MathFunction function;
    double low, high, bound;
  };
  const Bound bounds[] = {
      {MathFunction::Exp, -746, 710, 0.502}, {MathFunction::Log, 0, 4, 0.502},     {MathFunction::Log2, 0, 4, 0.505},
      {MathFunction::Log10, 0, 4, 0.505},    {MathFunction::Sqrt, 0, 4, 0.5},      {MathFunction::Tanh, -20, 20, 0.505},
      {MathFunction::Sin, -100, 100, 0.75},  {MathFunction::Cos, -100, 100, 0.75}, {MathFunction::Tan, -100, 100, 0.7},
      {MathFunction::Asin, -1, 1, 0.7},      {MathFunction::Acos, -1, 1, 0.7},     {MathFunction::Atan, -8, 8, 0.6}};
  for (const Bound &each : bounds)
    expectWithin(each.function, DType::F64, each.bound, makeDoubles(4000, each.low, each.high));
  Random random(5);
  std::vector<double> inputs;
  for (int i = 0; i < 20000; ++i)
    inputs.push_back(random.uniform(-700, 40) * (i % 2 ? 1 : 0.05));
  expectWithin(MathFunction::Sigmoid, DType::F64, 2.5, inputs);
}

// Results below 2^-1022 round once.
TEST(MathAccuracyTest, SubnormalExp) {
  Random random(2);
  std::vector<double> inputs;
  for (int i = 0; i < 20000; ++i)
    inputs.push_back(random.uniform(-745.2, -708.3));
  expectWithin(MathFunction::Exp, DType::F64, 0.502, inputs);
}

// The f64 that comes nearest to a multiple of pi/2, and the largest ones.
TEST(MathAccuracyTest, HugeAngles) {
  std::vector<double> inputs = {std::ldexp(6381956970095103.0, 797),
                                0x1.fffffffffffffp1023,
                                1e308,
                                0x1p1023,
                                std::ldexp(6411027962775774.0, -48),
                                0x1.921fb54442d18p0,
                                0x1.921fb54442d18p1,
                                0x1.921fb54442d18p-1,
                                0x1.921fb54442d19p-1,
                                0x1.6ac5b262ca1ffp849};
  Random random(3);
  for (int exponent = -2; exponent < 1024; ++exponent)
    for (int i = 0; i < 8; ++i)
      inputs.push_back(std::ldexp(random.uniform(1, 2), exponent));
  for (MathFunction function : {MathFunction::Sin, MathFunction::Cos, MathFunction::Tan})
    expectWithin(function, DType::F64, 0.8, inputs);
}

TEST(MathAccuracyTest, Pow) {
  Random random(4);
  for (DType type : {DType::F32, DType::F64}) {
    double range = type == DType::F32 ? 155 : 1080;
    std::vector<double> x, y;
    auto add = [&](double a, double b) {
      x.push_back(type == DType::F32 ? static_cast<float>(a) : a);
      y.push_back(type == DType::F32 ? static_cast<float>(b) : b);
    };
    for (int i = 0; i < 20000; ++i) {
      double base = std::ldexp(random.uniform(1, 2), static_cast<int>(random.uniform(-range, range) * 0.9));
      add(base, random.uniform(-range, range) / std::log2(base));
      add(random.uniform(0, 3), random.uniform(-20, 20));
      add(std::floor(random.uniform(-100, 100)), std::floor(random.uniform(-30, 30)));
      double near = 1 + std::ldexp(random.uniform(-1, 1), -static_cast<int>(random.next() % 50));
      add(near, random.uniform(-range, range) / std::log2(near));
    }
    expectWithin(MathFunction::Pow, type, type == DType::F32 ? 0.501 : 0.55, x, y);
  }
}

} // namespace
