//===- Serialize.h - The mic forms of a program -----------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_SERIALIZE_H
#define MIND_LIB_DRIVER_SERIALIZE_H

#include "Options.h"

#include "Mind/Target/Mic/Format/Builder.h"

#include "mlir/IR/MLIRContext.h"

namespace mind::driver {

/// The canonical mic@3 bytes of the input, source or module. False after the errors were
/// written, which means exit code 1.
bool serializeModule(const Options &options, llvm::StringRef contents, mic::Bytes &file);

/// What a program made of the artifact has otherwise.
struct MicLosses {
  /// The result of a script, a truth value, is a number.
  bool truth = false;
  /// Private functions that are public.
  std::vector<std::string> exposed;
};

/// The same; errors are in `diagnostics`, whose buffer is the input.
bool makeMic3(const Options &options, mlir::MLIRContext &context, frontend::DiagnosticEngine &diagnostics,
              mic::Bytes &file, MicLosses *losses = nullptr);

/// Writes one of the forms that are made of these bytes. The exit code.
int runSerialize(const Options &options, llvm::StringRef contents);

/// Whether `kind` is such a form.
bool isMicForm(EmitKind kind);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_SERIALIZE_H
