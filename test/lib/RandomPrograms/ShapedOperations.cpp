//===- ShapedOperations.cpp - operations whose shapes must fit ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions, shape operators, selection, contractions and convolutions.
//
//===----------------------------------------------------------------------===//

#include "FunctionBuilder.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

SmallVector<int64_t> FunctionBuilder::pickAxes(int64_t rank, bool allowEmpty) {
  SmallVector<int64_t> axes;
  for (int64_t i = 0; i < rank; ++i)
    if (random.oneIn(2))
      axes.push_back(i);
  if (axes.empty() && !allowEmpty)
    axes.push_back(random.below(rank));
  // The order of the list carries no meaning, so it may be any.
  if (axes.size() > 1 && random.oneIn(2))
    std::swap(axes.front(), axes.back());
  return axes;
}

Value FunctionBuilder::makeReduction() {
  Location loc = builder.getUnknownLoc();
  UnitAttr keepdims = random.oneIn(2) ? builder.getUnitAttr() : UnitAttr();
  unsigned choice = random.below(5);
  // The greatest element has no derivative.
  if (options.isSmooth && choice == 3)
    choice = 2;
  if (choice == 4) {
    Value a = pick(Kind::Numeric, /*minRank=*/1);
    return ArgmaxOp::create(builder, loc, a, builder.getI64IntegerAttr(random.below(typeOf(a).getRank())), keepdims);
  }
  // A long sum meets more than one block of N15.
  Value a = random.oneIn(8) ? constant(pickDType(choice == 2 ? Kind::Fraction : Kind::Numeric),
                                       {1 + int64_t(random.below(options.maxElements))})
                            : pick(choice == 2 ? Kind::Fraction : Kind::Numeric);
  auto axes = builder.getDenseI64ArrayAttr(pickAxes(typeOf(a).getRank(), /*allowEmpty=*/true));
  switch (choice) {
  case 2:
    return MeanOp::create(builder, loc, a, axes, keepdims);
  case 3:
    return ReduceMaxOp::create(builder, loc, a, axes, keepdims);
  default:
    return SumOp::create(builder, loc, a, axes, keepdims);
  }
}

Value FunctionBuilder::makeShape() {
  Location loc = builder.getUnknownLoc();
  Value a = pick(Kind::Any);
  int64_t rank = typeOf(a).getRank();
  Shape shape(typeOf(a).getShape());
  switch (random.below(5)) {
  case 0: {
    // Deal the extents out to new dims: merge neighbours, split by a factor.
    Shape result;
    for (int64_t extent : shape) {
      if (!result.empty() && random.oneIn(2))
        result.back() *= extent;
      else if (extent % 2 == 0 && extent > 0 && result.size() < 4)
        result.append({2, extent / 2});
      else
        result.push_back(extent);
    }
    if (result.size() < 5 && random.oneIn(3))
      result.insert(result.begin() + random.below(result.size() + 1), 1);
    return ReshapeOp::create(builder, loc, typeOf(a).clone(result), a);
  }
  case 1: {
    SmallVector<int64_t> perm;
    for (int64_t i = 0; i < rank; ++i)
      perm.push_back(i);
    for (int64_t i = rank - 1; i > 0; --i)
      std::swap(perm[i], perm[random.below(i + 1)]);
    return TransposeOp::create(builder, loc, a, builder.getDenseI64ArrayAttr(perm));
  }
  case 2:
    if (rank >= 5)
      return {};
    return ExpandDimsOp::create(builder, loc, a, builder.getI64IntegerAttr(random.below(rank + 1)));
  case 3: {
    SmallVector<int64_t> axes;
    if (random.oneIn(2))
      for (int64_t i = 0; i < rank; ++i)
        if (shape[i] == 1 && random.oneIn(2))
          axes.push_back(i);
    return SqueezeOp::create(builder, loc, a, builder.getDenseI64ArrayAttr(axes));
  }
  default: {
    Shape result = shape;
    for (int64_t &extent : result)
      if (extent == 1)
        extent = options.isSmooth ? 1 + random.below(3) : random.below(4);
    if (result.size() < 5 && random.oneIn(2))
      result.insert(result.begin(), 1 + random.below(3));
    return fits(result) ? broadcastTo(a, result) : Value();
  }
  }
}

Value FunctionBuilder::makeSelection() {
  Location loc = builder.getUnknownLoc();
  Value a = pick(Kind::Any, /*minRank=*/1);
  Shape shape(typeOf(a).getShape());
  int64_t rank = shape.size();
  unsigned choice = random.below(4);
  if (choice == 0) {
    SmallVector<int64_t> axes, indices;
    for (int64_t axis : pickAxes(rank, /*allowEmpty=*/false)) {
      if (shape[axis] == 0)
        return {};
      axes.push_back(axis);
      indices.push_back(random.below(shape[axis]));
    }
    return IndexOp::create(builder, loc, a, builder.getDenseI64ArrayAttr(axes), builder.getDenseI64ArrayAttr(indices));
  }
  if (choice == 1) {
    SmallVector<int64_t> axes, starts, ends, strides;
    for (int64_t axis : pickAxes(rank, /*allowEmpty=*/false)) {
      int64_t extent = shape[axis], stride = 1 + random.below(3);
      int64_t start = random.below(extent + 1), end = start + random.below(extent - start + 1);
      if (options.isSmooth && start == end)
        return {};
      if (random.oneIn(3) && extent > 0) {
        // Backwards, now and then down to element 0.
        stride = -stride;
        start = random.below(extent);
        end = int64_t(random.below(start + (options.isSmooth ? 1 : 2))) - 1;
      } else if (random.oneIn(4)) {
        end = ShapedType::kDynamic;
      }
      axes.push_back(axis);
      starts.push_back(start);
      ends.push_back(end);
      strides.push_back(stride);
    }
    return SliceOp::create(builder, loc, a, builder.getDenseI64ArrayAttr(axes), builder.getDenseI64ArrayAttr(starts),
                           builder.getDenseI64ArrayAttr(ends), builder.getDenseI64ArrayAttr(strides));
  }
  int64_t axis = random.below(rank);
  Shape indexShape = pickShape(rank >= 4 ? 1 : 2);
  if (shape[axis] == 0)
    return {};
  Value indices = integerConstant(pickDType(Kind::Integer), indexShape, 0, shape[axis]);
  Shape result(shape);
  result.erase(result.begin() + axis);
  result.insert(result.begin() + axis, indexShape.begin(), indexShape.end());
  if (!fits(result))
    return {};
  if (choice == 3 && accepts(Kind::Numeric, *getDType(typeOf(a).getElementType()))) {
    Value grad = valueOf(typeOf(a).clone(result));
    return GatherGradOp::create(builder, loc, a.getType(), grad, indices, builder.getI64IntegerAttr(axis));
  }
  return GatherOp::create(builder, loc, a, indices, builder.getI64IntegerAttr(axis));
}

