//===- ParseChoice.cpp - if, match and patterns ---------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

//===----------------------------------------------------------------------===//
// if and match
//===----------------------------------------------------------------------===//

Expr *Parser::parseIf() {
  Nesting nesting(*this);
  if (!nesting)
    return makeError(token.getSpan());
  uint32_t begin = token.begin;
  advance();
  Expr *condition = parseCondition();
  Block *thenBlock = parseBlock("to begin the block of an `if`");
  Block *elseBlock = nullptr;
  bool isElif = atContextual("elif") && !lexer.peek().newlineBefore && !lexer.peek().is(TokenKind::Equal);
  if (isElif)
    errorAtToken("an `if` goes on with `else if`, found `elif`").fix(token.getSpan(), "else if", "write `else if`");
  if (isElif || accept(TokenKind::KwElse)) {
    if (isElif || at(TokenKind::KwIf)) {
      Expr *nested = parseIf();
      elseBlock = context.create<Block>();
      Stmt *stmt = context.create<ExprStmt>(nested->span, nested);
      elseBlock->stmts = context.copy(llvm::ArrayRef<Stmt *>(stmt));
      elseBlock->span = nested->span;
    } else {
      elseBlock = parseBlock("after `else`");
    }
  }
  return context.create<IfExpr>(spanFrom(begin), condition, thenBlock, elseBlock);
}

Expr *Parser::parseMatch() {
  uint32_t begin = token.begin;
  advance();
  Expr *subject = parseCondition();
  if (!expect(TokenKind::LBrace, "after the value of a `match`"))
    return makeError(spanFrom(begin));
  ++openBrackets;
  bool outerNoStruct = std::exchange(noStruct, false);
  llvm::SmallVector<MatchArm, 4> arms;
  while (!at(TokenKind::RBrace) && !at(TokenKind::EndOfFile)) {
    unsigned errors = diagnostics.getNumErrors();
    MatchArm arm;
    uint32_t armBegin = token.begin;
    arm.pattern = parsePattern();
    if (accept(TokenKind::KwIf))
      arm.guard = parseExpr();
    if (expect(TokenKind::FatArrow, "after a pattern")) {
      if (at(TokenKind::LBrace)) {
        arm.body = parseBlock("");
      } else {
        arm.body = context.create<Block>();
        if (Stmt *stmt = parseStatement()) {
          arm.body->stmts = context.copy(llvm::ArrayRef<Stmt *>(stmt));
          arm.body->span = stmt->span;
        }
      }
      arm.span = spanFrom(armBegin);
      arms.push_back(arm);
    }
    // After a fault the next arm is behind the next comma.
    bool failed = diagnostics.getNumErrors() != errors;
    while (failed && !at(TokenKind::Comma) && !at(TokenKind::RBrace) && !at(TokenKind::EndOfFile))
      skipToken();
    accept(TokenKind::Comma);
    // A fault at a place that was reported already is silent, but must not hold up.
    if (token.begin == armBegin && !at(TokenKind::RBrace))
      advance();
  }
  --openBrackets;
  noStruct = outerNoStruct;
  expect(TokenKind::RBrace, "after the arms of a `match`");
  return context.create<MatchExpr>(spanFrom(begin), subject, context.copy(llvm::ArrayRef<MatchArm>(arms)));
}

Pattern *Parser::parsePattern() {
  Nesting nesting(*this);
  if (!nesting)
    return context.create<Pattern>();
  uint32_t begin = token.begin;
  Pattern *first = parsePatternAtom();
  if (!at(TokenKind::Pipe))
    return first;
  llvm::SmallVector<Pattern *, 4> choices = {first};
  while (accept(TokenKind::Pipe))
    choices.push_back(parsePatternAtom());
  auto *pattern = context.create<Pattern>();
  pattern->kind = Pattern::Or;
  pattern->elements = context.copy(llvm::ArrayRef<Pattern *>(choices));
  pattern->span = spanFrom(begin);
  return pattern;
}

Pattern *Parser::parsePatternAtom() {
  auto *pattern = context.create<Pattern>();
  uint32_t begin = token.begin;
  pattern->span = token.getSpan();
  switch (token.kind) {
  case TokenKind::Ident:
    if (text(token) != "_") {
      pattern->kind = Pattern::Binding;
      pattern->binding = makeVar(DeclKind::Pattern, {text(token), token.getSpan()});
    }
    advance();
    return pattern;
  case TokenKind::Int:
  case TokenKind::Float:
  case TokenKind::Char:
  case TokenKind::Minus:
  case TokenKind::KwTrue:
  case TokenKind::KwFalse:
    pattern->kind = Pattern::Literal;
    pattern->literal = parseUnary();
    break;
  case TokenKind::LParen: {
    advance();
    llvm::SmallVector<Pattern *, 4> elements;
    while (!at(TokenKind::RParen) && !at(TokenKind::EndOfFile)) {
      elements.push_back(parsePattern());
      if (!accept(TokenKind::Comma))
        break;
    }
    expect(TokenKind::RParen, "after the patterns of a tuple");
    pattern->kind = Pattern::Tuple;
    pattern->elements = context.copy(llvm::ArrayRef<Pattern *>(elements));
    break;
  }
  default:
    errorAtToken("expected a pattern, found " + describe(token))
        .withHelp("a pattern is a number, `true`, `false`, a name, `_`, or a tuple of them");
    break;
  }
  pattern->span = spanFrom(begin);
  return pattern;
}
