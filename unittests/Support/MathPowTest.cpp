//===- MathPowTest.cpp - special cases of pow -----------------------------===//
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
constexpr DType kTypes[] = {DType::F32, DType::F64};

double pow(DType type, double x, double y) {
  double inputs[] = {x, y};
  double result = evaluate(getSequence(MathFunction::Pow, type), inputs);
  return type == DType::F32 ? static_cast<float>(result) : result;
}

void expectPow(DType type, double x, double y, double expected) {
  double got = pow(type, x, y);
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(got)) << x << " ^ " << y << " = " << got;
  else
    EXPECT_TRUE(got == expected && std::signbit(got) == std::signbit(expected))
        << getDTypeName(type) << ": " << x << " ^ " << y << " = " << got << ", not " << expected;
}

TEST(MathPowTest, OneWhateverTheOther) {
  for (DType type : kTypes) {
    for (double any : {0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e30, -1e30, kInf, -kInf, kNaN}) {
      expectPow(type, any, 0.0, 1);
      expectPow(type, any, -0.0, 1);
      expectPow(type, 1, any, 1);
    }
    expectPow(type, -1, kInf, 1);
    expectPow(type, -1, -kInf, 1);
  }
}

TEST(MathPowTest, NaN) {
  for (DType type : kTypes) {
    for (double any : {0.0, 0.5, -1.0, -2.5, kInf, -kInf, kNaN})
      expectPow(type, any, kNaN, kNaN);
    for (double any : {0.5, 1.0, -1.0, 3.0, kInf, -kInf})
      expectPow(type, kNaN, any, kNaN);
    for (double fraction : {0.5, -0.5, 1.5, 1e-30, 8388607.5})
      expectPow(type, -2, fraction, kNaN);
  }
  expectPow(DType::F64, -2, 0x1.8p-1, kNaN);
  expectPow(DType::F64, -1.0000001, 0x1.fffffffffffffp51, kNaN);
}

TEST(MathPowTest, Zeros) {
  for (DType type : kTypes) {
    for (double odd : {1.0, 3.0, 8388609.0}) {
      expectPow(type, 0.0, odd, 0.0);
      expectPow(type, -0.0, odd, -0.0);
      expectPow(type, 0.0, -odd, kInf);
      expectPow(type, -0.0, -odd, -kInf);
    }
    for (double other : {0.5, 2.0, 1.5, 4294967296.0, 1e30, kInf}) {
      expectPow(type, 0.0, other, 0.0);
      expectPow(type, -0.0, other, 0.0);
      expectPow(type, 0.0, -other, kInf);
      expectPow(type, -0.0, -other, kInf);
    }
  }
}

TEST(MathPowTest, Infinities) {
  for (DType type : kTypes) {
    for (double large : {1.5, -1.5, 1e30, -1e30, kInf, -kInf}) {
      expectPow(type, large, kInf, kInf);
      expectPow(type, large, -kInf, 0.0);
    }
    for (double small : {0.5, -0.5, 1e-30, -1e-30, 0.0, -0.0}) {
      expectPow(type, small, kInf, 0.0);
      expectPow(type, small, -kInf, kInf);
    }
    expectPow(type, kInf, 0.5, kInf);
    expectPow(type, kInf, -0.5, 0.0);
    expectPow(type, -kInf, 3, -kInf);
    expectPow(type, -kInf, -3, -0.0);
    expectPow(type, -kInf, 2, kInf);
    expectPow(type, -kInf, -2, 0.0);
    expectPow(type, -kInf, 0.5, kInf);
    expectPow(type, -kInf, -0.5, 0.0);
  }
}

TEST(MathPowTest, ExactPowers) {
  for (DType type : kTypes) {
    for (int base = -12; base <= 12; ++base) {
      double expected = 1;
      for (int exponent = 0; exponent <= 6; ++exponent, expected *= base)
        expectPow(type, base, exponent, expected);
    }
    expectPow(type, 0.25, 0.5, 0.5);
    expectPow(type, 0.25, -1.5, 8);
    expectPow(type, 1048576, 0.25, 32);
    expectPow(type, -2, -3, -0.125);
  }
  // Odd, even and too large to be odd.
  expectPow(DType::F64, -1, 0x1.fffffffffffffp52, -1);
  expectPow(DType::F64, -1, 0x1.ffffffffffffep52, 1);
  expectPow(DType::F64, -1, 0x1p53, 1);
  expectPow(DType::F32, -1, 16777215, -1);
  expectPow(DType::F32, -1, 16777216, 1);
}

TEST(MathPowTest, EdgesOfTheRange) {
  for (int exponent = -1074; exponent <= 1023; ++exponent)
    expectPow(DType::F64, 2, exponent, std::ldexp(1.0, exponent));
  for (int exponent = -149; exponent <= 127; ++exponent)
    expectPow(DType::F32, -2, exponent, std::ldexp(exponent % 2 ? -1.0 : 1.0, exponent));
  expectPow(DType::F64, 2, 1024, kInf);
  expectPow(DType::F64, -2, 1025, -kInf);
  expectPow(DType::F64, -2, -1077, -0.0);
  // Half the smallest number is a tie, which goes to the even zero.
  expectPow(DType::F64, 2, -1075, 0.0);
  expectPow(DType::F32, 2, 128, kInf);
  expectPow(DType::F32, 2, -150, 0.0);
  expectPow(DType::F32, -2, -151, -0.0);
  expectPow(DType::F64, 0x1p-1074, -1, kInf);
  expectPow(DType::F64, 0x1p-1074, 1, 0x1p-1074);
  expectPow(DType::F64, 0x1.fffffffffffffp1023, 1, 0x1.fffffffffffffp1023);
  expectPow(DType::F64, 1.0000000000000002, 1e300, kInf);
  expectPow(DType::F64, 0.9999999999999999, 1e300, 0.0);
  expectPow(DType::F64, 1e300, 1e-320, 1);
}

} // namespace
