//===- Reemit.cpp - The canonical bytes of a file -----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/File.h"
#include "Mind/Target/Mic/Format/Walk.h"

// SHA256() goes through the library's providers, whose set-up takes a millisecond; the
// plain functions, which the library calls deprecated, take none.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <map>

using namespace mind::mic;
using llvm::StringRef;

namespace {

/// Writes again what the walk reads.
class Copier : public FieldHandler {
public:
  Copier(const File &file, Builder &builder) : file(file), builder(builder) {}

  void instruction(uint8_t opcode) { builder.byte(opcode); }
  void id(char, uint64_t id) { builder.uleb(id); }
  void number(char, uint64_t value) { builder.uleb(value); }
  void zigzag(int64_t value) { builder.zigzag(value); }
  void byte(char, uint8_t value) { builder.byte(value); }
  void flag(bool value) { builder.byte(value); }
  void bits64(uint64_t bits) { builder.bits64(bits); }
  void string(uint64_t index) { builder.string(file.strings[index]); }
  void present(char, bool isPresent) { builder.byte(isPresent); }
  void list(char, uint64_t count) { builder.uleb(count); }
  void beginRegion(uint64_t count) { builder.uleb(count); }
  void beginTypes(uint64_t count) {
    // A file whose tables are all empty becomes one of version 2, which has none.
    if (file.hasTypes)
      builder.uleb(count);
  }

private:
  const File &file;
  Builder &builder;
};

} // namespace

/// The offsets of the payloads of a registry by name; of equal names the last counts.
template <typename Skip>
static std::map<StringRef, uint64_t> getEntries(const File &file, uint64_t offset, Skip skip) {
  std::map<StringRef, uint64_t> entries;
  Cursor cursor = file.at(offset);
  uint64_t count = cursor.count();
  for (uint64_t i = 0; i < count; ++i) {
    StringRef name = file.strings[cursor.uleb()];
    entries[name] = cursor.getOffset();
    skip(cursor);
  }
  return entries;
}

void mind::mic::reemit(const File &file, Bytes &canonical) {
  if (file.isCanonical) {
    canonical.assign(file.getBody().begin(), file.getBody().end());
    return;
  }
  Builder builder;
  Copier copier(file, builder);
  Cursor stream = file.at(file.stream);
  walkRegion(stream, copier, file.version);
  for (StringRef name : file.exports)
    builder.intern(name);

  auto copyRegistry = [&](uint64_t offset, auto read) {
    FieldHandler ignore;
    auto entries = getEntries(file, offset, [&](Cursor &cursor) { read(cursor, ignore); });
    builder.uleb(entries.size());
    for (auto [name, payload] : entries) {
      builder.string(name);
      Cursor cursor = file.at(payload);
      read(cursor, copier);
    }
  };
  copyRegistry(file.structs,
               [&](Cursor &cursor, auto &handler) { walkField(cursor, handler, 'W', file.version); });
  copyRegistry(file.arrays, [&](Cursor &cursor, auto &handler) { walkField(cursor, handler, 'I', file.version); });
  copyRegistry(file.reprStructs, [&](Cursor &cursor, auto &handler) {
    uint64_t count = cursor.count();
    handler.list('t', count);
    for (uint64_t i = 0; i < count; ++i)
      walkType(cursor, handler);
  });
  if (file.hasTypes) {
    Cursor cursor = file.at(file.types);
    walkTypeTable(cursor, copier);
  }
  builder.finish(file.nextId, file.exports, file.hasTypes, canonical);
}

std::array<uint8_t, 32> mind::mic::hashBytes(llvm::ArrayRef<uint8_t> bytes) {
  std::array<uint8_t, 32> hash;
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(hash.data(), &context);
  return hash;
}

std::array<uint8_t, 32> mind::mic::getTraceHash(const File &file) {
  if (file.isCanonical)
    return hashBytes(file.getBody());
  Bytes canonical;
  reemit(file, canonical);
  return hashBytes(canonical);
}
