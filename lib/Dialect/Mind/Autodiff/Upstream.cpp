//===- Upstream.cpp - rules of arith.select and tensor.cast ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A choice passes its cotangent to each side under a mask. The engine carries the
// mask down the elementwise ops that made the side and applies it at their end, so
// that an element that was not chosen contributes +0 even where their derivative is
// infinite.
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

namespace {

struct SelectModel : DifferentiableOpInterface::ExternalModel<SelectModel, arith::SelectOp> {
  bool isElementwise(Operation *) const { return true; }
  bool isLinearIn(Operation *, const BitVector &inputs) const {
    return !inputs.test(0) && inputs.test(1) && inputs.test(2);
  }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    for (unsigned i : active.set_bits())
      contributions[i] = Contribution(cotangents[0], op->getOperand(0), /*isInverted=*/i == 2);
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    DerivativeBuilder &builder = context.builder;
    auto side = [&](unsigned i) {
      return tangents[i] ? tangents[i] : builder.zerosLike(op->getResult(0));
    };
    Value onTrue = side(1), onFalse = side(2);
    results[0] = builder.select(op->getOperand(0), onTrue, onFalse);
    return success();
  }
};

/// Between a dim of one name and the same of another.
struct TensorCastModel : LinearModel<TensorCastModel, tensor::CastOp> {
  bool isElementwise(Operation *) const { return true; }

  static Value pull(DerivativeBuilder &builder, tensor::CastOp op, Value g) {
    return tensor::CastOp::create(builder, op.getSource().getType(), g);
  }
};

} // namespace

void autodiff::attachSelectModels(MLIRContext *context) { arith::SelectOp::attachInterface<SelectModel>(*context); }

void autodiff::attachCastModels(MLIRContext *context) { tensor::CastOp::attachInterface<TensorCastModel>(*context); }
