//===- Verifiers.cpp - the shapes of calls --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/WebNN/IR/WebNN.h"

#include "mlir/Dialect/Traits.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mind::webnn;

static ArrayRef<int64_t> getShape(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }
static Type getElement(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

static LogicalResult verifyShape(Operation *op, ArrayRef<int64_t> expected) {
  if (getShape(op->getResult(0)) == expected)
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError("has a result whose extents are not [");
  llvm::interleaveComma(expected, diagnostic);
  return diagnostic << "]";
}

static LogicalResult verifyElements(Operation *op, ValueRange operands) {
  for (Value operand : operands)
    if (getElement(operand) != getElement(op->getResult(0)))
      return op->emitOpError("has another element type than its operands");
  return success();
}

static LogicalResult verifyBroadcast(Operation *op) {
  SmallVector<int64_t> shape;
  for (Value operand : op->getOperands()) {
    SmallVector<int64_t> next;
    if (!OpTrait::util::getBroadcastedShape(shape, getShape(operand), next))
      return op->emitOpError("has operands whose shapes do not broadcast");
    shape = std::move(next);
  }
  return verifyShape(op, shape);
}

/// Of arithmetic and logic.
static LogicalResult verifyBinary(Operation *op) {
  if (failed(verifyElements(op, op->getOperands())))
    return failure();
  return verifyBroadcast(op);
}

LogicalResult AddOp::verify() { return verifyBinary(*this); }
LogicalResult SubOp::verify() { return verifyBinary(*this); }
LogicalResult MulOp::verify() { return verifyBinary(*this); }
LogicalResult DivOp::verify() { return verifyBinary(*this); }
LogicalResult MaxOp::verify() { return verifyBinary(*this); }
LogicalResult MinOp::verify() { return verifyBinary(*this); }
LogicalResult PowOp::verify() { return verifyBinary(*this); }
LogicalResult LogicalAndOp::verify() { return verifyBinary(*this); }
LogicalResult LogicalOrOp::verify() { return verifyBinary(*this); }
LogicalResult LogicalXorOp::verify() { return verifyBinary(*this); }

static LogicalResult verifyComparison(Operation *op) {
  if (getElement(op->getOperand(0)) != getElement(op->getOperand(1)))
    return op->emitOpError("compares different element types");
  return verifyBroadcast(op);
}

LogicalResult EqualOp::verify() { return verifyComparison(*this); }
LogicalResult NotEqualOp::verify() { return verifyComparison(*this); }
LogicalResult LesserOp::verify() { return verifyComparison(*this); }
LogicalResult LesserOrEqualOp::verify() { return verifyComparison(*this); }
LogicalResult GreaterOp::verify() { return verifyComparison(*this); }
LogicalResult GreaterOrEqualOp::verify() { return verifyComparison(*this); }

LogicalResult WhereOp::verify() {
  if (failed(verifyElements(*this, {getLhs(), getRhs()})))
    return failure();
  return verifyBroadcast(*this);
}

//===----------------------------------------------------------------------===//
// Shapes and positions
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  // webnn_constant_c1
  return getValue().getType() == getType() ? success() : emitOpError("has another type than its value");
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ReshapeOp::verify() {
  // webnn_reshape_c1
  if (cast<RankedTensorType>(getInput().getType()).getNumElements() != getType().getNumElements())
    return emitOpError("has another number of elements than its operand");
  return verifyElements(*this, getInput());
}

LogicalResult ExpandOp::verify() {
  // webnn_expand_c1
  SmallVector<int64_t> shape;
  if (!OpTrait::util::getBroadcastedShape(getShape(getInput()), getType().getShape(), shape))
    return emitOpError("has an operand that does not broadcast to its result");
  if (failed(verifyElements(*this, getInput())))
    return failure();
  return verifyShape(*this, shape);
}

LogicalResult TransposeOp::verify() {
  // webnn_transpose_c1
  if (getPermutation().size() != getShape(getInput()).size() || !isPermutationVector(getPermutation()))
    return emitOpError("has a list that is no permutation of its operand's axes");
  if (failed(verifyElements(*this, getInput())))
    return failure();
  return verifyShape(*this, applyPermutation(getShape(getInput()), getPermutation()));
}

static LogicalResult verifyAxes(Operation *op, ArrayRef<int64_t> axes) {
  int64_t rank = getShape(op->getOperand(0)).size();
  return llvm::all_of(axes, [&](int64_t axis) { return axis >= 0 && axis < rank; })
             ? success()
             : op->emitOpError("has an axis that its operand has not");
}

LogicalResult ReverseOp::verify() {
  // webnn_reverse_c1
  return verifyAxes(*this, getAxes());
}

LogicalResult SliceOp::verify() {
  // webnn_slice_c1
  ArrayRef<int64_t> shape = getShape(getInput());
  size_t rank = shape.size();
  if (getStarts().size() != rank || getSizes().size() != rank || getStrides().size() != rank)
    return emitOpError("has not a start, a size and a stride for each axis");
  SmallVector<int64_t> expected;
  for (size_t i = 0; i < rank; ++i) {
    int64_t start = getStarts()[i], size = getSizes()[i], stride = getStrides()[i];
    if (start < 0 || size <= 0 || stride <= 0 || size > shape[i] || start > shape[i] - size)
      return emitOpError("has a range outside its operand, on axis ") << i;
    expected.push_back((size - 1) / stride + 1);
  }
  // webnn_slice_c2
  if (failed(verifyElements(*this, getInput())))
    return failure();
  return verifyShape(*this, expected);
}

LogicalResult GatherOp::verify() {
  // webnn_gather_c1
  if (failed(verifyAxes(*this, int64_t(getAxis()))) || failed(verifyElements(*this, getInput())))
    return failure();
  SmallVector<int64_t> expected(getShape(getInput()));
  ArrayRef<int64_t> indices = getShape(getIndices());
  expected.erase(expected.begin() + getAxis());
  expected.insert(expected.begin() + getAxis(), indices.begin(), indices.end());
  return verifyShape(*this, expected);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static LogicalResult verifyReduction(Operation *op, ArrayRef<int64_t> axes, bool keepsDimensions) {
  if (failed(verifyAxes(op, axes)))
    return failure();
  SmallVector<int64_t> expected;
  for (auto [axis, extent] : llvm::enumerate(getShape(op->getOperand(0))))
    if (!llvm::is_contained(axes, int64_t(axis)))
      expected.push_back(extent);
    else if (keepsDimensions)
      expected.push_back(1);
  return verifyShape(op, expected);
}

LogicalResult ReduceMaxOp::verify() { return verifyReduction(*this, getAxes(), getKeepDimensions()); }
LogicalResult ReduceMeanOp::verify() { return verifyReduction(*this, getAxes(), getKeepDimensions()); }
LogicalResult ReduceSumOp::verify() { return verifyReduction(*this, getAxes(), getKeepDimensions()); }
LogicalResult ArgMaxOp::verify() { return verifyReduction(*this, int64_t(getAxis()), getKeepDimensions()); }

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

LogicalResult MatmulOp::verify() {
  // webnn_matmul_c1
  ArrayRef<int64_t> lhs = getShape(getLhs()), rhs = getShape(getRhs());
  if (lhs.size() < 2 || rhs.size() < 2 || lhs.back() != rhs[rhs.size() - 2])
    return emitOpError("has operands that are no matrices with a product");
  SmallVector<int64_t> expected;
  if (!OpTrait::util::getBroadcastedShape(lhs.drop_back(2), rhs.drop_back(2), expected))
    return emitOpError("has operands whose shapes do not broadcast");
  expected.push_back(lhs[lhs.size() - 2]);
  expected.push_back(rhs.back());
  return verifyShape(*this, expected);
}

/// Whether the convolution of `input` by `filter` has the extents of `output`.
static LogicalResult verifyWindow(Operation *op, ArrayRef<int64_t> input, ArrayRef<int64_t> filter,
                                  ArrayRef<int64_t> output, ArrayRef<int64_t> padding, ArrayRef<int64_t> strides,
                                  ArrayRef<int64_t> dilations) {
  if (input.size() != 4 || filter.size() != 4 || output.size() != 4 || padding.size() != 4 || strides.size() != 2 ||
      dilations.size() != 2)
    return op->emitOpError("has not four axes, four pads, two strides and two dilations");
  // What is greater has no tensor, and might not fit into the sums below.
  auto isTooGreat = [](int64_t number) { return number > int64_t(1) << 31; };
  if (llvm::any_of(padding, isTooGreat) || llvm::any_of(strides, isTooGreat) || llvm::any_of(dilations, isTooGreat) ||
      llvm::any_of(input, isTooGreat) || llvm::any_of(filter, isTooGreat))
    return op->emitOpError("has numbers greater than 2^31");
  bool fits = input[0] == output[0] && input[3] == filter[2] && output[3] == filter[3];
  for (unsigned i = 0; i < 2; ++i) {
    if (strides[i] <= 0 || dilations[i] <= 0 || padding[2 * i] < 0 || padding[2 * i + 1] < 0)
      return op->emitOpError("has a stride or a dilation that is not positive, or a negative pad");
    int64_t window = (filter[i] - 1) * dilations[i] + 1;
    int64_t padded = input[i + 1] + padding[2 * i] + padding[2 * i + 1];
    fits = fits && padded >= window && output[i + 1] == (padded - window) / strides[i] + 1;
  }
  return fits ? success() : op->emitOpError("has extents that are no convolution's");
}

LogicalResult Conv2dOp::verify() {
  // webnn_conv2d_c1
  return verifyWindow(*this, getShape(getInput()), getShape(getFilter()), getType().getShape(), getPadding(),
                      getStrides(), getDilations());
}

LogicalResult ConvTranspose2dOp::verify() {
  // webnn_conv_transpose2d_c1
  return verifyWindow(*this, getType().getShape(), getShape(getFilter()), getShape(getInput()), getPadding(),
                      getStrides(), {1, 1});
}
