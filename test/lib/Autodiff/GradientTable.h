//===- GradientTable.h - functions with their expected gradients -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of a table of values is a function with, as attributes, lists of dense
/// elements:
///
///   mind_test.arguments    its arguments
///   mind_test.cotangents   one for each result that is a fraction
///   mind_test.gradients    what the pullback must give, for each argument that is one
///   mind_test.tangents     one for each argument that is a fraction
///   mind_test.pushed       what the tangents of its results must be
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_AUTODIFF_GRADIENTTABLE_H
#define MIND_TEST_LIB_AUTODIFF_GRADIENTTABLE_H

#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Transforms/Autodiff.h"

namespace mind::test {

using Tensors = std::vector<rt::Tensor>;

/// One derivative of a row: what it is called with and what it must give.
struct Expectation {
  autodiff::DerivativeKind kind;
  Tensors arguments;
  Tensors expected;
};

/// The derivatives that a row has values for, none if it is no row. Fails with an error
/// at the function where an attribute does not fit its type.
mlir::FailureOr<std::vector<Expectation>> readRow(mlir::func::FuncOp function);

/// The derivative by every parameter that is a fraction.
mlir::FailureOr<mlir::func::FuncOp> derive(autodiff::Differentiator &differentiator, mlir::func::FuncOp function,
                                           autodiff::DerivativeKind kind, bool isBundled);

/// Runs `derivative`; what is wrong with the last results, of which there are as many as
/// expected values. Each element must be that of the table within 1e-12 of the largest
/// of its tensor in f64, 1e-5 in f32; infinities and NaNs must be the same.
std::optional<std::string> check(mlir::ModuleOp module, mlir::func::FuncOp derivative, const Expectation &expectation);

} // namespace mind::test

#endif // MIND_TEST_LIB_AUTODIFF_GRADIENTTABLE_H
