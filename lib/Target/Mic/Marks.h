//===- Marks.h - what the instructions do not tell --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which value is the result of a script, and which functions are private, is no matter of
// instructions. A reader has defaults for both, which are right for what the reference
// writes. Where a module is otherwise, the registry `repr_c_structs` has an entry without
// types: `script:no-result`, `script:result`, `pub:NAME` or `private:NAME`. So it has for
// what a function says of its gradient: `differentiable:NAME`, `checkpoint:NAME` and
// `custom_grad:NAME`, whose words are the names of types.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_MARKS_H
#define MIND_LIB_TARGET_MIC_MARKS_H

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mind::mic {

struct Mark {
  std::string name;
  llvm::SmallVector<std::string, 1> words;
};

/// The payload of the entry of a mark.
mlir::ArrayAttr getPayload(mlir::MLIRContext *context, const Mark &mark);

/// The function that is the gradient of another one; empty if there is none.
llvm::StringRef getCustomGrad(mlir::func::FuncOp function);

/// Appends the marks that `module` needs. `inner` are the functions that others use, are
/// not exported and are not `main`. If the module has results that no mark can name, gives
/// one of them.
mlir::Operation *findMarks(mlir::ModuleOp module, llvm::ArrayRef<mlir::func::FuncOp> inner,
                           llvm::SmallVectorImpl<Mark> &marks);

/// Gives a module that was read its result, its private functions and what they say of
/// their gradients, by the defaults and the marks among the entries of a registry. `inner`
/// are functions as above but for custom gradients, which `isInner` tells. Gives the other
/// entries: `findMarks` of the module finds the marks again.
mlir::ArrayAttr applyMarks(mlir::ModuleOp module, llvm::SmallVectorImpl<mlir::func::FuncOp> &inner,
                           llvm::function_ref<bool(llvm::StringRef)> isInner, mlir::ArrayAttr entries);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_MARKS_H
