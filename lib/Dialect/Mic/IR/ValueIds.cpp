//===- ValueIds.cpp - the numbers of values in mic ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scope is looked through once before it is numbered: for ids that are given, and for
// loops. Whether a loop uses an initial value in its own right is known by the last use
// seen at the end of the loop: it is within the loop or not.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mic/IR/ValueIds.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mind;
using namespace mind::mic;

//===----------------------------------------------------------------------===//
// IdTable
//===----------------------------------------------------------------------===//

static size_t getCapacity(size_t numValues) { return llvm::NextPowerOf2(2 * numValues + 1); }

void IdTable::reset(size_t numValues) {
  size = 0;
  capacity = getCapacity(numValues);
  shift = 64 - llvm::Log2_64(capacity);
  if (entries.size() < capacity)
    entries.assign(capacity, Entry());
  else
    std::fill_n(entries.begin(), capacity, Entry());
}

void IdTable::rehash(size_t newCapacity) {
  std::vector<Entry> old(newCapacity);
  old.swap(entries);
  size_t oldCapacity = std::exchange(capacity, newCapacity);
  shift = 64 - llvm::Log2_64(capacity);
  for (const Entry &entry : llvm::ArrayRef(old).take_front(oldCapacity))
    if (entry.key)
      *slot(entry.key) = entry;
}

void IdTable::reserve(size_t numValues) {
  if (getCapacity(size + numValues) > capacity)
    rehash(getCapacity(size + numValues));
}

//===----------------------------------------------------------------------===//
// What an op defines
//===----------------------------------------------------------------------===//

bool mic::hasUnreachedResults(IfOp op) {
  for (Region &branch : op->getRegions())
    if (branch.empty() || isa<YieldOp>(branch.front().getTerminator()))
      return false;
  bool isNamed = op->hasAttr(kNamesAttrName);
  return llvm::any_of(op.getResults(), [&](Value result) {
    auto type = cast<RankedTensorType>(result.getType());
    return !result.use_empty() && (type.getRank() != 0 || (!isNamed && !type.getElementType().isSignlessInteger(64)));
  });
}

unsigned mic::getNumValues(IfOp op) {
  if (op->getRawDictionaryAttrs().empty() || op->getNumResults() == 0 || hasUnreachedResults(op))
    return 0;
  auto values = op->getAttrOfType<IntegerAttr>(kValuesAttrName);
  return values && values.getType().isSignlessInteger(64) && values.getInt() == 1;
}

unsigned mic::getNumIds(Operation *op) {
  if (isa<ConstantOp, FillOp>(op))
    return isBoolTensor(op->getResult(0).getType()) ? 3 : 1;
  if (auto call = dyn_cast<func::CallOp>(op))
    return call->getNumResults() > 1 ? 1 + call->getNumResults() : 1;
  if (isa<func::ReturnOp, mind::ReturnOp>(op))
    return op->getNumOperands() > 1;
  if (auto choice = dyn_cast<IfOp>(op)) {
    unsigned numIds = op->getNumResults() + (getNumValues(choice) == 0);
    if (hasUnreachedResults(choice))
      for (Type type : op->getResultTypes())
        numIds += isBoolTensor(type) ? 2 : 0;
    return numIds;
  }
  if (isa<PrintOp, AssertOp>(op))
    return 1;
  return op->getNumResults();
}

//===----------------------------------------------------------------------===//
// Looking through a scope
//===----------------------------------------------------------------------===//

namespace {

/// The ids that attributes of `op` give, in a way that needs no memory.
struct GivenIds {
  explicit GivenIds(Operation *op) {
    // Most ops have no attributes of this kind.
    DictionaryAttr attributes = op->getRawDictionaryAttrs();
    if (attributes.empty())
      return;
    if (auto id = attributes.getAs<IntegerAttr>(kIdAttrName); id && id.getType().isSignlessInteger(64)) {
      one = id.getInt();
      isOne = true;
    } else if (auto ids = attributes.getAs<DenseI64ArrayAttr>(kIdsAttrName)) {
      list = ids.asArrayRef();
    }
  }
  size_t size() const { return isOne ? 1 : list.size(); }
  uint64_t operator[](size_t index) const { return uint64_t(isOne ? one : list[index]); }

