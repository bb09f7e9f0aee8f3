//===- Lower.cpp - all stages on one module -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Support/PassFaults.h"
#include "Mind/Target/Entry/Entry.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mind;

static bool runStage(ModuleOp module, void (*build)(OpPassManager &)) {
  PassManager passes(module.getContext());
  // Every stage is tested with the verifier on; users need not wait for it.
  passes.enableVerifier(false);
  build(passes);
  return succeeded(runPasses(passes, module));
}

bool mind::lowerModule(ModuleOp module, LoweredModule &lowered, rt::Fault &fault) {
  DialectRegistry registry;
  registerPipelineDialects(registry);
  MLIRContext *context = module.getContext();
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();

  FirstError error(context);
  auto fail = [&] {
    fault = error.getFault("E5002", "the program cannot be lowered");
    return false;
  };
  if (!runStage(module, buildPreparePipeline))
    return fail();
  lowered.entries = getEntryPoints(module);
  if (!runStage(module, buildLinalgPipeline))
    return fail();
  addEntryBodies(module, lowered.entries);
  if (!runStage(module, buildBufferPipeline) || !runStage(module, buildLLVMPipeline))
    return fail();
  addEntryFunctions(module, lowered.entries);
  fault = {};
  return true;
}

void mind::dropAllBut(ModuleOp module, StringRef name) {
  keepOnly(module, name);
  PassManager passes(module.getContext());
  passes.enableVerifier(false);
  passes.addPass(createSymbolDCEPass());
  (void)runPasses(passes, module);
}
