//===- ReplCommand.cpp - mindc repl ---------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session is the text of a script: what declares or changes something is kept, what
// only shows something is not. Every entry is compiled and run behind that text as a
// whole, on the reference interpreter, and what the text before it has printed is left
// out. So each entry means what it would mean in a file, and an entry that is wrong, or
// that a fault stops, leaves nothing behind.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Gradients.h"
#include "Source.h"

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/Lexer.h"
#include "Mind/Frontend/Types.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Transforms/Passes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"

#include <iostream>
#include <unistd.h>

using namespace mlir;
using namespace mind;
using namespace mind::driver;
using frontend::TokenKind;

namespace {

constexpr llvm::StringLiteral kHelp =
    "a statement, an expression or a declaration, over several lines until its brackets are closed\n"
    ":type EXPR    its type             :shape EXPR   its shape\n"
    ":ir [EXPR]    the module as MLIR   :grad NAME    the gradient of a function\n"
    ":asm NAME     its machine code     :list         what is kept\n"
    ":reset        forget everything    :quit\n";

/// What is kept of an entry; a declaration gives way to a later one of its name.
struct Kept {
  std::string text;
  std::string name;
};

/// The name that a statement declares once for the whole script; else empty.
StringRef getDeclaredName(const ast::Stmt &stmt) {
  switch (stmt.kind) {
  case ast::Stmt::Fn:
    return cast<ast::FnStmt>(stmt).decl->name.name;
  case ast::Stmt::Const:
    return cast<ast::ConstStmt>(stmt).decl->name.name;
  case ast::Stmt::TypeAlias:
    return cast<ast::TypeAliasStmt>(stmt).decl->name.name;
  default:
    return "";
  }
}

bool isDeclaration(const ast::Stmt &stmt) {
  return !getDeclaredName(stmt).empty() || stmt.kind == ast::Stmt::Import || stmt.kind == ast::Stmt::Export;
}

/// Whether more lines belong to the entry: a bracket, a comment or a head is open.
bool isIncomplete(StringRef entry) {
  frontend::DiagnosticEngine diagnostics("", entry);
  frontend::Lexer lexer(diagnostics);
  if (!lexer.start())
    return false;
  int open = 0;
  bool beginsWithAttribute = false, hasFunction = false, isFirst = true;
  for (frontend::Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next()) {
    if (isFirst)
      beginsWithAttribute = token.is(TokenKind::At) || token.is(TokenKind::Hash);
    isFirst = false;
    hasFunction |= token.is(TokenKind::KwFn);
    open += token.is(TokenKind::LParen) || token.is(TokenKind::LBracket) || token.is(TokenKind::LBrace);
    open -= token.is(TokenKind::RParen) || token.is(TokenKind::RBracket) || token.is(TokenKind::RBrace);
  }
  for (const frontend::Diagnostic &fault : diagnostics.getDiagnostics())
    if (fault.code == "E1006")
      return true;
  return open > 0 || (beginsWithAttribute && !hasFunction);
}

class Session {
public:
  Session(const Options &options, const BackendHooks &direct) : options(options), direct(direct) {
    this->options.input = "<repl>";
  }

  /// False to end.
  bool handle(StringRef entry) {
    auto [word, rest] = entry.trim().split(' ');
    StringRef argument = rest.trim();
    if (!word.starts_with(":")) {
      if (!word.empty())
        evaluate(entry);
      return true;
    }
    if (word == ":quit" || word == ":q")
      return false;
    if (word == ":help" || word == ":h")
      llvm::outs() << kHelp;
    else if (word == ":reset")
      kept.clear();
    else if (word == ":list")
      llvm::outs() << getText("");
    else if (word == ":type" || word == ":shape")
      showType(argument, word == ":shape");
    else if (word == ":ir")
      showModule(argument);
    else if (word == ":grad")
      showGradient(argument);
    else if (word == ":asm")
      showCode(argument);
    else
      llvm::errs() << "error[cli]: unknown command `" << word << "`\nhelp: :help lists them\n";
    return true;
  }

private:
  /// The text without the declarations of `names`.
  std::string getText(StringRef extra, llvm::ArrayRef<std::string> names = {}) const {
    std::string text;
    for (const Kept &item : kept)
      if (item.name.empty() || !llvm::is_contained(names, item.name))
        text += item.text + "\n";
    return text + extra.str();
  }

