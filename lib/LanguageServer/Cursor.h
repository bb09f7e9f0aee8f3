//===- Cursor.h - where in the source one types -----------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A source in which one types rarely parses just there, so the place is judged by the
/// tokens before it.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_LANGUAGESERVER_CURSOR_H
#define MIND_LIB_LANGUAGESERVER_CURSOR_H

#include "Analysis.h"
#include "LibraryText.h"

#include "Mind/Frontend/Lexer.h"

namespace mind::lsp {

/// All tokens of a text, faults skipped, without the end.
std::vector<frontend::Token> lexAll(llvm::StringRef text);

/// A call whose arguments one types.
struct OpenCall {
  Signature signature;
  /// One sentence without its full stop; empty for a function of the user.
  llvm::StringRef summary;
  /// The parameter that the argument is for; the number of them if there is none.
  unsigned active = 0;
};

class Cursor {
public:
  Cursor(const Analysis &analysis, uint32_t offset);

  /// In a comment or a string.
  bool isInText() const { return inText; }
  /// Behind the `@` that begins a line.
  bool isAtAttribute() const;
  /// Behind a dot.
  bool isAtMember() const;
  /// The innermost call around the place, if its function is known.
  std::optional<OpenCall> findCall() const;

private:
  llvm::StringRef getText(const frontend::Token &token) const {
    return analysis.getSource().slice(token.begin, token.end);
  }
  std::optional<OpenCall> makeCall(size_t callee, size_t argument, unsigned commas) const;

  const Analysis &analysis;
  /// Before the word that ends at the place.
  std::vector<frontend::Token> tokens;
  bool inText = false;
};

} // namespace mind::lsp

#endif // MIND_LIB_LANGUAGESERVER_CURSOR_H
