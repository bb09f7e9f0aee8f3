//===- Movement.cpp - rules of what moves elements ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each moves the cotangent back to where its elements came from.
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

namespace {

struct ReshapeModel : LinearModel<ReshapeModel, ReshapeOp> {
  static Value pull(DerivativeBuilder &builder, ReshapeOp op, Value g) {
    return builder.reshape(g, op.getInput().getType());
  }
};

struct TransposeModel : LinearModel<TransposeModel, TransposeOp> {
  static Value pull(DerivativeBuilder &builder, TransposeOp op, Value g) {
    SmallVector<int64_t> inverse(op.getPerm().size());
    for (auto [i, axis] : llvm::enumerate(op.getPerm()))
      inverse[axis] = int64_t(i);
    return builder.transpose(g, inverse);
  }
};

struct ExpandDimsModel : LinearModel<ExpandDimsModel, ExpandDimsOp> {
  static Value pull(DerivativeBuilder &builder, ExpandDimsOp op, Value g) {
    return SqueezeOp::create(builder, g, ArrayRef<int64_t>(int64_t(op.getAxis())));
  }
};

struct SqueezeModel : LinearModel<SqueezeModel, SqueezeOp> {
  static Value pull(DerivativeBuilder &builder, SqueezeOp op, Value g) {
    RankedTensorType type = op.getInput().getType();
    if (getTensorTypeOf(g).getRank() + 1 != type.getRank())
      return builder.reshape(g, type);
    // One axis was dropped.
    if (!op.getAxes().empty())
      return builder.expandDims(g, op.getAxes().front());
    auto *one = llvm::find(type.getShape(), int64_t(1));
    return builder.expandDims(g, one - type.getShape().begin());
  }
};

struct BroadcastToModel : LinearModel<BroadcastToModel, BroadcastToOp> {
  static Value pull(DerivativeBuilder &builder, BroadcastToOp op, Value g) {
    return builder.unbroadcast(g, op.getInput().getType());
  }
};

} // namespace

void autodiff::attachMovementModels(MLIRContext *context) {
  ReshapeOp::attachInterface<ReshapeModel>(*context);
  TransposeOp::attachInterface<TransposeModel>(*context);
  ExpandDimsOp::attachInterface<ExpandDimsModel>(*context);
  SqueezeOp::attachInterface<SqueezeModel>(*context);
  BroadcastToOp::attachInterface<BroadcastToModel>(*context);
}
