//===- WriteSignatures.cpp - types of functions to mic@3 ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mic@3 has no types of parameters. A reader infers them; where that does not give what
// a function declares, an entry `fn:NAME` of the registry of C structs holds them:
// the types of the parameters, then those of the results.
//
//===----------------------------------------------------------------------===//

#include "Marks.h"
#include "TypeInference.h"
#include "Writer.h"

#include "Mind/Dialect/Mic/IR/Payload.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

namespace {
/// Tags of the annotations of types that the entries use.
enum TypeTag : uint8_t { I32 = 0x01, I64 = 0x02, F32 = 0x03, F64 = 0x04, Bool = 0x05, Tensor = 0x07 };
} // namespace

static uint8_t getTag(RankedTensorType type, DType dtype) {
  if (type.getRank() != 0)
    return Tensor;
  switch (dtype) {
  case DType::I32:
    return I32;
  case DType::I64:
    return I64;
  case DType::F32:
    return F32;
  case DType::F64:
    return F64;
  case DType::I1:
    return Bool;
  default:
    return Tensor;
  }
}

void Writer::writeType(const Declared &function, RankedTensorType type) {
  DType dtype = *getDType(type);
  uint8_t tag = getTag(type, dtype);
  builder.byte(tag);
  if (tag != Tensor)
    return;
  std::string_view name = getDTypeName(dtype);
  builder.string(StringRef(name.data(), name.size()));
  builder.uleb(type.getRank());
  for (const shape::Dim &dim : getDims(type)) {
    // A name that reads as a number would come back as one.
    if (dim.isSymbolic() && !dim.name.empty() && llvm::all_of(dim.name, llvm::isDigit))
      refuse(function.op, "a dim has a number as its name, " + dim.name);
    builder.string(dim.isSymbolic() ? std::string(dim.name) : std::to_string(dim.size));
  }
}

//===----------------------------------------------------------------------===//
// Functions whose types need no inference to be known
//===----------------------------------------------------------------------===//

void Writer::describeSignature(Declared &declared) {
  func::FuncOp op = declared.op;
  if (op.isDeclaration()) {
    declared.isPlain = false;
    return;
  }
  auto isInteger = [&](Type type) { return type == i64Scalar; };
  declared.isPlain = op.getNumResults() == 1;
  if (!declared.isPlain || (llvm::all_of(op.getArgumentTypes(), isInteger) && isInteger(op.getResultTypes()[0])))
    return;
  declared.isFraction = true;
  declared.isPlain = isFractionScalar(op.getResultTypes()[0]) || op.getResultTypes()[0] == boolScalar;
  for (Value argument : op.getArguments()) {
    declared.isPlain &= isFractionScalar(argument.getType());
    declared.open.push_back({argument, declared.numClasses++});
  }
}

void Writer::uniteOpen(Value lhs, Value rhs) {
  auto findClass = [&](Value value) {
    auto *found = llvm::find_if(function->open, [&](auto entry) { return entry.first == value; });
    return found == function->open.end() ? std::nullopt : std::optional(found->second);
  };
  std::optional<unsigned> left = findClass(lhs), right = findClass(rhs);
  if (left && right) {
    for (auto &entry : function->open)
      if (entry.second == *right)
        entry.second = *left;
  } else if (left || right) {
    // The type of one is known.
    unsigned known = left ? *left : *right;
    llvm::erase_if(function->open, [&](auto entry) { return entry.second == known; });
  }
}

/// All types that a function declares are one solution of what its instructions ask for.
/// So those are found that follow from constants, whatever else there is.
bool Writer::staysPlainFraction(Operation &op) {
  constexpr unsigned kMaxOpen = 16;
  OpKind kind = classify(op).first;
  SmallVectorImpl<std::pair<Value, unsigned>> &open = function->open;
  if (kind == OpKind::Constant) {
    if (!isFractionScalar(op.getResult(0).getType()))
      return false;
    // An integer has the type of what it meets.
    if (LLVM_UNLIKELY(op.getRawDictionaryAttrs() != noAttributes && op.hasAttr(kLiteralAttrName)))
      open.push_back({op.getResult(0), function->numClasses++});
    return open.size() <= kMaxOpen;
  }
  if (kind != OpKind::Binary && kind != OpKind::Compare)
    return false;
  Value lhs = op.getOperand(0), rhs = op.getOperand(1);
  if (!isFractionScalar(lhs.getType()))
    return false;
  if (LLVM_LIKELY(open.empty()))
    return true;
  uniteOpen(lhs, rhs);
  // What the operands share with the result: their class, if it is open still.
  auto *found = llvm::find_if(open, [&](auto entry) { return entry.first == lhs; });
  if (kind == OpKind::Binary && found != open.end()) {
    unsigned shared = found->second;
    open.push_back({op.getResult(0), shared});
  }
  return open.size() <= kMaxOpen;
}

