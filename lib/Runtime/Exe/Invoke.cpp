//===- Invoke.cpp - calling compiled code ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Invoke.h"
#include "Context.h"

#include "../MemoryBudget.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <xmmintrin.h>

using namespace mind;
using namespace mind::rt;

thread_local Context *rt::currentContext = nullptr;

void rt::raise(Fault &&fault) {
  Context *context = currentContext;
  context->fault = std::move(fault);
  std::longjmp(context->onFault, 1);
}

Writer rt::getStandardWriter() {
  return {[](void *, const char *data, size_t size) { std::fwrite(data, 1, size, stdout); }, nullptr};
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

void Descriptors::add(void *data, const std::vector<int64_t> &shape) {
  std::vector<int64_t> descriptor(3 + 2 * shape.size());
  std::memcpy(&descriptor[0], &data, sizeof data);
  std::memcpy(&descriptor[1], &data, sizeof data);
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    descriptor[3 + i] = shape[i];
    descriptor[3 + shape.size() + i] = stride;
    stride *= std::max<int64_t>(shape[i], 1);
  }
  words.push_back(std::move(descriptor));
}

void **Descriptors::get() {
  for (std::vector<int64_t> &descriptor : words)
    pointers.push_back(descriptor.data());
  return pointers.data();
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// The rounding and flushing modes that the numerics need: to nearest, no flushing,
/// no traps.
static constexpr unsigned kStrictMode = 0x1F80;

bool rt::runEntry(Entry entry, void **descriptors, Context &context, size_t stackBudget) {
  Context *outer = currentContext;
  unsigned mode = _mm_getcsr();
  char here = 0;
  context.stackEnd = &here - stackBudget;
  currentContext = &context;
  _mm_setcsr(kStrictMode);
  bool ok = setjmp(context.onFault) == 0;
  if (ok)
    entry(descriptors);
  _mm_setcsr(mode);
  currentContext = outer;
  // After a fault nobody else frees what the code had taken.
  while (context.ring.next != &context.ring) {
    Allocation *first = context.ring.next;
    context.ring.next = first->next;
    returnMemory(first->bytes);
    std::free(first);
  }
  return ok;
}

namespace {

constexpr size_t kLargeStack = size_t(256) << 20;

struct Task {
  Entry entry;
  void **descriptors;
  Context *context;
  bool ok;
};

} // namespace

static void *runTask(void *argument) {
  auto *task = static_cast<Task *>(argument);
  task->ok = runEntry(task->entry, task->descriptors, *task->context, kLargeStack / 4 * 3);
  return nullptr;
}

bool rt::invoke(Entry entry, const Signature &signature, const std::vector<Tensor> &args, Writer writer,
                std::vector<Tensor> &results, Fault &fault) {
  Descriptors descriptors;
  for (const Tensor &arg : args)
    descriptors.add(const_cast<void *>(arg.rawData()), arg.shape());
  Context context;
  context.signature = &signature;
  context.writer = writer;
  results.assign(signature.results.size(), Tensor());
  context.results = &results;

  Task task{entry, descriptors.get(), &context, false};
  pthread_attr_t attributes;
  pthread_t thread;
  bool isStarted = false;
  if (pthread_attr_init(&attributes) == 0) {
    isStarted = pthread_attr_setstacksize(&attributes, kLargeStack) == 0 &&
                pthread_create(&thread, &attributes, runTask, &task) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (isStarted)
    pthread_join(thread, nullptr);
  else
    task.ok = runEntry(entry, task.descriptors, context, size_t(4) << 20);
  if (!task.ok) {
    fault = std::move(context.fault);
    results.clear();
    return false;
  }
  for (Tensor &result : results)
    if (!result.canonicalizeNaNs(fault))
      return false;
  return true;
}
