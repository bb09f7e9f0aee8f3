//===- TypeInference.cpp - the types that mic@3 leaves out ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeInference.h"

#include "Literals.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

TypeInference::TypeInference(MLIRContext &context, const StreamRef &stream)
    : stream(stream), cursor(stream.bytes, stream.offset), shapes(&context), values(1), functionOf(stream.strings.size(), kNoFunction),
      reservedCalls(stream.strings.size()), reservedState(stream.strings.size()),
      // Ids that are removed leave gaps, but a table of them may not grow out of proportion.
      idLimit(std::min<uint64_t>(2 * uint64_t(stream.bytes.size()) + 4096, Value::kNoId)) {
  for (unsigned i = 0; i < kNumDTypes; ++i)
    addElement(1u << i);
  // Most files have as many instructions, and values.
  size_t estimate = stream.bytes.size() / 6 + 16;
  steps.reserve(estimate);
  values.reserve(estimate);
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

uint32_t TypeInference::addElement(uint8_t mask) {
  parents.push_back(parents.size());
  masks.push_back(mask);
  return parents.size() - 1;
}

bool TypeInference::unifyRoots(uint32_t lhs, uint32_t rhs) {
  if (lhs == rhs)
    return true;
  // DTypes come first and stay roots.
  if (lhs > rhs)
    std::swap(lhs, rhs);
  uint8_t mask = masks[lhs] & masks[rhs];
  if (!mask)
    return false;
  parents[rhs] = lhs;
  return require(lhs, mask);
}

bool TypeInference::require(uint32_t element, uint8_t mask) {
  uint32_t root = find(element);
  uint8_t left = masks[root] & mask;
  if (LLVM_LIKELY(left == masks[root]))
    return true;
  if (!left)
    return false;
  masks[root] = left;
  if (llvm::isPowerOf2_32(left))
    parents[root] = llvm::Log2_32(left);
  return true;
}

TypeInference::TypeRef TypeInference::getTypeRef(RankedTensorType type) {
  std::optional<DType> dtype = getDType(type);
  return {unsigned(dtype.value_or(DType::I64)), dtype ? shapes.get(getDims(type)) : ShapeTable::kNone};
}

std::optional<uint32_t> TypeInference::findString(StringRef text) {
  if (!stringNumbers) {
    stringNumbers.emplace();
    for (auto [number, string] : llvm::enumerate(stream.strings))
      stringNumbers->try_emplace(string, number);
  }
  auto found = stringNumbers->find(text);
  if (found == stringNumbers->end())
    return std::nullopt;
  return found->second;
}

void TypeInference::fix(StringRef name, ArrayRef<RankedTensorType> types) {
  std::optional<uint32_t> string = findString(name);
  if (!string)
    return;
  Function &function = functions[getFunction(*string)];
  function.isGiven = true;
  for (RankedTensorType type : types)
    function.given.push_back(getTypeRef(type));
}

void TypeInference::refuse(StringRef name) {
  if (std::optional<uint32_t> string = findString(name))
    refused.insert(*string);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool TypeInference::growSlots(uint64_t id) {
  if (id >= idLimit) {
    fail();
    return false;
  }
  std::vector<uint32_t> &slots = scope->slots;
  slots.resize(std::min(idLimit, std::max<uint64_t>(id + 1, 2 * slots.size() + 64)));
  return true;
}

void TypeInference::closeRegion(uint32_t begin, bool isBranch) {
  for (uint32_t value = begin, end = values.size(); value < end; ++value) {
    uint32_t id = values[value].id;
    if (id == Value::kNoId)
      continue;
    uint32_t &slot = scope->slots[id];
    slot = isBranch && slot == value ? value | kInBranch : kOutOfScope;
  }
}

//===----------------------------------------------------------------------===//
// The whole stream
//===----------------------------------------------------------------------===//

bool TypeInference::resolveType(TypeRef &type) {
  if (type.shape == ShapeTable::kNone)
    return true;
  uint32_t root = find(type.element);
  if (root >= kNumDTypes) {
    if (!(masks[root] & 1u << unsigned(DType::I64)))
      return false;
    parents[root] = root = unsigned(DType::I64);
  }
  type.element = root;
  return true;
}

bool TypeInference::resolveValues(uint32_t begin, uint32_t end) {
  for (Value &value : llvm::MutableArrayRef(values).slice(begin, end - begin)) {
    if (LLVM_LIKELY(value.element < kNumDTypes))
      continue;
    TypeRef type = {value.element, value.shape};
    if (!resolveType(type))
      return false;
    value.element = type.element;
  }
  return true;
}

bool TypeInference::resolveTypes(Function &function) {
  for (TypeRef &type : function.params)
    if (!resolveType(type))
      return false;
  for (TypeRef &type : function.results)
    if (!resolveType(type))
      return false;
  return resolveValues(function.beginValues, function.endValues);
}

bool TypeInference::resolveScript() {
  // The values of the functions lie between those of the stream.
  uint32_t begin = 1;
  for (uint32_t index : definedFunctions) {
    if (!resolveValues(begin, functions[index].beginValues))
      return false;
    begin = functions[index].endValues;
  }
  return resolveValues(begin, values.size());
}

/// Of a constant or a call.
bool TypeInference::checkStep(const Step &step) {
  if (step.kind == uint8_t(Opcode::ConstI64)) {
    auto dtype = DType(values[step.def].element);
    if (LLVM_LIKELY(dtype == DType::I64))
      return true;
    return encodeLiteral(dtype, FieldCursor(stream.bytes, step.payload).zigzag()).has_value();
  }
  // The callee may have been defined otherwise than it was called.
  const Function &callee = functions[step.c];
  if (callee.params.size() != step.b)
    return false;
  for (uint32_t i = 0; i < step.b; ++i)
    if (!unify(callee.params[i], typeOf(pool[step.a + i])))
      return false;
  return true;
}

/// Who calls an unresolved function is unresolved.
void TypeInference::propagate() {
  llvm::sort(calls, [](auto lhs, auto rhs) { return lhs.second < rhs.second; });
  SmallVector<uint32_t> work;
  for (auto [index, function] : llvm::enumerate(functions))
    if (!function.isResolved)
      work.push_back(index);
  while (!work.empty()) {
    uint32_t callee = work.pop_back_val();
    auto call = llvm::partition_point(calls, [&](auto entry) { return entry.second < callee; });
    for (; call != calls.end() && call->second == callee; ++call) {
      Function &caller = call->first == kNoFunction ? script : functions[call->first];
      if (caller.isResolved && call->first != kNoFunction)
        work.push_back(call->first);
      caller.isResolved = false;
    }
  }
  for (auto [caller, callee] : calls)
    functions[callee].isCalled |= caller != callee && (caller == kNoFunction ? script : functions[caller]).isResolved;
}

void TypeInference::run() {
  readStream();
  // The types of all, before any of them is compared.
  for (Function &function : functions)
    function.isResolved = function.isResolved && !function.isDuplicate && resolveTypes(function);
  script.isResolved = script.isResolved && resolveScript();
  auto checkSteps = [&](uint32_t begin, uint32_t end) {
    for (const Step &step : ArrayRef(steps).slice(begin, end - begin))
      if ((step.kind == uint8_t(Opcode::ConstI64) || step.kind == uint8_t(Opcode::Call)) && !checkStep(step))
        return false;
    return true;
  };
  for (Function &function : functions)
    function.isResolved = function.isResolved && checkSteps(function.beginSteps, function.endSteps);
  uint32_t begin = 0;
  for (uint32_t index : definedFunctions) {
    script.isResolved = script.isResolved && checkSteps(begin, functions[index].beginSteps);
    begin = functions[index].endSteps;
  }
  script.isResolved = script.isResolved && checkSteps(begin, steps.size());
  propagate();
}

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

/// The resolved function of a name, which is then the only one.
const TypeInference::Function *TypeInference::findFunction(StringRef name) {
  std::optional<uint32_t> string = findString(name);
  if (!string || functionOf[*string] == kNoFunction)
    return nullptr;
  const Function &function = functions[functionOf[*string]];
  return function.isResolved ? &function : nullptr;
}

Signature TypeInference::getSignature(const Function &function) {
  Signature signature;
  for (const TypeRef &type : function.params)
    signature.params.push_back(shapes.getType(type.shape, DType(type.element)));
  for (const TypeRef &type : function.results)
    signature.results.push_back(shapes.getType(type.shape, DType(type.element)));
  signature.isDerivative = function.derivative.has_value();
  return signature;
}

std::optional<Signature> TypeInference::getSignature(StringRef name) {
  const Function *function = findFunction(name);
  if (!function)
    return std::nullopt;
  return getSignature(*function);
}

bool TypeInference::getValues(StringRef name, SmallVectorImpl<std::pair<uint64_t, RankedTensorType>> &found) {
  auto append = [&](uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i)
      if (values[i].id != Value::kNoId && values[i].shape != ShapeTable::kNone)
        found.push_back({values[i].id, getType(i)});
  };
  if (name.empty()) {
    uint32_t begin = 1;
    for (uint32_t index : definedFunctions) {
      append(begin, functions[index].beginValues);
      begin = functions[index].endValues;
    }
    append(begin, values.size());
    return script.isResolved;
  }
  const Function *function = findFunction(name);
  if (function)
    append(function->beginValues, function->endValues);
  return function != nullptr;
}

SmallVector<bool> mind::mic::findNeededEntries(MLIRContext &context, const StreamRef &stream,
                                               ArrayRef<std::pair<StringRef, Signature>> declared) {
  SmallVector<bool> needed;
  for (const auto &[name, signature] : declared)
    needed.push_back(
        signature.isDerivative ||
        llvm::any_of(signature.params, [](RankedTensorType type) { return type.getRank() != 0; }));
  // If those with tensors are all, nothing has to be inferred.
  if (llvm::all_of(needed, [](bool isNeeded) { return isNeeded; }))
    return needed;

  TypeInference inference(context, stream);
  for (const auto &[entry, isNeeded] : llvm::zip_equal(declared, needed)) {
    if (!isNeeded)
      continue;
    const auto &[name, signature] = entry;
    SmallVector<RankedTensorType> types(ArrayRef(signature.params));
    llvm::append_range(types, signature.results);
    inference.fix(name, types);
  }
  inference.run();
  for (auto [entry, isNeeded] : llvm::zip_equal(declared, needed))
    if (!isNeeded) {
      std::optional<Signature> found = inference.getSignature(entry.first);
      isNeeded = !found || !(*found == entry.second);
    }
  return needed;
}
