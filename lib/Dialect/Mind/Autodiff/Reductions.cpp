//===- Reductions.cpp - rules of sum, mean, softmax -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum repeats its cotangent. A mean divides it by the number of elements first,
// while it is small: one rounding, none if the number is a power of two.
//
// softmax and log_softmax are several ops in the IR. The last of them is taken for
// the whole, a function of the tensor that went in:
//
//   softmax y*(g - sum(g*y))     log_softmax g - exp(y)*sum(g)
//
// So the maximum that they subtract, which does not matter to the value, is not
// differentiated.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "Softmax.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

namespace {

Value repeat(DerivativeBuilder &builder, Value g, Value like, ArrayRef<int64_t> axes) {
  RankedTensorType input = getTensorTypeOf(like);
  // Leading axes come back by broadcasting alone.
  bool isPrefix = axes.empty();
  if (!isPrefix) {
    BitVector reduced(input.getRank());
    for (int64_t axis : axes)
      reduced.set(axis);
    isPrefix = reduced.find_last() + 1 == int(reduced.count());
  }
  bool isReduced = getTensorTypeOf(g).getRank() < input.getRank();
  if (isReduced && !isPrefix)
    g = builder.restoreAxes(g, input, axes);
  return builder.broadcastLike(g, like);
}

struct SumModel : LinearModel<SumModel, SumOp> {
  static Value pull(DerivativeBuilder &builder, SumOp op, Value g) {
    return repeat(builder, g, op.getInput(), op.getAxes());
  }
};

//===----------------------------------------------------------------------===//
// Mean
//===----------------------------------------------------------------------===//

SmallVector<shape::Dim> getReducedDims(MeanOp op) {
  SmallVector<shape::Dim> dims = getDims(op.getInput().getType()), reduced;
  for (auto [axis, dim] : llvm::enumerate(dims))
    if (op.getAxes().empty() || llvm::is_contained(op.getAxes(), int64_t(axis)))
      reduced.push_back(dim);
  return reduced;
}

/// g / n for q16, where n may be more than the type holds: the mean of a slice that
/// is g and zeros, which divides the raw numbers (N18).
Value divideByMean(DerivativeBuilder &builder, MeanOp op, Value g) {
  RankedTensorType input = op.getInput().getType();
  SmallVector<int64_t> axes(op.getAxes());
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, input.getRank()));
  if (getTensorTypeOf(g).getRank() < input.getRank())
    g = builder.restoreAxes(g, input, axes);
  SmallVector<int64_t> starts(axes.size(), 0), strides(axes.size(), 1);
  Value zeros = builder.zerosLike(op.getInput());
  Value padded = InsertOp::create(builder, input, zeros, g, ValueRange(), axes, starts, strides);
  return MeanOp::create(builder, padded, axes, /*keepdims=*/true);
}

/// g / n on the small tensor.
FailureOr<Value> divideByCount(DerivativeBuilder &builder, MeanOp op, Value g) {
  SmallVector<shape::Dim> reduced = getReducedDims(op);
  std::optional<int64_t> count = shape::getNumElements(reduced);
  if (count == 0) {
    emitRefusal(op, "E4104", "unsupported shape pattern for autodiff: the mean of no elements").attachNote(op.getLoc())
        << "the shape is " << shape::toString(getDims(op.getInput().getType()));
    return failure();
  }
  if (op.getInput().getType().getRank() == 0)
    return g;
  Type elements = op.getType().getElementType();
  DType dtype = *getDType(elements);
  if (dtype == DType::Q16) {
    if (count && *count <= 32767)
      return builder.div(g, builder.scalar(elements, double(*count)));
    return divideByMean(builder, op, g);
  }
  // f16 and bf16 do not hold every number; like the mean, divide in f32 then.
  bool isHalf = dtype == DType::F16 || dtype == DType::BF16;
  Type wide = isHalf ? builder.getF32Type() : elements;
  RankedTensorType narrowType = getTensorTypeOf(g);
  if (isHalf)
    g = CastOp::create(builder, withElementType(narrowType, wide), g);
  Value divisor;
  if (count) {
    divisor = builder.scalar(wide, double(*count));
  } else {
    // One number where the reduced dims have names of arguments, else one for each g.
    RankedTensorType ones = getTensorType(builder.getContext(), reduced, builder.getI64Type());
    Value number = builder.count(ones);
    if (!number)
      number = builder.countsLike(op.getInput(), op.getAxes(), op.getKeepdims());
    divisor = CastOp::create(builder, withElementType(getTensorTypeOf(number), wide), number);
  }
  g = builder.div(g, divisor);
  return isHalf ? CastOp::create(builder, narrowType, g).getResult() : g;
}

