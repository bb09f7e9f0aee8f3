//===- Tensor.cpp - a tensor in memory ------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Tensor.h"

#include "MemoryBudget.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace mind;
using namespace mind::rt;

/// Stands in the first 64 bytes of an allocation; the elements follow.
struct Tensor::Block {
  std::atomic<uint32_t> owners;
  uint64_t bytes;
};

int64_t rt::countElements(DType dtype, const std::vector<int64_t> &shape) {
  if (shape.size() > kMaxRank)
    return -1;
  uint64_t limit = kMaxTensorBytes / getByteSize(dtype);
  uint64_t count = 1;
  bool isEmpty = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return -1;
    if (dim == 0) {
      isEmpty = true;
      continue;
    }
    // The other dims of an empty tensor are bounded too, so that no product of
    // some of them overflows.
    if (uint64_t(dim) > limit / count)
      return -1;
    count *= uint64_t(dim);
  }
  return isEmpty ? 0 : int64_t(count);
}

std::string rt::formatShape(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != 0)
      text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + ")";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// Scalars come and go, so a thread keeps some blocks of the smallest size. These
/// do not count against the budget.
class SmallBlocks {
public:
  static constexpr uint64_t kBytes = 2 * kAlignment;

  ~SmallBlocks() {
    while (numFree > 0)
      std::free(blocks[--numFree]);
    // Tensors that outlive the thread's own variables go straight to free().
    most = 0;
  }
  void *take() { return numFree > 0 ? blocks[--numFree] : std::aligned_alloc(kAlignment, kBytes); }
  void put(void *block) {
    if (numFree < most)
      blocks[numFree++] = block;
    else
      std::free(block);
  }

private:
  static constexpr unsigned kMost = 64;
  void *blocks[kMost];
  unsigned numFree = 0, most = kMost;
};
} // namespace

static thread_local SmallBlocks smallBlocks;

/// Null if there is no memory.
static void *takeMemory(uint64_t bytes) {
  if (bytes <= SmallBlocks::kBytes)
    return smallBlocks.take();
  if (!reserveMemory(bytes))
    return nullptr;
  void *memory = std::aligned_alloc(kAlignment, bytes);
  if (!memory)
    returnMemory(bytes);
  return memory;
}

static void putMemory(void *memory, uint64_t bytes) {
  if (bytes <= SmallBlocks::kBytes)
    return smallBlocks.put(memory);
  returnMemory(bytes);
  std::free(memory);
}

bool Tensor::tryAllocate(DType dtype, std::vector<int64_t> shape, Tensor &result, Fault &fault) {
  static_assert(sizeof(Block) <= kAlignment, "the elements begin after one alignment unit");
  auto describe = [&] { return "a " + std::string(getDTypeName(dtype)) + " tensor of shape " + formatShape(shape); };
  int64_t count = countElements(dtype, shape);
  if (count < 0) {
    fault = {fault::kMemory, describe() + " is too large"};
    return false;
  }
  uint64_t payload = (uint64_t(count) * getByteSize(dtype) + kAlignment - 1) / kAlignment * kAlignment;
  uint64_t bytes = kAlignment + payload;
  void *memory = takeMemory(bytes);
  if (!memory) {
    fault = {fault::kMemory, "no memory for " + describe()};
    return false;
  }
  result.release();
  result.block = new (memory) Block;
  result.block->owners.store(1, std::memory_order_relaxed);
  result.block->bytes = bytes;
  result.type = dtype;
  result.count = count;
  result.dims = std::move(shape);
  return true;
}

Tensor::Tensor(DType dtype, std::vector<int64_t> shape) {
  Fault fault;
  if (tryAllocate(dtype, std::move(shape), *this, fault))
    return;
  std::fprintf(stderr, "%s\n", toString(fault).c_str());
  std::abort();
}

void Tensor::retain() const {
  if (block)
    block->owners.fetch_add(1, std::memory_order_relaxed);
}

void Tensor::release() {
  if (block && block->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    uint64_t bytes = block->bytes;
    putMemory(block, bytes);
  }
  block = nullptr;
}

bool Tensor::isUnique() const { return block && block->owners.load(std::memory_order_acquire) == 1; }

Tensor Tensor::withShape(std::vector<int64_t> shape) const {
  assert(countElements(type, shape) == count && "another number of elements");
  Tensor result;
  result.block = block;
  retain();
  result.type = type;
  result.count = count;
  result.dims = std::move(shape);
  return result;
}

/// `Bits` is the unsigned integer of the type's size; a NaN is what lies above
/// `infinity` once the sign is off.
template <typename Bits>
static bool hasOddNaN(const Bits *bits, int64_t count, Bits infinity, Bits nan) {
  for (int64_t i = 0; i < count; ++i)
    if (Bits(bits[i] << 1) > Bits(infinity << 1) && bits[i] != nan)
      return true;
  return false;
}

template <typename Bits>
static void canonicalize(Bits *bits, int64_t count, Bits infinity, Bits nan) {
  for (int64_t i = 0; i < count; ++i)
    if (Bits(bits[i] << 1) > Bits(infinity << 1))
      bits[i] = nan;
}

template <typename Bits>
static bool canonicalizeAll(Tensor &tensor, Bits infinity, Bits nan, Fault &fault) {
  if (!hasOddNaN(tensor.data<Bits>(), tensor.numElements(), infinity, nan))
    return true;
  if (!tensor.isUnique()) {
    Tensor copy;
    if (!Tensor::tryAllocate(tensor.dtype(), tensor.shape(), copy, fault))
      return false;
    std::memcpy(copy.mutableRawData(), tensor.rawData(), tensor.numBytes());
    tensor = std::move(copy);
  }
  canonicalize(tensor.mutableData<Bits>(), tensor.numElements(), infinity, nan);
  return true;
}

bool Tensor::canonicalizeNaNs(Fault &fault) {
  switch (type) {
  case DType::F32:
    return canonicalizeAll<uint32_t>(*this, 0x7f800000, 0x7fc00000, fault);
  case DType::F64:
    return canonicalizeAll<uint64_t>(*this, 0x7ff0000000000000, 0x7ff8000000000000, fault);
  case DType::F16:
    return canonicalizeAll<uint16_t>(*this, 0x7c00, 0x7e00, fault);
  case DType::BF16:
    return canonicalizeAll<uint16_t>(*this, 0x7f80, 0x7fc0, fault);
  default:
    return true;
  }
}

void rt::canonicalizeNaNs(DType dtype, void *elements, int64_t count) {
  switch (dtype) {
  case DType::F32:
    return canonicalize<uint32_t>(static_cast<uint32_t *>(elements), count, 0x7f800000, 0x7fc00000);
  case DType::F64:
    return canonicalize<uint64_t>(static_cast<uint64_t *>(elements), count, 0x7ff0000000000000, 0x7ff8000000000000);
  case DType::F16:
    return canonicalize<uint16_t>(static_cast<uint16_t *>(elements), count, 0x7c00, 0x7e00);
  case DType::BF16:
    return canonicalize<uint16_t>(static_cast<uint16_t *>(elements), count, 0x7f80, 0x7fc0);
  default:
    return;
  }
}

bool Tensor::isIdenticalTo(const Tensor &other) const {
  return type == other.type && dims == other.dims && std::memcmp(rawData(), other.rawData(), numBytes()) == 0;
}
