//===- ParsePrimary.cpp - Literals, names, brackets -----------------------===//
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
// Primary
//===----------------------------------------------------------------------===//

Expr *Parser::parsePrimary() {
  Span span = token.getSpan();
  switch (token.kind) {
  case TokenKind::Int:
    return parseInteger();
  case TokenKind::Float: {
    double value = parseFloatText(text(token));
    auto *literal = context.create<FloatLitExpr>(span, value, text(token));
    advance();
    return literal;
  }
  case TokenKind::KwTrue:
  case TokenKind::KwFalse: {
    bool value = at(TokenKind::KwTrue);
    advance();
    return context.create<BoolLitExpr>(span, value);
  }
  case TokenKind::String:
    return parseString();
  case TokenKind::Char:
    return parseCharacter();
  case TokenKind::Ident:
    return parseNameOrStruct();
  case TokenKind::LParen:
    return parseParen();
  case TokenKind::LBracket:
    return parseList();
  case TokenKind::KwIf:
    return parseIf();
  case TokenKind::KwMatch:
    return parseMatch();
  case TokenKind::Pipe:
    return parseClosure();
  default:
    break;
  }
  Diagnostic &fault = errorAtToken("expected an expression, found " + describe(token));
  if (at(TokenKind::PipePipe))
    fault.withHelp("a closure has a parameter, as in `|x: f32| x * x`");
  else if (at(TokenKind::KwElse))
    fault.withHelp("an `else` stands behind the block of an `if`");
  else if (isKeyword(token.kind) && !token.newlineBefore)
    fault.withHelp("`" + text(token) + "` is a keyword and cannot be used as a name");
  // A closing bracket or separator belongs to what is around.
  bool isClosing = at(TokenKind::RParen) || at(TokenKind::RBracket) || at(TokenKind::RBrace) || at(TokenKind::Comma) ||
                   at(TokenKind::Semicolon) || at(TokenKind::EndOfFile);
  if (!isClosing && !isKeyword(token.kind))
    advance();
  return makeError(span);
}

/// `|x: f32, y: f32| x * y` or with a block behind the bars.
Expr *Parser::parseClosure() {
  uint32_t begin = token.begin;
  advance();
  llvm::SmallVector<VarDecl *, 4> params;
  while (!at(TokenKind::Pipe)) {
    Ident name;
    if (!parseBindingName(name, "a parameter"))
      return makeError(spanFrom(begin));
    VarDecl *param = makeVar(DeclKind::Param, name);
    if (accept(TokenKind::Colon))
      param->annotation = parseType();
    params.push_back(param);
    if (!accept(TokenKind::Comma))
      break;
  }
  if (!expect(TokenKind::Pipe, "after the parameters of the closure"))
    return makeError(spanFrom(begin));
  Block *body;
  if (at(TokenKind::LBrace)) {
    body = parseBlock("to begin the body of the closure");
  } else {
    Expr *value = parseExpr();
    Stmt *stmt = context.create<ExprStmt>(value->span, value);
    body = context.create<Block>();
    body->stmts = context.copy(llvm::ArrayRef<Stmt *>(stmt));
    body->span = value->span;
  }
  return context.create<ClosureExpr>(spanFrom(begin), context.copy(llvm::ArrayRef<VarDecl *>(params)), body);
}

Expr *Parser::parseInteger() {
  Span span = token.getSpan();
  llvm::StringRef full = text(token);
  llvm::StringRef suffix = full.take_back(getIntegerSuffixLength(full));
  std::optional<uint64_t> value = parseIntegerText(full.drop_back(suffix.size()));
  if (!value) {
    diagnostics.error(Phase::Parse, "E1005", span, "this integer does not fit 64 bits")
        .withHelp("the largest integer is 18446744073709551615");
    value = 0;
  }
  advance();
  return context.create<IntLitExpr>(span, *value, full, suffix);
}

llvm::StringRef Parser::unescape(llvm::StringRef inner) {
  if (!inner.contains('\\'))
    return inner;
  std::string out;
  for (size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != '\\' || i + 1 == inner.size()) {
      out += inner[i];
      continue;
    }
    char c = inner[++i];
    switch (c) {
    case 'n':
      out += '\n';
      break;
    case 't':
      out += '\t';
      break;
    case 'r':
      out += '\r';
      break;
    case '0':
      out += '\0';
      break;
    case 'u': {
      // `\u{3B1}`; a malformed one was reported by the lexer and is left out.
      size_t close = inner.find('}', i);
      uint32_t value;
      if (close == llvm::StringRef::npos || i + 2 > close || inner.slice(i + 2, close).getAsInteger(16, value))
        break;
      if (value < 0x80) {
        out += char(value);
      } else if (value < 0x800) {
        out += char(0xC0 | value >> 6);
        out += char(0x80 | (value & 0x3F));
      } else if (value < 0x10000) {
        out += char(0xE0 | value >> 12);
        out += char(0x80 | (value >> 6 & 0x3F));
        out += char(0x80 | (value & 0x3F));
      } else {
        out += char(0xF0 | value >> 18);
        out += char(0x80 | (value >> 12 & 0x3F));
        out += char(0x80 | (value >> 6 & 0x3F));
        out += char(0x80 | (value & 0x3F));
      }
      i = close;
      break;
    }
    default:
      out += c;
      break;
    }
  }
  return context.save(out);
}

/// The text between the quotes of a token, whose closing one may be missing.
static llvm::StringRef getInner(llvm::StringRef quoted) {
  char quote = quoted.front();
  llvm::StringRef inner = quoted.drop_front();
  return inner.ends_with(llvm::StringRef(&quote, 1)) ? inner.drop_back() : inner;
}

