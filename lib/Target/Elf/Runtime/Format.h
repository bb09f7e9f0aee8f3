//===- Format.h - numbers and tensors as text -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of lib/Runtime/Format.cpp, without a library: the fewest digits that read
/// back, found with exact integers (Steele and White, Dragon4).
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_FORMAT_H
#define MIND_LIB_TARGET_ELF_RUNTIME_FORMAT_H

#include "BigNumber.h"

namespace mind::exe {

/// The numbers of mind::DType.
enum Type : int64_t { F32, F64, F16, BF16, I32, I64, I1, Q16 };

inline unsigned getByteSize(int64_t type) {
  switch (type) {
  case F64:
  case I64:
    return 8;
  case F16:
  case BF16:
    return 2;
  case I1:
    return 1;
  default:
    return 4;
  }
}

inline uint64_t loadBits(const char *element, unsigned bytes) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < bytes; ++i)
    bits |= uint64_t(uint8_t(element[i])) << 8 * i;
  return bits;
}

/// `digits[0].digits[1]... * 10^exponent`.
struct Decimal {
  char digits[24];
  int count = 0;
  int exponent = 0;
};

/// The shortest decimal that reads back as fraction * 2^exponent, the nearest of
/// several. `isBoundary`: the next number below is half as far as that above. `isNarrow`:
/// of 16 bits, where a digit below a power of ten may be as short as the power.
inline void findShortest(uint64_t fraction, int exponent, bool isBoundary, bool isNarrow, Decimal &result) {
  // value = r / s; low and high: half the way to the neighbours, over s as well.
  BigNumber r(fraction), s(1), low(1), high(1);
  bool isEven = (fraction & 1) == 0;
  int up = exponent > 0 ? exponent : 0, down = exponent < 0 ? -exponent : 0;
  r.shiftLeft(up + 1 + isBoundary);
  s.shiftLeft(down + 1 + isBoundary);
  low.shiftLeft(up);
  high.shiftLeft(up + isBoundary);
  // 10^k is the first power of ten that the upper end does not pass.
  int k = 0;
  auto isTooLarge = [&] {
    BigNumber end = r;
    end.add(high);
    int order = end.compare(s);
    return isEven ? order >= 0 : order > 0;
  };
  // An estimate first: log10(2) is about 1233 / 4096.
  int bits = 64 - __builtin_clzll(fraction) + exponent;
  int estimate = (bits * 1233 >> 12) - 1;
  if (estimate > 0) {
    s.multiplyByPowerOfTen(estimate);
  } else if (estimate < 0) {
    r.multiplyByPowerOfTen(-estimate);
    low.multiplyByPowerOfTen(-estimate);
    high.multiplyByPowerOfTen(-estimate);
  }
  k = estimate;
  while (isTooLarge()) {
    s.multiplyAdd(10, 0);
    ++k;
  }
  result.exponent = k - 1;
  while (true) {
    r.multiplyAdd(10, 0);
    low.multiplyAdd(10, 0);
    high.multiplyAdd(10, 0);
    int digit = 0;
    while (r.compare(s) >= 0) {
      r.subtract(s);
      ++digit;
    }
    int below = r.compare(low);
    bool isLow = isEven ? below <= 0 : below < 0;
    bool isHigh = isTooLarge();
    if (isNarrow && result.count == 0 && digit == 0 && isHigh) {
      // One digit of the next place reads back too if its step is no longer than the
      // way to the neighbours.
      BigNumber step = low;
      step.multiplyAdd(20, 0);
      if (step.compare(s) >= 0) {
        --result.exponent;
        continue;
      }
    }
    if (isLow || isHigh) {
      if (isLow && isHigh) {
        BigNumber twice = r;
        twice.add(r);
        int half = twice.compare(s);
        digit += half > 0 || (half == 0 && (digit & 1));
      } else if (isHigh) {
        ++digit;
      }
      result.digits[result.count++] = char('0' + digit);
      break;
    }
    result.digits[result.count++] = char('0' + digit);
  }
  // A last digit of 10 carries.
  for (int i = result.count - 1; i > 0 && result.digits[i] > '9'; --i) {
    result.digits[i] = '0';
    ++result.digits[i - 1];
  }
  if (result.digits[0] > '9') {
    result.digits[0] = '1';
    ++result.exponent;
  }
  while (result.count > 1 && result.digits[result.count - 1] == '0')
    --result.count;
}

