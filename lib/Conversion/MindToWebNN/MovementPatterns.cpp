//===- MovementPatterns.cpp - shapes, positions, reductions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "Patterns.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::webnn;

namespace {

/// An op that another arrangement of the same elements stands for.
template <typename OpT>
struct ReshapePattern : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    rewriter.replaceOp(op, graph.reshape(op.getInput(), cast<RankedTensorType>(op.getType()).getShape()));
    return success();
  }
};

struct TransposePattern : OpRewritePattern<mind::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(mind::TransposeOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    rewriter.replaceOp(op, graph.transpose(op.getInput(), op.getPerm()));
    return success();
  }
};

struct BroadcastToPattern : OpRewritePattern<BroadcastToOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BroadcastToOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    rewriter.replaceOp(op, graph.expand(op.getInput(), cast<RankedTensorType>(op.getType()).getShape()));
    return success();
  }
};

struct IndexPattern : OpRewritePattern<IndexOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IndexOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    ArrayRef<int64_t> shape = webnn::getType(op.getInput()).getShape();
    SmallVector<int64_t> starts(shape.size(), 0), counts(shape), strides(shape.size(), 1);
    for (auto [axis, index] : llvm::zip_equal(op.getAxes(), op.getIndices())) {
      starts[axis] = index;
      counts[axis] = 1;
    }
    Value part = graph.slice(op.getInput(), starts, counts, strides);
    rewriter.replaceOp(op, graph.reshape(part, cast<RankedTensorType>(op.getType()).getShape()));
    return success();
  }
};

struct SlicePattern : OpRewritePattern<mind::SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(mind::SliceOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    Value input = op.getInput();
    ArrayRef<int64_t> shape = webnn::getType(input).getShape();
    SmallVector<int64_t> starts(shape.size(), 0), strides(shape.size(), 1), reversed;
    for (auto [axis, start, stride] : llvm::zip_equal(op.getAxes(), op.getStarts(), op.getStrides())) {
      // WebNN goes up only: what goes down goes up on the reversed axis.
      if (stride < 0)
        reversed.push_back(axis);
      starts[axis] = stride < 0 ? shape[axis] - 1 - start : start;
      // Of one element the stride does not matter, and may be any number.
      strides[axis] = cast<RankedTensorType>(op.getType()).getDimSize(axis) == 1 ? 1 : stride < 0 ? -stride : stride;
    }
    if (!reversed.empty())
      input = ReverseOp::create(rewriter, op.getLoc(), input.getType(), input, reversed);
    ArrayRef<int64_t> counts = cast<RankedTensorType>(op.getType()).getShape();
    rewriter.replaceOp(op, graph.slice(input, starts, counts, strides));
    return success();
  }
};

struct GatherPattern : OpRewritePattern<mind::GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(mind::GatherOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    graph.checkIndex(op.getIndices(), webnn::getType(op.getInput()).getDimSize(op.getAxis()));
    rewriter.replaceOp(op, graph.gather(op.getInput(), op.getIndices(), op.getAxis()));
    return success();
  }
};

/// 0, 1, ... `count` - 1.
SmallVector<int64_t> countUp(int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(count));
}

/// For each position of the result's axis the sum of the slices that are meant for it. A
/// choice, not a product with 0 or 1: what is infinite stays where it belongs.
struct GatherGradPattern : OpRewritePattern<GatherGradOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GatherGradOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getType()).getShape();
    int64_t axis = op.getAxis(), extent = shape[axis];
    graph.checkIndex(op.getIndices(), extent);
    int64_t before = ShapedType::getNumElements(shape.take_front(axis));
    int64_t after = ShapedType::getNumElements(shape.drop_front(axis + 1));
    int64_t count = webnn::getType(op.getIndices()).getNumElements();
    Type element = webnn::getType(op.getGrad()).getElementType();
    Value grad = graph.reshape(op.getGrad(), {before, 1, count, after});
    Value indices = graph.reshape(op.getIndices(), {1, 1, count, 1});
    Value positions = graph.reshape(graph.constants(webnn::getType(indices).getElementType(), countUp(extent)),
                                    {1, extent, 1, 1});
    Value isMeant = graph.compare<EqualOp>(indices, positions);
    Value chosen = graph.where(isMeant, grad, graph.constant(element, int64_t(0)));
    rewriter.replaceOp(op, graph.reshape(graph.reduceSum(chosen, 2), shape));
    return success();
  }
};

