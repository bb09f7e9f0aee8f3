//===- MathSequencesTrig.cpp - sin, cos, tan ------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// |x| = (4 k + quadrant) pi/2 + r with |r| <= pi/4, by the method of Payne and
// Hanek: the bits of 2/pi that matter are those around the exponent of x, and their
// product with the mantissa is exact in integers. Shifting the constant string of
// bits by 8, 4, 2 and 1 words, each if a bit of the offset is set, brings them into
// place without a table.
//
//===----------------------------------------------------------------------===//

#include "MathSequenceReductions.h"

#include "MathCoefficients.inc"

#include <algorithm>
#include <cmath>

using namespace mind;
using namespace mind::math;

static constexpr uint64_t kLow32 = 0xffffffff;
static constexpr uint64_t kSignBit = 0x8000000000000000;

/// The three words at bit `offset` of kTwoOverPi; the two last ones 0 if not `wide`.
/// The offset is at most 1034, for f32 at most 166; below 0 the words are arbitrary.
static std::array<I, 3> getTwoOverPi(I offset, bool wide) {
  unsigned numWords = wide ? 20 : 5, numNeeded = wide ? 4 : 3;
  std::vector<I> words(std::begin(kTwoOverPi), std::begin(kTwoOverPi) + numWords);
  for (unsigned step = wide ? 16 : 2; step != 0; step /= 2) {
    // What the smaller steps can still reach.
    unsigned reach = std::min(numNeeded + step - 1, numWords);
    B stays = (offset & I(64 * step)) == I(0);
    std::vector<I> shifted;
    for (unsigned i = 0; i < reach; ++i)
      shifted.push_back(i + step < words.size() ? select(stays, words[i], words[i + step]) : words[i]);
    words = std::move(shifted);
  }
  I left = offset & 63, right = (offset & 63) ^ 63;
  auto getWord = [&](unsigned i) { return (words[i] << left) | ((words[i + 1] >> 1) >> right); };
  return {getWord(0), getWord(1), wide ? getWord(2) : I(0)};
}

/// digit * 2^-place for a digit below 2^32.
static F scaleDigit(I digit, int place) {
  double rounder = std::ldexp(1.0, 52 - place);
  return fromBits(digit | getBits(rounder)) - rounder;
}

/// The same for a digit of two's complement with 32 bits.
static F scaleSignedDigit(I digit, int place) {
  double rounder = std::ldexp(1.0, 52 - place);
  return fromBits((digit ^ 0x80000000) | getBits(rounder)) - (rounder + std::ldexp(1.0, 31 - place));
}

namespace {
/// |x| = quadrant pi/2 + rest, modulo 2 pi; of the quadrant the two low bits count.
struct TrigReduction {
  I quadrant;
  FF rest;
};
} // namespace

/// For |x| < pi/4 the rest is |x| itself; NaN for NaN and infinities. For f32 the
/// rest is one number with an error below 2^-38 relative to it.
static TrigReduction reduceForTrig(F x, DType type) {
  bool wide = type == DType::F64;
  F magnitude = abs(x);
  I bits = toBits(magnitude);
  I offset = (bits >> 52) - (wide ? 1013 : 984);
  std::array<I, 3> words = getTwoOverPi(offset, wide);

  // The product modulo 4 as a number of two bits before the binary point. `high`
  // holds 64 bits of it and `low` the next.
  I high = 0, low = 0;
  if (wide) {
    std::array<I, 6> digits = {words[0] >> 32,    words[0] & kLow32, words[1] >> 32,
                               words[1] & kLow32, words[2] >> 32,    words[2] & kLow32};
    I mantissa = (bits & 0x000fffffffffffff) | 0x0010000000000000;
    I mantissaLow = mantissa & kLow32, mantissaHigh = mantissa >> 32;
    I carry = (mantissaLow * digits[5]) >> 32;
    std::vector<I> column(6, I(0));
    for (unsigned i = 5; i-- > 0;) {
      I product = mantissaLow * digits[i];
      column[i] = (product & kLow32) + mantissaHigh * digits[i + 1] + carry;
      carry = (column[i] >> 32) + (product >> 32);
    }
    high = (column[0] << 32) | (column[1] & kLow32);
    low = (column[2] << 32) | (column[3] & kLow32);
  } else {
    I mantissa = ((bits >> 29) & 0x007fffff) | 0x00800000;
    I third = mantissa * (words[1] >> 32);
    I second = mantissa * (words[0] & kLow32) + (third >> 32);
    I first = mantissa * (words[0] >> 32) + (second >> 32);
    high = (first << 32) | (second & kLow32);
    low = third << 32;
  }

  // To the nearest quadrant; the bits behind are a signed fraction of it.
  I quadrant = (high + 0x2000000000000000) >> 62;
  I upper = (high << 2) | (low >> 62), lower = low << 2;
  F first = scaleSignedDigit(upper >> 32, 32), second = scaleDigit(upper & kLow32, 64);
  F third = scaleDigit(lower >> 32, 96);
  FF rest = {0.0, 0.0};
  if (wide) {
    FF sum = fastTwoSum(first, second);
    FF next = fastTwoSum(sum.hi, third);
    FF last = fastTwoSum(next.hi, scaleDigit(lower & kLow32, 128));
    rest = multiply(fastTwoSum(last.hi, sum.lo + (next.lo + last.lo)), {kHalfPiHi, kHalfPiLo});
  } else {
    rest.hi = ((first + second) + third) * kHalfPiHi;
  }
  B isSmall = magnitude < kQuarterPiHi;
  // The difference is NaN for infinities and NaN, else 0.
  rest.hi = select(isSmall, magnitude, rest.hi + (magnitude - magnitude));
  if (wide)
    rest.lo = select(isSmall, 0.0, rest.lo);
  return {select(isSmall, I(0), quadrant), rest};
}

