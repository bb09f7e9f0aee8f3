//===- Parser.cpp - Tokens, faults and recovery ---------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace mind;
using namespace mind::frontend;

ast::Module *frontend::parse(ast::Context &context, DiagnosticEngine &diagnostics) {
  auto *module = context.create<ast::Module>(context);
  module->body = context.create<ast::Block>();
  Parser(context, diagnostics).parseModule(*module);
  return module;
}

void Parser::parseModule(ast::Module &module) {
  if (!lexer.start())
    return;
  advance();
  if (at(TokenKind::EndOfFile) && !diagnostics.hasErrors()) {
    diagnostics.error(Phase::Parse, "E1001", token.getSpan(), "the source is empty")
        .withHelp("a program has at least one function or statement");
    return;
  }
  llvm::SmallVector<Stmt *, 32> stmts;
  parseStatements(stmts, TokenKind::EndOfFile);
  module.body->stmts = context.copy(llvm::ArrayRef<Stmt *>(stmts));
  module.body->span = {0, uint32_t(diagnostics.getBuffer().size())};
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

bool Parser::enter() {
  if (++depth <= kMaxNesting)
    return true;
  error(token.getSpan(), "the nesting is deeper than " + llvm::Twine(kMaxNesting) + " levels")
      .withHelp("name parts of it with `let`");
  // What follows could only repeat the fault on the way out.
  lexer.abandon();
  token = {TokenKind::EndOfFile, true, token.begin, token.begin};
  lastErrorAt = token.begin;
  return false;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

std::string Parser::describe(Token t) const {
  if (t.is(TokenKind::Ident) && t.end - t.begin <= 32)
    return ("`" + text(t) + "`").str();
  return describeToken(t.kind).str();
}

Diagnostic &Parser::error(Span span, const llvm::Twine &message) {
  static thread_local Diagnostic ignored;
  if (span.begin == lastErrorAt)
    return ignored = Diagnostic();
  lastErrorAt = span.begin;
  if (diagnostics.reachedLimit()) {
    lexer.abandon();
    token = {TokenKind::EndOfFile, true, token.begin, token.begin};
  }
  return diagnostics.error(Phase::Parse, "E1001", span, message);
}

Diagnostic &Parser::errorAtToken(const llvm::Twine &message) { return error(token.getSpan(), message); }

bool Parser::expect(TokenKind kind, const llvm::Twine &where) {
  if (accept(kind))
    return true;
  errorAtToken("expected " + describeToken(kind) + " " + where + ", found " + describe(token));
  return false;
}

bool Parser::acceptGreater() {
  if (accept(TokenKind::Greater))
    return true;
  if (!at(TokenKind::GreaterGreater) && !at(TokenKind::GreaterEqual) && !at(TokenKind::GreaterGreaterEqual))
    return false;
  uint32_t afterFirst = token.begin + 1;
  lexer.seek(afterFirst);
  previousEnd = afterFirst;
  token = lexer.next();
  token.newlineBefore = false;
  return true;
}

void Parser::skipBalanced(TokenKind open, TokenKind close) {
  unsigned level = 0;
  do {
    if (at(open))
      ++level;
    else if (at(close))
      --level;
    else if (at(TokenKind::EndOfFile))
      return;
    advance();
  } while (level != 0);
}

void Parser::skipToken() {
  switch (token.kind) {
  case TokenKind::LBrace:
    return skipBalanced(TokenKind::LBrace, TokenKind::RBrace);
  case TokenKind::LParen:
    return skipBalanced(TokenKind::LParen, TokenKind::RParen);
  case TokenKind::LBracket:
    return skipBalanced(TokenKind::LBracket, TokenKind::RBracket);
  default:
    return advance();
  }
}

/// Stops at what can begin or end a statement. Brackets are skipped whole, so that
/// a separator inside them does not count.
void Parser::synchronize() {
  while (!at(TokenKind::EndOfFile)) {
    switch (token.kind) {
    case TokenKind::Semicolon:
      advance();
      return;
    case TokenKind::RBrace:
      return;
    case TokenKind::KwFn:
    case TokenKind::KwLet:
    case TokenKind::KwConst:
    case TokenKind::KwFor:
    case TokenKind::KwWhile:
    case TokenKind::KwLoop:
    case TokenKind::KwReturn:
    case TokenKind::KwPrint:
    case TokenKind::KwPub:
    case TokenKind::KwImport:
    case TokenKind::KwType:
      if (token.newlineBefore || at(TokenKind::KwFn))
        return;
      advance();
      break;
    default:
      skipToken();
      break;
    }
    // A new line after a fault begins a statement, unless it goes on with an
    // operator or a closing bracket.
    if (token.newlineBefore && !continuesExpression(token.kind) && !at(TokenKind::RParen) && !at(TokenKind::RBracket) &&
        !at(TokenKind::Comma))
      return;
  }
}
