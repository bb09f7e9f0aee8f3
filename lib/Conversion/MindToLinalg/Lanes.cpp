//===- Lanes.cpp - sums of 16 lanes, blocks and a tree --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mind;

using Values = KernelBuilder::Values;

namespace {
constexpr int64_t kBlock = 1024;
constexpr int64_t kLanes = 16;
/// Of a reduction that has no order.
constexpr int64_t kManyLanes = 64;
/// Bits of the counter of blocks: more than memory can hold.
constexpr int64_t kLevels = 48;
/// Bytes of a run of results: a cache line. On AVX2 half of the lanes of a sum are
/// spilled, which costs less than to pass over the rows twice.
constexpr int64_t kRunBytes = 64;
} // namespace

//===----------------------------------------------------------------------===//
// The tree over blocks
//===----------------------------------------------------------------------===//

/// Gives the sum of the elements [lower, upper), at most a block.
using BlockSum = function_ref<Value(Value lower, Value upper)>;

/// Whether a sum of `count` elements needs the counter.
static bool hasTree(Value count) {
  std::optional<int64_t> known = getConstantIntValue(count);
  return !known || *known > kBlock;
}

/// The partial sums, one run of `width` for each bit.
static Value emitCounter(KernelBuilder &b, Type element, int64_t width) {
  Values extents = {b.index(kLevels)};
  if (width > 1)
    extents.push_back(b.index(width));
  Value zero = b.zeros(element, 1), init = b.empty(extents, element);
  return linalg::FillOp::create(b, b.getLoc(), zero, init).getResult(0);
}

static Value readLevel(KernelBuilder &b, Value counter, Value level, int64_t width) {
  return width == 1 ? b.read(counter, level, 1, true) : b.read(counter, {level, b.index(0)}, width, true);
}

static Value writeLevel(KernelBuilder &b, Value run, Value counter, Value level, int64_t width) {
  return width == 1 ? b.write(run, counter, level, true) : b.write(run, counter, {level, b.index(0)}, true);
}

static Value emitBit(KernelBuilder &b, Value number) {
  Value bit = arith::AndIOp::create(b, number, b.index(1));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit, b.index(0));
}

/// Adds the sum of block `block` to the counter.
static Value emitCarry(KernelBuilder &b, Value counter, Value block, Value sum, int64_t width) {
  Type types[] = {b.getIndexType(), b.getIndexType(), sum.getType()};
  auto loop = scf::WhileOp::create(
      b, b.getLoc(), types, ValueRange{b.index(0), block, sum},
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        KernelBuilder inner(loc, nested);
        scf::ConditionOp::create(nested, loc, emitBit(inner, state[1]), state);
      },
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        KernelBuilder inner(loc, nested);
        Value merged = inner.plus(readLevel(inner, counter, state[0], width), state[2]);
        Value rest = arith::ShRUIOp::create(inner, state[1], inner.index(1));
        scf::YieldOp::create(inner, ValueRange{inner.add(state[0], 1), rest, merged});
      });
  return writeLevel(b, loop.getResult(2), counter, loop.getResult(0), width);
}

/// Merges what remains of `blocks` (> 0) blocks, the smallest first.
static Value emitRemains(KernelBuilder &b, Value counter, Value blocks, Value zero, int64_t width) {
  Type types[] = {b.getIndexType(), b.getIndexType(), b.getI1Type(), zero.getType()};
  Value none = arith::ConstantOp::create(b, b.getBoolAttr(false));
  auto loop = scf::WhileOp::create(
      b, b.getLoc(), types, ValueRange{b.index(0), blocks, none, zero},
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        KernelBuilder inner(loc, nested);
        Value more = arith::CmpIOp::create(inner, arith::CmpIPredicate::ne, state[1], inner.index(0));
        scf::ConditionOp::create(nested, loc, more, state);
      },
      [&](OpBuilder &nested, Location loc, ValueRange state) {
        KernelBuilder inner(loc, nested);
        Value isSet = emitBit(inner, state[1]);
        Value partial = readLevel(inner, counter, state[0], width);
        Value merged = arith::SelectOp::create(inner, state[2], inner.plus(partial, state[3]), partial);
        Value sum = arith::SelectOp::create(inner, isSet, merged, state[3]);
        Value hasSum = arith::OrIOp::create(inner, state[2], isSet);
        Value rest = arith::ShRUIOp::create(inner, state[1], inner.index(1));
        scf::YieldOp::create(inner, ValueRange{inner.add(state[0], 1), rest, hasSum, sum});
      });
  return loop.getResult(3);
}

