//===- MathReference.h - the elementary functions by MPFR -------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_UNITTESTS_SUPPORT_MATHREFERENCE_H
#define MIND_UNITTESTS_SUPPORT_MATHREFERENCE_H

#include "Mind/Support/MathSequences.h"

#include <mpfr.h>

#include <cmath>
#include <limits>

namespace mind::test {

/// The exact value of a function, to 200 bits: more than the hardest case of a
/// function of one f32 or f64 needs for a correct rounding.
class MathReference {
public:
  MathReference() {
    mpfr_inits2(53, x, y, static_cast<mpfr_ptr>(nullptr));
    mpfr_inits2(200, value, difference, static_cast<mpfr_ptr>(nullptr));
  }
  MathReference(const MathReference &) = delete;
  MathReference &operator=(const MathReference &) = delete;
  ~MathReference() { mpfr_clears(x, y, value, difference, static_cast<mpfr_ptr>(nullptr)); }

  /// Computes `function` of a, and of b for pow. Sigmoid is the true 1/(1+exp(-a)).
  void compute(MathFunction function, double a, double b = 0);

  /// The value rounded to nearest even.
  float getFloat() const { return mpfr_get_flt(value, MPFR_RNDN); }
  double getDouble() const { return mpfr_get_d(value, MPFR_RNDN); }

  /// Distance of `got` in units of the last place that `type` has in the binade of
  /// the value, or of a subnormal. Infinity if just one is NaN or rounds to infinity.
  double getError(double got, DType type);

private:
  mpfr_t x, y, value, difference;
};

inline void MathReference::compute(MathFunction function, double a, double b) {
  mpfr_set_d(x, a, MPFR_RNDN);
  mpfr_set_d(y, b, MPFR_RNDN);
  switch (function) {
  case MathFunction::Exp:
    mpfr_exp(value, x, MPFR_RNDN);
    return;
  case MathFunction::Log:
    mpfr_log(value, x, MPFR_RNDN);
    return;
  case MathFunction::Log2:
    mpfr_log2(value, x, MPFR_RNDN);
    return;
  case MathFunction::Log10:
    mpfr_log10(value, x, MPFR_RNDN);
    return;
  case MathFunction::Sqrt:
    mpfr_sqrt(value, x, MPFR_RNDN);
    return;
  case MathFunction::Tanh:
    mpfr_tanh(value, x, MPFR_RNDN);
    return;
  case MathFunction::Sigmoid:
    mpfr_neg(x, x, MPFR_RNDN);
    mpfr_exp(value, x, MPFR_RNDN);
    mpfr_add_ui(value, value, 1, MPFR_RNDN);
    mpfr_ui_div(value, 1, value, MPFR_RNDN);
    return;
  case MathFunction::Sin:
    mpfr_sin(value, x, MPFR_RNDN);
    return;
  case MathFunction::Cos:
    mpfr_cos(value, x, MPFR_RNDN);
    return;
  case MathFunction::Tan:
    mpfr_tan(value, x, MPFR_RNDN);
    return;
  case MathFunction::Asin:
    mpfr_asin(value, x, MPFR_RNDN);
    return;
  case MathFunction::Acos:
    mpfr_acos(value, x, MPFR_RNDN);
    return;
  case MathFunction::Atan:
    mpfr_atan(value, x, MPFR_RNDN);
    return;
  case MathFunction::Pow:
    mpfr_pow(value, x, y, MPFR_RNDN);
    return;
  }
}

inline double MathReference::getError(double got, DType type) {
  bool isF32 = type == DType::F32;
  double nearest = isF32 ? getFloat() : getDouble();
  if (std::isnan(got) || std::isnan(nearest))
    return std::isnan(got) && std::isnan(nearest) ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(got) || std::isinf(nearest))
    return got == nearest ? 0 : std::numeric_limits<double>::infinity();
  int lowest = isF32 ? -126 : -1022, digits = isF32 ? 23 : 52;
  int exponent = mpfr_zero_p(value) ? lowest : static_cast<int>(std::max<mpfr_exp_t>(mpfr_get_exp(value) - 1, lowest));
  mpfr_set_d(difference, got, MPFR_RNDN);
  mpfr_sub(difference, difference, value, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, digits - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference, MPFR_RNDN));
}

} // namespace mind::test

#endif // MIND_UNITTESTS_SUPPORT_MATHREFERENCE_H
