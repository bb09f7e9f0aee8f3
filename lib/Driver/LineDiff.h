//===- LineDiff.h - What differs between two texts --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_LINEDIFF_H
#define MIND_LIB_DRIVER_LINEDIFF_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace mind::driver {

/// Calls `visit` with '-' for each line that only `first` has, with '+' for each that
/// only `second` has, with ' ' for those of both, in the order of the texts. As many lines
/// as can be are of both, unless the texts are so long and so different that finding them
/// would take too much time.
void diffLines(const std::vector<std::string> &first, const std::vector<std::string> &second,
               llvm::function_ref<void(char, llvm::StringRef)> visit);

/// Prints what differs in the unified form, with three lines around each change: `-` the
/// lines of `before`, `+` those of `after`. Nothing if nothing differs.
void printHunks(llvm::StringRef before, llvm::StringRef after, llvm::raw_ostream &os);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_LINEDIFF_H
