//===- Commands.h - What mindc does -----------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_COMMANDS_H
#define MIND_LIB_DRIVER_COMMANDS_H

#include "Options.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace mind::driver {

// Each returns the exit code.
int runCompile(const Options &options, llvm::StringRef contents, const BackendHooks *hooks);
int runProgram(const Options &options, llvm::StringRef contents, const BackendHooks *hooks);
int runVerify(const Options &options);
int runInspect(const Options &options);
/// Checks files and folders, and mends what may be mended.
int runCheck(const Options &options);
/// Runs the tests in files and folders.
int runTests(const Options &options);
/// Runs a command line again whenever its files change; `self` is this program. Returns
/// only if that cannot be done.
int runWatch(const Options &options, const char *self);
/// Reads and runs entries until the input ends; machine code comes from `direct`.
int runRepl(const Options &options, const BackendHooks &direct);
/// Draws what a function computes.
int runGraph(const Options &options, llvm::StringRef contents);
/// Lists the operations of the dialect.
int runOps(const Options &options);
/// Rewrites sources in canonical style.
int runFormat(const Options &options);
/// The target of that name; null after a message, which means exit code 1.
const TargetBackend *findTarget(llvm::StringRef name, const BackendHooks &hooks);
/// Compiles for another processor, into the folder that `-o` names.
int runTarget(const Options &options, llvm::StringRef contents, const TargetBackend &target,
              const BackendHooks &hooks);
/// Lists the targets, or what one of them covers.
int runTargets(const Options &options, const BackendHooks &hooks);
/// Prints the page of an error code.
int runExplain(llvm::StringRef code);

/// Writes what is printed to `path`, standard output if that is empty.
int writeText(llvm::StringRef path, llvm::StringRef text);

/// Reads `--dim B=4`. False after a message, which means exit code 2.
bool parseDims(const Options &options, std::map<std::string, int64_t> &dims);

/// Reports a fault as a diagnostic; its phase is that of its code.
void report(const Options &options, llvm::StringRef contents, const rt::Fault &fault);

/// Runs what recurses over a tree or a module, on a stack that is large enough.
int onLargeStack(llvm::function_ref<int()> body);

/// Adds a fault to those of the input, with its place if it is there; its phase is that of
/// its code.
void addProgramFault(const Options &options, const rt::Fault &fault, frontend::DiagnosticEngine &diagnostics);

/// The same fault with its place. Programs are compiled without places, which would make
/// every compilation slower; where one fails, it fails again with them.
rt::Fault locateFault(const Options &options, llvm::StringRef contents, const rt::Fault &fault,
                      llvm::function_ref<std::optional<rt::Fault>(mlir::ModuleOp)> compile);

/// Whether the options ask for something that mindc alone cannot do.
bool needsBackend(const Options &options);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_COMMANDS_H
