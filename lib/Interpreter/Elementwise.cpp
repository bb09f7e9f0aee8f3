//===- Elementwise.cpp - ops of two operands ------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

//===----------------------------------------------------------------------===//
// Arithmetic: `Rule` names the step of Numbers.h
//===----------------------------------------------------------------------===//

namespace {
struct AddRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return add<dtype>(a, b);
  }
};
struct SubRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return sub<dtype>(a, b);
  }
};
struct MulRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return mul<dtype>(a, b);
  }
};
struct DivRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return div<dtype>(a, b);
  }
};
struct MaxRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return maximum(a, b);
  }
};
struct MinRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return minimum(a, b);
  }
};
/// Gradient and input: a selection, never a product (N7).
struct ReluGradRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> grad, Number<dtype> input) {
    return input > Number<dtype>(0) ? grad : Number<dtype>(0);
  }
};
struct ModRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return truncatingMod(a, b);
  }
};
struct ShlRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return shiftLeft(a, b);
  }
};
struct ShrRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return shiftRight(a, b);
  }
};
struct AndRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return Number<dtype>(a & b);
  }
};
struct OrRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return Number<dtype>(a | b);
  }
};
struct XOrRule {
  template <DType dtype>
  static Number<dtype> apply(Number<dtype> a, Number<dtype> b) {
    return Number<dtype>(a ^ b);
  }
};
} // namespace

template <typename Rule>
static bool runNumeric(Step &step) {
  return dispatchNumeric(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return zipElements<dtype, dtype>(step, Rule::template apply<dtype>);
  });
}

template <typename Rule>
static bool runWhole(Step &step) {
  return dispatchWhole(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return zipElements<dtype, dtype>(step, Rule::template apply<dtype>);
  });
}

//===----------------------------------------------------------------------===//
// Comparison and selection
//===----------------------------------------------------------------------===//

/// IEEE's comparisons; with a NaN all are false but `ne`. q16 compares as i32.
static bool runCompare(Step &step) {
  CmpPredicate predicate = step.getOp<CompareOp>().getPredicate();
  return dispatch(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType in = tag();
    using Value = Number<in>;
    auto run = [&](auto holds) { return zipElements<in, DType::I1>(step, holds); };
    switch (predicate) {
    case CmpPredicate::Eq:
      return run([](Value a, Value b) { return uint8_t(a == b); });
    case CmpPredicate::Ne:
      return run([](Value a, Value b) { return uint8_t(a != b); });
    case CmpPredicate::Lt:
      return run([](Value a, Value b) { return uint8_t(a < b); });
    case CmpPredicate::Le:
      return run([](Value a, Value b) { return uint8_t(a <= b); });
    case CmpPredicate::Gt:
      return run([](Value a, Value b) { return uint8_t(a > b); });
    case CmpPredicate::Ge:
      return run([](Value a, Value b) { return uint8_t(a >= b); });
    }
    return false;
  });
}

/// One condition for all, or one for each element.
static bool runSelect(Step &step) {
  const rt::Tensor condition = step.operand(0);
  rt::Tensor yes = step.takeOperand(1), no = step.takeOperand(2);
  const auto *flags = condition.data<uint8_t>();
  if (condition.numElements() == 1 && condition.rank() == 0)
    return step.setResult(flags[0] ? std::move(yes) : std::move(no));
  if (condition.shape() != yes.shape() || yes.shape() != no.shape())
    return step.fail(rt::fault::kArgument, "the operands of a selection have different shapes");
  rt::Tensor *result = step.allocate(yes.dtype(), yes.shape());
  if (!result)
    return false;
  unsigned size = getByteSize(yes.dtype());
  auto *to = static_cast<char *>(result->mutableRawData());
  const auto *a = static_cast<const char *>(yes.rawData()), *b = static_cast<const char *>(no.rawData());
  for (int64_t i = 0, e = condition.numElements(); i < e; ++i)
    std::memcpy(to + i * size, (flags[i] ? a : b) + i * size, size);
  return true;
}

void interpreter::addElementwiseKernels(KernelTable &table) {
  table[AddOp::getOperationName()] = runNumeric<AddRule>;
  table[SubOp::getOperationName()] = runNumeric<SubRule>;
  table[MulOp::getOperationName()] = runNumeric<MulRule>;
  table[DivOp::getOperationName()] = runNumeric<DivRule>;
  table[MaxOp::getOperationName()] = runNumeric<MaxRule>;
  table[MinOp::getOperationName()] = runNumeric<MinRule>;
  table[ReluGradOp::getOperationName()] = runNumeric<ReluGradRule>;
  table[ModOp::getOperationName()] = runWhole<ModRule>;
  table[ShlOp::getOperationName()] = runWhole<ShlRule>;
  table[ShrOp::getOperationName()] = runWhole<ShrRule>;
  table[CompareOp::getOperationName()] = runCompare;
  // Upstream ops that say just this; all others have a wrapper of our own.
  table[arith::AndIOp::getOperationName()] = runWhole<AndRule>;
  table[arith::OrIOp::getOperationName()] = runWhole<OrRule>;
  table[arith::XOrIOp::getOperationName()] = runWhole<XOrRule>;
  table[arith::SelectOp::getOperationName()] = runSelect;
}
