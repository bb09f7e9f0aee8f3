//===- Forward.h - the forward walk -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_FORWARD_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_FORWARD_H

#include "Reverse.h"

namespace mind::autodiff {

/// Builds tangents behind the ops that they belong to.
class ForwardWalk final : public ForwardContext {
public:
  ForwardWalk(DerivativeBuilder &builder, Functions &functions, const Activity &activity)
      : ForwardContext(builder), functions(functions), activity(activity), outer(functions.activity) {
    functions.activity = &activity;
  }
  ~ForwardWalk() override { functions.activity = outer; }

  bool isActive(mlir::Value value) const override {
    return isDifferentiable(value.getType()) && activity.isActive(value);
  }
  mlir::LogicalResult pushForward(mlir::Block *block) override;
  mlir::Value getTangent(mlir::Value value) const override { return tangents.lookup(value); }
  void setTangent(mlir::Value value, mlir::Value tangent) override { tangents[value] = tangent; }
  mlir::FailureOr<Callee> getPushForward(mlir::Operation *call, const llvm::BitVector &operands,
                                         const llvm::BitVector &results) override {
    return functions.getPushForward(call, operands, results);
  }

private:
  mlir::LogicalResult pushForward(mlir::Operation *op);

  Functions &functions;
  const Activity &activity;
  const Activity *outer;
  llvm::DenseMap<mlir::Value, mlir::Value> tangents;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_FORWARD_H
