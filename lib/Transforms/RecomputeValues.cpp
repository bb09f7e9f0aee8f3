//===- RecomputeValues.cpp - compute again rather than keep ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient reads values of the function long after they were computed, last ones
// first, so nearly all of them live at once in the middle. Where a block needs most
// memory, a minimum cut says which values to keep over that point so that all that
// is read later can be computed from them by cheap ops, for the fewest bytes. What is
// not kept is computed again before its next use. That is repeated where the new
// peak is, as long as it falls.
//
// Where the program says how many bytes it may take and that is not enough, values are
// computed again by ops that are not cheap, one at a time, those first that cost least.
//
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"
#include "MinimumCut.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/Checkpoint.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

#include <cmath>

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_RECOMPUTEVALUES
#include "Mind/Transforms/Passes.h.inc"

namespace {

/// What a block was like.
class Trial {
public:
  explicit Trial(Block &block) : block(block) {
    for (Operation &op : block) {
      known.insert(&op);
      op.walk([&](Operation *user) {
        for (OpOperand &operand : user->getOpOperands())
          uses.push_back({&operand, operand.get()});
      });
    }
  }
  void undo() {
    for (auto [operand, value] : uses)
      operand->set(value);
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (!known.contains(&op))
        op.erase();
  }

private:
  Block &block;
  llvm::SmallPtrSet<Operation *, 32> known;
  SmallVector<std::pair<OpOperand *, Value>> uses;
};

/// Erases what nothing reads any more.
static void eraseDead(Block &block, const Lifetimes &lifetimes) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (lifetimes.getDeadOps().contains(&op))
      op.erase();
}

/// Chooses what to compute again after the peak of a block, and does it.
class Recomputation {
public:
  Recomputation(Block &block, const FunctionPeaks &functions)
      : block(block), lifetimes(block, functions), peak(lifetimes.getPeak()) {}

  Lifetimes::Peak getPeak() const { return peak; }
  /// Gives the number of ops that were copied: none if all is to be kept.
  unsigned run();

private:
  /// Whether the value was computed in the block before the peak is over.
  bool isBefore(Value value) const;
  unsigned addNode(Value value);
  Value recompute(Value value, Operation *user);

  static constexpr size_t kMaxNodes = 4096;

  Block &block;
  Lifetimes lifetimes;
  Lifetimes::Peak peak;
  /// The first of two nodes for each value that may be kept: the edge between them has
  /// the bytes that it takes.
  llvm::DenseMap<Value, unsigned> nodes;
  MinimumCut cut;
  DenseSet<Value> recomputable;
  llvm::DenseMap<Value, Value> copies;
  unsigned numCopies = 0;
};

bool Recomputation::isBefore(Value value) const {
  Operation *op = value.getDefiningOp();
  return op && op->getBlock() == &block && !isConstantTensor(op) && lifetimes.getTime(op) <= peak.time;
}

/// The node of a value that is to be there after the peak.
unsigned Recomputation::addNode(Value value) {
  auto [it, isNew] = nodes.try_emplace(value, 2 + 2 * unsigned(nodes.size()));
  unsigned node = it->second;
  if (!isNew)
    return node;
  Operation *op = value.getDefiningOp();
  // What is read at the peak, or written after it, or lies elsewhere, costs nothing there.
  bool isFree = lifetimes.isReturned(value) || lifetimes.isReadAt(value, peak.time) ||
                (lifetimes.takesMemory(value) && lifetimes.getBegin(value) > peak.time);
  cut.addEdge(node, node + 1, isFree ? 0 : getEstimatedBytes(value.getType()));
  if (!isCheap(op) || nodes.size() > kMaxNodes) {
    cut.addEdge(MinimumCut::kSource, node, MinimumCut::kInfinite);
    return node;
  }
  recomputable.insert(value);
  for (Value operand : op->getOperands())
    if (isBefore(operand))
      cut.addEdge(addNode(operand) + 1, node, MinimumCut::kInfinite);
  return node;
}

/// The value for `user`, an op of the block: itself if it is kept.
Value Recomputation::recompute(Value value, Operation *user) {
  if (!isBefore(value) || !recomputable.contains(value) || !cut.isBehind(nodes.lookup(value)))
    return value;
  if (Value copy = copies.lookup(value))
    return copy;
  Operation *op = value.getDefiningOp();
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) { return recompute(operand, user); });
  OpBuilder builder(user);
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  copies[value] = copy->getResult(0);
  ++numCopies;
  return copy->getResult(0);
}

