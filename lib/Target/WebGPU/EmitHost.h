//===- EmitHost.h - what the host does, in JavaScript -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_WEBGPU_EMITHOST_H
#define MIND_LIB_TARGET_WEBGPU_EMITHOST_H

#include "Mind/Dialect/WebGPU/IR/WebGPU.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/raw_ostream.h"

namespace mind::webgpu {

/// The function `execute(run, buffers)`, which issues the program's commands, and the
/// tables of shaders and constants that it names. An op that has no form is reported.
mlir::LogicalResult emitProgram(mlir::func::FuncOp function, llvm::raw_ostream &os);

} // namespace mind::webgpu

#endif // MIND_LIB_TARGET_WEBGPU_EMITHOST_H
