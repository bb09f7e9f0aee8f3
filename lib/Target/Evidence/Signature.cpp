//===- Signature.cpp - Who vouches for an artifact ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Signature.h"

#include "Mind/Target/Evidence/Evidence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

using namespace mind;
using namespace mind::evidence;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Schemes
//===----------------------------------------------------------------------===//

namespace {

/// An algorithm, by the keys of its two entries. Sizes are those of RFC 8032, FIPS 204
/// and FIPS 205.
struct Algorithm {
  StringRef signatureEntry, keyEntry;
  size_t signatureBytes, keyBytes;
  StringRef SignatureReport::*key;
};

constexpr Algorithm kAlgorithms[] = {
    {"signature.ed25519", "signature.pubkey", 64, 32, &SignatureReport::ed25519Key},
    {"signature.mldsa", "signature.mldsa_pubkey", 3309, 1952, &SignatureReport::mldsaKey},
    {"signature.mldsa87", "signature.mldsa87_pubkey", 4627, 2592, &SignatureReport::mldsa87Key},
    {"signature.slhdsa", "signature.slhdsa_pubkey", 29792, 64, &SignatureReport::slhdsaKey},
};

struct Scheme {
  StringRef name;
  /// Indices of its algorithms; both the same if it has one.
  unsigned first, second;
  bool uses(unsigned algorithm) const { return algorithm == first || algorithm == second; }
};

constexpr Scheme kSchemes[] = {
    {"ed25519", 0, 0},
    {"ml-dsa-65", 1, 1},
    {"hybrid-ed25519-ml-dsa-65", 0, 1},
    {"pqc-hybrid-ml-dsa-87-slh-dsa-256s", 2, 3},
};

constexpr StringRef kSchemeEntry = "signature.scheme";

/// The order of the group, L = 2^252 + 27742317777372353535851937790883648493.
constexpr uint8_t kOrder[32] = {0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7,
                                0xA2, 0xDE, 0xF9, 0xDE, 0x14, 0,    0,    0,    0,    0,    0,
                                0,    0,    0,    0,    0,    0,    0,    0,    0,    0x10};

} // namespace

bool evidence::isKeySize(size_t size) {
  return llvm::any_of(kAlgorithms, [&](const Algorithm &each) { return each.keyBytes == size; });
}

StringRef SignatureReport::getLabel() const {
  switch (status) {
  case SignatureStatus::Absent:
    return "absent";
  case SignatureStatus::Valid:
    return scheme;
  case SignatureStatus::Invalid:
    return "invalid";
  case SignatureStatus::Malformed:
    return "malformed";
  case SignatureStatus::Unsupported:
    return "unsupported";
  }
  llvm_unreachable("a status that there is not");
}

llvm::SmallVector<StringRef, 2> SignatureReport::getKeys() const {
  llvm::SmallVector<StringRef, 2> keys;
  for (const Algorithm &each : kAlgorithms)
    if (!(this->*each.key).empty())
      keys.push_back(this->*each.key);
  return keys;
}

//===----------------------------------------------------------------------===//
// Ed25519
//===----------------------------------------------------------------------===//

static ArrayRef<uint8_t> asBytes(StringRef text) { return {text.bytes_begin(), text.size()}; }

/// Keeps the library from its configuration file, which could put other code in place of
/// its own and takes longer to read than a signature takes to check.
static void prepareLibrary() { OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr); }

bool evidence::signEd25519(const Hash &seed, ArrayRef<uint8_t> message, Ed25519Signature &signature) {
  prepareLibrary();
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size());
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  size_t signatureSize = signature.bytes.size(), keySize = signature.publicKey.size();
  bool isSigned =
      key && context && EVP_DigestSignInit(context, nullptr, nullptr, nullptr, key) == 1 &&
      EVP_DigestSign(context, signature.bytes.data(), &signatureSize, message.data(), message.size()) == 1 &&
      EVP_PKEY_get_raw_public_key(key, signature.publicKey.data(), &keySize) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return isSigned && signatureSize == signature.bytes.size() && keySize == signature.publicKey.size();
}

/// Whether the little-endian scalar is below the order. Without this the same signature
/// could be written in several ways.
static bool isReduced(ArrayRef<uint8_t> scalar) {
  for (unsigned i = 32; i-- > 0;)
    if (scalar[i] != kOrder[i])
      return scalar[i] < kOrder[i];
  return false;
}

bool evidence::verifyEd25519(ArrayRef<uint8_t> signature, ArrayRef<uint8_t> publicKey, ArrayRef<uint8_t> message) {
  if (signature.size() != 64 || publicKey.size() != 32 || !isReduced(signature.drop_front(32)))
    return false;
  prepareLibrary();
  EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, publicKey.data(), publicKey.size());
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool isValid = key && context && EVP_DigestVerifyInit(context, nullptr, nullptr, nullptr, key) == 1 &&
                 EVP_DigestVerify(context, signature.data(), signature.size(), message.data(), message.size()) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return isValid;
}

