//===- Lexer.h - Bytes to tokens --------------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens are made on demand and hold no text: a kind, two offsets and whether
// a line ended before. The buffer need not end in a NUL byte.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_FRONTEND_LEXER_H
#define MIND_FRONTEND_LEXER_H

#include "Mind/Frontend/Diagnostics.h"

#include <optional>

namespace mind {
namespace frontend {

enum class TokenKind : uint8_t {
#define MIND_TOKEN(NAME, SPELLING) NAME,
#define MIND_KEYWORD(NAME, SPELLING) NAME,
#include "Mind/Frontend/Tokens.def"
};

/// How a token is named in a message: "`+`", "a name", "end of file".
llvm::StringRef describeToken(TokenKind kind);
/// True for reserved words, which cannot be names.
bool isKeyword(TokenKind kind);
/// Whether an expression goes on with the token, on the next line too.
bool continuesExpression(TokenKind kind);

struct Token {
  TokenKind kind;
  /// A line ended between the previous token and this one (true at the start).
  bool newlineBefore;
  uint32_t begin;
  uint32_t end;

  Span getSpan() const { return {begin, end}; }
  bool is(TokenKind k) const { return kind == k; }
};

class Lexer {
public:
  explicit Lexer(DiagnosticEngine &diagnostics);

  /// Skips the byte order mark and checks that the buffer is well-formed UTF-8
  /// and not too large. On false the fault is reported and nothing may be
  /// lexed.
  bool start();

  /// The next token; EndOfFile for ever after the end. Faults are reported and
  /// skipped.
  Token next();
  /// As `next`, for what follows a `.`: `0.1` is then three tokens.
  Token nextAfterDot();
  /// The token that `next` would give, without reports or effects.
  Token peek();
  /// Goes back to just behind `offset`; used to split `>>` in types.
  void seek(uint32_t offset) { cur = base + offset; }
  /// Skips to the end: after a limit was hit.
  void abandon() { cur = bufferEnd; }

  llvm::StringRef getText(Token token) const { return {base + token.begin, token.end - token.begin}; }

private:
  Token make(TokenKind kind, const char *begin);
  bool skipBlanks(bool &sawNewline);
  Token lexWord(const char *begin);
  Token lexNumber(const char *begin);
  Token lexRadix(const char *begin, unsigned radix);
  Token lexQuoted(const char *begin, char quote);
  void lexUnknown(const char *begin);
  void report(llvm::StringRef code, const char *begin, const char *end, const llvm::Twine &message,
              const llvm::Twine &help = "");
  char at(ptrdiff_t ahead) const { return bufferEnd - cur > ahead ? cur[ahead] : '\0'; }

  DiagnosticEngine &diagnostics;
  const char *base;
  const char *cur;
  const char *bufferEnd;
  bool newline = true;
  bool quiet = false;
};

/// Offset of the first byte that is not part of well-formed UTF-8.
std::optional<size_t> findInvalidUTF8(llvm::StringRef text);

/// Value of an integer token's text without suffix; nothing if it does not fit
/// 64 bits.
std::optional<uint64_t> parseIntegerText(llvm::StringRef text);
/// The f64 nearest to a decimal with optional underscores.
double parseFloatText(llvm::StringRef text);
/// Length of the type suffix (`i32`, `usize`, ...) of an integer token's text.
size_t getIntegerSuffixLength(llvm::StringRef text);

} // namespace frontend
} // namespace mind

#endif // MIND_FRONTEND_LEXER_H
