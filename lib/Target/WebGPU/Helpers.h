//===- Helpers.h - functions that shaders call ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_WEBGPU_HELPERS_H
#define MIND_LIB_TARGET_WEBGPU_HELPERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <string>

namespace mind::webgpu {

/// Functions of WGSL for what the language has no operator for: numbers of 64 bits, the
/// edges of floats. A module has those that it calls, and those that these call.
class Helpers {
public:
  /// `mind_NAME(arguments)`; the function is then written by `print`.
  std::string call(llvm::StringRef name, llvm::StringRef arguments);
  void print(llvm::raw_ostream &os) const;

private:
  void use(llvm::StringRef name);
  std::set<std::string> used;
};

} // namespace mind::webgpu

#endif // MIND_LIB_TARGET_WEBGPU_HELPERS_H
