//===- Commands.h - What mindc does -----------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_COMMANDS_H
#define MIND_LIB_DRIVER_COMMANDS_H

#include "Options.h"

namespace mind::driver {

// Each returns the exit code.
int runCompile(const Options &options, llvm::StringRef contents, const BackendHooks *hooks);
int runProgram(const Options &options, llvm::StringRef contents, const BackendHooks *hooks);
int runVerify(const Options &options);
int runInspect(const Options &options);
/// Rewrites sources in canonical style.
int runFormat(const Options &options);
int runExplain(llvm::StringRef code);

/// Writes what is printed to `path`, standard output if that is empty.
int writeText(llvm::StringRef path, llvm::StringRef text);

/// Whether the options ask for something that mindc alone cannot do.
bool needsBackend(const Options &options);

/// The page of an error code, or an empty string.
llvm::StringRef getErrorPage(llvm::StringRef code);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_COMMANDS_H
