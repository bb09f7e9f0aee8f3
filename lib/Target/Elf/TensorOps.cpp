//===- TensorOps.cpp - constants, movement, sums, contractions ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"
#include "FunctionEmitter.h"
#include "Reductions.h"
#include "Selection.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The elements as they lie in memory; empty if they are not numbers.
static std::vector<uint8_t> getBytes(Operation &op, const ValueType &type) {
  unsigned size = getByteSize(type.dtype);
  std::vector<uint8_t> bytes;
  bytes.reserve(size_t(type.getBytes()));
  auto append = [&](uint64_t bits) {
    for (unsigned i = 0; i < size; ++i)
      bytes.push_back(uint8_t(bits >> 8 * i));
  };
  Attribute value;
  if (auto constant = dyn_cast<ConstantOp>(op))
    value = constant.getValue();
  else
    value = cast<arith::ConstantOp>(op).getValue();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (blob && type.dtype != DType::I1 && int64_t(blob->getData().size()) == type.getBytes())
      bytes.assign(blob->getData().begin(), blob->getData().end());
    return bytes;
  }
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements)
    return bytes;
  if (auto integers = elements.tryGetValues<APInt>())
    for (const APInt &element : *integers)
      append(element.getZExtValue());
  else if (auto floats = elements.tryGetValues<APFloat>())
    for (const APFloat &element : *floats)
      append(element.bitcastToAPInt().getZExtValue());
  return bytes;
}

bool FunctionEmitter::emitConstant(Operation &op) {
  Value result = op.getResult(0);
  if (plan.isLiteral(result))
    return true;
  ValueType type = typeOf(result);
  std::optional<uint64_t> splat = getSplat(result);
  if (!splat && isa<FillOp>(op)) {
    // Nothing that follows in this block is reached.
    as.jmp(state.noValueFault);
    return true;
  }
  if (type.getBytes() == 0)
    return true;
  if (splat && type.getBytes() > 64) {
    emitFill(as, type.dtype, type.getNumElements(), *splat, placeOf(result));
    return true;
  }
  std::vector<uint8_t> bytes;
  if (splat) {
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      for (unsigned k = 0; k < getByteSize(type.dtype); ++k)
        bytes.push_back(uint8_t(*splat >> 8 * k));
  } else {
    bytes = getBytes(op, type);
  }
  if (int64_t(bytes.size()) != type.getBytes())
    return fail(&op, "elements of this kind");
  plan.setConstantPlace(result, {Place::Constant, as.addConstant(bytes, bytes.size() >= 32 ? 64 : 8)});
  return true;
}

Place FunctionEmitter::readablePlace(Value value) {
  if (!plan.isLiteral(value))
    return placeOf(value);
  // A literal is one element, or it would have a place.
  ValueType type = typeOf(value);
  std::vector<uint8_t> bytes;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    for (unsigned k = 0; k < getByteSize(type.dtype); ++k)
      bytes.push_back(uint8_t(*getSplat(value) >> 8 * k));
  return {Place::Constant, as.addConstant(bytes, 8)};
}

//===----------------------------------------------------------------------===//
// Movement and reductions
//===----------------------------------------------------------------------===//

static Split getSplit(ArrayRef<int64_t> shape, int64_t axis) {
  return {countElements(shape.take_front(axis)), shape[axis], countElements(shape.drop_front(axis + 1))};
}

