//===- Entry.h - where compilation begins -----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What every back end does before its own work: it finds the function that a program
/// begins with, makes it the only public one, and gives named dims their extents.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_ENTRY_ENTRY_H
#define MIND_TARGET_ENTRY_ENTRY_H

#include "Mind/Runtime/Fault.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <string>

namespace mind {

/// Extents by the names of dims.
using DimSizes = std::map<std::string, int64_t>;

/// Puts the statements of a script into a function. False with E5002.
bool outlineModule(mlir::ModuleOp module, rt::Fault &fault);

/// The function `name`, or, where that is empty, what the program begins with, whose name
/// it then is; made public. Null with E5001, which says what it was wanted for: there are no
/// statements to `purpose`, there is no function to `use`.
mlir::func::FuncOp findEntry(mlir::ModuleOp module, std::string &name, llvm::StringRef purpose, llvm::StringRef use,
                             rt::Fault &fault);

/// Outlines scripts, makes control flow structured, simplifies: what all code is made of.
/// Loads the dialects that this takes. False with E5002.
bool prepareModule(mlir::ModuleOp module, rt::Fault &fault);

/// Leaves `function` as the only public one.
void keepOnly(mlir::ModuleOp module, llvm::StringRef function);

/// Gives named dims of `function`, and those of all that it calls, their sizes. Callees are
/// specialised for the shapes that they are called with even where `dims` is empty. False
/// with E6005.
bool bindDims(mlir::ModuleOp module, llvm::StringRef function, const DimSizes &dims, rt::Fault &fault);

/// Calls `bind` for each public function with those of `dims` that it has, if `name` is its
/// own or empty, else with none. False if `bind` is, or with E6005 for a dim that no such
/// function has: a name that is no dim would leave all as it is, unseen.
bool bindPublicDims(mlir::ModuleOp module, llvm::StringRef name, const DimSizes &dims,
                    llvm::function_ref<bool(mlir::func::FuncOp, const DimSizes &)> bind, rt::Fault &fault);
/// The same with bindDims for each.
bool bindPublicDims(mlir::ModuleOp module, llvm::StringRef name, const DimSizes &dims, rt::Fault &fault);

} // namespace mind

#endif // MIND_TARGET_ENTRY_ENTRY_H
