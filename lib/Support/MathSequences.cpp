//===- MathSequences.cpp - Building and executing sequences ---------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Support/MathSequences.h"
#include "MathSequenceBuilder.h"

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace mind;
using namespace mind::math;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {
struct OpInfo {
  std::string_view name;
  /// Types of the operands and of the value behind the arrow, a letter each.
  std::string_view form;
};
} // namespace

static constexpr OpInfo kOps[kNumMathOps] = {
    {"Input", ">F"},   {"ConstF", ">F"},      {"ConstI", ">I"},     {"AddF", "FF>F"},     {"SubF", "FF>F"},
    {"MulF", "FF>F"},  {"DivF", "FF>F"},      {"FmaF", "FFF>F"},    {"SqrtF", "F>F"},     {"NegF", "F>F"},
    {"AbsF", "F>F"},   {"RoundToF32", "F>F"}, {"AddI", "II>I"},     {"SubI", "II>I"},     {"MulI", "II>I"},
    {"AndI", "II>I"},  {"OrI", "II>I"},       {"XorI", "II>I"},     {"ShlI", "II>I"},     {"ShrUI", "II>I"},
    {"ShrSI", "II>I"}, {"ToBits", "F>I"},     {"FromBits", "I>F"},  {"LtF", "FF>B"},      {"LeF", "FF>B"},
    {"EqF", "FF>B"},   {"NeF", "FF>B"},       {"LtI", "II>B"},      {"EqI", "II>B"},      {"AndB", "BB>B"},
    {"OrB", "BB>B"},   {"NotB", "B>B"},       {"SelectF", "BFF>F"}, {"SelectI", "BII>I"},
};

static MathType getType(char letter) {
  return letter == 'F' ? MathType::F64 : letter == 'I' ? MathType::I64 : MathType::I1;
}

unsigned mind::getNumOperands(MathOp op) { return kOps[static_cast<unsigned>(op)].form.find('>'); }

MathType mind::getResultType(MathOp op) { return getType(kOps[static_cast<unsigned>(op)].form.back()); }

MathType mind::getOperandType(MathOp op, unsigned index) {
  return getType(kOps[static_cast<unsigned>(op)].form[index]);
}

std::string_view mind::getMathOpName(MathOp op) { return kOps[static_cast<unsigned>(op)].name; }

