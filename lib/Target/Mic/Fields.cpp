//===- Fields.cpp - attributes of ops from their fields -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fields.h"

#include "llvm/ADT/Sequence.h"

using namespace mind;
using namespace mind::mic;

Axes mic::readAxes(FieldCursor &cursor, int64_t rank) {
  Axes result;
  bool isNormal = true;
  for (uint64_t count = cursor.uleb(); count; --count) {
    int64_t axis = cursor.zigzag();
    isNormal &= axis >= 0;
    result.written.push_back(axis);
    result.axes.push_back(axis < 0 ? axis + rank : axis);
    result.areValid &= axis >= -rank && axis < rank;
  }
  if (isNormal)
    result.written.clear();
  return result;
}

llvm::SmallVector<int64_t, 4> mic::getPermutation(const Axes &axes, int64_t rank) {
  if (!axes.axes.empty())
    return axes.axes;
  return llvm::to_vector<4>(llvm::reverse(llvm::seq<int64_t>(0, rank)));
}

std::optional<int64_t> mic::normalizeNewAxis(int64_t axis, int64_t rank) {
  if (axis < -rank - 1 || axis > rank)
    return std::nullopt;
  return axis < 0 ? axis + rank + 1 : axis;
}

IndexFields mic::readIndexFields(FieldCursor &cursor) {
  IndexFields result;
  for (uint64_t count = cursor.uleb(); count; --count) {
    result.axes.push_back(cursor.zigzag());
    result.indices.push_back(cursor.zigzag());
  }
  return result;
}

SliceFields mic::readSliceFields(FieldCursor &cursor) {
  SliceFields result;
  for (uint64_t count = cursor.uleb(); count; --count) {
    result.axes.push_back(cursor.zigzag());
    result.starts.push_back(cursor.zigzag());
    if (cursor.byte()) {
      result.ends.push_back(cursor.zigzag());
      // The number by which an op says that the end is open.
      result.areValid &= result.ends.back() != shape::kOpenEnd;
    } else {
      result.ends.push_back(shape::kOpenEnd);
    }
    result.strides.push_back(cursor.zigzag());
  }
  return result;
}

bool mic::countFromFront(llvm::MutableArrayRef<int64_t> axes, int64_t rank) {
  bool hasChanged = false;
  for (int64_t &axis : axes)
    if (axis < 0) {
      axis += rank;
      hasChanged = true;
    }
  return hasChanged;
}

ConvolutionFields mic::readConvolutionFields(FieldCursor &cursor, bool isGradient) {
  ConvolutionFields result;
  auto number = [&] {
    uint64_t value = cursor.uleb();
    result.areValid &= value <= INT64_MAX;
    return int64_t(value);
  };
  for (unsigned i = 0; isGradient && i < 4; ++i)
    result.dims.push_back(shape::Dim(number()));
  result.strides = {number(), number()};
  result.padding = cursor.byte() ? shape::Padding::Same : shape::Padding::Valid;
  return result;
}
