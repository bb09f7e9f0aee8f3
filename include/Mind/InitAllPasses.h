//===- InitAllPasses.h - every pass and pipeline of MIND --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one list of passes: mind-opt and mind-reduce call it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_INITALLPASSES_H
#define MIND_INITALLPASSES_H

#if __has_include("Mind/Conversion/Passes.h")
#include "Mind/Conversion/Passes.h"
#define MIND_HAS_CONVERSION 1
#endif
#if __has_include("Mind/Pipelines/Pipelines.h")
#include "Mind/Pipelines/Pipelines.h"
#define MIND_HAS_PIPELINES 1
#endif
#if __has_include("Mind/Transforms/Passes.h")
#include "Mind/Transforms/Passes.h"
#define MIND_HAS_TRANSFORMS 1
#endif

#include "mlir/Transforms/Passes.h"

namespace mind {

/// Registers MIND's passes and pipelines, and those upstream passes that tests
/// name (canonicalize, cse, inline, symbol-dce, ...).
inline void registerAllPasses() {
#ifdef MIND_HAS_CONVERSION
  registerConversionPasses();
#endif
#ifdef MIND_HAS_PIPELINES
  registerPipelines();
#endif
#ifdef MIND_HAS_TRANSFORMS
  registerTransformsPasses();
#endif
  mlir::registerTransformsPasses();
}

} // namespace mind

#endif // MIND_INITALLPASSES_H
