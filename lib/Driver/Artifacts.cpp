//===- Artifacts.cpp - Verifying an artifact, and making one --------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"
#include "Source.h"

#include "Mind/Support/ErrorCodes.h"
#include "Mind/Target/ElfEvidence/ElfEvidence.h"
#include "Mind/Target/Evidence/Report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::driver;
using llvm::StringRef;
using llvm::Twine;

frontend::Phase driver::findPhaseOf(StringRef code) {
  const ErrorCodeInfo *info = findErrorCode(std::string_view(code.data(), code.size()));
  for (unsigned i = 0; info && i <= unsigned(frontend::Phase::Runtime); ++i)
    if (frontend::getPhaseName(frontend::Phase(i)) == StringRef(info->phase.data(), info->phase.size()))
      return frontend::Phase(i);
  return frontend::Phase::Backend;
}

std::string driver::makeSafe(const Twine &text) {
  std::string safe;
  llvm::raw_string_ostream os(safe);
  evidence::printSafe(text.str(), os);
  return safe;
}

void driver::reportArtifact(const Options &options, StringRef code, const Twine &message, StringRef help) {
  frontend::Phase phase = findPhaseOf(code);
  if (options.render.format == frontend::DiagnosticFormat::Human) {
    llvm::errs() << "error[" << frontend::getPhaseName(phase) << "][" << code << "]: " << makeSafe(message) << '\n';
    if (!help.empty())
      llvm::errs() << "help: " << help << '\n';
    return;
  }
  frontend::DiagnosticEngine diagnostics(getShownName(options), "");
  diagnostics.errorNoSpan(phase, code, makeSafe(message)).withHelp(help);
  frontend::renderDiagnostics(llvm::errs(), diagnostics, options.render);
}

bool driver::readArtifact(const Options &options, StringRef path, std::string &contents) {
  uint64_t limit = options.artifact.maxBytes;
  if (!readInput(path, limit, contents))
    return false;
  if (contents.size() <= limit)
    return true;
  llvm::errs() << "error[cli]: `" << path << "` is larger than " << limit << " bytes\n"
               << "help: allow more with --max-bytes\n";
  return false;
}

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

/// Reads the keys of the command line and of the environment. False after a message.
static bool readSigners(const Options &options, llvm::SmallVectorImpl<evidence::Bytes> &signers) {
  auto add = [&](StringRef text, StringRef where) {
    evidence::Bytes key;
    if (!evidence::decodeHex(text, key) || !evidence::isKeySize(key.size())) {
      llvm::errs() << "error[cli]: " << where << ": `" << text << "` is no public key in hexadecimal digits\n";
      return false;
    }
    signers.push_back(std::move(key));
    return true;
  };
  for (const std::string &text : options.artifact.signerKeys)
    if (!add(text, "--signer-pubkey"))
      return false;
  std::string listed = llvm::sys::Process::GetEnv("MIND_EVIDENCE_VERIFY_PUBKEYS").value_or("");
  for (StringRef rest = listed; !(rest = rest.ltrim(", \t\n")).empty();) {
    StringRef text = rest.take_front(rest.find_first_of(", \t\n"));
    if (!add(text, "MIND_EVIDENCE_VERIFY_PUBKEYS"))
      return false;
    rest = rest.drop_front(text.size());
  }
  return true;
}

