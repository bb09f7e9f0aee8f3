//===- CheckGradientValues.cpp - gradients against a table of values ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientTable.h"
#include "TestDialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

namespace {

/// Differentiates every row of a table (GradientTable.h) and runs its derivatives.
struct CheckGradientValues : PassWrapper<CheckGradientValues, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckGradientValues)

  StringRef getArgument() const override { return "mind-test-gradient-values"; }
  StringRef getDescription() const override { return "Compare derivatives with the values that functions carry"; }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    autodiff::Differentiator differentiator(module);
    unsigned numRows = 0, numDerivatives = 0, numWrong = 0;
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      FailureOr<std::vector<Expectation>> row = readRow(function);
      if (failed(row))
        return signalPassFailure();
      numRows += !row->empty();
      for (const Expectation &expectation : *row) {
        ++numDerivatives;
        FailureOr<func::FuncOp> derivative =
            derive(differentiator, function, expectation.kind, /*isBundled=*/false);
        if (failed(derivative))
          return signalPassFailure();
        std::optional<std::string> wrong = check(module, *derivative, expectation);
        if (!wrong)
          continue;
        ++numWrong;
        function.emitError() << "the " << getKindName(expectation.kind) << " of `" << function.getName()
                             << "`: " << *wrong;
      }
    }
    llvm::outs() << numRows << " rows, " << numDerivatives << " derivatives, " << numWrong << " wrong\n";
    if (numWrong)
      signalPassFailure();
  }
};

} // namespace

void test::registerCheckGradientValues() { PassRegistration<CheckGradientValues>(); }
