//===- ConvolutionTiles.h - the rows of a result as tiles -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_CONVOLUTIONTILES_H
#define MIND_LIB_TARGET_ELF_CONVOLUTIONTILES_H

#include "Contractions.h"

namespace mind::elf {

/// Chains over (kh, kw, `steps`), for `rows` x `columns` positions with `features`
/// elements each: the forward product, or by exchange of the two sides the gradient
/// of its input.
struct Window {
  int64_t batch, rows, columns, inputRows, inputColumns, steps, features;
  ConvAxis h, w;
  bool isGradient;
  /// Of the filter, in elements.
  int64_t tapStride, stepStride, laneStride;
};
/// Results of a row that have the same taps: position j, of `count`, is the result
/// first + step * j, and its tap t, of `taps`, is firstTap + tapStep * t of the filter
/// and reads base + pace * j + direction * t.
struct Phase {
  int64_t first, step, count, firstTap, tapStep, taps, base, pace, direction;
};
/// Taps that rows `begin` to `end` of a tile have.
struct Segment {
  int64_t firstTap, taps;
  unsigned begin, end;
  bool operator==(const Segment &other) const {
    return firstTap == other.firstTap && taps == other.taps && begin == other.begin && end == other.end;
  }
};
/// `count` tiles, one behind the other.
struct Tiles {
  unsigned phase;
  int64_t first, count;
  unsigned rows;
  llvm::SmallVector<Segment, 4> segments;
};

/// The tiles, of `maxRows` rows at most, that cover a row of the result. False if they
/// would be too much code.
bool planTiles(const Window &w, int64_t maxRows, llvm::SmallVectorImpl<Phase> &phases,
               llvm::SmallVectorImpl<Tiles> &tiles);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_CONVOLUTIONTILES_H
