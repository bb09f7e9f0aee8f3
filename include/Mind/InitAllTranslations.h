//===- InitAllTranslations.h - every translation of MIND --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one list of translations: mind-translate calls it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_INITALLTRANSLATIONS_H
#define MIND_INITALLTRANSLATIONS_H

#include "Mind/InitAllDialects.h"
#include "Mind/Target/ElfEvidence/ElfEvidence.h"
#include "Mind/Target/Mic/Format/Mic1.h"
#include "Mind/Target/Mic/Mic3.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Tools/mlir-translate/Translation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

namespace mind {

/// The limit of everything that reads mic.
inline llvm::cl::opt<uint64_t> &getMaxMicBytes() {
  static llvm::cl::opt<uint64_t> maxBytes("max-bytes", llvm::cl::desc("the longest mic@3 file that is read"),
                                          llvm::cl::init(mic::kMaxBytes));
  return maxBytes;
}

/// Registers those between modules and mic.
inline void registerMicTranslations() {
  getMaxMicBytes();
  static llvm::cl::opt<bool> compat("mic-compat", llvm::cl::desc("write only what the reference knows: no types of "
                                                                 "functions, no convolution with explicit pads"));
  auto toMic3 = [](mlir::Operation *op, llvm::raw_ostream &os) -> mlir::LogicalResult {
    auto module = llvm::dyn_cast<mlir::ModuleOp>(op);
    if (!module)
      return op->emitError("is no module");
    mic::Bytes file;
    if (mlir::failed(mic::writeMic3(module, mic::WriteOptions{compat}, file)))
      return mlir::failure();
    os.write(reinterpret_cast<const char *>(file.data()), file.size());
    return mlir::success();
  };
  auto dialects = [](mlir::DialectRegistry &registry) { registerAllDialects(registry); };
  static mlir::TranslateFromMLIRRegistration mic3("mlir-to-mic3", "write the module as mic@3", toMic3, dialects);
  static mlir::TranslateFromMLIRRegistration shorter("mic3", "the same as --mlir-to-mic3", toMic3, dialects);

  static llvm::cl::opt<bool> strict(
      "strict", llvm::cl::desc("refuse a mic@3 file that differs from its own re-emission or has more after it than "
                               "an epilogue"));
  static mlir::TranslateToMLIRRegistration fromMic3(
      "mic3-to-mlir", "read a mic@3 file",
      [](llvm::SourceMgr &sources, mlir::MLIRContext *context) -> mlir::OwningOpRef<mlir::Operation *> {
        llvm::StringRef text = sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
        llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(text.data()), text.size());
        mic::FormatError error;
        mlir::OwningOpRef<mlir::ModuleOp> module = mic::readMic3(bytes, *context, {strict, getMaxMicBytes()}, error);
        if (!module)
          mlir::emitError(mlir::UnknownLoc::get(context))
              << "mic3: " << error.message << " (at byte " << error.position << ") [E7001]";
        return mlir::OwningOpRef<mlir::Operation *>(module.release());
      },
      dialects);

  // mic@1, by way of mic@3.
  static llvm::cl::opt<bool> extended(
      "mic1-extended", llvm::cl::desc("write the extended form of mic@1 where the plain one cannot hold the module"));
  static mlir::TranslateFromMLIRRegistration toMic1(
      "mlir-to-mic1", "write the module as mic@1",
      [toMic3](mlir::Operation *op, llvm::raw_ostream &os) -> mlir::LogicalResult {
        llvm::SmallString<0> bytes;
        llvm::raw_svector_ostream bytesStream(bytes);
        if (mlir::failed(toMic3(op, bytesStream)))
          return mlir::failure();
        mic::File file;
        mic::FormatError error;
        std::string text;
        if (!mic::readFile(llvm::arrayRefFromStringRef(bytes), file, error, ~uint64_t(0)) ||
            !mic::printMic1(file, mic::Mic1Options{extended}, text, error))
          return mlir::emitError(op->getLoc()) << error.message << " [E7003]";
        os << text;
        return mlir::success();
      },
      dialects);
  static mlir::TranslateToMLIRRegistration fromMic1(
      "mic1-to-mlir", "read a mic@1 text",
      [](llvm::SourceMgr &sources, mlir::MLIRContext *context) -> mlir::OwningOpRef<mlir::Operation *> {
        const llvm::MemoryBuffer *text = sources.getMemoryBuffer(sources.getMainFileID());
        mic::Bytes bytes;
        mic::FormatError error;
        mlir::OwningOpRef<mlir::ModuleOp> module;
        // The text is limited and not the bytes, which may be more.
        if (mic::parseMic1(text->getBuffer(), bytes, error, getMaxMicBytes()))
          module = mic::readMic3(bytes, *context, {/*strict=*/false, ~uint64_t(0)}, error);
        if (!module)
          mlir::emitError(mlir::FileLineColLoc::get(context, text->getBufferIdentifier(), error.position, 1))
              << "mic: " << error.message << " [E7002]";
        return mlir::OwningOpRef<mlir::Operation *>(module.release());
      },
      dialects);
}

