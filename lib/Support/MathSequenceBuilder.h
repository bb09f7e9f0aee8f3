//===- MathSequenceBuilder.h - Writing sequences as formulas ----*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values whose operators append steps, so that a sequence reads as the formulas
// that it computes. Numbers turn into constants where they meet a value; at least
// one operand of each operation is a value that a builder made.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_SUPPORT_MATHSEQUENCEBUILDER_H
#define MIND_LIB_SUPPORT_MATHSEQUENCEBUILDER_H

#include "Mind/Support/MathSequences.h"

#include <array>
#include <cstring>
#include <map>

namespace mind::math {

class SequenceBuilder;

inline uint64_t getBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// A value of type F64: a step of a builder, or a number that is no step yet.
struct F {
  F(double number) : bits(getBits(number)) {}
  F(SequenceBuilder *builder, uint16_t id) : builder(builder), id(id) {}
  SequenceBuilder *builder = nullptr;
  uint16_t id = 0;
  uint64_t bits = 0;
};

/// A value of type I64.
struct I {
  I(uint64_t number) : bits(number) {}
  I(SequenceBuilder *builder, uint16_t id) : builder(builder), id(id) {}
  SequenceBuilder *builder = nullptr;
  uint16_t id = 0;
  uint64_t bits = 0;
};

/// A value of type I1.
struct B {
  SequenceBuilder *builder;
  uint16_t id;
};

/// An unevaluated sum hi + lo, |lo| at most about an ulp of hi.
struct FF {
  F hi, lo;
};

class SequenceBuilder {
public:
  /// Starts with the inputs.
  explicit SequenceBuilder(unsigned numInputs);

  F getInput(unsigned index) { return F(this, static_cast<uint16_t>(index)); }

  /// Appends a step, or finds the equal one.
  uint16_t append(MathOp op, std::array<uint16_t, 3> operands, uint64_t bits = 0);

  /// The steps that `result` needs, renumbered, and the inputs.
  Sequence finish(MathFunction function, DType type, F result);

