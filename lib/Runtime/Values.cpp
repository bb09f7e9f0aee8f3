//===- Values.cpp - values as they are written on a command line ----------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Arguments.h"
#include "Mind/Runtime/Scalars.h"

#include <charconv>

using namespace mind;
using namespace mind::rt;

namespace {
/// One pass that checks the nesting and collects the elements as bytes.
class ValueParser {
public:
  ValueParser(std::string_view text, DType dtype, Fault &fault) : text(text), dtype(dtype), fault(fault) {}

  Tensor parse();

private:
  bool fail(std::string message) {
    fault = {fault::kInput, std::move(message)};
    return false;
  }
  void skipBlanks() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n'))
      ++at;
  }
  bool take(char c) {
    skipBlanks();
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  bool parseList(size_t depth);
  bool parseElement(size_t depth);
  bool convert(std::string_view word);
  template <typename Value>
  void append(Value value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }

  std::string_view text;
  DType dtype;
  Fault &fault;
  size_t at = 0;
  std::string bytes;
  /// Extents by depth, known once the first list of that depth is closed.
  std::vector<int64_t> shape;
  /// The depth of the elements, known from the first one on.
  size_t rank = SIZE_MAX;
};
} // namespace

static std::string quote(std::string_view word) {
  return "'" + std::string(word.substr(0, 40)) + (word.size() > 40 ? "...'" : "'");
}

bool ValueParser::convert(std::string_view word) {
  std::string what = quote(word) + " is no " + std::string(getDTypeName(dtype));
  if (dtype == DType::I1) {
    if (word != "true" && word != "false")
      return fail(what + "; write true or false");
    append(uint8_t(word == "true"));
    return true;
  }
  const char *begin = word.data(), *end = begin + word.size();
  // Of from_chars a `-` may follow, or `nan(digits)`.
  if (begin != end && *begin == '+' && ++begin != end && *begin == '-')
    return fail(what);
  if (word.find('(') != std::string_view::npos)
    return fail(what);
  if (isInt(dtype)) {
    int64_t value = 0;
    auto [rest, error] = std::from_chars(begin, end, value);
    bool isInRange = dtype == DType::I64 || (value >= INT32_MIN && value <= INT32_MAX);
    if (rest == end && (error == std::errc::result_out_of_range || !isInRange))
      return fail(quote(word) + " does not fit " + std::string(getDTypeName(dtype)));
    if (error != std::errc() || rest != end)
      return fail(what);
    dtype == DType::I64 ? append(value) : append(int32_t(value));
    return true;
  }
  double value = 0;
  auto [rest, error] = std::from_chars(begin, end, value);
  if (rest == end && error == std::errc::result_out_of_range)
    return fail(quote(word) + " is out of the range of f64");
  if (error != std::errc() || rest != end)
    return fail(what);
  switch (dtype) {
  case DType::F64:
    append(value);
    return true;
  case DType::F16:
    append(floatToHalf(float(value)));
    return true;
  case DType::BF16:
    append(floatToBfloat(float(value)));
    return true;
  case DType::Q16:
    append(floatToQ16(value));
    return true;
  default:
    append(float(value));
    return true;
  }
}

bool ValueParser::parseElement(size_t depth) {
  skipBlanks();
  if (at < text.size() && text[at] == '[') {
    if (depth == kMaxRank)
      return fail("lists are nested deeper than " + std::to_string(kMaxRank));
    if (depth >= rank)
      return fail("the lists are ragged: a list stands beside a number");
    ++at;
    return parseList(depth);
  }
  if (rank == SIZE_MAX) {
    // Lists that were closed deeper than this had no elements.
    if (shape.size() > depth)
      return fail("the lists are ragged: a number stands beside a list");
    rank = depth;
  }
  if (depth != rank)
    return fail("the lists are ragged: a number stands beside a list");
  size_t begin = at;
  while (at < text.size() && text[at] != ',' && text[at] != ']' && text[at] != '[' && text[at] != ' ' &&
         text[at] != '\t' && text[at] != '\n')
    ++at;
  if (at == begin)
    return fail("a number is missing");
  return convert(text.substr(begin, at - begin));
}

bool ValueParser::parseList(size_t depth) {
  int64_t count = 0;
  if (shape.size() <= depth)
    shape.push_back(-1);
  while (!take(']')) {
    if (!parseElement(depth + 1))
      return false;
    ++count;
    if (take(','))
      continue;
    if (!take(']'))
      return fail("a list is not closed, or a comma is missing");
    break;
  }
  if (shape[depth] >= 0 && shape[depth] != count)
    return fail("the lists are ragged: one has " + std::to_string(shape[depth]) + " elements, another " +
                std::to_string(count));
  shape[depth] = count;
  return true;
}

Tensor ValueParser::parse() {
  if (!parseElement(0))
    return Tensor();
  skipBlanks();
  if (at != text.size())
    return fail("something follows the value: " + quote(text.substr(at))), Tensor();
  Tensor tensor;
  if (!Tensor::tryAllocate(dtype, shape, tensor, fault))
    return Tensor();
  std::memcpy(tensor.mutableRawData(), bytes.data(), bytes.size());
  return tensor;
}

Tensor rt::parseValue(std::string_view text, DType dtype, Fault &fault) {
  return ValueParser(text, dtype, fault).parse();
}
