//===- Processors.cpp - code for x86-64-v3 beside that for v4 -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Square products of direct code, made for both processors and called in turns, one
// thread; the bits of the two are compared first. Tells billions of operations in a
// second of the thread, from the least time of each, and the time for x86-64-v3 by that
// for x86-64-v4.
//
//   mind-bench-processors V3.so V4.so
//
//===----------------------------------------------------------------------===//

#include "../ThreadTime.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <string>

namespace {

using Product = int32_t (*)(const void *, const void *, void *, void *);
using WorkspaceBytes = int64_t (*)();

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Free>;

Memory allocate(size_t bytes) { return Memory(std::aligned_alloc(64, (bytes + 63) / 64 * 64)); }

template <typename T>
T lookUp(void *library, const std::string &name) {
  T result;
  void *symbol = dlsym(library, name.c_str());
  static_assert(sizeof result == sizeof symbol);
  std::memcpy(&result, &symbol, sizeof result);
  return result;
}

/// One product in both libraries.
template <typename T>
bool measure(void *const (&libraries)[2], const std::string &name, int n) {
  size_t elements = size_t(n) * size_t(n), bytes = elements * sizeof(T);
  Memory a = allocate(bytes), b = allocate(bytes), results[2], workspaces[2];
  Product products[2];
  for (int i = 0; i < 2; ++i) {
    products[i] = lookUp<Product>(libraries[i], name);
    auto workspaceBytes = lookUp<WorkspaceBytes>(libraries[i], name + "_workspace_bytes");
    if (!products[i] || !workspaceBytes)
      return false;
    workspaces[i] = allocate(size_t(workspaceBytes()));
    results[i] = allocate(bytes);
  }
  uint32_t state = 1;
  for (size_t i = 0; i < elements; ++i)
    for (void *matrix : {a.get(), b.get()}) {
      state = state * 1664525u + 1013904223u;
      static_cast<T *>(matrix)[i] = T(int32_t(state)) / T(2147483648.0);
    }
  auto call = [&](int i) {
    return products[i](a.get(), b.get(), results[i].get(), workspaces[i].get()) == 0;
  };
  if (!call(0) || !call(1) || std::memcmp(results[0].get(), results[1].get(), bytes) != 0) {
    std::fprintf(stderr, "%s: the results differ, or this is no such processor\n", name.c_str());
    return false;
  }
  double operations = 2.0 * n * n * n, least[2] = {1e9, 1e9};
  // About a hundredth of a second each, fifteen times.
  int calls = std::max(1, int(1e9 / operations));
  for (int round = 0; round < 15; ++round)
    for (int i = 0; i < 2; ++i)
      least[i] = std::min(least[i], getTime([&] {
                            for (int each = 0; each < calls; ++each)
                              call(i);
                          }));
  std::printf("| %s, %d x %d x %d | %.1f | %.1f | %.2f |\n", name.substr(0, 3).c_str(), n, n, n,
              operations * calls / least[0] / 1e9, operations * calls / least[1] / 1e9, least[0] / least[1]);
  std::fflush(stdout);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: mind-bench-processors V3.so V4.so\n");
    return 2;
  }
  void *libraries[2];
  for (int i = 0; i < 2; ++i)
    if (!(libraries[i] = dlopen(argv[i + 1], RTLD_NOW | RTLD_LOCAL))) {
      std::fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
  std::printf("| product | v3, Gflop/s | v4, Gflop/s | ratio |\n|---|---|---|---|\n");
  for (int n : {64, 96, 128, 192, 256, 384, 512, 768, 1024})
    if (!measure<float>(libraries, "f32_" + std::to_string(n), n))
      return 1;
  for (int n : {64, 96, 128, 192, 256, 384, 512, 768, 1024})
    if (!measure<double>(libraries, "f64_" + std::to_string(n), n))
      return 1;
  return 0;
}
