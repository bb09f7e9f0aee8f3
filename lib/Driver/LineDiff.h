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

#include <string>
#include <vector>

namespace mind::driver {

/// Calls `visit` with '-' for each line that only `first` has, with '+' for each that
/// only `second` has, in the order of the texts. The fewest lines are shown, unless the
/// texts are so long and so different that finding them would take too much time.
void diffLines(const std::vector<std::string> &first, const std::vector<std::string> &second,
               llvm::function_ref<void(char, llvm::StringRef)> visit);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_LINEDIFF_H
