//===- Movement.cpp - ops that only move elements -------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

/// Row-major elements, read with `strides` from `first` on.
static bool runStrided(Step &step, const rt::Tensor &from, int64_t first, Shape shape, Shape strides) {
  rt::Tensor *result = step.allocate(from.dtype(), shape);
  if (!result)
    return false;
  int64_t size = getByteSize(from.dtype());
  const auto *base = static_cast<const char *>(from.rawData()) + first * size;
  auto *to = static_cast<char *>(result->mutableRawData());
  int64_t count = shape.empty() ? 1 : shape.back(), stride = strides.empty() ? 0 : strides.back();
  forEachRow(shape, strides, [&](ArrayRef<int64_t> offsets) {
    for (int64_t i = 0; i < count; ++i, to += size)
      std::memcpy(to, base + (offsets[0] + i * stride) * size, size);
  });
  return true;
}

//===----------------------------------------------------------------------===//
// The same elements in the same order
//===----------------------------------------------------------------------===//

static bool runReshape(Step &step) {
  Shape shape;
  if (!step.resolveShape(step.getResultType(), shape, step.operand(0).numElements()))
    return false;
  rt::Tensor input = step.takeOperand(0);
  if (rt::countElements(input.dtype(), shape) != input.numElements())
    return step.fail(rt::fault::kArgument, "a tensor of shape " + rt::formatShape(input.shape()) + " is reshaped to " +
                                               rt::formatShape(shape));
  return step.setResult(input.withShape(std::move(shape)));
}

static bool runExpandDims(Step &step) {
  rt::Tensor input = step.takeOperand(0);
  Shape shape = input.shape();
  shape.insert(shape.begin() + step.getOp<ExpandDimsOp>().getAxis(), 1);
  return step.setResult(input.withShape(std::move(shape)));
}

/// Which dims are 1 is settled by the type, not by what a named dim is now.
static bool runSqueeze(Step &step) {
  auto op = step.getOp<SqueezeOp>();
  rt::Tensor input = step.takeOperand(0);
  ArrayRef<int64_t> axes = op.getAxes();
  ArrayRef<int64_t> declared = cast<RankedTensorType>(op.getInput().getType()).getShape();
  Shape shape;
  for (auto [axis, extent] : llvm::enumerate(input.shape()))
    if (axes.empty() ? declared[axis] != 1 : !llvm::is_contained(axes, int64_t(axis)))
      shape.push_back(extent);
  return step.setResult(input.withShape(std::move(shape)));
}

//===----------------------------------------------------------------------===//
// Another order, or repetition
//===----------------------------------------------------------------------===//

static bool runTranspose(Step &step) {
  const rt::Tensor &input = step.operand(0);
  Shape own = getStrides(input.shape()), shape, strides;
  for (int64_t axis : step.getOp<TransposeOp>().getPerm()) {
    shape.push_back(input.shape()[axis]);
    strides.push_back(own[axis]);
  }
  return runStrided(step, input, 0, std::move(shape), std::move(strides));
}

static bool runBroadcastTo(Step &step) {
  const rt::Tensor &input = step.operand(0);
  Shape shape;
  if (!step.resolveShape(step.getResultType(), shape))
    return false;
  std::optional<Shape> both = broadcastShapes(input.shape(), shape);
  if (!both || *both != shape)
    return step.fail(rt::fault::kArgument, "a tensor of shape " + rt::formatShape(input.shape()) +
                                               " does not broadcast to " + rt::formatShape(shape));
  Shape strides = getBroadcastStrides(input.shape(), shape);
  return runStrided(step, input, 0, std::move(shape), std::move(strides));
}

//===----------------------------------------------------------------------===//
// Parts at positions that are written in the program
//===----------------------------------------------------------------------===//

static bool runIndex(Step &step) {
  auto op = step.getOp<IndexOp>();
  const rt::Tensor &input = step.operand(0);
  Shape own = getStrides(input.shape()), shape, strides;
  int64_t first = 0;
  for (auto [axis, index] : llvm::zip_equal(op.getAxes(), op.getIndices())) {
    if (index < 0 || index >= input.shape()[axis])
      return step.fail(rt::makeIndexFault(index, input.shape()[axis]));
    first += index * own[axis];
  }
  for (int64_t axis = 0; axis < input.rank(); ++axis) {
    if (llvm::is_contained(op.getAxes(), axis))
      continue;
    shape.push_back(input.shape()[axis]);
    strides.push_back(own[axis]);
  }
  return runStrided(step, input, first, std::move(shape), std::move(strides));
}

/// On a dim whose extent the type has, the numbers are normalised; else they are
/// those of the source, and become so now.
static bool runSlice(Step &step) {
  auto op = step.getOp<SliceOp>();
  const rt::Tensor &input = step.operand(0);
  auto type = cast<RankedTensorType>(op.getInput().getType());
  Shape shape = input.shape(), strides = getStrides(shape);
  int64_t first = 0;
  for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
    int64_t extent = shape[axis];
    shape::SliceBounds bounds{op.getStarts()[i], op.getEnds()[i], op.getStrides()[i]};
    if (type.isDynamicDim(axis)) {
      auto normal = shape::normalizeSlice(extent, bounds.start, bounds.end, bounds.stride);
      if (!normal)
        return step.fail(rt::fault::kIndex, normal.error().message);
      bounds = *normal;
    } else if (bounds.end == shape::kOpenEnd) {
      bounds.end = bounds.stride > 0 ? extent : -1;
    }
    int64_t distance = bounds.stride > 0 ? bounds.end - bounds.start : bounds.start - bounds.end;
    int64_t pace = bounds.stride > 0 ? bounds.stride : -bounds.stride;
    shape[axis] = distance <= 0 ? 0 : (distance - 1) / pace + 1;
    if (shape[axis] != 0)
      first += bounds.start * strides[axis];
    // A single element is not left, so that a long stride cannot overflow.
    strides[axis] = shape[axis] <= 1 ? 0 : strides[axis] * bounds.stride;
  }
  return runStrided(step, input, first, std::move(shape), std::move(strides));
}

void interpreter::addMovementKernels(KernelTable &table) {
  table[ReshapeOp::getOperationName()] = runReshape;
  table[ExpandDimsOp::getOperationName()] = runExpandDims;
  table[SqueezeOp::getOperationName()] = runSqueeze;
  table[TransposeOp::getOperationName()] = runTranspose;
  table[BroadcastToOp::getOperationName()] = runBroadcastTo;
  table[IndexOp::getOperationName()] = runIndex;
  table[SliceOp::getOperationName()] = runSlice;
}
