//===- Values.cpp - what ops are to the plan ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "Contractions.h"
#include "Plan.h"
#include "Reductions.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Dialect/Mind/IR/MindTypes.h"
#include "Mind/Runtime/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

std::optional<ValueType> elf::getValueType(Type type) {
  ValueType result;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.hasStaticShape())
      return std::nullopt;
    result.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    type = tensor.getElementType();
  }
  if (type.isIndex()) {
    result.dtype = DType::I64;
    return result;
  }
  std::optional<DType> dtype = getDType(type);
  if (!dtype)
    return std::nullopt;
  result.dtype = *dtype;
  return result;
}

bool elf::isElementwise(Operation *op) {
  return isa<AddOp, SubOp, MulOp, DivOp, MaxOp, MinOp, ModOp, ShlOp, ShrOp, PowOp, CompareOp, ReluOp, ReluGradOp, AbsOp,
             FloorOp, CeilOp, RoundOp, IPowOp, UnaryOp, CastOp, BroadcastToOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::SelectOp, arith::CmpIOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
             arith::ExtUIOp, arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op);
}

/// Where the elements that a slice or an index shows begin, and their strides.
void elf::getWindow(Operation *op, Extents &shape, Extents &strides, int64_t &first) {
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  Extents own = getStrides(input.getShape());
  first = 0;
  if (auto index = dyn_cast<IndexOp>(op)) {
    for (auto [axis, position] : llvm::zip_equal(index.getAxes(), index.getIndices()))
      first += position * own[axis];
    for (int64_t axis = 0; axis < input.getRank(); ++axis) {
      if (llvm::is_contained(index.getAxes(), axis))
        continue;
      shape.push_back(input.getDimSize(axis));
      strides.push_back(own[axis]);
    }
    return;
  }
  auto slice = cast<SliceOp>(op);
  shape.assign(input.getShape().begin(), input.getShape().end());
  strides = own;
  for (auto [axis, start, end, stride] :
       llvm::zip_equal(slice.getAxes(), slice.getStarts(), slice.getEnds(), slice.getStrides())) {
    int64_t last = end == shape::kOpenEnd ? (stride > 0 ? shape[axis] : -1) : end;
    int64_t distance = stride > 0 ? last - start : start - last, pace = stride > 0 ? stride : -stride;
    shape[axis] = distance <= 0 ? 0 : (distance - 1) / pace + 1;
    if (shape[axis] != 0)
      first += start * strides[axis];
    // A single element is not left, so that a long stride cannot overflow.
    strides[axis] = shape[axis] <= 1 ? 0 : strides[axis] * stride;
  }
}

static bool isContiguous(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  int64_t expected = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] != 1 && strides[axis] != expected)
      return false;
    expected *= shape[axis];
  }
  return true;
}

Value elf::getViewedOperand(Operation *op, int64_t &offset) {
  offset = 0;
  if (isa<ReshapeOp, ExpandDimsOp, SqueezeOp, tensor::CastOp>(op))
    return op->getOperand(0);
  // A number and a tensor of rank 0 lie in memory alike.
  if (isa<tensor::ExtractOp, tensor::FromElementsOp>(op) && op->getNumOperands() == 1)
    return op->getOperand(0);
  if (isa<BroadcastToOp>(op) || (isa<CastOp, arith::IndexCastOp, arith::IndexCastUIOp>(op))) {
    auto from = getValueType(op->getOperand(0).getType()), to = getValueType(op->getResult(0).getType());
    if (from && to && from->dtype == to->dtype && from->getNumElements() == to->getNumElements())
      return op->getOperand(0);
    return {};
  }
  if (isa<SumOp, MeanOp, ReduceMaxOp>(op) && cast<RankedTensorType>(op->getOperand(0).getType()).getRank() == 0)
    return op->getOperand(0);
  if (isa<IndexOp, SliceOp>(op)) {
    auto from = getValueType(op->getOperand(0).getType());
    if (!from)
      return {};
    Extents shape, strides;
    int64_t first;
    getWindow(op, shape, strides, first);
    if (countElements(shape) == 0 || !isContiguous(shape, strides))
      return {};
    offset = first * getByteSize(from->dtype);
    return op->getOperand(0);
  }
  return {};
}

