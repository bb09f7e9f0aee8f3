//===- Elementwise.h - loops over the elements of a result -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOLINALG_ELEMENTWISE_H
#define MIND_LIB_CONVERSION_MINDTOLINALG_ELEMENTWISE_H

#include "Patterns.h"

namespace mind {

/// Emits one element of the result from one of each operand, all lowered scalars.
using ElementBody =
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, llvm::ArrayRef<mlir::Value>)>;

/// What replaces `op`, which has one result and whose operands broadcast to it: a
/// linalg.generic around `body`, or `body` in place if the result is a scalar.
/// Fails, with E5002 reported, where an extent is unknown.
mlir::FailureOr<mlir::Value> lowerElementwise(mlir::ConversionPatternRewriter &rewriter,
                                              const LoweringTypeConverter &converter, mlir::Operation *op,
                                              mlir::ValueRange lowered, ElementBody body);

} // namespace mind

#endif // MIND_LIB_CONVERSION_MINDTOLINALG_ELEMENTWISE_H
