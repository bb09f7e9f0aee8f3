//===- UpstreamPasses.cpp - Upstream's passes by their names --------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproducer names every pass of the pipeline that failed, so that mind-opt knows
// those of the stages. All of upstream's conversions would be linked if they were
// registered together.
//
//===----------------------------------------------------------------------===//

#include "ExpandShapes.h"

#include "Mind/Pipelines/Pipelines.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void mind::registerUpstreamPasses() {
  registerLinalgElementwiseOpFusionPass();
  registerConvertLinalgToLoopsPass();
  bufferization::registerBufferizationPasses();
  memref::registerMemRefPasses();
  registerConvertBufferizationToMemRefPass();
  registerConvertVectorToSCF();
  registerSCFToControlFlowPass();
  registerPass(createLowerExpandShapesPass);
  registerLowerAffinePass();
  registerConvertVectorToLLVMPass();
  registerConvertMathToLLVMPass();
  registerArithToLLVMConversionPass();
  registerConvertIndexToLLVMPass();
  registerFinalizeMemRefToLLVMConversionPass();
  registerConvertControlFlowToLLVMPass();
  registerConvertFuncToLLVMPass();
  registerUBToLLVMConversionPass();
  registerReconcileUnrealizedCastsPass();
}
