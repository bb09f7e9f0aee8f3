//===- DType.h - Element types of MIND tensors ------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The closed list of element types. Plain C++17 without LLVM, because the
// runtime that is linked into user programs includes it too.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_SUPPORT_DTYPE_H
#define MIND_SUPPORT_DTYPE_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace mind {

/// Element type of a tensor. A scalar is a rank-0 tensor.
enum class DType : uint8_t { F32, F64, F16, BF16, I32, I64, I1, Q16 };

/// Number of element types, for tables indexed by DType.
inline constexpr unsigned kNumDTypes = 8;

/// The word that source text uses for the type (`bool` for I1).
constexpr std::string_view getDTypeName(DType type) {
  switch (type) {
  case DType::F32:
    return "f32";
  case DType::F64:
    return "f64";
  case DType::F16:
    return "f16";
  case DType::BF16:
    return "bf16";
  case DType::I32:
    return "i32";
  case DType::I64:
    return "i64";
  case DType::I1:
    return "bool";
  case DType::Q16:
    return "q16";
  }
  return "";
}

/// Size of one element in memory, in bytes (I1 takes a whole byte).
constexpr unsigned getByteSize(DType type) {
  switch (type) {
  case DType::F64:
  case DType::I64:
    return 8;
  case DType::F32:
  case DType::I32:
  case DType::Q16:
    return 4;
  case DType::F16:
  case DType::BF16:
    return 2;
  case DType::I1:
    return 1;
  }
  return 0;
}

/// True for the binary floating point types; Q16 is fixed point, thus false.
constexpr bool isFloat(DType type) {
  return type == DType::F32 || type == DType::F64 || type == DType::F16 ||
         type == DType::BF16;
}

/// True for i32 and i64; neither I1 nor Q16 counts as an integer.
constexpr bool isInt(DType type) {
  return type == DType::I32 || type == DType::I64;
}

/// Reads an element type word, all lower or all upper case ("f32", "F32",
/// "bool"). Nothing for any other word.
constexpr std::optional<DType> parseDType(std::string_view word) {
  if (word == "f32" || word == "F32")
    return DType::F32;
  if (word == "f64" || word == "F64")
    return DType::F64;
  if (word == "f16" || word == "F16")
    return DType::F16;
  if (word == "bf16" || word == "BF16")
    return DType::BF16;
  if (word == "i32" || word == "I32")
    return DType::I32;
  if (word == "i64" || word == "I64")
    return DType::I64;
  if (word == "q16" || word == "Q16")
    return DType::Q16;
  if (word == "bool")
    return DType::I1;
  return std::nullopt;
}

} // namespace mind

#endif // MIND_SUPPORT_DTYPE_H
