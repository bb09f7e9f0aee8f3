//===- Differentiator.cpp - derivatives of functions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Impl.h"

#include "Mind/Dialect/Mind/IR/MindDialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

StringRef autodiff::getKindName(DerivativeKind kind) {
  switch (kind) {
  case DerivativeKind::Grad:
    return "grad";
  case DerivativeKind::ValueAndGrad:
    return "value_and_grad";
  case DerivativeKind::Pullback:
    return "pullback";
  case DerivativeKind::Jvp:
    return "jvp";
  }
  llvm_unreachable("a kind has a name");
}

std::optional<DerivativeKind> autodiff::parseKind(StringRef name) {
  return llvm::StringSwitch<std::optional<DerivativeKind>>(name)
      .Case("grad", DerivativeKind::Grad)
      .Case("value_and_grad", DerivativeKind::ValueAndGrad)
      .Case("pullback", DerivativeKind::Pullback)
      .Case("jvp", DerivativeKind::Jvp)
      .Default(std::nullopt);
}

SmallVector<unsigned> autodiff::getDifferentiablePositions(TypeRange types) {
  SmallVector<unsigned> positions;
  for (auto [i, type] : llvm::enumerate(types))
    if (isDifferentiable(type))
      positions.push_back(i);
  return positions;
}

SmallVector<unsigned> autodiff::getPromisedPositions(func::FuncOp function) {
  if (auto listed = function->getAttrOfType<DenseI64ArrayAttr>(kDifferentiableAttrName))
    return llvm::to_vector_of<unsigned>(listed.asArrayRef());
  return getDifferentiablePositions(function.getArgumentTypes());
}

static Plan makePlan(const DerivativeRequest &request) {
  Plan plan;
  plan.function = request.function;
  plan.kind = request.kind;
  plan.wrt = request.wrt;
  plan.seeds = getDifferentiablePositions(plan.function.getResultTypes());
  plan.verification = request.verification;
  plan.isBundled = request.isBundled;
  plan.allowsShapedResult = request.allowsShapedResult;
  plan.isRequest = true;
  return plan;
}

FunctionType autodiff::getPlanType(const Plan &plan) {
  func::FuncOp function = plan.function;
  SmallVector<Type> inputs(function.getArgumentTypes()), results;
  auto appendWrt = [&](SmallVectorImpl<Type> &types) {
    for (unsigned position : plan.wrt)
      types.push_back(function.getArgumentTypes()[position]);
  };
  auto appendSeeds = [&](SmallVectorImpl<Type> &types) {
    for (unsigned position : plan.seeds)
      types.push_back(function.getResultTypes()[position]);
  };
  switch (plan.kind) {
  case DerivativeKind::Pullback:
    appendSeeds(inputs);
    [[fallthrough]];
  case DerivativeKind::Grad:
    appendWrt(results);
    break;
  case DerivativeKind::ValueAndGrad:
    llvm::append_range(results, function.getResultTypes());
    appendWrt(results);
    break;
  case DerivativeKind::Jvp:
    appendWrt(inputs);
    llvm::append_range(results, function.getResultTypes());
    appendSeeds(results);
    break;
  }
  return FunctionType::get(function.getContext(), inputs, results);
}

FunctionType autodiff::getDerivativeType(const DerivativeRequest &request) { return getPlanType(makePlan(request)); }

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

FailureOr<func::FuncOp> Differentiator::Impl::make(const Plan &plan, StringRef symbol, DerivativeReport *report) {
  func::FuncOp function = plan.function;
  OpBuilder builder(function.getContext());
  auto derivative = func::FuncOp::create(builder, function.getLoc(), symbol, getPlanType(plan));
  derivative.setPrivate();
  symbols.insert(derivative, std::next(function->getIterator()));
  // A body that calls itself finds what it is.
  unsigned numOperands = function.getNumArguments();
  if (plan.kind == DerivativeKind::Pullback)
    linearCallees[derivative.getName()] = {numOperands, 0};
  else if (plan.kind == DerivativeKind::Jvp)
    linearCallees[derivative.getName()] = {numOperands, function.getNumResults()};
  derivatives.insert(derivative);
  if (succeeded(emitBody(derivative, plan, report)))
    return derivative;
  derivatives.erase(derivative);
  linearCallees.erase(derivative.getName());
  symbols.erase(derivative);
  return failure();
}

void Differentiator::Impl::eraseHelpers(size_t numKept) {
  for (; helperKeys.size() > numKept; helperKeys.pop_back()) {
    func::FuncOp helper = helpers.lookup(helperKeys.back());
    helpers.erase(helperKeys.back());
    derivatives.erase(helper);
    linearCallees.erase(helper.getName());
    keepings.erase(helper.getName());
    symbols.erase(helper);
  }
}

