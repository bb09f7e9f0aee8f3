//===- MindSupportFolds.cpp - folders of support and structural ops -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has no fold here has none on purpose: elementary functions are computed
// by the published sequences alone, never by the compiler's host.
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

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

OpFoldResult ModOp::fold(FoldAdaptor adaptor) {
  // q16 takes the remainder of the raw bits, as integers do (N5).
  return foldBinary(adaptor.getLhs(), adaptor.getRhs(), getType(), modWhole,
                    nullptr);
}

/// The count of a shift, masked as N3 says.
static unsigned maskedCount(const APInt &count) {
  return count.getLoBits(llvm::Log2_32(count.getBitWidth())).getZExtValue();
}

OpFoldResult ShlOp::fold(FoldAdaptor adaptor) {
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [](const APInt &a, const APInt &b) { return a.shl(maskedCount(b)); },
      nullptr);
}

OpFoldResult ShrOp::fold(FoldAdaptor adaptor) {
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [](const APInt &a, const APInt &b) { return a.ashr(maskedCount(b)); },
      nullptr);
}

OpFoldResult MaxOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [](const APInt &a, const APInt &b) { return a.sgt(b) ? a : b; },
      [](const APFloat &a, const APFloat &b) { return llvm::maximum(a, b); });
}

OpFoldResult MinOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  return foldBinary(
      adaptor.getLhs(), adaptor.getRhs(), getType(),
      [](const APInt &a, const APInt &b) { return a.slt(b) ? a : b; },
      [](const APFloat &a, const APFloat &b) { return llvm::minimum(a, b); });
}

OpFoldResult CompareOp::fold(FoldAdaptor adaptor) {
  // x with itself, but for floats, where x may be NaN.
  if (getLhs() == getRhs() && !isFloatTensor(getLhs().getType())) {
    CmpPredicate predicate = getPredicate();
    bool holds = predicate == CmpPredicate::Eq ||
                 predicate == CmpPredicate::Le || predicate == CmpPredicate::Ge;
    if (getType().hasStaticShape())
      return DenseElementsAttr::get(getType(), holds);
    return {};
  }
  return foldComparison(adaptor.getLhs(), adaptor.getRhs(), getType(),
                        getPredicate());
}

OpFoldResult AbsOp::fold(FoldAdaptor adaptor) {
  if (getInput().getDefiningOp<AbsOp>())
    return getInput();
  return foldUnary(
      adaptor.getInput(), getType(), [](const APInt &a) { return a.abs(); },
      [](const APFloat &a) { return llvm::abs(a); });
}

/// Folds of what rounds to a whole number: twice is once.
template <typename OpTy>
static OpFoldResult foldRounding(OpTy op, Attribute input,
                                 llvm::RoundingMode mode) {
  if (isa_and_nonnull<FloorOp, CeilOp, RoundOp>(op.getInput().getDefiningOp()))
    return op.getInput();
  return foldUnary(
      input, op.getType(), [](const APInt &a) { return a; },
      [&](const APFloat &a) {
        APFloat r = a;
        r.roundToIntegral(mode);
        return r;
      });
}

OpFoldResult FloorOp::fold(FoldAdaptor adaptor) {
  return foldRounding(*this, adaptor.getInput(), APFloat::rmTowardNegative);
}

OpFoldResult CeilOp::fold(FoldAdaptor adaptor) {
  return foldRounding(*this, adaptor.getInput(), APFloat::rmTowardPositive);
}

OpFoldResult RoundOp::fold(FoldAdaptor adaptor) {
  return foldRounding(*this, adaptor.getInput(), APFloat::rmNearestTiesToEven);
}

