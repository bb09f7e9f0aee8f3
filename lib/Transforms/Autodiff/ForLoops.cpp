//===- ForLoops.cpp - counted loops as loops with a condition -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The front end makes scf.while alone; an scf.for comes from elsewhere. It becomes a
// while whose first variable is the counter, as a tensor of i64, so that one rule
// reverses both.
//
//===----------------------------------------------------------------------===//

#include "Impl.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

/// `value`, of index or a type of integers up to i64, as a tensor of i64.
static Value toTensor(ImplicitLocOpBuilder &builder, Value value) {
  Type i64 = builder.getI64Type();
  if (isa<IndexType>(value.getType()))
    value = arith::IndexCastOp::create(builder, i64, value);
  else if (value.getType() != i64)
    value = arith::ExtSIOp::create(builder, i64, value);
  return tensor::FromElementsOp::create(builder, getScalarType(i64), value);
}

static Value fromTensor(ImplicitLocOpBuilder &builder, Value tensor, Type type) {
  Value value = tensor::ExtractOp::create(builder, tensor, ValueRange());
  if (isa<IndexType>(type))
    return arith::IndexCastOp::create(builder, type, value);
  return value.getType() == type ? value : arith::TruncIOp::create(builder, type, value).getResult();
}

static void lowerForLoop(scf::ForOp loop) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  Value end = toTensor(builder, loop.getUpperBound()), step = toTensor(builder, loop.getStep());
  SmallVector<Value> inits = {toTensor(builder, loop.getLowerBound())};
  llvm::append_range(inits, loop.getInitArgs());
  TypeRange types = ValueRange(inits).getTypes();
  auto lowered = scf::WhileOp::create(builder, types, inits);
  SmallVector<Location> locs(inits.size(), loop.getLoc());
  Block *check = builder.createBlock(&lowered.getBefore(), {}, types, locs);
  Value isInside = CompareOp::create(builder, CmpPredicate::Lt, check->getArgument(0), end);
  scf::ConditionOp::create(builder, tensor::ExtractOp::create(builder, isInside, ValueRange()),
                           check->getArguments());

  Block *body = builder.createBlock(&lowered.getAfter(), {}, types, locs);
  SmallVector<Value> arguments = {fromTensor(builder, body->getArgument(0), loop.getInductionVar().getType())};
  llvm::append_range(arguments, body->getArguments().drop_front());
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [argument, value] : llvm::zip_equal(loop.getBody()->getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  builder.setInsertionPoint(yield);
  yield->insertOperands(0, AddOp::create(builder, body->getArgument(0), step).getResult());
  loop.replaceAllUsesWith(lowered.getResults().drop_front());
  loop.erase();
}

void autodiff::lowerForLoops(func::FuncOp function) {
  function.walk([](scf::ForOp loop) {
    Type counter = loop.getInductionVar().getType();
    bool fits = isa<IndexType>(counter) || counter.getIntOrFloatBitWidth() <= 64;
    if (fits && !loop.getUnsignedCmp())
      lowerForLoop(loop);
  });
}
