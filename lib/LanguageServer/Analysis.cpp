//===- Analysis.cpp - Parsing, checking and indexing ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::lsp;

/// More than on a command line: an editor shows them where they are.
static constexpr unsigned kErrorLimit = 100;

bool lsp::isWordByte(char c) { return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

Analysis::Analysis(llvm::StringRef source) : diagnostics("", source) {
  diagnostics.setErrorLimit(kErrorLimit);
  module = frontend::parse(arena, diagnostics);
  if (diagnostics.hasErrors()) {
    frontend::DiagnosticEngine unused("", source);
    sema::check(*module, unused, facts);
  } else {
    sema::check(*module, diagnostics, facts);
  }
}

std::vector<Occurrence> Analysis::collectOccurrences() const {
  llvm::StringRef source = getSource();
  std::vector<Occurrence> occurrences;
  occurrences.reserve(facts.bindings.size() + facts.uses.size() + facts.dims.size());
  for (const auto &binding : facts.bindings)
    occurrences.push_back({binding.decl->name.span, binding.decl, "", nullptr, true});
  for (const auto &use : facts.uses)
    occurrences.push_back({use.span, use.decl, "", nullptr, false});
  for (const auto &dim : facts.dims)
    occurrences.push_back({dim.span, nullptr, dim.name, dim.owner, false});
  // Declarations that the compiler made have no place of their own.
  llvm::erase_if(occurrences, [&](const Occurrence &it) {
    return source.slice(it.span.begin, it.span.end) != (it.decl ? it.decl->name.name : it.dim) || it.span.empty();
  });
  auto order = [](const Occurrence &it) {
    unsigned id = it.decl ? it.decl->id : it.owner ? it.owner->id : 0;
    return std::make_tuple(it.span.end, !it.isDeclaration, it.decl == nullptr, id);
  };
  // Most begin at places of their own.
  llvm::sort(occurrences, [&](const Occurrence &a, const Occurrence &b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : order(a) < order(b);
  });
  occurrences.erase(std::unique(occurrences.begin(), occurrences.end(),
                                [](const Occurrence &a, const Occurrence &b) { return a.span == b.span; }),
                    occurrences.end());
  return occurrences;
}

const Occurrence *Analysis::findOccurrence(uint32_t offset) const {
  llvm::ArrayRef<Occurrence> occurrences = getOccurrences();
  auto next =
      llvm::upper_bound(occurrences, offset, [](uint32_t at, const Occurrence &it) { return at < it.span.begin; });
  if (next == occurrences.begin())
    return nullptr;
  const Occurrence &found = *std::prev(next);
  return offset <= found.span.end ? &found : nullptr;
}

std::vector<Span> Analysis::findAll(const Occurrence &wanted, bool withDeclaration) const {
  std::vector<Span> spans;
  for (const Occurrence &it : getOccurrences())
    if (it.isOfSame(wanted) && (withDeclaration || !it.isDeclaration))
      spans.push_back(it.span);
  return spans;
}

Span Analysis::findDeclaration(const Occurrence &wanted) const {
  return wanted.decl ? wanted.decl->name.span : findAll(wanted).front();
}

std::map<llvm::StringRef, const ast::Decl *> Analysis::findVisible(uint32_t offset) const {
  std::map<llvm::StringRef, const ast::Decl *> visible;
  llvm::DenseMap<llvm::StringRef, uint32_t> since;
  for (const auto &binding : facts.bindings) {
    if (offset < binding.visible.begin || offset > binding.visible.end)
      continue;
    // The one that became visible last hides the others.
    uint32_t &best = since[binding.decl->name.name];
    if (binding.visible.begin >= best) {
      best = binding.visible.begin;
      visible[binding.decl->name.name] = binding.decl;
    }
  }
  return visible;
}

const ast::FnDecl *Analysis::findFunction(uint32_t offset) const {
  const ast::FnDecl *best = nullptr;
  for (const auto &binding : facts.bindings) {
    const auto *fn = llvm::dyn_cast<ast::FnDecl>(binding.decl);
    if (fn && fn->span.begin <= offset && offset <= fn->span.end && (!best || fn->span.size() < best->span.size()))
      best = fn;
  }
  return best;
}

std::string Analysis::describe(const ast::Decl &decl) const {
  std::string name = decl.name.name.str();
  std::string type = decl.type && !decl.type->isError() ? ": " + sema::toString(*decl.type) : "";
  auto textOf = [&](Span span) { return getSource().slice(span.begin, span.end).str(); };
  switch (decl.kind) {
  case ast::DeclKind::Let:
    return (decl.isMut ? "let mut " : "let ") + name + type;
  case ast::DeclKind::Param:
  case ast::DeclKind::Pattern:
    return name + type;
  case ast::DeclKind::For:
    return "for " + name + type;
  case ast::DeclKind::Const: {
    const ast::Expr *value = llvm::cast<ast::ConstDecl>(decl).value;
    return "const " + name + type + (value ? " = " + textOf(value->span) : "");
  }
  case ast::DeclKind::TypeAlias: {
    const ast::TypeExpr *aliased = llvm::cast<ast::TypeAliasDecl>(decl).aliased;
    return "type " + name + (aliased ? " = " + textOf(aliased->span) : "");
  }
  case ast::DeclKind::Fn:
    return llvm::StringRef(textOf(llvm::cast<ast::FnDecl>(decl).headSpan)).rtrim(" \t\r\n{").str();
  }
  return name;
}
