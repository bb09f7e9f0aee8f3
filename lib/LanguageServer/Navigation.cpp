//===- Navigation.cpp - Names: what, where, and under another name --------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"
#include "LibraryText.h"

#include "Mind/Frontend/Format.h"
#include "Mind/Frontend/Lexer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::lsp;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;
using llvm::lsp::TextEdit;

static llvm::json::Value makeHover(const OpenDocument &open, Span span, llvm::StringRef code, llvm::StringRef text) {
  std::string value = "```mind\n" + code.str() + "\n```";
  if (!text.empty())
    value += "\n" + text.str() + ".";
  return llvm::json::Object{{"contents", llvm::json::Object{{"kind", "markdown"}, {"value", std::move(value)}}},
                            {"range", open.document.getRange(span)}};
}

Answer lsp::getHover(const OpenDocument &open, const PositionParams &params) {
  const Analysis &analysis = *open.analysis;
  uint32_t offset = open.document.getOffset(params.position);
  if (const Occurrence *found = analysis.findOccurrence(offset)) {
    if (found->decl)
      return makeHover(open, found->span, analysis.describe(*found->decl), "");
    std::string where = found->owner ? " of `" + found->owner->name.name.str() + "`" : "";
    return makeHover(open, found->span, found->dim, "a dimension" + where);
  }
  for (const auto &call : analysis.getFacts().calls) {
    if (call.target || offset < call.name.begin || offset > call.name.end)
      continue;
    llvm::StringRef name = analysis.getSource().slice(call.name.begin, call.name.end);
    if (const sema::LibraryFunction *function = sema::findLibraryFunction(name))
      return makeHover(open, call.name, makeSignature(*function).label, function->summary);
  }
  const sema::SourceFacts::Value *best = nullptr;
  for (const auto &value : analysis.getFacts().values)
    if (value.span.begin <= offset && offset < value.span.end && !value.type->isError() &&
        (!best || value.span.size() < best->span.size()))
      best = &value;
  return best ? makeHover(open, best->span, sema::toString(*best->type), "") : llvm::json::Value(nullptr);
}

Answer lsp::getDefinition(const OpenDocument &open, const PositionParams &params) {
  const Occurrence *found = open.analysis->findOccurrence(open.document.getOffset(params.position));
  return found ? llvm::json::Value(open.makeLocation(open.analysis->findDeclaration(*found))) : nullptr;
}

Answer lsp::getReferences(const OpenDocument &open, const ReferenceParams &params) {
  const Occurrence *found = open.analysis->findOccurrence(open.document.getOffset(params.position));
  llvm::json::Array places;
  if (found)
    for (Span span : open.analysis->findAll(*found, params.includeDeclaration))
      places.push_back(open.makeLocation(span));
  return llvm::json::Value(std::move(places));
}

//===----------------------------------------------------------------------===//
// Rename
//===----------------------------------------------------------------------===//

static llvm::Error fail(const llvm::Twine &message) {
  return llvm::make_error<LSPError>(message.str(), ErrorCode::RequestFailed);
}

static bool isName(llvm::StringRef text) {
  frontend::DiagnosticEngine diagnostics("", text);
  frontend::Lexer lexer(diagnostics);
  if (!lexer.start())
    return false;
  frontend::Token token = lexer.next();
  return token.is(frontend::TokenKind::Ident) && token.begin == 0 && token.end == text.size() && text != "_";
}

/// For each occurrence, which one is the first of the same thing.
static std::vector<size_t> groupOccurrences(const Analysis &analysis) {
  llvm::ArrayRef<Occurrence> all = analysis.getOccurrences();
  std::map<std::tuple<const void *, const void *, llvm::StringRef>, size_t> firsts;
  std::vector<size_t> groups;
  for (size_t index = 0; index < all.size(); ++index)
    groups.push_back(firsts.insert({{all[index].decl, all[index].owner, all[index].dim}, index}).first->second);
  return groups;
}

Answer lsp::prepareRename(const OpenDocument &open, const PositionParams &params) {
  const Occurrence *found = open.analysis->findOccurrence(open.document.getOffset(params.position));
  return found ? toJSON(open.document.getRange(found->span)) : llvm::json::Value(nullptr);
}