/// Registers those from modules to machine code. They write what mindc writes.
inline void registerElfTranslations() {
  static llvm::cl::opt<elf::ElfKind> kind(
      "elf-kind", llvm::cl::desc("what kind of file machine code is written to"), llvm::cl::init(elf::ElfKind::Executable),
      llvm::cl::values(clEnumValN(elf::ElfKind::Executable, "exe", "an executable"),
                       clEnumValN(elf::ElfKind::Object, "obj", "an object for C"),
                       clEnumValN(elf::ElfKind::Shared, "shared", "a shared library for C")));
  static llvm::cl::opt<std::string> function("elf-function", llvm::cl::desc("where the program begins"));
  static llvm::cl::opt<std::string> dims("elf-dims", llvm::cl::desc("extents of named dims, as B=4,N=3"));
  static llvm::cl::opt<bool> noEmbed(
      "no-embed", llvm::cl::desc("write the hash of the module into the file, not the module"));
  static llvm::cl::opt<bool> nondeterministic(
      "allow-nondeterministic", llvm::cl::desc("attest a module that gives other results each time"));

  auto compile = [](mlir::ModuleOp module, llvm::raw_ostream &os) -> mlir::LogicalResult {
    elf::ElfOptions options;
    options.kind = kind;
    options.function = function;
    mlir::FailureOr<DimBindings> bindings = parseDimBindings(dims);
    if (mlir::failed(bindings))
      return module.emitError("--elf-dims takes extents of named dims, as B=4,N=3");
    for (const auto &[name, extent] : *bindings)
      options.dims[name.str()] = extent;
    elf::NoteOptions notes;
    notes.embedsModule = !noEmbed;
    notes.allowNondeterministic = nondeterministic;
    std::vector<uint8_t> bytes;
    std::string omission;
    rt::Fault fault;
    if (!elf::compileWithNotes(module, options, notes, bytes, omission, fault))
      return module.emitError(fault.message) << " [" << fault.code << "]";
    if (!omission.empty())
      module.emitWarning("the file does not hold its module: ") << omission;
    os << llvm::toStringRef(llvm::ArrayRef<uint8_t>(bytes));
    return mlir::success();
  };
  static mlir::TranslateFromMLIRRegistration fromModule(
      "mlir-to-elf", "compile the module to x86-64 machine code, in an ELF file",
      [compile](mlir::Operation *op, llvm::raw_ostream &os) -> mlir::LogicalResult {
        auto module = llvm::dyn_cast<mlir::ModuleOp>(op);
        return module ? compile(module, os) : op->emitError("is no module");
      },
      [](mlir::DialectRegistry &registry) { registerAllDialects(registry); });
  static mlir::TranslateRegistration fromMic3(
      "mic3-to-elf", "compile a mic@3 file to x86-64 machine code, in an ELF file",
      [compile](const std::shared_ptr<llvm::SourceMgr> &sources, llvm::raw_ostream &os,
                mlir::MLIRContext *context) -> mlir::LogicalResult {
        llvm::StringRef text = sources->getMemoryBuffer(sources->getMainFileID())->getBuffer();
        mic::FormatError error;
        mlir::OwningOpRef<mlir::ModuleOp> module =
            mic::readMic3(llvm::arrayRefFromStringRef(text), *context, {/*strict=*/false, getMaxMicBytes()}, error);
        if (!module)
          return mlir::emitError(mlir::UnknownLoc::get(context))
                 << "mic3: " << error.message << " (at byte " << error.position << ") [E7001]";
        return compile(*module, os);
      });
}

/// Registers the translations between modules and their serialised forms.
inline void registerAllTranslations() {
  static mlir::TranslateFromMLIRRegistration bytecode(
      "mlir-to-bytecode", "write the module as MLIR bytecode",
      [](mlir::Operation *op, llvm::raw_ostream &os) { return mlir::writeBytecodeToFile(op, os); },
      [](mlir::DialectRegistry &registry) { registerAllDialects(registry); });
  registerMicTranslations();
  registerElfTranslations();
}

} // namespace mind

#endif // MIND_INITALLTRANSLATIONS_H
