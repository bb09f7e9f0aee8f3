//===- Source.cpp - From a file to a module -------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source.h"
#include "Gradients.h"

#include "Artifacts.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/Lexer.h"
#include "Mind/Support/Checkpoint.h"
#include "Mind/Support/PassFaults.h"
#include "Mind/Target/Mic/Format/Mic1.h"
#include "Mind/Target/Mic/Mic3.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

/// Reads in pieces: a device has no size and no end.
bool driver::readInput(StringRef path, uint64_t limit, std::string &contents) {
  auto fail = [&](std::error_code error) {
    llvm::errs() << "error[cli]: cannot read `" << path << "`: " << error.message() << '\n';
    return false;
  };
  llvm::sys::fs::file_t file = llvm::sys::fs::getStdinHandle();
  if (path != "-") {
    llvm::Expected<llvm::sys::fs::file_t> opened = llvm::sys::fs::openNativeFileForRead(path);
    if (!opened)
      return fail(llvm::errorToErrorCode(opened.takeError()));
    file = *opened;
  }
  constexpr size_t kPiece = 1 << 16;
  std::error_code error;
  while (contents.size() <= limit) {
    size_t size = contents.size();
    contents.resize(size + kPiece);
    llvm::Expected<size_t> count =
        llvm::sys::fs::readNativeFile(file, llvm::MutableArrayRef<char>(contents.data() + size, kPiece));
    if (!count) {
      error = llvm::errorToErrorCode(count.takeError());
      break;
    }
    contents.resize(size + *count);
    if (*count == 0)
      break;
  }
  if (path != "-")
    llvm::sys::fs::closeFile(file);
  return error ? fail(error) : true;
}

static bool isMicFile(StringRef path) { return path.ends_with(".mic3") || path.ends_with(".mic"); }

bool driver::isModuleFile(StringRef path) {
  return path.ends_with(".mlir") || path.ends_with(".mlirbc") || isMicFile(path);
}

//===----------------------------------------------------------------------===//
// Source
//===----------------------------------------------------------------------===//

StringRef driver::getShownName(const Options &options) {
  return options.input == "-" ? StringRef("<stdin>") : StringRef(options.input);
}

/// What the command line leaves out is not in the way of the rest.
static void dropFaults(const CheckRequest &request, frontend::DiagnosticEngine &diagnostics) {
  diagnostics.removeIf([&](const frontend::Diagnostic &fault) {
    if (fault.severity == frontend::Severity::Warning)
      return request.noLint;
    return request.noTypeCheck && fault.phase != frontend::Phase::Parse;
  });
}

void driver::diagnoseSource(const Options &options, frontend::DiagnosticEngine &diagnostics) {
  ast::Context arena;
  ast::Module *module;
  {
    StageTimer timer(options, "parse");
    module = frontend::parse(arena, diagnostics);
  }
  if (!diagnostics.hasErrors()) {
    StageTimer timer(options, "check");
    sema::check(*module, diagnostics);
  }
  // Whether a function has a gradient is seen when it is made.
  if (!diagnostics.hasErrors() && module->asksForGradients) {
    StageTimer timer(options, "gradients");
    MLIRContext context(MLIRContext::Threading::DISABLED);
    OwningOpRef<ModuleOp> emitted = Compiler(context).emit(*module, diagnostics, Compiler::Options());
    printStage(options, "front end", *emitted);
    if (resolveGradients(*emitted, diagnostics, options.checksNumerically))
      printStage(options, "gradients", *emitted);
  }
  dropFaults(options.check, diagnostics);
}

bool driver::dumpTree(const Options &options, StringRef contents, llvm::raw_ostream &os) {
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  ast::Context arena;
  ast::Module *module = frontend::parse(arena, diagnostics);
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  if (diagnostics.hasErrors())
    return false;
  ast::dump(*module, os);
  return true;
}

