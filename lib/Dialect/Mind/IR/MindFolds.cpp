//===- MindFolds.cpp - folders of the core ops ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fold may not change a bit of any value. What that excludes is said where one
// might expect the fold: `x + 0` is not `x` for floats (-0 + +0 = +0), a sum
// over an axis of extent 1 is not a reshape (N15), and so on.
//
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mind;

using llvm::APFloat;
using llvm::APInt;

static constexpr auto kRounding = APFloat::rmNearestTiesToEven;

/// The dtype of the result of an op that has one.
template <typename OpTy>
static DType dtypeOf(OpTy op) {
  return *getDType(op.getResult().getType());
}

/// `value` if it may stand for the result of `op`, that is, has its type.
static OpFoldResult ifSameType(Value value, Operation *op) {
  return value.getType() == op->getResult(0).getType() ? OpFoldResult(value)
                                                       : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// Elementwise operators. f16 and bf16 round once from the exact result, which is
// what one f32 step and a rounding give, too.
//===----------------------------------------------------------------------===//

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  DType dtype = dtypeOf(*this);
  // x + 0 for integers, x + -0 for floats: both are x, whatever x is.
  auto isZero = [&](Attribute attr) {
    return isFloat(dtype) ? isSplatOfNegativeZero(attr)
                          : isSplatOf(attr, 0, dtype);
  };
  if (isZero(adaptor.getRhs()))
    if (OpFoldResult result = ifSameType(getLhs(), *this))
      return result;
  if (isZero(adaptor.getLhs()))
    if (OpFoldResult result = ifSameType(getRhs(), *this))
      return result;
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [](const APInt &a, const APInt &b) { return a + b; },
      [](const APFloat &a, const APFloat &b) {
        APFloat r = a;
        r.add(b, kRounding);
        return r;
      });
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  DType dtype = dtypeOf(*this);
  // x - +0 is x for floats as well.
  if (isSplatOf(adaptor.getRhs(), 0, dtype))
    if (OpFoldResult result = ifSameType(getLhs(), *this))
      return result;
  // Not for floats: inf - inf is NaN.
  if (!isFloat(dtype) && getLhs() == getRhs())
    if (Attribute zero = getSplatConstant(getType(), 0))
      return zero;
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [](const APInt &a, const APInt &b) { return a - b; },
      [](const APFloat &a, const APFloat &b) {
        APFloat r = a;
        r.subtract(b, kRounding);
        return r;
      });
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  DType dtype = dtypeOf(*this);
  if (isSplatOf(adaptor.getRhs(), 1, dtype))
    if (OpFoldResult result = ifSameType(getLhs(), *this))
      return result;
  if (isSplatOf(adaptor.getLhs(), 1, dtype))
    if (OpFoldResult result = ifSameType(getRhs(), *this))
      return result;
  // Not for floats: the sign of x stays, and inf * 0 is NaN.
  if (!isFloat(dtype) && (isSplatOf(adaptor.getRhs(), 0, dtype) ||
                          isSplatOf(adaptor.getLhs(), 0, dtype)))
    if (Attribute zero = getSplatConstant(getType(), 0))
      return zero;
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [&](const APInt &a, const APInt &b) {
        return dtype == DType::Q16 ? mulQ16(a, b) : a * b;
      },
      [](const APFloat &a, const APFloat &b) {
        APFloat r = a;
        r.multiply(b, kRounding);
        return r;
      });
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  DType dtype = dtypeOf(*this);
  if (isSplatOf(adaptor.getRhs(), 1, dtype))
    if (OpFoldResult result = ifSameType(getLhs(), *this))
      return result;
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [&](const APInt &a, const APInt &b) {
        return dtype == DType::Q16 ? divQ16(a, b) : divWhole(a, b);
      },
      [](const APFloat &a, const APFloat &b) {
        APFloat r = a;
        r.divide(b, kRounding);
        return r;
      });
}

OpFoldResult ReluOp::fold(FoldAdaptor adaptor) {
  if (getInput().getDefiningOp<ReluOp>())
    return getInput();
  return foldUnary(
      adaptor.getInput(), getType(),
      [](const APInt &a) {
        return a.isNegative() ? APInt::getZero(a.getBitWidth()) : a;
      },
      [](const APFloat &a) {
        return a.isNaN() || (!a.isNegative() && !a.isZero())
                   ? a
                   : APFloat::getZero(a.getSemantics());
      });
}

