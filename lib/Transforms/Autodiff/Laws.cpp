//===- Laws.cpp - what holds of every derivative --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A derivative is linear in its seed. A walk over its ops, in which loops are
// repeated until nothing changes, tells whether each value depends on the seed, and
// whether linearly: a product of two such values, a comparison, a sum with a number
// that is not zero are found. A rule that is wrong in such a way is refused, rather
// than believed.
//
//===----------------------------------------------------------------------===//

#include "Impl.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

static bool isZero(Value value) {
  if (isZerosLike(value))
    return true;
  TypedAttr splat = isTensor(value.getType()) ? getSplatValue(value) : TypedAttr();
  if (auto number = dyn_cast_or_null<FloatAttr>(splat))
    return number.getValue().isZero();
  auto number = dyn_cast_or_null<IntegerAttr>(splat);
  return number && number.getValue().isZero();
}

/// Whether an op is there for zeros alone.
static bool isPartOfZeros(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).hasOneUse())
    return false;
  Operation *user = *op->getResult(0).user_begin();
  return user->getNumResults() == 1 && isZerosLike(user->getResult(0));
}

LinearityLaw::State LinearityLaw::join(State lhs, State rhs) {
  if (lhs == rhs)
    return lhs;
  State low = std::min(lhs, rhs), high = std::max(lhs, rhs);
  return low == Unknown || low == Zero ? high : Broken;
}

LinearityLaw::State LinearityLaw::lookup(Value value) const {
  auto it = states.find(value);
  return it == states.end() ? Constant : it->second;
}

bool LinearityLaw::isLinear(Value value) const {
  State state = lookup(value);
  return state == Zero || state == Linear;
}

bool LinearityLaw::update(Value value, State state) {
  // The seed of a gradient is a constant, but stands for any number.
  if (seeds.contains(value))
    return false;
  auto [it, isNew] = states.try_emplace(value, state);
  if (isNew)
    return true;
  State joined = join(it->second, state);
  return std::exchange(it->second, joined) != joined;
}

LinearityLaw::State LinearityLaw::getResultState(Operation *op) {
  if (op->getNumResults() == 1 && isZero(op->getResult(0)))
    return Zero;
  if (op->getNumOperands() == 0)
    return Constant;
  // By the operands: a composite's inputs stand for no others here.
  BitVector linear(op->getNumOperands()), zero(op->getNumOperands());
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    State state = lookup(operand);
    if (state == Broken || state == Unknown)
      return state;
    linear[i] = state == Linear;
    zero[i] = state == Zero && isDifferentiable(operand.getType());
  }
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  bool hasOwnInputs = differentiable && getInputs(op).size() != op->getNumOperands();
  auto isLinearIn = [&](const BitVector &operands) {
    return differentiable && !hasOwnInputs && differentiable.isLinearIn(operands);
  };
  if (linear.none())
    return zero.any() && isLinearIn(zero) ? Zero : Constant;
  if (isLinearIn(linear))
    return Linear;
  zero |= linear;
  return isLinearIn(zero) ? Linear : Broken;
}

Operation *LinearityLaw::visit(Operation *op) {
  if (op->getNumRegions() > 0)
    return visitRegions(op);
  auto call = dyn_cast<CallOpInterface>(op);
  bool isSeeded = llvm::any_of(op->getOperands(), [&](Value operand) { return lookup(operand) >= Linear; });
  if (call && isSeeded) {
    auto symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    auto it = symbol ? callees.find(symbol.getLeafReference()) : callees.end();
    if (it == callees.end())
      return symbol ? visitCall(op, symbol.getLeafReference()) : op;
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      bool mayBeLinear = i >= it->second.firstOperand;
      if (mayBeLinear ? !isLinear(operand) : lookup(operand) >= Linear)
        return op;
    }
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      update(result, i >= it->second.firstResult ? Linear : Constant);
    return nullptr;
  }
  // Zeros of the shape of a value that depends on the seed compare it with itself.
  if (isPartOfZeros(op))
    return nullptr;
  State state = getResultState(op);
  if (state == Broken)
    return op;
  for (Value result : op->getResults())
    update(result, state);
  return nullptr;
}

