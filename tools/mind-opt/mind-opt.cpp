//===- mind-opt.cpp - pass pipelines on MLIR text and bytecode ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer driver of MIND: upstream's, with our dialects and passes.
//
//===----------------------------------------------------------------------===//

#include "Mind/InitAllDialects.h"
#include "Mind/InitAllPasses.h"
#include "Mind/InitAllTargets.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mind::registerPipelineDialects(registry);
  mind::registerAllPasses();
  mind::registerAllTargetDialects(registry);
  mind::registerAllTargetPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "MIND optimizer driver\n", registry));
}
