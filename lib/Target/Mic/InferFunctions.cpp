//===- InferFunctions.cpp - functions, calls and the stream ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementMasks.h"
#include "TypeInference.h"

#include "Mind/Target/Mic/Format/Walk.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

/// Goes past what `walk` reads.
template <typename Walk>
static void skip(ArrayRef<uint8_t> bytes, FieldCursor &cursor, Walk walk) {
  Cursor from(bytes);
  from.seek(cursor.getOffset());
  FieldHandler ignore;
  walk(from, ignore);
  cursor.seek(from.getOffset());
}

void TypeInference::skipInstruction(FieldCursor &from) const {
  skip(stream.bytes, from, [&](Cursor &at, FieldHandler &ignore) { walkInstruction(at, ignore, stream.version); });
}

bool TypeInference::isDefinedName(StringRef name) {
  if (definedNames)
    return definedNames->contains(name);
  definedNames.emplace();
  FieldCursor from(stream.bytes, stream.offset);
  for (uint64_t count = from.uleb(); count; --count) {
    FieldCursor head = from;
    if (head.byte() == uint8_t(Opcode::FnDef))
      definedNames->insert(stream.strings[head.uleb()]);
    skipInstruction(from);
  }
  return definedNames->contains(name);
}

//===----------------------------------------------------------------------===//
// The stream
//===----------------------------------------------------------------------===//

/// Forgets what an unresolved function has left open.
void TypeInference::reset() {
  loops.clear();
  loopDepth = regionDepth = 0;
  openTuple = openCall = kNoStep;
  openCopies.clear();
  isOpen = hasLeft = false;
}

void TypeInference::readStream() {
  // Offsets have 32 bits.
  script.isResolved = stream.bytes.size() <= UINT32_MAX;
  for (uint64_t count = cursor.uleb(); count; --count) {
    uint64_t offset = cursor.getOffset();
    if (cursor.peek() == uint8_t(Opcode::FnDef)) {
      // Nothing may stand between what belongs together.
      script.isResolved &= !isOpen;
      readFunction();
      continue;
    }
    if (script.isResolved) {
      isBroken = false;
      readInstruction();
      script.isResolved = !isBroken;
    }
    if (!script.isResolved) {
      cursor.seek(offset);
      skipInstruction(cursor);
    }
  }
  script.isResolved &= !isOpen;
  script.isDense = top.isDense;
  script.idBound = top.idBound;
  script.endSteps = steps.size();
}

void TypeInference::readInstructions(uint64_t count) {
  for (; count && !isBroken; --count) {
    if (LLVM_UNLIKELY(hasLeft))
      return fail();
    readInstruction();
  }
}

bool TypeInference::readRegion() {
  readInstructions(cursor.uleb());
  check(!isOpen);
  return std::exchange(hasLeft, false);
}

