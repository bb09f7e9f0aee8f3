//===- IRSpelling.h - Instructions as the reference spells them -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The right-hand sides of lines of `--emit-ir`, which is made of a file, and of
/// `--emit-grad-ir`, which is made of ops: one spelling for both. Values are given as
/// their text, as `%1`.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_IRSPELLING_H
#define MIND_TARGET_MIC_FORMAT_IRSPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace mind::mic {

struct IndexSpec {
  int64_t axis, index;
};

struct SliceSpec {
  int64_t axis, start;
  /// None is the end of the axis.
  std::optional<int64_t> end;
  int64_t stride;
};

struct ConvSpec {
  uint64_t strides[2];
  llvm::StringRef padding;
  /// Of the result of a gradient, and what it is called; else empty.
  llvm::StringRef shapeName = {};
  llvm::ArrayRef<uint64_t> shape = {};
};

/// `[0, 1]`.
template <typename Range>
void spellList(llvm::raw_ostream &os, const Range &range) {
  os << '[';
  llvm::interleaveComma(range, os);
  os << ']';
}

/// `["2", "n"]`.
void spellDims(llvm::raw_ostream &os, llvm::ArrayRef<std::string> dims);

/// `sum %1 axes=[0] keepdims=false`.
void spellReduction(llvm::raw_ostream &os, llvm::StringRef name, const llvm::Twine &input, llvm::ArrayRef<int64_t> axes,
                    bool keepdims);

/// `reshape %1 ["2", "n"]`.
void spellReshape(llvm::raw_ostream &os, llvm::StringRef name, const llvm::Twine &input,
                  llvm::ArrayRef<std::string> dims);

/// `transpose %1 perm=[1, 0]`.
void spellAxes(llvm::raw_ostream &os, llvm::StringRef name, const llvm::Twine &input, llvm::StringRef what,
               llvm::ArrayRef<int64_t> axes);

/// `expand_dims %1 axis=0`.
void spellExpandDims(llvm::raw_ostream &os, const llvm::Twine &input, int64_t axis);

/// `conv2d %1 %2 strides=(1, 1) padding=valid`, with the shape before the strides.
void spellConv(llvm::raw_ostream &os, llvm::StringRef name, const llvm::Twine &lhs, const llvm::Twine &rhs,
               const ConvSpec &spec);

/// `index %1 [IndexSpec { axis: 0, index: 1 }]`.
void spellIndex(llvm::raw_ostream &os, const llvm::Twine &input, llvm::ArrayRef<IndexSpec> specs);

/// `slice %1 [SliceSpec { axis: 0, start: 1, end: Some(3), stride: 1 }]`.
void spellSlice(llvm::raw_ostream &os, const llvm::Twine &input, llvm::ArrayRef<SliceSpec> specs);

/// `gather %1 indices=%2 axis=0`.
void spellGather(llvm::raw_ostream &os, llvm::StringRef name, const llvm::Twine &input, const llvm::Twine &indices,
                 int64_t axis);

/// `const.tensor F32 ["2"] fill=None`. `dtype` may be in small letters; `fill` is the text
/// of a number, or none.
void spellTensor(llvm::raw_ostream &os, llvm::StringRef dtype, llvm::ArrayRef<std::string> dims);
void spellFill(llvm::raw_ostream &os, const std::optional<std::string> &fill);

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_IRSPELLING_H
