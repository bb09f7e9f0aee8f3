//===- ParseType.cpp - Types, in all spellings of tensors -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

TypeExpr *Parser::parseType() {
  Nesting nesting(*this);
  if (!nesting)
    return context.create<ErrorTypeExpr>(token.getSpan());
  return parseTypeInner();
}

TypeExpr *Parser::parseTypeInner() {
  uint32_t begin = token.begin;
  switch (token.kind) {
  case TokenKind::KwDiff:
    advance();
    if (!atContextual("tensor") && !atContextual("Tensor")) {
      errorAtToken("expected a tensor type after `diff`, found " + describe(token));
      return context.create<ErrorTypeExpr>(spanFrom(begin));
    }
    return parseTensorType(/*isDiff=*/true, begin);
  case TokenKind::Amp: {
    advance();
    bool isMut = accept(TokenKind::KwMut);
    TypeExpr *pointee = parseType();
    return context.create<RefTypeExpr>(spanFrom(begin), pointee, isMut);
  }
  case TokenKind::LParen: {
    ++openBrackets;
    advance();
    llvm::SmallVector<TypeExpr *, 4> elements;
    bool sawComma = false;
    while (!at(TokenKind::RParen) && !at(TokenKind::EndOfFile)) {
      elements.push_back(parseType());
      if (!accept(TokenKind::Comma))
        break;
      sawComma = true;
    }
    --openBrackets;
    if (!expect(TokenKind::RParen, "after the types of a tuple"))
      return context.create<ErrorTypeExpr>(spanFrom(begin));
    if (elements.size() == 1 && !sawComma)
      return elements.front();
    return context.create<TupleTypeExpr>(spanFrom(begin), context.copy(llvm::ArrayRef<TypeExpr *>(elements)));
  }
  case TokenKind::LBracket: {
    ++openBrackets;
    advance();
    auto *array = context.create<ArrayTypeExpr>(spanFrom(begin), parseType());
    if (accept(TokenKind::Semicolon))
      array->hasSize = parseDim(array->size);
    --openBrackets;
    expect(TokenKind::RBracket, "after an array type");
    array->span = spanFrom(begin);
    return array;
  }
  case TokenKind::KwFn: {
    advance();
    llvm::SmallVector<TypeExpr *, 4> params;
    if (!expect(TokenKind::LParen, "in a function type"))
      return context.create<ErrorTypeExpr>(spanFrom(begin));
    while (!at(TokenKind::RParen) && !at(TokenKind::EndOfFile)) {
      params.push_back(parseType());
      if (!accept(TokenKind::Comma))
        break;
    }
    expect(TokenKind::RParen, "after the parameters of a function type");
    auto *type = context.create<FnTypeExpr>(spanFrom(begin), context.copy(llvm::ArrayRef<TypeExpr *>(params)));
    if (accept(TokenKind::Arrow))
      type->result = parseType();
    type->span = spanFrom(begin);
    return type;
  }
  case TokenKind::Ident:
    break;
  default:
    errorAtToken("expected a type, found " + describe(token));
    return context.create<ErrorTypeExpr>(token.getSpan());
  }

  llvm::StringRef word = text(token);
  if (word == "tensor" || word == "Tensor")
    return parseTensorType(/*isDiff=*/false, begin);
  if (std::optional<DType> dtype = parseDType(word)) {
    Span span = token.getSpan();
    advance();
    return context.create<ScalarTypeExpr>(span, *dtype);
  }

  llvm::SmallVector<Ident, 4> path;
  if (!parsePath(path))
    return context.create<ErrorTypeExpr>(spanFrom(begin));
  auto *named = context.create<NamedTypeExpr>(spanFrom(begin), context.copy(llvm::ArrayRef<Ident>(path)));
  if (at(TokenKind::Less) && !token.newlineBefore) {
    advance();
    llvm::SmallVector<TypeExpr *, 4> args;
    do
      args.push_back(parseType());
    while (accept(TokenKind::Comma) && !at(TokenKind::Greater));
    if (!acceptGreater())
      errorAtToken("expected `>` after the arguments of a type, found " + describe(token));
    named->args = context.copy(llvm::ArrayRef<TypeExpr *>(args));
    named->span = spanFrom(begin);
  }
  return named;
}

bool Parser::parsePath(llvm::SmallVectorImpl<Ident> &path) {
  do {
    if (!at(TokenKind::Ident)) {
      errorAtToken("expected a name, found " + describe(token));
      return false;
    }
    path.push_back({text(token), token.getSpan()});
    advance();
  } while (accept(TokenKind::Dot) || accept(TokenKind::ColonColon));
  return true;
}

//===----------------------------------------------------------------------===//
// Tensor types
//===----------------------------------------------------------------------===//

bool Parser::parseDim(DimExpr &dim) {
  dim.span = token.getSpan();
  if (at(TokenKind::Ident)) {
    dim.isSymbol = true;
    dim.name = {text(token), token.getSpan()};
    advance();
    return true;
  }
  if (at(TokenKind::Int)) {
    llvm::StringRef full = text(token);
    std::optional<uint64_t> value = parseIntegerText(full.drop_back(getIntegerSuffixLength(full)));
    if (!value || *value > uint64_t(INT64_MAX)) {
      error(token.getSpan(), "this dimension does not fit 63 bits");
      value = 1;
    }
    dim.value = int64_t(*value);
    advance();
    return true;
  }
  Diagnostic &fault = errorAtToken("expected a dimension, found " + describe(token));
  if (at(TokenKind::Question))
    fault.withHelp("a dimension that is not known is given a name, as in `Tensor<f32, [N, 3]>`");
  else
    fault.withHelp("a dimension is an integer that is not negative, or a name");
  return false;
}

