//===- IRText.h - What --emit-ir prints -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_IRTEXT_H
#define MIND_TARGET_MIC_FORMAT_IRTEXT_H

#include "Mind/Target/Mic/Format/File.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mind::mic {

/// Prints the module's own stream as the reference's `--emit-ir` does: one line for each
/// instruction that it has a line for, and nothing for the others (functions show only
/// their name). It is a view, not a format: nothing reads it.
void printIRText(const File &file, llvm::raw_ostream &os);

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_IRTEXT_H
