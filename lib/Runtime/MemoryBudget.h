//===- MemoryBudget.h - how much memory tensors may take --------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Allocation rarely fails on a system that overcommits: the process is killed
/// when the pages are touched. So tensors together may take no more than the
/// machine, or the control group that the process runs in, has.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_RUNTIME_MEMORYBUDGET_H
#define MIND_LIB_RUNTIME_MEMORYBUDGET_H

#include <cstdint>

namespace mind::rt {

/// Counts `bytes` as taken. False, with nothing counted, if they are too many.
bool reserveMemory(uint64_t bytes);

void returnMemory(uint64_t bytes);

} // namespace mind::rt

#endif // MIND_LIB_RUNTIME_MEMORYBUDGET_H
