//===- PassFaults.cpp - Passes that fail, as faults with a place ----------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Support/PassFaults.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mind;

rt::Place mind::getPlace(Location loc) {
  rt::Place place;
  loc->walk([&](Location part) {
    auto range = dyn_cast<FileLineColRange>(part);
    if (!range || range.getStartLine() == 0)
      return WalkResult::advance();
    place.file = range.getFilename().str();
    place.line = range.getStartLine();
    place.column = range.getStartColumn();
    place.endLine = range.getEndLine();
    place.endColumn = range.getEndColumn();
    return WalkResult::interrupt();
  });
  return place;
}

//===----------------------------------------------------------------------===//
// Running passes
//===----------------------------------------------------------------------===//

static std::string &getCrashReproducer() {
  static std::string path;
  return path;
}

void mind::setCrashReproducer(StringRef path) { getCrashReproducer() = path.str(); }

namespace {

/// Which pass failed first, and on what.
struct Failure {
  std::string pass;
  std::string op;
  std::optional<Location> loc;
};

class FailureWatch : public PassInstrumentation {
public:
  explicit FailureWatch(Failure &failure) : failure(failure) {}

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    // The pass managers around it fail after it.
    if (failure.loc)
      return;
    failure.pass = (pass->getArgument().empty() ? pass->getName() : pass->getArgument()).str();
    failure.op = ("'" + op->getName().getStringRef() + "'").str();
    if (auto symbol = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      failure.op += " @" + symbol.getValue().str();
    failure.loc = op->getLoc();
  }

private:
  Failure &failure;
};

} // namespace

LogicalResult mind::runPasses(PassManager &passes, ModuleOp module) {
  Failure failure;
  passes.addInstrumentation(std::make_unique<FailureWatch>(failure));
  if (!getCrashReproducer().empty())
    passes.enableCrashReproducerGeneration(getCrashReproducer());
  bool isReported = false;
  {
    ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
      // What the reproducer adds to the error behind it is said by the command line.
      if (StringRef(diagnostic.str()).starts_with("Failures have been detected while processing"))
        return success();
      isReported |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
      return mlir::failure();
    });
    if (succeeded(passes.run(module)))
      return success();
  }
  if (!isReported) {
    InFlightDiagnostic error = emitError(failure.loc.value_or(module.getLoc()));
    if (failure.loc)
      error << "the pass '" << failure.pass << "' failed on " << failure.op << " and did not say why";
    else
      error << "a pass failed and did not say why";
  }
  return mlir::failure();
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

FirstError::FirstError(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error && message.empty()) {
          message = diagnostic.str();
          place = getPlace(diagnostic.getLocation());
        }
        return success();
      }) {}

rt::Fault FirstError::getFault(StringRef code, StringRef otherwise) const {
  rt::Fault fault{code.str(), message.empty() ? otherwise.str() : message};
  fault.place = place;
  // Some errors name their code themselves.
  StringRef text(fault.message);
  text.consume_front((code + ": ").str());
  text.consume_back((" [" + code + "]").str());
  fault.message = text.str();
  return fault;
}
