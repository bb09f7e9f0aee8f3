//===- Evidence.h - The evidence chain of a body ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Evidence is an epilogue that holds the hash of the body that it follows, its labels,
/// who made it, and the hash of what it was made from. See docs/Evidence.md.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_EVIDENCE_EVIDENCE_H
#define MIND_TARGET_EVIDENCE_EVIDENCE_H

#include "Mind/Target/Evidence/Signature.h"

#include <optional>
#include <vector>

namespace mind::evidence {

inline constexpr llvm::StringLiteral kDeterminism = "evidence_chain.determinism", kParent = "evidence_chain.parent",
                                     kReceipts = "evidence_chain.collapse_receipts", kSchema = "evidence_chain.schema",
                                     kSubstrate = "evidence_chain.substrate", kToolchain = "evidence_chain.toolchain",
                                     kTraceHash = "evidence_chain.trace_hash",
                                     kTraceHashKind = "evidence_chain.trace_hash_kind", kNumerics = "org.mind.numerics";

inline constexpr int64_t kSchemaVersion = 1;
inline constexpr llvm::StringLiteral kMic3Bytes = "mic3-bytes";

/// The entries of a map that are the chain, read.
struct Chain {
  bool isDeterministic = true;
  llvm::StringRef substrate, toolchain;
  std::optional<Hash> parent;
  Hash traceHash;
  /// Their bytes, if there are any.
  std::optional<llvm::StringRef> receipts;
};

/// Whether the map has an entry of a chain or of a signature.
bool hasChain(const Map &map);

/// False with a reason for an entry that is missing, malformed or unknown.
bool readChain(const Map &map, Chain &chain, std::string &reason);

using Attribute = std::pair<std::string, std::string>;

/// Takes `KEY=VALUE` apart. The key has a dot, and is neither ours nor empty.
bool parseAttribute(llvm::StringRef text, Attribute &attribute, std::string &reason);

struct EvidenceOptions {
  std::string substrate = "cpu";
  std::string toolchain;
  std::optional<Hash> parent;
  std::vector<Attribute> attributes;
  /// Signs, if there is one.
  std::optional<Hash> seed;
  bool allowNondeterministic = false;
  /// Whether to write `org.mind.numerics`, which the reference does not have.
  bool writeNumerics = true;
};

/// The artifact of a canonical body. What was made is verified before it is given.
bool makeEvidence(llvm::ArrayRef<uint8_t> body, const EvidenceOptions &options, Bytes &artifact, std::string &reason);

/// The hash that an artifact has, as the parent of another: false if it has no evidence
/// or is not what it says.
bool readParent(llvm::ArrayRef<uint8_t> artifact, Hash &parent, std::string &reason);

} // namespace mind::evidence

#endif // MIND_TARGET_EVIDENCE_EVIDENCE_H
