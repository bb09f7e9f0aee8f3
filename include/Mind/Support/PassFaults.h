//===- PassFaults.h - Passes that fail, as faults with a place --*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass reports errors at operations; what the user sees is a fault with a code and
/// the place in the source. A pass that fails without a word is named, and so is what
/// it failed on.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_SUPPORT_PASSFAULTS_H
#define MIND_SUPPORT_PASSFAULTS_H

#include "Mind/Runtime/Fault.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir {
class PassManager;
} // namespace mlir

namespace mind {

/// The first file and line that the location names.
rt::Place getPlace(mlir::Location loc);

/// Where passes that fail or crash write MLIR's reproducer: the module before them and
/// the pipeline, for `mind-opt --run-reproducer`. Of the process, as MLIR's own options
/// are; empty: nowhere.
void setCrashReproducer(llvm::StringRef path);

/// Runs the passes. If they fail, at least one error has been reported.
mlir::LogicalResult runPasses(mlir::PassManager &passes, mlir::ModuleOp module);

/// Keeps the first error that is reported while it lives; the others are dropped.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext *context);

  bool isEmpty() const { return message.empty(); }
  /// What was reported, or `otherwise`.
  rt::Fault getFault(llvm::StringRef code, llvm::StringRef otherwise) const;

private:
  std::string message;
  rt::Place place;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace mind

#endif // MIND_SUPPORT_PASSFAULTS_H
