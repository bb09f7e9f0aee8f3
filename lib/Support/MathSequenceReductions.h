//===- MathSequenceReductions.h - Parts that functions share ----*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_SUPPORT_MATHSEQUENCEREDUCTIONS_H
#define MIND_LIB_SUPPORT_MATHSEQUENCEREDUCTIONS_H

#include "MathSequenceBuilder.h"

namespace mind::math {

/// log2 x in plain f64 for positive finite x that is an f32, else some number.
F buildPlainLog2(F x);

/// log x with some 68 bits for positive finite x, else some number.
FF buildPreciseLog(F x);

/// a / b, nearly rounded once.
inline F divide(FF a, FF b) {
  F inverse = F(1.0) / b.hi;
  F quotient = a.hi * inverse;
  F rest = fma(-quotient, b.hi, a.hi) + fma(-quotient, b.lo, a.lo);
  return fma(rest, inverse, quotient);
}

} // namespace mind::math

#endif // MIND_LIB_SUPPORT_MATHSEQUENCEREDUCTIONS_H
