//===- ParseDecl.cpp - Attributes and declarations ------------------------===//
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
// Attributes
//===----------------------------------------------------------------------===//

bool Parser::atAttribute() const { return at(TokenKind::At) || at(TokenKind::Hash); }

llvm::ArrayRef<Attribute> Parser::parseAttributes() {
  llvm::SmallVector<Attribute, 4> attributes;
  while (atAttribute()) {
    Attribute attribute;
    if (!parseAttribute(attribute))
      break;
    attributes.push_back(attribute);
  }
  return context.copy(llvm::ArrayRef<Attribute>(attributes));
}

bool Parser::parseAttrValue(AttrArg &arg) {
  uint32_t begin = token.begin;
  bool isNegative = accept(TokenKind::Minus);
  if (at(TokenKind::Int) || at(TokenKind::Float)) {
    arg.kind = at(TokenKind::Int) ? AttrArg::Int : AttrArg::Float;
    arg.text = isNegative ? context.save(("-" + text(token)).str()) : text(token);
  } else if (!isNegative && (at(TokenKind::Ident) || isKeyword(token.kind))) {
    arg.kind = AttrArg::Identifier;
    arg.text = text(token);
  } else if (!isNegative && at(TokenKind::String)) {
    arg.kind = AttrArg::String;
    arg.text = text(token).trim('"');
  } else {
    errorAtToken("expected a name, a number or a string, found " + describe(token));
    return false;
  }
  advance();
  arg.span = spanFrom(begin);
  return true;
}

