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

#include "Impl.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

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

Activity::Activity(ArrayRef<Operation *> ops, Mode mode, FunctionDependences &functions,
                   const DenseSet<Operation *> *opaque)
    : mode(mode), functions(functions), opaque(opaque) {
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
  if (auto call = dyn_cast<func::CallOp>(op)) {
    for (auto [operand, reached] : llvm::zip_equal(call.getOperands(), functions.get(call, mode)))
      for (unsigned result : reached.set_bits())
        addEdge(operand, call.getResult(result));
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

bool Activity::leadsOn(Operation *op, unsigned position) const {
  if (!getCut(op, position).empty())
    return false;
  auto call = dyn_cast<func::CallOp>(op);
  return !call || llvm::any_of(functions.get(call, mode)[position].set_bits(),
                               [&](unsigned result) { return isUseful(call.getResult(result)); });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

SmallVector<BitVector> FunctionDependences::get(func::CallOp call, Activity::Mode mode) {
  unsigned numArguments = call.getNumOperands(), numResults = call.getNumResults();
  Summary full(numArguments, BitVector(numResults, true)), none(numArguments, BitVector(numResults));
  auto function = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!function || function.isDeclaration() || hasCustomGrad(function))
    return full;
  std::string key = (mode == Activity::Derivatives ? "d " : "v ") + function.getName().str();
  OwningOpRef<func::FuncOp> copy;
  return summaries.get(key, none, [&]() -> Summary {
    if (!copy) {
      copy = function.clone();
      if (failed(lowerStructure(*copy)))
        return full;
    }
    if (!copy->getBody().hasOneBlock())
      return full;
    Block &body = copy->getBody().front();
    DenseSet<Operation *> opaque;
    if (derivatives.contains(function))
      copy->walk([&](Operation *op) { opaque.insert(op); });
    Activity graph(llvm::map_to_vector(body.without_terminator(), [](Operation &op) { return &op; }), mode, *this,
                   &opaque);
    Summary found = none;
    for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
      DenseSet<Value> reached;
      Activity::reach(graph.forward, argument, reached);
      for (auto [j, result] : llvm::enumerate(body.getTerminator()->getOperands()))
        found[i][j] = reached.contains(result);
    }
    return found;
  });
}
