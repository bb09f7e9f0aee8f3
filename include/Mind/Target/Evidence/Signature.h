//===- Signature.h - Who vouches for an artifact ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A signature covers the hash of the body and every entry of the epilogue but the
/// signature's own. Ed25519 (RFC 8032) is made and checked. The post-quantum schemes are
/// known by name; this build cannot check them, and says so.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_EVIDENCE_SIGNATURE_H
#define MIND_TARGET_EVIDENCE_SIGNATURE_H

#include "Mind/Target/Evidence/Map.h"

#include <array>

namespace mind::evidence {

/// A SHA-256; also the size of an Ed25519 seed and of its public key.
using Hash = std::array<uint8_t, 32>;

enum class SignatureStatus { Absent, Valid, Invalid, Malformed, Unsupported };

struct SignatureReport {
  SignatureStatus status = SignatureStatus::Absent;
  /// The name of the scheme where it is one that we know.
  llvm::StringRef scheme;
  /// The keys that the epilogue holds, whatever the status; empty if there is none.
  llvm::StringRef ed25519Key, mldsaKey, mldsa87Key, slhdsaKey;
  /// Why it is not valid.
  std::string reason;

  /// The scheme of a valid signature, else `absent`, `invalid`, `malformed` or
  /// `unsupported`.
  llvm::StringRef getLabel() const;
  llvm::SmallVector<llvm::StringRef, 2> getKeys() const;
};

/// What is signed: the hash, the scheme, and the entries that it covers.
void getPreimage(const Map &map, const Hash &traceHash, llvm::StringRef scheme, Bytes &preimage);

/// Checks the signature of `map`; `traceHash` is the hash of the body, `isHashValid`
/// whether the stored one is the same.
SignatureReport checkSignature(const Map &map, const Hash &traceHash, bool isHashValid);

struct Ed25519Signature {
  std::array<uint8_t, 64> bytes;
  Hash publicKey;
};

/// Signs with a 32-byte seed. False only if the library refuses.
bool signEd25519(const Hash &seed, llvm::ArrayRef<uint8_t> message, Ed25519Signature &signature);

/// Verifies as RFC 8032 says, a scalar that is not reduced refused.
bool verifyEd25519(llvm::ArrayRef<uint8_t> signature, llvm::ArrayRef<uint8_t> publicKey,
                   llvm::ArrayRef<uint8_t> message);

/// Reads hexadecimal digits, an even number of them. Empty if they are none.
bool decodeHex(llvm::StringRef text, Bytes &bytes);

/// Reads 64 hexadecimal digits.
bool decodeHash(llvm::StringRef text, Hash &hash);

/// In lower case.
std::string encodeHex(llvm::StringRef bytes);
std::string encodeHex(llvm::ArrayRef<uint8_t> bytes);

/// Overwrites a secret.
void wipe(llvm::MutableArrayRef<uint8_t> secret);

/// Whether a pinned key may be of this size: that of some scheme.
bool isKeySize(size_t size);

} // namespace mind::evidence

#endif // MIND_TARGET_EVIDENCE_SIGNATURE_H
