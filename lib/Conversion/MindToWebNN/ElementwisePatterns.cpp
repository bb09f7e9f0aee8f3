//===- ElementwisePatterns.cpp - what is the same for each element --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "Patterns.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace mind;
using namespace mind::webnn;

namespace {

/// An op with a method of the same meaning.
template <typename OpT, typename CallT>
struct SamePattern : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const final {
    rewriter.replaceOpWithNewOp<CallT>(op, op->getResultTypes(), op->getOperands());
    return success();
  }
};

/// An op that one function expresses with calls.
template <typename OpT, Value (*Build)(OpT, GraphBuilder &)>
struct ComposedPattern : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    rewriter.replaceOp(op, Build(op, graph));
    return success();
  }
};

struct ConstantPattern : OpRewritePattern<mind::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(mind::ConstantOp op, PatternRewriter &rewriter) const final {
    rewriter.replaceOpWithNewOp<webnn::ConstantOp>(op, op.getValue());
    return success();
  }
};

struct FillPattern : OpRewritePattern<FillOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(FillOp op, PatternRewriter &rewriter) const final {
    if (!op.getValue())
      return op.emitOpError("has no value");
    auto type = cast<RankedTensorType>(op.getType());
    Attribute value = convertFillValue(op.getValue()->convertToDouble(), type.getElementType());
    rewriter.replaceOpWithNewOp<webnn::ConstantOp>(op, DenseElementsAttr::get(type, value));
    return success();
  }
};

} // namespace

static Type getElement(Value value) { return webnn::getType(value).getElementType(); }

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The quotient of integers where the divisor is neither 0 nor -1, which processors
/// refuse; there it is 0 and the negation.
static Value buildQuotient(Value lhs, Value rhs, GraphBuilder &graph) {
  Type element = getElement(lhs);
  Value zero = graph.constant(element, int64_t(0)), one = graph.constant(element, int64_t(1));
  Value minusOne = graph.constant(element, int64_t(-1));
  Value isZero = graph.compare<EqualOp>(rhs, zero), isMinusOne = graph.compare<EqualOp>(rhs, minusOne);
  Value divisor = graph.where(graph.compare<LogicalOrOp>(isZero, isMinusOne), one, rhs);
  Value quotient = graph.call<webnn::DivOp>(lhs, divisor);
  Value negated = graph.where(isMinusOne, graph.call<webnn::SubOp>(zero, lhs), quotient);
  return graph.where(isZero, zero, negated);
}

static Value buildDiv(mind::DivOp op, GraphBuilder &graph) {
  if (isa<FloatType>(getElement(op.getLhs())))
    return graph.call<webnn::DivOp>(op.getLhs(), op.getRhs());
  return buildQuotient(op.getLhs(), op.getRhs(), graph);
}

static Value buildMod(ModOp op, GraphBuilder &graph) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  Value product = graph.call<webnn::MulOp>(buildQuotient(lhs, rhs, graph), rhs);
  Value zero = graph.constant(getElement(lhs), int64_t(0));
  return graph.where(graph.compare<EqualOp>(rhs, zero), zero, graph.call<webnn::SubOp>(lhs, product));
}

/// max and min say nothing of NaN; here it wins.
template <typename CallT>
static Value buildExtremum(Value lhs, Value rhs, GraphBuilder &graph) {
  Value chosen = graph.call<CallT>(lhs, rhs);
  if (!isa<FloatType>(getElement(lhs)))
    return chosen;
  Value orRight = graph.where(graph.compare<NotEqualOp>(rhs, rhs), rhs, chosen);
  return graph.where(graph.compare<NotEqualOp>(lhs, lhs), lhs, orRight);
}

static Value buildMax(mind::MaxOp op, GraphBuilder &graph) {
  return buildExtremum<webnn::MaxOp>(op.getLhs(), op.getRhs(), graph);
}

static Value buildMin(mind::MinOp op, GraphBuilder &graph) {
  return buildExtremum<webnn::MinOp>(op.getLhs(), op.getRhs(), graph);
}

static Value buildReluGrad(ReluGradOp op, GraphBuilder &graph) {
  Value zero = graph.constant(getElement(op.getInput()), 0.0);
  return graph.where(graph.compare<GreaterOp>(op.getInput(), zero), op.getGrad(), zero);
}

/// As N10 has it: from the highest bit of the exponent on.
static Value buildIPow(IPowOp op, GraphBuilder &graph) {
  Value x = op.getInput();
  Value one = graph.constant(getElement(x), 1.0);
  bool isNegative = int64_t(op.getExponent()) < 0;
  uint64_t exponent = isNegative ? -uint64_t(op.getExponent()) : op.getExponent();
  if (exponent == 0)
    return graph.expand(one, webnn::getType(x).getShape());
  Value power = x;
  for (int bit = int(llvm::Log2_64(exponent)) - 1; bit >= 0; --bit) {
    power = graph.call<webnn::MulOp>(power, power);
    if (exponent >> bit & 1)
      power = graph.call<webnn::MulOp>(power, x);
  }
  return isNegative ? graph.call<webnn::DivOp>(one, power) : power;
}

