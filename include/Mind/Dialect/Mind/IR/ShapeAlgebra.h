//===- ShapeAlgebra.h - shapes of results, the one place --------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which shapes an operation takes and which shape it gives. The type checker of
/// the front end, the inference and the verifier of the dialect, and the readers
/// of serialised modules all call these functions: a rule is written once. There
/// is no MLIR in here.
///
/// A dim is a number or a name. A name equals only itself. Where a rule makes an
/// extent that no name has yet, it makes one up from what the extent depends on
/// (`_slice_B_0_5_1`), so that inference is a pure function and equal extents
/// have equal names.
///
/// Axes are in `[0, rank)` unless a function says that it normalises them.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_SHAPEALGEBRA_H
#define MIND_DIALECT_MIND_IR_SHAPEALGEBRA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace mind::shape {

/// The size of a dim that has a name; also a slice's end that is left open. The
/// value is that of mlir::ShapedType::kDynamic.
inline constexpr int64_t kSymbolic = INT64_MIN;
inline constexpr int64_t kOpenEnd = INT64_MIN;

/// The largest tensor, in bytes (E2104).
inline constexpr uint64_t kMaxTensorBytes = uint64_t(1) << 36;
/// The most dims that a tensor may have.
inline constexpr unsigned kMaxRank = 32;

struct Dim {
  int64_t size = kSymbolic;
  /// Empty for a number.
  llvm::StringRef name;

  Dim() = default;
  /*implicit*/ Dim(int64_t size) : size(size) {}
  /*implicit*/ Dim(llvm::StringRef name) : name(name) {}

  bool isSymbolic() const { return size == kSymbolic; }
  bool operator==(const Dim &other) const { return size == other.size && name == other.name; }
  bool operator!=(const Dim &other) const { return !(*this == other); }
};

using Shape = llvm::SmallVector<Dim>;

/// Keeps a made-up name for as long as dims with it are used.
using Interner = llvm::function_ref<llvm::StringRef(llvm::StringRef)>;

/// Which rule was broken and the code that the front end reports it under.
enum class Fault {
  /// E2101
  Broadcast,
  /// E2102
  Mismatch,
  /// E2102 with the detail E2103: the inner dims of a matrix product.
  InnerDim
};

struct Error {
  Fault fault = Fault::Mismatch;
  /// One sentence, lower case, no full stop; begins with "shape mismatch" or
  /// "shapes (2, 3) and (4, 3) do not broadcast".
  std::string message;
  /// What to do about it; may be empty.
  std::string help;
};

/// A value, or why there is none.
template <typename T> class [[nodiscard]] Result {
public:
  /*implicit*/ Result(T value) : value(std::move(value)) {}
  /*implicit*/ Result(Error error) : failure(std::move(error)) {}

  explicit operator bool() const { return value.has_value(); }
  const T &operator*() const {
    assert(value && "a failed rule has no value");
    return *value;
  }
  const T *operator->() const { return &**this; }
  const Error &error() const { return failure; }

private:
  std::optional<T> value;
  Error failure;
};

/// `(2, B, 3)`, `()`.
std::string toString(llvm::ArrayRef<Dim> shape);
std::string toString(Dim dim);

/// The number of elements; nothing if a dim has a name or the product does not
/// fit 63 bits.
std::optional<int64_t> getNumElements(llvm::ArrayRef<Dim> shape);

/// Whether the known dims alone make a tensor of more than kMaxTensorBytes, or
/// there are more than kMaxRank dims.
bool isTooLarge(llvm::ArrayRef<Dim> shape, unsigned elementBytes);

//===----------------------------------------------------------------------===//
// Axes as they are written in source: negative ones count from the end
//===----------------------------------------------------------------------===//

/// An axis in `[0, rank)` from one in `[-rank, rank)`.
Result<int64_t> normalizeAxis(int64_t axis, int64_t rank);

/// Distinct axes in the given order.
Result<llvm::SmallVector<int64_t>> normalizeAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);

