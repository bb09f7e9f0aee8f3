//===- MLIRGen.h - Source text to a module of the dialect -------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The whole front end behind one object. It keeps what is costly to ask a context
/// for (types, attributes, names of operations), so make one and let it live as
/// long as its context: a small program then takes microseconds.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_MLIRGEN_H
#define MIND_FRONTEND_MLIRGEN_H

#include "Mind/Frontend/Frontend.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace mind {

namespace frontend {
class IRCache;
} // namespace frontend

/// Whether a module also holds what mic@3 shows of its source: values of statements
/// without one, spellings, names. It computes the same, with a few constants more.
enum class MicForm {
  None,
  /// Integer literals are of their own type where nothing else tells it.
  Exact,
  /// Integer literals are integers.
  Compatible
};

class Compiler {
public:
  struct Options {
    /// One location for each statement; without it operations have none.
    bool debugLocations = false;
    /// One for each operation, with its end. Programs that ask for gradients have them
    /// anyway.
    bool exactLocations = false;
    /// Runs the verifier on the module, which the type checker makes superfluous: a
    /// fault is E3001, and a defect of the compiler.
    bool verify = false;
    MicForm micForm = MicForm::None;
  };

  /// Loads the dialects that modules are made of.
  explicit Compiler(mlir::MLIRContext &context);
  ~Compiler();

  /// Parses, checks and emits the source of `diagnostics`. Null with at least one
  /// error there if the program is wrong.
  mlir::OwningOpRef<mlir::ModuleOp> compile(frontend::DiagnosticEngine &diagnostics, const Options &options);
  mlir::OwningOpRef<mlir::ModuleOp> compile(frontend::DiagnosticEngine &diagnostics) {
    return compile(diagnostics, Options());
  }

  /// The last stage alone, on a tree that `sema::check` has accepted.
  mlir::OwningOpRef<mlir::ModuleOp> emit(const ast::Module &module, frontend::DiagnosticEngine &diagnostics,
                                         const Options &options);

private:
  mlir::MLIRContext &context;
  std::unique_ptr<frontend::IRCache> cache;
  ast::Context arena;
};

} // namespace mind

#endif // MIND_FRONTEND_MLIRGEN_H
