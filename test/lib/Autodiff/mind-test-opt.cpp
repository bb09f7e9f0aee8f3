//===- mind-test-opt.cpp - mind-opt with the passes of tests --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDialect.h"

#include "Mind/InitAllDialects.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mind::registerAllDialects(registry);
  registry.insert<mind::test::MindTestDialect>();
  mind::registerTransformsPasses();
  mlir::registerTransformsPasses();
  mind::test::registerCheckGradientValues();
  mind::test::registerListDifferentiableOps();
  mind::test::registerMutateRules();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "MIND optimizer driver with test passes\n", registry));
}
