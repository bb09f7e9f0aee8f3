//===- Server.cpp - The life of a session ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Connection.h"
#include "Features.h"

#include "Mind/LanguageServer/LanguageServer.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace mind;
using namespace mind::lsp;
using llvm::json::ObjectMapper;
using llvm::lsp::Callback;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;

namespace {

/// More is forgotten: offsets have 32 bits.
constexpr size_t kMaxDocumentBytes = size_t(1) << 30;

struct OpenParams : DocumentParams {
  std::string text;
  std::optional<int64_t> version;
};
struct ChangeParams : DocumentParams {
  std::vector<llvm::lsp::TextDocumentContentChangeEvent> changes;
  std::optional<int64_t> version;
};
struct TextItem {
  std::string text;
  std::optional<int64_t> version;
};
bool fromJSON(const llvm::json::Value &value, TextItem &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return object && object.map("text", result.text) && object.mapOptional("version", result.version);
}
struct Version {
  std::optional<int64_t> version;
};
bool fromJSON(const llvm::json::Value &value, Version &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  return object && object.map("version", result.version);
}
bool fromJSON(const llvm::json::Value &value, OpenParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  TextItem item;
  if (!lsp::fromJSON(value, static_cast<DocumentParams &>(result), path) || !object.map("textDocument", item))
    return false;
  result.text = std::move(item.text);
  result.version = item.version;
  return true;
}
bool fromJSON(const llvm::json::Value &value, ChangeParams &result, llvm::json::Path path) {
  ObjectMapper object(value, path);
  Version document;
  if (!lsp::fromJSON(value, static_cast<DocumentParams &>(result), path) || !object.map("textDocument", document) ||
      !object.map("contentChanges", result.changes))
    return false;
  result.version = document.version;
  return true;
}

class Server {
public:
  Server(std::FILE *in, llvm::raw_ostream &out) : connection(in), transport(in, out), handler(transport) {
    handler.method("initialize", this, &Server::initialize);
    handler.method("shutdown", this, &Server::shutdown);
    handler.notification("textDocument/didOpen", this, &Server::didOpen);
    handler.notification("textDocument/didChange", this, &Server::didChange);
    handler.notification("textDocument/didClose", this, &Server::didClose);
    add("textDocument/hover", getHover);
    add("textDocument/definition", getDefinition);
    add("textDocument/references", getReferences);
    add("textDocument/prepareRename", prepareRename);
    add("textDocument/rename", getRename);
    add("textDocument/formatting", getFormatting);
    add("textDocument/documentSymbol", getDocumentSymbols);
    add("textDocument/completion", getCompletion);
    add("textDocument/signatureHelp", getSignatureHelp);
    add("textDocument/inlayHint", getInlayHints);
    add("textDocument/semanticTokens/full", getSemanticTokens);
    add("textDocument/codeAction", getCodeActions);
  }

  int run() {
    while (std::optional<llvm::Expected<llvm::json::Value>> message = connection.read()) {
      if (!*message)
        transport.reply(nullptr, message->takeError());
      else if (!handle(**message))
        break;
    }
    return state == State::ShutDown ? 0 : 1;
  }

private:
  enum class State { Fresh, Running, ShutDown };

  /// A request that one document answers.
  template <typename Params>
  struct Feature {
    Server *server;
    Answer (*answer)(const OpenDocument &, const Params &);
    void run(const Params &params, Callback<llvm::json::Value> reply) {
      auto open = server->documents.find(params.uri);
      if (open == server->documents.end())
        return reply(llvm::make_error<LSPError>("`" + params.uri + "` is not open", ErrorCode::InvalidParams));
      reply(answer(*open->second, params));
    }
  };
  template <typename Params>
  void add(llvm::StringLiteral method, Answer (*answer)(const OpenDocument &, const Params &)) {
    auto feature = std::make_shared<Feature<Params>>(Feature<Params>{this, answer});
    handler.method(method, feature.get(), &Feature<Params>::run);
    features.push_back(feature);
  }

