//===- Steps.cpp - a loss with its gradients against the loss alone -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step gives a loss and its gradients by all weights. `ratio` is its time as a multiple
// of that of the loss alone, both the least of the run, taken in turn. `floor` is the
// same ratio of the operations that no step can do without: those of the loss, of the
// gradients by the weights, and of those by what a layer is given, which the first layer
// does not need. Elementwise operations are not counted. Before anything is timed both
// back ends must give the same bits.
//
//===----------------------------------------------------------------------===//

#include "../ThreadTime.h"

#include "steps-direct.h"
#include "steps-llvm.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

namespace {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
template <typename T>
using Buffer = std::unique_ptr<T[], Free>;

template <typename T>
Buffer<T> allocate(int64_t size) {
  return Buffer<T>(static_cast<T *>(std::aligned_alloc(64, (size * sizeof(T) + 64) / 64 * 64)));
}

/// `size` elements in [-scale, scale), the same in every run.
Buffer<float> makeBuffer(int64_t size, float scale) {
  auto buffer = allocate<float>(size);
  uint32_t state = 12345;
  for (int64_t i = 0; i < size; ++i) {
    state = state * 1664525 + 1013904223;
    buffer[i] = float(int32_t(state) >> 8) / float(1 << 23) * scale;
  }
  return buffer;
}

/// The extents of the inputs and of the results of a step; the loss has the first result.
struct Network {
  std::vector<int64_t> inputs, results;
  double loss, gradients;
};

/// Places of a filter that lie in an image, along one axis.
double countTaps(int64_t extent, int64_t size, int64_t stride) {
  int64_t count = (extent + stride - 1) / stride, low = std::max<int64_t>((count - 1) * stride + size - extent, 0) / 2;
  double taps = 0;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t k = 0; k < size; ++k)
      taps += i * stride + k >= low && i * stride + k - low < extent;
  return taps;
}

/// A network of layers whose multiply-adds are given.
Network makeNetwork(std::vector<int64_t> data, std::vector<int64_t> weights, std::vector<double> layers) {
  Network network{std::move(data), {1}, 0, 0};
  for (int64_t size : weights) {
    network.inputs.push_back(size);
    network.results.push_back(size);
  }
  for (double layer : layers)
    network.loss += 2 * layer;
  network.gradients = 2 * network.loss - 2 * layers.front();
  return network;
}

const Network kPerceptron = makeNetwork({64 * 784, 64 * 10}, {784 * 512, 512, 512 * 256, 256, 256 * 10, 10},
                                        {64.0 * 784 * 512, 64.0 * 512 * 256, 64.0 * 256 * 10});
const Network kConvolutions = makeNetwork({32 * 28 * 28, 32 * 10}, {3 * 3 * 16, 3 * 3 * 16 * 32, 6272 * 10},
                                          {32 * countTaps(28, 3, 1) * countTaps(28, 3, 1) * 16,
                                           32 * countTaps(28, 3, 2) * countTaps(28, 3, 2) * 16 * 32, 32.0 * 6272 * 10});

using Call = std::function<int32_t(const float *const *inputs, float *const *results, void *workspace)>;

/// One back end's functions.
struct Code {
  Call loss, step;
  int64_t lossBytes, stepBytes;
};

