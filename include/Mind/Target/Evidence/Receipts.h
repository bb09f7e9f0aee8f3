//===- Receipts.h - Loops that a compiler has summed up ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reference can replace a counted loop by its result and leave a receipt with the
/// loop's parameters. We write none; those that an artifact holds are checked.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_EVIDENCE_RECEIPTS_H
#define MIND_TARGET_EVIDENCE_RECEIPTS_H

#include "Mind/Target/Mic/Format/File.h"

namespace mind::evidence {

/// Checks that the receipts are in their one encoding, that each gives its constant, and
/// that the constants occur in the body. False with a reason.
bool verifyReceipts(llvm::StringRef bytes, const mic::File &file, uint64_t &count, std::string &reason);

/// The sum of a * i + b over lo <= i < hi, modulo 2^64.
int64_t sumAffine(int64_t a, int64_t b, int64_t lo, int64_t hi);

/// r to the power of hi - lo, modulo 2^64; 1 if that is not positive.
int64_t raise(int64_t r, int64_t lo, int64_t hi);

} // namespace mind::evidence

#endif // MIND_TARGET_EVIDENCE_RECEIPTS_H
