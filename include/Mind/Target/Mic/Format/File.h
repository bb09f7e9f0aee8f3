//===- File.h - A mic@3 file as flat memory ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file is validated once, without building anything in proportion to it; after that
/// every section is read through a Cursor from its offset, and no read can fail.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_FILE_H
#define MIND_TARGET_MIC_FORMAT_FILE_H

#include "Mind/Target/Mic/Format/Builder.h"
#include "Mind/Target/Mic/Format/Cursor.h"

#include <array>

namespace mind::mic {

/// Where things are in a validated file. Strings and offsets refer to the bytes that were
/// given, which must stay.
struct File {
  llvm::ArrayRef<uint8_t> bytes;
  uint8_t version = 0;
  llvm::SmallVector<llvm::StringRef, 16> strings;
  /// Raised to cover the ids of the top-level stream.
  uint64_t nextId = 0;
  /// Sorted and unique.
  llvm::SmallVector<llvm::StringRef, 4> exports;
  /// Offset of the count of the top-level instructions, and that count.
  uint64_t stream = 0, numInstructions = 0;
  /// Offsets of the counts of the registries.
  uint64_t structs = 0, arrays = 0, reprStructs = 0;
  /// Offset of the module's table of value types; 0 before version 3.
  uint64_t types = 0;
  /// Whether any table of value types has an entry.
  bool hasTypes = false;
  /// The opcodes that occur, at any depth: the bit of each.
  uint64_t opcodes = 0;
  /// First byte after the body: an epilogue, or what is no part of the file.
  uint64_t bodySize = 0;
  /// Whether the body is its own re-emission.
  bool isCanonical = false;

  bool has(Opcode opcode) const { return opcodes >> uint8_t(opcode) & 1; }
  llvm::ArrayRef<uint8_t> getBody() const { return bytes.take_front(bodySize); }
  llvm::ArrayRef<uint8_t> getRest() const { return bytes.drop_front(bodySize); }
  Cursor at(uint64_t offset) const {
    Cursor cursor(bytes);
    cursor.seek(offset);
    return cursor;
  }
};

/// Validates `bytes` as a mic@3 file with whatever follows its body. False with an error
/// for what the reference refuses to read.
bool readFile(llvm::ArrayRef<uint8_t> bytes, File &file, FormatError &error, uint64_t maxBytes = kMaxBytes);

/// The canonical bytes of the body.
void reemit(const File &file, Bytes &canonical);

/// SHA-256.
std::array<uint8_t, 32> hashBytes(llvm::ArrayRef<uint8_t> bytes);

/// SHA-256 of the canonical bytes of the body, without copying them if they are so
/// already.
std::array<uint8_t, 32> getTraceHash(const File &file);

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_FILE_H
