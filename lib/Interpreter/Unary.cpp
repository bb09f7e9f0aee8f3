//===- Unary.cpp - ops of one operand, and elementary functions -----------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/MathSequences.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

//===----------------------------------------------------------------------===//
// Elementary functions (N8, N9)
//===----------------------------------------------------------------------===//

/// How many elements go through a sequence at once.
static constexpr int64_t kChunk = 256;

/// What a sequence gives, rounded once to f32 where it is for f32, and from there
/// to 16 bits.
template <DType dtype>
static Element<dtype> roundResult(double value) {
  return store<dtype>(Number<dtype>(value));
}

static const Sequence &getSequenceFor(MathFunction function, DType dtype) {
  return getSequence(function, dtype == DType::F64 ? DType::F64 : DType::F32);
}

static MathFunction getFunction(UnaryKind kind) {
  switch (kind) {
  case UnaryKind::Exp:
    return MathFunction::Exp;
  case UnaryKind::Log:
    return MathFunction::Log;
  case UnaryKind::Log2:
    return MathFunction::Log2;
  case UnaryKind::Log10:
    return MathFunction::Log10;
  case UnaryKind::Sqrt:
    return MathFunction::Sqrt;
  case UnaryKind::Tanh:
    return MathFunction::Tanh;
  case UnaryKind::Sigmoid:
    return MathFunction::Sigmoid;
  case UnaryKind::Sin:
    return MathFunction::Sin;
  case UnaryKind::Cos:
    return MathFunction::Cos;
  case UnaryKind::Tan:
    return MathFunction::Tan;
  case UnaryKind::Asin:
    return MathFunction::Asin;
  case UnaryKind::Acos:
    return MathFunction::Acos;
  case UnaryKind::Atan:
    return MathFunction::Atan;
  }
  llvm_unreachable("not a kind");
}

static bool runUnary(Step &step) {
  const rt::Tensor &input = step.operand(0);
  const Sequence &sequence = getSequenceFor(getFunction(step.getOp<UnaryOp>().getKind()), input.dtype());
  rt::Tensor *result = step.allocate(input.dtype(), input.shape());
  if (!result)
    return false;
  return dispatchFloat(input.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *from = input.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    double values[kChunk];
    const double *const inputs[] = {values};
    for (int64_t begin = 0, end = input.numElements(); begin < end; begin += kChunk) {
      int64_t count = std::min(kChunk, end - begin);
      for (int64_t i = 0; i < count; ++i)
        values[i] = double(load<dtype>(from[begin + i]));
      evaluate(sequence, inputs, values, size_t(count));
      for (int64_t i = 0; i < count; ++i)
        to[begin + i] = roundResult<dtype>(values[i]);
    }
    return true;
  });
}

static bool runPow(Step &step) {
  const rt::Tensor &lhs = step.operand(0), &rhs = step.operand(1);
  const Sequence &sequence = getSequenceFor(MathFunction::Pow, lhs.dtype());
  std::optional<Shape> shape = broadcastShapes(lhs.shape(), rhs.shape());
  if (!shape)
    return step.fail(rt::fault::kArgument, "shapes " + rt::formatShape(lhs.shape()) + " and " +
                                               rt::formatShape(rhs.shape()) + " do not broadcast");
  rt::Tensor *result = step.allocate(lhs.dtype(), *shape);
  if (!result)
    return false;
  Shape strides[] = {getBroadcastStrides(lhs.shape(), *shape), getBroadcastStrides(rhs.shape(), *shape)};
  flattenIfPossible(*shape, strides);
  return dispatchFloat(lhs.dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    const auto *bases = lhs.data<Element<dtype>>(), *exponents = rhs.data<Element<dtype>>();
    auto *to = result->template mutableData<Element<dtype>>();
    double a[kChunk], b[kChunk];
    const double *const inputs[] = {a, b};
    int64_t strideA = strides[0].back(), strideB = strides[1].back();
    forEachRow(*shape, strides, [&](ArrayRef<int64_t> offsets) {
      for (int64_t begin = 0, end = shape->back(); begin < end; begin += kChunk) {
        int64_t count = std::min(kChunk, end - begin);
        for (int64_t i = 0; i < count; ++i) {
          a[i] = double(load<dtype>(bases[offsets[0] + (begin + i) * strideA]));
          b[i] = double(load<dtype>(exponents[offsets[1] + (begin + i) * strideB]));
        }
        evaluate(sequence, inputs, a, size_t(count));
        for (int64_t i = 0; i < count; ++i)
          *to++ = roundResult<dtype>(a[i]);
      }
    });
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Exact functions
//===----------------------------------------------------------------------===//

static bool runRelu(Step &step) {
  return dispatchNumeric(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return mapElements<dtype, dtype>(step, [](Number<dtype> x) {
      // +0 for -0, and a NaN stays (N7).
      return x > Number<dtype>(0) || isNaN(x) ? x : Number<dtype>(0);
    });
  });
}

static bool runAbs(Step &step) {
  return dispatchNumeric(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return mapElements<dtype, dtype>(step, [](Number<dtype> x) {
      if constexpr (isFloat(dtype))
        return std::fabs(x);
      else
        return x < 0 ? wrapSub(Number<dtype>(0), x) : x;
    });
  });
}

template <typename Function>
static bool runRounding(Step &step, Function function) {
  return dispatchFloat(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return mapElements<dtype, dtype>(step, function);
  });
}

static bool runFloor(Step &step) {
  return runRounding(step, [](auto x) { return std::floor(x); });
}
static bool runCeil(Step &step) {
  return runRounding(step, [](auto x) { return std::ceil(x); });
}
static bool runRound(Step &step) {
  // In the rounding mode that is set at start, to nearest even.
  return runRounding(step, [](auto x) { return std::nearbyint(x); });
}

/// Binary powering from the most significant bit, each step rounded (N10).
template <DType dtype>
static Number<dtype> power(Number<dtype> x, int64_t exponent) {
  // A number that was stored and is read again: f16 and bf16 round here.
  auto rounded = [](Number<dtype> value) { return load<dtype>(store<dtype>(value)); };
  Number<dtype> one = dtype == DType::Q16 ? Number<dtype>(65536) : Number<dtype>(1);
  uint64_t n = exponent < 0 ? 0 - uint64_t(exponent) : uint64_t(exponent);
  if (n == 0)
    return one;
  Number<dtype> result = x;
  for (unsigned bit = llvm::Log2_64(n); bit-- > 0;) {
    result = rounded(mul<dtype>(result, result));
    if (n >> bit & 1)
      result = rounded(mul<dtype>(result, x));
  }
  return exponent < 0 ? div<dtype>(one, result) : result;
}

static bool runIPow(Step &step) {
  int64_t exponent = step.getOp<IPowOp>().getExponent();
  return dispatchNumeric(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return mapElements<dtype, dtype>(step, [&](Number<dtype> x) { return power<dtype>(x, exponent); });
  });
}

void interpreter::addUnaryKernels(KernelTable &table) {
  table[UnaryOp::getOperationName()] = runUnary;
  table[PowOp::getOperationName()] = runPow;
  table[ReluOp::getOperationName()] = runRelu;
  table[AbsOp::getOperationName()] = runAbs;
  table[FloorOp::getOperationName()] = runFloor;
  table[CeilOp::getOperationName()] = runCeil;
  table[RoundOp::getOperationName()] = runRound;
  table[IPowOp::getOperationName()] = runIPow;
}
