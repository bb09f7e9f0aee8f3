//===- Script.h - what stands among the statements of a script --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIC_IR_SCRIPT_H
#define MIND_DIALECT_MIC_IR_SCRIPT_H

#include "mlir/IR/Operation.h"

namespace mind::mic {

/// Whether `op`, of a module's body, only shows that a statement has no value: a constant
/// 0 of i64 or one of its outputs, none of which is a result.
bool isScaffold(mlir::Operation &op);

} // namespace mind::mic

#endif // MIND_DIALECT_MIC_IR_SCRIPT_H
