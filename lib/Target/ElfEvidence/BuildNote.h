//===- BuildNote.h - How a file was compiled --------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The third note: a map in the encoding of epilogues (Evidence/Map.h), so that the same
/// options have one form.
///
///   cpu         string  x86-64-v3
///   dim.NAME    int     the extent of a named dim, for each that was given
///   function    string  where the program begins; absent for its entry
///   kind        string  exe, obj or shared
///   threads     int     how many the code runs on
///   toolchain   string  getToolchain() of the compiler
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELFEVIDENCE_BUILDNOTE_H
#define MIND_LIB_TARGET_ELFEVIDENCE_BUILDNOTE_H

#include "Mind/Target/ElfEvidence/ElfEvidence.h"

namespace mind::elf {

struct BuildNote {
  ElfOptions options;
  std::string toolchain;
};

/// The word for a kind: exe, obj or shared.
llvm::StringRef getKindName(ElfKind kind);

void encodeBuildNote(const BuildNote &note, evidence::Bytes &bytes);

/// False with a reason for bytes that encodeBuildNote would not write.
bool decodeBuildNote(llvm::ArrayRef<uint8_t> bytes, BuildNote &note, std::string &reason);

/// Appends a note: its head, its name `MIND`, and `content`, padded to 4 bytes.
void appendNote(NoteType type, llvm::ArrayRef<uint8_t> content, std::vector<uint8_t> &notes);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELFEVIDENCE_BUILDNOTE_H
