//===- GraphBuilder.cpp - calls with the types of their results -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mind::webnn;

RankedTensorType mind::webnn::getType(Value value) { return cast<RankedTensorType>(value.getType()); }

static RankedTensorType withShape(Value value, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, getType(value).getElementType());
}

RankedTensorType GraphBuilder::broadcast(ArrayRef<Value> operands, Type elementType) {
  SmallVector<int64_t> shape;
  for (Value operand : operands) {
    SmallVector<int64_t> next;
    OpTrait::util::getBroadcastedShape(shape, getType(operand).getShape(), next);
    shape = std::move(next);
  }
  return RankedTensorType::get(shape, elementType);
}

Value GraphBuilder::constant(Type elementType, double number) {
  auto type = RankedTensorType::get({}, elementType);
  Attribute value = isa<FloatType>(elementType) ? Attribute(builder.getFloatAttr(elementType, number))
                                                : builder.getIntegerAttr(elementType, int64_t(number));
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, value));
}

Value GraphBuilder::constant(Type elementType, int64_t number) {
  if (isa<FloatType>(elementType))
    return constant(elementType, double(number));
  auto type = RankedTensorType::get({}, elementType);
  return ConstantOp::create(builder, loc,
                            DenseElementsAttr::get(type, Attribute(builder.getIntegerAttr(elementType, number))));
}

Value GraphBuilder::constants(Type elementType, ArrayRef<int64_t> numbers) {
  auto type = RankedTensorType::get(int64_t(numbers.size()), elementType);
  SmallVector<Attribute> values;
  for (int64_t number : numbers)
    values.push_back(builder.getIntegerAttr(elementType, number));
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, values));
}

Value GraphBuilder::where(Value condition, Value lhs, Value rhs) {
  return WhereOp::create(builder, loc, broadcast({condition, lhs, rhs}, getType(lhs).getElementType()), condition, lhs,
                         rhs);
}

Value GraphBuilder::cast(Value value, Type elementType) {
  if (getType(value).getElementType() == elementType)
    return value;
  return CastOp::create(builder, loc, RankedTensorType::get(getType(value).getShape(), elementType), value);
}

Value GraphBuilder::reshape(Value value, ArrayRef<int64_t> shape) {
  if (getType(value).getShape() == shape)
    return value;
  return ReshapeOp::create(builder, loc, withShape(value, shape), value);
}

Value GraphBuilder::expand(Value value, ArrayRef<int64_t> shape) {
  if (getType(value).getShape() == shape)
    return value;
  return ExpandOp::create(builder, loc, withShape(value, shape), value);
}

Value GraphBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> shape = applyPermutation(getType(value).getShape(), permutation);
  return TransposeOp::create(builder, loc, withShape(value, shape), value, permutation);
}

Value GraphBuilder::slice(Value value, ArrayRef<int64_t> starts, ArrayRef<int64_t> counts,
                          ArrayRef<int64_t> strides) {
  SmallVector<int64_t> sizes;
  for (auto [count, stride] : llvm::zip_equal(counts, strides))
    sizes.push_back((count - 1) * stride + 1);
  return SliceOp::create(builder, loc, withShape(value, counts), value, starts, sizes, strides);
}

Value GraphBuilder::gather(Value value, Value indices, int64_t axis) {
  SmallVector<int64_t> shape(getType(value).getShape());
  ArrayRef<int64_t> positions = getType(indices).getShape();
  shape.erase(shape.begin() + axis);
  shape.insert(shape.begin() + axis, positions.begin(), positions.end());
  return GatherOp::create(builder, loc, withShape(value, shape), value, indices, axis);
}

void GraphBuilder::checkIndex(Value indices, int64_t extent) { CheckIndexOp::create(builder, loc, indices, extent); }

Value GraphBuilder::reduceSum(Value value, int64_t axis) {
  SmallVector<int64_t> shape(getType(value).getShape());
  shape.erase(shape.begin() + axis);
  return ReduceSumOp::create(builder, loc, withShape(value, shape), value, axis, /*keep_dimensions=*/false);
}

Value GraphBuilder::matmul(Value lhs, Value rhs) {
  ArrayRef<int64_t> left = getType(lhs).getShape(), right = getType(rhs).getShape();
  SmallVector<int64_t> shape;
  OpTrait::util::getBroadcastedShape(left.drop_back(2), right.drop_back(2), shape);
  shape.push_back(left[left.size() - 2]);
  shape.push_back(right.back());
  return MatmulOp::create(builder, loc, withShape(lhs, shape), lhs, rhs);
}
