//===- Numbers.h - arithmetic of each element type --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules for single numbers. An element is what lies in memory; a number is
/// what is computed with: f32 for f16 and bf16, each step of which rounds when it
/// is stored (N1), and the element itself for all other types.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_INTERPRETER_NUMBERS_H
#define MIND_LIB_INTERPRETER_NUMBERS_H

#include "Mind/Runtime/Scalars.h"
#include "Mind/Runtime/Tensor.h"

#include <cmath>
#include <type_traits>

namespace mind::interpreter {

template <DType dtype>
using Element = rt::Element<dtype>;

template <DType dtype>
using Number = std::conditional_t<dtype == DType::F16 || dtype == DType::BF16, float, Element<dtype>>;

template <DType dtype>
Number<dtype> load(Element<dtype> element) {
  if constexpr (dtype == DType::F16)
    return rt::halfToFloat(element);
  else if constexpr (dtype == DType::BF16)
    return rt::bfloatToFloat(element);
  else
    return element;
}

template <DType dtype>
Element<dtype> store(Number<dtype> number) {
  if constexpr (dtype == DType::F16)
    return rt::floatToHalf(number);
  else if constexpr (dtype == DType::BF16)
    return rt::floatToBfloat(number);
  else
    return number;
}

/// Calls `action` with the dtype as a type: `[&](auto tag) { ... tag() ... }`.
template <DType dtype>
using Tag = std::integral_constant<DType, dtype>;

template <typename Action>
auto dispatch(DType dtype, Action action) {
  switch (dtype) {
  case DType::F32:
    return action(Tag<DType::F32>());
  case DType::F64:
    return action(Tag<DType::F64>());
  case DType::F16:
    return action(Tag<DType::F16>());
  case DType::BF16:
    return action(Tag<DType::BF16>());
  case DType::I32:
    return action(Tag<DType::I32>());
  case DType::I64:
    return action(Tag<DType::I64>());
  case DType::I1:
    return action(Tag<DType::I1>());
  case DType::Q16:
    break;
  }
  return action(Tag<DType::Q16>());
}

//===----------------------------------------------------------------------===//
// Whole numbers: i1, i32, i64 and the raw i32 of q16 (N3, N5)
//===----------------------------------------------------------------------===//

template <typename Int>
using Unsigned = std::make_unsigned_t<Int>;

template <typename Int>
Int wrapAdd(Int a, Int b) {
  return Int(Unsigned<Int>(a) + Unsigned<Int>(b));
}
template <typename Int>
Int wrapSub(Int a, Int b) {
  return Int(Unsigned<Int>(a) - Unsigned<Int>(b));
}
template <typename Int>
Int wrapMul(Int a, Int b) {
  // In 64 bits, where the product of two narrower numbers does not overflow.
  return Int(uint64_t(a) * uint64_t(b));
}
template <typename Int>
Int truncatingDiv(Int a, Int b) {
  if (b == 0)
    return 0;
  // MIN / -1 wraps to MIN.
  return b == Int(-1) ? wrapSub(Int(0), a) : Int(a / b);
}
template <typename Int>
Int truncatingMod(Int a, Int b) {
  return b == 0 || b == Int(-1) ? Int(0) : Int(a % b);
}
/// The count is taken modulo the width.
template <typename Int>
Int shiftLeft(Int a, Int b) {
  return Int(Unsigned<Int>(a) << (b & (8 * sizeof(Int) - 1)));
}
template <typename Int>
Int shiftRight(Int a, Int b) {
  return Int(a >> (b & (8 * sizeof(Int) - 1)));
}

inline int32_t mulQ16(int32_t a, int32_t b) { return int32_t((int64_t(a) * int64_t(b)) >> 16); }
inline int32_t divQ16(int32_t a, int32_t b) { return b == 0 ? 0 : int32_t(int64_t(a) * 65536 / b); }

//===----------------------------------------------------------------------===//
// One rounded step of any type
//===----------------------------------------------------------------------===//

template <DType dtype>
Number<dtype> add(Number<dtype> a, Number<dtype> b) {
  if constexpr (isFloat(dtype))
    return a + b;
  else
    return wrapAdd(a, b);
}
template <DType dtype>
Number<dtype> sub(Number<dtype> a, Number<dtype> b) {
  if constexpr (isFloat(dtype))
    return a - b;
  else
    return wrapSub(a, b);
}
template <DType dtype>
Number<dtype> mul(Number<dtype> a, Number<dtype> b) {
  if constexpr (isFloat(dtype))
    return a * b;
  else if constexpr (dtype == DType::Q16)
    return mulQ16(a, b);
  else
    return wrapMul(a, b);
}
template <DType dtype>
Number<dtype> div(Number<dtype> a, Number<dtype> b) {
  if constexpr (isFloat(dtype))
    return a / b;
  else if constexpr (dtype == DType::Q16)
    return divQ16(a, b);
  else
    return truncatingDiv(a, b);
}

template <typename Value>
bool isNaN(Value value) {
  if constexpr (std::is_floating_point_v<Value>)
    return value != value;
  else
    return false;
}

/// A NaN wins, and +0 is greater than -0 (N9).
template <typename Value>
Value maximum(Value a, Value b) {
  if (isNaN(a))
    return a;
  if (isNaN(b))
    return b;
  if constexpr (std::is_floating_point_v<Value>)
    if (a == b)
      return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
template <typename Value>
Value minimum(Value a, Value b) {
  if (isNaN(a))
    return a;
  if (isNaN(b))
    return b;
  if constexpr (std::is_floating_point_v<Value>)
    if (a == b)
      return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

/// What an accumulator of N11, N15 holds: sums of q16 are exact in 64 bits.
template <DType dtype>
using Accumulator = std::conditional_t<dtype == DType::Q16, int64_t, Number<dtype>>;

/// `acc + a * b` with one rounding for floats (N11); integers wrap, and q16 adds
/// the full product (N14).
template <DType dtype>
Accumulator<dtype> multiplyAdd(Number<dtype> a, Number<dtype> b, Accumulator<dtype> acc) {
  if constexpr (isFloat(dtype))
    return std::fma(a, b, acc);
  else if constexpr (dtype == DType::Q16)
    return wrapAdd(acc, int64_t(a) * int64_t(b));
  else
    return wrapAdd(acc, wrapMul(a, b));
}

/// The end of a chain: one rounding to storage; q16 drops 16 bits of its product.
template <DType dtype>
Element<dtype> finishChain(Accumulator<dtype> acc) {
  if constexpr (dtype == DType::Q16)
    return int32_t(acc >> 16);
  else
    return store<dtype>(acc);
}

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_NUMBERS_H
