//===- Lifetimes.cpp - when the values of a block take memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is needed is estimated as the back ends lay out memory: views share the bytes
// of what they show, an elementwise op whose only user is elementwise has none, and
// arguments, constants and results of functions lie elsewhere.
//
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mind;

/// What a dim that has a name counts for.
static constexpr int64_t kAssumedExtent = 1024;

int64_t mind::getEstimatedElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t count = 1;
  for (int64_t extent : tensor ? tensor.getShape() : ArrayRef<int64_t>())
    count *= ShapedType::isDynamic(extent) ? kAssumedExtent : extent;
  return count;
}

int64_t mind::getEstimatedBytes(Type type) {
  if (!isa<RankedTensorType>(type))
    return 0;
  std::optional<DType> dtype = getDType(type);
  return getEstimatedElements(type) * (dtype ? getByteSize(*dtype) : 8);
}

bool mind::isConstantTensor(Operation *op) {
  auto fill = dyn_cast_or_null<FillOp>(op);
  return fill ? fill.getValueAttr() != nullptr : isa_and_nonnull<ConstantOp, arith::ConstantOp>(op);
}

bool mind::isViewOfTensor(Operation *op) { return isa_and_nonnull<ReshapeOp, ExpandDimsOp, SqueezeOp>(op); }

bool mind::isCheap(Operation *op) {
  if (isViewOfTensor(op) || isConstantTensor(op))
    return true;
  if (op->getNumResults() != 1 || !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  return isa<AddOp, SubOp, MulOp, MaxOp, MinOp, ReluOp, ReluGradOp, AbsOp, FloorOp, CeilOp, RoundOp, CompareOp, CastOp,
             BroadcastToOp, arith::SelectOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) ||
         (isa<DivOp>(op) && isa<FloatType>(getElementTypeOrSelf(op->getResult(0))));
}

static bool isElementwise(Operation *op) {
  return !isViewOfTensor(op) && !isConstantTensor(op) && (isCheap(op) || isa<UnaryOp, PowOp, IPowOp, DivOp>(op));
}

Value Lifetimes::getRoot(Value value) const {
  while (isViewOfTensor(value.getDefiningOp()) && value.getParentBlock() == &block)
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

unsigned Lifetimes::getTime(Operation *user) const {
  return times.lookup(block.findAncestorOpInBlock(*user));
}

bool Lifetimes::isReadAt(Value value, unsigned time) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (dead.contains(user))
      return false;
    return isViewOfTensor(user) ? isReadAt(user->getResult(0), time) : getTime(user) == time;
  });
}

int64_t Lifetimes::getInnerBytes(Operation &op) const {
  auto call = dyn_cast<func::CallOp>(op);
  int64_t bytes = call ? functions.lookup(call.getCallee()) : 0;
  for (Region &region : op.getRegions())
    for (Block &inner : region)
      bytes = std::max(bytes, Lifetimes(inner, functions).getPeak().bytes);
  return bytes;
}

Operation *Lifetimes::getOnlyUser(Operation *op) const {
  Operation *only = nullptr;
  for (Operation *user : op->getUsers()) {
    if (dead.contains(user) || user == only)
      continue;
    if (only)
      return nullptr;
    only = user;
  }
  return only;
}

Lifetimes::Lifetimes(Block &block, const FunctionPeaks &functions) : block(block), functions(functions) {
  for (Operation &op : llvm::reverse(block))
    if (op.getNumRegions() == 0 && isMemoryEffectFree(&op) && !op.hasTrait<OpTrait::IsTerminator>() &&
        llvm::all_of(op.getUsers(), [&](Operation *user) { return dead.contains(user); }))
      dead.insert(&op);
  unsigned end = 2 * block.getOperations().size(), position = end;
  // From the last one on: that of a user is known.
  for (Operation &op : llvm::reverse(block)) {
    position -= 2;
    times[&op] = position;
    if (!isElementwise(&op) || dead.contains(&op))
      continue;
    Operation *user = getOnlyUser(&op);
    if (user && user->getBlock() == &block && isElementwise(user) &&
        cast<ShapedType>(user->getResult(0).getType()).getShape() ==
            cast<ShapedType>(op.getResult(0).getType()).getShape()) {
      fused.insert(&op);
      times[&op] = times.lookup(user);
    }
  }
  if (isa<func::FuncOp>(block.getParentOp()))
    for (Value value : block.getTerminator()->getOperands())
      returned.insert(getRoot(value));

  std::vector<int64_t> deltas(end + 2);
  for (Operation &op : block) {
    int64_t inner = getInnerBytes(op);
    deltas[position] += inner;
    deltas[position + 1] -= inner;
    unsigned written = position + (isElementwise(&op) || isa<InsertOp>(op) ? 1 : 0);
    position += 2;
    if (isViewOfTensor(&op) || isConstantTensor(&op) || fused.contains(&op) || dead.contains(&op))
      continue;
    for (Value result : op.getResults()) {
      if (!isa<RankedTensorType>(result.getType()) || returned.contains(result))
        continue;
      values[result] = {written, written};
    }
  }
  for (Operation &op : block)
    op.walk([&](Operation *user) {
      if ((isViewOfTensor(user) && user->getBlock() == &block) || dead.contains(user))
        return;
      for (Value operand : user->getOperands())
        if (auto it = values.find(getRoot(operand)); it != values.end())
          it->second.end = std::max(it->second.end, getTime(user));
    });
  for (Operation &op : block)
    for (Value result : op.getResults())
      if (auto it = values.find(result); it != values.end()) {
        int64_t bytes = getEstimatedBytes(result.getType());
        deltas[it->second.begin] += bytes;
        deltas[it->second.end + 1] -= bytes;
      }
  int64_t bytes = 0;
  for (auto [time, delta] : llvm::enumerate(deltas)) {
    bytes += delta;
    if (bytes > peak.bytes)
      peak = {bytes, 0, unsigned(time)};
    peak.count += bytes == peak.bytes;
  }
}

Operation *Lifetimes::getLastReader(Value value) const {
  Operation *last = nullptr;
  for (Operation *user : value.getUsers()) {
    if (dead.contains(user))
      continue;
    Operation *reader = isViewOfTensor(user) && user->getBlock() == &block ? getLastReader(user->getResult(0))
                                                                          : block.findAncestorOpInBlock(*user);
    if (reader && (!last || last->isBeforeInBlock(reader)))
      last = reader;
  }
  return last;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static void visitCallees(func::FuncOp function, SymbolTable &symbols, SmallVectorImpl<func::FuncOp> &order,
                         DenseSet<Operation *> &visited) {
  if (!visited.insert(function).second)
    return;
  function.walk([&](func::CallOp call) {
    if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
      visitCallees(callee, symbols, order, visited);
  });
  order.push_back(function);
}

SmallVector<func::FuncOp> mind::getCalleesFirst(ModuleOp module) {
  SymbolTable symbols(module);
  SmallVector<func::FuncOp> order;
  DenseSet<Operation *> visited;
  for (auto function : module.getOps<func::FuncOp>())
    visitCallees(function, symbols, order, visited);
  return order;
}

int64_t mind::findPeak(func::FuncOp function, const FunctionPeaks &functions) {
  int64_t peak = 0;
  for (Block &block : function.getBody())
    peak = std::max(peak, Lifetimes(block, functions).getPeak().bytes);
  return peak;
}

FunctionPeaks mind::findFunctionPeaks(ModuleOp module) {
  FunctionPeaks peaks;
  for (func::FuncOp function : getCalleesFirst(module))
    peaks[function.getName()] = findPeak(function, peaks);
  return peaks;
}
