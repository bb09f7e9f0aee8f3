//===- DifferentiableOpInterface.h - ops with derivatives -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface between the engine of automatic differentiation, which knows no
/// op, and the rules of the ops. Rules are external models, one file a family of
/// ops in lib/Dialect/Mind/Autodiff.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_AUTODIFF_DIFFERENTIABLEOPINTERFACE_H
#define MIND_DIALECT_MIND_AUTODIFF_DIFFERENTIABLEOPINTERFACE_H

#include "Mind/Dialect/Mind/Autodiff/DerivativeBuilder.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include "llvm/ADT/BitVector.h"

#include <optional>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mind::autodiff {

/// Reports that `op` cannot be differentiated, under a code of E41xx.
mlir::InFlightDiagnostic emitRefusal(mlir::Operation *op, llvm::StringRef code, const llvm::Twine &message);

/// Which rules are offered. The core profile refuses `index`, `slice`, `max`, `min`
/// and the gradients of convolutions, as `mindc --autodiff` does; `grad` in the
/// source has them all.
enum class Profile : uint8_t { Core, Extended };

/// The derivative of a function that is called: it takes the operands of the call,
/// then a cotangent (tangent) for each entry of `seeds`, which is a position of a
/// result (an operand). A pullback gives a cotangent for each entry of `wrt`, a
/// position of an operand; a function with tangents gives the results, then a tangent
/// for each entry of `wrt`, a position of a result. Its dims may have other names than
/// those of the function called.
struct Callee {
  mlir::FlatSymbolRefAttr symbol;
  mlir::FunctionType type;
  llvm::SmallVector<unsigned> seeds, wrt;
  /// If there is one, the function to call in the place of that which is differentiated:
  /// behind its results it gives values that the pullback takes behind the arguments.
  mlir::FlatSymbolRefAttr forward;
  mlir::FunctionType forwardType;
};

/// The body of a callee in the place of the call, which is gone. Dims may have other
/// names and sizes than in the call's types: those of the caller.
struct InlinedCall {
  llvm::SmallVector<mlir::Operation *> ops;
  /// What stands for each operand of the call: a value of its own, so that an
  /// argument given twice is told apart.
  llvm::SmallVector<mlir::Value> arguments;
  llvm::SmallVector<mlir::Value> results;
};

/// What the engine offers to buildVJP.
class ReverseContext {
public:
  explicit ReverseContext(DerivativeBuilder &builder) : builder(builder) {}
  virtual ~ReverseContext();

  /// The reverse of `ops`, which stand in a block in this order before the
  /// insertion point: the cotangents of `inputs` (null: zero) from those of
  /// `outputs`. Ops may be replaced by others with the same results.
  virtual mlir::FailureOr<llvm::SmallVector<mlir::Value>> reverse(llvm::ArrayRef<mlir::Operation *> ops,
                                                                  llvm::ArrayRef<mlir::Value> outputs,
                                                                  llvm::ArrayRef<mlir::Value> cotangents,
                                                                  llvm::ArrayRef<mlir::Value> inputs) = 0;

  /// Whether a value of the regions of the op at work is reached by an input and
  /// reaches an output. To be asked before anything else is.
  virtual bool isActive(mlir::Value value) const = 0;

  /// The pullback of the function that `call` calls, for at least the cotangents of
  /// `operands` from those of `results`.
  virtual mlir::FailureOr<Callee> getPullback(mlir::Operation *call, const llvm::BitVector &operands,
                                              const llvm::BitVector &results) = 0;

  /// Puts the body of the callee in the place of `call`, if its values are to be kept
  /// for the reverse walk; else nothing happens.
  virtual mlir::FailureOr<std::optional<InlinedCall>> inlineCall(mlir::Operation *call) = 0;

  DerivativeBuilder &builder;
};

/// What the engine offers to buildJVP.
class ForwardContext {
public:
  explicit ForwardContext(DerivativeBuilder &builder) : builder(builder) {}
  virtual ~ForwardContext();

  /// Whether a value, in the op's regions as well, is reached by an input and reaches an
  /// output: it has a tangent that counts.
  virtual bool isActive(mlir::Value value) const = 0;

  /// Builds the tangents of the ops of `block`, which is a block of a region of the
  /// op, between them.
  virtual mlir::LogicalResult pushForward(mlir::Block *block) = 0;

  /// The tangent of a value (null: zero).
  virtual mlir::Value getTangent(mlir::Value value) const = 0;
  virtual void setTangent(mlir::Value value, mlir::Value tangent) = 0;

  /// The function with tangents for the function that `call` calls, for at least the
  /// tangents of `results` from those of `operands`.
  virtual mlir::FailureOr<Callee> getPushForward(mlir::Operation *call, const llvm::BitVector &operands,
                                                 const llvm::BitVector &results) = 0;

  DerivativeBuilder &builder;
};

} // namespace mind::autodiff

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h.inc"

namespace mind {

/// Attaches the rules of all ops that have derivatives.
void registerAutodiffModels(mlir::DialectRegistry &registry);

} // namespace mind

#endif // MIND_DIALECT_MIND_AUTODIFF_DIFFERENTIABLEOPINTERFACE_H