  int64_t one = 0;
  ArrayRef<int64_t> list;
  bool isOne = false;
};

struct Survey {
  explicit Survey(MLIRContext *context) : noAttributes(DictionaryAttr::get(context)) {}

  const DictionaryAttr noAttributes;
  SmallVector<uint64_t> ids;
  size_t numOps = 0;
  bool hasLoops = false, hasConditions = false;

  void add(Operation *op) {
    GivenIds given(op);
    for (size_t i = 0, e = given.size(); i < e; ++i)
      ids.push_back(given[i]);
  }
  void look(Region &region) {
    for (Block &block : region)
      for (Operation &op : block) {
        ++numOps;
        if (LLVM_UNLIKELY(op.getRawDictionaryAttrs() != noAttributes)) {
          // A function's ids, those of its parameters, belong to its own scope.
          if (!isa<func::FuncOp>(op))
            add(&op);
          hasConditions |= isa<IfOp>(op) && op.hasAttr(kCondAttrName);
        }
        if (LLVM_LIKELY(op.getNumRegions() == 0) || isa<func::FuncOp>(op))
          continue;
        for (Region &inner : op.getRegions())
          look(inner);
        hasLoops |= isa<WhileOp>(op);
      }
  }
};

} // namespace

void ValueIds::findCopies(Block &block, unsigned &position, DenseMap<Value, unsigned> &lastUses) {
  for (Operation &op : block) {
    unsigned start = ++position;
    for (Value operand : op.getOperands())
      lastUses[operand] = start;
    if (isa<func::FuncOp>(op))
      continue;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        findCopies(inner, position, lastUses);
    if (!isa<WhileOp>(op) || op.getNumOperands() == 0)
      continue;
    SmallPtrSet<void *, 8> seen;
    SmallVector<bool, 4> needed;
    for (Value init : op.getOperands())
      needed.push_back(!seen.insert(init.getAsOpaquePointer()).second || lastUses.lookup(init) > start);
    if (llvm::is_contained(needed, true))
      copies[&op] = std::move(needed);
  }
}

