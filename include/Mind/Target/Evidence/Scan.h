//===- Scan.h - What a body says about itself -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The labels of an artifact that follow from its hashed body. They are derived anew
/// whenever they are needed; a stored label is compared with them and never believed.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_EVIDENCE_SCAN_H
#define MIND_TARGET_EVIDENCE_SCAN_H

#include "Mind/Target/Mic/Format/File.h"

namespace mind::evidence {

struct Scan {
  /// A call, at any depth, of what gives another result each time: its name. Empty if
  /// there is none, and the module is deterministic.
  llvm::StringRef nondeterministicCall;
  /// The reference's conservative rule: no float operation whose order or contraction
  /// its own back end leaves open, and none that is not proved to work on integers.
  bool isStrictFp = true;
  /// Why not: the opcode or the call.
  llvm::StringRef relaxedBy;

  bool isDeterministic() const { return nondeterministicCall.empty(); }
  llvm::StringRef getDeterminism() const { return isDeterministic() ? "deterministic" : "nondeterministic"; }
  llvm::StringRef getFpMode() const { return isStrictFp ? "strict" : "relaxed"; }
};

/// Derives the labels of a canonical file. What the opcodes and the strings of the file settle needs no walk
/// over its instructions. Memory stays in proportion to the file.
Scan scanBody(const mic::File &file);

/// Whether every operation is one whose bits docs/Numerics.md fixes: the attribute
/// `org.mind.numerics` is `strict-1` then, else `relaxed`.
bool followsNumerics(const mic::File &file);

/// Whether a call of that name reads a clock, an input or a random number. The whole
/// name counts, or what follows its last `.` or `:`.
bool isNondeterministicCall(llvm::StringRef name);

/// Whether each of `constants`, which ascend, is the value of a ConstI64 of the body.
bool hasConstants(const mic::File &file, llvm::ArrayRef<int64_t> constants, int64_t &missing);

} // namespace mind::evidence

#endif // MIND_TARGET_EVIDENCE_SCAN_H
