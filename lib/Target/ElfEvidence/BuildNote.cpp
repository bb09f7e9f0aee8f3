//===- BuildNote.cpp - How a file was compiled ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildNote.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mind;
using namespace mind::elf;
using evidence::MapEntry;
using llvm::StringRef;
using llvm::Twine;

static constexpr llvm::StringLiteral kCpu = "cpu", kDim = "dim.", kFunction = "function", kKind = "kind",
                                     kThreads = "threads", kToolchain = "toolchain";
static constexpr int64_t kNumThreads = 1;

StringRef elf::getKindName(ElfKind kind) {
  switch (kind) {
  case ElfKind::Executable:
    return "exe";
  case ElfKind::Object:
    return "obj";
  case ElfKind::Shared:
    return "shared";
  case ElfKind::Header:
    return "header";
  }
  return "";
}

void elf::encodeBuildNote(const BuildNote &note, evidence::Bytes &bytes) {
  evidence::Map map;
  map.insert(MapEntry::string(kCpu, note.options.cpu));
  map.insert(MapEntry::string(kKind, getKindName(note.options.kind)));
  map.insert(MapEntry::integer(kThreads, kNumThreads));
  map.insert(MapEntry::string(kToolchain, note.toolchain));
  if (!note.options.function.empty())
    map.insert(MapEntry::string(kFunction, note.options.function));
  // Entries refer to their keys.
  std::vector<std::string> keys;
  keys.reserve(note.options.dims.size());
  for (const auto &[name, extent] : note.options.dims) {
    keys.push_back((kDim + name).str());
    map.insert(MapEntry::integer(keys.back(), extent));
  }
  evidence::emitMap(map, bytes);
}

namespace {

/// Reads the entries, of which every one must be known.
class Decoder {
public:
  Decoder(BuildNote &note, std::string &reason) : note(note), reason(reason) {}

  bool decode(const evidence::Map &map) {
    for (const MapEntry &entry : map.entries)
      if (!decodeEntry(entry))
        return fail("its entry '" + entry.key + "' is unknown or malformed");
    for (StringRef key : {StringRef(kCpu), StringRef(kKind), StringRef(kThreads), StringRef(kToolchain)})
      if (!map.find(key))
        return fail("it has no entry '" + key + "'");
    return true;
  }

private:
  bool fail(const Twine &message) {
    reason = "the note of how the file was compiled is malformed: " + message.str();
    return false;
  }

  bool decodeEntry(const MapEntry &entry) {
    bool isString = entry.tag == evidence::Tag::String && !entry.data.empty();
    bool isExtent = entry.tag == evidence::Tag::Int && entry.number >= 0;
    if (entry.key == kCpu) {
      note.options.cpu = entry.data.str();
      return isString;
    }
    if (entry.key == kFunction) {
      note.options.function = entry.data.str();
      return isString;
    }
    if (entry.key == kToolchain) {
      note.toolchain = entry.data.str();
      return isString;
    }
    if (entry.key == kKind) {
      auto kind = llvm::StringSwitch<std::optional<ElfKind>>(entry.data)
                      .Case("exe", ElfKind::Executable)
                      .Case("obj", ElfKind::Object)
                      .Case("shared", ElfKind::Shared)
                      .Default(std::nullopt);
      note.options.kind = kind.value_or(ElfKind::Executable);
      return isString && kind;
    }
    if (entry.key == kThreads)
      return isExtent && entry.number == kNumThreads;
    StringRef name = entry.key;
    if (!name.consume_front(kDim) || name.empty() || !isExtent)
      return false;
    return note.options.dims.try_emplace(name.str(), entry.number).second;
  }

  BuildNote &note;
  std::string &reason;
};

} // namespace

bool elf::decodeBuildNote(llvm::ArrayRef<uint8_t> bytes, BuildNote &note, std::string &reason) {
  evidence::Map map;
  mic::FormatError error;
  if (evidence::parseMap(bytes, map, error))
    return Decoder(note, reason).decode(map);
  reason = "the note of how the file was compiled is malformed: " + error.message;
  return false;
}
