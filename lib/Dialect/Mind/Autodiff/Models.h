//===- Models.h - the families of rules -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each file of rules, and what the rules share.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DIALECT_MIND_AUTODIFF_MODELS_H
#define MIND_LIB_DIALECT_MIND_AUTODIFF_MODELS_H

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"

namespace mlir {
class IRMapping;
} // namespace mlir

namespace mind::autodiff {

void attachElementwiseModels(mlir::MLIRContext *context);
void attachUnaryModels(mlir::MLIRContext *context);
void attachReductionModels(mlir::MLIRContext *context);
void attachMovementModels(mlir::MLIRContext *context);
void attachIndexingModels(mlir::MLIRContext *context);
void attachContractionModels(mlir::MLIRContext *context);
void attachConvolutionModels(mlir::MLIRContext *context);
/// Of arith, tensor, scf and func.
void attachSelectModels(mlir::MLIRContext *context);
void attachCastModels(mlir::MLIRContext *context);
void attachBranchModels(mlir::MLIRContext *context);
void attachLoopModels(mlir::MLIRContext *context);
void attachCallModels(mlir::MLIRContext *context);

/// The operands of an op and what its regions capture, in the order of first uses.
void appendRegionInputs(mlir::Operation *op, llvm::SmallVectorImpl<mlir::Value> &inputs);

/// Copies of the ops of a block but its terminator.
llvm::SmallVector<mlir::Operation *> cloneOps(mlir::OpBuilder &builder, mlir::Block *block, mlir::IRMapping &mapping);
llvm::SmallVector<mlir::Value> mapValues(mlir::ValueRange values, const mlir::IRMapping &mapping);

/// Makes a terminator pass the tangents of its operands at `first` + `positions` too.
void appendTangents(ForwardContext &context, mlir::Operation *terminator, unsigned first,
                    llvm::ArrayRef<unsigned> positions);

/// Adds tangents, of which null ones are zero.
inline mlir::Value addTangents(DerivativeBuilder &builder, mlir::Value lhs, mlir::Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return builder.add(lhs, rhs);
}

/// A model of an op whose one result is linear in its one input that has a
/// derivative, operand 0: the tangent is the op of the tangent.
template <typename ConcreteModel, typename OpTy>
struct LinearModel : DifferentiableOpInterface::ExternalModel<ConcreteModel, OpTy> {
  bool isLinearIn(mlir::Operation *, const llvm::BitVector &inputs) const { return inputs.find_last() == 0; }

  mlir::LogicalResult buildVJP(mlir::Operation *op, ReverseContext &context, llvm::ArrayRef<mlir::Value> cotangents,
                               const llvm::BitVector &,
                               llvm::MutableArrayRef<Contribution> contributions) const {
    contributions[0] = ConcreteModel::pull(context.builder, llvm::cast<OpTy>(op), cotangents[0]);
    return mlir::success();
  }

  mlir::LogicalResult buildJVP(mlir::Operation *op, ForwardContext &context, llvm::ArrayRef<mlir::Value> tangents,
                               llvm::MutableArrayRef<mlir::Value> results) const {
    mlir::Operation *copy = context.builder.clone(*op);
    copy->setOperand(0, tangents[0]);
    results[0] = copy->getResult(0);
    return mlir::success();
  }
};

/// A model whose cotangents are independent of each other: `pull(builder, op, g, i)` is
/// that of operand i.
template <typename ConcreteModel, typename OpTy>
struct OperandwiseModel : DifferentiableOpInterface::ExternalModel<ConcreteModel, OpTy> {
  mlir::LogicalResult buildVJP(mlir::Operation *op, ReverseContext &context, llvm::ArrayRef<mlir::Value> cotangents,
                               const llvm::BitVector &active,
                               llvm::MutableArrayRef<Contribution> contributions) const {
    auto concrete = llvm::cast<OpTy>(op);
    for (unsigned i : active.set_bits())
      contributions[i] = ConcreteModel::pull(context.builder, concrete, cotangents[0], i);
    return mlir::success();
  }
};

/// The rest of a model of an op that is linear in each of two inputs, operands 0 and
/// 1, and has one result.
template <typename ConcreteModel, typename OpTy>
struct BilinearModel : OperandwiseModel<ConcreteModel, OpTy> {
  bool isLinearIn(mlir::Operation *, const llvm::BitVector &inputs) const { return inputs.count() == 1; }

  mlir::LogicalResult buildJVP(mlir::Operation *op, ForwardContext &context, llvm::ArrayRef<mlir::Value> tangents,
                               llvm::MutableArrayRef<mlir::Value> results) const {
    for (unsigned i = 0; i < 2; ++i) {
      if (!tangents[i])
        continue;
      mlir::Operation *copy = context.builder.clone(*op);
      copy->setOperand(i, tangents[i]);
      results[0] = addTangents(context.builder, results[0], copy->getResult(0));
    }
    return mlir::success();
  }
};

} // namespace mind::autodiff

#endif // MIND_LIB_DIALECT_MIND_AUTODIFF_MODELS_H
