//===- MindToWebNN.cpp - convert-mind-to-webnn ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Conversion/MindToWebNN/MindToWebNN.h"
#include "Patterns.h"

#include "Mind/Dialect/WebNN/IR/WebNN.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mind {
#define GEN_PASS_DEF_CONVERTMINDTOWEBNN
#include "Mind/Conversion/MindToWebNN/Passes.h.inc"
} // namespace mind

using namespace mlir;
using namespace mind;

namespace {

class ConvertMindToWebNN : public mind::impl::ConvertMindToWebNNBase<ConvertMindToWebNN> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertMindToWebNNBase::getDependentDialects(registry);
    registerWebNNExtension(registry);
  }

  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addLegalOp<ModuleOp, func::FuncOp, func::ReturnOp>();
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return op->getName().getStringRef().starts_with("mind.webnn."); });
    RewritePatternSet patterns(&getContext());
    webnn::populateElementwisePatterns(patterns);
    webnn::populateMovementPatterns(patterns);
    webnn::populateContractionPatterns(patterns);
    if (failed(applyFullConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
