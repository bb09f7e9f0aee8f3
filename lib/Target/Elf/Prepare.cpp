//===- Prepare.cpp - a module made ready for code --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
