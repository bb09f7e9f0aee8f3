//===- Contractions.cpp - rules of matmul and dot -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `da = g @ b^T` and `db = a^T @ g`, summed over the batch dims that the operand
// does not have. An operand without batch dims beside one with them is contracted
// over the batch and the inner dim in one chain (N13): for b of a:[B,M,K] by b:[K,N]
// that is [B*M,K]^T @ [B*M,N], for a of a:[M,K] by b:[B,K,N] [M,B*N] @ [B*N,K].
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

namespace {

/// Rank 3 and more to a matrix with the columns that there are.
Value flattenRows(DerivativeBuilder &builder, Value value) {
  RankedTensorType type = getTensorTypeOf(value);
  SmallVector<shape::Dim> dims = getDims(type);
  shape::Dim flat[] = {shape::Dim(-1), dims.back()};
  // A dim of extent 0 leaves nothing to work the rows out from.
  if (std::optional<int64_t> rows = shape::getNumElements(ArrayRef(dims).drop_back()))
    flat[0] = shape::Dim(*rows);
  shape::Result<shape::Shape> shape = shape::resolveReshape(dims, flat, NameInterner(builder.getContext()));
  return builder.reshape(value, getTensorType(builder.getContext(), *shape, type.getElementType()));
}

/// [B..,M,N] to [M,B..,N]: the rows come first.
Value bringRowsFirst(DerivativeBuilder &builder, Value value) {
  int64_t rank = getTensorTypeOf(value).getRank();
  SmallVector<int64_t> perm = {rank - 2};
  for (int64_t axis = 0; axis < rank - 2; ++axis)
    perm.push_back(axis);
  perm.push_back(rank - 1);
  return builder.transpose(value, perm);
}

/// The same to a matrix of the rows by everything else.
Value flattenColumns(DerivativeBuilder &builder, Value value) {
  RankedTensorType type = getTensorTypeOf(value);
  SmallVector<shape::Dim> dims = getDims(type);
  shape::Dim flat[] = {dims.front(), shape::Dim(-1)};
  if (std::optional<int64_t> columns = shape::getNumElements(ArrayRef(dims).drop_front()))
    flat[1] = shape::Dim(*columns);
  shape::Result<shape::Shape> shape = shape::resolveReshape(dims, flat, NameInterner(builder.getContext()));
  return builder.reshape(value, getTensorType(builder.getContext(), *shape, type.getElementType()));
}

Value matmul(DerivativeBuilder &builder, Value lhs, Value rhs) { return MatmulOp::create(builder, lhs, rhs); }

struct MatmulModel : BilinearModel<MatmulModel, MatmulOp> {
  static Value pullLhs(DerivativeBuilder &builder, MatmulOp op, Value g) {
    RankedTensorType type = op.getLhs().getType();
    Value b = op.getRhs();
    if (type.getRank() == 2 && getTensorTypeOf(b).getRank() > 2) {
      Value rows = flattenColumns(builder, bringRowsFirst(builder, g));
      return matmul(builder, rows, flattenRows(builder, builder.transposeMatrices(b)));
    }
    return builder.unbroadcast(matmul(builder, g, builder.transposeMatrices(b)), type);
  }

  static Value pullRhs(DerivativeBuilder &builder, MatmulOp op, Value g) {
    RankedTensorType type = op.getRhs().getType();
    Value a = op.getLhs();
    if (type.getRank() == 2 && getTensorTypeOf(a).getRank() > 2) {
      Value columns = builder.transposeMatrices(flattenRows(builder, a));
      return matmul(builder, columns, flattenRows(builder, g));
    }
    return builder.unbroadcast(matmul(builder, builder.transposeMatrices(a), g), type);
  }

  static Value pull(DerivativeBuilder &builder, MatmulOp op, Value g, unsigned i) {
    return i == 0 ? pullLhs(builder, op, g) : pullRhs(builder, op, g);
  }
};

struct DotModel : BilinearModel<DotModel, DotOp> {
  static Value pullLhs(DerivativeBuilder &builder, DotOp op, Value g) {
    Value b = op.getRhs();
    int64_t rank = op.getLhs().getType().getRank(), otherRank = getTensorTypeOf(b).getRank();
    if (otherRank == 2)
      return rank == 2 ? matmul(builder, g, builder.transposeMatrices(b))
                       : DotOp::create(builder, b, g).getResult();
    // The products of g, a scalar or a column, with the vector.
    return builder.mul(rank == 2 ? builder.expandDims(g, 1) : g, b);
  }

  static Value pullRhs(DerivativeBuilder &builder, DotOp op, Value g) {
    Value a = op.getLhs();
    int64_t rank = op.getRhs().getType().getRank(), otherRank = getTensorTypeOf(a).getRank();
    if (otherRank == 2)
      return rank == 2 ? matmul(builder, builder.transposeMatrices(a), g)
                       : DotOp::create(builder, builder.transposeMatrices(a), g).getResult();
    return rank == 2 ? builder.mul(builder.expandDims(a, 1), g) : builder.mul(g, a);
  }

  static Value pull(DerivativeBuilder &builder, DotOp op, Value g, unsigned i) {
    return i == 0 ? pullLhs(builder, op, g) : pullRhs(builder, op, g);
  }
};

} // namespace

void autodiff::attachContractionModels(MLIRContext *context) {
  MatmulOp::attachInterface<MatmulModel>(*context);
  DotOp::attachInterface<DotModel>(*context);
}
