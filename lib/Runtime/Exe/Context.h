//===- Context.h - one call of compiled code that is going on ---*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_RUNTIME_EXE_CONTEXT_H
#define MIND_LIB_RUNTIME_EXE_CONTEXT_H

#include "Mind/Runtime/Invoke.h"

#include <csetjmp>

namespace mind::rt {

/// In front of each block of memory that compiled code asks for: all of a call are
/// in one ring, so that they can be freed when a fault ends it.
struct alignas(kAlignment) Allocation {
  Allocation *previous;
  Allocation *next;
  uint64_t bytes;
};

struct Context {
  const Signature *signature = nullptr;
  Writer writer{};
  std::vector<Tensor> *results = nullptr;
  /// Where results are copied instead, in a call from C.
  void **outputs = nullptr;
  Fault fault;
  Allocation ring{&ring, &ring, 0};
  unsigned depth = 0;
  /// The address below which the stack is nearly used up.
  const char *stackEnd = nullptr;
  std::jmp_buf onFault;
};

/// The call that is going on in this thread.
extern thread_local Context *currentContext;

/// Ends the call with `fault`. The caller has nothing left to destroy but it.
[[noreturn]] void raise(Fault &&fault);

/// Runs `entry` in `context`; false if a fault ended it.
bool runEntry(Entry entry, void **descriptors, Context &context, size_t stackBudget);

/// The descriptors of a call's parameters, in memory of their own.
class Descriptors {
public:
  void add(void *data, const std::vector<int64_t> &shape);
  void **get();

private:
  std::vector<std::vector<int64_t>> words;
  std::vector<void *> pointers;
};

} // namespace mind::rt

#endif // MIND_LIB_RUNTIME_EXE_CONTEXT_H
