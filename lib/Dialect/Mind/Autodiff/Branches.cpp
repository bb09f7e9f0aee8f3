//===- Branches.cpp - rules of scf.if -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse of a choice is a choice by the same predicate. Each of its branches
// runs the ops of the forward branch again and then their reverse; a branch that was
// not taken is not executed, so nothing that it holds can spoil a cotangent. Its
// inputs are the values that the branches capture.
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

namespace {

struct IfModel : DifferentiableOpInterface::ExternalModel<IfModel, scf::IfOp> {
  void getInputs(Operation *op, SmallVectorImpl<Value> &inputs) const { appendRegionInputs(op, inputs); }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    DerivativeBuilder &builder = context.builder;
    auto ifOp = cast<scf::IfOp>(op);
    SmallVector<Value> inputs, wanted;
    getInputs(op, inputs);
    SmallVector<unsigned> positions(active.set_bits_begin(), active.set_bits_end());
    for (unsigned position : positions)
      wanted.push_back(inputs[position]);

    auto reversed = scf::IfOp::create(builder, TypeRange(ValueRange(wanted)), ifOp.getCondition(), true, true);
    BitVector isReached(wanted.size());
    Block *blocks[] = {reversed.thenBlock(), reversed.elseBlock()};
    for (auto [region, block] : llvm::zip_equal(ifOp->getRegions(), blocks)) {
      OpBuilder::InsertionGuard guard(builder);
      block->clear();
      builder.setInsertionPointToEnd(block);
      SmallVector<Value> parts(wanted.size());
      if (!region.empty()) {
        IRMapping mapping;
        SmallVector<Operation *> ops = cloneOps(builder, &region.front(), mapping);
        SmallVector<Value> outputs = mapValues(region.front().getTerminator()->getOperands(), mapping);
        auto found = context.reverse(ops, outputs, cotangents, wanted);
        if (failed(found))
          return failure();
        parts = *found;
      }
      for (auto [i, part] : llvm::enumerate(parts)) {
        isReached[i] = isReached[i] || part;
        if (!part)
          part = builder.zerosLike(wanted[i]);
      }
      scf::YieldOp::create(builder, parts);
    }
    for (auto [i, position] : llvm::enumerate(positions))
      if (isReached[i])
        contributions[position] = Value(reversed.getResult(i));
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value>, MutableArrayRef<Value>) const {
    DerivativeBuilder &builder = context.builder;
    auto ifOp = cast<scf::IfOp>(op);
    SmallVector<unsigned> varied;
    SmallVector<Type> types(op->getResultTypes());
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (context.isActive(result)) {
        varied.push_back(i);
        types.push_back(result.getType());
      }
    auto pushed = scf::IfOp::create(builder, types, ifOp.getCondition(), true, true);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), pushed->getRegions())) {
      OpBuilder::InsertionGuard guard(builder);
      to.takeBody(from);
      Block *block = &to.front();
      if (failed(context.pushForward(block)))
        return failure();
      Operation *yield = block->getTerminator();
      builder.setInsertionPoint(yield);
      appendTangents(context, yield, 0, varied);
    }
    unsigned numResults = op->getNumResults();
    for (auto [i, position] : llvm::enumerate(varied))
      context.setTangent(pushed.getResult(position), pushed.getResult(numResults + i));
    op->replaceAllUsesWith(pushed.getResults().take_front(numResults));
    op->erase();
    return success();
  }
};

} // namespace

void autodiff::appendRegionInputs(Operation *op, SmallVectorImpl<Value> &inputs) {
  llvm::append_range(inputs, op->getOperands());
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(inputs, captured);
}

SmallVector<Operation *> autodiff::cloneOps(OpBuilder &builder, Block *block, IRMapping &mapping) {
  SmallVector<Operation *> ops;
  for (Operation &op : block->without_terminator())
    ops.push_back(builder.clone(op, mapping));
  return ops;
}

SmallVector<Value> autodiff::mapValues(ValueRange values, const IRMapping &mapping) {
  return llvm::map_to_vector(values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

void autodiff::appendTangents(ForwardContext &context, Operation *terminator, unsigned first,
                              ArrayRef<unsigned> positions) {
  SmallVector<Value> operands(terminator->getOperands());
  for (unsigned position : positions) {
    Value value = operands[first + position], tangent = context.getTangent(value);
    operands.push_back(tangent ? tangent : context.builder.zerosLike(value));
  }
  terminator->setOperands(operands);
}

void autodiff::attachBranchModels(MLIRContext *context) { scf::IfOp::attachInterface<IfModel>(*context); }
