//===- Memory.h - memory for tensors ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_MEMORY_H
#define MIND_LIB_TARGET_ELF_RUNTIME_MEMORY_H

#include "System.h"

namespace mind::exe {

/// Gives no more than the machine or the control group has, as lib/Runtime's budget
/// does: the system itself promises more, and ends who uses it.
class Memory {
public:
  /// Zeroed and aligned to 64; null if there is not enough.
  char *allocate(Size bytes) {
    taken += bytes;
    // Whatever the limit is, a program of this size is not what exceeds it.
    constexpr Size kSmall = Size(1) << 20;
    if (taken < bytes || (taken > kSmall && taken > getBudget()))
      return nullptr;
    return exe::allocate(bytes);
  }

private:
  static Size readLimit(const char *path) {
    char text[24];
    int64_t file = systemCall(kOpen, int64_t(path), 0, 0);
    if (file < 0)
      return UINT64_MAX;
    int64_t bytes = systemCall(kRead, file, int64_t(text), sizeof text);
    systemCall(kClose, file);
    Size limit = 0;
    // "max" stands for no limit.
    for (int64_t i = 0; i < bytes && i < 19 && text[i] >= '0' && text[i] <= '9'; ++i)
      limit = 10 * limit + Size(text[i] - '0');
    return limit ? limit : UINT64_MAX;
  }

  Size getBudget() {
    if (budget)
      return budget;
    budget = UINT64_MAX;
    // struct sysinfo: the memory is the fifth word, in units of the last but one.
    uint64_t words[16] = {};
    if (systemCall(kInfo, int64_t(words)) == 0)
      budget = words[4] * uint32_t(words[13]);
    Size limit = readLimit("/sys/fs/cgroup/memory.max");
    budget = limit < budget ? limit : budget;
    limit = readLimit("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    return budget = limit < budget ? limit : budget;
  }

  Size taken = 0;
  Size budget = 0;
};

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_MEMORY_H
