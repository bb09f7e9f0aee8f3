//===- Module.cpp - Compile, run, write, verify ---------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wrap.h"

#include "../Driver/Artifacts.h"
#include "../Driver/Commands.h"
#include "../Driver/Serialize.h"
#include "../Driver/Source.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Runtime/ProcessorName.h"
#include "Mind/Target/ElfEvidence/ElfEvidence.h"
#include "Mind/Target/Mic/Format/Mic1.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mind;
using namespace mind::capi;
using driver::ModuleStage;

/// What MLIR would write to standard error goes into the report.
static auto catchFaults(Context &context, Report &report) {
  return std::make_unique<ScopedDiagnosticHandler>(&context.context, [&](mlir::Diagnostic &fault) {
    if (fault.getSeverity() == DiagnosticSeverity::Error)
      report.engine.errorNoSpan(frontend::Phase::IRVerify, "E3001", fault.str());
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Contexts and modules
//===----------------------------------------------------------------------===//

MindContext mindContextCreate(void) { return {new Context}; }
void mindContextDestroy(MindContext context) { delete unwrap(context); }

MindModule mindModuleCreateParse(MindContext context, MindStringRef name, MindStringRef contents, MindReport report) {
  Report &faults = *unwrap(report);
  faults.reset(unwrap(name), unwrap(contents));
  auto module = std::make_unique<Module>();
  module->context = unwrap(context);
  module->options.input = unwrap(name).str();
  module->contents = unwrap(contents).str();
  driver::onLargeStack([&] {
    auto handler = catchFaults(*module->context, faults);
    module->executable = driver::makeModule(module->options, module->context->context, ModuleStage::Executable,
                                            MicForm::None, faults.engine);
    return 0;
  });
  if (!module->executable)
    return {nullptr};
  for (auto function : module->executable->getOps<func::FuncOp>())
    // Names with a dot are derivatives that the compiler made.
    if (!function.isDeclaration() && !function.getName().contains('.'))
      module->functions.push_back({function.getName().str(), rt::toString(interpreter::getSignature(function))});
  return {module.release()};
}
void mindModuleDestroy(MindModule module) { delete unwrap(module); }

size_t mindModuleGetNumFunctions(MindModule module) { return unwrap(module)->functions.size(); }
MindStringRef mindModuleGetFunctionName(MindModule module, size_t index) {
  const std::vector<Function> &functions = unwrap(module)->functions;
  return index < functions.size() ? wrap(functions[index].name) : MindStringRef{};
}
MindStringRef mindModuleGetFunctionSignature(MindModule module, size_t index) {
  const std::vector<Function> &functions = unwrap(module)->functions;
  return index < functions.size() ? wrap(functions[index].signature) : MindStringRef{};
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {

/// Hands on what is printed.
class CallbackStream : public llvm::raw_ostream {
public:
  CallbackStream(MindStringCallback callback, void *userData) : callback(callback), userData(userData) {}
  ~CallbackStream() override { flush(); }

private:
  void write_impl(const char *data, size_t size) override {
    if (callback)
      callback({data, size}, userData);
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  MindStringCallback callback;
  void *userData;
  uint64_t position = 0;
};

} // namespace

/// Machine code for one function, made at its first call.
static interpreter::Outcome runDirect(Module &module, func::FuncOp function, ArrayRef<rt::Tensor> args,
                                      llvm::raw_ostream &os) {
  std::string name = function.getName().str();
  OwningOpRef<ModuleOp> copy;
  auto makeCopy = [&] {
    copy = module.executable->clone();
    for (auto each : copy->getOps<func::FuncOp>())
      each.setVisibility(each.getName() == name ? SymbolTable::Visibility::Public : SymbolTable::Visibility::Private);
  };
  interpreter::Outcome outcome;
  rt::Fault fault;
  rt::Signature signature = interpreter::getSignature(function);
  if (signature.getDimNames().empty()) {
    std::unique_ptr<elf::DirectModule> &compiled = module.compiled[name];
    if (!compiled) {
      makeCopy();
      compiled = elf::DirectModule::compile(*copy, fault);
    }
    if (compiled)
      return compiled->run(name, args, os);
    outcome.fault = std::move(fault);
    return outcome;
  }
  std::map<std::string, int64_t> dims;
  if (!rt::bindDims(signature, args.vec(), dims, fault)) {
    outcome.fault = std::move(fault);
    return outcome;
  }
  makeCopy();
  return elf::runDirect(*copy, name, args, os, dims);
}

MindResults mindModuleRun(MindModule module, MindStringRef function, size_t numArgs, const MindTensor *args,
                          MindExecutor executor, MindStringCallback print, void *userData, MindReport report) {
  Module &program = *unwrap(module);
  Report &faults = *unwrap(report);
  faults.reset(program.options.input, program.contents);
  auto name = unwrap(function).empty() ? getEntryName(*program.executable) : unwrap(function);
  auto entry = name.empty() ? func::FuncOp() : program.executable->lookupSymbol<func::FuncOp>(name);
  if (!entry || entry.isDeclaration()) {
    faults.engine.errorNoSpan(frontend::Phase::Backend, "E5001",
                              name.empty() ? "the program has no `main` and no statements to run"
                                           : "there is no function `" + name.str() + "` to run");
    return {nullptr};
  }
  std::vector<rt::Tensor> tensors;
  for (size_t i = 0; i < numArgs; ++i) {
    if (mindTensorIsNull(args[i])) {
      faults.engine.errorNoSpan(frontend::Phase::Runtime, "E6005", "argument " + llvm::Twine(i) + " is no tensor");
      return {nullptr};
    }
    tensors.push_back(*unwrap(args[i]));
  }
  interpreter::Outcome outcome;
  driver::onLargeStack([&] {
    auto handler = catchFaults(*program.context, faults);
    CallbackStream os(print, userData);
    rt::Fault fault;
    std::map<std::string, int64_t> dims;
    if (executor == MindExecutorDirect)
      outcome = runDirect(program, entry, tensors, os);
    else if (rt::bindDims(interpreter::getSignature(entry), tensors, dims, fault))
      outcome = interpreter::run(*program.executable, name, tensors, os, dims);
    else
      outcome.fault = std::move(fault);
    return 0;
  });
  if (outcome.fault) {
    driver::addProgramFault(program.options, *outcome.fault, faults.engine);
    return {nullptr};
  }
  return {new std::vector<rt::Tensor>(std::move(outcome.results))};
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

MindCodeOptions mindCodeOptionsCreate(void) { return {new elf::ElfOptions}; }
void mindCodeOptionsDestroy(MindCodeOptions options) { delete unwrap(options); }
void mindCodeOptionsSetFunction(MindCodeOptions options, MindStringRef function) {
  unwrap(options)->function = unwrap(function).str();
}
bool mindCodeOptionsSetCpu(MindCodeOptions options, MindStringRef cpu) {
  if (!findProcessor(unwrap(cpu)))
    return false;
  unwrap(options)->cpu = unwrap(cpu).str();
  return true;
}
void mindCodeOptionsSetDim(MindCodeOptions options, MindStringRef name, int64_t extent) {
  unwrap(options)->dims[unwrap(name).str()] = extent;
}

/// Machine code as `mindc --backend=direct` makes it.
static bool writeCode(Module &module, elf::ElfOptions options, Report &faults, std::string &text) {
  MLIRContext &context = module.context->context;
  bool hasNotes = options.kind != elf::ElfKind::Header;
  std::vector<uint8_t> bytes;
  auto compile = [&](ModuleOp made, rt::Fault &fault) {
    std::string omission;
    return hasNotes ? elf::compileWithNotes(made, options, elf::NoteOptions(), bytes, omission, fault)
                    : elf::compileToBytes(made, options, bytes, fault);
  };
  if (hasNotes)
    loadMicExtension(context);
  OwningOpRef<ModuleOp> made =
      driver::makeModule(module.options, context, hasNotes ? ModuleStage::Checked : ModuleStage::Executable,
                         hasNotes ? MicForm::Exact : MicForm::None, faults.engine);
  if (!made)
    return false;
  rt::Fault fault;
  if (!compile(*made, fault)) {
    fault = driver::locateFault(module.options, module.contents, fault, [&](ModuleOp again) {
      rt::Fault located;
      return compile(again, located) ? std::nullopt : std::optional(located);
    });
    driver::addProgramFault(module.options, fault, faults.engine);
    return false;
  }
  text.assign(bytes.begin(), bytes.end());
  return true;
}

static bool writeForm(Module &module, MindFormat format, Report &faults, std::string &text) {
  MLIRContext &context = module.context->context;
  auto fail = [&](frontend::Phase phase, StringRef code, const Twine &message) {
    faults.engine.errorNoSpan(phase, code, driver::makeSafe(message));
    return false;
  };
  if (format == MindFormatMlir) {
    OwningOpRef<ModuleOp> made =
        driver::makeModule(module.options, context, ModuleStage::Written, MicForm::None, faults.engine);
    if (!made)
      return false;
    llvm::raw_string_ostream os(text);
    made->print(os, OpPrintingFlags().assumeVerified());
    return true;
  }
  mic::Bytes bytes;
  if (!driver::makeMic3(module.options, context, faults.engine, bytes))
    return false;
  if (format == MindFormatEvidence) {
    evidence::EvidenceOptions options;
    options.toolchain = elf::getToolchain().str();
    evidence::Bytes artifact;
    std::string reason;
    if (!evidence::makeEvidence(bytes, options, artifact, reason))
      return fail(frontend::Phase::Evidence, "E7005", reason);
    text.assign(artifact.begin(), artifact.end());
    return true;
  }
  if (format == MindFormatMic1) {
    mic::File file;
    mic::FormatError error;
    if (!mic::readFile(bytes, file, error, ~uint64_t(0)))
      return fail(frontend::Phase::Mic, "E7001", error.message);
    if (!mic::printMic1(file, mic::Mic1Options(), text, error))
      return fail(frontend::Phase::Mic, "E7003", error.message);
    return true;
  }
  text.assign(bytes.begin(), bytes.end());
  return true;
}

MindBuffer mindModuleWrite(MindModule module, MindFormat format, MindCodeOptions options, MindReport report) {
  Module &program = *unwrap(module);
  Report &faults = *unwrap(report);
  faults.reset(program.options.input, program.contents);
  elf::ElfOptions code = unwrap(options) ? *unwrap(options) : elf::ElfOptions();
  code.kind = format == MindFormatObject   ? elf::ElfKind::Object
              : format == MindFormatShared ? elf::ElfKind::Shared
              : format == MindFormatHeader ? elf::ElfKind::Header
                                           : elf::ElfKind::Executable;
  auto text = std::make_unique<std::string>();
  bool isDone = false;
  driver::onLargeStack([&] {
    auto handler = catchFaults(*program.context, faults);
    isDone = format >= MindFormatExecutable ? writeCode(program, std::move(code), faults, *text)
                                            : writeForm(program, format, faults, *text);
    return 0;
  });
  return {isDone ? text.release() : nullptr};
}

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

MindBuffer mindArtifactVerify(MindStringRef name, MindStringRef bytes, bool *isAccepted, MindReport report) {
  Report &faults = *unwrap(report);
  faults.reset(unwrap(name), "");
  auto text = std::make_unique<std::string>();
  bool accepted = false;
  driver::onLargeStack([&] {
    evidence::Report found;
    llvm::ArrayRef<uint8_t> contents = driver::asBytes(unwrap(bytes));
    if (elf::isElf(contents))
      elf::verifyElf(contents, evidence::VerifyOptions(), found);
    else
      evidence::verifyArtifact(contents, evidence::VerifyOptions(), found);
    llvm::raw_string_ostream os(*text);
    evidence::printJson(found, unwrap(name), os);
    accepted = found.isAccepted();
    if (!accepted)
      faults.engine.errorNoSpan(driver::findPhaseOf(found.code), found.code, driver::makeSafe(found.error));
    return 0;
  });
  if (isAccepted)
    *isAccepted = accepted;
  return {text.release()};
}