/// The sum of `count` elements. `counter`, null if hasTree says no, is used up.
static Value emitBlocks(KernelBuilder &b, Value count, Value &counter, Value zero, BlockSum blockSum) {
  if (!counter)
    return blockSum(b.index(0), count);
  auto type = dyn_cast<VectorType>(zero.getType());
  int64_t width = type ? type.getDimSize(0) : 1;
  // Of no elements there is one block, whose sum is +0.
  Value needed = b.ceilDiv(count, kBlock);
  Value blocks = b.max(needed, b.index(1));
  counter = b.loop(b.index(0), blocks, 1, counter, [&](Value block, ValueRange carried) -> Values {
    Value lower = b.mul(block, kBlock), upper = b.add(lower, kBlock);
    std::optional<int64_t> known = getConstantIntValue(count);
    if (!known || *known % kBlock != 0)
      upper = b.min(upper, count);
    return {emitCarry(b, carried[0], block, blockSum(lower, upper), width)};
  })[0];
  return emitRemains(b, counter, blocks, zero, width);
}

/// Where the whole rounds of lanes in [lower, upper) end.
static Value getRoundsEnd(KernelBuilder &b, Value lower, Value upper, int64_t lanes = kLanes) {
  return b.add(lower, b.roundDown(b.sub(upper, lower), lanes));
}

//===----------------------------------------------------------------------===//
// Lanes that are elements of a vector
//===----------------------------------------------------------------------===//

/// Folds a vector of a power of two in halves.
static Value foldVector(KernelBuilder &b, Value lanes, function_ref<Value(Value, Value)> combine) {
  for (int64_t half = cast<VectorType>(lanes.getType()).getDimSize(0) / 2; half >= 1; half /= 2) {
    Value low = vector::ExtractStridedSliceOp::create(b, lanes, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{half},
                                                      ArrayRef<int64_t>{1});
    Value high = vector::ExtractStridedSliceOp::create(b, lanes, ArrayRef<int64_t>{half}, ArrayRef<int64_t>{half},
                                                       ArrayRef<int64_t>{1});
    lanes = combine(low, high);
  }
  return vector::ExtractOp::create(b, lanes, ArrayRef<int64_t>{0});
}

/// Runs `step` over the rounds of [lower, upper), as many at a time as `start` has
/// lanes, and folds the lanes. The last round, of `left` elements, is not full.
static Value emitVectorLanes(KernelBuilder &b, Value lower, Value upper, Value start,
                             function_ref<Value(Value position, bool isFull, Value left, Value lanes)> step,
                             function_ref<Value(Value, Value)> combine) {
  int64_t numLanes = cast<VectorType>(start.getType()).getDimSize(0);
  Value end = getRoundsEnd(b, lower, upper, numLanes);
  Values lanes = b.loop(lower, end, numLanes, start, [&](Value position, ValueRange carried) -> Values {
    return {step(position, true, Value(), carried[0])};
  });
  lanes = b.loop(end, upper, numLanes, lanes, [&](Value position, ValueRange carried) -> Values {
    return {step(position, false, b.sub(upper, position), carried[0])};
  });
  return foldVector(b, lanes[0], combine);
}

