//===- Autodiff.h - derivatives of functions --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The engine of automatic differentiation: source transformation of `func.func`s
/// whose control flow is `scf` and calls. It knows no op; what it asks of one is
/// DifferentiableOpInterface.
///
/// The body of a derivative is that of the function, and after it the ops of the
/// reverse walk (or, for a jvp, the tangents between them). So every value that a
/// rule reads is there under its own name, and what nothing reads is dropped at
/// the end. The order in which contributions are added is frozen: users in reverse
/// order of the program, operands of one user from left to right.
///
/// What cannot be differentiated is refused with an error at the op, never with a
/// zero. Errors begin with their code in brackets, as in
/// `[E4101] unsupported operation for autodiff: mod`; warnings in the same way
/// with `[W4101]`. Notes that begin with `help: ` are advice.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TRANSFORMS_AUTODIFF_H
#define MIND_TRANSFORMS_AUTODIFF_H

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>

namespace mind::autodiff {

/// See DerivativeRequest::marksGradients.
inline constexpr char kGradientMark[] = "mind.gradient";

enum class DerivativeKind : uint8_t {
  /// `(args...) -> (gradients of the only result)`.
  Grad,
  /// `(args...) -> (result, gradients)`.
  ValueAndGrad,
  /// `(args..., cotangent of each result) -> (cotangents)`.
  Pullback,
  /// `(args..., tangents) -> (results..., their tangents)`.
  Jvp
};

/// `grad`, `value_and_grad`, `pullback`, `jvp`.
llvm::StringRef getKindName(DerivativeKind kind);
std::optional<DerivativeKind> parseKind(llvm::StringRef name);

/// What is checked of a derivative after it is made: nothing, or the laws of
/// types, linearity and coverage.
enum class Verification : uint8_t { None, Static };

struct DerivativeRequest {
  /// Has a body.
  mlir::func::FuncOp function;
  DerivativeKind kind = DerivativeKind::Grad;
  /// Positions of parameters, in the order of what belongs to them.
  llvm::SmallVector<unsigned> wrt;
  Profile profile = Profile::Extended;
  Verification verification = Verification::Static;
  /// Keeps the ops of the function that the derivative does not read.
  bool isBundled = false;
  /// A gradient of a result that is no scalar is that of the sum of its elements.
  bool allowsShapedResult = false;
  /// An operation that makes the gradient of what others give has a fused location with
  /// the mark kGradientMark: its own, then theirs.
  bool marksGradients = false;
};

/// What `--explain-grad` shows.
struct DerivativeReport {
  /// A place where a derivative is zero by definition and stops there.
  struct Cut {
    mlir::Location loc;
    /// "cast to i32", "floor", "comparison".
    std::string reason;
  };
  llvm::SmallVector<Cut> cuts;
  /// Positions in `wrt` whose gradient is zero whatever the arguments are, since
  /// no path of the program leads from there to the result.
  llvm::SmallVector<unsigned> zeros;
  /// The number of (operand, use) edges that got a contribution.
  unsigned numContributions = 0;
  /// Functions that were made for callees.
  llvm::SmallVector<std::string> helpers;
};

/// The positions of the parameters that `text` lists by name or number, or of all that
/// can be differentiated by if it is empty. Fails with an error at the function.
mlir::FailureOr<llvm::SmallVector<unsigned>> parseWrt(mlir::func::FuncOp function, llvm::StringRef text);

/// Positions of the types that have derivatives.
llvm::SmallVector<unsigned> getDifferentiablePositions(mlir::TypeRange types);

/// The parameters that `@differentiable` promises: those of fractions, or those that it
/// lists.
llvm::SmallVector<unsigned> getPromisedPositions(mlir::func::FuncOp function);

/// The type of the derivative.
mlir::FunctionType getDerivativeType(const DerivativeRequest &request);

/// Makes derivatives of the functions of one module. Derivatives of callees are
/// made once for each choice of active arguments, as private functions.
class Differentiator {
public:
  explicit Differentiator(mlir::ModuleOp module);
  ~Differentiator();

  /// Makes the derivative as a function `symbol`, private, behind the function that
  /// it belongs to. Nothing but errors is left behind by a failure.
  mlir::FailureOr<mlir::func::FuncOp> build(const DerivativeRequest &request, llvm::StringRef symbol,
                                            DerivativeReport *report = nullptr);

  /// Gives `declaration`, which has the type of the derivative but for the names of
  /// dims, its body. It stays as it is if that fails.
  mlir::LogicalResult fill(mlir::func::FuncOp declaration, const DerivativeRequest &request,
                           DerivativeReport *report = nullptr);

  /// Reports what keeps the function from being differentiated, if anything does: the
  /// check of `@differentiable`.
  mlir::LogicalResult check(mlir::func::FuncOp function);

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// Takes away what ops say of checkpoints, which nothing reads once gradients are made.
void eraseCheckpointMarks(mlir::ModuleOp module);

} // namespace mind::autodiff

#endif // MIND_TRANSFORMS_AUTODIFF_H
