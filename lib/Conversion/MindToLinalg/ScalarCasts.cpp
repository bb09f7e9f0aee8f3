//===- ScalarCasts.cpp - conversions between lowered elements -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// N4 and N5. Out of the range of the result, arith.fptosi is poison, so its
// operand is replaced there.
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

using namespace mlir;
using namespace mind;

using arith::CmpFPredicate;
using arith::CmpIPredicate;

/// f32 or f64 toward zero, saturating, NaN to 0.
static Value emitFloatToInt(OpBuilder &b, Location loc, Type type, Value value) {
  unsigned width = type.getIntOrFloatBitWidth();
  Type floatType = value.getType();
  // A power of two, so exact; the greatest integer is not.
  double limit = width == 32 ? 0x1p31 : 0x1p63;
  Value high = emitFloat(b, loc, floatType, limit);
  Value low = emitFloat(b, loc, floatType, -limit);
  Value isNotTooLow = arith::CmpFOp::create(b, loc, CmpFPredicate::OGE, value, low);
  Value isNotTooHigh = arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, value, high);
  Value isInRange = arith::AndIOp::create(b, loc, isNotTooLow, isNotTooHigh);
  Value safe = arith::SelectOp::create(b, loc, isInRange, value, emitFloat(b, loc, floatType, 0.0));
  Value result = arith::FPToSIOp::create(b, loc, type, safe);
  Value isTooHigh = arith::CmpFOp::create(b, loc, CmpFPredicate::OGE, value, high);
  Value isTooLow = arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, value, low);
  Value greatest = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, APInt::getSignedMaxValue(width)));
  Value lowest = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, APInt::getSignedMinValue(width)));
  result = arith::SelectOp::create(b, loc, isTooHigh, greatest, result);
  return arith::SelectOp::create(b, loc, isTooLow, lowest, result);
}

/// f64 to raw bits: halves away from zero, saturating, NaN to 0.
static Value emitDoubleToQ16(OpBuilder &b, Location loc, Value value) {
  Type f64 = b.getF64Type(), i64 = b.getI64Type(), i32 = b.getI32Type();
  Value scaled = arith::MulFOp::create(b, loc, value, emitFloat(b, loc, f64, 65536.0));
  // Kept within what 33 bits hold. Both comparisons are false for a NaN.
  Value high = emitFloat(b, loc, f64, 0x1p31), low = emitFloat(b, loc, f64, -0x1p31 - 1);
  Value isTooHigh = arith::CmpFOp::create(b, loc, CmpFPredicate::OGT, scaled, high);
  Value isTooLow = arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, scaled, low);
  Value isNaN = arith::CmpFOp::create(b, loc, CmpFPredicate::UNO, scaled, scaled);
  Value bounded = arith::SelectOp::create(b, loc, isTooHigh, high, scaled);
  bounded = arith::SelectOp::create(b, loc, isTooLow, low, bounded);
  bounded = arith::SelectOp::create(b, loc, isNaN, emitFloat(b, loc, f64, 0.0), bounded);

  Value whole = arith::FPToSIOp::create(b, loc, i64, bounded);
  Value rest = arith::SubFOp::create(b, loc, bounded, arith::SIToFPOp::create(b, loc, f64, whole).getResult());
  Value isUp = arith::CmpFOp::create(b, loc, CmpFPredicate::OGE, rest, emitFloat(b, loc, f64, 0.5));
  Value isDown = arith::CmpFOp::create(b, loc, CmpFPredicate::OLE, rest, emitFloat(b, loc, f64, -0.5));
  whole = arith::AddIOp::create(b, loc, whole, arith::ExtUIOp::create(b, loc, i64, isUp).getResult());
  whole = arith::SubIOp::create(b, loc, whole, arith::ExtUIOp::create(b, loc, i64, isDown).getResult());
  whole = arith::MinSIOp::create(b, loc, whole, emitInteger(b, loc, i64, std::numeric_limits<int32_t>::max()));
  whole = arith::MaxSIOp::create(b, loc, whole, emitInteger(b, loc, i64, std::numeric_limits<int32_t>::min()));
  return arith::TruncIOp::create(b, loc, i32, whole);
}

