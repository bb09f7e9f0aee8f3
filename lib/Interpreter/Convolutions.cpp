//===- Convolutions.cpp - conv2d and its gradients ------------------------===//
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

namespace {
/// One spatial axis of a convolution.
struct Axis {
  int64_t input, filter, output, stride;
  /// Padding before the first element.
  int64_t low;

  /// The position of the input that tap `k` of output `o` reads; it may lie in
  /// the padding.
  int64_t getInput(int64_t o, int64_t k) const { return o * stride + k - low; }
  bool isInside(int64_t i) const { return i >= 0 && i < input; }
};

/// All extents: input NHWC, filter (kh, kw, c, f), output NHWF.
struct Geometry {
  int64_t batch, channels, features;
  Axis h, w;
};
} // namespace

/// The output's extent and the low padding of one axis, as mind.conv2d defines
/// them. False if the padded input is smaller than the filter.
static bool makeAxis(int64_t input, int64_t filter, int64_t stride, ConvPadding padding, ArrayRef<int64_t> pads,
                     Axis &axis) {
  axis = {input, filter, 0, stride, 0};
  int64_t padded = input;
  switch (padding) {
  case ConvPadding::Valid:
    break;
  case ConvPadding::Same: {
    axis.output = input == 0 ? 0 : (input - 1) / stride + 1;
    int64_t total = axis.output == 0 ? 0 : std::max<int64_t>((axis.output - 1) * stride + filter - input, 0);
    axis.low = total / 2;
    return true;
  }
  case ConvPadding::Explicit:
    axis.low = pads[0];
    padded += pads[0] + pads[1];
    break;
  }
  if (padded < filter)
    return false;
  axis.output = (padded - filter) / stride + 1;
  return true;
}

template <typename OpTy>
static bool makeGeometry(Step &step, OpTy op, ArrayRef<int64_t> input, ArrayRef<int64_t> filter, Geometry &geometry) {
  geometry.batch = input[0];
  geometry.channels = input[3];
  geometry.features = filter[3];
  ArrayRef<int64_t> strides = op.getStrides(), pads = op.getPads();
  ConvPadding padding = op.getPadding();
  if (input[3] == filter[2] && makeAxis(input[1], filter[0], strides[0], padding, pads.take_front(2), geometry.h) &&
      makeAxis(input[2], filter[1], strides[1], padding, pads.take_back(2), geometry.w))
    return true;
  return step.fail(rt::fault::kArgument, "an input of shape " + rt::formatShape(input.vec()) +
                                             " and a filter of shape " + rt::formatShape(filter.vec()) + " do not fit");
}

/// A chain over (kh, kw, c); taps in the padding take no part (N11, N12).
static bool runConv2D(Step &step) {
  const rt::Tensor &input = step.operand(0), &filter = step.operand(1);
  Geometry g;
  if (!makeGeometry(step, step.getOp<Conv2DOp>(), input.shape(), filter.shape(), g))
    return false;
  rt::Tensor *result = step.allocate(input.dtype(), {g.batch, g.h.output, g.w.output, g.features});
  if (!result)
    return false;
  return dispatchNumeric(input.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *x = input.data<Element<dtype>>(), *weights = filter.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    std::vector<Accumulator<dtype>> chains(g.features);
    for (int64_t n = 0; n < g.batch; ++n)
      for (int64_t oh = 0; oh < g.h.output; ++oh)
        for (int64_t ow = 0; ow < g.w.output; ++ow) {
          std::fill(chains.begin(), chains.end(), Accumulator<dtype>(0));
          for (int64_t kh = 0; kh < g.h.filter; ++kh)
            for (int64_t kw = 0; kw < g.w.filter; ++kw) {
              int64_t ih = g.h.getInput(oh, kh), iw = g.w.getInput(ow, kw);
              if (!g.h.isInside(ih) || !g.w.isInside(iw))
                continue;
              for (int64_t c = 0; c < g.channels; ++c) {
                auto a = load<dtype>(x[((n * g.h.input + ih) * g.w.input + iw) * g.channels + c]);
                const auto *row = weights + ((kh * g.w.filter + kw) * g.channels + c) * g.features;
                for (int64_t f = 0; f < g.features; ++f)
                  chains[f] = multiplyAdd<dtype>(a, load<dtype>(row[f]), chains[f]);
              }
            }
          for (int64_t f = 0; f < g.features; ++f)
            *to++ = finishChain<dtype>(chains[f]);
        }
    return true;
  });
}

