//===- Movement.cpp - constants and ops that change no element ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "ScalarOps.h"

#include "Mind/Conversion/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mind;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {

struct ConstantPattern : LoweringPattern<ConstantOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(ConstantOp op, Adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    TypedAttr splat = getSplatValue(op.getResult());
    if (type.getRank() == 0) {
      if (!splat)
        return reportUnsupported(op, "its elements are not in the module");
      rewriter.replaceOp(op, emitAttribute(rewriter, loc, splat));
      return success();
    }
    RankedTensorType lowered = getLoweredTensorType(type);
    // A loop that writes one value is smaller than the tensor and can be fused.
    if (splat) {
      SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
      rewriter.replaceOp(op, makeFilled(rewriter, loc, lowered, sizes, emitAttribute(rewriter, loc, splat)));
      return success();
    }
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!dense)
      return reportUnsupported(op, "its elements are not in the module");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, dense.reshape(lowered));
    return success();
  }
};

struct FillPattern : LoweringPattern<FillOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(FillOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    double number = 0;
    if (std::optional<APFloat> value = op.getValue())
      number = value->convertToDouble();
    else if (op->use_empty()) {
      rewriter.eraseOp(op);
      return success();
    } else {
      createNoValueFault(rewriter, loc);
    }
    Value scalar = emitAttribute(rewriter, loc, convertFillValue(number, type.getElementType()));
    if (type.getRank() == 0) {
      rewriter.replaceOp(op, scalar);
      return success();
    }
    FailureOr<SmallVector<OpFoldResult>> sizes =
        getResultSizes(rewriter, getLoweringTypeConverter(), op, adaptor.getOperands(), type);
    if (failed(sizes))
      return failure();
    rewriter.replaceOp(op, makeFilled(rewriter, loc, getLoweredTensorType(type), *sizes, scalar));
    return success();
  }
};

