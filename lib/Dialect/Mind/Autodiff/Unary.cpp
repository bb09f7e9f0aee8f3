//===- Unary.cpp - rules of elementary functions and powers ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With y the result and g the cotangent or the tangent, the factor is applied in the
// order in which it is written:
//
//   exp g*y     log g/x     log2 g/(x*ln2)     log10 g/(x*ln10)     sqrt (g*0.5)/y
//   tanh g*(1-y*y)     sigmoid (g*y)*(1-y)     sin g*cos(x)     cos -(g*sin(x))
//   tan g*(1+y*y)     asin g/sqrt(1-x*x)     acos -(g/sqrt(1-x*x))     atan g/(1+x*x)
//   abs select(x>0, g, select(x<0, -g, 0))     x**n g*(n*x**(n-1))
//   pow(x,c) g*(c*pow(x,c-1)) and g*(y*log(x)), which is 0 where x=0 and c>0
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

namespace {

/// Ops of one input: `scale(builder, op, g)` is g times the derivative, for the
/// cotangent and for the tangent.
template <typename ConcreteModel, typename OpTy>
struct ScaleModel : DifferentiableOpInterface::ExternalModel<ConcreteModel, OpTy> {
  bool isElementwise(Operation *) const { return true; }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &,
                         MutableArrayRef<Contribution> contributions) const {
    contributions[0] = ConcreteModel::scale(context.builder, cast<OpTy>(op), cotangents[0]);
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    results[0] = ConcreteModel::scale(context.builder, cast<OpTy>(op), tangents[0]);
    return success();
  }
};

struct UnaryModel : ScaleModel<UnaryModel, UnaryOp> {
  static Value scale(DerivativeBuilder &builder, UnaryOp op, Value g) {
    Value x = op.getInput(), y = op.getResult();
    Type elements = op.getType().getElementType();
    auto number = [&](double value) { return builder.scalar(elements, value); };
    auto oneMinusSquare = [&](Value value) {
      Value one = number(1);
      return builder.sub(one, builder.mul(value, value));
    };
    auto onePlusSquare = [&](Value value) {
      Value one = number(1);
      return builder.add(one, builder.mul(value, value));
    };
    switch (op.getKind()) {
    case UnaryKind::Exp:
      return builder.mul(g, y);
    case UnaryKind::Log:
      return builder.div(g, x);
    case UnaryKind::Log2:
      return builder.div(g, builder.mul(x, number(0x1.62e42fefa39efp-1)));
    case UnaryKind::Log10:
      return builder.div(g, builder.mul(x, number(0x1.26bb1bbb55516p+1)));
    case UnaryKind::Sqrt:
      return builder.div(builder.mul(g, number(0.5)), y);
    case UnaryKind::Tanh:
      return builder.mul(g, oneMinusSquare(y));
    case UnaryKind::Sigmoid: {
      Value scaled = builder.mul(g, y);
      return builder.mul(scaled, builder.sub(number(1), y));
    }
    case UnaryKind::Sin:
      return builder.mul(g, builder.unary(UnaryKind::Cos, x));
    case UnaryKind::Cos:
      return builder.negate(builder.mul(g, builder.unary(UnaryKind::Sin, x)));
    case UnaryKind::Tan:
      return builder.mul(g, onePlusSquare(y));
    case UnaryKind::Asin:
      return builder.div(g, builder.unary(UnaryKind::Sqrt, oneMinusSquare(x)));
    case UnaryKind::Acos:
      return builder.negate(builder.div(g, builder.unary(UnaryKind::Sqrt, oneMinusSquare(x))));
    case UnaryKind::Atan:
      return builder.div(g, onePlusSquare(x));
    }
    llvm_unreachable("every function has a rule");
  }
};

struct AbsModel : ScaleModel<AbsModel, AbsOp> {
  static Value scale(DerivativeBuilder &builder, AbsOp op, Value g) {
    Value x = op.getInput();
    Value zero = builder.scalar(op.getType().getElementType(), 0);
    Value isNegative = builder.compare(CmpPredicate::Lt, x, zero);
    Value negated = builder.negate(g);
    Value rest = builder.select(isNegative, negated, builder.zerosLike(x));
    return builder.select(builder.compare(CmpPredicate::Gt, x, zero), g, rest);
  }
};

