//===- Activity.h - which values a derivative depends on --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is varied if an input reaches it, useful if it reaches an output, active
// if both. Values are those of a list of ops and of all regions in them; loops and
// branches are followed by the control flow that the ops declare.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_ACTIVITY_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_ACTIVITY_H

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"

#include "mlir/IR/Operation.h"

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

class Activity {
public:
  enum Mode {
    /// Derivatives: between fractions, and not through cuts.
    Derivatives,
    /// Any dependence of a value on another.
    Dependences
  };

  /// Ops in `opaque` do not pass on what is cut in them, whatever the mode.
  Activity(llvm::ArrayRef<mlir::Operation *> ops, Mode mode,
           const llvm::DenseSet<mlir::Operation *> *opaque = nullptr);

  void markInputs(llvm::ArrayRef<mlir::Value> inputs);
  void markOutputs(llvm::ArrayRef<mlir::Value> outputs);

  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  bool isUseful(mlir::Value value) const { return useful.contains(value); }
  bool isActive(mlir::Value value) const { return isVaried(value) && isUseful(value); }

private:
  using Edges = llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>>;

  void addOp(mlir::Operation *op);
  void addEdge(mlir::Value from, mlir::Value to);
  static void reach(const Edges &edges, llvm::ArrayRef<mlir::Value> from, llvm::DenseSet<mlir::Value> &reached);

  Mode mode;
  const llvm::DenseSet<mlir::Operation *> *opaque;
  Edges forward, backward;
  llvm::DenseSet<mlir::Value> varied, useful;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_ACTIVITY_H
