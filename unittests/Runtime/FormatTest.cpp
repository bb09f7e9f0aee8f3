//===- FormatTest.cpp - numbers and tensors as text -----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Format.h"

#include "Mind/Runtime/Arguments.h"
#include "Mind/Runtime/Scalars.h"

#include "gtest/gtest.h"

using namespace mind;
using namespace mind::rt;

namespace {

std::string text(float value) { return formatTensor(Tensor::scalar(DType::F32, value)); }
std::string text(double value) { return formatTensor(Tensor::scalar(DType::F64, value)); }
std::string half(uint16_t bits) { return formatTensor(Tensor::scalar(DType::F16, bits)); }
std::string bfloat(uint16_t bits) { return formatTensor(Tensor::scalar(DType::BF16, bits)); }
std::string q16(int32_t raw) { return formatTensor(Tensor::scalar(DType::Q16, raw)); }

TEST(FormatTest, PlainAndExponent) {
  EXPECT_EQ(text(1.0), "1");
  EXPECT_EQ(text(-0.0), "-0");
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(0.1f), "0.1");
  EXPECT_EQ(text(double(0.1f)), "0.10000000149011612");
  EXPECT_EQ(text(123456.75), "123456.75");
  EXPECT_EQ(text(1e15), "1000000000000000");
  EXPECT_EQ(text(9999999999999998.0), "9999999999999998");
  EXPECT_EQ(text(1e16), "1e+16");
  EXPECT_EQ(text(1.5e300), "1.5e+300");
  EXPECT_EQ(text(0.00001), "0.00001");
  EXPECT_EQ(text(0.0000123), "0.0000123");
  EXPECT_EQ(text(0.00000999), "9.99e-6");
  EXPECT_EQ(text(5e-324), "5e-324");
  EXPECT_EQ(text(1e-45f), "1e-45");
  EXPECT_EQ(text(-3.4028235e38f), "-3.4028235e+38");
  EXPECT_EQ(text(16777216.0f), "16777216");
}

TEST(FormatTest, Specials) {
  EXPECT_EQ(text(bitCast<float>(0xffc00001u)), "nan");
  EXPECT_EQ(text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(half(0xfc00), "-inf");
  EXPECT_EQ(bfloat(0x7fc0), "nan");
  EXPECT_EQ(formatTensor(Tensor::scalar(DType::I1, uint8_t(1))), "true");
  EXPECT_EQ(formatTensor(Tensor::scalar(DType::I64, INT64_MIN)), "-9223372036854775808");
}

TEST(FormatTest, NarrowFloats) {
  EXPECT_EQ(half(0x2e66), "0.1");
  EXPECT_EQ(half(0x7bff), "65500");
  EXPECT_EQ(half(0x0001), "6e-8");
  EXPECT_EQ(half(0x3555), "0.3333");
  EXPECT_EQ(bfloat(0x3dcd), "0.1");
  EXPECT_EQ(bfloat(0x4049), "3.14");
  EXPECT_EQ(bfloat(0x7f7f), "3.39e+38");
}

TEST(FormatTest, EveryNarrowFloatReadsBack) {
  for (DType dtype : {DType::F16, DType::BF16}) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      float value = dtype == DType::F16 ? halfToFloat(uint16_t(bits)) : bfloatToFloat(uint16_t(bits));
      if (value != value)
        continue;
      std::string shown = formatTensor(Tensor::scalar(dtype, uint16_t(bits)));
      Fault fault;
      Tensor back = parseValue(shown, dtype, fault);
      ASSERT_TRUE(bool(back)) << shown;
      ASSERT_EQ(*back.data<uint16_t>(), bits) << shown;
    }
  }
}

TEST(FormatTest, Q16) {
  EXPECT_EQ(q16(98304), "1.5");
  EXPECT_EQ(q16(-65536), "-1");
  EXPECT_EQ(q16(0), "0");
  EXPECT_EQ(q16(1), "0.00002");
  EXPECT_EQ(q16(INT32_MAX), "32767.99998");
  EXPECT_EQ(q16(INT32_MIN), "-32768");
  for (int32_t raw : {1, -1, 7, 6553, 6554, 65535, 65537, 1234567, -7654321, INT32_MAX - 1}) {
    Fault fault;
    EXPECT_EQ(*parseValue(q16(raw), DType::Q16, fault).data<int32_t>(), raw);
  }
}

TEST(FormatTest, Nested) {
  Tensor tensor(DType::I32, {2, 1, 2});
  for (int i = 0; i < 4; ++i)
    tensor.mutableData<int32_t>()[i] = i;
  EXPECT_EQ(formatTensor(tensor), "[[[0, 1]], [[2, 3]]]");
  EXPECT_EQ(formatTensor(Tensor(DType::F32, {0})), "[]");
  EXPECT_EQ(formatTensor(Tensor(DType::F32, {1 << 30, 0})), "[]");
}

TEST(FormatTest, Placeholders) {
  std::string_view format = "a{}b{{c}}{}";
  std::string out;
  EXPECT_TRUE(appendUntilPlaceholder(out, format));
  EXPECT_EQ(out, "a");
  EXPECT_TRUE(appendUntilPlaceholder(out, format));
  EXPECT_EQ(out, "ab{c}");
  EXPECT_FALSE(appendUntilPlaceholder(out, format));
  EXPECT_EQ(out, "ab{c}");
}

} // namespace
