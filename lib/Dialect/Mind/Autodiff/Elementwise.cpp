//===- Elementwise.cpp - rules of arithmetic, max, min, relu, casts -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands broadcast: the cotangent of one is the product reduced to its type, in
// one sum. `y = a / b` takes `t = g / b` and `-(t * y)`, which cannot overflow in
// `b * b`. A difference is reduced before it is negated; both are exact.
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

/// What the binary ops share: `pull(builder, op, g, i)` is the cotangent of operand
/// i before it is reduced.
template <typename ConcreteModel, typename OpTy>
struct BinaryModel : OperandwiseModel<ConcreteModel, OpTy> {
  bool isElementwise(Operation *) const { return true; }
};

RankedTensorType operandType(Operation *op, unsigned i) { return getTensorTypeOf(op->getOperand(i)); }

struct AddModel : BinaryModel<AddModel, AddOp> {
  bool isLinearIn(Operation *, const BitVector &inputs) const { return inputs.all(); }

  static Value pull(DerivativeBuilder &builder, AddOp op, Value g, unsigned i) {
    return builder.unbroadcast(g, operandType(op, i));
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    DerivativeBuilder &builder = context.builder;
    results[0] = tangents[0] && tangents[1] ? builder.add(tangents[0], tangents[1])
                                            : builder.broadcastLike(tangents[0] ? tangents[0] : tangents[1],
                                                                    op->getResult(0));
    return success();
  }
};

struct SubModel : BinaryModel<SubModel, SubOp> {
  void getInputs(Operation *op, SmallVectorImpl<Value> &inputs) const {
    if (Softmax softmax = matchLogSoftmax(cast<SubOp>(op)))
      inputs.push_back(softmax.input);
    else
      llvm::append_range(inputs, op->getOperands());
  }
  bool isElementwise(Operation *op) const { return !matchLogSoftmax(cast<SubOp>(op)); }
  bool isLinearIn(Operation *op, const BitVector &inputs) const { return inputs.size() == 2 && inputs.all(); }

  static Value pull(DerivativeBuilder &builder, SubOp op, Value g, unsigned i) {
    if (Softmax softmax = matchLogSoftmax(op))
      return pullLogSoftmax(builder, op, softmax.axis, g);
    Value reduced = builder.unbroadcast(g, operandType(op, i));
    return i == 0 ? reduced : builder.negate(reduced);
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    DerivativeBuilder &builder = context.builder;
    Value result = op->getResult(0);
    if (Softmax softmax = matchLogSoftmax(cast<SubOp>(op)))
      results[0] = pushLogSoftmax(builder, op->getResult(0), softmax.axis, tangents[0]);
    else if (tangents[0] && tangents[1])
      results[0] = builder.sub(tangents[0], tangents[1]);
    else if (tangents[0])
      results[0] = builder.broadcastLike(tangents[0], result);
    else
      results[0] = builder.negate(builder.broadcastLike(tangents[1], result));
    return success();
  }
};

struct MulModel : BinaryModel<MulModel, MulOp> {
  bool isLinearIn(Operation *, const BitVector &inputs) const { return inputs.count() == 1; }

  static Value pull(DerivativeBuilder &builder, MulOp op, Value g, unsigned i) {
    return builder.unbroadcast(builder.mul(g, op->getOperand(1 - i)), operandType(op, i));
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    for (unsigned i = 0; i < 2; ++i)
      if (tangents[i])
        results[0] =
            addTangents(context.builder, results[0], context.builder.mul(tangents[i], op->getOperand(1 - i)));
    return success();
  }
};

struct DivModel : DifferentiableOpInterface::ExternalModel<DivModel, DivOp> {
  void getInputs(Operation *op, SmallVectorImpl<Value> &inputs) const {
    if (Softmax softmax = matchSoftmax(cast<DivOp>(op)))
      inputs.push_back(softmax.input);
    else
      llvm::append_range(inputs, op->getOperands());
  }
  bool isElementwise(Operation *op) const { return !matchSoftmax(cast<DivOp>(op)); }
  bool isLinearIn(Operation *, const BitVector &inputs) const {
    return inputs.size() == 2 && inputs.test(0) && !inputs.test(1);
  }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    DerivativeBuilder &builder = context.builder;
    if (Softmax softmax = matchSoftmax(cast<DivOp>(op))) {
      contributions[0] = scaleSoftmax(builder, op->getResult(0), softmax.axis, cotangents[0]);
      return success();
    }
    Value t = builder.div(cotangents[0], op->getOperand(1));
    if (active.test(0))
      contributions[0] = builder.unbroadcast(t, operandType(op, 0));
    if (active.test(1))
      contributions[1] =
          builder.unbroadcast(builder.negate(builder.mul(t, op->getResult(0))), operandType(op, 1));
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    DerivativeBuilder &builder = context.builder;
    if (Softmax softmax = matchSoftmax(cast<DivOp>(op))) {
      results[0] = scaleSoftmax(builder, op->getResult(0), softmax.axis, tangents[0]);
      return success();
    }
    if (tangents[0])
      results[0] = builder.div(tangents[0], op->getOperand(1));
    if (tangents[1])
      results[0] = addTangents(
          builder, results[0],
          builder.negate(builder.mul(builder.div(tangents[1], op->getOperand(1)), op->getResult(0))));
    return success();
  }
};

