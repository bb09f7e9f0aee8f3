//===- Laws.h - what holds of every derivative ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_LAWS_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_LAWS_H

#include "Summaries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

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
  /// Derivatives in `callees` are known to be linear; what other functions make of the
  /// seeds is found in their bodies.
  LinearityLaw(const llvm::StringMap<LinearCallee> &callees, mlir::SymbolTable &symbols)
      : callees(callees), symbols(symbols), summaries(own) {}

  void addSeed(mlir::Value seed) {
    seeds.insert(seed);
    states[seed] = Linear;
  }

  /// Visits a block without its terminator. Returns the first op that is not linear
  /// in the seeds though it depends on them; null if there is none.
  mlir::Operation *visit(mlir::Block *block);

  /// Visits the body of a function whose arguments from `firstSeed` on are seeds as far
  /// as they are fractions. Returns where it is not linear in them.
  std::optional<mlir::Location> visitFunction(mlir::func::FuncOp function, unsigned firstSeed);

  /// Whether a value is linear in the seeds, zero included.
  bool isLinear(mlir::Value value) const;

private:
  /// Zero and Linear are linear in the seeds, Constant does not depend on them. Zero
  /// is both.
  enum State : uint8_t { Unknown, Zero, Constant, Linear, Broken };

  /// What a function makes of arguments of given states: from Unknown upwards.
  struct Summary {
    llvm::SmallVector<State> results;
    bool isLinear = true;
    bool operator==(const Summary &other) const { return results == other.results && isLinear == other.isLinear; }
  };
  LinearityLaw(const LinearityLaw &outer, Summaries<Summary> &summaries)
      : callees(outer.callees), symbols(outer.symbols), summaries(summaries) {}

  static State join(State lhs, State rhs);
  State lookup(mlir::Value value) const;
  /// Whether the state of a value changed.
  bool update(mlir::Value value, State state);
  mlir::Operation *visit(mlir::Operation *op);
  mlir::Operation *visitCall(mlir::Operation *op, llvm::StringRef callee);
  Summary summarize(mlir::func::FuncOp function, mlir::ValueRange operands);
  mlir::Operation *visitRegions(mlir::Operation *op);
  State getResultState(mlir::Operation *op);

  const llvm::StringMap<LinearCallee> &callees;
  mlir::SymbolTable &symbols;
  /// Of this law, or of the one that looks into a function by this one.
  Summaries<Summary> own;
  Summaries<Summary> &summaries;
  llvm::DenseSet<mlir::Value> seeds;
  llvm::DenseMap<mlir::Value, State> states;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_LAWS_H
