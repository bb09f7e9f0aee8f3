//===- LoopNest.h - lane programs over index spaces -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_LOOPNEST_H
#define MIND_LIB_TARGET_ELF_LOOPNEST_H

#include "Assembler.h"
#include "Lanes.h"

#include "llvm/ADT/SmallVector.h"

namespace mind::elf {

using Extents = llvm::SmallVector<int64_t, 6>;

/// How an index space reads or writes a tensor.
struct Access {
  Place place;
  /// In elements, one for each dim of the space; 0 where it repeats.
  Extents strides;
};

/// A program run once for each point of `shape`, in row-major order.
struct LoopNest {
  Extents shape;
  LaneProgram program;
  llvm::SmallVector<Access, 4> inputs;
  llvm::SmallVector<Access, 2> outputs;
};

/// Inputs and outputs of one nest, at most.
inline constexpr unsigned kMaxAccesses = 9;

void emitLoopNest(Assembler &as, LoopNest nest);

/// Row-major strides.
Extents getStrides(llvm::ArrayRef<int64_t> shape);
/// The strides by which a tensor of shape `from` is read as one of shape `to`.
Extents getBroadcastStrides(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
int64_t countElements(llvm::ArrayRef<int64_t> shape);

/// Copies contiguous bytes. Uses rax, rsi, rdi, rcx.
void emitCopy(Assembler &as, const Place &to, const Place &from, int64_t bytes);
/// The same with the addresses in rdi and rsi, which end behind what was copied.
void emitCopyAt(Assembler &as, int64_t bytes);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_LOOPNEST_H
