//===- LaneBuilder.cpp - ops on elements as lane programs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic, comparison and powers. Casts and elementary functions are in
// LaneFunctions.cpp.
//
//===----------------------------------------------------------------------===//

#include "LaneBuilder.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mind;
using namespace mind::elf;

Lane LaneBuilder::f32(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return program.constant(T::F32, bits);
}

Lane LaneBuilder::f64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return program.constant(T::F64, bits);
}

Lane LaneBuilder::maskFor(LaneType type, Lane mask) {
  if (isWide(type) == isWide(mask.type))
    return mask;
  return isWide(type) ? op(O::Widen, T::I64, mask) : op(O::Narrow, T::I32, mask);
}

Lane LaneBuilder::round(DType dtype, Lane a) {
  if (dtype == DType::F16)
    return op(O::RoundF16, a);
  if (dtype == DType::BF16)
    return roundBF16(a);
  return a;
}

/// On the bits: half of what is cut off, less one where the kept part is even, is
/// added before it is cut. A NaN would overflow.
Lane LaneBuilder::roundBF16(Lane a) {
  Lane bits = as(T::I32, a);
  Lane kept = op(O::ShrU, bits, i32(16));
  Lane odd = op(O::And, kept, i32(1));
  Lane sum = op(O::AddI, op(O::AddI, bits, i32(0x7fff)), odd);
  Lane rounded = op(O::And, sum, i32(int32_t(0xffff0000)));
  Lane isNaN = as(T::I32, op(O::NeF, T::F32, a, a));
  Lane nan = program.constant(T::F32, 0x7fc00000);
  return select(isNaN, nan, as(T::F32, rounded));
}

Lane LaneBuilder::literal(DType dtype, uint64_t bits) {
  switch (dtype) {
  case DType::F16: {
    // The conversion is exact; only a subnormal needs more than shifts.
    uint32_t sign = uint32_t(bits & 0x8000) << 16, exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
    uint32_t wide;
    if (exponent == 0x1f) {
      wide = 0x7f800000 | fraction << 13;
    } else if (exponent != 0) {
      wide = (exponent + 112) << 23 | fraction << 13;
    } else {
      float magnitude = float(fraction) * 0x1p-24f;
      std::memcpy(&wide, &magnitude, sizeof wide);
    }
    return program.constant(T::F32, sign | wide);
  }
  case DType::BF16:
    return program.constant(T::F32, bits << 16);
  case DType::I1:
    return program.constant(T::I32, bits ? 0xffffffff : 0);
  case DType::F64:
  case DType::I64:
    return program.constant(getLaneType(dtype), bits);
  default:
    return program.constant(getLaneType(dtype), bits & 0xffffffff);
  }
}

Lane LaneBuilder::canonicalize(DType dtype, Lane a) {
  if (!isFloat(dtype))
    return a;
  Lane isNaN = op(O::NeF, a, a);
  uint64_t bits = a.type == T::F64 ? 0x7ff8000000000000 : 0x7fc00000;
  Lane mask = as(a.type == T::F64 ? T::I64 : T::I32, isNaN);
  return select(mask, program.constant(a.type, bits), a);
}

Lane LaneBuilder::select(Lane condition, Lane yes, Lane no) {
  return op(O::Select, yes.type, maskFor(yes.type, condition), yes, no);
}

/// (i64(a) * b) >> 16, cut to 32 bits: the bits 16 to 47 of the product.
Lane LaneBuilder::mulQ16(Lane a, Lane b) {
  Lane left = op(O::Widen, T::I64, a), right = op(O::Widen, T::I64, b);
  Lane product = op(O::MulLowS, T::I64, left, right);
  return op(O::Narrow, T::I32, op(O::ShrU, product, i64(16)));
}

