//===- Reports.cpp - Faults as the protocol shows them --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"

using namespace mind;
using namespace mind::lsp;
using llvm::lsp::DiagnosticSeverity;

llvm::json::Object lsp::makeDiagnostic(const OpenDocument &open, const frontend::Diagnostic &diagnostic) {
  std::string message = diagnostic.message;
  if (!diagnostic.spanLabel.empty())
    message += "\n" + diagnostic.spanLabel;
  for (const std::string &note : diagnostic.notes)
    message += "\nnote: " + note;
  if (!diagnostic.help.empty())
    message += "\nhelp: " + diagnostic.help;
  bool isError = diagnostic.severity == frontend::Severity::Error;
  llvm::json::Object result{{"range", open.document.getRange(diagnostic.span)},
                            {"severity", int(isError ? DiagnosticSeverity::Error : DiagnosticSeverity::Warning)},
                            {"code", diagnostic.code},
                            {"source", "mind"},
                            {"message", std::move(message)}};
  llvm::json::Array related;
  for (const frontend::Label &label : diagnostic.labels)
    related.push_back(llvm::json::Object{{"location", open.makeLocation(label.span)}, {"message", label.message}});
  if (!related.empty())
    result["relatedInformation"] = std::move(related);
  return result;
}

llvm::json::Value lsp::makeDiagnostics(const OpenDocument &open, std::optional<int64_t> version) {
  llvm::json::Array list;
  for (const frontend::Diagnostic &diagnostic : open.analysis->getDiagnostics().getDiagnostics())
    list.push_back(makeDiagnostic(open, diagnostic));
  llvm::json::Object params{{"uri", open.uri}, {"diagnostics", std::move(list)}};
  if (version)
    params["version"] = *version;
  return params;
}

Answer lsp::getCodeActions(const OpenDocument &open, const CodeActionParams &params) {
  llvm::json::Array actions;
  // A kind stands for those below it, too: `quickfix` for `quickfix.x`, not the other way.
  if (!params.only.empty() && !llvm::is_contained(params.only, "quickfix"))
    return llvm::json::Value(std::move(actions));
  uint32_t begin = open.document.getOffset(params.range.start), end = open.document.getOffset(params.range.end);
  for (const frontend::Diagnostic &diagnostic : open.analysis->getDiagnostics().getDiagnostics()) {
    if (diagnostic.span.end < begin || diagnostic.span.begin > end)
      continue;
    for (const frontend::Fix &fix : diagnostic.fixes) {
      llvm::StringRef old = open.document.getText().slice(fix.span.begin, fix.span.end);
      std::string title = old.empty() ? "insert `" + fix.replacement + "`"
                                      : "change `" + old.str() + "` to `" + fix.replacement + "`: " + fix.message;
      llvm::json::Object action{{"title", std::move(title)}, {"kind", "quickfix"}};
      action["diagnostics"] = llvm::json::Array{makeDiagnostic(open, diagnostic)};
      action["isPreferred"] = diagnostic.fixes.size() == 1;
      action["edit"] = open.makeEdit({{open.document.getRange(fix.span), fix.replacement}});
      actions.push_back(std::move(action));
    }
  }
  return llvm::json::Value(std::move(actions));
}
