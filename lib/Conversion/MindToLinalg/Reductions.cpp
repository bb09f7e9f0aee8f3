//===- Reductions.cpp - sum, mean, reduce_max, argmax ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any set of axes is first brought into the form (kept, reduced, kept) with one
// dim each: by collapsing, if the reduced dims are neighbours, else through a
// transposed copy in which they are the last. Dims of extent 1 lie anywhere. The
// order of the reduced index space is row-major in both.
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "Lanes.h"
#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;

using Values = KernelBuilder::Values;
using Group = std::pair<int64_t, int64_t>;

namespace {
/// A reduction as a view, and the way back.
struct Reduction {
  ReductionView view;
  /// The number of elements that make up one result.
  Value count;
  /// Extents of the result, kept dims of 1 included.
  Values extents;
  /// Those dims of the result that the parts before and after are made of.
  SmallVector<Group> groups;

  /// The result from what a kernel gives for the view.
  Value restore(KernelBuilder &b, Value value) const {
    if (!groups.empty())
      return b.expand(value, groups, extents);
    if (extents.empty())
      return value;
    auto type = RankedTensorType::get(SmallVector<int64_t>(extents.size(), 1), value.getType());
    return tensor::FromElementsOp::create(b, type, value);
  }
};
} // namespace

static bool isUnit(Value tensor, int64_t dim) { return cast<RankedTensorType>(tensor.getType()).getDimSize(dim) == 1; }

/// The run of dims that are reduced, if no kept dim lies between, or [0, 0). Dims of
/// extent 1 beside the run may belong to it.
static Group findReducedRun(Value tensor, ArrayRef<bool> isReduced) {
  int64_t rank = isReduced.size(), first = 0, last = rank;
  auto isKept = [&](int64_t dim) { return !isReduced[dim]; };
  while (first < rank && (isKept(first) || (isUnit(tensor, first) && first + 1 < rank)))
    ++first;
  while (last > first && (isKept(last - 1) || (isUnit(tensor, last - 1) && last - 1 > first)))
    --last;
  for (int64_t dim = first; dim < last; ++dim)
    if (isKept(dim) && !isUnit(tensor, dim))
      return {0, 0};
  if (first == last)
    return {0, 0};
  // So that a part beside the run has a dim that is kept.
  while (first > 0 && isReduced[first - 1])
    --first;
  while (last < rank && isReduced[last])
    ++last;
  return {first, last};
}

/// The dims in `order`, as a copy.
static Value emitTranspose(KernelBuilder &b, Value tensor, ArrayRef<int64_t> order) {
  Values extents;
  for (int64_t dim : order)
    extents.push_back(b.size(tensor, dim));
  Value init = b.empty(extents, getElementTypeOrSelf(tensor.getType()));
  return linalg::TransposeOp::create(b, b.getLoc(), tensor, init, order).getResult()[0];
}

/// `axes` as in the ops: none stand for all. The rank is not 0.
static Reduction makeReduction(KernelBuilder &b, Value tensor, ArrayRef<int64_t> axes, bool keepdims) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  SmallVector<bool> isReduced(rank, axes.empty());
  for (int64_t axis : axes)
    isReduced[axis] = true;

  Reduction reduction;
  Values sizes = b.sizes(tensor);
  reduction.count = b.index(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (isReduced[dim])
      reduction.count = b.mul(reduction.count, sizes[dim]);
    if (keepdims || !isReduced[dim])
      reduction.extents.push_back(isReduced[dim] ? b.index(1) : sizes[dim]);
  }

  auto [first, last] = findReducedRun(tensor, isReduced);
  if (first == last) {
    SmallVector<int64_t> order;
    for (bool reduced : {false, true})
      for (int64_t dim = 0; dim < rank; ++dim)
        if (isReduced[dim] == reduced)
          order.push_back(dim);
    tensor = emitTranspose(b, tensor, order);
    first = rank - llvm::count(isReduced, true);
    last = rank;
    // The dims kept as 1 mean nothing to the order of what is kept.
    SmallVector<Group> parts = {{0, first}, {first, last}};
    reduction.view = {b.collapse(tensor, parts), true, false};
    reduction.groups = {{0, reduction.extents.size()}};
    return reduction;
  }

  SmallVector<Group> parts;
  if (first > 0)
    parts.push_back({0, first});
  parts.push_back({first, last});
  if (last < rank)
    parts.push_back({last, rank});
  reduction.view = {b.collapse(tensor, parts), first > 0, last < rank};

  // Which dims of the result come from before, and which from after the run. Reduced
  // dims outside the run are 1, and so are kept ones inside.
  int64_t split = 0;
  for (int64_t dim = 0; dim < last; ++dim)
    split += keepdims || !isReduced[dim];
  int64_t end = reduction.extents.size();
  if (first > 0 && last < rank)
    reduction.groups = {{0, split}, {split, end}};
  else if (first > 0 || last < rank)
    reduction.groups = {{0, end}};
  return reduction;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// What the reductions with axes share: `reduce` gives the lowered result.
