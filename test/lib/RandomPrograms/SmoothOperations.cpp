//===- SmoothOperations.cpp - random programs with derivatives ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that have a derivative, mostly asked where it is neither near infinity nor
// near a jump. Those that depend on shapes alone are the same as ever.
//
//===----------------------------------------------------------------------===//

#include "FunctionBuilder.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

Value FunctionBuilder::number(double value) {
  auto scalar = type(DType::F64, {});
  return ConstantOp::create(builder, builder.getUnknownLoc(), DenseElementsAttr::get(scalar, value));
}

/// At least 1/2.
Value FunctionBuilder::keepPositive(Value value) {
  Location loc = builder.getUnknownLoc();
  return AddOp::create(builder, loc, AbsOp::create(builder, loc, value), number(0.5));
}

/// Between -0.9 and 0.9.
Value FunctionBuilder::keepSmall(Value value) {
  Location loc = builder.getUnknownLoc();
  return MulOp::create(builder, loc, UnaryOp::create(builder, loc, UnaryKind::Tanh, value), number(0.9));
}

Value FunctionBuilder::makeSmoothBinary() {
  Location loc = builder.getUnknownLoc();
  Value a = pick(Kind::Float);
  Value b = partner(a);
  if (random.oneIn(2))
    std::swap(a, b);
  switch (random.below(9)) {
  case 0:
  case 1:
    return AddOp::create(builder, loc, a, b);
  case 2:
    return SubOp::create(builder, loc, a, b);
  case 3:
    return MulOp::create(builder, loc, a, b);
  case 4:
    return DivOp::create(builder, loc, a, keepPositive(b));
  case 5:
    return MaxOp::create(builder, loc, a, b);
  case 6:
    return MinOp::create(builder, loc, a, b);
  case 7:
    return PowOp::create(builder, loc, keepPositive(a), keepSmall(b));
  default:
    return CompareOp::create(builder, loc, CmpPredicate(random.below(6)), a, b);
  }
}

Value FunctionBuilder::makeSmoothUnary() {
  Location loc = builder.getUnknownLoc();
  Value a = pick(Kind::Float);
  switch (random.below(12)) {
  case 0:
    return ReluOp::create(builder, loc, a);
  case 1:
    return AbsOp::create(builder, loc, a);
  case 2:
    return FloorOp::create(builder, loc, a);
  case 3:
    return random.oneIn(2) ? CeilOp::create(builder, loc, a).getResult() : RoundOp::create(builder, loc, a);
  case 4:
    return ReluGradOp::create(builder, loc, valueOf(typeOf(a)), a);
  case 5: {
    int64_t exponent = int64_t(random.below(7)) - 3;
    return IPowOp::create(builder, loc, exponent < 0 ? keepPositive(a) : a, exponent);
  }
  case 6: {
    Value other = random.oneIn(3) ? a : pick(random.oneIn(2) ? Kind::Bool : Kind::Integer);
    return CastOp::create(builder, loc, type(DType::F64, typeOf(other).getShape()), other);
  }
  default:
    break;
  }
  auto kind = UnaryKind(random.below(13));
  switch (kind) {
  case UnaryKind::Log:
  case UnaryKind::Log2:
  case UnaryKind::Log10:
  case UnaryKind::Sqrt:
    a = keepPositive(a);
    break;
  case UnaryKind::Tan:
  case UnaryKind::Asin:
  case UnaryKind::Acos:
    a = keepSmall(a);
    break;
  default:
    break;
  }
  return UnaryOp::create(builder, loc, kind, a);
}

Value FunctionBuilder::makeSmoothOperation() {
  switch (random.below(18)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return makeSmoothBinary();
  case 4:
    return makeLogic();
  case 5:
  case 6:
  case 7:
    return makeSmoothUnary();
  case 8:
  case 9:
    return makeReduction();
  case 10:
  case 11:
    return makeShape();
  case 12:
  case 13:
    return makeSelection();
  case 14:
    return makeInsertion();
  case 15:
    return makeContraction();
  case 16:
    return makeProductSum();
  default:
    return makeConvolution();
  }
}
