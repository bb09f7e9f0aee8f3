//===- Selection.cpp - gather, gather_grad, insert ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions are checked before anything is read or written at them, and what uses
// a position uses the value that the check gives: an access that is pure can then
// not be moved in front of its check.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "ScalarOps.h"

#include "Mind/Conversion/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mind;

using Values = KernelBuilder::Values;
using Group = std::pair<int64_t, int64_t>;

static int64_t getRank(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getRank(); }

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// `position` if it is below `extent`; else the fault E6001.
static Value emitChecked(KernelBuilder &b, Value position, Value extent) {
  // As unsigned numbers negative ones are too large as well.
  Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, position, extent);
  auto branch = scf::IfOp::create(
      b, isInside, [&](OpBuilder &nested, Location loc) { scf::YieldOp::create(nested, loc, position); },
      [&](OpBuilder &nested, Location loc) {
        createIndexFault(nested, loc, position, extent);
        Value zero = arith::ConstantIndexOp::create(nested, loc, 0);
        scf::YieldOp::create(nested, loc, zero);
      });
  return branch.getResult(0);
}

/// All positions in row-major order, as a checked tensor<?xindex>; of a scalar, the
/// checked position.
static Value emitPositions(KernelBuilder &b, Value indices, Value extent) {
  auto toIndex = [&](Value number) { return arith::IndexCastOp::create(b, b.getIndexType(), number).getResult(); };
  if (!isa<RankedTensorType>(indices.getType()))
    return emitChecked(b, toIndex(indices), extent);
  Group all[] = {{0, getRank(indices)}};
  indices = b.collapse(indices, all);
  Value count = b.size(indices, 0), init = b.empty(count, b.getIndexType());
  return b.nest(count, init, [&](ValueRange ivs, ValueRange carried) -> Values {
    Value position = toIndex(b.read(indices, ivs, 1, true));
    return {b.write(emitChecked(b, position, extent), carried[0], ivs, true)};
  })[0];
}

namespace {
/// The dims of a tensor in three parts: `before`, `middle` dims, and what is behind.
struct Split {
  int64_t before, middle, rank;

  SmallVector<Group> getGroups() const {
    SmallVector<Group> groups;
    for (Group group : {Group(0, before), Group(before, before + middle), Group(before + middle, rank)})
      if (group.first != group.second)
        groups.push_back(group);
    return groups;
  }
  bool hasBefore() const { return before > 0; }
  bool hasBehind() const { return before + middle < rank; }