  void evaluate(StringRef entry) {
    std::vector<Kept> added;
    std::vector<std::string> names;
    bool runs = false;
    {
      // What it is made of; its faults are shown with the rest.
      frontend::DiagnosticEngine diagnostics("<repl>", entry);
      ast::Context arena;
      ast::Module *module = frontend::parse(arena, diagnostics);
      uint32_t done = 0;
      for (const ast::Stmt *stmt : module->body->stmts) {
        StringRef name = getDeclaredName(*stmt);
        if (!name.empty())
          names.push_back(name.str());
        runs |= !isDeclaration(*stmt);
        bool onlyShows = isa<ast::ExprStmt>(stmt) || stmt->kind == ast::Stmt::Print || stmt->kind == ast::Stmt::Assert;
        uint32_t end = stmt->span.end;
        // Attributes and comments stand before it.
        if (!onlyShows)
          added.push_back({entry.slice(done, end).trim(" \t\r\n;").str() + (isDeclaration(*stmt) ? "" : ";"), name.str()});
        done = end;
      }
    }
    std::string before = getText("", names), text = before + entry.str() + "\n", shown;
    frontend::DiagnosticEngine diagnostics("<repl>", text);
    MLIRContext context(MLIRContext::Threading::DISABLED);
    OwningOpRef<ModuleOp> module = makeModule(options, context, ModuleStage::Executable, MicForm::None, diagnostics,
                                              /*exactLocations=*/true);
    bool isRight = bool(module);
    if (isRight && runs)
      isRight = runModule(*module, diagnostics, shown);
    if (isRight && runs && StringRef(shown).starts_with(getPrinted(before)))
      shown.erase(0, getPrinted(before).size());
    llvm::outs() << shown;
    llvm::outs().flush();
    // A warning of what is kept was shown with its entry.
    diagnostics.removeIf([&](const frontend::Diagnostic &fault) {
      return fault.severity == frontend::Severity::Warning && fault.hasSpan && fault.span.end <= before.size();
    });
    frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
    if (!isRight)
      return;
    llvm::erase_if(kept, [&](const Kept &item) { return !item.name.empty() && llvm::is_contained(names, item.name); });
    kept.insert(kept.end(), added.begin(), added.end());
  }

  /// What the script prints by itself, without its value.
  std::string getPrinted(StringRef text) {
    if (text == printedBy.first)
      return printedBy.second;
    std::string shown;
    frontend::DiagnosticEngine diagnostics("<repl>", text);
    MLIRContext context(MLIRContext::Threading::DISABLED);
    OwningOpRef<ModuleOp> module = makeModule(options, context, ModuleStage::Executable, MicForm::None, diagnostics);
    if (module && !getEntryName(*module).empty())
      (void)runModule(*module, diagnostics, shown);
    printedBy = {text.str(), shown};
    return shown;
  }

  /// Runs the statements and adds what they print, and the value, to `shown`.
  bool runModule(ModuleOp module, frontend::DiagnosticEngine &diagnostics, std::string &shown) {
    StringRef name = getEntryName(module);
    auto function = name.empty() ? func::FuncOp() : module.lookupSymbol<func::FuncOp>(name);
    if (!function)
      return true;
    llvm::raw_string_ostream out(shown);
    rt::Signature signature = interpreter::getSignature(function);
    rt::BoundCall call;
    rt::Fault fault;
    if (rt::bindCall(signature, options.call, call, fault)) {
      interpreter::Outcome outcome = interpreter::run(module, name, call.args, out, call.dims);
      rt::Ending ending;
      if (outcome.fault)
        fault = *outcome.fault;
      else if (rt::finishCall(signature, call, outcome.results, ending, fault))
        out << ending.text;
    }
    if (fault.code.empty())
      return true;
    bool isRuntime = StringRef(fault.code).starts_with("E6");
    uint32_t begin = diagnostics.getOffset({fault.place.line, fault.place.column});
    uint32_t end = diagnostics.getOffset({fault.place.endLine, fault.place.endColumn});
    frontend::Phase phase = isRuntime ? frontend::Phase::Runtime : frontend::Phase::Backend;
    if (fault.place.line == 0)
      diagnostics.errorNoSpan(phase, fault.code, fault.message);
    else
      diagnostics.error(phase, fault.code, {begin, std::max(begin, end)}, fault.message);
    return false;
  }

