//===- Plan.cpp - where the values of a function lie ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

static bool isConstant(Operation *op) { return isa<ConstantOp, FillOp, arith::ConstantOp>(op); }

static bool isView(Operation *op) {
  int64_t offset;
  return bool(getViewedOperand(op, offset));
}

Plan::Plan(func::FuncOp function, Processor processor) : function(function), processor(processor) {
  Block &body = function.getBody().front();
  number(body);
  findFusion(body);
  unsigned word = 0;
  for (BlockArgument argument : body.getArguments()) {
    unsigned root = addRoot(argument, 0);
    roots[root].isFixed = true;
    roots[root].place = {Place::Slot, 8 * int64_t(word++)};
    views[argument] = {root, 0};
  }
  makeRoots(body);
  forwardResults(body);
  findLifetimes(body);
  allocate();
}

//===----------------------------------------------------------------------===//
// Order and fusion
//===----------------------------------------------------------------------===//

void Plan::number(Block &block) {
  for (Operation &op : block) {
    positions[&op] = next++;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        number(inner);
    ends[&op] = op.getNumRegions() == 0 ? positions[&op] : next++;
  }
}

unsigned Plan::getPosition(Operation *op) const {
  while (Operation *user = fused.lookup(op))
    op = user;
  return positions.lookup(op);
}

/// About how many steps an op is on a vector.
static unsigned getWeight(Operation *op) {
  if (isa<UnaryOp>(op))
    return 100;
  if (isa<PowOp>(op))
    return 200;
  if (isa<IPowOp, CastOp, ModOp>(op) || (isa<DivOp>(op) && !isa<FloatType>(getElementTypeOrSelf(op->getResult(0)))))
    return 20;
  return 2;
}

