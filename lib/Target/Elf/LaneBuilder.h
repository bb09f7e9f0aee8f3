//===- LaneBuilder.h - ops on elements as lane programs ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules N1 to N10 for one element of each type.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_LANEBUILDER_H
#define MIND_LIB_TARGET_ELF_LANEBUILDER_H

#include "Lanes.h"

#include "Mind/Support/MathSequences.h"

namespace mind::elf {

enum class BinaryKind : uint8_t { Add, Sub, Mul, Div, Max, Min, Mod, Shl, Shr, And, Or, Xor, ReluGrad, Pow };
enum class UnaryElement : uint8_t { Relu, Abs, Floor, Ceil, Round };
/// In the order of mind.compare's predicates.
enum class Predicate : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };

class LaneBuilder {
public:
  explicit LaneBuilder(LaneProgram &program) : program(program) {}

  Lane binary(BinaryKind kind, DType dtype, Lane a, Lane b);
  Lane unary(UnaryElement kind, DType dtype, Lane a);
  Lane function(MathFunction function, DType dtype, Lane a, Lane b = {});
  Lane power(DType dtype, Lane a, int64_t exponent);
  /// A truth value of 4 bytes.
  Lane compare(Predicate predicate, DType dtype, Lane a, Lane b);
  Lane select(Lane condition, Lane yes, Lane no);
  Lane cast(DType from, DType to, Lane a);

  /// Rounds f32 lanes to what `dtype` holds.
  Lane round(DType dtype, Lane a);
  /// The element whose bits these are.
  Lane literal(DType dtype, uint64_t bits);
  /// The canonical NaN for every NaN (N2).
  Lane canonicalize(DType dtype, Lane a);

private:
  using T = LaneType;
  using O = LaneOp;
  Lane op(LaneOp op, LaneType type, Lane a, Lane b = {}, Lane c = {}) { return program.append(op, type, a, b, c); }
  Lane op(LaneOp o, Lane a, Lane b = {}, Lane c = {}) { return op(o, a.type, a, b, c); }
  Lane i32(int32_t value) { return program.constant(T::I32, uint32_t(value)); }
  Lane i64(int64_t value) { return program.constant(T::I64, uint64_t(value)); }
  Lane f32(float value);
  Lane f64(double value);
  Lane floating(LaneType type, double value) { return type == T::F64 ? f64(value) : f32(float(value)); }
  Lane zero(LaneType type) { return program.constant(type, 0); }
  static Lane as(LaneType type, Lane a) { return {a.id, type}; }
  Lane invert(Lane mask) { return op(O::Xor, mask, program.constant(mask.type, ~uint64_t(0) >> (isWide(mask.type) ? 0 : 32))); }
  /// A truth value of the width of `type`.
  Lane maskFor(LaneType type, Lane mask);
  Lane mulQ16(Lane a, Lane b);
  Lane roundBF16(Lane a);
  Lane toF64(DType from, Lane a);
  Lane fromF64(DType to, Lane a);
  Lane toI32(Lane a);
  Lane toQ16(Lane a);
  Lane sequence(const Sequence &sequence, Lane a, Lane b);

  LaneProgram &program;
};

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_LANEBUILDER_H
