//===- Gradients.cpp - Gradients of source, and as text -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include "Commands.h"
#include "Graph/Marks.h"
#include "NumericCheck.h"
#include "Source.h"

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Transforms/Autodiff.h"
#include "Mind/Support/PassFaults.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

using FaultEngine = frontend::DiagnosticEngine;
using frontend::Span;

//===----------------------------------------------------------------------===//
// Faults of passes as faults of the source
//===----------------------------------------------------------------------===//

/// The first place in the file that a location names.
static FileLineColRange findRange(Location loc, StringRef fileName) {
  FileLineColRange found;
  loc->walk([&](Location part) {
    auto range = dyn_cast<FileLineColRange>(part);
    if (!range || range.getFilename() != fileName)
      return WalkResult::advance();
    found = range;
    return WalkResult::interrupt();
  });
  return found;
}

static bool getSpan(Location loc, const FaultEngine &engine, Span &span) {
  FileLineColRange range = findRange(loc, engine.getFileName());
  if (!range || range.getStartLine() == 0)
    return false;
  span.begin = engine.getOffset({range.getStartLine(), range.getStartColumn()});
  span.end = engine.getOffset({range.getEndLine(), range.getEndColumn()});
  if (span.end <= span.begin)
    span.end = std::min<uint32_t>(span.begin + 1, engine.getBuffer().size());
  return span.begin < span.end;
}

/// Adds what a pass reports: its text begins with a code in brackets.
static void addFault(FaultEngine &engine, mlir::Diagnostic &fault) {
  bool isError = fault.getSeverity() == DiagnosticSeverity::Error;
  if (!isError && fault.getSeverity() != DiagnosticSeverity::Warning)
    return;
  std::string text = fault.str();
  StringRef message(text), code = "E4102";
  if (message.size() > 8 && message[0] == '[' && message[6] == ']') {
    code = message.substr(1, 5);
    message = message.drop_front(7).ltrim();
  }
  Span span;
  bool hasSpan = getSpan(fault.getLocation(), engine, span);
  frontend::Diagnostic &added = isError ? engine.error(frontend::Phase::Autodiff, code, span, message)
                                        : engine.warning(frontend::Phase::Autodiff, code, span, message);
  added.hasSpan = hasSpan;
  if (code.starts_with("E41"))
    added.withLegacyCode("E4001");
  for (mlir::Diagnostic &note : fault.getNotes()) {
    std::string noteText = note.str();
    StringRef remark(noteText);
    if (remark.consume_front("help: "))
      added.withHelp(remark);
    else if (getSpan(note.getLocation(), engine, span) && hasSpan)
      added.label(span, remark);
    else
      added.note(remark);
  }
}

/// The rules of the ops, and errors that do not repeat the op.
static void prepareContext(MLIRContext *context) {
  DialectRegistry registry;
  registerAutodiffModels(registry);
  context->appendDialectRegistry(registry);
  context->printOpOnDiagnostic(false);
}

/// The functions of which the module asks for derivatives, by name since they may be
/// made and erased, each with the parameters that it is differentiated by.
static SmallVector<std::pair<std::string, SmallVector<unsigned>>> getRequests(ModuleOp module) {
  SmallVector<std::pair<std::string, SmallVector<unsigned>>> requests;
  auto add = [&](StringRef name, SmallVector<unsigned> wrt) {
    std::pair<std::string, SmallVector<unsigned>> request(name, std::move(wrt));
    if (!llvm::is_contained(requests, request))
      requests.push_back(std::move(request));
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    if (auto entries = function->getAttrOfType<DictionaryAttr>(kDerivativeAttrName)) {
      auto of = entries.getAs<FlatSymbolRefAttr>("of");
      auto wrt = entries.getAs<DenseI64ArrayAttr>("wrt");
      if (of && wrt)
        add(of.getValue(), SmallVector<unsigned>(wrt.asArrayRef()));
    } else if (function->hasAttr(kDifferentiableAttrName)) {
      add(function.getName(), autodiff::getPromisedPositions(function));
    }
  }
  return requests;
}

bool driver::resolveGradients(ModuleOp module, FaultEngine &diagnostics, bool checksNumerically) {
  MLIRContext *context = module.getContext();
  prepareContext(context);
  ScopedDiagnosticHandler handler(context, [&](mlir::Diagnostic &fault) {
    addFault(diagnostics, fault);
    return success();
  });
  PassManager passes(context);
  passes.enableVerifier(false);
  passes.addPass(createResolveGrad());
  auto requests = checksNumerically ? getRequests(module) : decltype(getRequests(module))();
  bool isDone = succeeded(runPasses(passes, module));
  if (isDone)
    for (const auto &[name, wrt] : requests)
      if (auto function = module.lookupSymbol<func::FuncOp>(name); function && !function.isDeclaration())
        (void)checkNumerically(function, wrt);
  if (!isDone && !diagnostics.hasErrors())
    diagnostics.errorNoSpan(frontend::Phase::Autodiff, "E4102", "the gradients cannot be made").withLegacyCode("E4001");
  return isDone && !diagnostics.hasErrors();
}

