//===- VerifyElf.cpp - Whether an ELF file is what it says ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module in the file is verified like any artifact. Then it is compiled again, and
// the whole file is compared: the code, the headers and the notes themselves. Nothing
// in the file is left out of that.
//
//===----------------------------------------------------------------------===//

#include "BuildNote.h"

#include "mlir/IR/MLIRContext.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mind;
using namespace mind::elf;
using evidence::BinaryReport;
using evidence::Report;
using evidence::VerifyOptions;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// The checks in their order; each ends the verification if it returns false.
class Verifier {
public:
  Verifier(ArrayRef<uint8_t> file, const VerifyOptions &options, Report &report)
      : file(file), options(options), report(report) {}

  void run() {
    checkNotes() && (notes.module ? checkModule() : checkAbsence()) && deriveAgain() && checkOutcome();
  }

private:
  bool fail(const Twine &message) {
    report.code = "E7004";
    report.error = message.str();
    return false;
  }

  bool checkNotes();
  bool checkModule();
  bool checkAbsence();
  bool deriveAgain();
  bool compareWith(ArrayRef<uint8_t> made);
  bool checkOutcome();

  ArrayRef<uint8_t> file;
  const VerifyOptions &options;
  Report &report;
  Notes notes;
  BuildNote build;
  BinaryReport binary;
};

} // namespace

/// Reads and decodes the notes. False with a reason.
static bool readBinary(ArrayRef<uint8_t> file, Notes &notes, BuildNote &build, BinaryReport &binary,
                       std::string &reason) {
  auto fail = [&](const char *message) {
    reason = message;
    return false;
  };
  if (!readNotes(file, notes, reason))
    return false;
  if (notes.isEmpty())
    return fail("an ELF file without a MIND note, which would hold its evidence");
  if (!notes.build)
    return fail("the file has no note of how it was compiled");
  if (!decodeBuildNote(*notes.build, build, reason))
    return false;
  if (notes.traceHash && notes.traceHash->size() != std::tuple_size_v<evidence::Hash>)
    return fail("the note of the trace hash is malformed");
  if (notes.module && !notes.traceHash)
    return fail("the file has a module and no note of its trace hash");

  binary.kind = getKindName(build.options.kind).str();
  binary.cpu = build.options.cpu;
  binary.function = build.options.function;
  binary.dims.assign(build.options.dims.begin(), build.options.dims.end());
  binary.toolchain = build.toolchain;
  binary.hasModule = notes.module.has_value();
  if (notes.traceHash)
    llvm::copy(*notes.traceHash, binary.traceHash.emplace().begin());
  return true;
}

bool Verifier::checkNotes() {
  std::string reason;
  if (!readBinary(file, notes, build, binary, reason))
    return fail(reason);
  report.binary = binary;
  return true;
}

bool Verifier::checkModule() {
  VerifyOptions moduleOptions = options;
  moduleOptions.requireRederive = false;
  evidence::verifyArtifact(*notes.module, moduleOptions, report);
  report.binary = binary;
  if (!report.isAccepted())
    return false;
  if (!report.isAttested)
    return fail("the module in the file has no evidence");
  if (*binary.traceHash != report.chain.traceHash) {
    report.isHashValid = false;
    return fail("the note of the trace hash is not that of the module in the file");
  }
  return report.chain.toolchain == build.toolchain || fail("the notes name two compilers");
}

/// What only a module can tell.
bool Verifier::checkAbsence() {
  if (!options.signers.empty())
    return fail("a signer's key is given, but the file holds no module with evidence to be signed");
  if (options.requireStrictFp)
    return fail("--require-strict-fp: the file holds no module to prove it");
  return !options.requireDeterministic || fail("--require-deterministic: the file holds no module to prove it");
}

bool Verifier::deriveAgain() {
  BinaryReport &result = *report.binary;
  if (!notes.module) {
    result.reason = "the file holds no module";
    return true;
  }
  if (build.toolchain != getToolchain()) {
    result.reason = "built by " + build.toolchain;
    return true;
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  NoteOptions noteOptions;
  // The label in the evidence says what the module is.
  noteOptions.allowNondeterministic = true;
  std::vector<uint8_t> made;
  rt::Fault fault;
  if (compileBodyWithNotes(report.file.getBody(), context, build.options, noteOptions, made, fault))
    return compareWith(made);
  result.rederived = BinaryReport::Outcome::No;
  result.reason = "the module does not compile: [" + fault.code + "] " + fault.message;
  return fail(result.reason);
}

bool Verifier::compareWith(ArrayRef<uint8_t> made) {
  BinaryReport &result = *report.binary;
  if (made == file) {
    result.rederived = BinaryReport::Outcome::Yes;
    return true;
  }
  result.rederived = BinaryReport::Outcome::No;
  size_t common = std::min(made.size(), file.size());
  size_t position = std::mismatch(made.begin(), made.begin() + common, file.begin()).first - made.begin();
  result.reason = ("the file differs from what its module compiles to, first at byte " + Twine(position)).str();
  return fail(result.reason);
}

bool Verifier::checkOutcome() {
  const BinaryReport &result = *report.binary;
  return !options.requireRederive || result.rederived == BinaryReport::Outcome::Yes ||
         fail("--require-rederive: the file cannot be derived again: " + result.reason);
}

bool elf::readModule(ArrayRef<uint8_t> file, BinaryReport &binary, ArrayRef<uint8_t> &module, std::string &reason) {
  Notes notes;
  BuildNote build;
  if (!readBinary(file, notes, build, binary, reason))
    return false;
  if (!notes.module) {
    reason = "the file holds no module";
    return false;
  }
  module = *notes.module;
  return true;
}

void elf::verifyElf(ArrayRef<uint8_t> file, const VerifyOptions &options, Report &report) {
  report = Report();
  Verifier(file, options, report).run();
}
