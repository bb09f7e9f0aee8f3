//===- ParseExpr.cpp - Expressions ----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Precedence climbing over binary operators; `as` is a postfix operator of its own
// level; `**` binds tighter than a sign on its left. A chain of left-associative
// operators makes a tree as high as the chain is long, so chains are bounded too.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

namespace {

struct OperatorInfo {
  /// 0 for what is no binary operator.
  uint8_t precedence = 0;
  BinaryOp op = BinaryOp::Add;
};

constexpr unsigned kOr = 1, kAnd = 2, kCompare = 3, kAdd = 4, kBits = 5, kMul = 6, kCast = 7;

OperatorInfo getOperator(TokenKind kind) {
  switch (kind) {
  case TokenKind::PipePipe:
    return {kOr};
  case TokenKind::AmpAmp:
    return {kAnd};
  case TokenKind::EqualEqual:
    return {kCompare, BinaryOp::Eq};
  case TokenKind::BangEqual:
    return {kCompare, BinaryOp::Ne};
  case TokenKind::Less:
    return {kCompare, BinaryOp::Lt};
  case TokenKind::LessEqual:
    return {kCompare, BinaryOp::Le};
  case TokenKind::Greater:
    return {kCompare, BinaryOp::Gt};
  case TokenKind::GreaterEqual:
    return {kCompare, BinaryOp::Ge};
  case TokenKind::Plus:
    return {kAdd, BinaryOp::Add};
  case TokenKind::Minus:
    return {kAdd, BinaryOp::Sub};
  case TokenKind::DotPlus:
    return {kAdd, BinaryOp::DotAdd};
  case TokenKind::DotMinus:
    return {kAdd, BinaryOp::DotSub};
  case TokenKind::At:
    return {kBits, BinaryOp::MatMul};
  case TokenKind::Amp:
    return {kBits, BinaryOp::BitAnd};
  case TokenKind::Pipe:
    return {kBits, BinaryOp::BitOr};
  case TokenKind::Caret:
    return {kBits, BinaryOp::BitXor};
  case TokenKind::LessLess:
    return {kBits, BinaryOp::Shl};
  case TokenKind::GreaterGreater:
    return {kBits, BinaryOp::Shr};
  case TokenKind::Star:
    return {kMul, BinaryOp::Mul};
  case TokenKind::Slash:
    return {kMul, BinaryOp::Div};
  case TokenKind::Percent:
    return {kMul, BinaryOp::Mod};
  case TokenKind::DotStar:
    return {kMul, BinaryOp::DotMul};
  case TokenKind::DotSlash:
    return {kMul, BinaryOp::DotDiv};
  case TokenKind::KwAs:
    return {kCast};
  default:
    return {};
  }
}

/// Links of one chain at this depth of nesting. What is nested in a chain may have
/// a chain of its own, so the bound halves on the way down and the height of the
/// whole tree stays below 40,000.
unsigned getChainLimit(unsigned depth) { return std::max(16u, 4096u >> std::min(depth / 4, 8u)); }

} // namespace

Expr *Parser::parseExpr() {
  Nesting nesting(*this);
  if (!nesting)
    return makeError(token.getSpan());
  return parseBinary(kOr);
}

bool Parser::checkChain(unsigned length) {
  if (length < getChainLimit(depth))
    return true;
  errorAtToken("this expression is a chain of more than " + llvm::Twine(length) + " operations")
      .withHelp("name parts of it with `let`");
  return false;
}

Expr *Parser::parseBinary(unsigned minPrecedence) {
  Expr *lhs = parseUnary();
  for (unsigned length = 0;; ++length) {
    OperatorInfo info = getOperator(token.kind);
    if (info.precedence == 0 || info.precedence < minPrecedence)
      return lhs;
    // At module level a line that begins with `@name` is an attribute.
    if (at(TokenKind::At) && token.newlineBefore && openBrackets == 0)
      return lhs;
    if (!checkChain(length))
      return makeError(lhs->span);
    Span opSpan = token.getSpan();
    uint32_t begin = lhs->span.begin;
    advance();
    if (info.precedence == kCast) {
      TypeExpr *target = parseType();
      lhs = context.create<CastExpr>(spanFrom(begin), lhs, target, /*isCallForm=*/false);
      continue;
    }
    Expr *rhs = parseBinary(info.precedence + 1);
    if (info.precedence <= kAnd)
      lhs = context.create<LogicalExpr>(spanFrom(begin), info.precedence == kAnd, opSpan, lhs, rhs);
    else
      lhs = context.create<BinaryExpr>(spanFrom(begin), info.op, opSpan, lhs, rhs);
  }
}

Expr *Parser::parseUnary() {
  UnaryOp op;
  switch (token.kind) {
  case TokenKind::Minus:
    op = UnaryOp::Neg;
    break;
  case TokenKind::Bang:
    op = UnaryOp::Not;
    break;
  case TokenKind::Tilde:
    op = UnaryOp::BitNot;
    break;
  case TokenKind::Amp:
    op = UnaryOp::Ref;
    break;
  default:
    return parsePower();
  }
  Nesting nesting(*this);
  if (!nesting)
    return makeError(token.getSpan());
  uint32_t begin = token.begin;
  advance();
  if (op == UnaryOp::Ref)
    accept(TokenKind::KwMut);
  Expr *operand = parseUnary();
  return context.create<UnaryExpr>(spanFrom(begin), op, operand);
}