Value mind::emitInnerProduct(KernelBuilder &b, Value lhs, Value rhs) {
  Type element = getElementTypeOrSelf(lhs.getType());
  Value count = b.size(lhs, 0);
  Value counter = hasTree(count) ? emitCounter(b, element, 1) : Value();
  auto plus = [&](Value low, Value high) { return b.plus(low, high); };
  // A lane may be -0 here, so that what has no element is not added to it.
  auto step = [&](Value position, bool isFull, Value left, Value lanes) -> Value {
    Value factor = b.read(lhs, position, kLanes, isFull), other = b.read(rhs, position, kLanes, isFull);
    Value next = b.fma(factor, other, lanes);
    if (isFull)
      return next;
    auto maskType = VectorType::get(kLanes, b.getI1Type());
    Value mask = vector::CreateMaskOp::create(b, maskType, ValueRange{left});
    return arith::SelectOp::create(b, mask, next, lanes);
  };
  return emitBlocks(b, count, counter, b.zeros(element, 1), [&](Value lower, Value upper) {
    return emitVectorLanes(b, lower, upper, b.zeros(element, kLanes), step, plus);
  });
}

//===----------------------------------------------------------------------===//
// Lanes that are runs of results
//===----------------------------------------------------------------------===//

/// The sums of a run of results over the rows [lower, upper).
static Value emitRowLanes(KernelBuilder &b, Value lower, Value upper, Value zero,
                          function_ref<Value(Value row)> rowAt) {
  Value end = getRoundsEnd(b, lower, upper);
  Values lanes = b.loop(lower, end, kLanes, Values(kLanes, zero), [&](Value row, ValueRange carried) {
    Values next;
    for (int64_t j = 0; j < kLanes; ++j)
      next.push_back(b.plus(carried[j], rowAt(b.add(row, j))));
    return next;
  });
  std::optional<int64_t> left = getConstantIntValue(b.sub(upper, end));
  for (int64_t j = 0; j + 1 < kLanes; ++j) {
    if (left && j >= *left)
      break;
    Value row = b.add(end, j);
    if (left) {
      lanes[j] = b.plus(lanes[j], rowAt(row));
      continue;
    }
    // One round or none: the loop is a branch.
    lanes[j] = b.loop(row, b.min(upper, b.add(row, 1)), 1, lanes[j],
                      [&](Value row, ValueRange carried) -> Values { return {b.plus(carried[0], rowAt(row))}; })[0];
  }
  // Lanes of nothing are +0, which changes no other lane.
  for (int64_t half = kLanes / 2; half >= 1; half /= 2)
    for (int64_t j = 0; j < half; ++j)
      if (lanes[j + half] != zero)
        lanes[j] = b.plus(lanes[j], lanes[j + half]);
  return lanes[0];
}

//===----------------------------------------------------------------------===//
// Over all results
//===----------------------------------------------------------------------===//

static int64_t chooseRun(Type element, Value extent) {
  int64_t width = std::max<int64_t>(1, kRunBytes * 8 / element.getIntOrFloatBitWidth());
  if (std::optional<int64_t> known = getConstantIntValue(extent))
    width = std::min<int64_t>(width, llvm::PowerOf2Ceil(std::max<int64_t>(*known, 1)));
  return width;
}

namespace {
/// Where a result, or a run of them, comes from.
struct Place {
  Value outer;
  /// Null if the lanes are neighbours.
  Value inner;
  int64_t width;
  bool isFull;

  Values getIndices(Value reduced) const {
    Values indices;
    for (Value index : {outer, reduced, inner})
      if (index)
        indices.push_back(index);
    return indices;
  }
};
} // namespace

