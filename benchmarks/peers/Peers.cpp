//===- Peers.cpp - direct code beside oneDNN, OpenBLAS and memcpy ---------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row calls a kernel and its peers in turns, on one thread and with AVX2 alone, and
// reports the least time of each as the processor counts it for the thread: what other
// programs take of the machine is not in it, but what they do to its caches is.
// `onednn` and `openblas` are the peer's time by ours: above 1 ours is faster. The label
// is the kernel that oneDNN chose. At the end come the geometric means.
//
// What oneDNN may order ahead (the filter of a convolution) it does outside the time.
// Results are compared before they are timed: the peers add up in another order, so that
// they are near and not the same.
//
//===----------------------------------------------------------------------===//

#include "../ThreadTime.h"

#include "peers.h"

#include <benchmark/benchmark.h>
#include <cblas.h>
#include <immintrin.h>
#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <time.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Buffer = std::unique_ptr<float[], Free>;

/// Elements in [-0.5, 0.5), the same in every run.
Buffer makeBuffer(int64_t size) {
  Buffer buffer(static_cast<float *>(std::aligned_alloc(64, (size * sizeof(float) + 63) / 64 * 64)));
  uint32_t state = 12345;
  for (int64_t i = 0; i < size; ++i) {
    state = state * 1664525 + 1013904223;
    buffer[i] = float(int32_t(state) >> 8) / float(1 << 24);
  }
  return buffer;
}

/// Multiply-adds on registers, twelve chains of eight f32: 192 operations a round.
void runChains(int64_t rounds) {
  __m256 chains[12];
  __m256 factor = _mm256_set1_ps(0.999f);
  benchmark::DoNotOptimize(factor);
  for (__m256 &chain : chains)
    chain = _mm256_set1_ps(1);
  for (int64_t round = 0; round < rounds; ++round)
#pragma GCC unroll 12
    for (__m256 &chain : chains)
      chain = _mm256_fmadd_ps(chain, factor, factor);
  for (__m256 &chain : chains)
    benchmark::DoNotOptimize(chain);
}

double getPeak() {
  static double peak = [] {
    constexpr int64_t kRounds = 100000;
    double best = 1e9;
    for (int i = 0; i < 50; ++i) {
      double begin = getThreadTime();
      runChains(kRounds);
      best = std::min(best, getThreadTime() - begin);
    }
    return kRounds * 192.0 / best;
  }();
  return peak;
}

struct Contestant {
  std::string name;
  std::function<void()> run;
};

/// Logarithms of the ratios of each group and peer.
std::map<std::string, std::vector<double>> logarithms;

/// The first contestant is ours; `work` are operations. Those of products are multiply-adds,
/// whose part of the peak is told.
void measure(benchmark::State &state, const std::string &group, double work, bool isProduct,
             const std::vector<Contestant> &contestants) {
  std::vector<double> best(contestants.size(), 1e9);
  // Calls that are too short for the clock are measured together.
  int calls = std::max(1, int(2e6 / work));
  for (auto _ : state)
    for (size_t i = 0; i < contestants.size(); ++i) {
      double begin = getThreadTime();
      for (int call = 0; call < calls; ++call)
        contestants[i].run();
      best[i] = std::min(best[i], (getThreadTime() - begin) / calls);
    }
  state.counters["us"] = best[0] * 1e6;
  if (isProduct)
    state.counters["of_peak"] = work / best[0] / getPeak();
  for (size_t i = 1; i < contestants.size(); ++i) {
    double ratio = best[i] / best[0];
    state.counters[contestants[i].name] = ratio;
    logarithms[group + " / " + contestants[i].name].push_back(std::log(ratio));
  }
}

/// Whether the peers' result, of chains of `depth`, is what ours is but for rounding.
bool areNear(const float *ours, const float *theirs, int64_t count, int64_t depth) {
  for (int64_t i = 0; i < count; ++i)
    if (!(std::fabs(ours[i] - theirs[i]) <= 1e-6f * float(depth)))
      return false;
  return true;
}

using Memory = dnnl::memory;
using Tag = Memory::format_tag;
constexpr Memory::data_type kF32 = Memory::data_type::f32;

const dnnl::engine &getEngine() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}
dnnl::stream &getStream() {
  static dnnl::stream stream(getEngine());
  return stream;
}

using Binary = int32_t (*)(const float *, const float *, float *, void *);
using Unary = int32_t (*)(const float *, float *, void *);
using WorkspaceBytes = int64_t (*)();

/// About as many calls as take the same time for each row.
int64_t getIterations(double work) { return std::min<int64_t>(100, std::max<int64_t>(8, int64_t(3e9 / work))); }

