//===- Impl.h - the derivatives of one module -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_AUTODIFF_IMPL_H
#define MIND_LIB_TRANSFORMS_AUTODIFF_IMPL_H

#include "Laws.h"
#include "Reverse.h"

#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/StringMap.h"

namespace mind::autodiff {

/// A derivative to be made: what is asked for, and of which results the cotangents
/// (of which operands the tangents) come in.
struct Plan {
  mlir::func::FuncOp function;
  DerivativeKind kind;
  llvm::SmallVector<unsigned> wrt;
  /// Pullback: positions of results.
  llvm::SmallVector<unsigned> seeds;
  Verification verification = Verification::Static;
  bool isBundled = false;
  bool allowsShapedResult = false;
  /// Asked for by the program, not for the sake of a call.
  bool isRequest = false;
  /// Pullback: values that a checkpoint keeps come in between the arguments and the
  /// cotangents.
  bool takesKept = false;
};

/// The types of the derivative.
mlir::FunctionType getPlanType(const Plan &plan);

/// Erases ops of the function that nothing reads, but for those in `kept`, and casts
/// of a type to itself.
inline bool hasCustomGrad(mlir::func::FuncOp function) { return function->hasAttr(kCustomGradAttrName); }

/// Whether a pullback computes the values of the function again.
bool isCheckpoint(mlir::func::FuncOp function);
/// Whether, of these, some are to be kept.
bool keepsValues(mlir::func::FuncOp function);
/// Says at the loops of a function how many states of them are kept, if its checkpoint does.
void markLoops(mlir::func::FuncOp function);

/// Counted loops as loops with a condition; what counts without a sign stays.
void lowerForLoops(mlir::func::FuncOp function);

/// Control flow as scf.if and scf.while.
mlir::LogicalResult lowerStructure(mlir::func::FuncOp function);

/// Drops what a derivative computes twice or in vain, without a change of its bits.
void simplify(mlir::func::FuncOp function);

void eraseUnread(mlir::func::FuncOp function, const llvm::DenseSet<mlir::Operation *> &kept);

class Differentiator::Impl final : public Functions {
public:
  explicit Impl(mlir::ModuleOp module) : Functions(symbols, derivatives), module(module), symbols(module) {}

  mlir::FailureOr<mlir::func::FuncOp> build(const DerivativeRequest &request, llvm::StringRef symbol,
                                            DerivativeReport *report);
  mlir::LogicalResult fill(mlir::func::FuncOp declaration, const DerivativeRequest &request,
                           DerivativeReport *report);

  mlir::LogicalResult check(const DerivativeRequest &request);

  mlir::FailureOr<Callee> getPullback(mlir::Operation *call, const llvm::BitVector &operands,
                                      const llvm::BitVector &results) override;
  mlir::FailureOr<Callee> getPushForward(mlir::Operation *call, const llvm::BitVector &operands,
                                         const llvm::BitVector &results) override;
  mlir::FailureOr<std::optional<InlinedCall>> inlineCall(mlir::Operation *call) override;
  mlir::InFlightDiagnostic refuse(mlir::Operation *op, llvm::StringRef code, const llvm::Twine &message) override;

private:
  /// Body.cpp.
  mlir::LogicalResult emitBody(mlir::func::FuncOp derivative, const Plan &plan, DerivativeReport *report);
  mlir::LogicalResult emitReverse(mlir::func::FuncOp derivative, const Plan &plan, DerivativeReport *report);
  mlir::LogicalResult emitForward(mlir::func::FuncOp derivative, const Plan &plan);
  /// A copy of the function to build its derivative from: in scf, and simplified if it
  /// is a derivative itself, so that orders do not repeat the work of those below.
  mlir::FailureOr<mlir::OwningOpRef<mlir::func::FuncOp>> copyForDerivative(mlir::func::FuncOp function);
  mlir::LogicalResult checkRequest(const Plan &plan);
  mlir::LogicalResult checkEffects(const Plan &plan);
  mlir::LogicalResult checkReach(mlir::func::FuncOp derivative, const Plan &plan, llvm::ArrayRef<mlir::Value> outputs,
                                 DerivativeReport *report);
  mlir::LogicalResult checkLaws(mlir::func::FuncOp derivative, const Plan &plan, llvm::ArrayRef<mlir::Value> seeds,
                                llvm::ArrayRef<mlir::Value> gradients);

  /// Callees.cpp. The function that a call calls, if it has a derivative.
  mlir::FailureOr<mlir::func::FuncOp> getDifferentiableCallee(mlir::Operation *call);
  mlir::FailureOr<mlir::func::FuncOp> getDifferentiable(mlir::Operation *call, llvm::StringRef name);
  /// Checkpoints.cpp. For a pullback: which values of its function it takes, by number
  /// among those of `findKept`, and the function that gives them, once it is made.
  struct Keeping {
    llvm::SmallVector<unsigned> kept;
    mlir::func::FuncOp function;
  };
  /// The values in a body of the function that its checkpoint wants kept.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> findKept(mlir::func::FuncOp function, mlir::Block &body);
  /// Makes arguments of such values, which are operands of the terminator behind the
  /// results.
  mlir::LogicalResult takeKept(mlir::func::FuncOp derivative, const Plan &plan, unsigned numResults);
  /// The copy of `function` that gives what its pullback takes.
  mlir::FailureOr<mlir::func::FuncOp> getKeeping(mlir::func::FuncOp function, mlir::func::FuncOp helper);
  mlir::FailureOr<mlir::func::FuncOp> getHelper(mlir::Operation *call, const Plan &plan);

  /// CustomGradients.cpp. A function that stands for the pullback of another.
  struct CustomGradient {
    mlir::func::FuncOp function;
    /// Whether it is linear in the cotangents, as far as the law can tell.
    bool isLinear = true;
  };
  mlir::FailureOr<CustomGradient> getCustomGradient(mlir::Location use, mlir::func::FuncOp function);
  mlir::FailureOr<Callee> getCustomPullback(mlir::Operation *call, mlir::func::FuncOp callee);
  mlir::LogicalResult emitCustomForward(mlir::func::FuncOp derivative, const Plan &plan);
  mlir::func::FuncOp lookup(llvm::StringRef name) { return symbols.lookup<mlir::func::FuncOp>(name); }
  bool hasPrint(mlir::func::FuncOp function, llvm::DenseSet<mlir::Operation *> &visited);

  /// A private function with the body of the plan; on failure nothing stays of it.
  void eraseHelpers(size_t numKept);
  mlir::FailureOr<mlir::func::FuncOp> make(const Plan &plan, llvm::StringRef symbol, DerivativeReport *report);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  /// Helpers by what they are.
  llvm::StringMap<mlir::func::FuncOp> helpers;
  /// The keys of `helpers`, in the order in which they were made.
  llvm::SmallVector<std::string> helperKeys;
  llvm::StringMap<LinearCallee> linearCallees;
  /// By the pullbacks that have them.
  llvm::StringMap<Keeping> keepings;
  /// By the functions that have them.
  llvm::StringMap<CustomGradient> customGradients;
  /// Functions that are derivatives, whose own comparisons and casts are no cuts.
  llvm::DenseSet<mlir::Operation *> derivatives;
  /// Of the body at work.
  llvm::DenseSet<mlir::Operation *> generatedOps;
  llvm::SmallVector<mlir::Location> calls;
  size_t numInlinedOps = 0;
};

} // namespace mind::autodiff

#endif // MIND_LIB_TRANSFORMS_AUTODIFF_IMPL_H
