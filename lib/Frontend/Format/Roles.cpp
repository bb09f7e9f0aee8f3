//===- Roles.cpp - What tokens stand for, by the tree ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roles.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;
using namespace mind::frontend::format;

namespace {

/// Walks the tree as it was parsed. Without a list it only collects types.
class Marker {
public:
  Marker(TokenList *list, std::vector<uint32_t> &typeEnds) : list(list), typeEnds(typeEnds) {}

  void visit(const Block *block) {
    if (!block)
      return;
    if (uint32_t open = atToken(block->span.begin, TokenKind::LBrace))
      mark(open - 1, Role::BlockOpen);
    for (const Stmt *stmt : block->stmts)
      visit(stmt);
  }

private:
  //===--------------------------------------------------------------------===//
  // Tokens
  //===--------------------------------------------------------------------===//

  /// One more than the index of the token at the offset if it is of this kind, or 0.
  uint32_t atToken(uint32_t offset, TokenKind kind) const {
    if (!list)
      return 0;
    uint32_t index = list->find(offset);
    return list->tokens[index].span.begin == offset && list->tokens[index].is(kind) ? index + 1 : 0;
  }
  void mark(uint32_t index, Role role) { list->tokens[index].role = role; }
  void markAt(uint32_t offset, Role role) {
    if (list)
      mark(list->find(offset), role);
  }
  /// The next token of the kind from the offset on.
  void markNext(uint32_t offset, TokenKind kind, Role role) {
    if (!list)
      return;
    for (uint32_t i = list->find(offset); i < list->tokens.size(); ++i)
      if (list->tokens[i].is(kind))
        return mark(i, role);
  }
  /// The bracket that the closing one at the end of the span belongs to.
  void markListBefore(uint32_t end) {
    if (!list)
      return;
    uint32_t close = list->find(end) - 1;
    mark(list->tokens[close].match, Role::ListOpen);
  }

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  void visit(const TypeExpr *type) {
    if (!type)
      return;
    if (!list) {
      typeEnds.push_back(type->span.end);
    } else {
      // There are no comparisons in a type.
      for (uint32_t i = list->find(type->span.begin); list->tokens[i].span.begin < type->span.end; ++i) {
        if (list->tokens[i].is(TokenKind::Less))
          mark(i, Role::AngleOpen);
        else if (list->tokens[i].is(TokenKind::Greater))
          mark(i, Role::AngleClose);
        else if (list->tokens[i].is(TokenKind::Amp))
          mark(i, Role::UnaryOperator);
      }
      return;
    }
    if (auto *tuple = llvm::dyn_cast<TupleTypeExpr>(type)) {
      for (const TypeExpr *element : tuple->elements)
        visit(element);
    } else if (auto *named = llvm::dyn_cast<NamedTypeExpr>(type)) {
      for (const TypeExpr *arg : named->args)
        visit(arg);
    } else if (auto *array = llvm::dyn_cast<ArrayTypeExpr>(type)) {
      visit(array->element);
    } else if (auto *function = llvm::dyn_cast<FnTypeExpr>(type)) {
      for (const TypeExpr *param : function->params)
        visit(param);
      visit(function->result);
    } else if (auto *reference = llvm::dyn_cast<RefTypeExpr>(type)) {
      visit(reference->pointee);
    }
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  static Terminator getTerminator(const Stmt *stmt) {
    switch (stmt->kind) {
    case Stmt::Fn:
    case Stmt::For:
    case Stmt::While:
    case Stmt::Loop:
      return Terminator::None;
    case Stmt::Module:
      return llvm::cast<ModuleStmt>(stmt)->body ? Terminator::None : Terminator::Semicolon;
    case Stmt::Expression:
      return llvm::isa<IfExpr, MatchExpr>(llvm::cast<ExprStmt>(stmt)->expr) ? Terminator::BraceExpression
                                                                            : Terminator::Expression;
    default:
      return Terminator::Semicolon;
    }
  }

  void visitAttributes(llvm::ArrayRef<Attribute> attributes) {
    for (const Attribute &attribute : attributes) {
      if (list)
        list->tokens[list->find(attribute.span.begin)].attributeEnd = list->find(attribute.span.end);
      for (const AttrArg &arg : attribute.args) {
        if (!arg.key.empty())
          markAt(arg.key.span.end, Role::ArgumentName);
        if (arg.text.starts_with("-"))
          markAt(arg.span.begin, Role::UnaryOperator);
      }
    }
  }

  void visitFunction(const FnDecl *fn) {
    visitAttributes(fn->attributes);
    if (!fn->typeParams.empty()) {
      markNext(fn->name.span.end, TokenKind::Less, Role::AngleOpen);
      markNext(fn->typeParams.back().span.end, TokenKind::Greater, Role::AngleClose);
    }
    uint32_t params = fn->typeParams.empty() ? fn->name.span.end : fn->typeParams.back().span.end;
    markNext(params, TokenKind::LParen, Role::ListOpen);
    for (const VarDecl *param : fn->params)
      visit(param->annotation);
    visit(fn->resultType);
    visit(fn->body);
  }

  void visit(const Stmt *stmt) {
    if (list) {
      FormatToken &first = list->tokens[list->find(stmt->span.begin)];
      first.statementEnd = list->find(stmt->span.end);
      first.terminator = getTerminator(stmt);
    }
    switch (stmt->kind) {
    case Stmt::Fn:
      return visitFunction(llvm::cast<FnStmt>(stmt)->decl);
    case Stmt::Const:
      visit(llvm::cast<ConstStmt>(stmt)->decl->annotation);
      return visit(llvm::cast<ConstStmt>(stmt)->decl->value);
    case Stmt::TypeAlias:
      return visit(llvm::cast<TypeAliasStmt>(stmt)->decl->aliased);
    case Stmt::Module:
      return visit(llvm::cast<ModuleStmt>(stmt)->body);
    case Stmt::Let:
      visit(llvm::cast<LetStmt>(stmt)->annotation);
      return visit(llvm::cast<LetStmt>(stmt)->init);
    case Stmt::Assign:
      visit(llvm::cast<AssignStmt>(stmt)->target);
      return visit(llvm::cast<AssignStmt>(stmt)->value);
    case Stmt::For:
      visit(llvm::cast<ForStmt>(stmt)->lo);
      visit(llvm::cast<ForStmt>(stmt)->hi);
      return visit(llvm::cast<ForStmt>(stmt)->body);
    case Stmt::While:
      visit(llvm::cast<WhileStmt>(stmt)->condition);
      return visit(llvm::cast<WhileStmt>(stmt)->body);
    case Stmt::Loop:
      return visit(llvm::cast<LoopStmt>(stmt)->body);
    case Stmt::Return:
      return visit(llvm::cast<ReturnStmt>(stmt)->value);
    case Stmt::Print:
      markListBefore(stmt->span.end);
      for (const Expr *arg : llvm::cast<PrintStmt>(stmt)->args)
        visit(arg);
      return;
    case Stmt::Assert:
      return visit(llvm::cast<AssertStmt>(stmt)->condition);
    case Stmt::Expression:
      return visit(llvm::cast<ExprStmt>(stmt)->expr);
    case Stmt::Import:
    case Stmt::Export:
    case Stmt::Break:
    case Stmt::Continue:
      return;
    }
  }

  //===--------------------------------------------------------------------===//
  // Expressions
  //===--------------------------------------------------------------------===//

  void visitArgs(llvm::ArrayRef<Arg> args) {
    for (const Arg &arg : args) {
      if (!arg.name.empty())
        markAt(arg.name.span.end, Role::ArgumentName);
      visit(arg.value);
    }
  }

  /// Operators of one level that follow one another make one chain.
  static unsigned getLevel(const Expr *expr) {
    if (auto *logical = llvm::dyn_cast<LogicalExpr>(expr))
      return logical->isAnd ? 1 : 2;
    auto *binary = llvm::dyn_cast<BinaryExpr>(expr);
    if (!binary)
      return 0;
    switch (binary->op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::DotAdd:
    case BinaryOp::DotSub:
      return 3;
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::DotMul:
    case BinaryOp::DotDiv:
      return 4;
    case BinaryOp::Pow:
      return 5;
    case BinaryOp::MatMul:
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return 6;
    default:
      return 7;
    }
  }

  void visitOperator(const Expr *expr) {
    OperatorChain chain;
    if (list) {
      chain.begin = list->find(expr->span.begin);
      chain.end = list->find(expr->span.end);
    }
    // The chain leans to the left and may be long.
    unsigned level = getLevel(expr);
    for (;;) {
      bool isLogical = llvm::isa<LogicalExpr>(expr);
      Span opSpan = isLogical ? llvm::cast<LogicalExpr>(expr)->opSpan : llvm::cast<BinaryExpr>(expr)->opSpan;
      if (list) {
        chain.operators.push_back(list->find(opSpan.begin));
        mark(chain.operators.back(), Role::BinaryOperator);
      }
      visit(isLogical ? llvm::cast<LogicalExpr>(expr)->rhs : llvm::cast<BinaryExpr>(expr)->rhs);
      const Expr *lhs = isLogical ? llvm::cast<LogicalExpr>(expr)->lhs : llvm::cast<BinaryExpr>(expr)->lhs;
      if (getLevel(lhs) != level) {
        visit(lhs);
        break;
      }
      expr = lhs;
    }
    if (!list)
      return;
    std::reverse(chain.operators.begin(), chain.operators.end());
    list->chains.push_back(std::move(chain));
  }

  void visitPattern(const Pattern *pattern) {
    visit(pattern->literal);
    for (const Pattern *element : pattern->elements)
      visitPattern(element);
  }

  void visitIf(const IfExpr *branch, bool isFirst) {
    if (list && isFirst)
      list->tokens[list->find(branch->span.begin)].branchesEnd = list->find(branch->span.end);
    visit(branch->condition);
    visit(branch->thenBlock);
    if (!branch->elseBlock)
      return;
    if (atToken(branch->elseBlock->span.begin, TokenKind::LBrace) || !list)
      return visit(branch->elseBlock);
    // `else if`, which is no statement of its own.
    visitIf(llvm::cast<IfExpr>(llvm::cast<ExprStmt>(branch->elseBlock->stmts.front())->expr), /*isFirst=*/false);
  }

  void visit(const Expr *expr) {
    if (!expr)
      return;
    switch (expr->kind) {
    case Expr::Paren:
      return visit(llvm::cast<ParenExpr>(expr)->inner);
    case Expr::Tuple:
      if (llvm::cast<TupleExpr>(expr)->elements.size() > 1)
        markAt(expr->span.begin, Role::ListOpen);
      for (const Expr *element : llvm::cast<TupleExpr>(expr)->elements)
        visit(element);
      return;
    case Expr::TensorLit:
      markAt(expr->span.begin, Role::ListOpen);
      for (const Expr *element : llvm::cast<TensorLitExpr>(expr)->elements)
        visit(element);
      return;
    case Expr::Unary:
      markAt(expr->span.begin, Role::UnaryOperator);
      return visit(llvm::cast<UnaryExpr>(expr)->operand);
    case Expr::Binary:
    case Expr::Logical:
      return visitOperator(expr);
    case Expr::Cast: {
      auto *cast = llvm::cast<CastExpr>(expr);
      if (cast->isCallForm) {
        markNext(expr->span.begin, TokenKind::Less, Role::AngleOpen);
        markNext(cast->target->span.end, TokenKind::Greater, Role::AngleClose);
      }
      visit(cast->target);
      return visit(cast->operand);
    }
    case Expr::Call:
      markListBefore(expr->span.end);
      visit(llvm::cast<CallExpr>(expr)->callee);
      return visitArgs(llvm::cast<CallExpr>(expr)->args);
    case Expr::Method:
      markListBefore(expr->span.end);
      visit(llvm::cast<MethodExpr>(expr)->receiver);
      return visitArgs(llvm::cast<MethodExpr>(expr)->args);
    case Expr::Field:
      return visit(llvm::cast<FieldExpr>(expr)->base);
    case Expr::TupleGet:
      return visit(llvm::cast<TupleGetExpr>(expr)->base);
    case Expr::Index:
      visit(llvm::cast<IndexExpr>(expr)->base);
      for (const Expr *index : llvm::cast<IndexExpr>(expr)->indices)
        visit(index);
      return;
    case Expr::SliceRange:
      visit(llvm::cast<SliceRangeExpr>(expr)->base);
      visit(llvm::cast<SliceRangeExpr>(expr)->lo);
      return visit(llvm::cast<SliceRangeExpr>(expr)->hi);
    case Expr::If:
      return visitIf(llvm::cast<IfExpr>(expr), /*isFirst=*/true);
    case Expr::Match: {
      auto *match = llvm::cast<MatchExpr>(expr);
      visit(match->subject);
      if (list) {
        uint32_t close = list->find(expr->span.end) - 1;
        mark(list->tokens[close].match, Role::MatchOpen);
      }
      for (const MatchArm &arm : match->arms) {
        if (list)
          list->tokens[list->find(arm.span.begin)].armEnd = list->find(arm.span.end);
        visitPattern(arm.pattern);
        visit(arm.guard);
        visit(arm.body);
      }
      return;
    }
    case Expr::Closure: {
      auto *closure = llvm::cast<ClosureExpr>(expr);
      markAt(expr->span.begin, Role::ClosureOpen);
      uint32_t last = expr->span.begin + 1;
      for (const VarDecl *param : closure->params) {
        visit(param->annotation);
        last = param->annotation ? param->annotation->span.end : param->name.span.end;
      }
      markNext(last, TokenKind::Pipe, Role::ClosureClose);
      return visit(closure->body);
    }
    case Expr::StructLit:
      markNext(expr->span.begin, TokenKind::LBrace, Role::StructOpen);
      return visitArgs(llvm::cast<StructLitExpr>(expr)->fields);
    default:
      return;
    }
  }

  TokenList *list;
  std::vector<uint32_t> &typeEnds;
};

} // namespace

std::vector<uint32_t> format::findTokenSplits(const Module &module) {
  std::vector<uint32_t> ends;
  Marker(nullptr, ends).visit(module.body);
  llvm::sort(ends);
  return ends;
}

void format::markRoles(const Module &module, TokenList &list) {
  std::vector<uint32_t> ends;
  Marker(&list, ends).visit(module.body);
  llvm::sort(list.chains, [](const OperatorChain &a, const OperatorChain &b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
}