void addProduct(const char *group, int64_t m, int64_t k, int64_t n, Binary kernel, WorkspaceBytes bytes) {
  std::string name = std::string(group) + "/" + std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n);
  double work = 2.0 * double(m) * double(k) * double(n);
  auto body = [=](benchmark::State &state) {
    Buffer a = makeBuffer(m * k), b = makeBuffer(k * n), ours = makeBuffer(m * n), theirs = makeBuffer(m * n);
    Buffer workspace = makeBuffer(bytes() / 4);
    Memory::desc aDesc({m, k}, kF32, Tag::ab), bDesc({k, n}, kF32, Tag::ab), cDesc({m, n}, kF32, Tag::ab);
    dnnl::matmul::primitive_desc description(dnnl::matmul::desc(aDesc, bDesc, cDesc), getEngine());
    dnnl::matmul product(description);
    std::unordered_map<int, Memory> arguments = {{DNNL_ARG_SRC, Memory(aDesc, getEngine(), a.get())},
                                                 {DNNL_ARG_WEIGHTS, Memory(bDesc, getEngine(), b.get())},
                                                 {DNNL_ARG_DST, Memory(cDesc, getEngine(), theirs.get())}};
    auto runOurs = [&] { kernel(a.get(), b.get(), ours.get(), workspace.get()); };
    auto runOneDNN = [&] {
      product.execute(getStream(), arguments);
      getStream().wait();
    };
    auto runOpenBLAS = [&] {
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, int(m), int(n), int(k), 1, a.get(), int(k), b.get(),
                  int(n), 0, theirs.get(), int(n));
    };
    runOurs();
    runOpenBLAS();
    bool isSame = areNear(ours.get(), theirs.get(), m * n, k);
    runOneDNN();
    if (!isSame || !areNear(ours.get(), theirs.get(), m * n, k))
      return state.SkipWithError("a result differs from the peers'");
    state.SetLabel(description.impl_info_str());
    measure(state, group, work, /*isProduct=*/true, {{"ours", runOurs}, {"onednn", runOneDNN}, {"openblas", runOpenBLAS}});
  };
  benchmark::RegisterBenchmark(name.c_str(), body)->Iterations(getIterations(work))->Unit(benchmark::kMicrosecond);
}

void addConvolution(int64_t size, int64_t channels, int64_t taps, int64_t features, int64_t stride, Binary kernel,
                    WorkspaceBytes bytes) {
  std::string name = "conv/" + std::to_string(size) + "x" + std::to_string(channels) + "_" + std::to_string(taps) +
                     "x" + std::to_string(features) + "_s" + std::to_string(stride);
  int64_t out = (size - 1) / stride + 1, padding = std::max<int64_t>(0, (out - 1) * stride + taps - size);
  int64_t low = padding / 2, high = padding - low;
  // Taps that are inside, on one axis.
  int64_t inside = 0;
  for (int64_t i = 0; i < out; ++i)
    for (int64_t tap = 0; tap < taps; ++tap)
      inside += i * stride + tap >= low && i * stride + tap - low < size;
  double work = 2.0 * double(inside * inside) * double(channels * features);
  auto body = [=](benchmark::State &state) {
    Buffer x = makeBuffer(size * size * channels), w = makeBuffer(taps * taps * channels * features);
    Buffer ours = makeBuffer(out * out * features), theirs = makeBuffer(out * out * features);
    Buffer workspace = makeBuffer(bytes() / 4);
    Memory::desc xDesc({1, channels, size, size}, kF32, Tag::nhwc), yDesc({1, features, out, out}, kF32, Tag::nhwc);
    Memory::desc plain({features, channels, taps, taps}, kF32, Tag::hwio), any(plain.dims(), kF32, Tag::any);
    dnnl::convolution_forward::desc operation(dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
                                              xDesc, any, yDesc, {stride, stride}, {low, low}, {high, high});
    dnnl::convolution_forward::primitive_desc description(operation, getEngine());
    dnnl::convolution_forward convolution(description);
    Memory ordered(description.weights_desc(), getEngine()), filter(plain, getEngine(), w.get());
    dnnl::reorder(filter, ordered).execute(getStream(), filter, ordered);
    getStream().wait();
    std::unordered_map<int, Memory> arguments = {{DNNL_ARG_SRC, Memory(xDesc, getEngine(), x.get())},
                                                 {DNNL_ARG_WEIGHTS, ordered},
                                                 {DNNL_ARG_DST, Memory(yDesc, getEngine(), theirs.get())}};
    auto runOurs = [&] { kernel(x.get(), w.get(), ours.get(), workspace.get()); };
    auto runOneDNN = [&] {
      convolution.execute(getStream(), arguments);
      getStream().wait();
    };
    runOurs();
    runOneDNN();
    if (!areNear(ours.get(), theirs.get(), out * out * features, taps * taps * channels))
      return state.SkipWithError("a result differs from the peer's");
    state.SetLabel(description.impl_info_str());
    measure(state, "conv", work, /*isProduct=*/true, {{"ours", runOurs}, {"onednn", runOneDNN}});
  };
  benchmark::RegisterBenchmark(name.c_str(), body)->Iterations(getIterations(work))->Unit(benchmark::kMicrosecond);
}