/// On each listed axis the source is spread over the extent of the destination, and a
/// mask tells where it has elements.
struct InsertPattern : OpRewritePattern<InsertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(InsertOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    ArrayRef<int64_t> shape = webnn::getType(op.getDest()).getShape();
    Value source = op.getSource(), covered = graph.constant(rewriter.getI1Type(), int64_t(1));
    Type i64 = rewriter.getI64Type();
    unsigned nextStart = 0;
    for (auto [axis, start, stride] : llvm::zip_equal(op.getAxes(), op.getStarts(), op.getStrides())) {
      int64_t count = webnn::getType(op.getSource()).getDimSize(axis);
      bool isDynamic = ShapedType::isDynamic(start);
      Value first = isDynamic ? graph.cast(op.getDynamicStarts()[nextStart++], i64) : graph.constant(i64, start);
      Value zero = graph.constant(i64, int64_t(0)), step = graph.constant(i64, stride);
      if (isDynamic) {
        graph.checkIndex(first, shape[axis]);
        graph.checkIndex(graph.call<webnn::AddOp>(first, graph.constant(i64, (count - 1) * stride)), shape[axis]);
      }
      Value distance = graph.call<webnn::SubOp>(graph.constants(i64, countUp(shape[axis])), first);
      Value k = graph.call<webnn::DivOp>(distance, step);
      Value isOnStep = graph.compare<EqualOp>(graph.call<webnn::MulOp>(k, step), distance);
      Value isInside = graph.compare<LogicalAndOp>(
          graph.compare<GreaterOrEqualOp>(k, zero), graph.compare<LesserOp>(k, graph.constant(i64, count)));
      Value isCovered = graph.compare<LogicalAndOp>(isOnStep, isInside);
      source = graph.gather(source, graph.where(isInside, k, zero), axis);
      SmallVector<int64_t> alongAxis(shape.size(), 1);
      alongAxis[axis] = shape[axis];
      covered = graph.compare<LogicalAndOp>(covered, graph.reshape(isCovered, alongAxis));
    }
    rewriter.replaceOp(op, graph.where(covered, source, op.getDest()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

template <typename OpT, typename CallT>
struct ReducePattern : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const final {
    SmallVector<int64_t> axes(op.getAxes());
    if (axes.empty())
      axes = countUp(webnn::getType(op.getInput()).getRank());
    rewriter.replaceOpWithNewOp<CallT>(op, op.getType(), op.getInput(), axes, op.getKeepdims());
    return success();
  }
};

struct ArgmaxPattern : OpRewritePattern<ArgmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ArgmaxOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    Value input = op.getInput();
    if (isa<FloatType>(webnn::getType(input).getElementType())) {
      // WebNN says nothing of NaN; here the first is the position. Where there is one, the
      // position of the first 1 among "is no number" is; without one all of these are 0.
      Type i64 = rewriter.getI64Type(), i32 = rewriter.getI32Type();
      Value isNaN = graph.cast(graph.compare<NotEqualOp>(input, input), i32);
      Value any = webnn::ReduceMaxOp::create(
          rewriter, op.getLoc(), RankedTensorType::get(cast<RankedTensorType>(op.getType()).getShape(), i32), isNaN,
          ArrayRef<int64_t>(int64_t(op.getAxis())), op.getKeepdims());
      Value first = ArgMaxOp::create(rewriter, op.getLoc(), op.getType(), isNaN, op.getAxis(), op.getKeepdims());
      Value greatest = ArgMaxOp::create(rewriter, op.getLoc(), op.getType(), input, op.getAxis(), op.getKeepdims());
      Value hasNaN = graph.compare<NotEqualOp>(graph.cast(any, i64), graph.constant(i64, int64_t(0)));
      rewriter.replaceOp(op, graph.where(hasNaN, first, greatest));
      return success();
    }
    rewriter.replaceOpWithNewOp<ArgMaxOp>(op, op.getType(), input, op.getAxis(), op.getKeepdims());
    return success();
  }
};

} // namespace

void webnn::populateMovementPatterns(RewritePatternSet &patterns) {
  patterns.add<ReshapePattern<mind::ReshapeOp>, ReshapePattern<ExpandDimsOp>, ReshapePattern<SqueezeOp>,
               TransposePattern, BroadcastToPattern, IndexPattern, SlicePattern, GatherPattern, GatherGradPattern,
               InsertPattern, ReducePattern<SumOp, ReduceSumOp>, ReducePattern<MeanOp, ReduceMeanOp>,
               ReducePattern<mind::ReduceMaxOp, webnn::ReduceMaxOp>, ArgmaxPattern>(patterns.getContext());
}
