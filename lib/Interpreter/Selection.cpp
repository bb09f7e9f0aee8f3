//===- Selection.cpp - positions that are computed ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

static int64_t getInteger(const rt::Tensor &tensor, int64_t i) {
  return tensor.dtype() == DType::I32 ? int64_t(tensor.data<int32_t>()[i]) : tensor.data<int64_t>()[i];
}

/// Reads all positions; the first in row-major order that is outside is E6001.
static bool readPositions(Step &step, const rt::Tensor &indices, int64_t extent, std::vector<int64_t> &positions) {
  positions.resize(indices.numElements());
  for (auto [i, position] : llvm::enumerate(positions)) {
    position = getInteger(indices, i);
    if (position < 0 || position >= extent)
      return step.fail(rt::makeIndexFault(position, extent));
  }
  return true;
}

namespace {
/// A shape in three: before an axis, the axis, behind it.
struct Split {
  Split(ArrayRef<int64_t> shape, int64_t axis)
      : before(getNumElements(shape.take_front(axis))), extent(shape[axis]),
        behind(getNumElements(shape.drop_front(axis + 1))) {}
  int64_t before, extent, behind;
};
} // namespace

/// The shape of a gather: the axis gives way to the shape of the indices.
static Shape getGatherShape(ArrayRef<int64_t> input, ArrayRef<int64_t> indices, int64_t axis) {
  Shape shape(input.begin(), input.begin() + axis);
  shape.insert(shape.end(), indices.begin(), indices.end());
  shape.insert(shape.end(), input.begin() + axis + 1, input.end());
  return shape;
}

static bool runGather(Step &step) {
  int64_t axis = step.getOp<GatherOp>().getAxis();
  const rt::Tensor &input = step.operand(0), &indices = step.operand(1);
  Split split(input.shape(), axis);
  std::vector<int64_t> positions;
  if (!readPositions(step, indices, split.extent, positions))
    return false;
  rt::Tensor *result = step.allocate(input.dtype(), getGatherShape(input.shape(), indices.shape(), axis));
  if (!result)
    return false;
  if (result->numElements() == 0)
    return true;
  int64_t bytes = split.behind * getByteSize(input.dtype());
  const auto *from = static_cast<const char *>(input.rawData());
  auto *to = static_cast<char *>(result->mutableRawData());
  for (int64_t i = 0; i < split.before; ++i)
    for (int64_t position : positions) {
      std::memcpy(to, from + (i * split.extent + position) * bytes, bytes);
      to += bytes;
    }
  return true;
}

/// Contributions are added in the order of the indices (N17), to +0, in the
/// accumulator's type, with one rounding at the end.
static bool runGatherGrad(Step &step) {
  int64_t axis = step.getOp<GatherGradOp>().getAxis();
  const rt::Tensor &grad = step.operand(0), &indices = step.operand(1);
  Shape shape;
  if (!step.resolveShape(step.getResultType(), shape))
    return false;
  Split split(shape, axis);
  std::vector<int64_t> positions;
  if (!readPositions(step, indices, split.extent, positions))
    return false;
  if (grad.shape() != getGatherShape(shape, indices.shape(), axis))
    return step.fail(rt::fault::kArgument, "the gradient of a gather has shape " + rt::formatShape(grad.shape()));
  rt::Tensor *result = step.allocate(grad.dtype(), std::move(shape));
  if (!result)
    return false;
  if (result->numElements() == 0)
    return true;
  return dispatchNumeric(grad.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *from = grad.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    std::vector<Number<dtype>> sums(split.extent * split.behind);
    for (int64_t i = 0; i < split.before; ++i) {
      std::fill(sums.begin(), sums.end(), Number<dtype>(0));
      for (int64_t position : positions)
        for (int64_t j = 0; j < split.behind; ++j) {
          auto &sum = sums[position * split.behind + j];
          sum = add<dtype>(sum, load<dtype>(*from++));
        }
      for (Number<dtype> sum : sums)
        *to++ = store<dtype>(sum);
    }
    return true;
  });
}

/// `dest` with element k of `source` at `start + stride * k`. It is changed where
/// it is, if this is its last use.
static bool runInsert(Step &step) {
  auto op = step.getOp<InsertOp>();
  const rt::Tensor source = step.operand(1);
  rt::Tensor dest = step.takeOperand(0);
  Shape strides = getStrides(dest.shape());
  int64_t first = 0;
  unsigned nextStart = 2;
  for (auto [axis, start, stride] : llvm::zip_equal(op.getAxes(), op.getStarts(), op.getStrides())) {
    int64_t begin = start == ShapedType::kDynamic ? getInteger(step.operand(nextStart++), 0) : start;
    int64_t count = source.shape()[axis], extent = dest.shape()[axis];
    if (count == 0)
      continue;
    // What overflows is as far outside as may be.
    int64_t last = 0;
    if (llvm::MulOverflow(count - 1, stride, last) || llvm::AddOverflow(begin, last, last))
      last = stride < 0 ? INT64_MIN : INT64_MAX;
    auto isOutside = [&](int64_t position) { return position < 0 || position >= extent; };
    if (isOutside(begin) || isOutside(last))
      return step.fail(rt::makeIndexFault(isOutside(begin) ? begin : last, extent));
    first += begin * strides[axis];
    strides[axis] = count == 1 ? 0 : strides[axis] * stride;
  }
  for (int64_t axis = 0; axis < dest.rank(); ++axis)
    if (!llvm::is_contained(op.getAxes(), axis) && source.shape()[axis] != dest.shape()[axis])
      return step.fail(rt::fault::kArgument, "a tensor of shape " + rt::formatShape(source.shape()) +
                                                 " does not cover axis " + std::to_string(axis) + " of shape " +
                                                 rt::formatShape(dest.shape()));
  if (!dest.isUnique()) {
    rt::Tensor *copy = step.allocate(dest.dtype(), dest.shape());
    if (!copy)
      return false;
    std::memcpy(copy->mutableRawData(), dest.rawData(), dest.numBytes());
    dest = std::move(*copy);
  }
  int64_t size = getByteSize(dest.dtype());
  const auto *from = static_cast<const char *>(source.rawData());
  auto *to = static_cast<char *>(dest.mutableRawData()) + first * size;
  const Shape &shape = source.shape();
  int64_t count = shape.empty() ? 1 : shape.back(), stride = strides.empty() ? 0 : strides.back();
  forEachRow(shape, strides, [&](ArrayRef<int64_t> offsets) {
    for (int64_t i = 0; i < count; ++i, from += size)
      std::memcpy(to + (offsets[0] + i * stride) * size, from, size);
  });
  return step.setResult(std::move(dest));
}

void interpreter::addSelectionKernels(KernelTable &table) {
  table[GatherOp::getOperationName()] = runGather;
  table[GatherGradOp::getOperationName()] = runGatherGrad;
  table[InsertOp::getOperationName()] = runInsert;
}
