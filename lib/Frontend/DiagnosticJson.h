//===- DiagnosticJson.h - Faults as JSON and SARIF --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_DIAGNOSTICJSON_H
#define MIND_LIB_FRONTEND_DIAGNOSTICJSON_H

#include "Mind/Frontend/Diagnostics.h"

namespace mind::frontend {

/// One object on one line.
void renderJson(llvm::raw_ostream &os, const DiagnosticEngine &engine, const Diagnostic &diagnostic);

/// A log with the diagnostics of all engines, or with `only`, which is of the first.
void renderSarifLog(llvm::raw_ostream &os, llvm::ArrayRef<const DiagnosticEngine *> engines,
                    const Diagnostic *only = nullptr);

} // namespace mind::frontend

#endif // MIND_LIB_FRONTEND_DIAGNOSTICJSON_H