bool ValueIds::needsCopy(WhileOp loop, unsigned index) const {
  auto found = copies.find(loop);
  return found != copies.end() && found->second[index];
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

void ValueIds::enterScope(Operation *op) {
  enclosing.push_back(scope);
  scope = Scope();
  scope.op = op;

  Survey survey(op->getContext());
  auto function = dyn_cast<func::FuncOp>(op);
  if (function)
    survey.add(op);
  for (Region &region : op->getRegions())
    survey.look(region);
  llvm::sort(survey.ids);
  scope.isExplicit = !survey.ids.empty() && survey.ids.back() <= uint64_t(INT64_MAX) &&
                     std::adjacent_find(survey.ids.begin(), survey.ids.end()) == survey.ids.end();
  if (scope.isExplicit)
    scope.next = survey.ids.back() + 1;
  scope.hasConditions = survey.hasConditions;
  if (keepsAll) {
    table->reserve(survey.numOps);
  } else {
    // A module, a function in it; nothing nests deeper.
    table = &tables[std::min<size_t>(enclosing.size() - 1, tables.size() - 1)];
    table->reset(survey.numOps);
  }
  if (!function)
    if (auto next = op->getAttrOfType<IntegerAttr>(kNextIdAttrName))
      if (next.getType().isSignlessInteger(64))
        scope.next = scope.isExplicit ? std::max<uint64_t>(scope.next, next.getInt()) : scope.next;

  if (survey.hasLoops) {
    DenseMap<Value, unsigned> lastUses;
    unsigned position = 0;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        findCopies(block, position, lastUses);
  }
  if (function && !function.isExternal())
    for (auto [index, argument] : llvm::enumerate(function.getArguments()))
      bind(argument, take(op, index));
}

uint64_t ValueIds::leaveScope() {
  uint64_t next = scope.isExplicit ? scope.bound : scope.next;
  if (isa<ModuleOp>(scope.op))
    if (auto given = scope.op->getAttrOfType<IntegerAttr>(kNextIdAttrName))
      if (given.getType().isSignlessInteger(64))
        next = std::max<uint64_t>(next, given.getInt());
  scope = enclosing.pop_back_val();
  if (!keepsAll && !enclosing.empty())
    table = &tables[enclosing.size() - 1];
  return next;
}

uint64_t ValueIds::takeExplicit(Operation *op, unsigned index) {
  GivenIds given(op);
  uint64_t id = index < given.size() ? given[index] : scope.next++;
  scope.bound = std::max(scope.bound, id + 1);
  return id;
}

//===----------------------------------------------------------------------===//
// Numbering a module
//===----------------------------------------------------------------------===//

void ValueIds::numberOp(Operation *op) {
  if (isa<func::FuncOp, ModuleOp>(op)) {
    enterScope(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        numberBlock(block);
    nextIds[op] = leaveScope();
    return;
  }
  if (isa<MicCarrierOp>(op))
    return;

  SmallVector<uint64_t, 2> ids;
  if (auto loop = dyn_cast<WhileOp>(op)) {
    for (unsigned i = 0, e = loop.getInits().size(); i < e; ++i) {
      uint64_t id = getId(loop.getInits()[i]);
      if (needsCopy(loop, i))
        ids.push_back(id = take(op, ids.size()));
      for (Region &region : op->getRegions())
        bind(region.getArgument(i), id);
    }
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      numberBlock(block);

  unsigned numIds = getNumIds(op);
  for (unsigned i = 0; i < numIds; ++i)
    ids.push_back(take(op, ids.size()));
  unsigned numResults = op->getNumResults();
  auto choice = dyn_cast<IfOp>(op);
  if (choice && hasUnreachedResults(choice)) {
    unsigned last = 0;
    for (Value result : op->getResults())
      bind(result, ids[last += isBoolTensor(result.getType()) ? 3 : 1]);
  } else {
    // The results are the last of the ids.
    for (unsigned i = 0; i < numResults; ++i)
      bind(op->getResult(i), ids[ids.size() - numResults + i]);
  }
  if (ids.size() != 1 || numResults != 1)
    otherIds[op] = std::move(ids);
}

void ValueIds::numberBlock(Block &block) {
  for (Operation &op : block)
    numberOp(&op);
}

ValueIds::ValueIds(ModuleOp module) : keepsAll(true) { numberOp(module); }

SmallVector<uint64_t> ValueIds::getIds(Operation *op) const {
  auto found = otherIds.find(op);
  if (found != otherIds.end())
    return {found->second.begin(), found->second.end()};
  if (auto function = dyn_cast<func::FuncOp>(op); function && !function.isExternal())
    return llvm::to_vector(llvm::map_range(function.getArguments(), [&](Value argument) { return getId(argument); }));
  if (op->getNumResults() == 1)
    return {getId(op->getResult(0))};
  return {};
}

namespace {
void setIds(Operation *op, ArrayRef<uint64_t> ids) {
  OpBuilder builder(op->getContext());
  op->removeAttr(kIdAttrName);
  op->removeAttr(kIdsAttrName);
  if (ids.size() == 1 && !isa<func::FuncOp>(op))
    op->setAttr(kIdAttrName, builder.getI64IntegerAttr(ids[0]));
  else if (!ids.empty())
    op->setAttr(kIdsAttrName, builder.getDenseI64ArrayAttr(SmallVector<int64_t>(ids.begin(), ids.end())));
}
} // namespace

void mic::setIdAttributes(ModuleOp module, bool inFunctions) {
  ValueIds ids(module);
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == module.getOperation())
      return WalkResult::advance();
    if (isa<func::FuncOp>(op) && !inFunctions)
      return WalkResult::skip();
    setIds(op, ids.getIds(op));
    return WalkResult::advance();
  });
  OpBuilder builder(module.getContext());
  module->setAttr(kNextIdAttrName, builder.getI64IntegerAttr(ids.getNextId(module)));
}
