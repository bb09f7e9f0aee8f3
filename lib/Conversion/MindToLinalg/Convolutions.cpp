//===- Convolutions.cpp - conv2d and its gradients ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three contractions in tiles of chains (Chains.h), vectorised over the last dim of
// the result, which is that of one operand too:
//
//              result[...]     vector operand        scalar operand
//   conv2d     n, oh, ow, f    filter[kh, kw, c, f]  input[n, ih, iw, c]
//   of input   n, ih, iw, c    filter[kh, kw, f, c]  grad[n, oh, ow, f]
//   of filter  kh, kw, c, f    grad[n, oh, ow, f]    input[n, ih, iw, c]
//
// with ih = oh * stride - low + kh. Taps in the padding take no part (N12): the
// bounds of the tap loops leave them out. Where the bounds differ from row to row
// of a tile, near the borders, tiles have one row.
//
// The gradient of the input splits each spatial axis by the residue of i + low modulo
// the stride: in a class, the taps are every stride-th element of the filter and rows
// follow each other in `grad`, just as in a convolution of stride 1.
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"

#include "Chains.h"

#include "Mind/Conversion/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mind;

using Values = KernelBuilder::Values;

namespace {

/// One spatial axis of a convolution; extents are values of type index.
struct Axis {
  int64_t stride;
  /// Of the input, the filter, and the result of conv2d.
  Value input, filter, output;
  /// Padding at the low side.
  Value low;
};

/// Rows of a result along one axis, with the taps that take part. In a tile of rows
/// within [interior.lower, interior.upper) all rows have all `taps`.
struct RowRange {
  Value count;
  TapRange interior;
  Value taps;
};

} // namespace

static Value getLow(KernelBuilder &b, ConvPadding padding, ArrayRef<int64_t> pads, int64_t axis, int64_t stride,
                    Value input, Value filter, Value output) {
  switch (padding) {
  case ConvPadding::Valid:
    return b.index(0);
  case ConvPadding::Explicit:
    return b.index(pads[axis * 2]);
  case ConvPadding::Same: {
    Value covered = b.add(b.mul(b.sub(output, b.index(1)), stride), filter);
    Value missing = b.sub(covered, input);
    return b.div(b.max(missing, b.index(0)), 2);
  }
  }
  return {};
}

/// The extent of the result of conv2d; the fault E6005 if the filter is larger than the
/// padded input.
static Value getOutputExtent(KernelBuilder &b, ConvPadding padding, ArrayRef<int64_t> pads, int64_t axis,
                             int64_t stride, Value input, Value filter) {
  if (padding == ConvPadding::Same)
    return b.ceilDiv(input, stride);
  Value padded = input;
  if (padding == ConvPadding::Explicit)
    padded = b.add(padded, pads[axis * 2] + pads[axis * 2 + 1]);
  if (ShapedType::isDynamic(getStaticExtent(padded)) || ShapedType::isDynamic(getStaticExtent(filter))) {
    Value isLarger = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, filter, padded);
    scf::IfOp::create(b, isLarger, [&](OpBuilder &nested, Location loc) {
      createFilterFault(nested, loc, filter, padded);
      scf::YieldOp::create(nested, loc);
    });
  }
  Value reach = b.add(b.sub(padded, filter), stride);
  return b.div(b.max(reach, b.index(0)), stride);
}

/// Both spatial axes from the extents of an NHWC input and an HWIO filter. `output`
/// are those of an NHWC result, or empty if they are to be computed.
template <typename OpT>
static std::pair<Axis, Axis> getAxes(KernelBuilder &b, OpT op, ValueRange input, ValueRange filter, ValueRange output) {
  Axis axes[2];
  for (int64_t i = 0; i < 2; ++i) {
    int64_t stride = op.getStrides()[i];
    Value in = input[i + 1], kernel = filter[i];
    Value out = output.empty() ? getOutputExtent(b, op.getPadding(), op.getPads(), i, stride, in, kernel)
                               : Value(output[i + 1]);
    Value low = getLow(b, op.getPadding(), op.getPads(), i, stride, in, kernel, out);
    axes[i] = {stride, in, kernel, out, low};
  }
  return {axes[0], axes[1]};
}

