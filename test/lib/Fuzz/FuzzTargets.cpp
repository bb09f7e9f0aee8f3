//===- FuzzTargets.cpp - What the fuzzers call ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzTargets.h"

#include "Mind/Target/ElfEvidence/ElfEvidence.h"
#include "Mind/Target/Evidence/Map.h"
#include "Mind/Target/Evidence/Report.h"
#include "Mind/Target/Mic/Format/File.h"
#include "Mind/Target/Mic/Format/IRText.h"
#include "Mind/Target/Mic/Format/Mic1.h"
#include "Mind/Target/Mic/Format/VerifySSA.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mind;

/// Ends the process where a promise is broken.
static void require(bool holds, const char *promise) {
  if (holds)
    return;
  llvm::errs() << "broken promise: " << promise << '\n';
  abort();
}

/// The reader loads the dialects that it makes modules of.
static MLIRContext &getContext() {
  static auto *context = new MLIRContext(MLIRContext::Threading::DISABLED);
  return *context;
}

/// The text of mic@1 with everything, and back.
static void checkMic1(const mic::File &file, ArrayRef<uint8_t> canonical) {
  std::string text;
  mic::FormatError error;
  mic::Mic1Options options;
  options.extended = true;
  if (!mic::printMic1(file, options, text, error)) {
    require(!error.message.empty(), "a refusal has a reason");
    return;
  }
  mic::Bytes again;
  if (!mic::parseMic1(text, again, error))
    return; // over a limit of the text format
  require(ArrayRef(again) == canonical, "mic@3 survives the extended mic@1");
}

void mind::test::fuzzMic3(ArrayRef<uint8_t> input) {
  mic::File file;
  mic::FormatError error;
  if (!mic::readFile(input, file, error)) {
    require(!error.message.empty(), "a refusal has a reason");
    return;
  }
  mic::Bytes canonical;
  mic::reemit(file, canonical);
  require(file.isCanonical == (ArrayRef(canonical) == file.getBody()), "isCanonical tells equality");
  mic::File second;
  require(mic::readFile(canonical, second, error) && second.isCanonical && second.bodySize == canonical.size(),
          "the re-emission is canonical");
  require(mic::getTraceHash(file) == mic::getTraceHash(second), "the hash is that of the re-emission");

  std::string reason;
  if (!mic::verifySSA(file, reason))
    require(!reason.empty(), "an SSA fault has a reason");
  mic::printIRText(file, llvm::nulls());
  checkMic1(second, canonical);

  mic::ReadOptions options;
  OwningOpRef<ModuleOp> module = mic::readMic3(input, getContext(), options, error);
  require(bool(module), "what is valid is imported");
  require(succeeded(verify(*module)), "what is imported verifies");
  mic::Bytes written;
  require(succeeded(mic::writeMic3(*module, {}, written)), "what is imported is written");
  require(ArrayRef(written) == ArrayRef(canonical), "mic@3 survives the dialect");
}

void mind::test::fuzzMic1(ArrayRef<uint8_t> input) {
  mic::Bytes bytes;
  mic::FormatError error;
  if (!mic::parseMic1(StringRef(reinterpret_cast<const char *>(input.data()), input.size()), bytes, error)) {
    require(!error.message.empty(), "a refusal has a reason");
    return;
  }
  mic::File file;
  if (!mic::readFile(bytes, file, error))
    return; // over a limit of the binary format
  require(file.isCanonical && file.bodySize == bytes.size(), "the parser gives canonical bytes");
  checkMic1(file, bytes);
}

static void printReport(const evidence::Report &report, const evidence::VerifyOptions &options) {
  evidence::printText(report, "artifact", llvm::nulls());
  evidence::printJson(report, "artifact", llvm::nulls());
  evidence::printNotes(report, options, llvm::nulls());
}

void mind::test::fuzzEvidence(ArrayRef<uint8_t> input) {
  evidence::VerifyOptions options;
  evidence::Report report;
  evidence::verifyArtifact(input, options, report);
  printReport(report, options);
  if (!report.isAccepted()) {
    require(!report.code.empty(), "a refusal has a code");
    return;
  }
  require(report.isCanonical && report.isSSAValid, "what is accepted is canonical and well formed");
  // A map without the keys of a chain attests nothing, and is no fault.
  require(!report.isAttested || report.file.bodySize != input.size(), "evidence stands behind the body");

  // An accepted epilogue is its own re-emission too: nothing hides in it.
  evidence::Map map;
  mic::FormatError error;
  ArrayRef<uint8_t> rest = report.file.getRest();
  if (!rest.empty()) {
    require(evidence::parseMap(rest, map, error), "an accepted epilogue is read");
    evidence::Bytes again;
    evidence::emitMap(map, again);
    require(ArrayRef(again).size() <= rest.size(), "an epilogue has no shorter form than the one emitted");
  }
}

/// The module of a mic@3 file as an executable or an object, whichever is to be had.
static void checkCompiled(ArrayRef<uint8_t> input) {
  mic::File file;
  mic::FormatError error;
  mic::Bytes body;
  if (!mic::readFile(input, file, error))
    return;
  mic::reemit(file, body);
  for (elf::ElfKind kind : {elf::ElfKind::Executable, elf::ElfKind::Object}) {
    elf::ElfOptions options;
    options.kind = kind;
    elf::NoteOptions notes;
    notes.allowNondeterministic = true;
    std::vector<uint8_t> bytes;
    rt::Fault fault;
    MLIRContext context(MLIRContext::Threading::DISABLED);
    if (!elf::compileBodyWithNotes(body, context, options, notes, bytes, fault)) {
      require(!fault.code.empty() && !fault.message.empty(), "what does not compile is told with a code");
      continue;
    }
    evidence::VerifyOptions verify;
    verify.requireRederive = true;
    evidence::Report report;
    elf::verifyElf(bytes, verify, report);
    require(report.isAccepted(), "what was compiled verifies");
  }
}

void mind::test::fuzzElf(ArrayRef<uint8_t> input) {
  if (!elf::isElf(input)) {
    checkCompiled(input);
    return;
  }
  evidence::VerifyOptions options;
  evidence::Report report;
  elf::verifyElf(input, options, report);
  printReport(report, options);
  using Outcome = evidence::BinaryReport::Outcome;
  require(report.isAccepted() || !report.code.empty(), "a refusal has a code");
  require(!report.isAccepted() || (report.binary && report.binary->rederived != Outcome::No),
          "what other code comes out of is refused");
  if (report.isAccepted() && report.binary->rederived == Outcome::Unknown) {
    require(!report.binary->reason.empty(), "what is not derived again has a reason");
    options.requireRederive = true;
    elf::verifyElf(input, options, report);
    require(!report.isAccepted(), "--require-rederive refuses what is not known");
  }

  evidence::BinaryReport binary;
  ArrayRef<uint8_t> module;
  std::string reason;
  if (!elf::readModule(input, binary, module, reason)) {
    require(!reason.empty(), "a refusal has a reason");
    return;
  }
  mic::File file;
  mic::FormatError error;
  if (mic::readFile(module, file, error))
    mic::printIRText(file, llvm::nulls());
}
