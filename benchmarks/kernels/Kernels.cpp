//===- Kernels.cpp - compiled kernels against the peak of the processor ---===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each contraction reports its rate in floating-point operations a second and, as
// `of_peak`, its part of what AVX2 multiply-adds on registers alone reach on the same
// core in the same run (twelve independent chains of eight f32). The goal is 0.5 for
// matmul_512, on one thread. The first thing done is a check that a kernel's bits are
// those of N11, one chain for each element, and that both back ends make the same.
//
//===----------------------------------------------------------------------===//

#include "direct.h"
#include "kernels.h"

#include <benchmark/benchmark.h>
#include <immintrin.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
template <typename T>
using Buffer = std::unique_ptr<T[], Free>;

/// `size` elements in [-2, 2), the same in every run.
template <typename T>
Buffer<T> makeBuffer(int64_t size) {
  Buffer<T> buffer(static_cast<T *>(std::aligned_alloc(64, (size * sizeof(T) + 63) / 64 * 64)));
  uint32_t state = 12345;
  for (int64_t i = 0; i < size; ++i) {
    state = state * 1664525 + 1013904223;
    buffer[i] = T(int32_t(state) >> 8) / T(1 << 22);
  }
  return buffer;
}

Buffer<char> makeWorkspace(int64_t bytes) {
  return Buffer<char>(static_cast<char *>(std::aligned_alloc(64, (bytes + 64) / 64 * 64)));
}

/// Multiply-adds on registers: 12 * 8 * 2 operations a round.
void runChains(int64_t rounds) {
  benchmark::DoNotOptimize(rounds);
  __m256 chains[12];
  __m256 factor = _mm256_set1_ps(0.999f), summand = _mm256_set1_ps(0.001f);
  // Unknown to the compiler: it would drop a chain that stays what it is.
  benchmark::DoNotOptimize(factor);
  for (int i = 0; i < 12; ++i)
    chains[i] = _mm256_set1_ps(float(i));
  for (int64_t round = 0; round < rounds; ++round) {
    chains[0] = _mm256_fmadd_ps(chains[0], factor, summand);
    chains[1] = _mm256_fmadd_ps(chains[1], factor, summand);
    chains[2] = _mm256_fmadd_ps(chains[2], factor, summand);
    chains[3] = _mm256_fmadd_ps(chains[3], factor, summand);
    chains[4] = _mm256_fmadd_ps(chains[4], factor, summand);
    chains[5] = _mm256_fmadd_ps(chains[5], factor, summand);
    chains[6] = _mm256_fmadd_ps(chains[6], factor, summand);
    chains[7] = _mm256_fmadd_ps(chains[7], factor, summand);
    chains[8] = _mm256_fmadd_ps(chains[8], factor, summand);
    chains[9] = _mm256_fmadd_ps(chains[9], factor, summand);
    chains[10] = _mm256_fmadd_ps(chains[10], factor, summand);
    chains[11] = _mm256_fmadd_ps(chains[11], factor, summand);
  }
  __m256 sum = chains[0];
  for (int i = 1; i < 12; ++i)
    sum = _mm256_add_ps(sum, chains[i]);
  benchmark::DoNotOptimize(sum);
}