bool Parser::parseAttribute(Attribute &attribute) {
  uint32_t begin = token.begin;
  attribute.isHash = at(TokenKind::Hash);
  advance();
  if (attribute.isHash && !expect(TokenKind::LBracket, "after `#`"))
    return false;
  if (!at(TokenKind::Ident) && !isKeyword(token.kind)) {
    errorAtToken("expected the name of an attribute, found " + describe(token));
    return false;
  }
  attribute.name = {text(token), token.getSpan()};
  advance();
  llvm::SmallVector<AttrArg, 4> args;
  if (at(TokenKind::LParen) && !token.newlineBefore) {
    advance();
    while (!at(TokenKind::RParen) && !at(TokenKind::EndOfFile)) {
      AttrArg arg;
      if (atArgName()) {
        arg.key = {text(token), token.getSpan()};
        advance();
        advance();
      }
      // The elements of a list are arguments of one key.
      bool isList = accept(TokenKind::LBracket);
      do {
        if (!parseAttrValue(arg))
          return false;
        args.push_back(arg);
      } while (isList && accept(TokenKind::Comma) && !at(TokenKind::RBracket));
      if (isList && !expect(TokenKind::RBracket, "after the elements of a list"))
        return false;
      if (!accept(TokenKind::Comma))
        break;
    }
    if (!expect(TokenKind::RParen, "after the arguments of an attribute"))
      return false;
  }
  if (attribute.isHash && !expect(TokenKind::RBracket, "after an attribute"))
    return false;
  attribute.args = context.copy(llvm::ArrayRef<AttrArg>(args));
  attribute.span = spanFrom(begin);
  return true;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

Stmt *Parser::parseFunction(uint32_t begin, bool isPub, llvm::ArrayRef<Attribute> attributes) {
  uint32_t fnBegin = token.begin;
  advance();
  Ident name;
  if (!parseBindingName(name, "a function"))
    return nullptr;
  auto *fn = context.create<FnDecl>(context.nextDeclId(), name);
  fn->isPub = isPub;
  fn->attributes = attributes;
  if (accept(TokenKind::Less)) {
    llvm::SmallVector<Ident, 4> typeParams;
    do {
      Ident param;
      if (!parseBindingName(param, "a type parameter"))
        return nullptr;
      typeParams.push_back(param);
    } while (accept(TokenKind::Comma) && !at(TokenKind::Greater));
    if (!acceptGreater()) {
      errorAtToken("expected `>` after the type parameters, found " + describe(token));
      return nullptr;
    }
    fn->typeParams = context.copy(llvm::ArrayRef<Ident>(typeParams));
  }
  llvm::SmallVector<VarDecl *, 4> params;
  if (!parseParams(params))
    return nullptr;
  fn->params = context.copy(llvm::ArrayRef<VarDecl *>(params));
  if (accept(TokenKind::Arrow))
    fn->resultType = parseType();
  fn->headSpan = spanFrom(fnBegin);
  fn->body = parseBlock("to begin the body of `" + name.name + "`");
  fn->span = spanFrom(fnBegin);
  return context.create<FnStmt>(spanFrom(begin), fn);
}

bool Parser::parseParams(llvm::SmallVectorImpl<VarDecl *> &params) {
  if (!expect(TokenKind::LParen, "before the parameters"))
    return false;
  ++openBrackets;
  bool ok = true;
  while (ok && !at(TokenKind::RParen) && !at(TokenKind::EndOfFile)) {
    bool isMut = accept(TokenKind::KwMut);
    Ident name;
    ok = parseBindingName(name, "a parameter");
    if (!ok)
      break;
    VarDecl *param = makeVar(DeclKind::Param, name);
    param->isMut = isMut;
    if (!accept(TokenKind::Colon)) {
      errorAtToken("expected `:` and a type after the parameter `" + name.name + "`, found " + describe(token))
          .withHelp("parameters have types, as in `" + name.name + ": f32`");
      ok = false;
      break;
    }
    param->annotation = parseType();
    params.push_back(param);
    if (!accept(TokenKind::Comma))
      break;
  }
  --openBrackets;
  return ok && expect(TokenKind::RParen, "after the parameters");
}

Stmt *Parser::parseConst() {
  uint32_t begin = token.begin;
  advance();
  Ident name;
  if (!parseBindingName(name, "a constant"))
    return nullptr;
  auto *decl = context.create<ConstDecl>(context.nextDeclId(), name);
  if (accept(TokenKind::Colon))
    decl->annotation = parseType();
  if (!expect(TokenKind::Equal, "after `const " + name.name + "`"))
    return nullptr;
  decl->value = parseExpr();
  return context.create<ConstStmt>(spanFrom(begin), decl);
}

Stmt *Parser::parseTypeAlias() {
  uint32_t begin = token.begin;
  advance();
  Ident name;
  if (!parseBindingName(name, "a type"))
    return nullptr;
  auto *decl = context.create<TypeAliasDecl>(context.nextDeclId(), name);
  if (!expect(TokenKind::Equal, "after `type " + name.name + "`"))
    return nullptr;
  decl->aliased = parseType();
  return context.create<TypeAliasStmt>(spanFrom(begin), decl);
}

/// `import a.b`, `use a::b::{c, d}`.
Stmt *Parser::parseImport() {
  uint32_t begin = token.begin;
  advance();
  llvm::SmallVector<Ident, 4> path, names;
  bool hasList = false;
  do {
    if (accept(TokenKind::LBrace)) {
      hasList = true;
      while (at(TokenKind::Ident)) {
        names.push_back({text(token), token.getSpan()});
        advance();
        if (!accept(TokenKind::Comma))
          break;
      }
      if (!expect(TokenKind::RBrace, "after the imported names"))
        return nullptr;
      break;
    }
    if (accept(TokenKind::Star)) {
      hasList = true;
      break;
    }
    if (!at(TokenKind::Ident) && !isKeyword(token.kind)) {
      errorAtToken("expected the name of a module, found " + describe(token));
      return nullptr;
    }
    path.push_back({text(token), token.getSpan()});
    advance();
  } while (!hasList && (accept(TokenKind::Dot) || accept(TokenKind::ColonColon)));
  return context.create<ImportStmt>(spanFrom(begin), context.copy(llvm::ArrayRef<Ident>(path)),
                                    context.copy(llvm::ArrayRef<Ident>(names)));
}

Stmt *Parser::parseExport() {
  uint32_t begin = token.begin;
  advance();
  bool braces = accept(TokenKind::LBrace);
  llvm::SmallVector<Ident, 4> names;
  while (at(TokenKind::Ident)) {
    names.push_back({text(token), token.getSpan()});
    advance();
    if (!accept(TokenKind::Comma))
      break;
  }
  if (braces && !expect(TokenKind::RBrace, "after the exported names"))
    return nullptr;
  return context.create<ExportStmt>(spanFrom(begin), context.copy(llvm::ArrayRef<Ident>(names)));
}

Stmt *Parser::parseModuleBlock() {
  uint32_t begin = token.begin;
  advance();
  llvm::SmallVector<Ident, 4> path;
  if (!parsePath(path))
    return nullptr;
  Block *body = at(TokenKind::LBrace) ? parseBlock("") : nullptr;
  return context.create<ModuleStmt>(spanFrom(begin), context.copy(llvm::ArrayRef<Ident>(path)), body);
}
