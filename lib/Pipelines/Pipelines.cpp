//===- Pipelines.cpp - the way from the dialect to LLVM -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Pipelines/Pipelines.h"

#include "ExpandShapes.h"

#include "Mind/Conversion/Passes.h"
#include "Mind/InitAllDialects.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mind;

void mind::buildLinalgPipeline(OpPassManager &passes) {
  passes.addPass(createConvertMindToLinalg());
  // No common subexpressions before fusion: mind-prepare found them, and left those that
  // are to be computed again.
  passes.addPass(createCanonicalizerPass());
  // Each element of a fused op still takes the same roundings in the same order.
  passes.addNestedPass<func::FuncOp>(createLinalgElementwiseOpFusionPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void mind::buildBufferPipeline(OpPassManager &passes) {
  passes.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.functionBoundaryTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  options.unknownTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  passes.addPass(bufferization::createOneShotBufferizePass(options));
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  bufferization::BufferDeallocationPipelineOptions deallocation;
  bufferization::buildBufferDeallocationPipeline(passes, deallocation);
  // What is freed at the end of a function otherwise is freed after its last use.
  passes.addNestedPass<func::FuncOp>(bufferization::createOptimizeAllocationLivenessPass());
  passes.addPass(createConvertBufferizationToMemRefPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void mind::buildLLVMPipeline(OpPassManager &passes) {
  passes.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createLoopInvariantCodeMotionPass());
  passes.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
  passes.addPass(createSCFToControlFlowPass());
  passes.addNestedPass<func::FuncOp>(createLowerExpandShapesPass());
  passes.addPass(memref::createExpandStridedMetadataPass());
  passes.addPass(createLowerAffinePass());
  passes.addPass(createConvertVectorToLLVMPass());
  passes.addPass(createConvertMathToLLVMPass());
  passes.addPass(createArithToLLVMConversionPass());
  passes.addPass(createConvertIndexToLLVMPass());
  // Memory comes from the runtime, which frees it when a fault ends the call.
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useAlignedAlloc = true;
  memory.useGenericFunctions = true;
  passes.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  passes.addPass(createConvertControlFlowToLLVMPass());
  passes.addPass(createConvertFuncToLLVMPass());
  passes.addPass(createUBToLLVMConversionPass());
  passes.addPass(createReconcileUnrealizedCastsPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
}

void mind::registerPipelines() {
  PassPipelineRegistration<>("mind-prepare", "Outline scripts, make control flow structured, make gradients, simplify",
                             buildPreparePipeline);
  PassPipelineRegistration<>("mind-to-linalg", "Lower the mind dialect to linalg, scf and arith, and simplify",
                             buildLinalgPipeline);
  PassPipelineRegistration<>("mind-to-buffers", "Turn tensors into buffers that are freed", buildBufferPipeline);
  PassPipelineRegistration<>("mind-to-llvm", "Lower loops and buffers to the llvm dialect", buildLLVMPipeline);
  // The pass under the name that other tools of the language use, with its options.
  registerPassPipeline(
      "mind-autodiff", "The pass mind-differentiate-functions",
      [](OpPassManager &passes, StringRef options, function_ref<LogicalResult(const Twine &)> report) {
        std::unique_ptr<Pass> pass = createDifferentiateFunctions();
        if (failed(pass->initializeOptions(options, report)))
          return failure();
        passes.addPass(std::move(pass));
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)>) {});
}

void mind::registerPipelineDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<ub::UBDialect>();
  arith::registerBufferDeallocationOpInterfaceExternalModels(registry);
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(registry);
  cf::registerBufferDeallocationOpInterfaceExternalModels(registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferDeallocationOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  vector::registerBufferizableOpInterfaceExternalModels(registry);
}
