//===- Cursor.cpp - Judging a place by its tokens -------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"

using namespace mind;
using namespace mind::lsp;
using frontend::Token;
using frontend::TokenKind;

std::vector<Token> lsp::lexAll(llvm::StringRef text) {
  frontend::DiagnosticEngine unused("", text);
  frontend::Lexer lexer(unused);
  std::vector<Token> tokens;
  if (!lexer.start())
    return tokens;
  while (true) {
    bool isAfterDot = !tokens.empty() && tokens.back().is(TokenKind::Dot);
    Token token = isAfterDot ? lexer.nextAfterDot() : lexer.next();
    if (token.is(TokenKind::EndOfFile))
      return tokens;
    tokens.push_back(token);
  }
}

/// Whether a comment that begins in blanks is open at their end.
static bool endsInComment(llvm::StringRef blanks) {
  unsigned depth = 0;
  for (size_t at = 0; at + 1 < blanks.size(); ++at) {
    llvm::StringRef two = blanks.substr(at, 2);
    if (depth == 0 && two == "//") {
      at = blanks.find_first_of("\r\n", at);
      if (at == llvm::StringRef::npos)
        return true;
    } else if (two == "/*") {
      ++depth, ++at;
    } else if (depth != 0 && two == "*/") {
      --depth, ++at;
    }
  }
  return depth != 0;
}

/// Whether a token is a string or character that has no end.
static bool isOpenString(llvm::StringRef text) {
  if (text.front() != '"' && text.front() != '\'')
    return false;
  frontend::DiagnosticEngine diagnostics("", text);
  frontend::Lexer lexer(diagnostics);
  if (!lexer.start())
    return false;
  lexer.next();
  return llvm::any_of(diagnostics.getDiagnostics(), [](const auto &it) { return it.code == "E1003"; });
}

Cursor::Cursor(const Analysis &analysis, uint32_t offset) : analysis(analysis) {
  llvm::StringRef before = analysis.getSource().take_front(offset);
  tokens = lexAll(before);
  inText = endsInComment(before.substr(tokens.empty() ? 0 : tokens.back().end));
  if (!tokens.empty() && tokens.back().end == offset) {
    llvm::StringRef text = getText(tokens.back());
    inText |= isOpenString(text);
    if (isWordByte(text.back()))
      tokens.pop_back();
  }
}

bool Cursor::isAtMember() const { return !tokens.empty() && tokens.back().is(TokenKind::Dot); }

bool Cursor::isAtAttribute() const {
  return !tokens.empty() && tokens.back().is(TokenKind::At) && tokens.back().newlineBefore;
}

std::optional<OpenCall> Cursor::findCall() const {
  struct Bracket {
    TokenKind kind;
    size_t at;
    /// The first token of the present argument.
    size_t argument;
    unsigned commas;
  };
  std::vector<Bracket> brackets;
  for (size_t at = 0; at < tokens.size(); ++at) {
    switch (tokens[at].kind) {
    case TokenKind::LParen:
    case TokenKind::LBracket:
    case TokenKind::LBrace:
      brackets.push_back({tokens[at].kind, at, at + 1, 0});
      break;
    case TokenKind::RParen:
    case TokenKind::RBracket:
    case TokenKind::RBrace:
      if (!brackets.empty())
        brackets.pop_back();
      break;
    case TokenKind::Comma:
      if (!brackets.empty()) {
        ++brackets.back().commas;
        brackets.back().argument = at + 1;
      }
      break;
    default:
      break;
    }
  }
  for (; !brackets.empty() && brackets.back().kind != TokenKind::LBrace; brackets.pop_back()) {
    const Bracket &open = brackets.back();
    if (open.kind != TokenKind::LParen || open.at == 0 || !tokens[open.at - 1].is(TokenKind::Ident))
      continue;
    bool isHead = open.at >= 2 && tokens[open.at - 2].is(TokenKind::KwFn);
    return isHead ? std::nullopt : makeCall(open.at - 1, open.argument, open.commas);
  }
  return std::nullopt;
}

std::optional<OpenCall> Cursor::makeCall(size_t callee, size_t argument, unsigned commas) const {
  llvm::StringRef name = getText(tokens[callee]);
  auto visible = analysis.findVisible(tokens[callee].begin);
  OpenCall call;
  auto found = visible.find(name);
  const auto *fn = found == visible.end() ? nullptr : llvm::dyn_cast<ast::FnDecl>(found->second);
  // A variable can hold a function.
  if (!fn && found != visible.end() && found->second->type && found->second->type->isFunction())
    fn = found->second->type->function;
  if (fn && !fn->name.empty()) {
    call.signature = makeSignature(*fn, analysis.getSource());
  } else if (const sema::LibraryFunction *function = sema::findLibraryFunction(name)) {
    call.signature = makeSignature(*function);
    call.summary = function->summary;
  } else {
    return std::nullopt;
  }
  std::vector<Signature::Param> &params = call.signature.params;
  bool isMethod = callee >= 2 && tokens[callee - 1].is(TokenKind::Dot) && getText(tokens[callee - 2]) != "tensor";
  // The receiver is the first argument.
  if (isMethod && !params.empty())
    params.erase(params.begin());
  call.active = std::min<size_t>(commas, params.size());
  bool isNamed = argument + 1 < tokens.size() && tokens[argument].is(TokenKind::Ident) &&
                 tokens[argument + 1].is(TokenKind::Equal);
  if (isNamed)
    call.active =
        llvm::find_if(params,
                      [&](const auto &param) { return llvm::is_contained(param.names, getText(tokens[argument])); }) -
        params.begin();
  return call;
}
