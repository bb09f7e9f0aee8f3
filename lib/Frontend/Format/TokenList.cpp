//===- TokenList.cpp - Tokens and the comments between them ---------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roles.h"

using namespace mind;
using namespace mind::frontend;
using namespace mind::frontend::format;
using llvm::StringRef;

uint32_t TokenList::find(uint32_t offset) const {
  auto it = std::partition_point(tokens.begin(), tokens.end(),
                                 [&](const FormatToken &token) { return token.span.begin < offset; });
  return uint32_t(it - tokens.begin());
}

/// Length of the comment that the text begins with.
static size_t getCommentLength(StringRef text) {
  if (text.starts_with("//"))
    return std::min(text.find_first_of("\r\n"), text.size());
  size_t at = 2;
  for (unsigned open = 1; open != 0 && at < text.size();) {
    StringRef rest = text.drop_front(at);
    bool opens = rest.starts_with("/*"), closes = rest.starts_with("*/");
    open += opens;
    open -= closes;
    at += opens || closes ? 2 : 1;
  }
  return at;
}

/// The comments in the text between two tokens, which holds nothing else but blanks.
static void readComments(StringRef gap, TokenList &list, FormatToken &token) {
  token.firstComment = list.comments.size();
  unsigned newlines = 0;
  while (!gap.empty()) {
    if (gap.front() == '/') {
      bool isLine = gap.starts_with("//");
      size_t length = getCommentLength(gap);
      list.comments.push_back({gap.take_front(length).rtrim(" \t"), isLine, newlines});
      newlines = 0;
      gap = gap.drop_front(length);
      continue;
    }
    bool isPair = gap.starts_with("\r\n");
    newlines += gap.front() == '\n' || gap.front() == '\r';
    gap = gap.drop_front(isPair ? 2 : 1);
  }
  token.numComments = list.comments.size() - token.firstComment;
  token.newlines = newlines;
}

/// Brackets, which are balanced in a source without a fault; angles have no part in it.
static void matchBrackets(TokenList &list) {
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < list.tokens.size(); ++i) {
    FormatToken &token = list.tokens[i];
    token.match = i;
    switch (token.kind) {
    case TokenKind::LParen:
    case TokenKind::LBracket:
    case TokenKind::LBrace:
      open.push_back(i);
      break;
    case TokenKind::RParen:
    case TokenKind::RBracket:
    case TokenKind::RBrace:
      if (open.empty())
        break;
      token.match = open.back();
      list.tokens[open.back()].match = i;
      open.pop_back();
      break;
    default:
      break;
    }
  }
}

TokenList format::readTokens(const ast::Module &module, DiagnosticEngine &diagnostics) {
  TokenList list;
  std::vector<uint32_t> splits = findTokenSplits(module);
  Lexer lexer(diagnostics);
  lexer.start();
  StringRef buffer = diagnostics.getBuffer();
  uint32_t end = buffer.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  bool isAfterDot = false;
  for (;;) {
    Token token = isAfterDot ? lexer.nextAfterDot() : lexer.next();
    isAfterDot = token.is(TokenKind::Dot);
    // `>>` that closes two types is two tokens, and `>=` may be `>` and `=`.
    auto split = std::upper_bound(splits.begin(), splits.end(), token.begin);
    if (split != splits.end() && *split < token.end) {
      lexer.seek(*split);
      token.end = *split;
      token.kind = TokenKind::Greater;
    }
    FormatToken &added = list.tokens.emplace_back();
    added.kind = token.kind;
    added.span = token.getSpan();
    added.text = lexer.getText(token);
    readComments(buffer.slice(end, token.begin), list, added);
    end = token.end;
    if (token.is(TokenKind::EndOfFile))
      break;
  }
  matchBrackets(list);
  markRoles(module, list);
  return list;
}
