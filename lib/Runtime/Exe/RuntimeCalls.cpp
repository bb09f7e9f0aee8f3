//===- RuntimeCalls.cpp - what compiled code calls ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// include/Mind/Conversion/RuntimeCalls.h says what each of these is for. Faults
// leave by longjmp: a function must have nothing to destroy when it raises one.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "../MemoryBudget.h"
#include "Mind/Runtime/Format.h"
#include "Mind/Runtime/RuntimeSymbols.h"

#include <cstdlib>
#include <cstring>

using namespace mind;
using namespace mind::rt;

namespace {

void write(const std::string &text) {
  Writer writer = currentContext->writer;
  if (writer.write)
    writer.write(writer.context, text.data(), text.size());
}

/// The parts of an unranked descriptor.
struct View {
  View(int64_t rank, void *descriptor) : rank(rank) {
    auto *words = static_cast<int64_t *>(descriptor);
    char *aligned;
    std::memcpy(&aligned, &words[1], sizeof aligned);
    base = aligned;
    offset = words[2];
    sizes = words + 3;
    strides = sizes + rank;
  }

  int64_t rank;
  char *base;
  int64_t offset;
  const int64_t *sizes;
  const int64_t *strides;

  bool isContiguous() const {
    int64_t stride = 1;
    for (int64_t i = rank - 1; i >= 0; --i) {
      if (sizes[i] != 1 && strides[i] != stride)
        return false;
      stride *= sizes[i];
    }
    return true;
  }

  /// Copies the elements in row-major order.
  void copyTo(void *target, size_t width) const {
    int64_t count = 1;
    for (int64_t i = 0; i < rank; ++i)
      count *= sizes[i];
    if (count == 0)
      return;
    const char *source = base + offset * int64_t(width);
    if (isContiguous()) {
      std::memcpy(target, source, size_t(count) * width);
      return;
    }
    auto *out = static_cast<char *>(target);
    int64_t position[kMaxRank] = {};
    for (int64_t n = 0; n < count; ++n, out += width) {
      int64_t at = 0;
      for (int64_t i = 0; i < rank; ++i)
        at += position[i] * strides[i];
      std::memcpy(out, source + at * int64_t(width), width);
      for (int64_t i = rank - 1; i >= 0 && ++position[i] == sizes[i]; --i)
        position[i] = 0;
    }
  }
};

/// A copy of a view; raises E6006 if there is no memory for it.
void copyView(DType dtype, const View &view, Tensor &result) {
  Fault fault;
  if (Tensor::tryAllocate(dtype, std::vector<int64_t>(view.sizes, view.sizes + view.rank), result, fault)) {
    view.copyTo(result.mutableRawData(), getByteSize(dtype));
    return;
  }
  raise(std::move(fault));
}

void printTensor(DType dtype, int64_t rank, void *descriptor) {
  std::string text;
  {
    Tensor tensor;
    copyView(dtype, View(rank, descriptor), tensor);
    appendTensor(text, tensor);
  }
  write(text);
}

void deliverTensor(DType dtype, int64_t index, int64_t rank, void *descriptor) {
  View view(rank, descriptor);
  if (currentContext->outputs) {
    void *output = currentContext->outputs[index];
    int64_t count = 1;
    for (int64_t i = 0; i < rank; ++i)
      count *= view.sizes[i];
    view.copyTo(output, getByteSize(dtype));
    canonicalizeNaNs(dtype, output, count);
    return;
  }
  copyView(dtype, view, (*currentContext->results)[size_t(index)]);
}

} // namespace

