//===- Prepare.cpp - What every code path begins with -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mind;

void mind::buildPreparePipeline(OpPassManager &passes) {
  passes.addPass(createOutlineScript());
  passes.addNestedPass<func::FuncOp>(createStructureToScf());
  passes.addPass(createResolveGrad());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  // Last: what is computed again is not to be found to be the same.
  passes.addPass(createRecomputeValues());
}
