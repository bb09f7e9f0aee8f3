//===- Map.h - The epilogue of an artifact ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What may follow the body of a mic@3 file: `M`, a count, and that many entries
///
///     length key | 00 length text | 01 zigzag number | 02 length bytes
///
/// in the order of their keys. There is one encoding of each map, and only that one is
/// read: a map lies outside the hash of the body, so nothing else fixes its bytes.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_EVIDENCE_MAP_H
#define MIND_TARGET_EVIDENCE_MAP_H

#include "Mind/Target/Mic/Format/Builder.h"

namespace mind::evidence {

using mic::Bytes;

inline constexpr uint8_t kMapSentinel = 'M';

enum class Tag : uint8_t { String, Int, Bytes };

/// Key and data refer to the bytes that were read, or to what whoever made the entry
/// keeps.
struct MapEntry {
  llvm::StringRef key;
  Tag tag = Tag::String;
  /// The text or the bytes.
  llvm::StringRef data;
  int64_t number = 0;

  static MapEntry string(llvm::StringRef key, llvm::StringRef text) { return {key, Tag::String, text, 0}; }
  static MapEntry integer(llvm::StringRef key, int64_t value) { return {key, Tag::Int, {}, value}; }
  static MapEntry bytes(llvm::StringRef key, llvm::ArrayRef<uint8_t> value) {
    return {key, Tag::Bytes, {reinterpret_cast<const char *>(value.data()), value.size()}, 0};
  }
};

struct Map {
  /// In the order of their keys, each key once.
  llvm::SmallVector<MapEntry, 12> entries;

  const MapEntry *find(llvm::StringRef key) const;
  /// False if the key is there already.
  bool insert(const MapEntry &entry);
};

/// Reads `bytes`, which begin with the sentinel and end with the last entry. False for
/// what is malformed; positions are those in `bytes`.
bool parseMap(llvm::ArrayRef<uint8_t> bytes, Map &map, mic::FormatError &error);

/// Key, tag and payload, as they stand in a map and in what is signed.
void emitEntry(const MapEntry &entry, mic::Builder &builder);

/// Appends the epilogue.
void emitMap(const Map &map, Bytes &file);

/// What begins with `evidence_chain.` or `signature.` is ours to write.
bool isReservedKey(llvm::StringRef key);

} // namespace mind::evidence

#endif // MIND_TARGET_EVIDENCE_MAP_H