Lane LaneBuilder::binary(BinaryKind kind, DType dtype, Lane a, Lane b) {
  bool isFloating = isFloat(dtype);
  // A constant can lie in memory if it is the second operand.
  bool isCommutative = kind == BinaryKind::Add || kind == BinaryKind::And || kind == BinaryKind::Or ||
                       kind == BinaryKind::Xor || kind == BinaryKind::Mul;
  if (isCommutative && program.steps[a.id].op == O::Constant)
    std::swap(a, b);
  LaneType type = a.type;
  switch (kind) {
  case BinaryKind::Add:
    return isFloating ? round(dtype, op(O::AddF, a, b)) : op(O::AddI, a, b);
  case BinaryKind::Sub:
    return isFloating ? round(dtype, op(O::SubF, a, b)) : op(O::SubI, a, b);
  case BinaryKind::Mul:
    if (dtype == DType::Q16)
      return mulQ16(a, b);
    return isFloating ? round(dtype, op(O::MulF, a, b)) : op(O::MulI, a, b);
  case BinaryKind::Div:
    if (dtype == DType::Q16) {
      Lane dividend = op(O::Widen, T::I64, a), divisor = op(O::Widen, T::I64, b);
      return op(O::Narrow, T::I32, op(O::DivQ, T::I64, dividend, divisor));
    }
    return isFloating ? round(dtype, op(O::DivF, a, b)) : op(O::DivI, a, b);
  case BinaryKind::Max:
  case BinaryKind::Min: {
    bool isMax = kind == BinaryKind::Max;
    if (isFloating)
      return op(isMax ? O::MaxF : O::MinF, a, b);
    if (!isWide(type))
      return op(isMax ? O::MaxI : O::MinI, a, b);
    Lane greater = op(O::GtI, a, b);
    return isMax ? select(greater, a, b) : select(greater, b, a);
  }
  case BinaryKind::Mod:
    return op(O::ModI, a, b);
  case BinaryKind::Shl:
  case BinaryKind::Shr: {
    Lane mask = program.constant(type, isWide(type) ? 63 : 31);
    Lane count = program.steps[b.id].op == O::Constant
                     ? program.constant(type, program.steps[b.id].bits & (isWide(type) ? 63 : 31))
                     : op(O::And, b, mask);
    return op(kind == BinaryKind::Shl ? O::Shl : O::ShrS, a, count);
  }
  case BinaryKind::And:
    return op(O::And, a, b);
  case BinaryKind::Or:
    return op(O::Or, a, b);
  case BinaryKind::Xor:
    return op(O::Xor, a, b);
  case BinaryKind::ReluGrad: {
    // a is the gradient, b the input: a selection, never a product (N7).
    Lane positive = isFloating ? op(O::LtF, zero(type), b) : op(O::GtI, b, zero(type));
    return op(O::And, positive.type, as(type, positive), a);
  }
  case BinaryKind::Pow:
    return function(MathFunction::Pow, dtype, a, b);
  }
  llvm_unreachable("all kinds are handled");
}

Lane LaneBuilder::unary(UnaryElement kind, DType dtype, Lane a) {
  LaneType type = a.type;
  switch (kind) {
  case UnaryElement::Relu:
    // What is not <= 0 stays, a NaN too; -0 becomes +0 (N7).
    if (isFloat(dtype))
      return op(O::And, as(type, op(O::NleF, a, zero(type))), a);
    return op(O::MaxI, a, zero(type));
  case UnaryElement::Abs: {
    if (isFloat(dtype))
      return op(O::And, a, program.constant(type, type == T::F64 ? INT64_MAX : INT32_MAX));
    Lane negated = op(O::SubI, zero(type), a);
    return select(op(O::GtI, zero(type), a), negated, a);
  }
  case UnaryElement::Floor:
    return round(dtype, op(O::Floor, a));
  case UnaryElement::Ceil:
    return round(dtype, op(O::Ceil, a));
  case UnaryElement::Round:
    return round(dtype, op(O::RoundEven, a));
  }
  llvm_unreachable("all kinds are handled");
}

/// Binary powering from the most significant bit, each step rounded (N10).
Lane LaneBuilder::power(DType dtype, Lane a, int64_t exponent) {
  Lane one = isFloat(dtype)          ? floating(a.type, 1)
             : dtype == DType::Q16 ? i32(65536)
                                     : program.constant(a.type, 1);
  uint64_t n = exponent < 0 ? 0 - uint64_t(exponent) : uint64_t(exponent);
  if (n == 0)
    return one;
  Lane result = a;
  for (unsigned bit = llvm::Log2_64(n); bit-- > 0;) {
    result = binary(BinaryKind::Mul, dtype, result, result);
    if (n >> bit & 1)
      result = binary(BinaryKind::Mul, dtype, result, a);
  }
  return exponent < 0 ? binary(BinaryKind::Div, dtype, one, result) : result;
}

Lane LaneBuilder::compare(Predicate predicate, DType dtype, Lane a, Lane b) {
  if (predicate == Predicate::Gt || predicate == Predicate::Ge) {
    std::swap(a, b);
    predicate = predicate == Predicate::Gt ? Predicate::Lt : Predicate::Le;
  }
  LaneType type = a.type;
  LaneType maskType = isWide(type) ? T::I64 : T::I32;
  Lane mask;
  if (isFloat(dtype)) {
    LaneOp which = predicate == Predicate::Eq   ? O::EqF
                   : predicate == Predicate::Ne ? O::NeF
                   : predicate == Predicate::Lt ? O::LtF
                                                : O::LeF;
    mask = as(maskType, op(which, type, a, b));
  } else {
    switch (predicate) {
    case Predicate::Eq:
      mask = op(O::EqI, a, b);
      break;
    case Predicate::Ne:
      mask = invert(op(O::EqI, a, b));
      break;
    case Predicate::Lt:
      mask = op(O::GtI, b, a);
      break;
    default:
      mask = invert(op(O::GtI, a, b));
    }
  }
  return maskFor(T::I32, mask);
}