/// The result, panel by panel: `rows` gives the runs of one panel's columns, by
/// carrying the result and calling `vectorAt` for the operand at some taps.
static Value emitColumns(
    KernelBuilder &b, Value vectorOperand, ValueRange extents, const Tile &tile,
    function_ref<Value(Value result, Value column, bool isFull, function_ref<Value(ValueRange)> vectorAt)> rows) {
  Type element = getElementTypeOrSelf(vectorOperand.getType());
  Value columns = extents.back();
  bool isPacked = getStaticExtent(columns) != tile.width;
  Values inits = {b.empty(extents, element)};
  if (isPacked) {
    Values panel = b.sizes(vectorOperand);
    panel.back() = b.index(tile.width);
    inits.push_back(b.empty(panel, element));
  }
  return emitPanels(b, columns, tile.width, inits, [&](Value column, bool isFull, ValueRange carried) -> Values {
    Value panel = isPacked ? emitPack(b, vectorOperand, {}, carried[1], column, isFull) : vectorOperand;
    auto vectorAt = [&](ValueRange taps) {
      Values indices(taps);
      indices.push_back(b.index(0));
      return b.read(panel, indices, tile.width, true);
    };
    Values next = {rows(carried[0], column, isFull, vectorAt)};
    if (isPacked)
      next.push_back(panel);
    return next;
  })[0];
}

/// Tiles over all rows of `range`; `tileAt` computes `count` rows from `row` with
/// the given taps and writes them.
static Value emitRowRange(KernelBuilder &b, const RowRange &range, int64_t rows, Value result,
                          function_ref<TapRange(Value row)> tapsAt,
                          function_ref<Value(Value row, int64_t count, TapRange taps, Value result)> tileAt) {
  Value zero = b.index(0);
  Value first = b.min(range.interior.lower, range.count);
  Value last = b.max(b.min(range.interior.upper, range.count), first);
  auto border = [&](Value row, ValueRange carried) -> Values { return {tileAt(row, 1, tapsAt(row), carried[0])}; };
  Values next = b.loop(zero, first, 1, result, border);
  next = emitRows(b, first, last, rows, next, [&](Value row, int64_t count, ValueRange carried) -> Values {
    return {tileAt(row, count, {zero, range.taps}, carried[0])};
  });
  return b.loop(last, range.count, 1, next, border)[0];
}

//===----------------------------------------------------------------------===//
// conv2d
//===----------------------------------------------------------------------===//

/// The taps k of output o for which o * stride - low + k lies in the input.
static TapRange getForwardTaps(KernelBuilder &b, const Axis &axis, Value output) {
  Value start = b.sub(b.mul(output, axis.stride), axis.low);
  Value outside = b.sub(b.index(0), start);
  return {b.max(outside, b.index(0)), b.min(axis.filter, b.sub(axis.input, start))};
}

