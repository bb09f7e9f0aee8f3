//===- Spacing.cpp - Blanks between tokens --------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spacing.h"

using namespace mind;
using namespace mind::frontend;
using namespace mind::frontend::format;

/// Whether the bracket at `index` applies to what stands before it.
static bool isPostfix(const TokenList &list, uint32_t index) {
  const FormatToken &before = list.tokens[index - 1];
  // After a dot a keyword is a name.
  if (index > 1 && list.tokens[index - 2].is(TokenKind::Dot))
    return true;
  switch (before.kind) {
  case TokenKind::Ident:
  case TokenKind::RParen:
  case TokenKind::RBracket:
  case TokenKind::RBrace:
  case TokenKind::Int:
  case TokenKind::Float:
  case TokenKind::String:
  case TokenKind::Char:
  case TokenKind::KwPrint:
  // A function type.
  case TokenKind::KwFn:
    return true;
  case TokenKind::KwAssert: {
    // `assert(c, "text")`, but `assert (a + b) * c > 0`.
    const FormatToken &behind = list.tokens[list.tokens[index].match + 1];
    return behind.is(TokenKind::Semicolon) || behind.is(TokenKind::RBrace) || behind.is(TokenKind::EndOfFile) ||
           behind.statementEnd != 0;
  }
  default:
    return before.role == Role::AngleClose || before.attributeEnd != 0;
  }
}

bool format::needsBlank(const TokenList &list, uint32_t index) {
  const FormatToken &before = list.tokens[index - 1];
  const FormatToken &token = list.tokens[index];
  switch (before.role) {
  case Role::UnaryOperator:
    // `& &x` is not `&&x`.
    return before.is(TokenKind::Amp) && token.is(TokenKind::Amp);
  case Role::AngleOpen:
  case Role::ClosureOpen:
    return false;
  case Role::ArgumentName:
    return before.is(TokenKind::Colon);
  default:
    break;
  }
  switch (token.role) {
  case Role::AngleOpen:
  case Role::AngleClose:
  case Role::ClosureClose:
  case Role::ArgumentName:
    return false;
  default:
    break;
  }
  if (before.attributeEnd)
    return false;
  switch (before.kind) {
  case TokenKind::LParen:
  case TokenKind::LBracket:
  case TokenKind::Dot:
  case TokenKind::ColonColon:
  case TokenKind::DotDot:
    return false;
  default:
    break;
  }
  switch (token.kind) {
  case TokenKind::RParen:
  case TokenKind::RBracket:
  case TokenKind::Comma:
  case TokenKind::Semicolon:
  case TokenKind::Colon:
  case TokenKind::Dot:
  case TokenKind::ColonColon:
  case TokenKind::DotDot:
    return false;
  case TokenKind::LParen:
  case TokenKind::LBracket:
    return !isPostfix(list, index);
  default:
    return true;
  }
}