namespace {
struct UnaryPattern : OpRewritePattern<UnaryOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnaryOp op, PatternRewriter &rewriter) const final {
    switch (op.getKind()) {
    case UnaryKind::Exp:
      return replace<ExpOp>(op, rewriter);
    case UnaryKind::Log:
      return replace<LogOp>(op, rewriter);
    case UnaryKind::Sqrt:
      return replace<SqrtOp>(op, rewriter);
    case UnaryKind::Tanh:
      return replace<TanhOp>(op, rewriter);
    case UnaryKind::Sigmoid:
      return replace<SigmoidOp>(op, rewriter);
    case UnaryKind::Sin:
      return replace<SinOp>(op, rewriter);
    case UnaryKind::Cos:
      return replace<CosOp>(op, rewriter);
    case UnaryKind::Tan:
      return replace<TanOp>(op, rewriter);
    case UnaryKind::Log2:
      return replaceLog(op, 0.69314718055994530942, rewriter);
    case UnaryKind::Log10:
      return replaceLog(op, 2.30258509299404568402, rewriter);
    case UnaryKind::Asin:
    case UnaryKind::Acos:
    case UnaryKind::Atan:
      return rewriter.notifyMatchFailure(op, "WebNN has no inverse of a trigonometric function");
    }
    llvm_unreachable("an elementary function that there is not");
  }

private:
  template <typename CallT>
  static LogicalResult replace(UnaryOp op, PatternRewriter &rewriter) {
    rewriter.replaceOpWithNewOp<CallT>(op, op.getType(), op.getInput());
    return success();
  }

  /// The logarithm to a base whose natural logarithm is `scale`.
  static LogicalResult replaceLog(UnaryOp op, double scale, PatternRewriter &rewriter) {
    GraphBuilder graph(rewriter, op.getLoc());
    Value log = LogOp::create(rewriter, op.getLoc(), op.getType(), op.getInput());
    rewriter.replaceOp(op, graph.call<webnn::DivOp>(log, graph.constant(getElement(log), scale)));
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Comparisons, choices and casts
//===----------------------------------------------------------------------===//

static Value buildCompare(CompareOp op, GraphBuilder &graph) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  switch (op.getPredicate()) {
  case CmpPredicate::Eq:
    return graph.compare<EqualOp>(lhs, rhs);
  case CmpPredicate::Ne:
    return graph.compare<NotEqualOp>(lhs, rhs);
  case CmpPredicate::Lt:
    return graph.compare<LesserOp>(lhs, rhs);
  case CmpPredicate::Le:
    return graph.compare<LesserOrEqualOp>(lhs, rhs);
  case CmpPredicate::Gt:
    return graph.compare<GreaterOp>(lhs, rhs);
  case CmpPredicate::Ge:
    return graph.compare<GreaterOrEqualOp>(lhs, rhs);
  }
  llvm_unreachable("a comparison that there is not");
}

/// Fractions to integers: what the integer cannot hold is its nearest bound, and NaN is
/// 0 (N4). The cast itself sees only what it can convert.
static Value buildIntegerCast(Value value, Type to, GraphBuilder &graph) {
  Type from = getElement(value);
  unsigned width = to.getIntOrFloatBitWidth();
  double limit = std::ldexp(1.0, int(width) - 1);
  int64_t least = width == 64 ? INT64_MIN : -(int64_t(1) << (width - 1));
  Value isHigh = graph.compare<GreaterOrEqualOp>(value, graph.constant(from, limit));
  Value isLow = graph.compare<LesserOp>(value, graph.constant(from, -limit));
  Value isNumber = graph.compare<EqualOp>(value, value);
  Value outside = graph.compare<LogicalOrOp>(isHigh, isLow);
  Value zero = graph.constant(from, 0.0);
  Value inside = graph.where(outside, zero, graph.where(isNumber, value, zero));
  Value result = graph.cast(inside, to);
  result = graph.where(isHigh, graph.constant(to, -(least + 1)), result);
  return graph.where(isLow, graph.constant(to, least), result);
}

static Value buildCast(mind::CastOp op, GraphBuilder &graph) {
  Type to = getElement(op.getResult());
  if (isa<FloatType>(getElement(op.getInput())) && isa<IntegerType>(to))
    return buildIntegerCast(op.getInput(), to, graph);
  return graph.cast(op.getInput(), to);
}

static Value buildSelect(arith::SelectOp op, GraphBuilder &graph) {
  return graph.where(op.getCondition(), op.getTrueValue(), op.getFalseValue());
}

void webnn::populateElementwisePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ConstantPattern, FillPattern, UnaryPattern>(context);
  patterns.add<SamePattern<mind::AddOp, webnn::AddOp>, SamePattern<mind::SubOp, webnn::SubOp>,
               SamePattern<mind::MulOp, webnn::MulOp>, SamePattern<mind::PowOp, webnn::PowOp>,
               SamePattern<mind::ReluOp, webnn::ReluOp>, SamePattern<mind::AbsOp, webnn::AbsOp>,
               SamePattern<mind::FloorOp, webnn::FloorOp>, SamePattern<mind::CeilOp, webnn::CeilOp>,
               SamePattern<mind::RoundOp, webnn::RoundEvenOp>, SamePattern<arith::AndIOp, LogicalAndOp>,
               SamePattern<arith::OrIOp, LogicalOrOp>, SamePattern<arith::XOrIOp, LogicalXorOp>>(context);
  patterns.add<ComposedPattern<mind::DivOp, buildDiv>, ComposedPattern<ModOp, buildMod>,
               ComposedPattern<mind::MaxOp, buildMax>, ComposedPattern<mind::MinOp, buildMin>,
               ComposedPattern<ReluGradOp, buildReluGrad>, ComposedPattern<IPowOp, buildIPow>,
               ComposedPattern<CompareOp, buildCompare>, ComposedPattern<mind::CastOp, buildCast>,
               ComposedPattern<arith::SelectOp, buildSelect>>(context);
}
