//===- TokenList.h - Tokens, comments and what they stand for ---*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tokens of a source that was parsed without a fault. The tree says what each
// stands for; the text between them holds the comments.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_FORMAT_TOKENLIST_H
#define MIND_LIB_FRONTEND_FORMAT_TOKENLIST_H

#include "Mind/Frontend/AST.h"
#include "Mind/Frontend/Lexer.h"

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mind::frontend::format {

enum class Role : uint8_t {
  Plain,
  UnaryOperator,
  BinaryOperator,
  AngleOpen,
  AngleClose,
  /// `=` or `:` behind the name of an argument.
  ArgumentName,
  ClosureOpen,
  ClosureClose,
  /// `{` of statements, of the arms of a `match`, of the fields of a struct; other
  /// braces are lists of names.
  BlockOpen,
  MatchOpen,
  StructOpen,
  /// `(` or `[` that may have a comma behind its last element.
  ListOpen
};

/// How a statement ends.
enum class Terminator : uint8_t {
  None,
  /// A semicolon, always.
  Semicolon,
  /// An expression: a semicolon unless it is the value of its block.
  Expression,
  /// An expression that ends with a brace: a semicolon only where what follows would
  /// continue it.
  BraceExpression
};

struct Comment {
  llvm::StringRef text;
  bool isLine;
  /// Line ends in front of it, since the token or comment before.
  unsigned newlines;
};

struct FormatToken {
  TokenKind kind;
  Role role = Role::Plain;
  Span span;
  llvm::StringRef text;
  /// Line ends between the last comment in front of it, or the token, and it.
  unsigned newlines = 0;
  /// The comments in front of it, as indices of TokenList::comments.
  uint32_t firstComment = 0, numComments = 0;
  /// Index of the bracket that closes or opens this one; its own if it is no bracket.
  uint32_t match = 0;
  /// Set for the first token of an `if` that is not behind an `else`: one past its last.
  uint32_t branchesEnd = 0;
  /// Set for the first token of a statement: one past its last.
  uint32_t statementEnd = 0;
  Terminator terminator = Terminator::None;
  /// Set for the first token of an attribute: one past its last.
  uint32_t attributeEnd = 0;
  /// Set for the first token of an arm of a `match`: one past its last.
  uint32_t armEnd = 0;

  bool is(TokenKind k) const { return kind == k; }
};

/// Binary operators of one level with their operands. All are indices of tokens.
struct OperatorChain {
  uint32_t begin, end;
  llvm::SmallVector<uint32_t, 2> operators;
};

struct TokenList {
  /// The last one is EndOfFile, with the comments at the end.
  std::vector<FormatToken> tokens;
  std::vector<Comment> comments;
  /// In the order of their first tokens, outer ones before inner ones.
  std::vector<OperatorChain> chains;

  /// The token that begins at or behind the offset.
  uint32_t find(uint32_t offset) const;
};

/// `diagnostics` holds the source, without a fault.
TokenList readTokens(const ast::Module &module, DiagnosticEngine &diagnostics);

} // namespace mind::frontend::format

#endif // MIND_LIB_FRONTEND_FORMAT_TOKENLIST_H
