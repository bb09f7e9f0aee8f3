//===- Program.h - what an executable says of itself ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The compiler puts one Program into the constants of an executable; its parts are
/// found by their distance from it. What the runtime and the compiler both know.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_PROGRAM_H
#define MIND_LIB_TARGET_ELF_RUNTIME_PROGRAM_H

#include <stdint.h>

namespace mind::exe {

/// A parameter or a result.
struct ProgramValue {
  int64_t dtype;
  int64_t rank;
  int64_t bytes;
  /// Distances from the Program: the extents, the name (ends with a zero).
  int64_t shape;
  int64_t name;
};

struct Program {
  /// Distances from the Program: Context.h's Enter, the function to run.
  int64_t enter;
  int64_t function;
  int64_t workspaceBytes;
  int64_t numParams;
  int64_t numResults;
  /// The first value: params, then results.
  int64_t values;
  /// Signature as text, and the name of the function.
  int64_t signature;
  int64_t name;
  /// Whether a lone integer is the status.
  int64_t returnsStatus;
  /// Whether the command line may have anything: there are parameters or other results.
  int64_t takesArguments;
  /// The Processor that its code is for.
  int64_t processor;
};

/// The entries of the runtime's block, one each 16 bytes.
enum Entry : int { kStart = 0 };

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_PROGRAM_H