/// Beside a copy of what the chain reads to where it writes.
void addChain(int64_t count, Unary kernel, WorkspaceBytes bytes) {
  auto body = [=](benchmark::State &state) {
    Buffer x = makeBuffer(count), ours = makeBuffer(count), workspace = makeBuffer(bytes() / 4);
    auto runOurs = [&] { kernel(x.get(), ours.get(), workspace.get()); };
    auto copy = [&] {
      std::memcpy(ours.get(), x.get(), size_t(count) * sizeof(float));
      benchmark::ClobberMemory();
    };
    runOurs();
    for (int64_t i = 0; i < count; ++i) {
      float scaled = x[i] * 1.5f, sum = scaled + 0.25f, product = (sum > 0 ? sum : 0) * x[i];
      if (ours[i] != product - 0.5f)
        return state.SkipWithError("a result is wrong");
    }
    measure(state, "chain", 8.0 * double(count), /*isProduct=*/false, {{"ours", runOurs}, {"copy", copy}});
  };
  benchmark::RegisterBenchmark(("chain/" + std::to_string(count)).c_str(), body)
      ->Iterations(getIterations(64.0 * double(count)))
      ->Unit(benchmark::kMicrosecond);
}

void addSoftmax(int64_t rows, int64_t classes, Unary kernel, WorkspaceBytes bytes) {
  std::string name = "softmax/" + std::to_string(rows) + "x" + std::to_string(classes);
  auto body = [=](benchmark::State &state) {
    int64_t count = rows * classes;
    Buffer x = makeBuffer(count), ours = makeBuffer(count), theirs = makeBuffer(count);
    Buffer workspace = makeBuffer(bytes() / 4);
    Memory::desc desc({rows, classes}, kF32, Tag::ab);
    dnnl::softmax_forward::primitive_desc description(
        dnnl::softmax_forward::desc(dnnl::prop_kind::forward_inference, desc, 1), getEngine());
    dnnl::softmax_forward softmax(description);
    std::unordered_map<int, Memory> arguments = {{DNNL_ARG_SRC, Memory(desc, getEngine(), x.get())},
                                                 {DNNL_ARG_DST, Memory(desc, getEngine(), theirs.get())}};
    auto runOurs = [&] { kernel(x.get(), ours.get(), workspace.get()); };
    auto runOneDNN = [&] {
      softmax.execute(getStream(), arguments);
      getStream().wait();
    };
    runOurs();
    runOneDNN();
    if (!areNear(ours.get(), theirs.get(), count, 1))
      return state.SkipWithError("a result differs from the peer's");
    state.SetLabel(description.impl_info_str());
    measure(state, "softmax", 32.0 * double(count), /*isProduct=*/false, {{"ours", runOurs}, {"onednn", runOneDNN}});
  };
  benchmark::RegisterBenchmark(name.c_str(), body)->Iterations(30)->Unit(benchmark::kMicrosecond);
}

/// The peers read some of these when they are loaded.
void startWithSettings(char **argv) {
  const char *settings[][2] = {{"ONEDNN_MAX_CPU_ISA", "AVX2"},
                               {"OPENBLAS_CORETYPE", "Haswell"},
                               {"OPENBLAS_NUM_THREADS", "1"},
                               {"OMP_NUM_THREADS", "1"}};
  bool isSet = true;
  for (auto [name, value] : settings) {
    const char *old = std::getenv(name);
    isSet &= old && std::strcmp(old, value) == 0;
    setenv(name, value, 1);
  }
  if (isSet)
    return;
  execv("/proc/self/exe", argv);
  std::perror("mind-bench-peers");
  std::exit(1);
}

} // namespace

int main(int argc, char **argv) {
  startWithSettings(argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  const dnnl_version_t *version = dnnl_version();
  std::printf("oneDNN %d.%d.%d with ONEDNN_MAX_CPU_ISA=AVX2, %s, kernels for %s; one thread; peak %.1f GFLOPS\n",
              version->major, version->minor, version->patch, openblas_get_config(), openblas_get_corename(),
              getPeak() * 1e-9);
#define PRODUCT(...) addProduct(__VA_ARGS__);
#define CONVOLUTION(...) addConvolution(__VA_ARGS__);
#define CHAIN(...) addChain(__VA_ARGS__);
#define SOFTMAX(...) addSoftmax(__VA_ARGS__);
#include "rows.inc"
  benchmark::RunSpecifiedBenchmarks();
  std::printf("\ngeometric means, a peer's time by ours:\n");
  for (auto &[name, values] : logarithms) {
    double sum = 0;
    for (double value : values)
      sum += value;
    std::printf("%-20s %.3f  (%zu rows)\n", name.c_str(), std::exp(sum / double(values.size())), values.size());
  }
  return 0;
}