Value FunctionBuilder::makeInsertion() {
  Location loc = builder.getUnknownLoc();
  Value dest = pick(Kind::Any, /*minRank=*/1);
  Shape source(typeOf(dest).getShape());
  SmallVector<int64_t> axes, starts, strides;
  SmallVector<Value> dynamicStarts;
  for (int64_t axis : pickAxes(source.size(), /*allowEmpty=*/false)) {
    int64_t extent = source[axis], stride = 1 + random.below(2);
    if (extent == 0)
      return {};
    int64_t count = random.below((extent + stride - 1) / stride + 1);
    int64_t last = count == 0 ? 0 : (count - 1) * stride;
    int64_t start = random.below(extent - last);
    if (random.oneIn(4)) {
      start += last;
      stride = -stride;
    }
    source[axis] = count;
    axes.push_back(axis);
    strides.push_back(stride);
    if (random.oneIn(3)) {
      starts.push_back(ShapedType::kDynamic);
      dynamicStarts.push_back(integerConstant(pickDType(Kind::Integer), {}, start, start + 1));
    } else {
      starts.push_back(start);
    }
  }
  return InsertOp::create(builder, loc, dest.getType(), dest, valueOf(typeOf(dest).clone(source)), dynamicStarts,
                          builder.getDenseI64ArrayAttr(axes), builder.getDenseI64ArrayAttr(starts),
                          builder.getDenseI64ArrayAttr(strides));
}

Value FunctionBuilder::makeContraction() {
  Location loc = builder.getUnknownLoc();
  Value a = pick(Kind::Numeric, /*minRank=*/1, /*maxRank=*/4);
  Shape left(typeOf(a).getShape());
  int64_t k = left.back(), columns = 1 + random.below(random.oneIn(4) ? 40 : 6);
  if (left.size() == 1) {
    // A vector goes with a vector or a matrix.
    Shape right = random.oneIn(2) ? Shape{k} : Shape{k, columns};
    return fits(right) ? DotOp::create(builder, loc, a, valueOf(typeOf(a).clone(right))).getResult() : Value();
  }
  if (left.size() == 2 && random.oneIn(4))
    return DotOp::create(builder, loc, a, valueOf(typeOf(a).clone({k})));
  // Batches: none, the same, or broadcast.
  Shape right(left.begin(), left.end() - 2);
  right.erase(right.begin(), right.begin() + random.below(right.size() + 1));
  for (int64_t &extent : right)
    if (random.oneIn(3))
      extent = 1;
  Shape result = broadcast(ArrayRef<int64_t>(left).drop_back(2), right);
  result.append({left[left.size() - 2], columns});
  right.append({k, columns});
  if (!fits(right) || !fits(result))
    return {};
  return MatmulOp::create(builder, loc, a, valueOf(typeOf(a).clone(right)));
}

Value FunctionBuilder::makeConvolution() {
  Location loc = builder.getUnknownLoc();
  DType dtype = pickDType(Kind::Numeric);
  int64_t filterHeight = 1 + random.below(3), filterWidth = 1 + random.below(3);
  int64_t channels = 1 + random.below(3), features = 1 + random.below(4);
  int64_t height = filterHeight + random.below(6), width = filterWidth + random.below(6);
  Type inputType = type(dtype, {1 + int64_t(random.below(2)), height, width, channels});
  Type filterType = type(dtype, {filterHeight, filterWidth, channels, features});
  int64_t strideHeight = 1 + random.below(3), strideWidth = 1 + random.below(3);
  SmallVector<int64_t> pads;
  auto padding = ConvPadding(random.below(3));
  if (padding == ConvPadding::Explicit)
    for (int i = 0; i < 4; ++i)
      pads.push_back(random.below(3));
  auto strides = builder.getDenseI64ArrayAttr({strideHeight, strideWidth});
  auto paddingAttr = ConvPaddingAttr::get(builder.getContext(), padding);
  auto padsAttr = builder.getDenseI64ArrayAttr(pads);

  Value input = valueOf(inputType), filter = valueOf(filterType);
  auto conv = Conv2DOp::create(builder, loc, input, filter, strides, paddingAttr, padsAttr);
  if (random.oneIn(2))
    return conv;
  pool.push_back(conv);
  Value grad = valueOf(typeOf(conv));
  if (random.oneIn(2))
    return Conv2DGradInputOp::create(builder, loc, inputType, grad, filter, strides, paddingAttr, padsAttr);
  return Conv2DGradFilterOp::create(builder, loc, filterType, input, grad, strides, paddingAttr, padsAttr);
}
