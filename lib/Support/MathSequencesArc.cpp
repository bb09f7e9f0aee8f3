//===- MathSequencesArc.cpp - asin, acos, atan ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathSequenceReductions.h"

#include "MathCoefficients.inc"

using namespace mind;
using namespace mind::math;

namespace {
/// Where |x| is large, root = sqrt((1 - |x|) / 2) and acos |x| = 2 asin root; else
/// root = |x|. asin root = root + rest; the root is NaN for |x| > 1.
struct ArcReduction {
  B isLarge;
  F root, rest;
};
} // namespace

static ArcReduction reduceForArc(F x, DType type) {
  F magnitude = abs(x);
  B isLarge = F(0.5) <= magnitude;
  F half = (F(1.0) - magnitude) * 0.5;
  F squareRoot = sqrt(half);
  F root = select(isLarge, squareRoot, magnitude);
  F square = select(isLarge, half, magnitude * magnitude);
  if (type == DType::F32)
    return {isLarge, root, root * square * evaluatePolynomial(kAsinF32, square)};
  // What the square root rounded away. The divisor is not 0 and, but at 0, twice
  // the root.
  F error = fma(-squareRoot, squareRoot, half) / fma(squareRoot, 2.0, 0x1p-1000);
  F rest = fma(root * square, evaluatePolynomial(kAsinF64, square), select(isLarge, error, 0.0));
  return {isLarge, root, rest};
}

/// start + factor * (root + rest), where `start` is 0 or larger than the others.
static F addArc(FF start, F factor, const ArcReduction &arc) {
  FF sum = fastTwoSum(start.hi, factor * arc.root);
  return sum.hi + fma(factor, arc.rest, sum.lo + start.lo);
}

F math::buildAsin(F x, DType type) {
  ArcReduction arc = reduceForArc(x, type);
  FF start = {select(arc.isLarge, F(kHalfPiHi), 0.0), select(arc.isLarge, F(kHalfPiLo), 0.0)};
  F factor = select(arc.isLarge, F(-2.0), 1.0);
  return withSign(abs(addArc(start, factor, arc)), x);
}

F math::buildAcos(F x, DType type) {
  ArcReduction arc = reduceForArc(x, type);
  B isNegative = x < 0.0;
  FF start = {select(arc.isLarge, select(isNegative, F(kPiHi), 0.0), kHalfPiHi),
              select(arc.isLarge, select(isNegative, F(kPiLo), 0.0), kHalfPiLo)};
  F factor = select(arc.isLarge, F(2.0), -1.0);
  return addArc(start, select(isNegative, -factor, factor), arc);
}

/// atan |x| is atan t for t = |x|, pi/4 + atan t for t = (|x| - 1) / (|x| + 1) and
/// pi/2 + atan t for t = -1 / |x|, whichever has |t| <= tan pi/8 = sqrt 2 - 1.
F math::buildAtan(F x, DType type) {
  constexpr double tanEighthPi = 0x1.a827999fcef32p-2, tanThreeEighthsPi = 0x1.3504f333f9de6p+1;
  // Beyond 2^60 the result does not change; the limit keeps infinity out.
  F magnitude = abs(x);
  F limited = select(F(0x1p60) < magnitude, 0x1p60, magnitude);
  B isSmall = limited < tanEighthPi, isLarge = F(tanThreeEighthsPi) < limited;
  FF difference = fastTwoSum(-1.0, limited), sum = fastTwoSum(1.0, limited);
  auto choose = [&](F small, F middle, F large) { return select(isSmall, small, select(isLarge, large, middle)); };
  F numerator = choose(limited, difference.hi, -1.0), denominator = choose(1.0, sum.hi, limited);
  F start = choose(0.0, kQuarterPiHi, kHalfPiHi);
  F inverse = F(1.0) / denominator;
  F t = numerator * inverse;
  F square = t * t;
  if (type == DType::F32)
    return withSign(start + fma(t * square, evaluatePolynomial(kAtanF32, square), t), x);

  F numeratorLow = choose(0.0, difference.lo, 0.0), denominatorLow = choose(0.0, sum.lo, 0.0);
  F error = fma(-t, denominator, numerator) + fma(-t, denominatorLow, numeratorLow);
  F tLow = error * inverse;
  F tail = fma(t * square, evaluatePolynomial(kAtanF64, square), fma(-square, tLow, tLow));
  FF whole = fastTwoSum(start, t);
  F value = whole.hi + (whole.lo + (choose(0.0, kQuarterPiLo, kHalfPiLo) + tail));
  return withSign(value, x);
}
