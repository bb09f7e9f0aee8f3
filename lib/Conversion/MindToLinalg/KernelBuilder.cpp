//===- KernelBuilder.cpp - own loop nests on tensors ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mind;

using Values = KernelBuilder::Values;

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

Value KernelBuilder::index(int64_t value) { return arith::ConstantIndexOp::create(*this, value); }

Value KernelBuilder::add(Value lhs, Value rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return index(*left + *right);
  if (left && *left == 0)
    return rhs;
  if (right && *right == 0)
    return lhs;
  return arith::AddIOp::create(*this, lhs, rhs);
}

Value KernelBuilder::sub(Value lhs, Value rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return index(*left - *right);
  if (right && *right == 0)
    return lhs;
  return arith::SubIOp::create(*this, lhs, rhs);
}

Value KernelBuilder::mul(Value lhs, Value rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return index(*left * *right);
  if (left && *left == 1)
    return rhs;
  if (right && *right == 1)
    return lhs;
  return arith::MulIOp::create(*this, lhs, rhs);
}

Value KernelBuilder::min(Value lhs, Value rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return index(std::min(*left, *right));
  return arith::MinSIOp::create(*this, lhs, rhs);
}

Value KernelBuilder::max(Value lhs, Value rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return index(std::max(*left, *right));
  return arith::MaxSIOp::create(*this, lhs, rhs);
}

Value KernelBuilder::div(Value lhs, int64_t rhs) {
  if (std::optional<int64_t> left = getConstantIntValue(lhs))
    return index(*left / rhs);
  return rhs == 1 ? lhs : arith::DivUIOp::create(*this, lhs, index(rhs)).getResult();
}

Value KernelBuilder::rem(Value lhs, int64_t rhs) {
  if (std::optional<int64_t> left = getConstantIntValue(lhs))
    return index(*left % rhs);
  return rhs == 1 ? index(0) : arith::RemUIOp::create(*this, lhs, index(rhs)).getResult();
}

Value KernelBuilder::size(Value tensor, int64_t dim) {
  return getIndexValue(*this, getLoc(), getDimSize(*this, getLoc(), tensor, dim));
}

Values KernelBuilder::sizes(Value tensor) {
  Values result;
  for (int64_t i = 0, e = cast<RankedTensorType>(tensor.getType()).getRank(); i < e; ++i)
    result.push_back(size(tensor, i));
  return result;
}

//===----------------------------------------------------------------------===//
// Elements and runs
//===----------------------------------------------------------------------===//

Type KernelBuilder::getRunType(Type element, int64_t width) {
  return width == 1 ? element : Type(VectorType::get(width, element));
}

Value KernelBuilder::zeros(Type element, int64_t width) {
  return arith::ConstantOp::create(*this, getZeroAttr(getRunType(element, width)));
}

Value KernelBuilder::broadcast(Value scalar, int64_t width) {
  if (width == 1)
    return scalar;
  return vector::BroadcastOp::create(*this, getRunType(scalar.getType(), width), scalar);
}

Value KernelBuilder::read(Value tensor, ValueRange indices, int64_t width, bool isFull, Value padding) {
  if (width == 1)
    return tensor::ExtractOp::create(*this, tensor, indices);
  Type element = getElementTypeOrSelf(tensor.getType());
  if (!padding)
    padding = zeros(element, 1);
  bool inBounds[] = {isFull};
  return vector::TransferReadOp::create(*this, VectorType::get(width, element), tensor, indices, padding,
                                        ArrayRef<bool>(inBounds));
}

Value KernelBuilder::write(Value run, Value tensor, ValueRange indices, bool isFull) {
  if (!isa<VectorType>(run.getType()))
    return tensor::InsertOp::create(*this, run, tensor, indices);
  bool inBounds[] = {isFull};
  return vector::TransferWriteOp::create(*this, run, tensor, indices, ArrayRef<bool>(inBounds)).getResult();
}

Value KernelBuilder::plus(Value lhs, Value rhs) {
  if (isa<FloatType>(getElementTypeOrSelf(lhs.getType())))
    return arith::AddFOp::create(*this, lhs, rhs);
  return arith::AddIOp::create(*this, lhs, rhs);
}

Value KernelBuilder::fma(Value a, Value b, Value c) {
  if (isa<FloatType>(getElementTypeOrSelf(a.getType())))
    return math::FmaOp::create(*this, a, b, c);
  return arith::AddIOp::create(*this, arith::MulIOp::create(*this, a, b), c);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Values KernelBuilder::loop(Value lower, Value upper, int64_t step, ValueRange inits, Body body) {
  std::optional<int64_t> first = getConstantIntValue(lower), last = getConstantIntValue(upper);
  if (first && last && *first >= *last)
    return inits;
  if (first && last && *last - *first <= step)
    return body(lower, inits);
  auto loop = scf::ForOp::create(*this, lower, upper, index(step), inits);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  Values next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  // A loop without carried values is made with its terminator.
  if (!inits.empty())
    scf::YieldOp::create(*this, next);
  return loop.getResults();
}

Values KernelBuilder::nest(ValueRange extents, ValueRange inits, NestBody body) {
  Values ivs;
  std::function<Values(ValueRange)> emit = [&](ValueRange carried) -> Values {
    if (ivs.size() == extents.size())
      return body(ivs, carried);
    return loop(index(0), extents[ivs.size()], 1, carried, [&](Value iv, ValueRange inner) {
      ivs.push_back(iv);
      Values next = emit(inner);
      ivs.pop_back();
      return next;
    });
  };
  return emit(inits);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value KernelBuilder::empty(ValueRange extents, Type element) {
  SmallVector<OpFoldResult> sizes;
  for (Value extent : extents)
    sizes.push_back(getAsOpFoldResult(extent));
  return tensor::EmptyOp::create(*this, sizes, element);
}

Value KernelBuilder::map(Value value, Type element, ElementBody body) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return body(*this, getLoc(), value);
  Value init = empty(sizes(value), element);
  AffineMap identity = getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(*this, init.getType(), value, init, ArrayRef<AffineMap>{identity, identity},
                                           iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
                                             linalg::YieldOp::create(b, loc, body(b, loc, arguments[0]));
                                           });
  return generic.getResult(0);
}

static SmallVector<ReassociationIndices> getReassociation(KernelBuilder::Groups groups) {
  SmallVector<ReassociationIndices> result;
  for (auto [first, last] : groups)
    result.push_back(llvm::to_vector(llvm::seq(first, last)));
  return result;
}

Value KernelBuilder::collapse(Value tensor, Groups groups) {
  if (cast<RankedTensorType>(tensor.getType()).getRank() == int64_t(groups.size()))
    return tensor;
  return tensor::CollapseShapeOp::create(*this, tensor, getReassociation(groups));
}

Value KernelBuilder::expand(Value tensor, Groups groups, ValueRange extents) {
  if (extents.size() == groups.size())
    return tensor;
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  for (Value extent : extents) {
    sizes.push_back(getAsOpFoldResult(extent));
    shape.push_back(getConstantIntValue(extent).value_or(ShapedType::kDynamic));
  }
  auto type = RankedTensorType::get(shape, getElementTypeOrSelf(tensor.getType()));
  return tensor::ExpandShapeOp::create(*this, type, tensor, getReassociation(groups), sizes);
}
