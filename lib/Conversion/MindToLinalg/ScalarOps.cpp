//===- ScalarOps.cpp - arithmetic on lowered elements ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mind;

using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value mind::emitInteger(OpBuilder &b, Location loc, Type type, int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

Value mind::emitFloat(OpBuilder &b, Location loc, Type type, double value) {
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

Value mind::emitAttribute(OpBuilder &b, Location loc, Attribute value) {
  return arith::ConstantOp::create(b, loc, cast<TypedAttr>(value));
}

Value mind::emitConstant(OpBuilder &b, Location loc, DType dtype, double value) {
  return emitAttribute(b, loc, convertFillValue(value, getElementType(b.getContext(), dtype)));
}

Value mind::emitZero(OpBuilder &b, Location loc, DType dtype) { return emitConstant(b, loc, dtype, 0.0); }

Value mind::emitOne(OpBuilder &b, Location loc, DType dtype) { return emitConstant(b, loc, dtype, 1.0); }

//===----------------------------------------------------------------------===//
// f16 and bf16
//===----------------------------------------------------------------------===//

DType mind::getComputeDType(DType dtype) {
  return dtype == DType::F16 || dtype == DType::BF16 ? DType::F32 : dtype;
}

Value mind::emitWiden(OpBuilder &b, Location loc, DType dtype, Value value) {
  if (getComputeDType(dtype) == dtype)
    return value;
  return arith::ExtFOp::create(b, loc, b.getF32Type(), value);
}

/// Hardware conversions to bf16 flush subnormals, so the bits are rounded here.
static Value emitNarrowToBF16(OpBuilder &b, Location loc, Value value) {
  Type i32 = b.getI32Type(), i16 = b.getIntegerType(16);
  Value bits = arith::BitcastOp::create(b, loc, i32, value);
  Value sixteen = emitInteger(b, loc, i32, 16);
  Value high = arith::ShRUIOp::create(b, loc, bits, sixteen);
  Value odd = arith::AndIOp::create(b, loc, high, emitInteger(b, loc, i32, 1));
  Value bias = arith::AddIOp::create(b, loc, odd, emitInteger(b, loc, i32, 0x7fff));
  Value biased = arith::AddIOp::create(b, loc, bits, bias);
  Value rounded = arith::ShRUIOp::create(b, loc, biased, sixteen);
  Value quiet = arith::OrIOp::create(b, loc, high, emitInteger(b, loc, i32, 0x40));
  Value isNaN = arith::CmpFOp::create(b, loc, CmpFPredicate::UNO, value, value);
  Value result = arith::SelectOp::create(b, loc, isNaN, quiet, rounded);
  result = arith::TruncIOp::create(b, loc, i16, result);
  return arith::BitcastOp::create(b, loc, b.getBF16Type(), result);
}

Value mind::emitNarrow(OpBuilder &b, Location loc, DType dtype, Value value) {
  switch (dtype) {
  case DType::F16:
    return arith::TruncFOp::create(b, loc, b.getF16Type(), value);
  case DType::BF16:
    return emitNarrowToBF16(b, loc, value);
  default:
    return value;
  }
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// One float op: computed in f32 for f16 and bf16, and rounded once.
template <typename FloatOp>
static Value emitFloatOp(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  Value left = emitWiden(b, loc, dtype, lhs), right = emitWiden(b, loc, dtype, rhs);
  Value result = FloatOp::create(b, loc, left, right);
  return emitNarrow(b, loc, dtype, result);
}

template <typename FloatOp>
static Value emitFloatOp(OpBuilder &b, Location loc, DType dtype, Value value) {
  Value result = FloatOp::create(b, loc, emitWiden(b, loc, dtype, value));
  return emitNarrow(b, loc, dtype, result);
}

Value mind::emitAdd(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  if (isFloat(dtype))
    return emitFloatOp<arith::AddFOp>(b, loc, dtype, lhs, rhs);
  return arith::AddIOp::create(b, loc, lhs, rhs);
}

Value mind::emitSub(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  if (isFloat(dtype))
    return emitFloatOp<arith::SubFOp>(b, loc, dtype, lhs, rhs);
  return arith::SubIOp::create(b, loc, lhs, rhs);
}

Value mind::emitMul(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  if (isFloat(dtype))
    return emitFloatOp<arith::MulFOp>(b, loc, dtype, lhs, rhs);
  if (dtype != DType::Q16)
    return arith::MulIOp::create(b, loc, lhs, rhs);
  Type i64 = b.getI64Type();
  Value wideLhs = arith::ExtSIOp::create(b, loc, i64, lhs);
  Value wideRhs = arith::ExtSIOp::create(b, loc, i64, rhs);
  Value product = arith::MulIOp::create(b, loc, wideLhs, wideRhs);
  Value shifted = arith::ShRSIOp::create(b, loc, product, emitInteger(b, loc, i64, 16));
  return arith::TruncIOp::create(b, loc, b.getI32Type(), shifted);
}

/// A divisor for which the machine's division is defined: 1 in place of 0, and in
/// place of -1 under the lowest value, which both have the right quotient and
/// remainder but for the quotient by 0. `isZero` tells that case.
static Value emitSafeDivisor(OpBuilder &b, Location loc, Value lhs, Value rhs, Value &isZero) {
  Type type = rhs.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Value one = emitInteger(b, loc, type, 1);
  isZero = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, rhs, emitInteger(b, loc, type, 0));
  Value lowest = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, APInt::getSignedMinValue(width)));
  Value isLowest = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, lhs, lowest);
  Value isMinusOne = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, rhs, emitInteger(b, loc, type, -1));
  Value overflows = arith::AndIOp::create(b, loc, isLowest, isMinusOne);
  Value isUnsafe = arith::OrIOp::create(b, loc, isZero, overflows);
  return arith::SelectOp::create(b, loc, isUnsafe, one, rhs);
}

