//===- Chains.h - tiles of fma chains --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every contraction of ours is, for each element of the result, one chain
/// `acc = fma(scalar, vector, acc)` from +0 over ascending taps (N11). Chains of
/// different elements are independent, so a tile of them is computed at a time:
/// `rows` x `width` elements, in as many vector registers as x86-64-v3 has room
/// for. `width` runs along the last dim of the result and of the vector operand;
/// a row has a scalar of the other operand for each tap. Order within a chain is
/// the order of the tap loops, whatever the tile is.
///
/// The columns of the vector operand that a tile needs are copied to a panel first
/// ("packed"), where they lie one tap after the other, and beyond the last column
/// are zeros, which are computed with and never stored.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOLINALG_CHAINS_H
#define MIND_LIB_CONVERSION_MINDTOLINALG_CHAINS_H

#include "KernelBuilder.h"

namespace mind {

struct Tile {
  /// Columns, in elements of one run.
  int64_t width;
  int64_t rows;
};

/// The tile for a result with this many rows and columns, ShapedType::kDynamic if
/// not known.
Tile chooseTile(mlir::Type element, int64_t rows, int64_t columns);

/// The extent that a value is known to have, or ShapedType::kDynamic.
int64_t getStaticExtent(mlir::Value extent);

/// The dtype that a contraction of `dtype` computes in: f32 for f16 and bf16, i64
/// for q16, else itself.
mlir::Type getChainType(mlir::MLIRContext *context, DType dtype);
/// An operand, tensor or scalar, in that type.
mlir::Value widenOperand(KernelBuilder &b, DType dtype, mlir::Value value);
/// The result of chains as `dtype`: rounded once; q16 shifted right by 16 (N14).
mlir::Value narrowResult(KernelBuilder &b, DType dtype, mlir::Value value);

/// Taps `lower <= t < upper`; none if upper <= lower.
struct TapRange {
  mlir::Value lower, upper;
};

/// A tile of chains: the accumulators, one run for each row.
struct ChainTile {
  mlir::Type element;
  int64_t width;
  int64_t rows;
  /// Outermost first.
  llvm::SmallVector<TapRange> taps;
};
KernelBuilder::Values emitChains(KernelBuilder &b, const ChainTile &tile,
                                 llvm::function_ref<mlir::Value(mlir::ValueRange taps)> vectorAt,
                                 llvm::function_ref<mlir::Value(mlir::ValueRange taps, int64_t row)> scalarAt);

/// Calls `body` for whole panels of columns and, if there may be one, for the last
/// panel, which is not full.
KernelBuilder::Values
emitPanels(KernelBuilder &b, mlir::Value columns, int64_t width, mlir::ValueRange inits,
           llvm::function_ref<KernelBuilder::Values(mlir::Value column, bool isFull, mlir::ValueRange)> body);

/// Calls `body` for tiles of rows in [lower, upper), until each row has been in one:
/// the last may have fewer rows if their number is known, and may share rows with the
/// one before if it is not.
KernelBuilder::Values
emitRows(KernelBuilder &b, mlir::Value lower, mlir::Value upper, int64_t rows, mlir::ValueRange inits,
         llvm::function_ref<KernelBuilder::Values(mlir::Value row, int64_t count, mlir::ValueRange)> body);

/// Copies `width` columns of `source`, whose last dim is that of the columns, to
/// `panel`, which has the other dims and then `width`. `prefix` are indices of
/// leading dims of `source` that the panel does not have.
mlir::Value emitPack(KernelBuilder &b, mlir::Value source, mlir::ValueRange prefix, mlir::Value panel,
                     mlir::Value column, bool isFull);

} // namespace mind

#endif // MIND_LIB_CONVERSION_MINDTOLINALG_CHAINS_H
