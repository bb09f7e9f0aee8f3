//===- BigNumber.h - exact integers -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_BIGNUMBER_H
#define MIND_LIB_TARGET_ELF_RUNTIME_BIGNUMBER_H

#include "System.h"

namespace mind::exe {

/// Not negative; up to what decimals of f64 need: 800 digits times 2^1100.
struct BigNumber {
  static constexpr int kWords = 128;
  int used = 0;
  uint32_t words[kWords];

  explicit BigNumber(uint64_t value = 0) {
    while (value) {
      words[used++] = uint32_t(value);
      value >>= 32;
    }
  }
  BigNumber(const BigNumber &other) { *this = other; }
  __attribute__((noinline)) BigNumber &operator=(const BigNumber &other) {
    used = other.used;
    for (int i = 0; i < used; ++i)
      words[i] = other.words[i];
    return *this;
  }

  __attribute__((noinline)) void multiplyAdd(uint32_t factor, uint32_t carry) {
    uint64_t rest = carry;
    for (int i = 0; i < used; ++i) {
      rest += uint64_t(words[i]) * factor;
      words[i] = uint32_t(rest);
      rest >>= 32;
    }
    if (rest && used < kWords)
      words[used++] = uint32_t(rest);
  }
  __attribute__((noinline)) void multiplyByPowerOfTen(int exponent) {
    for (; exponent >= 9; exponent -= 9)
      multiplyAdd(1000000000, 0);
    for (; exponent > 0; --exponent)
      multiplyAdd(10, 0);
  }
  __attribute__((noinline)) void shiftLeft(int bits) {
    int whole = bits / 32, part = bits % 32;
    if (part)
      multiplyAdd(uint32_t(1) << part, 0);
    if (used == 0 || whole == 0)
      return;
    for (int i = used; i-- > 0;)
      words[i + whole] = words[i];
    for (int i = 0; i < whole; ++i)
      words[i] = 0;
    used += whole;
  }
  /// -1, 0, 1.
  __attribute__((noinline)) int compare(const BigNumber &other) const {
    if (used != other.used)
      return used < other.used ? -1 : 1;
    for (int i = used; i-- > 0;)
      if (words[i] != other.words[i])
        return words[i] < other.words[i] ? -1 : 1;
    return 0;
  }
  /// Of a number that is not greater.
  __attribute__((noinline)) void subtract(const BigNumber &other) {
    int64_t borrow = 0;
    for (int i = 0; i < used; ++i) {
      int64_t difference = int64_t(words[i]) - borrow - (i < other.used ? other.words[i] : 0);
      borrow = difference < 0;
      words[i] = uint32_t(difference);
    }
    while (used && words[used - 1] == 0)
      --used;
  }
  __attribute__((noinline)) void add(const BigNumber &other) {
    uint64_t carry = 0;
    for (int i = 0; i < other.used || carry; ++i) {
      if (i == used)
        words[used++] = 0;
      carry += uint64_t(words[i]) + (i < other.used ? other.words[i] : 0);
      words[i] = uint32_t(carry);
      carry >>= 32;
    }
  }
};

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_BIGNUMBER_H
