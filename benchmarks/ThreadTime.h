//===- ThreadTime.h - what a thread takes of the processor ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_BENCHMARKS_THREADTIME_H
#define MIND_BENCHMARKS_THREADTIME_H

#include <ctime>

/// Seconds of this thread on the processor, whatever else that runs.
inline double getThreadTime() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// Those that a call takes.
template <typename Function>
double getTime(Function function) {
  double begin = getThreadTime();
  function();
  return getThreadTime() - begin;
}

#endif // MIND_BENCHMARKS_THREADTIME_H
