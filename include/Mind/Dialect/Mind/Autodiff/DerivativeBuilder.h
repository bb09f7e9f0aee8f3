//===- DerivativeBuilder.h - what rules build with --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The few forms that the rules of derivatives are made of. Each has one spelling,
/// so that the order of roundings in a gradient is frozen here.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_AUTODIFF_DERIVATIVEBUILDER_H
#define MIND_DIALECT_MIND_AUTODIFF_DERIVATIVEBUILDER_H

#include "Mind/Dialect/Mind/IR/MindAttributes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mind::autodiff {

/// Whether values of this type have derivatives: tensors of floats or q16.
bool isDifferentiable(mlir::Type type);

/// The type of a value, which is a tensor.
mlir::RankedTensorType getTensorTypeOf(mlir::Value value);

/// Part of the cotangent of a value. With a mask (`i1`, or a tensor of `i1` of the
/// value's shape) it counts only where the mask holds, or where it does not if
/// `isInverted`; elsewhere it is +0, whatever `value` is there.
struct Contribution {
  mlir::Value value;
  mlir::Value mask;
  bool isInverted = false;

  Contribution() = default;
  /*implicit*/ Contribution(mlir::Value value) : value(value) {}
  Contribution(mlir::Value value, mlir::Value mask, bool isInverted)
      : value(value), mask(mask), isInverted(isInverted) {}
  explicit operator bool() const { return bool(value); }
};

class DerivativeBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  /// A tensor of +0. The names of its dims are those of arguments.
  mlir::Value zeros(mlir::RankedTensorType type);
  /// A tensor of +0 of the type of `like`. A dim whose name is no argument's takes its
  /// extent from `like`, which is an operand then, whatever its elements are.
  mlir::Value zerosLike(mlir::Value like);
  mlir::Value fillLike(mlir::Value like, double number);
  /// The number of elements of a type of i64, of rank 0; null if a dim has a name that
  /// is no argument's.
  mlir::Value count(mlir::RankedTensorType type);
  /// How many elements of `like` a reduction by `axes` takes together, in i64.
  mlir::Value countsLike(mlir::Value like, llvm::ArrayRef<int64_t> axes, bool keepdims);
  /// A tensor of one number.
  mlir::Value fill(mlir::RankedTensorType type, double number);
  /// A number of rank 0, rounded to the element type.
  mlir::Value scalar(mlir::Type elementType, double number);
  /// A number of rank 0 and i64.
  mlir::Value integer(int64_t number);
  /// The i64 numbers 0, `stride`, ..., of which there are `count`.
  mlir::Value iota(int64_t count, int64_t stride);

  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs);
  /// `x * -1`, which is exact.
  mlir::Value negate(mlir::Value value);
  mlir::Value compare(CmpPredicate predicate, mlir::Value lhs, mlir::Value rhs);
  mlir::Value unary(UnaryKind kind, mlir::Value value);

  /// Of tensors of one type; the mask is an `i1` or has their shape.
  mlir::Value select(mlir::Value mask, mlir::Value onTrue, mlir::Value onFalse);
  /// `value` where the contribution counts and +0 elsewhere.
  mlir::Value materialize(const Contribution &contribution);

  mlir::Value reshape(mlir::Value value, mlir::RankedTensorType type);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> perm);
  /// Swaps the last two axes.
  mlir::Value transposeMatrices(mlir::Value value);
  mlir::Value expandDims(mlir::Value value, int64_t axis);
  /// Repeats `value` to fill `type`; nothing is built if it has that type.
  mlir::Value broadcast(mlir::Value value, mlir::RankedTensorType type);
  mlir::Value broadcastLike(mlir::Value value, mlir::Value like);
  /// `value` with dims of extent 1 where a reduction of a tensor of `input` by
  /// `axes` (none: all) drops them.
  mlir::Value restoreAxes(mlir::Value value, mlir::RankedTensorType input, llvm::ArrayRef<int64_t> axes);
  /// The transpose of `broadcast`: one sum over the axes that were repeated,
  /// ascending, and a reshape where axes of extent 1 stay or go.
  mlir::Value unbroadcast(mlir::Value value, mlir::RankedTensorType type);

  /// The extent of a dim of `value`, as an i64 of rank 0.
  mlir::Value extent(mlir::Value value, int64_t axis);
};

/// Whether zerosLike made a value of another one.
bool isZerosLike(mlir::Value value);

} // namespace mind::autodiff

#endif // MIND_DIALECT_MIND_AUTODIFF_DERIVATIVEBUILDER_H
