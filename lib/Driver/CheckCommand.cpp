//===- CheckCommand.cpp - mindc check -------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files and folders are checked one after the other. Without a reporter the faults go
// to standard error as those of every command do; a reporter lists findings, style
// among them, on standard output in one of the forms that docs/Diagnostics.md describes.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Paths.h"
#include "Source.h"

#include "Mind/Frontend/Format.h"
#include "Mind/Frontend/Frontend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

#include <list>

using namespace mind;
using namespace mind::driver;
using frontend::Diagnostic;
using frontend::DiagnosticEngine;
using frontend::Severity;
using llvm::StringRef;

namespace {

/// A file and what was found in it.
struct CheckedFile {
  std::string path;
  std::string contents;
  DiagnosticEngine diagnostics{"", ""};
  bool isOutOfStyle = false;

  StringRef getName() const { return path == "-" ? StringRef("<stdin>") : StringRef(path); }
  void reset() { diagnostics.reset(getName(), contents); }
};

//===----------------------------------------------------------------------===//
// Fixes
//===----------------------------------------------------------------------===//

/// How far a source is from being right: a fault of the parser hides what is behind it.
std::pair<unsigned, unsigned> countFaults(const DiagnosticEngine &engine) {
  unsigned parse = llvm::count_if(engine.getDiagnostics(), [](const Diagnostic &d) {
    return d.severity == Severity::Error && d.phase == frontend::Phase::Parse;
  });
  unsigned warnings = engine.getDiagnostics().size();
  return {parse, engine.getNumErrors() + warnings};
}

/// The source with the sure fixes; their number is added to `count`.
std::string applyFixes(const CheckedFile &file, unsigned &count) {
  // By place, those of one place in the order of their faults.
  llvm::SmallVector<std::tuple<uint32_t, size_t, const frontend::Fix *>> fixes;
  for (const Diagnostic &diagnostic : file.diagnostics.getDiagnostics())
    if (!diagnostic.fixes.empty() && diagnostic.fixes.front().isSure)
      fixes.push_back({diagnostic.fixes.front().span.begin, fixes.size(), &diagnostic.fixes.front()});
  llvm::sort(fixes);
  std::string fixed;
  uint32_t done = 0;
  bool isFirst = true;
  for (auto [begin, order, fix] : fixes) {
    // Of two at one place the first is made; the other may come up again.
    if (!isFirst && begin <= done)
      continue;
    fixed += StringRef(file.contents).slice(done, begin);
    fixed += fix->replacement;
    done = fix->span.end;
    isFirst = false;
    ++count;
  }
  return fixed + file.contents.substr(done);
}

/// Mends what can be mended without asking, as long as that makes the source better.
int fixFile(const Options &options, CheckedFile &file) {
  constexpr unsigned kMaxRounds = 20;
  unsigned total = 0;
  for (unsigned round = 0; round < kMaxRounds; ++round) {
    CheckedFile next;
    next.path = file.path;
    unsigned count = 0;
    next.contents = applyFixes(file, count);
    if (count == 0)
      break;
    next.reset();
    diagnoseSource(options, next.diagnostics);
    if (countFaults(next.diagnostics) >= countFaults(file.diagnostics))
      break;
    total += count;
    file.contents = std::move(next.contents);
    file.reset();
    diagnoseSource(options, file.diagnostics);
  }
  if (file.path == "-") {
    llvm::outs() << file.contents;
    return 0;
  }
  if (total == 0)
    return 0;
  llvm::errs() << file.path << ": " << total << (total == 1 ? " fix" : " fixes") << '\n';
  return replaceFile(file.path, file.contents);
}

//===----------------------------------------------------------------------===//
// Reporters
//===----------------------------------------------------------------------===//

struct Finding {
  const CheckedFile *file;
  frontend::LineColumn where;
  /// "error", "warn" or "info".
  StringRef severity;
  std::string message;
  std::string rule;
  StringRef phase;
  std::string help;
};

std::string toJsonText(StringRef text) { return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text); }

std::vector<Finding> listFindings(const CheckRequest &request, const std::list<CheckedFile> &files) {
  std::vector<Finding> findings;
  for (const CheckedFile &file : files) {
    for (const Diagnostic &d : file.diagnostics.getDiagnostics()) {
      bool isError = d.severity == Severity::Error;
      Finding finding{&file, {}, isError ? "error" : "warn", d.message, "", isError ? "type_check" : "lint", d.help};
      finding.rule = (finding.phase + "::" + d.code).str();
      if (d.hasSpan)
        finding.where = file.diagnostics.getLineColumn(d.span.begin);
      findings.push_back(std::move(finding));
    }
    if (file.isOutOfStyle && !request.noFormat)
      findings.push_back({&file, {}, "info", "the source is not in canonical style", "fmt::style", "fmt",
                          ("mindc fmt " + file.getName()).str()});
  }
  return findings;
}

