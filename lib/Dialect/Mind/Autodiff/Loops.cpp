//===- Loops.cpp - rules of scf.while -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reverse of a loop needs the variables of each round, last round first, and how
// many rounds there were. The loop is made to count them. Then the rounds are run
// again from states that were kept: a stack of at most 64 states, or as many as
// `@checkpoint(segments=...)` says, whose top is the last one kept that is not behind
// the round wanted. On the way from there to the round, states are kept at half the
// distance that remains, or after each round where there is room for all. N rounds take
// N more if N < 64, else a multiple of N that grows with log(N / 64); the memory does
// not grow with N, and no bound on N has to be known.
//
// Each round gives the cotangents of its variables for the round before, and adds to
// those of the values that the loop captures, in descending order of the rounds.
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

/// States that are kept at a time, unless the loop says it. One slot more takes those
/// that are not.
static constexpr int64_t kMaxStates = 64;

namespace {

/// Builds the reverse of one loop.
class LoopReverse {
public:
  LoopReverse(scf::WhileOp loop, ReverseContext &context)
      : loop(loop), context(context), builder(context.builder),
        segments(loop->getAttrOfType<IntegerAttr>(kSegmentsAttrName)),
        maxStates(segments ? segments.getInt() : kMaxStates) {}

  /// The cotangents of the initial variables in `variables` and of `captured`.
  LogicalResult build(ArrayRef<Value> cotangents, ArrayRef<unsigned> variables, ArrayRef<Value> captured);

  /// In the order of `variables` and `captured`.
  SmallVector<Value> gradients;

private:
  Type getI64() { return getScalarType(builder.getI64Type()); }
  Value isLess(Value lhs, Value rhs) { return builder.compare(CmpPredicate::Lt, lhs, rhs); }
  Value choose(Value condition, Value lhs, Value rhs) { return builder.select(condition, lhs, rhs); }
  Value extract(Value condition) { return tensor::ExtractOp::create(builder, condition, ValueRange()); }

  void count();
  /// Appends the ops of one round from `state`; gives the next state.
  SmallVector<Value> cloneRound(ValueRange state, SmallVectorImpl<Operation *> &ops);
  scf::WhileOp startWhile(ValueRange inits);
  /// The reverse of this loop, differentiated itself, keeps as many states.
  void markLoop(scf::WhileOp other) {
    if (segments)
      other->setDiscardableAttr(kSegmentsAttrName, segments);
  }
  Value makeStack(Value first);
  Value store(Value stack, Value slot, Value value);
  Value load(Value stack, Value slot, Type type);
  Value getNextKept(Value position, Value target, Value top);
  SmallVector<Value> advance(Value target, Value &top, Value &indices, MutableArrayRef<Value> stacks);

  scf::WhileOp loop;
  ReverseContext &context;
  DerivativeBuilder &builder;
  IntegerAttr segments;
  int64_t maxStates;
  Block *before = nullptr, *body = nullptr;
  unsigned numVariables = 0, numForwarded = 0;
  /// The number of rounds, the variables at the end and at the beginning.
  Value rounds;
  SmallVector<Value> finalState, initialState;
};

/// Replaces the loop by one that gives its last variables and its number of rounds,
/// besides.
void LoopReverse::count() {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop);
  SmallVector<Value> inits(loop.getInits());
  initialState = inits;
  numVariables = inits.size();
  numForwarded = loop.getNumResults();
  inits.push_back(builder.integer(0));
  SmallVector<Type> types(loop.getResultTypes());
  llvm::append_range(types, TypeRange(ValueRange(inits)));
  auto counted = scf::WhileOp::create(builder, types, inits);
  markLoop(counted);
  counted.getBefore().takeBody(loop.getBefore());
  counted.getAfter().takeBody(loop.getAfter());
  before = &counted.getBefore().front();
  body = &counted.getAfter().front();
  before->addArgument(getI64(), builder.getLoc());
  auto condition = cast<scf::ConditionOp>(before->getTerminator());
  condition.getArgsMutable().append(ValueRange(before->getArguments()));
  for (Type type : ArrayRef(types).drop_front(numForwarded))
    body->addArgument(type, builder.getLoc());
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  Value next = builder.add(body->getArguments().back(), builder.integer(1));
  yield->insertOperands(yield->getNumOperands(), next);
  loop->replaceAllUsesWith(counted.getResults().take_front(numForwarded));
  loop->erase();
  loop = counted;
  rounds = counted.getResults().back();
  llvm::append_range(finalState, counted.getResults().slice(numForwarded, numVariables));
}