int driver::runVerify(const Options &options) {
  llvm::SmallVector<evidence::Bytes> signers;
  std::string contents;
  if (!readSigners(options, signers) || !readArtifact(options, options.input, contents))
    return 2;
  evidence::VerifyOptions verify;
  verify.requireStrictFp = options.artifact.requireStrictFp;
  verify.requireDeterministic = options.artifact.requireDeterministic;
  verify.requireRederive = options.artifact.requireRederive;
  verify.signers = signers;
  evidence::Report report;
  if (elf::isElf(asBytes(contents)))
    elf::verifyElf(asBytes(contents), verify, report);
  else
    evidence::verifyArtifact(asBytes(contents), verify, report);
  if (options.artifact.json)
    evidence::printJson(report, options.input, llvm::outs());
  else
    evidence::printText(report, options.input, llvm::outs());
  llvm::outs().flush();
  if (!options.artifact.json)
    evidence::printNotes(report, verify, llvm::errs());
  if (report.isAccepted())
    return 0;
  reportArtifact(options, report.code, report.error);
  return 1;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// Reads the seed of the signature, if there is one. A variable that is set and of no use
/// is an error: what was to be signed must not go out unsigned.
static bool readSeed(const Options &options, std::optional<evidence::Hash> &seed) {
  for (const char *name : {"MIND_EVIDENCE_MLDSA_KEY", "MIND_EVIDENCE_MLDSA87_KEY", "MIND_EVIDENCE_SLHDSA_KEY"}) {
    if (!llvm::sys::Process::GetEnv(name))
      continue;
    reportArtifact(options, "E7005", Twine(name) + " is set, but this build signs with Ed25519 alone");
    return false;
  }
  std::optional<std::string> text = llvm::sys::Process::GetEnv("MIND_EVIDENCE_ED25519_KEY");
  if (!text)
    return true;
  bool isRead = evidence::decodeHash(StringRef(*text).trim(), seed.emplace());
  evidence::wipe({reinterpret_cast<uint8_t *>(text->data()), text->size()});
  if (!isRead)
    reportArtifact(options, "E7005", "MIND_EVIDENCE_ED25519_KEY is not a seed of 64 hexadecimal digits");
  return isRead;
}

/// The parent: a hash, or the hash that an artifact has.
static int readParent(const Options &options, std::optional<evidence::Hash> &parent) {
  StringRef text = options.artifact.parent;
  if (text.empty() || evidence::decodeHash(text, parent.emplace())) {
    if (text.empty())
      parent.reset();
    return 0;
  }
  std::string contents, reason;
  if (!readArtifact(options, text, contents))
    return 2;
  if (evidence::readParent(asBytes(contents), *parent, reason))
    return 0;
  reportArtifact(options, "E7005", "the parent `" + text + "` is of no use: " + reason);
  return 1;
}

int driver::prepareEvidence(const Options &options, evidence::EvidenceOptions &evidence) {
  evidence.toolchain = elf::getToolchain().str();
  evidence.allowNondeterministic = options.artifact.allowNondeterministic;
  for (const std::string &text : options.artifact.attributes) {
    evidence::Attribute attribute;
    std::string reason;
    bool isGood = evidence::parseAttribute(text, attribute, reason);
    for (const evidence::Attribute &other : evidence.attributes)
      if (isGood && other.first == attribute.first) {
        reason = "the attribute `" + attribute.first + "` is given twice";
        isGood = false;
      }
    if (!isGood) {
      llvm::errs() << "error[cli]: ";
      evidence::printSafe(reason, llvm::errs());
      llvm::errs() << '\n';
      return 2;
    }
    evidence.attributes.push_back(std::move(attribute));
  }
  if (int status = readParent(options, evidence.parent))
    return status;
  return readSeed(options, evidence.seed) ? 0 : 1;
}

/// What is no file of its own, like a device, is written in place.
static bool isReplaceable(StringRef path) {
  llvm::sys::fs::file_status status;
  return llvm::sys::fs::status(path, status) || status.type() == llvm::sys::fs::file_type::regular_file;
}

int driver::writeArtifact(StringRef path, llvm::ArrayRef<uint8_t> bytes) {
  auto fail = [&](const std::string &message) {
    llvm::errs() << "error[cli]: cannot write `" << path << "`: " << message << '\n';
    return 2;
  };
  StringRef text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (path.empty() || path == "-") {
    llvm::outs() << text;
    return 0;
  }
  if (!isReplaceable(path)) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_None);
    if (error)
      return fail(error.message());
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
    return error ? fail(error.message()) : 0;
  }
  llvm::Expected<llvm::sys::fs::TempFile> file = llvm::sys::fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!file)
    return fail(llvm::toString(file.takeError()));
  std::error_code error;
  {
    llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    os << text;
    os.flush();
    error = os.error();
    os.clear_error();
  }
  if (error) {
    llvm::consumeError(file->discard());
    return fail(error.message());
  }
  llvm::Error kept = file->keep(path);
  return kept ? fail(llvm::toString(std::move(kept))) : 0;
}

int driver::writeEvidence(const Options &options, const evidence::EvidenceOptions &evidence,
                          llvm::ArrayRef<uint8_t> canonicalBody) {
  evidence::Bytes artifact;
  std::string reason;
  if (evidence::makeEvidence(canonicalBody, evidence, artifact, reason))
    return writeArtifact(options.output, artifact);
  reportArtifact(options, "E7005", reason);
  return 1;
}
