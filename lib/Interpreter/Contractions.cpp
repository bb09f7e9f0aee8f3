//===- Contractions.cpp - dot and matmul ----------------------------------===//
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

/// `result[m, n]` is one chain from +0 over ascending k (N11). A whole row of
/// chains goes on at once, which changes none of them.
template <DType dtype>
static void multiplyMatrices(const Element<dtype> *lhs, const Element<dtype> *rhs, Element<dtype> *result, int64_t rows,
                             int64_t depth, int64_t columns) {
  std::vector<Accumulator<dtype>> chains(columns);
  for (int64_t m = 0; m < rows; ++m) {
    std::fill(chains.begin(), chains.end(), Accumulator<dtype>(0));
    for (int64_t k = 0; k < depth; ++k) {
      Number<dtype> a = load<dtype>(lhs[m * depth + k]);
      for (int64_t n = 0; n < columns; ++n)
        chains[n] = multiplyAdd<dtype>(a, load<dtype>(rhs[k * columns + n]), chains[n]);
    }
    for (int64_t n = 0; n < columns; ++n)
      result[m * columns + n] = finishChain<dtype>(chains[n]);
  }
}

/// Leading dims broadcast; each pair of matrices is a product of its own.
static bool runMatmul(Step &step) {
  const rt::Tensor &lhs = step.operand(0), &rhs = step.operand(1);
  ArrayRef<int64_t> lhsShape = lhs.shape(), rhsShape = rhs.shape();
  int64_t rows = lhsShape[lhsShape.size() - 2], depth = lhsShape.back(), columns = rhsShape.back();
  std::optional<Shape> batch = broadcastShapes(lhsShape.drop_back(2), rhsShape.drop_back(2));
  if (!batch || rhsShape[rhsShape.size() - 2] != depth)
    return step.fail(rt::fault::kArgument, "matrices of shapes " + rt::formatShape(lhs.shape()) + " and " +
                                               rt::formatShape(rhs.shape()) + " have no product");
  Shape shape = *batch;
  shape.push_back(rows);
  shape.push_back(columns);
  rt::Tensor *result = step.allocate(lhs.dtype(), std::move(shape));
  if (!result)
    return false;
  // Strides that count matrices.
  Shape strides[] = {getBroadcastStrides(lhsShape.drop_back(2), *batch),
                     getBroadcastStrides(rhsShape.drop_back(2), *batch)};
  int64_t count = batch->empty() ? 1 : batch->back();
  int64_t strideA = batch->empty() ? 0 : strides[0].back(), strideB = batch->empty() ? 0 : strides[1].back();
  return dispatchNumeric(lhs.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *a = lhs.data<Element<dtype>>(), *b = rhs.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    forEachRow(*batch, strides, [&](ArrayRef<int64_t> offsets) {
      for (int64_t i = 0; i < count; ++i, to += rows * columns)
        multiplyMatrices<dtype>(a + (offsets[0] + i * strideA) * rows * depth,
                                b + (offsets[1] + i * strideB) * depth * columns, to, rows, depth, columns);
    });
    return true;
  });
}

/// Two vectors: a sum of N15 each of whose lane steps is an fma (N11). Else a
/// product of matrices, a vector being a row on the left and a column on the right.
static bool runDot(Step &step) {
  const rt::Tensor &lhs = step.operand(0), &rhs = step.operand(1);
  int64_t depth = lhs.shape().back();
  if (rhs.shape().front() != depth)
    return step.fail(rt::fault::kArgument, "tensors of shapes " + rt::formatShape(lhs.shape()) + " and " +
                                               rt::formatShape(rhs.shape()) + " have no product");
  int64_t rows = lhs.rank() == 2 ? lhs.shape()[0] : 1, columns = rhs.rank() == 2 ? rhs.shape()[1] : 1;
  Shape shape;
  if (lhs.rank() == 2)
    shape.push_back(rows);
  if (rhs.rank() == 2)
    shape.push_back(columns);
  rt::Tensor *result = step.allocate(lhs.dtype(), shape);
  if (!result)
    return false;
  return dispatchNumeric(lhs.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *a = lhs.data<Element<dtype>>(), *b = rhs.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    if (!shape.empty()) {
      multiplyMatrices<dtype>(a, b, to, rows, depth, columns);
      return true;
    }
    *to = finishChain<dtype>(sumInBlocks<dtype>(depth, [&](int64_t k, Accumulator<dtype> lane) {
      return multiplyAdd<dtype>(load<dtype>(a[k]), load<dtype>(b[k]), lane);
    }));
    return true;
  });
}

void interpreter::addContractionKernels(KernelTable &table) {
  table[MatmulOp::getOperationName()] = runMatmul;
  table[DotOp::getOperationName()] = runDot;
}
