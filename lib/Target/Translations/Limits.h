//===- Limits.h - What translations read at most ----------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_TRANSLATIONS_LIMITS_H
#define MIND_LIB_TARGET_TRANSLATIONS_LIMITS_H

#include "llvm/Support/CommandLine.h"

namespace mind {

/// The limit of everything that reads mic: --max-bytes.
llvm::cl::opt<uint64_t> &getMaxMicBytes();

} // namespace mind

#endif // MIND_LIB_TARGET_TRANSLATIONS_LIMITS_H
