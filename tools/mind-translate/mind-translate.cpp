//===- mind-translate.cpp - serialisations of a module --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The translation driver of MIND: upstream's, with our translations.
//
//===----------------------------------------------------------------------===//

#include "Mind/InitAllDialects.h"
#include "Mind/InitAllTargets.h"
#include "Mind/InitAllTranslations.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mind::registerAllTranslations([](mlir::DialectRegistry &registry) {
    mind::registerAllDialects(registry);
    mind::registerAllTargetDialects(registry);
  });
  return mlir::failed(mlir::mlirTranslateMain(argc, argv, "MIND translation driver\n"));
}
