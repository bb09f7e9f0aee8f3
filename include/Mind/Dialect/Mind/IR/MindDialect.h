//===- MindDialect.h - the mind dialect -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The class of the dialect, and the traits by which C++ tells its groups of ops
// apart. The groups themselves are explained in MindDialect.td.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDDIALECT_H
#define MIND_DIALECT_MIND_IR_MINDDIALECT_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Mind/Dialect/Mind/IR/MindDialect.h.inc"

namespace mind {

/// On a `func.func`: the names of the parameters in the source.
inline constexpr llvm::StringLiteral kParamsAttrName = "mind.params";

/// On a declaration: what it is the derivative of. A dictionary of `kind` (grad,
/// value_and_grad, pullback or jvp), `of` (the function) and `wrt` (positions of its
/// parameters). mind-resolve-grad gives it a body and takes the attribute away. The
/// kind `value` stands alone: a call is the gradient of the first argument, a value
/// that was computed before, by the others; the pass replaces it.
inline constexpr llvm::StringLiteral kDerivativeAttrName = "mind.derivative";
/// Whether that is a kind of derivative of a function.
bool isDerivativeKind(llvm::StringRef kind);

/// On a `func.func`: `@differentiable`, which has its gradient checked though none is
/// asked for, by all parameters of fractions, or by those whose positions the attribute
/// lists; `@checkpoint`, whose values the gradient computes anew, alone or as a dictionary
/// of `policy` (dots or everything: what is kept), `save` (names of variables that are
/// kept) and `segments` (how many states of a loop are kept at a time); `@custom_grad(g)`,
/// the symbol of the function that is its pullback; and `@custom_grad(g, approximate)`,
/// whose pullback is not that of its body on purpose.
inline constexpr llvm::StringLiteral kDifferentiableAttrName = "mind.differentiable";
inline constexpr llvm::StringLiteral kCheckpointAttrName = "mind.checkpoint";
/// On an op in a function whose checkpoint has `save`: the numbers of its results that are
/// kept. On a loop of one that has `segments`: how many of its states are.
inline constexpr llvm::StringLiteral kSavedAttrName = "mind.saved";
inline constexpr llvm::StringLiteral kSegmentsAttrName = "mind.segments";
inline constexpr llvm::StringLiteral kCustomGradAttrName = "mind.custom_grad";
inline constexpr llvm::StringLiteral kApproximateGradAttrName = "mind.approximate_grad";

/// The 19 ops of the language's core: `op->hasTrait<mind::CoreOp>()`.
template <typename ConcreteType>
class CoreOp : public mlir::OpTrait::TraitBase<ConcreteType, CoreOp> {};

/// Library functions, casts and gradients, which the core needs besides.
template <typename ConcreteType>
class SupportOp : public mlir::OpTrait::TraitBase<ConcreteType, SupportOp> {};

/// Control flow, and the outputs of a script.
template <typename ConcreteType>
class StructureOp : public mlir::OpTrait::TraitBase<ConcreteType, StructureOp> {
};

/// What a program does besides computing values.
template <typename ConcreteType>
class EffectOp : public mlir::OpTrait::TraitBase<ConcreteType, EffectOp> {};

/// All that is seen of a running program: its output, its faults, and where an
/// early exit leaves it. One resource, so that the order of these is kept.
class ObservableResource
    : public mlir::SideEffects::Resource::Base<ObservableResource> {
public:
  llvm::StringRef getName() final { return "MindObservable"; }
};

} // namespace mind

#endif // MIND_DIALECT_MIND_IR_MINDDIALECT_H
