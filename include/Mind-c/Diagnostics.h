//===- Mind-c/Diagnostics.h - Faults as data ----------------------*- C -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A report holds the faults of one text or module in their order; docs/Diagnostics.md
/// says what the fields mean. Everything that is got from a report lives as long as it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_C_DIAGNOSTICS_H
#define MIND_C_DIAGNOSTICS_H

#include "Mind-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

MIND_DEFINE_C_API_STRUCT(MindReport);
MIND_DEFINE_C_API_STRUCT(MindDiagnostic);

typedef enum MindSeverity { MindSeverityError = 0, MindSeverityWarning = 1 } MindSeverity;

typedef enum MindDiagnosticForm {
  MindDiagnosticFormHuman = 0,
  MindDiagnosticFormShort = 1,
  MindDiagnosticFormJson = 2,
  MindDiagnosticFormSarif = 3
} MindDiagnosticForm;

/// A part of the text. Offsets are in bytes; line and column are of its begin, from 1,
/// columns in characters. All are 0 where there is no place.
typedef struct MindSpan {
  uint32_t begin;
  uint32_t end;
  uint32_t line;
  uint32_t column;
} MindSpan;

static inline bool mindReportIsNull(MindReport report) { return !report.ptr; }

/// An empty report. Functions that find faults take one and put theirs in place of what
/// it held; the text that they refer to is copied into it.
MIND_CAPI_EXPORTED MindReport mindReportCreate(void);
MIND_CAPI_EXPORTED void mindReportDestroy(MindReport report);

MIND_CAPI_EXPORTED bool mindReportHasErrors(MindReport report);
MIND_CAPI_EXPORTED size_t mindReportGetNumDiagnostics(MindReport report);
/// Null if there are not so many.
MIND_CAPI_EXPORTED MindDiagnostic mindReportGetDiagnostic(MindReport report, size_t index);

/// All faults in one of the forms that mindc has.
MIND_CAPI_EXPORTED void mindReportPrint(MindReport report, MindDiagnosticForm form, bool color,
                                        MindStringCallback callback, void *userData);

static inline bool mindDiagnosticIsNull(MindDiagnostic diagnostic) { return !diagnostic.ptr; }

MIND_CAPI_EXPORTED MindSeverity mindDiagnosticGetSeverity(MindDiagnostic diagnostic);
/// "E2102"; codes keep their meaning.
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetCode(MindDiagnostic diagnostic);
/// "type-check", "runtime", ...
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetPhase(MindDiagnostic diagnostic);
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetMessage(MindDiagnostic diagnostic);
/// Empty if there is none; so is the detail.
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetHelp(MindDiagnostic diagnostic);
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetDetail(MindDiagnostic diagnostic);
MIND_CAPI_EXPORTED MindSpan mindDiagnosticGetSpan(MindReport report, MindDiagnostic diagnostic);

// Out of range, texts are empty and spans zero.

MIND_CAPI_EXPORTED size_t mindDiagnosticGetNumNotes(MindDiagnostic diagnostic);
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetNote(MindDiagnostic diagnostic, size_t index);

/// Places that belong to the fault: where an extent was written, what was declared.
MIND_CAPI_EXPORTED size_t mindDiagnosticGetNumLabels(MindDiagnostic diagnostic);
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetLabel(MindDiagnostic diagnostic, size_t index);
MIND_CAPI_EXPORTED MindSpan mindDiagnosticGetLabelSpan(MindReport report, MindDiagnostic diagnostic, size_t index);

/// Changes that would mend the fault, each a fix of its own: the text of the span is
/// replaced.
MIND_CAPI_EXPORTED size_t mindDiagnosticGetNumFixes(MindDiagnostic diagnostic);
MIND_CAPI_EXPORTED MindStringRef mindDiagnosticGetFix(MindDiagnostic diagnostic, size_t index);
MIND_CAPI_EXPORTED MindSpan mindDiagnosticGetFixSpan(MindReport report, MindDiagnostic diagnostic, size_t index);
/// Whether it may be made without asking.
MIND_CAPI_EXPORTED bool mindDiagnosticIsFixSure(MindDiagnostic diagnostic, size_t index);

#ifdef __cplusplus
}
#endif

#endif // MIND_C_DIAGNOSTICS_H
