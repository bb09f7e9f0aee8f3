//===- Report.cpp - Whether an artifact is what it says -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Report.h"

#include "Mind/Target/Evidence/Receipts.h"
#include "Mind/Target/Mic/Format/VerifySSA.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::evidence;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// The checks in their order; each ends the verification if it returns false.
class Verifier {
public:
  Verifier(ArrayRef<uint8_t> bytes, const VerifyOptions &options, Report &report)
      : bytes(bytes), options(options), report(report) {}

  void run() {
    if (checkBody() && findChain() && (!report.isAttested || (checkChain() && checkGates() && checkReceipts())) &&
        options.requireRederive)
      fail("--require-rederive: the artifact is no machine code");
  }

private:
  bool fail(StringRef code, const Twine &message) {
    report.code = code.str();
    report.error = message.str();
    return false;
  }
  bool fail(const Twine &message) { return fail("E7004", message); }

  bool checkBody();
  bool findChain();
  bool checkChain();
  bool checkSigners();
  bool checkGates();
  bool checkReceipts();

  ArrayRef<uint8_t> bytes;
  const VerifyOptions &options;
  Report &report;
};

} // namespace

bool Verifier::checkBody() {
  if (llvm::toStringRef(bytes).starts_with("\x7F"
                                           "ELF"))
    return fail("an ELF file without a MIND note, which would hold its evidence");
  mic::FormatError error;
  mic::SSAReport ssa;
  if (!mic::readFile(bytes, report.file, error, ssa, /*maxBytes=*/~uint64_t(0))) {
    report.ssaReason = "mic@3 body did not parse for SSA check";
    return fail("E7001", "mic3: " + error.message + " (at byte " + Twine(error.position) + ")");
  }
  // A module without an output is still what it says.
  report.ssaReason = ssa.reason;
  if (!ssa.isValid)
    return fail("the body is not well-formed: " + report.ssaReason);
  report.isSSAValid = true;
  report.isCanonical = report.file.isCanonical;
  return report.isCanonical || fail("the body differs from its canonical re-emission, which the hash is of");
}

/// Reads the epilogue. An artifact without one passes, unless something is asked of it
/// that only evidence can tell.
bool Verifier::findChain() {
  ArrayRef<uint8_t> rest = report.file.getRest();
  if (!rest.empty()) {
    if (rest[0] != kMapSentinel)
      return fail(Twine(rest.size()) + " bytes after the body are no epilogue");
    mic::FormatError error;
    if (!parseMap(rest, report.map, error))
      return fail("evidence chain key '" + kTraceHash + "' is malformed: " + error.message + " (at byte " +
                  Twine(report.file.bodySize + error.position) + ")");
  }
  if (hasChain(report.map)) {
    std::string reason;
    report.isAttested = readChain(report.map, report.chain, reason);
    return report.isAttested || fail(reason);
  }
  if (!options.signers.empty())
    return fail("a signer's key is given, but the artifact has no evidence to be signed");
  if (options.requireStrictFp)
    return fail("--require-strict-fp: the artifact has no evidence to prove it");
  if (options.requireDeterministic)
    return fail("--require-deterministic: the artifact has no evidence to prove it");
  return true;
}

bool Verifier::checkChain() {
  const Hash traceHash = mic::getTraceHash(report.file);
  report.isHashValid = traceHash == report.chain.traceHash;
  report.scan = scanBody(report.file);
  report.signature = checkSignature(report.map, traceHash, report.isHashValid);
  if (!report.isHashValid)
    return fail("the trace hash is not that of the body: the artifact was changed");
  SignatureStatus status = report.signature.status;
  if (status != SignatureStatus::Absent && status != SignatureStatus::Valid)
    return fail("the signature is " + report.signature.getLabel() + ": " + report.signature.reason);
  return checkSigners();
}

bool Verifier::checkSigners() {
  if (options.signers.empty())
    return true;
  if (report.signature.status != SignatureStatus::Valid)
    return fail("a signer's key is given, but the artifact is not signed");
  for (StringRef key : report.signature.getKeys())
    if (llvm::none_of(options.signers, [&](const Bytes &each) { return llvm::toStringRef(each) == key; }))
      return fail("the signer's key " + encodeHex(key) + " is not among those given");
  return true;
}

bool Verifier::checkGates() {
  const Scan &scan = report.scan;
  if (report.chain.isDeterministic != scan.isDeterministic())
    return fail("the determinism label says `" + report.map.find(kDeterminism)->data + "`, but the body is " +
                scan.getDeterminism());
  const MapEntry *numerics = report.map.find(kNumerics);
  if (numerics && numerics->data != "relaxed" && !followsNumerics(report.file))
    return fail("the attribute '" + kNumerics + "' says `" + numerics->data +
                "`, but the body has operations whose bits are not fixed");
  if (options.requireStrictFp && !scan.isStrictFp)
    return fail("--require-strict-fp: fp_mode is relaxed by `" + scan.relaxedBy + "`");
  if (options.requireDeterministic && !scan.isDeterministic())
    return fail("--require-deterministic: the body calls `" + scan.nondeterministicCall + "`");
  return true;
}

bool Verifier::checkReceipts() {
  if (!report.chain.receipts)
    return true;
  std::string reason;
  return verifyReceipts(*report.chain.receipts, report.file, report.numReceipts, reason) || fail(reason);
}

void evidence::verifyArtifact(ArrayRef<uint8_t> bytes, const VerifyOptions &options, Report &report) {
  report = Report();
  Verifier(bytes, options, report).run();
}
