//===- EmitModule.h - JavaScript that builds a graph ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_WEBNN_EMITMODULE_H
#define MIND_LIB_TARGET_WEBNN_EMITMODULE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/raw_ostream.h"

namespace mind::webnn {

/// An ES module, without dependencies, that builds the function's graph with an
/// MLGraphBuilder and runs it in an MLContext. All ops are `mind.webnn.*`.
void emitModule(mlir::func::FuncOp function, llvm::raw_ostream &os);

/// The declarations of TypeScript for it.
void emitDeclarations(mlir::func::FuncOp function, llvm::raw_ostream &os);

} // namespace mind::webnn

#endif // MIND_LIB_TARGET_WEBNN_EMITMODULE_H
