//===- Accumulators.h - what sums and chains add up in ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A vector of accumulators for each element type: f32 for f16 and bf16, i64 for q16,
/// the type itself for the others (N11, N14, N15, N18). Registers 13 to 15 may change
/// in every operation but loads, where it is 15 alone.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_ACCUMULATORS_H
#define MIND_LIB_TARGET_ELF_ACCUMULATORS_H

#include "LaneMemory.h"

namespace mind::elf {

class Accumulators {
public:
  Accumulators(Assembler &as, DType dtype) : as(as), dtype(dtype) {}

  /// The accumulator's type as lanes.
  LaneType getType() const;
  bool isWideType() const { return isWide(getType()); }
  /// In one register.
  unsigned getNumLanes() const { return isWideType() ? 4 : 8; }
  unsigned getElementBytes() const { return getByteSize(dtype); }
  DType getDType() const { return dtype; }
  /// Whether a chain may rest in memory as an element: none is rounded or cut.
  static bool isStoredExactly(DType dtype) {
    return dtype == DType::F32 || dtype == DType::F64 || dtype == DType::I32 || dtype == DType::I64;
  }

  void clear(int reg) { as.vpxor(xmmOf(reg), xmmOf(reg), xmmOf(reg)); }
  void load(int reg, unsigned count, const Xbyak::RegExp &base, int64_t stride = 1);
  /// One element in all lanes.
  void broadcast(int reg, const Xbyak::RegExp &base);

  /// `target` = a + b; b may lie in memory.
  void add(int target, int a, const Xbyak::Operand &b);
  /// The greater one (N9).
  void maximum(int target, int a, int b);
  /// -inf, or the lowest integer, in all lanes.
  void setLowest(int reg);
  /// `acc` = acc + a * b, one rounding for floats.
  void multiplyAdd(int acc, int a, int b);
  /// The same with `b` as it lies in memory, for f32 and f64.
  bool hasDirectOperands() const { return dtype == DType::F32 || dtype == DType::F64; }
  void multiplyAdd(int acc, int a, const Xbyak::Address &b);

  /// Ends a chain (N11, N14) or a sum (N15, N18): rounds once, and stores.
  enum class End { Chain, Sum };
  void store(int reg, End end, unsigned count, const Xbyak::RegExp &base);
  /// Divides a sum by n (N16).
  void divide(int reg, unsigned count, int64_t n);

private:
  Xbyak::Xmm r(int reg) const { return ymmOf(reg); }

  Assembler &as;
  DType dtype;
};

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_ACCUMULATORS_H
