//===- StructureToScf.cpp - structured control flow and early exits to scf ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of ops (a block of the function, of a branch, of a loop body) ends in
// one or more of four ways: it falls through, it goes to the next iteration, it
// breaks, it returns. `ExitAnalysis` finds the set of ways for each block.
// `StructureLowering::lowerList` then rewrites a block in place and gives back
// the values with which it ends, in the layout of the set of ways that its
// surroundings expect:
//
//   flags (i1), one for each way of the set but the last | values of a fall
//   through | the loop's variables (next, break) | the function's results
//
// A set of one way has no flags. Where an `if` may leave and only one branch goes
// on, the ops behind it move into that branch, so that no flag is needed; where
// both go on, the flag "falls through" guards them. Ops are moved, never copied:
// the time is linear in the number of ops, times the nesting depth for the uses
// of branch results.
//
// Early exits in a row nest what follows them, one level for each.
//
//===----------------------------------------------------------------------===//

#include "ExitAnalysis.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_STRUCTURETOSCF
#include "Mind/Transforms/Passes.h.inc"

namespace {

/// The values that stand in for what a way out of a loop's body does not carry.
struct LoopContext {
  ValueRange variables;
  ValueRange results;
};

/// What a list of ops ends with, and where.
struct ListContext {
  ExitSet exits;
  TypeRange fallTypes;
  /// What `mind.yield` at the end means: `Fall` or `Next`.
  Exit yield;
  const LoopContext *loop;
};

class StructureLowering {
public:
  explicit StructureLowering(func::FuncOp func) : func(func), analysis(func) {
    for (Type type : func.getArgumentTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (auto dims = dyn_cast_or_null<DimsAttr>(tensor.getEncoding()))
          for (Attribute dim : dims.getDims())
            if (auto name = dyn_cast<StringAttr>(dim))
              boundNames.insert(name.getValue());
  }

  void run() {
    Block *body = &func.getBody().front();
    Location loc = body->getTerminator()->getLoc();
    SmallVector<Value> results = lowerList(body, {Return, TypeRange(), Fall, nullptr});
    OpBuilder builder = OpBuilder::atBlockEnd(body);
    func::ReturnOp::create(builder, loc, results);
  }

  unsigned numIfs = 0, numWhiles = 0, numGuards = 0;

private:
  TypeRange resultTypes() { return func.getResultTypes(); }

  static Value makeFlag(OpBuilder &builder, Location loc, bool value) {
    return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
  }

  /// A value of `type` that is never read. Names that the arguments do not bind
  /// have no size outside the op that makes them: such a dim is empty.
  Value makeUnread(OpBuilder &builder, Location loc, Type type) {
    auto tensor = cast<RankedTensorType>(type);
    auto dims = dyn_cast_or_null<DimsAttr>(tensor.getEncoding());
    RankedTensorType filled = tensor;
    if (dims && llvm::any_of(dims.getDims(), [&](Attribute dim) {
          auto name = dyn_cast<StringAttr>(dim);
          return name && !boundNames.contains(name.getValue());
        })) {
      SmallVector<int64_t> shape(tensor.getShape());
      llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
      filled = RankedTensorType::get(shape, tensor.getElementType());
    }
    Value value = FillOp::create(builder, loc, filled, builder.getF64FloatAttr(0.0));
    return filled == tensor ? value : tensor::CastOp::create(builder, loc, type, value);
  }

  static Value makeCondition(OpBuilder &builder, Location loc, Value condition) {
    return tensor::ExtractOp::create(builder, loc, condition, ValueRange());
  }

  SmallVector<Type> layoutOf(const ListContext &context) {
    SmallVector<Type> types(llvm::popcount(context.exits) - 1, IntegerType::get(func.getContext(), 1));
    if (context.exits & Fall)
      llvm::append_range(types, context.fallTypes);
    if (context.exits & (Next | Break))
      llvm::append_range(types, context.loop->variables.getTypes());
    if (context.exits & Return)
      llvm::append_range(types, resultTypes());
    return types;
  }

  /// The values of `context` for the one way `exit`, which carries `values`.
  SmallVector<Value> encode(OpBuilder &builder, Location loc, Exit exit, ValueRange values,
                            const ListContext &context) {
    SmallVector<Value> out;
    for (Exit way : allExits)
      if ((context.exits & way) && (context.exits & ~(2 * way - 1)))
        out.push_back(makeFlag(builder, loc, way == exit));
    appendSlots(builder, loc, context, exit == Fall ? values : ValueRange(),
                exit & (Next | Break) ? values : ValueRange(), exit == Return ? values : ValueRange(), exit, out);
    return out;
  }

  /// Appends the slots of `context`: of the ways in `present` the values given.
  void appendSlots(OpBuilder &builder, Location loc, const ListContext &context, ValueRange fall, ValueRange variables,
                   ValueRange results, ExitSet present, SmallVectorImpl<Value> &out) {
    if (context.exits & Fall) {
      if (present & Fall)
        llvm::append_range(out, fall);
      else
        for (Type type : context.fallTypes)
          out.push_back(makeUnread(builder, loc, type));
    }
    if (context.exits & (Next | Break))
      llvm::append_range(out, present & (Next | Break) ? variables : context.loop->variables);
    if (context.exits & Return) {
      if (present & Return)
        llvm::append_range(out, results);
      else
        llvm::append_range(out, makeUnreadResults(builder, loc, context.loop));
    }
  }

  SmallVector<Value> makeUnreadResults(OpBuilder &builder, Location loc, const LoopContext *loop) {
    if (loop && loop->results.size() == resultTypes().size())
      return llvm::to_vector(loop->results);
    return llvm::map_to_vector(resultTypes(), [&](Type type) { return makeUnread(builder, loc, type); });
  }

  /// Rewrites `block`, takes its terminator away, and returns what it ends with.
  SmallVector<Value> lowerList(Block *block, const ListContext &context) {
    for (auto it = block->begin(), end = block->end(); it != end;) {
      Operation *op = &*it++;
      if (auto ifOp = dyn_cast<IfOp>(op)) {
        if (analysis.of(ifOp) != Fall)
          return lowerLeavingIf(ifOp, context);
        lowerIf(ifOp, context.loop);
      } else if (auto loop = dyn_cast<WhileOp>(op)) {
        if (analysis.of(loop) & Return)
          return lowerReturningWhile(loop, context);
        lowerWhile(loop, context.loop, nullptr);
      } else if (isa<YieldOp, ConditionOp, BreakOp, ContinueOp, ReturnOp, func::ReturnOp>(op)) {
        Exit exit = Fall;
        if (isa<YieldOp>(op))
          exit = context.yield;
        else if (isa<ContinueOp>(op))
          exit = Next;
        else if (isa<BreakOp>(op))
          exit = Break;
        else if (isa<ReturnOp, func::ReturnOp>(op))
          exit = Return;
        SmallVector<Value> values(op->getOperands());
        Location loc = op->getLoc();
        eraseFrom(block, op->getIterator());
        OpBuilder builder = OpBuilder::atBlockEnd(block);
        return encode(builder, loc, exit, values, context);
      }
    }
    return {};
  }

  void lowerInto(Block *block, const ListContext &context, Location loc) {
    SmallVector<Value> values = lowerList(block, context);
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    scf::YieldOp::create(builder, loc, values);
  }

  /// Makes an scf.if with the ops of `op`'s branches, still to be lowered.
  scf::IfOp makeIf(IfOp op, TypeRange types) {
    OpBuilder builder(op);
    Value condition = makeCondition(builder, op.getLoc(), op->getOperand(0));
    auto result = scf::IfOp::create(builder, op.getLoc(), types, condition, true, true);
    Block *blocks[] = {result.thenBlock(), result.elseBlock()};
    for (auto [region, block] : llvm::zip_equal(op->getRegions(), blocks)) {
      block->clear();
      if (!region.empty()) {
        block->getOperations().splice(block->end(), region.front().getOperations());
      } else {
        builder.setInsertionPointToEnd(block);
        YieldOp::create(builder, op.getLoc(), ValueRange());
      }
    }
    ++numIfs;
    return result;
  }

  /// An `if` whose branches both fall through, and nothing else.
  void lowerIf(IfOp op, const LoopContext *loop) {
    scf::IfOp result = makeIf(op, op->getResultTypes());
    for (Block *block : {result.thenBlock(), result.elseBlock()})
      lowerInto(block, {Fall, op->getResultTypes(), Fall, loop}, op.getLoc());
    if (result->getNumResults() == 0 && llvm::hasSingleElement(*result.elseBlock()))
      result.getElseRegion().getBlocks().clear();
    op->replaceAllUsesWith(result->getResults());
    op->erase();
  }

  /// An `if` that may leave the list: the ops behind it become part of it.
  SmallVector<Value> lowerLeavingIf(IfOp op, const ListContext &context) {
    Location loc = op.getLoc();
    ExitSet ways[] = {analysis.of(op->getRegion(0)), analysis.of(op->getRegion(1))};
    if (ways[0] & ways[1] & Fall) {
      SmallVector<Type> fallTypes(op->getResultTypes());
      ListContext inner{ways[0] | ways[1], fallTypes, Fall, context.loop};
      scf::IfOp result = makeIf(op, layoutOf(inner));
      for (Block *block : {result.thenBlock(), result.elseBlock()})
        lowerInto(block, inner, loc);
      SmallVector<Value> values(result->getResults());
      unsigned flags = llvm::popcount(inner.exits) - 1;
      op->replaceAllUsesWith(ArrayRef(values).slice(flags, fallTypes.size()));
      op->erase();
      return guardRest(result, values[0], context, [&](OpBuilder &builder) {
        return translate(builder, loc, values, inner, context);
      });
    }

    Block *list = op->getBlock();
    scf::IfOp result = makeIf(op, layoutOf(context));
    Block *blocks[] = {result.thenBlock(), result.elseBlock()};
    for (auto [way, block] : llvm::zip_equal(ways, blocks)) {
      if (!(way & Fall))
        continue;
      Operation *yield = block->getTerminator();
      op->replaceAllUsesWith(yield->getOperands());
      yield->erase();
      block->getOperations().splice(block->end(), list->getOperations(), std::next(op->getIterator()), list->end());
    }
    eraseFrom(list, op->getIterator());
    lowerInto(result.thenBlock(), context, loc);
    lowerInto(result.elseBlock(), context, loc);
    return llvm::to_vector(llvm::map_range(result->getResults(), [](OpResult v) -> Value { return v; }));
  }

  /// Moves the ops behind `last` under `scf.if falls`; `leave` makes the values
  /// of the other case.
  SmallVector<Value> guardRest(Operation *last, Value falls, const ListContext &context,
                               function_ref<SmallVector<Value>(OpBuilder &)> leave) {
    Location loc = last->getLoc();
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    auto guard = scf::IfOp::create(builder, loc, layoutOf(context), falls, true, true);
    guard.thenBlock()->clear();
    guard.elseBlock()->clear();
    ++numGuards;
    auto &ops = last->getBlock()->getOperations();
    guard.thenBlock()->getOperations().splice(guard.thenBlock()->end(), ops, std::next(guard->getIterator()),
                                              ops.end());
    lowerInto(guard.thenBlock(), context, loc);
    builder.setInsertionPointToEnd(guard.elseBlock());
    scf::YieldOp::create(builder, loc, leave(builder));
    return llvm::to_vector(llvm::map_range(guard->getResults(), [](OpResult v) -> Value { return v; }));
  }

  /// The values of `to` for `values` in the layout of `from` that do not fall
  /// through. Each way of `from` but the fall is one of `to`.
  SmallVector<Value> translate(OpBuilder &builder, Location loc, ArrayRef<Value> values, const ListContext &from,
                               const ListContext &to) {
    ArrayRef<Value> flags = values.take_front(llvm::popcount(from.exits) - 1);
    values = values.drop_front(flags.size() + from.fallTypes.size());
    ExitSet leaving = from.exits & ~Fall;
    ArrayRef<Value> variables, results;
    if (leaving & (Next | Break)) {
      variables = values.take_front(from.loop->variables.size());
      values = values.drop_front(variables.size());
    }
    if (leaving & Return)
      results = values;

    SmallVector<Value> out;
    for (Exit way : allExits) {
      if (!(to.exits & way) || !(to.exits & ~(2 * way - 1)))
        continue;
      if (!(leaving & way)) {
        out.push_back(makeFlag(builder, loc, false));
      } else if (leaving == way) {
        out.push_back(makeFlag(builder, loc, true));
      } else if (leaving & ~(2 * way - 1)) {
        out.push_back(flags[llvm::popcount(from.exits & (way - 1))]);
      } else {
        // The last of two ways has no flag of its own: it is "not the other".
        Value yes = makeFlag(builder, loc, true);
        out.push_back(arith::XOrIOp::create(builder, loc, flags.back(), yes));
      }
    }
    appendSlots(builder, loc, to, ValueRange(), variables, results, leaving, out);
    return out;
  }

  /// What a lowered loop that may return ends with.
  struct LoopEnd {
    scf::WhileOp op;
    /// True if the loop ended without returning; null if it always returns.
    Value falls;
    SmallVector<Value> results;
  };

  SmallVector<Value> lowerReturningWhile(WhileOp op, const ListContext &context) {
    Location loc = op.getLoc();
    Block *list = op->getBlock();
    LoopEnd end;
    lowerWhile(op, context.loop, &end);
    auto leave = [&](OpBuilder &builder) { return encode(builder, loc, Return, end.results, context); };
    if (end.falls)
      return guardRest(end.op, end.falls, context, leave);
    eraseFrom(list, std::next(end.op->getIterator()));
    OpBuilder builder = OpBuilder::atBlockEnd(list);
    return leave(builder);
  }

  /// Replaces the loop. It carries the flags "go on" (if the body may break or
  /// return) and "broke" (if both), its variables, and the function's results (if
  /// it may return; `end` is given then).
  void lowerWhile(WhileOp op, const LoopContext *outer, LoopEnd *end) {
    Location loc = op.getLoc();
    ExitSet bodyExits = analysis.of(getBodyBlock(op)) | Next;
    bool breaks = bodyExits & Break, returns = bodyExits & Return, endless = ExitAnalysis::isEndless(op);
    bool carriesFalls = returns && (analysis.of(op) & Fall);
    unsigned numFlags = llvm::popcount(bodyExits) - 1, numVariables = op->getNumResults();
    ++numWhiles;

    OpBuilder builder(op);
    SmallVector<Value> inits;
    if (numFlags > 0)
      inits.push_back(makeFlag(builder, loc, true));
    if (numFlags > 1)
      inits.push_back(makeFlag(builder, loc, false));
    llvm::append_range(inits, op->getOperands());
    if (returns)
      llvm::append_range(inits, makeUnreadResults(builder, loc, outer));
    SmallVector<Type> forwarded;
    if (carriesFalls)
      forwarded.push_back(builder.getI1Type());
    llvm::append_range(forwarded, TypeRange(ValueRange(inits)).drop_front(numFlags));
    auto loop = scf::WhileOp::create(builder, loc, forwarded, inits);

    SmallVector<Location> locs(std::max(inits.size(), forwarded.size()), loc);
    Block *before = builder.createBlock(&loop.getBefore(), {}, TypeRange(ValueRange(inits)),
                                        ArrayRef(locs).take_front(inits.size()));
    Block *body = builder.createBlock(&loop.getAfter(), {}, forwarded, ArrayRef(locs).take_front(forwarded.size()));
    lowerCondition(op, before, numFlags, endless, carriesFalls, breaks);

    Block *source = getBodyBlock(op);
    for (auto [from, to] : llvm::zip_equal(source->getArguments(),
                                           body->getArguments().slice(carriesFalls, numVariables)))
      from.replaceAllUsesWith(to);
    body->getOperations().splice(body->end(), source->getOperations());
    LoopContext loopContext{body->getArguments().slice(carriesFalls, numVariables),
                            body->getArguments().drop_front(carriesFalls + numVariables)};
    lowerInto(body, {bodyExits, TypeRange(), Next, &loopContext}, loc);

    op->replaceAllUsesWith(loop->getResults().slice(carriesFalls, numVariables));
    op->erase();
    if (end) {
      end->op = loop;
      end->falls = carriesFalls ? loop->getResult(0) : Value();
      end->results = llvm::to_vector(ValueRange(loop->getResults().drop_front(carriesFalls + numVariables)));
    }
  }

  /// Fills the `before` region: go on if the flag says so and the condition holds.
  void lowerCondition(WhileOp op, Block *before, unsigned numFlags, bool endless, bool carriesFalls, bool breaks) {
    Location loc = op.getLoc();
    Block *source = getBeforeBlock(op);
    unsigned numVariables = op->getNumResults();
    for (auto [from, to] : llvm::zip_equal(source->getArguments(), before->getArguments().slice(numFlags, numVariables)))
      from.replaceAllUsesWith(to);
    OpBuilder builder = OpBuilder::atBlockEnd(before);
    LoopContext loopContext{before->getArguments().slice(numFlags, numVariables),
                            before->getArguments().drop_front(numFlags + numVariables)};
    auto boolean = RankedTensorType::get({}, builder.getI1Type());
    Type types[] = {boolean};
    ListContext context{Fall, types, Fall, &loopContext};
    auto fillWithCondition = [&](Block *block) {
      block->getOperations().splice(block->end(), source->getOperations());
      Value condition = lowerList(block, context).front();
      OpBuilder inner = OpBuilder::atBlockEnd(block);
      return makeCondition(inner, loc, condition);
    };

    bool onlyConstants = llvm::all_of(source->without_terminator(),
                                      [](Operation &op) { return op.hasTrait<OpTrait::ConstantLike>(); });
    Value goOn;
    if (numFlags == 0) {
      goOn = fillWithCondition(before);
    } else if (endless && onlyConstants) {
      goOn = before->getArgument(0);
    } else {
      auto guard = scf::IfOp::create(builder, loc, builder.getI1Type(), before->getArgument(0), true, true);
      guard.thenBlock()->clear();
      guard.elseBlock()->clear();
      Value condition = fillWithCondition(guard.thenBlock());
      builder.setInsertionPointToEnd(guard.thenBlock());
      scf::YieldOp::create(builder, loc, condition);
      builder.setInsertionPointToEnd(guard.elseBlock());
      scf::YieldOp::create(builder, loc, makeFlag(builder, loc, false));
      goOn = guard->getResult(0);
    }

    builder.setInsertionPointToEnd(before);
    SmallVector<Value> forwarded;
    if (carriesFalls) {
      // Ended by its condition (still going) or by a break: it did not return.
      Value falls = before->getArgument(0);
      if (breaks && endless)
        falls = before->getArgument(1);
      else if (breaks)
        falls = arith::OrIOp::create(builder, loc, falls, before->getArgument(1));
      forwarded.push_back(falls);
    }
    llvm::append_range(forwarded, before->getArguments().drop_front(numFlags));
    scf::ConditionOp::create(builder, loc, goOn, forwarded);
  }

  func::FuncOp func;
  ExitAnalysis analysis;
  llvm::StringSet<> boundNames;
};

struct StructureToScf : impl::StructureToScfBase<StructureToScf> {
  using Base::Base;

  void runOnOperation() override {
    if (getOperation().isDeclaration())
      return markAllAnalysesPreserved();
    StructureLowering lowering(getOperation());
    lowering.run();
    numIfs += lowering.numIfs;
    numWhiles += lowering.numWhiles;
    numGuards += lowering.numGuards;
  }
};

} // namespace

LogicalResult lowerStructureToScf(func::FuncOp func) {
  if (!func.isDeclaration())
    StructureLowering(func).run();
  return success();
}

} // namespace mind