SmallVector<Value> LoopReverse::cloneRound(ValueRange state, SmallVectorImpl<Operation *> &ops) {
  IRMapping mapping;
  for (auto [argument, value] : llvm::zip(before->getArguments().take_front(numVariables), state))
    mapping.map(argument, value);
  ops = cloneOps(builder, before, mapping);
  ValueRange passed = cast<scf::ConditionOp>(before->getTerminator()).getArgs().take_front(numForwarded);
  for (auto [argument, value] : llvm::zip(body->getArguments().take_front(numForwarded), mapValues(passed, mapping)))
    mapping.map(argument, value);
  // The counter is not part of a round.
  Operation *next = body->getTerminator()->getOperands().back().getDefiningOp();
  for (Operation &op : body->without_terminator())
    if (&op != next)
      ops.push_back(builder.clone(op, mapping));
  return mapValues(body->getTerminator()->getOperands().take_front(numVariables), mapping);
}

/// A loop whose regions have a block each, which has the variables as arguments.
scf::WhileOp LoopReverse::startWhile(ValueRange inits) {
  TypeRange types(inits);
  auto op = scf::WhileOp::create(builder, types, inits);
  markLoop(op);
  SmallVector<Location> locs(inits.size(), builder.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&op.getBefore(), {}, types, locs);
  builder.createBlock(&op.getAfter(), {}, types, locs);
  return op;
}

//===----------------------------------------------------------------------===//
// States that are kept
//===----------------------------------------------------------------------===//

static Value toTensor(DerivativeBuilder &builder, Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return value;
  return tensor::FromElementsOp::create(builder, getScalarType(value.getType()), value);
}

Value LoopReverse::makeStack(Value first) {
  Value value = toTensor(builder, first);
  RankedTensorType type = getTensorTypeOf(value);
  SmallVector<shape::Dim> dims = getDims(type);
  dims.insert(dims.begin(), shape::Dim(maxStates + 1));
  RankedTensorType stackType = getTensorType(builder.getContext(), dims, type.getElementType());
  Value stack;
  if (type.hasStaticShape()) {
    stack = builder.zeros(stackType);
  } else {
    SmallVector<shape::Dim> rows(dims.size(), shape::Dim(1));
    rows.front() = shape::Dim(maxStates + 1);
    Value zeros = builder.zeros(getTensorType(builder.getContext(), rows, type.getElementType()));
    stack = builder.add(zeros, builder.expandDims(builder.zerosLike(value), 0));
  }
  return store(stack, builder.integer(0), value);
}

Value LoopReverse::store(Value stack, Value slot, Value value) {
  Value row = builder.expandDims(toTensor(builder, value), 0);
  int64_t axis = 0, start = ShapedType::kDynamic, stride = 1;
  return InsertOp::create(builder, stack.getType(), stack, row, slot, ArrayRef(axis), ArrayRef(start),
                          ArrayRef(stride));
}

Value LoopReverse::load(Value stack, Value slot, Type type) {
  Value value = GatherOp::create(builder, stack, slot, uint64_t(0));
  return isa<RankedTensorType>(type) ? value : extract(value);
}

/// The round at which the next state is kept on the way from `position` to `target`.
Value LoopReverse::getNextKept(Value position, Value target, Value top) {
  Value rest = builder.sub(target, position);
  Value room = builder.sub(builder.integer(maxStates - 1), top);
  Value whole = builder.add(rest, builder.integer(1));
  Value half = builder.div(whole, builder.integer(2));
  Value isFull = isLess(room, rest);
  Value step = choose(isFull, half, builder.integer(1));
  // Halving meets the end of few states only: then no round before the target is kept.
  if (maxStates < kMaxStates) {
    Value hasRoom = isLess(builder.integer(0), room);
    step = choose(hasRoom, step, builder.add(rest, builder.integer(1)));
  }
  return builder.add(position, step);
}

