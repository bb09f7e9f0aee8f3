//===- HostModule.h - the part of a module that is always there -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_WEBGPU_HOSTMODULE_H
#define MIND_LIB_TARGET_WEBGPU_HOSTMODULE_H

#include "llvm/ADT/StringRef.h"

namespace mind::webgpu {

/// In JavaScript, after `inputs`, `outputs`, `code`, `shaders`, `constants` and `execute`.
extern const llvm::StringRef kHostModule;

} // namespace mind::webgpu

#endif // MIND_LIB_TARGET_WEBGPU_HOSTMODULE_H