Expr *Parser::parsePower() {
  Expr *base = parsePostfix();
  if (!at(TokenKind::StarStar))
    return base;
  Nesting nesting(*this);
  if (!nesting)
    return makeError(base->span);
  Span opSpan = token.getSpan();
  advance();
  // Right-associative, and the exponent may have a sign.
  Expr *exponent = parseUnary();
  return context.create<BinaryExpr>(spanFrom(base->span.begin), BinaryOp::Pow, opSpan, base, exponent);
}

//===----------------------------------------------------------------------===//
// Postfix
//===----------------------------------------------------------------------===//

Expr *Parser::parsePostfix() {
  Expr *expr = parsePrimary();
  for (unsigned length = 0;; ++length) {
    if (at(TokenKind::Dot) || (at(TokenKind::LParen) && !token.newlineBefore) ||
        (at(TokenKind::LBracket) && !token.newlineBefore)) {
      if (!checkChain(length))
        return makeError(expr->span);
    }
    switch (token.kind) {
    case TokenKind::Dot:
      expr = parseAfterDot(expr);
      continue;
    case TokenKind::LParen:
      if (token.newlineBefore)
        return expr;
      expr = parseCall(expr);
      continue;
    case TokenKind::LBracket:
      if (token.newlineBefore)
        return expr;
      expr = parseSubscript(expr);
      continue;
    case TokenKind::Question:
      errorAtToken("the operator `?` is not part of MIND");
      advance();
      continue;
    default:
      return expr;
    }
  }
}

Expr *Parser::parseAfterDot(Expr *base) {
  previousEnd = token.end;
  token = lexer.nextAfterDot();
  if (at(TokenKind::Int)) {
    std::optional<uint64_t> index = parseIntegerText(text(token));
    Span span = token.getSpan();
    advance();
    if (!index || *index > UINT32_MAX) {
      error(span, "this tuple index is too large");
      return makeError(spanFrom(base->span.begin));
    }
    return context.create<TupleGetExpr>(spanFrom(base->span.begin), base, unsigned(*index));
  }
  // After a dot even a keyword is a name.
  if (!at(TokenKind::Ident) && !isKeyword(token.kind)) {
    errorAtToken("expected a name after `.`, found " + describe(token));
    return makeError(base->span);
  }
  Ident name{text(token), token.getSpan()};
  advance();
  if (!at(TokenKind::LParen) || token.newlineBefore)
    return context.create<FieldExpr>(spanFrom(base->span.begin), base, name);
  llvm::SmallVector<Arg, 4> args;
  parseArgs(args);
  return context.create<MethodExpr>(spanFrom(base->span.begin), base, name, context.copy(llvm::ArrayRef<Arg>(args)));
}

Expr *Parser::parseSubscript(Expr *base) {
  ++openBrackets;
  advance();
  llvm::SmallVector<Expr *, 4> indices;
  Expr *low = nullptr;
  bool isRange = false;
  if (!at(TokenKind::DotDot)) {
    low = parseExpr();
    indices.push_back(low);
  }
  Expr *high = nullptr;
  // As Python writes it.
  if (at(TokenKind::Colon)) {
    errorAtToken("expected `]` after the index, found `:`").fix(token.getSpan(), "..", "a range is written with `..`");
    advance();
    isRange = true;
    if (!at(TokenKind::RBracket))
      high = parseExpr();
  } else if (accept(TokenKind::DotDot)) {
    isRange = true;
    if (!at(TokenKind::RBracket))
      high = parseExpr();
  } else {
    while (accept(TokenKind::Comma) && !at(TokenKind::RBracket))
      indices.push_back(parseExpr());
  }
  --openBrackets;
  if (!expect(TokenKind::RBracket, "after the index"))
    return makeError(spanFrom(base->span.begin));
  Span span = spanFrom(base->span.begin);
  if (isRange)
    return context.create<SliceRangeExpr>(span, base, low, high);
  return context.create<IndexExpr>(span, base, context.copy(llvm::ArrayRef<Expr *>(indices)));
}

/// Whether the name at the current token is followed by `=` or `:`, which makes it
/// the name of an argument.
bool Parser::atArgName() {
  if (!at(TokenKind::Ident) && !isKeyword(token.kind))
    return false;
  llvm::StringRef rest = diagnostics.getBuffer().drop_front(token.end).ltrim(" \t\r\n");
  if (rest.starts_with("/")) {
    TokenKind next = lexer.peek().kind;
    return next == TokenKind::Equal || next == TokenKind::Colon;
  }
  return (rest.starts_with("=") && !rest.starts_with("==") && !rest.starts_with("=>")) ||
         (rest.starts_with(":") && !rest.starts_with("::"));
}

/// `(` args `)`.
bool Parser::parseArgs(llvm::SmallVectorImpl<Arg> &args) {
  ++openBrackets;
  uint32_t open = token.begin;
  advance();
  while (!at(TokenKind::RParen) && !at(TokenKind::EndOfFile)) {
    Arg arg;
    if (atArgName()) {
      arg.name = {text(token), token.getSpan()};
      advance();
      advance();
    }
    arg.value = parseExpr();
    args.push_back(arg);
    if (!accept(TokenKind::Comma))
      break;
  }
  --openBrackets;
  if (accept(TokenKind::RParen))
    return true;
  errorBeforeToken("expected `,` or `)` in the list of arguments, found " + describe(token), ")")
      .label({open, open + 1}, "the list begins here");
  return false;
}

Expr *Parser::parseCall(Expr *callee) {
  llvm::SmallVector<Arg, 4> args;
  parseArgs(args);
  return context.create<CallExpr>(spanFrom(callee->span.begin), callee, context.copy(llvm::ArrayRef<Arg>(args)));
}