std::optional<uint64_t> elf::getSplat(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  auto type = getValueType(value.getType());
  if (!type)
    return std::nullopt;
  if (auto fill = dyn_cast<FillOp>(op)) {
    if (!fill.getValue())
      return std::nullopt;
    double number = fill.getValue()->convertToDouble();
    switch (type->dtype) {
    case DType::F32:
      return rt::bitCast<uint32_t>(float(number));
    case DType::F64:
      return rt::bitCast<uint64_t>(number);
    case DType::F16:
      return rt::floatToHalf(float(number));
    case DType::BF16:
      return rt::floatToBfloat(float(number));
    case DType::I32:
      return uint32_t(rt::floatToInt<int32_t>(number));
    case DType::I64:
      return uint64_t(rt::floatToInt<int64_t>(number));
    case DType::I1:
      return number != 0;
    case DType::Q16:
      return uint32_t(rt::floatToQ16(number));
    }
  }
  Attribute attribute;
  if (auto constant = dyn_cast<ConstantOp>(op))
    attribute = constant.getValue();
  else if (auto constant = dyn_cast<arith::ConstantOp>(op))
    attribute = constant.getValue();
  if (!attribute)
    return std::nullopt;
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().getZExtValue();
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValue().bitcastToAPInt().getZExtValue();
  auto elements = dyn_cast<DenseElementsAttr>(attribute);
  if (!elements || !elements.isSplat())
    return std::nullopt;
  if (isa<DenseIntElementsAttr>(elements))
    return elements.getSplatValue<APInt>().getZExtValue();
  return elements.getSplatValue<APFloat>().bitcastToAPInt().getZExtValue();
}

/// The output's extent and the low padding, as mind.conv2d defines them.
static ConvAxis makeAxis(int64_t input, int64_t filter, int64_t stride, ConvPadding padding, ArrayRef<int64_t> pads) {
  ConvAxis axis = {input, filter, 0, stride, 0};
  int64_t padded = input;
  if (padding == ConvPadding::Same) {
    axis.output = input == 0 ? 0 : (input - 1) / stride + 1;
    int64_t total = axis.output == 0 ? 0 : std::max<int64_t>((axis.output - 1) * stride + filter - input, 0);
    axis.low = total / 2;
    return axis;
  }
  if (padding == ConvPadding::Explicit) {
    axis.low = pads[0];
    padded += pads[0] + pads[1];
  }
  axis.output = padded < filter ? 0 : (padded - filter) / stride + 1;
  return axis;
}

template <typename OpTy>
static Convolution makeConvolution(OpTy op, Value inputValue, Value filterValue) {
  auto input = getValueType(inputValue.getType())->shape, filter = getValueType(filterValue.getType())->shape;
  Convolution conv{getValueType(inputValue.getType())->dtype, input[0], input[3], filter[3], {}, {}};
  ArrayRef<int64_t> pads = op.getPads();
  conv.h = makeAxis(input[1], filter[0], op.getStrides()[0], op.getPadding(), pads.take_front(2));
  conv.w = makeAxis(input[2], filter[1], op.getStrides()[1], op.getPadding(), pads.take_back(2));
  return conv;
}

Convolution elf::getConvolution(Operation *op) {
  if (auto conv = dyn_cast<Conv2DOp>(op))
    return makeConvolution(conv, op->getOperand(0), op->getOperand(1));
  if (auto conv = dyn_cast<Conv2DGradInputOp>(op))
    return makeConvolution(conv, op->getResult(0), op->getOperand(1));
  return makeConvolution(cast<Conv2DGradFilterOp>(op), op->getOperand(0), op->getResult(0));
}

int64_t elf::getScratchBytes(Operation *op, Processor processor) {
  if (isa<SumOp, MeanOp, ReduceMaxOp>(op)) {
    auto type = getValueType(op->getOperand(0).getType());
    auto axes = op->getAttrOfType<DenseI64ArrayAttr>("axes").asArrayRef();
    return needsTransposing(type->shape, axes) ? type->getBytes() : 0;
  }
  if (isa<Conv2DOp>(op))
    return getConv2DScratchBytes(getConvolution(op), processor);
  // A panel of the filter.
  if (isa<Conv2DGradInputOp>(op)) {
    Extents filter = getValueType(op->getOperand(1).getType())->shape;
    return filter[0] * filter[1] * filter[3] * getPanelBytes(processor);
  }
  // A block of pixels of the gradient.
  if (isa<Conv2DGradFilterOp>(op)) {
    auto grad = getValueType(op->getOperand(1).getType());
    return Accumulators::isStoredExactly(grad->dtype)
               ? std::max(kGradientBlockPixels, grad->shape[2]) * kGradientPanelBytes
               : 0;
  }
  if (isa<MatmulOp, DotOp>(op)) {
    auto lhs = getValueType(op->getOperand(0).getType()), rhs = getValueType(op->getOperand(1).getType());
    if (lhs->shape.size() < 2 || rhs->shape.size() < 2)
      return 0;
    return getProductScratchBytes(lhs->dtype,
                                  {lhs->shape[lhs->shape.size() - 2], lhs->shape.back(), rhs->shape.back()}, processor);
  }
  // Sums in the accumulator's type.
  if (auto grad = dyn_cast<GatherGradOp>(op)) {
    auto type = getValueType(grad.getType());
    return type->dtype == DType::F16 || type->dtype == DType::BF16 ? type->getNumElements() * 4 : 0;
  }
  // Where the source goes.
  return isa<InsertOp>(op) ? 8 : 0;
}