//===----------------------------------------------------------------------===//
// mindc --autodiff
//===----------------------------------------------------------------------===//

namespace {

/// One run of `--autodiff`, from the module to what is printed.
class GradientRun {
public:
  GradientRun(const Options &options, FaultEngine &diagnostics, ModuleOp module)
      : options(options), diagnostics(diagnostics), module(module) {}

  /// False after errors.
  bool make();
  /// Prints what the options ask for of it.
  void print(raw_ostream &os);
  /// The same for `mindc graph`.
  std::optional<ModuleGradient> makeMarked();

private:
  frontend::Diagnostic &error(StringRef code, const Twine &message) {
    frontend::Diagnostic &added = diagnostics.errorNoSpan(frontend::Phase::Autodiff, code, message);
    if (code.starts_with("E41"))
      added.withLegacyCode("E4001");
    return added;
  }
  bool findFunction();
  void collectLeaves();
  void replaceLeaves();
  bool chooseParameters();
  bool checkResult();
  void explain(raw_ostream &os);
  void printModule(raw_ostream &os) {
    module.print(os, OpPrintingFlags().enableDebugInfo(options.debugLocations));
  }
  unsigned countPrimalOps() { return unsigned(llvm::range_size(function.front().without_terminator())); }
  std::string describe(Location loc);
  StringRef getParam(unsigned index);

