//===- Diagnostics.h - Coded faults with spans ------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A diagnostic is a record (phase, code, severity, message, span, labels,
// notes, help, fixes); how it looks is decided by one of four renderers. The
// engine keeps diagnostics in order of emission and stops keeping errors after
// a limit, so that a broken file cannot flood the terminal.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_DIAGNOSTICS_H
#define MIND_FRONTEND_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace mind {
namespace frontend {

/// Half-open range of byte offsets in the source buffer (after the BOM is
/// counted, i.e. offsets are those of the file). Sources are at most 64 MiB.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  constexpr Span() = default;
  constexpr Span(uint32_t begin, uint32_t end) : begin(begin), end(end) {}
  uint32_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
  bool operator==(const Span &o) const { return begin == o.begin && end == o.end; }
  /// The smallest span that holds both.
  static Span merge(Span a, Span b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }
};

enum class Severity : uint8_t { Error, Warning };

/// The stage that found the fault; printed in brackets after the severity.
enum class Phase : uint8_t { Parse, TypeCheck, IRVerify, Autodiff, Backend, MLIR, Verify, Cli, Determinism, Mic, Evidence, Runtime };

/// The phase's spelling in every rendering: "parse", "type-check", ...
llvm::StringRef getPhaseName(Phase phase);

/// A secondary place with its own remark.
struct Label {
  Span span;
  std::string message;
};

/// A mechanical change that would mend the fault: put `replacement` where
/// `span` is (an empty span inserts).
struct Fix {
  Span span;
  std::string replacement;
  std::string message;
  /// Whether a tool may make the change without asking: it cannot be anything else
  /// that was meant. Otherwise it is a guess.
  bool isSure = true;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  Phase phase = Phase::Parse;
  /// "E2102" and the like; see Support/ErrorCodes.def.
  std::string code;
  std::string message;
  Span span;
  /// False for a fault of the file as a whole.
  bool hasSpan = true;
  /// Remark under the carets of the primary span; may be empty.
  std::string spanLabel;
  std::vector<Label> labels;
  std::vector<std::string> notes;
  std::string help;
  /// Finer alias of the code ("E2103", "shape::symbolic_conflict").
  std::string detail;
  /// Code of an older numbering ("E4001" on every E41xx).
  std::string legacyCode;
  std::vector<Fix> fixes;

  // Chained setters: `diags.error(...).label(...).withHelp(...)`.
  Diagnostic &at(const llvm::Twine &text) {
    spanLabel = text.str();
    return *this;
  }
  Diagnostic &label(Span where, const llvm::Twine &text) {
    labels.push_back({where, text.str()});
    return *this;
  }
  Diagnostic &note(const llvm::Twine &text) {
    notes.push_back(text.str());
    return *this;
  }
  Diagnostic &withHelp(const llvm::Twine &text) {
    help = text.str();
    return *this;
  }
  Diagnostic &withDetail(const llvm::Twine &text) {
    detail = text.str();
    return *this;
  }
  Diagnostic &withLegacyCode(const llvm::Twine &text) {
    legacyCode = text.str();
    return *this;
  }
  Diagnostic &fix(Span where, const llvm::Twine &replacement, const llvm::Twine &text) {
    fixes.push_back({where, replacement.str(), text.str(), /*isSure=*/true});
    return *this;
  }
  /// A fix that may not be what was meant.
  Diagnostic &guess(Span where, const llvm::Twine &replacement, const llvm::Twine &text) {
    fixes.push_back({where, replacement.str(), text.str(), /*isSure=*/false});
    return *this;
  }
};

/// Line and column of a byte offset, both from 1; columns count code points.
struct LineColumn {
  unsigned line = 1;
  unsigned column = 1;
};

/// Collects the diagnostics of one source file. The buffer must outlive it.
class DiagnosticEngine {
public:
  /// Errors beyond this many are counted and dropped.
  static constexpr unsigned kDefaultErrorLimit = 20;

  DiagnosticEngine(llvm::StringRef fileName, llvm::StringRef buffer) : fileName(fileName), buffer(buffer) {}

