//===- Artifacts.h - Commands over artifacts --------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DRIVER_ARTIFACTS_H
#define MIND_LIB_DRIVER_ARTIFACTS_H

#include "Commands.h"

#include "Mind/Target/Evidence/Evidence.h"

namespace mind::driver {

/// Reads an artifact of at most `--max-bytes`. False after a message, which means exit
/// code 2.
bool readArtifact(const Options &options, llvm::StringRef path, std::string &contents);

/// Writes `error[PHASE][CODE]: MESSAGE`, the phase being that of the code, or the same in
/// the form that was asked for.
void reportArtifact(const Options &options, llvm::StringRef code, const llvm::Twine &message,
                    llvm::StringRef help = {});

/// The phase of a code.
frontend::Phase findPhaseOf(llvm::StringRef code);

/// What may hold any bytes, without those that a terminal would take for commands.
std::string makeSafe(const llvm::Twine &text);

inline llvm::ArrayRef<uint8_t> asBytes(llvm::StringRef text) { return {text.bytes_begin(), text.size()}; }

/// What the command line and the environment say about the evidence to make: to be
/// called before any work. 0, or the exit code after a message.
int prepareEvidence(const Options &options, evidence::EvidenceOptions &evidence);

/// Makes the evidence of a canonical body and writes both to the output. The exit code.
int writeEvidence(const Options &options, const evidence::EvidenceOptions &evidence,
                  llvm::ArrayRef<uint8_t> canonicalBody);

/// Writes bytes to the output, whole or not at all. The exit code.
int writeArtifact(llvm::StringRef path, llvm::ArrayRef<uint8_t> bytes);

} // namespace mind::driver

#endif // MIND_LIB_DRIVER_ARTIFACTS_H