/// Of one axis: what `mind.slice` holds for `start`, `end` (kOpenEnd: as far as
/// the stride goes) and `stride` as Python reads them. On a dim with a name the
/// numbers stay, since the extent decides.
struct SliceBounds {
  int64_t start;
  int64_t end;
  int64_t stride;
};
Result<SliceBounds> normalizeSlice(Dim dim, int64_t start, int64_t end, int64_t stride);

/// The `slice` form, which does not clamp: `0 <= start <= end <= dim` where they
/// are known.
Result<SliceBounds> checkSliceRange(Dim dim, int64_t start, int64_t end);

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Right-aligned: equal dims, or one of them 1; missing leading dims are 1.
Result<Shape> broadcast(llvm::ArrayRef<Dim> lhs, llvm::ArrayRef<Dim> rhs);

/// Fails unless `from` can be read as `to` by broadcasting.
std::optional<Error> checkBroadcastTo(llvm::ArrayRef<Dim> from, llvm::ArrayRef<Dim> to);

//===----------------------------------------------------------------------===//
// Reductions and movements
//===----------------------------------------------------------------------===//

/// No axes: all of them.
Result<Shape> reduce(llvm::ArrayRef<Dim> input, llvm::ArrayRef<int64_t> axes, bool keepdims);

Result<Shape> transpose(llvm::ArrayRef<Dim> input, llvm::ArrayRef<int64_t> perm);

/// `axis` in `[0, rank]`.
Result<Shape> expandDims(llvm::ArrayRef<Dim> input, int64_t axis);

/// No axes: all dims of extent 1.
Result<Shape> squeeze(llvm::ArrayRef<Dim> input, llvm::ArrayRef<int64_t> axes);

/// Fails unless both shapes have as many elements whatever the named dims are.
std::optional<Error> checkReshape(llvm::ArrayRef<Dim> from, llvm::ArrayRef<Dim> to);

/// `to` with the one dim of -1, if there is one, worked out; checked like
/// checkReshape.
Result<Shape> resolveReshape(llvm::ArrayRef<Dim> from, llvm::ArrayRef<Dim> to, Interner intern);

Result<Shape> index(llvm::ArrayRef<Dim> input, llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> indices);

/// Bounds as `mind.slice` holds them.
Result<Shape> slice(llvm::ArrayRef<Dim> input, llvm::ArrayRef<int64_t> axes, llvm::ArrayRef<int64_t> starts,
                    llvm::ArrayRef<int64_t> ends, llvm::ArrayRef<int64_t> strides, Interner intern);

Result<Shape> gather(llvm::ArrayRef<Dim> input, llvm::ArrayRef<Dim> indices, int64_t axis);

/// `starts` may hold kSymbolic for one that is known at run time only.
std::optional<Error> checkInsert(llvm::ArrayRef<Dim> source, llvm::ArrayRef<Dim> dest, llvm::ArrayRef<int64_t> axes,
                                 llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> strides);

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Operands of rank 1 or 2.
Result<Shape> dot(llvm::ArrayRef<Dim> lhs, llvm::ArrayRef<Dim> rhs);

/// Operands of rank 2 or more; leading dims broadcast.
Result<Shape> matmul(llvm::ArrayRef<Dim> lhs, llvm::ArrayRef<Dim> rhs);

enum class Padding : uint8_t { Valid, Same, Explicit };

/// NHWC by HWIO. `pads` are top, bottom, left, right with Padding::Explicit and
/// empty otherwise.
Result<Shape> conv2d(llvm::ArrayRef<Dim> input, llvm::ArrayRef<Dim> filter, llvm::ArrayRef<int64_t> strides,
                     Padding padding, llvm::ArrayRef<int64_t> pads, Interner intern);

/// The padding at the low and high side of one spatial axis whose extent is
/// known under Padding::Same.
std::pair<int64_t, int64_t> getSamePads(int64_t extent, int64_t kernel, int64_t stride);

} // namespace mind::shape

#endif // MIND_DIALECT_MIND_IR_SHAPEALGEBRA_H
