//===- Indexing.cpp - rules of index, slice, gather, insert ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What takes part of a tensor puts its cotangent into zeros, and what puts takes. An
// element that several positions of a gather take is added in the order of the
// positions (N17).
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

namespace {

/// The first position that a slice of a named dim takes, which is clamped at run
/// time; it does not matter where the slice is empty.
Value getFirst(DerivativeBuilder &builder, Value input, int64_t axis, int64_t start, int64_t stride) {
  Value extent = builder.extent(input, axis);
  Value first = start < 0 ? builder.add(extent, builder.integer(start)) : builder.integer(start);
  if (start < 0)
    return MaxOp::create(builder, first, builder.integer(0));
  return stride < 0 ? MinOp::create(builder, first, builder.sub(extent, builder.integer(1))).getResult() : first;
}

/// Zeros of the type of `input`, with `source` at the positions given.
Value insertIntoZeros(DerivativeBuilder &builder, Value input, Value source, ArrayRef<int64_t> axes,
                      ArrayRef<int64_t> starts, ArrayRef<int64_t> strides) {
  RankedTensorType type = getTensorTypeOf(input);
  SmallVector<int64_t> fixed(starts);
  SmallVector<Value> dynamic;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    // A slice from the front of a named dim begins there whatever the extent is.
    if (!type.isDynamicDim(axis) || (starts[i] >= 0 && strides[i] > 0))
      continue;
    dynamic.push_back(getFirst(builder, input, axis, starts[i], strides[i]));
    fixed[i] = ShapedType::kDynamic;
  }
  return InsertOp::create(builder, type, builder.zerosLike(input), source, dynamic, axes, fixed, strides);
}

struct IndexModel : LinearModel<IndexModel, IndexOp> {
  bool isInCoreProfile(Operation *) const { return false; }

  static Value pull(DerivativeBuilder &builder, IndexOp op, Value g) {
    RankedTensorType type = op.getInput().getType();
    if (!op.getAxes().empty())
      g = builder.restoreAxes(g, type, op.getAxes());
    SmallVector<int64_t> strides(op.getAxes().size(), 1);
    return insertIntoZeros(builder, op.getInput(), g, op.getAxes(), op.getIndices(), strides);
  }
};

struct SliceModel : LinearModel<SliceModel, SliceOp> {
  bool isInCoreProfile(Operation *) const { return false; }

  static Value pull(DerivativeBuilder &builder, SliceOp op, Value g) {
    return insertIntoZeros(builder, op.getInput(), g, op.getAxes(), op.getStarts(), op.getStrides());
  }
};

struct GatherModel : LinearModel<GatherModel, GatherOp> {
  static Value pull(DerivativeBuilder &builder, GatherOp op, Value g) {
    return GatherGradOp::create(builder, op.getInput().getType(), g, op.getIndices(), op.getAxis());
  }
};

struct GatherGradModel : LinearModel<GatherGradModel, GatherGradOp> {
  static Value pull(DerivativeBuilder &builder, GatherGradOp op, Value h) {
    return GatherOp::create(builder, h, op.getIndices(), op.getAxis());
  }
};

//===----------------------------------------------------------------------===//
// Insert
//===----------------------------------------------------------------------===//