  /// False once the session is over.
  bool handle(const llvm::json::Value &message) {
    const llvm::json::Object *object = message.getAsObject();
    const llvm::json::Value *id = object ? object->get("id") : nullptr;
    bool hasGoodId = id && (id->getAsString() || id->getAsInteger());
    auto refuse = [&](const char *why, ErrorCode code) {
      transport.reply(hasGoodId ? *id : llvm::json::Value(nullptr), llvm::make_error<LSPError>(why, code));
      return true;
    };
    if (!object || object->getString("jsonrpc") != "2.0" || (id && !hasGoodId))
      return refuse("this is no message of JSON-RPC 2.0", ErrorCode::InvalidRequest);
    std::optional<llvm::StringRef> method = object->getString("method");
    if (!method) {
      // The server asks nothing, so an answer is not for it.
      if (id && (object->get("result") || object->get("error")))
        return true;
      return refuse("a message names its method", ErrorCode::InvalidRequest);
    }
    const llvm::json::Value *params = object->get("params");
    llvm::json::Value given = params ? *params : llvm::json::Value(nullptr);
    if (!id) {
      // What needs an answer has an id; without one nothing is done.
      bool isHeard = *method == "exit" || state == State::Running;
      return !isHeard || handler.onNotify(*method, std::move(given));
    }
    if (*method == "initialize" ? state != State::Fresh : state == State::ShutDown)
      return refuse("the session is in another state", ErrorCode::InvalidRequest);
    if (*method != "initialize" && state == State::Fresh)
      return refuse("the first request is `initialize`", ErrorCode::ServerNotInitialized);
    return handler.onCall(*method, std::move(given), *id);
  }

  void initialize(const llvm::lsp::NoParams &, Callback<llvm::json::Value> reply) {
    state = State::Running;
    llvm::json::Object capabilities{
        {"positionEncoding", "utf-16"},
        {"textDocumentSync",
         llvm::json::Object{{"openClose", true}, {"change", int(llvm::lsp::TextDocumentSyncKind::Incremental)}}},
        {"hoverProvider", true},
        {"definitionProvider", true},
        {"referencesProvider", true},
        {"renameProvider", llvm::json::Object{{"prepareProvider", true}}},
        {"documentFormattingProvider", true},
        {"documentSymbolProvider", true},
        {"completionProvider", llvm::json::Object{{"triggerCharacters", llvm::json::Array{".", "@"}}}},
        {"signatureHelpProvider", llvm::json::Object{{"triggerCharacters", llvm::json::Array{"(", ","}}}},
        {"inlayHintProvider", true},
        {"semanticTokensProvider", llvm::json::Object{{"legend", getTokenLegend()}, {"full", true}}},
        {"codeActionProvider", llvm::json::Object{{"codeActionKinds", llvm::json::Array{"quickfix"}}}},
    };
    reply(llvm::json::Object{{"capabilities", std::move(capabilities)},
                             {"serverInfo", llvm::json::Object{{"name", "mind-lsp-server"}}}});
  }

  void shutdown(const llvm::lsp::NoParams &, Callback<llvm::json::Value> reply) {
    state = State::ShutDown;
    reply(nullptr);
  }

  void publish(const OpenDocument &open, std::optional<int64_t> version) {
    transport.notify("textDocument/publishDiagnostics", makeDiagnostics(open, version));
  }

  void didOpen(const OpenParams &params) {
    auto open = std::make_unique<OpenDocument>(params.uri, params.text);
    publish(*open, params.version);
    documents[params.uri] = std::move(open);
  }

  void didChange(const ChangeParams &params) {
    auto found = documents.find(params.uri);
    if (found == documents.end())
      return;
    OpenDocument &open = *found->second;
    // The tree points into the text that is about to change.
    open.analysis.reset();
    for (const auto &change : params.changes) {
      if (change.range)
        open.document.replace(*change.range, change.text);
      else
        open.document = Document(change.text);
      if (open.document.getText().size() > kMaxDocumentBytes) {
        documents.erase(found);
        return;
      }
    }
    open.analyze();
    publish(open, params.version);
  }

  void didClose(const DocumentParams &params) {
    if (documents.erase(params.uri) != 0)
      transport.notify("textDocument/publishDiagnostics",
                       llvm::json::Object{{"uri", params.uri}, {"diagnostics", llvm::json::Array()}});
  }

  State state = State::Fresh;
  Connection connection;
  llvm::lsp::JSONTransport transport;
  llvm::lsp::MessageHandler handler;
  std::vector<std::shared_ptr<void>> features;
  std::map<std::string, std::unique_ptr<OpenDocument>> documents;
};

} // namespace

int lsp::runLanguageServer(std::FILE *in, llvm::raw_ostream &out) {
#ifdef __GLIBC__
  // Every change frees an analysis and makes one of the same size: pages that go back to
  // the system in between must be cleared and mapped anew.
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_MMAP_THRESHOLD, 256 << 20);
#endif
  return Server(in, out).run();
}
