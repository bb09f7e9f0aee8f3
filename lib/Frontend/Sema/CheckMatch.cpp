//===- CheckMatch.cpp - match becomes a chain of choices ------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

/// The condition under which `value` has the pattern, or null if it always has;
/// `lets` gets the names that the pattern binds.
ast::Expr *Checker::checkPattern(Pattern *pattern, Expr *value, llvm::SmallVectorImpl<Stmt *> &lets, bool &isTotal) {
  switch (pattern->kind) {
  case Pattern::Wildcard:
    return nullptr;
  case Pattern::Binding: {
    VarDecl *var = pattern->binding;
    auto *let = context.create<LetStmt>(pattern->span, false, false, context.copy(llvm::ArrayRef<VarDecl *>(var)),
                                        nullptr, value);
    declare(var, value->type);
    lets.push_back(let);
    return nullptr;
  }
  case Pattern::Literal: {
    isTotal = false;
    if (!value->type->isScalar()) {
      error("E2001", pattern->span, "a number cannot match " + show(*value->type));
      return fail(context.create<ErrorExpr>(pattern->span));
    }
    ConstValue literal = evaluate(pattern->literal);
    if (literal.kind == ConstValue::None) {
      error("E2001", pattern->span, "a pattern is a literal or a name");
      return fail(context.create<ErrorExpr>(pattern->span));
    }
    return makeBinary(pattern->span, BinaryOp::Eq, value, makeLiteral(pattern->span, literal));
  }
  case Pattern::Tuple: {
    if (!value->type->isTuple() || value->type->elements.size() != pattern->elements.size()) {
      error("E2620", pattern->span,
            "a pattern of " + llvm::Twine(pattern->elements.size()) + " elements cannot match " + show(*value->type));
      isTotal = false;
      return fail(context.create<ErrorExpr>(pattern->span));
    }
    Expr *condition = nullptr;
    for (auto [i, element] : llvm::enumerate(pattern->elements)) {
      auto *get = context.create<TupleGetExpr>(element->span, value, unsigned(i));
      get->type = value->type->elements[i];
      Expr *part = checkPattern(element, get, lets, isTotal);
      condition = condition && part ? makeAnd(pattern->span, condition, part) : condition ? condition : part;
    }
    return condition;
  }
  case Pattern::Or: {
    Expr *condition = nullptr;
    bool anyTotal = false;
    for (Pattern *choice : pattern->elements) {
      size_t before = lets.size();
      bool choiceTotal = true;
      Expr *part = checkPattern(choice, value, lets, choiceTotal);
      if (lets.size() != before) {
        error("E2001", choice->span, "a choice between patterns cannot bind names");
        lets.truncate(before);
      }
      anyTotal |= choiceTotal;
      if (part)
        condition = condition ? makeElementwise(pattern->span, OpKind::Or, condition, part, kBool, "|") : part;
    }
    isTotal &= anyTotal;
    return anyTotal ? nullptr : condition;
  }
  }
  return nullptr;
}

ast::Expr *Checker::makeAnd(Span span, Expr *lhs, Expr *rhs) {
  if (isError(lhs) || isError(rhs))
    return isError(lhs) ? lhs : rhs;
  auto *both = context.create<LogicalExpr>(span, /*isAnd=*/true, span, lhs, rhs);
  both->type = scalar(DType::I1);
  return both;
}

ast::Expr *Checker::checkMatch(MatchExpr *match, bool wantsValue) {
  match->subject = check(match->subject);
  const Type &subjectType = *match->subject->type;
  if (subjectType.isError())
    return fail(match);
  if (holdsFunction(subjectType)) {
    failFunction(match->subject);
    return fail(match);
  }
  if (!subjectType.isTensor() && !subjectType.isTuple()) {
    error("E2001", match->subject->span, "this cannot be matched: it is " + show(subjectType));
    return fail(match);
  }
  match->subjectVar = context.create<VarDecl>(DeclKind::Let, context.nextDeclId(), Ident{"", match->subject->span});
  match->subjectVar->type = match->subject->type;

  // From the first arm on: { lets; if condition { body } else { the next arms } }.
  auto *outermost = context.create<Block>();
  Block *block = outermost;
  const Type *result = nullptr;
  llvm::SmallVector<IfExpr *> choices;
  bool covered = false, sawTrue = false, sawFalse = false;
  bool isBool = subjectType.isScalar(DType::I1);
  ++exprDepth;
  for (MatchArm &arm : match->arms) {
    if (covered) {
      diagnostics.warning(frontend::Phase::TypeCheck, "W2002", arm.span, "this arm is never reached");
      break;
    }
    size_t mark = scope.mark();
    uint32_t outerEnd = std::exchange(visibleEnd, arm.span.end);
    auto *value = context.create<NameExpr>(match->subject->span, "");
    value->decl = match->subjectVar;
    value->type = match->subject->type;
    llvm::SmallVector<Stmt *, 4> stmts;
    bool isTotal = true;
    Expr *condition = checkPattern(arm.pattern, value, stmts, isTotal);
    if (arm.pattern->kind == Pattern::Literal && !arm.guard)
      if (ConstValue literal = evaluate(arm.pattern->literal); literal.kind == ConstValue::Bool)
        (literal.integer ? sawTrue : sawFalse) = true;
    if (arm.guard) {
      isTotal = false;
      Expr *guard = checkCondition(arm.guard, "a guard");
      condition = condition ? makeAnd(arm.span, condition, guard) : guard;
    }
    covered = isTotal || (isBool && sawTrue && sawFalse);
    const Type *type = checkBlock(arm.body, wantsValue);
    scope.release(mark);
    visibleEnd = outerEnd;

    if (type->isError() || (condition && isError(condition))) {
      result = &errorType;
    } else if (!result || result->isNever()) {
      result = type;
    } else if (!result->isError() && !type->isNever()) {
      auto *tail = arm.body->stmts.empty() ? nullptr : llvm::dyn_cast<ExprStmt>(arm.body->stmts.back());
      if (result->isUnit() || type->isUnit() || !tail) {
        result = &unitType;
      } else {
        tail->expr = coerce(tail->expr, *result, "E2001", "another arm of this `match`");
        if (isError(tail->expr))
          result = &errorType;
      }
    }
    if (covered || !condition) {
      // The last arm: its statements are the block.
      stmts.append(arm.body->stmts.begin(), arm.body->stmts.end());
    } else {
      auto *choice = context.create<IfExpr>(arm.span, condition, arm.body, context.create<Block>());
      choices.push_back(choice);
      stmts.push_back(context.create<ExprStmt>(arm.span, choice));
    }
    block->stmts = context.copy(llvm::ArrayRef<Stmt *>(stmts));
    block->span = arm.span;
    if (!covered && !choices.empty())
      block = choices.back()->elseBlock;
  }
  --exprDepth;
  if (!covered) {
    error("E2001", match->span, "this `match` does not cover every value")
        .withDetail("match::non_exhaustive")
        .withHelp("add an arm `_ => ...`");
    return fail(match);
  }
  match->lowered = outermost;
  match->type = result ? result : &unitType;
  if (!wantsValue && !match->type->isError() && !match->type->isNever())
    match->type = &unitType;
  for (IfExpr *choice : choices)
    choice->type = match->type;
  return match;
}
