//===- mind-lsp-server.cpp - editor support for .mlir and .mind -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `--mind` alone, the server for sources of the language; else upstream's
// language server for MLIR text, knowing MIND's dialects.
//
//===----------------------------------------------------------------------===//

#include "Mind/InitAllDialects.h"
#include "Mind/InitAllTargets.h"
#include "Mind/LanguageServer/LanguageServer.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  if (argc == 2 && llvm::StringRef(argv[1]) == "--mind")
    return mind::lsp::runLanguageServer(stdin, llvm::outs());
  mlir::DialectRegistry registry;
  mind::registerAllDialects(registry);
  mind::registerAllTargetDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