/// A tensor constant that upstream's folders made.
struct ArithConstantPattern : LoweringPattern<arith::ConstantOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(arith::ConstantOp op, Adaptor, ConversionPatternRewriter &rewriter) const final {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!type || !dense || type.getRank() != 0)
      return rewriter.notifyMatchFailure(op, "not a scalar");
    rewriter.replaceOp(op, emitAttribute(rewriter, op.getLoc(), dense.getSplatValue<Attribute>()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

SmallVector<Value> getZeroIndices(OpBuilder &b, Location loc, int64_t rank) {
  if (rank == 0)
    return {};
  return SmallVector<Value>(rank, arith::ConstantIndexOp::create(b, loc, 0));
}

/// Between a scalar and a tensor of one element, either way.
Value reshapeScalar(OpBuilder &b, Location loc, Value value, Type loweredResult) {
  if (auto input = dyn_cast<RankedTensorType>(value.getType())) {
    if (!isa<RankedTensorType>(loweredResult))
      return tensor::ExtractOp::create(b, loc, value, getZeroIndices(b, loc, input.getRank()));
    return value;
  }
  if (auto result = dyn_cast<RankedTensorType>(loweredResult))
    return tensor::FromElementsOp::create(b, loc, result, value);
  return value;
}

/// Puts a dim of extent 1 into a shape, or takes it away: dim `axis` of the larger
/// shape belongs to the same group as its neighbour.
SmallVector<ReassociationIndices> getReassociation(int64_t largerRank, ArrayRef<int64_t> axes) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices pending;
  for (int64_t i = 0; i < largerRank; ++i) {
    if (llvm::is_contained(axes, i)) {
      if (groups.empty())
        pending.push_back(i);
      else
        groups.back().push_back(i);
      continue;
    }
    pending.push_back(i);
    groups.push_back(std::exchange(pending, {}));
  }
  return groups;
}

/// The extents of the result of a reshape with symbolic dims: those that the input
/// names as well, and one that stands for what is left (`_mul_2_B`).
FailureOr<SmallVector<OpFoldResult>> getReshapedSizes(ConversionPatternRewriter &rewriter,
                                                      const LoweringTypeConverter &converter, ReshapeOp op,
                                                      Value lowered) {
  Location loc = op.getLoc();
  auto input = cast<RankedTensorType>(op.getInput().getType());
  auto result = cast<RankedTensorType>(op.getType());
  SmallVector<shape::Dim> from = getDims(input), to = getDims(result);
  SmallVector<bool> isUsed(from.size(), false);
  SmallVector<OpFoldResult> sizes(to.size());
  int64_t fromNumber = 1, toNumber = 1;
  for (shape::Dim dim : from)
    fromNumber *= dim.isSymbolic() ? 1 : dim.size;
  SmallVector<int64_t> open;
  for (auto [i, dim] : llvm::enumerate(to)) {
    if (!dim.isSymbolic()) {
      toNumber *= dim.size;
      sizes[i] = rewriter.getIndexAttr(dim.size);
      continue;
    }
    for (auto [j, other] : llvm::enumerate(from))
      if (!isUsed[j] && other == dim) {
        isUsed[j] = true;
        sizes[i] = getDimSize(rewriter, loc, lowered, j);
        break;
      }
    if (!sizes[i])
      open.push_back(i);
  }
  if (open.empty())
    return sizes;
  if (open.size() > 1 || toNumber == 0 || fromNumber % toNumber != 0)
    return getResultSizes(rewriter, converter, op, lowered, result);
  SmallVector<OpFoldResult> rest{rewriter.getIndexAttr(fromNumber / toNumber)};
  for (auto [j, dim] : llvm::enumerate(from))
    if (dim.isSymbolic() && !isUsed[j])
      rest.push_back(getDimSize(rewriter, loc, lowered, j));
  sizes[open.front()] = getNumElements(rewriter, loc, rest);
  return sizes;
}

struct ReshapePattern : LoweringPattern<ReshapeOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(ReshapeOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    Value input = adaptor.getInput();
    auto from = cast<RankedTensorType>(op.getInput().getType()), to = cast<RankedTensorType>(op.getType());
    Type lowered = getTypeConverter()->convertType(to);
    if (from.getRank() == 0 || to.getRank() == 0) {
      rewriter.replaceOp(op, reshapeScalar(rewriter, loc, input, lowered));
      return success();
    }
    if (input.getType() == lowered && from == to) {
      rewriter.replaceOp(op, input);
      return success();
    }
    if (from.hasStaticShape() && to.hasStaticShape()) {
      rewriter.replaceOp(op, reshapeStatic(rewriter, loc, input, cast<RankedTensorType>(lowered)));
      return success();
    }
    FailureOr<SmallVector<OpFoldResult>> sizes = getReshapedSizes(rewriter, getLoweringTypeConverter(), op, input);
    if (failed(sizes))
      return failure();
    SmallVector<Value> extents =
        llvm::map_to_vector(*sizes, [&](OpFoldResult size) { return getIndexValue(rewriter, loc, size); });
    Value shape = tensor::FromElementsOp::create(rewriter, loc, extents);
    rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(op, lowered, input, shape);
    return success();
  }

  static Value reshapeStatic(OpBuilder &b, Location loc, Value input, RankedTensorType to) {
    auto from = cast<RankedTensorType>(input.getType());
    if (auto groups = getReassociationIndicesForReshape(from, to)) {
      if (from.getRank() > to.getRank())
        return tensor::CollapseShapeOp::create(b, loc, to, input, *groups);
      if (from.getRank() < to.getRank())
        return tensor::ExpandShapeOp::create(b, loc, to, input, *groups);
    }
    // By way of rank 1.
    auto flat = RankedTensorType::get(from.getNumElements(), from.getElementType());
    if (from.getRank() > 1)
      input = tensor::CollapseShapeOp::create(b, loc, flat, input, getOneGroup(from.getRank()));
    if (to.getRank() == 1)
      return input;
    return tensor::ExpandShapeOp::create(b, loc, to, input, getOneGroup(to.getRank()));
  }

private:
  static SmallVector<ReassociationIndices> getOneGroup(int64_t rank) {
    return {llvm::to_vector<2>(llvm::seq<int64_t>(rank))};
  }
};

struct ExpandDimsPattern : LoweringPattern<ExpandDimsOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(ExpandDimsOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    RankedTensorType lowered = getLoweredTensorType(op.getType());
    if (isScalar(op.getInput())) {
      rewriter.replaceOp(op, reshapeScalar(rewriter, loc, adaptor.getInput(), lowered));
      return success();
    }
    SmallVector<OpFoldResult> sizes = getMixedSizes(rewriter, loc, adaptor.getInput());
    int64_t axis = op.getAxis();
    sizes.insert(sizes.begin() + axis, rewriter.getIndexAttr(1));
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, lowered, adaptor.getInput(),
                                                       getReassociation(lowered.getRank(), axis), sizes);
    return success();
  }
};

