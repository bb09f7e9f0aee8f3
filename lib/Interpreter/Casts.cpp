//===- Casts.cpp - conversions between element types ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mind;
using namespace mind::interpreter;

/// N4, and N5 for q16.
template <DType in, DType out>
static Number<out> castNumber(Number<in> value) {
  constexpr bool toNarrowFloat = out == DType::F16 || out == DType::BF16;
  if constexpr (in == out) {
    return value;
  } else if constexpr (in == DType::Q16) {
    if constexpr (isFloat(out))
      return Number<out>(rt::q16ToDouble(value));
    else if constexpr (out == DType::I1)
      return value != 0;
    else
      return Number<out>(rt::q16ToInt(value));
  } else if constexpr (out == DType::Q16) {
    if constexpr (isFloat(in))
      return rt::floatToQ16(double(value));
    else
      return rt::intToQ16(int64_t(value));
  } else if constexpr (out == DType::I1) {
    return value != Number<in>(0);
  } else if constexpr (isFloat(in) && isInt(out)) {
    return rt::floatToInt<Number<out>>(double(value));
  } else if constexpr (toNarrowFloat) {
    // To f32 first, then to 16 bits when it is stored.
    return float(value);
  } else {
    // Float to float and integer to float round once; a wider integer wraps.
    return Number<out>(value);
  }
}

static bool runCast(Step &step) {
  return dispatch(step.operand(0).dtype(), [&](auto in) {
    return dispatch(step.getResultDType(), [&](auto out) {
      if constexpr (in() == out())
        return step.setResult(step.takeOperand(0));
      else
        return mapElements<in(), out()>(step, castNumber<in(), out()>);
    });
  });
}

void interpreter::addCastKernels(KernelTable &table) { table[CastOp::getOperationName()] = runCast; }