extern "C" {

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

void __mind_fault_index(int64_t index, int64_t extent) { raise(makeIndexFault(index, extent)); }

void __mind_fault_no_value() { raise(makeNoValueFault()); }

void __mind_fault_assertion(char *, char *aligned, int64_t offset, int64_t size, int64_t) {
  raise({fault::kAssertion, std::string(aligned + offset, size_t(size))});
}

void __mind_fault_filter(int64_t filter, int64_t extent) {
  raise({fault::kArgument, "a filter of extent " + std::to_string(filter) + " over an input of extent " +
                               std::to_string(extent) + ", its padding included"});
}

void __mind_fault_size() { raise({fault::kMemory, "a tensor is too large"}); }

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void __mind_print_text(char *, char *aligned, int64_t offset, int64_t size, int64_t) {
  Writer writer = currentContext->writer;
  if (writer.write)
    writer.write(writer.context, aligned + offset, size_t(size));
}

void __mind_print_scalar(int64_t bits, int32_t dtype) {
  std::string text;
  // The low bytes come first.
  appendElement(text, DType(dtype), &bits);
  write(text);
}

void __mind_result_scalar(int64_t index, int64_t bits, int32_t dtype) {
  unsigned width = getByteSize(DType(dtype));
  if (currentContext->outputs) {
    std::memcpy(currentContext->outputs[index], &bits, width);
    canonicalizeNaNs(DType(dtype), currentContext->outputs[index], 1);
    return;
  }
  Tensor result(DType(dtype), {});
  std::memcpy(result.mutableRawData(), &bits, width);
  (*currentContext->results)[size_t(index)] = std::move(result);
}

#define MIND_FOR_DTYPE(NAME, DTYPE)                                                                                    \
  void __mind_print_tensor_##NAME(int64_t rank, void *descriptor) { printTensor(DType::DTYPE, rank, descriptor); }     \
  void __mind_result_tensor_##NAME(int64_t index, int64_t rank, void *descriptor) {                                    \
    deliverTensor(DType::DTYPE, index, rank, descriptor);                                                              \
  }
MIND_FOR_DTYPE(f32, F32)
MIND_FOR_DTYPE(f64, F64)
MIND_FOR_DTYPE(f16, F16)
MIND_FOR_DTYPE(bf16, BF16)
MIND_FOR_DTYPE(i32, I32)
MIND_FOR_DTYPE(i64, I64)
MIND_FOR_DTYPE(bool, I1)
MIND_FOR_DTYPE(q16, Q16)
#undef MIND_FOR_DTYPE

//===----------------------------------------------------------------------===//
// Recursion
//===----------------------------------------------------------------------===//

void __mind_enter() {
  char here = 0;
  if (++currentContext->depth > kMaxCallDepth || &here < currentContext->stackEnd)
    raise(makeRecursionFault());
}

void __mind_leave() { --currentContext->depth; }

//===----------------------------------------------------------------------===//
// Memory: what finalize-memref-to-llvm calls with generic functions
//===----------------------------------------------------------------------===//

void *_mlir_memref_to_llvm_aligned_alloc(uint64_t, uint64_t size) {
  // A size beyond the limit may have wrapped on the way here.
  uint64_t bytes = size + sizeof(Allocation);
  if (size > kMaxTensorBytes || !reserveMemory(bytes))
    raise({fault::kMemory, "there is not enough memory for a tensor of " + std::to_string(size) + " bytes"});
  uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  auto *block = static_cast<Allocation *>(std::aligned_alloc(kAlignment, rounded));
  if (!block) {
    returnMemory(bytes);
    raise({fault::kMemory, "there is not enough memory for a tensor of " + std::to_string(size) + " bytes"});
  }
  Allocation &ring = currentContext->ring;
  *block = {&ring, ring.next, bytes};
  ring.next->previous = block;
  ring.next = block;
  return block + 1;
}

void *_mlir_memref_to_llvm_alloc(uint64_t size) { return _mlir_memref_to_llvm_aligned_alloc(kAlignment, size); }

void _mlir_memref_to_llvm_free(void *pointer) {
  if (!pointer)
    return;
  Allocation *block = static_cast<Allocation *>(pointer) - 1;
  block->previous->next = block->next;
  block->next->previous = block->previous;
  returnMemory(block->bytes);
  std::free(block);
}
}

