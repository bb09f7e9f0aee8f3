//===- Parse.h - values as they are written on a command line ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_PARSE_H
#define MIND_LIB_TARGET_ELF_RUNTIME_PARSE_H

#include "Format.h"

namespace mind::exe {

inline double asDouble(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
inline uint64_t asBits(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline uint32_t asBits(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// The f64 nearest to number * 10^exponent, halves to even; false if it is too large,
/// or too small to be told from 0.
inline bool roundDecimal(const BigNumber &number, int exponent, uint64_t &bits) {
  if (number.used == 0) {
    bits = 0;
    return true;
  }
  // r / s, scaled by a power of two so that 2^52 <= r / s < 2^53.
  BigNumber r = number, s(1);
  if (exponent > 0)
    r.multiplyByPowerOfTen(exponent);
  else
    s.multiplyByPowerOfTen(-exponent);
  auto bitsOf = [](const BigNumber &n) { return 32 * n.used - __builtin_clz(n.words[n.used - 1]); };
  int scale = bitsOf(r) - bitsOf(s) - 53;
  if (scale < -1074)
    scale = -1074;
  if (scale > 0)
    s.shiftLeft(scale);
  else
    r.shiftLeft(-scale);
  // At most 54 bits of a quotient, from the top.
  uint64_t quotient = 0;
  int shift = bitsOf(r) - bitsOf(s);
  if (r.used && shift >= 0) {
    s.shiftLeft(shift);
    for (; shift >= 0; --shift) {
      quotient <<= 1;
      if (r.compare(s) >= 0) {
        r.subtract(s);
        quotient |= 1;
      }
      // s / 2 is r * 2: only their ratio counts.
      if (shift > 0)
        r.shiftLeft(1);
    }
  }
  bool isInexact = r.used != 0;
  BigNumber twice = r;
  twice.add(r);
  int half = twice.compare(s);
  if (quotient >> 53) {
    // One bit too many: what is left over is half or more, or less.
    bool odd = quotient & 1;
    quotient >>= 1;
    ++scale;
    half = odd ? (isInexact ? 1 : 0) : -1;
  }
  quotient += half > 0 || (half == 0 && (quotient & 1));
  if (quotient >> 53) {
    quotient >>= 1;
    ++scale;
  }
  if (quotient == 0)
    return false;
  int biased = scale + 1075;
  if (quotient < (uint64_t(1) << 52))
    biased = 0;
  if (biased >= 2047)
    return false;
  bits = (quotient & ((uint64_t(1) << 52) - 1)) | uint64_t(biased) << 52;
  return true;
}

enum class Parsed { Ok, NotANumber, OutOfRange };

/// As std::from_chars reads an f64: digits, a point, an exponent; inf and nan.
inline Parsed parseDouble(const char *at, const char *end, double &value) {
  bool isNegative = at != end && *at == '-';
  if (isNegative)
    ++at;
  auto isWord = [&](const char *word) {
    Size n = length(word);
    if (Size(end - at) != n)
      return false;
    for (Size i = 0; i < n; ++i)
      if ((at[i] | 0x20) != word[i])
        return false;
    return true;
  };
  uint64_t sign = uint64_t(isNegative) << 63;
  if (isWord("inf") || isWord("infinity")) {
    value = asDouble(sign | 0x7ff0000000000000);
    return Parsed::Ok;
  }
  if (isWord("nan")) {
    value = asDouble(sign | 0x7ff8000000000000);
    return Parsed::Ok;
  }
  BigNumber number;
  int exponent = 0, numDigits = 0;
  bool hasDigits = false, hasPoint = false;
  for (; at != end; ++at) {
    if (*at == '.' && !hasPoint) {
      hasPoint = true;
      continue;
    }
    if (*at < '0' || *at > '9')
      break;
    hasDigits = true;
    if (numDigits < 800) {
      number.multiplyAdd(10, 0);
      BigNumber digit{uint64_t(*at - '0')};
      number.add(digit);
      numDigits += number.used != 0;
      exponent -= hasPoint;
    } else {
      // What follows can only tell a number from a half.
      if (*at != '0' && number.used)
        number.words[0] |= 1;
      exponent += !hasPoint;
    }
  }
  if (!hasDigits)
    return Parsed::NotANumber;
  if (at != end && (*at == 'e' || *at == 'E')) {
    ++at;
    bool isBelow = at != end && *at == '-';
    if (at != end && (*at == '-' || *at == '+'))
      ++at;
    if (at == end)
      return Parsed::NotANumber;
    int written = 0;
    for (; at != end && *at >= '0' && *at <= '9'; ++at)
      if (written < 100000)
        written = 10 * written + (*at - '0');
    exponent += isBelow ? -written : written;
  }
  if (at != end)
    return Parsed::NotANumber;
  if (number.used == 0)
    exponent = 0;
  uint64_t bits;
  if (exponent > 400 || exponent < -1200 || !roundDecimal(number, exponent, bits))
    return Parsed::OutOfRange;
  value = asDouble(bits | sign);
  return Parsed::Ok;
}

inline uint16_t toHalf(float value) {
  uint32_t bits = asBits(value);
  uint16_t sign = uint16_t(bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return uint16_t(sign | 0x7e00);
  if (magnitude >= 0x477ff000)
    return uint16_t(sign | 0x7c00);
  if (magnitude < 0x38800000) {
    float small;
    __builtin_memcpy(&small, &magnitude, sizeof small);
    return uint16_t(sign | (asBits(small + 0.5f) - 0x3f000000));
  }
  return uint16_t(sign | (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13);
}

inline uint16_t toBfloat(float value) {
  uint32_t bits = asBits(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return uint16_t(bits >> 16 | 0x40);
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline int32_t toQ16(double value) {
  double scaled = value * 65536.0;
  if (scaled != scaled)
    return 0;
  if (scaled >= 2147483647.5)
    return INT32_MAX;
  if (scaled <= -2147483648.5)
    return INT32_MIN;
  int64_t whole = int64_t(scaled);
  double rest = scaled - double(whole);
  return int32_t(whole + (rest >= 0.5) - (rest <= -0.5));
}

/// A word as an element of `type`.
inline Parsed parseElement(const char *at, const char *end, int64_t type, char *element) {
  auto store = [&](uint64_t bits) {
    for (unsigned i = 0; i < getByteSize(type); ++i)
      element[i] = char(bits >> 8 * i);
  };
  if (type == I1) {
    bool isTrue = end - at == 4 && isEqual(at, "true", 4);
    if (!isTrue && !(end - at == 5 && isEqual(at, "false", 5)))
      return Parsed::NotANumber;
    store(isTrue);
    return Parsed::Ok;
  }
  if (at != end && *at == '+' && ++at != end && *at == '-')
    return Parsed::NotANumber;
  if (type == I32 || type == I64) {
    bool isNegative = at != end && *at == '-', isTooLarge = false;
    at += isNegative;
    if (at == end)
      return Parsed::NotANumber;
    uint64_t value = 0, limit = (type == I64 ? uint64_t(INT64_MAX) : INT32_MAX) + isNegative;
    for (; at != end; ++at) {
      if (*at < '0' || *at > '9')
        return Parsed::NotANumber;
      uint64_t digit = uint64_t(*at - '0');
      isTooLarge |= value > (limit - digit) / 10;
      value = 10 * value + digit;
    }
    if (isTooLarge)
      return Parsed::OutOfRange;
    store(isNegative ? 0 - value : value);
    return Parsed::Ok;
  }
  double value;
  Parsed parsed = parseDouble(at, end, value);
  if (parsed != Parsed::Ok)
    return parsed;
  switch (type) {
  case F64:
    store(asBits(value));
    break;
  case F16:
    store(toHalf(float(value)));
    break;
  case BF16:
    store(toBfloat(float(value)));
    break;
  case Q16:
    store(uint32_t(toQ16(value)));
    break;
  default:
    store(asBits(float(value)));
  }
  return Parsed::Ok;
}

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_PARSE_H