static StringRef getTokenClass(frontend::TokenKind kind) {
  switch (kind) {
  case frontend::TokenKind::Ident:
    return "name";
  case frontend::TokenKind::Int:
    return "integer";
  case frontend::TokenKind::Float:
    return "float";
  case frontend::TokenKind::String:
    return "string";
  case frontend::TokenKind::Char:
    return "character";
  default:
    return frontend::isKeyword(kind) ? "keyword" : "operator";
  }
}

bool driver::dumpTokens(const Options &options, StringRef contents, llvm::raw_ostream &os) {
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  frontend::Lexer lexer(diagnostics);
  if (lexer.start()) {
    frontend::Token token = lexer.next();
    while (!token.is(frontend::TokenKind::EndOfFile)) {
      frontend::LineColumn place = diagnostics.getLineColumn(token.begin);
      os << place.line << ':' << place.column << ' ' << getTokenClass(token.kind) << ' ' << lexer.getText(token) << '\n';
      // As the parser does, so that `t.0.1` is no fraction.
      token = token.is(frontend::TokenKind::Dot) ? lexer.nextAfterDot() : lexer.next();
    }
  }
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  return !diagnostics.hasErrors();
}

/// A module in MLIR's text or bytecode. Its errors become ours: E3001.
static OwningOpRef<ModuleOp> parseModule(const Options &options, StringRef contents, MLIRContext &context,
                                         frontend::DiagnosticEngine &diagnostics) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(contents, options.input, false), llvm::SMLoc());
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &fault) {
    if (fault.getSeverity() != DiagnosticSeverity::Error)
      return success();
    rt::Place place = getPlace(fault.getLocation());
    if (place.line == 0 || place.file != options.input) {
      diagnostics.errorNoSpan(frontend::Phase::IRVerify, "E3001", fault.str());
    } else {
      uint32_t begin = diagnostics.getOffset({place.line, place.column});
      uint32_t end = diagnostics.getOffset({place.endLine, place.endColumn});
      diagnostics.error(frontend::Phase::IRVerify, "E3001", {begin, std::max(begin, end)}, fault.str());
    }
    return success();
  });
  StageTimer timer(options, "read mlir");
  context.loadDialect<scf::SCFDialect>();
  loadMicExtension(context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module && !diagnostics.hasErrors())
    diagnostics.errorNoSpan(frontend::Phase::IRVerify, "E3001", "the file holds no module");
  return module;
}

/// A module in mic@3 or, by way of its bytes, in mic@1.
static OwningOpRef<ModuleOp> readMic(const Options &options, StringRef contents, MLIRContext &context,
                                     frontend::DiagnosticEngine &diagnostics) {
  StageTimer timer(options, "read mic");
  mic::FormatError error;
  mic::Bytes converted;
  ArrayRef<uint8_t> bytes(contents.bytes_begin(), contents.bytes_end());
  uint64_t maxBytes = options.artifact.maxBytes;
  if (StringRef(options.input).ends_with(".mic")) {
    if (!mic::parseMic1(contents, converted, error, maxBytes)) {
      // The position is a line.
      uint32_t begin = diagnostics.getOffset({unsigned(error.position), 1});
      uint32_t end = begin + uint32_t(diagnostics.getLine(unsigned(error.position)).size());
      diagnostics.error(frontend::Phase::Mic, "E7002", {begin, end},
                        makeSafe("mic:" + Twine(error.position) + ": error: " + error.message));
      return {};
    }
    bytes = converted;
    maxBytes = ~uint64_t(0);
  }
  OwningOpRef<ModuleOp> module = mic::readMic3(bytes, context, {/*strict=*/false, maxBytes}, error);
  if (!module)
    diagnostics.errorNoSpan(frontend::Phase::Mic, "E7001",
                            makeSafe("mic3: " + error.message + " (at byte " + Twine(error.position) + ")"));
  return module;
}

LogicalResult driver::outlineScript(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.enableVerifier(false);
  passes.addPass(createOutlineScript());
  return runPasses(passes, module);
}

