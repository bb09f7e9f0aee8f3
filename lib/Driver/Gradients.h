//===- Gradients.h - Gradients of source, and as text -----------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_GRADIENTS_H
#define MIND_LIB_DRIVER_GRADIENTS_H

#include "Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace mind::driver {

/// Gives the derivatives that the module asks for their bodies. False after errors,
/// which have spans where the operation has a location. `checksNumerically` is that of
/// Options.
bool resolveGradients(mlir::ModuleOp module, frontend::DiagnosticEngine &diagnostics, bool checksNumerically);

/// `mindc FILE --func NAME --autodiff` with what goes with it. Returns the exit code.
int runGradient(const Options &options, llvm::StringRef contents);

/// What `--autodiff` makes of a module.
struct ModuleGradient {
  mlir::func::FuncOp function;
  /// As in GradientText.
  mlir::func::FuncOp derivative;
  /// The parameters that it is differentiated by, by name.
  std::vector<std::string> wrt;
};

/// Makes the gradient that `--autodiff` asks for, for `mindc graph`: operations have the
/// marks of GradientMarks. Nothing after errors.
std::optional<ModuleGradient> makeMarkedGradient(const Options &options, frontend::DiagnosticEngine &diagnostics,
                                                 mlir::ModuleOp module);

/// What the flat text is made of.
struct GradientText {
  /// Has the names of the parameters.
  mlir::func::FuncOp function;
  /// Takes the arguments of the function and returns its results, then the gradients.
  mlir::func::FuncOp derivative;
  /// How many ops of its body are those of the function.
  unsigned numPrimalOps = 0;
  unsigned numResults = 1;
  /// The parameters, in the order of the gradients.
  llvm::ArrayRef<unsigned> wrt;
  /// Of a script: the constants that the first arguments stand for, each with an
  /// attribute `value`.
  llvm::ArrayRef<mlir::Operation *> leaves;
  bool withMap = false;
};

/// Prints one line for each op, as the reference compiler does.
void printGradient(const GradientText &text, llvm::raw_ostream &os);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_GRADIENTS_H
