//===- DiagnosticJson.cpp - Faults as JSON and SARIF ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON: one object a line, the keys always there and in one order. SARIF 2.1.0: one
// log with one run, whose rules are the codes that occur. docs/Diagnostics.md is the
// description of both, and a promise.
//
//===----------------------------------------------------------------------===//

#include "DiagnosticJson.h"

#include "Mind/Support/ErrorCodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mind;
using namespace mind::frontend;
using llvm::StringRef;

/// JSON is UTF-8; a message may quote bytes of a source that is not.
static std::string toJsonText(StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

static StringRef getSeverityName(Severity severity) { return severity == Severity::Error ? "error" : "warning"; }

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// `minLength` is 0 where an empty span is an insertion.
static void writeSpan(llvm::json::OStream &json, const DiagnosticEngine &engine, Span span, uint32_t minLength = 1) {
  LineColumn where = engine.getLineColumn(span.begin);
  json.attributeObject("span", [&] {
    json.attribute("file", toJsonText(engine.getFileName()));
    json.attribute("line", where.line);
    json.attribute("column", where.column);
    json.attribute("length", std::max<uint32_t>(span.size(), minLength));
  });
}

void frontend::renderJson(llvm::raw_ostream &os, const DiagnosticEngine &engine, const Diagnostic &d) {
  llvm::json::OStream json(os);
  auto textOrNull = [&](StringRef key, StringRef text) {
    if (text.empty())
      json.attribute(key, nullptr);
    else
      json.attribute(key, toJsonText(text));
  };
  auto writeLabel = [&](Span span, StringRef message) {
    json.object([&] {
      writeSpan(json, engine, span);
      json.attribute("message", toJsonText(message));
    });
  };
  json.object([&] {
    json.attribute("phase", getPhaseName(d.phase));
    json.attribute("code", d.code);
    json.attribute("severity", getSeverityName(d.severity));
    json.attribute("message", toJsonText(d.message));
    if (d.hasSpan)
      writeSpan(json, engine, d.span);
    else
      json.attribute("span", nullptr);
    json.attributeArray("notes", [&] {
      for (const std::string &note : d.notes)
        json.value(toJsonText(note));
    });
    textOrNull("help", d.help);
    textOrNull("detail", d.detail);
    textOrNull("legacy_code", d.legacyCode);
    json.attributeArray("labels", [&] {
      if (!d.spanLabel.empty())
        writeLabel(d.span, d.spanLabel);
      for (const Label &label : d.labels)
        writeLabel(label.span, label.message);
    });
    json.attributeArray("fixes", [&] {
      for (const Fix &fix : d.fixes)
        json.object([&] {
          writeSpan(json, engine, fix.span, /*minLength=*/0);
          json.attribute("replacement", toJsonText(fix.replacement));
          json.attribute("message", toJsonText(fix.message));
          json.attribute("applicability", fix.isSure ? "machine-applicable" : "maybe-incorrect");
        });
    });
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

/// A file's name as a URI reference: bytes that may not stand in one are escaped.
static std::string toUri(StringRef path) {
  std::string uri;
  // A colon in the first part would make it a scheme.
  if (path.split('/').first.contains(':'))
    uri = "./";
  for (char c : path) {
    if (llvm::isAlnum(c) || StringRef("-._~/!$&'()*+,;=:@").contains(c))
      uri += c;
    else
      uri += "%" + llvm::toHex(StringRef(&c, 1));
  }
  return uri;
}

namespace {

class SarifWriter {
public:
  SarifWriter(llvm::raw_ostream &os) : json(os, /*IndentSize=*/2) {}

  void write(llvm::ArrayRef<const DiagnosticEngine *> engines, const Diagnostic *only) {
    llvm::SmallVector<std::pair<const DiagnosticEngine *, const Diagnostic *>> results;
    for (const DiagnosticEngine *engine : engines)
      for (const Diagnostic &diagnostic : engine->getDiagnostics())
        if (!only || only == &diagnostic)
          results.push_back({engine, &diagnostic});
    for (auto [engine, diagnostic] : results)
      rules.push_back(diagnostic->code);
    llvm::sort(rules);
    rules.erase(llvm::unique(rules), rules.end());

    json.object([&] {
      json.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      json.attribute("version", "2.1.0");
      json.attributeArray("runs", [&] {
        json.object([&] {
          json.attributeObject("tool", [&] { json.attributeObject("driver", [&] { writeDriver(); }); });
          json.attribute("columnKind", "unicodeCodePoints");
          json.attributeArray("results", [&] {
            for (auto [engine, diagnostic] : results)
              json.object([&, engine = engine, diagnostic = diagnostic] { writeResult(*engine, *diagnostic); });
          });
        });
      });
    });
    json.flush();
  }

private:
  void writeText(StringRef key, StringRef text) {
    json.attributeObject(key, [&] { json.attribute("text", toJsonText(text)); });
  }

  void writeDriver() {
    json.attribute("name", "mindc");
    json.attribute("version", MIND_VERSION);
    json.attributeArray("rules", [&] {
      for (StringRef code : rules)
        json.object([&] {
          json.attribute("id", code);
          if (const ErrorCodeInfo *info = findErrorCode(std::string_view(code.data(), code.size())))
            writeText("shortDescription", {info->title.data(), info->title.size()});
          writeText("help", ("mindc --explain " + code).str());
        });
    });
  }

  void writeArtifact(const DiagnosticEngine &engine) {
    json.attributeObject("artifactLocation", [&] { json.attribute("uri", toUri(engine.getFileName())); });
  }

  void writeRegion(StringRef key, const DiagnosticEngine &engine, Span span) {
    LineColumn begin = engine.getLineColumn(span.begin), end = engine.getLineColumn(span.end);
    json.attributeObject(key, [&] {
      json.attribute("startLine", begin.line);
      json.attribute("startColumn", begin.column);
      json.attribute("endLine", end.line);
      json.attribute("endColumn", end.column);
    });
  }

  void writeLocation(const DiagnosticEngine &engine, std::optional<Span> span, StringRef message = "",
                     std::optional<unsigned> id = std::nullopt) {
    json.object([&] {
      if (id)
        json.attribute("id", *id);
      json.attributeObject("physicalLocation", [&] {
        writeArtifact(engine);
        if (span)
          writeRegion("region", engine, *span);
      });
      if (!message.empty())
        writeText("message", message);
    });
  }

  void writeResult(const DiagnosticEngine &engine, const Diagnostic &d) {
    json.attribute("ruleId", d.code);
    json.attribute("ruleIndex", llvm::lower_bound(rules, StringRef(d.code)) - rules.begin());
    json.attribute("level", getSeverityName(d.severity));
    // A result has one text; what is said beside the fault follows it.
    std::string text = d.message;
    for (const std::string &note : d.notes)
      text += "\nnote: " + note;
    if (!d.help.empty())
      text += "\nhelp: " + d.help;
    writeText("message", text);
    json.attributeArray("locations", [&] {
      writeLocation(engine, d.hasSpan ? std::optional<Span>(d.span) : std::nullopt, d.spanLabel);
    });
    if (!d.labels.empty())
      json.attributeArray("relatedLocations", [&] {
        for (auto [id, label] : llvm::enumerate(d.labels))
          writeLocation(engine, label.span, label.message, unsigned(id));
      });
    if (!d.fixes.empty())
      json.attributeArray("fixes", [&] {
        for (const Fix &fix : d.fixes)
          json.object([&] { writeFix(engine, fix); });
      });
    json.attributeObject("properties", [&] {
      json.attribute("phase", getPhaseName(d.phase));
      if (!d.detail.empty())
        json.attribute("detail", d.detail);
      if (!d.legacyCode.empty())
        json.attribute("legacyCode", d.legacyCode);
    });
  }

  void writeFix(const DiagnosticEngine &engine, const Fix &fix) {
    writeText("description", fix.message);
    json.attributeArray("artifactChanges", [&] {
      json.object([&] {
        writeArtifact(engine);
        json.attributeArray("replacements", [&] {
          json.object([&] {
            writeRegion("deletedRegion", engine, fix.span);
            if (!fix.replacement.empty())
              writeText("insertedContent", fix.replacement);
          });
        });
      });
    });
    json.attributeObject("properties", [&] {
      json.attribute("applicability", fix.isSure ? "machine-applicable" : "maybe-incorrect");
    });
  }

  llvm::json::OStream json;
  /// Sorted.
  llvm::SmallVector<StringRef> rules;
};

} // namespace

void frontend::renderSarifLog(llvm::raw_ostream &os, llvm::ArrayRef<const DiagnosticEngine *> engines,
                              const Diagnostic *only) {
  SarifWriter(os).write(engines, only);
  os << '\n';
}

void frontend::renderSarif(llvm::raw_ostream &os, llvm::ArrayRef<const DiagnosticEngine *> engines) {
  renderSarifLog(os, engines);
}
