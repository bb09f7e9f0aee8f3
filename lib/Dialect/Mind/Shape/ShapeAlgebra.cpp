//===- ShapeAlgebra.cpp - axes, broadcasting, reductions ------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeErrors.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mind::shape;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Text and sizes
//===----------------------------------------------------------------------===//

std::string mind::shape::toString(Dim dim) { return dim.isSymbolic() ? dim.name.str() : std::to_string(dim.size); }

std::string mind::shape::toString(ArrayRef<Dim> shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i)
      text += ", ";
    text += toString(shape[i]);
  }
  return text + ")";
}

std::string mind::shape::toString(ArrayRef<int64_t> values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text + "]";
}

std::optional<int64_t> mind::shape::getNumElements(ArrayRef<Dim> shape) {
  int64_t count = 1;
  bool overflows = false;
  for (Dim dim : shape) {
    if (dim.isSymbolic())
      return std::nullopt;
    // A zero makes the whole product zero, however large the others are.
    if (dim.size == 0)
      return 0;
    overflows |= llvm::MulOverflow(count, dim.size, count);
  }
  if (overflows)
    return std::nullopt;
  return count;
}

bool mind::shape::isTooLarge(ArrayRef<Dim> shape, unsigned elementBytes) {
  if (shape.size() > kMaxRank)
    return true;
  uint64_t bytes = elementBytes;
  bool overLimit = false;
  for (Dim dim : shape) {
    if (dim.isSymbolic())
      continue;
    if (dim.size == 0)
      return false;
    bytes = llvm::SaturatingMultiply(bytes, uint64_t(dim.size));
    overLimit |= bytes > kMaxTensorBytes;
  }
  return overLimit;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

static std::string getAxisRange(int64_t rank) {
  return "[-" + std::to_string(rank) + ", " + std::to_string(rank - 1) + "]";
}

Result<int64_t> mind::shape::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  if (rank == 0)
    return mismatchError("axis " + Twine(axis) + " of a scalar", "a tensor of rank 0 has no axes");
  return mismatchError("axis " + Twine(axis) + " is out of range for rank " + Twine(rank),
                  "the axis must lie in " + getAxisRange(rank));
}

Result<SmallVector<int64_t>> mind::shape::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> normal;
  for (int64_t axis : axes) {
    Result<int64_t> result = normalizeAxis(axis, rank);
    if (!result)
      return result.error();
    normal.push_back(*result);
  }
  if (std::optional<Error> error = checkAxes(normal, rank))
    return *error;
  return normal;
}

std::optional<Error> mind::shape::checkAxes(ArrayRef<int64_t> axes, int64_t rank) {
  uint64_t seen = 0;
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= rank)
      return mismatchError("axis " + Twine(axis) + " is out of range for rank " + Twine(rank));
    // kMaxRank is below 64; a type of higher rank is refused where it is made.
    if (axis < 64 && (seen >> axis & 1))
      return mismatchError("axis " + Twine(axis) + " occurs twice", "list each axis once");
    seen |= uint64_t(1) << (axis & 63);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

static Error getBroadcastError(ArrayRef<Dim> lhs, ArrayRef<Dim> rhs, size_t axis, Dim left, Dim right) {
  std::string help = "dimension " + std::to_string(axis) + " of the result would be both " + toString(left) + " and " +
                     toString(right) + "; dims must be equal, or one of them 1";
  return {Fault::Broadcast, "shapes " + toString(lhs) + " and " + toString(rhs) + " do not broadcast", help};
}

Result<Shape> mind::shape::broadcast(ArrayRef<Dim> lhs, ArrayRef<Dim> rhs) {
  size_t rank = std::max(lhs.size(), rhs.size());
  Shape result(rank);
  size_t lhsMissing = rank - lhs.size();
  size_t rhsMissing = rank - rhs.size();
  for (size_t i = 0; i < rank; ++i) {
    Dim left = i < lhsMissing ? Dim(1) : lhs[i - lhsMissing];
    Dim right = i < rhsMissing ? Dim(1) : rhs[i - rhsMissing];
    if (left == right || right.size == 1)
      result[i] = left;
    else if (left.size == 1)
      result[i] = right;
    else
      return getBroadcastError(lhs, rhs, i, left, right);
  }
  return result;
}

std::optional<Error> mind::shape::checkBroadcastTo(ArrayRef<Dim> from, ArrayRef<Dim> to) {
  auto fail = [&](const Twine &help) {
    return Error{Fault::Broadcast, "shape " + toString(from) + " does not broadcast to " + toString(to), help.str()};
  };
  if (from.size() > to.size())
    return fail("the operand has more dims than the result");
  size_t missing = to.size() - from.size();
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] != to[i + missing] && from[i].size != 1)
      return fail("dimension " + Twine(i + missing) + " of the result is " + toString(to[i + missing]) + ", not " +
                  toString(from[i]));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Result<Shape> mind::shape::reduce(ArrayRef<Dim> input, ArrayRef<int64_t> axes, bool keepdims) {
  if (std::optional<Error> error = checkAxes(axes, input.size()))
    return *error;
  Shape result;
  for (size_t i = 0; i < input.size(); ++i) {
    bool isReduced = axes.empty() || llvm::is_contained(axes, int64_t(i));
    if (!isReduced)
      result.push_back(input[i]);
    else if (keepdims)
      result.push_back(Dim(1));
  }
  return result;
}