static Value emitForward(KernelBuilder &b, Value input, Value filter, const Axis &height, const Axis &width) {
  Type element = getElementTypeOrSelf(input.getType());
  Values in = b.sizes(input);
  Value channels = in[3], features = b.size(filter, 3), zero = b.index(0);
  // All taps of o are inside iff low <= o * stride <= input + low - filter.
  Value room = b.max(b.sub(b.add(b.add(width.input, width.low), width.stride), width.filter), zero);
  RowRange range = {width.output, {b.ceilDiv(width.low, width.stride), b.div(room, width.stride)}, width.filter};
  Tile tile = chooseTile(element, getStaticExtent(width.output), getStaticExtent(features));

  return emitColumns(
      b, filter, {in[0], height.output, width.output, features}, tile,
      [&](Value result, Value column, bool isFull, function_ref<Value(ValueRange)> vectorAt) {
        Value extents[] = {in[0], height.output};
        return b.nest(extents, result, [&](ValueRange ivs, ValueRange carried) -> Values {
          TapRange rowTaps = getForwardTaps(b, height, ivs[1]);
          Value top = b.sub(b.mul(ivs[1], height.stride), height.low);
          auto tileAt = [&](Value row, int64_t count, TapRange columnTaps, Value result) {
            Values lefts;
            for (int64_t i = 0; i < count; ++i)
              lefts.push_back(b.sub(b.mul(b.add(row, i), width.stride), width.low));
            ChainTile chains = {element, tile.width, count, {rowTaps, columnTaps, {zero, channels}}};
            Values sums = emitChains(b, chains, vectorAt, [&](ValueRange taps, int64_t i) {
              return b.read(input, {ivs[0], b.add(top, taps[0]), b.add(lefts[i], taps[1]), taps[2]}, 1, true);
            });
            for (auto [i, sum] : llvm::enumerate(sums))
              result = b.write(sum, result, {ivs[0], ivs[1], b.add(row, i), column}, isFull);
            return result;
          };
          auto tapsAt = [&](Value row) { return getForwardTaps(b, width, row); };
          return {emitRowRange(b, range, tile.rows, carried[0], tapsAt, tileAt)};
        })[0];
      });
}

/// Whether a convolution multiplies each pixel by a matrix and does no more.
static bool isPointwise(const Axis &axis) {
  return axis.stride == 1 && getStaticExtent(axis.filter) == 1 && getStaticExtent(axis.low) == 0 &&
         getStaticExtent(axis.input) == getStaticExtent(axis.output);
}

//===----------------------------------------------------------------------===//
// The gradient of the input
//===----------------------------------------------------------------------===//

namespace {
/// Elements residue, residue + stride, ... of an axis of the input: element q of
/// the class gets filter element first + stride * t of output q + offset - t.
struct ResidueClass {
  Value residue, first, offset;
  /// Numbers of elements and of taps.
  Value count, taps;
};
} // namespace

static ResidueClass getResidueClass(KernelBuilder &b, const Axis &axis, Value residue) {
  Value zero = b.index(0), shifted = b.add(residue, axis.low);
  Value first = b.rem(shifted, axis.stride);
  return {residue, first, b.div(shifted, axis.stride), b.ceilDiv(b.max(b.sub(axis.input, residue), zero), axis.stride),
          b.ceilDiv(b.max(b.sub(axis.filter, first), zero), axis.stride)};
}

/// The taps of element q of a class whose output lies inside.
static TapRange getBackwardTaps(KernelBuilder &b, const Axis &axis, const ResidueClass &cls, Value element) {
  Value output = b.add(element, cls.offset);
  Value outside = b.add(b.sub(output, axis.output), 1);
  return {b.max(outside, b.index(0)), b.min(cls.taps, b.add(output, 1))};
}