  /// Records a fault; the reference stays valid for the engine's life (beyond
  /// the limit it is a scratch record that is never shown).
  Diagnostic &error(Phase phase, llvm::StringRef code, Span span, const llvm::Twine &message) {
    return add(Severity::Error, phase, code, span, message);
  }
  Diagnostic &warning(Phase phase, llvm::StringRef code, Span span, const llvm::Twine &message) {
    return add(Severity::Warning, phase, code, span, message);
  }
  /// A fault of the whole file or of the run, without a span.
  Diagnostic &errorNoSpan(Phase phase, llvm::StringRef code, const llvm::Twine &message) {
    Diagnostic &d = add(Severity::Error, phase, code, Span(), message);
    d.hasSpan = false;
    return d;
  }

  /// Adds a label to the last fault, unless it was dropped.
  void labelLast(Span where, const llvm::Twine &text) {
    if (!diagnostics.empty() && numErrors <= errorLimit)
      diagnostics.back().label(where, text);
  }

  /// Adds a fix that may not be what was meant to the last fault, unless it was dropped.
  void fixLast(Span where, const llvm::Twine &replacement, const llvm::Twine &text) {
    if (!diagnostics.empty() && numErrors <= errorLimit)
      diagnostics.back().guess(where, replacement, text);
  }

  bool hasErrors() const { return numErrors != 0; }
  /// All errors reported, dropped ones included.
  unsigned getNumErrors() const { return numErrors; }
  bool reachedLimit() const { return numErrors >= errorLimit; }
  void setErrorLimit(unsigned limit) { errorLimit = limit; }

  /// Takes away the diagnostics for which that holds.
  void removeIf(llvm::function_ref<bool(const Diagnostic &)> isUnwanted);

  const std::deque<Diagnostic> &getDiagnostics() const { return diagnostics; }
  llvm::StringRef getFileName() const { return fileName; }
  llvm::StringRef getBuffer() const { return buffer; }
  /// Changes the buffer and forgets all diagnostics.
  void reset(llvm::StringRef newFileName, llvm::StringRef newBuffer);

  /// O(offset) for the first call, then O(log lines).
  LineColumn getLineColumn(uint32_t offset) const;
  /// The other way; the end of the line if that is shorter.
  uint32_t getOffset(LineColumn position) const;
  /// The 1-based line's text without its line end.
  llvm::StringRef getLine(unsigned line) const;

private:
  Diagnostic &add(Severity severity, Phase phase, llvm::StringRef code, Span span, const llvm::Twine &message);
  void buildLineTable() const;

  std::string fileName;
  llvm::StringRef buffer;
  std::deque<Diagnostic> diagnostics;
  Diagnostic scratch;
  unsigned numErrors = 0;
  unsigned errorLimit = kDefaultErrorLimit;
  /// Offsets of line starts; empty until the first question.
  mutable std::vector<uint32_t> lineStarts;
};

enum class DiagnosticFormat : uint8_t { Human, Short, Json, Sarif };

struct RenderOptions {
  DiagnosticFormat format = DiagnosticFormat::Human;
  /// ANSI colours, human format only.
  bool color = false;
};

/// Renders one diagnostic, the final newline included; in SARIF as a log of its own.
void renderDiagnostic(llvm::raw_ostream &os, const DiagnosticEngine &engine, const Diagnostic &diagnostic,
                      const RenderOptions &options);

/// Renders all of them in order; the human format adds a closing line when
/// errors were dropped. In SARIF nothing is written if there are none.
void renderDiagnostics(llvm::raw_ostream &os, const DiagnosticEngine &engine, const RenderOptions &options);

/// One log in SARIF 2.1.0 with the diagnostics of all files. docs/Diagnostics.md says
/// what is where.
void renderSarif(llvm::raw_ostream &os, llvm::ArrayRef<const DiagnosticEngine *> engines);

/// The candidate nearest to `word` by edit distance within
/// clamp(length/2, 1, 2), ties broken alphabetically; empty if there is none.
llvm::StringRef findSimilarName(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> candidates);

} // namespace frontend
} // namespace mind

#endif // MIND_FRONTEND_DIAGNOSTICS_H
