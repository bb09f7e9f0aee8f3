//===- Lanes.h - sums of 16 lanes, blocks and a tree ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one order of a sum (N15): blocks of 1024 elements; in a block 16 lanes, of
/// which lane j takes the elements j, j + 16, ... from +0 on; the lanes fold in
/// halves; and block sums fold as a binary counter carries. A counter with one
/// partial sum a bit holds the tree for any number of blocks: block i merges with
/// as many partial sums as i has trailing ones, and at the end what remains merges
/// from the lowest bit up.
///
/// Where the reduced elements are neighbours in memory, the lanes are the elements
/// of one vector. Otherwise a lane is a run of results, one row of the operand at a
/// time, and the code is the same for every result of the run.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOLINALG_LANES_H
#define MIND_LIB_CONVERSION_MINDTOLINALG_LANES_H

#include "KernelBuilder.h"

namespace mind {

/// A tensor as the dims that a reduction keeps before the reduced one, the reduced
/// one, and those that it keeps after it, each as one dim. There is no dim for a
/// part without dims; the reduced one always exists.
struct ReductionView {
  mlir::Value tensor;
  bool hasOuter;
  bool hasInner;

  int64_t getReducedDim() const { return hasOuter; }
};

/// Turns a sum, or a run of them, into the result: same type.
using Finish = llvm::function_ref<mlir::Value(mlir::Value)>;

/// The sum over the reduced dim, of floats or wrapping integers: a tensor of what
/// is kept, or a scalar if nothing is.
mlir::Value emitSum(KernelBuilder &b, const ReductionView &view, Finish finish);

/// The inner product of two vectors: each step of a lane is an fma.
mlir::Value emitInnerProduct(KernelBuilder &b, mlir::Value lhs, mlir::Value rhs);

/// The greatest elements over the reduced dim, from `lowest` on.
mlir::Value emitGreatest(KernelBuilder &b, const ReductionView &view, mlir::Value lowest,
                         llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> greater);

} // namespace mind

#endif // MIND_LIB_CONVERSION_MINDTOLINALG_LANES_H
