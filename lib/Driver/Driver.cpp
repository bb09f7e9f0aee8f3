//===- Driver.cpp - mindc and mindc-llvm ----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Driver/Driver.h"
#include "Commands.h"
#include "Gradients.h"
#include "OptionTable.h"
#include "Source.h"

#include "Mind/Frontend/Frontend.h"
#include "Mind/Support/PassFaults.h"
#include "Mind/Target/ElfEvidence/ElfEvidence.h"

#include "llvm/ADT/ScopeExit.h"
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
  llvm::errs() << "error[backend]: code of LLVM is made by mindc-llvm, which does not lie beside mindc\n"
               << "help: build or install it, or compile with --backend=direct\n";
  return 2;
}

/// Direct code is part of mindc itself.
static bool emitDirect(mlir::ModuleOp module, const EmitRequest &request, rt::Fault &fault) {
  elf::ElfOptions options;
  options.kind = request.kind == EmitRequest::Object   ? elf::ElfKind::Object
                 : request.kind == EmitRequest::Shared ? elf::ElfKind::Shared
                 : request.kind == EmitRequest::Header ? elf::ElfKind::Header
                                                       : elf::ElfKind::Executable;
  options.function = request.function;
  options.dims = request.dims;
  options.cpu = request.cpu;
  options.workspaceBytes = request.workspaceBytes;
  std::vector<uint8_t> bytes;
  if (options.kind == elf::ElfKind::Header)
    return elf::compileToBytes(module, options, bytes, fault) &&
           elf::writeFile(request.path, options.kind, bytes, fault);
  std::string omission;
  elf::NoteOptions notes;
  notes.embedsModule = request.embed;
  notes.allowNondeterministic = request.allowNondeterministic;
  if (!elf::compileWithNotes(module, options, notes, bytes, omission, fault) ||
      !elf::writeFile(request.path, options.kind, bytes, fault))
    return false;
  if (!omission.empty())
    llvm::errs() << "note[evidence]: `" << request.path << "` does not hold its module: " << omission << '\n';
  return true;
}

static bool isMachineCode(const Options &options) {
  return options.command == Command::Run || options.emit >= EmitKind::Object;
}

int driver::onLargeStack(llvm::function_ref<int()> body) {
  int status = 0;
  llvm::thread worker(std::optional<unsigned>(kStackBytes), [&] { status = body(); });
  worker.join();
  return status;
}

static int runCommand(const Options &options, const BackendHooks *hooks) {
  const TargetBackend *target = nullptr;
  if (options.command == Command::Compile && !options.target.empty() && !(target = findTarget(options.target, *hooks)))
    return 1;
  std::string contents;
  if (!readInput(options.input, frontend::kMaxSourceBytes, contents))
    return 2;
  return onLargeStack([&]() -> int {
    switch (options.command) {
    case Command::Run:
      return runProgram(options, contents, hooks);
    case Command::Graph:
      return runGraph(options, contents);
    default:
      if (options.autodiff)
        return runGradient(options, contents);
      return target ? runTarget(options, contents, *target, *hooks) : runCompile(options, contents, hooks);
    }
  });
}

static int runOptions(int argc, char **argv, const BackendHooks *hooks) {
  Options options;
  options.direct = !hooks;
  if (int status = parseOptions(argc, argv, options))
    return status;
  if (!options.crashReproducer.empty()) {
    // One of an earlier run would be taken for this one's.
    (void)llvm::sys::fs::remove(options.crashReproducer);
    setCrashReproducer(options.crashReproducer);
  }
  llvm::scope_exit writer([&] { writeTimings(options); });
  static const BackendHooks directHooks = {emitDirect, elf::runDirect};
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
  case Command::Completions: {
    std::string text = getCompletions(options.input);
    if (text.empty())
      llvm::errs() << "error[cli]: unknown shell `" << options.input << "`\nhelp: there are bash, zsh and fish\n";
    llvm::outs() << text;
    return text.empty() ? 2 : 0;
  }
  case Command::Manual:
    llvm::outs() << getManual(MIND_VERSION);
    return 0;
  case Command::Verify:
    return onLargeStack([&] { return runVerify(options); });
  case Command::Inspect:
    return runInspect(options);
  case Command::Format:
    return onLargeStack([&] { return runFormat(options); });
  case Command::Check:
    if (!options.autodiff)
      return onLargeStack([&] { return runCheck(options); });
    break;
  case Command::Test:
    return onLargeStack([&] { return runTests(options); });
  case Command::Ops:
    return runOps(options);
  case Command::Explain:
    return runExplain(options.topic);
  case Command::Watch: {
    static int anchor;
    return runWatch(options, llvm::sys::fs::getMainExecutable(argv[0], &anchor).c_str());
  }
  case Command::Repl:
    return onLargeStack([&] { return runRepl(options, directHooks); });
  default:
    break;
  }
  if (options.direct && options.target.empty() && needsBackend(options) && isMachineCode(options))
    hooks = &directHooks;
  // A driver of targets alone makes no native code.
  bool asksTargets = !options.target.empty() || options.command == Command::Targets;
  if (needsBackend(options) && (!hooks || (asksTargets ? !hooks->targets : !hooks->emit)))
    return becomeSibling(argv);
  if (options.command == Command::Targets)
    return runTargets(options, *hooks);
  if (!options.target.empty() && options.command == Command::Run) {
    llvm::errs() << "error[cli]: `mindc run` runs on the processor that it runs on\nhelp: compile with --target and -o\n";
    return 2;
  }
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
