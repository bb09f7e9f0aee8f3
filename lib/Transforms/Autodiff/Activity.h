//===- Activity.h - which values a derivative depends on --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is varied if an input reaches it, useful if it reaches an output, active
// if both. Values are those of a list of ops and of all regions in them; loops and
// branches are followed by the control flow that the ops declare, calls by what the
// results of a function depend on.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_ACTIVITY_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_ACTIVITY_H

#include "Summaries.h"

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mind::autodiff {

/// The inputs of an op: what it says, or its operands.
llvm::SmallVector<mlir::Value> getInputs(mlir::Operation *op);

/// Why a differentiable input of `op` has no derivative by definition; else empty.
llvm::StringRef getCut(mlir::Operation *op, unsigned input);

/// One value to another, where control flow passes it on: operands to arguments of
/// regions, operands of terminators to results.
void visitForwarding(mlir::Operation *op, llvm::function_ref<void(mlir::Value from, mlir::Value to)> visit);

class FunctionDependences;

class Activity {
public:
  enum Mode {
    /// Derivatives: between fractions, and not through cuts.
    Derivatives,
    /// Any dependence of a value on another.
    Dependences
  };

  /// Ops in `opaque` do not pass on what is cut in them, whatever the mode.
  Activity(llvm::ArrayRef<mlir::Operation *> ops, Mode mode, FunctionDependences &functions,
           const llvm::DenseSet<mlir::Operation *> *opaque = nullptr);

  void markInputs(llvm::ArrayRef<mlir::Value> inputs);
  void markOutputs(llvm::ArrayRef<mlir::Value> outputs);

  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  bool isUseful(mlir::Value value) const { return useful.contains(value); }
  bool isActive(mlir::Value value) const { return isVaried(value) && isUseful(value); }
  /// Whether the op, one of those that the marks were made for, takes this input to a
  /// useful result.
  bool leadsOn(mlir::Operation *op, unsigned position) const;

private:
  friend class FunctionDependences;
  using Edges = llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>>;

  void addOp(mlir::Operation *op);
  void addEdge(mlir::Value from, mlir::Value to);
  static void reach(const Edges &edges, llvm::ArrayRef<mlir::Value> from, llvm::DenseSet<mlir::Value> &reached);

  Mode mode;
  FunctionDependences &functions;
  const llvm::DenseSet<mlir::Operation *> *opaque;
  Edges forward, backward;
  llvm::DenseSet<mlir::Value> varied, useful;
};

/// Which results of the functions of a module depend on which of their arguments.
class FunctionDependences {
public:
  /// Functions in `derivatives` do not pass on what is cut in them: their comparisons
  /// and casts are those of rules.
  FunctionDependences(mlir::SymbolTable &symbols, const llvm::DenseSet<mlir::Operation *> &derivatives)
      : symbols(symbols), derivatives(derivatives) {}

  /// Of a call, for each operand the results. What has no body, or a gradient of its
  /// own, takes every operand to every result.
  llvm::SmallVector<llvm::BitVector> get(mlir::func::CallOp call, Activity::Mode mode);

  /// Forgets what functions were, before they change.
  void clear() { summaries.clear(); }

private:
  using Summary = llvm::SmallVector<llvm::BitVector>;

  mlir::SymbolTable &symbols;
  const llvm::DenseSet<mlir::Operation *> &derivatives;
  Summaries<Summary> summaries;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_ACTIVITY_H
