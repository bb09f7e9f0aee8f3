//===- Report.h - Whether an artifact is what it says -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `mindc verify` as a function of bytes. Nothing is built but the index of the strings;
/// every check reads the file's own memory.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_EVIDENCE_REPORT_H
#define MIND_TARGET_EVIDENCE_REPORT_H

#include "Mind/Target/Evidence/Evidence.h"
#include "Mind/Target/Evidence/Scan.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace mind::evidence {

struct VerifyOptions {
  bool requireStrictFp = false;
  bool requireDeterministic = false;
  /// Public keys, one of which each signer must have. Empty: any signer, or none.
  llvm::ArrayRef<Bytes> signers;
  /// The artifact must be machine code that its own module compiles to.
  bool requireRederive = false;
};

/// What a file of machine code says of how it was made, and what came of making it again.
struct BinaryReport {
  enum class Outcome { Unknown, Yes, No };

  /// exe, obj or shared.
  std::string kind;
  std::string cpu, toolchain;
  /// Where the program begins; empty for its entry.
  std::string function;
  std::vector<std::pair<std::string, int64_t>> dims;
  std::optional<Hash> traceHash;
  /// Whether the file holds its module.
  bool hasModule = false;
  Outcome rederived = Outcome::Unknown;
  /// Why the outcome is not Yes.
  std::string reason;
};

struct Report {
  mic::File file;
  Map map;

  bool isSSAValid = false;
  std::string ssaReason;
  /// Whether the body is its own re-emission.
  bool isCanonical = false;
  /// Whether a chain was found and read. What follows is set only then.
  bool isAttested = false;
  Chain chain;
  Scan scan;
  bool isHashValid = false;
  SignatureReport signature;
  uint64_t numReceipts = 0;
  /// Of an ELF file with our notes; `file` is then the module in it.
  std::optional<BinaryReport> binary;

  /// Why the artifact is refused: the first check that fails, with its error code. Both
  /// empty if it is not.
  std::string code, error;

  bool isAccepted() const { return error.empty(); }
  /// Whether a signature covers what the hash does not.
  bool isMetadataSigned() const { return signature.status == SignatureStatus::Valid; }
};

/// Goes through the checks of docs/Evidence.md in their order. `bytes` must stay while
/// the report is used.
void verifyArtifact(llvm::ArrayRef<uint8_t> bytes, const VerifyOptions &options, Report &report);

/// The report as lines of a label and a value.
void printText(const Report &report, llvm::StringRef artifact, llvm::raw_ostream &os);

/// The same as one line of JSON.
void printJson(const Report &report, llvm::StringRef artifact, llvm::raw_ostream &os);

/// How a file of machine code was made: its part of either form, without the outcome.
void printBinary(const BinaryReport &binary, llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> line);
void printBinary(const BinaryReport &binary, llvm::json::OStream &json);

/// What a reader should know besides.
void printNotes(const Report &report, const VerifyOptions &options, llvm::raw_ostream &os);

/// Text of an artifact, with what a terminal would obey written as escapes.
void printSafe(llvm::StringRef text, llvm::raw_ostream &os);

/// A label, and spaces up to the column of the values.
llvm::raw_ostream &printLabel(llvm::StringRef label, llvm::raw_ostream &os);

/// The value of an entry: text as it is, a number, or bytes in hexadecimal digits.
std::string getValueText(const MapEntry &entry);

} // namespace mind::evidence

#endif // MIND_TARGET_EVIDENCE_REPORT_H
