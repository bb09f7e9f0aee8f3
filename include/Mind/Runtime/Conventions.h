//===- Conventions.h - what all executors agree on --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Limits, statuses and messages of running programs that more than one runtime needs.
/// Executables of direct code have a runtime without a library, which includes this:
/// numbers and literals only.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_CONVENTIONS_H
#define MIND_RUNTIME_CONVENTIONS_H

#include <stddef.h>
#include <stdint.h>

namespace mind::rt {

/// The status with which a program ends that a fault stopped.
inline constexpr int kFaultStatus = 77;
/// The status on a processor that the program was not compiled for.
inline constexpr int kProcessorStatus = 78;
/// The status of a wrong command line, and of a file that cannot be written.
inline constexpr int kUsageStatus = 2;

/// How many calls may be open at once, the entry's among them: one more is E6007.
/// The same on every executor, so that a program stops at the same place.
inline constexpr unsigned kMaxCallDepth = 1000;

/// The largest tensor, in bytes, and its most dims: those of the shape algebra.
inline constexpr uint64_t kMaxTensorBytes = uint64_t(1) << 36;
inline constexpr unsigned kMaxRank = 32;
inline constexpr size_t kAlignment = 64;

/// The longest header of a .npy file that is read. NumPy's own limit is 10000
/// characters; no plain dtype comes near.
inline constexpr size_t kMaxNpyHeader = 65536;

/// What an executable says that has no parameters and no result but its status, to
/// whatever is on its command line.
#define MIND_NO_ARGUMENTS "error[cli]: this program takes no arguments\n"

/// What `--help` prints below the signature.
#define MIND_USAGE                                                                                                     \
  "\n\n"                                                                                                               \
  "  --arg NAME=VALUE     an argument: a number, a list [[1,2],[3,4]], or @FILE.npy\n"                                 \
  "  --out [N=]FILE.npy   write result N (0 is the first) there, do not print it\n"                                    \
  "  --dim NAME=SIZE      the extent of a named dimension\n"

} // namespace mind::rt

#endif // MIND_RUNTIME_CONVENTIONS_H