//===----------------------------------------------------------------------===//
// On the reduced argument. `lo` of the sums is up to a fifth of `hi`.
//===----------------------------------------------------------------------===//

static FF buildReducedSin(FF r) {
  F square = r.hi * r.hi;
  F slope = fma(square, -0.5, 1.0);
  return {r.hi, fma(r.hi * square, evaluatePolynomial(kSinF64, square), r.lo * slope)};
}

static FF buildReducedCos(FF r) {
  FF square = twoProduct(r.hi, r.hi);
  FF sum = fastTwoSum(1.0, square.hi * -0.5);
  F correction = fma(r.hi, r.lo, square.lo * 0.5);
  F tail = fma(square.hi * square.hi, evaluatePolynomial(kCosF64, square.hi), -correction);
  return {sum.hi, sum.lo + tail};
}

/// The same with the cube as an exact sum, for a quotient of the two.
static FF buildPreciseReducedSin(FF r) {
  FF square = twoProduct(r.hi, r.hi);
  FF cube = twoProduct(r.hi, square.hi);
  cube.lo = fma(r.hi, square.lo, cube.lo);
  FF third = multiply(cube, {-kSixthHi, -kSixthLo});
  F slope = fma(square.hi, -0.5, 1.0);
  F tail = fma(cube.hi * square.hi, evaluatePolynomial(kSinTail, square.hi), fma(r.lo, slope, third.lo));
  FF sum = fastTwoSum(r.hi, third.hi);
  return fastTwoSum(sum.hi, sum.lo + tail);
}

static F buildReducedSin(F r) {
  F square = r * r;
  return fma(r * square, evaluatePolynomial(kSinF32, square), r);
}

static F buildReducedCos(F r) {
  F square = r * r;
  return fma(square * square, evaluatePolynomial(kCosF32, square), fma(square, -0.5, 1.0));
}

/// sin of the reduced argument plus `quadrant` quarter turns, without the sign that
/// the upper bit of the quadrant brings.
static F buildSinOfQuadrant(I quadrant, FF rest, DType type) {
  B isSin = (quadrant & 1) == I(0);
  if (type == DType::F32)
    return select(isSin, buildReducedSin(rest.hi), buildReducedCos(rest.hi));
  FF sine = buildReducedSin(rest), cosine = buildReducedCos(rest);
  return select(isSin, sine.hi, cosine.hi) + select(isSin, sine.lo, cosine.lo);
}

F math::buildSin(F x, DType type) {
  TrigReduction reduction = reduceForTrig(x, type);
  F value = buildSinOfQuadrant(reduction.quadrant, reduction.rest, type);
  I sign = ((reduction.quadrant << 62) ^ toBits(x)) & kSignBit;
  return fromBits(toBits(value) ^ sign);
}

F math::buildCos(F x, DType type) {
  TrigReduction reduction = reduceForTrig(x, type);
  I quadrant = reduction.quadrant + 1;
  F value = buildSinOfQuadrant(quadrant, reduction.rest, type);
  return fromBits(toBits(value) ^ ((quadrant << 62) & kSignBit));
}

F math::buildTan(F x, DType type) {
  TrigReduction reduction = reduceForTrig(x, type);
  B isEven = (reduction.quadrant & 1) == I(0);
  F value = 0.0;
  if (type == DType::F32) {
    F sine = buildReducedSin(reduction.rest.hi), cosine = buildReducedCos(reduction.rest.hi);
    value = select(isEven, sine, cosine) / select(isEven, cosine, sine);
  } else {
    FF s = buildPreciseReducedSin(reduction.rest), cosine = buildReducedCos(reduction.rest);
    FF c = fastTwoSum(cosine.hi, cosine.lo);
    value = divide({select(isEven, s.hi, c.hi), select(isEven, s.lo, c.lo)},
                   {select(isEven, c.hi, s.hi), select(isEven, c.lo, s.lo)});
  }
  I sign = ((reduction.quadrant << 63) ^ toBits(x)) & kSignBit;
  return fromBits(toBits(value) ^ sign);
}
