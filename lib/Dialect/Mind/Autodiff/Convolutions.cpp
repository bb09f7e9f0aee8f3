//===- Convolutions.cpp - rules of conv2d and of its gradients ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution is bilinear, so its gradients of every order are made of three ops.
// With C, I and F for conv2d and its gradients by input and filter, for the cotangent
// h of a result:
//
//   y = C(x, w)    dx = I(h, w)    dw = F(x, h)
//   u = I(g, w)    dg = C(h, w)    dw = F(h, g)
//   v = F(x, g)    dx = I(g, h)    dg = C(x, h)
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

namespace {

/// The three ops with the strides and pads of `op`.
template <typename OpTy>
struct Forms {
  DerivativeBuilder &builder;
  OpTy op;

  Value conv(Value input, Value filter) {
    return Conv2DOp::create(builder, input, filter, op.getStrides(), op.getPadding(), op.getPads());
  }
  Value gradInput(Value grad, Value filter, RankedTensorType input) {
    return Conv2DGradInputOp::create(builder, input, grad, filter, op.getStrides(), op.getPadding(), op.getPads());
  }
  Value gradFilter(Value input, Value grad, RankedTensorType filter) {
    return Conv2DGradFilterOp::create(builder, filter, input, grad, op.getStrides(), op.getPadding(), op.getPads());
  }
};

LogicalResult checkStatic(Operation *op, RankedTensorType type, StringRef what, StringRef layout) {
  if (type.hasStaticShape())
    return success();
  return emitRefusal(op, "E4104", "conv2d " + what + " shape is not statically known (" + layout + ")")
             .attachNote(op->getLoc())
         << "the shape is " << shape::toString(getDims(type));
}

/// `pull(forms, h, i)` is the cotangent of operand i.
template <typename ConcreteModel, typename OpTy>
struct ConvModel : BilinearModel<ConcreteModel, OpTy> {
  LogicalResult buildVJP(Operation *op, ReverseContext &context, ArrayRef<Value> cotangents, const BitVector &active,
                         MutableArrayRef<Contribution> contributions) const {
    Forms<OpTy> forms{context.builder, cast<OpTy>(op)};
    auto [input, filter] = ConcreteModel::getShapes(forms.op);
    if (failed(checkStatic(op, input, "input", "NHWC")) || failed(checkStatic(op, filter, "filter", "HWIO")))
      return failure();
    for (unsigned i : active.set_bits())
      contributions[i] = ConcreteModel::pull(forms, cotangents[0], i);
    return success();
  }
};

using Shapes = std::pair<RankedTensorType, RankedTensorType>;

struct Conv2DModel : ConvModel<Conv2DModel, Conv2DOp> {
  static Shapes getShapes(Conv2DOp op) { return {op.getInput().getType(), op.getFilter().getType()}; }
  static Value pull(Forms<Conv2DOp> &forms, Value h, unsigned i) {
    auto [input, filter] = getShapes(forms.op);
    Conv2DOp op = forms.op;
    return i == 0 ? forms.gradInput(h, op.getFilter(), input) : forms.gradFilter(op.getInput(), h, filter);
  }
};

struct GradInputModel : ConvModel<GradInputModel, Conv2DGradInputOp> {
  bool isInCoreProfile(Operation *) const { return false; }
  static Shapes getShapes(Conv2DGradInputOp op) { return {op.getType(), op.getFilter().getType()}; }
  static Value pull(Forms<Conv2DGradInputOp> &forms, Value h, unsigned i) {
    Conv2DGradInputOp op = forms.op;
    return i == 0 ? forms.conv(h, op.getFilter()) : forms.gradFilter(h, op.getGrad(), op.getFilter().getType());
  }
};

struct GradFilterModel : ConvModel<GradFilterModel, Conv2DGradFilterOp> {
  bool isInCoreProfile(Operation *) const { return false; }
  static Shapes getShapes(Conv2DGradFilterOp op) { return {op.getInput().getType(), op.getType()}; }
  static Value pull(Forms<Conv2DGradFilterOp> &forms, Value h, unsigned i) {
    Conv2DGradFilterOp op = forms.op;
    return i == 0 ? forms.gradInput(op.getGrad(), h, op.getInput().getType()) : forms.conv(op.getInput(), h);
  }
};

} // namespace

void autodiff::attachConvolutionModels(MLIRContext *context) {
  Conv2DOp::attachInterface<Conv2DModel>(*context);
  Conv2DGradInputOp::attachInterface<GradInputModel>(*context);
  Conv2DGradFilterOp::attachInterface<GradFilterModel>(*context);
}
