//===- Tensor.cpp - Tensors, buffers and the version ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wrap.h"

#include <cstring>

using namespace mind;
using namespace mind::capi;

// The numbers of the C header are those of the element types.
static_assert(MindDTypeF32 == int(DType::F32) && MindDTypeF64 == int(DType::F64) && MindDTypeF16 == int(DType::F16) &&
              MindDTypeBF16 == int(DType::BF16) && MindDTypeI32 == int(DType::I32) && MindDTypeI64 == int(DType::I64) &&
              MindDTypeBool == int(DType::I1) && MindDTypeQ16 == int(DType::Q16));

uint32_t mindGetApiVersion(void) { return MIND_C_API_VERSION; }
MindStringRef mindGetVersion(void) { return wrap(MIND_VERSION); }

MindStringRef mindBufferGetBytes(MindBuffer buffer) { return wrap(*unwrap(buffer)); }
void mindBufferDestroy(MindBuffer buffer) { delete unwrap(buffer); }

MindTensor mindTensorCreate(MindDType dtype, size_t rank, const int64_t *shape, const void *data) {
  if (unsigned(dtype) >= kNumDTypes || rank > rt::kMaxRank)
    return {nullptr};
  auto tensor = std::make_unique<rt::Tensor>();
  rt::Fault fault;
  if (!rt::Tensor::tryAllocate(DType(dtype), std::vector<int64_t>(shape, shape + rank), *tensor, fault))
    return {nullptr};
  uint8_t *elements = static_cast<uint8_t *>(tensor->mutableRawData());
  size_t numBytes = tensor->numBytes();
  if (!data)
    std::memset(elements, 0, numBytes);
  else if (dtype == MindDTypeBool)
    // Any other byte would be no bool to compiled code.
    for (size_t i = 0; i < numBytes; ++i)
      elements[i] = static_cast<const uint8_t *>(data)[i] != 0;
  else if (numBytes)
    std::memcpy(elements, data, numBytes);
  return {tensor.release()};
}
void mindTensorDestroy(MindTensor tensor) { delete unwrap(tensor); }

MindDType mindTensorGetDType(MindTensor tensor) { return MindDType(unwrap(tensor)->dtype()); }
size_t mindTensorGetRank(MindTensor tensor) { return unwrap(tensor)->shape().size(); }
const int64_t *mindTensorGetShape(MindTensor tensor) { return unwrap(tensor)->shape().data(); }
int64_t mindTensorGetNumElements(MindTensor tensor) { return unwrap(tensor)->numElements(); }
size_t mindTensorGetNumBytes(MindTensor tensor) { return unwrap(tensor)->numBytes(); }
const void *mindTensorGetData(MindTensor tensor) { return unwrap(tensor)->rawData(); }

void mindResultsDestroy(MindResults results) { delete unwrap(results); }
size_t mindResultsGetNumTensors(MindResults results) { return unwrap(results)->size(); }
MindTensor mindResultsGetTensor(MindResults results, size_t index) {
  std::vector<rt::Tensor> &tensors = *unwrap(results);
  return {index < tensors.size() ? &tensors[index] : nullptr};
}