/// Seconds that the best of `tries` calls takes.
template <typename Function>
double getBestTime(int tries, Function function) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  for (int i = 0; i < tries; ++i) {
    Clock::time_point begin = Clock::now();
    function();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

/// Operations a second, the best that was seen up to now: the clock may vary.
double getPeak() {
  static double peak = 0;
  constexpr int64_t kRounds = 400000;
  peak = std::max(peak, kRounds * 192.0 / getBestTime(10, [] { runChains(kRounds); }));
  return peak;
}

/// Runs a kernel of `operations` on elements of which one register holds `lanes`.
template <typename Function>
void measure(benchmark::State &state, double operations, int lanes, Function function) {
  double peak = getPeak() * lanes / 8;
  double best = 1e9;
  for (auto _ : state)
    best = std::min(best, getBestTime(1, function));
  peak = std::max(peak, getPeak() * lanes / 8);
  state.counters["GFLOPS"] = operations / best * 1e-9;
  state.counters["of_peak"] = operations / best / peak;
}

void peak(benchmark::State &state) {
  for (auto _ : state)
    runChains(100000);
  state.counters["GFLOPS"] = getPeak() * 1e-9;
}
BENCHMARK(peak)->Unit(benchmark::kMicrosecond);

/// A square product of n.
template <typename Kernel>
void measureSquare(benchmark::State &state, int64_t n, int64_t workspaceBytes, Kernel kernel) {
  auto a = makeBuffer<float>(n * n), b = makeBuffer<float>(n * n), result = makeBuffer<float>(n * n);
  auto workspace = makeWorkspace(workspaceBytes);
  measure(state, 2.0 * n * n * n, 8, [&] { kernel(a.get(), b.get(), result.get(), workspace.get()); });
}

void matmul512(benchmark::State &state) { measureSquare(state, 512, matmul_512_workspace_bytes(), matmul_512); }
BENCHMARK(matmul512)->Name("matmul_512")->Unit(benchmark::kMicrosecond);

void matmulF64(benchmark::State &state) {
  auto a = makeBuffer<double>(512 * 512), b = makeBuffer<double>(512 * 512), result = makeBuffer<double>(512 * 512);
  auto workspace = makeWorkspace(matmul_f64_workspace_bytes());
  measure(state, 2.0 * 512 * 512 * 512, 4, [&] { matmul_f64(a.get(), b.get(), result.get(), workspace.get()); });
}
BENCHMARK(matmulF64)->Name("matmul_512_f64")->Unit(benchmark::kMicrosecond);

void direct256(benchmark::State &state) { measureSquare(state, 256, direct_256_workspace_bytes(), direct_256); }
BENCHMARK(direct256)->Name("direct/matmul_256")->Unit(benchmark::kMicrosecond);

void direct512(benchmark::State &state) { measureSquare(state, 512, direct_512_workspace_bytes(), direct_512); }
BENCHMARK(direct512)->Name("direct/matmul_512")->Unit(benchmark::kMicrosecond);

void direct1024(benchmark::State &state) { measureSquare(state, 1024, direct_1024_workspace_bytes(), direct_1024); }
BENCHMARK(direct1024)->Name("direct/matmul_1024")->Unit(benchmark::kMicrosecond);

/// Extents that the code does not know: a square matrix of each size.
void matmulAny(benchmark::State &state) {
  int64_t n = state.range(0);
  auto a = makeBuffer<float>(n * n), b = makeBuffer<float>(n * n), result = makeBuffer<float>(n * n);
  auto workspace = makeWorkspace(matmul_any_workspace_bytes());
  measure(state, 2.0 * n * n * n, 8, [&] { matmul_any(a.get(), b.get(), n, n, n, result.get(), workspace.get()); });
}
BENCHMARK(matmulAny)->Name("matmul_any")->Arg(64)->Arg(127)->Arg(512)->Arg(1024)->Unit(benchmark::kMicrosecond);

/// A convolution of 3 x 3 x 32 x 64 over 8 x 28 x 28 x 32, padded.
template <typename Kernel>
void measureConvolution(benchmark::State &state, int64_t workspaceBytes, Kernel kernel) {
  auto x = makeBuffer<float>(8 * 28 * 28 * 32), w = makeBuffer<float>(9 * 32 * 64);
  auto result = makeBuffer<float>(8 * 28 * 28 * 64);
  auto workspace = makeWorkspace(workspaceBytes);
  // Taps in the padding are not computed: 28 * 3 - 2 of each axis.
  measure(state, 2.0 * 8 * 82 * 82 * 32 * 64, 8, [&] { kernel(x.get(), w.get(), result.get(), workspace.get()); });
}

void convolution(benchmark::State &state) { measureConvolution(state, conv_workspace_bytes(), conv); }
BENCHMARK(convolution)->Name("conv2d")->Unit(benchmark::kMicrosecond);

void directConvolution(benchmark::State &state) {
  measureConvolution(state, direct_conv_workspace_bytes(), direct_conv);
}
BENCHMARK(directConvolution)->Name("direct/conv2d")->Unit(benchmark::kMicrosecond);

void perceptron(benchmark::State &state) {
  auto x = makeBuffer<float>(64 * 784), w1 = makeBuffer<float>(784 * 512), b1 = makeBuffer<float>(512);
  auto w2 = makeBuffer<float>(512 * 256), b2 = makeBuffer<float>(256), w3 = makeBuffer<float>(2560);
  auto b3 = makeBuffer<float>(10), result = makeBuffer<float>(640);
  auto workspace = makeWorkspace(mlp_workspace_bytes());
  measure(state, 2.0 * 64 * (784 * 512 + 512 * 256 + 256 * 10), 8, [&] {
    mlp(x.get(), w1.get(), b1.get(), w2.get(), b2.get(), w3.get(), b3.get(), result.get(), workspace.get());
  });
}
BENCHMARK(perceptron)->Name("mlp")->Unit(benchmark::kMicrosecond);

/// A sum of 65,536 elements.
template <typename Function>
void measureSum(benchmark::State &state, int64_t workspaceBytes, Function function) {
  auto x = makeBuffer<float>(65536), result = makeBuffer<float>(256);
  auto workspace = makeWorkspace(workspaceBytes);
  for (auto _ : state)
    function(x.get(), result.get(), workspace.get());
  state.SetBytesProcessed(int64_t(state.iterations()) * 65536 * sizeof(float));
}

void sumAll(benchmark::State &state) { measureSum(state, sum_all_workspace_bytes(), sum_all); }
BENCHMARK(sumAll)->Name("sum_all");

void sumColumns(benchmark::State &state) { measureSum(state, sum_columns_workspace_bytes(), sum_columns); }
BENCHMARK(sumColumns)->Name("sum_columns");

void sumRows(benchmark::State &state) { measureSum(state, sum_rows_workspace_bytes(), sum_rows); }
BENCHMARK(sumRows)->Name("sum_rows");

/// Whether every element of a product is the chain of N11.
bool checkProduct() {
  constexpr int64_t kSize = 131;
  auto a = makeBuffer<float>(kSize * kSize), b = makeBuffer<float>(kSize * kSize);
  auto result = makeBuffer<float>(kSize * kSize);
  auto workspace = makeWorkspace(matmul_any_workspace_bytes());
  if (matmul_any(a.get(), b.get(), kSize, kSize, kSize, result.get(), workspace.get()) != 0)
    return false;
  for (int64_t i = 0; i < kSize; ++i)
    for (int64_t j = 0; j < kSize; ++j) {
      float chain = 0;
      for (int64_t k = 0; k < kSize; ++k)
        chain = std::fma(a[i * kSize + k], b[k * kSize + j], chain);
      if (std::memcmp(&chain, &result[i * kSize + j], sizeof(float)) != 0)
        return false;
    }
  return true;
}

/// Whether both back ends make the same bits of a convolution and of a product.
bool checkDirect() {
  constexpr int64_t kResults = 8 * 28 * 28 * 64;
  auto x = makeBuffer<float>(8 * 28 * 28 * 32), w = makeBuffer<float>(9 * 32 * 64);
  auto expected = makeBuffer<float>(kResults), found = makeBuffer<float>(kResults);
  auto workspace = makeWorkspace(conv_workspace_bytes());
  auto directWorkspace = makeWorkspace(direct_conv_workspace_bytes());
  if (conv(x.get(), w.get(), expected.get(), workspace.get()) != 0 ||
      direct_conv(x.get(), w.get(), found.get(), directWorkspace.get()) != 0 ||
      std::memcmp(expected.get(), found.get(), kResults * sizeof(float)) != 0)
    return false;
  constexpr int64_t kSize = 512 * 512;
  auto a = makeBuffer<float>(kSize), b = makeBuffer<float>(kSize);
  workspace = makeWorkspace(matmul_512_workspace_bytes());
  directWorkspace = makeWorkspace(direct_512_workspace_bytes());
  expected = makeBuffer<float>(kSize);
  found = makeBuffer<float>(kSize);
  return matmul_512(a.get(), b.get(), expected.get(), workspace.get()) == 0 &&
         direct_512(a.get(), b.get(), found.get(), directWorkspace.get()) == 0 &&
         std::memcmp(expected.get(), found.get(), kSize * sizeof(float)) == 0;
}

} // namespace

int main(int argc, char **argv) {
  if (!checkProduct()) {
    std::fprintf(stderr, "error: a product differs from its chains\n");
    return 1;
  }
  if (!checkDirect()) {
    std::fprintf(stderr, "error: the back ends differ\n");
    return 1;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
