//===- Loops.cpp - loops over shapes --------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"

using namespace llvm;
using namespace mind;
using namespace mind::interpreter;

int64_t interpreter::getNumElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Shape interpreter::getStrides(ArrayRef<int64_t> shape) {
  Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    strides[axis] = stride;
  return strides;
}

std::optional<Shape> interpreter::broadcastShapes(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  Shape result(a.begin(), a.end());
  size_t lead = a.size() - b.size();
  for (size_t i = 0; i < b.size(); ++i) {
    int64_t &extent = result[lead + i];
    if (extent == b[i] || b[i] == 1)
      continue;
    if (extent != 1)
      return std::nullopt;
    extent = b[i];
  }
  return result;
}

Shape interpreter::getBroadcastStrides(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  Shape strides = getStrides(from);
  for (size_t axis = 0; axis < from.size(); ++axis)
    if (from[axis] == 1)
      strides[axis] = 0;
  strides.insert(strides.begin(), to.size() - from.size(), 0);
  return strides;
}

void interpreter::forEachRow(ArrayRef<int64_t> shape, ArrayRef<Shape> strides,
                             function_ref<void(ArrayRef<int64_t> offsets)> row) {
  if (getNumElements(shape) == 0)
    return;
  SmallVector<int64_t, 3> offsets(strides.size(), 0);
  if (shape.size() < 2)
    return row(offsets);
  SmallVector<int64_t, 6> position(shape.size() - 1, 0);
  while (true) {
    row(offsets);
    size_t axis = position.size();
    while (true) {
      if (axis-- == 0)
        return;
      for (auto [offset, stride] : zip_equal(offsets, strides))
        offset += stride[axis];
      if (++position[axis] < shape[axis])
        break;
      for (auto [offset, stride] : zip_equal(offsets, strides))
        offset -= stride[axis] * shape[axis];
      position[axis] = 0;
    }
  }
}

void interpreter::flattenIfPossible(Shape &shape, MutableArrayRef<Shape> strides) {
  Shape dense = getStrides(shape);
  for (const Shape &stride : strides) {
    bool isDense = true, isRepeated = true;
    for (auto [extent, own, full] : zip_equal(shape, stride, dense)) {
      isDense &= own == full || extent == 1;
      isRepeated &= own == 0 || extent == 1;
    }
    if (!isDense && !isRepeated)
      return;
  }
  for (Shape &stride : strides) {
    // An axis of extent 1 has any stride; one that is longer tells which it is.
    bool isRepeated = true;
    for (auto [extent, own] : zip_equal(shape, stride))
      isRepeated &= own == 0 || extent == 1;
    stride = {isRepeated ? 0 : 1};
  }
  shape = {getNumElements(shape)};
}