void TypeInference::readInstruction() {
  auto opcode = Opcode(cursor.byte());
  if (LLVM_UNLIKELY(isOpen)) {
    // What is open has to be taken up by the next instruction.
    bool takesUp = openTuple != kNoStep  ? opcode == Opcode::Return
                   : openCall != kNoStep ? opcode == Opcode::Call
                                         : opcode == Opcode::Call || opcode == Opcode::While;
    if (!takesUp)
      return fail();
  }
  switch (opcode) {
  case Opcode::BinOp:
    return readBinary();
  case Opcode::Call:
    return readCall();
  case Opcode::If:
    return readIf();
  case Opcode::While:
    return readWhile();
  case Opcode::Return:
    return readReturn();
  case Opcode::Break:
  case Opcode::Continue:
    return readExit(opcode);
  case Opcode::Output: {
    uint32_t value = use(cursor.uleb());
    // In the stream itself, not in a region or function.
    check(current == kNoFunction && regionDepth == 0);
    addStep(uint8_t(opcode)).a = value;
    return;
  }
  default:
    return readOp(opcode);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

uint32_t TypeInference::getFunction(uint32_t name) {
  uint32_t &index = functionOf[name];
  if (index == kNoFunction) {
    index = functions.size();
    functions.emplace_back().name = name;
  }
  return index;
}

/// Gives a function `count` parameters: those that it was given, or scalars.
void TypeInference::setParams(uint32_t index, uint64_t count) {
  Function &function = functions[index];
  function.hasParams = true;
  if (function.isGiven) {
    if (function.given.size() < count)
      return fail();
    function.params.assign(function.given.begin(), function.given.begin() + count);
    function.results.assign(function.given.begin() + count, function.given.end());
    function.hasResults = true;
    for (const TypeRef &type : function.given)
      check(type.shape != ShapeTable::kNone);
    return;
  }
  function.params.clear();
  for (uint64_t i = 0; i < count; ++i)
    function.params.push_back({addElement(kAny), ShapeTable::kScalar});
}

void TypeInference::readFunction() {
  uint64_t offset = cursor.getOffset();
  cursor.byte();
  uint32_t name = cursor.uleb();
  SmallVector<std::pair<uint64_t, uint64_t>, 4> params;
  for (uint64_t count = cursor.uleb(); count; --count) {
    uint64_t param = cursor.uleb();
    params.push_back({param, cursor.uleb()});
  }
  std::optional<uint64_t> ret;
  if (cursor.byte())
    ret = cursor.uleb();
  std::optional<uint64_t> reap;
  if (cursor.byte())
    reap = cursor.bits64();

  uint32_t index = getFunction(name);
  if (functions[index].isDefined) {
    // Two of one name: neither is a symbol.
    functions[index].isDuplicate = true;
    index = functions.size();
    functions.emplace_back().name = name;
    functions[index].isDuplicate = true;
  }
  // Pushing it may move the others, hence no reference is kept over the body.
  functions[index].isDefined = true;
  functions[index].offset = offset;
  functions[index].reapBits = reap;
  definedFunctions.push_back(index);
  addStep(uint8_t(Opcode::FnDef)).a = index;

  uint64_t body = cursor.getOffset();
  size_t beginSteps = steps.size(), beginValues = values.size(), beginPool = pool.size();
  size_t numCalls = calls.size();
  // What an unresolved stream has left open is nobody's.
  reset();
  current = index;
  scope = &inner;
  inner.numDefined = inner.idBound = 0;
  inner.isDense = true;
  isBroken = stream.bytes.size() > UINT32_MAX || stream.strings[name].empty() || refused.contains(name);
  readBody(index, params, ret);
  bool isResolved = !isBroken;

  Function &function = functions[index];
  for (uint32_t i = beginValues; i < values.size(); ++i)
    if (values[i].id != Value::kNoId)
      inner.slots[values[i].id] = 0;
  reset();
  if (!isResolved) {
    steps.resize(beginSteps);
    values.resize(beginValues);
    pool.resize(beginPool);
    calls.resize(numCalls);
    cursor.seek(body);
    skip(stream.bytes, cursor,
         [&](Cursor &from, FieldHandler &ignore) { walkRegion(from, ignore, stream.version); });
  }
  function.isResolved = isResolved;
  function.beginSteps = beginSteps;
  function.endSteps = steps.size();
  function.beginValues = beginValues;
  function.endValues = values.size();
  function.isDense = inner.isDense;
  function.idBound = inner.idBound;
  current = kNoFunction;
  scope = &top;
  if (stream.version < 3)
    return;
  if (cursor.peek() != 0)
    function.types = cursor.getOffset();
  skip(stream.bytes, cursor, [&](Cursor &from, FieldHandler &ignore) { walkTypeTable(from, ignore); });
}

void TypeInference::readBody(uint32_t index, ArrayRef<std::pair<uint64_t, uint64_t>> params,
                             std::optional<uint64_t> ret) {
  // Called with another number of parameters before: the calls do not fit.
  if (!functions[index].hasParams || functions[index].params.size() != params.size())
    setParams(index, params.size());
  uint64_t count = cursor.uleb();
  if (isBroken || count < params.size())
    return fail();
  // The parameters come first, each restated by an instruction.
  for (auto [position, param] : llvm::enumerate(params)) {
    TypeRef type = functions[index].params[position];
    define(param.second, type.element, type.shape);
    bool isParam = Opcode(cursor.byte()) == Opcode::Param && cursor.uleb() == param.second &&
                   cursor.uleb() == param.first && cursor.uleb() == position;
    if (isBroken || !isParam)
      return fail();
  }
  if (count == params.size() + 2 && readDerivative(index, params.size(), ret))
    return;
  readInstructions(count - params.size());
  if (isBroken)
    return;
  if (hasLeft) {
    check(returned == ret);
    return;
  }

  // The last value is the result.
  functions[index].isTail = true;
  uint32_t first = pool.size(), numValues = 0;
  uint32_t tuple = 0;
  if (openTuple != kNoStep) {
    const Step &step = steps[openTuple];
    check(ret && values[step.def].id == *ret);
    first = step.a;
    numValues = step.b;
    tuple = step.def;
  } else {
    check(!isOpen);
    if (ret) {
      pool.push_back(use(*ret));
      numValues = 1;
    }
  }
  returnValues(first, numValues);
  Step &step = addStep(uint8_t(Opcode::Return));
  step.sub = 1;
  step.a = first;
  step.b = numValues;
  step.c = tuple;
}

/// Reads the body of a derivative that is asked for: a call of a reserved name with all
/// parameters, whose value is returned. False, with nothing read, if it is no such body.
bool TypeInference::readDerivative(uint32_t index, size_t numParams, std::optional<uint64_t> ret) {
  FieldCursor from = cursor;
  if (Opcode(from.byte()) != Opcode::Call || from.uleb() != numParams)
    return false;
  uint32_t name = from.uleb();
  const ReservedCall *call = functionOf[name] == kNoFunction ? findReserved(name) : nullptr;
  if (!call || call->kind != ReservedKind::Derivative)
    return false;
  bool fits = from.uleb() == numParams;
  for (size_t i = 0; fits && i < numParams; ++i)
    fits = from.uleb() == i;
  // Nothing but an entry tells its types. Its values are numbered densely, and the last is
  // no tensor if it stands for several results.
  Function &function = functions[index];
  fits = fits && Opcode(from.byte()) == Opcode::Return && from.byte() && from.uleb() == numParams &&
         ret == uint64_t(numParams) && inner.isDense && function.isGiven && !function.results.empty();
  if (!fits) {
    fail();
    return true;
  }
  function.derivative = name;
  cursor = from;
  // What it is the derivative of is used, as by a call.
  if (call->of.empty())
    return true;
  std::optional<uint32_t> of = findString(call->of);
  if (of)
    calls.push_back({index, getFunction(*of)});
  check(of.has_value());
  return true;
}

void TypeInference::returnValues(uint32_t first, uint32_t count) {
  if (isBroken)
    return;
  Function &function = functions[current];
  if (!function.hasResults) {
    function.hasResults = true;
    for (uint32_t i = 0; i < count; ++i)
      function.results.push_back(typeOf(pool[first + i]));
    return;
  }
  check(function.results.size() == count);
  for (uint32_t i = 0; i < count && !isBroken; ++i)
    check(unify(function.results[i], typeOf(pool[first + i])));
}

void TypeInference::readReturn() {
  std::optional<uint64_t> id;
  if (cursor.byte())
    id = cursor.uleb();
  if (current == kNoFunction)
    return fail();
  uint32_t first = pool.size(), count = 0, tuple = 0;
  if (openTuple != kNoStep) {
    const Step &step = steps[openTuple];
    check(id && values[step.def].id == *id);
    first = step.a;
    count = step.b;
    tuple = step.def;
    openTuple = kNoStep;
    isOpen = false;
  } else if (id) {
    pool.push_back(use(*id));
    count = 1;
  }
  returnValues(first, count);
  Step &step = addStep(uint8_t(Opcode::Return));
  step.a = first;
  step.b = count;
  step.c = tuple;
  hasLeft = true;
  isExit = false;
  returned = id;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void TypeInference::readCall() {
  uint64_t id = cursor.uleb();
  uint32_t name = cursor.uleb();
  const ReservedCall *reserved = functionOf[name] == kNoFunction ? findReserved(name) : nullptr;
  if (LLVM_UNLIKELY(isOpen)) {
    // Copies for a loop go on; the results of a call are taken.
    ReservedKind wanted = openCall != kNoStep ? ReservedKind::TupleGet : ReservedKind::Copy;
    if (!reserved || reserved->kind != wanted)
      return fail();
  }
  if (reserved)
    return readReserved(*reserved, name, id);

  uint64_t count = cursor.uleb();
  uint32_t callee = getFunction(name);
  if (!functions[callee].hasParams)
    setParams(callee, count);
  if (!functions[callee].hasResults) {
    // Called before it is known what it returns.
    functions[callee].hasResults = true;
    functions[callee].results.push_back({addElement(kAny), ShapeTable::kScalar});
  }
  if (functions[callee].params.size() != count)
    return fail();
  uint32_t first = pool.size();
  for (uint64_t i = 0; i < count && !isBroken; ++i) {
    uint32_t argument = use(cursor.uleb());
    pool.push_back(argument);
    check(unify(functions[callee].params[i], typeOf(argument)));
  }
  if (isBroken)
    return;

  ArrayRef<TypeRef> results = functions[callee].results;
  TypeRef result = results.size() == 1 ? results[0] : TypeRef{0, ShapeTable::kNone};
  uint32_t def = define(id, result.element, result.shape);
  calls.push_back({current, callee});
  if (results.size() > 1) {
    openCall = steps.size();
    nextResult = 0;
    isOpen = true;
  }
  Step &step = addStep(uint8_t(Opcode::Call));
  step.def = def;
  step.numDefs = 1;
  step.a = first;
  step.b = count;
  step.c = callee;
}

void TypeInference::readTupleGet(uint64_t id, int64_t index) {
  uint64_t call = cursor.uleb();
  if (openCall == kNoStep || index != int64_t(nextResult) || values[steps[openCall].def].id != call)
    return fail();
  ArrayRef<TypeRef> results = functions[steps[openCall].c].results;
  TypeRef result = results[nextResult++];
  define(id, result.element, result.shape);
  check(++steps[openCall].numDefs != 0);
  if (nextResult == results.size()) {
    openCall = kNoStep;
    isOpen = false;
  }
}
