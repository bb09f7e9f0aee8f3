//===- MathSequences.h - Elementary functions as data -----------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What exp, log, sin, pow and the others are, to the bit (numerics.md N8, N9):
// one straight line of IEEE and integer steps for each function and element
// type. The interpreter executes the steps, code generators translate each to
// one instruction of theirs, and so every executor returns the same bits. There
// are no branches, no tables in memory and no calls, thus the lines vectorise as
// they stand. docs/Numerics.md has the method and the measured error of each.
//
// Plain C++17 without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_SUPPORT_MATHSEQUENCES_H
#define MIND_SUPPORT_MATHSEQUENCES_H

#include "Mind/Support/DType.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mind {

/// The functions that have a sequence. All up to Atan take one input and stand
/// in the order of the kinds of `mind.unary`; Pow takes base and exponent.
enum class MathFunction : uint8_t { Exp, Log, Log2, Log10, Sqrt, Tanh, Sigmoid, Sin, Cos, Tan, Asin, Acos, Atan, Pow };

/// Number of functions, for tables indexed by MathFunction.
inline constexpr unsigned kNumMathFunctions = 14;

/// The name in source text (`exp`).
std::string_view getMathFunctionName(MathFunction function);

/// Type of the value that a step makes.
enum class MathType : uint8_t { F64, I64, I1 };

/// What a step does. All f64 arithmetic rounds to nearest even, keeps subnormals
/// and is never contracted; integers wrap. The letters after the name are the
/// types of the operands and of the value: F = F64, I = I64, B = I1.
///
/// No result depends on the sign or the payload of a NaN.
enum class MathOp : uint8_t {
  Input,      ///< -> F. Input number `bits`, widened exactly to f64.
  ConstF,     ///< -> F. The f64 with the pattern `bits`.
  ConstI,     ///< -> I. `bits`.
  AddF,       ///< FF -> F.
  SubF,       ///< FF -> F.
  MulF,       ///< FF -> F.
  DivF,       ///< FF -> F.
  FmaF,       ///< FFF -> F. a * b + c, rounded once.
  SqrtF,      ///< F -> F. Correctly rounded.
  NegF,       ///< F -> F. Flips the sign bit, of zeros and NaN too.
  AbsF,       ///< F -> F. Clears the sign bit.
  RoundToF32, ///< F -> F. To f32 (nearest even) and back.
  AddI,       ///< II -> I.
  SubI,       ///< II -> I.
  MulI,       ///< II -> I. Both operands are below 2^32 (pmuludq does it).
  AndI,       ///< II -> I.
  OrI,        ///< II -> I.
  XorI,       ///< II -> I.
  ShlI,       ///< II -> I. The count is always in 0..63, here and below.
  ShrUI,      ///< II -> I. Zeros come in.
  ShrSI,      ///< II -> I. The sign comes in.
  ToBits,     ///< F -> I. The pattern, unchanged.
  FromBits,   ///< I -> F. The pattern, unchanged.
  LtF,        ///< FF -> B. a < b; false if one is NaN, as for the next two.
  LeF,        ///< FF -> B.
  EqF,        ///< FF -> B.
  NeF,        ///< FF -> B. The opposite of EqF, so true if one is NaN.
  LtI,        ///< II -> B. Signed.
  EqI,        ///< II -> B.
  AndB,       ///< BB -> B.
  OrB,        ///< BB -> B.
  NotB,       ///< B -> B.
  SelectF,    ///< BFF -> F. b if a, else c.
  SelectI     ///< BII -> I. b if a, else c.
};

/// Number of operations, for tables indexed by MathOp.
inline constexpr unsigned kNumMathOps = static_cast<unsigned>(MathOp::SelectI) + 1;

/// Number of operands of `op`, 0 to 3.
unsigned getNumOperands(MathOp op);

/// Type of the value of `op`.
MathType getResultType(MathOp op);

/// Type of operand `index` of `op`.
MathType getOperandType(MathOp op, unsigned index);

/// The name of `op` (`AddF`).
std::string_view getMathOpName(MathOp op);

/// One step. It makes the value whose number is its place in the sequence.
struct MathStep {
  MathOp op;
  /// Numbers of earlier values; those beyond getNumOperands are 0.
  uint16_t operands[3];
  /// The constant, or the number of the input; 0 for all other operations.
  uint64_t bits;
};

/// A function of f64 inputs as straight-line code. Well formed by construction:
/// operands are earlier values of the right types, each step but the inputs is
/// used, no two steps are equal.
struct Sequence {
  MathFunction function;
  /// F32 or F64. A sequence for F32 takes f32 inputs widened to f64 and gives an
  /// f64 that the caller rounds once to f32 (nearest even).
  DType type;
  unsigned numInputs;
  std::vector<MathStep> steps;
  /// Number of the value (an F64) that is the result.
  uint16_t result;
};

/// No sequence has more steps.
inline constexpr size_t kMaxSequenceSteps = 400;

/// The sequence of `function` for `type`, which is F32 or F64. f16 and bf16 go
/// through that of F32 and round once more. Built on first use; safe to call from
/// several threads.
const Sequence &getSequence(MathFunction function, DType type);

/// Executes the steps one by one on `inputs` (numInputs of them). The reference
/// for all other executors.
double evaluate(const Sequence &sequence, const double *inputs);

/// The same for `count` elements: `inputs[i]` points at the elements of input i.
/// `results` may be one of the inputs. Works through blocks, step by step, so it
/// costs a few ns an element and no memory from the heap.
void evaluate(const Sequence &sequence, const double *const *inputs, double *results, size_t count);

/// One line a step, `%7 = FmaF %3, %5, %6`, for tests and for reading.
std::string toString(const Sequence &sequence);

} // namespace mind

#endif // MIND_SUPPORT_MATHSEQUENCES_H
