//===- InitAllTranslations.h - every translation of MIND --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one list of translations: mind-translate calls it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_INITALLTRANSLATIONS_H
#define MIND_INITALLTRANSLATIONS_H

namespace mind {

/// Registers those between modules and mic@1 or mic@3, with their options.
void registerMicTranslations();

/// Registers those from modules to machine code. They write what mindc writes.
void registerElfTranslations();

/// Registers that from shaders to WGSL and to JavaScript.
void registerWebGPUTranslations();

/// Registers the translations between modules and their serialised forms, MLIR's bytecode
/// included.
void registerAllTranslations();

} // namespace mind

#endif // MIND_INITALLTRANSLATIONS_H
