//===- VerifySSA.h - Whether a mic@3 file is well formed --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules that the reference's verifier has for a file that it could read. They are
/// about names, not about types: shapes and element types are checked where the file
/// becomes IR.
///
/// - An operand is defined earlier in its stream or in one around it, in the order of
///   the bytes; nothing is defined twice where both could be seen.
/// - The body of a function is a namespace of its own. Parameters are defined by its
///   Param instructions; the list of a FnDef only reserves their ids.
/// - While: what the condition and the body define is seen up to the end of the body, by
///   the condition's id and the live variables too; afterwards only the exits are.
/// - If: the condition belongs to the stream around; each branch sees that, but not the
///   other branch; afterwards both are seen, with the result and the merged values. The
///   slots of a branch that leaves are not looked at.
/// - Region: belongs to the stream around; its result is defined.
/// - Axes of sum, mean and gather are not negative in the module's own stream (the
///   reference does not ask inside of functions and regions); strides are not 0.
/// - A dense constant has known dims and as many elements as they say.
/// - A table of value types speaks of values of its own namespace, and not of dense
///   constants.
///
/// next_id needs no rule: reading raises it. Unlike the reference, a loop or a choice in
/// the module's own stream may have its exits and merged values used.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_VERIFYSSA_H
#define MIND_TARGET_MIC_FORMAT_VERIFYSSA_H

#include "Mind/Target/Mic/Format/File.h"

namespace mind::mic {

struct SSAReport {
  bool isValid = false;
  /// The first rule that is broken.
  std::string reason;
  /// Whether the module has neither an Output nor an export, which the verification of an
  /// artifact tolerates.
  bool missesOutput = false;
};

/// Validates as readFile does and looks at the names in the same walk. False for what cannot
/// be read, whatever its names are; `ssa` is of use only if it can.
bool readFile(llvm::ArrayRef<uint8_t> bytes, File &file, FormatError &error, SSAReport &ssa,
              uint64_t maxBytes = kMaxBytes);

/// The same for a file that was read, which is read again. False with a reason for the first
/// rule that is broken. `missesOutput` is that of the report.
bool verifySSA(const File &file, std::string &reason, bool *missesOutput = nullptr);

/// The words for a module without Output or export.
inline constexpr const char *kMissingOutput = "module is missing an Output instruction";

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_VERIFYSSA_H
