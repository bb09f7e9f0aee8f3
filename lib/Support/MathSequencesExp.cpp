//===- MathSequencesExp.cpp - exp, tanh, sigmoid, pow ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp x = 2^n exp r with n the whole number nearest to x / ln 2, |r| <= ln 2 / 2.
//
//===----------------------------------------------------------------------===//

#include "MathSequenceReductions.h"

#include "MathCoefficients.inc"

#include <limits>

using namespace mind;
using namespace mind::math;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Limits x; NaN passes.
static F clamp(F x, double low, double high) {
  F below = select(F(high) < x, high, x);
  return select(below < low, low, below);
}

namespace {
/// x = exponent * ln 2 + rest.
struct ExpReduction {
  Whole exponent;
  FF rest;
};
} // namespace

/// Splits `x`, of which |x.hi| is below 2^10. The product of the exponent and the
/// upper part of ln 2 is exact, and so is what it leaves of x.hi.
static ExpReduction reduceForExp(FF x) {
  Whole n = roundToWhole(x.hi * kInvLn2Hi);
  F upper = fma(-n.number, kLn2Hi, x.hi);
  F lower = n.number * kLn2Lo;
  F rest = upper - lower;
  F error = (upper - rest) - lower;
  return {n, {rest, error + x.lo}};
}

/// exp(r) - 1 for |r| <= ln 2 / 2 with an error of about 2^-62 relative to it. The
/// terms to r^3 are exact sums; `lo` of the result holds the others.
static FF buildReducedExpm1(FF r) {
  FF square = twoProduct(r.hi, r.hi);
  FF cube = twoProduct(square.hi, r.hi);
  cube.lo = fma(square.lo, r.hi, cube.lo);
  FF third = multiply(cube, {kSixthHi, kSixthLo});
  F slope = fma(square.hi, 0.5, r.hi);
  F tail = fma(square.hi * square.hi, evaluatePolynomial(kExpTail, r.hi), fma(r.lo, slope, r.lo));
  FF first = fastTwoSum(r.hi, square.hi * 0.5);
  FF second = fastTwoSum(first.hi, third.hi);
  return {second.hi, first.lo + (second.lo + (fma(0.5, square.lo, third.lo) + tail))};
}

/// exp(r) - 1 in plain f64.
static F buildReducedExpm1(F r) { return fma(r * r, evaluatePolynomial(kExpF32, r), r); }

/// 2^n exp r, rounded once, for n from -1100 to 1024: a subnormal result is
/// rounded by the addition to `anchor`, which has the exponent that makes its last
/// place that of the result.
static F buildScaledExp(ExpReduction x) {
  FF less = buildReducedExpm1(x.rest);
  FF one = fastTwoSum(1.0, less.hi);
  FF value = fastTwoSum(one.hi, one.lo + less.lo);

  I n = x.exponent.bits;
  // 2^(-1022 - n). Above n = 1 the pattern is that of 0 or of a negative number,
  // and the comparison is false as it should be.
  F smallestNormal = fromBits((I(1) - n) << 52);
  F anchor = select(value.hi < smallestNormal, smallestNormal, 0.0);
  F sum = anchor + value.hi;
  F error = value.hi - (sum - anchor);
  F rounded = (sum + (error + value.lo)) - anchor;

  // 2^n in two factors, because it may be out of range when the result is not.
  I half = ((n + 2048) & 0xffff) >> 1;
  F scale = fromBits((half - 1) << 52);
  F otherScale = fromBits((n - half + (1024 + 1023)) << 52);
  return rounded * scale * otherScale;
}

F math::buildExp(F x, DType type) {
  if (type == DType::F64)
    return buildScaledExp(reduceForExp({clamp(x, -746, 710), 0.0}));
  Whole n = roundToWhole(clamp(x, -110, 90) * kInvLn2Hi);
  F r = fma(-n.number, kLn2Lo, fma(-n.number, kLn2Hi, clamp(x, -110, 90)));
  F scale = makePowerOfTwo(n.bits);
  return fma(buildReducedExpm1(r), scale, scale);
}

