//===- Operators.h - operators and resolved operations ----------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_AST_OPERATORS_H
#define MIND_FRONTEND_AST_OPERATORS_H

#include "Mind/Dialect/Mind/IR/ShapeAlgebra.h"

namespace mind::ast {

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

enum class UnaryOp : uint8_t { Neg, Not, BitNot, Ref };

/// Binary operators as written. The dot forms mean the same as the plain ones
/// but accept any scalar on either side.
enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Pow,
  MatMul,
  DotAdd,
  DotSub,
  DotMul,
  DotDiv,
  BitAnd,
  BitOr,
  BitXor,
  Shl,
  Shr,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge
};

/// The operator's source spelling.
llvm::StringRef getSpelling(BinaryOp op);
llvm::StringRef getSpelling(UnaryOp op);
inline bool isComparison(BinaryOp op) { return op >= BinaryOp::Eq; }

/// One kind for each operation that the emitter can make; the names are those
/// of the `mind` dialect's ops. The last group is `arith` on equal types.
enum class OpKind : uint8_t {
  Constant,
  Fill,
  Add,
  Sub,
  Mul,
  Div,
  Sum,
  Mean,
  Reshape,
  Transpose,
  ExpandDims,
  Squeeze,
  Index,
  Slice,
  Gather,
  Dot,
  Matmul,
  Conv2D,
  Relu,
  Mod,
  Shl,
  Shr,
  Max,
  Min,
  Pow,
  Compare,
  Cast,
  Abs,
  Floor,
  Ceil,
  Round,
  Unary,
  IPow,
  ReduceMax,
  Argmax,
  BroadcastTo,
  GatherGrad,
  Insert,
  ReluGrad,
  Conv2DGradInput,
  Conv2DGradFilter,
  And,
  Or,
  Xor,
  /// Logical not of an I1 tensor, or ~ of an integer one.
  Not,
  Select
};

/// "Conv2D" -> "conv2d": the dialect's mnemonic without the `mind.`.
llvm::StringRef getMnemonic(OpKind kind);

enum class UnaryKind : uint8_t { Exp, Log, Log2, Log10, Sqrt, Tanh, Sigmoid, Sin, Cos, Tan, Asin, Acos, Atan };

enum class CmpPredicate : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

using ConvPadding = shape::Padding;

/// End of a slice that runs to the end of a symbolic axis, and a start that is
/// an operand (Insert): the value of mlir::ShapedType::kDynamic.
inline constexpr int64_t kDynamicBound = shape::kOpenEnd;

/// Attributes of an OpExpr; each kind uses those that its dialect op has. All
/// arrays live in the arena. Axes are non-negative and explicit (empty = all).
struct OpAttrs {
  llvm::ArrayRef<int64_t> axes;
  llvm::ArrayRef<int64_t> perm;
  llvm::ArrayRef<int64_t> starts;
  llvm::ArrayRef<int64_t> ends;
  llvm::ArrayRef<int64_t> strides;
  llvm::ArrayRef<int64_t> indices;
  /// top, bottom, left, right; only with ConvPadding::Explicit.
  llvm::ArrayRef<int64_t> pads;
  /// The axis, axes or perm of a Transpose, ExpandDims, Squeeze, Index or Slice as
  /// written, if `isSpelled`: with negative numbers, or none for a reversal.
  llvm::ArrayRef<int64_t> spelling;
  /// Elements of a Constant, row major, in one of the two; they are converted to
  /// the element type as literals are.
  llvm::ArrayRef<double> floats;
  llvm::ArrayRef<int64_t> ints;
  int64_t axis = 0;
  int64_t exponent = 0;
  /// Value of a Fill; converted to the element type on use.
  double value = 0;
  /// False for a fill whose value does not matter.
  bool hasValue = false;
  bool keepdims = false;
  bool isSpelled = false;
  CmpPredicate predicate = CmpPredicate::Eq;
  UnaryKind unary = UnaryKind::Exp;
  ConvPadding padding = ConvPadding::Valid;
};

} // namespace mind::ast

#endif // MIND_FRONTEND_AST_OPERATORS_H
