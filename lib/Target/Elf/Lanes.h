//===- Lanes.h - straight-line programs on vectors --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an elementwise op, or a chain of them, does to each element, as a list of
/// steps without branches. Each step is one operation on all lanes of a vector: 8
/// lanes, or 4 where a number of 64 bits occurs. A step's value has lanes of 4 or 8
/// bytes; a truth value is a lane of all ones or all zeros, of the width of what
/// was compared.
///
/// f16 and bf16 are f32 in lanes, rounded after each op (N1); q16 is its raw i32.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_LANES_H
#define MIND_LIB_TARGET_ELF_LANES_H

#include "Mind/Support/DType.h"

#include <cstdint>
#include <vector>

namespace mind::elf {

enum class LaneType : uint8_t {
  F32,
  F64,
  I32,
  I64,
  /// Elements of 1 or 2 bytes that are only moved, packed.
  Raw8,
  Raw16
};

constexpr bool isWide(LaneType type) { return type == LaneType::F64 || type == LaneType::I64; }

enum class LaneOp : uint8_t {
  Load,     ///< element of leaf `bits`
  Constant, ///< `bits` in every lane
  AddF,
  SubF,
  MulF,
  DivF,
  FmaF, ///< a * b + c, one rounding
  SqrtF,
  MaxF, ///< N9: a NaN wins, +0 > -0
  MinF,
  Floor,
  Ceil,
  RoundEven,
  Trunc,
  And,
  Or,
  Xor,
  AndNot, ///< ~a & b
  LtF,    ///< ordered comparisons give a truth value
  LeF,
  EqF,
  NeF,  ///< true if one is NaN
  NleF, ///< not a <= b: true if one is NaN
  EqI,
  GtI,
  Select, ///< a ? b : c
  AddI,
  SubI,
  MulI,
  MulLowU, ///< I64: products of the low halves, without sign
  MulLowS, ///< I64: with sign
  MaxI,    ///< I32
  MinI,
  Shl,  ///< by a count in range, in lanes
  ShrU,
  ShrS,
  DivI, ///< N3
  ModI,
  DivQ, ///< I64 operands: (a << 16) / b, 0 if b is 0
  F32ToF64,
  F64ToF32,
  RoundF16, ///< F32 to the nearest f16 and back
  I32ToF32,
  I32ToF64,
  I64ToF32,
  I64ToF64,
  F32ToI32, ///< toward zero; out of range 0x80000000
  F64ToI32,
  F64ToI64, ///< saturating, NaN gives 0
  Widen,    ///< I32 to I64 with sign, truth values too
  Narrow    ///< I64 to I32, the low half
};

/// A value of a program.
struct Lane {
  uint16_t id = 0xffff;
  LaneType type = LaneType::F32;
  explicit operator bool() const { return id != 0xffff; }
};

struct LaneStep {
  LaneOp op;
  LaneType type;
  uint16_t operands[3];
  uint64_t bits;
};

class LaneProgram {
public:
  /// One element type a leaf.
  struct Leaf {
    DType dtype;
    bool isRaw;
  };
  struct Output {
    Lane value;
    DType dtype;
    bool isRaw;
  };
  std::vector<LaneStep> steps;
  std::vector<Leaf> leaves;
  std::vector<Output> outputs;

  Lane append(LaneOp op, LaneType type, Lane a = {}, Lane b = {}, Lane c = {}, uint64_t bits = 0);
  Lane constant(LaneType type, uint64_t bits) { return append(LaneOp::Constant, type, {}, {}, {}, bits); }

  /// Adds a leaf and gives its element.
  Lane load(DType dtype);
  /// An element that is only moved.
  Lane loadRaw(DType dtype);
  void addOutput(Lane value, DType dtype, bool isRaw = false) { outputs.push_back({value, dtype, isRaw}); }

  /// 8, or 4 if a lane is wide.
  unsigned getNumLanes() const;
};

/// Number of operands of a step.
unsigned getNumOperands(LaneOp op);

/// The lanes that elements of `dtype` are computed in.
LaneType getLaneType(DType dtype);
/// The lanes they are moved in.
LaneType getRawType(DType dtype);

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_LANES_H
