//===- EvidenceTest.cpp - making evidence ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;

namespace {

/// What the reference puts in.
EvidenceOptions getReferenceOptions() {
  EvidenceOptions options;
  options.toolchain = "0.10.2";
  options.writeNumerics = false;
  return options;
}

Bytes make(llvm::ArrayRef<uint8_t> body, const EvidenceOptions &options) {
  Bytes artifact;
  std::string reason;
  EXPECT_TRUE(makeEvidence(body, options, artifact, reason)) << reason;
  return artifact;
}

std::string refuse(llvm::ArrayRef<uint8_t> body, const EvidenceOptions &options) {
  Bytes artifact;
  std::string reason;
  EXPECT_FALSE(makeEvidence(body, options, artifact, reason));
  EXPECT_TRUE(artifact.empty());
  return reason;
}

TEST(Evidence, TheReferencesBytesAgain) {
  for (const std::string &name : getGoldenCases()) {
    Bytes expected = readInput("golden/" + name + "/evidence.mic3");
    EXPECT_EQ(make(getBody(expected), getReferenceOptions()), expected) << name;
  }
  Bytes body = readInput("vectors/add.mic3");
  EXPECT_EQ(make(body, getReferenceOptions()), readInput("vectors/add.ev.mic3"));
  EvidenceOptions options = getReferenceOptions();
  options.seed = getHash(kTestSeed);
  EXPECT_EQ(make(body, options), readInput("vectors/add.sig.mic3"));
}

TEST(Evidence, ParentAttributesAndNumerics) {
  Bytes body = readInput("vectors/add.mic3");
  EvidenceOptions options;
  options.toolchain = "mindc 1.2.3";
  options.substrate = "cpu";
  options.attributes = {{"org.example.b", "2"}, {"org.example.a", "\xc3\xa9"}};
  std::string reason;
  Hash parent;
  ASSERT_TRUE(readParent(readInput("vectors/add.ev.mic3"), parent, reason));
  options.parent = parent;
  options.seed = getHash(kTestSeed);
  Bytes artifact = make(body, options);
  Report report = verify(artifact);
  EXPECT_TRUE(report.isAccepted()) << report.error;
  EXPECT_EQ(report.chain.toolchain, "mindc 1.2.3");
  EXPECT_EQ(encodeHex(*report.chain.parent), "58eea513b6965b3b711b500552805f24175d31e790316e6761b0a8b075fa83e6");
  EXPECT_EQ(report.map.find("org.example.a")->data, "\xc3\xa9");
  EXPECT_EQ(report.map.find(kNumerics)->data, "strict-1");
  EXPECT_TRUE(report.isMetadataSigned());
}

TEST(Evidence, RefusesToMake) {
  Bytes body = readInput("vectors/add.mic3");
  EvidenceOptions options = getReferenceOptions();
  options.attributes = {{"org.example.a", "1"}, {"org.example.a", "2"}};
  EXPECT_EQ(refuse(body, options), "the attribute `org.example.a` is given twice");
  EXPECT_EQ(refuse(readInput("vectors/add.ev.mic3"), getReferenceOptions()), "the body is not canonical");
  EXPECT_EQ(refuse({'M', 'I', 'C'}, getReferenceOptions()).substr(0, 6), "mic3: ");

  Bytes random = readInput("golden/nondet/out.mic3");
  EXPECT_EQ(refuse(random, getReferenceOptions()),
            "the module is not deterministic: it calls `random`; --allow-nondeterministic attests it as such");
  options = getReferenceOptions();
  options.allowNondeterministic = true;
  Bytes artifact = make(random, options);
  Report report = verify(artifact);
  EXPECT_TRUE(report.isAccepted());
  EXPECT_FALSE(report.chain.isDeterministic);

  options = getReferenceOptions();
  options.substrate = "\xff";
  EXPECT_EQ(refuse(body, options), "the substrate or the toolchain is not UTF-8");
  // A body that is not well-formed is found when what was made is read again.
  ModuleWriter module;
  module.output(3);
  EXPECT_TRUE(StringRef(refuse(module.finish(4), getReferenceOptions()))
                  .starts_with("what was made does not verify: the body is not well-formed: "));
}

TEST(Evidence, Attributes) {
  auto parse = [](StringRef text) {
    Attribute attribute;
    std::string reason;
    if (parseAttribute(text, attribute, reason))
      return attribute.first + "|" + attribute.second;
    StringRef rest = reason;
    EXPECT_TRUE(rest.consume_front(("the attribute `" + text + "` ").str()));
    return rest.str();
  };
  EXPECT_EQ(parse("org.example.k=v=w"), "org.example.k|v=w");
  EXPECT_EQ(parse("a.b="), "a.b|");
  EXPECT_EQ(parse("a.b"), "is not KEY=VALUE");
  EXPECT_EQ(parse("=v"), "has no key");
  EXPECT_EQ(parse("key=v"), "has a key without a dot; name it like `org.example.key`");
  for (StringRef text : {"evidence_chain.x=1", "signature.x=1", "org.mind.numerics=strict-1"})
    EXPECT_EQ(parse(text), "has a key that is reserved");
  EXPECT_EQ(parse("a.b=\xff"), "is not UTF-8");
}

TEST(Evidence, Parents) {
  Hash parent;
  std::string reason;
  EXPECT_FALSE(readParent(readInput("vectors/add.mic3"), parent, reason));
  EXPECT_EQ(reason, "it has no evidence");
  Bytes changed = readInput("vectors/add.ev.mic3");
  changed[0x42] ^= 2; // The constant 3 becomes 2.
  EXPECT_FALSE(readParent(changed, parent, reason));
  EXPECT_EQ(reason, "its body was changed (body-tampered), refusing to chain to it");
  EXPECT_FALSE(readParent({}, parent, reason));
  EXPECT_TRUE(StringRef(reason).starts_with("mic3: "));
  Bytes damaged = readInput("vectors/add.ev.mic3");
  damaged.push_back(0);
  EXPECT_FALSE(readParent(damaged, parent, reason));
}

} // namespace
