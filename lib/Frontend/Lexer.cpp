//===- Lexer.cpp - Bytes to tokens ----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A switch on the first byte, table lookups for runs of bytes. One pass over
// the text, linear in its size whatever it holds. UTF-8 is checked once in
// front, eight bytes at a time, so that the rest may copy and skip freely.
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Lexer.h"

#include "Mind/Frontend/Frontend.h"

#include <array>
#include <cstring>

using namespace mind;
using namespace mind::frontend;

namespace {

enum CharClass : uint8_t { kIdentStart = 1, kDigit = 2, kHexDigit = 4 };

constexpr std::array<uint8_t, 256> makeCharTable() {
  std::array<uint8_t, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) {
    table[c] |= kIdentStart;
    table[c - 'a' + 'A'] |= kIdentStart;
  }
  table['_'] |= kIdentStart;
  for (int c = '0'; c <= '9'; ++c)
    table[c] |= kDigit | kHexDigit;
  for (int c = 'a'; c <= 'f'; ++c) {
    table[c] |= kHexDigit;
    table[c - 'a' + 'A'] |= kHexDigit;
  }
  return table;
}

constexpr std::array<uint8_t, 256> kCharTable = makeCharTable();

bool hasClass(char c, uint8_t mask) { return kCharTable[static_cast<uint8_t>(c)] & mask; }
bool isWordChar(char c) { return hasClass(c, kIdentStart | kDigit); }
bool isDigit(char c) { return hasClass(c, kDigit); }

TokenKind classifyWord(const char *text, size_t length) {
  auto is = [&](const char *word, TokenKind kind) {
    return std::memcmp(text, word, length) == 0 ? kind : TokenKind::Ident;
  };
  switch (length) {
  case 2:
    switch (text[0]) {
    case 'a':
      return is("as", TokenKind::KwAs);
    case 'f':
      return is("fn", TokenKind::KwFn);
    case 'i':
      return text[1] == 'f' ? TokenKind::KwIf : is("in", TokenKind::KwIn);
    }
    break;
  case 3:
    switch (text[0]) {
    case 'f':
      return is("for", TokenKind::KwFor);
    case 'l':
      return is("let", TokenKind::KwLet);
    case 'm':
      return is("mut", TokenKind::KwMut);
    case 'p':
      return is("pub", TokenKind::KwPub);
    case 'u':
      return is("use", TokenKind::KwUse);
    }
    break;
  case 4:
    switch (text[0]) {
    case 'd':
      return is("diff", TokenKind::KwDiff);
    case 'e':
      return text[1] == 'l' ? is("else", TokenKind::KwElse) : is("enum", TokenKind::KwEnum);
    case 'l':
      return is("loop", TokenKind::KwLoop);
    case 't':
      return text[1] == 'r' ? is("true", TokenKind::KwTrue) : is("type", TokenKind::KwType);
    }
    break;
  case 5:
    switch (text[0]) {
    case 'b':
      return is("break", TokenKind::KwBreak);
    case 'c':
      return is("const", TokenKind::KwConst);
    case 'f':
      return is("false", TokenKind::KwFalse);
    case 'm':
      return is("match", TokenKind::KwMatch);
    case 'p':
      return is("print", TokenKind::KwPrint);
    case 'w':
      return is("while", TokenKind::KwWhile);
    }
    break;
  case 6:
    switch (text[0]) {
    case 'a':
      return is("assert", TokenKind::KwAssert);
    case 'i':
      return is("import", TokenKind::KwImport);
    case 'r':
      return is("return", TokenKind::KwReturn);
    case 's':
      return is("struct", TokenKind::KwStruct);
    }
    break;
  case 8:
    return is("continue", TokenKind::KwContinue);
  }
  return TokenKind::Ident;
}

} // namespace

//===----------------------------------------------------------------------===//
// Lexer
//===----------------------------------------------------------------------===//

Lexer::Lexer(DiagnosticEngine &diagnostics)
    : diagnostics(diagnostics), base(diagnostics.getBuffer().begin()), cur(base),
      bufferEnd(diagnostics.getBuffer().end()) {}

bool Lexer::start() {
  llvm::StringRef text(base, bufferEnd - base);
  if (text.size() > kMaxSourceBytes) {
    diagnostics.errorNoSpan(Phase::Parse, "E1001", "the source is larger than 64 MiB");
    return false;
  }
  if (text.starts_with("\xEF\xBB\xBF"))
    cur += 3;
  if (std::optional<size_t> offset = findInvalidUTF8(text)) {
    uint32_t at = *offset;
    static const char kHex[] = "0123456789ABCDEF";
    auto byte = static_cast<uint8_t>(base[at]);
    char digits[] = {kHex[byte >> 4], kHex[byte & 15], '\0'};
    diagnostics.error(Phase::Parse, "E1001", {at, at + 1},
                      llvm::Twine("the source is not valid UTF-8: byte 0x") + digits + " at offset " + llvm::Twine(at));
    return false;
  }
  return true;
}

