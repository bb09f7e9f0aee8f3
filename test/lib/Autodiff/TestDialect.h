//===- TestDialect.h - ops whose derivatives are wrong ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_AUTODIFF_TESTDIALECT_H
#define MIND_TEST_LIB_AUTODIFF_TESTDIALECT_H

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "TestDialect.h.inc"

#define GET_OP_CLASSES
#include "TestOps.h.inc"

namespace mind::test {

/// The passes of this folder, each beside its own description.
void registerCheckGradientValues();
void registerListDifferentiableOps();
void registerMutateRules();

} // namespace mind::test

#endif // MIND_TEST_LIB_AUTODIFF_TESTDIALECT_H
