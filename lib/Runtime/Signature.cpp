//===- Signature.cpp - signatures as text ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Arguments.h"

#include <algorithm>

using namespace mind;
using namespace mind::rt;

std::vector<std::string> Signature::getDimNames() const {
  std::vector<std::string> names;
  auto add = [&](const std::string &name) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  };
  for (const SignatureParam &param : params)
    for (const SignatureDim &dim : param.type.dims)
      if (dim.size < 0)
        add(dim.symbol);
  for (const std::string &name : innerDims)
    add(name);
  return names;
}

std::string rt::toString(const SignatureType &type) {
  std::string text(getDTypeName(type.dtype));
  if (type.dims.empty())
    return text;
  text += '[';
  for (size_t i = 0; i < type.dims.size(); ++i) {
    if (i != 0)
      text += ", ";
    text += type.dims[i].size < 0 ? type.dims[i].symbol : std::to_string(type.dims[i].size);
  }
  return text + "]";
}

std::string rt::toString(const Signature &signature) {
  std::string text = signature.name + "(";
  for (size_t i = 0; i < signature.params.size(); ++i) {
    if (i != 0)
      text += ", ";
    text += signature.params[i].name + ": " + toString(signature.params[i].type);
  }
  text += ") -> (";
  for (size_t i = 0; i < signature.results.size(); ++i) {
    if (i != 0)
      text += ", ";
    text += toString(signature.results[i]);
  }
  text += ")";
  for (size_t i = 0; i < signature.innerDims.size(); ++i)
    text += (i == 0 ? " where " : ", ") + signature.innerDims[i];
  return text;
}

namespace {
class SignatureParser {
public:
  explicit SignatureParser(std::string_view text) : text(text) {}

  bool parse(Signature &signature) {
    signature = Signature();
    if (!takeWord(signature.name) || !take("("))
      return false;
    while (!take(")")) {
      SignatureParam param;
      if (!takeWord(param.name) || !take(": ") || !takeType(param.type) || !takeSeparator(')'))
        return false;
      signature.params.push_back(std::move(param));
    }
    if (!take(" -> ("))
      return false;
    while (!take(")")) {
      SignatureType type;
      if (!takeType(type) || !takeSeparator(')'))
        return false;
      signature.results.push_back(std::move(type));
    }
    if (take(" where ")) {
      do {
        std::string name;
        if (!takeWord(name))
          return false;
        signature.innerDims.push_back(std::move(name));
      } while (take(", "));
    }
    return text.empty();
  }

private:
  bool take(std::string_view word) {
    if (text.substr(0, word.size()) != word)
      return false;
    text.remove_prefix(word.size());
    return true;
  }
  /// A comma, or what closes the list, which stays.
  bool takeSeparator(char close) { return take(", ") || (!text.empty() && text[0] == close); }
  bool takeWord(std::string &word) {
    size_t length = 0;
    while (length < text.size() && std::string_view("()[]:, ").find(text[length]) == std::string_view::npos)
      ++length;
    word = std::string(text.substr(0, length));
    text.remove_prefix(length);
    return length != 0;
  }
  bool takeType(SignatureType &type) {
    std::string word;
    if (!takeWord(word))
      return false;
    std::optional<DType> dtype = parseDType(word);
    if (!dtype)
      return false;
    type.dtype = *dtype;
    if (!take("["))
      return true;
    while (!take("]")) {
      SignatureDim dim;
      if (type.dims.size() == kMaxRank || !takeWord(word) || !takeSeparator(']'))
        return false;
      if (word[0] >= '0' && word[0] <= '9') {
        if (!readExtent(word, dim.size))
          return false;
      } else {
        dim.symbol = word;
      }
      type.dims.push_back(std::move(dim));
    }
    return true;
  }
  static bool readExtent(const std::string &word, int64_t &extent) {
    extent = 0;
    for (char c : word) {
      if (c < '0' || c > '9' || extent > (INT64_MAX - 9) / 10)
        return false;
      extent = extent * 10 + (c - '0');
    }
    return true;
  }

  std::string_view text;
};
} // namespace

bool rt::parseSignature(std::string_view text, Signature &signature) { return SignatureParser(text).parse(signature); }
