//===- WebNNTarget.cpp - graphs for the browser's neural networks ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitModule.h"

#include "Mind/Conversion/MindToWebNN/MindToWebNN.h"
#include "Mind/Dialect/WebNN/IR/WebNN.h"
#include "Mind/Support/PassFaults.h"
#include "Mind/Target/Backend/TargetBackend.h"

#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mind;

namespace {

class WebNNTarget : public TargetBackend {
public:
  StringRef getName() const final { return "webnn"; }
  StringRef getSummary() const final { return "an ES module that builds and runs a graph of WebNN"; }
  void registerDialects(DialectRegistry &registry) const final { registerWebNNExtension(registry); }
  bool hasEmptyTensors() const final { return false; }

  std::string getRefusal(StringRef key, DType dtype) const final {
    if (key == "func.call")
      return "a call that recurs is left, and a graph has no calls";
    if (key.starts_with("scf.") || key.starts_with("tensor."))
      return "a graph has no control flow";
    if (key == "mind.print" || key == "mind.assert")
      return "a graph has results only";
    switch (dtype) {
    case DType::F16:
      return "JavaScript has no array of f16 everywhere yet";
    case DType::F64:
    case DType::BF16:
    case DType::Q16:
      return "WebNN has no such type";
    default:
      break;
    }
    bool isInteger = isInt(dtype);
    return llvm::StringSwitch<std::string>(key)
        .Cases({"mind.unary.asin", "mind.unary.acos", "mind.unary.atan"},
               "WebNN has no inverse of a trigonometric function")
        .Cases({"mind.shl", "mind.shr"}, "WebNN has no operations on bits")
        .Cases({"arith.andi", "arith.ori", "arith.xori"}, isInteger ? "WebNN has no operations on bits" : "")
        .Cases({"mind.conv2d", "mind.conv2d_grad_filter", "mind.conv2d_grad_input"},
               isInteger ? "WebNN has no convolution of integers" : "")
        .Default("");
  }

  void buildConversionPipeline(OpPassManager &passes) const final {
    passes.addPass(createConvertMindToWebNN());
    passes.addPass(createCSEPass());
    passes.addPass(createCanonicalizerPass());
  }

  bool emit(ModuleOp module, std::vector<TargetArtifact> &artifacts, rt::Fault &fault) const final {
    auto function = *module.getOps<func::FuncOp>().begin();
    auto opaque = function.walk([](webnn::ConstantOp op) {
      return isa<DenseElementsAttr>(op.getValue()) ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (opaque.wasInterrupted()) {
      fault = {"E5002", "a constant of the module is held in another way than by its elements", getPlace(function.getLoc())};
      return false;
    }
    auto add = [&](StringRef extension, void (*emitText)(func::FuncOp, raw_ostream &)) {
      TargetArtifact artifact;
      artifact.name = (function.getName() + extension).str();
      llvm::raw_string_ostream os(artifact.contents);
      emitText(function, os);
      artifacts.push_back(std::move(artifact));
    };
    add(".mjs", webnn::emitModule);
    add(".d.mts", webnn::emitDeclarations);
    return true;
  }
};

} // namespace

namespace mind {
void registerWebNNTarget(TargetRegistry &registry) { registry.add(std::make_unique<WebNNTarget>()); }
void registerWebNNPasses() { registerMindToWebNNPasses(); }
} // namespace mind
