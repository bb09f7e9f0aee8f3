//===- FoldUtils.h - constant arithmetic by the rules of numerics -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folders compute with these and with nothing else: APInt and APFloat, never
// the host's arithmetic or its libm. An element of q16 is the APInt of its raw
// bits, and so are the attributes of q16 tensors.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DIALECT_MIND_IR_FOLDUTILS_H
#define MIND_LIB_DIALECT_MIND_IR_FOLDUTILS_H

#include "Mind/Dialect/Mind/IR/MindAttributes.h"
#include "Mind/Support/DType.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mind {

/// Folded constants have at most so many elements, unless they are splats.
inline constexpr int64_t kMaxFoldedElements = 1024;

/// The type of the attribute that holds constants of type `type`: `type`, but
/// i32 for q16.
mlir::RankedTensorType getStorageType(mlir::RankedTensorType type);

/// Whether `attr` is a splat of this number, in the units of `dtype` (for q16
/// the number 1 is 65536). -0 is not 0.
bool isSplatOf(mlir::Attribute attr, int64_t number, DType dtype);

/// Whether `attr` is a splat of the float -0.
bool isSplatOfNegativeZero(mlir::Attribute attr);

/// A splat constant of this number, or null if `type` is not static.
mlir::Attribute getSplatConstant(mlir::RankedTensorType type, int64_t number);

/// One step of integers or q16: wraps, and never fails.
using WholeStep = llvm::function_ref<llvm::APInt(const llvm::APInt &,
                                                 const llvm::APInt &)>;
/// One rounded step of floats.
using FloatStep = llvm::function_ref<llvm::APFloat(const llvm::APFloat &,
                                                   const llvm::APFloat &)>;
using WholeTest =
    llvm::function_ref<bool(const llvm::APInt &, const llvm::APInt &)>;

/// Folds a broadcasting op on two constants element by element; null where one
/// is unknown, too large, or its kind of number has no step.
mlir::Attribute foldBinary(mlir::Attribute lhs, mlir::Attribute rhs,
                           mlir::RankedTensorType resultType,
                           WholeStep wholeStep, FloatStep floatStep);

/// The same for a comparison, whose result is i1.
mlir::Attribute foldComparison(mlir::Attribute lhs, mlir::Attribute rhs,
                               mlir::RankedTensorType resultType,
                               CmpPredicate predicate);

/// Folds an op on one constant element by element.
mlir::Attribute
foldUnary(mlir::Attribute input, mlir::RankedTensorType resultType,
          llvm::function_ref<llvm::APInt(const llvm::APInt &)> wholeStep,
          llvm::function_ref<llvm::APFloat(const llvm::APFloat &)> floatStep);

/// A constant with the same elements in row-major order and another shape; any
/// shape if it is a splat. Null if `type` is not static.
mlir::Attribute reshapeConstant(mlir::Attribute input,
                                mlir::RankedTensorType type);

// Steps of N3 and N5.
llvm::APInt divWhole(const llvm::APInt &lhs, const llvm::APInt &rhs);
llvm::APInt modWhole(const llvm::APInt &lhs, const llvm::APInt &rhs);
llvm::APInt mulQ16(const llvm::APInt &lhs, const llvm::APInt &rhs);
llvm::APInt divQ16(const llvm::APInt &lhs, const llvm::APInt &rhs);

} // namespace mind

#endif // MIND_LIB_DIALECT_MIND_IR_FOLDUTILS_H
