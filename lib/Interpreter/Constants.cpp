//===- Constants.cpp - literals -------------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

/// The bits of a number, as many as the element has.
static uint64_t getBits(const APInt &value) { return value.getZExtValue(); }
static uint64_t getBits(const APFloat &value) { return value.bitcastToAPInt().getZExtValue(); }

template <typename Range>
static void copyElements(Range elements, rt::Tensor &result) {
  unsigned size = getByteSize(result.dtype());
  auto *to = static_cast<char *>(result.mutableRawData());
  for (const auto &element : elements) {
    // Ours are little endian.
    uint64_t bits = getBits(element);
    std::memcpy(to, &bits, size);
    to += size;
  }
}

static bool runConstant(Step &step) {
  auto value = step.getOp<ConstantOp>().getValue();
  rt::Tensor *result = step.allocate(step.getResultDType(), Shape(value.getShapedType().getShape()));
  if (!result)
    return false;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || result->dtype() == DType::I1 || blob->getData().size() != result->numBytes())
      return step.fail(rt::fault::kInput, "the resource of a constant is missing or has another size");
    std::memcpy(result->mutableRawData(), blob->getData().data(), result->numBytes());
    return true;
  }
  if (auto integers = value.tryGetValues<APInt>())
    copyElements(*integers, *result);
  else if (auto floats = value.tryGetValues<APFloat>())
    copyElements(*floats, *result);
  else
    return step.fail("E5002", "a constant holds neither integers nor floats");
  return true;
}

/// The value, an f64, is cast to the element type.
static bool runFill(Step &step) {
  auto op = step.getOp<FillOp>();
  std::optional<APFloat> literal = op.getValue();
  if (!literal)
    return step.fail(rt::makeNoValueFault());
  double value = literal->convertToDouble();
  Shape shape;
  if (!step.resolveShape(step.getResultType(), shape))
    return false;
  rt::Tensor *result = step.allocate(step.getResultDType(), std::move(shape));
  if (!result)
    return false;
  return dispatch(result->dtype(), [&](auto tag) {
    constexpr DType out = tag();
    Element<out> element;
    if constexpr (out == DType::I1)
      element = value != 0;
    else if constexpr (out == DType::Q16)
      element = rt::floatToQ16(value);
    else if constexpr (isInt(out))
      element = rt::floatToInt<Element<out>>(value);
    else
      element = store<out>(Number<out>(value));
    std::fill_n(result->template mutableData<Element<out>>(), result->numElements(), element);
    return true;
  });
}

static bool runArithConstant(Step &step) {
  TypedAttr value = step.getOp<arith::ConstantOp>().getValue();
  auto elements = dyn_cast<DenseElementsAttr>(value);
  rt::Tensor *result = step.allocate(step.getResultDType(), elements ? Shape(elements.getType().getShape()) : Shape());
  if (!result)
    return false;
  if (elements && isa<DenseIntElementsAttr>(elements))
    copyElements(elements.getValues<APInt>(), *result);
  else if (elements)
    copyElements(elements.getValues<APFloat>(), *result);
  else if (auto integer = dyn_cast<IntegerAttr>(value))
    copyElements(ArrayRef(integer.getValue()), *result);
  else if (auto number = dyn_cast<FloatAttr>(value))
    copyElements(ArrayRef(number.getValue()), *result);
  else
    return step.fail("E5002", "an `arith.constant` holds neither integers nor floats");
  return true;
}

void interpreter::addConstantKernels(KernelTable &table) {
  table[ConstantOp::getOperationName()] = runConstant;
  table[FillOp::getOperationName()] = runFill;
  table[arith::ConstantOp::getOperationName()] = runArithConstant;
}
