//===- Marks.h - what the instructions do not tell --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which value is the result of a script, and which functions are private, is no matter of
// instructions. A reader has defaults for both, which are right for what the reference
// writes. Where a module is otherwise, the registry `repr_c_structs` has an entry without
// types: `script:no-result`, `script:result`, `pub:NAME` or `private:NAME`.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_MARKS_H
#define MIND_LIB_TARGET_MIC_MARKS_H

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mind::mic {

/// Appends the names of the marks that `module` needs. `inner` are the functions that
/// others call, are not exported and are not `main`. If the module has results that no
/// mark can name, gives one of them.
mlir::Operation *findMarks(mlir::ModuleOp module, llvm::ArrayRef<mlir::func::FuncOp> inner,
                           llvm::SmallVectorImpl<std::string> &marks);

/// Gives a module that was read its result and its private functions, by the defaults and
/// the marks among the entries of a registry. Gives the other entries: `findMarks` of the
/// module finds the marks again.
mlir::ArrayAttr applyMarks(mlir::ModuleOp module, llvm::ArrayRef<mlir::func::FuncOp> inner, mlir::ArrayAttr entries);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_MARKS_H