Value mind::emitDiv(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  if (isFloat(dtype))
    return emitFloatOp<arith::DivFOp>(b, loc, dtype, lhs, rhs);
  Value isZero;
  if (dtype == DType::Q16) {
    Type i64 = b.getI64Type();
    Value wide = arith::ExtSIOp::create(b, loc, i64, lhs);
    Value dividend = arith::ShLIOp::create(b, loc, wide, emitInteger(b, loc, i64, 16));
    // Of 48 bits at most, so only a divisor of 0 is in the way.
    isZero = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, rhs, emitInteger(b, loc, rhs.getType(), 0));
    Value safe = arith::SelectOp::create(b, loc, isZero, emitInteger(b, loc, rhs.getType(), 1), rhs);
    Value quotient =
        arith::DivSIOp::create(b, loc, dividend, arith::ExtSIOp::create(b, loc, i64, safe).getResult());
    Value result = arith::TruncIOp::create(b, loc, b.getI32Type(), quotient);
    return arith::SelectOp::create(b, loc, isZero, emitInteger(b, loc, rhs.getType(), 0), result);
  }
  Value safe = emitSafeDivisor(b, loc, lhs, rhs, isZero);
  Value quotient = arith::DivSIOp::create(b, loc, lhs, safe);
  return arith::SelectOp::create(b, loc, isZero, emitInteger(b, loc, rhs.getType(), 0), quotient);
}

Value mind::emitMod(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  Value isZero;
  Value safe = emitSafeDivisor(b, loc, lhs, rhs, isZero);
  return arith::RemSIOp::create(b, loc, lhs, safe);
}

static Value emitShiftCount(OpBuilder &b, Location loc, Value count) {
  Type type = count.getType();
  return arith::AndIOp::create(b, loc, count, emitInteger(b, loc, type, type.getIntOrFloatBitWidth() - 1));
}

Value mind::emitShl(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  return arith::ShLIOp::create(b, loc, lhs, emitShiftCount(b, loc, rhs));
}

Value mind::emitShr(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  return arith::ShRSIOp::create(b, loc, lhs, emitShiftCount(b, loc, rhs));
}

Value mind::emitMax(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  if (isFloat(dtype))
    return emitFloatOp<arith::MaximumFOp>(b, loc, dtype, lhs, rhs);
  return arith::MaxSIOp::create(b, loc, lhs, rhs);
}

Value mind::emitMin(OpBuilder &b, Location loc, DType dtype, Value lhs, Value rhs) {
  if (isFloat(dtype))
    return emitFloatOp<arith::MinimumFOp>(b, loc, dtype, lhs, rhs);
  return arith::MinSIOp::create(b, loc, lhs, rhs);
}