std::string_view mind::getMathFunctionName(MathFunction function) {
  static constexpr std::string_view names[kNumMathFunctions] = {
      "exp", "log", "log2", "log10", "sqrt", "tanh", "sigmoid", "sin", "cos", "tan", "asin", "acos", "atan", "pow"};
  return names[static_cast<unsigned>(function)];
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

SequenceBuilder::SequenceBuilder(unsigned numInputs) : numInputs(numInputs) {
  for (unsigned i = 0; i < numInputs; ++i)
    append(MathOp::Input, {}, i);
}

uint16_t SequenceBuilder::append(MathOp op, std::array<uint16_t, 3> operands, uint64_t bits) {
  auto [place, isNew] = known.try_emplace({static_cast<uint64_t>(op), operands[0], operands[1], operands[2], bits},
                                          static_cast<uint16_t>(steps.size()));
  if (isNew)
    steps.push_back({op, {operands[0], operands[1], operands[2]}, bits});
  return place->second;
}

// The steps of an expression are appended in the order in which the compiler evaluates the
// arguments of calls, and each chooses its own. What is numbered here is the order in which
// the result needs them: the operand with the longest chain first, which keeps fewest
// values waiting.
Sequence SequenceBuilder::finish(MathFunction function, DType type, F result) {
  std::vector<unsigned> heights(steps.size(), 0);
  for (size_t i = 0; i < steps.size(); ++i)
    for (unsigned k = 0; k < getNumOperands(steps[i].op); ++k)
      heights[i] = std::max(heights[i], heights[steps[i].operands[k]] + 1);

  Sequence sequence{function, type, numInputs, {steps.begin(), steps.begin() + numInputs}, 0};
  std::vector<std::optional<uint16_t>> numbers(steps.size());
  for (unsigned i = 0; i < numInputs; ++i)
    numbers[i] = static_cast<uint16_t>(i);
  std::vector<uint16_t> pending = {result.id};
  while (!pending.empty()) {
    uint16_t id = pending.back();
    MathStep step = steps[id];
    std::optional<uint16_t> next;
    for (unsigned k = 0; k < getNumOperands(step.op); ++k)
      if (uint16_t operand = step.operands[k]; !numbers[operand] && (!next || heights[operand] > heights[*next]))
        next = operand;
    if (next) {
      pending.push_back(*next);
      continue;
    }
    pending.pop_back();
    for (unsigned k = 0; k < getNumOperands(step.op); ++k)
      step.operands[k] = *numbers[step.operands[k]];
    numbers[id] = static_cast<uint16_t>(sequence.steps.size());
    sequence.steps.push_back(step);
  }
  sequence.result = *numbers[result.id];
  return sequence;
}

static F buildFunction(MathFunction function, DType type, SequenceBuilder &builder) {
  F x = builder.getInput(0);
  switch (function) {
  case MathFunction::Exp:
    return buildExp(x, type);
  case MathFunction::Log:
    return buildLog(x, type);
  case MathFunction::Log2:
    return buildLog2(x, type);
  case MathFunction::Log10:
    return buildLog10(x, type);
  case MathFunction::Sqrt:
    return sqrt(x);
  case MathFunction::Tanh:
    return buildTanh(x, type);
  case MathFunction::Sigmoid:
    return buildSigmoid(x, type);
  case MathFunction::Sin:
    return buildSin(x, type);
  case MathFunction::Cos:
    return buildCos(x, type);
  case MathFunction::Tan:
    return buildTan(x, type);
  case MathFunction::Asin:
    return buildAsin(x, type);
  case MathFunction::Acos:
    return buildAcos(x, type);
  case MathFunction::Atan:
    return buildAtan(x, type);
  case MathFunction::Pow:
    return buildPow(x, builder.getInput(1), type);
  }
  return x;
}

const Sequence &mind::getSequence(MathFunction function, DType type) {
  static const std::vector<Sequence> sequences = [] {
    std::vector<Sequence> all;
    for (unsigned i = 0; i < 2 * kNumMathFunctions; ++i) {
      auto each = static_cast<MathFunction>(i / 2);
      DType eachType = i % 2 ? DType::F64 : DType::F32;
      SequenceBuilder builder(each == MathFunction::Pow ? 2 : 1);
      F result = buildFunction(each, eachType, builder);
      all.push_back(builder.finish(each, eachType, result));
    }
    return all;
  }();
  return sequences[2 * static_cast<unsigned>(function) + (type == DType::F64)];
}

//===----------------------------------------------------------------------===//
// Executing
//===----------------------------------------------------------------------===//

/// Elements that one step works on before the next step begins.
static constexpr size_t kBlock = 32;

// The steps of a block are loops over 32 elements; this lets them use vectors and
// the fma instruction where the machine has them. The bits are the same.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__AVX2__)
#define MIND_BLOCK_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define MIND_BLOCK_CLONES
#endif

static double asNumber(uint64_t bits) {
  double number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

#define MIND_STEP(OP, EXPRESSION)                                                                                      \
  case MathOp::OP:                                                                                                     \
    for (size_t i = 0; i < n; ++i)                                                                                     \
      out[i] = EXPRESSION;                                                                                             \
    break;
#define A asNumber(a[i])
#define B asNumber(b[i])
#define C asNumber(c[i])

/// Runs `step` on n elements; the values of I1 are 0 and 1.
MIND_BLOCK_CLONES
static void executeStep(const MathStep &step, const uint64_t *__restrict a, const uint64_t *__restrict b,
                        const uint64_t *__restrict c, uint64_t *__restrict out, size_t n) {
  switch (step.op) {
  case MathOp::Input:
    break;
  case MathOp::ConstF:
  case MathOp::ConstI:
    std::fill(out, out + n, step.bits);
    break;
    MIND_STEP(AddF, getBits(A + B))
    MIND_STEP(SubF, getBits(A - B))
    MIND_STEP(MulF, getBits(A * B))
    MIND_STEP(DivF, getBits(A / B))
    MIND_STEP(FmaF, getBits(__builtin_fma(A, B, C)))
    MIND_STEP(SqrtF, getBits(__builtin_sqrt(A)))
    MIND_STEP(NegF, a[i] ^ 0x8000000000000000)
    MIND_STEP(AbsF, a[i] & 0x7fffffffffffffff)
    MIND_STEP(RoundToF32, getBits(static_cast<float>(A)))
    MIND_STEP(AddI, a[i] + b[i])
    MIND_STEP(SubI, a[i] - b[i])
    MIND_STEP(MulI, a[i] * b[i])
    MIND_STEP(AndI, a[i] & b[i])
    MIND_STEP(OrI, a[i] | b[i])
    MIND_STEP(XorI, a[i] ^ b[i])
    MIND_STEP(ShlI, a[i] << (b[i] & 63))
    MIND_STEP(ShrUI, a[i] >> (b[i] & 63))
    MIND_STEP(ShrSI, static_cast<uint64_t>(static_cast<int64_t>(a[i]) >> (b[i] & 63)))
    MIND_STEP(ToBits, a[i])
    MIND_STEP(FromBits, a[i])
    MIND_STEP(LtF, A < B)
    MIND_STEP(LeF, A <= B)
    MIND_STEP(EqF, A == B)
    MIND_STEP(NeF, A != B)
    MIND_STEP(LtI, static_cast<int64_t>(a[i]) < static_cast<int64_t>(b[i]))
    MIND_STEP(EqI, a[i] == b[i])
    MIND_STEP(AndB, a[i] & b[i])
    MIND_STEP(OrB, a[i] | b[i])
    MIND_STEP(NotB, a[i] ^ 1)
    MIND_STEP(SelectF, a[i] ? b[i] : c[i])
    MIND_STEP(SelectI, a[i] ? b[i] : c[i])
  }
}

#undef A
#undef B
#undef C
#undef MIND_STEP

void mind::evaluate(const Sequence &sequence, const double *const *inputs, double *results, size_t count) {
  uint64_t values[kMaxSequenceSteps][kBlock];
  const std::vector<MathStep> &steps = sequence.steps;
  for (size_t first = 0; first < count; first += kBlock) {
    size_t n = std::min(kBlock, count - first);
    for (size_t k = 0; k < steps.size(); ++k) {
      const MathStep &step = steps[k];
      if (step.op == MathOp::Input) {
        std::memcpy(values[k], inputs[step.bits] + first, n * sizeof(double));
        continue;
      }
      bool isConstant = step.op == MathOp::ConstF || step.op == MathOp::ConstI;
      // Constants stay from the first block, which no other is longer than.
      if (isConstant && first != 0)
        continue;
      executeStep(step, values[step.operands[0]], values[step.operands[1]], values[step.operands[2]], values[k], n);
    }
    std::memcpy(results + first, values[sequence.result], n * sizeof(double));
  }
}

double mind::evaluate(const Sequence &sequence, const double *inputs) {
  const double *pointers[2] = {inputs, inputs + sequence.numInputs - 1};
  double result;
  evaluate(sequence, pointers, &result, 1);
  return result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string mind::toString(const Sequence &sequence) {
  std::string text;
  for (size_t k = 0; k < sequence.steps.size(); ++k) {
    const MathStep &step = sequence.steps[k];
    text += "%" + std::to_string(k) + " = " + std::string(getMathOpName(step.op));
    for (unsigned i = 0; i < getNumOperands(step.op); ++i)
      text += (i ? ", %" : " %") + std::to_string(step.operands[i]);
    if (getNumOperands(step.op) == 0) {
      char bits[20];
      std::snprintf(bits, sizeof bits, " 0x%llx", static_cast<unsigned long long>(step.bits));
      text += bits;
    }
    text += '\n';
  }
  return text + "return %" + std::to_string(sequence.result) + "\n";
}