/// The state at the beginning of round `target`, from the top of the stack on.
SmallVector<Value> LoopReverse::advance(Value target, Value &top, Value &indices, MutableArrayRef<Value> stacks) {
  Value first = load(indices, top, getI64());
  SmallVector<Value> vars = {first, getNextKept(first, target, top), top, indices};
  llvm::append_range(vars, stacks);
  for (auto [stack, initial] : llvm::zip_equal(stacks, initialState))
    vars.push_back(load(stack, top, initial.getType()));
  auto walk = startWhile(vars);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *check = walk.getBeforeBody(), *step = walk.getAfterBody();
    builder.setInsertionPointToEnd(check);
    scf::ConditionOp::create(builder, extract(isLess(check->getArgument(0), target)), check->getArguments());

    builder.setInsertionPointToEnd(step);
    ValueRange args = step->getArguments();
    SmallVector<Operation *> ops;
    SmallVector<Value> state = cloneRound(args.take_back(numVariables), ops);
    Value position = builder.add(args[0], builder.integer(1));
    Value slot = builder.add(args[2], builder.integer(1));
    Value isKept = builder.compare(CmpPredicate::Eq, position, args[1]);
    Value newTop = choose(isKept, slot, args[2]);
    SmallVector<Value> next = {position, choose(isKept, getNextKept(position, target, newTop), args[1]), newTop,
                               store(args[3], slot, position)};
    for (auto [stack, value] : llvm::zip_equal(args.slice(4, numVariables), state))
      next.push_back(store(stack, slot, value));
    llvm::append_range(next, state);
    scf::YieldOp::create(builder, next);
  }
  top = walk.getResult(2);
  indices = walk.getResult(3);
  for (unsigned i = 0; i < numVariables; ++i)
    stacks[i] = walk.getResult(4 + i);
  return llvm::to_vector(llvm::map_range(walk.getResults().take_back(numVariables), [](Value v) { return v; }));
}

//===----------------------------------------------------------------------===//
// The reverse
//===----------------------------------------------------------------------===//

LogicalResult LoopReverse::build(ArrayRef<Value> cotangents, ArrayRef<unsigned> variables,
                                 ArrayRef<Value> captured) {
  count();
  auto getReverse = [&](ArrayRef<Operation *> ops, ArrayRef<Value> outputs, ArrayRef<Value> seeds,
                        ArrayRef<Value> state) {
    SmallVector<Value> inputs;
    for (unsigned variable : variables)
      inputs.push_back(state[variable]);
    llvm::append_range(inputs, captured);
    return context.reverse(ops, outputs, seeds, inputs);
  };

  // What the condition makes of the last variables.
  IRMapping mapping;
  for (auto [argument, value] : llvm::zip(before->getArguments(), finalState))
    mapping.map(argument, value);
  SmallVector<Operation *> ops = cloneOps(builder, before, mapping);
  ValueRange passed = cast<scf::ConditionOp>(before->getTerminator()).getArgs().take_front(numForwarded);
  auto last = getReverse(ops, mapValues(passed, mapping), cotangents, finalState);
  if (failed(last))
    return failure();

  SmallVector<Value> stacks;
  for (Value value : initialState)
    stacks.push_back(makeStack(value));
  SmallVector<Value> vars = {builder.sub(rounds, builder.integer(1)), builder.integer(0),
                             makeStack(builder.integer(0))};
  llvm::append_range(vars, stacks);
  for (auto [i, part] : llvm::enumerate(*last)) {
    Value like = i < variables.size() ? finalState[variables[i]] : captured[i - variables.size()];
    vars.push_back(part ? part : builder.zerosLike(like));
  }
  unsigned numGradients = last->size();

  auto reversed = startWhile(vars);
  OpBuilder::InsertionGuard guard(builder);
  Block *check = reversed.getBeforeBody(), *step = reversed.getAfterBody();
  builder.setInsertionPointToEnd(check);
  Value isInside = builder.compare(CmpPredicate::Ge, check->getArgument(0), builder.integer(0));
  scf::ConditionOp::create(builder, extract(isInside), check->getArguments());

  builder.setInsertionPointToEnd(step);
  ValueRange args = step->getArguments();
  Value round = args[0], top = args[1], indices = args[2];
  for (unsigned i = 0; i < numVariables; ++i)
    stacks[i] = args[3 + i];
  SmallVector<Value> state = advance(round, top, indices, stacks);
  Value isSpent = builder.compare(CmpPredicate::Eq, load(indices, top, getI64()), round);
  top = choose(isSpent, builder.sub(top, builder.integer(1)), top);
  SmallVector<Operation *> roundOps;
  SmallVector<Value> next = cloneRound(state, roundOps), outputs, seeds;
  ValueRange incoming = args.take_back(numGradients);
  for (auto [i, variable] : llvm::enumerate(variables)) {
    outputs.push_back(next[variable]);
    seeds.push_back(incoming[i]);
  }
  auto parts = getReverse(roundOps, outputs, seeds, state);
  if (failed(parts))
    return failure();
  SmallVector<Value> yielded = {builder.sub(round, builder.integer(1)), top, indices};
  llvm::append_range(yielded, stacks);
  for (auto [i, part] : llvm::enumerate(*parts)) {
    if (i < variables.size())
      yielded.push_back(part ? part : builder.zerosLike(incoming[i]));
    else
      yielded.push_back(part ? builder.add(incoming[i], part) : Value(incoming[i]));
  }
  scf::YieldOp::create(builder, yielded);
  llvm::append_range(gradients, reversed.getResults().take_back(numGradients));
  return success();
}