#define MLP_INPUTS in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]
#define CONV_INPUTS in[0], in[1], in[2], in[3], in[4]
#define PERCEPTRON(backend)                                                                                            \
  Code {                                                                                                               \
    [](const float *const *in, float *const *out, void *w) { return backend##_mlp(MLP_INPUTS, out[0], w); },           \
        [](const float *const *in, float *const *out, void *w) {                                                       \
          return backend##_mlp_step(MLP_INPUTS, out[0], out[1], out[2], out[3], out[4], out[5], out[6], w);            \
        },                                                                                                             \
        backend##_mlp_workspace_bytes(), backend##_mlp_step_workspace_bytes()                                          \
  }
#define CONVOLUTIONS(backend)                                                                                          \
  Code {                                                                                                               \
    [](const float *const *in, float *const *out, void *w) { return backend##_conv(CONV_INPUTS, out[0], w); },         \
        [](const float *const *in, float *const *out, void *w) {                                                       \
          return backend##_conv_step(CONV_INPUTS, out[0], out[1], out[2], out[3], w);                                  \
        },                                                                                                             \
        backend##_conv_workspace_bytes(), backend##_conv_step_workspace_bytes()                                        \
  }

/// The arguments of one network.
class Arguments {
public:
  explicit Arguments(const Network &network) : network(network) {
    for (int64_t size : network.inputs)
      // Weights so small that no softmax is a step.
      append(inputs, makeBuffer(size, inputs.size() < 2 ? 1.0f : 0.0625f));
    for (int64_t size : network.results)
      append(results, allocate<float>(size));
  }

  void run(const Call &call, void *workspace) {
    if (call(inputs.data(), results.data(), workspace) != 0) {
      std::fprintf(stderr, "error: a step ends in a fault\n");
      std::abort();
    }
  }

  bool hasEqualResults(const Arguments &other) const {
    for (size_t i = 0; i < results.size(); ++i)
      if (std::memcmp(results[i], other.results[i], network.results[i] * sizeof(float)) != 0)
        return false;
    return true;
  }

private:
  void append(std::vector<float *> &list, Buffer<float> buffer) {
    list.push_back(buffer.get());
    buffers.push_back(std::move(buffer));
  }

  const Network &network;
  std::vector<Buffer<float>> buffers;
  std::vector<float *> inputs, results;
};

void check(const Network &network, const Code &one, const Code &other) {
  Arguments expected(network), found(network);
  auto oneSpace = allocate<char>(one.stepBytes), otherSpace = allocate<char>(other.stepBytes);
  expected.run(one.step, oneSpace.get());
  found.run(other.step, otherSpace.get());
  if (expected.hasEqualResults(found))
    return;
  std::fprintf(stderr, "error: the back ends differ\n");
  std::abort();
}

void step(benchmark::State &state, const Network &network, const Code &code, const Code &other) {
  check(network, code, other);
  Arguments arguments(network);
  auto lossSpace = allocate<char>(code.lossBytes), stepSpace = allocate<char>(code.stepBytes);
  double lossTime = INFINITY, stepTime = INFINITY;
  for (auto _ : state) {
    lossTime = std::min(lossTime, getTime([&] { arguments.run(code.loss, lossSpace.get()); }));
    double seconds = getTime([&] { arguments.run(code.step, stepSpace.get()); });
    state.SetIterationTime(seconds);
    stepTime = std::min(stepTime, seconds);
  }
  state.counters["loss_us"] = lossTime * 1e6;
  state.counters["step_us"] = stepTime * 1e6;
  state.counters["ratio"] = stepTime / lossTime;
  state.counters["floor"] = (network.loss + network.gradients) / network.loss;
  state.counters["loss_GFLOPS"] = network.loss / lossTime * 1e-9;
  state.counters["step_GFLOPS"] = (network.loss + network.gradients) / stepTime * 1e-9;
}

void stepOf(benchmark::State &state, bool isPerceptron, bool isDirect) {
  if (isPerceptron)
    step(state, kPerceptron, isDirect ? PERCEPTRON(direct) : PERCEPTRON(llvm),
         isDirect ? PERCEPTRON(llvm) : PERCEPTRON(direct));
  else
    step(state, kConvolutions, isDirect ? CONVOLUTIONS(direct) : CONVOLUTIONS(llvm),
         isDirect ? CONVOLUTIONS(llvm) : CONVOLUTIONS(direct));
}

} // namespace

BENCHMARK_CAPTURE(stepOf, llvm_mlp, true, false)->Name("step/llvm/mlp")->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(stepOf, direct_mlp, true, true)
    ->Name("step/direct/mlp")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(stepOf, llvm_conv, false, false)
    ->Name("step/llvm/conv")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(stepOf, direct_conv, false, true)
    ->Name("step/direct/conv")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);
