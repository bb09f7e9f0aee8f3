//===- ExitAnalysis.cpp - how control leaves a block ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk from the inside out: the ways out of a block follow from those of the
// structural ops in it, up to the first that never falls through. Linear in the
// number of ops.
//
//===----------------------------------------------------------------------===//

#include "ExitAnalysis.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace mind {

void eraseFrom(Block *block, Block::iterator first) {
  Operation *last = nullptr, *stop = first == block->end() ? nullptr : &*first;
  while (stop && last != stop) {
    last = &block->back();
    last->dropAllUses();
    last->erase();
  }
}

ExitAnalysis::ExitAnalysis(func::FuncOp func) {
  func->walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<WhileOp>(op)) {
      ways[getBeforeBlock(loop)] = compute(getBeforeBlock(loop));
      ways[getBodyBlock(loop)] = compute(getBodyBlock(loop));
      if (of(getBeforeBlock(loop)) != Fall)
        rotate(loop);
    } else if (isa<IfOp, func::FuncOp>(op)) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          ways[&block] = compute(&block);
    }
  });
}

ExitSet ExitAnalysis::of(WhileOp op) const {
  ExitSet body = of(getBodyBlock(op));
  ExitSet exits = body & Return;
  if (!exits || (body & Break) || !isEndless(op))
    exits |= Fall;
  return exits;
}

bool ExitAnalysis::isEndless(WhileOp op) {
  auto condition = dyn_cast<ConditionOp>(getBeforeBlock(op)->getTerminator());
  return condition && matchPattern(condition->getOperand(0), m_One());
}

static bool isLoopBody(Block *block) {
  auto loop = dyn_cast_or_null<WhileOp>(block->getParentOp());
  return loop && block->getParent() == &loop->getRegion(1);
}

ExitSet ExitAnalysis::compute(Block *block) const {
  ExitSet exits = 0;
  for (Operation &op : *block) {
    ExitSet inner = Fall;
    if (auto ifOp = dyn_cast<IfOp>(op))
      inner = of(ifOp);
    else if (auto loop = dyn_cast<WhileOp>(op))
      inner = of(loop);
    else if (isa<YieldOp>(op))
      return exits | (isLoopBody(block) ? Next : Fall);
    else if (isa<ConditionOp>(op))
      return exits | Fall;
    else if (isa<BreakOp>(op))
      return exits | Break;
    else if (isa<ContinueOp>(op))
      return exits | Next;
    else if (isa<ReturnOp, func::ReturnOp>(op))
      return exits | Return;
    exits |= inner & ~Fall;
    if (!(inner & Fall))
      return exits;
  }
  return exits;
}

void ExitAnalysis::rotate(WhileOp loop) {
  Block *before = getBeforeBlock(loop), *body = getBodyBlock(loop);
  ExitSet exits = of(before) & ~Fall;
  for (auto [from, to] : llvm::zip_equal(before->getArguments(), body->getArguments()))
    from.replaceAllUsesWith(to);
  OpBuilder builder(loop.getContext());
  if (of(before) & Fall) {
    Operation *condition = before->getTerminator();
    builder.setInsertionPoint(condition);
    auto ifOp = IfOp::create(builder, condition->getLoc(), TypeRange(), condition->getOperand(0));
    Block *blocks[2];
    for (auto [region, block] : llvm::zip_equal(ifOp->getRegions(), blocks)) {
      if (region.empty())
        region.emplaceBlock();
      block = &region.front();
      block->clear();
    }
    builder.setInsertionPointToEnd(blocks[0]);
    YieldOp::create(builder, condition->getLoc(), ValueRange());
    builder.setInsertionPointToEnd(blocks[1]);
    BreakOp::create(builder, condition->getLoc(), body->getArguments());
    ways[blocks[0]] = Fall;
    ways[blocks[1]] = Break;
    condition->erase();
    exits |= Break | of(body);
  } else {
    eraseFrom(body, body->begin());
  }
  body->getOperations().splice(body->begin(), before->getOperations());
  builder.setInsertionPointToEnd(before);
  auto type = RankedTensorType::get({}, builder.getI1Type());
  Value yes = ConstantOp::create(builder, loop.getLoc(), type, DenseElementsAttr::get(type, true));
  ConditionOp::create(builder, loop.getLoc(), yes);
  ways[before] = Fall;
  ways[body] = exits;
}

} // namespace mind
