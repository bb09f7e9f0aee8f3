//===- MathSequencesLog.cpp - log, log2, log10 ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = 2^n m with m from sqrt(1/2) to sqrt(2), and with s = (m - 1) / (m + 1)
// log m = 2 s + 2/3 s^3 + 2/5 s^5 + ..., |s| <= 0.1716.
//
//===----------------------------------------------------------------------===//

#include "MathSequenceReductions.h"

#include "MathCoefficients.inc"

#include <limits>

using namespace mind;
using namespace mind::math;

namespace {
/// x = 2^exponent * (1 + fraction), both exact.
struct LogReduction {
  F exponent, fraction;
};
} // namespace

/// Splits positive finite x; `hasSubnormals` unless x is a widened f32.
static LogReduction reduceForLog(F x, bool hasSubnormals) {
  constexpr uint64_t exponentMask = 0xfff0000000000000;
  F normal = x, bias = 0x1p52 + 1023;
  if (hasSubnormals) {
    B isSubnormal = x < 0x1p-1022;
    normal = select(isSubnormal, x * 0x1p54, x);
    bias = select(isSubnormal, F(0x1p52 + 1023 + 54), bias);
  }
  I bits = toBits(normal);
  I shifted = bits + (getBits(1.0) - getBits(0x1.6a09e667f3bcdp-1));
  F exponent = fromBits((shifted >> 52) | getBits(0x1p52)) - bias;
  F mantissa = fromBits(bits - (shifted & exponentMask) + getBits(1.0));
  return {exponent, mantissa - 1.0};
}

/// log(1 + f) in plain f64; 2 + f is exact where f comes from an f32.
static F buildPlainLog1p(F f) {
  F s = f / (f + 2.0);
  F square = s * s;
  return fma(s * square, evaluatePolynomial(kLogF32, square), s + s);
}

namespace {
/// Which terms of the series are sums of two numbers each.
enum class Terms { ToCube, ToFifth };
} // namespace

/// start + log(1 + f), where `start` is 0 or at least 0.69 in magnitude. Relative
/// to the result the error is about 2^-63 (ToCube) or 2^-68 (ToFifth).
static FF addLog1p(F start, F f, Terms terms) {
  F denominator = f + 2.0;
  F denominatorLow = f - (denominator - 2.0);
  F inverse = F(1.0) / denominator;
  F s = f * inverse;
  F sLow = inverse * fma(-s, denominatorLow, fma(-s, denominator, f));

  FF square = twoProduct(s, s);
  square.lo = fma(s + s, sLow, square.lo);
  FF cube = multiply({s, sLow}, square);
  FF third = multiply(cube, {kTwoThirdsHi, kTwoThirdsLo});
  FF first = fastTwoSum(start, s + s);
  FF second = fastTwoSum(first.hi, third.hi);
  F low = fma(2.0, sLow, third.lo);
  if (terms == Terms::ToCube) {
    F tail = fma(cube.hi * square.hi, evaluatePolynomial(kLogTail, square.hi), low);
    return fastTwoSum(second.hi, first.lo + (second.lo + tail));
  }
  FF fifth = multiply(multiply(cube, square), {kTwoFifthsHi, kTwoFifthsLo});
  F power = cube.hi * square.hi * square.hi;
  F tail = fma(power, evaluatePolynomial(kPowLogTail, square.hi), low + fifth.lo);
  FF sum = fastTwoSum(second.hi, fifth.hi);
  return fastTwoSum(sum.hi, first.lo + (second.lo + (sum.lo + tail)));
}

/// The special cases around the logarithm of a positive finite number.
static F finishLog(F x, F logarithm) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  F finite = select(x < infinity, logarithm, x);
  F defined = select(x < 0.0, std::numeric_limits<double>::quiet_NaN(), finite);
  return select(x == 0.0, -infinity, defined);
}

/// hi + lo for another rounding to fewer bits: where the sum is not exact, the
/// neighbour whose last bit is 1. So it never falls on a tie by rounding.
static F roundToOdd(FF sum) {
  I bits = toBits(sum.hi);
  // One less where the error points to zero.
  I truncated = bits + shiftRightSigned(bits ^ toBits(sum.lo), 63);
  return fromBits(select(sum.lo == 0.0, bits, truncated | 1));
}

F math::buildLog(F x, DType type) {
  LogReduction reduction = reduceForLog(x, type == DType::F64);
  F start = reduction.exponent * kLn2Hi;
  if (type == DType::F32) {
    F rest = fma(reduction.exponent, kLn2Lo, buildPlainLog1p(reduction.fraction));
    return finishLog(x, roundToOdd(fastTwoSum(start, rest)));
  }
  FF sum = addLog1p(start, reduction.fraction, Terms::ToCube);
  return finishLog(x, sum.hi + fma(reduction.exponent, kLn2Lo, sum.lo));
}

FF math::buildPreciseLog(F x) {
  LogReduction reduction = reduceForLog(x, /*hasSubnormals=*/true);
  FF sum = addLog1p(reduction.exponent * kLn2Hi, reduction.fraction, Terms::ToFifth);
  return fastTwoSum(sum.hi, fma(reduction.exponent, kLn2Lo, sum.lo));
}

F math::buildPlainLog2(F x) {
  LogReduction reduction = reduceForLog(x, /*hasSubnormals=*/false);
  return fma(buildPlainLog1p(reduction.fraction), kInvLn2Hi, reduction.exponent);
}

F math::buildLog2(F x, DType type) {
  if (type == DType::F32)
    return finishLog(x, buildPlainLog2(x));
  LogReduction reduction = reduceForLog(x, /*hasSubnormals=*/true);
  FF fraction = multiply(addLog1p(0.0, reduction.fraction, Terms::ToCube), {kInvLn2Hi, kInvLn2Lo});
  FF sum = fastTwoSum(reduction.exponent, fraction.hi);
  return finishLog(x, sum.hi + (sum.lo + fraction.lo));
}

F math::buildLog10(F x, DType type) {
  LogReduction reduction = reduceForLog(x, type == DType::F64);
  F start = reduction.exponent * kLog10Of2Hi;
  if (type == DType::F32) {
    F rest = fma(buildPlainLog1p(reduction.fraction), kInvLn10Hi, reduction.exponent * kLog10Of2Lo);
    return finishLog(x, start + rest);
  }
  FF fraction = multiply(addLog1p(0.0, reduction.fraction, Terms::ToCube), {kInvLn10Hi, kInvLn10Lo});
  FF sum = fastTwoSum(start, fraction.hi);
  return finishLog(x, sum.hi + (sum.lo + fma(reduction.exponent, kLog10Of2Lo, fraction.lo)));
}
