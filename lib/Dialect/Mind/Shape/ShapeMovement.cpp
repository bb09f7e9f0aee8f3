//===- ShapeMovement.cpp - reshape, transpose, slices, gather -------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeErrors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mind::shape;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

Result<Shape> mind::shape::transpose(ArrayRef<Dim> input, ArrayRef<int64_t> perm) {
  if (perm.size() != input.size())
    return mismatchError("a permutation of " + Twine(perm.size()) + " axes for rank " + Twine(input.size()),
                    "list every axis of " + toString(input) + " once");
  if (std::optional<Error> error = checkAxes(perm, input.size()))
    return *error;
  Shape result;
  for (int64_t axis : perm)
    result.push_back(input[axis]);
  return result;
}

Result<Shape> mind::shape::expandDims(ArrayRef<Dim> input, int64_t axis) {
  if (axis < 0 || axis > int64_t(input.size()))
    return mismatchError("a new axis " + Twine(axis) + " for rank " + Twine(input.size()),
                    "the axis must lie in [0, " + Twine(input.size()) + "]");
  Shape result(input);
  result.insert(result.begin() + axis, Dim(1));
  return result;
}

Result<Shape> mind::shape::squeeze(ArrayRef<Dim> input, ArrayRef<int64_t> axes) {
  if (std::optional<Error> error = checkAxes(axes, input.size()))
    return *error;
  for (int64_t axis : axes)
    if (input[axis].size != 1)
      return mismatchError("squeeze of axis " + Twine(axis) + ", whose extent is " + toString(input[axis]),
                      "only a dim of extent 1 can be dropped");
  Shape result;
  for (size_t i = 0; i < input.size(); ++i)
    if (axes.empty() ? input[i].size != 1 : !llvm::is_contained(axes, int64_t(i)))
      result.push_back(input[i]);
  return result;
}

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

namespace {

/// A number of elements: a number times named dims, in order.
struct Product {
  int64_t number = 1;
  bool overflows = false;
  SmallVector<StringRef> names;

  explicit Product(ArrayRef<Dim> dims) {
    for (Dim dim : dims) {
      if (dim.isSymbolic())
        names.push_back(dim.name);
      else
        overflows |= llvm::MulOverflow(number, dim.size, number);
    }
    llvm::sort(names);
  }

  /// Removes the names that both have.
  static void cancel(Product &lhs, Product &rhs) {
    SmallVector<StringRef> left, right;
    auto l = lhs.names.begin(), r = rhs.names.begin();
    while (l != lhs.names.end() && r != rhs.names.end()) {
      if (*l == *r)
        ++l, ++r;
      else if (*l < *r)
        left.push_back(*l++);
      else
        right.push_back(*r++);
    }
    left.append(l, lhs.names.end());
    right.append(r, rhs.names.end());
    lhs.names = left;
    rhs.names = right;
  }

  /// The name of a dim that has this many elements.
  std::string getDimName() const {
    NameBuilder name("_mul");
    name.add(number);
    for (StringRef factor : names)
      name.add(factor);
    return name.str().str();
  }

  /// Whether this is one named dim that stands for `other`, as resolveReshape
  /// makes it.
  bool standsFor(const Product &other) const {
    if (names.size() != 1 || number == 0 || other.number % number != 0)
      return false;
    Product rest = other;
    rest.number /= number;
    return names.front() == rest.getDimName();
  }
};

} // namespace

static Error getReshapeError(ArrayRef<Dim> from, ArrayRef<Dim> to) {
  std::string help;
  std::optional<int64_t> have = getNumElements(from), want = getNumElements(to);
  if (have && want)
    help = std::to_string(*have) + " elements cannot fill " + std::to_string(*want);
  else
    help = "the named dims must be the same on both sides";
  return mismatchError("reshape of " + toString(from) + " to " + toString(to), help);
}

std::optional<Error> mind::shape::checkReshape(ArrayRef<Dim> from, ArrayRef<Dim> to) {
  Product have(from), want(to);
  Product::cancel(have, want);
  if (!have.overflows && !want.overflows) {
    if (have.names.empty() && want.names.empty() && have.number == want.number)
      return std::nullopt;
    if (want.standsFor(have) || have.standsFor(want))
      return std::nullopt;
  }
  return getReshapeError(from, to);
}

