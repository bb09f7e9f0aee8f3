//===- Literals.h - scalars as the numbers of mic ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A scalar of any element type is written as an integer or as an f64. It is read as
/// one only where writing gives back the same number.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_LITERALS_H
#define MIND_LIB_TARGET_MIC_LITERALS_H

#include "Mind/Support/DType.h"

#include <cstdint>
#include <optional>

namespace mind::mic {

/// The raw bits of the element that `value` is, or nothing if the type has none that is
/// exactly that integer.
std::optional<uint64_t> encodeLiteral(DType dtype, int64_t value);

/// The raw bits of the element that the f64 with these bits is; nothing if there is
/// none, or for i64, f64 and i1, whose scalars are written otherwise.
std::optional<uint64_t> encodeFill(DType dtype, uint64_t bits);

/// The element with these raw bits as an f64, if it is the same number there. A NaN is
/// so for f64 only.
std::optional<double> getExactValue(DType dtype, uint64_t bits);

/// A constant of one value with more elements than this is written without a list.
inline constexpr int64_t kMaxListedSplat = 1 << 16;

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_LITERALS_H
