//===- InitAllDialects.h - every dialect of MIND's pipelines ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place where dialects are registered: mind-opt, mind-translate,
/// mind-reduce and the language server all call it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_INITALLDIALECTS_H
#define MIND_INITALLDIALECTS_H

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"
#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace mind {

/// Adds the `mind` dialect with its extensions, and the upstream dialects that its
/// pipelines pass through. Interfaces that a pass needs come with the pass (InitAllPasses.h).
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<MindDialect, mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                  mlir::bufferization::BufferizationDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                  mlir::LLVM::LLVMDialect, mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                  mlir::memref::MemRefDialect, mlir::scf::SCFDialect, mlir::tensor::TensorDialect,
                  mlir::vector::VectorDialect>();
  registerMicExtension(registry);
  registerAutodiffModels(registry);
}

} // namespace mind

#endif // MIND_INITALLDIALECTS_H
