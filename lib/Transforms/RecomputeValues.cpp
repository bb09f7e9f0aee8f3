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
// What is needed is estimated as the back ends lay out memory: views share the bytes
// of what they show, an elementwise op whose only user is elementwise has none, and
// arguments, constants and results of functions lie elsewhere.
//
//===----------------------------------------------------------------------===//

#include "MinimumCut.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_RECOMPUTEVALUES
#include "Mind/Transforms/Passes.h.inc"

namespace {

/// What a dim that has a name counts for.
constexpr int64_t kAssumedExtent = 1024;

int64_t getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0;
  std::optional<DType> dtype = getDType(tensor);
  int64_t bytes = dtype ? getByteSize(*dtype) : 8;
  for (int64_t extent : tensor.getShape())
    bytes *= ShapedType::isDynamic(extent) ? kAssumedExtent : extent;
  return bytes;
}

bool isConstant(Operation *op) {
  auto fill = dyn_cast_or_null<FillOp>(op);
  return fill ? fill.getValueAttr() != nullptr : isa_and_nonnull<ConstantOp, arith::ConstantOp>(op);
}

bool isView(Operation *op) { return isa_and_nonnull<ReshapeOp, ExpandDimsOp, SqueezeOp>(op); }

/// A few steps for each element, with the same bits each time.
bool isCheap(Operation *op) {
  if (isView(op) || isConstant(op))
    return true;
  if (op->getNumResults() != 1 || !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  return isa<AddOp, SubOp, MulOp, MaxOp, MinOp, ReluOp, ReluGradOp, AbsOp, FloorOp, CeilOp, RoundOp, CompareOp, CastOp,
             BroadcastToOp, arith::SelectOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) ||
         (isa<DivOp>(op) && isa<FloatType>(getElementTypeOrSelf(op->getResult(0))));
}

bool isElementwise(Operation *op) {
  return !isView(op) && !isConstant(op) && (isCheap(op) || isa<UnaryOp, PowOp, IPowOp, DivOp>(op));
}

/// One block, with the times at which its values are alive. An op reads at an even
/// time; an elementwise one writes after that, as it may write over what it reads.
class Lifetimes {
public:
  explicit Lifetimes(Block &block);

  /// The most bytes at a time, at how many times, and the first of them.
  struct Peak {
    int64_t bytes = 0;
    unsigned count = 0, time = 0;
    bool isBelow(const Peak &other) const { return std::pair(bytes, count) < std::pair(other.bytes, other.count); }
  };
  Peak getPeak() const { return peak; }

  /// When the op in the block that `user` is in, or is, reads its operands.
  unsigned getTime(Operation *user) const;
  /// Whether a value of the block takes memory that may be given to others.
  bool takesMemory(Value value) const { return values.count(value); }
  unsigned getBegin(Value value) const { return values.lookup(value).begin; }
  /// Whether it is read at the time.
  bool isReadAt(Value value, unsigned time) const;
  /// Whether the value lies in memory that the function is given.
  bool isReturned(Value value) const { return returned.contains(value); }
  /// Cheap ops that nothing reads.
  const DenseSet<Operation *> &getDeadOps() const { return dead; }

private:
  struct Interval {
    unsigned begin = 0, end = 0;
  };
  Value getRoot(Value value) const;
  /// The op that alone reads the result, however often; null if there are several.
  Operation *getOnlyUser(Operation *op) const;

  Block &block;
  DenseSet<Operation *> dead;
  llvm::SmallPtrSet<Value, 4> returned;
  llvm::DenseMap<Operation *, unsigned> positions;
  /// For an op that is computed inside its user's loop that user.
  llvm::DenseMap<Operation *, Operation *> fused;
  llvm::DenseMap<Value, Interval> values;
  Peak peak;
};

Value Lifetimes::getRoot(Value value) const {
  while (isView(value.getDefiningOp()) && value.getParentBlock() == &block)
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

unsigned Lifetimes::getTime(Operation *user) const {
  Operation *op = block.findAncestorOpInBlock(*user);
  while (Operation *outer = fused.lookup(op))
    op = outer;
  return 2 * positions.lookup(op);
}

bool Lifetimes::isReadAt(Value value, unsigned time) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (dead.contains(user))
      return false;
    return isView(user) ? isReadAt(user->getResult(0), time) : getTime(user) == time;
  });
}

