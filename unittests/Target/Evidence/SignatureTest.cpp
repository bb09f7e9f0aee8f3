//===- SignatureTest.cpp - Ed25519 and the schemes ------------------------===//
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

struct Vector {
  const char *seed, *key, *message, *signature;
};

/// RFC 8032, 7.1: the tests 1 to 3.
constexpr Vector kVectors[] = {
    {kTestSeed, kTestKey, "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
     "655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
     "b00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
     "c027beceea1ec40a"}};

TEST(EvidenceSignature, VectorsOfTheRFC) {
  for (const Vector &vector : kVectors) {
    Bytes message, expected;
    decodeHex(vector.message, message);
    ASSERT_TRUE(decodeHex(vector.signature, expected));
    Ed25519Signature signature;
    ASSERT_TRUE(signEd25519(getHash(vector.seed), message, signature));
    EXPECT_EQ(encodeHex(signature.bytes), vector.signature);
    EXPECT_EQ(encodeHex(signature.publicKey), vector.key);
    EXPECT_TRUE(verifyEd25519(expected, getHash(vector.key), message));
    // Any other message, and any other signature.
    message.push_back(0);
    EXPECT_FALSE(verifyEd25519(expected, getHash(vector.key), message));
    message.pop_back();
    for (uint8_t &byte : expected) {
      byte ^= 1;
      EXPECT_FALSE(verifyEd25519(expected, getHash(vector.key), message));
      byte ^= 1;
    }
  }
}

TEST(EvidenceSignature, ScalarMustBeReduced) {
  // S + L satisfies the same equation; RFC 8032 refuses it.
  static constexpr uint8_t order[32] = {0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7,
                                        0xA2, 0xDE, 0xF9, 0xDE, 0x14, 0,    0,    0,    0,    0,    0,
                                        0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};
  for (const Vector &vector : kVectors) {
    Bytes message, signature;
    decodeHex(vector.message, message);
    ASSERT_TRUE(decodeHex(vector.signature, signature));
    unsigned carry = 0;
    for (unsigned i = 0; i < 32; ++i) {
      carry += signature[32 + i] + order[i];
      signature[32 + i] = uint8_t(carry);
      carry >>= 8;
    }
    EXPECT_EQ(carry, 0u);
    EXPECT_FALSE(verifyEd25519(signature, getHash(vector.key), message));
    // L itself, and less of a signature.
    llvm::copy(order, signature.begin() + 32);
    EXPECT_FALSE(verifyEd25519(signature, getHash(vector.key), message));
    EXPECT_FALSE(verifyEd25519(llvm::ArrayRef(signature).drop_back(), getHash(vector.key), message));
  }
}

/// The signed vector with its map, to be changed.
struct Signed {
  Signed() : artifact(readInput("vectors/add.sig.mic3")) {
    mic::FormatError error;
    EXPECT_TRUE(mic::readFile(artifact, file, error));
    EXPECT_TRUE(parseMap(file.getRest(), map, error));
    hash = mic::getTraceHash(file);
  }
  std::string check(bool isHashValid = true) {
    SignatureReport report = checkSignature(map, hash, isHashValid);
    return (report.getLabel() + (report.reason.empty() ? "" : ": ") + report.reason).str();
  }
  MapEntry *find(StringRef key) {
    return llvm::find_if(map.entries, [&](const MapEntry &entry) { return entry.key == key; });
  }
  void erase(StringRef key) { map.entries.erase(find(key)); }

  Bytes artifact;
  mic::File file;
  Map map;
  Hash hash;
};

TEST(EvidenceSignature, TheReferencesIsValid) {
  Signed input;
  EXPECT_EQ(input.check(), "ed25519");
  SignatureReport report = checkSignature(input.map, input.hash, true);
  EXPECT_EQ(encodeHex(report.ed25519Key), kTestKey);
  EXPECT_EQ(report.getKeys().size(), 1u);
  Bytes preimage;
  getPreimage(input.map, input.hash, "ed25519", preimage);
  Ed25519Signature signature;
  ASSERT_TRUE(signEd25519(getHash(kTestSeed), preimage, signature));
  EXPECT_EQ(encodeHex(signature.bytes), encodeHex(input.find("signature.ed25519")->data));
}