LogicalResult Differentiator::Impl::check(const DerivativeRequest &request) {
  size_t numHelpers = helperKeys.size();
  func::FuncOp function = request.function;
  FailureOr<func::FuncOp> derivative = build(request, (function.getName() + ".check").str(), nullptr);
  if (failed(derivative))
    return failure();
  derivatives.erase(*derivative);
  linearCallees.erase(derivative->getName());
  symbols.erase(*derivative);
  eraseHelpers(numHelpers);
  return success();
}

FailureOr<func::FuncOp> Differentiator::Impl::build(const DerivativeRequest &request, StringRef symbol,
                                                    DerivativeReport *report) {
  profile = request.profile;
  marksGradients = request.marksGradients;
  numContributions = 0;
  dependences.clear();
  size_t numHelpers = helperKeys.size();
  Plan plan = makePlan(request);
  FailureOr<func::FuncOp> derivative = failure();
  if (succeeded(checkRequest(plan)))
    derivative = make(plan, symbol, report);
  if (failed(derivative)) {
    // Helpers that were made on the way may call what is gone.
    eraseHelpers(numHelpers);
    return failure();
  }
  if (report) {
    report->numContributions = numContributions;
    for (const std::string &key : ArrayRef(helperKeys).drop_front(numHelpers))
      report->helpers.push_back(helpers.lookup(key).getName().str());
  }
  return derivative;
}

/// Whether the types of one differ from those of the other in the names of dims at most.
static bool areCastable(FunctionType lhs, FunctionType rhs) {
  auto fits = [](TypeRange left, TypeRange right) {
    return left.size() == right.size() &&
           llvm::all_of(llvm::zip_equal(left, right), [](auto pair) {
             auto [one, other] = pair;
             // Counters of upstream are no tensors.
             return one == other || tensor::CastOp::areCastCompatible(one, other);
           });
  };
  return fits(lhs.getInputs(), rhs.getInputs()) && fits(lhs.getResults(), rhs.getResults());
}

LogicalResult Differentiator::Impl::fill(func::FuncOp declaration, const DerivativeRequest &request,
                                         DerivativeReport *report) {
  FailureOr<func::FuncOp> built = build(request, (declaration.getName() + ".body").str(), report);
  if (failed(built))
    return failure();
  if (!areCastable(declaration.getFunctionType(), built->getFunctionType())) {
    declaration.emitError("[E4102] the derivative `")
        << declaration.getName() << "` is declared as " << declaration.getFunctionType() << ", but it is "
        << built->getFunctionType();
    linearCallees.erase(built->getName());
    derivatives.erase(*built);
    symbols.erase(*built);
    return failure();
  }
  Block &entry = built->getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  // Dims of the declaration may have names of their own.
  for (auto [argument, type] : llvm::zip_equal(entry.getArguments(), declaration.getArgumentTypes())) {
    Type inner = argument.getType();
    if (type == inner)
      continue;
    argument.setType(type);
    auto cast = tensor::CastOp::create(builder, declaration.getLoc(), inner, argument);
    argument.replaceAllUsesExcept(cast, cast);
  }
  Operation *terminator = entry.getTerminator();
  builder.setInsertionPoint(terminator);
  for (auto [operand, type] : llvm::zip_equal(terminator->getOpOperands(), declaration.getResultTypes()))
    if (operand.get().getType() != type)
      operand.set(tensor::CastOp::create(builder, declaration.getLoc(), type, operand.get()));
  declaration.getBody().takeBody(built->getBody());
  if (auto it = linearCallees.find(built->getName()); it != linearCallees.end()) {
    linearCallees[declaration.getName()] = it->second;
    linearCallees.erase(built->getName());
  }
  derivatives.erase(*built);
  derivatives.insert(declaration);
  symbols.erase(*built);
  return success();
}

Differentiator::Differentiator(ModuleOp module) : impl(std::make_unique<Impl>(module)) {}
Differentiator::~Differentiator() = default;

FailureOr<func::FuncOp> Differentiator::build(const DerivativeRequest &request, StringRef symbol,
                                              DerivativeReport *report) {
  return impl->build(request, symbol, report);
}

LogicalResult Differentiator::fill(func::FuncOp declaration, const DerivativeRequest &request,
                                   DerivativeReport *report) {
  return impl->fill(declaration, request, report);
}

LogicalResult Differentiator::check(func::FuncOp function) {
  DerivativeRequest request;
  request.function = function;
  request.kind = DerivativeKind::Pullback;
  request.wrt = getPromisedPositions(function);
  return impl->check(request);
}
