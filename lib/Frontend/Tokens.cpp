//===- Tokens.cpp - Names of tokens, texts of numbers, UTF-8 ---------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Lexer.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace mind;
using namespace mind::frontend;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Length of the well-formed sequence at `p` (RFC 3629, table of section 4), or
/// 0. Overlong forms, surrogates and values above U+10FFFF are not well formed.
static unsigned getSequenceLength(const unsigned char *p, const unsigned char *end) {
  auto continues = [&](ptrdiff_t i, unsigned lo = 0x80, unsigned hi = 0xBF) {
    return end - p > i && p[i] >= lo && p[i] <= hi;
  };
  unsigned char c = p[0];
  if (c < 0x80)
    return 1;
  if (c >= 0xC2 && c <= 0xDF)
    return continues(1) ? 2 : 0;
  if (c >= 0xE0 && c <= 0xEF) {
    unsigned lo = c == 0xE0 ? 0xA0 : 0x80;
    unsigned hi = c == 0xED ? 0x9F : 0xBF;
    return continues(1, lo, hi) && continues(2) ? 3 : 0;
  }
  if (c >= 0xF0 && c <= 0xF4) {
    unsigned lo = c == 0xF0 ? 0x90 : 0x80;
    unsigned hi = c == 0xF4 ? 0x8F : 0xBF;
    return continues(1, lo, hi) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::optional<size_t> frontend::findInvalidUTF8(llvm::StringRef text) {
  const auto *begin = reinterpret_cast<const unsigned char *>(text.data());
  const unsigned char *p = begin, *end = begin + text.size();
  while (p != end) {
    while (end - p >= 8) {
      uint64_t word;
      std::memcpy(&word, p, 8);
      if (word & 0x8080808080808080ull)
        break;
      p += 8;
    }
    if (p == end)
      break;
    unsigned length = getSequenceLength(p, end);
    if (!length)
      return p - begin;
    p += length;
  }
  return std::nullopt;
}

llvm::StringRef frontend::describeToken(TokenKind kind) {
  switch (kind) {
#define MIND_TOKEN(NAME, SPELLING)                                                                                     \
  case TokenKind::NAME:                                                                                                \
    return SPELLING;
#define MIND_KEYWORD(NAME, SPELLING)                                                                                   \
  case TokenKind::NAME:                                                                                                \
    return "`" SPELLING "`";
#include "Mind/Frontend/Tokens.def"
  }
  return "";
}

bool frontend::isKeyword(TokenKind kind) { return kind >= TokenKind::KwAs; }

//===----------------------------------------------------------------------===//
// Number texts
//===----------------------------------------------------------------------===//

bool frontend::continuesExpression(TokenKind kind) {
  switch (kind) {
  case TokenKind::Plus:
  case TokenKind::Minus:
  case TokenKind::Star:
  case TokenKind::Slash:
  case TokenKind::Percent:
  case TokenKind::StarStar:
  case TokenKind::At:
  case TokenKind::DotPlus:
  case TokenKind::DotMinus:
  case TokenKind::DotStar:
  case TokenKind::DotSlash:
  case TokenKind::EqualEqual:
  case TokenKind::BangEqual:
  case TokenKind::Less:
  case TokenKind::LessEqual:
  case TokenKind::Greater:
  case TokenKind::GreaterEqual:
  case TokenKind::AmpAmp:
  case TokenKind::PipePipe:
  case TokenKind::Amp:
  case TokenKind::Pipe:
  case TokenKind::Caret:
  case TokenKind::LessLess:
  case TokenKind::GreaterGreater:
  case TokenKind::Dot:
  case TokenKind::KwAs:
    return true;
  default:
    return false;
  }
}

size_t frontend::getIntegerSuffixLength(llvm::StringRef text) {
  static constexpr llvm::StringLiteral kSuffixes[] = {"usize", "isize", "u16", "u32", "u64",
                                                      "i16",   "i32",   "i64", "u8",  "i8"};
  for (llvm::StringRef suffix : kSuffixes)
    if (text.size() > suffix.size() && text.ends_with(suffix))
      return suffix.size();
  return 0;
}

std::optional<uint64_t> frontend::parseIntegerText(llvm::StringRef text) {
  unsigned radix = 10;
  if (text.size() > 2 && text[0] == '0' && !isDigit(text[1]) && text[1] != '_') {
    char mark = text[1] | 0x20;
    radix = mark == 'x' ? 16 : mark == 'o' ? 8 : 2;
    text = text.drop_front(2);
  }
  uint64_t value = 0;
  for (char c : text) {
    if (c == '_')
      continue;
    unsigned digit = isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
    if (__builtin_mul_overflow(value, uint64_t(radix), &value) ||
        __builtin_add_overflow(value, uint64_t(digit), &value))
      return std::nullopt;
  }
  return value;
}

double frontend::parseFloatText(llvm::StringRef text) {
  std::string clean;
  if (text.contains('_')) {
    for (char c : text)
      if (c != '_')
        clean.push_back(c);
    text = clean;
  }
  double value = 0;
  std::from_chars_result result = std::from_chars(text.begin(), text.end(), value);
  // from_chars leaves the value alone when it overflows or underflows; strtod
  // gives the infinity, subnormal or zero that rounding to nearest gives.
  if (result.ec == std::errc::result_out_of_range)
    value = std::strtod(text.str().c_str(), nullptr);
  return value;
}