/// A chain over (kh, kw, f) of the filter, ascending; a tap takes part iff the
/// output that it comes from exists.
static bool runConv2DGradInput(Step &step) {
  auto op = step.getOp<Conv2DGradInputOp>();
  const rt::Tensor &grad = step.operand(0), &filter = step.operand(1);
  Shape shape;
  Geometry g;
  if (!step.resolveShape(step.getResultType(), shape) || !makeGeometry(step, op, shape, filter.shape(), g))
    return false;
  if (grad.shape() != Shape{g.batch, g.h.output, g.w.output, g.features})
    return step.fail(rt::fault::kArgument, "the gradient of a convolution has shape " + rt::formatShape(grad.shape()));
  rt::Tensor *result = step.allocate(grad.dtype(), std::move(shape));
  if (!result)
    return false;
  // The output whose tap k reads input i, or -1.
  auto getOutput = [](const Axis &axis, int64_t i, int64_t k) -> int64_t {
    int64_t scaled = i + axis.low - k;
    if (scaled < 0 || scaled % axis.stride != 0 || scaled / axis.stride >= axis.output)
      return -1;
    return scaled / axis.stride;
  };
  return dispatchNumeric(grad.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *dy = grad.data<Element<dtype>>(), *weights = filter.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    for (int64_t n = 0; n < g.batch; ++n)
      for (int64_t ih = 0; ih < g.h.input; ++ih)
        for (int64_t iw = 0; iw < g.w.input; ++iw)
          for (int64_t c = 0; c < g.channels; ++c) {
            Accumulator<dtype> chain = 0;
            for (int64_t kh = 0; kh < g.h.filter; ++kh)
              for (int64_t kw = 0; kw < g.w.filter; ++kw) {
                int64_t oh = getOutput(g.h, ih, kh), ow = getOutput(g.w, iw, kw);
                if (oh < 0 || ow < 0)
                  continue;
                const auto *out = dy + ((n * g.h.output + oh) * g.w.output + ow) * g.features;
                const auto *row = weights + ((kh * g.w.filter + kw) * g.channels + c) * g.features;
                for (int64_t f = 0; f < g.features; ++f)
                  chain = multiplyAdd<dtype>(load<dtype>(out[f]), load<dtype>(row[f]), chain);
              }
            *to++ = finishChain<dtype>(chain);
          }
    return true;
  });
}

/// A chain over (n, oh, ow) of the output's gradient, ascending.
static bool runConv2DGradFilter(Step &step) {
  auto op = step.getOp<Conv2DGradFilterOp>();
  const rt::Tensor &input = step.operand(0), &grad = step.operand(1);
  Shape shape;
  Geometry g;
  if (!step.resolveShape(step.getResultType(), shape) || !makeGeometry(step, op, input.shape(), shape, g))
    return false;
  if (grad.shape() != Shape{g.batch, g.h.output, g.w.output, g.features})
    return step.fail(rt::fault::kArgument, "the gradient of a convolution has shape " + rt::formatShape(grad.shape()));
  rt::Tensor *result = step.allocate(grad.dtype(), std::move(shape));
  if (!result)
    return false;
  return dispatchNumeric(grad.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *x = input.data<Element<dtype>>(), *dy = grad.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    std::vector<Accumulator<dtype>> chains(g.features);
    for (int64_t kh = 0; kh < g.h.filter; ++kh)
      for (int64_t kw = 0; kw < g.w.filter; ++kw)
        for (int64_t c = 0; c < g.channels; ++c) {
          std::fill(chains.begin(), chains.end(), Accumulator<dtype>(0));
          for (int64_t n = 0; n < g.batch; ++n)
            for (int64_t oh = 0; oh < g.h.output; ++oh)
              for (int64_t ow = 0; ow < g.w.output; ++ow) {
                int64_t ih = g.h.getInput(oh, kh), iw = g.w.getInput(ow, kw);
                if (!g.h.isInside(ih) || !g.w.isInside(iw))
                  continue;
                auto a = load<dtype>(x[((n * g.h.input + ih) * g.w.input + iw) * g.channels + c]);
                const auto *out = dy + ((n * g.h.output + oh) * g.w.output + ow) * g.features;
                for (int64_t f = 0; f < g.features; ++f)
                  chains[f] = multiplyAdd<dtype>(a, load<dtype>(out[f]), chains[f]);
              }
          for (int64_t f = 0; f < g.features; ++f)
            *to++ = finishChain<dtype>(chains[f]);
        }
    return true;
  });
}

void interpreter::addConvolutionKernels(KernelTable &table) {
  table[Conv2DOp::getOperationName()] = runConv2D;
  table[Conv2DGradInputOp::getOperationName()] = runConv2DGradInput;
  table[Conv2DGradFilterOp::getOperationName()] = runConv2DGradFilter;
}