  uint16_t materialize(F value) { return value.builder ? value.id : append(MathOp::ConstF, {}, value.bits); }
  uint16_t materialize(I value) { return value.builder ? value.id : append(MathOp::ConstI, {}, value.bits); }
  uint16_t materialize(B value) { return value.id; }

private:
  unsigned numInputs;
  std::vector<MathStep> steps;
  std::map<std::array<uint64_t, 5>, uint16_t> known;
};

template <typename Result, typename A>
Result makeStep(MathOp op, A a) {
  return Result{a.builder, a.builder->append(op, {a.builder->materialize(a)})};
}

template <typename Result, typename A, typename C>
Result makeStep(MathOp op, A a, C c) {
  SequenceBuilder *builder = a.builder ? a.builder : c.builder;
  uint16_t first = builder->materialize(a), second = builder->materialize(c);
  return Result{builder, builder->append(op, {first, second})};
}

template <typename Result, typename A, typename C, typename D>
Result makeStep(MathOp op, A a, C c, D d) {
  SequenceBuilder *builder = a.builder ? a.builder : c.builder ? c.builder : d.builder;
  uint16_t first = builder->materialize(a), second = builder->materialize(c), third = builder->materialize(d);
  return Result{builder, builder->append(op, {first, second, third})};
}

inline F operator+(F a, F b) { return makeStep<F>(MathOp::AddF, a, b); }
inline F operator-(F a, F b) { return makeStep<F>(MathOp::SubF, a, b); }
inline F operator*(F a, F b) { return makeStep<F>(MathOp::MulF, a, b); }
inline F operator/(F a, F b) { return makeStep<F>(MathOp::DivF, a, b); }
inline F operator-(F a) { return makeStep<F>(MathOp::NegF, a); }
inline F fma(F a, F b, F c) { return makeStep<F>(MathOp::FmaF, a, b, c); }
inline F sqrt(F a) { return makeStep<F>(MathOp::SqrtF, a); }
inline F abs(F a) { return makeStep<F>(MathOp::AbsF, a); }
inline F roundToF32(F a) { return makeStep<F>(MathOp::RoundToF32, a); }

inline I operator+(I a, I b) { return makeStep<I>(MathOp::AddI, a, b); }
inline I operator-(I a, I b) { return makeStep<I>(MathOp::SubI, a, b); }
inline I operator*(I a, I b) { return makeStep<I>(MathOp::MulI, a, b); }
inline I operator&(I a, I b) { return makeStep<I>(MathOp::AndI, a, b); }
inline I operator|(I a, I b) { return makeStep<I>(MathOp::OrI, a, b); }
inline I operator^(I a, I b) { return makeStep<I>(MathOp::XorI, a, b); }
inline I operator<<(I a, I b) { return makeStep<I>(MathOp::ShlI, a, b); }
inline I operator>>(I a, I b) { return makeStep<I>(MathOp::ShrUI, a, b); }
inline I shiftRightSigned(I a, I b) { return makeStep<I>(MathOp::ShrSI, a, b); }
inline I toBits(F a) { return makeStep<I>(MathOp::ToBits, a); }
inline F fromBits(I a) { return makeStep<F>(MathOp::FromBits, a); }

inline B operator<(F a, F b) { return makeStep<B>(MathOp::LtF, a, b); }
inline B operator<=(F a, F b) { return makeStep<B>(MathOp::LeF, a, b); }
inline B operator==(F a, F b) { return makeStep<B>(MathOp::EqF, a, b); }
inline B operator!=(F a, F b) { return makeStep<B>(MathOp::NeF, a, b); }
inline B operator<(I a, I b) { return makeStep<B>(MathOp::LtI, a, b); }
inline B operator==(I a, I b) { return makeStep<B>(MathOp::EqI, a, b); }
inline B operator&(B a, B b) { return makeStep<B>(MathOp::AndB, a, b); }
inline B operator|(B a, B b) { return makeStep<B>(MathOp::OrB, a, b); }
inline B operator!(B a) { return makeStep<B>(MathOp::NotB, a); }
inline F select(B condition, F a, F b) { return makeStep<F>(MathOp::SelectF, condition, a, b); }
inline I select(B condition, I a, I b) { return makeStep<I>(MathOp::SelectI, condition, a, b); }

//===----------------------------------------------------------------------===//
// Sums and products with their rounding error
//===----------------------------------------------------------------------===//

/// a + b exactly, if |a| >= |b| or a = 0.
inline FF fastTwoSum(F a, F b) {
  F sum = a + b;
  return {sum, b - (sum - a)};
}

/// a * b exactly, short of underflow.
inline FF twoProduct(F a, F b) {
  F product = a * b;
  return {product, fma(a, b, -product)};
}

/// a * b with an error of some 2^-104.
inline FF multiply(FF a, FF b) {
  FF product = twoProduct(a.hi, b.hi);
  return {product.hi, product.lo + fma(a.hi, b.lo, a.lo * b.hi)};
}

/// coefficients[0] + coefficients[1] * x + ..., by Horner's rule.
template <size_t N>
F evaluatePolynomial(const double (&coefficients)[N], F x) {
  F value = coefficients[N - 1];
  for (size_t i = N - 1; i-- > 0;)
    value = fma(value, x, coefficients[i]);
  return value;
}

//===----------------------------------------------------------------------===//
// Whole numbers, by the patterns of floating point numbers
//===----------------------------------------------------------------------===//

/// Added to a number below 2^51 it leaves the nearest whole number, in two's
/// complement, in the low bits of the pattern.
inline constexpr double kRounder = 0x1.8p52;

/// A whole number in both forms; of the bits only the low 51 count.
struct Whole {
  F number;
  I bits;
};

/// The whole number nearest to x, |x| < 2^51.
inline Whole roundToWhole(F x) {
  F shifted = x + kRounder;
  return {shifted - kRounder, toBits(shifted)};
}

/// 2^n for a normal result; of n only the low 12 bits count.
inline F makePowerOfTwo(I n) { return fromBits((n << 52) + getBits(1.0)); }

/// The magnitude of `a` (not negative) with the sign bit of `sign`.
inline F withSign(F a, F sign) { return fromBits(toBits(a) | (toBits(sign) & 0x8000000000000000)); }

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

F buildExp(F x, DType type);
F buildLog(F x, DType type);
F buildLog2(F x, DType type);
F buildLog10(F x, DType type);
F buildTanh(F x, DType type);
F buildSigmoid(F x, DType type);
F buildSin(F x, DType type);
F buildCos(F x, DType type);
F buildTan(F x, DType type);
F buildAsin(F x, DType type);
F buildAcos(F x, DType type);
F buildAtan(F x, DType type);
F buildPow(F x, F y, DType type);

} // namespace mind::math

#endif // MIND_LIB_SUPPORT_MATHSEQUENCEBUILDER_H
