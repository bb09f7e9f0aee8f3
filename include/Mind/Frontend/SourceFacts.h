//===- SourceFacts.h - what the checker found, by place ---------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The checker rewrites the tree, so what an editor asks (what does this name stand
/// for, what is the type of this expression) is noted while the source still has
/// its form. The facts point into the arena of the tree and into its source.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_SOURCEFACTS_H
#define MIND_FRONTEND_SOURCEFACTS_H

#include "Mind/Frontend/AST.h"
#include "Mind/Frontend/Types.h"

#include <vector>

namespace mind::sema {

/// Facts in the order in which they were found; some are found more than once.
struct SourceFacts {
  using Span = frontend::Span;

  /// A name that stands for a declaration, other than where it is declared.
  struct Use {
    Span span;
    const ast::Decl *decl;
  };
  /// A declaration and where its name can be used.
  struct Binding {
    const ast::Decl *decl;
    Span visible;
  };
  /// An expression as written and the type that it has.
  struct Value {
    Span span;
    const Type *type;
  };
  /// A call. `name` is where the function is named.
  struct Call {
    Span name;
    Span span;
    /// The user's function, or null for one of the library.
    const ast::FnDecl *target;
    /// The function in which the call is; null in a script.
    const ast::FnDecl *in;
  };
  /// The name of a dimension. Those of one function are one if they are spelled alike.
  struct DimUse {
    Span span;
    llvm::StringRef name;
    /// Null in a script.
    const ast::FnDecl *owner;
  };

  std::vector<Use> uses;
  std::vector<Binding> bindings;
  std::vector<Value> values;
  std::vector<Call> calls;
  std::vector<DimUse> dims;

  void clear() {
    uses.clear();
    bindings.clear();
    values.clear();
    calls.clear();
    dims.clear();
  }
};

/// As `check`, and notes what is found. The module may also come from a source with
/// faults that the parser reported: the checker's own reports then go to an engine of
/// their own, since what was left out of the tree makes them misleading.
bool check(ast::Module &module, frontend::DiagnosticEngine &diagnostics, SourceFacts &facts);

} // namespace mind::sema

#endif // MIND_FRONTEND_SOURCEFACTS_H
