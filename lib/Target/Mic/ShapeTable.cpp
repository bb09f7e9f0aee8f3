//===- ShapeTable.cpp - shapes as small numbers ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeTable.h"

#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

/// The longest name of a dim that is read. Rules make names up from names: without a
/// limit a file of n slices would make names of n * n letters.
static constexpr size_t kMaxNameSize = 1024;

ShapeTable::ShapeTable(MLIRContext *context) : intern(context), context(context), slots(64) { get({}); }

static uint64_t hashDims(ArrayRef<shape::Dim> dims) {
  uint64_t hash = dims.size();
  for (const shape::Dim &dim : dims) {
    hash = (hash ^ uint64_t(dim.size)) * 0x9e3779b97f4a7c15;
    if (dim.isSymbolic())
      hash ^= llvm::hash_value(dim.name);
    hash ^= hash >> 29;
  }
  return hash;
}

ShapeId ShapeTable::get(ArrayRef<shape::Dim> dims) {
  uint64_t hash = hashDims(dims);
  for (size_t position = hash;; ++position) {
    uint32_t slot = slots[position & (slots.size() - 1)];
    if (slot == 0)
      return add(dims, hash);
    if (entries[slot - 1].hash == hash && entries[slot - 1].dims == dims)
      return slot - 1;
  }
}

ShapeId ShapeTable::add(ArrayRef<shape::Dim> dims, uint64_t hash) {
  if (shape::isTooLarge(dims, /*elementBytes=*/1))
    return kNone;
  for (const shape::Dim &dim : dims)
    if (dim.isSymbolic() ? dim.name.empty() || dim.name.size() > kMaxNameSize : dim.size < 0)
      return kNone;
  ShapeId id = entries.size();
  auto *copy = memory.Allocate<shape::Dim>(dims.size());
  for (size_t i = 0; i < dims.size(); ++i)
    copy[i] = dims[i].isSymbolic() ? shape::Dim(intern(dims[i].name)) : dims[i];
  entries.push_back({ArrayRef(copy, dims.size()), hash, {}});

  if (2 * entries.size() > slots.size()) {
    slots.assign(2 * slots.size(), 0);
    for (auto [number, entry] : llvm::enumerate(entries)) {
      size_t position = entry.hash;
      while (slots[position & (slots.size() - 1)])
        ++position;
      slots[position & (slots.size() - 1)] = number + 1;
    }
    return id;
  }
  size_t position = hash;
  while (slots[position & (slots.size() - 1)])
    ++position;
  slots[position & (slots.size() - 1)] = id + 1;
  return id;
}

ShapeId ShapeTable::broadcastTensors(ShapeId lhs, ShapeId rhs) {
  return lookUp(/*rule=*/0, lhs, rhs, [&] { return shape::broadcast(getDims(lhs), getDims(rhs)); });
}

RankedTensorType ShapeTable::makeType(ShapeId shape, DType dtype) {
  return entries[shape].types[unsigned(dtype)] =
             getTensorType(context, getDims(shape), getElementType(context, dtype));
}
