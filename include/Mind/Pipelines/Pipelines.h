//===- Pipelines.h - the way from the dialect to LLVM -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Named stages. Every tool runs these same functions, and mind-opt knows them by
/// name, so that a test can look between any two:
///
///   mind-prepare      scripts outlined, control flow in scf, gradients made, simplified, their
///                     values computed again where memory is short
///   mind-to-linalg    convert-mind-to-linalg, loops and scalars, simplified
///   mind-to-buffers   tensors become buffers, which are freed
///   mind-to-llvm      everything becomes the llvm dialect
///
/// None of them changes a bit of a result: no fast-math, no re-association; folds
/// of upstream on floats are those of IEEE arithmetic.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_PIPELINES_PIPELINES_H
#define MIND_PIPELINES_PIPELINES_H

#include "Mind/Runtime/Arguments.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"

namespace mind {

void buildLinalgPipeline(mlir::OpPassManager &passes);
void buildBufferPipeline(mlir::OpPassManager &passes);
void buildLLVMPipeline(mlir::OpPassManager &passes);

/// Registers the stages with their names.
void registerPipelines();

/// Registers the passes of the stages that are upstream's.
void registerUpstreamPasses();

/// The dialects and interfaces that the stages need in a context.
void registerPipelineDialects(mlir::DialectRegistry &registry);

/// A function that hosts may call.
struct EntryPoint {
  std::string name;
  /// With the types that it has before lowering.
  rt::Signature signature;
  rt::Place place;
};

/// The functions that a program offers: those that are public and have a body.
llvm::SmallVector<EntryPoint> getEntryPoints(mlir::ModuleOp module);

/// Between mind-to-linalg and mind-to-buffers. Gives each function of the module the
/// name `__mind_fn_NAME` and makes it internal; adds, for each entry point,
/// `__mind_body_NAME`, which takes all arguments as tensors and hands the results to
/// the runtime (Mind/Runtime/Invoke.h). Functions that may call themselves count how
/// deep they are.
void addEntryBodies(mlir::ModuleOp module, llvm::ArrayRef<EntryPoint> entries);

/// After mind-to-llvm. Adds, for each entry point, `__mind_entry_NAME`, which takes
/// an array of descriptors.
void addEntryFunctions(mlir::ModuleOp module, llvm::ArrayRef<EntryPoint> entries);

/// After addEntryFunctions. Adds the C function of each entry point, with the
/// signature that the header declares. `level`: the processor, x86-64-v`level`.
void addExportedFunctions(mlir::ModuleOp module, llvm::ArrayRef<EntryPoint> entries, int32_t level);

/// After addEntryFunctions. Adds the `main` of an executable that begins at `entry`.
void addMainFunction(mlir::ModuleOp module, const EntryPoint &entry, int32_t level);

} // namespace mind

#endif // MIND_PIPELINES_PIPELINES_H
