//===- PassFaultsTest.cpp - passes that fail ------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Support/PassFaults.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mind;

namespace {

/// Fails on functions, with a word or without.
struct Refuse : PassWrapper<Refuse, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Refuse)
  explicit Refuse(bool speaks) : speaks(speaks) {}
  StringRef getArgument() const final { return "test-refuse"; }
  void runOnOperation() final {
    if (speaks)
      getOperation().emitError() << "E5002: no [E5002]";
    signalPassFailure();
  }
  bool speaks;
};

class PassFaults : public ::testing::Test {
protected:
  PassFaults() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<func::FuncDialect>();
    context.printOpOnDiagnostic(false);
    OpBuilder builder(&context);
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
    Location loc = FusedLoc::get(
        &context, {NameLoc::get(builder.getStringAttr("f")),
                   FileLineColRange::get(builder.getStringAttr("a.mind"), 2, 3, 2, 9)});
    auto function = func::FuncOp::create(builder, loc, "f", builder.getFunctionType({}, {}));
    builder.setInsertionPointToStart(function.addEntryBlock());
    func::ReturnOp::create(builder, loc);
  }

  rt::Fault run(bool speaks) {
    FirstError error(&context);
    PassManager passes(&context);
    passes.addNestedPass<func::FuncOp>(std::make_unique<Refuse>(speaks));
    EXPECT_TRUE(failed(runPasses(passes, *module)));
    return error.getFault("E5002", "nothing was said");
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(PassFaults, TheErrorOfThePass) {
  rt::Fault fault = run(/*speaks=*/true);
  EXPECT_EQ(fault.code, "E5002");
  EXPECT_EQ(fault.message, "no");
  EXPECT_EQ(fault.place.file, "a.mind");
  EXPECT_EQ(fault.place.line, 2u);
  EXPECT_EQ(fault.place.column, 3u);
  EXPECT_EQ(fault.place.endColumn, 9u);
}

/// The pass that failed is named, not those around it, and what it failed on.
TEST_F(PassFaults, APassThatSaysNothing) {
  rt::Fault fault = run(/*speaks=*/false);
  EXPECT_EQ(fault.message, "the pass 'test-refuse' failed on 'func.func' @f and did not say why");
  EXPECT_EQ(fault.place.file, "a.mind");
  EXPECT_EQ(fault.place.line, 2u);
}

TEST_F(PassFaults, PassesThatSucceedSayNothing) {
  FirstError error(&context);
  PassManager passes(&context);
  EXPECT_TRUE(succeeded(runPasses(passes, *module)));
  EXPECT_TRUE(error.isEmpty());
}

TEST_F(PassFaults, NoPlaceIsKnown) { EXPECT_EQ(getPlace(UnknownLoc::get(&context)).line, 0u); }

} // namespace
