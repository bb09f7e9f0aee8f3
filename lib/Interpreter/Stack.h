//===- Stack.h - a host stack that recursion fits on ------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MIND_LIB_INTERPRETER_STACK_H
#define MIND_LIB_INTERPRETER_STACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace mind::interpreter {

/// Runs `action` on a thread with so much stack that rt::kMaxCallDepth calls of
/// deeply nested functions fit, and waits for it; if there is no such thread, on
/// this one. `action` gets the address at which its stack begins and the bytes it
/// may use of it.
void runOnLargeStack(llvm::function_ref<void(const char *base, size_t budget)> action);

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_STACK_H
