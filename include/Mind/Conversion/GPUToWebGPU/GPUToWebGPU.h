//===- GPUToWebGPU.h - from gpu kernels to WebGPU ---------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_CONVERSION_GPUTOWEBGPU_GPUTOWEBGPU_H
#define MIND_CONVERSION_GPUTOWEBGPU_GPUTOWEBGPU_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mind {

#define GEN_PASS_DECL
#include "Mind/Conversion/GPUToWebGPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Mind/Conversion/GPUToWebGPU/Passes.h.inc"

} // namespace mind

#endif // MIND_CONVERSION_GPUTOWEBGPU_GPUTOWEBGPU_H
