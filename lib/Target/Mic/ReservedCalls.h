//===- ReservedCalls.h - ops that mic holds as calls ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most ops beside the core have no opcode. They are written as a Call of a reserved
/// name, which holds the op's attributes in brackets:
///
///     name        ::= base | base '[' group (';' group)* ']'
///     group       ::= (item (',' item)*)?
///     item        ::= number | '?' | identifier | quoted string
///
/// The table of bases is Format/ReservedNames.def; docs/Mic3.md shows it. If the module
/// defines a function of the whole name, `__mind_` is put before it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_RESERVEDCALLS_H
#define MIND_LIB_TARGET_MIC_RESERVEDCALLS_H

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Target/Mic/Format/Format.h"

namespace mind::mic {

/// A name taken apart. Only the fields that the kind has are set.
struct ReservedCall {
  ReservedKind kind;
  UnaryKind unary = UnaryKind::Exp;
  /// Cast.
  DType type = DType::F32;
  bool keepdims = false;
  /// Convolutions. PADDING is `valid`, `same` or four pads.
  ConvPadding padding = ConvPadding::Explicit;
  /// The exponent of IPow, N of TupleGet, AXIS.
  int64_t number = 0;
  /// A start of `?` is ShapedType::kDynamic.
  llvm::SmallVector<int64_t, 4> axes, starts, strides, pads;
  /// A number, or a name.
  llvm::SmallVector<std::pair<int64_t, std::string>, 4> dims;
  /// A format or message; the kind of a derivative, and of which function it is one.
  std::string text, of;

  /// DIMS as the shape algebra has them; names live as long as this.
  shape::Shape getDims() const;
};

/// Takes a name apart, without the prefix. False if it is not a reserved one.
bool parseReservedName(llvm::StringRef name, ReservedCall &call);

/// Whether `count` operands are as many as the call has.
bool fitsOperandCount(const ReservedCall &call, size_t count);

/// Builds the op of a call that is one, with the type of its result inferred. Null if
/// the operands are too many or few or the result has no type; the caller verifies it
/// otherwise, as the verifier would refuse it. Nothing is reported.
mlir::Operation *buildReservedCall(mlir::OpBuilder &builder, mlir::Location loc, const ReservedCall &call,
                                   mlir::ValueRange operands);

/// Appends the name of the call that `op` is written as; its operands are the op's.
/// False if it is not written as one.
bool appendReservedName(mlir::Operation *op, llvm::SmallVectorImpl<char> &name);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_RESERVEDCALLS_H
