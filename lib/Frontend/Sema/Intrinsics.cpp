//===- Intrinsics.cpp - The table of library functions --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"
#include "Mind/Frontend/Library.h"

#include "llvm/ADT/StringMap.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

const Intrinsic Checker::kIntrinsics[] = {
    // Elementary functions.
    {"exp", &Checker::onUnary, unsigned(UnaryKind::Exp), {"x"}, "e to the power of each element"},
    {"log", &Checker::onUnary, unsigned(UnaryKind::Log), {"x"}, "the natural logarithm of each element"},
    {"log2", &Checker::onUnary, unsigned(UnaryKind::Log2), {"x"}, "the logarithm of base 2 of each element"},
    {"log10", &Checker::onUnary, unsigned(UnaryKind::Log10), {"x"}, "the logarithm of base 10 of each element"},
    {"sqrt", &Checker::onUnary, unsigned(UnaryKind::Sqrt), {"x"}, "the square root of each element"},
    {"tanh", &Checker::onUnary, unsigned(UnaryKind::Tanh), {"x"}, "the hyperbolic tangent of each element"},
    {"sigmoid", &Checker::onUnary, unsigned(UnaryKind::Sigmoid), {"x"}, "1 / (1 + exp(-x)) of each element"},
    {"sin", &Checker::onUnary, unsigned(UnaryKind::Sin), {"x"}, "the sine of each element"},
    {"cos", &Checker::onUnary, unsigned(UnaryKind::Cos), {"x"}, "the cosine of each element"},
    {"tan", &Checker::onUnary, unsigned(UnaryKind::Tan), {"x"}, "the tangent of each element"},
    {"asin", &Checker::onUnary, unsigned(UnaryKind::Asin), {"x"}, "the arc sine of each element"},
    {"acos", &Checker::onUnary, unsigned(UnaryKind::Acos), {"x"}, "the arc cosine of each element"},
    {"atan", &Checker::onUnary, unsigned(UnaryKind::Atan), {"x"}, "the arc tangent of each element"},
    {"abs", &Checker::onRounding, unsigned(OpKind::Abs), {"x"}, "the absolute value of each element"},
    {"floor",
     &Checker::onRounding,
     unsigned(OpKind::Floor),
     {"x"},
     "the largest integer that is not above each element"},
    {"ceil",
     &Checker::onRounding,
     unsigned(OpKind::Ceil),
     {"x"},
     "the smallest integer that is not below each element"},
    {"round", &Checker::onRounding, unsigned(OpKind::Round), {"x"}, "the integer nearest to each element"},
    {"relu", &Checker::onRounding, unsigned(OpKind::Relu), {"x"}, "the larger of 0 and each element"},
    {"pow", &Checker::onPow, 0, {"x|base", "y|exponent"}, "x to the power of y, element by element"},

    // Operators by name.
    {"add", &Checker::onBinary, unsigned(BinaryOp::Add), {"a|x", "b|y"}, "x + y, broadcast"},
    {"sub", &Checker::onBinary, unsigned(BinaryOp::Sub), {"a|x", "b|y"}, "x - y, broadcast"},
    {"mul", &Checker::onBinary, unsigned(BinaryOp::Mul), {"a|x", "b|y"}, "x * y, broadcast"},
    {"div", &Checker::onBinary, unsigned(BinaryOp::Div), {"a|x", "b|y"}, "x / y, broadcast"},
    {"mod", &Checker::onBinary, unsigned(BinaryOp::Mod), {"a|x", "b|y"}, "the remainder of x / y, broadcast"},
    {"max",
     &Checker::onExtreme,
     unsigned(OpKind::Max),
     {"x|a", "?y|b", "?axes|axis|dim", "?keepdims"},
     "the larger of two elements, or the largest along axes"},
    {"min",
     &Checker::onExtreme,
     unsigned(OpKind::Min),
     {"x|a", "?y|b", "?axes|axis|dim", "?keepdims"},
     "the smaller of two elements, or the smallest along axes"},

    // Reductions.
    {"sum",
     &Checker::onReduction,
     unsigned(OpKind::Sum),
     {"x", "?axes|axis|dim|dims", "?keepdims|keep_dims"},
     "the sum along the axes, all of them if none is given"},
    {"mean",
     &Checker::onReduction,
     unsigned(OpKind::Mean),
     {"x", "?axes|axis|dim|dims", "?keepdims|keep_dims"},
     "the mean along the axes, all of them if none is given"},
    {"argmax", &Checker::onArgmax, 0, {"x", "?axis|dim", "?keepdims"}, "where along the axis the largest element is"},
    {"softmax", &Checker::onSoftmax, 0, {"x", "?axis|dim"}, "exponentials along the axis, divided by their sum"},
    {"log_softmax", &Checker::onSoftmax, 1, {"x", "?axis|dim"}, "the logarithm of softmax"},

    // Shapes.
    {"reshape",
     &Checker::onReshape,
     0,
     {"x", "shape|dims|new_shape"},
     "the same elements in row-major order in another shape"},
    {"flatten", &Checker::onFlatten, 0, {"x"}, "the same elements along one axis"},
    {"transpose",
     &Checker::onTranspose,
     0,
     {"x", "?axes|permutation|perm"},
     "the axes in another order, reversed if none is given"},
    {"expand_dims", &Checker::onExpandDims, 0, {"x", "axis|axes"}, "an axis of extent 1 is put in"},
    {"squeeze", &Checker::onSqueeze, 0, {"x", "?axes|axis"}, "axes of extent 1 are taken out"},
    {"broadcast_to", &Checker::onBroadcastTo, 0, {"x", "shape|dims"}, "the elements repeated to fill the shape"},
    {"shape", &Checker::onShape, 0, {"x"}, "the extents as a tensor of i64"},

    // Selection.
    {"index", &Checker::onIndex, 0, {"x", "axis", "i|index"}, "the part at one position of an axis"},
    {"slice", &Checker::onSlice, 0, {"x", "axis", "start", "?end"}, "the part from start up to end of an axis"},
    {"slice_stride",
     &Checker::onSlice,
     1,
     {"x", "axis", "start", "end", "step|stride"},
     "every step-th part from start up to end of an axis"},
    {"gather",
     &Checker::onGather,
     0,
     {"x", "idx|indices|index", "?axis"},
     "the parts of an axis that a tensor of positions names"},
    {"select", &Checker::onSelect, 0, {"condition", "a|x", "b|y"}, "a where the condition holds, else b"},
    {"where", &Checker::onSelect, 0, {"condition", "a|x", "b|y"}, "a where the condition holds, else b"},

    // Contractions.
    {"dot",
     &Checker::onContraction,
     unsigned(OpKind::Dot),
     {"a|x", "b|y"},
     "the product over the last axis of a and the first of b"},
    {"matmul",
     &Checker::onContraction,
     unsigned(OpKind::Matmul),
     {"a|x", "b|y"},
     "the product of matrices, for each index of the leading axes"},
    {"conv2d",
     &Checker::onConv2D,
     0,
     {"x|input", "w|filter|weight|kernel", "?strides|stride", "?padding", "?stride_h", "?stride_w"},
     "the convolution of images [N, H, W, C] with filters [KH, KW, C, F]"},

    // Creation.
    {"zeros", &Checker::onFill, 0, {"shape|dims", "?dtype"}, "a tensor of zeros"},
    {"ones", &Checker::onFill, 1, {"shape|dims", "?dtype"}, "a tensor of ones"},
    {"full", &Checker::onFill, 2, {"shape|dims", "value|fill_value", "?dtype"}, "a tensor of one value"},
    {"eye", &Checker::onEye, 0, {"n", "?dtype"}, "the identity matrix"},
    {"arange", &Checker::onArange, 0, {"start", "?stop|end", "?step", "?dtype"}, "numbers from start up to stop"},
    {"linspace",
     &Checker::onLinspace,
     0,
     {"start", "stop|end", "num|steps", "?dtype"},
     "num numbers from start to stop, both included"},
};

