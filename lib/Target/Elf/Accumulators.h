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
/// With AVX-512 those of f32 and f64 may be zmm registers, all 32; no other register
/// changes then, and a vector's end is that of `setEnd`.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_ACCUMULATORS_H
#define MIND_LIB_TARGET_ELF_ACCUMULATORS_H

#include "LaneMemory.h"

namespace mind::elf {

class Accumulators {
public:
  Accumulators(Assembler &as, DType dtype, unsigned vectorBytes = 32)
      : as(as), dtype(dtype), vectorBytes(vectorBytes) {}

  /// The accumulator's type as lanes.
  LaneType getType() const;
  bool isWideType() const { return isWide(getType()); }
  /// In one register.
  unsigned getNumLanes() const { return vectorBytes / (isWideType() ? 8 : 4); }
  unsigned getVectorBytes() const { return vectorBytes; }
  unsigned getElementBytes() const { return getByteSize(dtype); }
  DType getDType() const { return dtype; }
  /// Whether a chain may rest in memory as an element: none is rounded or cut.
  static bool isStoredExactly(DType dtype) {
    return dtype == DType::F32 || dtype == DType::F64 || dtype == DType::I32 || dtype == DType::I64;
  }

  /// Of a vector as it lies in memory.
  Xbyak::Address at(const Xbyak::RegExp &base) const { return isZmm() ? as.zword[base] : as.yword[base]; }
  Xbyak::Xmm vector(int reg) const { return Xbyak::Xmm(isZmm() ? Xbyak::Operand::ZMM : Xbyak::Operand::YMM, reg); }

  /// In zmm registers, how many lanes every vector has that is not full: k1, which stays,
  /// and eax.
  void setEnd(unsigned count);
  void clear(int reg);
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
  bool isZmm() const { return vectorBytes == 64; }

  Assembler &as;
  DType dtype;
  unsigned vectorBytes;
};

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_ACCUMULATORS_H