OpFoldResult IPowOp::fold(FoldAdaptor adaptor) {
  if (getExponent() == 1)
    return getInput();
  if (getExponent() == 0)
    if (Attribute one = getSplatConstant(getType(), 1))
      return one;
  return {};
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Whether every value of `from` is a value of `to`.
static bool isExactCast(DType from, DType to) {
  switch (from) {
  case DType::I1:
    return true;
  case DType::I32:
    return to == DType::I64 || to == DType::F64;
  case DType::F16:
  case DType::BF16:
    return to == DType::F32 || to == DType::F64;
  case DType::F32:
  case DType::Q16:
    return to == DType::F64;
  case DType::I64:
  case DType::F64:
    return false;
  }
  llvm_unreachable("not a dtype");
}

/// f32 and f64 round once; f16 and bf16 go through f32 (N4).
static APFloat roundTo(APFloat value, DType dtype, FloatType type) {
  bool losesInfo;
  if (dtype == DType::F16 || dtype == DType::BF16)
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

/// Folds casts of constants between floats, from integers to floats, and from
/// integers to wider ones. The rest is rare.
static Attribute foldConstantCast(DenseElementsAttr input,
                                  RankedTensorType type, DType from, DType to) {
  if (!input.isSplat() && input.getNumElements() > kMaxFoldedElements)
    return {};
  Type elementType = type.getElementType();
  auto floatType = dyn_cast<FloatType>(elementType);
  if (isFloat(from) && floatType)
    return cast<DenseFPElementsAttr>(input).mapValues(
        elementType, [&](const APFloat &a) {
          return roundTo(a, to, floatType).bitcastToAPInt();
        });
  if (from == DType::Q16 || isFloat(from) || to == DType::Q16)
    return {};
  auto whole = cast<DenseIntElementsAttr>(input);
  if (floatType)
    return whole.mapValues(elementType, [&](const APInt &a) {
      // i64 to f32 rounds once, so the first format must be the target's own
      // unless that is a half.
      const llvm::fltSemantics &first = to == DType::F64
                                            ? APFloat::IEEEdouble()
                                            : APFloat::IEEEsingle();
      APFloat value(first);
      value.convertFromAPInt(a, /*IsSigned=*/from != DType::I1,
                             APFloat::rmNearestTiesToEven);
      return roundTo(value, to, floatType).bitcastToAPInt();
    });
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (from == DType::I1)
    return whole.mapValues(elementType,
                           [&](const APInt &a) { return a.zext(width); });
  if (from == DType::I32 && to == DType::I64)
    return whole.mapValues(elementType,
                           [&](const APInt &a) { return a.sext(width); });
  return {};
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  DType to = *getDType(getType());
  if (auto producer = getInput().getDefiningOp<CastOp>()) {
    Value origin = producer.getInput();
    DType first = *getDType(origin.getType());
    DType middle = *getDType(producer.getType());
    if (isExactCast(first, middle)) {
      if (origin.getType() == getType())
        return origin;
      // Two exact steps are one exact step.
      if (isExactCast(middle, to) && isExactCast(first, to)) {
        getInputMutable().assign(origin);
        return getResult();
      }
    }
  }
  if (auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput()))
    return foldConstantCast(elements, getType(),
                            *getDType(getInput().getType()), to);
  return {};
}

//===----------------------------------------------------------------------===//
// Reductions, shapes and positions
//===----------------------------------------------------------------------===//

OpFoldResult ReduceMaxOp::fold(FoldAdaptor adaptor) {
  // Of one type, so over axes of extent 1 or over none.
  if (getInput().getType() == getType())
    return getInput();
  return {};
}

OpFoldResult BroadcastToOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (elements && elements.isSplat())
    return reshapeConstant(elements, getType());
  if (auto producer = getInput().getDefiningOp<BroadcastToOp>()) {
    getInputMutable().assign(producer.getInput());
    return getResult();
  }
  return {};
}

OpFoldResult InsertOp::fold(FoldAdaptor adaptor) {
  // All axes are covered in full.
  if (getAxes().empty() && getSource().getType() == getType())
    return getSource();
  return {};
}

/// A computed start that is a constant inside the tensor becomes part of the op.
struct FoldConstantStarts final : OpRewritePattern<InsertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(InsertOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> starts(op.getStarts());
    SmallVector<Value> kept;
    size_t next = 0;
    for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
      if (!ShapedType::isDynamic(starts[i]))
        continue;
      Value start = op.getDynamicStarts()[next++];
      DenseIntElementsAttr known;
      RankedTensorType source = op.getSource().getType(), dest = op.getDest().getType();
      if (matchPattern(start, m_Constant(&known)) && !source.isDynamicDim(axis) && !dest.isDynamicDim(axis)) {
        SmallVector<int64_t> tried(starts);
        tried[i] = known.getSplatValue<APInt>().getSExtValue();
        // A fault stays what it is: something that happens at run time.
        if (tried[i] >= 0 &&
            !shape::checkInsert(getDims(source), getDims(dest), op.getAxes(), tried, op.getStrides())) {
          starts = tried;
          continue;
        }
      }
      kept.push_back(start);
    }
    if (kept.size() == op.getDynamicStarts().size())
      return rewriter.notifyMatchFailure(op, "no start is a constant inside");
    rewriter.modifyOpInPlace(op, [&] {
      op.getDynamicStartsMutable().assign(kept);
      op.setStarts(starts);
    });
    return success();
  }
};

void InsertOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<FoldConstantStarts>(context);
}

//===----------------------------------------------------------------------===//
// Structure and effects
//===----------------------------------------------------------------------===//

/// The value of a condition that is a constant or a fill.
static std::optional<bool> getKnownCondition(Value condition) {
  auto value = dyn_cast_or_null<IntegerAttr>(getSplatValue(condition));
  if (!value)
    return std::nullopt;
  return value.getValue().getBoolValue();
}

/// An `if` whose branch is known is that branch.
struct InlineKnownBranch final : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> known = getKnownCondition(op.getCondition());
    if (!known)
      return rewriter.notifyMatchFailure(op, "condition is unknown");
    Region &taken = *known ? op.getThenRegion() : op.getElseRegion();
    if (taken.empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    Operation *last = taken.front().getTerminator();
    if (!isa<YieldOp>(last))
      return rewriter.notifyMatchFailure(op, "branch leaves the region");
    SmallVector<Value> results(last->getOperands());
    rewriter.inlineBlockBefore(&taken.front(), op);
    rewriter.eraseOp(last);
    rewriter.replaceOp(op, results);
    return success();
  }
};

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                       MLIRContext *context) {
  patterns.add<InlineKnownBranch>(context);
}

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (getKnownCondition(op.getCondition()) != true)
    return rewriter.notifyMatchFailure(op, "may fail");
  rewriter.eraseOp(op);
  return success();
}
