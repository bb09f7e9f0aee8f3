//===- ContractionPatterns.cpp - products and convolutions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "Patterns.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Dialect/Mind/IR/ShapeAlgebra.h"

using namespace mlir;
using namespace mind;
using namespace mind::webnn;

/// The product of matrices; WebNN's own knows no integers.
static Value buildProduct(Value lhs, Value rhs, GraphBuilder &graph) {
  if (isa<FloatType>(webnn::getType(lhs).getElementType()))
    return graph.matmul(lhs, rhs);
  SmallVector<int64_t> left(webnn::getType(lhs).getShape()), right(webnn::getType(rhs).getShape());
  // [.., m, k, 1] by [.., 1, k, n], summed over k.
  left.push_back(1);
  right.insert(right.end() - 2, 1);
  Value products = graph.call<webnn::MulOp>(graph.reshape(lhs, left), graph.reshape(rhs, right));
  return graph.reduceSum(products, webnn::getType(products).getRank() - 2);
}

namespace {

struct MatmulPattern : OpRewritePattern<mind::MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(mind::MatmulOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    rewriter.replaceOp(op, buildProduct(op.getLhs(), op.getRhs(), graph));
    return success();
  }
};

struct DotPattern : OpRewritePattern<DotOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DotOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    Value lhs = op.getLhs(), rhs = op.getRhs();
    // A vector is a row on the left and a column on the right.
    if (int64_t k = webnn::getType(lhs).getDimSize(0); webnn::getType(lhs).getRank() == 1)
      lhs = graph.reshape(lhs, {1, k});
    if (int64_t k = webnn::getType(rhs).getDimSize(0); webnn::getType(rhs).getRank() == 1)
      rhs = graph.reshape(rhs, {k, 1});
    Value product = buildProduct(lhs, rhs, graph);
    rewriter.replaceOp(op, graph.reshape(product, cast<RankedTensorType>(op.getType()).getShape()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Top, bottom, left, right.
template <typename OpT>
SmallVector<int64_t> getPads(OpT op, ArrayRef<int64_t> input, ArrayRef<int64_t> filter) {
  switch (op.getPadding()) {
  case ConvPadding::Valid:
    return {0, 0, 0, 0};
  case ConvPadding::Explicit:
    return SmallVector<int64_t>(op.getPads());
  case ConvPadding::Same: {
    auto [top, bottom] = shape::getSamePads(input[1], filter[0], op.getStrides()[0]);
    auto [left, right] = shape::getSamePads(input[2], filter[1], op.getStrides()[1]);
    return {top, bottom, left, right};
  }
  }
  llvm_unreachable("a padding that there is not");
}

struct Conv2DPattern : OpRewritePattern<Conv2DOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(Conv2DOp op, PatternRewriter &rewriter) const final {
    SmallVector<int64_t> pads =
        getPads(op, webnn::getType(op.getInput()).getShape(), webnn::getType(op.getFilter()).getShape());
    rewriter.replaceOpWithNewOp<Conv2dOp>(op, op.getType(), op.getInput(), op.getFilter(), pads, op.getStrides(),
                                          ArrayRef<int64_t>{1, 1});
    return success();
  }
};

struct Conv2DGradInputPattern : OpRewritePattern<Conv2DGradInputOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(Conv2DGradInputOp op, PatternRewriter &rewriter) const final {
    SmallVector<int64_t> pads =
        getPads(op, cast<RankedTensorType>(op.getType()).getShape(), webnn::getType(op.getFilter()).getShape());
    rewriter.replaceOpWithNewOp<ConvTranspose2dOp>(op, op.getType(), op.getGrad(), op.getFilter(), pads,
                                                   op.getStrides());
    return success();
  }
};

/// A convolution whose images are the channels of the input and whose filters are those
/// of the gradient, with as many steps as the filter has taps: the strides of the one are
/// the dilations of the other.
struct Conv2DGradFilterPattern : OpRewritePattern<Conv2DGradFilterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(Conv2DGradFilterOp op, PatternRewriter &rewriter) const final {
    GraphBuilder graph(rewriter, op.getLoc());
    ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getType()).getShape();
    SmallVector<int64_t> input(webnn::getType(op.getInput()).getShape());
    ArrayRef<int64_t> grad = webnn::getType(op.getGrad()).getShape();
    SmallVector<int64_t> pads = getPads(op, input, shape);
    SmallVector<int64_t> kept = input;
    for (unsigned i = 0; i < 2; ++i) {
      // What lies beyond the last window took no part.
      int64_t needed = (grad[i + 1] - 1) * op.getStrides()[i] + shape[i];
      int64_t high = needed - input[i + 1] - pads[2 * i];
      pads[2 * i + 1] = std::max<int64_t>(high, 0);
      kept[i + 1] += std::min<int64_t>(high, 0);
    }
    Value images = op.getInput();
    if (kept != input)
      images = graph.slice(images, {0, 0, 0, 0}, kept, {1, 1, 1, 1});
    images = graph.transpose(images, {3, 1, 2, 0});
    Value filters = graph.transpose(op.getGrad(), {1, 2, 0, 3});
    auto type = RankedTensorType::get({shape[2], shape[0], shape[1], shape[3]},
                                      cast<RankedTensorType>(op.getType()).getElementType());
    Value taps = Conv2dOp::create(rewriter, op.getLoc(), type, images, filters, pads, ArrayRef<int64_t>{1, 1},
                                  op.getStrides());
    rewriter.replaceOp(op, graph.transpose(taps, {1, 2, 0, 3}));
    return success();
  }
};

} // namespace

void webnn::populateContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<MatmulPattern, DotPattern, Conv2DPattern, Conv2DGradInputPattern, Conv2DGradFilterPattern>(
      patterns.getContext());
}
