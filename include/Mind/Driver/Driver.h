//===- Driver.h - The command line of mindc ---------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// mindc and mindc-llvm are one driver. mindc is built without LLVM's code
/// generators, which would triple its start-up; for what needs them it runs its
/// sibling, which lies beside it and gets the same command line.
///
/// Exit codes: 0 done, 1 the program is wrong, 2 usage or input and output; a
/// program that is run gives its own, 77 if a fault stopped it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DRIVER_DRIVER_H
#define MIND_DRIVER_DRIVER_H

#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Target/Backend/TargetBackend.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>

namespace mind::driver {

/// What a back end is asked to write.
struct EmitRequest {
  enum Kind { Lowered, LLVMIR, Object, Shared, Executable, Header };
  Kind kind = Executable;
  /// "-" is standard output, for text.
  std::string path;
  /// Where an executable begins; empty for the entry of the program.
  std::string function;
  /// Extents of named dims, to specialise for.
  std::map<std::string, int64_t> dims;
  /// x86-64-v3 or x86-64-v4.
  std::string cpu = "x86-64-v3";
  /// Of direct code: the file holds its module, which may be nondeterministic.
  bool embed = true;
  bool allowNondeterministic = false;
  /// If not null, gets the bytes that direct code lays out for its values.
  int64_t *workspaceBytes = nullptr;
};

/// What mindc-llvm adds to the driver.
struct BackendHooks {
  /// Compiles `module`, which it may change. False with a coded fault.
  bool (*emit)(mlir::ModuleOp module, const EmitRequest &request, rt::Fault &fault) = nullptr;
  /// Compiles in memory and runs, like interpreter::run.
  interpreter::Outcome (*run)(mlir::ModuleOp module, llvm::StringRef function, llvm::ArrayRef<rt::Tensor> args,
                              llvm::raw_ostream &out, const std::map<std::string, int64_t> &dims,
                              llvm::StringRef cpu) = nullptr;
  /// Other processors, and mind::compileForTarget.
  const TargetRegistry *targets = nullptr;
  bool (*compileForTarget)(const TargetBackend &target, mlir::ModuleOp module, const TargetOptions &options,
                           std::vector<TargetArtifact> &artifacts, rt::Fault &fault) = nullptr;
};

/// The whole of a run of mindc; `hooks` is null in mindc itself.
int run(int argc, char **argv, const BackendHooks *hooks);

} // namespace mind::driver

#endif // MIND_DRIVER_DRIVER_H
