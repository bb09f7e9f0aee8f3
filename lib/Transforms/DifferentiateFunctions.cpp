//===- DifferentiateFunctions.cpp - gradients of named functions ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Transforms/Autodiff.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_DIFFERENTIATEFUNCTIONS
#include "Mind/Transforms/Passes.h.inc"

using namespace autodiff;

/// The position of the parameter called `text`, or counted by it.
static std::optional<unsigned> findParam(func::FuncOp function, StringRef text) {
  if (auto names = function->getAttrOfType<ArrayAttr>(kParamsAttrName))
    for (auto [i, name] : llvm::enumerate(names))
      if (cast<StringAttr>(name).getValue() == text)
        return i;
  unsigned position;
  if (!text.getAsInteger(10, position) && position < function.getNumArguments())
    return position;
  return std::nullopt;
}

FailureOr<SmallVector<unsigned>> autodiff::parseWrt(func::FuncOp function, StringRef text) {
  SmallVector<unsigned> positions;
  if (text.trim().empty()) {
    positions = getDifferentiablePositions(function.getArgumentTypes());
    if (!positions.empty())
      return positions;
    return emitError(function.getLoc()) << "[E4105] `" << function.getName()
                                        << "` has no parameter to differentiate it by";
  }
  for (StringRef word : llvm::split(text, ',')) {
    std::optional<unsigned> position = findParam(function, word.trim());
    if (!position)
      return emitError(function.getLoc()) << "[E4105] `" << function.getName() << "` has no parameter `" << word.trim()
                                          << "`";
    if (llvm::is_contained(positions, *position))
      return emitError(function.getLoc()) << "[E4105] the parameter `" << word.trim() << "` is listed twice";
    positions.push_back(*position);
  }
  return positions;
}

namespace {

struct DifferentiateFunctions : impl::DifferentiateFunctionsBase<DifferentiateFunctions> {
  using Base::Base;

  void runOnOperation() override {
    std::optional<DerivativeKind> parsedKind = parseKind(kind);
    if (!parsedKind || (profile != "core" && profile != "extended") ||
        (verification != "none" && verification != "static")) {
      emitError(getOperation().getLoc()) << "mind-differentiate-functions has no such kind, profile or verification";
      return signalPassFailure();
    }
    DerivativeRequest request;
    request.kind = *parsedKind;
    request.profile = profile == "core" ? Profile::Core : Profile::Extended;
    request.verification = verification == "none" ? Verification::None : Verification::Static;
    request.isBundled = isBundled;
    request.allowsShapedResult = true;
    Differentiator differentiator(getOperation());
    for (const std::string &name : functions)
      if (failed(differentiate(differentiator, request, name)))
        return signalPassFailure();
  }

  LogicalResult differentiate(Differentiator &differentiator, DerivativeRequest request, StringRef name) {
    ModuleOp module = getOperation();
    request.function = module.lookupSymbol<func::FuncOp>(name);
    if (!request.function || request.function.isDeclaration())
      return emitError(module.getLoc()) << "[E4001] function '" << name << "' not found in module";
    FailureOr<SmallVector<unsigned>> positions = parseWrt(request.function, wrt);
    if (failed(positions))
      return failure();
    request.wrt = *positions;

    std::string symbol = (name + "." + kind).str();
    auto declaration = module.lookupSymbol<func::FuncOp>(symbol);
    DerivativeReport report;
    LogicalResult result = failure();
    if (!declaration)
      result = differentiator.build(request, symbol, &report);
    else if (declaration.isDeclaration() && declaration.getFunctionType() == getDerivativeType(request))
      result = differentiator.fill(declaration, request, &report);
    else
      return emitError(declaration.getLoc())
             << "the function `" << symbol << "` is not a declaration of the derivative";
    numContributions += report.numContributions;
    return result;
  }
};

} // namespace
} // namespace mind
