//===- Commands.cpp - Compiling and running -------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"
#include "Commands.h"
#include "Serialize.h"
#include "Source.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Support/ErrorCodes.h"
#include "Mind/Target/Entry/Entry.h"
#include "Mind/Transforms/MemoryPlan.h"
#include "Mind/Transforms/Passes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

bool driver::needsBackend(const Options &options) {
  switch (options.command) {
  case Command::Compile:
    return options.emit > EmitKind::Evidence || !options.target.empty();
  case Command::Targets:
    return true;
  case Command::Run:
    return !options.interpret;
  default:
    return false;
  }
}

/// Whether a fault lies in the file that was named.
static bool isInInput(const Options &options, const rt::Fault &fault) {
  return fault.place.line == 0 || fault.place.file == options.input || fault.place.file == getShownName(options);
}

void driver::addProgramFault(const Options &options, const rt::Fault &fault, frontend::DiagnosticEngine &diagnostics) {
  frontend::Phase phase = findPhaseOf(fault.code);
  bool hasPlace = fault.place.line != 0;
  if (hasPlace && isInInput(options, fault)) {
    uint32_t begin = diagnostics.getOffset({fault.place.line, fault.place.column});
    uint32_t end = diagnostics.getOffset({fault.place.endLine, fault.place.endColumn});
    diagnostics.error(phase, fault.code, {begin, std::max(begin, end)}, fault.message);
    return;
  }
  std::string where = hasPlace ? " (line " + std::to_string(fault.place.line) + ")" : "";
  diagnostics.errorNoSpan(phase, fault.code, fault.message + where);
}

void driver::report(const Options &options, StringRef contents, const rt::Fault &fault) {
  frontend::Phase phase = findPhaseOf(fault.code);
  bool hasPlace = fault.place.line != 0;
  if (!hasPlace && options.render.format == frontend::DiagnosticFormat::Human) {
    // Programs that run by themselves say it in the same line.
    llvm::errs() << "error[" << frontend::getPhaseName(phase) << "][" << fault.code << "]: " << fault.message << '\n';
  } else {
    bool isInput = isInInput(options, fault);
    frontend::DiagnosticEngine diagnostics(isInput ? getShownName(options) : StringRef(fault.place.file),
                                           isInput ? contents : "");
    addProgramFault(options, fault, diagnostics);
    frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  }
  if (!options.crashReproducer.empty() && llvm::sys::fs::exists(options.crashReproducer))
    llvm::errs() << "note: the module before the passes that failed is in " << options.crashReproducer
                 << "; mind-opt --run-reproducer runs them\n";
}

rt::Fault driver::locateFault(const Options &options, StringRef contents, const rt::Fault &fault,
                              llvm::function_ref<std::optional<rt::Fault>(ModuleOp)> compile) {
  if (fault.place.line != 0 || fault.code != "E5002" || isModuleFile(options.input))
    return fault;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  // What it prints on the way has been printed.
  Options own = options;
  own.printAfter.clear();
  own.printDiff = false;
  OwningOpRef<ModuleOp> module = makeModule(own, context, ModuleStage::Executable, MicForm::None, diagnostics,
                                            /*exactLocations=*/true);
  std::optional<rt::Fault> located = module ? compile(*module) : std::nullopt;
  return located && located->code == fault.code ? *located : fault;
}

bool driver::parseDims(const Options &options, std::map<std::string, int64_t> &dims) {
  for (const std::string &text : options.call.dims) {
    auto [name, size] = StringRef(text).split('=');
    int64_t extent;
    if (name.empty() || size.getAsInteger(10, extent) || extent < 0) {
      llvm::errs() << "error[cli]: `--dim " << text << "` is not NAME=SIZE\n";
      return false;
    }
    if (!dims.try_emplace(name.str(), extent).second) {
      llvm::errs() << "error[cli]: the dim `" << name << "` is given twice\n";
      return false;
    }
  }
  return true;
}

