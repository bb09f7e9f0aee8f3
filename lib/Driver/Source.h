//===- Source.h - From a file to a module -----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_SOURCE_H
#define MIND_LIB_DRIVER_SOURCE_H

#include "Options.h"

#include "Mind/Frontend/MLIRGen.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace mind::driver {

/// Reads `path`, or standard input for "-", up to one byte beyond `limit`. False
/// after a message, which means exit code 2.
bool readInput(llvm::StringRef path, uint64_t limit, std::string &contents);

/// Whether the file holds a module rather than source.
bool isModuleFile(llvm::StringRef path);

/// Parses and checks the source of `diagnostics` only, and makes the gradients that it
/// asks for. What is wrong is not rendered.
void diagnoseSource(const Options &options, frontend::DiagnosticEngine &diagnostics);

/// The same of a source or a module in a file of that name, which is verified if that is
/// asked for. False if it is wrong, which may have been written to standard error.
bool diagnoseFile(const Options &options, llvm::StringRef path, frontend::DiagnosticEngine &diagnostics);

/// The name of the input in messages.
llvm::StringRef getShownName(const Options &options);

/// The module as it is written; null after errors, which are not rendered yet.
mlir::OwningOpRef<mlir::ModuleOp> readModule(const Options &options, llvm::StringRef contents,
                                             mlir::MLIRContext &context, frontend::DiagnosticEngine &diagnostics,
                                             bool exactLocations, MicForm form = MicForm::None);

/// Puts the statements of a script into a function.
mlir::LogicalResult outlineScript(mlir::ModuleOp module);

/// How far a module is taken: as it is written, the same with the gradients that it asks
/// for made and dropped, with them, and with its statements in a function as well.
enum class ModuleStage { Written, Checked, Differentiated, Executable };

/// The module of the source, or the module in the file. A source's has what `form` adds. Null after the errors were
/// written.
mlir::OwningOpRef<mlir::ModuleOp> loadModule(const Options &options, llvm::StringRef contents,
                                             mlir::MLIRContext &context, ModuleStage stage,
                                             MicForm form = MicForm::None);

/// The module of the buffer of `diagnostics`, in whose errors, or on standard error, is
/// why there is none. `exactLocations`: each operation has its span.
mlir::OwningOpRef<mlir::ModuleOp> makeModule(const Options &options, mlir::MLIRContext &context, ModuleStage stage,
                                             MicForm form, frontend::DiagnosticEngine &diagnostics,
                                             bool exactLocations = false);

/// Writes the syntax tree to `os`; false if it could not be parsed.
bool dumpTree(const Options &options, llvm::StringRef contents, llvm::raw_ostream &os);

/// Writes each token with its place and class; false if some are malformed.
bool dumpTokens(const Options &options, llvm::StringRef contents, llvm::raw_ostream &os);

/// Times a stage from construction to destruction, for `--timing`.
class StageTimer {
public:
  StageTimer(const Options &options, llvm::StringRef name);
  ~StageTimer();

private:
  llvm::StringRef name;
  TimingForm form;
  uint64_t begin = 0;
};

/// For `--print-after` and `--print-diff`: writes the module that `stage`, named as for
/// `--timing`, left, or what it changed in that of the stage before, to standard error, if
/// it was asked for. Stages that read or make a module have none before them.
void printStage(const Options &options, llvm::StringRef stage, mlir::ModuleOp module);

/// For `--timing`: what the values of a program take at once, if that is laid out.
void reportWorkspace(const Options &options, std::optional<int64_t> bytes);

/// For `--timing=json` and `--timing=chrome`: writes what was timed to standard error.
void writeTimings(const Options &options);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_SOURCE_H
