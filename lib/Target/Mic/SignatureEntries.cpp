//===- SignatureEntries.cpp - `fn:` entries of a file ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignatureEntries.h"

#include "Mind/Dialect/Mic/IR/Payload.h"
#include "Mind/Target/Mic/Format/Walk.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

/// The scalars that have a tag of their own; the tag of a tensor.
static std::optional<DType> getScalar(uint8_t tag) {
  switch (tag) {
  case 0x01:
    return DType::I32;
  case 0x02:
    return DType::I64;
  case 0x03:
    return DType::F32;
  case 0x04:
    return DType::F64;
  case 0x05:
    return DType::I1;
  default:
    return std::nullopt;
  }
}
static constexpr uint8_t kTensorTag = 0x07;

/// The type at `cursor`; null if it is none of ours. Clears `isOurs` if the writer would
/// write it in another way.
static RankedTensorType readType(MLIRContext &context, const File &file, Cursor &cursor, bool &isOurs) {
  uint8_t tag = cursor.byte();
  if (std::optional<DType> scalar = getScalar(tag))
    return getScalarType(getElementType(&context, *scalar));
  if (tag != kTensorTag)
    return {};
  StringRef word = file.strings[cursor.uleb()];
  std::optional<DType> dtype = parseDType({word.data(), word.size()});
  uint64_t rank = cursor.uleb();
  if (!dtype || rank > shape::kMaxRank)
    return {};
  std::string_view name = getDTypeName(*dtype);
  isOurs &= word == StringRef(name.data(), name.size());
  SmallVector<shape::Dim> dims;
  for (uint64_t i = 0; i < rank; ++i) {
    StringRef text = file.strings[cursor.uleb()];
    int64_t size;
    if (text.empty())
      return {};
    if (!llvm::all_of(text, llvm::isDigit)) {
      dims.push_back(shape::Dim(text));
      continue;
    }
    if (text.getAsInteger(10, size))
      return {};
    isOurs &= std::to_string(size) == text;
    dims.push_back(shape::Dim(size));
  }
  bool hasOwnTag = *dtype != DType::F16 && *dtype != DType::BF16 && *dtype != DType::Q16;
  isOurs &= rank != 0 || !hasOwnTag;
  return getTensorType(&context, dims, getElementType(&context, *dtype));
}

SignatureEntries::SignatureEntries(MLIRContext &context, const File &file) : context(context), file(file) {
  Cursor cursor = file.at(file.reprStructs);
  FieldHandler ignore;
  for (uint64_t count = cursor.uleb(); count; --count) {
    Entry entry;
    entry.name = file.strings[cursor.uleb()];
    uint64_t numTypes = cursor.uleb();
    bool isSignature = entry.name.consume_front("fn:") && !entry.name.empty();
    Cursor types = cursor;
    for (uint64_t i = 0; i < numTypes; ++i) {
      walkType(cursor, ignore);
      if (!isSignature)
        continue;
      RankedTensorType type = readType(context, file, types, entry.isOurs);
      isSignature = bool(type);
      entry.types.push_back(type);
      types = cursor;
    }
    entryOf.push_back(isSignature ? int(entries.size()) : -1);
    if (isSignature)
      entries.push_back(std::move(entry));
  }
}

void SignatureEntries::infer(const StreamRef &stream, std::optional<TypeInference> &inference) {
  llvm::DenseMap<StringRef, Entry *> byName;
  for (Entry &entry : entries)
    byName[entry.name] = &entry;
  SmallVector<StringRef> refused;
  // Each round refuses a function more; the last all that have no entry.
  constexpr unsigned kMaxRounds = 4;
  for (unsigned round = 0;; ++round) {
    inference.emplace(context, stream);
    for (const Entry &entry : entries)
      inference->fix(entry.name, entry.types);
    for (StringRef name : refused)
      inference->refuse(name);
    inference->run();
    // Without entries the writer infers what was inferred here.
    if (entries.empty())
      return;

    SmallVector<std::pair<StringRef, Signature>> declared;
    for (const TypeInference::Function &function : inference->getFunctions())
      if (function.isResolved)
        declared.push_back({stream.strings[function.name], inference->getSignature(function)});
    for (Entry &entry : entries)
      entry.isNeeded = false;
    size_t numRefused = refused.size();
    for (auto [function, isNeeded] : llvm::zip_equal(declared, findNeededEntries(context, stream, declared))) {
      auto found = byName.find(function.first);
      if (found != byName.end())
        found->second->isNeeded = isNeeded;
      else if (isNeeded || round >= kMaxRounds)
        refused.push_back(function.first);
    }
    if (refused.size() == numRefused)
      return;
  }
}

ArrayAttr SignatureEntries::getOthers() const {
  PayloadReader payloads(&context, file.strings, file.version);
  Cursor cursor = file.at(file.reprStructs);
  ArrayAttr all = payloads.readRegistry(cursor, kTypeField);
  SmallVector<Attribute> others;
  for (auto [element, index] : llvm::zip_equal(all, entryOf))
    if (index < 0 || !entries[index].isNeeded || !entries[index].isOurs)
      others.push_back(element);
  return ArrayAttr::get(&context, others);
}
