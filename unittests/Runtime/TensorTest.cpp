//===- TensorTest.cpp - tensors in memory ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Tensor.h"

#include "gtest/gtest.h"

using namespace mind;
using namespace mind::rt;

namespace {

TEST(TensorTest, CountsElements) {
  EXPECT_EQ(countElements(DType::F32, {}), 1);
  EXPECT_EQ(countElements(DType::F32, {2, 3}), 6);
  EXPECT_EQ(countElements(DType::F32, {2, 0, 3}), 0);
  EXPECT_EQ(countElements(DType::F32, {-1}), -1);
  EXPECT_EQ(countElements(DType::I1, {int64_t(1) << 36}), int64_t(1) << 36);
  EXPECT_EQ(countElements(DType::I1, {(int64_t(1) << 36) + 1}), -1);
  EXPECT_EQ(countElements(DType::F64, {int64_t(1) << 33}), int64_t(1) << 33);
  EXPECT_EQ(countElements(DType::F64, {int64_t(1) << 34}), -1);
  EXPECT_EQ(countElements(DType::F32, {INT64_MAX, INT64_MAX, 4}), -1);
  EXPECT_EQ(countElements(DType::F32, {0, INT64_MAX}), -1);
  EXPECT_EQ(countElements(DType::F32, std::vector<int64_t>(32, 1)), 1);
  EXPECT_EQ(countElements(DType::F32, std::vector<int64_t>(33, 1)), -1);
}

TEST(TensorTest, RefusesWhatIsTooLarge) {
  Tensor tensor;
  Fault fault;
  EXPECT_FALSE(Tensor::tryAllocate(DType::F32, {1 << 20, 1 << 20}, tensor, fault));
  EXPECT_EQ(fault.code, "E6006");
  EXPECT_EQ(toString(fault), "error[runtime][E6006]: a f32 tensor of shape (1048576, 1048576) is too large");
  EXPECT_FALSE(bool(tensor));
}

TEST(TensorTest, SharesAndAligns) {
  Tensor a(DType::F32, {2, 3});
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a.rawData()) % kAlignment, 0u);
  EXPECT_EQ(a.numBytes(), 24u);
  EXPECT_TRUE(a.isUnique());
  for (int i = 0; i < 6; ++i)
    a.mutableData<float>()[i] = float(i);
  Tensor b = a.withShape({6});
  EXPECT_FALSE(a.isUnique());
  EXPECT_EQ(a.rawData(), b.rawData());
  EXPECT_EQ(b.shape(), std::vector<int64_t>{6});
  EXPECT_FALSE(a.isIdenticalTo(b));
  EXPECT_TRUE(a.isIdenticalTo(b.withShape({2, 3})));
  b = Tensor();
  EXPECT_TRUE(a.isUnique());
  Tensor c = std::move(a);
  EXPECT_FALSE(bool(a));
  EXPECT_EQ(c.data<float>()[5], 5.0f);
}

TEST(TensorTest, MakesNaNsCanonicalInACopy) {
  Tensor a(DType::F32, {3});
  uint32_t *bits = static_cast<uint32_t *>(a.mutableRawData());
  bits[0] = 0xffc00001;
  bits[1] = 0x7f800001;
  bits[2] = 0xff800000;
  Tensor b = a;
  Fault fault;
  ASSERT_TRUE(b.canonicalizeNaNs(fault));
  EXPECT_EQ(a.data<uint32_t>()[0], 0xffc00001u);
  EXPECT_EQ(b.data<uint32_t>()[0], 0x7fc00000u);
  EXPECT_EQ(b.data<uint32_t>()[1], 0x7fc00000u);
  EXPECT_EQ(b.data<uint32_t>()[2], 0xff800000u);

  Tensor half = Tensor::scalar(DType::F16, uint16_t(0xfe01)), brain = Tensor::scalar(DType::BF16, uint16_t(0x7f81));
  Tensor wide = Tensor::scalar(DType::F64, uint64_t(0xfff0000000000001));
  ASSERT_TRUE(half.canonicalizeNaNs(fault) && brain.canonicalizeNaNs(fault) && wide.canonicalizeNaNs(fault));
  EXPECT_EQ(*half.data<uint16_t>(), 0x7e00);
  EXPECT_EQ(*brain.data<uint16_t>(), 0x7fc0);
  EXPECT_EQ(*wide.data<uint64_t>(), 0x7ff8000000000000u);
}

} // namespace
