//===- Context.h - what generated code is called with -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One call of generated code: where it prints, and why it stopped. The layout is
/// part of the code's interface; the runtime of executables (Runtime/) has the same.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_CONTEXT_H
#define MIND_LIB_TARGET_ELF_CONTEXT_H

#include <stdint.h>

namespace mind::elf {

struct Context {
  /// The stack at entry, to which a fault returns.
  uint64_t savedStack;
  /// Calls that are open, and the end of the workspace: only programs with recursion
  /// look.
  int64_t depth;
  uint8_t *limit;
  /// 0, or 6001 to 6007; the index and the extent of 6001; the message of 6003.
  int64_t fault;
  int64_t index;
  int64_t extent;
  const char *message;
  int64_t messageBytes;
  void (*printText)(Context *context, const char *text, int64_t bytes);
  /// A row-major tensor; `dtype` is a mind::DType.
  void (*printTensor)(Context *context, int64_t dtype, int64_t rank, const int64_t *shape, const void *elements);
  void *host;
};

namespace offset {
constexpr int kSavedStack = 0, kDepth = 8, kLimit = 16, kFault = 24, kIndex = 32, kExtent = 40, kMessage = 48,
              kMessageBytes = 56, kPrintText = 64, kPrintTensor = 72;
} // namespace offset

/// The first function of every image: runs `function` with its frame at `workspace`,
/// in the rounding mode that the numerics need. 0, or 1 after a fault.
using Enter = int64_t (*)(Context *context, void *workspace, const void *function);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_CONTEXT_H
