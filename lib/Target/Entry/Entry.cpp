//===- Entry.cpp - where compilation begins -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Entry/Entry.h"

#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Support/PassFaults.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mind;

static bool run(ModuleOp module, llvm::function_ref<void(OpPassManager &)> build, rt::Fault &fault) {
  FirstError error(module.getContext());
  PassManager passes(module.getContext());
  // Every pass is tested with the verifier on; users need not wait for it.
  passes.enableVerifier(false);
  build(passes);
  if (succeeded(runPasses(passes, module)))
    return true;
  fault = error.getFault("E5002", "the program cannot be prepared");
  return false;
}

bool mind::outlineModule(ModuleOp module, rt::Fault &fault) {
  return run(module, [](OpPassManager &passes) { passes.addPass(createOutlineScript()); }, fault);
}

bool mind::prepareModule(ModuleOp module, rt::Fault &fault) {
  module.getContext()->loadDialect<arith::ArithDialect, func::FuncDialect, scf::SCFDialect, tensor::TensorDialect>();
  return run(module, buildPreparePipeline, fault);
}

func::FuncOp mind::findEntry(ModuleOp module, std::string &name, StringRef purpose, StringRef use, rt::Fault &fault) {
  if (name.empty())
    name = getEntryName(module).str();
  auto function = name.empty() ? func::FuncOp() : module.lookupSymbol<func::FuncOp>(name);
  if (function && !function.isDeclaration()) {
    function.setPublic();
    return function;
  }
  fault = {"E5001", name.empty() ? ("the program has no `main` and no statements to " + purpose).str()
                                 : ("there is no function `" + name + "` to " + use).str()};
  return nullptr;
}

void mind::keepOnly(ModuleOp module, StringRef name) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName() == name)
      function.setPublic();
    else
      function.setPrivate();
}

bool mind::bindDims(ModuleOp module, StringRef function, const DimSizes &dims, rt::Fault &fault) {
  // A name that none can have starts the pass where there is no dim to bind.
  DimBindings bindings;
  bindings[""] = 0;
  for (const auto &[name, size] : dims)
    bindings[name] = size;
  FirstError error(module.getContext());
  if (succeeded(specializeDims(module, function, bindings)))
    return true;
  fault = error.getFault(rt::fault::kArgument, "the dims cannot be bound");
  return false;
}

bool mind::bindPublicDims(ModuleOp module, StringRef name, const DimSizes &dims,
                          llvm::function_ref<bool(func::FuncOp, const DimSizes &)> bind, rt::Fault &fault) {
  DimSizes unknown = dims;
  // Callees that are specialised come to the list.
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!function.isPublic() || function.isDeclaration())
      continue;
    DimSizes own;
    if (name.empty() || function.getName() == name)
      for (const std::string &dim : interpreter::getSignature(function).getDimNames())
        if (auto found = dims.find(dim); found != dims.end()) {
          own.insert(*found);
          unknown.erase(dim);
        }
    if (!bind(function, own))
      return false;
  }
  if (unknown.empty())
    return true;
  std::string holder = name.empty() ? "no exported function has the dim `" : "`" + name.str() + "` has no dim `";
  fault = {rt::fault::kArgument, holder + unknown.begin()->first + "`"};
  return false;
}

bool mind::bindPublicDims(ModuleOp module, StringRef name, const DimSizes &dims, rt::Fault &fault) {
  auto bind = [&](func::FuncOp each, const DimSizes &own) { return bindDims(module, each.getName(), own, fault); };
  return bindPublicDims(module, name, dims, bind, fault);
}
