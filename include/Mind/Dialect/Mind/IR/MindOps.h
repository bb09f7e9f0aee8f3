//===- MindOps.h - ops of the mind dialect ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDOPS_H
#define MIND_DIALECT_MIND_IR_MINDOPS_H

#include "Mind/Dialect/Mind/IR/MindAttributes.h"
#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Dialect/Mind/IR/MindTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mind {
class IfOp;
class WhileOp;
} // namespace mind

#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindOps.h.inc"
#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindSupportOps.h.inc"
#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindGradOps.h.inc"
#define GET_OP_CLASSES
#include "Mind/Dialect/Mind/IR/MindStructureOps.h.inc"

namespace mind {

/// The loop that `op`, a `mind.break` or `mind.continue`, belongs to: the
/// nearest one in whose second region it stands, with only `mind.if` between.
/// Null if there is none.
WhileOp getEnclosingLoop(mlir::Operation *op);

/// The value of a tensor that has one for all elements: what `mind.fill` and a
/// splat `mind.constant` make, as an attribute of the storage type (q16: the
/// raw bits as i32). Null if `value` is not such a tensor.
mlir::TypedAttr getSplatValue(mlir::Value value);

/// `value`, an f64, converted to the element type as `mind.fill` does it.
mlir::TypedAttr convertFillValue(double value, mlir::Type elementType);

} // namespace mind

#endif // MIND_DIALECT_MIND_IR_MINDOPS_H
