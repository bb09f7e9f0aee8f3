//===- Diagnostics.cpp - The list of faults, and names for them -----------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::frontend;

llvm::StringRef frontend::getPhaseName(Phase phase) {
  switch (phase) {
  case Phase::Parse:
    return "parse";
  case Phase::TypeCheck:
    return "type-check";
  case Phase::IRVerify:
    return "ir-verify";
  case Phase::Autodiff:
    return "autodiff";
  case Phase::Backend:
    return "backend";
  case Phase::MLIR:
    return "mlir";
  case Phase::Verify:
    return "verify";
  case Phase::Cli:
    return "cli";
  case Phase::Determinism:
    return "determinism";
  case Phase::Mic:
    return "mic";
  case Phase::Evidence:
    return "evidence";
  case Phase::Runtime:
    return "runtime";
  }
  return "";
}

Diagnostic &DiagnosticEngine::add(Severity severity, Phase phase, llvm::StringRef code, Span span,
                                  const llvm::Twine &message) {
  bool isDropped = false;
  if (severity == Severity::Error) {
    isDropped = numErrors >= errorLimit;
    ++numErrors;
  } else {
    // Warnings are bounded as well, by the same number.
    isDropped = diagnostics.size() >= 2 * size_t(errorLimit);
  }
  Diagnostic &diagnostic = isDropped ? scratch : diagnostics.emplace_back();
  if (isDropped)
    scratch = Diagnostic();
  diagnostic.severity = severity;
  diagnostic.phase = phase;
  diagnostic.code = code.str();
  diagnostic.message = message.str();
  // A name may be megabytes long; a message says enough with its beginning.
  constexpr size_t kMaxMessage = 1000;
  if (diagnostic.message.size() > kMaxMessage) {
    diagnostic.message.resize(kMaxMessage);
    diagnostic.message += "...";
  }
  diagnostic.span = span;
  return diagnostic;
}

void DiagnosticEngine::removeIf(llvm::function_ref<bool(const Diagnostic &)> isUnwanted) {
  llvm::erase_if(diagnostics, [&](const Diagnostic &diagnostic) {
    if (!isUnwanted(diagnostic))
      return false;
    numErrors -= diagnostic.severity == Severity::Error;
    return true;
  });
  // Of errors that were dropped nothing is known; alone they would be a riddle.
  if (llvm::none_of(diagnostics, [](const Diagnostic &d) { return d.severity == Severity::Error; }))
    numErrors = 0;
}

void DiagnosticEngine::reset(llvm::StringRef newFileName, llvm::StringRef newBuffer) {
  fileName = newFileName.str();
  buffer = newBuffer;
  diagnostics.clear();
  numErrors = 0;
  lineStarts.clear();
}

/// A line ends with LF, CR or both.
void DiagnosticEngine::buildLineTable() const {
  if (!lineStarts.empty())
    return;
  lineStarts.push_back(0);
  for (size_t i = 0, size = buffer.size(); i < size; ++i) {
    if (buffer[i] == '\r' && i + 1 < size && buffer[i + 1] == '\n')
      ++i;
    if (buffer[i] == '\n' || buffer[i] == '\r')
      lineStarts.push_back(uint32_t(i + 1));
  }
}

LineColumn DiagnosticEngine::getLineColumn(uint32_t offset) const {
  buildLineTable();
  offset = std::min<uint32_t>(offset, buffer.size());
  auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  LineColumn position;
  position.line = unsigned(next - lineStarts.begin());
  // A character is a byte that does not continue another one.
  for (uint32_t i = *std::prev(next); i < offset; ++i)
    position.column += (static_cast<unsigned char>(buffer[i]) & 0xC0) != 0x80;
  return position;
}

uint32_t DiagnosticEngine::getOffset(LineColumn position) const {
  llvm::StringRef line = getLine(position.line);
  if (position.line == 0 || position.line > lineStarts.size())
    return buffer.size();
  uint32_t offset = 0;
  for (unsigned column = 1; column < position.column && offset < line.size(); ++column)
    do
      ++offset;
    while (offset < line.size() && (static_cast<unsigned char>(line[offset]) & 0xC0) == 0x80);
  return lineStarts[position.line - 1] + offset;
}

llvm::StringRef DiagnosticEngine::getLine(unsigned line) const {
  buildLineTable();
  if (line == 0 || line > lineStarts.size())
    return {};
  uint32_t begin = lineStarts[line - 1];
  uint32_t end = line < lineStarts.size() ? lineStarts[line] : uint32_t(buffer.size());
  return buffer.slice(begin, end).rtrim("\r\n");
}

/// Whether two neighbouring characters changed places, and nothing else.
static bool isSwap(llvm::StringRef word, llvm::StringRef other) {
  if (word.size() != other.size())
    return false;
  size_t at = 0;
  while (at < word.size() && word[at] == other[at])
    ++at;
  return at + 1 < word.size() && word[at] == other[at + 1] && word[at + 1] == other[at] &&
         word.drop_front(at + 2) == other.drop_front(at + 2);
}

llvm::StringRef frontend::findSimilarName(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> candidates) {
  unsigned limit = std::clamp<unsigned>(word.size() / 2, 1, 2);
  llvm::StringRef best;
  unsigned bestDistance = limit + 1;
  for (llvm::StringRef candidate : candidates) {
    if (candidate.empty() || candidate == word)
      continue;
    unsigned distance =
        isSwap(word, candidate) ? 1 : word.edit_distance(candidate, /*AllowReplacements=*/true, limit);
    if (distance < bestDistance || (distance == bestDistance && distance <= limit && candidate < best)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