template <typename OpT>
class ReductionPattern : public LoweringPattern<OpT> {
public:
  using LoweringPattern<OpT>::LoweringPattern;
  using typename LoweringPattern<OpT>::Adaptor;

  LogicalResult matchAndRewrite(OpT op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    // Of a scalar every reduction is the identity, which keeps -0.
    if (isScalar(op.getInput())) {
      rewriter.replaceOp(op, adaptor.getInput());
      return success();
    }
    KernelBuilder b(op.getLoc(), rewriter);
    DType dtype = *getDType(op.getInput().getType());
    rewriter.replaceOp(op, reduce(op, b, dtype, adaptor.getInput()));
    return success();
  }

protected:
  virtual Value reduce(OpT op, KernelBuilder &b, DType dtype, Value input) const = 0;
};

/// f16 and bf16 as f32; other elements stay, q16 included.
Value widen(KernelBuilder &b, DType dtype, Value value) {
  return getComputeDType(dtype) == dtype ? value : widenOperand(b, dtype, value);
}

Value narrow(KernelBuilder &b, DType dtype, Value value) {
  return getComputeDType(dtype) == dtype ? value : narrowResult(b, dtype, value);
}

class SumPattern : public ReductionPattern<SumOp> {
  using ReductionPattern::ReductionPattern;

  Value reduce(SumOp op, KernelBuilder &b, DType dtype, Value input) const final {
    Reduction reduction = makeReduction(b, widen(b, dtype, input), op.getAxes(), op.getKeepdims());
    Value sum = emitSum(b, reduction.view, [](Value sum) { return sum; });
    return reduction.restore(b, narrow(b, dtype, sum));
  }
};

class MeanPattern : public ReductionPattern<MeanOp> {
  using ReductionPattern::ReductionPattern;

  Value reduce(MeanOp op, KernelBuilder &b, DType dtype, Value input) const final {
    Reduction reduction = makeReduction(b, widenOperand(b, dtype, input), op.getAxes(), op.getKeepdims());
    Type type = getElementTypeOrSelf(reduction.view.tensor.getType());
    Value count = arith::IndexCastOp::create(b, b.getI64Type(), reduction.count);
    Value divisor;
    if (dtype == DType::Q16) {
      // The sum of nothing is 0, by whatever it is divided.
      divisor = arith::MaxSIOp::create(b, count, emitInteger(b, b.getLoc(), b.getI64Type(), 1));
    } else {
      divisor = arith::SIToFPOp::create(b, type, count);
    }
    Value mean = emitSum(b, reduction.view, [&](Value sum) -> Value {
      auto vector = dyn_cast<VectorType>(sum.getType());
      Value by = b.broadcast(divisor, vector ? vector.getDimSize(0) : 1);
      if (dtype == DType::Q16)
        return arith::DivSIOp::create(b, sum, by);
      return arith::DivFOp::create(b, sum, by);
    });
    if (dtype == DType::Q16)
      mean = b.map(mean, b.getI32Type(), [](OpBuilder &nested, Location loc, Value element) -> Value {
        return arith::TruncIOp::create(nested, loc, nested.getI32Type(), element);
      });
    return reduction.restore(b, narrow(b, dtype, mean));
  }
};