unsigned Recomputation::run() {
  // What is read after the peak, in the order of the readers.
  SmallVector<std::pair<OpOperand *, Operation *>> reads;
  for (Operation &op : block)
    op.walk<WalkOrder::PreOrder>([&](Operation *user) {
      if (lifetimes.getDeadOps().contains(user) || lifetimes.getTime(user) <= peak.time)
        return;
      for (OpOperand &operand : user->getOpOperands())
        if (isBefore(operand.get()))
          reads.push_back({&operand, &op});
    });
  for (auto [operand, user] : reads)
    cut.addEdge(addNode(operand->get()) + 1, MinimumCut::kSink, MinimumCut::kInfinite);
  cut.run();
  for (auto [operand, user] : reads)
    operand->set(recompute(operand->get(), user));
  return numCopies;
}

/// What an op costs, in steps of arithmetic.
static double getCost(Operation *op) {
  auto countElements = [](Value value) { return double(getEstimatedElements(value.getType())); };
  double result = countElements(op->getResult(0)), read = 0;
  for (Value operand : op->getOperands())
    read += countElements(operand);
  // As far as extents tell: the elements of both operands that meet in one of the result.
  if (isa<MatmulOp, DotOp>(op))
    return 2 * std::sqrt(result * countElements(op->getOperand(0)) * countElements(op->getOperand(1)));
  if (isa<Conv2DOp>(op))
    return 2 * result * countElements(op->getOperand(1));
  constexpr double kStepsOfFunction = 20;
  return isa<UnaryOp, PowOp>(op) ? kStepsOfFunction * result : result + read;
}

/// Computes one value again that is alive over the peak: of those that lower it, the one
/// that costs least.
class Eviction {
public:
  Eviction(Block &block, const FunctionPeaks &functions)
      : block(block), functions(functions), lifetimes(block, functions), peak(lifetimes.getPeak()) {}

  Lifetimes::Peak getPeak() const { return peak; }
  /// Gives the number of ops that were copied: none if nothing lowers the peak.
  unsigned run();

private:
  /// A value that is to be computed again, with what shows it and what it needs.
  struct Victim {
    double cost = 0;
    /// The value, then its views.
    SmallVector<Value> shown;
    /// Who reads which of them after the peak.
    SmallVector<std::pair<OpOperand *, Value>> reads;
    /// The op of the block that does so first.
    Operation *first = nullptr;
    /// The ops to copy, operands first: the last one gives the value.
    llvm::SetVector<Operation *> cone;
  };

  bool canCopy(Operation &op) const {
    return op.getNumResults() == 1 && op.getNumRegions() == 0 && isMemoryEffectFree(&op);
  }
  bool isCandidate(Operation &op) const;
  bool find(Operation *op, Victim &victim) const;
  /// What is not alive any more when the first reader comes is computed again, too.
  void addToCone(Operation *op, Victim &victim) const;
  unsigned evict(const Victim &victim);

  static constexpr size_t kMaxCone = 32;

  Block &block;
  const FunctionPeaks &functions;
  Lifetimes lifetimes;
  Lifetimes::Peak peak;
};

bool Eviction::isCandidate(Operation &op) const {
  if (!canCopy(op) || op.getNumOperands() == 0 || lifetimes.getDeadOps().contains(&op))
    return false;
  Value value = op.getResult(0);
  return lifetimes.takesMemory(value) && lifetimes.getBegin(value) <= peak.time &&
         lifetimes.getEnd(value) > peak.time && !lifetimes.isReadAt(value, peak.time);
}

void Eviction::addToCone(Operation *op, Victim &victim) const {
  if (victim.cone.contains(op))
    return;
  for (Value operand : op->getOperands()) {
    Operation *definition = operand.getDefiningOp();
    if (!definition || definition->getBlock() != &block || isConstantTensor(definition) ||
        lifetimes.isReturned(operand) || !canCopy(*definition) || victim.cone.size() >= kMaxCone)
      continue;
    bool isAlive = lifetimes.takesMemory(operand) && lifetimes.getEnd(operand) >= lifetimes.getTime(victim.first);
    if (!isAlive)
      addToCone(definition, victim);
  }
  victim.cone.insert(op);
  victim.cost += getCost(op);
}

