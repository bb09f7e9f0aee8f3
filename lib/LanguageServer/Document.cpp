//===- Document.cpp - Positions, offsets and edits ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/LanguageServer/Document.h"

using namespace mind;
using namespace mind::lsp;

/// Bytes of the code point that begins with `lead`.
static unsigned getSequenceLength(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}
/// UTF-16 units of a code point of that many bytes.
static int getUnits(unsigned length) { return length == 4 ? 2 : 1; }

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
  uint32_t offset = lineStarts[position.line], end = getLineEnd(position.line);
  for (int left = position.character; offset < end;) {
    unsigned length = getSequenceLength(text[offset]);
    left -= getUnits(length);
    if (left < 0)
      break;
    offset += length;
  }
  return std::min(offset, end);
}

Position Document::getPosition(uint32_t offset) const {
  offset = std::min<size_t>(offset, text.size());
  size_t line = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset) - lineStarts.begin() - 1;
  int column = 0;
  for (uint32_t at = lineStarts[line]; at < offset;) {
    unsigned length = getSequenceLength(text[at]);
    column += getUnits(length);
    at += length;
  }
  return Position(line, column);
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
}
