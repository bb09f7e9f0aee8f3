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

#include "Mind/Conversion/Passes.h"
#include "Mind/Pipelines/Pipelines.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Transforms/Passes.h"

namespace mind {

/// Registers MIND's passes and pipelines, and those upstream passes that tests
/// name (canonicalize, cse, inline, symbol-dce, ...).
inline void registerAllPasses() {
  registerConversionPasses();
  registerPipelines();
  registerTransformsPasses();
  registerUpstreamPasses();
  mlir::registerTransformsPasses();
}

} // namespace mind

#endif // MIND_INITALLPASSES_H
