//===- EmitModule.h - JavaScript that runs shaders --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_WEBGPU_EMITMODULE_H
#define MIND_TARGET_WEBGPU_EMITMODULE_H

#include "Mind/Dialect/WebGPU/IR/WebGPU.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/raw_ostream.h"

namespace mind::webgpu {

/// Marks the arguments of a function, its last ones, that are buffers for its results: the
/// name that upstream's passes give it.
inline constexpr llvm::StringLiteral kResultAttrName = "bufferize.result";

/// An ES module, without dependencies, that runs the program on a GPUDevice. All that the
/// function does is done by `mind.webgpu.*` and control flow; an op that has no form is
/// reported at the op. `wgsl`: what printWGSL has made of the shaders.
mlir::LogicalResult emitModule(mlir::func::FuncOp function, llvm::StringRef wgsl, llvm::raw_ostream &os);

} // namespace mind::webgpu

#endif // MIND_TARGET_WEBGPU_EMITMODULE_H
