//===- Builder.h - Writing mic@3 --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the canonical bytes of a module in one pass: instructions go to a buffer,
/// strings get their index when they are first written, and the head is put before
/// them at the end.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_BUILDER_H
#define MIND_TARGET_MIC_FORMAT_BUILDER_H

#include "Mind/Target/Mic/Format/Format.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace mind::mic {

using Bytes = llvm::SmallVector<uint8_t, 0>;

class Builder {
public:
  void opcode(Opcode value) { byte(uint8_t(value)); }
  void byte(uint8_t value) {
    grow();
    *position++ = value;
  }
  void uleb(uint64_t value) {
    grow();
    while (LLVM_UNLIKELY(value >= 0x80)) {
      *position++ = uint8_t(value) | 0x80;
      value >>= 7;
    }
    *position++ = uint8_t(value);
  }
  void zigzag(int64_t value) { uleb(uint64_t(value) << 1 ^ uint64_t(value >> 63)); }
  void bits64(uint64_t bits);
  void append(llvm::ArrayRef<uint8_t> bytes);
  /// The index of a string, which is new at its first use.
  void string(llvm::StringRef text) { uleb(intern(text)); }
  uint64_t intern(llvm::StringRef text);

  /// A list whose count is known only at its end: `endList(beginList(), count)`.
  size_t beginList() const { return getSize(); }
  void endList(size_t mark, uint64_t count);

  /// The bytes written so far: instructions, then the sections that follow them.
  size_t getSize() const { return position - begin; }
  llvm::ArrayRef<uint8_t> getBytes() const { return {begin, getSize()}; }
  llvm::ArrayRef<llvm::StringRef> getStrings() const { return strings; }

  /// The file: `nextId` and the exports go before what was written, which is the list
  /// of the top-level instructions with its count, the three registries and, if
  /// `hasTypes`, the module's table of types. The exports are sorted and unique, and were
  /// interned between the instructions and the registries.
  void finish(uint64_t nextId, llvm::ArrayRef<llvm::StringRef> sortedExports, bool hasTypes, Bytes &file);

private:
  void grow() {
    if (LLVM_UNLIKELY(size_t(limit - position) < 16))
      growBuffer(16);
  }
  void growBuffer(size_t room);

  Bytes buffer;
  uint8_t *begin = nullptr, *position = nullptr, *limit = nullptr;
  llvm::StringMap<uint64_t> indices;
  /// Keys of `indices`, by index.
  llvm::SmallVector<llvm::StringRef, 16> strings;
};

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_BUILDER_H
