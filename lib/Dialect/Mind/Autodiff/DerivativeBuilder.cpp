//===- DerivativeBuilder.cpp - what rules build with ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/Autodiff/DerivativeBuilder.h"
#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

ReverseContext::~ReverseContext() = default;
ForwardContext::~ForwardContext() = default;

bool autodiff::isDifferentiable(Type type) { return isFractionTensor(type); }

RankedTensorType autodiff::getTensorTypeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

InFlightDiagnostic autodiff::emitRefusal(Operation *op, StringRef code, const Twine &message) {
  return emitError(op->getLoc()) << "[" << code << "] " << message;
}

static Type getElements(Value value) { return getTensorTypeOf(value).getElementType(); }

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value DerivativeBuilder::zeros(RankedTensorType type) { return fill(type, 0.0); }

Value DerivativeBuilder::fill(RankedTensorType type, double number) {
  return type.getRank() == 0 ? scalar(type.getElementType(), number) : FillOp::create(*this, type, number).getResult();
}

/// Whether a dim has a name that no argument of the function at `block` has.
static bool hasOwnNames(Block *block, RankedTensorType type) {
  auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  if (!dims)
    return false;
  Operation *op = block->getParentOp();
  auto function = isa<func::FuncOp>(op) ? cast<func::FuncOp>(op) : op->getParentOfType<func::FuncOp>();
  llvm::SmallDenseSet<Attribute> bound;
  for (Type argument : function.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(argument))
      if (auto names = dyn_cast_or_null<DimsAttr>(tensor.getEncoding()))
        bound.insert(names.getDims().begin(), names.getDims().end());
  return llvm::any_of(dims.getDims(), [&](Attribute dim) { return isa<StringAttr>(dim) && !bound.contains(dim); });
}

Value DerivativeBuilder::zerosLike(Value like) {
  RankedTensorType type = getTensorTypeOf(like);
  if (!hasOwnNames(getInsertionBlock(), type))
    return zeros(type);
  return CastOp::create(*this, type, compare(CmpPredicate::Lt, like, like));
}

Value DerivativeBuilder::fillLike(Value like, double number) {
  RankedTensorType type = getTensorTypeOf(like);
  return hasOwnNames(getInsertionBlock(), type) ? broadcastLike(scalar(type.getElementType(), number), like)
                                                : fill(type, number);
}

bool autodiff::isZerosLike(Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  auto compare = cast ? cast.getInput().getDefiningOp<CompareOp>() : CompareOp();
  return compare && compare.getPredicate() == CmpPredicate::Lt && compare.getLhs() == compare.getRhs();
}

Value DerivativeBuilder::count(RankedTensorType type) {
  if (hasOwnNames(getInsertionBlock(), type))
    return {};
  return SumOp::create(*this, FillOp::create(*this, type, 1.0), ArrayRef<int64_t>(), /*keepdims=*/false);
}

Value DerivativeBuilder::countsLike(Value like, ArrayRef<int64_t> axes, bool keepdims) {
  RankedTensorType type = getTensorTypeOf(like), wide = withElementType(type, getI64Type());
  Value ones;
  if (hasOwnNames(getInsertionBlock(), type)) {
    // What is less than itself is nothing, and what is not is everything.
    Value none = CastOp::create(*this, wide, compare(CmpPredicate::Lt, like, like));
    ones = add(none, integer(1));
  } else {
    ones = FillOp::create(*this, wide, 1.0);
  }
  return SumOp::create(*this, ones, axes, keepdims);
}

Value DerivativeBuilder::scalar(Type elementType, double number) {
  TypedAttr value = convertFillValue(number, elementType);
  auto elements = DenseElementsAttr::get(getScalarType(value.getType()), ArrayRef<Attribute>(value));
  return ConstantOp::create(*this, getScalarType(elementType), elements);
}

Value DerivativeBuilder::integer(int64_t number) {
  return ConstantOp::create(*this, DenseElementsAttr::get(getScalarType(getI64Type()), ArrayRef(number)));
}