void reportHuman(llvm::raw_ostream &os, llvm::ArrayRef<Finding> findings) {
  for (const Finding &finding : findings)
    os << finding.file->getName() << ':' << finding.where.line << ':' << finding.where.column << ": "
       << finding.severity << ": " << finding.message << " [" << finding.rule << "]\n";
}

void reportJson(llvm::raw_ostream &os, llvm::ArrayRef<Finding> findings) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const Finding &finding : findings)
      json.object([&] {
        json.attribute("file", toJsonText(finding.file->getName()));
        json.attribute("line", finding.where.line);
        json.attribute("col", finding.where.column);
        json.attribute("severity", finding.severity);
        json.attribute("message", toJsonText(finding.message));
        json.attribute("rule_id", finding.rule);
        json.attribute("phase", finding.phase);
        if (!finding.help.empty())
          json.attribute("help", toJsonText(finding.help));
      });
  });
  json.flush();
  os << '\n';
}

/// Lines from 0 and UTF-16 code units from 0, as the language server protocol counts.
void reportLsp(llvm::raw_ostream &os, llvm::ArrayRef<Finding> findings) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto writePosition = [&](const Finding &finding) {
    const DiagnosticEngine &engine = finding.file->diagnostics;
    uint32_t offset = engine.getOffset(finding.where);
    StringRef line = engine.getLine(finding.where.line);
    std::string before = toJsonText(line.take_front(offset - uint32_t(line.data() - engine.getBuffer().data())));
    llvm::SmallVector<llvm::UTF16, 128> units;
    (void)llvm::convertUTF8ToUTF16String(before, units);
    json.attribute("line", finding.where.line - 1);
    json.attribute("character", before.empty() ? 0 : int64_t(units.size()));
  };
  json.array([&] {
    for (const Finding &finding : findings)
      json.object([&] {
        json.attribute("uri", toJsonText(finding.file->getName()));
        json.attributeObject("range", [&] {
          json.attributeObject("start", [&] { writePosition(finding); });
          json.attributeObject("end", [&] { writePosition(finding); });
        });
        json.attribute("severity", finding.severity == "error" ? 1 : finding.severity == "warn" ? 2 : 3);
        json.attribute("message", toJsonText(finding.message));
        json.attribute("source", "mindc");
        json.attribute("code", finding.rule);
      });
  });
  json.flush();
  os << '\n';
}

void report(const CheckRequest &request, const std::list<CheckedFile> &files) {
  std::vector<Finding> findings = listFindings(request, files);
  switch (request.reporter) {
  case CheckRequest::None:
    return;
  case CheckRequest::Human:
    return reportHuman(llvm::outs(), findings);
  case CheckRequest::Json:
    return reportJson(llvm::outs(), findings);
  case CheckRequest::Lsp:
    return reportLsp(llvm::outs(), findings);
  case CheckRequest::Sarif:
    break;
  }
  llvm::SmallVector<const DiagnosticEngine *> engines;
  for (const CheckedFile &file : files)
    engines.push_back(&file.diagnostics);
  frontend::renderSarif(llvm::outs(), engines);
}

} // namespace

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

int driver::runCheck(const Options &options) {
  const CheckRequest &request = options.check;
  std::vector<std::string> paths;
  int status = expandPaths(request.paths, paths);
  if (request.fix && llvm::any_of(paths, isModuleFile)) {
    llvm::errs() << "error[cli]: `--fix` is for sources\n";
    return 2;
  }
  bool isSarif = request.reporter == CheckRequest::None && options.render.format == frontend::DiagnosticFormat::Sarif;
  std::list<CheckedFile> files;
  for (const std::string &path : paths) {
    CheckedFile &file = files.emplace_back();
    file.path = path;
    if (!readInput(path, frontend::kMaxSourceBytes, file.contents)) {
      files.pop_back();
      status = 2;
      continue;
    }
    file.reset();
    bool isRight = diagnoseFile(options, path, file.diagnostics);
    if (request.fix) {
      status = std::max(status, fixFile(options, file));
      isRight = !file.diagnostics.hasErrors();
    }
    status = std::max(status, isRight ? 0 : 1);
    if (request.reporter == CheckRequest::None) {
      if (isSarif)
        continue;
      frontend::renderDiagnostics(llvm::errs(), file.diagnostics, options.render);
      files.pop_back();
    } else if (!isModuleFile(path) && !request.noFormat && !file.diagnostics.hasErrors()) {
      DiagnosticEngine ignored(file.getName(), file.contents);
      std::optional<std::string> styled = frontend::formatSource(ignored);
      file.isOutOfStyle = styled && *styled != file.contents;
    }
  }
  if (isSarif) {
    llvm::SmallVector<const DiagnosticEngine *> engines;
    for (const CheckedFile &file : files)
      engines.push_back(&file.diagnostics);
    frontend::renderSarif(llvm::errs(), engines);
  }
  report(request, files);
  return status;
}
