//===- OutlineScript.cpp - top-level statements into a function -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the ops of a module's body that define no symbol into one new function,
// in order. Functions cannot use values from outside, so nothing else changes.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mic/IR/Script.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_OUTLINESCRIPT
#include "Mind/Transforms/Passes.h.inc"

namespace {

constexpr StringRef mainName = "main", scriptName = "__mind_main";

/// Whether a `main` with this result would end with it as its status. A script
/// shows its result.
bool isStatus(ArrayRef<Value> results) {
  if (results.size() != 1)
    return false;
  auto type = dyn_cast<RankedTensorType>(results.front().getType());
  return type && type.getRank() == 0 && isa<IntegerType>(type.getElementType());
}

/// The name for the new function. Fails if the names that it can have are taken.
FailureOr<StringRef> chooseName(ModuleOp module, ArrayRef<Value> results) {
  if (!module.lookupSymbol(mainName) && !isStatus(results))
    return mainName;
  if (!module.lookupSymbol(scriptName))
    return scriptName;
  return module.emitError() << "'" << scriptName << "' is defined, so the top-level statements have no place";
}

struct OutlineScript : impl::OutlineScriptBase<OutlineScript> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Operation *> statements;
    SmallVector<Value> results;
    for (Operation &op : *module.getBody()) {
      if (op.hasTrait<OpTrait::SymbolTable>() || isa<SymbolOpInterface>(op))
        continue;
      statements.push_back(&op);
      if (auto output = dyn_cast<OutputOp>(op))
        if (output.getResult())
          results.push_back(output.getValue());
    }
    if (statements.empty())
      return markAllAnalysesPreserved();
    // Functions alone are no script, though mic shows a value for each.
    bool hasFunctions = !module.getOps<func::FuncOp>().empty();
    if (hasFunctions && llvm::all_of(statements, [](Operation *op) { return mic::isScaffold(*op); })) {
      for (Operation *op : llvm::reverse(statements))
        op->erase();
      return;
    }
    if (results.size() > 1) {
      module.emitError("more than one result among the top-level statements");
      return signalPassFailure();
    }
    FailureOr<StringRef> name = chooseName(module, results);
    if (failed(name))
      return signalPassFailure();

    OpBuilder builder(&getContext());
    Location loc = statements.front()->getLoc();
    auto func = func::FuncOp::create(loc, *name, builder.getFunctionType({}, TypeRange(ValueRange(results))));
    module.push_back(func);
    Block *body = func.addEntryBlock();
    for (Operation *op : statements) {
      if (isa<OutputOp>(op)) {
        op->erase();
        continue;
      }
      op->moveBefore(body, body->end());
      ++numMoved;
    }
    builder.setInsertionPointToEnd(body);
    func::ReturnOp::create(builder, loc, results);
  }
};

} // namespace

StringRef getEntryName(ModuleOp module) {
  for (StringRef name : {scriptName, mainName})
    if (module.lookupSymbol<func::FuncOp>(name))
      return name;
  return {};
}

} // namespace mind
