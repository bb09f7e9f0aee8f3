//===- Completion.cpp - What could be written here ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"
#include "Features.h"

#include "llvm/ADT/StringSet.h"

using namespace mind;
using namespace mind::lsp;
using llvm::lsp::CompletionItemKind;

namespace {

constexpr llvm::StringLiteral kKeywords[] = {
#define MIND_KEYWORD(NAME, SPELLING) llvm::StringLiteral(SPELLING),
#include "Mind/Frontend/Tokens.def"
};

/// Items in an order that does not depend on how they are found: by group, then name.
class ItemList {
public:
  void add(char group, llvm::StringRef label, CompletionItemKind kind, const llvm::Twine &detail,
           llvm::StringRef documentation = "") {
    if (label.empty() || !seen.insert(label).second)
      return;
    llvm::json::Object item{{"label", label.str()}, {"kind", int(kind)}, {"sortText", (llvm::Twine(group) + label).str()}};
    std::string text = detail.str();
    if (!text.empty())
      item["detail"] = text;
    if (!documentation.empty())
      item["documentation"] = documentation.str() + ".";
    items.push_back(std::move(item));
  }
  llvm::json::Value take() { return llvm::json::Object{{"isIncomplete", false}, {"items", std::move(items)}}; }

private:
  llvm::StringSet<> seen;
  llvm::json::Array items;
};

CompletionItemKind getKind(const ast::Decl &decl) {
  switch (decl.kind) {
  case ast::DeclKind::Fn:
    return CompletionItemKind::Function;
  case ast::DeclKind::Const:
    return CompletionItemKind::Constant;
  case ast::DeclKind::TypeAlias:
    return CompletionItemKind::Struct;
  default:
    return CompletionItemKind::Variable;
  }
}

} // namespace

Answer lsp::getCompletion(const OpenDocument &open, const PositionParams &params) {
  const Analysis &analysis = *open.analysis;
  uint32_t offset = open.document.getOffset(params.position);
  Cursor cursor(analysis, offset);
  ItemList list;
  if (cursor.isInText())
    return list.take();
  if (cursor.isAtAttribute()) {
    for (llvm::StringRef name : sema::getAttributeNames())
      list.add('a', name, CompletionItemKind::Property, "attribute of a function");
    return list.take();
  }

  bool isMember = cursor.isAtMember();
  if (!isMember)
    if (std::optional<OpenCall> call = cursor.findCall())
      for (const Signature::Param &param : call->signature.params)
        list.add('a', (param.names.front() + "=").str(), CompletionItemKind::Field, "argument by name");
  for (const auto &[name, decl] : analysis.findVisible(offset)) {
    const auto *fn = llvm::dyn_cast<ast::FnDecl>(decl);
    if (isMember ? fn && !fn->params.empty() : true)
      list.add('b', name, getKind(*decl), analysis.describe(*decl));
  }
  if (isMember) {
    list.add('b', "T", CompletionItemKind::Field, "the transpose");
  } else {
    const ast::FnDecl *fn = analysis.findFunction(offset);
    for (const auto &dim : analysis.getFacts().dims)
      if (dim.owner == fn)
        list.add('c', dim.name, CompletionItemKind::TypeParameter, "dimension");
  }
  for (const sema::LibraryFunction &function : sema::getLibrary())
    list.add('d', function.name, CompletionItemKind::Function, makeSignature(function).label, function.summary);
  if (!isMember) {
    list.add('e', "Tensor", CompletionItemKind::Class, "type of tensors");
    for (unsigned type = 0; type < kNumDTypes; ++type) {
      std::string_view name = getDTypeName(DType(type));
      list.add('e', {name.data(), name.size()}, CompletionItemKind::Class, "element type");
    }
    for (llvm::StringRef word : kKeywords)
      list.add('f', word, CompletionItemKind::Keyword, "");
  }
  return list.take();
}

Answer lsp::getSignatureHelp(const OpenDocument &open, const PositionParams &params) {
  Cursor cursor(*open.analysis, open.document.getOffset(params.position));
  std::optional<OpenCall> call = cursor.isInText() ? std::nullopt : cursor.findCall();
  if (!call)
    return nullptr;
  // Columns of the label, too, are UTF-16 units; a label is one line.
  Document label(call->signature.label);
  llvm::json::Array parameters;
  for (const Signature::Param &param : call->signature.params)
    parameters.push_back(llvm::json::Object{{"label", llvm::json::Array{label.getPosition(param.begin).character,
                                                                        label.getPosition(param.end).character}}});
  llvm::json::Object signature{{"label", call->signature.label}, {"parameters", std::move(parameters)}};
  if (!call->summary.empty())
    signature["documentation"] = call->summary.str() + ".";
  return llvm::json::Object{{"signatures", llvm::json::Array{std::move(signature)}},
                            {"activeSignature", 0},
                            {"activeParameter", int64_t(call->active)}};
}
