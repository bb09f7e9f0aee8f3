//===- LibraryText.cpp - Functions as an editor shows them ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryText.h"

#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::lsp;

static void addParam(Signature &signature, llvm::ArrayRef<llvm::StringRef> names, llvm::StringRef text) {
  if (!signature.params.empty())
    signature.label += ", ";
  unsigned begin = signature.label.size();
  signature.label += text;
  signature.params.push_back({{names.begin(), names.end()}, begin, unsigned(signature.label.size())});
}

Signature lsp::makeSignature(const sema::LibraryFunction &function) {
  Signature signature{function.name.str() + "(", {}};
  for (const sema::LibraryParam &param : function.params)
    addParam(signature, param.names, (param.names.front() + (param.isOptional ? "?" : "")).str());
  signature.label += ")";
  return signature;
}

Signature lsp::makeSignature(const ast::FnDecl &function, llvm::StringRef source) {
  Signature signature{function.name.name.str() + "(", {}};
  // A label is one line.
  auto textOf = [&](const ast::TypeExpr *type) {
    llvm::SmallVector<llvm::StringRef> words;
    llvm::SplitString(source.slice(type->span.begin, type->span.end), words);
    return llvm::join(words, " ");
  };
  for (const ast::VarDecl *param : function.params) {
    std::string text = param->name.name.str();
    if (param->annotation)
      text += ": " + textOf(param->annotation);
    addParam(signature, param->name.name, text);
  }
  signature.label += ")";
  if (function.resultType)
    signature.label += " -> " + textOf(function.resultType);
  return signature;
}