bool FunctionEmitter::emitMovement(Operation &op) {
  Value result = op.getNumResults() == 1 ? op.getResult(0) : Value();
  auto positionsOf = [&](Value indices) {
    ValueType type = typeOf(indices);
    return Positions{type.dtype, type.getNumElements(), readablePlace(indices)};
  };
  if (isa<SumOp, MeanOp, ReduceMaxOp>(op)) {
    ValueType type = typeOf(op.getOperand(0));
    ArrayRef<int64_t> axes = op.getAttrOfType<DenseI64ArrayAttr>("axes").asArrayRef();
    Reduction reduction;
    reduction.kind = isa<SumOp>(op) ? ReduceKind::Sum : isa<MeanOp>(op) ? ReduceKind::Mean : ReduceKind::Max;
    reduction.dtype = type.dtype;
    reduction.shape = type.shape;
    reduction.axes.assign(axes.begin(), axes.end());
    reduction.input = readablePlace(op.getOperand(0));
    reduction.output = placeOf(result);
    reduction.scratch = plan.getScratch(&op);
    emitReduction(as, reduction);
    return true;
  }
  if (auto argmax = dyn_cast<ArgmaxOp>(op)) {
    ValueType type = typeOf(argmax.getInput());
    emitArgmax(as, type.dtype, type.shape, argmax.getAxis(), readablePlace(argmax.getInput()), placeOf(result));
    return true;
  }
  if (isa<TransposeOp, IndexOp, SliceOp>(op)) {
    ValueType from = typeOf(op.getOperand(0));
    LoopNest nest;
    Extents strides;
    Place input = readablePlace(op.getOperand(0));
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      Extents own = getStrides(from.shape);
      for (int64_t axis : transpose.getPerm()) {
        nest.shape.push_back(from.shape[axis]);
        strides.push_back(own[axis]);
      }
    } else {
      int64_t first;
      getWindow(&op, nest.shape, strides, first);
      input = input.advanced(first * getByteSize(from.dtype));
    }
    nest.program.addOutput(nest.program.loadRaw(from.dtype), from.dtype, /*isRaw=*/true);
    nest.inputs.push_back({input, strides});
    nest.outputs.push_back({placeOf(result), getStrides(nest.shape)});
    emitLoopNest(as, nest);
    return true;
  }
  if (auto gather = dyn_cast<GatherOp>(op)) {
    ValueType type = typeOf(gather.getInput());
    Positions positions = positionsOf(gather.getIndices());
    Place input = readablePlace(gather.getInput());
    emitGather(as, type.dtype, getSplit(type.shape, gather.getAxis()), positions, input, placeOf(result),
               state.indexFault);
    return true;
  }
  if (auto gather = dyn_cast<GatherGradOp>(op)) {
    ValueType type = typeOf(result);
    Positions positions = positionsOf(gather.getIndices());
    Place grad = readablePlace(gather.getGrad());
    emitGatherGrad(as, type.dtype, getSplit(type.shape, gather.getAxis()), positions, grad, placeOf(result),
                   plan.getScratch(&op), state.indexFault);
    return true;
  }
  if (auto insert = dyn_cast<InsertOp>(op)) {
    Insertion insertion;
    ValueType type = typeOf(result);
    insertion.dtype = type.dtype;
    insertion.dest = type.shape;
    insertion.source = typeOf(insert.getSource()).shape;
    unsigned next = 0;
    for (auto [axis, start, stride] : llvm::zip_equal(insert.getAxes(), insert.getStarts(), insert.getStrides())) {
      InsertAxis each{axis, stride, start, {}, start == ShapedType::kDynamic};
      if (each.isDynamic)
        each.dynamicStart = positionsOf(insert.getDynamicStarts()[next++]);
      insertion.axes.push_back(each);
    }
    insertion.destPlace = readablePlace(insert.getDest());
    insertion.sourcePlace = readablePlace(insert.getSource());
    insertion.output = placeOf(result);
    insertion.scratch = plan.getScratch(&op);
    emitInsert(as, insertion, state.indexFault);
    return true;
  }
  return emitElements(op);
}

