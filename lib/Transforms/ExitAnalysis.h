//===- ExitAnalysis.h - how control leaves a block --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the ways in which control leaves each block of a function whose control
/// flow is structural `mind` ops.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_EXITANALYSIS_H
#define MIND_LIB_TRANSFORMS_EXITANALYSIS_H

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseMap.h"

namespace mind {

/// The ways in which control leaves a list of ops, in the order of their flags.
enum Exit : unsigned { Fall = 1, Next = 2, Break = 4, Return = 8 };
using ExitSet = unsigned;
constexpr Exit allExits[] = {Fall, Next, Break, Return};

inline mlir::Block *getBeforeBlock(WhileOp op) { return &op->getRegion(0).front(); }
inline mlir::Block *getBodyBlock(WhileOp op) { return &op->getRegion(1).front(); }

/// Removes the ops from `first` to the end of its block: they are unreachable.
void eraseFrom(mlir::Block *block, mlir::Block::iterator first);

/// The ways out of each block. The constructor also moves early exits out of loop
/// conditions into the loop's body: `while (c, may leave) { body }` becomes an
/// endless loop over `c; if c {} else { break }; body`.
class ExitAnalysis {
public:
  explicit ExitAnalysis(mlir::func::FuncOp func);

  ExitSet of(mlir::Block *block) const { return ways.lookup(block); }

  /// Of a branch: one that is missing falls through.
  ExitSet of(mlir::Region &branch) const { return branch.empty() ? unsigned(Fall) : of(&branch.front()); }

  ExitSet of(IfOp op) const { return of(op->getRegion(0)) | of(op->getRegion(1)); }

  /// `Fall` (it ends) and `Return`. A loop without any end counts as falling
  /// through, so that what follows it keeps its place.
  ExitSet of(WhileOp op) const;

  /// True if the condition is the constant true.
  static bool isEndless(WhileOp op);

private:
  ExitSet compute(mlir::Block *block) const;
  void rotate(WhileOp loop);

  llvm::DenseMap<mlir::Block *, ExitSet> ways;
};

} // namespace mind

#endif // MIND_LIB_TRANSFORMS_EXITANALYSIS_H
