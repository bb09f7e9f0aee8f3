//===- Connection.cpp - Reading messages ----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Connection.h"

using namespace mind::lsp;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;

static constexpr size_t kMaxHeaderLine = 1024;

bool Connection::readLine(std::string &line) {
  line.clear();
  for (int c; (c = std::getc(in)) != EOF;) {
    if (c == '\n')
      return true;
    if (line.size() < kMaxHeaderLine)
      line.push_back(c);
  }
  return false;
}

bool Connection::readHeader(std::optional<uint64_t> &length) {
  std::string line;
  for (bool hasFields = false;;) {
    if (!readLine(line))
      return false;
    llvm::StringRef field = llvm::StringRef(line).trim();
    if (field.empty()) {
      if (hasFields)
        return true;
      continue;
    }
    hasFields = true;
    auto [name, value] = field.split(':');
    uint64_t number = 0;
    if (name.trim().equals_insensitive("Content-Length"))
      length = value.trim().getAsInteger(10, number) ? std::nullopt : std::optional<uint64_t>(number);
  }
}

bool Connection::readBody(uint64_t length, std::string *body) {
  // Piece by piece: a length alone must not take memory.
  char piece[1 << 16];
  while (length != 0) {
    size_t got = std::fread(piece, 1, std::min<uint64_t>(length, sizeof(piece)), in);
    if (got == 0)
      return false;
    if (body)
      body->append(piece, got);
    length -= got;
  }
  return true;
}

static bool isTooDeep(llvm::StringRef text) {
  unsigned depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJSONDepth)
        return true;
    } else if ((c == ']' || c == '}') && depth != 0) {
      --depth;
    }
  }
  return false;
}

std::optional<llvm::Expected<llvm::json::Value>> Connection::read() {
  auto refuse = [](const llvm::Twine &why, ErrorCode code) {
    return llvm::Expected<llvm::json::Value>(llvm::make_error<LSPError>(why.str(), code));
  };
  std::optional<uint64_t> length;
  if (!readHeader(length))
    return std::nullopt;
  if (!length)
    return refuse("a message begins with its Content-Length", ErrorCode::InvalidRequest);
  std::string body;
  bool fits = *length <= kMaxMessageBytes;
  if (!readBody(*length, fits ? &body : nullptr))
    return std::nullopt;
  if (!fits)
    return refuse("a message has at most " + llvm::Twine(kMaxMessageBytes) + " bytes", ErrorCode::InvalidRequest);
  if (isTooDeep(body))
    return refuse("the JSON is nested deeper than " + llvm::Twine(kMaxJSONDepth) + " levels",
                  ErrorCode::InvalidRequest);
  llvm::Expected<llvm::json::Value> message = llvm::json::parse(body);
  if (!message)
    return refuse(llvm::toString(message.takeError()), ErrorCode::ParseError);
  return message;
}