//===----------------------------------------------------------------------===//
// Reductions. Rank 0 is the identity in all of them. Over axes of extent 1 a sum
// of integers is the identity too; one of floats makes +0 of -0.
//===----------------------------------------------------------------------===//

OpFoldResult SumOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType().getRank() == 0 || !isFloat(dtypeOf(*this)))
    return ifSameType(getInput(), *this);
  return {};
}

OpFoldResult MeanOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType().getRank() == 0 || !isFloat(dtypeOf(*this)))
    return ifSameType(getInput(), *this);
  return {};
}

//===----------------------------------------------------------------------===//
// Shape operators
//===----------------------------------------------------------------------===//

/// Past ops that keep the elements in row-major order, the value that has the
/// type of the result of `op`; so it is the result.
static Value lookThroughReshapes(Operation *op) {
  Type type = op->getResult(0).getType();
  Value value = op->getOperand(0);
  while (value.getType() != type) {
    Operation *producer = value.getDefiningOp();
    if (!isa_and_nonnull<ReshapeOp, ExpandDimsOp, SqueezeOp>(producer))
      return {};
    value = producer->getOperand(0);
  }
  return value;
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (Value value = lookThroughReshapes(*this))
    return value;
  if (Attribute constant = reshapeConstant(adaptor.getInput(), getType()))
    return constant;
  // A reshape of a reshape is one reshape.
  if (Operation *producer = getInput().getDefiningOp();
      isa_and_nonnull<ReshapeOp, ExpandDimsOp, SqueezeOp>(producer)) {
    getInputMutable().assign(producer->getOperand(0));
    return getResult();
  }
  return {};
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  if (Value value = lookThroughReshapes(*this))
    return value;
  return reshapeConstant(adaptor.getInput(), getType());
}

OpFoldResult SqueezeOp::fold(FoldAdaptor adaptor) {
  if (Value value = lookThroughReshapes(*this))
    return value;
  return reshapeConstant(adaptor.getInput(), getType());
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  ArrayRef<int64_t> perm = getPerm();
  if (llvm::all_of(llvm::enumerate(perm), [](auto entry) {
        return entry.value() == static_cast<int64_t>(entry.index());
      }))
    return getInput();
  auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (elements && elements.isSplat())
    return reshapeConstant(elements, getType());
  if (auto producer = getInput().getDefiningOp<TransposeOp>()) {
    SmallVector<int64_t> composed;
    for (int64_t axis : perm)
      composed.push_back(producer.getPerm()[axis]);
    getInputMutable().assign(producer.getInput());
    setPerm(composed);
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

OpFoldResult IndexOp::fold(FoldAdaptor adaptor) {
  if (getAxes().empty())
    return getInput();
  auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (!elements || !getType().hasStaticShape())
    return {};
  if (elements.isSplat())
    return reshapeConstant(elements, getType());
  // One element; larger parts are left to the code that runs.
  auto inputType = getInput().getType();
  if (static_cast<int64_t>(getAxes().size()) != inputType.getRank())
    return {};
  SmallVector<uint64_t> position(inputType.getRank());
  for (auto [axis, index] : llvm::zip(getAxes(), getIndices()))
    position[axis] = index;
  return DenseElementsAttr::get(getStorageType(getType()),
                                elements.getValues<Attribute>()[position]);
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  auto inputType = getInput().getType();
  bool whole = llvm::all_of(
      llvm::zip(getAxes(), getStarts(), getEnds(), getStrides()),
      [&](auto range) {
        auto [axis, start, end, stride] = range;
        return start == 0 && stride == 1 &&
               (ShapedType::isDynamic(end) ||
                end == inputType.getDimSize(axis));
      });
  if (whole)
    return ifSameType(getInput(), *this);
  auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (elements && elements.isSplat())
    return reshapeConstant(elements, getType());
  return {};
}

//===----------------------------------------------------------------------===//
// Fills. They are not constants to MLIR, for their shape may be symbolic; so what
// reads only their one value is rewritten by patterns.
//===----------------------------------------------------------------------===//

/// Whether every symbol of `type` is one of `source`, which binds it.
static bool usesSymbolsOf(RankedTensorType type, RankedTensorType source) {
  auto isNamed = [&](const shape::Dim &dim) {
    return dim.size != shape::kSymbolic ||
           llvm::any_of(getDims(source), [&](const shape::Dim &other) {
             return other.size == shape::kSymbolic && other.name == dim.name;
           });
  };
  return llvm::all_of(getDims(type), isNamed);
}

/// What moves, repeats or picks elements of a fill is a fill.
template <typename OpTy>
struct MoveFill final : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto fill = op->getOperand(0).template getDefiningOp<FillOp>();
    if (!fill)
      return rewriter.notifyMatchFailure(op, "operand is no fill");
    if (!isMemoryEffectFree(op))
      return rewriter.notifyMatchFailure(op, "may fault");
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!usesSymbolsOf(type, fill.getType()))
      return rewriter.notifyMatchFailure(op, "has symbols of its own");
    rewriter.replaceOpWithNewOp<FillOp>(op, type, fill.getValueAttr());
    return success();
  }
};

