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
