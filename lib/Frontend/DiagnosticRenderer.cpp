//===- DiagnosticRenderer.cpp - Faults as text ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The human form begins with two fixed lines, then shows the source as rustc
// does: a gutter with line numbers, carets under the span, dashes under labels.
// Lines may be megabytes long, so only a window around the span is shown.
//
//===----------------------------------------------------------------------===//

#include "DiagnosticJson.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace mind;
using namespace mind::frontend;

namespace {

/// Characters of a source line that are shown at most, and how many of them may
/// stand in front of the span.
constexpr size_t kWindow = 120;
constexpr size_t kLeadIn = 40;

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

size_t countCharacters(llvm::StringRef text) {
  return llvm::count_if(text, [](char c) { return !continuesCharacter(c); });
}

llvm::StringRef getSeverityName(Severity severity) { return severity == Severity::Error ? "error" : "warning"; }

class HumanRenderer {
public:
  HumanRenderer(llvm::raw_ostream &os, const DiagnosticEngine &engine, bool color)
      : os(os), engine(engine), color(color) {}

  void render(const Diagnostic &d) {
    const char *accent = d.severity == Severity::Error ? "\033[1;31m" : "\033[1;33m";
    paint(accent);
    os << getSeverityName(d.severity) << '[' << getPhaseName(d.phase) << "][" << d.code << ']';
    paint("\033[0m");
    os << ": " << d.message << '\n';
    if (d.hasSpan) {
      LineColumn where = engine.getLineColumn(d.span.begin);
      os << "  --> " << engine.getFileName() << ':' << where.line << ':' << where.column << '\n';
      renderSource(d, accent);
    } else if (!engine.getFileName().empty()) {
      os << "  --> " << engine.getFileName() << '\n';
    }
    for (const std::string &note : d.notes)
      renderRemark("note", note, "\033[36m");
    if (!d.help.empty())
      renderRemark("help", d.help, "\033[32m");
    for (const Fix &fix : d.fixes)
      if (fix.replacement.empty() || !llvm::StringRef(d.help).contains("`" + fix.replacement + "`"))
        renderFix(fix);
  }

private:
  struct Mark {
    Span span;
    llvm::StringRef text;
    bool isPrimary;
    unsigned line;
  };

  void paint(const char *code) {
    if (color)
      os << code;
  }

  void renderRemark(llvm::StringRef kind, llvm::StringRef text, const char *code) {
    os.indent(gutter) << " = ";
    paint(code);
    os << kind;
    paint("\033[0m");
    auto [first, rest] = text.split('\n');
    os << ": " << first << '\n';
    while (!rest.empty()) {
      std::tie(first, rest) = rest.split('\n');
      os.indent(gutter + kind.size() + 5) << first << '\n';
    }
  }

  /// The message, and the lines as they would be, with a mark under what is new.
  void renderFix(const Fix &fix) {
    renderRemark("help", fix.message, "\033[32m");
    unsigned line = engine.getLineColumn(fix.span.begin).line;
    llvm::StringRef old = engine.getLine(line);
    uint32_t lineBegin = uint32_t(old.data() - engine.getBuffer().data());
    size_t begin = fix.span.begin - lineBegin, end = fix.span.end - lineBegin;
    if (end > old.size() || old.size() + fix.replacement.size() > kWindow)
      return;
    std::string fixed = (old.take_front(begin) + fix.replacement + old.drop_front(end)).str();
    os.indent(gutter) << " |\n";
    size_t newEnd = begin + fix.replacement.size(), offset = 0;
    for (llvm::StringRef rest(fixed);; ++line) {
      auto [row, after] = rest.split('\n');
      std::string number = std::to_string(line);
      os.indent(gutter - std::min(gutter, number.size())) << number << " | ";
      for (char c : row)
        os << (static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c);
      os << '\n';
      size_t first = std::max(begin, offset) - offset, last = std::min(newEnd, offset + row.size()) - offset;
      while (first < last && row[first] == ' ')
        ++first;
      if (first < last) {
        os.indent(gutter) << " | ";
        os.indent(countCharacters(row.take_front(first)));
        paint("\033[32m");
        os << std::string(countCharacters(row.slice(first, last)), fix.span.empty() ? '+' : '~');
        paint("\033[0m");
        os << '\n';
      }
      offset += row.size() + 1;
      if (after.empty())
        return;
      rest = after;
    }
  }

