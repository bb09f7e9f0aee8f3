//===- LineDiff.cpp - What differs between two texts ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The longest common subsequence by dynamic programming, over what is left between the
// common beginning and the common end.
//
//===----------------------------------------------------------------------===//

#include "LineDiff.h"

#include <algorithm>

using namespace mind;
using Lines = std::vector<std::string>;

/// Entries of the table that one comparison may have: 16 MiB.
static constexpr size_t kMaxTable = size_t(4) << 20;

void driver::diffLines(const Lines &first, const Lines &second, llvm::function_ref<void(char, llvm::StringRef)> visit) {
  size_t begin = 0, firstEnd = first.size(), secondEnd = second.size();
  while (begin < firstEnd && begin < secondEnd && first[begin] == second[begin])
    ++begin;
  while (firstEnd > begin && secondEnd > begin && first[firstEnd - 1] == second[secondEnd - 1]) {
    --firstEnd;
    --secondEnd;
  }
  size_t rows = firstEnd - begin, columns = secondEnd - begin;
  size_t i = 0, j = 0;
  if (rows && columns && rows + 1 <= kMaxTable / (columns + 1)) {
    // Of the lines from (row, column) on: how many are common.
    std::vector<uint32_t> common((rows + 1) * (columns + 1));
    auto at = [&](size_t row, size_t column) -> uint32_t & { return common[row * (columns + 1) + column]; };
    for (size_t row = rows; row-- > 0;)
      for (size_t column = columns; column-- > 0;)
        at(row, column) = first[begin + row] == second[begin + column]
                              ? at(row + 1, column + 1) + 1
                              : std::max(at(row + 1, column), at(row, column + 1));
    while (i < rows && j < columns) {
      if (first[begin + i] == second[begin + j]) {
        ++i;
        ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        visit('-', first[begin + i++]);
      } else {
        visit('+', second[begin + j++]);
      }
    }
  }
  while (i < rows)
    visit('-', first[begin + i++]);
  while (j < columns)
    visit('+', second[begin + j++]);
}
