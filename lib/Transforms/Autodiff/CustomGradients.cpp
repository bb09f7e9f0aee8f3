//===- CustomGradients.cpp - functions with @custom_grad ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pullback of such a function is the one that the program gives. It is a linear
// map of the cotangents for each choice of arguments, so the tangents are those of
// the transposed map, which is the pullback of the pullback by its cotangents. Of a
// linear map that does not depend on where it is taken: at the cotangents zero.
//
//===----------------------------------------------------------------------===//

#include "Impl.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

/// Whether `found` is `wanted`, or that where dims go by names of its own.
static bool fits(FunctionType wanted, FunctionType found) {
  if (wanted.getNumInputs() != found.getNumInputs() || wanted.getNumResults() != found.getNumResults())
    return false;
  llvm::DenseMap<Attribute, shape::Dim> names;
  auto fitsType = [&](Type want, Type have) {
    if (want == have && !isa<RankedTensorType>(want))
      return true;
    auto wanted = dyn_cast<RankedTensorType>(want), found = dyn_cast<RankedTensorType>(have);
    if (!wanted || !found || wanted.getElementType() != found.getElementType() || wanted.getRank() != found.getRank())
      return false;
    Builder builder(want.getContext());
    return llvm::all_of(llvm::zip_equal(getDims(wanted), getDims(found)), [&](auto pair) {
      const auto &[from, to] = pair;
      return to.isSymbolic() ? names.try_emplace(builder.getStringAttr(to.name), from).first->second == from
                             : from == to;
    });
  };
  return llvm::all_of(llvm::zip_equal(wanted.getInputs(), found.getInputs()),
                      [&](auto pair) { return fitsType(std::get<0>(pair), std::get<1>(pair)); }) &&
         llvm::all_of(llvm::zip_equal(wanted.getResults(), found.getResults()),
                      [&](auto pair) { return fitsType(std::get<0>(pair), std::get<1>(pair)); });
}

FailureOr<Differentiator::Impl::CustomGradient> Differentiator::Impl::getCustomGradient(Location use,
                                                                                        func::FuncOp function) {
  if (auto it = customGradients.find(function.getName()); it != customGradients.end())
    return it->second;
  StringRef symbol = function->getAttrOfType<FlatSymbolRefAttr>(kCustomGradAttrName).getValue();
  CustomGradient gradient;
  gradient.function = lookup(symbol);
  SmallVector<Type> inputs(function.getArgumentTypes()), results;
  llvm::append_range(inputs, function.getResultTypes());
  for (unsigned position : getDifferentiablePositions(function.getArgumentTypes()))
    results.push_back(function.getArgumentTypes()[position]);
  FunctionType expected = FunctionType::get(function.getContext(), inputs, results);
  if (!gradient.function || !fits(expected, gradient.function.getFunctionType())) {
    InFlightDiagnostic error = emitError(function.getLoc())
                               << "[E4107] the custom gradient of `" << function.getName() << "`, `" << symbol
                               << "`, does not fit it";
    Diagnostic &note = error.attachNote(gradient.function ? gradient.function.getLoc() : use);
    note << "expected the type " << expected;
    if (gradient.function)
      note << ", found " << gradient.function.getFunctionType();
    else
      note << ", and there is no such function";
    return error;
  }
  // The law that our own pullbacks hold is asked of it as well.
  if (!linearCallees.count(symbol) && !gradient.function.isDeclaration()) {
    LinearityLaw law(linearCallees, symbols);
    std::optional<Location> culprit = law.visitFunction(gradient.function, function.getNumArguments());
    gradient.isLinear = !culprit;
    if (culprit)
      emitWarning(*culprit) << "[W4102] the custom gradient `" << symbol
                                     << "` is not linear in the cotangent";
  }
  linearCallees[symbol] = {function.getNumArguments(), 0};
  customGradients[function.getName()] = gradient;
  return gradient;
}

FailureOr<Callee> Differentiator::Impl::getCustomPullback(Operation *call, func::FuncOp callee) {
  FailureOr<CustomGradient> gradient = getCustomGradient(call->getLoc(), callee);
  if (failed(gradient))
    return failure();
  return Callee{FlatSymbolRefAttr::get(gradient->function), gradient->function.getFunctionType(),
                llvm::to_vector(llvm::seq<unsigned>(0, callee.getNumResults())),
                getDifferentiablePositions(callee.getArgumentTypes())};
}

/// The results are those of a call of the function; the tangents come out of the
/// transposed map.
LogicalResult Differentiator::Impl::emitCustomForward(func::FuncOp derivative, const Plan &plan) {
  func::FuncOp function = plan.function;
  FailureOr<CustomGradient> gradient = getCustomGradient(function.getLoc(), function);
  if (failed(gradient))
    return failure();
  func::FuncOp pullback = gradient->function;
  if (!gradient->isLinear) {
    refuse(function, "E4101",
           "unsupported operation for autodiff: forward mode through the custom gradient of `" + function.getName() +
               "`")
            .attachNote(pullback.getLoc())
        << "`" << pullback.getName() << "` is not linear in the cotangent, so that it has no transpose";
    return failure();
  }
  unsigned numInputs = function.getNumArguments();
  SmallVector<unsigned> fractions = getDifferentiablePositions(function.getArgumentTypes());
  Plan transposed;
  transposed.function = pullback;
  transposed.kind = DerivativeKind::Pullback;
  for (unsigned position : plan.seeds)
    transposed.wrt.push_back(numInputs + position);
  for (unsigned position : plan.wrt)
    transposed.seeds.push_back(llvm::find(fractions, position) - fractions.begin());

  Block *block = derivative.addEntryBlock();
  auto fail = [&]() -> LogicalResult {
    derivative.eraseBody();
    return failure();
  };
  DerivativeBuilder builder(function.getLoc(), function.getContext());
  builder.setInsertionPointToEnd(block);
  ValueRange arguments = block->getArguments();
  auto value = func::CallOp::create(builder, function, arguments.take_front(numInputs));
  if (failed(getDifferentiable(value, pullback.getName())))
    return fail();
  FailureOr<func::FuncOp> transpose = getHelper(value, transposed);
  if (failed(transpose))
    return fail();
  SmallVector<Value> operands(arguments.take_front(numInputs));
  for (Value result : value.getResults())
    operands.push_back(builder.zerosLike(result));
  // The parameters may be listed in any order.
  llvm::append_range(operands, arguments.drop_front(numInputs));
  auto rename = [&](Value value, Type type) -> Value {
    return value.getType() == type ? value : tensor::CastOp::create(builder, type, value).getResult();
  };
  for (auto [operand, type] : llvm::zip_equal(operands, transpose->getArgumentTypes()))
    operand = rename(operand, type);
  auto tangents = func::CallOp::create(builder, *transpose, operands);
  SmallVector<Value> returned(value.getResults());
  for (auto [position, tangent] : llvm::zip_equal(plan.seeds, tangents.getResults()))
    returned.push_back(rename(tangent, function.getResultTypes()[position]));
  func::ReturnOp::create(builder, returned);
  eraseUnread(derivative, {});
  return success();
}
