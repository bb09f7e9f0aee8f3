//===- Format.cpp - The canonical style of a source -----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Format.h"
#include "Layout.h"

#include "Mind/Frontend/Frontend.h"

using namespace mind;
using namespace mind::frontend;
using llvm::StringRef;

/// Texts of the tokens and comments, without the punctuation that formatting may change.
static std::vector<StringRef> getLastingTexts(const format::TokenList &list) {
  std::vector<StringRef> texts;
  for (const format::FormatToken &token : list.tokens) {
    for (const format::Comment &comment : llvm::ArrayRef(list.comments).slice(token.firstComment, token.numComments))
      texts.push_back(comment.text);
    if (!token.is(TokenKind::Semicolon) && !token.is(TokenKind::Comma))
      texts.push_back(token.text);
  }
  // A comma or semicolon may have moved over a comment, which keeps the order of the rest.
  return texts;
}

/// More than any source is known to need.
static constexpr unsigned kMaxRounds = 4;

static std::string write(const format::TokenList &list, const FormatOptions &options) {
  format::DocBuilder docs;
  return format::print(format::layOut(list, docs), options.maxColumns, options.indentColumns);
}

std::optional<std::string> frontend::formatSource(DiagnosticEngine &diagnostics, const FormatOptions &options) {
  ast::Context context;
  ast::Module *module = parse(context, diagnostics);
  if (diagnostics.hasErrors())
    return std::nullopt;
  format::TokenList list = format::readTokens(*module, diagnostics);
  std::string text = write(list, options);
  // Where comments stand in lines that are as long as they may be, what follows them can
  // be broken in another way once they are in their places: written until it stays.
  for (unsigned round = 0; round < kMaxRounds; ++round) {
    // Sources are overwritten with the result, so it is not taken on trust.
    DiagnosticEngine check(diagnostics.getFileName(), text);
    ast::Context checkContext;
    ast::Module *result = parse(checkContext, check);
    format::TokenList written;
    if (!check.hasErrors())
      written = format::readTokens(*result, check);
    if (check.hasErrors() || getLastingTexts(written) != getLastingTexts(list)) {
      diagnostics.errorNoSpan(Phase::Parse, "E1001", "the formatter does not know how to write this source")
          .withHelp("the source is left as it is; please report it as a fault of the formatter");
      return std::nullopt;
    }
    std::string again = write(written, options);
    if (again == text)
      break;
    text = std::move(again);
  }
  return text;
}
