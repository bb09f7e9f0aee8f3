//===- TestCommand.cpp - mindc test ---------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the functions that are marked `#[test]`, in the order of the source, each on the
// reference interpreter: it knows the place of what failed, and every executor has its
// bits. A test fails by a run-time fault, most often of `assert`. What it prints is
// shown if it fails.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Paths.h"
#include "Source.h"

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/SourceFacts.h"
#include "Mind/Interpreter/Interpreter.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

namespace {

struct Totals {
  unsigned passed = 0, failed = 0, leftOut = 0;
};

/// The names of the tests in a source; nothing if it is wrong.
std::optional<std::vector<std::string>> findTests(frontend::DiagnosticEngine &diagnostics) {
  ast::Context arena;
  ast::Module *module = frontend::parse(arena, diagnostics);
  sema::SourceFacts facts;
  if (diagnostics.hasErrors() || !sema::check(*module, diagnostics, facts))
    return std::nullopt;
  std::vector<std::pair<uint32_t, std::string>> found;
  for (const auto &binding : facts.bindings)
    if (const auto *fn = dyn_cast<ast::FnDecl>(binding.decl); fn && fn->findAttribute("test"))
      found.push_back({fn->name.span.begin, fn->getSymbol().str()});
  // Some facts are found more than once.
  llvm::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  auto names = llvm::make_second_range(found);
  return std::vector<std::string>(names.begin(), names.end());
}

/// Shows what stopped a test, where it is.
void showFault(const Options &options, StringRef contents, const rt::Fault &fault) {
  frontend::DiagnosticEngine diagnostics(options.input, contents);
  bool isRuntime = StringRef(fault.code).starts_with("E6");
  frontend::Phase phase = isRuntime ? frontend::Phase::Runtime : frontend::Phase::Backend;
  if (fault.place.line == 0) {
    diagnostics.errorNoSpan(phase, fault.code, fault.message);
  } else {
    uint32_t begin = diagnostics.getOffset({fault.place.line, fault.place.column});
    uint32_t end = diagnostics.getOffset({fault.place.endLine, fault.place.endColumn});
    diagnostics.error(phase, fault.code, {begin, std::max(begin, end)}, fault.message);
  }
  frontend::renderDiagnostics(llvm::outs(), diagnostics, options.render);
}

/// 0, 1 if the source is wrong or a test failed, 2 if it cannot be read.
int testFile(const Options &options, Totals &totals) {
  std::string contents;
  if (!readInput(options.input, frontend::kMaxSourceBytes, contents))
    return 2;
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  std::optional<std::vector<std::string>> tests = findTests(diagnostics);
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module;
  if (tests) {
    diagnostics.reset(getShownName(options), contents);
    module = makeModule(options, context, ModuleStage::Executable, MicForm::None, diagnostics, /*exactLocations=*/true);
  }
  llvm::outs().flush();
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  if (!module)
    return 1;
  int status = 0;
  for (const std::string &test : *tests) {
    if (!StringRef(test).contains(options.test.filter)) {
      ++totals.leftOut;
      continue;
    }
    std::string shown;
    llvm::raw_string_ostream out(shown);
    interpreter::Outcome outcome = interpreter::run(*module, test, {}, out);
    llvm::outs() << "test " << getShownName(options) << "::" << test << (outcome.fault ? " ... FAILED\n" : " ... ok\n");
    if (!outcome.fault) {
      ++totals.passed;
      continue;
    }
    ++totals.failed;
    status = 1;
    if (!shown.empty())
      llvm::outs() << "printed:\n" << shown << (StringRef(shown).ends_with("\n") ? "" : "\n");
    showFault(options, contents, *outcome.fault);
  }
  return status;
}

} // namespace

int driver::runTests(const Options &options) {
  std::vector<std::string> files;
  int status = expandPaths(options.test.paths, files);
  Totals totals;
  for (const std::string &file : files) {
    Options own = options;
    own.input = file;
    status = std::max(status, testFile(own, totals));
  }
  unsigned run = totals.passed + totals.failed;
  llvm::outs() << run << (run == 1 ? " test: " : " tests: ") << totals.passed << " passed, " << totals.failed << " failed";
  if (totals.leftOut != 0)
    llvm::outs() << ", " << totals.leftOut << " left out";
  llvm::outs() << '\n';
  llvm::outs().flush();
  // A filter that fits nothing must not look like success.
  if (run == 0 && status == 0) {
    llvm::errs() << "error[cli]: no test was run\nhelp: a test is a function without parameters below `#[test]`\n";
    return 1;
  }
  return status;
}
