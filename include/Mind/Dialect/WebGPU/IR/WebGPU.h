//===- WebGPU.h - shaders and what a host does with them --------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ops `mind.webgpu.*`, which an extension adds to the `mind` dialect: shaders, and
/// the calls by which a host runs them.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_WEBGPU_IR_WEBGPU_H
#define MIND_DIALECT_WEBGPU_IR_WEBGPU_H

#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mind::webgpu {

/// What every implementation of WebGPU has, by the recommendation.
inline constexpr int64_t kMaxWorkgroupsPerDimension = 65535;
inline constexpr int64_t kMaxInvocationsPerWorkgroup = 256;
inline constexpr int64_t kMaxWorkgroupDepth = 64;
inline constexpr int64_t kMaxWorkgroupBytes = 16384;
inline constexpr int64_t kMaxStorageBuffers = 8;

/// What an argument of a shader is, in the order in which a shader has them.
enum class Binding { Buffer, Scalar, WorkgroupMemory };
Binding getBinding(mlir::Type argument);

/// Bytes that an element takes in a buffer; 0 for a type that has no place there.
int64_t getStorageBytes(mlir::Type elementType);

} // namespace mind::webgpu

#define GET_OP_CLASSES
#include "Mind/Dialect/WebGPU/IR/WebGPUOps.h.inc"

namespace mind {

/// Adds `mind.webgpu.*` to the `mind` dialect of the contexts of the registry.
void registerWebGPUExtension(mlir::DialectRegistry &registry);

} // namespace mind

#endif // MIND_DIALECT_WEBGPU_IR_WEBGPU_H
