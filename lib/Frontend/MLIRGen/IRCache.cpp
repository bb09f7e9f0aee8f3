//===- IRCache.cpp - what the emitter asks the context for ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IRCache.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;

namespace mind::frontend {

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// f64 -> f32 -> a 16-bit format: two roundings, as N4 has it.
static uint64_t encodeSmallFloat(double value, const llvm::fltSemantics &semantics) {
  llvm::APFloat number(static_cast<float>(value));
  bool losesInfo;
  number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

/// Toward zero, saturating; NaN is 0.
template <typename Int> static Int saturate(double value) {
  if (std::isnan(value))
    return 0;
  if (value >= -static_cast<double>(std::numeric_limits<Int>::min()))
    return std::numeric_limits<Int>::max();
  if (value <= static_cast<double>(std::numeric_limits<Int>::min()))
    return std::numeric_limits<Int>::min();
  return static_cast<Int>(value);
}

uint64_t encodeElement(DType dtype, double value) {
  switch (dtype) {
  case DType::F32:
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  case DType::F64:
    return llvm::bit_cast<uint64_t>(value);
  case DType::F16:
    return encodeSmallFloat(value, llvm::APFloat::IEEEhalf());
  case DType::BF16:
    return encodeSmallFloat(value, llvm::APFloat::BFloat());
  case DType::I32:
    return static_cast<uint32_t>(saturate<int32_t>(value));
  case DType::I64:
    return static_cast<uint64_t>(saturate<int64_t>(value));
  case DType::I1:
    return value != 0;
  case DType::Q16:
    // std::round rounds halves away from zero.
    return static_cast<uint32_t>(saturate<int32_t>(std::round(value * 65536.0)));
  }
  return 0;
}

uint64_t encodeElement(DType dtype, int64_t value) {
  if (dtype == DType::I64)
    return static_cast<uint64_t>(value);
  if (dtype == DType::I32)
    return static_cast<uint32_t>(value);
  return encodeElement(dtype, static_cast<double>(value));
}

//===----------------------------------------------------------------------===//
// IRCache
//===----------------------------------------------------------------------===//

void loadEmittedDialects(MLIRContext *context) {
  context->loadDialect<MindDialect, func::FuncDialect, arith::ArithDialect, tensor::TensorDialect>();
}

IRCache::IRCache(MLIRContext *context)
    : context(context), unknown(UnknownLoc::get(context)), emptyAttrs(DictionaryAttr::get(context)),
      unit(UnitAttr::get(context)), privateVisibility(StringAttr::get(context, "private")), names(context),
      types(256), emptyArray(DenseI64ArrayAttr::get(context, {})) {
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    elements[i] = getElementType(context, DType(i));
    scalars[i] = RankedTensorType::get({}, elements[i]);
  }
  for (int64_t i = 0; i < 8; ++i)
    smallArrays[i] = DenseI64ArrayAttr::get(context, i);
}

static bool hasDims(RankedTensorType type, ArrayRef<shape::Dim> dims) {
  if (type.getRank() != int64_t(dims.size()))
    return false;
  auto encoding = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (dim.size >= 0 ? type.getDimSize(i) != dim.size : !type.isDynamicDim(i))
      return false;
    if (dim.size < 0 && (!encoding || cast<StringAttr>(encoding.getDims()[i]).getValue() != dim.name))
      return false;
  }
  return true;
}

RankedTensorType IRCache::tensorType(DType dtype, ArrayRef<shape::Dim> dims) {
  if (dims.empty())
    return scalarType(dtype);
  uint64_t hash = unsigned(dtype) + 1;
  for (const shape::Dim &dim : dims) {
    hash = (hash ^ uint64_t(dim.size)) * 0x9e3779b97f4a7c15;
    if (dim.size < 0)
      hash ^= llvm::hash_value(dim.name);
    hash ^= hash >> 29;
  }
  Type element = elementType(dtype);
  for (size_t i = hash;; ++i) {
    RankedTensorType &slot = types[i % types.size()];
    if (!slot) {
      RankedTensorType type = getTensorType(context, dims, element);
      // A context never frees a type, so neither need we; but a table of one
      // program's types must not slow down the look-ups of the next thousand.
      if (++numTypes * 2 > types.size()) {
        types.assign(std::min<size_t>(types.size() * 2, 1 << 16), RankedTensorType());
        numTypes = 0;
        return type;
      }
      return slot = type;
    }
    if (slot.getElementType() == element && hasDims(slot, dims))
      return slot;
  }
}

ElementsAttr IRCache::scalarValue(DType dtype, uint64_t bits) {
  ElementsAttr &value = values[{bits, unsigned(dtype)}];
  if (!value)
    value = tensorValue(scalarType(dtype), dtype, bits);
  return value;
}

ElementsAttr IRCache::tensorValue(RankedTensorType type, DType dtype, ArrayRef<uint64_t> bits) {
  if (dtype == DType::I1) {
    SmallVector<bool> bools(llvm::map_range(bits, [](uint64_t bit) { return bit != 0; }));
    return DenseElementsAttr::get(type, bools);
  }
  if (dtype == DType::Q16)
    type = RankedTensorType::get(type.getShape(), elementType(DType::I32));
  unsigned size = getByteSize(dtype);
  SmallVector<char, 64> bytes(size * bits.size());
  // Little endian: the low bytes come first.
  for (auto [i, element] : llvm::enumerate(bits))
    std::memcpy(&bytes[i * size], &element, size);
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

DenseI64ArrayAttr IRCache::array(ArrayRef<int64_t> values) {
  if (values.empty())
    return emptyArray;
  if (values.size() == 1 && values[0] >= 0 && values[0] < 8)
    return smallArrays[values[0]];
  return DenseI64ArrayAttr::get(context, values);
}

IntegerAttr IRCache::integer(int64_t value) const { return IntegerAttr::get(elementType(DType::I64), value); }

} // namespace mind::frontend
