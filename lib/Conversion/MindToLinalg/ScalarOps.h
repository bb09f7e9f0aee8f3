//===- ScalarOps.h - arithmetic on lowered elements ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One element at a time, in arith and math ops without fast-math flags, to the
/// bit as docs/Numerics.md says. Operands and results are of the storage type of
/// `dtype` (q16 is i32), comparisons give i1. Each op on f16 and bf16 widens to
/// f32 and rounds once (N1); chains that accumulate in f32 call emitWiden and
/// emitNarrow themselves and compute as F32.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOLINALG_SCALAROPS_H
#define MIND_LIB_CONVERSION_MINDTOLINALG_SCALAROPS_H

#include "Patterns.h"

#include "mlir/IR/Builders.h"

namespace mind {

/// A constant of the storage type of `dtype` from an f64, by the rules for casts.
mlir::Value emitConstant(mlir::OpBuilder &b, mlir::Location loc, DType dtype, double value);
/// +0, and the 1 of the type (65536 raw for q16).
mlir::Value emitZero(mlir::OpBuilder &b, mlir::Location loc, DType dtype);
mlir::Value emitOne(mlir::OpBuilder &b, mlir::Location loc, DType dtype);
/// A constant of a storage attribute, as getSplatValue and dense elements give it.
mlir::Value emitAttribute(mlir::OpBuilder &b, mlir::Location loc, mlir::Attribute value);
/// An integer constant of the given builtin integer type.
mlir::Value emitInteger(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type, int64_t value);
/// A float constant of the given builtin float type.
mlir::Value emitFloat(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type, double value);

/// The dtype in which `dtype` computes: F32 for F16 and BF16, else itself.
DType getComputeDType(DType dtype);
/// f16 and bf16 to f32; others stay.
mlir::Value emitWiden(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);
/// f32 to f16 (nearest even) or bf16 (nearest even on the bits); others stay.
mlir::Value emitNarrow(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);

mlir::Value emitAdd(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitSub(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitMul(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitDiv(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitMod(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitShl(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitShr(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
/// NaN wins, +0 > -0.
mlir::Value emitMax(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitMin(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value lhs, mlir::Value rhs);
mlir::Value emitCompare(mlir::OpBuilder &b, mlir::Location loc, DType dtype, CmpPredicate predicate, mlir::Value lhs,
                        mlir::Value rhs);
/// Whether a value is a NaN; false for what is not a float.
mlir::Value emitIsNaN(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);

mlir::Value emitRelu(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);
mlir::Value emitReluGrad(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value grad, mlir::Value value);
mlir::Value emitAbs(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);
mlir::Value emitFloor(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);
mlir::Value emitCeil(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);
mlir::Value emitRound(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value);
/// N10, unrolled.
mlir::Value emitIPow(mlir::OpBuilder &b, mlir::Location loc, DType dtype, mlir::Value value, int64_t exponent);
/// N4, N5.
mlir::Value emitCast(mlir::OpBuilder &b, mlir::Location loc, DType from, DType to, mlir::Value value);

} // namespace mind

#endif // MIND_LIB_CONVERSION_MINDTOLINALG_SCALAROPS_H
