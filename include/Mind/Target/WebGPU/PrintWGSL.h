//===- PrintWGSL.h - shaders as text ----------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_WEBGPU_PRINTWGSL_H
#define MIND_TARGET_WEBGPU_PRINTWGSL_H

#include "Mind/Dialect/WebGPU/IR/WebGPU.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace mind::webgpu {

/// One module of WGSL with an entry point for each shader of `module`. An op that has no
/// form in WGSL is reported at the op.
mlir::LogicalResult printWGSL(mlir::ModuleOp module, llvm::raw_ostream &os);

/// The name of a shader's entry point: that of the symbol, in letters that WGSL has, and
/// none of its words.
std::string getEntryName(ShaderOp shader);

} // namespace mind::webgpu

#endif // MIND_TARGET_WEBGPU_PRINTWGSL_H