bool Eviction::find(Operation *op, Victim &victim) const {
  victim.shown = {op->getResult(0)};
  for (size_t i = 0; i < victim.shown.size(); ++i)
    for (OpOperand &use : victim.shown[i].getUses()) {
      Operation *user = use.getOwner();
      if (isViewOfTensor(user) && user->getBlock() == &block) {
        victim.shown.push_back(user->getResult(0));
        continue;
      }
      if (lifetimes.getDeadOps().contains(user) || lifetimes.getTime(user) <= peak.time)
        continue;
      victim.reads.push_back({&use, victim.shown[i]});
      Operation *reader = block.findAncestorOpInBlock(*user);
      if (!victim.first || reader->isBeforeInBlock(victim.first))
        victim.first = reader;
    }
  if (victim.first)
    addToCone(op, victim);
  return victim.first != nullptr;
}

unsigned Eviction::evict(const Victim &victim) {
  OpBuilder builder(victim.first);
  IRMapping copies;
  for (Operation *op : victim.cone)
    builder.clone(*op, copies);
  // Those that nothing reads are erased with what is dead.
  for (Value view : llvm::drop_begin(victim.shown))
    builder.clone(*view.getDefiningOp(), copies);
  for (auto [operand, value] : victim.reads)
    operand->set(copies.lookup(value));
  return victim.cone.size() + victim.shown.size() - 1;
}

unsigned Eviction::run() {
  constexpr size_t kMaxTrials = 64;
  SmallVector<Victim> victims;
  for (Operation &op : block) {
    Victim victim;
    if (isCandidate(op) && find(&op, victim))
      victims.push_back(std::move(victim));
  }
  llvm::stable_sort(victims, [](const Victim &a, const Victim &b) { return a.cost < b.cost; });
  if (victims.size() > kMaxTrials)
    victims.resize(kMaxTrials);
  for (const Victim &victim : victims) {
    Trial trial(block);
    unsigned numCopies = evict(victim);
    Lifetimes after(block, functions);
    if (after.getPeak().isBelow(peak)) {
      eraseDead(block, after);
      return numCopies;
    }
    trial.undo();
  }
  return 0;
}

struct RecomputeValues : impl::RecomputeValuesBase<RecomputeValues> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto asked = module->getAttrOfType<IntegerAttr>(kMemoryBudgetAttrName);
    limit = asked ? asked.getInt() : int64_t(budget);
    evicts = asked || evict;
    bool isChanged = false;
    for (func::FuncOp function : getCalleesFirst(module)) {
      SmallVector<Block *> blocks;
      function.walk<WalkOrder::PostOrder>([&](Block *block) { blocks.push_back(block); });
      for (Block *block : blocks)
        isChanged |= lower(*block);
      functions[function.getName()] = findPeak(function, functions);
    }
    if (!isChanged)
      markAllAnalysesPreserved();
  }

  /// Lowers the peak of one block as far as it falls.
  bool lower(Block &block) {
    if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>())
      return false;
    constexpr unsigned kMaxSteps = 64;
    size_t numOps = block.getOperations().size(), numAdded = 0;
    bool isChanged = false;
    for (unsigned step = 0; step < kMaxSteps; ++step) {
      Recomputation attempt(block, functions);
      if (attempt.getPeak().bytes <= limit)
        return isChanged;
      Trial trial(block);
      unsigned numCopies = attempt.run();
      // No more ops than there were: the time that is spent stays in proportion.
      Lifetimes after(block, functions);
      if (numCopies == 0 || numAdded + numCopies > numOps || !after.getPeak().isBelow(attempt.getPeak())) {
        trial.undo();
        break;
      }
      eraseDead(block, after);
      numAdded += numCopies;
      numRecomputed += numCopies;
      isChanged = true;
    }
    while (evicts && numAdded < numOps) {
      Eviction attempt(block, functions);
      unsigned numCopies = attempt.getPeak().bytes > limit ? attempt.run() : 0;
      if (numCopies == 0)
        break;
      numAdded += numCopies;
      numRecomputed += numCopies;
      isChanged = true;
    }
    return isChanged;
  }

  FunctionPeaks functions;
  int64_t limit = 0;
  bool evicts = false;
};

} // namespace
} // namespace mind
