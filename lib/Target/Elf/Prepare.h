//===- Prepare.h - a module cut to what is compiled -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_PREPARE_H
#define MIND_LIB_TARGET_ELF_PREPARE_H

#include "Mind/Runtime/Fault.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>

namespace mind::elf {

/// Leaves `function` as the only public one.
void keepOnly(mlir::ModuleOp module, llvm::StringRef function);

/// Gives named dims of `function`, and those of all that it calls, their sizes. False
/// with E6005.
bool bindDims(mlir::ModuleOp module, llvm::StringRef function, const std::map<std::string, int64_t> &dims,
              rt::Fault &fault);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_PREPARE_H