void Lexer::report(llvm::StringRef code, const char *begin, const char *end, const llvm::Twine &message,
                   const llvm::Twine &help) {
  if (quiet)
    return;
  diagnostics.error(Phase::Parse, code, {uint32_t(begin - base), uint32_t(end - base)}, message).withHelp(help);
  // Nothing more would be shown: a file of noise need not be read to its end.
  if (diagnostics.reachedLimit())
    abandon();
}

Token Lexer::make(TokenKind kind, const char *begin) {
  return {kind, newline, uint32_t(begin - base), uint32_t(cur - base)};
}

Token Lexer::peek() {
  const char *savedCur = cur;
  bool savedNewline = newline;
  quiet = true;
  Token token = next();
  quiet = false;
  cur = savedCur;
  newline = savedNewline;
  return token;
}

/// Skips blanks and comments; false at the end of the buffer.
bool Lexer::skipBlanks(bool &sawNewline) {
  while (cur != bufferEnd) {
    switch (*cur) {
    case '\n':
    case '\r':
      sawNewline = true;
      ++cur;
      continue;
    case ' ':
    case '\t':
    case '\f':
    case '\v':
      ++cur;
      continue;
    case '/':
      if (at(1) == '/') {
        while (cur != bufferEnd && *cur != '\n' && *cur != '\r')
          ++cur;
        continue;
      }
      if (at(1) == '*') {
        const char *begin = cur;
        cur += 2;
        for (uint32_t open = 1; open != 0;) {
          if (cur == bufferEnd) {
            report("E1006", begin, begin + 2, "this block comment is not closed", "write `*/` where it ends");
            return false;
          }
          if (*cur == '*' && at(1) == '/') {
            --open;
            cur += 2;
          } else if (*cur == '/' && at(1) == '*') {
            ++open;
            cur += 2;
          } else {
            sawNewline |= *cur == '\n' || *cur == '\r';
            ++cur;
          }
        }
        continue;
      }
      return true;
    default:
      return true;
    }
  }
  return false;
}

Token Lexer::nextAfterDot() {
  // Only digits count: `t.0.1` is not `t` followed by `.0.1`.
  if (cur == bufferEnd || !isDigit(*cur))
    return next();
  newline = false;
  const char *begin = cur;
  while (cur != bufferEnd && isDigit(*cur))
    ++cur;
  return make(TokenKind::Int, begin);
}

Token Lexer::next() {
  bool sawNewline = cur == base;
  for (;;) {
    bool more = skipBlanks(sawNewline);
    newline = sawNewline;
    const char *begin = cur;
    if (!more)
      return make(TokenKind::EndOfFile, begin);

    auto take = [&](unsigned length, TokenKind kind) {
      cur += length;
      return make(kind, begin);
    };
    char c = *cur;
    if (hasClass(c, kIdentStart))
      return lexWord(begin);
    if (isDigit(c))
      return lexNumber(begin);
    char c1 = at(1);
    switch (c) {
    case '(':
      return take(1, TokenKind::LParen);
    case ')':
      return take(1, TokenKind::RParen);
    case '[':
      return take(1, TokenKind::LBracket);
    case ']':
      return take(1, TokenKind::RBracket);
    case '{':
      return take(1, TokenKind::LBrace);
    case '}':
      return take(1, TokenKind::RBrace);
    case ',':
      return take(1, TokenKind::Comma);
    case ';':
      return take(1, TokenKind::Semicolon);
    case '#':
      return take(1, TokenKind::Hash);
    case '?':
      return take(1, TokenKind::Question);
    case '~':
      return take(1, TokenKind::Tilde);
    case '@':
      return take(1, TokenKind::At);
    case ':':
      return c1 == ':' ? take(2, TokenKind::ColonColon) : take(1, TokenKind::Colon);
    case '+':
      return c1 == '=' ? take(2, TokenKind::PlusEqual) : take(1, TokenKind::Plus);
    case '-':
      return c1 == '=' ? take(2, TokenKind::MinusEqual)
                       : (c1 == '>' ? take(2, TokenKind::Arrow) : take(1, TokenKind::Minus));
    case '*':
      return c1 == '*' ? take(2, TokenKind::StarStar)
                       : (c1 == '=' ? take(2, TokenKind::StarEqual) : take(1, TokenKind::Star));
    case '/':
      return c1 == '=' ? take(2, TokenKind::SlashEqual) : take(1, TokenKind::Slash);
    case '%':
      return c1 == '=' ? take(2, TokenKind::PercentEqual) : take(1, TokenKind::Percent);
    case '^':
      return c1 == '=' ? take(2, TokenKind::CaretEqual) : take(1, TokenKind::Caret);
    case '&':
      return c1 == '&' ? take(2, TokenKind::AmpAmp)
                       : (c1 == '=' ? take(2, TokenKind::AmpEqual) : take(1, TokenKind::Amp));
    case '|':
      return c1 == '|' ? take(2, TokenKind::PipePipe)
                       : (c1 == '=' ? take(2, TokenKind::PipeEqual) : take(1, TokenKind::Pipe));
    case '=':
      return c1 == '=' ? take(2, TokenKind::EqualEqual)
                       : (c1 == '>' ? take(2, TokenKind::FatArrow) : take(1, TokenKind::Equal));
    case '!':
      return c1 == '=' ? take(2, TokenKind::BangEqual) : take(1, TokenKind::Bang);
    case '<':
      if (c1 == '<')
        return at(2) == '=' ? take(3, TokenKind::LessLessEqual) : take(2, TokenKind::LessLess);
      return c1 == '=' ? take(2, TokenKind::LessEqual) : take(1, TokenKind::Less);
    case '>':
      if (c1 == '>')
        return at(2) == '=' ? take(3, TokenKind::GreaterGreaterEqual) : take(2, TokenKind::GreaterGreater);
      return c1 == '=' ? take(2, TokenKind::GreaterEqual) : take(1, TokenKind::Greater);
    case '.':
      switch (c1) {
      case '.':
        return take(2, TokenKind::DotDot);
      case '+':
        return take(2, TokenKind::DotPlus);
      case '-':
        return take(2, TokenKind::DotMinus);
      case '*':
        return take(2, TokenKind::DotStar);
      case '/':
        // `x.//` begins a comment, as in any other place.
        if (at(2) != '/' && at(2) != '*')
          return take(2, TokenKind::DotSlash);
        break;
      }
      return take(1, TokenKind::Dot);
    case '"':
    case '\'':
      return lexQuoted(begin, c);
    default:
      lexUnknown(begin);
    }
  }
}