struct SqueezePattern : LoweringPattern<SqueezeOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(SqueezeOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    auto from = cast<RankedTensorType>(op.getInput().getType());
    Type lowered = getTypeConverter()->convertType(op.getType());
    SmallVector<int64_t> axes(op.getAxes());
    if (axes.empty())
      for (int64_t i = 0; i < from.getRank(); ++i)
        if (from.getDimSize(i) == 1)
          axes.push_back(i);
    if (axes.empty())
      rewriter.replaceOp(op, adaptor.getInput());
    else if (axes.size() == size_t(from.getRank()))
      rewriter.replaceOp(op, reshapeScalar(rewriter, op.getLoc(), adaptor.getInput(), lowered));
    else
      rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(op, lowered, adaptor.getInput(),
                                                           getReassociation(from.getRank(), axes));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Copies in another order
//===----------------------------------------------------------------------===//

struct TransposePattern : LoweringPattern<TransposeOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(TransposeOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    ArrayRef<int64_t> perm = op.getPerm();
    if (llvm::is_sorted(perm)) {
      rewriter.replaceOp(op, adaptor.getInput());
      return success();
    }
    SmallVector<OpFoldResult> from = getMixedSizes(rewriter, loc, adaptor.getInput()), to;
    SmallVector<AffineExpr> exprs(perm.size());
    for (auto [i, axis] : llvm::enumerate(perm)) {
      to.push_back(from[axis]);
      exprs[axis] = rewriter.getAffineDimExpr(i);
    }
    int64_t rank = perm.size();
    RankedTensorType lowered = getLoweredTensorType(op.getType());
    SmallVector<AffineMap> maps{AffineMap::get(rank, 0, exprs, rewriter.getContext()),
                                rewriter.getMultiDimIdentityMap(rank)};
    SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, lowered, adaptor.getInput(), makeEmpty(rewriter, loc, lowered, to), maps, iterators,
        [](OpBuilder &b, Location loc, ValueRange elements) { linalg::YieldOp::create(b, loc, elements[0]); });
    return success();
  }
};

struct BroadcastToPattern : LoweringPattern<BroadcastToOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(BroadcastToOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    if (op.getInput().getType() == op.getType()) {
      rewriter.replaceOp(op, adaptor.getInput());
      return success();
    }
    FailureOr<Value> result =
        lowerElementwise(rewriter, getLoweringTypeConverter(), op, adaptor.getOperands(),
                         [](OpBuilder &, Location, ArrayRef<Value> elements) { return elements[0]; });
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, *result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Upstream's tensor ops as they stand between ours
//===----------------------------------------------------------------------===//

/// A cast changes what is known of the extents, or just their names.
struct TensorCastPattern : LoweringPattern<tensor::CastOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(tensor::CastOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Type lowered = getTypeConverter()->convertType(op.getType());
    Value source = adaptor.getSource();
    if (source.getType() == lowered)
      rewriter.replaceOp(op, source);
    else if (isa<TensorType>(lowered) && isa<TensorType>(source.getType()) &&
             tensor::CastOp::areCastCompatible(source.getType(), lowered))
      rewriter.replaceOpWithNewOp<tensor::CastOp>(op, lowered, source);
    else
      return reportUnsupported(op, "the types do not agree");
    return success();
  }
};

struct TensorExtractPattern : LoweringPattern<tensor::ExtractOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    if (isScalar(op.getTensor()))
      rewriter.replaceOp(op, adaptor.getTensor());
    else
      rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, adaptor.getTensor(), adaptor.getIndices());
    return success();
  }
};

struct TensorFromElementsPattern : LoweringPattern<tensor::FromElementsOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(tensor::FromElementsOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const final {
    Type lowered = getTypeConverter()->convertType(op.getType());
    if (isScalar(op.getResult()))
      rewriter.replaceOp(op, adaptor.getElements().front());
    else
      rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, lowered, adaptor.getElements());
    return success();
  }
};

} // namespace

void mind::populateMovementPatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConstantPattern, FillPattern, ArithConstantPattern, ReshapePattern, ExpandDimsPattern, SqueezePattern,
               TransposePattern, BroadcastToPattern, TensorCastPattern, TensorExtractPattern,
               TensorFromElementsPattern>(converter, patterns.getContext());
}
