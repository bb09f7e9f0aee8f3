//===- AllTranslations.cpp - Every translation of MIND --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/InitAllTranslations.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;

void mind::registerAllTranslations(const DialectRegistration &registerDialects) {
  static TranslateFromMLIRRegistration bytecode(
      "mlir-to-bytecode", "write the module as MLIR bytecode",
      [](Operation *op, llvm::raw_ostream &os) { return writeBytecodeToFile(op, os); }, registerDialects);
  registerMicTranslations(registerDialects);
  registerElfTranslations(registerDialects);
  registerWebGPUTranslations(registerDialects);
}