/// `first`, `first + stride`, ...: one number for each position of an axis of `like`.
/// An extent that has a name is counted at run time.
Value getPositions(DerivativeBuilder &builder, Value like, int64_t axis, Value first, int64_t stride) {
  RankedTensorType type = getTensorTypeOf(like);
  if (!type.isDynamicDim(axis))
    return builder.add(builder.iota(type.getDimSize(axis), stride), first);

  RankedTensorType i64 = getScalarType(builder.getI64Type());
  RankedTensorType row = getTensorType(builder.getContext(), getDims(type)[axis], builder.getI64Type());
  SmallVector<int64_t> others = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  others.erase(others.begin() + axis);
  Value numbers = others.empty() ? like : builder.countsLike(like, others, /*keepdims=*/false);
  numbers = CastOp::create(builder, row, builder.compare(CmpPredicate::Lt, numbers, numbers));

  Value inits[] = {builder.integer(0), first, numbers};
  Value extent = builder.extent(like, axis), one = builder.integer(1), step = builder.integer(stride);
  Type types[] = {i64, i64, row};
  auto loop = scf::WhileOp::create(builder, TypeRange(types), inits);
  SmallVector<Location> locs(3, builder.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  Block *check = builder.createBlock(&loop.getBefore(), {}, TypeRange(types), locs);
  Value isInside = builder.compare(CmpPredicate::Lt, check->getArgument(0), extent);
  scf::ConditionOp::create(builder, tensor::ExtractOp::create(builder, isInside, ValueRange()),
                           check->getArguments());
  Block *body = builder.createBlock(&loop.getAfter(), {}, TypeRange(types), locs);
  Value i = body->getArgument(0), position = body->getArgument(1);
  int64_t front = 0, start = ShapedType::kDynamic, unit = 1;
  Value next = InsertOp::create(builder, row, body->getArgument(2), builder.expandDims(position, 0), i,
                                ArrayRef(front), ArrayRef(start), ArrayRef(unit));
  scf::YieldOp::create(builder, ValueRange{builder.add(i, one), builder.add(position, step), next});
  return loop.getResult(2);
}

/// The elements of `value` at the positions of an insertion along one axis.
Value takeInserted(DerivativeBuilder &builder, InsertOp op, Value value, unsigned i, Value dynamicStart) {
  int64_t axis = op.getAxes()[i], start = op.getStarts()[i], stride = op.getStrides()[i];
  int64_t count = op.getSource().getType().getDimSize(axis);
  if (!dynamicStart && !ShapedType::isDynamic(count) && !getTensorTypeOf(value).isDynamicDim(axis)) {
    int64_t end = count == 0 ? start : start + stride * (count - 1) + (stride > 0 ? 1 : -1);
    if (count == 0)
      start = end = 0;
    return SliceOp::create(builder, value, ArrayRef(axis), ArrayRef(start), ArrayRef(end), ArrayRef(stride));
  }
  Value first = dynamicStart ? dynamicStart : builder.integer(start);
  auto i64 = getScalarType(builder.getI64Type());
  if (first.getType() != i64)
    first = CastOp::create(builder, i64, first);
  return GatherOp::create(builder, value, getPositions(builder, op.getSource(), axis, first, stride), uint64_t(axis));
}

struct InsertModel : DifferentiableOpInterface::ExternalModel<InsertModel, InsertOp> {
  bool isLinearIn(Operation *, const BitVector &inputs) const { return inputs.test(0) && inputs.test(1); }

  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    DerivativeBuilder &builder = context.builder;
    auto insert = cast<InsertOp>(op);
    if (active.test(0)) {
      Value zeros = builder.zerosLike(insert.getSource());
      contributions[0] = InsertOp::create(builder, insert.getType(), cotangents[0], zeros, insert.getDynamicStarts(),
                                          insert.getAxes(), insert.getStarts(), insert.getStrides())
                             .getResult();
    }
    if (!active.test(1))
      return success();
    Value taken = cotangents[0];
    ValueRange dynamic = insert.getDynamicStarts();
    for (unsigned i = 0; i < insert.getAxes().size(); ++i) {
      Value start;
      if (ShapedType::isDynamic(insert.getStarts()[i])) {
        start = dynamic.front();
        dynamic = dynamic.drop_front();
      }
      taken = takeInserted(builder, insert, taken, i, start);
    }
    contributions[1] = taken;
    return success();
  }

  LogicalResult buildJVP(Operation *op, ForwardContext &context, ArrayRef<Value> tangents,
                         MutableArrayRef<Value> results) const {
    Operation *copy = context.builder.clone(*op);
    for (unsigned i = 0; i < 2; ++i) {
      OpBuilder::InsertionGuard guard(context.builder);
      context.builder.setInsertionPoint(copy);
      copy->setOperand(i, tangents[i] ? tangents[i] : context.builder.zerosLike(op->getOperand(i)));
    }
    results[0] = copy->getResult(0);
    return success();
  }
};

} // namespace

void autodiff::attachIndexingModels(MLIRContext *context) {
  IndexOp::attachInterface<IndexModel>(*context);
  SliceOp::attachInterface<SliceModel>(*context);
  GatherOp::attachInterface<GatherModel>(*context);
  GatherGradOp::attachInterface<GatherGradModel>(*context);
  InsertOp::attachInterface<InsertModel>(*context);
}
