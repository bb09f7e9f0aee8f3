//===- Reverse.h - the reverse walk -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_REVERSE_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_REVERSE_H

#include "Activity.h"
#include "Mind/Transforms/Autodiff.h"

namespace mind::autodiff {

/// What the walks need of the module: derivatives of callees, and whom to tell.
class Functions {
public:
  Functions(mlir::SymbolTable &symbols, const llvm::DenseSet<mlir::Operation *> &derivatives)
      : dependences(symbols, derivatives) {}
  virtual ~Functions();
  virtual mlir::FailureOr<Callee> getPullback(mlir::Operation *call, const llvm::BitVector &operands,
                                              const llvm::BitVector &results) = 0;
  virtual mlir::FailureOr<Callee> getPushForward(mlir::Operation *call, const llvm::BitVector &operands,
                                                 const llvm::BitVector &results) = 0;
  virtual mlir::FailureOr<std::optional<InlinedCall>> inlineCall(mlir::Operation *call) = 0;
  /// Errors of the walk, with the notes that say how the op was reached.
  virtual mlir::InFlightDiagnostic refuse(mlir::Operation *op, llvm::StringRef code, const llvm::Twine &message) = 0;

  Profile profile = Profile::Extended;
  FunctionDependences dependences;
  /// Of the ops that a walk is at.
  const Activity *activity = nullptr;
  unsigned numContributions = 0;
  bool marksGradients = false;
};

class ReverseWalk final : public ReverseContext {
public:
  ReverseWalk(DerivativeBuilder &builder, Functions &functions) : ReverseContext(builder), functions(functions) {}

  mlir::FailureOr<llvm::SmallVector<mlir::Value>> reverse(llvm::ArrayRef<mlir::Operation *> ops,
                                                          llvm::ArrayRef<mlir::Value> outputs,
                                                          llvm::ArrayRef<mlir::Value> cotangents,
                                                          llvm::ArrayRef<mlir::Value> inputs) override;
  bool isActive(mlir::Value value) const override { return functions.activity->isActive(value); }
  mlir::FailureOr<Callee> getPullback(mlir::Operation *call, const llvm::BitVector &operands,
                                      const llvm::BitVector &results) override {
    return functions.getPullback(call, operands, results);
  }
  mlir::FailureOr<std::optional<InlinedCall>> inlineCall(mlir::Operation *call) override {
    return functions.inlineCall(call);
  }

private:
  Functions &functions;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_REVERSE_H
