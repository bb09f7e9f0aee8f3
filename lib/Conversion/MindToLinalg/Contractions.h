//===- Contractions.h - the matrix product for other kernels ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOLINALG_CONTRACTIONS_H
#define MIND_LIB_CONVERSION_MINDTOLINALG_CONTRACTIONS_H

#include "KernelBuilder.h"

namespace mind {

/// The product of two tensors of rank >= 2, of one element type that is computed in
/// (Chains.h). `batch` are the extents of the result before the last two, to which
/// those of the operands broadcast.
mlir::Value emitMatmul(KernelBuilder &b, mlir::Value lhs, mlir::Value rhs, mlir::ValueRange batch);

/// conv2d and its gradients.
void populateConvolutionPatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace mind

#endif // MIND_LIB_CONVERSION_MINDTOLINALG_CONTRACTIONS_H
