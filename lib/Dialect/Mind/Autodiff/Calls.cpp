//===- Calls.cpp - rules of func.call -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether the body of the callee stands here or its pullback is called is for the
// engine to say. In forward mode the function with tangents is called instead.
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

namespace {

BitVector getPresent(ArrayRef<Value> values) {
  BitVector present(values.size());
  for (auto [i, value] : llvm::enumerate(values))
    present[i] = bool(value);
  return present;
}

/// `value`, whose dims have names of their own in `type`.
Value rename(DerivativeBuilder &builder, Value value, Type type) {
  return value.getType() == type ? value : tensor::CastOp::create(builder, type, value).getResult();
}

SmallVector<Value> callDerivative(DerivativeBuilder &builder, const Callee &callee, ArrayRef<Value> operands) {
  SmallVector<Value> renamed;
  for (auto [operand, type] : llvm::zip_equal(operands, callee.type.getInputs()))
    renamed.push_back(rename(builder, operand, type));
  return llvm::to_vector_of<Value>(
      func::CallOp::create(builder, callee.symbol, callee.type.getResults(), renamed).getResults());
}

struct CallModel : DifferentiableOpInterface::ExternalModel<CallModel, func::CallOp> {
  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    DerivativeBuilder &builder = context.builder;
    SmallVector<Type> types(op->getOperandTypes());
    FailureOr<std::optional<InlinedCall>> inlined = context.inlineCall(op);
    if (failed(inlined))
      return failure();
    if (*inlined) {
      SmallVector<Value> arguments;
      for (unsigned i : active.set_bits())
        arguments.push_back((*inlined)->arguments[i]);
      SmallVector<Value> seeds(cotangents);
      for (auto [seed, result] : llvm::zip_equal(seeds, (*inlined)->results))
        if (seed)
          seed = rename(builder, seed, result.getType());
      auto parts = context.reverse((*inlined)->ops, (*inlined)->results, seeds, arguments);
      if (failed(parts))
        return failure();
      for (auto [i, part] : llvm::zip_equal(active.set_bits(), *parts))
        if (part)
          contributions[i] = rename(builder, part, types[i]);
      return success();
    }

    FailureOr<Callee> callee = context.getPullback(op, active, getPresent(cotangents));
    if (failed(callee))
      return failure();
    SmallVector<Value> operands(op->getOperands()), results(op->getResults());
    if (callee->forward) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(op);
      auto forward = func::CallOp::create(builder, callee->forward, callee->forwardType.getResults(), operands);
      unsigned numResults = results.size();
      results.assign(forward.result_begin(), forward.result_begin() + numResults);
      llvm::append_range(operands, forward.getResults().drop_front(numResults));
      op->replaceAllUsesWith(results);
      op->erase();
    }
    for (unsigned position : callee->seeds)
      operands.push_back(cotangents[position] ? cotangents[position] : builder.zerosLike(results[position]));
    for (auto [position, result] : llvm::zip_equal(callee->wrt, callDerivative(builder, *callee, operands)))
      if (active.test(position))
        contributions[position] = rename(builder, result, types[position]);
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value>) const {
    BitVector wanted(op->getNumResults());
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      wanted[i] = context.isActive(result);
    FailureOr<Callee> callee = context.getPushForward(op, getPresent(tangents), wanted);
    if (failed(callee))
      return failure();
    SmallVector<Value> operands(op->getOperands());
    for (unsigned position : callee->seeds)
      operands.push_back(tangents[position]);
    SmallVector<Value> results = callDerivative(context.builder, *callee, operands);
    unsigned numResults = op->getNumResults();
    for (auto [position, tangent] : llvm::zip_equal(callee->wrt, ArrayRef(results).drop_front(numResults)))
      context.setTangent(results[position], tangent);
    op->replaceAllUsesWith(ArrayRef(results).take_front(numResults));
    op->erase();
    return success();
  }
};

} // namespace

void autodiff::attachCallModels(MLIRContext *context) { func::CallOp::attachInterface<CallModel>(*context); }
