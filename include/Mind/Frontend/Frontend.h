//===- Frontend.h - Source text to checked syntax tree ----------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two stages in front of MLIR: `parse` then `sema::check`. Neither depends
// on MLIR. The buffer must outlive the tree: names are views of it.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_FRONTEND_H
#define MIND_FRONTEND_FRONTEND_H

#include "Mind/Frontend/AST.h"
#include "Mind/Frontend/Diagnostics.h"

namespace mind {
namespace frontend {

/// Largest source that is read, in bytes.
inline constexpr uint64_t kMaxSourceBytes = uint64_t(64) << 20;
/// Deepest nesting of expressions, types and blocks together.
inline constexpr unsigned kMaxNesting = 256;

/// Parses the engine's buffer. Never null: what could not be parsed is an
/// ErrorExpr or left out, and the engine has the errors. The tree must not be
/// given to `sema::check` if there are any.
ast::Module *parse(ast::Context &context, DiagnosticEngine &diagnostics);

} // namespace frontend

namespace sema {

/// Resolves names, types and shapes, and rewrites intrinsic calls, methods and
/// operators into OpExpr in place. Returns false if an error was reported.
bool check(ast::Module &module, frontend::DiagnosticEngine &diagnostics);

} // namespace sema
} // namespace mind

#endif // MIND_FRONTEND_FRONTEND_H