//===----------------------------------------------------------------------===//
// Signatures of artifacts
//===----------------------------------------------------------------------===//

static bool isSignatureEntry(const MapEntry &entry) { return entry.key.starts_with("signature."); }

void evidence::getPreimage(const Map &map, const Hash &traceHash, StringRef scheme, Bytes &preimage) {
  auto isCovered = [](const MapEntry &entry) { return !isSignatureEntry(entry) && entry.key != kTraceHash; };
  mic::Builder builder;
  builder.append(traceHash);
  builder.uleb(scheme.size());
  builder.append(asBytes(scheme));
  builder.uleb(llvm::count_if(map.entries, isCovered));
  for (const MapEntry &entry : map.entries)
    if (isCovered(entry))
      emitEntry(entry, builder);
  preimage.assign(builder.getBytes().begin(), builder.getBytes().end());
}

/// Whether an entry whose key begins with `signature.` belongs to `scheme`.
static bool belongs(const Scheme &scheme, StringRef key) {
  if (key == kSchemeEntry)
    return true;
  for (unsigned i = 0; i < std::size(kAlgorithms); ++i)
    if (key == kAlgorithms[i].signatureEntry || key == kAlgorithms[i].keyEntry)
      return scheme.uses(i);
  return false;
}

/// The value of an entry of `size` bytes, null with a reason.
static const MapEntry *findBytes(const Map &map, StringRef key, size_t size, std::string &reason) {
  const MapEntry *entry = map.find(key);
  if (!entry)
    reason = ("`" + key + "` is missing").str();
  else if (entry->tag != Tag::Bytes || entry->data.size() != size)
    reason = ("`" + key + "` is not " + Twine(size) + " bytes").str();
  else
    return entry;
  return nullptr;
}

SignatureReport evidence::checkSignature(const Map &map, const Hash &traceHash, bool isHashValid) {
  SignatureReport report;
  auto end = [&](SignatureStatus status, const Twine &reason) {
    report.status = status;
    report.reason = reason.str();
    return report;
  };
  if (llvm::none_of(map.entries, isSignatureEntry))
    return report;

  const MapEntry *named = map.find(kSchemeEntry);
  if (!named || named->tag != Tag::String)
    return end(SignatureStatus::Malformed, "`signature.scheme` is missing or no text");
  const Scheme *scheme = llvm::find_if(kSchemes, [&](const Scheme &each) { return each.name == named->data; });
  if (scheme == std::end(kSchemes))
    return end(SignatureStatus::Malformed, "the scheme is unknown");
  report.scheme = scheme->name;
  for (const MapEntry &entry : map.entries)
    if (isSignatureEntry(entry) && !belongs(*scheme, entry.key))
      return end(SignatureStatus::Malformed, "the scheme has no entry `" + entry.key + "`");
  std::string reason;
  for (unsigned i = 0; i < std::size(kAlgorithms); ++i) {
    if (!scheme->uses(i))
      continue;
    const Algorithm &algorithm = kAlgorithms[i];
    const MapEntry *key = findBytes(map, algorithm.keyEntry, algorithm.keyBytes, reason);
    if (!key || !findBytes(map, algorithm.signatureEntry, algorithm.signatureBytes, reason))
      return end(SignatureStatus::Malformed, reason);
    report.*algorithm.key = key->data;
  }

  if (!isHashValid)
    return end(SignatureStatus::Invalid, "the hash that it covers is not that of the body");
  if (scheme->uses(0)) {
    Bytes preimage;
    getPreimage(map, traceHash, scheme->name, preimage);
    if (!verifyEd25519(asBytes(map.find("signature.ed25519")->data), asBytes(report.ed25519Key), preimage))
      return end(SignatureStatus::Invalid, "Ed25519 does not verify");
  }
  if (scheme->first != 0 || scheme->second != 0)
    return end(SignatureStatus::Unsupported, "this build cannot check " + scheme->name);
  report.status = SignatureStatus::Valid;
  return report;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

bool evidence::decodeHex(StringRef text, Bytes &bytes) {
  bytes.clear();
  if (text.empty() || text.size() % 2 != 0 || !llvm::all_of(text, llvm::isHexDigit))
    return false;
  for (size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(llvm::hexFromNibbles(text[i], text[i + 1]));
  return true;
}

bool evidence::decodeHash(StringRef text, Hash &hash) {
  if (text.size() != 2 * hash.size() || !llvm::all_of(text, llvm::isHexDigit))
    return false;
  for (size_t i = 0; i < hash.size(); ++i)
    hash[i] = llvm::hexFromNibbles(text[2 * i], text[2 * i + 1]);
  return true;
}

std::string evidence::encodeHex(StringRef bytes) { return llvm::toHex(bytes, /*LowerCase=*/true); }

std::string evidence::encodeHex(ArrayRef<uint8_t> bytes) { return llvm::toHex(bytes, /*LowerCase=*/true); }

void evidence::wipe(llvm::MutableArrayRef<uint8_t> secret) { OPENSSL_cleanse(secret.data(), secret.size()); }