/// Ops of upstream on single elements, at indices or one beside the other.
bool FunctionEmitter::emitElements(Operation &op) {
  if (op.getNumResults() != 1)
    return fail(&op, "any type");
  Place output = placeOf(op.getResult(0));
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    ValueType type = typeOf(extract.getTensor());
    int64_t bytes = getByteSize(type.dtype);
    as.loadAddress(as.rdi, readablePlace(extract.getTensor()));
    for (auto [index, extent, stride] : llvm::zip_equal(extract.getIndices(), type.shape, getStrides(type.shape))) {
      as.loadAddress(as.rsi, readablePlace(index));
      as.mov(as.rax, as.qword[as.rsi]);
      as.mov(as.rdx, extent);
      as.cmp(as.rax, as.rdx);
      as.jae(state.indexFault, Xbyak::CodeGenerator::T_NEAR);
      as.imul(as.rax, as.rax, int(stride * bytes));
      as.add(as.rdi, as.rax);
    }
    as.loadAddress(as.rsi, output);
    for (int64_t i = 0; i < bytes; ++i) {
      as.mov(as.al, as.byte[as.rdi + int(i)]);
      as.mov(as.byte[as.rsi + int(i)], as.al);
    }
    return true;
  }
  if (auto elements = dyn_cast<tensor::FromElementsOp>(op)) {
    int64_t bytes = getByteSize(typeOf(elements).dtype);
    for (auto [i, element] : llvm::enumerate(elements.getElements()))
      emitCopy(as, output.advanced(int64_t(i) * bytes), readablePlace(element), bytes);
    return true;
  }
  auto dim = dyn_cast<tensor::DimOp>(op);
  if (!dim)
    return fail(&op, "any type");
  // The axis may be computed: one extent of all that there are.
  ValueType type = typeOf(dim.getSource());
  as.loadAddress(as.rsi, readablePlace(dim.getIndex()));
  as.mov(as.rax, as.qword[as.rsi]);
  as.mov(as.rdx, int64_t(type.shape.size()));
  as.cmp(as.rax, as.rdx);
  as.jae(state.indexFault, Xbyak::CodeGenerator::T_NEAR);
  for (auto [axis, extent] : llvm::enumerate(type.shape)) {
    as.mov(as.rcx, extent);
    as.cmp(as.rax, int(axis));
    as.cmove(as.rdx, as.rcx);
  }
  as.loadAddress(as.rsi, output);
  as.mov(as.qword[as.rsi], as.rdx);
  return true;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

bool FunctionEmitter::emitContraction(Operation &op) {
  Value a = op.getOperand(0), b = op.getOperand(1), result = op.getResult(0);
  ValueType lhs = typeOf(a), rhs = typeOf(b);
  Place from = readablePlace(a), with = readablePlace(b), to = placeOf(result);
  if (auto conv = dyn_cast<Conv2DOp>(op)) {
    emitConv2D(as, getConvolution(&op), from, with, to, plan.getScratch(&op));
    return true;
  }
  if (auto conv = dyn_cast<Conv2DGradInputOp>(op)) {
    emitConv2DGradInput(as, getConvolution(&op), from, with, to, plan.getScratch(&op));
    return true;
  }
  if (auto conv = dyn_cast<Conv2DGradFilterOp>(op)) {
    emitConv2DGradFilter(as, getConvolution(&op), from, with, to, plan.getScratch(&op));
    return true;
  }
  MatrixProduct product;
  product.dtype = lhs.dtype;
  product.lhs = from;
  product.rhs = with;
  product.output = to;
  product.depth = lhs.shape.back();
  product.scratch = plan.getScratch(&op);
  if (isa<DotOp>(op)) {
    if (lhs.shape.size() == 1 && rhs.shape.size() == 1) {
      emitInnerProduct(as, lhs.dtype, product.depth, from, with, to);
      return true;
    }
    product.rows = lhs.shape.size() == 2 ? lhs.shape[0] : 1;
    product.columns = rhs.shape.size() == 2 ? rhs.shape[1] : 1;
  } else {
    product.rows = lhs.shape[lhs.shape.size() - 2];
    product.columns = rhs.shape.back();
    auto lhsBatch = ArrayRef(lhs.shape).drop_back(2), rhsBatch = ArrayRef(rhs.shape).drop_back(2);
    ValueType out = typeOf(result);
    product.batch.assign(out.shape.begin(), out.shape.end() - 2);
    product.lhsStrides = getBroadcastStrides(lhsBatch, product.batch);
    product.rhsStrides = getBroadcastStrides(rhsBatch, product.batch);
  }
  emitMatrixProduct(as, product);
  return true;
}