Token Lexer::lexWord(const char *begin) {
  do
    ++cur;
  while (cur != bufferEnd && isWordChar(*cur));
  return make(classifyWord(begin, cur - begin), begin);
}

/// Reports a run of bytes that begins no token, and skips it.
void Lexer::lexUnknown(const char *begin) {
  auto c = static_cast<unsigned char>(*cur);
  if (c < 0x80) {
    ++cur;
    static const char kHex[] = "0123456789ABCDEF";
    if (c > 0x20 && c < 0x7F) {
      report("E1002", begin, cur, llvm::Twine("unexpected character `") + llvm::Twine(char(c)) + "`");
      return;
    }
    // A run of the same control character is one fault.
    while (cur != bufferEnd && static_cast<unsigned char>(*cur) == c)
      ++cur;
    char digits[] = {kHex[c >> 4], kHex[c & 15], '\0'};
    report("E1002", begin, begin + 1, llvm::Twine("unexpected control character 0x") + digits);
    return;
  }
  while (cur != bufferEnd && (static_cast<unsigned char>(*cur) >= 0x80 || isWordChar(*cur)))
    ++cur;
  llvm::StringRef text(begin, cur - begin);
  if (text.size() <= 32)
    report("E1002", begin, cur, "unexpected character in `" + text + "`",
           "names are made of ASCII letters, digits and `_`");
  else
    report("E1002", begin, cur, "unexpected character", "names are made of ASCII letters, digits and `_`");
}

Token Lexer::lexRadix(const char *begin, unsigned radix) {
  cur += 2;
  bool any = false;
  const char *bad = nullptr;
  size_t suffix = 0;
  const char *digits = cur;
  while (cur != bufferEnd && isWordChar(*cur))
    ++cur;
  // In hexadecimal no suffix begins with a digit, but `u8` ends in one: cut the
  // suffix off first.
  suffix = getIntegerSuffixLength({digits, size_t(cur - digits)});
  for (const char *p = digits; p != cur - suffix; ++p) {
    if (*p == '_')
      continue;
    unsigned value = isDigit(*p) ? *p - '0' : hasClass(*p, kHexDigit) ? (*p | 0x20) - 'a' + 10 : 99;
    if (value >= radix && !bad)
      bad = p;
    any = true;
  }
  if (bad)
    report("E1005", bad, bad + 1,
           llvm::Twine("`") + llvm::Twine(*bad) + "` is not a digit of base " + llvm::Twine(radix));
  else if (!any)
    report("E1005", begin, cur, "a number has no digits after its base");
  if (bad || !any) {
    // The token stands for the zero in front.
    Token token = make(TokenKind::Int, begin);
    token.end = token.begin + 1;
    return token;
  }
  return make(TokenKind::Int, begin);
}

