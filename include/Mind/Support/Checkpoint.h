//===- Checkpoint.h - What a checkpoint may ask for -------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Limits of `@checkpoint(...)` and of memory, for the source, the IR and files alike.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_SUPPORT_CHECKPOINT_H
#define MIND_SUPPORT_CHECKPOINT_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace mind {

/// The most states of a loop that `segments` may keep at a time.
inline constexpr int64_t kMaxSegments = 65536;
inline bool isSegments(int64_t number) { return number >= 1 && number <= kMaxSegments; }

/// Whether that is a policy that keeps something; `nothing`, which is what is done without
/// one, is a word of the source alone.
inline bool isKeepingPolicy(llvm::StringRef policy) { return policy == "dots" || policy == "everything"; }

/// On a module: how many bytes its functions may need at a time, as far as values that
/// are computed again make that true.
inline constexpr llvm::StringLiteral kMemoryBudgetAttrName = "mind.memory_budget";

} // namespace mind

#endif // MIND_SUPPORT_CHECKPOINT_H