Answer lsp::getRename(const OpenDocument &open, const RenameParams &params) {
  const Analysis &analysis = *open.analysis;
  const Occurrence *found = analysis.findOccurrence(open.document.getOffset(params.position));
  if (!found)
    return fail("there is no name here that could be changed");
  if (!isName(params.newName))
    return fail("`" + params.newName + "` is not a name");
  if (analysis.getDiagnostics().hasErrors())
    return fail("a source with errors may use the name where that cannot be known");

  std::vector<Span> spans = analysis.findAll(*found);
  std::string changed;
  uint32_t done = 0;
  std::vector<TextEdit> edits;
  for (Span span : spans) {
    changed += analysis.getSource().slice(done, span.begin).str() + params.newName;
    done = span.end;
    edits.push_back({open.document.getRange(span), params.newName});
  }
  changed += analysis.getSource().substr(done);
  // All names must stand for what they stood for: nothing hidden, nothing caught.
  Analysis after(changed);
  if (after.getDiagnostics().hasErrors() || groupOccurrences(after) != groupOccurrences(analysis))
    return fail("`" + params.newName + "` already has a meaning there");
  return llvm::json::Value(open.makeEdit(std::move(edits)));
}

//===----------------------------------------------------------------------===//
// The whole document
//===----------------------------------------------------------------------===//

static bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

Answer lsp::getFormatting(const OpenDocument &open, const DocumentParams &params) {
  llvm::StringRef before = open.document.getText();
  frontend::DiagnosticEngine unused("", before);
  // The faults of the source are on the screen already.
  std::optional<std::string> after = frontend::formatSource(unused);
  if (!after)
    return nullptr;
  // One edit of what differs, so that the cursor stays where it is.
  size_t shorter = std::min(before.size(), after->size()), prefix = 0, suffix = 0;
  while (prefix < shorter && before[prefix] == (*after)[prefix])
    ++prefix;
  if (prefix == before.size() && prefix == after->size())
    return llvm::json::Array();
  while (suffix < shorter - prefix && before[before.size() - 1 - suffix] == (*after)[after->size() - 1 - suffix])
    ++suffix;
  // Neither end may be within a code point or between `\r` and `\n`.
  while (prefix > 0 && ((prefix < before.size() && isContinuation(before[prefix])) || before[prefix - 1] == '\r'))
    --prefix;
  while (suffix > 0 && (isContinuation(before[before.size() - suffix]) || before[before.size() - suffix] == '\n'))
    --suffix;
  Span span(prefix, before.size() - suffix);
  return llvm::json::Array{
      TextEdit{open.document.getRange(span), after->substr(prefix, after->size() - suffix - prefix)}};
}

using llvm::lsp::DocumentSymbol;
using llvm::lsp::SymbolKind;

static void addSymbols(const OpenDocument &open, const ast::Block &block, std::vector<DocumentSymbol> &symbols) {
  auto add = [&](const ast::Decl &decl, SymbolKind kind, Span span) -> DocumentSymbol & {
    Span whole = Span::merge(span, decl.name.span);
    symbols.emplace_back(decl.name.name.empty() ? "?" : decl.name.name, kind, open.document.getRange(whole),
                         open.document.getRange(decl.name.span));
    symbols.back().detail = open.analysis->describe(decl);
    return symbols.back();
  };
  for (const ast::Stmt *stmt : block.stmts) {
    if (const auto *fn = llvm::dyn_cast<ast::FnStmt>(stmt)) {
      DocumentSymbol &symbol = add(*fn->decl, SymbolKind::Function, fn->span);
      if (fn->decl->body)
        addSymbols(open, *fn->decl->body, symbol.children);
    } else if (const auto *constant = llvm::dyn_cast<ast::ConstStmt>(stmt)) {
      add(*constant->decl, SymbolKind::Constant, constant->span);
    } else if (const auto *alias = llvm::dyn_cast<ast::TypeAliasStmt>(stmt)) {
      add(*alias->decl, SymbolKind::Struct, alias->span);
    } else if (const auto *let = llvm::dyn_cast<ast::LetStmt>(stmt)) {
      for (const ast::VarDecl *var : let->vars)
        add(*var, SymbolKind::Variable, let->span);
    } else if (const auto *space = llvm::dyn_cast<ast::ModuleStmt>(stmt); space && space->body) {
      addSymbols(open, *space->body, symbols);
    }
  }
}

Answer lsp::getDocumentSymbols(const OpenDocument &open, const DocumentParams &params) {
  std::vector<DocumentSymbol> symbols;
  if (const ast::Block *body = open.analysis->getModule().body)
    addSymbols(open, *body, symbols);
  llvm::json::Array result;
  for (const DocumentSymbol &symbol : symbols)
    result.push_back(toJSON(symbol));
  return llvm::json::Value(std::move(result));
}
