//===- Evidence.cpp - The evidence chain of a body ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Evidence.h"

#include "Mind/Target/Evidence/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mind;
using namespace mind::evidence;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

bool evidence::hasChain(const Map &map) {
  return llvm::any_of(map.entries, [](const MapEntry &entry) { return isReservedKey(entry.key); });
}

namespace {

/// Finds entries by key and type, and keeps the first fault.
class ChainReader {
public:
  ChainReader(const Map &map, std::string &reason) : map(map), reason(reason) {}

  bool fail(const Twine &message) {
    if (reason.empty())
      reason = message.str();
    return false;
  }
  bool malformed(StringRef key) { return fail("evidence chain key '" + key + "' is malformed"); }

  const MapEntry *find(StringRef key, Tag tag, bool isRequired = true) {
    const MapEntry *entry = map.find(key);
    if (!entry) {
      if (isRequired)
        fail("evidence chain is missing required key '" + key + "'");
      return nullptr;
    }
    if (entry->tag == tag)
      return entry;
    malformed(key);
    return nullptr;
  }

  bool readHash(const MapEntry *entry, Hash &hash) {
    if (!entry)
      return false;
    if (entry->data.size() != hash.size())
      return malformed(entry->key);
    llvm::copy(entry->data, hash.begin());
    return true;
  }

private:
  const Map &map;
  std::string &reason;
};

} // namespace

bool evidence::readChain(const Map &map, Chain &chain, std::string &reason) {
  static constexpr StringRef known[] = {kDeterminism, kParent,    kReceipts,  kSchema,
                                        kSubstrate,   kToolchain, kTraceHash, kTraceHashKind};
  reason.clear();
  ChainReader reader(map, reason);
  if (const MapEntry *entry = reader.find(kSubstrate, Tag::String))
    chain.substrate = entry->data;
  if (const MapEntry *entry = reader.find(kDeterminism, Tag::String)) {
    chain.isDeterministic = entry->data == "deterministic";
    if (!chain.isDeterministic && entry->data != "nondeterministic")
      reader.fail("evidence chain has unknown determinism value '" + entry->data + "'");
  }
  if (const MapEntry *entry = reader.find(kToolchain, Tag::String))
    chain.toolchain = entry->data;
  if (const MapEntry *entry = reader.find(kSchema, Tag::Int); entry && entry->number != kSchemaVersion)
    reader.malformed(kSchema);
  if (const MapEntry *entry = reader.find(kTraceHashKind, Tag::String, /*isRequired=*/false);
      entry && entry->data != kMic3Bytes)
    reader.malformed(kTraceHashKind);
  reader.readHash(reader.find(kTraceHash, Tag::Bytes), chain.traceHash);
  if (const MapEntry *entry = reader.find(kParent, Tag::Bytes, /*isRequired=*/false))
    if (reader.readHash(entry, chain.parent.emplace()); !reason.empty())
      chain.parent.reset();
  if (const MapEntry *entry = reader.find(kReceipts, Tag::Bytes, /*isRequired=*/false))
    chain.receipts = entry->data;
  for (const MapEntry &entry : map.entries) {
    if (entry.key.starts_with("evidence_chain.") && !llvm::is_contained(known, entry.key))
      reader.fail("evidence chain key '" + entry.key + "' is unknown");
    if (!entry.key.contains('.'))
      reader.malformed(entry.key);
  }
  return reason.empty();
}