/// max and min: the cotangent goes to the greater (smaller) operand, and to the
/// second of two equal ones.
template <typename OpTy, CmpPredicate predicate>
struct ExtremeModel : BinaryModel<ExtremeModel<OpTy, predicate>, OpTy> {
  bool isInCoreProfile(Operation *) const { return false; }

  static Contribution pull(DerivativeBuilder &builder, OpTy op, Value g, unsigned i) {
    Contribution part(g, builder.compare(predicate, op.getLhs(), op.getRhs()), /*isInverted=*/i == 1);
    if (g.getType() == op->getOperand(i).getType())
      return part;
    return builder.unbroadcast(builder.materialize(part), operandType(op, i));
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    DerivativeBuilder &builder = context.builder;
    Value result = op->getResult(0);
    Value isFirst = builder.compare(predicate, op->getOperand(0), op->getOperand(1));
    auto widen = [&](Value tangent) {
      return tangent ? builder.broadcastLike(tangent, result) : builder.zerosLike(result);
    };
    results[0] = builder.select(isFirst, widen(tangents[0]), widen(tangents[1]));
    return success();
  }
};
using MaxModel = ExtremeModel<MaxOp, CmpPredicate::Gt>;
using MinModel = ExtremeModel<MinOp, CmpPredicate::Lt>;

/// relu: a selection, so that an infinite cotangent gives no NaN where x <= 0.
struct ReluModel : DifferentiableOpInterface::ExternalModel<ReluModel, ReluOp> {
  bool isElementwise(Operation *) const { return true; }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &,
                         MutableArrayRef<Contribution> contributions) const {
    contributions[0] = ReluGradOp::create(context.builder, cotangents[0], op->getOperand(0)).getResult();
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    results[0] = ReluGradOp::create(context.builder, tangents[0], op->getOperand(0));
    return success();
  }
};

struct ReluGradModel : DifferentiableOpInterface::ExternalModel<ReluGradModel, ReluGradOp> {
  StringRef getCut(Operation *, unsigned input) const { return input == 1 ? "the step of relu" : ""; }
  bool isElementwise(Operation *) const { return true; }
  bool isLinearIn(Operation *, const BitVector &inputs) const { return inputs.count() == 1 && inputs.test(0); }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &,
                         MutableArrayRef<Contribution> contributions) const {
    contributions[0] = ReluGradOp::create(context.builder, cotangents[0], op->getOperand(1)).getResult();
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    results[0] = ReluGradOp::create(context.builder, tangents[0], op->getOperand(1));
    return success();
  }
};

/// Between fractions the derivative is 1. To integers it is a cut, from them there is
/// nothing to differentiate.
struct CastModel : LinearModel<CastModel, CastOp> {
  StringRef getCut(Operation *op, unsigned) const {
    return isDifferentiable(op->getResult(0).getType()) ? "" : "cast to integers";
  }
  bool isElementwise(Operation *) const { return true; }

  static Value pull(DerivativeBuilder &builder, CastOp op, Value g) {
    return CastOp::create(builder, op.getInput().getType(), g);
  }
};

/// Ops whose derivative is zero by definition. They are inactive, so nothing is ever
/// built for them.
template <typename OpTy, const char *const &reason>
struct CutModel : DifferentiableOpInterface::ExternalModel<CutModel<OpTy, reason>, OpTy> {
  StringRef getCut(Operation *, unsigned) const { return reason; }
  bool isElementwise(Operation *) const { return true; }
  LogicalResult buildVJP(Operation *, ReverseContext &, ArrayRef<Value>, const BitVector &,
                         MutableArrayRef<Contribution>) const {
    return success();
  }
  LogicalResult buildJVP(Operation *, ForwardContext &, ArrayRef<Value>, MutableArrayRef<Value>) const {
    return success();
  }
};

constexpr const char *kComparison = "comparison";
constexpr const char *kFloor = "floor";
constexpr const char *kCeil = "ceil";
constexpr const char *kRound = "round";
constexpr const char *kArgmax = "argmax";

} // namespace

void autodiff::attachElementwiseModels(MLIRContext *context) {
  AddOp::attachInterface<AddModel>(*context);
  SubOp::attachInterface<SubModel>(*context);
  MulOp::attachInterface<MulModel>(*context);
  MaxOp::attachInterface<MaxModel>(*context);
  MinOp::attachInterface<MinModel>(*context);
  ReluOp::attachInterface<ReluModel>(*context);
  ReluGradOp::attachInterface<ReluGradModel>(*context);
  CastOp::attachInterface<CastModel>(*context);
  CompareOp::attachInterface<CutModel<CompareOp, kComparison>>(*context);
  FloorOp::attachInterface<CutModel<FloorOp, kFloor>>(*context);
  CeilOp::attachInterface<CutModel<CeilOp, kCeil>>(*context);
  RoundOp::attachInterface<CutModel<RoundOp, kRound>>(*context);
  ArgmaxOp::attachInterface<CutModel<ArgmaxOp, kArgmax>>(*context);
  DivOp::attachInterface<DivModel>(*context);
}