static Value emitIntToQ16(OpBuilder &b, Location loc, Value value) {
  Type type = value.getType(), i32 = b.getI32Type();
  Value isTooHigh = arith::CmpIOp::create(b, loc, CmpIPredicate::sgt, value, emitInteger(b, loc, type, 32767));
  Value isTooLow = arith::CmpIOp::create(b, loc, CmpIPredicate::slt, value, emitInteger(b, loc, type, -32768));
  Value low = type == i32 ? value : arith::TruncIOp::create(b, loc, i32, value).getResult();
  Value result = arith::ShLIOp::create(b, loc, low, emitInteger(b, loc, i32, 16));
  result = arith::SelectOp::create(b, loc, isTooHigh,
                                   emitInteger(b, loc, i32, std::numeric_limits<int32_t>::max()), result);
  return arith::SelectOp::create(b, loc, isTooLow, emitInteger(b, loc, i32, std::numeric_limits<int32_t>::min()),
                                 result);
}

/// Exact.
static Value emitQ16ToDouble(OpBuilder &b, Location loc, Value raw) {
  Value value = arith::SIToFPOp::create(b, loc, b.getF64Type(), raw);
  return arith::MulFOp::create(b, loc, value, emitFloat(b, loc, b.getF64Type(), 0x1p-16));
}

/// f32 or f64 to any float: f16 and bf16 through f32.
static Value emitFloatToFloat(OpBuilder &b, Location loc, DType to, Value value) {
  if (to == DType::F64)
    return value.getType().isF64() ? value : arith::ExtFOp::create(b, loc, b.getF64Type(), value).getResult();
  if (value.getType().isF64())
    value = arith::TruncFOp::create(b, loc, b.getF32Type(), value);
  return emitNarrow(b, loc, to, value);
}

Value mind::emitCast(OpBuilder &b, Location loc, DType from, DType to, Value value) {
  if (from == to)
    return value;
  MLIRContext *context = b.getContext();
  Type type = getStorageType(context, to);

  if (isFloat(from)) {
    value = emitWiden(b, loc, from, value);
    if (isFloat(to))
      return emitFloatToFloat(b, loc, to, value);
    if (to == DType::Q16)
      return emitDoubleToQ16(b, loc, emitFloatToFloat(b, loc, DType::F64, value));
    if (isInt(to))
      return emitFloatToInt(b, loc, type, value);
    // Whether it is not 0; a NaN is not.
    return arith::CmpFOp::create(b, loc, CmpFPredicate::UNE, value, emitFloat(b, loc, value.getType(), 0.0));
  }

  if (from == DType::Q16) {
    if (isFloat(to))
      return emitFloatToFloat(b, loc, to, emitQ16ToDouble(b, loc, value));
    if (isInt(to)) {
      value = arith::DivSIOp::create(b, loc, value, emitInteger(b, loc, b.getI32Type(), 65536));
      return to == DType::I32 ? value : arith::ExtSIOp::create(b, loc, type, value).getResult();
    }
  }

  if (from == DType::I1) {
    if (isInt(to))
      return arith::ExtUIOp::create(b, loc, type, value);
    Value one = emitOne(b, loc, to), zero = emitZero(b, loc, to);
    return arith::SelectOp::create(b, loc, value, one, zero);
  }

  // Integers.
  if (isFloat(to)) {
    Type computed = getStorageType(context, getComputeDType(to));
    return emitNarrow(b, loc, to, arith::SIToFPOp::create(b, loc, computed, value).getResult());
  }
  if (to == DType::Q16)
    return emitIntToQ16(b, loc, value);
  if (to == DType::I1)
    return arith::CmpIOp::create(b, loc, CmpIPredicate::ne, value, emitInteger(b, loc, value.getType(), 0));
  if (to == DType::I64)
    return arith::ExtSIOp::create(b, loc, type, value);
  return arith::TruncIOp::create(b, loc, type, value);
}
