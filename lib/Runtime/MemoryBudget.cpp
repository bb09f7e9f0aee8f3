//===- MemoryBudget.cpp - how much memory tensors may take ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryBudget.h"

#include <atomic>
#include <cstdio>
#include <unistd.h>

using namespace mind;

static uint64_t readLimit(const char *path) {
  std::FILE *file = std::fopen(path, "r");
  if (!file)
    return UINT64_MAX;
  unsigned long long limit = 0;
  // "max" stands for no limit.
  bool isNumber = std::fscanf(file, "%llu", &limit) == 1;
  std::fclose(file);
  return isNumber && limit != 0 ? limit : UINT64_MAX;
}

static uint64_t getBudget() {
  uint64_t budget = UINT64_MAX;
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
  if (pages > 0 && pageSize > 0)
    budget = uint64_t(pages) * uint64_t(pageSize);
  const char *const paths[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
  for (const char *path : paths) {
    uint64_t limit = readLimit(path);
    if (limit < budget)
      budget = limit;
  }
  return budget;
}

static std::atomic<uint64_t> taken{0};

bool rt::reserveMemory(uint64_t bytes) {
  static const uint64_t budget = getBudget();
  uint64_t before = taken.fetch_add(bytes, std::memory_order_relaxed);
  if (before + bytes <= budget)
    return true;
  taken.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void rt::returnMemory(uint64_t bytes) { taken.fetch_sub(bytes, std::memory_order_relaxed); }
