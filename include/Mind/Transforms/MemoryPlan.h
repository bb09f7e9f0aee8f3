//===- MemoryPlan.h - What functions keep, and why --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A report on a module that is prepared for code: how many bytes each function needs
/// at a time, and which values take them then.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TRANSFORMS_MEMORYPLAN_H
#define MIND_TRANSFORMS_MEMORYPLAN_H

#include "mlir/IR/BuiltinOps.h"

namespace mind {

/// Writes the report, functions in the order of the module.
void printMemoryPlan(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace mind

#endif // MIND_TRANSFORMS_MEMORYPLAN_H
