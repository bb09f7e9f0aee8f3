//===- WebNN.h - graphs of WebNN as ops -------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ops `mind.webnn.*`, which an extension adds to the `mind` dialect: one for each
/// method of MLGraphBuilder that MIND calls, with the method's own parameters.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_WEBNN_IR_WEBNN_H
#define MIND_DIALECT_WEBNN_IR_WEBNN_H

#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/JSON.h"

namespace mind::webnn {

/// The members of the options of a call, in the order in which they are written.
using CallOptions = llvm::SmallVector<std::pair<llvm::StringRef, llvm::json::Value>>;

/// The MLOperandDataType of an element type of WebNN_Tensor: an i1 is a uint8.
llvm::StringRef getDataTypeName(mlir::Type elementType);

} // namespace mind::webnn

#include "Mind/Dialect/WebNN/IR/WebNNInterfaces.h.inc"

#define GET_OP_CLASSES
#include "Mind/Dialect/WebNN/IR/WebNNOps.h.inc"

namespace mind {

/// Adds `mind.webnn.*` to the `mind` dialect of the contexts of the registry.
void registerWebNNExtension(mlir::DialectRegistry &registry);

} // namespace mind

#endif // MIND_DIALECT_WEBNN_IR_WEBNN_H