Result<Shape> mind::shape::resolveReshape(ArrayRef<Dim> from, ArrayRef<Dim> to, Interner intern) {
  Shape result(to);
  Dim *open = nullptr;
  for (Dim &dim : result) {
    if (dim.isSymbolic() || dim.size >= 0)
      continue;
    if (dim.size != -1)
      return mismatchError("reshape to a dim of " + Twine(dim.size), "a dim is a number from 0, or -1 to have it worked out");
    if (open)
      return mismatchError("reshape with more than one dim of -1", "only one dim can be worked out");
    open = &dim;
  }
  if (open) {
    *open = Dim(1);
    Product have(from), rest(result);
    Product::cancel(have, rest);
    *open = Dim(-1);
    if (have.overflows || rest.overflows || rest.number == 0 || have.number % rest.number != 0 || !rest.names.empty())
      return mismatchError("reshape of " + toString(from) + " to " + toString(result),
                      "no whole number at the place of -1 gives as many elements");
    have.number /= rest.number;
    if (have.names.empty())
      *open = Dim(have.number);
    else if (have.number == 1 && have.names.size() == 1)
      *open = Dim(have.names.front());
    else
      *open = Dim(intern(have.getDimName()));
  }
  if (std::optional<Error> error = checkReshape(from, result))
    return *error;
  return result;
}

//===----------------------------------------------------------------------===//
// Index and slice
//===----------------------------------------------------------------------===//

Result<Shape> mind::shape::index(ArrayRef<Dim> input, ArrayRef<int64_t> axes, ArrayRef<int64_t> indices) {
  if (axes.size() != indices.size())
    return mismatchError(Twine(axes.size()) + " axes with " + Twine(indices.size()) + " indices");
  if (std::optional<Error> error = checkAxes(axes, input.size()))
    return *error;
  for (auto [axis, position] : llvm::zip_equal(axes, indices)) {
    Dim dim = input[axis];
    if (position < 0 || (!dim.isSymbolic() && position >= dim.size))
      return mismatchError("index " + Twine(position) + " of axis " + Twine(axis) + ", whose extent is " + toString(dim),
                      dim.isSymbolic() ? Twine("an index is not negative")
                      : dim.size == 0  ? Twine("the axis has no elements")
                                       : "the index must lie in [0, " + Twine(dim.size - 1) + "]");
  }
  Shape result;
  for (size_t i = 0; i < input.size(); ++i)
    if (!llvm::is_contained(axes, int64_t(i)))
      result.push_back(input[i]);
  return result;
}

Result<SliceBounds> mind::shape::normalizeSlice(Dim dim, int64_t start, int64_t end, int64_t stride) {
  // The lowest number has no opposite; no slice can tell it from one above it.
  if (stride == 0 || stride == INT64_MIN)
    return mismatchError("a slice with a stride of " + Twine(stride), "the stride must not be 0");
  if (dim.isSymbolic())
    return SliceBounds{start, end, stride};
  int64_t extent = dim.size;
  // What a bound can be: from the first element to the last, and one beyond.
  int64_t low = stride > 0 ? 0 : -1;
  int64_t high = stride > 0 ? extent : extent - 1;
  auto clamp = [&](int64_t bound) {
    if (bound < 0)
      bound = bound + extent;
    return std::clamp(bound, low, high);
  };
  SliceBounds bounds{clamp(start), end == kOpenEnd ? (stride > 0 ? extent : -1) : clamp(end), stride};
  // An empty slice has one form.
  if (stride > 0 ? bounds.start >= bounds.end : bounds.start <= bounds.end)
    bounds.start = bounds.end = 0;
  return bounds;
}

Result<SliceBounds> mind::shape::checkSliceRange(Dim dim, int64_t start, int64_t end) {
  bool isEndKnown = end != kOpenEnd;
  if (start < 0 || (isEndKnown && end < start))
    return mismatchError("a slice from " + Twine(start) + (isEndKnown ? " to " + Twine(end) : Twine(" to the end")),
                    "the bounds must be ascending and not negative");
  if (!dim.isSymbolic() && (start > dim.size || (isEndKnown && end > dim.size)))
    return mismatchError("a slice from " + Twine(start) + (isEndKnown ? " to " + Twine(end) : Twine(" to the end")) +
                        " of an extent of " + Twine(dim.size),
                    "the bounds must lie in [0, " + Twine(dim.size) + "]");
  if (!isEndKnown && !dim.isSymbolic())
    end = dim.size;
  return SliceBounds{start, end, 1};
}