Token Lexer::lexNumber(const char *begin) {
  if (*cur == '0') {
    switch (at(1)) {
    case 'x':
    case 'X':
      return lexRadix(begin, 16);
    case 'o':
    case 'O':
      return lexRadix(begin, 8);
    case 'b':
    case 'B':
      return lexRadix(begin, 2);
    }
  }
  auto skipDigits = [&] {
    while (cur != bufferEnd && isDigit(*cur))
      ++cur;
  };
  skipDigits();
  while (at(0) == '_' && isDigit(at(1))) {
    ++cur;
    skipDigits();
  }
  TokenKind kind = TokenKind::Int;
  // `1.` and `.5` are no floats: `0..n` and `1.f()` must lex.
  if (at(0) == '.' && isDigit(at(1))) {
    kind = TokenKind::Float;
    ++cur;
    skipDigits();
  }
  if ((at(0) | 0x20) == 'e') {
    bool sign = at(1) == '+' || at(1) == '-';
    if (isDigit(at(sign ? 2 : 1))) {
      kind = TokenKind::Float;
      cur += sign ? 2 : 1;
      skipDigits();
    } else {
      const char *mark = cur;
      cur += sign ? 2 : 1;
      while (cur != bufferEnd && isWordChar(*cur))
        ++cur;
      report("E1005", begin, cur, "the exponent of this number has no digits");
      Token token = make(kind, begin);
      token.end = mark - base;
      return token;
    }
  }
  if (cur == bufferEnd || !isWordChar(*cur))
    return make(kind, begin);

  const char *tail = cur;
  while (cur != bufferEnd && isWordChar(*cur))
    ++cur;
  llvm::StringRef suffix(tail, cur - tail);
  if (kind == TokenKind::Int && getIntegerSuffixLength({tail - 1, suffix.size() + 1}) == suffix.size())
    return make(kind, begin);
  if (suffix.size() > 32)
    suffix = suffix.take_front(32);
  report("E1005", begin, cur, llvm::Twine("malformed number: `") + suffix + "` cannot follow its digits",
         suffix.starts_with("f") ? "write `f32(1.5)` or `1.5 as f32`" : "");
  Token token = make(kind, begin);
  token.end = tail - base;
  return token;
}

/// Strings end at the closing quote; a line's end closes none. Escapes are
/// checked here and resolved by the parser.
Token Lexer::lexQuoted(const char *begin, char quote) {
  ++cur;
  for (;;) {
    if (cur == bufferEnd || *cur == '\n' || *cur == '\r') {
      report("E1003", begin, begin + 1,
             quote == '"' ? "this string is not closed on its line" : "this character literal is not closed",
             quote == '"' ? "a line break inside a string is written `\\n`" : "");
      break;
    }
    if (*cur == quote) {
      ++cur;
      break;
    }
    if (*cur != '\\') {
      ++cur;
      continue;
    }
    const char *escape = cur++;
    if (cur == bufferEnd)
      continue;
    switch (*cur) {
    case 'n':
    case 't':
    case 'r':
    case '0':
    case '\\':
    case '\'':
    case '"':
      ++cur;
      continue;
    case 'u': {
      // \u{1F600}: one to six hexadecimal digits, a Unicode scalar value.
      const char *p = cur + 1;
      uint32_t value = 0;
      unsigned digits = 0;
      if (p != bufferEnd && *p == '{')
        for (++p; p != bufferEnd && hasClass(*p, kHexDigit) && digits < 7; ++p, ++digits)
          value = value * 16 + (isDigit(*p) ? *p - '0' : (*p | 0x20) - 'a' + 10);
      bool closed = digits && p != bufferEnd && *p == '}';
      if (closed && digits <= 6 && value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF)) {
        cur = p + 1;
        continue;
      }
      report("E1004", escape, closed ? p + 1 : cur + 1, "malformed `\\u{...}` escape",
             "write a Unicode scalar value in hexadecimal, as `\\u{3B1}`");
      if (cur != bufferEnd)
        cur = closed ? p + 1 : cur + 1;
      continue;
    }
    case '\n':
    case '\r':
      continue;
    default: {
      const char *end = cur + 1;
      while (end != bufferEnd && (static_cast<unsigned char>(*end) & 0xC0) == 0x80)
        ++end;
      report("E1004", escape, end, "unknown escape `" + llvm::StringRef(escape, end - escape) + "`",
             "the escapes are \\n \\t \\r \\0 \\\\ \\' \\\" and \\u{...}");
      if (cur != bufferEnd)
        cur = end;
      continue;
    }
    }
  }
  return make(quote == '"' ? TokenKind::String : TokenKind::Char, begin);
}
