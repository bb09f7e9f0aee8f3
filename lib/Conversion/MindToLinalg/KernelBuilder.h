//===- KernelBuilder.h - own loop nests on tensors --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the kernels of contractions, reductions and selections are written with:
/// index arithmetic that folds what is known, scf.for over tensors and vectors,
/// and reads and writes of a run of elements along the last dim.
///
/// A run of width 1 is a scalar and not a vector, so that a kernel has one text
/// for both. Widths are in elements.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOLINALG_KERNELBUILDER_H
#define MIND_LIB_CONVERSION_MINDTOLINALG_KERNELBUILDER_H

#include "Patterns.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mind {

class KernelBuilder : public mlir::ImplicitLocOpBuilder {
public:
  KernelBuilder(mlir::Location loc, const mlir::OpBuilder &builder) : ImplicitLocOpBuilder(loc, builder) {}

  using Values = llvm::SmallVector<mlir::Value>;

  //===--------------------------------------------------------------------===//
  // Index arithmetic. Divisors are positive, and dividends are not negative.
  //===--------------------------------------------------------------------===//

  mlir::Value index(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, int64_t rhs) { return add(lhs, index(rhs)); }
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, int64_t rhs) { return mul(lhs, index(rhs)); }
  mlir::Value min(mlir::Value lhs, mlir::Value rhs);
  mlir::Value max(mlir::Value lhs, mlir::Value rhs);
  mlir::Value div(mlir::Value lhs, int64_t rhs);
  mlir::Value rem(mlir::Value lhs, int64_t rhs);
  mlir::Value ceilDiv(mlir::Value lhs, int64_t rhs) { return div(add(lhs, rhs - 1), rhs); }
  /// `value` without its remainder by `factor`.
  mlir::Value roundDown(mlir::Value value, int64_t factor) { return mul(div(value, factor), factor); }

  /// The extent of a dim, a constant where the type has it.
  mlir::Value size(mlir::Value tensor, int64_t dim);
  Values sizes(mlir::Value tensor);

  //===--------------------------------------------------------------------===//
  // Elements and runs
  //===--------------------------------------------------------------------===//

  /// The type of a run: `element` for a width of 1.
  static mlir::Type getRunType(mlir::Type element, int64_t width);
  /// A run of zeros (+0).
  mlir::Value zeros(mlir::Type element, int64_t width);
  /// A run of one scalar.
  mlir::Value broadcast(mlir::Value scalar, int64_t width);

  /// A run of `tensor` from `indices`, along the last dim. What lies beyond the end
  /// of that dim, where `isFull` does not rule it out, is `padding`, or 0.
  mlir::Value read(mlir::Value tensor, mlir::ValueRange indices, int64_t width, bool isFull, mlir::Value padding = {});
  /// The tensor with a run replaced; nothing beyond the end is written.
  mlir::Value write(mlir::Value run, mlir::Value tensor, mlir::ValueRange indices, bool isFull);

  /// lhs + rhs of numbers, floats or wrapping integers; scalars or vectors.
  mlir::Value plus(mlir::Value lhs, mlir::Value rhs);
  /// a * b + c: one rounding for floats, wrapping for integers.
  mlir::Value fma(mlir::Value a, mlir::Value b, mlir::Value c);

  //===--------------------------------------------------------------------===//
  // Loops. A body is called once; its values are the next carried ones.
  //===--------------------------------------------------------------------===//

  using Body = llvm::function_ref<Values(mlir::Value iv, mlir::ValueRange carried)>;
  Values loop(mlir::Value lower, mlir::Value upper, int64_t step, mlir::ValueRange inits, Body body);

  /// Nested loops over all indices below `extents`, the last one innermost.
  using NestBody = llvm::function_ref<Values(mlir::ValueRange ivs, mlir::ValueRange carried)>;
  Values nest(mlir::ValueRange extents, mlir::ValueRange inits, NestBody body);

  //===--------------------------------------------------------------------===//
  // Tensors
  //===--------------------------------------------------------------------===//

  /// A tensor of new memory.
  mlir::Value empty(mlir::ValueRange extents, mlir::Type element);
  /// Every element (or the scalar) through `body`; `element` is the result's type.
  using ElementBody = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::Value)>;
  mlir::Value map(mlir::Value value, mlir::Type element, ElementBody body);

  /// Groups of neighbouring dims, each as [first, last), as one dim each.
  using Groups = llvm::ArrayRef<std::pair<int64_t, int64_t>>;
  mlir::Value collapse(mlir::Value tensor, Groups groups);
  /// The inverse: `extents` are those of the result.
  mlir::Value expand(mlir::Value tensor, Groups groups, mlir::ValueRange extents);
};

} // namespace mind

#endif // MIND_LIB_CONVERSION_MINDTOLINALG_KERNELBUILDER_H
