//===- Receipts.cpp - Loops that a compiler has summed up -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A count of 32 bits, then that many receipts in ascending order; numbers are signed,
// of 64 bits, the highest byte first:
//
//     00 a b lo hi constant        the sum of a * i + b
//     01 r lo hi constant          r to the power of hi - lo
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Receipts.h"

#include "Mind/Target/Evidence/Scan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;
using llvm::Twine;

namespace {
enum Kind : uint8_t { Affine, Geometric };

/// Ordered like its bytes are: by kind, then by the numbers.
struct Receipt {
  uint8_t kind = 0;
  std::array<int64_t, 5> numbers = {};

  unsigned getCount() const { return kind == Affine ? 5 : 4; }
  int64_t getConstant() const { return numbers[getCount() - 1]; }
  int64_t derive() const {
    return kind == Affine ? sumAffine(numbers[0], numbers[1], numbers[2], numbers[3])
                          : raise(numbers[0], numbers[1], numbers[2]);
  }
  bool operator<(const Receipt &other) const { return std::tie(kind, numbers) < std::tie(other.kind, other.numbers); }
};
} // namespace

int64_t evidence::sumAffine(int64_t a, int64_t b, int64_t lo, int64_t hi) {
  if (hi <= lo)
    return 0;
  // n terms whose first and last add up to p; one of the two is even.
  unsigned __int128 n = (unsigned __int128)((__int128)hi - lo);
  __int128 p = (__int128)lo + hi - 1;
  uint64_t indices = n % 2 == 0 ? uint64_t(n / 2) * uint64_t(p) : uint64_t(n) * uint64_t(p / 2);
  return int64_t(uint64_t(a) * indices + uint64_t(b) * uint64_t(n));
}

int64_t evidence::raise(int64_t r, int64_t lo, int64_t hi) {
  if (hi <= lo)
    return 1;
  uint64_t result = 1, base = r;
  for (uint64_t exponent = uint64_t(hi) - uint64_t(lo); exponent != 0; exponent >>= 1) {
    if (exponent & 1)
      result *= base;
    base *= base;
  }
  return int64_t(result);
}

static bool readReceipt(StringRef &bytes, Receipt &receipt) {
  if (bytes.empty() || uint8_t(bytes[0]) > Geometric)
    return false;
  receipt.kind = bytes[0];
  size_t size = 1 + 8 * receipt.getCount();
  if (bytes.size() < size)
    return false;
  for (unsigned i = 0; i < receipt.getCount(); ++i)
    receipt.numbers[i] = int64_t(llvm::support::endian::read64be(bytes.data() + 1 + 8 * i));
  bytes = bytes.drop_front(size);
  return true;
}

bool evidence::verifyReceipts(StringRef bytes, const mic::File &file, uint64_t &count, std::string &reason) {
  auto fail = [&](const Twine &message) {
    reason = message.str();
    return false;
  };
  if (bytes.size() < 4)
    return fail("the collapse receipts are malformed: no count");
  count = llvm::support::endian::read32be(bytes.data());
  bytes = bytes.drop_front(4);
  llvm::SmallVector<int64_t> constants;
  Receipt previous;
  for (uint64_t i = 0; i < count; ++i) {
    Receipt receipt;
    if (!readReceipt(bytes, receipt))
      return fail("the collapse receipts are malformed: receipt " + Twine(i) + " of " + Twine(count));
    if (i != 0 && receipt < previous)
      return fail("the collapse receipts are not in canonical order");
    if (receipt.derive() != receipt.getConstant())
      return fail("a collapse receipt claims " + Twine(receipt.getConstant()) + ", but its loop gives " +
                  Twine(receipt.derive()));
    constants.push_back(receipt.getConstant());
    previous = receipt;
  }
  if (!bytes.empty())
    return fail("the collapse receipts are malformed: " + Twine(bytes.size()) + " bytes follow the last one");
  llvm::sort(constants);
  constants.erase(llvm::unique(constants), constants.end());
  int64_t missing;
  if (!hasConstants(file, constants, missing))
    return fail("the constant " + Twine(missing) + " of a collapse receipt does not occur in the body");
  return true;
}
