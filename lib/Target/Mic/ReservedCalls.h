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
/// This is the one table of those names; docs/Mic3.md shows it. If the module defines a
/// function of the whole name, `__mind_` is put before it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_RESERVEDCALLS_H
#define MIND_LIB_TARGET_MIC_RESERVEDCALLS_H

#include "Mind/Dialect/Mind/IR/MindOps.h"

namespace mind::mic {

inline constexpr llvm::StringLiteral kReservedPrefix = "__mind_";

enum class ReservedKind : uint8_t {
  // base                            operands             op
  Unary,          // exp log ...     x                    mind.unary
  Abs,            // abs             x                    mind.abs
  Floor,          // floor           x                    mind.floor
  Ceil,           // ceil            x                    mind.ceil
  Round,          // round           x                    mind.round
  IPow,           // ipow.N          x                    mind.ipow
  Cast,           // cast.TYPE       x                    mind.cast
  Max,            // max             a, b                 mind.max
  Min,            // min             a, b                 mind.min
  Pow,            // pow             a, b                 mind.pow
  Select,         // select          c, a, b              arith.select
  TensorCast,     // tensor.cast[DIMS]      x             tensor.cast
  ReduceMax,      // reduce_max[AXES], reduce_max[AXES;keepdims]     x
  Argmax,         // argmax[AXIS], argmax[AXIS;keepdims]             x
  BroadcastTo,    // broadcast_to[DIMS]                   x
  GatherGrad,     // gather_grad[AXIS;DIMS]               grad, indices
  Insert,         // insert[AXES;STARTS;STRIDES]          dest, source, starts...
  ConvPad,        // conv2d.pad[PADS;STRIDES]             input, filter
  ConvGradInput,  // conv2d_grad_input[STRIDES;PADDING;DIMS]         grad, filter
  ConvGradFilter, // conv2d_grad_filter[STRIDES;PADDING;DIMS]        input, grad
  Print,          // print["FORMAT"]                      values...
  Assert,         // assert["MESSAGE"]                    c
  // These are no ops. See docs/Mic3.md.
  Copy,    // copy                x                    an initial value of a loop
  Tuple,   // tuple               values...            several values returned
  TupleGet // tuple.get.N         a call               result N of a call
};

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
  std::string text;

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
