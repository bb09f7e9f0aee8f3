//===- LaneFunctions.cpp - casts and elementary functions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneBuilder.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mind;
using namespace mind::elf;

//===----------------------------------------------------------------------===//
// Casts (N4, N5)
//===----------------------------------------------------------------------===//

/// Toward zero, saturating, NaN to 0: the instruction gives 0x80000000 for all that
/// does not fit, which is right for what is too low.
Lane LaneBuilder::toI32(Lane a) {
  bool is64 = a.type == T::F64;
  Lane converted = op(is64 ? O::F64ToI32 : O::F32ToI32, T::I32, a);
  Lane tooHigh = op(O::LeF, floating(a.type, 2147483648.0), a);
  Lane isNumber = op(O::EqF, a, a);
  LaneType maskType = is64 ? T::I64 : T::I32;
  Lane flipped = op(O::Xor, converted, maskFor(T::I32, as(maskType, tooHigh)));
  return op(O::And, flipped, maskFor(T::I32, as(maskType, isNumber)));
}

/// Halves away from zero, saturating, NaN to 0.
Lane LaneBuilder::toQ16(Lane a) {
  Lane scaled = op(O::MulF, a, f64(65536));
  Lane whole = op(O::Trunc, scaled);
  Lane rest = op(O::SubF, scaled, whole);
  Lane one = f64(1);
  Lane up = op(O::And, as(T::F64, op(O::LeF, f64(0.5), rest)), one);
  Lane down = op(O::And, as(T::F64, op(O::LeF, rest, f64(-0.5))), one);
  // Of an infinity the rest is NaN, and no step is taken.
  Lane rounded = op(O::SubF, op(O::AddF, whole, up), down);
  Lane high = f64(2147483647), low = f64(-2147483648.0);
  rounded = select(as(T::I64, op(O::LtF, high, rounded)), high, rounded);
  rounded = select(as(T::I64, op(O::LtF, rounded, low)), low, rounded);
  Lane isNumber = op(O::EqF, a, a);
  Lane whole32 = op(O::F64ToI32, T::I32, rounded);
  return op(O::And, whole32, maskFor(T::I32, as(T::I64, isNumber)));
}

Lane LaneBuilder::toF64(DType from, Lane a) {
  switch (from) {
  case DType::F64:
    return a;
  case DType::I64:
    return op(O::I64ToF64, T::F64, a);
  case DType::I32:
    return op(O::I32ToF64, T::F64, a);
  case DType::Q16: {
    Lane whole = op(O::I32ToF64, T::F64, a);
    return op(O::MulF, whole, f64(1.0 / 65536));
  }
  case DType::I1: {
    Lane one = f64(1), zero = f64(0);
    return select(a, one, zero);
  }
  default:
    return op(O::F32ToF64, T::F64, a);
  }
}

/// To a float type, rounded once, or twice where f32 lies between.
Lane LaneBuilder::fromF64(DType to, Lane a) {
  if (to == DType::F64)
    return a;
  return round(to, op(O::F64ToF32, T::F32, a));
}

Lane LaneBuilder::cast(DType from, DType to, Lane a) {
  if (from == to)
    return a;
  if (isFloat(to)) {
    if (from == DType::I1) {
      Lane one = floating(getLaneType(to), 1), zero = floating(getLaneType(to), 0);
      return select(a, one, zero);
    }
    if (to == DType::F64 || from == DType::F64 || from == DType::Q16)
      return fromF64(to, toF64(from, a));
    // To f32 and rounded from there.
    if (from == DType::I64)
      return round(to, op(O::I64ToF32, T::F32, a));
    if (from == DType::I32)
      return round(to, op(O::I32ToF32, T::F32, a));
    return round(to, a);
  }
  if (to == DType::Q16) {
    if (isFloat(from))
      return toQ16(toF64(from, a));
    if (from == DType::I1)
      return op(O::And, a, i32(65536));
    if (from == DType::I64) {
      Lane isAbove = op(O::GtI, a, i64(32767));
      Lane clamped = select(isAbove, i64(32768), a);
      Lane isBelow = op(O::GtI, i64(-32768), clamped);
      clamped = select(isBelow, i64(-32769), clamped);
      a = op(O::Narrow, T::I32, clamped);
    }
    Lane shifted = op(O::Shl, a, i32(16));
    Lane isAbove = op(O::GtI, a, i32(32767));
    shifted = select(isAbove, i32(INT32_MAX), shifted);
    Lane isBelow = op(O::GtI, i32(-32768), a);
    return select(isBelow, i32(INT32_MIN), shifted);
  }
  if (to == DType::I1) {
    // Not part of the dialect; as the interpreter has it.
    return compare(Predicate::Ne, from, a, zero(a.type));
  }
  // To i32 or i64.
  bool is64 = to == DType::I64;
  switch (from) {
  case DType::I1: {
    Lane one = op(O::And, a, i32(1));
    return is64 ? op(O::Widen, T::I64, one) : one;
  }
  case DType::I32:
    return op(O::Widen, T::I64, a);
  case DType::I64:
    return op(O::Narrow, T::I32, a);
  case DType::Q16: {
    // Toward zero: a negative number gets 65535 before the shift.
    Lane signs = op(O::ShrS, a, i32(31));
    Lane bias = op(O::And, signs, i32(65535));
    Lane sum = op(O::AddI, a, bias);
    Lane whole = op(O::ShrS, sum, i32(16));
    return is64 ? op(O::Widen, T::I64, whole) : whole;
  }
  default:
    if (is64)
      return op(O::F64ToI64, T::I64, toF64(from, a));
    return toI32(a);
  }
}

