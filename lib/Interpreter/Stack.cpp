//===- Stack.cpp - a host stack that recursion fits on --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stack.h"

#include <algorithm>
#include <pthread.h>
#include <sys/resource.h>

using namespace mind;

using Action = llvm::function_ref<void(const char *base, size_t budget)>;

/// Only the pages that are touched take memory.
static constexpr size_t kLargeStack = size_t(256) << 20;

/// Programs get three quarters of a stack.
static void runHere(Action action, size_t size) {
  char here = 0;
  action(&here, size / 4 * 3);
}

static size_t getOwnStackSize() {
  // Of what is unlimited, or not known, as much as threads usually have.
  constexpr size_t kUsual = size_t(8) << 20;
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return kUsual;
  return std::min(kUsual, size_t(limit.rlim_cur));
}

static void *runThread(void *argument) {
  runHere(*static_cast<Action *>(argument), kLargeStack);
  return nullptr;
}

void interpreter::runOnLargeStack(Action action) {
  pthread_attr_t attributes;
  pthread_t thread;
  bool isStarted = false;
  if (pthread_attr_init(&attributes) == 0) {
    isStarted = pthread_attr_setstacksize(&attributes, kLargeStack) == 0 &&
                pthread_create(&thread, &attributes, runThread, &action) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (isStarted)
    pthread_join(thread, nullptr);
  else
    runHere(action, getOwnStackSize());
}
