//===- Selection.h - positions that are computed ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_SELECTION_H
#define MIND_LIB_TARGET_ELF_SELECTION_H

#include "LoopNest.h"

namespace mind::elf {

/// Positions along an axis, i32 or i64.
struct Positions {
  DType dtype;
  int64_t count;
  Place place;
};

/// A shape in three: before an axis, the axis, behind it.
struct Split {
  int64_t before, extent, behind;
};

/// Jumps to `fault` with rax = position and rdx = extent if a position is outside.
void emitGather(Assembler &as, DType dtype, const Split &split, const Positions &positions, Place input, Place output,
                const Xbyak::Label &fault);
/// `scratch` has room for an f32 of each element of an f16 or bf16 result.
void emitGatherGrad(Assembler &as, DType dtype, const Split &split, const Positions &positions, Place grad,
                    Place output, Place scratch, const Xbyak::Label &fault);

/// One axis of an insertion.
struct InsertAxis {
  int64_t axis, stride;
  /// The start, or its place if it is computed.
  int64_t start;
  Positions dynamicStart;
  bool isDynamic;
};

struct Insertion {
  DType dtype;
  Extents dest, source;
  llvm::SmallVector<InsertAxis, 4> axes;
  Place destPlace, sourcePlace, output;
  /// 8 bytes.
  Place scratch;
};

void emitInsert(Assembler &as, const Insertion &insertion, const Xbyak::Label &fault);

/// Every element is `bits`.
void emitFill(Assembler &as, DType dtype, int64_t count, uint64_t bits, Place output);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_SELECTION_H
