//===- ControlFlow.cpp - random structural control flow -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches, loops of at most five rounds, and early exits from any depth.
//
//===----------------------------------------------------------------------===//

#include "FunctionBuilder.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

/// Ends the block at the insertion point with an exit that may stand here.
void FunctionBuilder::makeExit(ValueRange counter) {
  Location loc = builder.getUnknownLoc();
  unsigned choice = loops.empty() ? 0 : random.below(3);
  if (choice == 0) {
    ReturnOp::create(builder, loc, makeResults(resultTypes.size()));
    return;
  }
  // The counter goes first and has been advanced, so that `continue` ends too.
  SmallVector<Value> values(counter);
  for (mlir::Type type : ArrayRef<mlir::Type>(loops.back()).drop_front())
    values.push_back(valueOf(llvm::cast<RankedTensorType>(type)));
  if (choice == 1)
    BreakOp::create(builder, loc, values);
  else
    ContinueOp::create(builder, loc, values);
}

void FunctionBuilder::makeIf(unsigned depth) {
  Location loc = builder.getUnknownLoc();
  SmallVector<mlir::Type> types;
  for (unsigned i = 0, count = random.below(3); i < count; ++i)
    types.push_back(type(pickDType(Kind::Any), pickShape(3)));
  auto op = IfOp::create(builder, loc, types, scalarCondition());

  SmallVector<Value> outer = pool;
  bool hasElse = !types.empty() || random.oneIn(2);
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    if (region == &op.getElseRegion() && !hasElse)
      break;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&region->emplaceBlock());
    addOperations(random.below(4), depth + 1);
    if (random.oneIn(5)) {
      makeExit(counters.empty() ? ValueRange() : ValueRange(counters.back()));
    } else {
      SmallVector<Value> results;
      for (mlir::Type type : types)
        results.push_back(valueOf(llvm::cast<RankedTensorType>(type)));
      YieldOp::create(builder, loc, results);
    }
    pool = outer;
  }
  llvm::append_range(pool, op.getResults());
}

void FunctionBuilder::makeWhile(unsigned depth) {
  Location loc = builder.getUnknownLoc();
  Value zero = integerConstant(DType::I64, {}, 0, 1);
  Value one = integerConstant(DType::I64, {}, 1, 2);
  Value limit = integerConstant(DType::I64, {}, 0, 6);
  SmallVector<Value> inits{zero};
  for (unsigned i = 0, count = random.below(3); i < count; ++i)
    inits.push_back(pick(Kind::Any));
  SmallVector<mlir::Type> types = llvm::to_vector(ValueRange(inits).getTypes());
  auto op = WhileOp::create(builder, loc, types, inits);

  SmallVector<Value> outer = pool;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> locations(types.size(), loc);

  Block &before = op.getBefore().emplaceBlock();
  before.addArguments(types, locations);
  builder.setInsertionPointToStart(&before);
  Value goesOn = CompareOp::create(builder, loc, CmpPredicate::Lt, before.getArgument(0), limit);
  ConditionOp::create(builder, loc, goesOn);

  Block &after = op.getAfter().emplaceBlock();
  after.addArguments(types, locations);
  builder.setInsertionPointToStart(&after);
  Value next = AddOp::create(builder, loc, after.getArgument(0), one);
  llvm::append_range(pool, after.getArguments());
  loops.push_back(types);
  counters.push_back(next);
  addOperations(1 + random.below(4), depth + 1);
  if (random.oneIn(8)) {
    makeExit(next);
  } else {
    SmallVector<Value> values{next};
    for (mlir::Type type : ArrayRef<mlir::Type>(types).drop_front())
      values.push_back(valueOf(llvm::cast<RankedTensorType>(type)));
    YieldOp::create(builder, loc, values);
  }
  counters.pop_back();
  loops.pop_back();
  pool = outer;
  builder.setInsertionPointAfter(op);
  llvm::append_range(pool, op.getResults());
}