struct WhileModel : DifferentiableOpInterface::ExternalModel<WhileModel, scf::WhileOp> {
  void getInputs(Operation *op, SmallVectorImpl<Value> &inputs) const { appendRegionInputs(op, inputs); }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    auto loop = cast<scf::WhileOp>(op);
    for (Value init : loop.getInits())
      if (!isTensor(toTensorType(init.getType()))) {
        emitRefusal(op, "E4101", "unsupported operation for autodiff: a loop that carries a value of another kind");
        return failure();
      }
    SmallVector<Value> inputs, captured;
    getInputs(op, inputs);
    SmallVector<unsigned> variables, positions;
    unsigned numInits = loop.getInits().size();
    // A variable that begins as a constant may become active in the loop.
    for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments()))
      if (isDifferentiable(argument.getType()) && context.isActive(argument)) {
        variables.push_back(i);
        positions.push_back(i);
      }
    for (unsigned position : active.set_bits())
      if (position >= numInits) {
        captured.push_back(inputs[position]);
        positions.push_back(position);
      }
    LoopReverse reverse(loop, context);
    if (failed(reverse.build(cotangents, variables, captured)))
      return failure();
    for (auto [position, gradient] : llvm::zip_equal(positions, reverse.gradients))
      contributions[position] = gradient;
    return success();
  }

  static Type toTensorType(Type type) { return isa<RankedTensorType>(type) ? type : getScalarTypeOrNull(type); }
  static Type getScalarTypeOrNull(Type type) {
    return type.isInteger(1) ? Type(getScalarType(type)) : type;
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value>) const {
    DerivativeBuilder &builder = context.builder;
    auto loop = cast<scf::WhileOp>(op);
    SmallVector<unsigned> variables, forwarded;
    SmallVector<Value> inits(loop.getInits());
    SmallVector<Type> types(op->getResultTypes());
    for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments()))
      if (context.isActive(argument)) {
        variables.push_back(i);
        inits.push_back(tangents[i] ? tangents[i] : builder.zerosLike(argument));
      }
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      // What nothing behind the loop needs may be what the next round is made of.
      if (context.isActive(result) || context.isActive(loop.getAfterArguments()[i])) {
        forwarded.push_back(i);
        types.push_back(result.getType());
      }
    auto pushed = scf::WhileOp::create(builder, types, inits);
    pushed.getBefore().takeBody(loop.getBefore());
    pushed.getAfter().takeBody(loop.getAfter());
    auto pushBlock = [&](Block *block, ArrayRef<unsigned> arguments, unsigned first,
                         ArrayRef<unsigned> operands) -> LogicalResult {
      OpBuilder::InsertionGuard guard(builder);
      for (unsigned position : arguments) {
        Value argument = block->getArgument(position);
        context.setTangent(argument, block->addArgument(argument.getType(), builder.getLoc()));
      }
      if (failed(context.pushForward(block)))
        return failure();
      builder.setInsertionPoint(block->getTerminator());
      appendTangents(context, block->getTerminator(), first, operands);
      return success();
    };
    if (failed(pushBlock(pushed.getBeforeBody(), variables, 1, forwarded)) ||
        failed(pushBlock(pushed.getAfterBody(), forwarded, 0, variables)))
      return failure();
    unsigned numResults = op->getNumResults();
    for (auto [i, position] : llvm::enumerate(forwarded))
      context.setTangent(pushed.getResult(position), pushed.getResult(numResults + i));
    op->replaceAllUsesWith(pushed.getResults().take_front(numResults));
    op->erase();
    return success();
  }
};

} // namespace

void autodiff::attachLoopModels(MLIRContext *context) { scf::WhileOp::attachInterface<WhileModel>(*context); }
