//===- Passes.h - passes on the mind dialect --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes that take the mind dialect to itself, or its structured control flow
/// to `scf`, and what they offer as plain functions.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TRANSFORMS_PASSES_H
#define MIND_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/MapVector.h"

namespace mind {

#define GEN_PASS_DECL
#include "Mind/Transforms/Passes.h.inc"

/// Sizes for named dims, in the order in which they were given.
using DimBindings = llvm::MapVector<llvm::StringRef, int64_t>;

/// Replaces `mind.if`, `mind.while` and the early exits in `func` by `scf` ops.
/// Fails, with an error at the op, only on IR that the verifier rejects.
mlir::LogicalResult lowerStructureToScf(mlir::func::FuncOp func);

/// The stage mind-prepare, which every code path begins with: scripts outlined, control
/// flow in scf, gradients made, simplified, and what costs little computed again where
/// much would be kept.
void buildPreparePipeline(mlir::OpPassManager &passes);

/// Whether the module declares a derivative or marks a function as differentiable:
/// whether mind-resolve-grad has something to do.
bool asksForGradients(mlir::ModuleOp module);

/// Gives the named dims of the function `name` the sizes in `bindings`, in its
/// signature and its body, and calls copies of its callees that are specialised
/// in the same way. Names that the function does not mention are ignored. Errors
/// are reported at the module: no such function, a negative size, sizes that
/// contradict an op (an op error), more than 1,000 copies.
mlir::LogicalResult specializeDims(mlir::ModuleOp module, llvm::StringRef name, const DimBindings &bindings);

/// Gives a function outside of any module, in its signature and its body, the names and
/// sizes of dims that arguments of these types have; calls in it stay as they are. Fails
/// without a word, with the function spoilt, if a name would stand for two of them or if
/// an op does not allow a size.
mlir::LogicalResult adoptDims(mlir::func::FuncOp function, mlir::TypeRange argumentTypes);

/// Reads `B=4,N=3`; the names point into `text`. Fails on anything else.
mlir::FailureOr<DimBindings> parseDimBindings(llvm::StringRef text);

/// Brings a module into the canonical form of mic, as `mind-canonicalize-module` does.
/// The mic extension of the dialect must be loaded if a function has a threshold.
/// `compatible` is the option of the pass; without `reaps` functions keep their bodies.
void canonicalizeModule(mlir::ModuleOp module, bool compatible = false, bool reaps = true);

/// The name of the function that a program starts with: `__mind_main` if there
/// is one, else `main`, else empty.
llvm::StringRef getEntryName(mlir::ModuleOp module);

#define GEN_PASS_REGISTRATION
#include "Mind/Transforms/Passes.h.inc"

} // namespace mind

#endif // MIND_TRANSFORMS_PASSES_H