inline void putDecimal(Writer &out, const Decimal &decimal) {
  int exponent = decimal.exponent, count = decimal.count;
  if (exponent < -5 || exponent >= 16) {
    out.put(decimal.digits[0]);
    if (count > 1)
      out.put('.');
    out.put(decimal.digits + 1, Size(count - 1));
    out.put('e');
    out.put(exponent < 0 ? '-' : '+');
    return out.putUnsigned(uint64_t(exponent < 0 ? -exponent : exponent));
  }
  if (exponent < 0) {
    out.put('0');
    out.put('.');
    for (int i = exponent + 1; i < 0; ++i)
      out.put('0');
    return out.put(decimal.digits, Size(count));
  }
  for (int i = 0; i < count || i <= exponent; ++i) {
    if (i == exponent + 1)
      out.put('.');
    out.put(i < count ? decimal.digits[i] : '0');
  }
}

/// A binary float of `fractionBits` and `exponentBits`.
inline void putFloat(Writer &out, uint64_t bits, int exponentBits, int fractionBits) {
  uint64_t fraction = bits & ((uint64_t(1) << fractionBits) - 1);
  int exponent = int(bits >> fractionBits) & ((1 << exponentBits) - 1);
  bool isSpecial = exponent == (1 << exponentBits) - 1;
  if (isSpecial && fraction)
    return out.put("nan");
  if (bits >> (fractionBits + exponentBits) & 1)
    out.put('-');
  if (isSpecial)
    return out.put("inf");
  if (exponent == 0 && fraction == 0)
    return out.put('0');
  bool isBoundary = fraction == 0 && exponent > 1;
  if (exponent != 0)
    fraction |= uint64_t(1) << fractionBits;
  else
    exponent = 1;
  Decimal decimal;
  findShortest(fraction, exponent - ((1 << (exponentBits - 1)) - 1) - fractionBits, isBoundary,
               fractionBits <= 10, decimal);
  putDecimal(out, decimal);
}

/// As few digits behind the point as tell the number from its neighbours.
inline void putQ16(Writer &out, int32_t raw) {
  uint64_t magnitude = raw < 0 ? 0u - uint32_t(raw) : uint32_t(raw), power = 1;
  if (raw < 0)
    out.put('-');
  for (int precision = 0;; ++precision, power *= 10) {
    uint64_t scaled = magnitude * power, whole = scaled >> 16, rest = scaled & 0xffff;
    whole += rest > 0x8000 || (rest == 0x8000 && (whole & 1));
    int64_t off = int64_t(whole << 16) - int64_t(scaled);
    if (2 * (off < 0 ? -off : off) >= int64_t(power) && off != 0)
      continue;
    out.putUnsigned(whole / power);
    if (precision == 0)
      return;
    out.put('.');
    uint64_t digits = whole % power;
    for (power /= 10; power; power /= 10)
      out.put(char('0' + digits / power % 10));
    return;
  }
}

inline void putElement(Writer &out, int64_t type, const char *element) {
  uint64_t bits = loadBits(element, getByteSize(type));
  switch (type) {
  case F32:
    return putFloat(out, bits, 8, 23);
  case F64:
    return putFloat(out, bits, 11, 52);
  case F16:
    return putFloat(out, bits, 5, 10);
  case BF16:
    return putFloat(out, bits, 8, 7);
  case I32:
    return out.putSigned(int32_t(bits));
  case I64:
    return out.putSigned(int64_t(bits));
  case I1:
    return out.put(bits ? "true" : "false");
  default:
    return putQ16(out, int32_t(bits));
  }
}

/// Nested lists; `[]` for what has no elements.
inline void putTensor(Writer &out, int64_t type, int64_t rank, const int64_t *shape, const char *elements) {
  int64_t count = 1;
  for (int64_t i = 0; i < rank; ++i)
    count *= shape[i];
  if (count == 0)
    return out.put("[]");
  for (int64_t n = 0; n < count; ++n) {
    // As many lists begin and end here as trailing dims are at their start or end.
    int64_t run = 1, depth = 0;
    for (int64_t axis = rank; axis-- > 0; ++depth)
      if (n % (run *= shape[axis]) != 0)
        break;
    if (n != 0)
      out.put(", ");
    for (int64_t i = 0; i < depth; ++i)
      out.put('[');
    putElement(out, type, elements + n * getByteSize(type));
    run = 1;
    for (int64_t axis = rank; axis-- > 0;) {
      if ((n + 1) % (run *= shape[axis]) != 0)
        break;
      out.put(']');
    }
  }
}

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_FORMAT_H
