//===- ElfEvidence.h - Machine code that carries its module -----*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the direct back end writes says in three notes what it was made of:
///
///   1  the trace hash: SHA-256 of the module's canonical mic@3 bytes
///   2  these bytes with their evidence
///   3  how it was compiled: kind, processor, function, dims, compiler
///
/// Code is made from the module as it is read back from those bytes, and from nothing
/// else. So whoever has the file can compile it again and must get the same file, notes
/// included. See docs/Evidence.md.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_ELFEVIDENCE_ELFEVIDENCE_H
#define MIND_TARGET_ELFEVIDENCE_ELFEVIDENCE_H

#include "Mind/Target/Elf/ElfTarget.h"
#include "Mind/Target/Evidence/Report.h"

namespace mind::elf {

enum class NoteType : uint32_t { TraceHash = 1, Module = 2, Build = 3 };

/// The notes of a file. They refer to the bytes that were read.
struct Notes {
  std::optional<llvm::ArrayRef<uint8_t>> traceHash, module, build;

  bool isEmpty() const { return !traceHash && !module && !build; }
};

inline bool isElf(llvm::ArrayRef<uint8_t> file) {
  return llvm::toStringRef(file).starts_with("\x7F"
                                             "ELF");
}

/// Finds our notes in an ELF file for x86-64: in the segments of an executable, in the
/// sections of an object or a library. Other notes are ignored. False with a reason for
/// what is malformed, occurs twice, or is larger than 2 GiB.
bool readNotes(llvm::ArrayRef<uint8_t> file, Notes &notes, std::string &reason);

/// `mindc` and its version, which evidence and notes name.
llvm::StringRef getToolchain();

struct NoteOptions {
  /// Whether the module goes into the file, beside its hash.
  bool embedsModule = true;
  /// Whether a module may call what gives other results each time.
  bool allowNondeterministic = false;
};

/// The bytes of a file with its notes. `module` is as it is written, its gradients asked
/// for or made; it is changed. A module that mic@3 cannot hold is compiled as it is, without the first
/// two notes: `omission` says why then. False with the faults of compileToBytes, or E7005.
bool compileWithNotes(mlir::ModuleOp module, const ElfOptions &options, const NoteOptions &noteOptions,
                      std::vector<uint8_t> &bytes, std::string &omission, rt::Fault &fault);

/// The same of a canonical body, for whoever has that.
bool compileBodyWithNotes(llvm::ArrayRef<uint8_t> body, mlir::MLIRContext &context, const ElfOptions &options,
                          const NoteOptions &noteOptions, std::vector<uint8_t> &bytes, rt::Fault &fault);

/// The module in an ELF file, and how the file was made. False with a reason where there
/// is none or the notes are malformed.
bool readModule(llvm::ArrayRef<uint8_t> file, evidence::BinaryReport &binary, llvm::ArrayRef<uint8_t> &module,
                std::string &reason);

/// `mindc verify` of an ELF file: its notes, the evidence in them, and whether the module
/// compiles to this very file.
void verifyElf(llvm::ArrayRef<uint8_t> file, const evidence::VerifyOptions &options, evidence::Report &report);

} // namespace mind::elf

#endif // MIND_TARGET_ELFEVIDENCE_ELFEVIDENCE_H