TEST(EvidenceSignature, AbsentInvalidMalformedUnsupported) {
  EXPECT_EQ(Signed().check(/*isHashValid=*/false), "invalid: the hash that it covers is not that of the body");
  {
    Signed input;
    for (StringRef key : {"signature.scheme", "signature.pubkey", "signature.ed25519"})
      input.erase(key);
    EXPECT_EQ(input.check(), "absent");
  }
  {
    Signed input;
    input.erase("signature.scheme");
    EXPECT_EQ(input.check(), "malformed: `signature.scheme` is missing or no text");
  }
  {
    Signed input;
    input.find("signature.scheme")->data = "ed25518";
    EXPECT_EQ(input.check(), "malformed: the scheme is unknown");
  }
  {
    Signed input;
    input.erase("signature.pubkey");
    EXPECT_EQ(input.check(), "malformed: `signature.pubkey` is missing");
  }
  {
    Signed input;
    input.find("signature.ed25519")->data = input.find("signature.ed25519")->data.drop_back();
    EXPECT_EQ(input.check(), "malformed: `signature.ed25519` is not 64 bytes");
  }
  {
    Signed input;
    input.find("signature.pubkey")->tag = Tag::String;
    EXPECT_EQ(input.check(), "malformed: `signature.pubkey` is not 32 bytes");
  }
  {
    // Half of a hybrid that the scheme does not name, and an entry that nothing names.
    Signed input;
    input.map.insert(MapEntry::string("signature.mldsa", "x"));
    EXPECT_EQ(input.check(), "malformed: the scheme has no entry `signature.mldsa`");
    input.erase("signature.mldsa");
    input.map.insert(MapEntry::string("signature.note", "x"));
    EXPECT_EQ(input.check(), "malformed: the scheme has no entry `signature.note`");
  }
  {
    // Something that the signature covers was changed.
    Signed input;
    input.find("evidence_chain.substrate")->data = "gpu";
    EXPECT_EQ(input.check(), "invalid: Ed25519 does not verify");
  }
}

TEST(EvidenceSignature, PostQuantumSchemes) {
  Bytes signature(3309, 7), key(1952, 9);
  {
    Signed input;
    input.find("signature.scheme")->data = "hybrid-ed25519-ml-dsa-65";
    EXPECT_EQ(input.check(), "malformed: `signature.mldsa_pubkey` is missing");
    input.map.insert(MapEntry::bytes("signature.mldsa", signature));
    input.map.insert(MapEntry::bytes("signature.mldsa_pubkey", key));
    // The half that can be checked covers the name of the scheme.
    EXPECT_EQ(input.check(), "invalid: Ed25519 does not verify");
    Bytes preimage;
    getPreimage(input.map, input.hash, "hybrid-ed25519-ml-dsa-65", preimage);
    Ed25519Signature ed25519;
    ASSERT_TRUE(signEd25519(getHash(kTestSeed), preimage, ed25519));
    input.find("signature.ed25519")->data = llvm::toStringRef(llvm::ArrayRef<uint8_t>(ed25519.bytes));
    EXPECT_EQ(input.check(), "unsupported: this build cannot check hybrid-ed25519-ml-dsa-65");
    EXPECT_EQ(checkSignature(input.map, input.hash, true).getKeys().size(), 2u);
  }
  {
    Signed input;
    input.erase("signature.ed25519");
    input.erase("signature.pubkey");
    input.find("signature.scheme")->data = "ml-dsa-65";
    input.map.insert(MapEntry::bytes("signature.mldsa", signature));
    input.map.insert(MapEntry::bytes("signature.mldsa_pubkey", key));
    EXPECT_EQ(input.check(), "unsupported: this build cannot check ml-dsa-65");
    Bytes shorter(1951, 9);
    input.find("signature.mldsa_pubkey")->data = llvm::toStringRef(shorter);
    EXPECT_EQ(input.check(), "malformed: `signature.mldsa_pubkey` is not 1952 bytes");
  }
}

TEST(EvidenceSignature, Digits) {
  Bytes bytes;
  EXPECT_TRUE(decodeHex("00fFAb", bytes));
  EXPECT_EQ(encodeHex(bytes), "00ffab");
  EXPECT_FALSE(decodeHex("", bytes));
  EXPECT_FALSE(decodeHex("0", bytes));
  EXPECT_FALSE(decodeHex("0g", bytes));
  Hash hash;
  EXPECT_FALSE(decodeHash("00ff", hash));
  EXPECT_FALSE(decodeHash(std::string(63, '0') + "x", hash));
}

} // namespace
