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

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>

using namespace mind;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;
using Lines = std::vector<std::string>;

/// Entries of the table that one comparison may have: 16 MiB.
static constexpr size_t kMaxTable = size_t(4) << 20;

void driver::diffLines(const Lines &first, const Lines &second, llvm::function_ref<void(char, StringRef)> visit) {
  size_t begin = 0, firstEnd = first.size(), secondEnd = second.size();
  while (begin < firstEnd && begin < secondEnd && first[begin] == second[begin])
    ++begin;
  while (firstEnd > begin && secondEnd > begin && first[firstEnd - 1] == second[secondEnd - 1]) {
    --firstEnd;
    --secondEnd;
  }
  for (size_t line = 0; line < begin; ++line)
    visit(' ', first[line]);
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
        visit(' ', first[begin + i++]);
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
  for (size_t line = firstEnd; line < first.size(); ++line)
    visit(' ', first[line]);
}

/// With their ends, so that a text whose last line has none differs.
static Lines splitLines(StringRef text) {
  Lines lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(end).str());
    text = text.drop_front(end);
  }
  return lines;
}

void driver::printHunks(StringRef before, StringRef after, raw_ostream &os) {
  constexpr size_t kContext = 3;
  struct Line {
    char sign;
    StringRef text;
    /// Of each text, how many lines come before it.
    size_t first, second;
  };
  std::vector<Line> lines;
  Lines beforeLines = splitLines(before), afterLines = splitLines(after);
  size_t first = 0, second = 0;
  diffLines(beforeLines, afterLines, [&](char sign, StringRef text) {
    lines.push_back({sign, text, first, second});
    first += sign != '+';
    second += sign != '-';
  });
  // A range that holds no line is named by the line before it.
  auto printRange = [&](char sign, size_t begin, size_t count) {
    os << sign << begin + (count != 0);
    if (count != 1)
      os << ',' << count;
  };
  for (size_t next = 0; next < lines.size();) {
    if (lines[next].sign == ' ') {
      ++next;
      continue;
    }
    size_t begin = next - std::min(next, kContext), end = next + 1;
    // Changes with few lines between them are one hunk.
    for (size_t i = end; i < lines.size() && i < end + 2 * kContext + 1; ++i)
      if (lines[i].sign != ' ')
        end = i + 1;
    next = end;
    end = std::min(end + kContext, lines.size());
    bool isLast = end == lines.size();
    os << "@@ ";
    printRange('-', lines[begin].first, (isLast ? first : lines[end].first) - lines[begin].first);
    os << ' ';
    printRange('+', lines[begin].second, (isLast ? second : lines[end].second) - lines[begin].second);
    os << " @@\n";
    for (const Line &line : ArrayRef<Line>(lines).slice(begin, end - begin)) {
      os << line.sign << line.text;
      if (!line.text.ends_with('\n'))
        os << "\n\\ No newline at end of file\n";
    }
  }
}