  void renderSource(const Diagnostic &d, const char *accent) {
    llvm::SmallVector<Mark, 4> marks;
    auto add = [&](Span span, llvm::StringRef text, bool isPrimary) {
      marks.push_back({span, text, isPrimary, engine.getLineColumn(span.begin).line});
    };
    add(d.span, d.spanLabel, true);
    for (const Label &label : d.labels)
      add(label.span, label.message, false);
    llvm::sort(marks, [](const Mark &a, const Mark &b) {
      return std::make_tuple(a.line, !a.isPrimary, a.span.begin, a.span.end) <
             std::make_tuple(b.line, !b.isPrimary, b.span.begin, b.span.end);
    });
    gutter = std::to_string(marks.back().line).size() + 1;
    os.indent(gutter) << " |\n";
    for (size_t i = 0; i < marks.size();) {
      if (i > 0 && marks[i].line > marks[i - 1].line + 1)
        os << "...\n";
      unsigned line = marks[i].line;
      size_t last = i;
      while (last < marks.size() && marks[last].line == line)
        ++last;
      renderLine(llvm::ArrayRef(marks).slice(i, last - i), accent);
      i = last;
    }
  }

  /// One line of source and the marks under it.
  void renderLine(llvm::ArrayRef<Mark> marks, const char *accent) {
    unsigned number = marks.front().line;
    llvm::StringRef text = engine.getLine(number);
    uint32_t lineBegin = uint32_t(text.data() - engine.getBuffer().data());
    auto inLine = [&](uint32_t offset) { return std::min<size_t>(offset - lineBegin, text.size()); };

    // The window, cut between characters.
    size_t first = 0;
    size_t spanBegin = inLine(marks.front().span.begin);
    if (text.size() > kWindow && spanBegin > kLeadIn)
      first = spanBegin - kLeadIn;
    size_t last = std::min(text.size(), first + kWindow);
    while (first > 0 && continuesCharacter(text[first]))
      --first;
    while (last < text.size() && continuesCharacter(text[last]))
      ++last;
    llvm::StringRef prefix = first > 0 ? "... " : "";

    std::string label = std::to_string(number);
    os.indent(gutter - label.size()) << label << " | " << prefix;
    for (char c : text.slice(first, last)) {
      // One column for each character keeps the marks below in place.
      bool isControl = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
      os << (isControl ? ' ' : c);
    }
    os << (last < text.size() ? " ...\n" : "\n");

    for (const Mark &mark : marks) {
      size_t begin = inLine(mark.span.begin);
      size_t end = std::max(inLine(mark.span.end), begin);
      if (begin < first || begin > last)
        continue;
      end = std::min(end, last);
      os.indent(gutter) << " | ";
      os.indent(prefix.size() + countCharacters(text.slice(first, begin)));
      paint(mark.isPrimary ? accent : "\033[34m");
      size_t width = std::max<size_t>(countCharacters(text.slice(begin, end)), 1);
      os << std::string(width, mark.isPrimary ? '^' : '-');
      if (!mark.text.empty())
        os << ' ' << mark.text;
      paint("\033[0m");
      os << '\n';
    }
  }

  llvm::raw_ostream &os;
  const DiagnosticEngine &engine;
  bool color;
  size_t gutter = 2;
};

void renderShort(llvm::raw_ostream &os, const DiagnosticEngine &engine, const Diagnostic &d) {
  os << getSeverityName(d.severity) << '[' << getPhaseName(d.phase) << "][" << d.code << "]: " << d.message << " ("
     << engine.getFileName();
  if (d.hasSpan) {
    LineColumn where = engine.getLineColumn(d.span.begin);
    os << ':' << where.line << ':' << where.column;
  }
  os << ")\n";
}

} // namespace

void frontend::renderDiagnostic(llvm::raw_ostream &os, const DiagnosticEngine &engine, const Diagnostic &diagnostic,
                                const RenderOptions &options) {
  switch (options.format) {
  case DiagnosticFormat::Human:
    HumanRenderer(os, engine, options.color).render(diagnostic);
    return;
  case DiagnosticFormat::Short:
    renderShort(os, engine, diagnostic);
    return;
  case DiagnosticFormat::Json:
    renderJson(os, engine, diagnostic);
    return;
  case DiagnosticFormat::Sarif:
    renderSarifLog(os, {&engine}, &diagnostic);
    return;
  }
}

void frontend::renderDiagnostics(llvm::raw_ostream &os, const DiagnosticEngine &engine, const RenderOptions &options) {
  if (options.format == DiagnosticFormat::Sarif) {
    if (!engine.getDiagnostics().empty())
      renderSarif(os, {&engine});
    return;
  }
  for (const Diagnostic &diagnostic : engine.getDiagnostics())
    renderDiagnostic(os, engine, diagnostic, options);
  unsigned shown =
      llvm::count_if(engine.getDiagnostics(), [](const Diagnostic &d) { return d.severity == Severity::Error; });
  if (options.format == DiagnosticFormat::Human && engine.getNumErrors() > shown)
    os << "error: " << engine.getNumErrors() - shown << " more errors are not shown\n";
}
