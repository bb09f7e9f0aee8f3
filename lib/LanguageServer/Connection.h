//===- Connection.h - messages of a byte stream -----------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nothing that a client sends ends the server: a message that is too long, too deep
/// or no JSON is skipped and answered with an error.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_LANGUAGESERVER_CONNECTION_H
#define MIND_LIB_LANGUAGESERVER_CONNECTION_H

#include "llvm/Support/LSP/Transport.h"

namespace mind::lsp {

/// A source of the largest size, with room for escapes.
inline constexpr uint64_t kMaxMessageBytes = uint64_t(128) << 20;
/// Arrays and objects in one another; LLVM's reader of JSON has no limit of its own.
inline constexpr unsigned kMaxJSONDepth = 64;

class Connection {
public:
  explicit Connection(std::FILE *in) : in(in) {}

  /// The next message, or an LSPError that says what is wrong with it. Nothing once
  /// the stream has ended.
  std::optional<llvm::Expected<llvm::json::Value>> read();

private:
  /// False at the end of the stream. What is over a reasonable length is dropped.
  bool readLine(std::string &line);
  /// The value of Content-Length, if there was one. False at the end of the stream.
  bool readHeader(std::optional<uint64_t> &length);
  /// Reads, or skips if `body` is null. False if the stream ends before.
  bool readBody(uint64_t length, std::string *body);

  std::FILE *in;
};

} // namespace mind::lsp

#endif // MIND_LIB_LANGUAGESERVER_CONNECTION_H
