//===- ComplexStep.h - derivatives without rules ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An evaluator that knows what the ops compute, on complex numbers, and no rule of
/// differentiation. Of arguments `x + i h v` the results are `y + i h dy` with the
/// derivative `dy` along v, but for terms of the order of h * h; with h = 1e-30 they
/// are far below the last digit, and since nothing is subtracted no digit is lost. Ops
/// that are not analytic ask the real part alone, so that at a tie they follow the
/// operand that the op takes.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_RANDOMPROGRAMS_COMPLEXSTEP_H
#define MIND_TEST_LIB_RANDOMPROGRAMS_COMPLEXSTEP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <complex>
#include <string>
#include <vector>

namespace mind::test {

using Complex = std::complex<double>;

constexpr double kStep = 1e-30;

/// Integers, and truth values as 0 and 1, are real parts. A scalar has no dims.
struct ComplexTensor {
  llvm::SmallVector<int64_t> shape;
  std::vector<Complex> data;
};

struct ComplexOutcome {
  std::vector<ComplexTensor> results;
  /// Why the results tell nothing about the derivative: an op was asked close to where
  /// it has none, or the numbers grew out of bounds. Empty if they do.
  std::string wildness;
  /// The greatest absolute value of all derivatives on the way.
  double largest = 0;
};

/// Runs a function of f64, i64 and i1 whose control flow is scf. Ends the process with
/// an op that it does not know.
ComplexOutcome runComplex(mlir::func::FuncOp function, llvm::ArrayRef<ComplexTensor> arguments);

} // namespace mind::test

#endif // MIND_TEST_LIB_RANDOMPROGRAMS_COMPLEXSTEP_H
