//===- Display.cpp - What is shown in the text itself ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"
#include "Features.h"

#include "llvm/ADT/DenseSet.h"

using namespace mind;
using namespace mind::lsp;
using frontend::Token;
using frontend::TokenKind;

Answer lsp::getInlayHints(const OpenDocument &open, const RangeParams &params) {
  uint32_t begin = open.document.getOffset(params.range.start), end = open.document.getOffset(params.range.end);
  llvm::json::Array hints;
  for (const Occurrence &it : open.analysis->getOccurrences()) {
    const auto *var = it.isDeclaration ? llvm::dyn_cast<ast::VarDecl>(it.decl) : nullptr;
    if (!var || var->annotation || var->kind == ast::DeclKind::Param || it.span.end < begin || it.span.end > end)
      continue;
    if (!var->type || !(var->type->isTensor() || var->type->isTuple()))
      continue;
    hints.push_back(llvm::json::Object{{"position", open.document.getPosition(it.span.end)},
                                       {"label", ": " + sema::toString(*var->type)},
                                       {"kind", int(llvm::lsp::InlayHintKind::Type)}});
  }
  return llvm::json::Value(std::move(hints));
}

//===----------------------------------------------------------------------===//
// Semantic tokens
//===----------------------------------------------------------------------===//

namespace {

/// In the order of the legend.
enum TokenType { Keyword, Function, Variable, Parameter, TypeName, Dimension, Number, String, Decorator };
enum TokenModifier { None = 0, Declaration = 1, Readonly = 2, DefaultLibrary = 4 };

class TokenWriter {
public:
  explicit TokenWriter(const Document &document) : document(document) {}

  void add(Span span, TokenType type, unsigned modifiers = None) {
    // A token of the protocol is in one line.
    llvm::StringRef text = document.getText().slice(span.begin, span.end);
    for (uint32_t at = span.begin; !text.empty();) {
      auto line = text.take_until([](char c) { return c == '\n' || c == '\r'; });
      if (!line.empty())
        addLine(Span(at, at + line.size()), type, modifiers);
      size_t taken = std::min(text.size(), line.size() + 1);
      at += taken;
      text = text.drop_front(taken);
    }
  }
  llvm::json::Value take() { return llvm::json::Object{{"data", std::move(data)}}; }

private:
  void addLine(Span span, TokenType type, unsigned modifiers) {
    Range range = document.getRange(span);
    bool isSameLine = range.start.line == last.line;
    for (int64_t number :
         {int64_t(range.start.line - last.line), int64_t(range.start.character - (isSameLine ? last.character : 0)),
          int64_t(range.end.character - range.start.character), int64_t(type), int64_t(modifiers)})
      data.push_back(number);
    last = range.start;
  }

  const Document &document;
  Position last;
  llvm::json::Array data;
};

} // namespace

llvm::json::Value lsp::getTokenLegend() {
  return llvm::json::Object{{"tokenTypes", llvm::json::Array{"keyword", "function", "variable", "parameter", "type",
                                                             "typeParameter", "number", "string", "decorator"}},
                            {"tokenModifiers", llvm::json::Array{"declaration", "readonly", "defaultLibrary"}}};
}

static void addName(TokenWriter &writer, const Occurrence &it) {
  unsigned modifiers = it.isDeclaration ? Declaration : None;
  if (!it.decl)
    return writer.add(it.span, Dimension);
  switch (it.decl->kind) {
  case ast::DeclKind::Fn:
    return writer.add(it.span, Function, modifiers);
  case ast::DeclKind::Param:
    return writer.add(it.span, Parameter, modifiers);
  case ast::DeclKind::TypeAlias:
    return writer.add(it.span, TypeName, modifiers);
  case ast::DeclKind::Const:
    return writer.add(it.span, Variable, modifiers | Readonly);
  default:
    return writer.add(it.span, Variable, modifiers);
  }
}

Answer lsp::getSemanticTokens(const OpenDocument &open, const DocumentParams &params) {
  const Analysis &analysis = *open.analysis;
  llvm::StringRef source = analysis.getSource();
  llvm::DenseSet<uint32_t> libraryNames;
  for (const auto &call : analysis.getFacts().calls)
    if (!call.target)
      libraryNames.insert(call.name.begin);

  TokenWriter writer(open.document);
  llvm::ArrayRef<Occurrence> names = analysis.getOccurrences();
  std::optional<Token> previous;
  for (const Token &token : lexAll(source)) {
    names = names.drop_while([&](const Occurrence &it) { return it.span.begin < token.begin; });
    llvm::StringRef text = source.slice(token.begin, token.end);
    bool isAttribute = previous && previous->is(TokenKind::At) && previous->newlineBefore;
    previous = token;
    if (isKeyword(token.kind)) {
      writer.add(token.getSpan(), Keyword);
    } else if (token.is(TokenKind::Int) || token.is(TokenKind::Float)) {
      writer.add(token.getSpan(), Number);
    } else if (token.is(TokenKind::String) || token.is(TokenKind::Char)) {
      writer.add(token.getSpan(), String);
    } else if (!token.is(TokenKind::Ident)) {
      continue;
    } else if (!names.empty() && names.front().span == token.getSpan()) {
      addName(writer, names.front());
    } else if (isAttribute) {
      writer.add(token.getSpan(), Decorator);
    } else if (libraryNames.contains(token.begin)) {
      writer.add(token.getSpan(), Function, DefaultLibrary);
    } else if (text == "Tensor" || text == "tensor" || parseDType(std::string_view(text.data(), text.size()))) {
      writer.add(token.getSpan(), TypeName, DefaultLibrary);
    }
  }
  return writer.take();
}
