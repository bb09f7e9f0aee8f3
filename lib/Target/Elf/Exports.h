//===- Exports.h - functions that C calls -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_EXPORTS_H
#define MIND_LIB_TARGET_ELF_EXPORTS_H

#include "ElfWriter.h"

namespace mind::elf {

/// One block of the image's code, its constants, the runtime if it prints, and for each
/// entry the function that the C header declares. `image` was made without a gap. False
/// with E5002 for names that C cannot have.
bool makeExports(const Image &image, ElfLibrary &library, rt::Fault &fault);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_EXPORTS_H