/// Opens `path` for text, "" and "-" being standard output.
static std::unique_ptr<llvm::ToolOutputFile> openOutput(StringRef path) {
  std::error_code error;
  auto file = std::make_unique<llvm::ToolOutputFile>(path.empty() ? "-" : path, error, llvm::sys::fs::OF_None);
  if (!error)
    return file;
  llvm::errs() << "error[cli]: cannot write `" << path << "`: " << error.message() << '\n';
  return nullptr;
}

/// Writes what is left and keeps the file; standard output is checked at the end.
static int closeOutput(llvm::ToolOutputFile &file, StringRef path) {
  if (path.empty() || path == "-")
    return 0;
  file.os().close();
  if (!file.os().has_error()) {
    file.keep();
    return 0;
  }
  llvm::errs() << "error[cli]: cannot write `" << path << "`: " << file.os().error().message() << '\n';
  file.os().clear_error();
  return 2;
}

int driver::writeText(StringRef path, StringRef text) {
  auto file = openOutput(path);
  if (!file)
    return 2;
  file->os() << text;
  return closeOutput(*file, path);
}

/// Of the functions as code is made of them.
static int runPlan(const Options &options, StringRef contents) {
  DimSizes dims;
  if (!parseDims(options, dims))
    return 2;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  OwningOpRef<ModuleOp> module = makeModule(options, context, ModuleStage::Executable, MicForm::None, diagnostics,
                                            /*exactLocations=*/true);
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  if (!module)
    return 1;
  rt::Fault fault;
  std::string name = options.function;
  if ((!name.empty() && !findEntry(*module, name, "plan", "plan", fault)) ||
      !bindPublicDims(*module, name, dims, fault) || !prepareModule(*module, fault)) {
    report(options, contents, fault);
    return 1;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  printMemoryPlan(*module, os);
  return writeText(options.output, text);
}

int driver::runCompile(const Options &options, StringRef contents, const BackendHooks *hooks) {
  if (options.emit == EmitKind::Tokens || options.emit == EmitKind::Tree) {
    auto file = openOutput(options.output);
    if (!file)
      return 2;
    auto dump = options.emit == EmitKind::Tree ? dumpTree : dumpTokens;
    if (!dump(options, contents, file->os()))
      return 1;
    return closeOutput(*file, options.output);
  }
  if (isMicForm(options.emit))
    return runSerialize(options, contents);
  if (options.emit == EmitKind::MemoryPlan)
    return runPlan(options, contents);
  MLIRContext context(MLIRContext::Threading::DISABLED);
  bool needsCode = options.emit > EmitKind::Evidence;
  // Direct code is made from what mic@3 holds of the module as it is written.
  bool hasNotes = needsCode && options.direct && options.emit >= EmitKind::Object && options.emit != EmitKind::Header;
  ModuleStage stage = hasNotes    ? ModuleStage::Checked
                      : needsCode ? ModuleStage::Executable
                                  : ModuleStage::Written;
  if (hasNotes)
    loadMicExtension(context);
  OwningOpRef<ModuleOp> module =
      loadModule(options, contents, context, stage, hasNotes ? MicForm::Exact : MicForm::None);
  if (!module)
    return 1;
  if (!needsCode) {
    auto file = openOutput(options.output);
    if (!file)
      return 2;
    // The emitter's modules are right by the checker; printing need not ask again.
    OpPrintingFlags flags = OpPrintingFlags().assumeVerified().enableDebugInfo(options.debugLocations);
    module->print(file->os(), flags);
    return closeOutput(*file, options.output);
  }

  EmitRequest request;
  switch (options.emit) {
  case EmitKind::Lowered:
    request.kind = EmitRequest::Lowered;
    break;
  case EmitKind::LLVMIR:
    request.kind = EmitRequest::LLVMIR;
    break;
  case EmitKind::Object:
    request.kind = EmitRequest::Object;
    break;
  case EmitKind::Shared:
    request.kind = EmitRequest::Shared;
    break;
  case EmitKind::Header:
    request.kind = EmitRequest::Header;
    break;
  default:
    request.kind = EmitRequest::Executable;
    break;
  }
  request.path = options.output.empty() ? "-" : options.output;
  request.function = options.function;
  request.cpu = options.cpu;
  request.embed = options.embed;
  request.allowNondeterministic = options.artifact.allowNondeterministic;
  if (!parseDims(options, request.dims))
    return 2;
  StringRef folder = llvm::sys::path::parent_path(request.path);
  if (std::error_code error = llvm::sys::fs::access(folder.empty() ? "." : folder, llvm::sys::fs::AccessMode::Write);
      error && request.path != "-") {
    llvm::errs() << "error[cli]: cannot write `" << request.path << "`: " << error.message() << '\n';
    return 2;
  }
  StageTimer timer(options, "back end");
  rt::Fault fault;
  int64_t workspaceBytes = -1;
  request.workspaceBytes = &workspaceBytes;
  if (hooks->emit(*module, request, fault)) {
    if (workspaceBytes >= 0)
      reportWorkspace(options, workspaceBytes);
    return 0;
  }
  fault = locateFault(options, contents, fault, [&](ModuleOp again) -> std::optional<rt::Fault> {
    rt::Fault located;
    return hooks->emit(again, request, located) ? std::nullopt : std::optional(located);
  });
  report(options, contents, fault);
  return 1;
}

int driver::runProgram(const Options &options, StringRef contents, const BackendHooks *hooks) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = loadModule(options, contents, context, ModuleStage::Executable);
  if (!module)
    return 1;
  StringRef name = options.function.empty() ? getEntryName(*module) : StringRef(options.function);
  auto function = name.empty() ? func::FuncOp() : module->lookupSymbol<func::FuncOp>(name);
  if (!function || function.isDeclaration()) {
    llvm::errs() << "error[cli]: "
                 << (name.empty() ? "the program has no `main` and no statements to run"
                                  : "there is no function `" + name.str() + "` to run")
                 << '\n';
    SmallVector<StringRef> known;
    module->walk([&](func::FuncOp candidate) { known.push_back(candidate.getName()); });
    if (StringRef similar = frontend::findSimilarName(name, known); !name.empty() && !similar.empty())
      llvm::errs() << "help: did you mean `" << similar << "`?\n";
    return 1;
  }

  rt::Signature signature = interpreter::getSignature(function);
  rt::BoundCall call;
  rt::Fault fault;
  if (!rt::bindCall(signature, options.call, call, fault)) {
    report(options, contents, fault);
    return 1;
  }
  auto run = [&](ModuleOp program) {
    return options.interpret ? interpreter::run(program, name, call.args, llvm::outs(), call.dims)
                             : hooks->run(program, name, call.args, llvm::outs(), call.dims, options.cpu);
  };
  interpreter::Outcome outcome;
  {
    StageTimer timer(options, "run");
    outcome = run(*module);
  }
  reportWorkspace(options, outcome.workspaceBytes);
  llvm::outs().flush();
  if (outcome.fault) {
    // The same words from every executor, and from programs that run by themselves.
    if (StringRef(outcome.fault->code).starts_with("E6"))
      outcome.fault->place = {};
    // E5002 comes before anything has run.
    report(options, contents,
           locateFault(options, contents, *outcome.fault, [&](ModuleOp again) { return run(again).fault; }));
    return StringRef(outcome.fault->code).starts_with("E6") ? rt::kFaultStatus : 1;
  }
  rt::Ending ending;
  if (!rt::finishCall(signature, call, outcome.results, ending, fault)) {
    report(options, contents, fault);
    return 2;
  }
  llvm::outs() << ending.text;
  llvm::outs().flush();
  return ending.status;
}
