//===- InitAllTargets.h - every target of this build ------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one list of targets. Targets.def is made by the build from the folders that call
/// add_mind_target; it has a line MIND_TARGET(Name) for each, whose library defines
/// `void registerNameTarget(TargetRegistry &)` and `void registerNamePasses()`.
/// WebGPU is no target yet, but has a dialect and a pass, which are registered with those
/// of the targets.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_INITALLTARGETS_H
#define MIND_INITALLTARGETS_H

#include "Mind/Conversion/GPUToWebGPU/GPUToWebGPU.h"
#include "Mind/Dialect/WebGPU/IR/WebGPU.h"
#include "Mind/Target/Backend/TargetBackend.h"

namespace mind {

#define MIND_TARGET(Name)                                                                                              \
  void register##Name##Target(TargetRegistry &registry);                                                              \
  void register##Name##Passes();
#include "Mind/Target/Targets.def"

inline void registerAllTargets(TargetRegistry &registry) {
#define MIND_TARGET(Name) register##Name##Target(registry);
#include "Mind/Target/Targets.def"
}

/// The dialects that targets have of their own: a tool that reads MLIR text knows them.
inline void registerAllTargetDialects(mlir::DialectRegistry &registry) {
  TargetRegistry targets;
  registerAllTargets(targets);
  targets.registerDialects(registry);
  registerWebGPUExtension(registry);
}

inline void registerAllTargetPasses() {
  registerGPUToWebGPUPasses();
#define MIND_TARGET(Name) register##Name##Passes();
#include "Mind/Target/Targets.def"
}

} // namespace mind

#endif // MIND_INITALLTARGETS_H
