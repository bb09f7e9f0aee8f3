//===- CompileForTarget.cpp - from a module to a target's files -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/PassFaults.h"
#include "Mind/Target/Backend/TargetBackend.h"
#include "Mind/Target/Entry/Entry.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mind;

namespace {

class TargetCompiler {
public:
  TargetCompiler(const TargetBackend &target, ModuleOp module, const TargetOptions &options, rt::Fault &fault)
      : target(target), module(module), options(options), fault(fault) {}

  bool compile(std::vector<TargetArtifact> &artifacts) {
    return select() && prepare() && checkSignature() && checkCoverage() && convert() &&
           target.emit(module, artifacts, fault);
  }

private:
  bool fail(Operation *at, const llvm::Twine &message) {
    fault = {"E5002", message.str(), getPlace(at->getLoc())};
    return false;
  }

  bool run(PassManager &passes, const llvm::Twine &otherwise) {
    FirstError error(module.getContext());
    if (succeeded(runPasses(passes, module)))
      return true;
    fault = error.getFault("E5002", otherwise.str());
    return false;
  }

  bool select();
  bool prepare();
  bool checkSignature();
  bool checkCoverage();
  bool convert();

  const TargetBackend &target;
  ModuleOp module;
  const TargetOptions &options;
  rt::Fault &fault;
  std::string name;
};

} // namespace

/// Finds the function and gives its dims the extents.
bool TargetCompiler::select() {
  if (!outlineModule(module, fault))
    return false;
  name = options.function;
  if (!findEntry(module, name, "compile", "compile", fault))
    return false;
  keepOnly(module, name);
  return bindPublicDims(module, name, options.dims, fault);
}

bool TargetCompiler::prepare() {
  PassManager passes(module.getContext());
  buildPreparePipeline(passes);
  passes.addPass(createInlinerPass());
  passes.addPass(createSymbolDCEPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  return run(passes, "the program cannot be prepared");
}

/// Of the parameters and results.
bool TargetCompiler::checkSignature() {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  SmallVector<Type> types(function.getArgumentTypes());
  llvm::append_range(types, function.getResultTypes());
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::optional<DType> dtype = getDType(type);
    if (!tensor || !dtype)
      return fail(function, "`" + name + "` has a parameter or a result that is no tensor of the language");
    // What has values of a type has constants of it.
    std::string reason = target.getRefusal(ConstantOp::getOperationName(), *dtype);
    if (reason.empty() && tensor.hasStaticShape() && tensor.getNumElements() == 0 && !target.hasEmptyTensors())
      reason = "a tensor has no elements";
    if (!reason.empty())
      return fail(function, "`" + name + "` has a parameter or a result of " +
                                StringRef(getDTypeName(*dtype).data(), getDTypeName(*dtype).size()) +
                                " that is not available on `" + target.getName() + "`: " + reason);
    if (tensor.hasStaticShape())
      continue;
    for (const shape::Dim &dim : getDims(tensor))
      if (dim.isSymbolic())
        return fail(function, "`" + target.getName() + "` needs every extent, and `" + name + "` has the dim `" +
                                  dim.name.str() + "`; give it as `--dim " + dim.name.str() + "=EXTENT`");
  }
  return true;
}

bool TargetCompiler::checkCoverage() {
  auto walk = module.walk([&](Operation *op) {
    if (isa<ModuleOp, func::FuncOp, func::ReturnOp>(op))
      return WalkResult::advance();
    std::string key = getCoverageKey(op);
    auto refuse = [&](const llvm::Twine &of, const llvm::Twine &reason) {
      fail(op, "`" + key + "`" + of + " is not available on `" + target.getName() + "`: " + reason);
      return WalkResult::interrupt();
    };
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    if (types.empty())
      return refuse("", target.getRefusal(key, DType::F32));
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      std::optional<DType> dtype = getDType(tensor ? tensor.getElementType() : type);
      std::string reason = target.getRefusal(key, dtype.value_or(DType::I64));
      if (!reason.empty())
        return refuse(dtype ? " of " + StringRef(getDTypeName(*dtype).data(), getDTypeName(*dtype).size()).str() : "",
                      reason);
      if (!tensor || !dtype)
        return refuse("", "it has a value that is no tensor");
      if (!tensor.hasStaticShape())
        return refuse("", "an extent of a value is known only when the program runs");
      if (tensor.getNumElements() == 0 && !target.hasEmptyTensors())
        return refuse("", "a tensor has no elements");
    }
    return WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

bool TargetCompiler::convert() {
  PassManager passes(module.getContext());
  target.buildConversionPipeline(passes);
  return run(passes, "the program cannot be converted to `" + target.getName() + "`");
}

bool mind::compileForTarget(const TargetBackend &target, ModuleOp module, const TargetOptions &options,
                            std::vector<TargetArtifact> &artifacts, rt::Fault &fault) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, scf::SCFDialect, tensor::TensorDialect>();
  func::registerInlinerExtension(registry);
  target.registerDialects(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  return TargetCompiler(target, module, options, fault).compile(artifacts);
}
