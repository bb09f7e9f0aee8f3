//===- Document.cpp - Positions, offsets and edits ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/LanguageServer/Document.h"

using namespace mind;
using namespace mind::lsp;

/// Distance of the marks: a line can be as long as the text.
static constexpr uint32_t kStride = 1024;

/// UTF-16 units of a code point, counted at its first byte.
static int64_t getUnits(unsigned char byte) { return (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1; }

int64_t Document::countUnits(uint32_t offset) const {
  int64_t units = marks[offset / kStride];
  for (uint32_t at = offset / kStride * kStride; at < offset; ++at)
    units += getUnits(text[at]);
  return units;
}

void Document::scanMarks(uint32_t from) {
  marks.resize(from / kStride + 1);
  while (marks.size() * kStride <= text.size())
    marks.push_back(countUnits(marks.size() * kStride - 1) + getUnits(text[marks.size() * kStride - 1]));
}

void Document::scanLines(uint32_t from) {
  for (size_t at = from; at < text.size(); ++at) {
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n')
      ++at;
    else if (text[at] != '\n' && text[at] != '\r')
      continue;
    lineStarts.push_back(at + 1);
  }
}

uint32_t Document::getLineEnd(size_t line) const {
  if (line + 1 == lineStarts.size())
    return text.size();
  uint32_t end = lineStarts[line + 1];
  while (end > lineStarts[line] && (text[end - 1] == '\n' || text[end - 1] == '\r'))
    --end;
  return end;
}

uint32_t Document::getOffset(Position position) const {
  if (position.line < 0)
    return 0;
  if (size_t(position.line) >= lineStarts.size())
    return text.size();
  uint32_t begin = lineStarts[position.line], end = getLineEnd(position.line);
  int64_t wanted = countUnits(begin) + std::max(position.character, 0);
  // From the last mark that is not beyond; what it has counted of a code point is behind it.
  auto first = marks.begin() + begin / kStride + 1, last = marks.begin() + end / kStride + 1;
  size_t mark = std::upper_bound(first, last, wanted) - marks.begin() - 1;
  uint32_t offset = std::max<uint32_t>(begin, mark * kStride);
  for (int64_t units = countUnits(offset); offset < end; ++offset) {
    units += getUnits(text[offset]);
    if (units > wanted)
      break;
  }
  return offset;
}

Position Document::getPosition(uint32_t offset) const {
  offset = std::min<size_t>(offset, text.size());
  size_t line = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset) - lineStarts.begin() - 1;
  return Position(line, countUnits(offset) - countUnits(lineStarts[line]));
}

void Document::replace(Range range, llvm::StringRef replacement) {
  if (range.end < range.start)
    std::swap(range.start, range.end);
  uint32_t begin = getOffset(range.start), end = getOffset(range.end);
  text.replace(begin, end - begin, replacement.data(), replacement.size());
  // A line that starts at `begin` itself may vanish: behind a `\r` now follows a `\n`.
  while (lineStarts.back() >= begin && lineStarts.back() != 0)
    lineStarts.pop_back();
  scanLines(lineStarts.back());
  scanMarks(begin);
}
