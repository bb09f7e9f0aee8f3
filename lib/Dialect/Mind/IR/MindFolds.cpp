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

void AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<AddOp>>(context);
}
void SubOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<SubOp>>(context);
}
void MulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<MulOp>>(context);
}
void DivOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropNeutralFill<DivOp>>(context);
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
