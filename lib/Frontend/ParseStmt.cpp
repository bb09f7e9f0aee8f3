//===- ParseStmt.cpp - Declarations, statements, blocks -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

VarDecl *Parser::makeVar(DeclKind kind, Ident name) {
  return context.create<VarDecl>(kind, context.nextDeclId(), name);
}

bool Parser::parseBindingName(Ident &name, llvm::StringRef what) {
  if (at(TokenKind::Ident)) {
    name = {text(token), token.getSpan()};
    advance();
    return true;
  }
  if (isKeyword(token.kind)) {
    errorAtToken("`" + text(token) + "` is a keyword and cannot name " + what)
        .withHelp("choose another name, as `" + text(token) + "_`")
        .fix(token.getSpan(), text(token) + "_", "choose another name");
    // On its line it was meant as the name; it does not begin a statement.
    if (!token.newlineBefore)
      advance();
  } else {
    errorAtToken("expected the name of " + what + ", found " + describe(token));
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Blocks and statements
//===----------------------------------------------------------------------===//

Block *Parser::parseBlock(const llvm::Twine &where) {
  auto *block = context.create<Block>();
  Nesting nesting(*this);
  uint32_t begin = token.begin;
  block->span = {begin, begin};
  if (!nesting)
    return block;
  if (!at(TokenKind::LBrace)) {
    Diagnostic &fault = errorAtToken("expected `{` " + where + ", found " + describe(token));
    if (at(TokenKind::Equal))
      fault.withHelp("a comparison is written `==`").fix(token.getSpan(), "==", "compare");
    else if (atContextual("and") || atContextual("or"))
      fault.fix(token.getSpan(), atContextual("and") ? "&&" : "||", "the operators are `&&` and `||`");
    synchronize();
    return block;
  }
  ++openBrackets;
  bool outerNoStruct = std::exchange(noStruct, false);
  advance();
  llvm::SmallVector<Stmt *, 16> stmts;
  parseStatements(stmts, TokenKind::RBrace);
  --openBrackets;
  noStruct = outerNoStruct;
  if (!accept(TokenKind::RBrace)) {
    Diagnostic &fault = atOuterFunction() ? errorAtToken("expected `}` before this function")
                                          : errorBeforeToken("expected `}`, found " + describe(token));
    // Below the line in which the block begins.
    llvm::StringRef line = diagnostics.getLine(diagnostics.getLineColumn(begin).line);
    fault.label({begin, begin + 1}, "this block is not closed")
        .guess({previousEnd, previousEnd}, "\n" + line.take_while([](char c) { return c == ' ' || c == '\t'; }) + "}",
               "close it here");
  }
  block->stmts = context.copy(llvm::ArrayRef<Stmt *>(stmts));
  block->span = spanFrom(begin);
  return block;
}

/// The brace in front of it was forgotten, since functions do not nest.
bool Parser::atOuterFunction() const {
  if (functionDepth == 0 || (!at(TokenKind::KwFn) && !at(TokenKind::KwPub)))
    return false;
  return token.begin > 0 && llvm::StringRef("\r\n").contains(diagnostics.getBuffer()[token.begin - 1]);
}

void Parser::parseStatements(llvm::SmallVectorImpl<Stmt *> &stmts, TokenKind end) {
  while (!at(end) && !at(TokenKind::EndOfFile) && !(end == TokenKind::RBrace && atOuterFunction())) {
    if (accept(TokenKind::Semicolon))
      continue;
    if (at(TokenKind::RBrace)) {
      errorAtToken("this `}` closes nothing");
      advance();
      continue;
    }
    uint32_t before = token.begin;
    unsigned errors = diagnostics.getNumErrors();
    if (Stmt *stmt = parseStatement())
      stmts.push_back(stmt);
    // A fault that the statement got over needs no recovery, which would skip the next one.
    bool isOver = token.newlineBefore && lastErrorAt < token.begin;
    if (diagnostics.getNumErrors() != errors && !isOver)
      synchronize();
    // Whatever went wrong, a statement takes at least one token.
    if (token.begin == before && !at(TokenKind::EndOfFile) && !at(end))
      advance();
  }
}

Stmt *Parser::parseStatement() {
  uint32_t begin = token.begin;
  llvm::ArrayRef<Attribute> attributes;
  if (atAttribute()) {
    attributes = parseAttributes();
    if (!at(TokenKind::KwFn) && !at(TokenKind::KwPub)) {
      if (!at(TokenKind::EndOfFile) || attributes.empty() == false)
        errorAtToken("an attribute stands before a function, found " + describe(token));
      return nullptr;
    }
  }
  bool isPub = accept(TokenKind::KwPub);
  switch (token.kind) {
  case TokenKind::KwFn:
    return parseFunction(begin, isPub, attributes);
  case TokenKind::KwConst:
    return parseConst();
  case TokenKind::KwType:
    return parseTypeAlias();
  case TokenKind::KwStruct:
    return skipUnsupported("structs");
  case TokenKind::KwEnum:
    return skipUnsupported("enums");
  default:
    break;
  }
  if (isPub) {
    errorAtToken("`pub` stands before a function, found " + describe(token));
    return nullptr;
  }
  switch (token.kind) {
  case TokenKind::KwImport:
  case TokenKind::KwUse:
    return parseImport();
  case TokenKind::KwLet:
    return parseLet();
  case TokenKind::KwFor:
    return parseFor();
  case TokenKind::KwWhile:
    return parseWhile();
  case TokenKind::KwLoop:
    return parseLoop();
  case TokenKind::KwReturn:
    return parseReturn();
  case TokenKind::KwPrint:
    return parsePrint();
  case TokenKind::KwAssert:
    return parseAssert();
  case TokenKind::KwBreak:
    advance();
    return context.create<BreakStmt>(spanFrom(begin));
  case TokenKind::KwContinue:
    advance();
    return context.create<ContinueStmt>(spanFrom(begin));
  case TokenKind::Ident: {
    // Words that begin a construct when another word follows.
    llvm::StringRef word = text(token);
    enum {
      None,
      Export,
      Module,
      Unsupported,
      Function
    } kind = llvm::StringSwitch<decltype(kind)>(word)
                 .Case("export", Export)
                 .Case("module", Module)
                 .Cases({"def", "func", "function"}, Function)
                 .Cases({"trait", "impl", "extern", "region", "invariant"}, Unsupported)
                 .Default(None);
    if (kind == None)
      break;
    Token next = lexer.peek();
    if (kind == Function && next.is(TokenKind::Ident) && !next.newlineBefore) {
      errorAtToken("a function begins with `fn`, found " + describe(token))
          .fix(token.getSpan(), "fn", "write `fn`");
      return parseFunction(begin, isPub, attributes);
    }
    bool opens = next.is(TokenKind::LBrace) && word == "region";
    if (kind == Export && (next.is(TokenKind::LBrace) || (next.is(TokenKind::Ident) && !next.newlineBefore)))
      return parseExport();
    if (kind == Module && next.is(TokenKind::Ident) && !next.newlineBefore)
      return parseModuleBlock();
    if (kind == Unsupported && !next.newlineBefore &&
        (opens || next.is(TokenKind::Ident) || next.is(TokenKind::String)))
      return skipUnsupported(word == "trait"    ? "traits"
                             : word == "impl"   ? "methods of types"
                             : word == "extern" ? "extern functions"
                             : word == "region" ? "regions"
                                                : "invariants");
    break;
  }
  default:
    break;
  }
  return parseExprOrAssign();
}

Stmt *Parser::skipUnsupported(llvm::StringRef what) {
  errorAtToken(what + " are not part of this version of MIND");
  // Up to its block, and over it.
  while (!at(TokenKind::LBrace) && !at(TokenKind::EndOfFile) && !at(TokenKind::Semicolon)) {
    advance();
    if (token.newlineBefore && !at(TokenKind::LBrace))
      return nullptr;
  }
  if (at(TokenKind::LBrace))
    skipBalanced(TokenKind::LBrace, TokenKind::RBrace);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Stmt *Parser::parseLet() {
  uint32_t begin = token.begin;
  advance();
  bool isMut = accept(TokenKind::KwMut);
  llvm::SmallVector<VarDecl *, 4> vars;
  bool isTuple = accept(TokenKind::LParen);
  do {
    if (isTuple && at(TokenKind::RParen))
      break;
    bool isOwnMut = isMut || (isTuple && accept(TokenKind::KwMut));
    Ident name;
    if (!parseBindingName(name, "a variable"))
      return nullptr;
    vars.push_back(makeVar(DeclKind::Let, name));
    vars.back()->isMut = isOwnMut;
  } while (isTuple && accept(TokenKind::Comma));
  if (isTuple && !expect(TokenKind::RParen, "after the names of a tuple"))
    return nullptr;
  TypeExpr *annotation = nullptr;
  if (accept(TokenKind::Colon)) {
    annotation = parseType();
    if (!isTuple)
      vars.front()->annotation = annotation;
  }
  if (!at(TokenKind::Equal)) {
    errorAtToken("expected `=` in a `let`, found " + describe(token)).withHelp("a variable begins with a value");
    return nullptr;
  }
  advance();
  Expr *init = parseExpr();
  return context.create<LetStmt>(spanFrom(begin), isMut, isTuple, context.copy(llvm::ArrayRef<VarDecl *>(vars)),
                                 annotation, init);
}

Stmt *Parser::parseExprOrAssign() {
  uint32_t begin = token.begin;
  Expr *expr = parseExpr();
  std::optional<BinaryOp> op;
  switch (token.kind) {
  case TokenKind::Equal:
    break;
  case TokenKind::PlusEqual:
    op = BinaryOp::Add;
    break;
  case TokenKind::MinusEqual:
    op = BinaryOp::Sub;
    break;
  case TokenKind::StarEqual:
    op = BinaryOp::Mul;
    break;
  case TokenKind::SlashEqual:
    op = BinaryOp::Div;
    break;
  case TokenKind::PercentEqual:
    op = BinaryOp::Mod;
    break;
  case TokenKind::AmpEqual:
    op = BinaryOp::BitAnd;
    break;
  case TokenKind::PipeEqual:
    op = BinaryOp::BitOr;
    break;
  case TokenKind::CaretEqual:
    op = BinaryOp::BitXor;
    break;
  case TokenKind::LessLessEqual:
    op = BinaryOp::Shl;
    break;
  case TokenKind::GreaterGreaterEqual:
    op = BinaryOp::Shr;
    break;
  default:
    return context.create<ExprStmt>(spanFrom(begin), expr);
  }
  Span opSpan = token.getSpan();
  advance();
  Expr *value = parseExpr();
  if (!llvm::isa<NameExpr, IndexExpr, FieldExpr, SliceRangeExpr, ErrorExpr>(expr)) {
    error(expr->span, "this cannot be assigned to")
        .withHelp("the left side is a variable or a part of one, as in `x = 1` or `x[0] = 1`");
    return nullptr;
  }
  return context.create<AssignStmt>(spanFrom(begin), expr, op, opSpan, value);
}

/// An expression before a block.
Expr *Parser::parseCondition() {
  if (at(TokenKind::LBrace)) {
    errorAtToken("expected an expression before the block, found `{`");
    return makeError(token.getSpan());
  }
  bool outer = std::exchange(noStruct, true);
  Expr *condition = parseExpr();
  noStruct = outer;
  return condition;
}

Stmt *Parser::parseFor() {
  uint32_t begin = token.begin;
  advance();
  Ident name;
  if (!parseBindingName(name, "a loop variable") || !expect(TokenKind::KwIn, "after the variable of a `for`"))
    return nullptr;
  Expr *low = parseCondition();
  Expr *high = accept(TokenKind::DotDot) ? parseCondition() : nullptr;
  VarDecl *var = makeVar(DeclKind::For, name);
  Block *body = parseBlock("to begin the body of a `for`");
  return context.create<ForStmt>(spanFrom(begin), var, low, high, body);
}

Stmt *Parser::parseWhile() {
  uint32_t begin = token.begin;
  advance();
  Expr *condition = parseCondition();
  Block *body = parseBlock("to begin the body of a `while`");
  return context.create<WhileStmt>(spanFrom(begin), condition, body);
}

Stmt *Parser::parseLoop() {
  uint32_t begin = token.begin;
  advance();
  Block *body = parseBlock("to begin the body of a `loop`");
  return context.create<LoopStmt>(spanFrom(begin), body);
}

Stmt *Parser::parseReturn() {
  uint32_t begin = token.begin;
  advance();
  bool isBare = token.newlineBefore || at(TokenKind::RBrace) || at(TokenKind::Semicolon) || at(TokenKind::EndOfFile);
  Expr *value = isBare ? nullptr : parseExpr();
  return context.create<ReturnStmt>(spanFrom(begin), value);
}

Stmt *Parser::parsePrint() {
  uint32_t begin = token.begin;
  advance();
  if (!at(TokenKind::LParen)) {
    errorAtToken("expected `(` after `print`, found " + describe(token));
    return nullptr;
  }
  llvm::SmallVector<Arg, 4> args;
  parseArgs(args);
  llvm::SmallVector<Expr *, 4> values;
  for (const Arg &arg : args) {
    if (!arg.name.empty())
      error(arg.name.span, "`print` has no named arguments");
    values.push_back(arg.value);
  }
  return context.create<PrintStmt>(spanFrom(begin), context.copy(llvm::ArrayRef<Expr *>(values)));
}

Stmt *Parser::parseAssert() {
  uint32_t begin = token.begin;
  advance();
  Expr *condition = parseExpr();
  llvm::StringRef message;
  bool hasMessage = false;
  // `assert(c, "text")` reads as a tuple.
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(condition); tuple && tuple->elements.size() == 2)
    if (auto *string = llvm::dyn_cast<StringLitExpr>(tuple->elements[1])) {
      condition = tuple->elements[0];
      message = string->value;
      hasMessage = true;
    }
  if (!hasMessage && accept(TokenKind::Comma)) {
    if (!at(TokenKind::String)) {
      errorAtToken("the message of an `assert` is a string, found " + describe(token));
      return nullptr;
    }
    message = llvm::cast<StringLitExpr>(parseString())->value;
    hasMessage = true;
  }
  return context.create<AssertStmt>(spanFrom(begin), condition, message, hasMessage);
}
