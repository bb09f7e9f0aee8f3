//===- LaneMemory.h - vectors of elements in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_LANEMEMORY_H
#define MIND_LIB_TARGET_ELF_LANEMEMORY_H

#include "Assembler.h"
#include "Lanes.h"

namespace mind::elf {

/// The vector register that loads and stores may change besides.
constexpr int kScratchVector = 15;

/// `count` of `lanes` elements; the other lanes become zero.
struct LaneSpan {
  unsigned lanes;
  unsigned count;
  bool isFull() const { return count == lanes; }
};

/// Loads elements from `base`, `stride` elements apart (0: the same one in all
/// lanes), into the lanes of a register, widened unless `isRaw`. Never reads beyond
/// the elements.
void loadLanes(Assembler &as, int target, DType dtype, bool isRaw, LaneSpan span, const Xbyak::RegExp &base,
               int64_t stride);

/// The opposite. `stride` is not 0.
void storeLanes(Assembler &as, int source, DType dtype, bool isRaw, LaneSpan span, const Xbyak::RegExp &base,
                int64_t stride);

/// All ones in the first `count` lanes of `laneBytes`, as the operand of an
/// instruction on 32 bytes.
Xbyak::Address laneMask(Assembler &as, unsigned count, unsigned laneBytes);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_LANEMEMORY_H
