//===- Driver.cpp - mindc and mindc-llvm ----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Driver/Driver.h"
#include "Commands.h"
#include "Gradients.h"
#include "Source.h"

#include "Mind/Frontend/Frontend.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/thread.h"

#include <unistd.h>

using namespace mind;
using namespace mind::driver;

/// The stack for what recurses over the tree, whose height is bounded by the
/// parser; pages that are not used cost nothing.
static constexpr unsigned kStackBytes = 64u << 20;

/// Goes on as the sibling, with the same command line. Returns only if that fails.
static int becomeSibling(char **argv) {
  static int anchor;
  std::string self = llvm::sys::fs::getMainExecutable(argv[0], &anchor);
  llvm::SmallString<256> sibling(llvm::sys::path::parent_path(self));
  llvm::sys::path::append(sibling, "mindc-llvm");
  ::execv(sibling.c_str(), argv);
  llvm::errs() << "error[backend]: native code is made by mindc-llvm, which does not lie beside mindc\n"
               << "help: build or install it, or run with --interpret\n";
  return 2;
}

static int runCommand(const Options &options, const BackendHooks *hooks) {
  std::string contents;
  if (!readInput(options.input, frontend::kMaxSourceBytes, contents))
    return 2;
  int status = 0;
  auto body = [&] {
    switch (options.command) {
    case Command::Check: {
      // Checking makes no module, unless it is to be verified.
      if (options.autodiff) {
        status = runGradient(options, contents);
        return;
      }
      if (!options.verify && !isModuleFile(options.input)) {
        status = checkSource(options, contents) ? 0 : 1;
        return;
      }
      mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
      status = loadModule(options, contents, context, ModuleStage::Differentiated) ? 0 : 1;
      return;
    }
    case Command::Run:
      status = runProgram(options, contents, hooks);
      return;
    default:
      status = options.autodiff ? runGradient(options, contents) : runCompile(options, contents, hooks);
      return;
    }
  };
  llvm::thread worker(std::optional<unsigned>(kStackBytes), body);
  worker.join();
  return status;
}

static int runOptions(int argc, char **argv, const BackendHooks *hooks) {
  Options options;
  if (int status = parseOptions(argc, argv, options))
    return status;
  switch (options.command) {
  case Command::Help:
    llvm::outs() << getHelp();
    return 0;
  case Command::Version:
    llvm::outs() << "mind " MIND_VERSION "\ncore-ir=1.0  mlir-lowering=0.1\n";
    return 0;
  case Command::Stability:
    llvm::outs() << "mind " MIND_VERSION ": the language and the IR may change before 1.0; error codes do not\n";
    return 0;
  case Command::Explain:
    return runExplain(options.topic);
  default:
    break;
  }
  if (!hooks && needsBackend(options))
    return becomeSibling(argv);
  return runCommand(options, hooks);
}

int driver::run(int argc, char **argv, const BackendHooks *hooks) {
  int status = runOptions(argc, argv, hooks);
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return status;
  llvm::errs() << "error[cli]: cannot write to standard output: " << llvm::outs().error().message() << '\n';
  llvm::outs().clear_error();
  return 2;
}
