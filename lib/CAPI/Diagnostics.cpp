//===- Diagnostics.cpp - Faults as data -----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wrap.h"

using namespace mind;
using namespace mind::capi;
using frontend::Diagnostic;

static MindSpan makeSpan(MindReport report, frontend::Span span) {
  frontend::LineColumn where = unwrap(report)->engine.getLineColumn(span.begin);
  return {span.begin, span.end, where.line, where.column};
}

MindReport mindReportCreate(void) { return {new Report}; }
void mindReportDestroy(MindReport report) { delete unwrap(report); }

bool mindReportHasErrors(MindReport report) { return unwrap(report)->engine.hasErrors(); }
size_t mindReportGetNumDiagnostics(MindReport report) { return unwrap(report)->engine.getDiagnostics().size(); }

MindDiagnostic mindReportGetDiagnostic(MindReport report, size_t index) {
  const std::deque<Diagnostic> &all = unwrap(report)->engine.getDiagnostics();
  return {index < all.size() ? const_cast<Diagnostic *>(&all[index]) : nullptr};
}

void mindReportPrint(MindReport report, MindDiagnosticForm form, bool color, MindStringCallback callback,
                     void *userData) {
  frontend::RenderOptions options;
  options.color = color;
  switch (form) {
  case MindDiagnosticFormHuman:
    options.format = frontend::DiagnosticFormat::Human;
    break;
  case MindDiagnosticFormShort:
    options.format = frontend::DiagnosticFormat::Short;
    break;
  case MindDiagnosticFormJson:
    options.format = frontend::DiagnosticFormat::Json;
    break;
  case MindDiagnosticFormSarif:
    options.format = frontend::DiagnosticFormat::Sarif;
    break;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  frontend::renderDiagnostics(os, unwrap(report)->engine, options);
  callback(wrap(text), userData);
}

MindSeverity mindDiagnosticGetSeverity(MindDiagnostic diagnostic) {
  return unwrap(diagnostic)->severity == frontend::Severity::Error ? MindSeverityError : MindSeverityWarning;
}
MindStringRef mindDiagnosticGetCode(MindDiagnostic diagnostic) { return wrap(unwrap(diagnostic)->code); }
MindStringRef mindDiagnosticGetPhase(MindDiagnostic diagnostic) {
  return wrap(frontend::getPhaseName(unwrap(diagnostic)->phase));
}
MindStringRef mindDiagnosticGetMessage(MindDiagnostic diagnostic) { return wrap(unwrap(diagnostic)->message); }
MindStringRef mindDiagnosticGetHelp(MindDiagnostic diagnostic) { return wrap(unwrap(diagnostic)->help); }
MindStringRef mindDiagnosticGetDetail(MindDiagnostic diagnostic) { return wrap(unwrap(diagnostic)->detail); }

MindSpan mindDiagnosticGetSpan(MindReport report, MindDiagnostic diagnostic) {
  const Diagnostic *fault = unwrap(diagnostic);
  return fault->hasSpan ? makeSpan(report, fault->span) : MindSpan{};
}

size_t mindDiagnosticGetNumNotes(MindDiagnostic diagnostic) { return unwrap(diagnostic)->notes.size(); }
MindStringRef mindDiagnosticGetNote(MindDiagnostic diagnostic, size_t index) {
  const std::vector<std::string> &notes = unwrap(diagnostic)->notes;
  return index < notes.size() ? wrap(notes[index]) : MindStringRef{};
}

size_t mindDiagnosticGetNumLabels(MindDiagnostic diagnostic) { return unwrap(diagnostic)->labels.size(); }
MindStringRef mindDiagnosticGetLabel(MindDiagnostic diagnostic, size_t index) {
  const std::vector<frontend::Label> &labels = unwrap(diagnostic)->labels;
  return index < labels.size() ? wrap(labels[index].message) : MindStringRef{};
}
MindSpan mindDiagnosticGetLabelSpan(MindReport report, MindDiagnostic diagnostic, size_t index) {
  const std::vector<frontend::Label> &labels = unwrap(diagnostic)->labels;
  return index < labels.size() ? makeSpan(report, labels[index].span) : MindSpan{};
}

size_t mindDiagnosticGetNumFixes(MindDiagnostic diagnostic) { return unwrap(diagnostic)->fixes.size(); }
MindStringRef mindDiagnosticGetFix(MindDiagnostic diagnostic, size_t index) {
  const std::vector<frontend::Fix> &fixes = unwrap(diagnostic)->fixes;
  return index < fixes.size() ? wrap(fixes[index].replacement) : MindStringRef{};
}
MindSpan mindDiagnosticGetFixSpan(MindReport report, MindDiagnostic diagnostic, size_t index) {
  const std::vector<frontend::Fix> &fixes = unwrap(diagnostic)->fixes;
  return index < fixes.size() ? makeSpan(report, fixes[index].span) : MindSpan{};
}
bool mindDiagnosticIsFixSure(MindDiagnostic diagnostic, size_t index) {
  const std::vector<frontend::Fix> &fixes = unwrap(diagnostic)->fixes;
  return index < fixes.size() && fixes[index].isSure;
}
