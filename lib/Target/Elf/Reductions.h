//===- Reductions.h - sums, means, greatest elements ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_REDUCTIONS_H
#define MIND_LIB_TARGET_ELF_REDUCTIONS_H

#include "LoopNest.h"

namespace mlir {
class Operation;
}

namespace mind::elf {

enum class ReduceKind : uint8_t { Sum, Mean, Max };

struct Reduction {
  ReduceKind kind;
  DType dtype;
  Extents shape;
  /// None stand for all.
  llvm::SmallVector<int64_t, 4> axes;
  Place input, output, scratch;
};

/// Whether the reduced axes lie apart, so that the kernel works on a copy in which
/// they do not.
bool needsTransposing(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> axes);

void emitReduction(Assembler &as, const Reduction &reduction);

/// Inner product of two vectors: a sum whose lane steps are fused (N11).
void emitInnerProduct(Assembler &as, DType dtype, int64_t count, Place lhs, Place rhs, Place output);

void emitArgmax(Assembler &as, DType dtype, llvm::ArrayRef<int64_t> shape, int64_t axis, Place input, Place output);

/// Where the elements that mind.index or mind.slice shows begin, and their strides.
void getWindow(mlir::Operation *op, Extents &shape, Extents &strides, int64_t &first);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_REDUCTIONS_H
