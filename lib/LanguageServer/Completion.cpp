//===- Completion.cpp - What could be written here ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"
#include "Features.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mind;
using namespace mind::lsp;
using llvm::lsp::CompletionItemKind;

namespace {

constexpr llvm::StringLiteral kKeywords[] = {
#define MIND_KEYWORD(NAME, SPELLING) llvm::StringLiteral(SPELLING),
#include "Mind/Frontend/Tokens.def"
};

/// More items than this make an editor wait: then only those that go on what was written
/// are listed, and it asks again with the next letter.
constexpr size_t kMaxItems = 200;

constexpr llvm::StringLiteral kWordBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/// Whether an editor would offer the label for what was written: its letters in order,
/// beginning with the first.
bool fits(llvm::StringRef label, llvm::StringRef written) {
  if (written.empty())
    return true;
  if (llvm::toLower(label.front()) != llvm::toLower(written.front()))
    return false;
  for (char c : label)
    if (!written.empty() && llvm::toLower(c) == llvm::toLower(written.front()))
      written = written.drop_front();
  return written.empty();
}

/// Items in an order that does not depend on how they are found: by group, then name.
class ItemList {
public:
  /// `written` is the word in front of the cursor, `isLong` whether the list would be too long.
  explicit ItemList(llvm::StringRef written = "", bool isLong = false) : written(written), isLong(isLong) {}

  void add(char group, llvm::StringRef label, CompletionItemKind kind, llvm::StringRef detail) {
    add(group, label, kind, [&] { return detail.str(); });
  }
  /// `getDetail` is asked for what is listed alone.
  void add(char group, llvm::StringRef label, CompletionItemKind kind, llvm::function_ref<std::string()> getDetail,
           llvm::StringRef documentation = "") {
    if (label.empty() || !seen.insert(label).second)
      return;
    if (isLong && (items.size() == kMaxItems || !fits(label, written)))
      return;
    std::string text = getDetail();
    llvm::json::Object item{{"label", label.str()}, {"kind", int(kind)}, {"sortText", (llvm::Twine(group) + label).str()}};
    if (!text.empty())
      item["detail"] = text;
    if (!documentation.empty())
      item["documentation"] = documentation.str() + ".";
    items.push_back(std::move(item));
  }
  llvm::json::Value take() { return llvm::json::Object{{"isIncomplete", isLong}, {"items", std::move(items)}}; }

private:
  llvm::StringRef written;
  bool isLong;
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
  if (cursor.isInText())
    return ItemList().take();
  if (cursor.isAtAttribute()) {
    ItemList list;
    for (llvm::StringRef name : sema::getAttributeNames())
      list.add('a', name, CompletionItemKind::Property, "attribute of a function");
    return list.take();
  }

  bool isMember = cursor.isAtMember();
  llvm::StringRef before = analysis.getSource().take_front(offset);
  llvm::StringRef written = before.take_back(before.size() - before.rtrim(kWordBytes).size());
  auto visible = analysis.findVisible(offset);
  ItemList list(written, visible.size() > kMaxItems);
  if (!isMember)
    if (std::optional<OpenCall> call = cursor.findCall())
      for (const Signature::Param &param : call->signature.params)
        list.add('a', (param.names.front() + "=").str(), CompletionItemKind::Field, "argument by name");
  // Where not all have room, variables come before functions.
  for (bool wantsFunctions : {false, true})
    for (const auto &entry : visible) {
      const ast::Decl *decl = entry.second;
      const auto *fn = llvm::dyn_cast<ast::FnDecl>(decl);
      if (bool(fn) == wantsFunctions && (!isMember || (fn && !fn->params.empty())))
        list.add('b', entry.first, getKind(*decl), [&] { return analysis.describe(*decl); });
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
    list.add(
        'd', function.name, CompletionItemKind::Function, [&] { return makeSignature(function).label; },
        function.summary);
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
