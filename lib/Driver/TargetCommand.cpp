//===- TargetCommand.cpp - Compiling for another processor ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"
#include "Source.h"

#include "Mind/Target/Backend/TargetBackend.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

const TargetBackend *driver::findTarget(StringRef name, const BackendHooks &hooks) {
  if (const TargetBackend *target = hooks.targets->lookup(name))
    return target;
  llvm::errs() << "error[backend][E5001]: no backend available for target " << name << '\n';
  SmallVector<StringRef> known;
  for (const auto &target : hooks.targets->getTargets())
    known.push_back(target->getName());
  StringRef similar = frontend::findSimilarName(name, known);
  if (similar.empty())
    llvm::errs() << "help: --target=help lists the targets\n";
  else
    llvm::errs() << "help: did you mean `" << similar << "`?\n";
  return nullptr;
}

int driver::runTargets(const Options &options, const BackendHooks &hooks) {
  if (options.target.empty()) {
    printTargets(*hooks.targets, llvm::outs());
    return 0;
  }
  const TargetBackend *target = findTarget(options.target, hooks);
  if (!target)
    return 1;
  printCoverage(*target, llvm::outs());
  return 0;
}

int driver::runTarget(const Options &options, StringRef contents, const TargetBackend &target,
                      const BackendHooks &hooks) {
  if (options.output.empty()) {
    llvm::errs() << "error[cli]: a target writes files\nhelp: name a folder for them with -o\n";
    return 2;
  }
  TargetOptions request;
  request.function = options.function;
  if (!parseDims(options, request.dims))
    return 2;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = loadModule(options, contents, context, ModuleStage::Executable);
  if (!module)
    return 1;
  std::vector<TargetArtifact> artifacts;
  rt::Fault fault;
  {
    StageTimer timer(options, "target");
    if (!hooks.compileForTarget(target, *module, request, artifacts, fault)) {
      fault = locateFault(options, contents, fault, [&](ModuleOp again) -> std::optional<rt::Fault> {
        rt::Fault located;
        artifacts.clear();
        return hooks.compileForTarget(target, again, request, artifacts, located) ? std::nullopt
                                                                                    : std::optional(located);
      });
      report(options, contents, fault);
      return 1;
    }
  }
  if (std::error_code error = llvm::sys::fs::create_directories(options.output)) {
    llvm::errs() << "error[cli]: cannot write `" << options.output << "`: " << error.message() << '\n';
    return 2;
  }
  for (const TargetArtifact &artifact : artifacts) {
    SmallString<256> path(options.output);
    llvm::sys::path::append(path, artifact.name);
    if (int status = writeArtifact(path, asBytes(artifact.contents)))
      return status;
  }
  return 0;
}