extern "C" {
/// What MLIR's lowering of memref.copy calls where one side is not contiguous: two
/// unranked descriptors of one shape.
struct UnrankedDescriptor {
  int64_t rank;
  void *descriptor;
};

void memrefCopy(int64_t width, UnrankedDescriptor *from, UnrankedDescriptor *to) {
  View source(from->rank, from->descriptor), target(to->rank, to->descriptor);
  int64_t rank = source.rank;
  int64_t rows = 1, columns = rank == 0 ? 1 : source.sizes[rank - 1];
  for (int64_t i = 0; i + 1 < rank; ++i)
    rows *= source.sizes[i];
  bool contiguousRows = rank == 0 || columns == 1 || (source.strides[rank - 1] == 1 && target.strides[rank - 1] == 1);
  int64_t position[kMaxRank] = {};
  for (int64_t row = 0; row < rows; ++row) {
    const char *in = source.base + source.offset * width;
    char *out = target.base + target.offset * width;
    for (int64_t i = 0; i + 1 < rank; ++i) {
      in += position[i] * source.strides[i] * width;
      out += position[i] * target.strides[i] * width;
    }
    if (contiguousRows)
      std::memcpy(out, in, size_t(columns * width));
    else
      for (int64_t k = 0; k < columns; ++k)
        std::memcpy(out + k * target.strides[rank - 1] * width, in + k * source.strides[rank - 1] * width,
                    size_t(width));
    for (int64_t i = rank - 2; i >= 0 && ++position[i] == source.sizes[i]; --i)
      position[i] = 0;
  }
}
}

extern "C" {
/// What LLVM calls to bring a bf16 back from a register of f32, as at a return: to
/// nearest even. The result is the low half of the register of the result, in which
/// the convention of x86-64 returns a bf16.
float __truncsfbf2(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bool isNaN = (bits & 0x7fffffff) > 0x7f800000;
  uint32_t half = isNaN ? bits >> 16 | 0x40 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  float result;
  std::memcpy(&result, &half, sizeof result);
  return result;
}
}

std::vector<RuntimeSymbol> rt::getRuntimeSymbols() {
  return {
#define MIND_SYMBOL(NAME) {#NAME, reinterpret_cast<void *>(&NAME)}
      MIND_SYMBOL(__mind_fault_index),
      MIND_SYMBOL(__mind_fault_no_value),
      MIND_SYMBOL(__mind_fault_assertion),
      MIND_SYMBOL(__mind_fault_filter),
      MIND_SYMBOL(__mind_fault_size),
      MIND_SYMBOL(__mind_print_text),
      MIND_SYMBOL(__mind_print_scalar),
      MIND_SYMBOL(__mind_result_scalar),
      MIND_SYMBOL(__mind_enter),
      MIND_SYMBOL(__mind_leave),
      MIND_SYMBOL(memrefCopy),
      MIND_SYMBOL(__truncsfbf2),
      MIND_SYMBOL(_mlir_memref_to_llvm_alloc),
      MIND_SYMBOL(_mlir_memref_to_llvm_aligned_alloc),
      MIND_SYMBOL(_mlir_memref_to_llvm_free),
      MIND_SYMBOL(__mind_print_tensor_f32),
      MIND_SYMBOL(__mind_print_tensor_f64),
      MIND_SYMBOL(__mind_print_tensor_f16),
      MIND_SYMBOL(__mind_print_tensor_bf16),
      MIND_SYMBOL(__mind_print_tensor_i32),
      MIND_SYMBOL(__mind_print_tensor_i64),
      MIND_SYMBOL(__mind_print_tensor_bool),
      MIND_SYMBOL(__mind_print_tensor_q16),
      MIND_SYMBOL(__mind_result_tensor_f32),
      MIND_SYMBOL(__mind_result_tensor_f64),
      MIND_SYMBOL(__mind_result_tensor_f16),
      MIND_SYMBOL(__mind_result_tensor_bf16),
      MIND_SYMBOL(__mind_result_tensor_i32),
      MIND_SYMBOL(__mind_result_tensor_i64),
      MIND_SYMBOL(__mind_result_tensor_bool),
      MIND_SYMBOL(__mind_result_tensor_q16),
#undef MIND_SYMBOL
  };
}
