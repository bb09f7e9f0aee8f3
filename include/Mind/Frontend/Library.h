//===- Library.h - the functions and attributes of the language -*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the checker knows of the library, for editors and documentation. It is read
/// from the tables that the checker itself uses.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_LIBRARY_H
#define MIND_FRONTEND_LIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace mind::sema {

struct LibraryParam {
  /// All names that an argument may be given by; messages use the first.
  llvm::SmallVector<llvm::StringRef, 4> names;
  bool isOptional = false;
};

struct LibraryFunction {
  llvm::StringRef name;
  std::vector<LibraryParam> params;
  /// One sentence without its full stop.
  llvm::StringRef summary;
};

/// All functions that need no declaration, in the order of the table.
llvm::ArrayRef<LibraryFunction> getLibrary();
/// Null if there is none of that name.
const LibraryFunction *findLibraryFunction(llvm::StringRef name);
/// The attributes of functions that have a meaning.
llvm::ArrayRef<llvm::StringLiteral> getAttributeNames();

} // namespace mind::sema

#endif // MIND_FRONTEND_LIBRARY_H
