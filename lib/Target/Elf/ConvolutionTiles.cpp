//===- ConvolutionTiles.cpp - the rows of a result as tiles ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionTiles.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::elf;

bool elf::planTiles(const Window &w, int64_t maxRows, llvm::SmallVectorImpl<Phase> &phases,
                    llvm::SmallVectorImpl<Tiles> &tiles) {
  constexpr int64_t kMaxPhases = 4, kMaxTaps = 64;
  constexpr size_t kMaxTiles = 32, kMaxSegments = 64;
  const ConvAxis &axis = w.w;
  int64_t stride = axis.stride, low = axis.low;
  if (axis.filter > kMaxTaps)
    return false;
  if (!w.isGradient) {
    phases.push_back({0, 1, w.columns, 0, 1, axis.filter, -low, stride, 1});
  } else {
    if (stride > kMaxPhases)
      return false;
    for (int64_t first = 0; first < std::min(stride, w.columns); ++first) {
      int64_t tap = (first + low) % stride, taps = tap < axis.filter ? (axis.filter - tap - 1) / stride + 1 : 0;
      phases.push_back(
          {first, stride, (w.columns - first - 1) / stride + 1, tap, stride, taps, (first + low) / stride, 1, -1});
    }
  }
  size_t numSegments = 0;
  for (auto [index, phase] : llvm::enumerate(phases)) {
    int64_t numTiles = (phase.count - 1) / maxRows + 1;
    // Tiles of about the same size: those of one row would wait for their own chains.
    int64_t size = phase.count / numTiles, numLarge = phase.count % numTiles;
    // The last position all of whose taps are before the end.
    int64_t highest = w.inputColumns - 1 - (phase.direction > 0 ? phase.taps - 1 : 0) - phase.base;
    int64_t lastFull = highest < 0 ? -1 : highest / phase.pace;
    int64_t position = 0;
    for (int64_t i = 0; i < numTiles;) {
      int64_t rows = size + (i < numLarge), same = (i < numLarge ? numLarge : numTiles) - i;
      Tiles next = {unsigned(index), position, 1, unsigned(rows), {}};
      for (int64_t tap = 0; tap < phase.taps; ++tap) {
        int64_t read = phase.base + phase.pace * position + phase.direction * tap;
        int64_t begin = read >= 0 ? 0 : (-read - 1) / phase.pace + 1;
        int64_t end = read >= w.inputColumns ? 0 : std::min(rows, (w.inputColumns - 1 - read) / phase.pace + 1);
        if (begin >= end)
          continue;
        if (!next.segments.empty()) {
          Segment &last = next.segments.back();
          if (last.firstTap + last.taps == tap && last.begin == begin && last.end == end) {
            ++last.taps;
            continue;
          }
        }
        next.segments.push_back({tap, 1, unsigned(begin), unsigned(end)});
      }
      bool isFull = next.segments.size() == 1 && next.segments[0] == Segment{0, phase.taps, 0, unsigned(rows)};
      if (isFull)
        next.count = std::max<int64_t>(1, std::min(same, (lastFull + 1 - position) / rows));
      i += next.count;
      position += next.count * rows;
      numSegments += next.segments.size();
      tiles.push_back(std::move(next));
      if (tiles.size() > kMaxTiles || numSegments > kMaxSegments)
        return false;
    }
  }
  return true;
}
