//===- Mic1.h - mic@1 text and mic@3 bytes ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// mic@1 is a text of one line for each instruction. The plain form is the reference's,
/// byte for byte; it has lines for the tensor instructions only, and what it has none for
/// is an error here, where the reference leaves it out. The extended form, which begins
/// with a line `extended`, adds lines of our own for the rest, so that every mic@3 file
/// goes to text and back. docs/Mic1.md describes both.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_MIC1_H
#define MIND_TARGET_MIC_FORMAT_MIC1_H

#include "Mind/Target/Mic/Format/File.h"

namespace mind::mic {

/// Limits of a plain text. Extended ones have only that of the size.
inline constexpr uint64_t kMaxMic1Lines = 1000000, kMaxMic1Nodes = 100000, kMaxMic1Rank = 32;
/// The reference counts up to the largest id; this bounds it.
inline constexpr uint64_t kMaxMic1Id = 0xFFFFFFFF;

/// Reads either form and gives canonical mic@3 bytes. The position of an error is the line,
/// or 0 where it is about the text as a whole.
bool parseMic1(llvm::StringRef text, Bytes &mic3, FormatError &error, uint64_t maxBytes = kMaxBytes);

struct Mic1Options {
  /// Write the extended form for a file that the plain one cannot hold.
  bool extended = false;
};

/// Writes a file. Without `extended`, an error names the first instruction that the plain
/// form cannot hold; its position is the offset of that instruction in the file.
bool printMic1(const File &file, const Mic1Options &options, std::string &text, FormatError &error);

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_MIC1_H