static Value emitInputGradient(KernelBuilder &b, Value grad, Value filter, const Axis &height, const Axis &width,
                               ValueRange extents) {
  Type element = getElementTypeOrSelf(grad.getType());
  Value zero = b.index(0);
  // With the channels last, as the result has them.
  Values kernel = b.sizes(filter);
  std::swap(kernel[2], kernel[3]);
  Value swapped =
      linalg::TransposeOp::create(b, b.getLoc(), filter, b.empty(kernel, element), ArrayRef<int64_t>{0, 1, 3, 2})
          .getResult()[0];
  Value features = kernel[2];
  int64_t rows = ShapedType::kDynamic;
  if (width.stride == 1)
    rows = getStaticExtent(width.input);
  Tile tile = chooseTile(element, rows, getStaticExtent(extents[3]));

  return emitColumns(
      b, swapped, extents, tile,
      [&](Value result, Value column, bool isFull, function_ref<Value(ValueRange)> vectorAt) {
        auto emitLine = [&](Value image, const ResidueClass &rowClass, Value rowElement,
                            const ResidueClass &columnClass, Value result) {
          TapRange rowTaps = getBackwardTaps(b, height, rowClass, rowElement);
          Value y = b.add(rowClass.residue, b.mul(rowElement, height.stride));
          Value rowOutput = b.add(rowElement, rowClass.offset);
          RowRange range = {columnClass.count,
                            {b.max(b.sub(b.sub(columnClass.taps, b.index(1)), columnClass.offset), zero),
                             b.max(b.sub(width.output, columnClass.offset), zero)},
                            columnClass.taps};
          auto tileAt = [&](Value row, int64_t count, TapRange columnTaps, Value result) {
            Values outputs, xs;
            for (int64_t i = 0; i < count; ++i) {
              outputs.push_back(b.add(b.add(row, i), columnClass.offset));
              xs.push_back(b.add(columnClass.residue, b.mul(b.add(row, i), width.stride)));
            }
            ChainTile chains = {element, tile.width, count, {rowTaps, columnTaps, {zero, features}}};
            auto filterAt = [&](ValueRange taps) {
              Value kh = b.add(rowClass.first, b.mul(taps[0], height.stride));
              Value kw = b.add(columnClass.first, b.mul(taps[1], width.stride));
              return vectorAt(Values{kh, kw, taps[2]});
            };
            Values sums = emitChains(b, chains, filterAt, [&](ValueRange taps, int64_t i) {
              return b.read(grad, {image, b.sub(rowOutput, taps[0]), b.sub(outputs[i], taps[1]), taps[2]}, 1, true);
            });
            for (auto [i, sum] : llvm::enumerate(sums))
              result = b.write(sum, result, {image, y, xs[i], column}, isFull);
            return result;
          };
          auto tapsAt = [&](Value row) { return getBackwardTaps(b, width, columnClass, row); };
          return emitRowRange(b, range, tile.rows, result, tapsAt, tileAt);
        };

        Value classes[] = {extents[0], b.index(height.stride), b.index(width.stride)};
        return b.nest(classes, result, [&](ValueRange ivs, ValueRange carried) -> Values {
          ResidueClass rowClass = getResidueClass(b, height, ivs[1]);
          ResidueClass columnClass = getResidueClass(b, width, ivs[2]);
          return b.loop(zero, rowClass.count, 1, carried, [&](Value rowElement, ValueRange inner) -> Values {
            return {emitLine(ivs[0], rowClass, rowElement, columnClass, inner[0])};
          });
        })[0];
      });
}

//===----------------------------------------------------------------------===//
// The gradient of the filter
//===----------------------------------------------------------------------===//

/// The outputs o for which o * stride - low + k lies in the input.
static TapRange getOutputTaps(KernelBuilder &b, const Axis &axis, Value filter) {
  Value zero = b.index(0);
  Value before = b.max(b.sub(axis.low, filter), zero);
  Value room = b.max(b.add(b.sub(b.add(axis.input, axis.low), filter), axis.stride - 1), zero);
  return {b.ceilDiv(before, axis.stride), b.min(axis.output, b.div(room, axis.stride))};
}