OwningOpRef<ModuleOp> driver::readModule(const Options &options, StringRef contents, MLIRContext &context,
                                         frontend::DiagnosticEngine &diagnostics, bool exactLocations,
                                         MicForm form) {
  Compiler compiler(context);
  auto show = [&](StringRef stage, OwningOpRef<ModuleOp> module) {
    if (module)
      printStage(options, stage, *module);
    return module;
  };
  if (isMicFile(options.input))
    return show("read mic", readMic(options, contents, context, diagnostics));
  if (isModuleFile(options.input))
    return show("read mlir", parseModule(options, contents, context, diagnostics));
  Compiler::Options compilerOptions;
  compilerOptions.debugLocations = options.debugLocations;
  compilerOptions.exactLocations = exactLocations;
  compilerOptions.verify = options.verify;
  compilerOptions.micForm = options.micForm && form == MicForm::None ? MicForm::Exact : form;
  OwningOpRef<ModuleOp> module;
  {
    StageTimer timer(options, "front end");
    module = compiler.compile(diagnostics, compilerOptions);
  }
  return show("front end", std::move(module));
}

OwningOpRef<ModuleOp> driver::makeModule(const Options &options, MLIRContext &context, ModuleStage stage, MicForm form,
                                         frontend::DiagnosticEngine &diagnostics, bool exactLocations) {
  StringRef contents = diagnostics.getBuffer();
  // Code is made of what mic holds, in that order: a program and its mic@3 are one artifact.
  bool isExecutable = stage == ModuleStage::Executable;
  if (isExecutable)
    form = MicForm::Exact;
  OwningOpRef<ModuleOp> module = readModule(options, contents, context, diagnostics, exactLocations, form);
  if (module && options.memoryBudget)
    (*module)->setAttr(kMemoryBudgetAttrName,
                       IntegerAttr::get(IntegerType::get(&context, 64), *options.memoryBudget));
  if (module && isExecutable) {
    {
      StageTimer timer(options, "canonical");
      canonicalizeModule(*module, /*compatible=*/false, /*reaps=*/false);
    }
    printStage(options, "canonical", *module);
    bool isOutlined;
    {
      StageTimer timer(options, "script");
      isOutlined = succeeded(outlineScript(*module));
    }
    if (isOutlined)
      printStage(options, "script", *module);
    else
      module = {};
  }
  if (module && stage >= ModuleStage::Checked && asksForGradients(*module)) {
    // Whoever makes code of the module makes its gradients once more, as they are made here.
    OwningOpRef<ModuleOp> copy = stage == ModuleStage::Checked ? module->clone() : ModuleOp();
    bool isResolved;
    {
      StageTimer timer(options, "gradients");
      isResolved = (!copy || succeeded(outlineScript(*copy))) &&
                   resolveGradients(copy ? *copy : *module, diagnostics, options.checksNumerically);
    }
    if (isResolved)
      printStage(options, "gradients", copy ? *copy : *module);
    else
      module = {};
  }
  return module;
}

OwningOpRef<ModuleOp> driver::loadModule(const Options &options, StringRef contents, MLIRContext &context,
                                         ModuleStage stage, MicForm form) {
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  OwningOpRef<ModuleOp> module = makeModule(options, context, stage, form, diagnostics);
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  return module;
}

bool driver::diagnoseFile(const Options &options, StringRef path, frontend::DiagnosticEngine &diagnostics) {
  if (!options.verify && !isModuleFile(path)) {
    diagnoseSource(options, diagnostics);
    return !diagnostics.hasErrors();
  }
  Options own = options;
  own.input = path.str();
  MLIRContext context(MLIRContext::Threading::DISABLED);
  bool isMade(makeModule(own, context, ModuleStage::Checked, MicForm::None, diagnostics));
  dropFaults(options.check, diagnostics);
  return isMade && !diagnostics.hasErrors();
}

