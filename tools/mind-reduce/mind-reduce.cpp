//===- mind-reduce.cpp - reduces a module that shows a bug ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's reducer, with MIND's dialects and passes.
//
//===----------------------------------------------------------------------===//

#include "Mind/InitAllDialects.h"
#include "Mind/InitAllPasses.h"
#include "Mind/InitAllTargets.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mind::registerPipelineDialects(registry);
  mind::registerAllTargetDialects(registry);
  mind::registerAllPasses();
  mind::registerAllTargetPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
