//===- ReportTest.cpp - verifying -----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"

#include "llvm/Support/JSON.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;

namespace {

constexpr const char *kAddHash = "58eea513b6965b3b711b500552805f24175d31e790316e6761b0a8b075fa83e6";

std::string getText(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printText(report, "a.mic3", os);
  return text;
}

std::string getJson(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printJson(report, "a.mic3", os);
  return text;
}

/// The body of a file with a map of its own.
Bytes withMap(const Bytes &body, const Map &map) {
  Bytes file(body.begin(), body.end());
  emitMap(map, file);
  return file;
}

/// The map of the unsigned vector, without the entry `key`.
struct Parts {
  Parts() : artifact(readInput("vectors/add.ev.mic3")), body(readInput("vectors/add.mic3")) {
    mic::FormatError error;
    EXPECT_TRUE(parseMap(llvm::ArrayRef(artifact).drop_front(body.size()), map, error));
  }
  MapEntry &at(StringRef key) {
    return *llvm::find_if(map.entries, [&](const MapEntry &entry) { return entry.key == key; });
  }
  std::string getError() { return verify(file = withMap(body, map)).error; }

  Bytes artifact, body, file;
  Map map;
};

TEST(EvidenceReport, GoldenArtifactsPass) {
  for (const std::string &name : getGoldenCases()) {
    Bytes artifact = readInput("golden/" + name + "/evidence.mic3");
    Report report = verify(artifact);
    EXPECT_TRUE(report.isAccepted()) << name << ": " << report.error;
    EXPECT_TRUE(report.isAttested);
    EXPECT_TRUE(report.isHashValid);
    EXPECT_EQ(report.signature.status, SignatureStatus::Absent);
    // The body alone passes without being attested.
    Bytes body = readInput("golden/" + name + "/out.mic3");
    Report bare = verify(body);
    EXPECT_TRUE(bare.isAccepted()) << name << ": " << bare.error;
    EXPECT_FALSE(bare.isAttested);
  }
}

TEST(EvidenceReport, Text) {
  Bytes artifact = readInput("vectors/add.sig.mic3");
  EXPECT_EQ(getText(verify(artifact)), std::string("artifact:         a.mic3\n"
                                                   "substrate:        cpu\n"
                                                   "determinism:      deterministic\n"
                                                   "toolchain:        0.10.2\n"
                                                   "parent:           (root)\n"
                                                   "trace_hash:       ") +
                                           kAddHash +
                                           "\n"
                                           "trace_hash_kind:  mic3-bytes\n"
                                           "trace_hash_valid: yes\n"
                                           "fp_mode:          strict\n"
                                           "ssa_valid:        yes\n"
                                           "signature:        ed25519\n"
                                           "signature_ed25519_pubkey: " +
                                           kTestKey +
                                           "\n"
                                           "metadata:         signed\n");
  EXPECT_EQ(getText(verify(readInput("vectors/add.mic3"))), "artifact:         a.mic3\n"
                                                            "ssa_valid:        yes\n"
                                                            "attested:         no\n");
  EXPECT_EQ(getText(verify({'M', 'I'})), "artifact:         a.mic3\n"
                                         "ssa_valid:        NO\n"
                                         "ssa_reason:       mic@3 body did not parse for SSA check\n");
}

TEST(EvidenceReport, Json) {
  Bytes artifact = readInput("vectors/add.ev.mic3");
  EXPECT_EQ(getJson(verify(artifact)),
            std::string("{\"artifact\":\"a.mic3\",\"substrate\":\"cpu\",\"determinism\":\"deterministic\","
                        "\"toolchain\":\"0.10.2\",\"parent\":null,\"trace_hash\":\"") +
                kAddHash +
                "\",\"trace_hash_kind\":\"mic3-bytes\",\"trace_hash_valid\":true,\"fp_mode\":\"strict\","
                "\"ssa_valid\":true,\"ssa_reason\":null,\"signature\":\"absent\",\"signature_ed25519_pubkey\":null,"
                "\"signature_mldsa_pubkey\":null,\"signature_mldsa87_pubkey\":null,\"signature_slhdsa_pubkey\":null,"
                "\"metadata\":\"unsigned\",\"attributes\":{},\"receipts\":0,\"valid\":true,\"code\":null,"
                "\"error\":null}\n");
  EXPECT_EQ(getJson(verify(readInput("vectors/add.mic3"))),
            "{\"artifact\":\"a.mic3\",\"ssa_valid\":true,\"ssa_reason\":null,\"attested\":false,\"valid\":true,"
            "\"code\":null,\"error\":null}\n");
}

TEST(EvidenceReport, WhatAnArtifactSaysCannotForgeTheReport) {
  Parts parts;
  parts.at(kSubstrate).data = "cpu\",\"trace_hash_valid\":true,\"x\":\"";
  parts.at(kToolchain).data = "a\nsignature:        ed25519\x1b[2J\xc2\x9b";
  Bytes file = withMap(parts.body, parts.map);
  Report report = verify(file);
  EXPECT_TRUE(report.isAccepted());
  EXPECT_NE(getText(report).find("toolchain:        a\\u000asignature:        ed25519\\u001b[2J\\u009b\n"),
            std::string::npos);
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(getJson(report));
  ASSERT_TRUE(bool(json));
  EXPECT_EQ(json->getAsObject()->getString("substrate"), parts.at(kSubstrate).data);
  EXPECT_FALSE(json->getAsObject()->get("x"));
}

TEST(EvidenceReport, Keys) {
  for (StringRef key : {kDeterminism, kSchema, kSubstrate, kToolchain, kTraceHash}) {
    Parts parts;
    parts.map.entries.erase(&parts.at(key));
    EXPECT_EQ(parts.getError(), "evidence chain is missing required key '" + key.str() + "'");
  }
  for (StringRef key : {kDeterminism, kSchema, kSubstrate, kToolchain, kTraceHash, kTraceHashKind}) {
    Parts parts;
    MapEntry &entry = parts.at(key);
    entry.tag = entry.tag == Tag::Int ? Tag::Bytes : Tag::Int;
    EXPECT_EQ(parts.getError(), "evidence chain key '" + key.str() + "' is malformed");
  }
  {
    // The kind may be absent, but is never another.
    Parts parts;
    parts.map.entries.erase(&parts.at(kTraceHashKind));
    EXPECT_EQ(parts.getError(), "");
  }
  {
    Parts parts;
    parts.at(kTraceHashKind).data = "mic1-text";
    EXPECT_EQ(parts.getError(), "evidence chain key 'evidence_chain.trace_hash_kind' is malformed");
  }
  {
    Parts parts;
    parts.at(kDeterminism).data = "maybe";
    EXPECT_EQ(parts.getError(), "evidence chain has unknown determinism value 'maybe'");
  }
  {
    Parts parts;
    parts.at(kSchema).number = 2;
    EXPECT_EQ(parts.getError(), "evidence chain key 'evidence_chain.schema' is malformed");
  }
  {
    Parts parts;
    parts.at(kTraceHash).data = parts.at(kTraceHash).data.drop_back();
    EXPECT_EQ(parts.getError(), "evidence chain key 'evidence_chain.trace_hash' is malformed");
  }
  {
    Parts parts;
    parts.map.insert(MapEntry::string(kParent, "x"));
    EXPECT_EQ(parts.getError(), "evidence chain key 'evidence_chain.parent' is malformed");
  }
  {
    Parts parts;
    parts.map.insert(MapEntry::integer("evidence_chain.x", 1));
    EXPECT_EQ(parts.getError(), "evidence chain key 'evidence_chain.x' is unknown");
  }
  {
    Parts parts;
    parts.map.insert(MapEntry::integer("x", 1));
    EXPECT_EQ(parts.getError(), "evidence chain key 'x' is malformed");
  }
}

TEST(EvidenceReport, LabelsAreDerivedAnew) {
  {
    Parts parts;
    parts.at(kDeterminism).data = "nondeterministic";
    EXPECT_EQ(parts.getError(), "the determinism label says `nondeterministic`, but the body is deterministic");
  }
  {
    // What the reference's own would be, with the label forged.
    Bytes body = readInput("golden/nondet/out.mic3");
    EvidenceOptions options;
    options.allowNondeterministic = true;
    Bytes artifact;
    std::string reason;
    ASSERT_TRUE(makeEvidence(body, options, artifact, reason));
    EXPECT_TRUE(verify(artifact).isAccepted());
    VerifyOptions gate;
    gate.requireDeterministic = true;
    EXPECT_EQ(verify(artifact, gate).error, "--require-deterministic: the body calls `random`");
    Map map;
    mic::FormatError error;
    ASSERT_TRUE(parseMap(llvm::ArrayRef(artifact).drop_front(body.size()), map, error));
    llvm::find_if(map.entries, [](const MapEntry &entry) { return entry.key == kDeterminism; })->data = "deterministic";
    Bytes forged = withMap(body, map);
    EXPECT_EQ(verify(forged).error, "the determinism label says `deterministic`, but the body is nondeterministic");
  }
  {
    // An operation that docs/Numerics.md does not know.
    ModuleWriter module;
    module.call(0, "unknown");
    module.output(0);
    Bytes body = module.finish(1), artifact;
    std::string reason;
    ASSERT_TRUE(makeEvidence(body, {}, artifact, reason)) << reason;
    Map map;
    mic::FormatError error;
    ASSERT_TRUE(parseMap(llvm::ArrayRef(artifact).drop_front(body.size()), map, error));
    auto *entry = llvm::find_if(map.entries, [](const MapEntry &entry) { return entry.key == kNumerics; });
    EXPECT_EQ(entry->data, "relaxed");
    entry->data = "strict-1";
    Bytes forged = withMap(body, map);
    EXPECT_EQ(verify(forged).error, "the attribute 'org.mind.numerics' says `strict-1`, but the body has operations "
                                    "whose bits are not fixed");
  }
}

TEST(EvidenceReport, Gates) {
  Bytes relaxed = readInput("golden/sum_all/evidence.mic3"), strict = readInput("vectors/add.ev.mic3"),
        bare = readInput("vectors/add.mic3");
  VerifyOptions fp, deterministic;
  fp.requireStrictFp = true;
  deterministic.requireDeterministic = true;
  EXPECT_TRUE(verify(strict, fp).isAccepted());
  EXPECT_TRUE(verify(strict, deterministic).isAccepted());
  EXPECT_TRUE(verify(relaxed, deterministic).isAccepted());
  EXPECT_EQ(verify(relaxed, fp).error, "--require-strict-fp: fp_mode is relaxed by `Sum`");
  EXPECT_EQ(verify(bare, fp).error, "--require-strict-fp: the artifact has no evidence to prove it");
  EXPECT_EQ(verify(bare, deterministic).error, "--require-deterministic: the artifact has no evidence to prove it");
}

TEST(EvidenceReport, Signers) {
  Bytes bytes, other(32, 1), key;
  ASSERT_TRUE(decodeHex(kTestKey, key));
  Bytes artifact = readInput("vectors/add.sig.mic3");
  auto check = [&](const Bytes &artifact, llvm::ArrayRef<Bytes> signers) {
    VerifyOptions options;
    options.signers = signers;
    return verify(artifact, options).error;
  };
  EXPECT_EQ(check(artifact, {}), "");
  EXPECT_EQ(check(artifact, {key}), "");
  EXPECT_EQ(check(artifact, {other, key}), "");
  EXPECT_EQ(check(artifact, {other}), std::string("the signer's key ") + kTestKey + " is not among those given");
  EXPECT_EQ(check(readInput("vectors/add.ev.mic3"), {key}), "a signer's key is given, but the artifact is not signed");
  EXPECT_EQ(check(readInput("vectors/add.mic3"), {key}),
            "a signer's key is given, but the artifact has no evidence to be signed");
}

TEST(EvidenceReport, BodiesThatAreRefused) {
  Bytes body = readInput("vectors/add.mic3");
  Bytes trailing = body;
  trailing.append({'z', 'z'});
  EXPECT_EQ(verify(trailing).error, "2 bytes after the body are no epilogue");
  Bytes half = body;
  half.append({'M', 1});
  EXPECT_TRUE(
      StringRef(verify(half).error).starts_with("evidence chain key 'evidence_chain.trace_hash' is malformed: "));
  // An epilogue without a chain: nothing is attested.
  Map attributes;
  attributes.insert(MapEntry::string("org.example.a", "x"));
  Bytes plain = withMap(body, attributes);
  EXPECT_TRUE(verify(plain).isAccepted());
  EXPECT_FALSE(verify(plain).isAttested);
  // The same module in another encoding: version 3 with empty tables.
  Bytes other = {'M', 'I', 'C', '3', 3, 0, 0, 0, 0, 0, 0, 0, 0};
  Report report = verify(other);
  EXPECT_EQ(report.error, "the body differs from its canonical re-emission, which the hash is of");
  EXPECT_NE(getText(report).find("canonical:        NO\n"), std::string::npos);
  // A value that nothing defines.
  ModuleWriter module;
  module.output(3);
  Bytes undefined = module.finish(4);
  report = verify(undefined);
  EXPECT_FALSE(report.isSSAValid);
  EXPECT_FALSE(report.ssaReason.empty());
  EXPECT_EQ(report.code, "E7004");
  // A module without an output is well-formed here.
  Bytes empty = readInput("vectors/empty.mic3");
  EXPECT_TRUE(verify(empty).isAccepted()) << verify(empty).error;
  EXPECT_EQ(verify({'M', 'I', 'C', '4'}).code, "E7001");
  EXPECT_EQ(verify({0x7F, 'E', 'L', 'F', 2, 1, 1}).code, "E7004");
}

TEST(EvidenceReport, EveryTruncationIsRefused) {
  for (StringRef name : {"vectors/add.ev.mic3", "vectors/add.sig.mic3", "golden/fn_loop/evidence.mic3"}) {
    Bytes artifact = readInput(name);
    size_t body = getBody(artifact).size();
    for (size_t size = 0; size < artifact.size(); ++size) {
      Report report = verify(llvm::ArrayRef(artifact).take_front(size));
      // The body alone is whole, and says that it is not attested.
      EXPECT_EQ(report.isAccepted(), size == body) << name.str() << " " << size;
      EXPECT_FALSE(report.isAttested && report.isAccepted());
    }
  }
}

TEST(EvidenceReport, EveryChangedByteIsRefusedOrReported) {
  Bytes artifact = readInput("vectors/add.ev.mic3");
  Report original = verify(artifact);
  unsigned numReported = 0;
  for (size_t i = 0; i < artifact.size(); ++i)
    for (unsigned change = 1; change < 256; ++change) {
      Bytes changed = artifact;
      changed[i] ^= change;
      Report report = verify(changed);
      if (!report.isAccepted())
        continue;
      // Only what is outside of the hash, shown as it is and as unsigned.
      EXPECT_TRUE(report.isAttested && !report.isMetadataSigned());
      // The key of the kind, which may be absent, becomes an attribute.
      bool isAttribute = getText(report).find("attribute:        ") != std::string::npos;
      numReported += !isAttribute;
      EXPECT_TRUE(isAttribute || report.chain.substrate != original.chain.substrate ||
                  report.chain.toolchain != original.chain.toolchain)
          << i << " " << change;
      EXPECT_EQ(report.chain.traceHash, original.chain.traceHash);
      EXPECT_NE(getText(report), getText(original));
      EXPECT_NE(getText(report).find("metadata:         unsigned"), std::string::npos);
    }
  // The nine letters of `cpu` and `0.10.2`, each to any other ASCII character.
  EXPECT_EQ(numReported, 9u * 127);
}

TEST(EvidenceReport, NoByteOfASignedArtifactCanChange) {
  Bytes artifact = readInput("vectors/add.sig.mic3");
  for (size_t i = 0; i < artifact.size(); ++i)
    for (unsigned change : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      Bytes changed = artifact;
      changed[i] ^= change;
      EXPECT_FALSE(verify(changed).isAccepted()) << i << " " << change;
    }
}

} // namespace
