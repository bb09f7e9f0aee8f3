//===- Params.cpp - Reading requests --------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"

using namespace mind;
using namespace mind::lsp;
using llvm::json::ObjectMapper;

namespace {
struct Identifier {
  std::string uri;
};
struct ReferenceContext {
  bool includeDeclaration = false;
};
bool fromJSON(const llvm::json::Value &value, Identifier &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return object && object.map("uri", result.uri);
}
bool fromJSON(const llvm::json::Value &value, ReferenceContext &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return object && object.map("includeDeclaration", result.includeDeclaration);
}
struct ActionContext {
  std::optional<std::vector<std::string>> only;
};
bool fromJSON(const llvm::json::Value &value, ActionContext &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return object && object.map("only", result.only);
}
} // namespace

bool lsp::fromJSON(const llvm::json::Value &value, DocumentParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  Identifier document;
  if (!object || !object.map("textDocument", document))
    return false;
  result.uri = document.uri;
  return true;
}

bool lsp::fromJSON(const llvm::json::Value &value, PositionParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return fromJSON(value, static_cast<DocumentParams &>(result), path) && object.map("position", result.position);
}

bool lsp::fromJSON(const llvm::json::Value &value, ReferenceParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  ReferenceContext context;
  if (!fromJSON(value, static_cast<PositionParams &>(result), path) || !object.map("context", context))
    return false;
  result.includeDeclaration = context.includeDeclaration;
  return true;
}

bool lsp::fromJSON(const llvm::json::Value &value, RenameParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return fromJSON(value, static_cast<PositionParams &>(result), path) && object.map("newName", result.newName);
}

bool lsp::fromJSON(const llvm::json::Value &value, RangeParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return fromJSON(value, static_cast<DocumentParams &>(result), path) && object.map("range", result.range);
}

bool lsp::fromJSON(const llvm::json::Value &value, CodeActionParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  ActionContext context;
  if (!fromJSON(value, static_cast<RangeParams &>(result), path) || !object.map("context", context))
    return false;
  if (context.only)
    result.only = *context.only;
  return true;
}