Expr *Parser::parseString() {
  auto *literal = context.create<StringLitExpr>(token.getSpan(), unescape(getInner(text(token))));
  advance();
  return literal;
}

/// A character literal is the integer of its code point.
Expr *Parser::parseCharacter() {
  Span span = token.getSpan();
  llvm::StringRef full = text(token);
  llvm::StringRef bytes = unescape(getInner(full));
  advance();
  size_t length = 0;
  uint32_t value = 0;
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) {
      value = value << 6 | (byte & 0x3F);
      continue;
    }
    ++length;
    value = byte < 0x80 ? byte : byte < 0xE0 ? byte & 0x1F : byte < 0xF0 ? byte & 0x0F : byte & 0x07;
  }
  if (length != 1) {
    error(span, "a character literal holds one character").withHelp("a string is written in double quotes");
    return makeError(span);
  }
  return context.create<IntLitExpr>(span, value, full, "");
}

Expr *Parser::parseNameOrStruct() {
  Ident name{text(token), token.getSpan()};
  advance();
  if (name.name == "cast" && at(TokenKind::Less))
    return parseCastCall(name.span.begin);
  if (at(TokenKind::ColonColon)) {
    llvm::SmallVector<Ident, 4> segments = {name};
    while (accept(TokenKind::ColonColon)) {
      if (!at(TokenKind::Ident)) {
        errorAtToken("expected a name after `::`, found " + describe(token));
        return makeError(spanFrom(name.span.begin));
      }
      segments.push_back({text(token), token.getSpan()});
      advance();
    }
    return context.create<PathExpr>(spanFrom(name.span.begin), context.copy(llvm::ArrayRef<Ident>(segments)));
  }
  if (at(TokenKind::LBrace) && !noStruct && !token.newlineBefore && atStructLiteral())
    return parseStructLiteral(name);
  return context.create<NameExpr>(name.span, name.name);
}

/// At `{`: whether `}` or `name :` follows.
bool Parser::atStructLiteral() {
  Token next = lexer.peek();
  if (next.is(TokenKind::RBrace))
    return true;
  if (!next.is(TokenKind::Ident))
    return false;
  llvm::StringRef rest = diagnostics.getBuffer().drop_front(next.end).ltrim(" \t\r\n");
  return rest.starts_with(":") && !rest.starts_with("::");
}

Expr *Parser::parseStructLiteral(Ident name) {
  ++openBrackets;
  advance();
  llvm::SmallVector<Arg, 4> fields;
  while (!at(TokenKind::RBrace) && !at(TokenKind::EndOfFile)) {
    Arg field;
    if (!parseBindingName(field.name, "a field") || !expect(TokenKind::Colon, "after the name of a field"))
      break;
    field.value = parseExpr();
    fields.push_back(field);
    if (!accept(TokenKind::Comma))
      break;
  }
  --openBrackets;
  expect(TokenKind::RBrace, "after the fields of `" + name.name + "`");
  return context.create<StructLitExpr>(spanFrom(name.span.begin), name, context.copy(llvm::ArrayRef<Arg>(fields)));
}

/// After `cast`: `<T>(e)`.
Expr *Parser::parseCastCall(uint32_t begin) {
  advance();
  TypeExpr *target = parseType();
  if (!acceptGreater()) {
    errorAtToken("expected `>` after the type of a cast, found " + describe(token));
    return makeError(spanFrom(begin));
  }
  if (!expect(TokenKind::LParen, "after `cast<...>`"))
    return makeError(spanFrom(begin));
  ++openBrackets;
  Expr *operand = parseExpr();
  --openBrackets;
  if (!expect(TokenKind::RParen, "after the operand of a cast"))
    return makeError(spanFrom(begin));
  return context.create<CastExpr>(spanFrom(begin), operand, target, /*isCallForm=*/true);
}

Expr *Parser::parseParen() {
  uint32_t begin = token.begin;
  ++openBrackets;
  bool outerNoStruct = std::exchange(noStruct, false);
  advance();
  llvm::SmallVector<Expr *, 4> elements;
  bool isTuple = at(TokenKind::RParen);
  while (!at(TokenKind::RParen) && !at(TokenKind::EndOfFile)) {
    elements.push_back(parseExpr());
    if (!accept(TokenKind::Comma))
      break;
    isTuple = true;
  }
  --openBrackets;
  noStruct = outerNoStruct;
  if (!accept(TokenKind::RParen)) {
    errorBeforeToken("expected `)`, found " + describe(token), ")").label({begin, begin + 1}, "this one is not closed");
    return makeError(spanFrom(begin));
  }
  if (isTuple)
    return context.create<TupleExpr>(spanFrom(begin), context.copy(llvm::ArrayRef<Expr *>(elements)));
  return context.create<ParenExpr>(spanFrom(begin), elements.front());
}

Expr *Parser::parseList() {
  uint32_t begin = token.begin;
  ++openBrackets;
  bool outerNoStruct = std::exchange(noStruct, false);
  advance();
  llvm::SmallVector<Expr *, 16> elements;
  while (!at(TokenKind::RBracket) && !at(TokenKind::EndOfFile)) {
    elements.push_back(parseExpr());
    if (!accept(TokenKind::Comma))
      break;
  }
  --openBrackets;
  noStruct = outerNoStruct;
  if (!accept(TokenKind::RBracket)) {
    errorBeforeToken("expected `,` or `]`, found " + describe(token), "]").label({begin, begin + 1}, "the list begins here");
    return makeError(spanFrom(begin));
  }
  return context.create<TensorLitExpr>(spanFrom(begin), context.copy(llvm::ArrayRef<Expr *>(elements)));
}
