//===- LibraryText.h - functions as an editor shows them --------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The heads of functions, of the library's and the user's, with their parameters.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_LANGUAGESERVER_LIBRARYTEXT_H
#define MIND_LIB_LANGUAGESERVER_LIBRARYTEXT_H

#include "Mind/Frontend/AST.h"
#include "Mind/Frontend/Library.h"

#include <string>

namespace mind::lsp {

struct Signature {
  struct Param {
    /// All names that an argument may be given by.
    llvm::SmallVector<llvm::StringRef, 4> names;
    /// Where it is in the label.
    unsigned begin, end;
  };
  std::string label;
  std::vector<Param> params;
};

/// `sum(x, axes?, keepdims?)`.
Signature makeSignature(const sema::LibraryFunction &function);
/// `f(x: Tensor<f32, [N]>) -> f32`.
Signature makeSignature(const ast::FnDecl &function, llvm::StringRef source);

} // namespace mind::lsp

#endif // MIND_LIB_LANGUAGESERVER_LIBRARYTEXT_H
