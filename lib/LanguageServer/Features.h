//===- Features.h - what an editor can ask ----------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each feature answers one request of the protocol from the state of one document.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_LANGUAGESERVER_FEATURES_H
#define MIND_LIB_LANGUAGESERVER_FEATURES_H

#include "Analysis.h"
#include "Mind/LanguageServer/Document.h"

#include <memory>

namespace mind::lsp {

/// A document as the client has it. The tree is that of the present text.
struct OpenDocument {
  std::string uri;
  Document document;
  std::unique_ptr<Analysis> analysis;

  OpenDocument(std::string uri, std::string text) : uri(std::move(uri)), document(std::move(text)) { analyze(); }
  void analyze() { analysis = std::make_unique<Analysis>(document.getText()); }
  llvm::json::Object makeLocation(Span span) const {
    return llvm::json::Object{{"uri", uri}, {"range", document.getRange(span)}};
  }
  /// Edits of this document alone, as a WorkspaceEdit.
  llvm::json::Object makeEdit(std::vector<llvm::lsp::TextEdit> edits) const {
    return llvm::json::Object{{"changes", llvm::json::Object{{uri, std::move(edits)}}}};
  }
};

struct DocumentParams {
  std::string uri;
};
struct PositionParams : DocumentParams {
  Position position;
};
struct ReferenceParams : PositionParams {
  bool includeDeclaration = false;
};
struct RenameParams : PositionParams {
  std::string newName;
};
struct RangeParams : DocumentParams {
  Range range;
};
struct CodeActionParams : RangeParams {
  /// The kinds of actions that are wanted; all if empty.
  std::vector<std::string> only;
};
bool fromJSON(const llvm::json::Value &value, DocumentParams &result, llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, PositionParams &result, llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, ReferenceParams &result, llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, RenameParams &result, llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, RangeParams &result, llvm::json::Path path);
bool fromJSON(const llvm::json::Value &value, CodeActionParams &result, llvm::json::Path path);

/// The answer, or an LSPError.
using Answer = llvm::Expected<llvm::json::Value>;

/// The params of textDocument/publishDiagnostics.
llvm::json::Value makeDiagnostics(const OpenDocument &open, std::optional<int64_t> version);
/// One fault, as the protocol shows it.
llvm::json::Object makeDiagnostic(const OpenDocument &open, const frontend::Diagnostic &diagnostic);

Answer getHover(const OpenDocument &open, const PositionParams &params);
Answer getDefinition(const OpenDocument &open, const PositionParams &params);
Answer getReferences(const OpenDocument &open, const ReferenceParams &params);
/// The range of the name that a rename would change, or null.
Answer prepareRename(const OpenDocument &open, const PositionParams &params);
/// Refused if any name would then stand for something else.
Answer getRename(const OpenDocument &open, const RenameParams &params);
Answer getFormatting(const OpenDocument &open, const DocumentParams &params);
Answer getDocumentSymbols(const OpenDocument &open, const DocumentParams &params);

Answer getCompletion(const OpenDocument &open, const PositionParams &params);
Answer getSignatureHelp(const OpenDocument &open, const PositionParams &params);
/// The types of names that were declared without one.
Answer getInlayHints(const OpenDocument &open, const RangeParams &params);
/// What the numbers of `getSemanticTokens` mean.
llvm::json::Value getTokenLegend();
Answer getSemanticTokens(const OpenDocument &open, const DocumentParams &params);
/// The mechanical changes that would mend the faults in a range.
Answer getCodeActions(const OpenDocument &open, const CodeActionParams &params);

} // namespace mind::lsp

#endif // MIND_LIB_LANGUAGESERVER_FEATURES_H
