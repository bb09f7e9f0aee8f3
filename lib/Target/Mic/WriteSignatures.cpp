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

SmallVector<bool> Writer::findNeeded() {
  SmallVector<std::pair<StringRef, Signature>> declared;
  for (Declared &function : functions)
    declared.push_back({function.op.getName(), {function.params, function.results}});
  StreamRef stream;
  stream.bytes = builder.getBytes();
  stream.strings = builder.getStrings();
  stream.version = hasTypes ? 3 : 2;
  return findNeededEntries(*context, stream, declared);
}

/// Entries without types for what a reader would take otherwise.
void Writer::collectMarks(ArrayRef<StringRef> exports, ReprStructs &entries) {
  SmallVector<func::FuncOp, 0> inner;
  for (Declared &declared : functions) {
    StringRef name = declared.op.getName();
    if (calledNames.contains(name) && name != "main" && !std::binary_search(exports.begin(), exports.end(), name))
      inner.push_back(declared.op);
  }
  SmallVector<std::string> marks;
  if (Operation *op = findMarks(module, inner, marks))
    return refuse(op, "a script has one result, the last value that it shows");
  if (options.compat)
    return;
  for (const std::string &mark : marks)
    entries[mark] = {ArrayAttr::get(context, {}), nullptr};
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
