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

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Tools/mlir-translate/Translation.h"

namespace mind {

/// Registers the translations between modules and their serialised forms.
inline void registerAllTranslations() {
  static mlir::TranslateFromMLIRRegistration bytecode(
      "mlir-to-bytecode", "write the module as MLIR bytecode",
      [](mlir::Operation *op, llvm::raw_ostream &os) { return mlir::writeBytecodeToFile(op, os); },
      [](mlir::DialectRegistry &registry) { registerAllDialects(registry); });
}

} // namespace mind

#endif // MIND_INITALLTRANSLATIONS_H