/// Dims up to `close`, which is taken.
bool Parser::parseDims(llvm::SmallVectorImpl<DimExpr> &dims, TokenKind close) {
  ++openBrackets;
  bool ok = true;
  while (!at(close) && !at(TokenKind::EndOfFile)) {
    if (!parseDim(dims.emplace_back())) {
      dims.pop_back();
      ok = false;
      break;
    }
    if (!accept(TokenKind::Comma))
      break;
  }
  --openBrackets;
  return ok && expect(close, "after the dimensions of a tensor type");
}

/// At `tensor` or `Tensor`.
TypeExpr *Parser::parseTensorType(bool isDiff, uint32_t begin) {
  auto *type = context.create<TensorTypeExpr>(token.getSpan());
  type->keyword = text(token);
  type->isDiff = isDiff;
  advance();
  llvm::SmallVector<DimExpr, 4> dims;
  auto fail = [&]() -> TypeExpr * { return context.create<ErrorTypeExpr>(spanFrom(begin)); };

  if (at(TokenKind::LBracket) && !token.newlineBefore) {
    // Tensor[f32,(2,3)]
    type->spelling = TensorSpelling::BracketDtype;
    advance();
    if (!at(TokenKind::Ident)) {
      errorAtToken("expected an element type, found " + describe(token)).withHelp("as in `Tensor[f32,(2,3)]`");
      return fail();
    }
    type->dtype = {text(token), token.getSpan()};
    advance();
    if (!expect(TokenKind::Comma, "after the element type") || !expect(TokenKind::LParen, "before the dimensions") ||
        !parseDims(dims, TokenKind::RParen))
      return fail();
    type->hasShape = true;
    accept(TokenKind::Comma);
    if (!expect(TokenKind::RBracket, "at the end of a tensor type"))
      return fail();
  } else if (at(TokenKind::Less) && !token.newlineBefore) {
    advance();
    ++openBrackets;
    bool ok = parseAngleTensor(type, dims);
    --openBrackets;
    if (!ok)
      return fail();
    // Tensor<f32>[2, 3]
    if (at(TokenKind::LBracket) && !token.newlineBefore && !type->hasShape) {
      advance();
      type->spelling = TensorSpelling::SuffixOutside;
      type->hasShape = true;
      if (!parseDims(dims, TokenKind::RBracket))
        return fail();
    }
  }
  type->dims = context.copy(llvm::ArrayRef<DimExpr>(dims));
  type->span = spanFrom(begin);
  return type;
}

/// After `<`, up to and with `>`.
bool Parser::parseAngleTensor(TensorTypeExpr *type, llvm::SmallVectorImpl<DimExpr> &dims) {
  auto parseElement = [&] {
    if (!at(TokenKind::Ident)) {
      errorAtToken("expected an element type, found " + describe(token))
          .withHelp("the element types are f32 f64 f16 bf16 i32 i64 bool q16");
      return false;
    }
    type->dtype = {text(token), token.getSpan()};
    advance();
    return true;
  };

  if (accept(TokenKind::LBracket)) {
    // Tensor<[batch, 784], f32>
    type->spelling = TensorSpelling::AngleShapeFirst;
    type->hasShape = true;
    if (!parseDims(dims, TokenKind::RBracket) || !expect(TokenKind::Comma, "after the dimensions") || !parseElement())
      return false;
  } else {
    if (atContextual("sparse") && lexer.peek().is(TokenKind::LBracket)) {
      // tensor<sparse[csr], f32[N, M]>
      advance();
      advance();
      if (at(TokenKind::Ident)) {
        type->sparse = {text(token), token.getSpan()};
        advance();
      }
      if (!expect(TokenKind::RBracket, "after the sparse layout") || !expect(TokenKind::Comma, "after the layout"))
        return false;
    }
    if (!parseElement())
      return false;
    type->spelling = TensorSpelling::AngleSuffixInside;
    if (accept(TokenKind::LBracket)) {
      // tensor<f32[2, 3]>
      type->hasShape = true;
      if (!parseDims(dims, TokenKind::RBracket))
        return false;
    } else if (accept(TokenKind::Comma) && !at(TokenKind::Greater)) {
      type->hasShape = true;
      if (accept(TokenKind::LBracket)) {
        // Tensor<f32, [2, 3]>
        type->spelling = TensorSpelling::AngleList;
        if (!parseDims(dims, TokenKind::RBracket))
          return false;
        if (accept(TokenKind::Comma) && at(TokenKind::Ident)) {
          type->layout = {text(token), token.getSpan()};
          advance();
        }
      } else {
        // Tensor<f32, N, 3>
        type->spelling = TensorSpelling::AngleFlat;
        do {
          if (!parseDim(dims.emplace_back())) {
            dims.pop_back();
            return false;
          }
        } while (accept(TokenKind::Comma) && !at(TokenKind::Greater));
      }
    }
  }
  if (acceptGreater())
    return true;
  errorAtToken("expected `>` at the end of a tensor type, found " + describe(token));
  return false;
}