void Plan::findFusion(Block &block) {
  // Constants first: they are no operands to count.
  for (Operation &op : block) {
    if (isConstant(&op) && getSplat(op.getResult(0)) &&
        llvm::all_of(op.getUsers(), [](Operation *user) { return isElementwise(user) && !isView(user); }))
      literals.insert(op.getResult(0));
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        findFusion(inner);
  }
  /// What a chain that ends in an op reads, and its weight.
  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> costs;
  for (Operation &op : block) {
    if (!isElementwise(&op) || isView(&op))
      continue;
    unsigned numLeaves = 0, weight = getWeight(&op);
    SmallVector<Value, 3> seen;
    for (Value operand : op.getOperands()) {
      if (llvm::is_contained(seen, operand) || literals.contains(operand))
        continue;
      seen.push_back(operand);
      ++numLeaves;
    }
    for (Value operand : seen) {
      Operation *producer = operand.getDefiningOp();
      auto cost = producer ? costs.find(producer) : costs.end();
      if (cost == costs.end() || producer->getBlock() != &block)
        continue;
      // Only the same index space keeps an element in its register.
      auto own = getValueType(op.getResult(0).getType()), from = getValueType(operand.getType());
      if (own->shape != from->shape ||
          !llvm::all_of(producer->getUsers(), [&](Operation *user) { return user == &op; }))
        continue;
      unsigned leaves = numLeaves - 1 + cost->second.first;
      if (leaves > kMaxAccesses - 1 || weight + cost->second.second > 400)
        continue;
      numLeaves = leaves;
      weight += cost->second.second;
      fused[producer] = &op;
    }
    costs[&op] = {numLeaves, weight};
  }
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

unsigned Plan::addRoot(int64_t bytes, unsigned begin, unsigned end) {
  Root root;
  root.bytes = bytes;
  root.begin = begin;
  root.end = end;
  roots.push_back(root);
  return unsigned(roots.size() - 1);
}

void Plan::makeRoots(Block &block) {
  for (Operation &op : block) {
    if (isa<scf::WhileOp, scf::ForOp>(op)) {
      makeLoopRoots(&op);
    } else if (!isFused(&op) && !isView(&op)) {
      for (Value result : op.getResults()) {
        if (literals.contains(result))
          continue;
        unsigned root = addRoot(result, positions[&op]);
        rootBlocks[root] = &block;
        views[result] = {root, 0};
        // A constant with a value of its own for each element; fills are written when
        // they are reached.
        bool isFixed = isConstant(&op) && (!getSplat(result) || getValueType(result.getType())->getBytes() <= 64);
        roots[root].isFixed = isFixed;
      }
      if (int64_t bytes = getScratchBytes(&op, processor)) {
        unsigned root = addRoot(bytes, positions[&op], positions[&op]);
        rootBlocks[root] = &block;
        scratch[{&op, 0}] = root;
      }
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        makeRoots(inner);
  }
}

/// The variables of a loop, which live as long as it runs. What the first region of
/// an scf.while passes on unchanged stays where it is.
void Plan::makeLoopRoots(Operation *loop) {
  auto variable = [&](Value value) {
    unsigned root = addRoot(value, positions[loop]);
    roots[root].end = ends[loop];
    rootBlocks[root] = loop->getBlock();
    views[value] = {root, 0};
  };
  if (auto op = dyn_cast<scf::ForOp>(loop)) {
    variable(op.getInductionVar());
    for (auto [argument, result] : llvm::zip_equal(op.getRegionIterArgs(), op.getResults())) {
      variable(argument);
      // By value: room for a new view may move the old ones.
      views[result] = views.lookup(argument);
    }
    return;
  }
  auto op = cast<scf::WhileOp>(loop);
  for (BlockArgument argument : op.getBeforeArguments())
    variable(argument);
  for (auto [i, passed] : llvm::enumerate(op.getConditionOp().getArgs())) {
    BlockArgument after = op.getAfterArguments()[i];
    if (i < op.getBeforeArguments().size() && passed == op.getBeforeArguments()[i]) {
      views[after] = views.lookup(passed);
      views[op.getResult(i)] = views.lookup(passed);
      continue;
    }
    variable(after);
    variable(op.getResult(i));
  }
}

//===----------------------------------------------------------------------===//
// Results in the place where they are needed
//===----------------------------------------------------------------------===//

/// Whether what lies in a loop's variable is read in `block` when `op` has run, or by
/// `op` in a way that does not let it write there.
static void collectUsers(Value value, SmallVectorImpl<std::pair<Operation *, Value>> &users) {
  for (Operation *user : value.getUsers()) {
    users.push_back({user, value});
    int64_t offset;
    if (user->getNumResults() == 1 && getViewedOperand(user, offset) == value)
      collectUsers(user->getResult(0), users);
  }
}

/// An elementwise op, with all that is fused into it, reads `value` at the same
/// positions at which it writes.
bool Plan::mayWriteOver(Operation *op, unsigned root) const {
  auto type = getValueType(op->getResult(0).getType());
  if (auto insert = dyn_cast<InsertOp>(op)) {
    for (Value operand : llvm::drop_begin(op->getOperands()))
      if (auto it = views.find(operand); it != views.end() && it->second.root == root)
        return false;
    return true;
  }
  if (!isElementwise(op))
    return false;
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (producer && isFused(producer)) {
      // Its lanes may be of another width; the elements read count.
      auto inner = getValueType(operand.getType());
      if (inner->shape != type->shape)
        return false;
      for (Value leaf : producer->getOperands()) {
        auto it = views.find(leaf);
        auto leafType = getValueType(leaf.getType());
        if (it != views.end() && it->second.root == root &&
            (leafType->shape != type->shape || getByteSize(leafType->dtype) != getByteSize(type->dtype)))
          return false;
      }
      // Deeper chains are looked at one level at a time.
      for (Value leaf : producer->getOperands())
        if (Operation *deeper = leaf.getDefiningOp(); deeper && isFused(deeper) && !mayWriteOver(producer, root))
          return false;
      continue;
    }
    auto it = views.find(operand);
    if (it == views.end() || it->second.root != root)
      continue;
    auto operandType = getValueType(operand.getType());
    if (operandType->shape != type->shape || getByteSize(operandType->dtype) != getByteSize(type->dtype) ||
        it->second.offset != 0)
      return false;
  }
  return true;
}

bool Plan::isUsedAfter(unsigned root, Block &block, Operation *op) const {
  SmallVector<std::pair<Operation *, Value>> users;
  for (auto &[value, view] : views)
    if (view.root == root && isa<BlockArgument>(value))
      collectUsers(value, users);
  for (auto [user, value] : users) {
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    if (!ancestor)
      continue;
    int64_t offset;
    if (user->getNumResults() == 1 && getViewedOperand(user, offset) == value)
      continue;
    unsigned when = ancestor == user ? getPosition(user) : ends.lookup(ancestor);
    unsigned written = positions.lookup(op);
    if (when > written)
      return true;
    if (when < written)
      continue;
    // A view of the variable is not the same positions for sure.
    if (op->getNumRegions() != 0 || !isa<BlockArgument>(value) || !mayWriteOver(op, root))
      return true;
  }
  return false;
}

void Plan::forward(Value value, View target) {
  Operation *op = value.getDefiningOp();
  if (!op || isConstant(op) || isView(op) || isFused(op) || isa<scf::WhileOp, scf::ForOp>(op))
    return;
  auto it = views.find(value);
  // Once only.
  if (it == views.end() || it->second.root == target.root || roots[it->second.root].bytes != roots[target.root].bytes ||
      rootBlocks.lookup(it->second.root) != op->getBlock() || roots[it->second.root].begin != positions[op])
    return;
  it->second = target;
}

/// From the outside in, so that what an inner block gives may go all the way out.
void Plan::forwardResults(Block &block) {
  Operation *end = block.getTerminator();
  auto isOwn = [&](Value value) { return value.getDefiningOp() && value.getDefiningOp()->getBlock() == &block; };
  if (isa<func::ReturnOp>(end)) {
    for (auto [i, value] : llvm::enumerate(end->getOperands())) {
      unsigned root = addRoot(value, 0);
      roots[root].isFixed = true;
      roots[root].place = {Place::Slot, 8 * int64_t(function.getNumArguments() + i)};
      if (isOwn(value))
        forward(value, {root, 0});
    }
  } else if (auto parent = dyn_cast<scf::IfOp>(block.getParentOp())) {
    for (auto [value, result] : llvm::zip_equal(end->getOperands(), parent.getResults()))
      if (isOwn(value))
        forward(value, views.lookup(result));
  } else if (isa<scf::YieldOp>(end)) {
    ValueRange variables;
    if (auto loop = dyn_cast<scf::WhileOp>(block.getParentOp()))
      variables = loop.getBeforeArguments();
    else
      variables = cast<scf::ForOp>(block.getParentOp()).getRegionIterArgs();
    for (auto [value, variable] : llvm::zip_equal(end->getOperands(), variables))
      if (isOwn(value) && !isUsedAfter(views.lookup(variable).root, block, value.getDefiningOp()))
        forward(value, views.lookup(variable));
  }
  for (Operation &op : block)
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        forwardResults(inner);
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

void Plan::addUses(Value value) {
  auto it = views.find(value);
  if (it == views.end())
    return;
  Root &root = roots[it->second.root];
  Block *home = rootBlocks.lookup(it->second.root);
  for (Operation *user : value.getUsers()) {
    unsigned when = getPosition(user);
    if (home)
      if (Operation *ancestor = home->findAncestorOpInBlock(*user); ancestor && ancestor != user)
        when = ends[ancestor];
    root.end = std::max(root.end, when);
  }
  if (Operation *op = value.getDefiningOp(); op && op->getNumRegions() != 0)
    root.end = std::max(root.end, ends[op]);
}

void Plan::findLifetimes(Block &block) {
  for (BlockArgument argument : block.getArguments())
    addUses(argument);
  for (Operation &op : block) {
    int64_t offset;
    if (Value operand = getViewedOperand(&op, offset)) {
      auto it = views.find(operand);
      if (it != views.end())
        views[op.getResult(0)] = {it->second.root, it->second.offset + offset};
    }
    for (Value result : op.getResults())
      addUses(result);
    // Values that change places with others need a place in between.
    if (auto yield = dyn_cast<scf::YieldOp>(op); yield && !isa<scf::IfOp>(block.getParentOp())) {
      auto loop = dyn_cast<scf::WhileOp>(block.getParentOp());
      ValueRange variables =
          loop ? ValueRange(loop.getBeforeArguments()) : cast<scf::ForOp>(block.getParentOp()).getRegionIterArgs();
      for (auto [i, value] : llvm::enumerate(op.getOperands())) {
        auto it = views.find(value);
        if (it == views.end() || (it->second.root == views.lookup(variables[i]).root && it->second.offset == 0))
          continue;
        bool isVariable =
            llvm::any_of(variables, [&](Value other) { return views.lookup(other).root == it->second.root; });
        if (!isVariable)
          continue;
        unsigned root = addRoot(value, positions[&op]);
        rootBlocks[root] = &block;
        scratch[{&op, unsigned(i)}] = root;
      }
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        findLifetimes(inner);
  }
}

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

void Plan::allocate() {
  // What each root is made by, for writing over operands.
  std::vector<Operation *> makers(roots.size(), nullptr);
  function.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && op->getNumRegions() == 0 && !isView(op))
      if (auto it = views.find(op->getResult(0)); it != views.end() && roots[it->second.root].begin == positions[op])
        makers[it->second.root] = op;
  });
  std::vector<unsigned> order;
  std::vector<bool> isMade(roots.size(), false);
  for (auto &[value, view] : views)
    isMade[view.root] = true;
  for (auto &[key, root] : scratch)
    isMade[root] = true;
  for (unsigned i = 0; i < roots.size(); ++i)
    if (isMade[i] && !roots[i].isFixed && roots[i].bytes != 0)
      order.push_back(i);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(roots[a].begin, a) < std::make_pair(roots[b].begin, b);
  });

  int64_t first = 8 * int64_t(function.getNumArguments() + function.getNumResults());
  int64_t top = first;
  /// Those that have a place and live on, by offset.
  std::vector<unsigned> live;
  for (unsigned index : order) {
    Root &root = roots[index];
    llvm::erase_if(live, [&](unsigned other) { return roots[other].end < root.begin; });
    int64_t alignment = root.bytes >= 32 ? 64 : 8;
    int64_t offset = -1;
    if (Operation *maker = makers[index]; maker && (isElementwise(maker) || isa<InsertOp>(maker))) {
      for (unsigned &other : live) {
        Root &old = roots[other];
        if (old.end == root.begin && old.begin < root.begin && old.bytes == root.bytes && mayWriteOver(maker, other)) {
          offset = old.place.offset;
          // From now on the bytes are the new value's.
          other = index;
          break;
        }
      }
    }
    if (offset < 0) {
      offset = (first + alignment - 1) / alignment * alignment;
      for (unsigned other : live) {
        const Root &taken = roots[other];
        if (offset + root.bytes <= taken.place.offset)
          break;
        int64_t behind = (taken.place.offset + taken.bytes + alignment - 1) / alignment * alignment;
        offset = std::max(offset, behind);
      }
      root.place = {Place::Frame, offset};
      live.push_back(index);
      llvm::sort(live, [&](unsigned a, unsigned b) { return roots[a].place.offset < roots[b].place.offset; });
    }
    root.place = {Place::Frame, offset};
    top = std::max(top, offset + root.bytes);
  }
  frameBytes = (top + 63) / 64 * 64;
}

Place Plan::getPlace(Value value) const {
  auto it = views.find(value);
  if (it == views.end())
    return {};
  return roots[it->second.root].place.advanced(it->second.offset);
}

Place Plan::getScratch(Operation *op, unsigned i) const {
  auto it = scratch.find({op, i});
  return it == scratch.end() ? Place() : roots[it->second].place;
}

void Plan::setConstantPlace(Value value, Place place) { roots[views[value].root].place = place; }
