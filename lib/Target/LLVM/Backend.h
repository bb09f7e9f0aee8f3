//===- Backend.h - the steps of the LLVM path -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_LLVM_BACKEND_H
#define MIND_LIB_TARGET_LLVM_BACKEND_H

#include "Mind/Pipelines/Pipelines.h"
#include "Mind/Target/LLVM/LLVMTarget.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

namespace mind {

/// What the host sees of a lowered module.
struct LoweredModule {
  llvm::SmallVector<EntryPoint> entries;
};

/// Runs all stages on `module`, whose public functions become entry points. False
/// with E5002.
bool lowerModule(mlir::ModuleOp module, LoweredModule &lowered, rt::Fault &fault);

/// Leaves `function` as the only public one and drops what it does not need.
void dropAllBut(mlir::ModuleOp module, llvm::StringRef function);

llvm::Triple getTargetTriple();

/// The machine that code is made for: no contraction of operations, no fast-math.
std::unique_ptr<llvm::TargetMachine> createTargetMachine(llvm::StringRef cpu);

/// LLVM IR, optimised. Only what C calls stays visible, and `__mind_entry_*` if
/// `keepsEntries`. Null with E5002.
std::unique_ptr<llvm::Module> translateModule(mlir::ModuleOp module, llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine, bool keepsEntries, rt::Fault &fault);

bool writeObject(llvm::Module &module, llvm::TargetMachine &machine, llvm::raw_pwrite_stream &os);

/// Links the object at `object` with the runtime. False with E5001.
bool linkNative(llvm::StringRef object, llvm::StringRef output, bool isShared, rt::Fault &fault);

/// Whether C can call all of these: names that are free and differ, results whose
/// extents a caller knows. False with E5002.
bool checkExports(llvm::ArrayRef<EntryPoint> entries, const llvm::Triple &triple, rt::Fault &fault);

} // namespace mind

#endif // MIND_LIB_TARGET_LLVM_BACKEND_H
