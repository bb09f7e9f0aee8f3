//===- ElementMasks.h - sets of element types -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the type constraints of the dialect's ops allow (MindTypes.td), as bits by DType.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_ELEMENTMASKS_H
#define MIND_LIB_TARGET_MIC_ELEMENTMASKS_H

#include "Mind/Support/DType.h"

namespace mind::mic {

inline constexpr uint8_t maskOf(DType dtype) { return 1u << unsigned(dtype); }

inline constexpr uint8_t kAny = 0xFF;
inline constexpr uint8_t kBool = maskOf(DType::I1);
inline constexpr uint8_t kNumeric = kAny & ~kBool;
inline constexpr uint8_t kIntegers = maskOf(DType::I32) | maskOf(DType::I64);
inline constexpr uint8_t kWhole = kIntegers | maskOf(DType::Q16);
inline constexpr uint8_t kFloats = kNumeric & ~kWhole;
inline constexpr uint8_t kFractions = kFloats | maskOf(DType::Q16);
/// Of the ops on bits, which are those of arith.
inline constexpr uint8_t kBits = kIntegers | kBool;

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_ELEMENTMASKS_H
