//===- NpyTest.cpp - .npy files, good and hostile -------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Npy.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mind;
using namespace mind::rt;

namespace {

/// A version 1 file with this dictionary and these elements.
std::string makeFile(const std::string &dict, const std::string &elements, char major = 1) {
  std::string file = "\x93NUMPY";
  file += major;
  file += '\0';
  file += char(dict.size() & 0xff);
  file += char(dict.size() >> 8);
  if (major > 1)
    file += std::string(2, '\0');
  return file + dict + elements;
}

std::string makeDict(const std::string &descr, const std::string &shape, const char *fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

std::string getFault(const std::string &file, std::optional<DType> expected = std::nullopt) {
  Fault fault;
  EXPECT_FALSE(bool(readNpy(file, expected, fault)));
  return fault.code + " " + fault.message;
}

TEST(NpyTest, ReadsAllVersionsAndOrders) {
  std::string elements("\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0", 16);
  for (char major = 1; major <= 3; ++major) {
    Fault fault;
    Tensor tensor = readNpy(makeFile(makeDict("<i4", "(2, 2)"), elements, major), std::nullopt, fault);
    ASSERT_TRUE(bool(tensor)) << fault.message;
    EXPECT_EQ(tensor.dtype(), DType::I32);
    EXPECT_EQ(tensor.shape(), (std::vector<int64_t>{2, 2}));
    EXPECT_EQ(tensor.data<int32_t>()[1], 2);
  }
  Fault fault;
  Tensor fortran = readNpy(makeFile(makeDict("<i4", "(2, 2)", "True"), elements), std::nullopt, fault);
  ASSERT_TRUE(bool(fortran));
  EXPECT_EQ(fortran.data<int32_t>()[1], 3);
  Tensor big = readNpy(makeFile(makeDict(">i4", "(4,)"), elements), std::nullopt, fault);
  ASSERT_TRUE(bool(big));
  EXPECT_EQ(big.data<int32_t>()[0], 1 << 24);
}

TEST(NpyTest, FortranOrderOfThreeDims) {
  std::string elements;
  for (int8_t i = 0; i < 12; ++i)
    elements += std::string(1, char(i)) + std::string(3, '\0');
  Fault fault;
  Tensor tensor = readNpy(makeFile(makeDict("<i4", "(2, 3, 2)", "True"), elements), std::nullopt, fault);
  ASSERT_TRUE(bool(tensor));
  // Element (i, j, k) lies at i + 2 j + 6 k in the file.
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        EXPECT_EQ(tensor.data<int32_t>()[i * 6 + j * 2 + k], i + 2 * j + 6 * k);
}

TEST(NpyTest, WhatNumpyHasNoWordFor) {
  std::string two("\x80\x3f", 2), four("\0\0\1\0", 4);
  Fault fault;
  Tensor brain = readNpy(makeFile(makeDict("<V2", "()"), two), DType::BF16, fault);
  ASSERT_TRUE(bool(brain)) << fault.message;
  EXPECT_EQ(brain.dtype(), DType::BF16);
  EXPECT_TRUE(bool(readNpy(makeFile(makeDict("|V2", "()"), two), DType::BF16, fault)));
  Tensor fixed = readNpy(makeFile(makeDict("<i4", "()"), four), DType::Q16, fault);
  ASSERT_TRUE(bool(fixed));
  EXPECT_EQ(fixed.dtype(), DType::Q16);
  EXPECT_EQ(*fixed.data<int32_t>(), 65536);
  EXPECT_EQ(getFault(makeFile(makeDict("<V2", "()"), two)),
            "E6004 malformed .npy file: the dtype '<V2' is none of f4, f8, f2, i4, i8, b1 (V2 is read where a bf16 is "
            "expected)");
}

TEST(NpyTest, RefusesMalformedHeaders) {
  std::string four(4, '\0');
  auto refuses = [&](const std::string &dict, const std::string &part) {
    std::string message = getFault(makeFile(dict, four));
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  EXPECT_EQ(getFault(""), "E6004 malformed .npy file: it does not begin with \\x93NUMPY");
  EXPECT_EQ(getFault(std::string("\x93NUMPY\1\0\xff\xff", 10)), "E6004 malformed .npy file: it ends within the header");
  EXPECT_EQ(getFault(std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12)),
            "E6004 malformed .npy file: the header is longer than 65536 bytes");
  EXPECT_EQ(getFault(std::string("\x93NUMPY\7\0\1\0    ", 14)), "E6004 malformed .npy file: unknown version 7.0");
  refuses("", "not a dictionary");
  refuses("{'descr': '<f4'}", "lacks");
  refuses("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", "structure");
  refuses(makeDict("|O", "()"), "pickled");
  refuses(makeDict("|u1", "(4,)"), "'|u1' is none of");
  refuses(makeDict("f4", "()"), "'f4' is none of");
  refuses(makeDict("|f4", "()"), "no byte order");
  refuses(makeDict("<f4", "()", "0"), "neither True nor False");
  refuses(makeDict("<f4", "(1)"), "not a tuple of numbers");
  refuses(makeDict("<f4", "[1]"), "not a tuple");
  refuses(makeDict("<f4", "(-1,)"), "not a number");
  refuses(makeDict("<f4", "(99999999999999999999,)"), "not a number");
  refuses(makeDict("<f4", "()") + "x", "something follows");
  refuses("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': ()}", "repeated key");
  refuses("{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1}", "unknown or repeated");
  refuses(makeDict("<f4", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"), "more than 32 dims");
}

TEST(NpyTest, ChecksTheShapeAgainstTheBytes) {
  std::string four(4, '\0');
  EXPECT_EQ(getFault(makeFile(makeDict("<f4", "(2,)"), four)),
            "E6004 malformed .npy file: shape (2) of f32 takes 8 bytes, but 4 are there");
  EXPECT_EQ(getFault(makeFile(makeDict("<f4", "()"), four + "x")),
            "E6004 malformed .npy file: shape () of f32 takes 4 bytes, but 5 are there");
  // 2^64 elements: the product must not wrap to a size that fits.
  EXPECT_EQ(getFault(makeFile(makeDict("<f4", "(4294967296, 4294967296)"), "")),
            "E6006 a tensor of shape (4294967296, 4294967296) is too large");
  EXPECT_EQ(getFault(makeFile(makeDict("<f4", "(4611686018427387905,)"), four)),
            "E6006 a tensor of shape (4611686018427387905) is too large");
  EXPECT_EQ(getFault(makeFile(makeDict("|b1", "(4,)"), std::string("\0\1\2\0", 4))),
            "E6004 malformed .npy file: a bool is neither 0 nor 1");
  Fault fault;
  Tensor empty = readNpy(makeFile(makeDict("<f4", "(0, 3)"), ""), std::nullopt, fault);
  ASSERT_TRUE(bool(empty));
  EXPECT_EQ(empty.numElements(), 0);
}

TEST(NpyTest, WritesTheHeaderThatNumpyWrites) {
  std::string header = getNpyHeader(DType::F32, {2, 3});
  EXPECT_EQ(header.size(), 128u);
  EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\1\0v\0", 10));
  EXPECT_EQ(header.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(header.back(), '\n');
  EXPECT_NE(getNpyHeader(DType::I1, {5}).find("'descr': '|b1', 'fortran_order': False, 'shape': (5,), }"),
            std::string::npos);
  EXPECT_NE(getNpyHeader(DType::Q16, {}).find("'shape': (), }"), std::string::npos);
}

class NpyFileTest : public testing::Test {
protected:
  void SetUp() override {
    const char *base = std::getenv("TMPDIR");
    std::string name = std::string(base ? base : "/tmp") + "/mind-npy-XXXXXX";
    int file = mkstemp(&name[0]);
    ASSERT_GE(file, 0);
    close(file);
    path = name;
  }
  void TearDown() override { std::remove(path.c_str()); }
  std::string path;
};

TEST_F(NpyFileTest, EveryTypeComesBack) {
  for (DType dtype : {DType::F32, DType::F64, DType::F16, DType::BF16, DType::I32, DType::I64, DType::I1, DType::Q16}) {
    Tensor tensor(dtype, {3, 2});
    auto *bytes = static_cast<uint8_t *>(tensor.mutableRawData());
    for (uint64_t i = 0; i < tensor.numBytes(); ++i)
      bytes[i] = dtype == DType::I1 ? i & 1 : uint8_t(i);
    Fault fault;
    ASSERT_TRUE(writeNpyFile(path, tensor, fault)) << fault.message;
    Tensor back = readNpyFile(path, dtype, fault);
    ASSERT_TRUE(bool(back)) << fault.message;
    EXPECT_TRUE(back.isIdenticalTo(tensor)) << getDTypeName(dtype);
  }
}

TEST_F(NpyFileTest, NaNsLeaveCanonical) {
  Tensor tensor = Tensor::scalar(DType::F32, uint32_t(0xffc12345));
  Fault fault;
  ASSERT_TRUE(writeNpyFile(path, tensor, fault));
  EXPECT_EQ(*tensor.data<uint32_t>(), 0xffc12345u);
  EXPECT_EQ(*readNpyFile(path, std::nullopt, fault).data<uint32_t>(), 0x7fc00000u);
}

TEST_F(NpyFileTest, SaysWhichFile) {
  Fault fault;
  EXPECT_FALSE(bool(readNpyFile(path, std::nullopt, fault)));
  EXPECT_EQ(fault.message, "'" + path + "': malformed .npy file: it does not begin with \\x93NUMPY");
  EXPECT_FALSE(bool(readNpyFile(path + ".absent", std::nullopt, fault)));
  EXPECT_EQ(fault.message, "cannot open '" + path + ".absent': No such file or directory");
  EXPECT_FALSE(bool(readNpyFile("/", std::nullopt, fault)));
  EXPECT_EQ(fault.code, "E6004");
  EXPECT_FALSE(writeNpyFile("/dev/full", Tensor(DType::F32, {100000}), fault));
  EXPECT_EQ(fault.message, "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(access("/dev/full", F_OK), 0);
}

/// Damages good files at places and with bytes that the seed decides; what is
/// read must be what the header says, and nothing may crash.
TEST(NpyTest, DamagedFiles) {
  const std::string seeds[] = {
      makeFile(makeDict("<f4", "(2, 3)"), std::string(24, '\1')),
      makeFile(makeDict(">i8", "(1,)", "True"), std::string(8, '\2')),
      makeFile(makeDict("|b1", "(4, 1, 2)", "True"), std::string(8, '\1'), 2),
      getNpyHeader(DType::F64, {}) + std::string(8, '\3'),
  };
  static const char pieces[] = "{}()[],:'\"0123456789LOVbfiu<>|=-TrueFals \n\\\xff";
  uint64_t state = 12345;
  auto next = [&](uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  };
  int accepted = 0;
  for (int round = 0; round < 40000; ++round) {
    std::string file = seeds[next(4)];
    for (uint64_t edits = 1 + next(3); edits != 0 && !file.empty(); --edits) {
      size_t at = next(2) ? next(file.size()) : next(std::min<size_t>(file.size(), 90));
      switch (next(4)) {
      case 0:
        file[at] = char(next(256));
        break;
      case 1:
        file[at] = pieces[next(sizeof(pieces))];
        break;
      case 2:
        file.erase(at, 1 + next(8));
        break;
      case 3:
        file.insert(at, 1, pieces[next(sizeof(pieces))]);
        break;
      }
    }
    Fault fault;
    std::optional<DType> expected;
    if (next(2))
      expected = DType(next(kNumDTypes));
    Tensor tensor = readNpy(file, expected, fault);
    if (!tensor) {
      EXPECT_TRUE(fault.code == "E6004" || fault.code == "E6006");
      EXPECT_FALSE(fault.message.empty());
      continue;
    }
    ++accepted;
    EXPECT_LE(tensor.numBytes(), file.size());
  }
  EXPECT_GT(accepted, 100);
}

} // namespace
