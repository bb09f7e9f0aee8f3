//===- Literals.cpp - scalars as the numbers of mic -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Literals.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using namespace mind;

/// The bits in a float type of what is the same number there. A NaN is not.
static std::optional<uint64_t> encodeExact(double value, const llvm::fltSemantics &semantics) {
  llvm::APFloat number(value);
  if (number.isNaN())
    return std::nullopt;
  bool losesInfo = false;
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  if (losesInfo)
    return std::nullopt;
  return number.bitcastToAPInt().getZExtValue();
}

std::optional<uint64_t> mic::encodeLiteral(DType dtype, int64_t value) {
  switch (dtype) {
  case DType::I64:
    return uint64_t(value);
  case DType::I32:
    if (value != int32_t(value))
      return std::nullopt;
    return uint32_t(value);
  case DType::Q16:
    if (value != int16_t(value))
      return std::nullopt;
    return uint32_t(int32_t(value) * 65536);
  case DType::I1:
    return std::nullopt;
  default:
    break;
  }
  // Not every integer is an f64, and the greatest become one that is out of range.
  auto number = double(value);
  if (!(number < 0x1p63) || int64_t(number) != value)
    return std::nullopt;
  if (dtype == DType::F64)
    return llvm::bit_cast<uint64_t>(number);
  return encodeFill(dtype, llvm::bit_cast<uint64_t>(number));
}

std::optional<uint64_t> mic::encodeFill(DType dtype, uint64_t bits) {
  auto value = llvm::bit_cast<double>(bits);
  switch (dtype) {
  case DType::F32:
    return encodeExact(value, llvm::APFloat::IEEEsingle());
  case DType::F16:
    return encodeExact(value, llvm::APFloat::IEEEhalf());
  case DType::BF16:
    return encodeExact(value, llvm::APFloat::BFloat());
  case DType::Q16:
    // Exact: a power of two.
    value *= 65536;
    break;
  case DType::I32:
    break;
  default:
    return std::nullopt;
  }
  if (!(value >= INT32_MIN && value <= INT32_MAX))
    return std::nullopt;
  auto whole = int32_t(value);
  // Compared as bits, for -0.
  if (llvm::bit_cast<uint64_t>(double(whole)) != llvm::bit_cast<uint64_t>(value))
    return std::nullopt;
  return uint32_t(whole);
}

std::optional<double> mic::getExactValue(DType dtype, uint64_t bits) {
  switch (dtype) {
  case DType::I32:
    return int32_t(bits);
  case DType::Q16:
    return int32_t(bits) / 65536.0;
  case DType::I64: {
    int64_t value = int64_t(bits);
    if (value > (int64_t(1) << 53) || value < -(int64_t(1) << 53))
      return std::nullopt;
    return double(value);
  }
  case DType::F64:
    return llvm::bit_cast<double>(bits);
  default:
    break;
  }
  const llvm::fltSemantics &semantics = dtype == DType::F32   ? llvm::APFloat::IEEEsingle()
                                        : dtype == DType::F16 ? llvm::APFloat::IEEEhalf()
                                                              : llvm::APFloat::BFloat();
  llvm::APFloat value(semantics, llvm::APInt(8 * getByteSize(dtype), bits));
  if (value.isNaN())
    return std::nullopt;
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}
