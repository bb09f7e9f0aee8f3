//===- Fields.h - attributes of ops from their fields -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The fields of an instruction after its operands, as its op has them. Inference reads
/// them for the shape, and the reader again for the attributes.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FIELDS_H
#define MIND_LIB_TARGET_MIC_FIELDS_H

#include "Mind/Dialect/Mind/IR/ShapeAlgebra.h"
#include "Mind/Target/Mic/Format/Format.h"

#include "llvm/Support/Endian.h"

namespace mind::mic {

/// A position in bytes that were validated: it looks for no fault and no end.
class FieldCursor {
public:
  FieldCursor(llvm::ArrayRef<uint8_t> bytes, uint64_t offset) : begin(bytes.data()), position(begin + offset) {}

  uint64_t getOffset() const { return position - begin; }
  void seek(uint64_t offset) { position = begin + offset; }
  uint8_t peek() const { return *position; }

  uint8_t byte() { return *position++; }
  bool flag() { return byte() != 0; }
  uint64_t uleb() {
    uint64_t value = *position++;
    if (LLVM_LIKELY(value < 0x80))
      return value;
    value &= 0x7F;
    for (unsigned shift = 7;; shift += 7) {
      uint64_t next = *position++;
      value |= (next & 0x7F) << shift;
      if (next < 0x80)
        return value;
    }
  }
  int64_t zigzag() {
    uint64_t bits = uleb();
    return int64_t(bits >> 1) ^ -int64_t(bits & 1);
  }
  uint64_t bits64() {
    uint64_t value = llvm::support::endian::read64le(position);
    position += 8;
    return value;
  }
  const uint8_t *bytes(uint64_t size) {
    position += size;
    return position - size;
  }

private:
  const uint8_t *begin, *position;
};

/// A list of axes. Negative ones count from the end.
struct Axes {
  llvm::SmallVector<int64_t, 4> axes;
  /// As they are in the file, if that is not the same; else empty.
  llvm::SmallVector<int64_t, 4> written;
  bool areValid = true;
};
Axes readAxes(FieldCursor &cursor, int64_t rank);

/// The numbers of a short list of small ones as one; nothing for any other list.
inline std::optional<uint64_t> packNumbers(llvm::ArrayRef<int64_t> numbers) {
  if (numbers.size() > 6)
    return std::nullopt;
  uint64_t packed = numbers.size();
  for (int64_t number : numbers) {
    if (number < 0 || number > UINT8_MAX)
      return std::nullopt;
    packed = packed << 8 | uint64_t(number);
  }
  return packed;
}

/// The permutation of a Transpose: no axes stand for their reversal.
llvm::SmallVector<int64_t, 4> getPermutation(const Axes &axes, int64_t rank);

/// The axis of an ExpandDims, which counts in the rank of the result.
std::optional<int64_t> normalizeNewAxis(int64_t axis, int64_t rank);

struct IndexFields {
  llvm::SmallVector<int64_t, 4> axes, indices;
};
IndexFields readIndexFields(FieldCursor &cursor);

struct SliceFields {
  llvm::SmallVector<int64_t, 4> axes, starts, ends, strides;
  bool areValid = true;
};
SliceFields readSliceFields(FieldCursor &cursor);

/// Axes that count from the end become those that they mean. Whether there were any.
bool countFromFront(llvm::MutableArrayRef<int64_t> axes, int64_t rank);

struct ConvolutionFields {
  /// Those of the result of a gradient.
  llvm::SmallVector<shape::Dim, 4> dims;
  llvm::SmallVector<int64_t, 2> strides;
  shape::Padding padding = shape::Padding::Valid;
  bool areValid = true;
};
ConvolutionFields readConvolutionFields(FieldCursor &cursor, bool isGradient);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FIELDS_H