F math::buildSigmoid(F x, DType type) {
  if (type == DType::F64)
    return F(1.0) / (F(1.0) + buildExp(-x, type));
  // Each operation of f32 is that of f64 rounded again: 53 >= 2 * 24 + 2 bits.
  F power = roundToF32(buildExp(-x, type));
  return F(1.0) / roundToF32(F(1.0) + power);
}

/// (e - 1) / (e + 1) for e = exp(2 |x|), where e - 1 = (2^n - 1) + 2^n expm1(r).
F math::buildTanh(F x, DType type) {
  F magnitude = abs(x);
  F doubled = select(F(20.0) < magnitude, 20.0, magnitude) * 2.0;
  if (type == DType::F32) {
    Whole n = roundToWhole(doubled * kInvLn2Hi);
    F r = fma(-n.number, kLn2Lo, fma(-n.number, kLn2Hi, doubled));
    F scale = makePowerOfTwo(n.bits);
    F less = fma(buildReducedExpm1(r), scale, scale - 1.0);
    return withSign(less / (less + 2.0), x);
  }
  ExpReduction reduction = reduceForExp({doubled, 0.0});
  FF less = buildReducedExpm1(reduction.rest);
  F scale = makePowerOfTwo(reduction.exponent.bits);
  FF scaled = {scale * less.hi, scale * less.lo};
  auto addScaled = [&](double one) {
    FF whole = fastTwoSum(scale, one);
    FF sum = fastTwoSum(whole.hi, scaled.hi);
    return fastTwoSum(sum.hi, sum.lo + (whole.lo + scaled.lo));
  };
  FF numerator = addScaled(-1.0), denominator = addScaled(1.0);
  return withSign(divide(numerator, denominator), x);
}

//===----------------------------------------------------------------------===//
// pow
//===----------------------------------------------------------------------===//

/// Whether y >= 0 is a whole number or infinite.
static B isWhole(F y) { return (F(0x1p52) <= y) | ((y + 0x1p52) - 0x1p52 == y); }

/// The special cases of IEEE 754 around `power`, which is |x|^y for all x and y
/// that are no NaN but possibly NaN where 1^infinity is.
static F finishPow(F x, F y, F power) {
  F magnitude = abs(x), exponent = abs(y);
  B whole = isWhole(exponent);
  B odd = whole & !isWhole(exponent * 0.5);
  I sign = select(odd, toBits(x) & 0x8000000000000000, I(0));
  F signedPower = fromBits(toBits(power) | sign);
  B isUndefined = (x < 0.0) & (F(-kInfinity) < x) & !whole;
  F defined = select(isUndefined, kNaN, signedPower);
  B isOne = (y == 0.0) | (x == 1.0) | ((magnitude == 1.0) & (exponent == kInfinity));
  return select(isOne, 1.0, defined);
}

/// exp(y log|x|); for f64 the logarithm carries some 68 bits.
F math::buildPow(F x, F y, DType type) {
  F magnitude = abs(x);
  if (type == DType::F32) {
    F logarithm = buildPlainLog2(magnitude);
    F finite = select(magnitude == 0.0, -kInfinity, select(magnitude < kInfinity, logarithm, magnitude));
    F power = clamp(y * finite, -160, 130);
    Whole n = roundToWhole(power);
    F scale = makePowerOfTwo(n.bits);
    F less = buildReducedExpm1((power - n.number) * (kLn2Hi + kLn2Lo));
    return finishPow(x, y, fma(less, scale, scale));
  }
  FF logarithm = buildPreciseLog(magnitude);
  F finite = select(magnitude == 0.0, -kInfinity, select(magnitude < kInfinity, logarithm.hi, magnitude));
  FF product = twoProduct(y, finite);
  F power = clamp(product.hi, -746, 710);
  F low = select(power == product.hi, fma(y, logarithm.lo, product.lo), 0.0);
  // At an infinite product `low` is not 0 but may be NaN only where power is.
  ExpReduction reduction = reduceForExp({power, low});
  reduction.rest = fastTwoSum(reduction.rest.hi, reduction.rest.lo);
  return finishPow(x, y, buildScaledExp(reduction));
}
