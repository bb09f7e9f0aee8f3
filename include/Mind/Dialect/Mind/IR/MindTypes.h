//===- MindTypes.h - types of the mind dialect ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of the dialect are builtin ranked tensors. This header says which
// ones, and translates between them and the dims of the shape algebra, which
// knows nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDTYPES_H
#define MIND_DIALECT_MIND_IR_MINDTYPES_H

#include "Mind/Dialect/Mind/IR/MindAttributes.h"
#include "Mind/Dialect/Mind/IR/ShapeAlgebra.h"
#include "Mind/Support/DType.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

#define GET_TYPEDEF_CLASSES
#include "Mind/Dialect/Mind/IR/MindTypes.h.inc"

namespace mind {

/// The element type for `dtype`.
mlir::Type getElementType(mlir::MLIRContext *context, DType dtype);

/// The dtype of an element type (of a tensor type: of its elements), or nothing
/// for a type that is not ours.
std::optional<DType> getDType(mlir::Type type);

/// The tensor type with these dims, whose symbols go into a `#mind.dims`.
mlir::RankedTensorType getTensorType(mlir::MLIRContext *context,
                                     llvm::ArrayRef<shape::Dim> dims,
                                     mlir::Type elementType);

/// The tensor type of rank 0.
mlir::RankedTensorType getScalarType(mlir::Type elementType);

/// The dims of a tensor type of ours. Names live as long as the context.
llvm::SmallVector<shape::Dim> getDims(mlir::RankedTensorType type);

/// A tensor type with the shape of `type`, symbols included, and other elements.
mlir::RankedTensorType withElementType(mlir::RankedTensorType type,
                                       mlir::Type elementType);

/// A store for the names that the shape algebra makes up, to be passed to its
/// rules; the names live as long as the context.
class NameInterner {
public:
  explicit NameInterner(mlir::MLIRContext *context) : context(context) {}
  llvm::StringRef operator()(llvm::StringRef name) const;

private:
  mlir::MLIRContext *context;
};

/// Whether the type is a ranked tensor with an element type of ours whose
/// dynamic dims, if there are any, have a `#mind.dims`.
bool isTensor(mlir::Type type);

/// A tensor of numbers: any but `i1`.
bool isNumericTensor(mlir::Type type);

/// f32, f64, f16, bf16.
bool isFloatTensor(mlir::Type type);

/// A float or q16.
bool isFractionTensor(mlir::Type type);

/// i32, i64.
bool isIntegerTensor(mlir::Type type);

/// i32, i64 or q16: what is computed on integers.
bool isWholeTensor(mlir::Type type);

/// i1.
bool isBoolTensor(mlir::Type type);

/// tensor<i1>.
bool isBoolScalar(mlir::Type type);

} // namespace mind

#endif // MIND_DIALECT_MIND_IR_MINDTYPES_H
