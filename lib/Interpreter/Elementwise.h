//===- Elementwise.h - one function for all elements ------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MIND_LIB_INTERPRETER_ELEMENTWISE_H
#define MIND_LIB_INTERPRETER_ELEMENTWISE_H

#include "Loops.h"
#include "Numbers.h"

namespace mind::interpreter {

/// The only result is `function(a)` of each element of operand 0. Numbers of `in`
/// become numbers of `out`.
template <DType in, DType out, typename Function>
bool mapElements(Step &step, Function function) {
  const rt::Tensor &input = step.operand(0);
  rt::Tensor *result = step.allocate(out, input.shape());
  if (!result)
    return false;
  const auto *from = input.data<Element<in>>();
  auto *to = result->mutableData<Element<out>>();
  for (int64_t i = 0, e = input.numElements(); i < e; ++i)
    to[i] = store<out>(function(load<in>(from[i])));
  return true;
}

/// The only result is `function(a, b)` of operands 0 and 1, broadcast (N6).
template <DType in, DType out, typename Function>
bool zipElements(Step &step, Function function) {
  const rt::Tensor &lhs = step.operand(0), &rhs = step.operand(1);
  // Scalars are the counters and flags of loops.
  if (lhs.rank() == 0 && rhs.rank() == 0) {
    rt::Tensor *result = step.allocate(out, {});
    if (!result)
      return false;
    *result->mutableData<Element<out>>() =
        store<out>(function(load<in>(*lhs.data<Element<in>>()), load<in>(*rhs.data<Element<in>>())));
    return true;
  }
  std::optional<Shape> shape = broadcastShapes(lhs.shape(), rhs.shape());
  if (!shape)
    return step.fail(rt::fault::kArgument, "shapes " + rt::formatShape(lhs.shape()) + " and " +
                                               rt::formatShape(rhs.shape()) + " do not broadcast");
  rt::Tensor *result = step.allocate(out, *shape);
  if (!result)
    return false;
  const auto *a = lhs.data<Element<in>>(), *b = rhs.data<Element<in>>();
  auto *to = result->mutableData<Element<out>>();
  Shape strides[] = {getBroadcastStrides(lhs.shape(), *shape), getBroadcastStrides(rhs.shape(), *shape)};
  flattenIfPossible(*shape, strides);
  int64_t count = shape->back(), strideA = strides[0].back(), strideB = strides[1].back();
  forEachRow(*shape, strides, [&](llvm::ArrayRef<int64_t> offsets) {
    const auto *rowA = a + offsets[0], *rowB = b + offsets[1];
    for (int64_t i = 0; i < count; ++i)
      to[i] = store<out>(function(load<in>(rowA[i * strideA]), load<in>(rowB[i * strideB])));
    to += count;
  });
  return true;
}

/// Calls `action` with the dtype of operand 0, which is none but those that the
/// op's verifier lets pass.
template <typename Action>
bool dispatchFloat(DType dtype, Action action) {
  return dispatch(dtype, [&](auto tag) {
    if constexpr (isFloat(tag()))
      return action(tag);
    else
      return false;
  });
}
template <typename Action>
bool dispatchNumeric(DType dtype, Action action) {
  return dispatch(dtype, [&](auto tag) {
    if constexpr (tag() != DType::I1)
      return action(tag);
    else
      return false;
  });
}
template <typename Action>
bool dispatchWhole(DType dtype, Action action) {
  return dispatch(dtype, [&](auto tag) {
    if constexpr (!isFloat(tag()))
      return action(tag);
    else
      return false;
  });
}

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_ELEMENTWISE_H