/// The extent of a slice of one axis, or nothing if the extent of the axis
/// decides; fails on a known axis if the bounds are not normalised.
static Result<Dim> getSliceExtent(Dim dim, int64_t start, int64_t end, int64_t stride, Interner intern) {
  if (stride == 0 || stride == INT64_MIN)
    return mismatchError("a slice with a stride of " + Twine(stride), "the stride must not be 0");
  uint64_t step = stride > 0 ? stride : -stride;
  if (!dim.isSymbolic()) {
    if (end == kOpenEnd)
      end = stride > 0 ? dim.size : -1;
    if (start < 0 || start > dim.size || end < -1 || end > dim.size)
      return mismatchError("a slice from " + Twine(start) + " to " + Twine(end) + " of an extent of " + Twine(dim.size));
    if (stride < 0 && start == dim.size && start != end)
      return mismatchError("a slice that begins at " + Twine(start) + " and goes down, of an extent of " + Twine(dim.size));
    int64_t length = stride > 0 ? end - start : start - end;
    // -1 is an end of slices that go down only.
    if (stride > 0 && end < 0)
      return mismatchError("a slice that ends at " + Twine(end) + " and goes up");
    return Dim(length <= 0 ? 0 : int64_t(llvm::divideCeil(uint64_t(length), step)));
  }

  // The whole axis, and what is empty whatever the extent: bounds of one sign
  // keep their order when they are counted from the same side.
  if (start == 0 && end == kOpenEnd && stride == 1)
    return dim;
  bool sameSide = end != kOpenEnd && (start < 0) == (end < 0);
  if (sameSide && (stride > 0 ? start >= end : start <= end))
    return Dim(0);
  NameBuilder name("_slice");
  name.add(dim).add(start);
  if (end == kOpenEnd)
    name.add("n");
  else
    name.add(end);
  return name.add(stride).finish(intern);
}

Result<Shape> mind::shape::slice(ArrayRef<Dim> input, ArrayRef<int64_t> axes, ArrayRef<int64_t> starts,
                                 ArrayRef<int64_t> ends, ArrayRef<int64_t> strides, Interner intern) {
  if (starts.size() != axes.size() || ends.size() != axes.size() || strides.size() != axes.size())
    return mismatchError("axes, starts, ends and strides of a slice differ in number");
  if (std::optional<Error> error = checkAxes(axes, input.size()))
    return *error;
  Shape result(input);
  for (size_t i = 0; i < axes.size(); ++i) {
    Result<Dim> extent = getSliceExtent(input[axes[i]], starts[i], ends[i], strides[i], intern);
    if (!extent)
      return extent.error();
    result[axes[i]] = *extent;
  }
  return result;
}

Result<Shape> mind::shape::gather(ArrayRef<Dim> input, ArrayRef<Dim> indices, int64_t axis) {
  if (std::optional<Error> error = checkAxes(axis, input.size()))
    return *error;
  Shape result(input.take_front(axis));
  result.append(indices.begin(), indices.end());
  result.append(input.begin() + axis + 1, input.end());
  if (result.size() > kMaxRank)
    return mismatchError("a result of rank " + Twine(result.size()), "a tensor has at most " + Twine(kMaxRank) + " dims");
  return result;
}

std::optional<Error> mind::shape::checkInsert(ArrayRef<Dim> source, ArrayRef<Dim> dest, ArrayRef<int64_t> axes,
                                              ArrayRef<int64_t> starts, ArrayRef<int64_t> strides) {
  if (source.size() != dest.size())
    return mismatchError("insertion of " + toString(source) + " into " + toString(dest), "both must have one rank");
  if (starts.size() != axes.size() || strides.size() != axes.size())
    return mismatchError("axes, starts and strides of an insertion differ in number");
  if (std::optional<Error> error = checkAxes(axes, dest.size()))
    return error;
  for (size_t i = 0; i < dest.size(); ++i)
    if (!llvm::is_contained(axes, int64_t(i)) && source[i] != dest[i])
      return mismatchError("insertion of " + toString(source) + " into " + toString(dest),
                      "axis " + Twine(i) + " is covered in full, so the extents must be equal");
  for (size_t i = 0; i < axes.size(); ++i) {
    if (strides[i] == 0)
      return mismatchError("an insertion with a stride of 0");
    Dim from = source[axes[i]], to = dest[axes[i]];
    if (starts[i] == kSymbolic || from.isSymbolic() || to.isSymbolic() || from.size == 0)
      continue;
    int64_t first = starts[i], last;
    if (first < 0 || first >= to.size || llvm::MulOverflow(from.size - 1, strides[i], last) ||
        llvm::AddOverflow(first, last, last) || last < 0 || last >= to.size)
      return mismatchError("insertion of " + Twine(from.size) + " elements from " + Twine(first) + " with a stride of " +
                      Twine(strides[i]) + " into an extent of " + Twine(to.size));
  }
  return std::nullopt;
}
