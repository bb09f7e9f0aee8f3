//===- Analysis.h - what is known of a document -----------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tree of one state of a document, its faults, and every place of every name.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_LANGUAGESERVER_ANALYSIS_H
#define MIND_LIB_LANGUAGESERVER_ANALYSIS_H

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/SourceFacts.h"

#include <map>

namespace mind::lsp {

using frontend::Span;

/// A place where something that the user named is named.
struct Occurrence {
  Span span;
  /// Null for a dimension.
  const ast::Decl *decl = nullptr;
  /// Of a dimension: its name, and the function that it belongs to (null in a script).
  llvm::StringRef dim;
  const ast::FnDecl *owner = nullptr;
  bool isDeclaration = false;

  bool isOfSame(const Occurrence &other) const {
    return decl == other.decl && (decl || (dim == other.dim && owner == other.owner));
  }
};

class Analysis {
public:
  /// The source must outlive it.
  explicit Analysis(llvm::StringRef source);

  /// What the user is told. If the parser found faults, those of the checker would
  /// mislead and are left out.
  const frontend::DiagnosticEngine &getDiagnostics() const { return diagnostics; }
  const ast::Module &getModule() const { return *module; }
  const sema::SourceFacts &getFacts() const { return facts; }
  llvm::StringRef getSource() const { return diagnostics.getBuffer(); }

  /// In the order of the source; no place is there twice. They are collected when they
  /// are asked for first: who types waits for the faults alone.
  llvm::ArrayRef<Occurrence> getOccurrences() const {
    if (!occurrences)
      occurrences = collectOccurrences();
    return *occurrences;
  }
  /// The name at or just before `offset`, or null.
  const Occurrence *findOccurrence(uint32_t offset) const;
  std::vector<Span> findAll(const Occurrence &wanted, bool withDeclaration = true) const;
  /// Where it is declared; a dimension is where it is named first.
  Span findDeclaration(const Occurrence &wanted) const;

  /// The declarations that can be named at `offset`, by name.
  std::map<llvm::StringRef, const ast::Decl *> findVisible(uint32_t offset) const;
  /// The innermost function around `offset`, or null.
  const ast::FnDecl *findFunction(uint32_t offset) const;

  /// As a user would write it: `let x: f32`, `fn f(x: f32) -> f32`.
  std::string describe(const ast::Decl &decl) const;

private:
  std::vector<Occurrence> collectOccurrences() const;

  ast::Context arena;
  frontend::DiagnosticEngine diagnostics;
  ast::Module *module;
  sema::SourceFacts facts;
  mutable std::optional<std::vector<Occurrence>> occurrences;
};

/// The bytes of a word: letters, digits, `_` and all that is not ASCII.
bool isWordByte(char c);

} // namespace mind::lsp

#endif // MIND_LIB_LANGUAGESERVER_ANALYSIS_H