  void showType(StringRef expression, bool onlyShape) {
    std::string text = getText(expression) + "\n";
    frontend::DiagnosticEngine diagnostics("<repl>", text);
    ast::Context arena;
    ast::Module *module = frontend::parse(arena, diagnostics);
    if (!diagnostics.hasErrors())
      sema::check(*module, diagnostics);
    if (diagnostics.hasErrors())
      return (void)frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
    auto stmts = module->body->stmts;
    auto *last = stmts.empty() ? nullptr : dyn_cast<ast::ExprStmt>(stmts.back());
    if (!last || last->span.begin + expression.size() < text.size() - 1) {
      llvm::errs() << "error[cli]: an expression is expected\n";
      return;
    }
    std::string type = sema::toString(*last->expr->type);
    if (onlyShape && !last->expr->type->isTensor()) {
      llvm::errs() << "error[cli]: a value of type " << type << " has no shape\n";
      return;
    }
    if (onlyShape) {
      size_t bracket = type.find('[');
      type = bracket == std::string::npos ? "[]" : type.substr(bracket, type.rfind(']') - bracket + 1);
    }
    llvm::outs() << type << '\n';
  }

  void showModule(StringRef expression) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    if (OwningOpRef<ModuleOp> module = loadModule(options, getText(expression) + "\n", context, ModuleStage::Differentiated)) {
      module->print(llvm::outs());
      llvm::outs() << '\n';
    }
  }

  void showGradient(StringRef function) {
    if (function.empty()) {
      llvm::errs() << "error[cli]: :grad takes the name of a function\n";
      return;
    }
    Options own = options;
    own.function = function.str();
    own.autodiff = own.emitGradient = own.extendedGradient = true;
    (void)runGradient(own, getText(""));
  }

  /// The function is exported for that, if it is not anyway.
  void showCode(StringRef function) {
    std::string text = getText("");
    frontend::DiagnosticEngine diagnostics("<repl>", text);
    ast::Context arena;
    const ast::FnDecl *found = nullptr;
    for (const ast::Stmt *stmt : frontend::parse(arena, diagnostics)->body->stmts)
      if (auto *fn = dyn_cast<ast::FnStmt>(stmt); fn && fn->decl->name.name == function)
        found = fn->decl;
    if (!found) {
      llvm::errs() << "error[cli]: there is no function `" << function << "`\n";
      return;
    }
    if (!found->isPub)
      text.insert(found->span.begin, "pub ");
    llvm::SmallString<128> path;
    if (std::error_code error = llvm::sys::fs::createTemporaryFile("mindc-repl", "o", path)) {
      llvm::errs() << "error[cli]: cannot write a temporary file: " << error.message() << '\n';
      return;
    }
    llvm::FileRemover remover(path);
    llvm::ErrorOr<std::string> tool = llvm::sys::findProgramByName("objdump");
    if (!tool) {
      llvm::errs() << "error[cli]: `objdump`, which shows machine code, is not installed\n";
      return;
    }
    Options own = options;
    own.emit = EmitKind::Object;
    own.direct = true;
    own.output = path.str().str();
    if (runCompile(own, text, &direct) != 0)
      return;
    llvm::outs().flush();
    llvm::sys::ExecuteAndWait(*tool, {"objdump", "-d", "-M", "intel", "--no-show-raw-insn", path});
  }

  Options options;
  const BackendHooks &direct;
  std::vector<Kept> kept;
  /// A text and what it prints.
  std::pair<std::string, std::string> printedBy;
};

} // namespace

int driver::runRepl(const Options &options, const BackendHooks &direct) {
  bool isTerminal = ::isatty(STDIN_FILENO);
  Session session(options, direct);
  std::string entry, line;
  // Whoever cannot close a bracket gets away with two empty lines.
  unsigned emptyLines = 0;
  for (;;) {
    if (isTerminal) {
      llvm::outs() << (entry.empty() ? "mind> " : "  ... ");
      llvm::outs().flush();
    }
    bool hasLine = bool(std::getline(std::cin, line));
    if (hasLine)
      entry += line + "\n";
    emptyLines = StringRef(line).trim().empty() ? emptyLines + 1 : 0;
    if (hasLine && emptyLines < 2 && !StringRef(entry).ltrim().starts_with(":") && isIncomplete(entry))
      continue;
    if (!session.handle(entry) || !hasLine)
      return 0;
    llvm::outs().flush();
    entry.clear();
  }
}