/// Looks into the function, for these states of its arguments.
LinearityLaw::Summary LinearityLaw::summarize(func::FuncOp function, ValueRange operands) {
  std::string key = function.getName().str() + ' ';
  for (Value operand : operands)
    key += char('0' + lookup(operand));
  OwningOpRef<func::FuncOp> copy;
  bool isScf = true;
  return summaries.get(key, {SmallVector<State>(function.getNumResults(), Unknown)}, [&]() -> Summary {
    if (!copy) {
      copy = function.clone();
      isScf = succeeded(lowerStructure(*copy)) && copy->getBody().hasOneBlock();
    }
    if (!isScf)
      return {SmallVector<State>(function.getNumResults(), Broken), false};
    LinearityLaw inner(*this, summaries);
    Block &body = copy->getBody().front();
    for (auto [argument, operand] : llvm::zip_equal(body.getArguments(), operands))
      inner.states[argument] = lookup(operand);
    bool isLinear = !inner.visit(&body);
    return {llvm::map_to_vector(body.getTerminator()->getOperands(), [&](Value value) { return inner.lookup(value); }),
            isLinear};
  });
}

Operation *LinearityLaw::visitCall(Operation *op, StringRef callee) {
  auto function = symbols.lookup<func::FuncOp>(callee);
  if (!function || function.isDeclaration())
    return op;
  if (llvm::any_of(op->getOperands(), [&](Value operand) { return lookup(operand) == Unknown; })) {
    for (Value result : op->getResults())
      update(result, Unknown);
    return nullptr;
  }
  Summary summary = summarize(function, op->getOperands());
  if (!summary.isLinear || llvm::is_contained(summary.results, Broken))
    return op;
  for (auto [result, state] : llvm::zip_equal(op->getResults(), summary.results))
    update(result, state);
  return nullptr;
}

std::optional<Location> LinearityLaw::visitFunction(func::FuncOp function, unsigned firstSeed) {
  OwningOpRef<func::FuncOp> copy(function.clone());
  if (failed(lowerStructure(*copy)) || !copy->getBody().hasOneBlock())
    return function.getLoc();
  Block &body = copy->getBody().front();
  for (Value seed : body.getArguments().drop_front(firstSeed))
    if (isDifferentiable(seed.getType()))
      addSeed(seed);
  if (Operation *culprit = visit(&body))
    return culprit->getLoc();
  for (Value result : body.getTerminator()->getOperands())
    if (!isLinear(result))
      return function.getLoc();
  return std::nullopt;
}

Operation *LinearityLaw::visitRegions(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch) {
    // What an op of an unknown kind makes of the seed is not known.
    bool usesSeed = false;
    op->walk([&](Operation *nested) {
      usesSeed |= llvm::any_of(nested->getOperands(), [&](Value operand) { return lookup(operand) >= Linear; });
    });
    return usesSeed ? op : nullptr;
  }
  llvm::DenseSet<Value> forwarded;
  SmallVector<Value> targets;
  visitForwarding(op, [&](Value from, Value to) {
    forwarded.insert(from);
    targets.push_back(to);
  });
  for (Value target : targets)
    states.try_emplace(target, Unknown);
  op->walk([&](Operation *nested) {
    if (nested != op)
      for (Value result : nested->getResults())
        states.try_emplace(result, Unknown);
  });
  for (bool changed = true; changed;) {
    changed = false;
    visitForwarding(op, [&](Value from, Value to) { changed |= update(to, lookup(from)); });
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        for (Operation &nested : block.without_terminator()) {
          SmallVector<State> before = llvm::map_to_vector(nested.getResults(), [&](Value v) { return lookup(v); });
          if (Operation *culprit = visit(&nested))
            return culprit;
          for (auto [result, state] : llvm::zip_equal(nested.getResults(), before))
            changed |= lookup(result) != state;
        }
      }
  }
  for (Value target : targets)
    if (lookup(target) == Broken)
      return op;
  return nullptr;
}

Operation *LinearityLaw::visit(Block *block) {
  for (Operation &op : block->without_terminator())
    if (Operation *culprit = visit(&op))
      return culprit;
  return nullptr;
}
