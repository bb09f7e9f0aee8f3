//===- CNames.h - names that C has taken -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_CNAMES_CNAMES_H
#define MIND_TARGET_CNAMES_CNAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

namespace mind {

/// Whether C, C++ or the C header's own includes read the name as something else.
bool isReservedInC(llvm::StringRef name);

/// Whether an exported function of this name would take the place of one of the C
/// library or of the start of a program; true as well for all that is reserved.
bool isTakenInC(llvm::StringRef name, const llvm::Triple &triple);

} // namespace mind

#endif // MIND_TARGET_CNAMES_CNAMES_H
