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
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Tools/mlir-translate/Translation.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

namespace mind {

/// Registers those between modules and mic.
inline void registerMicTranslations() {
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
  static llvm::cl::opt<uint64_t> maxBytes("max-bytes", llvm::cl::desc("the longest mic@3 file that is read"),
                                          llvm::cl::init(mic::kMaxBytes));
  static mlir::TranslateToMLIRRegistration fromMic3(
      "mic3-to-mlir", "read a mic@3 file",
      [](llvm::SourceMgr &sources, mlir::MLIRContext *context) -> mlir::OwningOpRef<mlir::Operation *> {
        llvm::StringRef text = sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
        llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(text.data()), text.size());
        mic::FormatError error;
        mlir::OwningOpRef<mlir::ModuleOp> module = mic::readMic3(bytes, *context, {strict, maxBytes}, error);
        if (!module)
          mlir::emitError(mlir::UnknownLoc::get(context))
              << "mic3: " << error.message << " (at byte " << error.position << ") [E7001]";
        return mlir::OwningOpRef<mlir::Operation *>(module.release());
      },
      dialects);
}

/// Registers the translations between modules and their serialised forms.
inline void registerAllTranslations() {
  static mlir::TranslateFromMLIRRegistration bytecode(
      "mlir-to-bytecode", "write the module as MLIR bytecode",
      [](mlir::Operation *op, llvm::raw_ostream &os) { return mlir::writeBytecodeToFile(op, os); },
      [](mlir::DialectRegistry &registry) { registerAllDialects(registry); });
  registerMicTranslations();
}

} // namespace mind

#endif // MIND_INITALLTRANSLATIONS_H
