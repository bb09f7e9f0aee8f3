//===- AssignmentLog.cpp - what each body assigns -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain recursive walk. Chains of operators are left-deep and may be as long as
// the source, so first operands are followed in a loop.
//
//===----------------------------------------------------------------------===//

#include "AssignmentLog.h"

#include "Mind/Frontend/Types.h"

#include "llvm/Support/Casting.h"

using namespace mind;
using namespace mind::frontend;
using llvm::cast;
using llvm::dyn_cast;

template <typename Body>
void AssignmentLog::record(const void *node, Body body) {
  Range range;
  range.begin = log.size();
  unsigned leavesBefore = numLeaves;
  body();
  range.end = log.size();
  range.leavesLoop = numLeaves != leavesBefore;
  ranges[node] = range;
}

void AssignmentLog::walk(const ast::Block *block) {
  if (!block)
    return;
  record(block, [&] {
    for (const ast::Stmt *stmt : block->stmts)
      walk(stmt);
  });
}

void AssignmentLog::walk(const ast::Expr *expr) {
  while (expr) {
    switch (expr->kind) {
    case ast::Expr::Paren:
      expr = cast<ast::ParenExpr>(expr)->inner;
      continue;
    case ast::Expr::TupleGet:
      expr = cast<ast::TupleGetExpr>(expr)->base;
      continue;
    case ast::Expr::Op: {
      llvm::ArrayRef<ast::Expr *> operands = cast<ast::OpExpr>(expr)->operands;
      for (const ast::Expr *operand : operands.drop_front(operands.empty() ? 0 : 1))
        walk(operand);
      expr = operands.empty() ? nullptr : operands.front();
      continue;
    }
    case ast::Expr::Logical:
      walk(cast<ast::LogicalExpr>(expr)->rhs);
      expr = cast<ast::LogicalExpr>(expr)->lhs;
      continue;
    case ast::Expr::Tuple:
      for (const ast::Expr *element : cast<ast::TupleExpr>(expr)->elements)
        walk(element);
      return;
    case ast::Expr::TensorLit:
      for (const ast::Expr *element : cast<ast::TensorLitExpr>(expr)->elements)
        walk(element);
      return;
    case ast::Expr::Function:
      for (const ast::Expr *held : cast<ast::FunctionExpr>(expr)->held)
        walk(held);
      return;
    case ast::Expr::Call:
      if (const ast::Expr *callee = cast<ast::CallExpr>(expr)->callee; callee->type && callee->type->isFunction())
        walk(callee);
      for (const ast::Arg &arg : cast<ast::CallExpr>(expr)->args)
        walk(arg.value);
      return;
    case ast::Expr::If: {
      auto *ifExpr = cast<ast::IfExpr>(expr);
      walk(ifExpr->condition);
      walk(ifExpr->thenBlock);
      walk(ifExpr->elseBlock);
      return;
    }
    case ast::Expr::Match: {
      auto *match = cast<ast::MatchExpr>(expr);
      walk(match->subject);
      walk(match->lowered);
      return;
    }
    case ast::Expr::Shared:
      expr = cast<ast::SharedExpr>(expr)->value;
      continue;
    default:
      return;
    }
  }
}

void AssignmentLog::walk(const ast::Stmt *stmt) {
  switch (stmt->kind) {
  case ast::Stmt::Let:
    return walk(cast<ast::LetStmt>(stmt)->init);
  case ast::Stmt::Assign: {
    auto *assign = cast<ast::AssignStmt>(stmt);
    walk(assign->value);
    log.push_back(assign->decl);
    return;
  }
  case ast::Stmt::For: {
    auto *loop = cast<ast::ForStmt>(stmt);
    walk(loop->lo);
    walk(loop->hi);
    return walk(loop->body);
  }
  case ast::Stmt::While: {
    auto *loop = cast<ast::WhileStmt>(stmt);
    record(stmt, [&] {
      record(loop->condition, [&] { walk(loop->condition); });
      walk(loop->body);
    });
    return;
  }
  case ast::Stmt::Loop:
    return walk(cast<ast::LoopStmt>(stmt)->body);
  case ast::Stmt::Return:
    return walk(cast<ast::ReturnStmt>(stmt)->value);
  case ast::Stmt::Break:
  case ast::Stmt::Continue:
    ++numLeaves;
    return;
  case ast::Stmt::Print:
    for (const ast::Expr *arg : cast<ast::PrintStmt>(stmt)->args)
      walk(arg);
    return;
  case ast::Stmt::Assert:
    return walk(cast<ast::AssertStmt>(stmt)->condition);
  case ast::Stmt::Expression:
    return walk(cast<ast::ExprStmt>(stmt)->expr);
  default:
    return;
  }
}