static CmpFPredicate getFloatPredicate(CmpPredicate predicate) {
  switch (predicate) {
  case CmpPredicate::Eq:
    return CmpFPredicate::OEQ;
  case CmpPredicate::Ne:
    return CmpFPredicate::UNE;
  case CmpPredicate::Lt:
    return CmpFPredicate::OLT;
  case CmpPredicate::Le:
    return CmpFPredicate::OLE;
  case CmpPredicate::Gt:
    return CmpFPredicate::OGT;
  case CmpPredicate::Ge:
    return CmpFPredicate::OGE;
  }
  llvm_unreachable("all predicates are handled");
}

static CmpIPredicate getIntegerPredicate(CmpPredicate predicate) {
  switch (predicate) {
  case CmpPredicate::Eq:
    return CmpIPredicate::eq;
  case CmpPredicate::Ne:
    return CmpIPredicate::ne;
  case CmpPredicate::Lt:
    return CmpIPredicate::slt;
  case CmpPredicate::Le:
    return CmpIPredicate::sle;
  case CmpPredicate::Gt:
    return CmpIPredicate::sgt;
  case CmpPredicate::Ge:
    return CmpIPredicate::sge;
  }
  llvm_unreachable("all predicates are handled");
}

Value mind::emitCompare(OpBuilder &b, Location loc, DType dtype, CmpPredicate predicate, Value lhs, Value rhs) {
  if (isFloat(dtype)) {
    Value left = emitWiden(b, loc, dtype, lhs), right = emitWiden(b, loc, dtype, rhs);
    return arith::CmpFOp::create(b, loc, getFloatPredicate(predicate), left, right);
  }
  return arith::CmpIOp::create(b, loc, getIntegerPredicate(predicate), lhs, rhs);
}

Value mind::emitIsNaN(OpBuilder &b, Location loc, DType dtype, Value value) {
  if (!isFloat(dtype))
    return emitInteger(b, loc, b.getI1Type(), 0);
  Value wide = emitWiden(b, loc, dtype, value);
  return arith::CmpFOp::create(b, loc, CmpFPredicate::UNO, wide, wide);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

Value mind::emitRelu(OpBuilder &b, Location loc, DType dtype, Value value) {
  // What is not <= 0 is positive or NaN and stays; -0 <= 0 gives +0.
  Value zero = emitZero(b, loc, dtype);
  Value isNotPositive = emitCompare(b, loc, dtype, CmpPredicate::Le, value, zero);
  return arith::SelectOp::create(b, loc, isNotPositive, zero, value);
}

Value mind::emitReluGrad(OpBuilder &b, Location loc, DType dtype, Value grad, Value value) {
  Value zero = emitZero(b, loc, dtype);
  Value isPositive = emitCompare(b, loc, dtype, CmpPredicate::Gt, value, zero);
  return arith::SelectOp::create(b, loc, isPositive, grad, zero);
}

Value mind::emitAbs(OpBuilder &b, Location loc, DType dtype, Value value) {
  if (isFloat(dtype))
    return emitFloatOp<math::AbsFOp>(b, loc, dtype, value);
  Value zero = emitInteger(b, loc, value.getType(), 0);
  Value isNegative = arith::CmpIOp::create(b, loc, CmpIPredicate::slt, value, zero);
  Value negated = arith::SubIOp::create(b, loc, zero, value);
  return arith::SelectOp::create(b, loc, isNegative, negated, value);
}

Value mind::emitFloor(OpBuilder &b, Location loc, DType dtype, Value value) {
  return emitFloatOp<math::FloorOp>(b, loc, dtype, value);
}

Value mind::emitCeil(OpBuilder &b, Location loc, DType dtype, Value value) {
  return emitFloatOp<math::CeilOp>(b, loc, dtype, value);
}

Value mind::emitRound(OpBuilder &b, Location loc, DType dtype, Value value) {
  return emitFloatOp<math::RoundEvenOp>(b, loc, dtype, value);
}

Value mind::emitIPow(OpBuilder &b, Location loc, DType dtype, Value value, int64_t exponent) {
  if (exponent == 0)
    return emitOne(b, loc, dtype);
  uint64_t magnitude = exponent < 0 ? -uint64_t(exponent) : uint64_t(exponent);
  Value result = value;
  for (int bit = int(llvm::Log2_64(magnitude)) - 1; bit >= 0; --bit) {
    result = emitMul(b, loc, dtype, result, result);
    if ((magnitude >> bit) & 1)
      result = emitMul(b, loc, dtype, result, value);
  }
  return exponent < 0 ? emitDiv(b, loc, dtype, emitOne(b, loc, dtype), result) : result;
}
