//===- WriteControl.cpp - functions and control flow to mic@3 -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An If or While begins with the id of its condition, a FnDef with the id that it
// returns. These are known once the region that defines them is written, and are put
// before it then.
//
//===----------------------------------------------------------------------===//

#include "Writer.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

/// The name number `index` in `mic.names` or `mind.params`; empty if there is none.
static StringRef getName(ArrayAttr names, size_t index) {
  if (!names || index >= names.size())
    return "";
  auto name = dyn_cast<StringAttr>(names[index]);
  return name ? name.getValue() : "";
}

static ArrayAttr getNames(Operation *op) {
  DictionaryAttr attributes = op->getRawDictionaryAttrs();
  return attributes.empty() ? ArrayAttr() : attributes.getAs<ArrayAttr>(kNamesAttrName);
}

void Writer::writeNamed(ArrayAttr names, ArrayRef<uint64_t> values) {
  builder.uleb(values.size());
  for (auto [index, value] : llvm::enumerate(values)) {
    builder.string(getName(names, index));
    builder.uleb(value);
  }
}

bool Writer::enterRegion(Operation *op) {
  if (++depth >= kMaxDepth)
    refuse(op, "it is nested more than " + Twine(kMaxDepth - 1) + " deep");
  return !hasFailed;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void Writer::writeFunction(func::FuncOp op) {
  bool isDerivative = op.isExternal() && !options.compat && op->hasAttr(kDerivativeAttrName);
  if (op.isExternal() && !isDerivative)
    return refuse(op, "the function '" + op.getName() + "' has no body");
  if (isDerivative && op.getNumResults() == 0)
    return refuse(op, "the derivative '" + op.getName() + "' has no result");
  if (!isDerivative && !op.getBody().hasOneBlock())
    return refuse(op, "the function '" + op.getName() + "' has more than one block");
  Declared declared;
  declared.op = op;
  auto addTypes = [&](TypeRange types, auto &list) {
    for (Type type : types) {
      if (!isTensor(type))
        return refuse(op, "the function '" + op.getName() + "' has a type that is not a tensor of the dialect");
      list.push_back(cast<RankedTensorType>(type));
    }
  };
  addTypes(op.getArgumentTypes(), declared.params);
  addTypes(op.getResultTypes(), declared.results);
  describeSignature(declared);
  if (!enterRegion(op))
    return;

  Declared *outer = std::exchange(function, &declared);
  if (!isDerivative)
    ids.enterScope(op);
  auto names = op->getAttrOfType<ArrayAttr>(kParamsAttrName);
  begin(Opcode::FnDef);
  builder.string(op.getName());
  SmallVector<uint64_t> params;
  for (unsigned i = 0, e = op.getNumArguments(); i < e; ++i)
    params.push_back(isDerivative ? i : ids.getId(op.getArgument(i)));
  writeNamed(names, params);
  bool hasResults = op.getNumResults() != 0;
  builder.byte(hasResults);
  size_t retMark = builder.beginList();
  auto reap = op->getAttrOfType<FloatAttr>(kReapAttrName);
  bool hasReap = reap && reap.getType().isF64();
  builder.byte(hasReap);
  if (hasReap)
    builder.bits64(reap.getValue().bitcastToAPInt().getZExtValue());

  uint64_t outerCount;
  size_t mark = beginRegion(outerCount);
  for (auto [index, id] : llvm::enumerate(params)) {
    begin(Opcode::Param);
    builder.uleb(id);
    builder.string(getName(names, index));
    builder.uleb(index);
  }
  std::optional<uint64_t> returned;
  if (isDerivative) {
    returned = writeDerivative(op);
  } else {
    Block &body = op.getBody().front();
    Operation *end = body.getTerminator();
    writeOps({body.begin(), end->getIterator()});
    returned = writeReturn(*end, end->hasAttr(kTailAttrName));
  }
  endRegion(mark, outerCount);
  if (hasResults)
    builder.endList(retMark, returned.value_or(kNoValue));
  if (hasTypes)
    writeTypes(op);
  if (!isDerivative)
    ids.leaveScope();
  function = outer;
  --depth;
  declared.isPlain &= declared.open.empty();
  functions.push_back(std::move(declared));
}

/// The body of a derivative that is asked for: it returns what a call of a reserved name
/// with its parameters gives.
uint64_t Writer::writeDerivative(func::FuncOp op) {
  uint64_t result = op.getNumArguments();
  SmallString<64> name;
  appendReservedName(op, name);
  beginReserved(op, result, name);
  builder.uleb(result);
  for (uint64_t param = 0; param < result; ++param)
    builder.uleb(param);
  begin(Opcode::Return);
  builder.byte(true);
  builder.uleb(result);
  // What it is the derivative of is used, as by a call.
  auto entries = op->getAttrOfType<DictionaryAttr>(kDerivativeAttrName);
  if (auto of = entries.getAs<FlatSymbolRefAttr>("of"); of && of.getValue() != op.getName())
    calledNames.insert(of.getValue());
  return result;
}

std::optional<uint64_t> Writer::joinValues(Operation *op, ValueRange values) {
  if (values.empty())
    return std::nullopt;
  if (values.size() == 1)
    return ids.getId(values[0]);
  uint64_t tuple = ids.take(op, 0);
  beginReserved(op, tuple, "tuple");
  builder.uleb(values.size());
  for (Value value : values)
    use(value);
  return tuple;
}

std::optional<uint64_t> Writer::writeReturn(Operation &op, bool isTail) {
  std::optional<uint64_t> value = joinValues(&op, op.getOperands());
  if (isTail)
    return value;
  begin(Opcode::Return);
  builder.byte(value.has_value());
  if (value)
    builder.uleb(*value);
  return value;
}

void Writer::writeCall(func::CallOp op) {
  uint64_t call = ids.take(op, 0);
  begin(Opcode::Call);
  builder.uleb(call);
  builder.string(op.getCallee());
  if (!function || op.getCallee() != function->op.getName())
    calledNames.insert(op.getCallee());
  builder.uleb(op.getNumOperands());
  for (Value operand : op.getOperands())
    use(operand);
  if (op.getNumResults() == 1)
    ids.bind(op.getResult(0), call);
  if (op.getNumResults() < 2)
    return;
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    uint64_t id = ids.take(op, index + 1);
    ids.bind(result, id);
    beginReserved(op, id, ("tuple.get." + Twine(index)).str());
    builder.uleb(1);
    builder.uleb(call);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Writer::writeIf(IfOp op, Range condition) {
  if (!enterRegion(op))
    return;
  begin(Opcode::If);
  size_t conditionMark = builder.beginList();
  uint64_t outerCount;
  size_t mark = beginRegion(outerCount);
  writeOps(condition);
  endRegion(mark, outerCount);
  uint64_t conditionId = ids.getId(op.getCondition());
  builder.endList(conditionMark, conditionId);

  unsigned numValues = getNumValues(op), numResults = op.getNumResults();
  SmallVector<uint64_t, 4> merged[2];
  for (unsigned branch : {0, 1}) {
    Region &region = op->getRegion(branch);
    uint64_t result = conditionId;
    mark = beginRegion(outerCount);
    bool yields = true;
    if (!region.empty()) {
      Block &block = region.front();
      Operation *end = block.getTerminator();
      writeOps({block.begin(), end->getIterator()});
      yields = isa<YieldOp>(end);
      if (!yields)
        writeOp(*end);
      else
        for (Value value : end->getOperands())
          merged[branch].push_back(ids.getId(value));
    }
    endRegion(mark, outerCount);
    merged[branch].resize(numResults, kNoValue);
    if (yields && numValues)
      result = merged[branch].front();
    builder.uleb(result);
  }
  --depth;

  if (LLVM_UNLIKELY(hasUnreachedResults(op)))
    return writeUnreachedResults(op);
  // The value, whose id is one of its own if it is no result, then the merges.
  SmallVector<uint64_t, 4> resultIds;
  for (unsigned i = 0, e = numResults + (numValues == 0); i < e; ++i)
    resultIds.push_back(ids.take(op, i));
  for (unsigned i = 0; i < numResults; ++i)
    ids.bind(op.getResult(i), resultIds[i + (numValues == 0)]);
  builder.uleb(resultIds.front());
  ArrayRef<uint64_t> merges = ArrayRef(resultIds).drop_front();
  writeNamed(getNames(op), merges);
  builder.uleb(merges.size());
  for (auto [index, id] : llvm::enumerate(merges)) {
    builder.uleb(id);
    builder.uleb(merged[0][index + numValues]);
    builder.uleb(merged[1][index + numValues]);
  }
}

void Writer::writeUnreachedResults(IfOp op) {
  unsigned index = 0;
  builder.uleb(ids.take(op, index++));
  writeNamed({}, {});
  builder.uleb(0);
  for (OpResult result : op->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    bool isBool = isBoolTensor(type);
    uint64_t id = ids.take(op, index++);
    writeFilled(id, isBool ? DType::I32 : *getDType(type), type, std::nullopt);
    if (!isBool) {
      ids.bind(result, id);
      continue;
    }
    writeNotZero(result, id, index);
    index += 2;
  }
}

void Writer::writeWhile(WhileOp op) {
  if (!enterRegion(op))
    return;
  unsigned numVariables = op.getInits().size();
  SmallVector<uint64_t, 4> inits;
  unsigned numTaken = 0;
  for (auto [index, init] : llvm::enumerate(op.getInits())) {
    uint64_t id = ids.getId(init);
    if (ids.needsCopy(op, index)) {
      uint64_t copy = ids.take(op, numTaken++);
      beginReserved(op, copy, "copy");
      builder.uleb(1);
      builder.uleb(id);
      id = copy;
    }
    inits.push_back(id);
    ids.bind(op.getBefore().getArgument(index), id);
    ids.bind(op.getAfter().getArgument(index), id);
  }

  begin(Opcode::While);
  size_t conditionMark = builder.beginList();
  uint64_t outerCount;
  size_t mark = beginRegion(outerCount);
  Block &before = op.getBefore().front();
  Operation *end = before.getTerminator();
  writeOps({before.begin(), end->getIterator()});
  endRegion(mark, outerCount);
  builder.endList(conditionMark, ids.getId(end->getOperand(0)));

  mark = beginRegion(outerCount);
  WhileOp outer = std::exchange(loop, op);
  Block &after = op.getAfter().front();
  end = after.getTerminator();
  writeOps({after.begin(), end->getIterator()});
  if (!isa<YieldOp>(end))
    writeOp(*end);
  loop = outer;
  endRegion(mark, outerCount);
  --depth;

  // Where the body ends in a return, the variables keep their values.
  SmallVector<uint64_t, 4> next = inits;
  if (isa<YieldOp, BreakOp, ContinueOp>(end))
    for (unsigned i = 0; i < numVariables; ++i)
      next[i] = ids.getId(end->getOperand(i));
  writeNamed(getNames(op), next);
  auto writeIds = [&](ArrayRef<uint64_t> list) {
    builder.uleb(list.size());
    for (uint64_t id : list)
      builder.uleb(id);
  };
  writeIds(inits);
  SmallVector<uint64_t, 4> exits;
  for (Value result : op.getResults()) {
    exits.push_back(ids.take(op, numTaken++));
    ids.bind(result, exits.back());
  }
  writeIds(exits);
}

void Writer::writeExit(Operation &op, Opcode opcode) {
  SmallVector<uint64_t, 4> values;
  for (Value value : op.getOperands())
    values.push_back(ids.getId(value));
  begin(opcode);
  writeNamed(getNames(loop), values);
}