struct MeanModel : DifferentiableOpInterface::ExternalModel<MeanModel, MeanOp> {
  bool isLinearIn(Operation *, const BitVector &inputs) const { return inputs.any(); }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &,
                         MutableArrayRef<Contribution> contributions) const {
    auto mean = cast<MeanOp>(op);
    FailureOr<Value> part = divideByCount(context.builder, mean, cotangents[0]);
    if (failed(part))
      return failure();
    contributions[0] = repeat(context.builder, *part, mean.getInput(), mean.getAxes());
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    Operation *copy = context.builder.clone(*op);
    copy->setOperand(0, tangents[0]);
    results[0] = copy->getResult(0);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// softmax
//===----------------------------------------------------------------------===//

/// `sum(value, axis, keepdims)`, which is all that the softmaxes need.
static SumOp matchSum(Value value) {
  auto sum = value.getDefiningOp<SumOp>();
  return sum && sum.getKeepdims() && sum.getAxes().size() == 1 ? sum : SumOp();
}

/// x of `x - reduce_max(x, axis, keepdims)`.
static Value matchShifted(Value value, int64_t axis) {
  auto sub = value.getDefiningOp<SubOp>();
  auto max = sub ? sub.getRhs().getDefiningOp<ReduceMaxOp>() : ReduceMaxOp();
  if (!max || max.getInput() != sub.getLhs() || !max.getKeepdims() || max.getAxes() != ArrayRef(axis))
    return {};
  return sub.getLhs();
}

static UnaryOp matchUnary(Value value, UnaryKind kind) {
  auto unary = value.getDefiningOp<UnaryOp>();
  return unary && unary.getKind() == kind ? unary : UnaryOp();
}

Softmax autodiff::matchSoftmax(DivOp op) {
  SumOp sum = matchSum(op.getRhs());
  UnaryOp exp = matchUnary(op.getLhs(), UnaryKind::Exp);
  if (!sum || !exp || sum.getInput() != op.getLhs())
    return {};
  int64_t axis = sum.getAxes().front();
  return {matchShifted(exp.getInput(), axis), axis};
}

Softmax autodiff::matchLogSoftmax(SubOp op) {
  UnaryOp log = matchUnary(op.getRhs(), UnaryKind::Log);
  SumOp sum = log ? matchSum(log.getInput()) : SumOp();
  UnaryOp exp = sum ? matchUnary(sum.getInput(), UnaryKind::Exp) : UnaryOp();
  if (!exp || exp.getInput() != op.getLhs())
    return {};
  int64_t axis = sum.getAxes().front();
  return {matchShifted(op.getLhs(), axis), axis};
}

Value autodiff::scaleSoftmax(DerivativeBuilder &builder, Value y, int64_t axis, Value g) {
  Value total = SumOp::create(builder, builder.mul(g, y), ArrayRef(axis), /*keepdims=*/true);
  return builder.mul(y, builder.sub(g, total));
}

Value autodiff::pullLogSoftmax(DerivativeBuilder &builder, Value y, int64_t axis, Value g) {
  Value total = SumOp::create(builder, g, ArrayRef(axis), /*keepdims=*/true);
  return builder.sub(g, builder.mul(builder.unary(UnaryKind::Exp, y), total));
}

Value autodiff::pushLogSoftmax(DerivativeBuilder &builder, Value y, int64_t axis, Value t) {
  Value weighted = builder.mul(builder.unary(UnaryKind::Exp, y), t);
  return builder.sub(t, SumOp::create(builder, weighted, ArrayRef(axis), /*keepdims=*/true));
}

void autodiff::attachReductionModels(MLIRContext *context) {
  SumOp::attachInterface<SumModel>(*context);
  MeanOp::attachInterface<MeanModel>(*context);
}
