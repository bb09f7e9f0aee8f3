//===- Output.h - what generated code prints with ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_OUTPUT_H
#define MIND_LIB_TARGET_ELF_RUNTIME_OUTPUT_H

#include "../Context.h"
#include "Format.h"

// What the compiler may call for a loop: the only copy in a block.
extern "C" {
void *memset(void *target, int value, mind::exe::Size bytes) {
  auto *to = static_cast<volatile char *>(target);
  for (mind::exe::Size i = 0; i < bytes; ++i)
    to[i] = char(value);
  return target;
}
void *memcpy(void *target, const void *source, mind::exe::Size bytes) {
  auto *to = static_cast<volatile char *>(target);
  auto *from = static_cast<const char *>(source);
  for (mind::exe::Size i = 0; i < bytes; ++i)
    to[i] = from[i];
  return target;
}
}

namespace mind::exe {

inline Writer &getOut(elf::Context *context) { return *static_cast<Writer *>(context->host); }

inline void printText(elf::Context *context, const char *text, int64_t bytes) {
  getOut(context).put(text, Size(bytes));
}

inline void printTensor(elf::Context *context, int64_t dtype, int64_t rank, const int64_t *shape,
                        const void *elements) {
  putTensor(getOut(context), dtype, rank, shape, static_cast<const char *>(elements));
}

/// What code prints in `context` goes to `out`.
inline void printTo(Writer &out, elf::Context &context) {
  context.printText = printText;
  context.printTensor = printTensor;
  context.host = &out;
}

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_OUTPUT_H