Value emitLowest(KernelBuilder &b, DType dtype) {
  Type type = getStorageType(b.getContext(), dtype);
  if (auto floatType = dyn_cast<FloatType>(type))
    return emitAttribute(b, b.getLoc(),
                         b.getFloatAttr(type, APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/true)));
  return emitAttribute(b, b.getLoc(), b.getIntegerAttr(type, APInt::getSignedMinValue(type.getIntOrFloatBitWidth())));
}

class ReduceMaxPattern : public ReductionPattern<ReduceMaxOp> {
  using ReductionPattern::ReductionPattern;

  Value reduce(ReduceMaxOp op, KernelBuilder &b, DType dtype, Value input) const final {
    Reduction reduction = makeReduction(b, widen(b, dtype, input), op.getAxes(), op.getKeepdims());
    DType computed = getComputeDType(dtype);
    Value greatest = emitGreatest(b, reduction.view, emitLowest(b, computed),
                                  [&](Value lhs, Value rhs) { return emitMax(b, b.getLoc(), computed, lhs, rhs); });
    return reduction.restore(b, narrow(b, dtype, greatest));
  }
};

class ArgmaxPattern : public LoweringPattern<ArgmaxOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(ArgmaxOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    KernelBuilder b(op.getLoc(), rewriter);
    DType dtype = *getDType(op.getInput().getType());
    Reduction reduction = makeReduction(b, adaptor.getInput(), {int64_t(op.getAxis())}, op.getKeepdims());
    const ReductionView &view = reduction.view;

    Values kept;
    if (view.hasOuter)
      kept.push_back(b.size(view.tensor, 0));
    if (view.hasInner)
      kept.push_back(b.size(view.tensor, view.getReducedDim() + 1));
    Value zero = emitInteger(b, op.getLoc(), b.getI64Type(), 0);
    if (kept.empty()) {
      rewriter.replaceOp(op, reduction.restore(b, emitPosition(b, dtype, view, {}, zero)));
      return success();
    }
    Value init = b.empty(kept, b.getI64Type());
    Value result = b.nest(kept, init, [&](ValueRange ivs, ValueRange carried) -> Values {
      return {b.write(emitPosition(b, dtype, view, ivs, zero), carried[0], ivs, true)};
    })[0];
    rewriter.replaceOp(op, reduction.restore(b, result));
    return success();
  }

private:
  /// The first greatest element, or the first NaN, of one line of the view.
  static Value emitPosition(KernelBuilder &b, DType dtype, const ReductionView &view, ValueRange kept, Value zero) {
    Location loc = b.getLoc();
    Value count = b.size(view.tensor, view.getReducedDim());
    Value inits[] = {emitLowest(b, dtype), zero};
    return b.loop(b.index(0), count, 1, inits, [&](Value position, ValueRange best) -> Values {
      Values indices(kept);
      indices.insert(indices.begin() + view.getReducedDim(), position);
      Value element = b.read(view.tensor, indices, 1, true);
      Value isBetter = emitCompare(b, loc, dtype, CmpPredicate::Gt, element, best[0]);
      if (isFloat(dtype)) {
        Value isNaN = emitIsNaN(b, loc, dtype, element), wasNaN = emitIsNaN(b, loc, dtype, best[0]);
        Value wasNumber = arith::XOrIOp::create(b, wasNaN, arith::ConstantOp::create(b, b.getBoolAttr(true)));
        Value isFirstNaN = arith::AndIOp::create(b, isNaN, wasNumber);
        isBetter = arith::OrIOp::create(b, isBetter, isFirstNaN);
      }
      Value index = arith::IndexCastOp::create(b, b.getI64Type(), position);
      return {arith::SelectOp::create(b, isBetter, element, best[0]),
              arith::SelectOp::create(b, isBetter, index, best[1])};
    })[1];
  }
};

} // namespace

void mind::populateReductionPatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ArgmaxPattern, MeanPattern, ReduceMaxPattern, SumPattern>(converter, patterns.getContext());
}
