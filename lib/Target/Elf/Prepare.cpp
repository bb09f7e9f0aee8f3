//===- Prepare.cpp - a module cut to what is compiled ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"
#include "Image.h"

#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

namespace {

/// The first error of passes.
class FirstError {
public:
  explicit FirstError(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error && message.empty())
            message = diagnostic.str();
          return success();
        }) {}

  std::string message;

private:
  ScopedDiagnosticHandler handler;
};

} // namespace

bool elf::outlineModule(ModuleOp module, rt::Fault &fault) {
  FirstError error(module.getContext());
  PassManager passes(module.getContext());
  passes.enableVerifier(false);
  passes.addPass(createOutlineScript());
  if (succeeded(passes.run(module)))
    return true;
  fault = {"E5002", error.message};
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
  if (succeeded(passes.run(module)))
    return true;
  fault = {"E5002", error.message.empty() ? "the program cannot be prepared" : error.message};
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
  fault = {rt::fault::kArgument, error.message};
  return false;
}