Value DerivativeBuilder::iota(int64_t count, int64_t stride) {
  SmallVector<int64_t> numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(i * stride);
  auto type = RankedTensorType::get({count}, getI64Type());
  return ConstantOp::create(*this, DenseElementsAttr::get(type, ArrayRef(numbers)));
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value DerivativeBuilder::add(Value lhs, Value rhs) { return AddOp::create(*this, lhs, rhs); }
Value DerivativeBuilder::sub(Value lhs, Value rhs) { return SubOp::create(*this, lhs, rhs); }
Value DerivativeBuilder::mul(Value lhs, Value rhs) { return MulOp::create(*this, lhs, rhs); }
Value DerivativeBuilder::div(Value lhs, Value rhs) { return DivOp::create(*this, lhs, rhs); }
Value DerivativeBuilder::negate(Value value) { return mul(value, scalar(getElements(value), -1.0)); }

Value DerivativeBuilder::compare(CmpPredicate predicate, Value lhs, Value rhs) {
  return CompareOp::create(*this, predicate, lhs, rhs);
}

Value DerivativeBuilder::unary(UnaryKind kind, Value value) {
  return UnaryOp::create(*this, value.getType(), kind, value);
}

Value DerivativeBuilder::select(Value mask, Value onTrue, Value onFalse) {
  return arith::SelectOp::create(*this, mask, onTrue, onFalse);
}

Value DerivativeBuilder::materialize(const Contribution &contribution) {
  if (!contribution.mask)
    return contribution.value;
  Value zero = zerosLike(contribution.value);
  return contribution.isInverted ? select(contribution.mask, zero, contribution.value)
                                 : select(contribution.mask, contribution.value, zero);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value DerivativeBuilder::reshape(Value value, RankedTensorType type) {
  return value.getType() == type ? value : ReshapeOp::create(*this, type, value).getResult();
}

Value DerivativeBuilder::transpose(Value value, ArrayRef<int64_t> perm) {
  return TransposeOp::create(*this, value, perm);
}

Value DerivativeBuilder::transposeMatrices(Value value) {
  SmallVector<int64_t> perm = llvm::to_vector(llvm::seq<int64_t>(0, getTensorTypeOf(value).getRank()));
  std::swap(perm.back(), perm[perm.size() - 2]);
  return transpose(value, perm);
}

Value DerivativeBuilder::expandDims(Value value, int64_t axis) { return ExpandDimsOp::create(*this, value, axis); }

Value DerivativeBuilder::broadcast(Value value, RankedTensorType type) {
  return value.getType() == type ? value : BroadcastToOp::create(*this, type, value).getResult();
}

Value DerivativeBuilder::broadcastLike(Value value, Value like) {
  RankedTensorType type = getTensorTypeOf(like);
  if (value.getType() == type || !hasOwnNames(getInsertionBlock(), type))
    return broadcast(value, type);
  // Less +0 it stays as it is, -0 too.
  return sub(value, zerosLike(like));
}

Value DerivativeBuilder::restoreAxes(Value value, RankedTensorType input, ArrayRef<int64_t> axes) {
  shape::Result<shape::Shape> kept = shape::reduce(getDims(input), axes, /*keepdims=*/true);
  return reshape(value, getTensorType(getContext(), *kept, getElements(value)));
}

Value DerivativeBuilder::unbroadcast(Value value, RankedTensorType type) {
  if (value.getType() == type)
    return value;
  SmallVector<shape::Dim> from = getDims(getTensorTypeOf(value)), to = getDims(type);
  size_t lead = from.size() - to.size();
  SmallVector<int64_t> axes;
  for (size_t i = 0; i < from.size(); ++i)
    if (i < lead || (to[i - lead].size == 1 && from[i].size != 1))
      axes.push_back(int64_t(i));
  bool keepsDims = axes.size() > lead;
  if (!axes.empty())
    value = SumOp::create(*this, value, axes, keepsDims);
  return reshape(value, type);
}

Value DerivativeBuilder::extent(Value value, int64_t axis) {
  shape::Dim dim = getDims(getTensorTypeOf(value))[axis];
  if (!dim.isSymbolic())
    return integer(dim.size);
  if (!hasOwnNames(getInsertionBlock(), getTensorTypeOf(value))) {
    RankedTensorType ones = getTensorType(getContext(), dim, getI64Type());
    return SumOp::create(*this, FillOp::create(*this, ones, 1.0), ArrayRef<int64_t>(), /*keepdims=*/false);
  }
  // All counts are equal; of none of them the extent does not matter.
  Value counts = countsLike(value, axis, /*keepdims=*/true);
  return ReduceMaxOp::create(*this, counts, ArrayRef<int64_t>(), /*keepdims=*/false);
}
