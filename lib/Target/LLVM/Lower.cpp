//===- Lower.cpp - all stages on one module -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

#include "Mind/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mind;

namespace {

/// Collects the errors of passes, as the message of a fault.
class ErrorCollector {
public:
  ErrorCollector(MLIRContext *context, rt::Fault &fault)
      : fault(fault), handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error && this->fault.message.empty())
            this->fault.message = diagnostic.str();
          return success();
        }) {
    fault = {"E5002", ""};
  }

  bool fail() {
    if (fault.message.empty())
      fault.message = "the program cannot be lowered";
    StringRef message(fault.message);
    // Some errors begin with their code.
    if (message.consume_front("E5002: "))
      fault.message = message.str();
    return false;
  }

private:
  rt::Fault &fault;
  ScopedDiagnosticHandler handler;
};

} // namespace

static bool runStage(ModuleOp module, void (*build)(OpPassManager &)) {
  PassManager passes(module.getContext());
  // Every stage is tested with the verifier on; users need not wait for it.
  passes.enableVerifier(false);
  build(passes);
  return succeeded(passes.run(module));
}

bool mind::lowerModule(ModuleOp module, LoweredModule &lowered, rt::Fault &fault) {
  DialectRegistry registry;
  registerPipelineDialects(registry);
  MLIRContext *context = module.getContext();
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();

  ErrorCollector errors(context, fault);
  if (!runStage(module, buildPreparePipeline))
    return errors.fail();
  lowered.entries = getEntryPoints(module);
  if (!runStage(module, buildLinalgPipeline))
    return errors.fail();
  addEntryBodies(module, lowered.entries);
  if (!runStage(module, buildBufferPipeline) || !runStage(module, buildLLVMPipeline))
    return errors.fail();
  addEntryFunctions(module, lowered.entries);
  fault = {};
  return true;
}

void mind::keepOnly(ModuleOp module, StringRef name) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName() == name)
      function.setPublic();
    else
      function.setPrivate();
  PassManager passes(module.getContext());
  passes.enableVerifier(false);
  passes.addPass(createSymbolDCEPass());
  (void)passes.run(module);
}

bool mind::bindDims(ModuleOp module, StringRef function, const std::map<std::string, int64_t> &dims,
                    rt::Fault &fault) {
  if (dims.empty())
    return true;
  DimBindings bindings;
  for (const auto &[name, size] : dims)
    bindings[name] = size;
  ErrorCollector errors(module.getContext(), fault);
  if (failed(specializeDims(module, function, bindings))) {
    errors.fail();
    fault.code = rt::fault::kArgument;
    return false;
  }
  fault = {};
  return true;
}
