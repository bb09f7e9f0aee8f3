//===- InferControl.cpp - types and scopes of If and While ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementMasks.h"
#include "TypeInference.h"

#include "Mind/Target/Mic/Format/Walk.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

/// The value of an id at the end of a branch that has the values from `begin` to `end`.
uint32_t TypeInference::useInBranch(uint64_t id, uint32_t begin, uint32_t end) {
  const std::vector<uint32_t> &slots = scope->slots;
  uint32_t value = id < slots.size() ? slots[id] : 0;
  if (value & kInBranch) {
    value &= ~kInBranch;
    if (value < begin || value >= end)
      value = 0;
  }
  if (value == 0 || values[value].shape == ShapeTable::kNone) {
    fail();
    return 0;
  }
  countUse(value);
  return value;
}

void TypeInference::readIf() {
  uint64_t conditionId = cursor.uleb();
  bool hasCondition = cursor.peek() != 0;
  if (hasCondition)
    addStep(Step::ConditionBegin);
  ++regionDepth;
  check(!readRegion());
  uint32_t condition = use(conditionId);
  check(typeOf(condition).shape == ShapeTable::kScalar && require(values[condition].element, kBool));
  if (isBroken)
    return;
  uint32_t index = steps.size();
  Step &choice = addStep(uint8_t(Opcode::If));
  choice.a = condition;
  choice.b = hasCondition;

  struct Branch {
    uint32_t begin, end, result = 0, yield = 0;
    bool leaves, isEmpty, givesCondition;
  };
  Branch branches[2];
  for (Branch &branch : branches) {
    branch.begin = values.size();
    branch.isEmpty = cursor.peek() == 0;
    branch.leaves = readRegion();
    branch.end = values.size();
    if (isBroken)
      return;
    uint64_t resultId = cursor.uleb();
    branch.givesCondition = resultId == conditionId;
    if (branch.leaves)
      check(branch.givesCondition);
    else
      branch.result = use(resultId);
    closeRegion(branch.begin, /*isBranch=*/true);
    branch.yield = steps.size();
    if (!branch.leaves)
      addStep(Step::Yield);
  }
  --regionDepth;
  if (isBroken)
    return;

  uint64_t dst = cursor.uleb();
  uint64_t payload = cursor.getOffset();
  SmallVector<uint64_t, 4> bound;
  for (uint64_t count = cursor.uleb(); count; --count) {
    cursor.uleb();
    bound.push_back(cursor.uleb());
  }
  struct Merge {
    uint64_t id;
    TypeRef type;
  };
  SmallVector<Merge, 4> merges;
  SmallVector<uint32_t, 4> merged[2];
  uint64_t numMerges = cursor.uleb();
  if (numMerges != bound.size())
    return fail();
  for (uint64_t i = 0; i < numMerges && !isBroken; ++i) {
    uint64_t id = cursor.uleb();
    check(id == bound[i]);
    std::optional<TypeRef> type;
    for (unsigned b = 0; b < 2; ++b) {
      uint64_t from = cursor.uleb();
      if (branches[b].leaves) {
        check(from == kNoValue);
        continue;
      }
      uint32_t value = useInBranch(from, branches[b].begin, branches[b].end);
      merged[b].push_back(value);
      if (type)
        check(unify(*type, typeOf(value)));
      else
        type = typeOf(value);
    }
    merges.push_back({id, type ? *type : TypeRef{addElement(kAny), ShapeTable::kScalar}});
  }
  closeRegion(branches[0].begin, /*isBranch=*/false);
  if (isBroken)
    return;

  // The value. Where both branches give the condition, it has one only if that is used.
  uint8_t flags = 0;
  TypeRef type = {unsigned(DType::I1), ShapeTable::kScalar};
  bool isOpenChoice = branches[0].givesCondition && branches[1].givesCondition;
  if (!isOpenChoice) {
    flags |= IfHasValue;
    if (branches[0].result && branches[1].result)
      check(unify(typeOf(branches[0].result), typeOf(branches[1].result)));
    type = typeOf(branches[0].result ? branches[0].result : branches[1].result);
  } else if (branches[0].leaves && branches[1].leaves) {
    type.shape = ShapeTable::kNone;
  }
  flags |= branches[0].leaves ? IfThenLeaves : 0;
  flags |= branches[1].leaves ? IfElseLeaves : 0;
  flags |= branches[1].isEmpty ? IfElseIsEmpty : 0;
  for (unsigned b = 0; b < 2; ++b) {
    if (branches[b].leaves)
      continue;
    Step &yield = steps[branches[b].yield];
    yield.a = pool.size();
    yield.b = 1 + merged[b].size();
    pool.push_back(branches[b].result);
    pool.insert(pool.end(), merged[b].begin(), merged[b].end());
  }
  uint32_t def = define(dst, type.element, type.shape);
  for (const Merge &merge : merges)
    define(merge.id, merge.type.element, merge.type.shape);
  Step &step = steps[index];
  step.sub = flags;
  step.def = def;
  step.numDefs = 1 + numMerges;
  check(numMerges < UINT16_MAX);
  step.payload = payload;
}

//===----------------------------------------------------------------------===//
// While
//===----------------------------------------------------------------------===//

/// Finds the tails of a loop and of those in it: a loop names its initial values after
/// its regions, and what an id means in them depends on that.
struct TypeInference::TailFinder : FieldHandler {
  TailFinder(Cursor &cursor, std::vector<LoopTail> &tails) : cursor(cursor), tails(tails) {}

  void instruction(uint8_t opcode) {
    isLoop.push_back(opcode == uint8_t(Opcode::While) ? tails.size() + 1 : 0);
    if (isLoop.back())
      tails.emplace_back();
  }
  void endInstruction() { isLoop.pop_back(); }
  void list(char field, uint64_t count) {
    if (field == 'N' && isLoop.back())
      tails[isLoop.back() - 1] = {cursor.getOffset(), count};
  }

