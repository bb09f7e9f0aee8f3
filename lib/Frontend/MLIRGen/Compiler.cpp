//===- Compiler.cpp - The stages of the front end in a row ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Mind/Frontend/MLIRGen.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mind;
using namespace mind::frontend;

Compiler::Compiler(MLIRContext &context) : context(context) {
  loadEmittedDialects(&context);
  cache = std::make_unique<IRCache>(&context);
}

Compiler::~Compiler() = default;

OwningOpRef<ModuleOp> Compiler::compile(frontend::DiagnosticEngine &diagnostics, const Options &options) {
  arena.reset();
  ast::Module *module = parse(arena, diagnostics);
  if (diagnostics.hasErrors() || !sema::check(*module, diagnostics))
    return {};
  return emit(*module, diagnostics, options);
}

OwningOpRef<ModuleOp> Compiler::emit(const ast::Module &module, frontend::DiagnosticEngine &diagnostics,
                                     const Options &options) {
  OwningOpRef<ModuleOp> result = Emitter(*cache, diagnostics, options).emit(module);
  if (!options.verify)
    return result;
  std::string reason;
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    reason += (reason.empty() ? "" : "; ") + diagnostic.str();
    return success();
  });
  if (succeeded(verify(*result)))
    return result;
  diagnostics.errorNoSpan(Phase::IRVerify, "E3001", "the module is not valid: " + reason);
  return {};
}
