//===- Tensor.h - a tensor in memory ----------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Row-major, contiguous, 64-byte aligned. Copies of a Tensor share the elements
/// and count their owners; who writes must be the only owner. Sizes are checked
/// before memory is asked for.
///
/// In memory q16 is its raw i32 and i1 a byte that is 0 or 1; f16 and bf16 are
/// uint16_t.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_RUNTIME_TENSOR_H
#define MIND_RUNTIME_TENSOR_H

#include "Mind/Runtime/Fault.h"
#include "Mind/Support/DType.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mind::rt {

/// The number of elements of a shape, or -1 if a dim is negative, there are too
/// many dims, or the tensor would be larger than kMaxTensorBytes.
int64_t countElements(DType dtype, const std::vector<int64_t> &shape);

/// `(2, 3)`, `(3,)` is written `(3)`; `()` for a scalar.
std::string formatShape(const std::vector<int64_t> &shape);

/// The C++ type of an element in memory.
template <DType dtype>
using Element = std::conditional_t<
    dtype == DType::F32, float,
    std::conditional_t<
        dtype == DType::F64, double,
        std::conditional_t<dtype == DType::F16 || dtype == DType::BF16, uint16_t,
                           std::conditional_t<dtype == DType::I64, int64_t,
                                              std::conditional_t<dtype == DType::I1, uint8_t, int32_t>>>>>;

class Tensor {
public:
  /// No tensor at all; only assignment, bool and destruction make sense.
  Tensor() = default;
  Tensor(const Tensor &other) : block(other.block), type(other.type), count(other.count), dims(other.dims) { retain(); }
  Tensor(Tensor &&other) noexcept
      : block(other.block), type(other.type), count(other.count), dims(std::move(other.dims)) {
    other.block = nullptr;
  }
  Tensor &operator=(Tensor other) noexcept {
    std::swap(block, other.block);
    std::swap(dims, other.dims);
    type = other.type;
    count = other.count;
    return *this;
  }
  ~Tensor() { release(); }

  /// Elements have no defined value. False with E6006 if the shape is out of
  /// bounds or there is no memory.
  static bool tryAllocate(DType dtype, std::vector<int64_t> shape, Tensor &result, Fault &fault);

  /// For small tensors of a known shape (tests, scalars): ends the process where
  /// tryAllocate fails.
  Tensor(DType dtype, std::vector<int64_t> shape);

  /// A tensor of rank 0. `Value` must be the element's C++ type.
  template <typename Value>
  static Tensor scalar(DType dtype, Value value) {
    Tensor result(dtype, {});
    assert(sizeof(Value) == getByteSize(dtype) && "not the type of the elements");
    *static_cast<Value *>(result.mutableRawData()) = value;
    return result;
  }

  explicit operator bool() const { return block != nullptr; }

  DType dtype() const { return type; }
  const std::vector<int64_t> &shape() const { return dims; }
  int64_t rank() const { return int64_t(dims.size()); }
  int64_t numElements() const { return count; }
  uint64_t numBytes() const { return uint64_t(count) * getByteSize(type); }

  const void *rawData() const { return reinterpret_cast<const char *>(block) + kAlignment; }
  template <typename Value>
  const Value *data() const {
    assert(sizeof(Value) == getByteSize(type) && "not the type of the elements");
    return static_cast<const Value *>(rawData());
  }

  /// For writing: there must be no other owner.
  void *mutableRawData() {
    assert(isUnique() && "shared elements must not change");
    return reinterpret_cast<char *>(block) + kAlignment;
  }
  template <typename Value>
  Value *mutableData() {
    assert(sizeof(Value) == getByteSize(type) && "not the type of the elements");
    return static_cast<Value *>(mutableRawData());
  }

  /// Whether this is the only owner of the elements.
  bool isUnique() const;

  /// The same elements, shared, in another shape of as many.
  Tensor withShape(std::vector<int64_t> shape) const;

  /// Makes every NaN the canonical quiet one (N2). Copies shared elements first,
  /// and only if there is something to change; false with E6006 if that fails.
  bool canonicalizeNaNs(Fault &fault);

  /// Whether dtype, shape and every bit are equal.
  bool isIdenticalTo(const Tensor &other) const;

private:
  struct Block;

  void retain() const;
  void release();

  Block *block = nullptr;
  DType type = DType::F32;
  int64_t count = 0;
  std::vector<int64_t> dims;
};

/// Makes every NaN of `count` elements in the host's memory the canonical quiet one.
void canonicalizeNaNs(DType dtype, void *elements, int64_t count);

} // namespace mind::rt

#endif // MIND_RUNTIME_TENSOR_H
