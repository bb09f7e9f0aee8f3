//===- Decimal.h - Numbers as Rust spells them ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The reference is written in Rust, and its texts hold numbers as that language's
/// standard library prints and reads them.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FORMAT_DECIMAL_H
#define MIND_LIB_TARGET_MIC_FORMAT_DECIMAL_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mind::mic {

/// `{}`: the fewest digits that read back, never an exponent, no trailing `.0`.
std::string formatPlain(uint64_t bits);

/// `{:?}`: with `.0` at whole numbers, and an exponent for what is very large or small.
std::string formatDebug(uint64_t bits);

/// `{:?}` of a string: in quotes, with escapes.
std::string quoteDebug(llvm::StringRef text);

/// Digits with an optional `+` before them; none if it does not fit.
std::optional<uint64_t> parseUnsigned(llvm::StringRef text);
std::optional<int64_t> parseSigned(llvm::StringRef text);

/// A decimal number, `inf`, `infinity` or `nan`, as its bits.
std::optional<uint64_t> parseFloat(llvm::StringRef text);

/// Without the white space of Unicode at both ends.
llvm::StringRef trimUnicode(llvm::StringRef text);
/// The size in bytes of the white space that `text` begins with; 0 if it begins with none.
unsigned getLeadingSpace(llvm::StringRef text);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FORMAT_DECIMAL_H
