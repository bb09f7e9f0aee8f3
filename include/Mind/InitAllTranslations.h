//===- InitAllTranslations.h - every translation of MIND --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one list of translations: mind-translate calls it. The library knows no target, so
/// whoever links it says which dialects the translations know.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_INITALLTRANSLATIONS_H
#define MIND_INITALLTRANSLATIONS_H

#include <functional>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mind {

/// Adds the dialects that translations read and write as MLIR text.
using DialectRegistration = std::function<void(mlir::DialectRegistry &)>;

/// Registers those between modules and mic@1 or mic@3, with their options.
void registerMicTranslations(const DialectRegistration &registerDialects);

/// Registers those from modules to machine code. They write what mindc writes.
void registerElfTranslations(const DialectRegistration &registerDialects);

/// Registers that from shaders to WGSL and to JavaScript.
void registerWebGPUTranslations(const DialectRegistration &registerDialects);

/// Registers the translations between modules and their serialised forms, MLIR's bytecode
/// included. `registerDialects` adds at least what registerAllDialects does.
void registerAllTranslations(const DialectRegistration &registerDialects);

} // namespace mind

#endif // MIND_INITALLTRANSLATIONS_H
