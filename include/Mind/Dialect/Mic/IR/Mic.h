//===- Mic.h - what mic holds and mind does not -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The op `mind.mic.carrier`, which an extension adds to the `mind` dialect, and the
/// discardable attributes by which a module remembers how a mic@3 file spells it.
/// docs/Mic3.md says what each of them means.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIC_IR_MIC_H
#define MIND_DIALECT_MIC_IR_MIC_H

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Target/Mic/Format/Format.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Mind/Dialect/Mic/IR/MicOps.h.inc"

namespace mind {

/// Adds `mind.mic.carrier` to the `mind` dialect of the contexts of the registry.
void registerMicExtension(mlir::DialectRegistry &registry);

/// The same for one context, whose `mind` dialect is loaded if it is not.
void loadMicExtension(mlir::MLIRContext &context);

namespace mic {

/// The opcode of that name, `ConstI64`.
std::optional<Opcode> getOpcode(llvm::StringRef name);

/// The id of the one value that the encoding of an op defines.
inline constexpr llvm::StringLiteral kIdAttrName = "mic.id";
/// The ids that the encoding of an op defines, in the order of definition, if they are
/// not one. On a `func.func`: those of the parameters.
inline constexpr llvm::StringLiteral kIdsAttrName = "mic.ids";
/// On a module: the next free id of the top-level stream.
inline constexpr llvm::StringLiteral kNextIdAttrName = "mic.next_id";
/// On a module: the names in the list of exports.
inline constexpr llvm::StringLiteral kExportsAttrName = "mic.exports";
/// On a module: the registries, as arrays of [name, payload].
inline constexpr llvm::StringLiteral kStructsAttrName = "mic.structs";
inline constexpr llvm::StringLiteral kArraysAttrName = "mic.arrays";
inline constexpr llvm::StringLiteral kReprAttrName = "mic.repr";
/// On a module or a `func.func`: the table of value types.
inline constexpr llvm::StringLiteral kTypesAttrName = "mic.types";
/// On a `func.func`: the reap threshold, an f64.
inline constexpr llvm::StringLiteral kReapAttrName = "mic.reap";
/// On a `func.return`, unit: the value is the last of the body, with no Return.
inline constexpr llvm::StringLiteral kTailAttrName = "mic.tail";
/// On a constant of rank 0: "int" if an integer literal is written as ConstI64.
inline constexpr llvm::StringLiteral kLiteralAttrName = "mic.literal";
/// On a `mind.if`: how many of the ops before it are the stream of its condition.
inline constexpr llvm::StringLiteral kCondAttrName = "mic.cond";
/// On a `mind.if`: how many of the first results are its value (0 or 1).
inline constexpr llvm::StringLiteral kValuesAttrName = "mic.values";
/// On a `mind.if` or `mind.while`: the names of the merged values, of the variables.
inline constexpr llvm::StringLiteral kNamesAttrName = "mic.names";
/// How the file writes what the op has in its normal form.
inline constexpr llvm::StringLiteral kPermAttrName = "mic.perm";
inline constexpr llvm::StringLiteral kAxisAttrName = "mic.axis";
inline constexpr llvm::StringLiteral kAxesAttrName = "mic.axes";
inline constexpr llvm::StringLiteral kDimsAttrName = "mic.dims";

} // namespace mic
} // namespace mind

#endif // MIND_DIALECT_MIC_IR_MIC_H