  Cursor &cursor;
  std::vector<LoopTail> &tails;
  /// Of the instructions around: one more than the number of the loop, or 0.
  SmallVector<size_t> isLoop;
};

void TypeInference::readWhile() {
  auto copies = std::move(openCopies);
  openCopies.clear();
  isOpen = false;
  if (loopDepth == 0) {
    tails.clear();
    nextTail = 0;
    Cursor from(stream.bytes);
    from.seek(cursor.getOffset() - 1);
    TailFinder finder(from, tails);
    walkInstruction(from, finder, stream.version);
  }
  LoopTail tail = tails[nextTail++];
  FieldCursor from(stream.bytes, tail.offset);
  SmallVector<uint64_t, 4> names, live, inits, exits;
  for (uint64_t i = 0; i < tail.count; ++i) {
    names.push_back(from.uleb());
    live.push_back(from.uleb());
  }
  for (auto *list : {&inits, &exits})
    for (uint64_t count = from.uleb(); count; --count)
      list->push_back(from.uleb());
  uint32_t numVariables = live.size();
  if (inits.size() != numVariables || exits.size() != numVariables)
    return fail();

  // The values that the variables begin with, copies seen through.
  SmallVector<uint32_t, 4> sources;
  SmallVector<bool, 4> isCopied;
  size_t numCopied = 0;
  for (uint64_t id : inits) {
    uint32_t value = use(id);
    if (isBroken)
      return;
    isCopied.push_back(numCopied < copies.size() && copies[numCopied].first == value);
    sources.push_back(isCopied.back() ? copies[numCopied++].second : value);
  }
  check(numCopied == copies.size());
  uint32_t index = steps.size();
  Step &loop = addStep(uint8_t(Opcode::While));
  uint32_t firstInit = pool.size(), firstVariable = values.size();
  loop.a = firstInit;
  loop.b = numVariables;
  loop.c = firstVariable;
  loop.payload = tail.offset;
  pool.insert(pool.end(), sources.begin(), sources.end());
  for (uint32_t source : sources)
    addValue(Value::kNoId, values[source].element, values[source].shape);

  // In the regions an initial value stands for its variable.
  SmallVector<uint32_t, 4> hidden;
  for (auto [position, id] : llvm::enumerate(inits)) {
    uint32_t &slot = scope->slots[id];
    // One that occurs twice.
    check(slot < firstVariable);
    hidden.push_back(slot);
    slot = firstVariable + position;
  }
  if (isBroken)
    return;
  ++loopDepth;
  ++regionDepth;

  uint64_t conditionId = cursor.uleb();
  uint32_t begin = values.size();
  loops.push_back({});
  check(!readRegion());
  uint32_t condition = use(conditionId);
  check(typeOf(condition).shape == ShapeTable::kScalar && require(values[condition].element, kBool));
  if (isBroken)
    return;
  addStep(Step::Condition).a = condition;
  closeRegion(begin, /*isBranch=*/false);

  begin = values.size();
  loops.back() = {firstVariable, numVariables, names, /*isOpen=*/true};
  bool leaves = readRegion();
  if (isBroken)
    return;
  if (leaves) {
    // The values at the exit; before a return those of the variables.
    check(ArrayRef(live) == (isExit ? ArrayRef(exitIds) : ArrayRef(inits)));
  } else {
    uint32_t first = pool.size();
    for (auto [position, id] : llvm::enumerate(live)) {
      uint32_t value = use(id);
      check(unify(typeOf(firstVariable + position), typeOf(value)));
      pool.push_back(value);
    }
    Step &yield = addStep(Step::Yield);
    yield.a = first;
    yield.b = numVariables;
  }
  loops.pop_back();
  closeRegion(begin, /*isBranch=*/false);
  --loopDepth;
  --regionDepth;
  // A copy is no value, and the loop has used it.
  for (auto [id, slot, isCopy] : llvm::zip(inits, hidden, isCopied))
    scope->slots[id] = isCopy ? kOutOfScope : slot;
  if (isBroken)
    return;

  // A copy has to be where the writer makes one: of a value that an earlier variable has
  // too, or that the loop uses itself.
  llvm::SmallSet<uint32_t, 8> seen;
  for (auto [source, isCopy] : llvm::zip(sources, isCopied)) {
    bool isNeeded = !seen.insert(source).second || values[source].getLastUse() > index;
    check(isNeeded == isCopy);
  }
  cursor.seek(from.getOffset());
  uint32_t def = values.size();
  for (auto [position, id] : llvm::enumerate(exits)) {
    TypeRef type = typeOf(firstVariable + position);
    define(id, type.element, type.shape);
  }
  steps[index].def = def;
  steps[index].numDefs = numVariables;
  check(numVariables <= UINT16_MAX);
}

void TypeInference::readExit(Opcode opcode) {
  uint64_t count = cursor.uleb();
  if (loops.empty() || !loops.back().isOpen || count != loops.back().numVariables)
    return fail();
  Loop loop = loops.back();
  uint32_t first = pool.size();
  exitIds.clear();
  for (uint64_t i = 0; i < count && !isBroken; ++i) {
    check(cursor.uleb() == loop.names[i]);
    uint64_t id = cursor.uleb();
    uint32_t value = use(id);
    check(unify(typeOf(loop.firstVariable + i), typeOf(value)));
    exitIds.push_back(id);
    pool.push_back(value);
  }
  Step &step = addStep(uint8_t(opcode));
  step.a = first;
  step.b = count;
  hasLeft = true;
  isExit = true;
}
