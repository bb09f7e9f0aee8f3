//===- ScalarsTest.cpp - conversions of single values ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Scalars.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mind::rt;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(ScalarsTest, EveryHalfSurvivesF32) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value = halfToFloat(uint16_t(bits));
    if (value != value)
      EXPECT_GT(floatToHalf(value) & 0x7fff, 0x7c00) << bits;
    else
      EXPECT_EQ(floatToHalf(value), bits);
  }
}

TEST(ScalarsTest, EveryBfloatSurvivesF32) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value = bfloatToFloat(uint16_t(bits));
    if (value != value)
      EXPECT_GT(floatToBfloat(value) & 0x7fff, 0x7f80) << bits;
    else
      EXPECT_EQ(floatToBfloat(value), bits);
  }
}

TEST(ScalarsTest, HalfRoundsToNearestEven) {
  // The value in the middle of each two neighbours goes to the even one, what is
  // next to it to the nearer one.
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
    float low = halfToFloat(uint16_t(bits)), high = halfToFloat(uint16_t(bits + 1));
    float middle = (low + high) / 2;
    ASSERT_EQ(floatToHalf(middle), bits & 1 ? bits + 1 : bits);
    ASSERT_EQ(floatToHalf(std::nextafterf(middle, -1)), bits);
    ASSERT_EQ(floatToHalf(std::nextafterf(middle, 1e9f)), bits + 1);
    ASSERT_EQ(floatToHalf(-middle), 0x8000 | (bits & 1 ? bits + 1 : bits));
  }
  EXPECT_EQ(floatToHalf(65519.996f), 0x7bff);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(floatToHalf(float(-kInf)), 0xfc00);
}

TEST(ScalarsTest, BfloatRoundsToNearestEven) {
  EXPECT_EQ(floatToBfloat(bitCast<float>(0x3f808000u)), 0x3f80);
  EXPECT_EQ(floatToBfloat(bitCast<float>(0x3f818000u)), 0x3f82);
  EXPECT_EQ(floatToBfloat(bitCast<float>(0x3f808001u)), 0x3f81);
  EXPECT_EQ(floatToBfloat(bitCast<float>(0x7f7fffffu)), 0x7f80);
  // A subnormal stays one.
  EXPECT_EQ(floatToBfloat(bitCast<float>(0x00010000u)), 0x0001);
  EXPECT_EQ(floatToBfloat(bitCast<float>(0x7f800001u)), 0x7fc0);
}

TEST(ScalarsTest, FloatToIntSaturates) {
  EXPECT_EQ(floatToInt<int32_t>(-1.9), -1);
  EXPECT_EQ(floatToInt<int32_t>(2147483647.0), 2147483647);
  EXPECT_EQ(floatToInt<int32_t>(2147483647.9), 2147483647);
  EXPECT_EQ(floatToInt<int32_t>(2147483648.0), 2147483647);
  EXPECT_EQ(floatToInt<int32_t>(-2147483648.9), INT32_MIN);
  EXPECT_EQ(floatToInt<int32_t>(-kInf), INT32_MIN);
  EXPECT_EQ(floatToInt<int32_t>(kNaN), 0);
  EXPECT_EQ(floatToInt<int64_t>(9223372036854774784.0), 9223372036854774784);
  EXPECT_EQ(floatToInt<int64_t>(9223372036854775808.0), INT64_MAX);
  EXPECT_EQ(floatToInt<int64_t>(-9223372036854775808.0), INT64_MIN);
  EXPECT_EQ(floatToInt<int64_t>(-1e300), INT64_MIN);
}

TEST(ScalarsTest, Q16) {
  EXPECT_EQ(floatToQ16(1.0), 65536);
  EXPECT_EQ(floatToQ16(0.5 / 65536), 1);
  EXPECT_EQ(floatToQ16(-0.5 / 65536), -1);
  EXPECT_EQ(floatToQ16(0.4999 / 65536), 0);
  EXPECT_EQ(floatToQ16(2.5 / 65536), 3);
  EXPECT_EQ(floatToQ16(40000.0), INT32_MAX);
  EXPECT_EQ(floatToQ16(-40000.0), INT32_MIN);
  EXPECT_EQ(floatToQ16(-32768.0), INT32_MIN);
  EXPECT_EQ(floatToQ16(kInf), INT32_MAX);
  EXPECT_EQ(floatToQ16(kNaN), 0);
  EXPECT_EQ(intToQ16(-3), -196608);
  EXPECT_EQ(intToQ16(32768), INT32_MAX);
  EXPECT_EQ(intToQ16(-32768), INT32_MIN);
  EXPECT_EQ(intToQ16(INT64_MIN), INT32_MIN);
  EXPECT_EQ(q16ToInt(-98304), -1);
  EXPECT_EQ(q16ToInt(98304), 1);
  EXPECT_EQ(q16ToDouble(-98304), -1.5);
}

} // namespace
