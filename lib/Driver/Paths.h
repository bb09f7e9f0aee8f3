//===- Paths.h - Sources in folders, files written anew ---------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_PATHS_H
#define MIND_LIB_DRIVER_PATHS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mind::driver {

/// Adds the paths to `files`: for a folder, the .mind files in and below it in the order
/// of their names, but for hidden ones and links. 0, or 2 after a message; what was found
/// is there in any case.
int expandPaths(llvm::ArrayRef<std::string> paths, std::vector<std::string> &files);

/// Writes the file anew, with its permissions; the old text is there until the new one
/// is, whatever happens. 0, or 2 after a message.
int replaceFile(llvm::StringRef path, llvm::StringRef text);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_PATHS_H
