//===- Summaries.h - what is known of functions -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_SUMMARIES_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_SUMMARIES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace mind::autodiff {

/// What functions are found to do, by function and question. What is found of one may
/// be asked for while it is found, in a recursion: then it is what is known so far,
/// from `bottom` upwards, and it is found again until nothing changes.
template <typename SummaryT>
class Summaries {
public:
  /// `find` is monotone in the summaries that it asks for, of which there are finitely
  /// many.
  SummaryT get(llvm::StringRef key, SummaryT bottom, llvm::function_ref<SummaryT()> find) {
    if (auto it = positions.find(key); it != positions.end())
      return entries[it->second].second;
    size_t index = entries.size();
    entries.emplace_back(key.str(), std::move(bottom));
    positions[key] = index;
    while (true) {
      // What was made of a state of this function that was too low is too low.
      drop(index + 1);
      SummaryT found = find();
      if (found == entries[index].second)
        return found;
      entries[index].second = std::move(found);
    }
  }

  void clear() { drop(0); }

private:
  void drop(size_t numKept) {
    for (; entries.size() > numKept; entries.pop_back())
      positions.erase(entries.back().first);
  }

  /// In the order in which they were begun.
  std::vector<std::pair<std::string, SummaryT>> entries;
  llvm::StringMap<size_t> positions;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_SUMMARIES_H
