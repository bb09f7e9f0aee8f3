//===- StmtSearch.h - What a block holds -------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_SEMA_STMTSEARCH_H
#define MIND_LIB_FRONTEND_SEMA_STMTSEARCH_H

#include "Mind/Frontend/AST.h"

#include "llvm/ADT/STLExtras.h"

namespace mind::sema {

/// Whether a statement of the block, or of the branches in it, matches; of the loops in
/// it too if `inLoops`. Choices are looked into where they are statements or the value
/// of a `let`.
inline bool anyStmt(const ast::Block *block, bool inLoops, llvm::function_ref<bool(const ast::Stmt *)> matches) {
  auto inBlock = [&](const ast::Block *inner) { return inner && anyStmt(inner, inLoops, matches); };
  auto inChoice = [&](const ast::Expr *expr) {
    if (auto *branch = llvm::dyn_cast_or_null<ast::IfExpr>(expr))
      return inBlock(branch->thenBlock) || inBlock(branch->elseBlock);
    if (auto *match = llvm::dyn_cast_or_null<ast::MatchExpr>(expr))
      return llvm::any_of(match->arms, [&](const ast::MatchArm &arm) { return inBlock(arm.body); });
    return false;
  };
  return llvm::any_of(block->stmts, [&](const ast::Stmt *stmt) {
    if (matches(stmt))
      return true;
    switch (stmt->kind) {
    case ast::Stmt::Let:
      return inChoice(llvm::cast<ast::LetStmt>(stmt)->init);
    case ast::Stmt::Expression:
      return inChoice(llvm::cast<ast::ExprStmt>(stmt)->expr);
    case ast::Stmt::For:
      return inLoops && inBlock(llvm::cast<ast::ForStmt>(stmt)->body);
    case ast::Stmt::While:
      return inLoops && inBlock(llvm::cast<ast::WhileStmt>(stmt)->body);
    case ast::Stmt::Loop:
      return inLoops && inBlock(llvm::cast<ast::LoopStmt>(stmt)->body);
    default:
      return false;
    }
  });
}

} // namespace mind::sema

#endif // MIND_LIB_FRONTEND_SEMA_STMTSEARCH_H
