//===- Sums.h - the one order of a sum --------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MIND_LIB_INTERPRETER_SUMS_H
#define MIND_LIB_INTERPRETER_SUMS_H

#include "Numbers.h"

#include "llvm/ADT/SmallVector.h"

namespace mind::interpreter {

/// N15: blocks of 1024 elements; in a block 16 lanes, each from +0, whose sums
/// fold in halves; the sums of the blocks in the tree that a binary counter makes.
/// `step(i, lane)` gives the lane with element i added. Wrapping integers take the
/// same way, on which their order does not matter (N18).
template <DType dtype, typename LaneStep>
Accumulator<dtype> sumInBlocks(int64_t count, LaneStep step) {
  using Value = Accumulator<dtype>;
  auto plus = [](Value a, Value b) {
    if constexpr (isFloat(dtype))
      return a + b;
    else
      return wrapAdd(a, b);
  };
  constexpr int64_t kBlock = 1024, kLanes = 16;

  // Sums of 1, 2, 4, ... blocks, the largest first.
  struct Partial {
    Value sum;
    int64_t numBlocks;
  };
  llvm::SmallVector<Partial, 40> partials;
  for (int64_t begin = 0; begin < count; begin += kBlock) {
    int64_t end = std::min(begin + kBlock, count);
    Value lanes[kLanes] = {};
    for (int64_t i = begin; i < end; ++i)
      lanes[i % kLanes] = step(i, lanes[i % kLanes]);
    for (int64_t half = kLanes / 2; half > 0; half /= 2)
      for (int64_t j = 0; j < half; ++j)
        lanes[j] = plus(lanes[j], lanes[j + half]);

    Partial last{lanes[0], 1};
    while (!partials.empty() && partials.back().numBlocks == last.numBlocks) {
      last = {plus(partials.back().sum, last.sum), 2 * last.numBlocks};
      partials.pop_back();
    }
    partials.push_back(last);
  }
  if (partials.empty())
    return Value(0);
  Value sum = partials.pop_back_val().sum;
  while (!partials.empty())
    sum = plus(partials.pop_back_val().sum, sum);
  return sum;
}

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_SUMS_H
