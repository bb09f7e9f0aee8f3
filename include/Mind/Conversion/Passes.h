//===- Passes.h - passes from the mind dialect to others --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_CONVERSION_PASSES_H
#define MIND_CONVERSION_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mind {

#define GEN_PASS_DECL
#include "Mind/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Mind/Conversion/Passes.h.inc"

} // namespace mind

#endif // MIND_CONVERSION_PASSES_H