  const Options &options;
  FaultEngine &diagnostics;
  ModuleOp module;
  func::FuncOp function;
  SmallVector<unsigned> wrt;
  SmallVector<Operation *> leaves;
  bool isMarked = false;
  func::FuncOp derivative;
  autodiff::DerivativeReport report;
  /// The module before.
  std::string primal;
};

/// The constants that a script names: it is differentiated by them.
void GradientRun::collectLeaves() {
  if (options.function != "main" || module.lookupSymbol("main"))
    return;
  for (auto output : module.getOps<OutputOp>()) {
    Operation *leaf = output.getValue().getDefiningOp();
    bool isLeaf = isa_and_nonnull<ConstantOp, FillOp>(leaf) && autodiff::isDifferentiable(output.getValue().getType());
    if (isLeaf && !output.getResult() && !llvm::is_contained(leaves, leaf))
      leaves.push_back(leaf);
  }
}

/// Makes them parameters of the function that holds the script.
void GradientRun::replaceLeaves() {
  SmallVector<Type> inputs;
  SmallVector<Attribute> names;
  Builder builder(module.getContext());
  for (auto [i, leaf] : llvm::enumerate(leaves)) {
    Value value = leaf->getResult(0);
    value.replaceAllUsesWith(function.front().addArgument(value.getType(), leaf->getLoc()));
    inputs.push_back(value.getType());
    names.push_back(builder.getStringAttr("leaf" + Twine(i)));
    leaf->remove();
  }
  function.setFunctionType(builder.getFunctionType(inputs, function.getResultTypes()));
  function->setAttr(kParamsAttrName, builder.getArrayAttr(names));
}

bool GradientRun::findFunction() {
  StringRef name = options.function;
  function = module.lookupSymbol<func::FuncOp>(name);
  // The statements of a script are its `main`.
  if (!function && name == "main" && !getEntryName(module).empty())
    function = module.lookupSymbol<func::FuncOp>(getEntryName(module));
  if (function && !function.isDeclaration())
    return true;
  SmallVector<StringRef> known;
  for (auto candidate : module.getOps<func::FuncOp>())
    if (!candidate.isDeclaration() && !candidate.getName().contains('.'))
      known.push_back(candidate.getName());
  frontend::Diagnostic &fault = error("E4001", "function '" + name + "' not found in module");
  if (!known.empty())
    fault.note("the functions are " + llvm::join(known, ", "));
  if (StringRef similar = frontend::findSimilarName(name, known); !similar.empty())
    fault.withHelp("did you mean `" + similar + "`?");
  return false;
}

StringRef GradientRun::getParam(unsigned index) {
  auto names = function->getAttrOfType<ArrayAttr>(kParamsAttrName);
  return names ? cast<StringAttr>(names[index]).getValue() : StringRef("arg");
}

bool GradientRun::chooseParameters() {
  std::string list = llvm::join(options.wrt, ",");
  FailureOr<SmallVector<unsigned>> positions = autodiff::parseWrt(function, list);
  if (failed(positions))
    return false;
  wrt = *positions;
  for (unsigned position : wrt) {
    if (autodiff::isDifferentiable(function.getArgumentTypes()[position]))
      continue;
    std::string type;
    llvm::raw_string_ostream(type) << function.getArgumentTypes()[position];
    error("E4105", "cannot differentiate with respect to " + type + " value " + getParam(position));
    return false;
  }
  return true;
}

bool GradientRun::checkResult() {
  ArrayRef<Type> results = function.getResultTypes();
  if (results.size() == 1 && autodiff::isDifferentiable(results[0]))
    return true;
  if (results.empty())
    error("E4109", "IR module does not contain any Output instruction")
        .note("`" + options.function + "` has no result");
  else if (results.size() > 1)
    error("E4109",
          "`" + options.function + "` has " + Twine(results.size()) + " results, and a gradient is that of one");
  else
    error("E4109", "the result of `" + options.function + "` is no float and no q16");
  return false;
}

std::string GradientRun::describe(Location loc) {
  FileLineColRange range = findRange(loc, diagnostics.getFileName());
  if (!range)
    return "?";
  return (range.getFilename().getValue() + ":" + Twine(range.getStartLine()) + ":" + Twine(range.getStartColumn()))
      .str();
}

void GradientRun::explain(raw_ostream &os) {
  os << "gradient of " << options.function << " by ";
  llvm::interleaveComma(wrt, os, [&](unsigned index) { os << getParam(index); });
  os << "\ncontributions: " << report.numContributions << "\nidentically zero:";
  for (unsigned position : report.zeros)
    os << ' ' << getParam(wrt[position]);
  os << (report.zeros.empty() ? " none\n" : "\n") << "cuts:" << (report.cuts.empty() ? " none\n" : "\n");
  for (const autodiff::DerivativeReport::Cut &cut : report.cuts)
    os << "  " << describe(cut.loc) << ": " << cut.reason << '\n';
  os << "functions made for callees:" << (report.helpers.empty() ? " none\n" : "\n");
  for (const std::string &helper : report.helpers)
    os << "  " << helper << '\n';
}

bool GradientRun::make() {
  if (options.emit == EmitKind::Module) {
    llvm::raw_string_ostream primalOs(primal);
    printModule(primalOs);
  }
  MLIRContext *context = module.getContext();
  prepareContext(context);
  ScopedDiagnosticHandler handler(context, [&](mlir::Diagnostic &fault) {
    addFault(diagnostics, fault);
    return success();
  });

  collectLeaves();
  if (failed(outlineScript(module)))
    return false;
  printStage(options, "script", module);
  if (asksForGradients(module)) {
    if (!resolveGradients(module, diagnostics, options.checksNumerically))
      return false;
    printStage(options, "gradients", module);
  }
  for (auto candidate : module.getOps<func::FuncOp>())
    if (failed(lowerStructureToScf(candidate)))
      return false;
  if (!findFunction())
    return false;
  if (!leaves.empty())
    replaceLeaves();
  if (!chooseParameters() || !checkResult())
    return false;
  if (isMarked)
    graph::markOps(function);

  autodiff::DerivativeRequest request;
  request.function = function;
  request.kind = autodiff::DerivativeKind::ValueAndGrad;
  request.wrt.assign(wrt.begin(), wrt.end());
  request.profile = options.extendedGradient ? autodiff::Profile::Extended : autodiff::Profile::Core;
  request.isBundled = true;
  request.allowsShapedResult = true;
  request.marksGradients = isMarked;
  FailureOr<func::FuncOp> built =
      autodiff::Differentiator(module).build(request, (function.getName() + ".grad").str(), &report);
  if (failed(built)) {
    if (!diagnostics.hasErrors())
      error("E4102", "the gradient cannot be made");
    return false;
  }

  derivative = *built;
  printStage(options, "autodiff", module);
  if (options.checksNumerically && failed(checkNumerically(function, wrt)))
    return false;
  auto result = cast<RankedTensorType>(function.getResultTypes()[0]);
  if (result.getRank() != 0)
    llvm::errs() << "note: the result of `" << options.function
                 << "` is no scalar; this is the gradient of the sum of its elements\n";
  return true;
}

void GradientRun::print(raw_ostream &os) {
  if (options.explainGradient)
    explain(os);
  if (options.emitGradient) {
    GradientText text;
    text.function = function;
    text.derivative = derivative;
    text.numPrimalOps = countPrimalOps();
    text.wrt = wrt;
    text.leaves = leaves;
    text.withMap = options.emitGradientMap;
    printGradient(text, os);
  }
  os << primal;
  if (options.emitGradientModule)
    printModule(os);
}

std::optional<ModuleGradient> GradientRun::makeMarked() {
  isMarked = true;
  if (!make())
    return std::nullopt;
  graph::markGradientOps(derivative, countPrimalOps());
  ModuleGradient made;
  made.function = function;
  made.derivative = derivative;
  for (unsigned index : wrt)
    made.wrt.push_back(getParam(index).str());
  return made;
}

} // namespace

std::optional<ModuleGradient> driver::makeMarkedGradient(const Options &options, FaultEngine &diagnostics,
                                                         ModuleOp module) {
  return GradientRun(options, diagnostics, module).makeMarked();
}

int driver::runGradient(const Options &options, StringRef contents) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  FaultEngine diagnostics(getShownName(options), contents);
  OwningOpRef<ModuleOp> module = readModule(options, contents, context, diagnostics, /*exactLocations=*/true);
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isDone = false;
  if (module) {
    GradientRun run(options, diagnostics, *module);
    isDone = run.make();
    if (isDone)
      run.print(os);
  }
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  if (!isDone)
    return 1;
  return writeText(options.output, text);
}
