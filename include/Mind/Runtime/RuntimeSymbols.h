//===- RuntimeSymbols.h - the runtime by name -------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions that compiled code calls, for a linker in memory.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_RUNTIMESYMBOLS_H
#define MIND_RUNTIME_RUNTIMESYMBOLS_H

#include <vector>

namespace mind::rt {

struct RuntimeSymbol {
  const char *name;
  void *address;
};

std::vector<RuntimeSymbol> getRuntimeSymbols();

} // namespace mind::rt

#endif // MIND_RUNTIME_RUNTIMESYMBOLS_H
