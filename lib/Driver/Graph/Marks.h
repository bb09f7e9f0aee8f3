//===- Marks.h - Which operation belongs to which gradient ------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes keep locations and compare nothing by them, so that what is marked there is
/// compiled as it would be without.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_GRAPH_MARKS_H
#define MIND_LIB_DRIVER_GRAPH_MARKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mind::graph {

/// Gives each operation a location of its own, for DerivativeRequest::marksGradients.
void markOps(mlir::func::FuncOp function);
/// Says of all operations behind the first `numPrimalOps` that they compute gradients.
void markGradientOps(mlir::func::FuncOp derivative, unsigned numPrimalOps);

/// Reads the marks of the operations of a function, in their order.
class GradientMarks {
public:
  static bool isGradient(mlir::Operation *op);
  /// Takes down the node of an operation, and calls `visit` with the nodes of those whose
  /// gradient it makes.
  void visit(mlir::Operation *op, unsigned node, llvm::function_ref<void(unsigned)> visit);

private:
  llvm::DenseMap<mlir::Location, unsigned> nodes;
};

} // namespace mind::graph

#endif // MIND_LIB_DRIVER_GRAPH_MARKS_H
