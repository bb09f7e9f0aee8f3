//===- MindToLinalg.cpp - the pass convert-mind-to-linalg -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "Mind/Conversion/Passes.h"
#include "Mind/Conversion/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_CONVERTMINDTOLINALG
#include "Mind/Conversion/Passes.h.inc"
} // namespace mind

using namespace mind;

/// Structural ops have passes of their own, which have to run before.
static LogicalResult checkInput(ModuleOp module) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (op->hasTrait<StructureOp>()) {
      (void)reportUnsupported(op, "mind-outline-script and mind-structure-to-scf have to run first");
      return WalkResult::interrupt();
    }
    if (isa<MindDialect>(op->getDialect()) && !op->getParentOfType<func::FuncOp>()) {
      (void)reportUnsupported(op, "it is not in a function; mind-outline-script has to run first");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {

struct ConvertMindToLinalg : mind::impl::ConvertMindToLinalgBase<ConvertMindToLinalg> {
  void runOnOperation() final {
    ModuleOp module = getOperation();
    if (failed(checkInput(module)))
      return signalPassFailure();

    DimSources dims(module);
    LoweringTypeConverter converter(dims);

    // Ops of upstream that stand between ours are rewritten; those that patterns
    // make are not.
    DenseSet<Operation *> given;
    module.walk([&](Operation *op) {
      if (isa<tensor::CastOp, tensor::ExtractOp, tensor::FromElementsOp>(op))
        given.insert(op);
      else if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp>(op) &&
               isa<RankedTensorType>(op->getResult(0).getType()))
        given.insert(op);
      else if (auto constant = dyn_cast<arith::ConstantOp>(op);
               constant && !converter.isLegal(constant.getType()))
        given.insert(op);
    });

    declareRuntimeCalls(module);

    MLIRContext *context = &getContext();
    ConversionTarget target(*context);
    target.addIllegalDialect<MindDialect>();
    target.addLegalDialect<linalg::LinalgDialect, math::MathDialect, vector::VectorDialect>();
    target.addDynamicallyLegalDialect<arith::ArithDialect, tensor::TensorDialect>(
        [&](Operation *op) { return !given.contains(op); });
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp func) {
      return converter.isSignatureLegal(func.getFunctionType()) && converter.isLegal(&func.getBody());
    });
    target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp>(
        [&](Operation *op) -> std::optional<bool> { return converter.isLegal(op); });

    RewritePatternSet patterns(context);
    populateElementwisePatterns(converter, patterns);
    populateMathPatterns(converter, patterns);
    populateContractionPatterns(converter, patterns);
    populateReductionPatterns(converter, patterns);
    populateSelectionPatterns(converter, patterns);
    populateMovementPatterns(converter, patterns);
    populateSlicePatterns(converter, patterns);
    populateStructurePatterns(converter, patterns);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns, converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns, target);

    // Folds are for canonicalize: what is lowered is what the input says.
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(module, target, std::move(patterns), config)))
      return signalPassFailure();
    eraseUnusedRuntimeCalls(module);
  }
};

} // namespace
