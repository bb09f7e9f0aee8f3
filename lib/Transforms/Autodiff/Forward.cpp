//===- Forward.cpp - the forward walk -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forward.h"

#include "mlir/Interfaces/CallInterfaces.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

LogicalResult ForwardWalk::pushForward(Block *block) {
  OpBuilder::InsertionGuard guard(builder);
  Location outerLoc = builder.getLoc();
  llvm::scope_exit restoreLoc([&] { builder.setLoc(outerLoc); });
  SmallVector<Operation *> ops;
  for (Operation &op : *block)
    ops.push_back(&op);
  for (Operation *op : ops)
    if (failed(pushForward(op)))
      return failure();
  return success();
}

LogicalResult ForwardWalk::pushForward(Operation *op) {
  // The inside of a composite is of no use: its last op takes the whole way.
  if (llvm::none_of(op->getResults(), [&](Value result) { return activity.isUseful(result); }))
    return success();
  SmallVector<Value> inputs = getInputs(op), parts;
  for (auto [i, input] : llvm::enumerate(inputs))
    parts.push_back(activity.leadsOn(op, i) ? getTangent(input) : Value());
  if (llvm::none_of(parts, [](Value part) { return bool(part); }))
    return success();

  builder.setLoc(op->getLoc());
  builder.setInsertionPointAfter(op);
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  StringRef name = op->getName().stripDialect();
  if (!differentiable || (functions.profile == Profile::Core && !differentiable.isInCoreProfile()))
    return functions.refuse(op, "E4101", "unsupported operation for autodiff: " + name);

  bool isPlain = op->getNumRegions() == 0 && !isa<CallOpInterface>(op);
  SmallVector<Value> tangents(op->getNumResults());
  SmallVector<Value> results(op->getResults());
  if (failed(differentiable.buildJVP(*this, parts, tangents)))
    return failure();
  // Ops with regions and calls are replaced, and set the tangents themselves.
  if (!isPlain)
    return success();
  for (auto [result, tangent] : llvm::zip_equal(results, tangents)) {
    if (!activity.isUseful(result))
      continue;
    if (!tangent || tangent.getType() != result.getType())
      return functions.refuse(op, "E4102", "autodiff verification failed: the rule of " + name +
                                               " gives no tangent of the type of its result");
    setTangent(result, tangent);
  }
  return success();
}
