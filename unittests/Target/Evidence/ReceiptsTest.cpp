//===- ReceiptsTest.cpp - loops that a compiler has summed up -------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Receipts.h"
#include "Artifacts.h"

using namespace mind;
using namespace mind::evidence;

namespace {

TEST(EvidenceReceipts, SumsAndPowersAsLoops) {
  int64_t values[] = {0, 1, -1, 3, 7, -12, int64_t(1) << 62, INT64_MIN, INT64_MAX};
  for (int64_t a : values)
    for (int64_t b : {int64_t(0), int64_t(5), INT64_MIN})
      for (int64_t lo : {-4, 0, 3})
        for (int64_t hi : {-4, 0, 1, 2, 9}) {
          uint64_t sum = 0, product = 1;
          for (int64_t i = lo; i < hi; ++i) {
            sum += uint64_t(a) * uint64_t(i) + uint64_t(b);
            product *= uint64_t(a);
          }
          EXPECT_EQ(sumAffine(a, b, lo, hi), int64_t(sum));
          EXPECT_EQ(raise(a, lo, hi), int64_t(product));
        }
  // A range longer than any loop: 2^64 - 1 terms from -2^63 on, whose sum is -(2^64 - 1).
  EXPECT_EQ(sumAffine(1, 0, INT64_MIN, INT64_MAX), 1);
  EXPECT_EQ(raise(-1, INT64_MIN, INT64_MAX), -1);
}

void append(Bytes &bytes, uint8_t kind, std::initializer_list<int64_t> numbers) {
  bytes.push_back(kind);
  for (int64_t number : numbers)
    for (int shift = 56; shift >= 0; shift -= 8)
      bytes.push_back(uint8_t(uint64_t(number) >> shift));
}

std::string check(const Bytes &receipts, uint64_t expectedCount = 0) {
  ModuleWriter module;
  module.constant(0, 45);
  module.constant(1, 1024);
  module.output(0);
  Bytes bytes = module.finish(2);
  mic::File file;
  mic::FormatError error;
  EXPECT_TRUE(mic::readFile(bytes, file, error));
  uint64_t count = 0;
  std::string reason;
  if (verifyReceipts(llvm::toStringRef(receipts), file, count, reason))
    EXPECT_EQ(count, expectedCount);
  return reason;
}

TEST(EvidenceReceipts, Checks) {
  Bytes good = {0, 0, 0, 2};
  append(good, 0, {1, 0, 0, 10, 45});
  append(good, 1, {2, 0, 10, 1024});
  EXPECT_EQ(check(good, 2), "");
  EXPECT_EQ(check({0, 0, 0, 0}, 0), "");
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_TRUE(llvm::StringRef(check(Bytes(good.begin(), good.begin() + size))).contains("malformed")) << size;
  Bytes longer = good;
  longer.push_back(0);
  EXPECT_EQ(check(longer), "the collapse receipts are malformed: 1 bytes follow the last one");

  Bytes kind = {0, 0, 0, 1};
  append(kind, 2, {1, 0, 0, 10, 45});
  EXPECT_EQ(check(kind), "the collapse receipts are malformed: receipt 0 of 1");
  Bytes order = {0, 0, 0, 2};
  append(order, 1, {2, 0, 10, 1024});
  append(order, 0, {1, 0, 0, 10, 45});
  EXPECT_EQ(check(order), "the collapse receipts are not in canonical order");
  Bytes forged = {0, 0, 0, 1};
  append(forged, 0, {1, 0, 0, 11, 45});
  EXPECT_EQ(check(forged), "a collapse receipt claims 45, but its loop gives 55");
  Bytes absent = {0, 0, 0, 1};
  append(absent, 0, {1, 0, 0, 11, 55});
  EXPECT_EQ(check(absent), "the constant 55 of a collapse receipt does not occur in the body");
  // A count that the bytes do not back.
  Bytes many = {0xff, 0xff, 0xff, 0xff};
  EXPECT_EQ(check(many), "the collapse receipts are malformed: receipt 0 of 4294967295");
}

} // namespace