bool Writer::staysPlain(Operation &op) {
  if (function->isFraction)
    return staysPlainFraction(op);
  for (unsigned i = 0, e = op.getNumResults(); i < e; ++i) {
    Type type = op.getResult(i).getType();
    if (type != i64Scalar && type != boolScalar)
      return false;
  }
  return true;
}

SmallVector<bool> Writer::findNeeded() {
  SmallVector<std::pair<StringRef, Signature>> declared;
  for (Declared &function : functions)
    declared.push_back({function.op.getName(), {function.params, function.results, function.op.isDeclaration()}});
  StreamRef stream;
  stream.bytes = builder.getBytes();
  stream.strings = builder.getStrings();
  stream.version = hasTypes ? 3 : 2;
  return findNeededEntries(*context, stream, declared);
}

/// Entries for what the instructions do not tell.
void Writer::collectMarks(ArrayRef<StringRef> exports, ReprStructs &entries) {
  for (Declared &declared : functions)
    if (StringRef custom = getCustomGrad(declared.op); !custom.empty() && custom != declared.op.getName())
      calledNames.insert(custom);
  SmallVector<func::FuncOp, 0> inner;
  for (Declared &declared : functions) {
    StringRef name = declared.op.getName();
    if (declared.op.isDeclaration() || name == "main" || std::binary_search(exports.begin(), exports.end(), name))
      continue;
    if (calledNames.contains(name))
      inner.push_back(declared.op);
    else if (options.exposed && declared.op.isPrivate())
      options.exposed->push_back(name.str());
  }
  SmallVector<Mark> marks;
  if (Operation *op = findMarks(module, inner, marks))
    return refuse(op, "a script has one result, the last value that it shows");
  if (options.compat)
    return;
  for (Declared &declared : functions)
    if (auto checkpoint = declared.op->getAttrOfType<DictionaryAttr>(kCheckpointAttrName);
        checkpoint && checkpoint.get("save"))
      return refuse(declared.op, "its instructions have no names, which the `save` of a checkpoint needs");
  for (const Mark &mark : marks)
    entries[mark.name] = {getPayload(context, mark), nullptr};
}

Writer::ReprStructs Writer::collectReprStructs(ArrayRef<StringRef> exports) {
  ReprStructs entries;
  collectMarks(exports, entries);
  if (!options.compat && llvm::any_of(functions, [](const Declared &declared) { return !declared.isPlain; }))
    for (auto [function, isNeeded] : llvm::zip(functions, findNeeded()))
      if (isNeeded)
        entries[("fn:" + function.op.getName()).str()] = {{}, &function};
  // Those of the module win, the last of a name.
  if (auto list = module->getAttrOfType<ArrayAttr>(kReprAttrName))
    for (Attribute element : list) {
      auto entry = cast<ArrayAttr>(element);
      entries[cast<StringAttr>(entry[0]).str()] = {cast<ArrayAttr>(entry[1]), nullptr};
    }
  return entries;
}

void Writer::writeReprStructs(const ReprStructs &entries) {
  builder.uleb(entries.size());
  for (const auto &[name, entry] : entries) {
    builder.string(name);
    if (!entry.function) {
      builder.uleb(entry.payload.size());
      for (Attribute type : entry.payload)
        writeField(builder, type, kTypeField, hasTypes);
      continue;
    }
    builder.uleb(entry.function->params.size() + entry.function->results.size());
    for (RankedTensorType type : entry.function->params)
      writeType(*entry.function, type);
    for (RankedTensorType type : entry.function->results)
      writeType(*entry.function, type);
  }
}
