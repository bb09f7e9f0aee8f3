//===- GraphCommand.cpp - Drawing what a function computes ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Commands.h"
#include "../Gradients.h"
#include "../Source.h"
#include "Graph.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Target/Entry/Entry.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

/// Finds the function and makes of it what code is made of.
static bool prepare(ModuleOp module, std::string &name, const DimSizes &dims, rt::Fault &fault) {
  if (!findEntry(module, name, "draw", "draw", fault))
    return false;
  keepOnly(module, name);
  return bindPublicDims(module, name, dims, fault) && prepareModule(module, fault);
}

int driver::runGraph(const Options &options, StringRef contents) {
  DimSizes dims;
  if (!parseDims(options, dims))
    return 2;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  frontend::DiagnosticEngine diagnostics(getShownName(options), contents);
  OwningOpRef<ModuleOp> module;
  std::string name = options.function;
  std::vector<std::string> resultNames;
  if (options.autodiff) {
    module = readModule(options, contents, context, diagnostics, /*exactLocations=*/true);
    std::optional<ModuleGradient> made = module ? makeMarkedGradient(options, diagnostics, *module) : std::nullopt;
    if (made) {
      name = made->derivative.getName().str();
      // What was differentiated names the parameters.
      if (Attribute names = made->function->getAttr(kParamsAttrName))
        made->derivative->setAttr(kParamsAttrName, names);
      resultNames.push_back("result");
      for (const std::string &parameter : made->wrt)
        resultNames.push_back("gradient of " + parameter);
    } else {
      module = {};
    }
  } else {
    module = makeModule(options, context, ModuleStage::Executable, MicForm::None, diagnostics);
  }
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
  if (!module)
    return 1;
  rt::Fault fault;
  if (!prepare(*module, name, dims, fault)) {
    report(options, contents, fault);
    return 1;
  }
  graph::Graph graph = graph::buildGraph(module->lookupSymbol<func::FuncOp>(name), resultNames);
  std::string text;
  llvm::raw_string_ostream os(text);
  graph::printDot(graph, os);
  return writeText(options.output, text);
}
