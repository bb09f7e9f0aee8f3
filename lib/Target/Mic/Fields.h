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
#include "Mind/Target/Mic/Format/Cursor.h"

namespace mind::mic {

/// A list of axes. Negative ones count from the end.
struct Axes {
  llvm::SmallVector<int64_t, 4> axes;
  /// As they are in the file, if that is not the same; else empty.
  llvm::SmallVector<int64_t, 4> written;
  bool areValid = true;
};
Axes readAxes(Cursor &cursor, int64_t rank);

/// The permutation of a Transpose: no axes stand for their reversal.
llvm::SmallVector<int64_t, 4> getPermutation(const Axes &axes, int64_t rank);

/// The axis of an ExpandDims, which counts in the rank of the result.
std::optional<int64_t> normalizeNewAxis(int64_t axis, int64_t rank);

struct IndexFields {
  llvm::SmallVector<int64_t, 4> axes, indices;
};
IndexFields readIndexFields(Cursor &cursor);

struct SliceFields {
  llvm::SmallVector<int64_t, 4> axes, starts, ends, strides;
  bool areValid = true;
};
SliceFields readSliceFields(Cursor &cursor);

struct ConvolutionFields {
  /// Those of the result of a gradient.
  llvm::SmallVector<shape::Dim, 4> dims;
  llvm::SmallVector<int64_t, 2> strides;
  shape::Padding padding = shape::Padding::Valid;
  bool areValid = true;
};
ConvolutionFields readConvolutionFields(Cursor &cursor, bool isGradient);

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FIELDS_H
