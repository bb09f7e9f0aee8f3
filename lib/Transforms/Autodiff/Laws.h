//===- Laws.h - what holds of every derivative ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_LAWS_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_LAWS_H

#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace mind::autodiff {

/// Which results of a function are linear in which operands: those from the given
/// ones on.
struct LinearCallee {
  unsigned firstOperand = 0;
  unsigned firstResult = 0;
};

/// Finds out what depends on the seeds of a derivative, and how.
class LinearityLaw {
public:
  explicit LinearityLaw(const llvm::StringMap<LinearCallee> &callees) : callees(callees) {}

  void addSeed(mlir::Value seed) {
    seeds.insert(seed);
    states[seed] = Linear;
  }

  /// Visits a block without its terminator. Returns the first op that is not linear
  /// in the seeds though it depends on them; null if there is none.
  mlir::Operation *visit(mlir::Block *block);

  /// Whether a value is linear in the seeds, zero included.
  bool isLinear(mlir::Value value) const;

private:
  /// Zero and Linear are linear in the seeds, Constant does not depend on them. Zero
  /// is both.
  enum State : uint8_t { Unknown, Zero, Constant, Linear, Broken };

  static State join(State lhs, State rhs);
  State lookup(mlir::Value value) const;
  /// Whether the state of a value changed.
  bool update(mlir::Value value, State state);
  mlir::Operation *visit(mlir::Operation *op);
  mlir::Operation *visitRegions(mlir::Operation *op);
  State getResultState(mlir::Operation *op);

  const llvm::StringMap<LinearCallee> &callees;
  llvm::DenseSet<mlir::Value> seeds;
  llvm::DenseMap<mlir::Value, State> states;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_LAWS_H