//===----------------------------------------------------------------------===//
// Elementary functions (N8, N9)
//===----------------------------------------------------------------------===//

Lane LaneBuilder::sequence(const Sequence &sequence, Lane first, Lane second) {
  llvm::SmallVector<Lane, 128> values;
  for (const MathStep &step : sequence.steps) {
    auto operand = [&](unsigned i) { return values[step.operands[i]]; };
    auto binaryOp = [&](LaneOp o, LaneType type) {
      Lane a = operand(0), b = operand(1);
      bool isCommutative = o == O::AddF || o == O::MulF || o == O::AddI || o == O::And || o == O::Or || o == O::Xor ||
                           o == O::MulLowU || o == O::EqF || o == O::EqI;
      if (isCommutative && program.steps[a.id].op == O::Constant)
        std::swap(a, b);
      return op(o, type, a, b);
    };
    auto sign = [&](uint64_t bits) { return program.constant(T::F64, bits); };
    auto value = [&]() -> Lane {
      switch (step.op) {
      case MathOp::Input:
        return step.bits == 0 ? first : second;
      case MathOp::ConstF:
        return program.constant(T::F64, step.bits);
      case MathOp::ConstI:
        return program.constant(T::I64, step.bits);
      case MathOp::AddF:
        return binaryOp(O::AddF, T::F64);
      case MathOp::SubF:
        return binaryOp(O::SubF, T::F64);
      case MathOp::MulF:
        return binaryOp(O::MulF, T::F64);
      case MathOp::DivF:
        return binaryOp(O::DivF, T::F64);
      case MathOp::FmaF:
        return op(O::FmaF, T::F64, operand(0), operand(1), operand(2));
      case MathOp::SqrtF:
        return op(O::SqrtF, T::F64, operand(0));
      case MathOp::NegF:
        return op(O::Xor, T::F64, operand(0), sign(uint64_t(1) << 63));
      case MathOp::AbsF:
        return op(O::And, T::F64, operand(0), sign(INT64_MAX));
      case MathOp::RoundToF32:
        return op(O::F32ToF64, T::F64, op(O::F64ToF32, T::F32, operand(0)));
      case MathOp::AddI:
        return binaryOp(O::AddI, T::I64);
      case MathOp::SubI:
        return binaryOp(O::SubI, T::I64);
      case MathOp::MulI:
        return binaryOp(O::MulLowU, T::I64);
      case MathOp::AndI:
      case MathOp::AndB:
        return binaryOp(O::And, T::I64);
      case MathOp::OrI:
      case MathOp::OrB:
        return binaryOp(O::Or, T::I64);
      case MathOp::XorI:
        return binaryOp(O::Xor, T::I64);
      case MathOp::ShlI:
        return binaryOp(O::Shl, T::I64);
      case MathOp::ShrUI:
        return binaryOp(O::ShrU, T::I64);
      case MathOp::ShrSI:
        return binaryOp(O::ShrS, T::I64);
      case MathOp::ToBits:
        return as(T::I64, operand(0));
      case MathOp::FromBits:
        return as(T::F64, operand(0));
      case MathOp::LtF:
        return binaryOp(O::LtF, T::F64);
      case MathOp::LeF:
        return binaryOp(O::LeF, T::F64);
      case MathOp::EqF:
        return binaryOp(O::EqF, T::F64);
      case MathOp::NeF:
        return binaryOp(O::NeF, T::F64);
      case MathOp::LtI:
        return op(O::GtI, T::I64, operand(1), operand(0));
      case MathOp::EqI:
        return binaryOp(O::EqI, T::I64);
      case MathOp::NotB:
        return op(O::Xor, T::I64, operand(0), program.constant(T::I64, ~uint64_t(0)));
      case MathOp::SelectF:
        return op(O::Select, T::F64, operand(0), operand(1), operand(2));
      case MathOp::SelectI:
        return op(O::Select, T::I64, operand(0), operand(1), operand(2));
      }
      llvm_unreachable("all operations are handled");
    };
    values.push_back(value());
  }
  return as(T::F64, values[sequence.result]);
}

Lane LaneBuilder::function(MathFunction function, DType dtype, Lane a, Lane b) {
  // The root is correctly rounded in any case.
  if (function == MathFunction::Sqrt)
    return round(dtype, op(O::SqrtF, a));
  const Sequence &steps = getSequence(function, dtype == DType::F64 ? DType::F64 : DType::F32);
  Lane x = toF64(dtype, a), y = b ? toF64(dtype, b) : Lane();
  Lane result = sequence(steps, x, y);
  return fromF64(dtype, result);
}
