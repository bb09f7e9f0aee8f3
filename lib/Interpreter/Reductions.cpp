//===- Reductions.cpp - sums, means and greatest elements -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Sums.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

namespace {
/// Counts through a shape in row-major order, over and over.
class Odometer {
public:
  Odometer(Shape shape, Shape strides) : shape(std::move(shape)), strides(std::move(strides)) {
    position.assign(this->shape.size(), 0);
  }

  /// The offset of the position, which then moves on by one.
  int64_t next() {
    int64_t current = offset;
    for (size_t axis = shape.size(); axis-- > 0;) {
      offset += strides[axis];
      if (++position[axis] < shape[axis])
        break;
      offset -= strides[axis] * shape[axis];
      position[axis] = 0;
    }
    return current;
  }

private:
  Shape shape, strides;
  SmallVector<int64_t, 6> position;
  int64_t offset = 0;
};

/// The elements of a reduction: for each element of the result, in row-major
/// order, those it is made of, in row-major order of the reduced axes.
struct Reduction {
  Reduction(ArrayRef<int64_t> shape, ArrayRef<int64_t> axes, bool keepdims) {
    Shape strides = getStrides(shape);
    for (auto [axis, extent] : llvm::enumerate(shape)) {
      bool isReduced = axes.empty() || llvm::is_contained(axes, int64_t(axis));
      (isReduced ? reducedShape : keptShape).push_back(extent);
      (isReduced ? reducedStrides : keptStrides).push_back(strides[axis]);
      if (!isReduced || keepdims)
        resultShape.push_back(isReduced ? 1 : extent);
    }
    numReduced = getNumElements(reducedShape);
  }

  Shape reducedShape, reducedStrides, keptShape, keptStrides, resultShape;
  int64_t numReduced;
};

/// The elements that make up one element of the result.
template <DType dtype>
struct Group {
  const Element<dtype> *first;
  int64_t count;
  Odometer &odometer;

  /// The next one, in order.
  Number<dtype> next() { return load<dtype>(first[odometer.next()]); }
};
} // namespace

/// `reduce(group)` gives each element of the result; it takes all of the group.
template <DType dtype, DType out = dtype, typename Reduce>
static bool reduceAll(Step &step, ArrayRef<int64_t> axes, bool keepdims, Reduce reduce) {
  const rt::Tensor &input = step.operand(0);
  Reduction reduction(input.shape(), axes, keepdims);
  rt::Tensor *result = step.allocate(out, reduction.resultShape);
  if (!result)
    return false;
  auto *to = result->mutableData<Element<out>>();
  const auto *from = input.data<Element<dtype>>();
  Odometer kept(reduction.keptShape, reduction.keptStrides);
  Odometer reduced(reduction.reducedShape, reduction.reducedStrides);
  for (int64_t i = 0, e = result->numElements(); i < e; ++i)
    to[i] = reduce(Group<dtype>{from + kept.next(), reduction.numReduced, reduced});
  return true;
}

template <DType dtype>
static Accumulator<dtype> sumGroup(Group<dtype> group) {
  return sumInBlocks<dtype>(group.count, [&](int64_t, Accumulator<dtype> lane) -> Accumulator<dtype> {
    if constexpr (isFloat(dtype))
      return lane + group.next();
    else
      return wrapAdd(lane, Accumulator<dtype>(group.next()));
  });
}

/// The end of a sum: one rounding to storage (N15), q16 cut to its 32 bits (N18).
template <DType dtype>
static Element<dtype> finishSum(Accumulator<dtype> sum) {
  return store<dtype>(Number<dtype>(sum));
}

static bool runSum(Step &step) {
  auto op = step.getOp<SumOp>();
  // A sum over no axes keeps each element, -0 included.
  if (step.operand(0).rank() == 0)
    return step.setResult(step.takeOperand(0));
  return dispatchNumeric(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return reduceAll<dtype>(step, op.getAxes(), op.getKeepdims(),
                            [](Group<dtype> group) { return finishSum<dtype>(sumGroup(group)); });
  });
}

/// One division in the accumulator's type, n rounded to it (N16).
template <DType dtype>
static Element<dtype> getMean(Accumulator<dtype> sum, int64_t count) {
  if constexpr (dtype == DType::Q16)
    return int32_t(truncatingDiv(sum, count));
  else
    return store<dtype>(sum / Number<dtype>(count));
}

static bool runMean(Step &step) {
  auto op = step.getOp<MeanOp>();
  if (step.operand(0).rank() == 0)
    return step.setResult(step.takeOperand(0));
  return dispatch(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    if constexpr (!isFloat(dtype) && dtype != DType::Q16)
      return false;
    else
      return reduceAll<dtype>(step, op.getAxes(), op.getKeepdims(),
                              [](Group<dtype> group) { return getMean<dtype>(sumGroup(group), group.count); });
  });
}

/// -inf, or the lowest integer.
template <DType dtype>
static Number<dtype> getLowest() {
  if constexpr (isFloat(dtype))
    return -std::numeric_limits<Number<dtype>>::infinity();
  else
    return std::numeric_limits<Number<dtype>>::min();
}

static bool runReduceMax(Step &step) {
  auto op = step.getOp<ReduceMaxOp>();
  if (step.operand(0).rank() == 0)
    return step.setResult(step.takeOperand(0));
  return dispatchNumeric(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return reduceAll<dtype>(step, op.getAxes(), op.getKeepdims(), [](Group<dtype> group) {
      Number<dtype> greatest = getLowest<dtype>();
      for (int64_t i = 0; i < group.count; ++i)
        greatest = maximum(greatest, group.next());
      return store<dtype>(greatest);
    });
  });
}

/// The first of equal elements, where -0 equals +0; the first NaN wins (N9).
static bool runArgmax(Step &step) {
  auto op = step.getOp<ArgmaxOp>();
  return dispatchNumeric(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return reduceAll<dtype, DType::I64>(step, {int64_t(op.getAxis())}, op.getKeepdims(), [](Group<dtype> group) {
      int64_t best = 0;
      Number<dtype> greatest = getLowest<dtype>();
      for (int64_t i = 0; i < group.count; ++i) {
        Number<dtype> number = group.next();
        if (isNaN(greatest) || !(number > greatest || isNaN(number)))
          continue;
        greatest = number;
        best = i;
      }
      return best;
    });
  });
}

void interpreter::addReductionKernels(KernelTable &table) {
  table[SumOp::getOperationName()] = runSum;
  table[MeanOp::getOperationName()] = runMean;
  table[ReduceMaxOp::getOperationName()] = runReduceMax;
  table[ArgmaxOp::getOperationName()] = runArgmax;
}
