//===- Decimal.cpp - Numbers as Rust spells them --------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decimal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

using namespace mind::mic;
using llvm::StringRef;

namespace {
/// 0.DIGITS * 10^point.
struct Decimal {
  std::string digits;
  int point;
};
} // namespace

/// The shortest digits of a finite number, without its sign.
static Decimal getShortest(double magnitude) {
  if (magnitude == 0)
    return {"0", 1};
  char buffer[32];
  // D.DDDe+XX
  const char *end = std::to_chars(buffer, std::end(buffer), magnitude, std::chars_format::scientific).ptr;
  StringRef text(buffer, end - buffer);
  auto [mantissa, exponent] = text.split('e');
  Decimal result;
  for (char digit : mantissa)
    if (digit != '.')
      result.digits += digit;
  exponent.consume_front("+");
  int value = 0;
  std::from_chars(exponent.begin(), exponent.end(), value);
  result.point = value + 1;
  return result;
}

static std::string formatPositional(const Decimal &decimal) {
  int size = decimal.digits.size();
  if (decimal.point <= 0)
    return "0." + std::string(-decimal.point, '0') + decimal.digits;
  if (decimal.point >= size)
    return decimal.digits + std::string(decimal.point - size, '0');
  return decimal.digits.substr(0, decimal.point) + "." + decimal.digits.substr(decimal.point);
}

std::string mind::mic::formatPlain(uint64_t bits) {
  double value = llvm::bit_cast<double>(bits);
  if (std::isnan(value))
    return "NaN";
  std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value))
    return sign + "inf";
  return sign + formatPositional(getShortest(std::fabs(value)));
}

std::string mind::mic::formatDebug(uint64_t bits) {
  double value = llvm::bit_cast<double>(bits), magnitude = std::fabs(value);
  if (!std::isfinite(value) || magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16)) {
    std::string text = formatPlain(bits);
    if (std::isfinite(value) && text.find('.') == std::string::npos)
      text += ".0";
    return text;
  }
  Decimal decimal = getShortest(magnitude);
  std::string text = std::signbit(value) ? "-" : "";
  text += decimal.digits[0];
  if (decimal.digits.size() > 1)
    text += "." + decimal.digits.substr(1);
  return text + "e" + std::to_string(decimal.point - 1);
}

std::string mind::mic::quoteDebug(StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    switch (c) {
    case '"':
    case '\\':
      result += '\\';
      result += c;
      break;
    case '\n':
      result += "\\n";
      break;
    case '\r':
      result += "\\r";
      break;
    case '\t':
      result += "\\t";
      break;
    case '\0':
      result += "\\0";
      break;
    default:
      if (uint8_t(c) < 0x20 || c == 0x7F)
        result += "\\u{" + llvm::utohexstr(uint8_t(c), /*LowerCase=*/true) + "}";
      else
        result += c;
    }
  }
  return result + '"';
}

std::optional<uint64_t> mind::mic::parseUnsigned(StringRef text) {
  text.consume_front("+");
  uint64_t value;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (text.empty() || error != std::errc() || end != text.end())
    return std::nullopt;
  return value;
}

std::optional<int64_t> mind::mic::parseSigned(StringRef text) {
  if (text.consume_front("+") && text.starts_with("-"))
    return std::nullopt;
  int64_t value;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (text.empty() || error != std::errc() || end != text.end())
    return std::nullopt;
  return value;
}

std::optional<uint64_t> mind::mic::parseFloat(StringRef text) {
  bool isNegative = text.consume_front("-");
  if (!isNegative)
    text.consume_front("+");
  auto give = [&](double value) { return llvm::bit_cast<uint64_t>(isNegative ? -value : value); };
  if (text.equals_insensitive("nan"))
    return give(std::numeric_limits<double>::quiet_NaN());
  if (text.equals_insensitive("inf") || text.equals_insensitive("infinity"))
    return give(std::numeric_limits<double>::infinity());

  // Digits, a point, digits, an exponent; digits on one side of the point at least.
  StringRef rest = text;
  StringRef whole = rest.take_while(llvm::isDigit), fraction;
  rest = rest.drop_front(whole.size());
  if (rest.consume_front(".")) {
    fraction = rest.take_while(llvm::isDigit);
    rest = rest.drop_front(fraction.size());
  }
  if (whole.empty() && fraction.empty())
    return std::nullopt;
  bool isShrunk = false;
  if (!rest.empty()) {
    if (!rest.consume_front_insensitive("e"))
      return std::nullopt;
    if (!rest.consume_front("+"))
      isShrunk = rest.consume_front("-");
    if (rest.empty() || rest.find_if_not(llvm::isDigit) != StringRef::npos)
      return std::nullopt;
  }
  double value = 0;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: by the place of the first digit that is not 0.
    int64_t place = whole.ltrim('0').size();
    if (place == 0)
      place = -int64_t(fraction.size() - fraction.ltrim('0').size());
    uint64_t exponent = 0;
    if (rest.ltrim('0').getAsInteger(10, exponent))
      exponent = rest.ltrim('0').empty() ? 0 : uint64_t(1) << 40;
    exponent = std::min<uint64_t>(exponent, uint64_t(1) << 40);
    int64_t total = place + (isShrunk ? -int64_t(exponent) : int64_t(exponent));
    return give(total > 0 ? std::numeric_limits<double>::infinity() : 0.0);
  }
  return give(value);
}

unsigned mind::mic::getLeadingSpace(StringRef text) {
  if (text.empty())
    return 0;
  uint8_t first = text[0];
  if (first < 0x80)
    return first == ' ' || (first >= '\t' && first <= '\r');
  // U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000
  if (text.starts_with("\xC2\x85") || text.starts_with("\xC2\xA0"))
    return 2;
  if (text.starts_with("\xE1\x9A\x80") || text.starts_with("\xE2\x81\x9F") || text.starts_with("\xE3\x80\x80"))
    return 3;
  if (text.size() >= 3 && text.starts_with("\xE2\x80")) {
    uint8_t last = text[2];
    if (last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF)
      return 3;
  }
  return 0;
}

StringRef mind::mic::trimUnicode(StringRef text) {
  while (unsigned size = getLeadingSpace(text))
    text = text.drop_front(size);
  while (!text.empty()) {
    // A space of `size` bytes that ends the text.
    unsigned size = 1;
    while (size <= std::min<size_t>(3, text.size()) && getLeadingSpace(text.take_back(size)) != size)
      ++size;
    if (size > std::min<size_t>(3, text.size()))
      break;
    text = text.drop_back(size);
  }
  return text;
}
