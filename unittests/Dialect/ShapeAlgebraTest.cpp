//===- ShapeAlgebraTest.cpp - the rules of shapes -------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/ShapeAlgebra.h"

#include "gtest/gtest.h"

#include <set>

using namespace mind::shape;

namespace {

/// Keeps names as long as the test runs.
llvm::StringRef intern(llvm::StringRef name) {
  static std::set<std::string> names;
  return *names.insert(name.str()).first;
}

std::string show(const Result<Shape> &result) {
  if (result)
    return toString(*result);
  switch (result.error().fault) {
  case Fault::Broadcast:
    return "E2101";
  case Fault::Mismatch:
    return "E2102";
  case Fault::InnerDim:
    return "E2103";
  }
  return "";
}

const Dim B("B"), N("N"), K("K"), H("H"), W("W"), C("C"), F("F");
using Dims = std::vector<Dim>;

TEST(ShapeAlgebra, Sizes) {
  EXPECT_EQ(getNumElements(Dims{2, 3}), 6);
  EXPECT_EQ(getNumElements(Dims{}), 1);
  EXPECT_EQ(getNumElements(Dims{B, 3}), std::nullopt);
  EXPECT_EQ(getNumElements(Dims{INT64_MAX, 2}), std::nullopt);
  EXPECT_EQ(getNumElements(Dims{INT64_MAX, INT64_MAX, 0}), 0);
  EXPECT_FALSE(isTooLarge(Dims{int64_t(1) << 34}, 4));
  EXPECT_TRUE(isTooLarge(Dims{(int64_t(1) << 34) + 1}, 4));
  EXPECT_TRUE(isTooLarge(Dims{INT64_MAX, INT64_MAX}, 8));
  EXPECT_FALSE(isTooLarge(Dims{INT64_MAX, 0}, 8));
  EXPECT_TRUE(isTooLarge(Dims{B, INT64_MAX}, 1));
  EXPECT_TRUE(isTooLarge(Dims(33, Dim(1)), 1));
}

TEST(ShapeAlgebra, Broadcast) {
  EXPECT_EQ(show(broadcast(Dims{2, 1, 3}, Dims{1, 4, 3})), "(2, 4, 3)");
  EXPECT_EQ(show(broadcast(Dims{2, 3}, Dims{})), "(2, 3)");
  EXPECT_EQ(show(broadcast(Dims{3}, Dims{2, 3})), "(2, 3)");
  EXPECT_EQ(show(broadcast(Dims{B, 3}, Dims{B, 1})), "(B, 3)");
  EXPECT_EQ(show(broadcast(Dims{1, 3}, Dims{B, 1})), "(B, 3)");
  EXPECT_EQ(show(broadcast(Dims{0, 3}, Dims{1, 3})), "(0, 3)");
  EXPECT_EQ(show(broadcast(Dims{2, 3}, Dims{4, 3})), "E2101");
  EXPECT_EQ(show(broadcast(Dims{2, 3}, Dims{2})), "E2101");
  EXPECT_EQ(show(broadcast(Dims{B}, Dims{N})), "E2101");
  EXPECT_EQ(show(broadcast(Dims{B}, Dims{3})), "E2101");
  Result<Shape> failed = broadcast(Dims{2, 3}, Dims{4, 3});
  EXPECT_EQ(failed.error().message, "shapes (2, 3) and (4, 3) do not broadcast");
  EXPECT_NE(failed.error().help.find("dimension 0 of the result would be both 2 and 4"), std::string::npos);
}

TEST(ShapeAlgebra, BroadcastTo) {
  EXPECT_FALSE(checkBroadcastTo(Dims{3}, Dims{2, 3}));
  EXPECT_FALSE(checkBroadcastTo(Dims{1, B}, Dims{N, B}));
  EXPECT_TRUE(checkBroadcastTo(Dims{3}, Dims{3, 2}));
  EXPECT_TRUE(checkBroadcastTo(Dims{1, 3}, Dims{3}));
  EXPECT_TRUE(checkBroadcastTo(Dims{3}, Dims{1}));
}

TEST(ShapeAlgebra, Axes) {
  EXPECT_EQ(*normalizeAxis(-1, 3), 2);
  EXPECT_EQ(*normalizeAxis(0, 3), 0);
  EXPECT_FALSE(normalizeAxis(3, 3));
  EXPECT_FALSE(normalizeAxis(-4, 3));
  EXPECT_FALSE(normalizeAxis(0, 0));
  EXPECT_FALSE(normalizeAxis(INT64_MIN, 3));
  EXPECT_FALSE(normalizeAxes({0, -2}, 2));
  EXPECT_EQ(*normalizeAxes({1, -2}, 2), (llvm::SmallVector<int64_t>{1, 0}));
}

TEST(ShapeAlgebra, Reduce) {
  EXPECT_EQ(show(mind::shape::reduce(Dims{2, 3}, {}, false)), "()");
  EXPECT_EQ(show(mind::shape::reduce(Dims{2, 3}, {}, true)), "(1, 1)");
  EXPECT_EQ(show(mind::shape::reduce(Dims{2, 3, B}, {1}, false)), "(2, B)");
  EXPECT_EQ(show(mind::shape::reduce(Dims{2, 3, B}, {2, 0}, true)), "(1, 3, 1)");
  EXPECT_EQ(show(mind::shape::reduce(Dims{2, 3}, {2}, false)), "E2102");
  EXPECT_EQ(show(mind::shape::reduce(Dims{2, 3}, {0, 0}, false)), "E2102");
}

TEST(ShapeAlgebra, TransposeExpandSqueeze) {
  EXPECT_EQ(show(transpose(Dims{2, 3, 4}, {2, 0, 1})), "(4, 2, 3)");
  EXPECT_EQ(show(transpose(Dims{2, 3, 4}, {0, 0, 1})), "E2102");
  EXPECT_EQ(show(transpose(Dims{2, 3, 4}, {0, 1})), "E2102");
  EXPECT_EQ(show(expandDims(Dims{3, 4}, 2)), "(3, 4, 1)");
  EXPECT_EQ(show(expandDims(Dims{3, 4}, 3)), "E2102");
  EXPECT_EQ(show(squeeze(Dims{1, 3, 1}, {})), "(3)");
  EXPECT_EQ(show(squeeze(Dims{1, 3, 1}, {2})), "(1, 3)");
  EXPECT_EQ(show(squeeze(Dims{1, 3, 1}, {1})), "E2102");
  EXPECT_EQ(show(squeeze(Dims{B}, {0})), "E2102");
  EXPECT_EQ(show(squeeze(Dims{B, 1}, {})), "(B)");
}

std::string reshaped(Dims from, Dims to) { return show(resolveReshape(from, to, intern)); }

TEST(ShapeAlgebra, Reshape) {
  EXPECT_EQ(reshaped({2, 3}, {3, 2}), "(3, 2)");
  EXPECT_EQ(reshaped({2, 3}, {6}), "(6)");
  EXPECT_EQ(reshaped({2, 3}, {-1}), "(6)");
  EXPECT_EQ(reshaped({2, 3}, {-1, 2}), "(3, 2)");
  EXPECT_EQ(reshaped({2, 3}, {4, 2}), "E2102");
  EXPECT_EQ(reshaped({2, 3}, {-1, 4}), "E2102");
  EXPECT_EQ(reshaped({2, 3}, {-1, -1}), "E2102");
  EXPECT_EQ(reshaped({2, 3}, {-2, 3}), "E2102");
  EXPECT_EQ(reshaped({}, {1, 1}), "(1, 1)");
  EXPECT_EQ(reshaped({0, 3}, {3, 0}), "(3, 0)");
  EXPECT_EQ(reshaped({0, 3}, {-1, 0}), "E2102");
  EXPECT_EQ(reshaped({B, 6}, {B, -1, 3}), "(B, 2, 3)");
  EXPECT_EQ(reshaped({B, 6}, {-1, 6}), "(B, 6)");
  EXPECT_EQ(reshaped({B, 6}, {-1}), "(_mul_6_B)");
  EXPECT_EQ(reshaped({B, N, 6}, {3, -1}), "(3, _mul_2_B_N)");
  EXPECT_EQ(reshaped({B, N}, {N, B}), "(N, B)");
  EXPECT_EQ(reshaped({B}, {N}), "E2102");
  EXPECT_EQ(reshaped({B, 3}, {3}), "E2102");
  // A name that stands for a product can be taken apart again.
  EXPECT_EQ(reshaped({Dim("_mul_6_B")}, {B, 6}), "(B, 6)");
  EXPECT_EQ(reshaped({Dim("_mul_6_B"), 2}, {B, 12}), "(B, 12)");
  EXPECT_EQ(reshaped({Dim("_mul_6_B"), 2}, {B, 6}), "E2102");
}

TEST(ShapeAlgebra, Index) {
  EXPECT_EQ(show(index(Dims{2, 5}, {1}, {0})), "(2)");
  EXPECT_EQ(show(index(Dims{2, 5}, {1, 0}, {4, 1})), "()");
  EXPECT_EQ(show(index(Dims{2, 5}, {1}, {5})), "E2102");
  EXPECT_EQ(show(index(Dims{2, 5}, {2}, {0})), "E2102");
  EXPECT_EQ(show(index(Dims{2, 5}, {0}, {-1})), "E2102");
  EXPECT_EQ(show(index(Dims{B, 5}, {0}, {1000})), "(5)");
  EXPECT_EQ(show(index(Dims{0}, {0}, {0})), "E2102");
}

/// As source writes a slice of one axis: the extent of the result.
std::string sliced(Dim dim, int64_t start, int64_t end, int64_t stride) {
  Result<SliceBounds> bounds = normalizeSlice(dim, start, end, stride);
  if (!bounds)
    return "E2102";
  return show(slice(Dims{dim}, {0}, {bounds->start}, {bounds->end}, {bounds->stride}, intern));
}

TEST(ShapeAlgebra, SliceFollowsPython) {
  EXPECT_EQ(sliced(10, 0, 10, 2), "(5)");
  EXPECT_EQ(sliced(10, 1, 10, 4), "(3)");
  EXPECT_EQ(sliced(10, -3, kOpenEnd, 1), "(3)");
  EXPECT_EQ(sliced(10, 8, 100, 1), "(2)");
  EXPECT_EQ(sliced(10, 5, 2, 1), "(0)");
  EXPECT_EQ(sliced(10, 9, -1, -1), "(0)");
  EXPECT_EQ(sliced(10, 9, -11, -1), "(10)");
  EXPECT_EQ(sliced(10, 9, kOpenEnd, -3), "(4)");
  EXPECT_EQ(sliced(10, 100, kOpenEnd, -1), "(10)");
  EXPECT_EQ(sliced(0, 0, kOpenEnd, 1), "(0)");
  EXPECT_EQ(sliced(0, 5, kOpenEnd, -1), "(0)");
  EXPECT_EQ(sliced(10, INT64_MIN + 1, INT64_MAX, INT64_MAX), "(1)");
  EXPECT_EQ(sliced(10, 0, 10, 0), "E2102");
  EXPECT_EQ(sliced(10, 0, 10, INT64_MIN), "E2102");
}

/// Every slice of small extents against a loop.
TEST(ShapeAlgebra, SliceExtentsByCounting) {
  for (int64_t extent = 0; extent <= 4; ++extent)
    for (int64_t start = -6; start <= 6; ++start)
      for (int64_t end = -6; end <= 6; ++end)
        for (int64_t stride : {-3, -2, -1, 1, 2, 3}) {
          int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? extent : extent - 1;
          auto clamp = [&](int64_t bound) { return std::clamp(bound < 0 ? bound + extent : bound, low, high); };
          int64_t count = 0;
          for (int64_t i = clamp(start); stride > 0 ? i < clamp(end) : i > clamp(end); i += stride)
            ++count;
          EXPECT_EQ(sliced(extent, start, end, stride), "(" + std::to_string(count) + ")")
              << extent << ": " << start << " " << end << " " << stride;
        }
}

TEST(ShapeAlgebra, SliceOfNamedDims) {
  EXPECT_EQ(sliced(B, 0, kOpenEnd, 1), "(B)");
  EXPECT_EQ(sliced(B, 0, 5, 1), "(_slice_B_0_5_1)");
  EXPECT_EQ(sliced(B, -5, kOpenEnd, -2), "(_slice_B_m5_n_m2)");
  EXPECT_EQ(sliced(B, 5, 2, 1), "(0)");
  EXPECT_EQ(sliced(B, 2, 5, -1), "(0)");
  EXPECT_EQ(sliced(B, -2, -5, 1), "(0)");
  EXPECT_EQ(sliced(B, 2, -1, 1), "(_slice_B_2_m1_1)");
}

TEST(ShapeAlgebra, SliceRange) {
  EXPECT_TRUE(checkSliceRange(6, 1, 4));
  EXPECT_TRUE(checkSliceRange(6, 6, 6));
  EXPECT_FALSE(checkSliceRange(6, 1, 7));
  EXPECT_FALSE(checkSliceRange(6, 4, 1));
  EXPECT_FALSE(checkSliceRange(6, -1, 1));
  EXPECT_EQ(checkSliceRange(6, 1, kOpenEnd)->end, 6);
  EXPECT_TRUE(checkSliceRange(B, 1, 1000));
}

TEST(ShapeAlgebra, Gather) {
  EXPECT_EQ(show(gather(Dims{3, 4}, Dims{2}, 1)), "(3, 2)");
  EXPECT_EQ(show(gather(Dims{3, 4}, Dims{}, 0)), "(4)");
  EXPECT_EQ(show(gather(Dims{B, 4}, Dims{N, 2}, 0)), "(N, 2, 4)");
  EXPECT_EQ(show(gather(Dims{3, 4}, Dims{2}, 2)), "E2102");
  EXPECT_EQ(show(gather(Dims(20, Dim(1)), Dims(20, Dim(1)), 0)), "E2102");
}

TEST(ShapeAlgebra, Insert) {
  EXPECT_FALSE(checkInsert(Dims{1, 4}, Dims{3, 4}, {0}, {2}, {1}));
  EXPECT_FALSE(checkInsert(Dims{1, 4}, Dims{3, 4}, {0}, {kSymbolic}, {1}));
  EXPECT_FALSE(checkInsert(Dims{2}, Dims{3}, {0}, {2}, {-2}));
  EXPECT_TRUE(checkInsert(Dims{2}, Dims{3}, {0}, {1}, {-2}));
  EXPECT_TRUE(checkInsert(Dims{2}, Dims{3}, {0}, {0}, {INT64_MAX}));
  EXPECT_TRUE(checkInsert(Dims{1, 4}, Dims{3, 4}, {0}, {3}, {1}));
  EXPECT_TRUE(checkInsert(Dims{1, 4}, Dims{3, 4}, {1}, {0}, {1}));
  EXPECT_TRUE(checkInsert(Dims{4}, Dims{3, 4}, {}, {}, {}));
}

TEST(ShapeAlgebra, Contractions) {
  EXPECT_EQ(show(dot(Dims{3}, Dims{3})), "()");
  EXPECT_EQ(show(dot(Dims{2, 3}, Dims{3})), "(2)");
  EXPECT_EQ(show(dot(Dims{3}, Dims{3, 4})), "(4)");
  EXPECT_EQ(show(dot(Dims{2, 3}, Dims{4})), "E2103");
  EXPECT_EQ(show(dot(Dims{}, Dims{3})), "E2102");
  EXPECT_EQ(show(dot(Dims{1, 2, 3}, Dims{3})), "E2102");
  EXPECT_EQ(show(matmul(Dims{2, 3}, Dims{3, 4})), "(2, 4)");
  EXPECT_EQ(show(matmul(Dims{2, 3, 4}, Dims{4, 5})), "(2, 3, 5)");
  EXPECT_EQ(show(matmul(Dims{7, 1, 2, 3}, Dims{5, 3, 4})), "(7, 5, 2, 4)");
  EXPECT_EQ(show(matmul(Dims{B, K}, Dims{K, 4})), "(B, 4)");
  EXPECT_EQ(show(matmul(Dims{B, 3}, Dims{K, 4})), "E2103");
  EXPECT_EQ(show(matmul(Dims{2, 3}, Dims{5, 4})), "E2103");
  EXPECT_EQ(show(matmul(Dims{2, 3}, Dims{3})), "E2102");
  EXPECT_EQ(show(matmul(Dims{2, 2, 3}, Dims{5, 3, 4})), "E2102");
}

std::string convolved(Dims input, Dims filter, std::vector<int64_t> strides, Padding padding,
                      std::vector<int64_t> pads = {}) {
  return show(conv2d(input, filter, strides, padding, pads, intern));
}

TEST(ShapeAlgebra, Convolution) {
  Dims x = {1, 5, 5, 3}, w = {3, 3, 3, 2};
  EXPECT_EQ(convolved(x, w, {1, 1}, Padding::Valid), "(1, 3, 3, 2)");
  EXPECT_EQ(convolved(x, w, {1, 1}, Padding::Same), "(1, 5, 5, 2)");
  EXPECT_EQ(convolved(x, w, {2, 2}, Padding::Same), "(1, 3, 3, 2)");
  EXPECT_EQ(convolved(x, w, {1, 1}, Padding::Explicit, {2, 2, 3, 3}), "(1, 7, 9, 2)");
  EXPECT_EQ(convolved({1, 2, 2, 2}, {1, 1, 3, 1}, {1, 1}, Padding::Valid), "E2102");
  EXPECT_EQ(convolved(x, w, {0, 1}, Padding::Valid), "E2102");
  EXPECT_EQ(convolved({1, 2, 5, 3}, w, {1, 1}, Padding::Valid), "E2102");
  EXPECT_EQ(convolved({1, 2, 5, 3}, w, {1, 1}, Padding::Same), "(1, 2, 5, 2)");
  EXPECT_EQ(convolved(x, w, {1, 1}, Padding::Explicit, {1, 1}), "E2102");
  EXPECT_EQ(convolved(x, w, {1, 1}, Padding::Explicit, {INT64_MAX, INT64_MAX, 0, 0}), "E2102");
  EXPECT_EQ(convolved(x, {0, 3, 3, 2}, {1, 1}, Padding::Valid), "E2102");
  EXPECT_EQ(convolved({0, 5, 5, 3}, w, {1, 1}, Padding::Valid), "(0, 3, 3, 2)");
  EXPECT_EQ(convolved({N, H, W, C}, {3, 3, C, F}, {2, 2}, Padding::Same),
            "(N, _conv_H_3_2_same, _conv_W_3_2_same, F)");
  EXPECT_EQ(convolved({N, H, W, C}, {3, 1, C, F}, {1, 1}, Padding::Valid), "(N, _conv_H_3_1_0_0, W, F)");
}

TEST(ShapeAlgebra, SamePads) {
  EXPECT_EQ(getSamePads(5, 3, 1), std::make_pair(int64_t(1), int64_t(1)));
  EXPECT_EQ(getSamePads(5, 2, 1), std::make_pair(int64_t(0), int64_t(1)));
  EXPECT_EQ(getSamePads(5, 1, 3), std::make_pair(int64_t(0), int64_t(0)));
  EXPECT_EQ(getSamePads(0, 3, 1), std::make_pair(int64_t(0), int64_t(0)));
}

} // namespace