/// x * 1 and x / 1, x + 0 and x - 0 by a fill, as the folders do it by a
/// constant.
template <typename OpTy>
struct DropNeutralFill final : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (isNeutral(op, op.getRhs()) && op.getLhs().getType() == op.getType()) {
      rewriter.replaceOp(op, op.getLhs());
      return success();
    }
    if (op->template hasTrait<OpTrait::IsCommutative>() &&
        isNeutral(op, op.getLhs()) && op.getRhs().getType() == op.getType()) {
      rewriter.replaceOp(op, op.getRhs());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is neutral");
  }

private:
  static bool isNeutral(OpTy op, Value operand) {
    auto fill = operand.getDefiningOp<FillOp>();
    if (!fill || !fill.getValue())
      return false;
    Attribute value = DenseElementsAttr::get(
        getStorageType(getScalarType(op.getType().getElementType())),
        convertFillValue(fill.getValue()->convertToDouble(),
                         op.getType().getElementType()));
    DType dtype = *getDType(op.getType());
    if (std::is_same_v<OpTy, MulOp> || std::is_same_v<OpTy, DivOp>)
      return isSplatOf(value, 1, dtype);
    if (std::is_same_v<OpTy, AddOp> && isFloat(dtype))
      return isSplatOfNegativeZero(value);
    return isSplatOf(value, 0, dtype);
  }
};

//===----------------------------------------------------------------------===//
// Signs. A float times -1 is its negation, which is exact: it may move through
// products and quotients, and vanish in sums and in constants. They move towards
// results, so that several of them meet. Not through sums: -(a + b) is -0 where
// a = -b, and (-a) + (-b) is +0. q16 has no negation of its lowest value.
//===----------------------------------------------------------------------===//

/// What `value` negates, if that has its type; else null.
static Value getNegated(Value value) {
  auto product = value.getDefiningOp<MulOp>();
  if (!product || !isFloat(dtypeOf(product)))
    return {};
  auto isMinusOne = [&](Value factor) {
    auto number = dyn_cast_or_null<FloatAttr>(getSplatValue(factor));
    return number && number.getValue().isExactlyValue(-1.0);
  };
  for (auto [negated, factor] : {std::pair(product.getLhs(), product.getRhs()),
                                 std::pair(product.getRhs(), product.getLhs())})
    if (isMinusOne(factor) && negated.getType() == product.getType())
      return negated;
  return {};
}

/// Whether the negation of `value` is computed at once.
static bool isSplatConstant(Value value) {
  return value.getDefiningOp<ConstantOp>() && getSplatValue(value);
}

static Value negate(PatternRewriter &rewriter, Location loc, Value value) {
  Type dtype = cast<RankedTensorType>(value.getType()).getElementType();
  auto minusOne = DenseElementsAttr::get(getScalarType(dtype),
                                         convertFillValue(-1.0, dtype));
  return rewriter.createOrFold<MulOp>(
      loc, value,
      ConstantOp::create(rewriter, loc, getScalarType(dtype), minusOne));
}

/// (-a) * b and (-a) / b are -(a * b) and -(a / b), and so for the other operand.
template <typename OpTy>
struct MoveSignOut final : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (getNegated(op))
      return rewriter.notifyMatchFailure(op, "is a negation itself");
    for (OpOperand &operand : op->getOpOperands()) {
      Value negated = getNegated(operand.get());
      // A scalar is negated once where its product may have many elements.
      if (!negated || !operand.get().hasOneUse() ||
          negated.getType() != op.getType())
        continue;
      Value other = op->getOperand(1 - operand.getOperandNumber());
      // A constant takes the sign.
      bool isConstant = isSplatConstant(other);
      if (isConstant)
        other = negate(rewriter, op.getLoc(), other);
      Value lhs = operand.getOperandNumber() == 0 ? negated : other;
      Value rhs = operand.getOperandNumber() == 0 ? other : negated;
      Value moved = OpTy::create(rewriter, op.getLoc(), lhs, rhs);
      rewriter.replaceOp(op, isConstant ? moved
                                        : negate(rewriter, op.getLoc(), moved));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is negated here alone");
  }
};

