//===- IdSet.h - A set of value ids -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ids are mostly dense and count up, so one bit each is enough; but a file may hold any
/// 64-bit number. Bits are kept only up to a bound that grows with the number of
/// insertions, so that memory stays in proportion to the bytes of the file. What lies
/// beyond goes to a tree: no hash that an input could be made for, and no reserved keys.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FORMAT_IDSET_H
#define MIND_LIB_TARGET_MIC_FORMAT_IDSET_H

#include "llvm/Support/Compiler.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace mind::mic {

class IdSet {
public:
  bool contains(uint64_t id) const {
    uint64_t word = id / 64;
    if (LLVM_LIKELY(word < words.size() && (words[word] >> (id % 64) & 1)))
      return true;
    return !rare.empty() && rare.count(id);
  }

  /// Whether the id is new.
  bool insert(uint64_t id) {
    uint64_t word = id / 64;
    if (LLVM_UNLIKELY(word >= words.size()) && !grow(word))
      return insertRare(id);
    uint64_t bit = uint64_t(1) << (id % 64);
    if (LLVM_UNLIKELY(words[word] & bit))
      return false;
    if (LLVM_UNLIKELY(!rare.empty()) && rare.count(id))
      return false;
    words[word] |= bit;
    ++numInserted;
    return true;
  }

  void erase(uint64_t id) {
    uint64_t word = id / 64;
    if (word < words.size())
      words[word] &= ~(uint64_t(1) << (id % 64));
    if (!rare.empty())
      rare.erase(id);
  }

  /// Erases everything if that takes no more than `limit` steps; else does nothing and
  /// returns false.
  bool eraseAll(uint64_t limit) {
    if (words.size() + rare.size() > limit)
      return false;
    std::fill(words.begin(), words.end(), 0);
    rare.clear();
    return true;
  }

  /// Ids inserted so far; erasing takes none away.
  uint64_t getNumInserted() const { return numInserted; }

private:
  LLVM_ATTRIBUTE_NOINLINE bool grow(uint64_t word) {
    if (word > numInserted + 1024)
      return false;
    words.resize(std::max<uint64_t>(word + 1, 2 * words.size()));
    return true;
  }
  LLVM_ATTRIBUTE_NOINLINE bool insertRare(uint64_t id) {
    bool isNew = rare.insert(id).second;
    numInserted += isNew;
    return isNew;
  }

  std::vector<uint64_t> words;
  std::set<uint64_t> rare;
  uint64_t numInserted = 0;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FORMAT_IDSET_H
