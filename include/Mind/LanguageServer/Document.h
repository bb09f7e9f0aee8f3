//===- Document.h - a text that an editor changes ---------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Editors count lines from 0 and columns in UTF-16 units; the front end counts bytes.
/// The text stays well-formed UTF-8 through every edit.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LANGUAGESERVER_DOCUMENT_H
#define MIND_LANGUAGESERVER_DOCUMENT_H

#include "Mind/Frontend/Diagnostics.h"

#include "llvm/Support/LSP/Protocol.h"

namespace mind::lsp {

using frontend::Span;
using llvm::lsp::Position;
using llvm::lsp::Range;

class Document {
public:
  explicit Document(std::string text) : text(std::move(text)) {
    scanLines(0);
    scanMarks(0);
  }

  llvm::StringRef getText() const { return text; }
  /// Puts `replacement` where `range` is. A range that is back to front is turned round.
  void replace(Range range, llvm::StringRef replacement);

  /// The byte at a position: the end of the line if that is shorter, the end of the
  /// text if that has fewer lines, the start of a code point if it is within one.
  uint32_t getOffset(Position position) const;
  Position getPosition(uint32_t offset) const;
  Range getRange(Span span) const { return {getPosition(span.begin), getPosition(span.end)}; }

private:
  /// Finds the lines that start behind `from`, itself the start of the last known one.
  void scanLines(uint32_t from);
  uint32_t getLineEnd(size_t line) const;
  /// UTF-16 units before an offset, from the start of the text.
  int64_t countUnits(uint32_t offset) const;
  /// Counts anew what is behind `from`.
  void scanMarks(uint32_t from);

  std::string text;
  /// Offsets at which lines start; the first is 0.
  std::vector<uint32_t> lineStarts = {0};
  /// The units before every so many bytes; the first is 0.
  std::vector<int64_t> marks = {0};
};

} // namespace mind::lsp

#endif // MIND_LANGUAGESERVER_DOCUMENT_H
