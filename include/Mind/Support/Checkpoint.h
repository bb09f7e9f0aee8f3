//===- Checkpoint.h - What a checkpoint may ask for -------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Limits of `@checkpoint(...)`, for the source, the IR and files alike.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_SUPPORT_CHECKPOINT_H
#define MIND_SUPPORT_CHECKPOINT_H

#include <cstdint>

namespace mind {

/// The most states of a loop that `segments` may keep at a time.
inline constexpr int64_t kMaxSegments = 65536;

} // namespace mind

#endif // MIND_SUPPORT_CHECKPOINT_H
