//===- ShapeContractions.cpp - dot, matmul, conv2d ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeErrors.h"

#include "llvm/Support/MathExtras.h"

using namespace mind::shape;
using llvm::ArrayRef;
using llvm::Twine;

static Error getInnerDimError(llvm::StringRef op, ArrayRef<Dim> lhs, ArrayRef<Dim> rhs, Dim left, Dim right) {
  return {Fault::InnerDim,
          ("shape mismatch: " + op + " of " + toString(lhs) + " and " + toString(rhs) + ": inner dimensions " +
           toString(left) + " and " + toString(right) + " differ")
              .str(),
          "the last dim of the left operand must be the " + std::string(rhs.size() == 1 ? "only" : "last but one") +
              " dim of the right one"};
}

Result<Shape> mind::shape::dot(ArrayRef<Dim> lhs, ArrayRef<Dim> rhs) {
  if (lhs.empty() || rhs.empty() || lhs.size() > 2 || rhs.size() > 2)
    return mismatchError("dot of " + toString(lhs) + " and " + toString(rhs),
                    "dot takes vectors and matrices; matmul takes batches of matrices");
  if (lhs.back() != rhs.front())
    return getInnerDimError("dot", lhs, rhs, lhs.back(), rhs.front());
  Shape result(lhs.drop_back());
  result.append(rhs.begin() + 1, rhs.end());
  return result;
}

Result<Shape> mind::shape::matmul(ArrayRef<Dim> lhs, ArrayRef<Dim> rhs) {
  if (lhs.size() < 2 || rhs.size() < 2)
    return mismatchError("matmul of " + toString(lhs) + " and " + toString(rhs),
                    "matmul takes operands of rank 2 or more; dot and `@` take vectors");
  Dim left = lhs.back(), right = rhs[rhs.size() - 2];
  if (left != right)
    return getInnerDimError("matmul", lhs, rhs, left, right);
  Result<Shape> batch = broadcast(lhs.drop_back(2), rhs.drop_back(2));
  if (!batch)
    return mismatchError("matmul of " + toString(lhs) + " and " + toString(rhs) + ": the leading dims do not broadcast",
                    batch.error().help);
  Shape result = *batch;
  result.push_back(lhs[lhs.size() - 2]);
  result.push_back(rhs.back());
  return result;
}

std::pair<int64_t, int64_t> mind::shape::getSamePads(int64_t extent, int64_t kernel, int64_t stride) {
  int64_t outputs = extent == 0 ? 0 : (extent - 1) / stride + 1;
  int64_t total = outputs == 0 ? 0 : std::max<int64_t>((outputs - 1) * stride + kernel - extent, 0);
  return {total / 2, total - total / 2};
}

namespace {
/// One spatial axis of a convolution.
struct ConvAxis {
  Dim input, kernel;
  int64_t stride;
  /// With Padding::Explicit.
  int64_t low = 0, high = 0;
};
} // namespace

static Result<Dim> getConvExtent(const ConvAxis &axis, Padding padding, Interner intern) {
  if (axis.kernel.size == 0)
    return mismatchError("a filter without elements");
  bool isKnown = !axis.input.isSymbolic() && !axis.kernel.isSymbolic();
  if (padding == Padding::Same && !axis.input.isSymbolic())
    return Dim(axis.input.size == 0 ? 0 : (axis.input.size - 1) / axis.stride + 1);
  if (!isKnown) {
    bool pads = padding == Padding::Explicit && (axis.low || axis.high);
    // One output for each input: the extent keeps its name.
    if (axis.stride == 1 && (padding == Padding::Same || (axis.kernel.size == 1 && !pads)))
      return axis.input;
    NameBuilder name("_conv");
    name.add(axis.input).add(axis.kernel).add(axis.stride);
    if (padding == Padding::Same)
      name.add("same");
    else
      name.add(axis.low).add(axis.high);
    return name.finish(intern);
  }
  int64_t padded;
  if (llvm::AddOverflow(axis.input.size, axis.low, padded) || llvm::AddOverflow(padded, axis.high, padded) ||
      padded < axis.kernel.size)
    return mismatchError("a filter of extent " + toString(axis.kernel) + " over an input of extent " +
                        toString(axis.input) + (axis.low || axis.high ? " with its padding" : ""),
                    "the padded input must not be smaller than the filter");
  return Dim((padded - axis.kernel.size) / axis.stride + 1);
}

Result<Shape> mind::shape::conv2d(ArrayRef<Dim> input, ArrayRef<Dim> filter, ArrayRef<int64_t> strides,
                                  Padding padding, ArrayRef<int64_t> pads, Interner intern) {
  std::string operands = "conv2d of " + toString(input) + " and " + toString(filter);
  if (input.size() != 4 || filter.size() != 4)
    return mismatchError(operands, "the input has the dims N, H, W, C and the filter KH, KW, C, F");
  if (input[3] != filter[2])
    return mismatchError(operands + ": channels " + toString(input[3]) + " and " + toString(filter[2]) + " differ",
                    "the last dim of the input must be the last but one of the filter");
  if (strides.size() != 2 || strides[0] <= 0 || strides[1] <= 0)
    return mismatchError("conv2d with strides " + toString(strides), "there are two strides, both positive");
  if (padding != Padding::Explicit ? !pads.empty() : pads.size() != 4)
    return mismatchError("conv2d with " + Twine(pads.size()) + " pads",
                    "explicit padding is top, bottom, left and right; valid and same take none");
  for (int64_t pad : pads)
    if (pad < 0)
      return mismatchError("conv2d with a padding of " + Twine(pad), "padding is not negative");

  Shape result = {input[0]};
  for (unsigned i = 0; i < 2; ++i) {
    ConvAxis axis{input[i + 1], filter[i], strides[i]};
    if (padding == Padding::Explicit) {
      axis.low = pads[2 * i];
      axis.high = pads[2 * i + 1];
    }
    Result<Dim> extent = getConvExtent(axis, padding, intern);
    if (!extent)
      return extent.error();
    result.push_back(*extent);
  }
  result.push_back(filter[3]);
  return result;
}
