//===- ElfTranslations.cpp - From modules to machine code -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"

#include "Mind/InitAllTranslations.h"
#include "Mind/Target/ElfEvidence/ElfEvidence.h"
#include "Mind/Target/Mic/Mic3.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Tools/mlir-translate/Translation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mind;
using llvm::raw_ostream;

void mind::registerElfTranslations(const DialectRegistration &registerDialects) {
  static llvm::cl::opt<elf::ElfKind> kind(
      "elf-kind", llvm::cl::desc("what kind of file machine code is written to"),
      llvm::cl::init(elf::ElfKind::Executable),
      llvm::cl::values(clEnumValN(elf::ElfKind::Executable, "exe", "an executable"),
                       clEnumValN(elf::ElfKind::Object, "obj", "an object for C"),
                       clEnumValN(elf::ElfKind::Shared, "shared", "a shared library for C")));
  static llvm::cl::opt<std::string> function("elf-function", llvm::cl::desc("where the program begins"));
  static llvm::cl::opt<std::string> dims("elf-dims", llvm::cl::desc("extents of named dims, as B=4,N=3"));
  static llvm::cl::opt<bool> noEmbed(
      "no-embed", llvm::cl::desc("write the hash of the module into the file, not the module"));
  static llvm::cl::opt<bool> nondeterministic(
      "allow-nondeterministic", llvm::cl::desc("attest a module that gives other results each time"));

  auto compile = [](ModuleOp module, raw_ostream &os) -> LogicalResult {
    elf::ElfOptions options;
    options.kind = kind;
    options.function = function;
    FailureOr<DimBindings> bindings = parseDimBindings(dims);
    if (failed(bindings))
      return emitError(module.getLoc(), "--elf-dims takes extents of named dims, as B=4,N=3");
    for (const auto &[name, extent] : *bindings)
      options.dims[name.str()] = extent;
    elf::NoteOptions notes;
    notes.embedsModule = !noEmbed;
    notes.allowNondeterministic = nondeterministic;
    std::vector<uint8_t> bytes;
    std::string omission;
    rt::Fault fault;
    if (!elf::compileWithNotes(module, options, notes, bytes, omission, fault))
      return emitError(module.getLoc(), fault.message) << " [" << fault.code << "]";
    if (!omission.empty())
      emitWarning(module.getLoc(), "the file does not hold its module: ") << omission;
    os << llvm::toStringRef(ArrayRef<uint8_t>(bytes));
    return success();
  };
  static TranslateFromMLIRRegistration fromModule(
      "mlir-to-elf", "compile the module to x86-64 machine code, in an ELF file",
      [compile](Operation *op, raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        return module ? compile(module, os) : op->emitError("is no module");
      },
      registerDialects);
  static TranslateRegistration fromMic3(
      "mic3-to-elf", "compile a mic@3 file to x86-64 machine code, in an ELF file",
      [compile](const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &os,
                MLIRContext *context) -> LogicalResult {
        StringRef text = sources->getMemoryBuffer(sources->getMainFileID())->getBuffer();
        mic::FormatError error;
        OwningOpRef<ModuleOp> module =
            mic::readMic3(llvm::arrayRefFromStringRef(text), *context, {/*strict=*/false, getMaxMicBytes()}, error);
        if (!module)
          return emitError(UnknownLoc::get(context))
                 << "mic3: " << error.message << " (at byte " << error.position << ") [E7001]";
        return compile(*module, os);
      });
}
