//===- ListDifferentiableOps.cpp - what has rules -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDialect.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mind;

namespace {

/// Prints the names of all ops with DifferentiableOpInterface, one a line; each
/// function of `mind.unary`, which has a rule of its own, on a line of its own.
struct ListDifferentiableOps : PassWrapper<ListDifferentiableOps, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ListDifferentiableOps)

  StringRef getArgument() const override { return "mind-test-list-differentiable-ops"; }
  StringRef getDescription() const override { return "Print the names of the ops that have derivatives"; }

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    context->loadAllAvailableDialects();
    // Sorted by name, as the context keeps them.
    for (RegisteredOperationName name : context->getRegisteredOperations()) {
      if (!name.hasInterface<DifferentiableOpInterface>() || name.getDialectNamespace() == "mind_test")
        continue;
      if (name.getStringRef() != UnaryOp::getOperationName()) {
        llvm::outs() << name.getStringRef() << '\n';
        continue;
      }
      for (uint32_t kind = 0; std::optional<UnaryKind> known = symbolizeUnaryKind(kind); ++kind)
        llvm::outs() << name.getStringRef() << ' ' << stringifyUnaryKind(*known) << '\n';
    }
  }
};

} // namespace

void test::registerListDifferentiableOps() { PassRegistration<ListDifferentiableOps>(); }