static Value emitFilterGradient(KernelBuilder &b, Value input, Value grad, const Axis &height, const Axis &width,
                                ValueRange extents) {
  Type element = getElementTypeOrSelf(input.getType());
  Value zero = b.index(0), images = b.size(input, 0);
  Tile tile = chooseTile(element, getStaticExtent(extents[2]), getStaticExtent(extents[3]));
  return emitColumns(
      b, grad, extents, tile, [&](Value result, Value column, bool isFull, function_ref<Value(ValueRange)> vectorAt) {
        return b.nest(extents.take_front(2), result, [&](ValueRange ivs, ValueRange carried) -> Values {
          TapRange rowTaps = getOutputTaps(b, height, ivs[0]), columnTaps = getOutputTaps(b, width, ivs[1]);
          Value top = b.sub(ivs[0], height.low), left = b.sub(ivs[1], width.low);
          return emitRows(b, zero, extents[2], tile.rows, carried,
                          [&](Value row, int64_t count, ValueRange inner) -> Values {
                            ChainTile chains = {element, tile.width, count, {{zero, images}, rowTaps, columnTaps}};
                            Values sums = emitChains(b, chains, vectorAt, [&](ValueRange taps, int64_t i) {
                              Value y = b.add(top, b.mul(taps[1], height.stride));
                              Value x = b.add(left, b.mul(taps[2], width.stride));
                              return b.read(input, {taps[0], y, x, b.add(row, i)}, 1, true);
                            });
                            Value result = inner[0];
                            for (auto [i, sum] : llvm::enumerate(sums))
                              result = b.write(sum, result, {ivs[0], ivs[1], b.add(row, i), column}, isFull);
                            return {result};
                          });
        })[0];
      });
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

class Conv2DPattern : public LoweringPattern<Conv2DOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(Conv2DOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    KernelBuilder b(op.getLoc(), rewriter);
    DType dtype = *getDType(op.getType());
    Value input = widenOperand(b, dtype, adaptor.getInput()), filter = widenOperand(b, dtype, adaptor.getFilter());
    Values inputSizes = b.sizes(input), filterSizes = b.sizes(filter);
    auto [height, width] = getAxes(b, op, inputSizes, filterSizes, {});
    Value result;
    if (isPointwise(height) && isPointwise(width)) {
      std::pair<int64_t, int64_t> pixels[] = {{0, 3}, {3, 4}}, matrix[] = {{0, 3}, {3, 4}};
      Values extents = inputSizes;
      extents.back() = b.size(filter, 3);
      Value rows = b.collapse(input, pixels), columns = b.collapse(filter, matrix);
      result = b.expand(emitMatmul(b, rows, columns, {}), pixels, extents);
    } else {
      result = emitForward(b, input, filter, height, width);
    }
    rewriter.replaceOp(op, narrowResult(b, dtype, result));
    return success();
  }
};

class Conv2DGradInputPattern : public LoweringPattern<Conv2DGradInputOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(Conv2DGradInputOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<SmallVector<OpFoldResult>> sizes = getResultSizes(
        rewriter, getLoweringTypeConverter(), op, adaptor.getOperands(), cast<RankedTensorType>(op.getType()));
    if (failed(sizes))
      return failure();
    KernelBuilder b(op.getLoc(), rewriter);
    DType dtype = *getDType(op.getType());
    Value grad = widenOperand(b, dtype, adaptor.getGrad()), filter = widenOperand(b, dtype, adaptor.getFilter());
    Values extents;
    for (OpFoldResult size : *sizes)
      extents.push_back(getIndexValue(b, op.getLoc(), size));
    Values filterSizes = b.sizes(filter), gradSizes = b.sizes(grad);
    auto [height, width] = getAxes(b, op, extents, filterSizes, gradSizes);
    Value result = emitInputGradient(b, grad, filter, height, width, extents);
    rewriter.replaceOp(op, narrowResult(b, dtype, result));
    return success();
  }
};

class Conv2DGradFilterPattern : public LoweringPattern<Conv2DGradFilterOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(Conv2DGradFilterOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    FailureOr<SmallVector<OpFoldResult>> sizes = getResultSizes(
        rewriter, getLoweringTypeConverter(), op, adaptor.getOperands(), cast<RankedTensorType>(op.getType()));
    if (failed(sizes))
      return failure();
    KernelBuilder b(op.getLoc(), rewriter);
    DType dtype = *getDType(op.getType());
    Value input = widenOperand(b, dtype, adaptor.getInput()), grad = widenOperand(b, dtype, adaptor.getGrad());
    Values extents;
    for (OpFoldResult size : *sizes)
      extents.push_back(getIndexValue(b, op.getLoc(), size));
    Values inputSizes = b.sizes(input), gradSizes = b.sizes(grad);
    auto [height, width] = getAxes(b, op, inputSizes, extents, gradSizes);
    Value result = emitFilterGradient(b, input, grad, height, width, extents);
    rewriter.replaceOp(op, narrowResult(b, dtype, result));
    return success();
  }
};

} // namespace

void mind::populateConvolutionPatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<Conv2DGradFilterPattern, Conv2DGradInputPattern, Conv2DPattern>(converter, patterns.getContext());
}
