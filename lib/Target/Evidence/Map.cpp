//===- Map.cpp - The epilogue of an artifact ------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Map.h"

#include "Mind/Target/Mic/Format/Cursor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;
using llvm::Twine;

/// A key, a tag and a payload take a byte each at least.
static constexpr uint64_t kMinEntryBytes = 3;

const MapEntry *Map::find(StringRef key) const {
  auto *entry = llvm::lower_bound(entries, key, [](const MapEntry &each, StringRef key) { return each.key < key; });
  return entry != entries.end() && entry->key == key ? entry : nullptr;
}

bool Map::insert(const MapEntry &entry) {
  auto *place =
      llvm::lower_bound(entries, entry.key, [](const MapEntry &each, StringRef key) { return each.key < key; });
  if (place != entries.end() && place->key == entry.key)
    return false;
  entries.insert(place, entry);
  return true;
}

bool evidence::isReservedKey(StringRef key) {
  return key.starts_with("evidence_chain.") || key.starts_with("signature.");
}

/// A length and that many bytes.
static StringRef readSized(mic::Cursor &cursor, const char *what) {
  uint64_t size = cursor.uleb();
  if (size > cursor.getRemaining()) {
    cursor.fail(Twine("the length ") + Twine(size) + " of a " + what + " exceeds the " + Twine(cursor.getRemaining()) +
                " bytes left");
    return {};
  }
  return cursor.bytes(size);
}

static bool readEntry(mic::Cursor &cursor, MapEntry &entry) {
  entry.key = readSized(cursor, "key");
  if (!llvm::json::isUTF8(entry.key))
    return cursor.fail("a key is not UTF-8");
  uint8_t tag = cursor.byte();
  if (tag > uint8_t(Tag::Bytes))
    return cursor.fail("unknown tag " + Twine(unsigned(tag)));
  entry.tag = Tag(tag);
  switch (entry.tag) {
  case Tag::String:
    entry.data = readSized(cursor, "string");
    if (!llvm::json::isUTF8(entry.data))
      return cursor.fail("a string is not UTF-8");
    break;
  case Tag::Int:
    entry.number = cursor.zigzag();
    break;
  case Tag::Bytes:
    entry.data = readSized(cursor, "byte string");
    break;
  }
  return !cursor.failed();
}

static bool readMap(mic::Cursor &cursor, Map &map) {
  if (cursor.byte() != kMapSentinel)
    return cursor.fail("the epilogue does not begin with `M`");
  uint64_t count = cursor.uleb();
  if (count > cursor.getRemaining() / kMinEntryBytes)
    return cursor.fail(Twine(count) + " entries do not fit in the " + Twine(cursor.getRemaining()) + " bytes left");
  for (uint64_t i = 0; i < count; ++i) {
    MapEntry entry;
    if (!readEntry(cursor, entry))
      return false;
    if (i != 0 && entry.key == map.entries.back().key)
      return cursor.fail("a key occurs twice");
    if (i != 0 && entry.key < map.entries.back().key)
      return cursor.fail("the keys do not ascend");
    map.entries.push_back(entry);
  }
  if (cursor.failed())
    return false;
  if (!cursor.atEnd())
    return cursor.fail(Twine(cursor.getRemaining()) + " bytes follow the last entry");
  return cursor.isMinimal() || cursor.fail("a number is not in its shortest form");
}

bool evidence::parseMap(llvm::ArrayRef<uint8_t> bytes, Map &map, mic::FormatError &error) {
  map.entries.clear();
  mic::Cursor cursor(bytes);
  if (readMap(cursor, map))
    return true;
  map.entries.clear();
  error = cursor.getError();
  return false;
}

static void emitSized(StringRef text, mic::Builder &builder) {
  builder.uleb(text.size());
  builder.append({text.bytes_begin(), text.size()});
}

void evidence::emitEntry(const MapEntry &entry, mic::Builder &builder) {
  emitSized(entry.key, builder);
  builder.byte(uint8_t(entry.tag));
  if (entry.tag == Tag::Int)
    builder.zigzag(entry.number);
  else
    emitSized(entry.data, builder);
}

void evidence::emitMap(const Map &map, Bytes &file) {
  mic::Builder builder;
  builder.byte(kMapSentinel);
  builder.uleb(map.entries.size());
  for (const MapEntry &entry : map.entries)
    emitEntry(entry, builder);
  file.append(builder.getBytes().begin(), builder.getBytes().end());
}