namespace {

/// Built once; the names are constants.
const llvm::StringMap<const Intrinsic *> &getTable(llvm::ArrayRef<Intrinsic> intrinsics) {
  static const llvm::StringMap<const Intrinsic *> table = [&] {
    llvm::StringMap<const Intrinsic *> map;
    for (const Intrinsic &intrinsic : intrinsics)
      map[intrinsic.name] = &intrinsic;
    return map;
  }();
  return table;
}

} // namespace

const Intrinsic *Checker::findIntrinsic(llvm::StringRef name) { return getTable(kIntrinsics).lookup(name); }

void Checker::listIntrinsics(llvm::SmallVectorImpl<llvm::StringRef> &names) {
  for (const Intrinsic &intrinsic : kIntrinsics)
    names.push_back(intrinsic.name);
}

std::vector<LibraryFunction> Checker::listLibrary() {
  std::vector<LibraryFunction> library;
  auto add = [&](const char *name, llvm::ArrayRef<const char *> slots, const char *summary) {
    LibraryFunction &function = library.emplace_back();
    function.name = name;
    function.summary = summary;
    for (const char *slot : slots) {
      if (!slot)
        break;
      LibraryParam &param = function.params.emplace_back();
      llvm::StringRef names(slot);
      param.isOptional = names.consume_front("?");
      names.split(param.names, '|');
    }
  };
  for (const Intrinsic &intrinsic : kIntrinsics)
    add(intrinsic.name, intrinsic.slots, intrinsic.summary);
  for (const DerivativeForm &form : kDerivativeForms)
    add(form.name, {"f", "?wrt"}, form.summary);
  return library;
}

ast::Expr *Checker::callIntrinsic(Span span, const Intrinsic &intrinsic, llvm::ArrayRef<Arg> args) {
  BoundArgs bound(*this, span, intrinsic);
  Expr *result = bound.bind(args) ? (this->*intrinsic.handler)(span, intrinsic, bound) : nullptr;
  return result ? result : fail(context.create<ErrorExpr>(span));
}
