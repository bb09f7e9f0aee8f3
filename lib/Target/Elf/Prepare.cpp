//===- Prepare.cpp - a module cut to what is compiled ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"
#include "Image.h"

#include "Mind/Support/PassFaults.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

bool elf::outlineModule(ModuleOp module, rt::Fault &fault) {
  FirstError error(module.getContext());
  PassManager passes(module.getContext());
  passes.enableVerifier(false);
  passes.addPass(createOutlineScript());
  if (succeeded(runPasses(passes, module)))
    return true;
  fault = error.getFault("E5002", "the program cannot be prepared");
  return false;
}

bool elf::prepareModule(ModuleOp module, rt::Fault &fault) {
  MLIRContext *context = module.getContext();
  context->loadDialect<arith::ArithDialect, func::FuncDialect, scf::SCFDialect, tensor::TensorDialect>();
  FirstError error(context);
  PassManager passes(context);
  // Every pass is tested with the verifier on; users need not wait for it.
  passes.enableVerifier(false);
  buildPreparePipeline(passes);
  if (succeeded(runPasses(passes, module)))
    return true;
  fault = error.getFault("E5002", "the program cannot be prepared");
  return false;
}

void elf::keepOnly(ModuleOp module, StringRef name) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.getName() == name)
      function.setPublic();
    else
      function.setPrivate();
  }
}

bool elf::bindDims(ModuleOp module, StringRef function, const std::map<std::string, int64_t> &dims,
                   rt::Fault &fault) {
  // Callees are specialised for the shapes that they are called with even where the
  // function has no dim to bind; a name that none can have starts the pass.
  DimBindings bindings;
  bindings[""] = 0;
  for (const auto &[name, size] : dims)
    bindings[name] = size;
  FirstError error(module.getContext());
  if (succeeded(specializeDims(module, function, bindings)))
    return true;
  fault = error.getFault(rt::fault::kArgument, "");
  return false;
}
