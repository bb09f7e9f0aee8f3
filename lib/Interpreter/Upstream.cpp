//===- Upstream.cpp - the few upstream ops beside ours --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

//===----------------------------------------------------------------------===//
// tensor
//===----------------------------------------------------------------------===//

static int64_t getIndex(const rt::Tensor &scalar) { return *scalar.data<int64_t>(); }

static bool runExtract(Step &step) {
  if (step.getNumOperands() == 1)
    return step.setResult(step.takeOperand(0));
  const rt::Tensor &input = step.operand(0);
  Shape strides = getStrides(input.shape());
  int64_t offset = 0;
  for (int64_t axis = 0; axis < input.rank(); ++axis) {
    int64_t index = getIndex(step.operand(unsigned(axis) + 1));
    if (index < 0 || index >= input.shape()[axis])
      return step.fail(rt::makeIndexFault(index, input.shape()[axis]));
    offset += index * strides[axis];
  }
  rt::Tensor *result = step.allocate(input.dtype(), {});
  if (!result)
    return false;
  unsigned size = getByteSize(input.dtype());
  std::memcpy(result->mutableRawData(), static_cast<const char *>(input.rawData()) + offset * size, size);
  return true;
}

/// A promise about the shape, which must hold. Names are not checked: the cast of
/// a stand-in that is never read may break them.
static bool runTensorCast(Step &step) {
  rt::Tensor input = step.takeOperand(0);
  RankedTensorType type = step.getResultType();
  for (auto [extent, declared] : llvm::zip_equal(input.shape(), type.getShape()))
    if (!ShapedType::isDynamic(declared) && declared != extent)
      return step.fail(rt::fault::kArgument, "a tensor of shape " + rt::formatShape(input.shape()) +
                                                 " is used where (" + llvm::Twine(declared) + ") is expected");
  return step.setResult(std::move(input));
}

static bool runDim(Step &step) {
  const rt::Tensor &input = step.operand(0);
  int64_t axis = getIndex(step.operand(1));
  if (axis < 0 || axis >= input.rank())
    return step.fail(rt::makeIndexFault(axis, input.rank()));
  return step.setResult(rt::Tensor::scalar(DType::I64, input.shape()[axis]));
}

static bool runFromElements(Step &step) {
  rt::Tensor *result = step.allocate(step.getResultDType(), Shape(step.getResultType().getShape()));
  if (!result)
    return false;
  unsigned size = getByteSize(result->dtype());
  auto *to = static_cast<char *>(result->mutableRawData());
  for (unsigned i = 0; i < step.getNumOperands(); ++i)
    std::memcpy(to + i * size, step.operand(i).rawData(), size);
  return true;
}

//===----------------------------------------------------------------------===//
// arith on indices, counters and flags
//===----------------------------------------------------------------------===//

static bool runCmpI(Step &step) {
  arith::CmpIPredicate predicate = step.getOp<arith::CmpIOp>().getPredicate();
  return dispatchWhole(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType in = tag();
    using Int = Number<in>;
    // An i1 that is set is -1 where it is read with a sign.
    auto asSigned = [](Int x) { return in == DType::I1 ? -int64_t(x) : int64_t(x); };
    auto asUnsigned = [](Int x) { return Unsigned<Int>(x); };
    return zipElements<in, DType::I1>(step, [=](Int a, Int b) -> uint8_t {
      switch (predicate) {
      case arith::CmpIPredicate::eq:
        return a == b;
      case arith::CmpIPredicate::ne:
        return a != b;
      case arith::CmpIPredicate::slt:
        return asSigned(a) < asSigned(b);
      case arith::CmpIPredicate::sle:
        return asSigned(a) <= asSigned(b);
      case arith::CmpIPredicate::sgt:
        return asSigned(a) > asSigned(b);
      case arith::CmpIPredicate::sge:
        return asSigned(a) >= asSigned(b);
      case arith::CmpIPredicate::ult:
        return asUnsigned(a) < asUnsigned(b);
      case arith::CmpIPredicate::ule:
        return asUnsigned(a) <= asUnsigned(b);
      case arith::CmpIPredicate::ugt:
        return asUnsigned(a) > asUnsigned(b);
      case arith::CmpIPredicate::uge:
        return asUnsigned(a) >= asUnsigned(b);
      }
      return 0;
    });
  });
}

/// addi, subi and muli wrap as N3 does. Sums of i1 are exclusive ors.
template <typename Rule>
static bool runWrapping(Step &step) {
  return dispatchWhole(step.operand(0).dtype(), [&](auto tag) {
    constexpr DType dtype = tag();
    return zipElements<dtype, dtype>(step, [](Number<dtype> a, Number<dtype> b) {
      Number<dtype> value = Rule::apply(a, b);
      return dtype == DType::I1 ? Number<dtype>(value & 1) : value;
    });
  });
}

namespace {
struct AddIRule {
  template <typename Int>
  static Int apply(Int a, Int b) {
    return wrapAdd(a, b);
  }
};
struct SubIRule {
  template <typename Int>
  static Int apply(Int a, Int b) {
    return wrapSub(a, b);
  }
};
struct MulIRule {
  template <typename Int>
  static Int apply(Int a, Int b) {
    return wrapMul(a, b);
  }
};
} // namespace

/// Between i1, i32, i64 and index; an i1 that is set is -1 if it has a sign.
template <DType in, DType out, bool isSigned>
static Number<out> castInt(Number<in> value) {
  int64_t wide;
  if (isSigned)
    wide = in == DType::I1 ? -int64_t(value) : int64_t(value);
  else
    wide = int64_t(Unsigned<Number<in>>(value));
  return Number<out>(out == DType::I1 ? wide & 1 : wide);
}

template <bool isSigned>
static bool runIntCast(Step &step) {
  return dispatchWhole(step.operand(0).dtype(), [&](auto in) {
    return dispatchWhole(step.getResultDType(),
                         [&](auto out) { return mapElements<in(), out()>(step, castInt<in(), out(), isSigned>); });
  });
}

void interpreter::addUpstreamKernels(KernelTable &table) {
  table[tensor::ExtractOp::getOperationName()] = runExtract;
  table[tensor::CastOp::getOperationName()] = runTensorCast;
  table[tensor::DimOp::getOperationName()] = runDim;
  table[tensor::FromElementsOp::getOperationName()] = runFromElements;
  table[arith::CmpIOp::getOperationName()] = runCmpI;
  table[arith::AddIOp::getOperationName()] = runWrapping<AddIRule>;
  table[arith::SubIOp::getOperationName()] = runWrapping<SubIRule>;
  table[arith::MulIOp::getOperationName()] = runWrapping<MulIRule>;
  table[arith::ExtUIOp::getOperationName()] = runIntCast<false>;
  table[arith::ExtSIOp::getOperationName()] = runIntCast<true>;
  table[arith::TruncIOp::getOperationName()] = runIntCast<true>;
  table[arith::IndexCastOp::getOperationName()] = runIntCast<true>;
  table[arith::IndexCastUIOp::getOperationName()] = runIntCast<false>;
}
