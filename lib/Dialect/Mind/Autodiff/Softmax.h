//===- Softmax.h - the composites that have rules of their own --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DIALECT_MIND_AUTODIFF_SOFTMAX_H
#define MIND_LIB_DIALECT_MIND_AUTODIFF_SOFTMAX_H

#include "Mind/Dialect/Mind/Autodiff/DerivativeBuilder.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"

namespace mind::autodiff {

/// The tensor that a softmax is taken of, null if there is none, and the axis.
struct Softmax {
  mlir::Value input;
  int64_t axis = 0;
  explicit operator bool() const { return bool(input); }
};

/// `e / sum(e)` with `e = exp(x - max(x))`.
Softmax matchSoftmax(DivOp op);
/// `d - log(sum(exp(d)))` with `d = x - max(x)`.
Softmax matchLogSoftmax(SubOp op);

/// The cotangent of x, and the tangent of y, which is the same map.
mlir::Value scaleSoftmax(DerivativeBuilder &builder, mlir::Value y, int64_t axis, mlir::Value g);
mlir::Value pullLogSoftmax(DerivativeBuilder &builder, mlir::Value y, int64_t axis, mlir::Value g);
mlir::Value pushLogSoftmax(DerivativeBuilder &builder, mlir::Value y, int64_t axis, mlir::Value t);

} // namespace mind::autodiff

#endif // MIND_LIB_DIALECT_MIND_AUTODIFF_SOFTMAX_H