  /// Indices into a tensor collapsed by the groups.
  Values getIndices(Value before, Value middle, Value behind) const {
    Values indices;
    if (hasBefore())
      indices.push_back(before);
    if (middle)
      indices.push_back(middle);
    if (hasBehind())
      indices.push_back(behind);
    return indices;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

/// What lies at one position.
static Value emitGatherOne(KernelBuilder &b, Value input, int64_t axis, Value position, Type resultType) {
  int64_t rank = getRank(input);
  if (rank == 1)
    return b.read(input, position, 1, true);
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0)), strides(rank, b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = getMixedSizes(b, b.getLoc(), input);
  offsets[axis] = position;
  sizes[axis] = b.getIndexAttr(1);
  return extractAndDrop(b, b.getLoc(), cast<RankedTensorType>(resultType), input, offsets, sizes, strides, axis);
}

/// What lies at each of `positions`, a tensor of indices that were a tensor of
/// `indexExtents`.
static Value emitGatherMany(KernelBuilder &b, Value input, int64_t axis, Value positions, ValueRange indexExtents) {
  int64_t rank = getRank(input), indexRank = indexExtents.size();
  Split from = {axis, 1, rank}, to = {axis, indexRank, rank - 1 + indexRank};
  Values inputExtents = b.sizes(input);
  Values extents(ArrayRef(inputExtents).take_front(axis));
  llvm::append_range(extents, indexExtents);
  llvm::append_range(extents, ArrayRef(inputExtents).drop_front(axis + 1));

  Value view = b.collapse(input, from.getGroups());
  Values viewExtents = b.sizes(view);
  viewExtents[from.hasBefore()] = b.size(positions, 0);
  Value init = b.empty(viewExtents, getElementTypeOrSelf(input.getType()));
  unsigned viewRank = viewExtents.size();
  AffineMap maps[] = {AffineMap::get(viewRank, 0, b.getAffineDimExpr(from.hasBefore())),
                      b.getMultiDimIdentityMap(viewRank)};
  SmallVector<utils::IteratorType> iterators(viewRank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, init.getType(), positions, init, maps, iterators, [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        Values indices;
        for (unsigned dim = 0; dim < viewRank; ++dim)
          indices.push_back(dim == from.hasBefore() ? arguments[0]
                                                    : linalg::IndexOp::create(nested, loc, dim).getResult());
        Value element = tensor::ExtractOp::create(nested, loc, view, indices);
        linalg::YieldOp::create(nested, loc, element);
      });
  return b.expand(generic.getResult(0), to.getGroups(), extents);
}

namespace {

class GatherPattern : public LoweringPattern<GatherOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(GatherOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    KernelBuilder b(op.getLoc(), rewriter);
    Value input = adaptor.getInput(), indices = adaptor.getIndices();
    int64_t axis = op.getAxis();
    Value positions = emitPositions(b, indices, b.size(input, axis));
    if (isScalar(op.getIndices())) {
      Type type = getTypeConverter()->convertType(op.getType());
      rewriter.replaceOp(op, emitGatherOne(b, input, axis, positions, type));
      return success();
    }
    rewriter.replaceOp(op, emitGatherMany(b, input, axis, positions, b.sizes(indices)));
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// gather_grad
//===----------------------------------------------------------------------===//

/// Adds the slices of `grad` to zeros of `extents`, in the order of the positions.
/// The sums are of the type that `grad` has.
static Value emitScatterAdd(KernelBuilder &b, Value grad, int64_t axis, Value positions, int64_t indexRank,
                            ValueRange extents) {
  constexpr int64_t kRunBits = 512;
  Type element = getElementTypeOrSelf(grad.getType());
  int64_t rank = extents.size();
  Split from = {axis, indexRank, rank - 1 + indexRank}, to = {axis, 1, rank};
  Value source = b.collapse(grad, from.getGroups());

  // The extents of the collapsed sums.
  Values viewExtents;
  for (auto [first, last] : to.getGroups()) {
    Value product = b.index(1);
    for (Value extent : extents.slice(first, last - first))
      product = b.mul(product, extent);
    viewExtents.push_back(product);
  }
  Value nothing = b.zeros(element, 1), init = b.empty(viewExtents, element);
  Value sums = linalg::FillOp::create(b, b.getLoc(), nothing, init).getResult(0);

  Value one = b.index(1);
  Value before = to.hasBefore() ? viewExtents.front() : one, behind = to.hasBehind() ? viewExtents.back() : one;
  Value count = indexRank > 0 ? b.size(positions, 0) : one;
  int64_t width = to.hasBehind() ? kRunBits / element.getIntOrFloatBitWidth() : 1;
  Value full = b.roundDown(behind, width);
  Value result = b.nest({before, count}, sums, [&](ValueRange ivs, ValueRange carried) -> Values {
    Value position = indexRank > 0 ? b.read(positions, ivs[1], 1, true) : positions;
    Value slice = indexRank > 0 ? ivs[1] : Value();
    auto addRun = [&](Value column, bool isFull, ValueRange carried) -> Values {
      Values place = to.getIndices(ivs[0], position, column);
      Value run = b.read(source, from.getIndices(ivs[0], slice, column), width, isFull);
      Value sum = b.plus(b.read(carried[0], place, width, isFull), run);
      return {b.write(sum, carried[0], place, isFull)};
    };
    Values next = b.loop(b.index(0), full, width, carried,
                         [&](Value column, ValueRange inner) { return addRun(column, true, inner); });
    return b.loop(full, behind, width, next,
                  [&](Value column, ValueRange inner) { return addRun(column, false, inner); });
  })[0];
  return b.expand(result, to.getGroups(), extents);
}

namespace {

class GatherGradPattern : public LoweringPattern<GatherGradOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(GatherGradOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    FailureOr<SmallVector<OpFoldResult>> sizes =
        getResultSizes(rewriter, getLoweringTypeConverter(), op, adaptor.getOperands(), type);
    if (failed(sizes))
      return failure();
    KernelBuilder b(op.getLoc(), rewriter);
    DType dtype = *getDType(type), computed = getComputeDType(dtype);
    Values extents;
    for (OpFoldResult size : *sizes)
      extents.push_back(getIndexValue(b, op.getLoc(), size));
    int64_t axis = op.getAxis();
    int64_t indexRank = cast<RankedTensorType>(op.getIndices().getType()).getRank();
    Value positions = emitPositions(b, adaptor.getIndices(), extents[axis]);

    Value grad = adaptor.getGrad();
    if (isScalar(op.getGrad()))
      grad = tensor::FromElementsOp::create(b, RankedTensorType::get({1}, grad.getType()), grad);
    if (computed != dtype)
      grad = b.map(grad, getStorageType(getContext(), computed), [&](OpBuilder &nested, Location loc, Value element) {
        return emitWiden(nested, loc, dtype, element);
      });
    Value result;
    if (isScalar(op.getGrad())) {
      Value zero = emitZero(b, op.getLoc(), computed), init = b.empty(extents, getElementTypeOrSelf(grad.getType()));
      Value zeros = linalg::FillOp::create(b, op.getLoc(), zero, init).getResult(0);
      Value sum = b.plus(zero, b.read(grad, b.index(0), 1, true));
      result = b.write(sum, zeros, positions, true);
    } else {
      result = emitScatterAdd(b, grad, axis, positions, indexRank, extents);
    }
    if (computed != dtype)
      result = b.map(result, getStorageType(getContext(), dtype), [&](OpBuilder &nested, Location loc, Value element) {
        return emitNarrow(nested, loc, dtype, element);
      });
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// insert
//===----------------------------------------------------------------------===//

/// The start of `count` positions, `stride` apart, all below `extent`; else E6001
/// for the first or the last of them.
static Value emitCheckedStart(KernelBuilder &b, Value start, int64_t stride, Value count, Value extent) {
  using arith::CmpIPredicate;
  Value zero = b.index(0), last = b.add(start, b.mul(b.sub(count, b.index(1)), stride));
  auto isBelow = [&](Value position) { return arith::CmpIOp::create(b, CmpIPredicate::ult, position, extent); };
  // Of a stride or a count beyond the extent the product might wrap.
  Value step = b.index(std::abs(stride)), whole = b.mul(count, extent);
  Value reach = b.max(count, b.min(step, whole));
  Value fits = arith::CmpIOp::create(b, CmpIPredicate::ule, reach, b.max(extent, b.index(1)));
  Value isStartInside = isBelow(start);
  Value isInside = arith::AndIOp::create(b, fits, arith::AndIOp::create(b, isStartInside, isBelow(last)));
  Value isEmpty = arith::CmpIOp::create(b, CmpIPredicate::eq, count, zero);
  Value isGood = arith::OrIOp::create(b, isInside, isEmpty);
  auto branch = scf::IfOp::create(
      b, isGood, [&](OpBuilder &nested, Location loc) { scf::YieldOp::create(nested, loc, start); },
      [&](OpBuilder &nested, Location loc) {
        Value position = arith::SelectOp::create(nested, loc, isStartInside, last, start);
        createIndexFault(nested, loc, position, extent);
        scf::YieldOp::create(nested, loc, zero);
      });
  return branch.getResult(0);
}

/// `source` with the given axes in reverse.
static Value emitReversed(KernelBuilder &b, Value source, ArrayRef<bool> isReversed) {
  int64_t rank = isReversed.size();
  Values extents = b.sizes(source);
  Value init = b.empty(extents, getElementTypeOrSelf(source.getType()));
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(b, init.getType(), ValueRange(), init, ArrayRef<AffineMap>(identity),
                                           iterators, [&](OpBuilder &nested, Location loc, ValueRange) {
                                             KernelBuilder inner(loc, nested);
                                             Values indices;
                                             for (int64_t dim = 0; dim < rank; ++dim) {
                                               Value index = linalg::IndexOp::create(inner, dim);
                                               if (isReversed[dim])
                                                 index = inner.sub(inner.sub(extents[dim], inner.index(1)), index);
                                               indices.push_back(index);
                                             }
                                             linalg::YieldOp::create(inner, inner.read(source, indices, 1, true));
                                           });
  return generic.getResult(0);
}

namespace {

class InsertPattern : public LoweringPattern<InsertOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(InsertOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource(), dest = adaptor.getDest();
    if (isScalar(op.getDest())) {
      rewriter.replaceOp(op, source);
      return success();
    }
    auto sourceType = cast<RankedTensorType>(source.getType());
    if (llvm::is_contained(sourceType.getShape(), 0)) {
      rewriter.replaceOp(op, dest);
      return success();
    }
    KernelBuilder b(op.getLoc(), rewriter);
    int64_t rank = sourceType.getRank();
    Values starts(rank, b.index(0)), counts = b.sizes(source), extents = b.sizes(dest);
    SmallVector<int64_t> strides(rank, 1);
    SmallVector<bool> isReversed(rank, false);
    unsigned nextStart = 0;
    for (auto [axis, start, stride] : llvm::zip_equal(op.getAxes(), op.getStarts(), op.getStrides())) {
      Value count = counts[axis];
      if (ShapedType::isDynamic(start))
        starts[axis] = arith::IndexCastOp::create(b, b.getIndexType(), adaptor.getDynamicStarts()[nextStart++]);
      else
        starts[axis] = b.index(start);
      if (!getConstantIntValue(starts[axis]) || !getConstantIntValue(count) || !getConstantIntValue(extents[axis]))
        starts[axis] = emitCheckedStart(b, starts[axis], stride, count, extents[axis]);
      isReversed[axis] = stride < 0;
      if (stride < 0)
        starts[axis] = b.add(starts[axis], b.mul(b.sub(count, b.index(1)), stride));
      strides[axis] = std::abs(stride);
    }

    if (sourceType.hasStaticShape() && sourceType.getNumElements() == 1) {
      Value element = b.read(source, Values(rank, b.index(0)), 1, true);
      rewriter.replaceOp(op, b.write(element, dest, starts, true));
      return success();
    }
    if (llvm::is_contained(isReversed, true))
      source = emitReversed(b, source, isReversed);
    SmallVector<OpFoldResult> offsets, sizes, steps;
    for (int64_t dim = 0; dim < rank; ++dim) {
      offsets.push_back(getAsOpFoldResult(starts[dim]));
      sizes.push_back(getAsOpFoldResult(counts[dim]));
      steps.push_back(b.getIndexAttr(strides[dim]));
    }
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(op, source, dest, offsets, sizes, steps);
    return success();
  }
};

} // namespace

void mind::populateSelectionPatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<GatherGradPattern, GatherPattern, InsertPattern>(converter, patterns.getContext());
}