/// A constant factor of `value`, which changes the sign of `value` and of nothing
/// else if it is negated: what lies between has no other use.
static OpOperand *findSignedConstant(Value value) {
  constexpr unsigned kMaxFactors = 16;
  SmallVector<Value> factors = {value};
  for (unsigned i = 0; i < factors.size() && i < kMaxFactors; ++i) {
    Operation *op = factors[i].getDefiningOp();
    bool hasOneUser = !factors[i].use_empty() && llvm::all_equal(factors[i].getUsers());
    if (!op || !hasOneUser)
      continue;
    if (auto sum = dyn_cast<AddOp>(op)) {
      // Twice a number, whose sign is the number's.
      if (sum.getLhs() == sum.getRhs())
        factors.push_back(sum.getLhs());
      continue;
    }
    if (!isa<MulOp, DivOp>(op) || op->getOperand(0) == op->getOperand(1))
      continue;
    for (OpOperand &operand : op->getOpOperands()) {
      if (isSplatConstant(operand.get()))
        return &operand;
      factors.push_back(operand.get());
    }
  }
  return nullptr;
}

/// -(-a) is a; -(a * c), -(c / a), -(a / c) and products of these take the sign into
/// the constant.
struct DropSign final : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op,
                                PatternRewriter &rewriter) const override {
    Value inner = getNegated(op);
    if (!inner)
      return rewriter.notifyMatchFailure(op, "is no negation");
    if (Value value = getNegated(inner)) {
      rewriter.replaceOp(op, value);
      return success();
    }
    OpOperand *constant = findSignedConstant(inner);
    if (!constant)
      return rewriter.notifyMatchFailure(op, "has no constant");
    Operation *owner = constant->getOwner();
    rewriter.setInsertionPoint(owner);
    Value opposite = negate(rewriter, op.getLoc(), constant->get());
    rewriter.modifyOpInPlace(owner, [&] { constant->set(opposite); });
    rewriter.replaceOp(op, inner);
    return success();
  }
};

/// a + (-b) is a - b, and (-a) + (-a) is -(a + a).
struct SubtractNegated final : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    Value lhs = op.getLhs(), rhs = op.getRhs();
    Value left = getNegated(lhs), right = getNegated(rhs);
    if (left && left == right) {
      Value sum = AddOp::create(rewriter, op.getLoc(), left, left);
      rewriter.replaceOp(op, negate(rewriter, op.getLoc(), sum));
    } else if (right) {
      rewriter.replaceOpWithNewOp<SubOp>(op, lhs, right);
    } else if (left) {
      rewriter.replaceOpWithNewOp<SubOp>(op, rhs, left);
    } else {
      return rewriter.notifyMatchFailure(op, "no operand is negated");
    }
    return success();
  }
};

/// a - (-b) is a + b.
struct AddNegated final : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    Value negated = getNegated(op.getRhs());
    if (!negated)
      return rewriter.notifyMatchFailure(op, "the operand is not negated");
    rewriter.replaceOpWithNewOp<AddOp>(op, op.getLhs(), negated);
    return success();
  }
};

void AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<AddOp>, SubtractNegated>(context);
}
void SubOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<SubOp>, AddNegated>(context);
}
void MulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<MulOp>, MoveSignOut<MulOp>, DropSign>(context);
}
void DivOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<DivOp>, MoveSignOut<DivOp>>(context);
}
void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<MoveFill<ReshapeOp>>(context);
}
void ExpandDimsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<MoveFill<ExpandDimsOp>>(context);
}
void SqueezeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<MoveFill<SqueezeOp>>(context);
}
void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<MoveFill<TransposeOp>>(context);
}
void IndexOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<MoveFill<IndexOp>>(context);
}
void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<MoveFill<SliceOp>>(context);
}
void BroadcastToOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<MoveFill<BroadcastToOp>>(context);
}
