//===- Calls.cpp - what the builder's methods are given -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/WebNN/IR/WebNN.h"

using namespace mlir;
using namespace mind::webnn;
using llvm::json::Array;
using JsonValue = llvm::json::Value;

static JsonValue list(ArrayRef<int64_t> numbers) {
  Array array;
  for (int64_t number : numbers)
    array.push_back(number);
  return array;
}

static JsonValue getShape(Type type) { return list(cast<RankedTensorType>(type).getShape()); }

/// `{axes: [1], keepDimensions: true}`; what is not there is the default of WebNN.
static void getReduction(ArrayRef<int64_t> axes, bool keepsDimensions, CallOptions &options) {
  options.emplace_back("axes", list(axes));
  if (keepsDimensions)
    options.emplace_back("keepDimensions", true);
}

void CastOp::getCall(Array &arguments, CallOptions &) {
  arguments.push_back(getDataTypeName(getType().getElementType()));
}

void ReshapeOp::getCall(Array &arguments, CallOptions &) { arguments.push_back(getShape(getType())); }

void ExpandOp::getCall(Array &arguments, CallOptions &) { arguments.push_back(getShape(getType())); }

void TransposeOp::getCall(Array &, CallOptions &options) {
  options.emplace_back("permutation", list(getPermutation()));
}

void ReverseOp::getCall(Array &, CallOptions &options) { options.emplace_back("axes", list(getAxes())); }

void SliceOp::getCall(Array &arguments, CallOptions &options) {
  arguments.push_back(list(getStarts()));
  arguments.push_back(list(getSizes()));
  if (llvm::any_of(getStrides(), [](int64_t stride) { return stride != 1; }))
    options.emplace_back("strides", list(getStrides()));
}

void GatherOp::getCall(Array &, CallOptions &options) { options.emplace_back("axis", getAxis()); }

void ReduceMaxOp::getCall(Array &, CallOptions &options) { getReduction(getAxes(), getKeepDimensions(), options); }
void ReduceMeanOp::getCall(Array &, CallOptions &options) { getReduction(getAxes(), getKeepDimensions(), options); }
void ReduceSumOp::getCall(Array &, CallOptions &options) { getReduction(getAxes(), getKeepDimensions(), options); }

void ArgMaxOp::getCall(Array &arguments, CallOptions &options) {
  arguments.push_back(getAxis());
  if (getKeepDimensions())
    options.emplace_back("keepDimensions", true);
  options.emplace_back("outputDataType", getDataTypeName(getType().getElementType()));
}

void Conv2dOp::getCall(Array &, CallOptions &options) {
  options.emplace_back("padding", list(getPadding()));
  options.emplace_back("strides", list(getStrides()));
  options.emplace_back("dilations", list(getDilations()));
  options.emplace_back("inputLayout", "nhwc");
  options.emplace_back("filterLayout", "hwio");
}

void ConvTranspose2dOp::getCall(Array &, CallOptions &options) {
  ArrayRef<int64_t> shape = getType().getShape();
  options.emplace_back("padding", list(getPadding()));
  options.emplace_back("strides", list(getStrides()));
  options.emplace_back("outputSizes", list(shape.slice(1, 2)));
  options.emplace_back("inputLayout", "nhwc");
  // The filter of the convolution: what it gives comes in here.
  options.emplace_back("filterLayout", "hwoi");
}
