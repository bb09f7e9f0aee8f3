//===- Slices.cpp - index and slice ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ascends becomes tensor.extract_slice, which copies nothing. A slice that
// descends is read element by element, since a linalg indexing map cannot do it.
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"

#include "Mind/Conversion/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;

namespace {

struct IndexPattern : LoweringPattern<IndexOp> {
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(IndexOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    Value input = adaptor.getInput();
    auto from = cast<RankedTensorType>(op.getInput().getType());
    if (op.getAxes().empty()) {
      rewriter.replaceOp(op, input);
      return success();
    }
    SmallVector<OpFoldResult> sizes = getMixedSizes(rewriter, loc, input);
    SmallVector<OpFoldResult> offsets(from.getRank(), rewriter.getIndexAttr(0));
    for (auto [axis, position] : llvm::zip_equal(op.getAxes(), op.getIndices())) {
      if (from.isDynamicDim(axis))
        createIndexCheck(rewriter, loc, arith::ConstantIndexOp::create(rewriter, loc, position),
                         getIndexValue(rewriter, loc, sizes[axis]));
      offsets[axis] = rewriter.getIndexAttr(position);
      sizes[axis] = rewriter.getIndexAttr(1);
    }
    auto lowered = dyn_cast<RankedTensorType>(getTypeConverter()->convertType(op.getType()));
    if (!lowered) {
      SmallVector<Value> indices =
          llvm::map_to_vector(offsets, [&](OpFoldResult offset) { return getIndexValue(rewriter, loc, offset); });
      rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, input, indices);
      return success();
    }
    SmallVector<OpFoldResult> strides(from.getRank(), rewriter.getIndexAttr(1));
    rewriter.replaceOp(op, extractAndDrop(rewriter, loc, lowered, input, offsets, sizes, strides, op.getAxes()));
    return success();
  }
};

/// What a slice reads of each axis: `size` elements from `start`, `stride` apart.
struct AxisRange {
  OpFoldResult start;
  OpFoldResult size;
  int64_t stride = 1;
};

class SlicePattern : public LoweringPattern<SliceOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(SliceOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Location loc = op.getLoc();
    Value input = adaptor.getInput();
    auto from = cast<RankedTensorType>(op.getInput().getType()), to = cast<RankedTensorType>(op.getType());
    if (from.getRank() == 0) {
      rewriter.replaceOp(op, input);
      return success();
    }
    RankedTensorType lowered = getLoweredTensorType(to);

    SmallVector<AxisRange> ranges;
    for (OpFoldResult size : getMixedSizes(rewriter, loc, input))
      ranges.push_back({rewriter.getIndexAttr(0), size, 1});
    for (auto [axis, start, end, stride] :
         llvm::zip_equal(op.getAxes(), op.getStarts(), op.getEnds(), op.getStrides())) {
      AxisRange &range = ranges[axis];
      range.stride = stride;
      if (!from.isDynamicDim(axis)) {
        range.start = rewriter.getIndexAttr(start);
        range.size = rewriter.getIndexAttr(to.getDimSize(axis));
      } else if (!to.isDynamicDim(axis)) {
        // Empty whatever the extent is.
        range = {rewriter.getIndexAttr(0), rewriter.getIndexAttr(to.getDimSize(axis)), 1};
      } else {
        range = getRange(rewriter, loc, getIndexValue(rewriter, loc, range.size), start, end, stride);
      }
    }
    SmallVector<OpFoldResult> starts, sizes, strides;
    for (const AxisRange &range : ranges) {
      starts.push_back(range.start);
      sizes.push_back(range.size);
      strides.push_back(rewriter.getIndexAttr(range.stride));
    }
    // An empty slice may start beyond the end, which upstream's op does not allow.
    if (llvm::is_contained(lowered.getShape(), 0))
      rewriter.replaceOp(op, makeEmpty(rewriter, loc, lowered, sizes));
    else if (llvm::all_of(ranges, [](const AxisRange &range) { return range.stride > 0; }))
      rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, lowered, input, starts, sizes, strides);
    else
      rewriter.replaceOp(op, readElements(rewriter, loc, input, lowered, ranges, sizes));
    return success();
  }

private:
  /// The range on an axis whose extent is known at run time: negative bounds count
  /// from the end, what lies outside is clamped.
  static AxisRange getRange(OpBuilder &b, Location loc, Value extent, int64_t start, int64_t end, int64_t stride) {
    Type index = b.getIndexType();
    Value zero = emitInteger(b, loc, index, 0);
    Value low = emitInteger(b, loc, index, stride > 0 ? 0 : -1);
    Value high = stride > 0 ? extent : arith::AddIOp::create(b, loc, extent, low).getResult();
    auto clamp = [&](int64_t bound) -> Value {
      Value value = emitInteger(b, loc, index, bound);
      if (bound < 0)
        value = arith::AddIOp::create(b, loc, value, extent);
      value = arith::MaxSIOp::create(b, loc, value, low);
      return arith::MinSIOp::create(b, loc, value, high);
    };
    Value first = clamp(start);
    Value last = end != shape::kOpenEnd ? clamp(end) : stride > 0 ? extent : low;
    Value length = stride > 0 ? arith::SubIOp::create(b, loc, last, first).getResult()
                              : arith::SubIOp::create(b, loc, first, last).getResult();
    length = arith::MaxSIOp::create(b, loc, length, zero);
    // Extents are below 2^36, so a longer step is as good as one of 2^62.
    int64_t step = stride > 0 ? stride : -stride;
    step = std::min(step, int64_t(1) << 62);
    if (step != 1) {
      length = arith::AddIOp::create(b, loc, length, emitInteger(b, loc, index, step - 1));
      length = arith::DivUIOp::create(b, loc, length, emitInteger(b, loc, index, step));
    }
    return {first, length, stride};
  }

  static Value readElements(OpBuilder &b, Location loc, Value input, RankedTensorType lowered,
                            ArrayRef<AxisRange> ranges, ArrayRef<OpFoldResult> sizes) {
    SmallVector<Value> starts =
        llvm::map_to_vector(ranges, [&](const AxisRange &range) { return getIndexValue(b, loc, range.start); });
    SmallVector<utils::IteratorType> iterators(ranges.size(), utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        b, loc, lowered, ValueRange(), makeEmpty(b, loc, lowered, sizes),
        b.getMultiDimIdentityMap(lowered.getRank()), iterators, [&](OpBuilder &b, Location loc, ValueRange) {
          SmallVector<Value> indices;
          for (auto [i, range] : llvm::enumerate(ranges)) {
            Value position = linalg::IndexOp::create(b, loc, i);
            if (range.stride != 1)
              position = arith::MulIOp::create(b, loc, position, emitInteger(b, loc, b.getIndexType(), range.stride));
            indices.push_back(arith::AddIOp::create(b, loc, starts[i], position));
          }
          linalg::YieldOp::create(b, loc, tensor::ExtractOp::create(b, loc, input, indices).getResult());
        });
    return generic.getResult(0);
  }
};

} // namespace

void mind::populateSlicePatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<IndexPattern, SlicePattern>(converter, patterns.getContext());
}
