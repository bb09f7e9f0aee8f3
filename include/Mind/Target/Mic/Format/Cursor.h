//===- Cursor.h - Reading the primitives of mic@3 ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A position in the bytes of a file. After the first fault every read gives 0 and
/// consumes nothing, so that a reader asks once, at the end of what it reads; loops
/// over a count ask in each round.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_CURSOR_H
#define MIND_TARGET_MIC_FORMAT_CURSOR_H

#include "Mind/Target/Mic/Format/Format.h"

#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

namespace mind::mic {

class Cursor {
public:
  explicit Cursor(llvm::ArrayRef<uint8_t> bytes)
      : begin(bytes.begin()), position(bytes.begin()), end(bytes.end()) {}

  uint64_t getOffset() const { return position - begin; }
  uint64_t getSize() const { return end - begin; }
  uint64_t getRemaining() const { return end - position; }
  bool failed() const { return hasFailed; }
  bool atEnd() const { return position == end; }
  /// Whether every number so far had its shortest encoding, and every truth value was
  /// 0 or 1.
  bool isMinimal() const { return minimal; }

  void seek(uint64_t offset) { position = begin + offset; }

  /// Keeps the first fault. Always false.
  bool fail(const llvm::Twine &message) {
    if (!hasFailed) {
      hasFailed = true;
      error.message = message.str();
      error.position = getOffset();
      end = position;
    }
    return false;
  }
  const FormatError &getError() const { return error; }

  uint8_t byte() {
    if (LLVM_UNLIKELY(position == end))
      return failAtEnd();
    return *position++;
  }

  /// Unsigned LEB128 of at most 64 bits.
  uint64_t uleb() {
    if (LLVM_UNLIKELY(getRemaining() < 8))
      return longUleb();
    if (LLVM_LIKELY(*position < 0x80))
      return *position++;
    // All bytes at once: the first one without the high bit is the last.
    uint64_t word = llvm::support::endian::read64le(position);
    uint64_t ends = ~word & 0x8080808080808080u;
    if (LLVM_UNLIKELY(ends == 0))
      return longUleb();
    uint64_t last = ends & (0 - ends);
    word &= last - 1;
    unsigned size = (llvm::countr_zero(last) >> 3) + 1;
    position += size;
    minimal &= word >> (8 * (size - 1)) != 0;
    word = (word & 0x007F007F007F007Fu) | (word & 0x7F007F007F007F00u) >> 1;
    word = (word & 0x00003FFF00003FFFu) | (word & 0x3FFF00003FFF0000u) >> 2;
    return (word & 0x0FFFFFFFu) | (word & 0x0FFFFFFF00000000u) >> 4;
  }

  int64_t zigzag() {
    uint64_t bits = uleb();
    return int64_t(bits >> 1) ^ -int64_t(bits & 1);
  }

  bool flag() {
    uint8_t value = byte();
    minimal &= value <= 1;
    return value != 0;
  }

  /// Whether an optional field is there; `what` is its name in the fault.
  bool present(const char *what) {
    uint8_t tag = byte();
    if (LLVM_UNLIKELY(tag > 1))
      return fail(llvm::Twine("invalid ") + what + " tag: " + llvm::Twine(unsigned(tag)));
    return tag == 1;
  }

  uint64_t bits64() {
    if (LLVM_UNLIKELY(getRemaining() < 8))
      return failAtEnd();
    uint64_t value = llvm::support::endian::read64le(position);
    position += 8;
    return value;
  }

  /// A number of elements, each of at least one byte.
  uint64_t count() {
    uint64_t value = uleb();
    if (LLVM_UNLIKELY(value > getTotal()))
      return fail("element count " + llvm::Twine(value) + " exceeds input size " + llvm::Twine(getTotal()) +
                  " (each element needs >=1 byte)");
    return value;
  }

  llvm::StringRef bytes(uint64_t size) {
    if (LLVM_UNLIKELY(size > getRemaining())) {
      failAtEnd();
      return {};
    }
    llvm::StringRef result(reinterpret_cast<const char *>(position), size);
    position += size;
    return result;
  }

private:
  /// The size of the input that the limits are counted in; a fault shortens the rest.
  uint64_t getTotal() const { return total; }
  uint64_t longUleb();
  uint8_t failAtEnd() { return fail("failed to fill whole buffer"); }

  const uint8_t *begin, *position, *end;
  uint64_t total = end - begin;
  FormatError error;
  bool hasFailed = false, minimal = true;
};

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_CURSOR_H
