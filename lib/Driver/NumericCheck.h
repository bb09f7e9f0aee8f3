//===- NumericCheck.h - Gradients against difference quotients --*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_NUMERICCHECK_H
#define MIND_LIB_DRIVER_NUMERICCHECK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mind::driver {

/// Checks the derivatives of `function` by the parameters `wrt` on the interpreter:
/// at eight points, which are the same in each run, for tangents v and cotangents u,
///
///     <u, J v> = <J^T u, v> = <u, (f(x + h v) - f(x - h v)) / 2h>
///
/// must hold, up to rounding, of the tangent J v that the forward mode gives and the
/// cotangent J^T u that the reverse mode gives. A quotient counts only where that of
/// h/2 agrees with it: not beside a kink, nor where it drowns in rounding. Extents
/// that have a name are small numbers, integers are 0 or 1.
///
/// Fails with the error E4102 at the function where they differ. W4103 says that
/// there was nothing to compare: the function cannot be evaluated at any point.
/// The module stays as it is.
mlir::LogicalResult checkNumerically(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> wrt);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_NUMERICCHECK_H