struct IPowModel : ScaleModel<IPowModel, IPowOp> {
  StringRef getCut(Operation *op, unsigned) const {
    return cast<IPowOp>(op).getExponent() == 0 ? "a power of 0" : "";
  }

  static Value scale(DerivativeBuilder &builder, IPowOp op, Value g) {
    int64_t n = op.getExponent();
    if (n == 1)
      return g;
    Value power = op.getInput();
    if (n != 2)
      power = IPowOp::create(builder, op.getType(), power, uint64_t(n - 1));
    return builder.mul(g, builder.mul(builder.scalar(op.getType().getElementType(), double(n)), power));
  }
};

struct PowModel : DifferentiableOpInterface::ExternalModel<PowModel, PowOp> {
  bool isElementwise(Operation *) const { return true; }

  /// Whether the exponent is one number, known to be 0 or not to be 0.
  static std::optional<bool> isZeroExponent(PowOp op) {
    if (auto exponent = dyn_cast_or_null<FloatAttr>(getSplatValue(op.getRhs())))
      return exponent.getValue().isZero();
    return std::nullopt;
  }

  StringRef getCut(Operation *op, unsigned input) const {
    return input == 0 && isZeroExponent(cast<PowOp>(op)).value_or(false) ? "a power of 0" : "";
  }

  /// A power of 0 is 1, whatever its base is: the derivative is 0, and no product
  /// with an infinite power.
  static Value scaleByBase(DerivativeBuilder &builder, PowOp op, Value g) {
    Value x = op.getLhs(), c = op.getRhs();
    Type elements = op.getType().getElementType();
    Value power = PowOp::create(builder, x, builder.sub(c, builder.scalar(elements, 1)));
    Value scaled = builder.mul(g, builder.mul(c, power));
    if (isZeroExponent(op))
      return scaled;
    Value exponent = builder.broadcastLike(c, op);
    Value isZero = builder.compare(CmpPredicate::Eq, exponent, builder.scalar(elements, 0));
    return builder.select(isZero, builder.zerosLike(scaled), scaled);
  }

  static Value scaleByExponent(DerivativeBuilder &builder, PowOp op, Value g) {
    RankedTensorType type = op.getType();
    Value x = op.getLhs(), c = op.getRhs();
    Value zero = builder.scalar(type.getElementType(), 0);
    Value scaled = builder.mul(g, builder.mul(op.getResult(), builder.unary(UnaryKind::Log, x)));
    Value isZero = builder.compare(CmpPredicate::Eq, builder.broadcastLike(x, op), zero);
    Value isAbove = builder.compare(CmpPredicate::Gt, builder.broadcastLike(c, op), zero);
    Value isCut = arith::AndIOp::create(builder, isZero, isAbove);
    return builder.select(isCut, builder.zerosLike(scaled), scaled);
  }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    auto pow = cast<PowOp>(op);
    if (active.test(0))
      contributions[0] = context.builder.unbroadcast(scaleByBase(context.builder, pow, cotangents[0]),
                                                     getTensorTypeOf(pow.getLhs()));
    if (active.test(1))
      contributions[1] = context.builder.unbroadcast(scaleByExponent(context.builder, pow, cotangents[0]),
                                                     getTensorTypeOf(pow.getRhs()));
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    auto pow = cast<PowOp>(op);
    if (tangents[0])
      results[0] = scaleByBase(context.builder, pow, tangents[0]);
    if (tangents[1])
      results[0] = addTangents(context.builder, results[0], scaleByExponent(context.builder, pow, tangents[1]));
    return success();
  }
};

} // namespace

void autodiff::attachUnaryModels(MLIRContext *context) {
  UnaryOp::attachInterface<UnaryModel>(*context);
  AbsOp::attachInterface<AbsModel>(*context);
  IPowOp::attachInterface<IPowModel>(*context);
  PowOp::attachInterface<PowModel>(*context);
}
