//===- ShapeTable.h - shapes as small numbers -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A module has few shapes and many values. Here a shape is a number, equal shapes
/// have equal numbers, and the tensor types of a shape are looked up once.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_SHAPETABLE_H
#define MIND_LIB_TARGET_MIC_SHAPETABLE_H

#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include "llvm/Support/Allocator.h"

#include <array>
#include <vector>

namespace mind::mic {

using ShapeId = uint32_t;

class ShapeTable {
public:
  /// Rank 0.
  static constexpr ShapeId kScalar = 0;
  /// No shape of a tensor: what no rule gives, or what is too large.
  static constexpr ShapeId kNone = ~ShapeId(0);

  explicit ShapeTable(mlir::MLIRContext *context);

  /// kNone for a shape that is no good: too many dims, elements, or letters in a name.
  ShapeId get(llvm::ArrayRef<shape::Dim> dims);
  /// The outcome of a rule; kNone if it was broken.
  ShapeId take(const shape::Result<shape::Shape> &outcome) { return outcome ? get(*outcome) : kNone; }

  llvm::ArrayRef<shape::Dim> getDims(ShapeId shape) const { return entries[shape].dims; }
  unsigned getRank(ShapeId shape) const { return entries[shape].dims.size(); }

  /// What `compute` gives for the shapes `lhs` and `rhs`, which is asked again and again.
  /// `rule` stands for all else that it depends on.
  template <typename Compute>
  ShapeId lookUp(uint64_t rule, ShapeId lhs, ShapeId rhs, Compute compute) {
    Outcome &known = outcomes[(lhs * 31 + rhs * 7 + rule * 13) % outcomes.size()];
    if (LLVM_UNLIKELY(known.lhs != lhs || known.rhs != rhs || known.rule != rule))
      known = {lhs, rhs, rule, take(compute())};
    return known.result;
  }

  ShapeId broadcast(ShapeId lhs, ShapeId rhs) {
    if (LLVM_LIKELY(lhs == rhs || rhs == kScalar))
      return lhs;
    if (lhs == kScalar)
      return rhs;
    return broadcastTensors(lhs, rhs);
  }

  mlir::RankedTensorType getType(ShapeId shape, DType dtype) {
    mlir::RankedTensorType type = entries[shape].types[unsigned(dtype)];
    return LLVM_LIKELY(bool(type)) ? type : makeType(shape, dtype);
  }

  const NameInterner intern;

private:
  struct Entry {
    llvm::ArrayRef<shape::Dim> dims;
    uint64_t hash;
    std::array<mlir::RankedTensorType, kNumDTypes> types;
  };
  struct Outcome {
    ShapeId lhs = kNone, rhs = kNone;
    uint64_t rule = 0;
    ShapeId result = kNone;
  };

  ShapeId broadcastTensors(ShapeId lhs, ShapeId rhs);
  mlir::RankedTensorType makeType(ShapeId shape, DType dtype);
  ShapeId add(llvm::ArrayRef<shape::Dim> dims, uint64_t hash);

  mlir::MLIRContext *context;
  std::vector<Entry> entries;
  /// Open addressing, one more than the number of the shape; 0 is free.
  std::vector<uint32_t> slots;
  std::array<Outcome, 64> outcomes;
  llvm::BumpPtrAllocator memory;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_SHAPETABLE_H
