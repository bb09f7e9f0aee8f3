//===- Contractions.cpp - dot and matmul ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products become loops over batches, panels of columns and tiles of rows
// (Chains.h). The bits are those of N11 for any tile, since k only ascends.
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"

#include "Chains.h"
#include "Lanes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;

using Values = KernelBuilder::Values;

static int64_t getRank(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getRank(); }

/// The indices by which an operand is read at a batch of the result.
static Values getBatchIndices(KernelBuilder &b, Value operand, ValueRange batch) {
  auto type = cast<RankedTensorType>(operand.getType());
  int64_t rank = type.getRank() - 2;
  Values indices(batch.take_back(rank));
  for (int64_t i = 0; i < rank; ++i)
    if (type.getDimSize(i) == 1)
      indices[i] = b.index(0);
  return indices;
}

/// `lhs` by `rhs`, both of the type that is computed in. `batch` are the extents of
/// the result before the last two.
static Value emitBatchMatmul(KernelBuilder &b, Value lhs, Value rhs, ValueRange batch) {
  Type element = getElementTypeOrSelf(lhs.getType());
  Value rows = b.size(lhs, getRank(lhs) - 2), taps = b.size(lhs, getRank(lhs) - 1);
  Value columns = b.size(rhs, getRank(rhs) - 1);
  Values extents(batch);
  llvm::append_values(extents, rows, columns);
  Value result = b.empty(extents, element);

  int64_t numRows = getStaticExtent(rows), numColumns = getStaticExtent(columns);
  Tile tile = chooseTile(element, numRows, numColumns);
  // A panel that is used once, or that the operand is already, is not worth a copy.
  bool isPacked = numColumns != tile.width && (ShapedType::isDynamic(numRows) || numRows > 2 * tile.rows);

  auto emitPanel = [&](ValueRange batch, Value column, bool isFull, ValueRange carried) -> Values {
    Values lhsIndices = getBatchIndices(b, lhs, batch), rhsIndices = getBatchIndices(b, rhs, batch);
    Value panel = isPacked ? emitPack(b, rhs, rhsIndices, carried[1], column, isFull) : Value();
    auto vectorAt = [&](ValueRange tap) {
      if (isPacked)
        return b.read(panel, {tap[0], b.index(0)}, tile.width, true);
      Values indices(rhsIndices);
      llvm::append_values(indices, tap[0], column);
      return b.read(rhs, indices, tile.width, isFull);
    };
    auto emitTile = [&](Value row, int64_t count, ValueRange carried) -> Values {
      Values rowIndices;
      for (int64_t i = 0; i < count; ++i)
        rowIndices.push_back(b.add(row, i));
      Values sums =
          emitChains(b, {element, tile.width, count, {{b.index(0), taps}}}, vectorAt, [&](ValueRange tap, int64_t i) {
            Values indices(lhsIndices);
            llvm::append_values(indices, rowIndices[i], tap[0]);
            return b.read(lhs, indices, 1, true);
          });
      Value result = carried[0];
      for (auto [i, sum] : llvm::enumerate(sums)) {
        Values indices(batch);
        llvm::append_values(indices, rowIndices[i], column);
        result = b.write(sum, result, indices, isFull);
      }
      return {result};
    };
    Values next = emitRows(b, b.index(0), rows, tile.rows, carried[0], emitTile);
    if (isPacked)
      next.push_back(panel);
    return next;
  };

  Values inits = {result};
  if (isPacked)
    inits.push_back(b.empty({taps, b.index(tile.width)}, element));
  return b.nest(batch, inits, [&](ValueRange ivs, ValueRange carried) {
    return emitPanels(b, columns, tile.width, carried, [&](Value column, bool isFull, ValueRange inner) {
      return emitPanel(ivs, column, isFull, inner);
    });
  })[0];
}

Value mind::emitMatmul(KernelBuilder &b, Value lhs, Value rhs, ValueRange batch) {
  // Without batches on the right, those on the left are rows.
  int64_t lhsRank = getRank(lhs);
  if (getRank(rhs) != 2 || lhsRank == 2)
    return emitBatchMatmul(b, lhs, rhs, batch);
  std::pair<int64_t, int64_t> groups[] = {{0, lhsRank - 1}, {lhsRank - 1, lhsRank}};
  Values extents = b.sizes(lhs);
  extents.back() = b.size(rhs, 1);
  return b.expand(emitBatchMatmul(b, b.collapse(lhs, groups), rhs, {}), groups, extents);
}

namespace {

class MatmulPattern : public LoweringPattern<MatmulOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(MatmulOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    DType dtype = *getDType(type);
    FailureOr<SmallVector<OpFoldResult>> sizes =
        getResultSizes(rewriter, getLoweringTypeConverter(), op, adaptor.getOperands(), type);
    if (failed(sizes))
      return failure();
    KernelBuilder b(op.getLoc(), rewriter);
    Values batch;
    for (OpFoldResult size : ArrayRef(*sizes).drop_back(2))
      batch.push_back(getIndexValue(b, op.getLoc(), size));
    Value lhs = widenOperand(b, dtype, adaptor.getLhs()), rhs = widenOperand(b, dtype, adaptor.getRhs());
    Value result = emitMatmul(b, lhs, rhs, batch);
    rewriter.replaceOp(op, narrowResult(b, dtype, result));
    return success();
  }
};

class DotPattern : public LoweringPattern<DotOp> {
public:
  using LoweringPattern::LoweringPattern;

  LogicalResult matchAndRewrite(DotOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    DType dtype = *getDType(cast<RankedTensorType>(op.getType()));
    KernelBuilder b(op.getLoc(), rewriter);
    Value lhs = widenOperand(b, dtype, adaptor.getLhs()), rhs = widenOperand(b, dtype, adaptor.getRhs());
    bool isRow = getRank(lhs) == 1, isColumn = getRank(rhs) == 1;
    Value result;
    if (isRow && isColumn) {
      result = emitInnerProduct(b, lhs, rhs);
    } else {
      std::pair<int64_t, int64_t> vector[] = {{0, 2}};
      Value one = b.index(1);
      if (isRow)
        lhs = b.expand(lhs, vector, {one, b.size(lhs, 0)});
      if (isColumn)
        rhs = b.expand(rhs, vector, {b.size(rhs, 0), one});
      result = emitMatmul(b, lhs, rhs, {});
      if (isRow || isColumn)
        result = b.collapse(result, vector);
    }
    rewriter.replaceOp(op, narrowResult(b, dtype, result));
    return success();
  }
};

} // namespace

void mind::populateContractionPatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<DotPattern, MatmulPattern>(converter, patterns.getContext());
  populateConvolutionPatterns(converter, patterns);
}