bool evidence::readParent(ArrayRef<uint8_t> artifact, Hash &parent, std::string &reason) {
  Report report;
  verifyArtifact(artifact, {}, report);
  if (report.isAttested && report.isAccepted()) {
    parent = report.chain.traceHash;
    return true;
  }
  if (report.isAccepted())
    reason = "it has no evidence";
  else if (report.isAttested && !report.isHashValid)
    reason = "its body was changed (body-tampered), refusing to chain to it";
  else
    reason = report.error;
  return false;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

bool evidence::parseAttribute(StringRef text, Attribute &attribute, std::string &reason) {
  auto [key, value] = text.split('=');
  auto fail = [&](const Twine &message) {
    reason = ("the attribute `" + text + "` " + message).str();
    return false;
  };
  if (!text.contains('='))
    return fail("is not KEY=VALUE");
  if (key.empty())
    return fail("has no key");
  if (isReservedKey(key) || key.starts_with("org.mind."))
    return fail("has a key that is reserved");
  if (!key.contains('.'))
    return fail("has a key without a dot; name it like `org.example.key`");
  if (!llvm::json::isUTF8(key) || !llvm::json::isUTF8(value))
    return fail("is not UTF-8");
  attribute = {key.str(), value.str()};
  return true;
}

/// Adds what signs the map.
static bool sign(Map &map, const Hash &traceHash, const Hash &seed, Ed25519Signature &signature) {
  static constexpr StringRef scheme = "ed25519";
  Bytes preimage;
  getPreimage(map, traceHash, scheme, preimage);
  if (!signEd25519(seed, preimage, signature))
    return false;
  map.insert(MapEntry::string("signature.scheme", scheme));
  map.insert(MapEntry::bytes("signature.ed25519", signature.bytes));
  map.insert(MapEntry::bytes("signature.pubkey", signature.publicKey));
  return true;
}

bool evidence::makeEvidence(ArrayRef<uint8_t> body, const EvidenceOptions &options, Bytes &artifact,
                            std::string &reason) {
  auto fail = [&](const Twine &message) {
    reason = message.str();
    return false;
  };
  mic::File file;
  mic::FormatError error;
  if (!mic::readFile(body, file, error, /*maxBytes=*/~uint64_t(0)))
    return fail("mic3: " + error.message + " (at byte " + Twine(error.position) + ")");
  if (!file.isCanonical || !file.getRest().empty())
    return fail("the body is not canonical");
  Scan scan = scanBody(file);
  if (!scan.isDeterministic() && !options.allowNondeterministic)
    return fail("the module is not deterministic: it calls `" + scan.nondeterministicCall +
                "`; --allow-nondeterministic attests it as such");
  if (!llvm::json::isUTF8(options.substrate) || !llvm::json::isUTF8(options.toolchain))
    return fail("the substrate or the toolchain is not UTF-8");

  Hash traceHash = mic::getTraceHash(file);
  Map map;
  map.insert(MapEntry::string(kDeterminism, scan.getDeterminism()));
  map.insert(MapEntry::integer(kSchema, kSchemaVersion));
  map.insert(MapEntry::string(kSubstrate, options.substrate));
  map.insert(MapEntry::string(kToolchain, options.toolchain));
  map.insert(MapEntry::bytes(kTraceHash, traceHash));
  map.insert(MapEntry::string(kTraceHashKind, kMic3Bytes));
  if (options.parent)
    map.insert(MapEntry::bytes(kParent, *options.parent));
  if (options.writeNumerics)
    map.insert(MapEntry::string(kNumerics, followsNumerics(file) ? "strict-1" : "relaxed"));
  for (const Attribute &attribute : options.attributes)
    if (!map.insert(MapEntry::string(attribute.first, attribute.second)))
      return fail("the attribute `" + attribute.first + "` is given twice");
  Ed25519Signature signature;
  if (options.seed && !sign(map, traceHash, *options.seed, signature))
    return fail("the signature cannot be made");

  Bytes made(body.begin(), body.end());
  emitMap(map, made);
  Report report;
  verifyArtifact(made, {}, report);
  if (!report.isAccepted())
    return fail("what was made does not verify: " + report.error);
  bool isSigned = report.signature.status == SignatureStatus::Valid;
  if (!report.isAttested || isSigned != options.seed.has_value())
    return fail("what was made does not verify");
  artifact = std::move(made);
  return true;
}