/// Calls `body` for each place, with the carried value (null if there is none), and
/// collects the results.
static Value emitPlaces(KernelBuilder &b, const ReductionView &view, int64_t width, Value carried,
                        function_ref<Value(const Place &, Value &carried)> body) {
  Type element = getElementTypeOrSelf(view.tensor.getType());
  if (!view.hasOuter && !view.hasInner)
    return body({{}, {}, 1, true}, carried);

  Values extents;
  if (view.hasOuter)
    extents.push_back(b.size(view.tensor, 0));
  Values outer = extents;
  Value inner = view.hasInner ? b.size(view.tensor, view.getReducedDim() + 1) : Value();
  if (inner)
    extents.push_back(inner);
  Values inits = {b.empty(extents, element)};
  if (carried)
    inits.push_back(carried);

  auto emit = [&](Place place, ValueRange values) -> Values {
    Value state = carried ? values[1] : Value();
    Value run = body(place, state);
    Values next = {b.write(run, values[0], place.getIndices({}), place.isFull)};
    if (carried)
      next.push_back(state);
    return next;
  };
  return b.nest(outer, inits, [&](ValueRange ivs, ValueRange values) -> Values {
    Value row = view.hasOuter ? ivs[0] : Value();
    if (!inner)
      return emit({row, {}, 1, true}, values);
    Value full = b.roundDown(inner, width);
    Values next = b.loop(b.index(0), full, width, values, [&](Value column, ValueRange values) {
      return emit({row, column, width, true}, values);
    });
    return b.loop(full, inner, width, next, [&](Value column, ValueRange values) {
      return emit({row, column, width, false}, values);
    });
  })[0];
}

Value mind::emitSum(KernelBuilder &b, const ReductionView &view, Finish finish) {
  Type element = getElementTypeOrSelf(view.tensor.getType());
  Value count = b.size(view.tensor, view.getReducedDim());
  int64_t width = 1;
  if (view.hasInner)
    width = chooseRun(element, b.size(view.tensor, view.getReducedDim() + 1));
  Value counter = hasTree(count) ? emitCounter(b, element, width) : Value();
  Value zero = b.zeros(element, width);
  auto plus = [&](Value low, Value high) { return b.plus(low, high); };

  return emitPlaces(b, view, width, counter, [&](const Place &place, Value &counter) {
    // A lane is never -0, so that the zeros beyond the end change nothing.
    auto step = [&](Value position, bool isFull, Value left, Value lanes) {
      return b.plus(lanes, b.read(view.tensor, place.getIndices(position), kLanes, isFull));
    };
    auto rowAt = [&](Value row) { return b.read(view.tensor, place.getIndices(row), place.width, place.isFull); };
    return finish(emitBlocks(b, count, counter, zero, [&](Value lower, Value upper) {
      return view.hasInner ? emitRowLanes(b, lower, upper, zero, rowAt)
                           : emitVectorLanes(b, lower, upper, b.zeros(element, kLanes), step, plus);
    }));
  });
}

Value mind::emitGreatest(KernelBuilder &b, const ReductionView &view, Value lowest,
                         function_ref<Value(Value, Value)> greater) {
  Type element = lowest.getType();
  Value count = b.size(view.tensor, view.getReducedDim()), first = b.index(0);
  int64_t width = 1;
  if (view.hasInner)
    width = chooseRun(element, b.size(view.tensor, view.getReducedDim() + 1));
  // In no order, so that there may be more lanes: a step takes many cycles.
  int64_t lanes = getConstantIntValue(count).value_or(0) >= kManyLanes ? kManyLanes : kLanes;
  return emitPlaces(b, view, width, {}, [&](const Place &place, Value &) {
    auto step = [&](Value position, bool isFull, Value left, Value greatest) {
      return greater(greatest, b.read(view.tensor, place.getIndices(position), lanes, isFull, lowest));
    };
    if (!view.hasInner)
      return emitVectorLanes(b, first, count, b.broadcast(lowest, lanes), step, greater);
    return b.loop(first, count, 1, b.broadcast(lowest, width), [&](Value row, ValueRange carried) -> Values {
      return {greater(carried[0], b.read(view.tensor, place.getIndices(row), width, place.isFull))};
    })[0];
  });
}
