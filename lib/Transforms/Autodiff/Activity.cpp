//===- Activity.cpp - which values a derivative depends on ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph of values is built once, in time linear in its edges; the marks are two
// searches in it. Sets are asked for members only, so no order of theirs can show.
//
//===----------------------------------------------------------------------===//

#include "Activity.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

SmallVector<Value> autodiff::getInputs(Operation *op) {
  SmallVector<Value> inputs;
  if (auto differentiable = dyn_cast<DifferentiableOpInterface>(op)) {
    differentiable.getInputs(inputs);
    return inputs;
  }
  llvm::append_range(inputs, op->getOperands());
  // An op without rules is refused for what its regions use as well.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(inputs, captured);
  return inputs;
}

StringRef autodiff::getCut(Operation *op, unsigned input) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  return differentiable ? differentiable.getCut(input) : StringRef();
}

void autodiff::visitForwarding(Operation *op, function_ref<void(Value, Value)> visit) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return;
  auto visitFrom = [&](RegionBranchPoint point) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(point, successors);
    for (RegionSuccessor &successor : successors)
      for (auto [from, to] :
           llvm::zip(branch.getSuccessorOperands(point, successor), successor.getSuccessorInputs()))
        visit(from, to);
  };
  visitFrom(RegionBranchPoint::parent());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (auto terminator = dyn_cast_if_present<RegionBranchTerminatorOpInterface>(
              block.empty() ? nullptr : &block.back()))
        visitFrom(terminator);
}

Activity::Activity(ArrayRef<Operation *> ops, Mode mode, const DenseSet<Operation *> *opaque)
    : mode(mode), opaque(opaque) {
  for (Operation *op : ops)
    op->walk([&](Operation *nested) { addOp(nested); });
}

void Activity::addEdge(Value from, Value to) {
  if (mode == Derivatives && (!isDifferentiable(from.getType()) || !isDifferentiable(to.getType())))
    return;
  forward[from].push_back(to);
  backward[to].push_back(from);
}

void Activity::addOp(Operation *op) {
  if (isa<RegionBranchOpInterface>(op)) {
    DenseSet<Value> forwarded;
    visitForwarding(op, [&](Value from, Value to) {
      forwarded.insert(from);
      addEdge(from, to);
    });
    if (mode == Derivatives)
      return;
    // What decides where control goes decides the results.
    auto addDeciding = [&](Operation *from) {
      for (Value operand : from->getOperands())
        if (!forwarded.contains(operand))
          for (Value result : op->getResults())
            addEdge(operand, result);
    };
    addDeciding(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!block.empty())
          addDeciding(&block.back());
    return;
  }
  if (mode == Dependences) {
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (!opaque || !opaque->contains(op) || getCut(op, i).empty())
        for (Value result : op->getResults())
          addEdge(operand, result);
    return;
  }
  for (auto [i, input] : llvm::enumerate(getInputs(op)))
    if (getCut(op, i).empty())
      for (Value result : op->getResults())
        addEdge(input, result);
}

void Activity::reach(const Edges &edges, ArrayRef<Value> from, DenseSet<Value> &reached) {
  SmallVector<Value> pending;
  for (Value value : from)
    if (reached.insert(value).second)
      pending.push_back(value);
  while (!pending.empty()) {
    auto it = edges.find(pending.pop_back_val());
    if (it == edges.end())
      continue;
    for (Value next : it->second)
      if (reached.insert(next).second)
        pending.push_back(next);
  }
}

void Activity::markInputs(ArrayRef<Value> inputs) { reach(forward, inputs, varied); }
void Activity::markOutputs(ArrayRef<Value> outputs) { reach(backward, outputs, useful); }