/// The peaks of the blocks in an op, which come on top of that of the block around it.
int64_t getInnerBytes(Operation &op) {
  int64_t bytes = 0;
  for (Region &region : op.getRegions())
    for (Block &inner : region)
      bytes = std::max(bytes, Lifetimes(inner).getPeak().bytes);
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

Lifetimes::Lifetimes(Block &block) : block(block) {
  unsigned next = 0;
  for (Operation &op : block)
    positions[&op] = next++;
  for (Operation &op : llvm::reverse(block))
    if (isCheap(&op) && llvm::all_of(op.getUsers(), [&](Operation *user) { return dead.contains(user); }))
      dead.insert(&op);
  for (Operation &op : block) {
    if (!isElementwise(&op) || dead.contains(&op))
      continue;
    Operation *user = getOnlyUser(&op);
    if (user && user->getBlock() == &block && isElementwise(user) &&
        cast<ShapedType>(user->getResult(0).getType()).getShape() ==
            cast<ShapedType>(op.getResult(0).getType()).getShape())
      fused[&op] = user;
  }
  if (isa<func::FuncOp>(block.getParentOp()))
    for (Value value : block.getTerminator()->getOperands())
      returned.insert(getRoot(value));

  std::vector<int64_t> deltas(2 * next + 2);
  for (Operation &op : block) {
    unsigned position = positions[&op];
    if (int64_t inner = getInnerBytes(op)) {
      deltas[2 * position] += inner;
      deltas[2 * position + 1] -= inner;
    }
    if (isView(&op) || isConstant(&op) || fused.count(&op) || dead.contains(&op))
      continue;
    for (Value result : op.getResults()) {
      if (!isa<RankedTensorType>(result.getType()) || returned.contains(result))
        continue;
      unsigned begin = 2 * position + (isElementwise(&op) || isa<InsertOp>(op) ? 1 : 0);
      values[result] = {begin, begin};
    }
  }
  for (Operation &op : block)
    op.walk([&](Operation *user) {
      if ((isView(user) && user->getBlock() == &block) || dead.contains(user))
        return;
      for (Value operand : user->getOperands())
        if (auto it = values.find(getRoot(operand)); it != values.end())
          it->second.end = std::max(it->second.end, getTime(user));
    });
  for (Operation &op : block)
    for (Value result : op.getResults())
      if (auto it = values.find(result); it != values.end()) {
        int64_t bytes = getBytes(result.getType());
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

/// Chooses what to compute again after the peak of a block, and does it.
class Recomputation {
public:
  explicit Recomputation(Block &block) : block(block), lifetimes(block), peak(lifetimes.getPeak()) {}

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
  return op && op->getBlock() == &block && !isConstant(op) && lifetimes.getTime(op) <= peak.time;
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
  cut.addEdge(node, node + 1, isFree ? 0 : getBytes(value.getType()));
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

struct RecomputeValues : impl::RecomputeValuesBase<RecomputeValues> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isDeclaration())
      return markAllAnalysesPreserved();
    SmallVector<Block *> blocks;
    function.walk<WalkOrder::PostOrder>([&](Block *block) { blocks.push_back(block); });
    bool isChanged = false;
    for (Block *block : blocks)
      isChanged |= lower(*block);
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
      Recomputation attempt(block);
      if (attempt.getPeak().bytes <= int64_t(budget))
        break;
      Trial trial(block);
      unsigned numCopies = attempt.run();
      // No more ops than there were: the time that is spent stays in proportion.
      Lifetimes after(block);
      if (numCopies == 0 || numAdded + numCopies > numOps || !after.getPeak().isBelow(attempt.getPeak())) {
        trial.undo();
        break;
      }
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
        if (after.getDeadOps().contains(&op))
          op.erase();
      numAdded += numCopies;
      numRecomputed += numCopies;
      isChanged = true;
    }
    return isChanged;
  }

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
};

} // namespace
} // namespace mind
