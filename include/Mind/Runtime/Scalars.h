//===- Scalars.h - numbers of one type as another ---------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The conversions of N4 and N5 for single values, without libm. Names say where
/// a value goes; q16 is its raw i32.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_SCALARS_H
#define MIND_RUNTIME_SCALARS_H

#include <cstdint>
#include <cstring>
#include <limits>

namespace mind::rt {

template <typename To, typename From>
To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

inline float halfToFloat(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000) << 16;
  uint32_t exponent = (half >> 10) & 0x1f, fraction = half & 0x3ff;
  if (exponent == 0x1f)
    return bitCast<float>(sign | 0x7f800000 | (fraction << 13));
  if (exponent != 0)
    return bitCast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  // Subnormal halves are multiples of 2^-24, which f32 holds as normal numbers.
  float magnitude = float(fraction) * 0x1p-24f;
  return bitCast<float>(sign | bitCast<uint32_t>(magnitude));
}

/// Rounds to nearest, ties to even.
inline uint16_t floatToHalf(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint16_t sign = uint16_t((bits >> 16) & 0x8000);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return uint16_t(sign | 0x7e00 | ((magnitude >> 13) & 0x3ff));
  // From the middle between the largest half and 2^16 on.
  if (magnitude >= 0x477ff000)
    return uint16_t(sign | 0x7c00);
  if (magnitude < 0x38800000) {
    // Below 2^-14 the result counts multiples of 2^-24: adding 0.5, whose last bit
    // is worth just that, makes the hardware round there.
    float shifted = bitCast<float>(magnitude) + 0.5f;
    return uint16_t(sign | (bitCast<uint32_t>(shifted) - 0x3f000000));
  }
  uint32_t odd = (magnitude >> 13) & 1;
  return uint16_t(sign | ((magnitude - (112u << 23) + 0xfff + odd) >> 13));
}

inline float bfloatToFloat(uint16_t bfloat) { return bitCast<float>(uint32_t(bfloat) << 16); }

/// Rounds to nearest, ties to even, on the bits: nothing is flushed to zero.
inline uint16_t floatToBfloat(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return uint16_t((bits >> 16) | 0x40);
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/// Toward zero, saturating; NaN gives 0.
template <typename Int>
Int floatToInt(double value) {
  // -MIN is a power of two and thus a double; MAX is not one for i64.
  constexpr double kLowest = double(std::numeric_limits<Int>::min());
  if (!(value == value))
    return 0;
  if (value >= -kLowest)
    return std::numeric_limits<Int>::max();
  if (value < kLowest)
    return std::numeric_limits<Int>::min();
  return Int(value);
}

/// Halves away from zero, saturating; NaN gives 0.
inline int32_t floatToQ16(double value) {
  double scaled = value * 65536.0;
  if (!(scaled == scaled))
    return 0;
  if (scaled >= 2147483647.5)
    return std::numeric_limits<int32_t>::max();
  if (scaled <= -2147483648.5)
    return std::numeric_limits<int32_t>::min();
  int64_t whole = int64_t(scaled);
  double rest = scaled - double(whole);
  if (rest >= 0.5)
    ++whole;
  else if (rest <= -0.5)
    --whole;
  return int32_t(whole);
}

inline int32_t intToQ16(int64_t value) {
  if (value > 32767)
    return std::numeric_limits<int32_t>::max();
  if (value < -32768)
    return std::numeric_limits<int32_t>::min();
  return int32_t(value * 65536);
}

inline int64_t q16ToInt(int32_t raw) { return raw / 65536; }

/// Exact; what is narrower than f64 is rounded from it.
inline double q16ToDouble(int32_t raw) { return double(raw) / 65536.0; }

} // namespace mind::rt

#endif // MIND_RUNTIME_SCALARS_H
