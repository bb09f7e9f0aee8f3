//===- Intrinsics.cpp - The table of library functions --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "llvm/ADT/StringMap.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

const Intrinsic Checker::kIntrinsics[] = {
    // Elementary functions.
    {"exp", &Checker::onUnary, unsigned(UnaryKind::Exp), {"x"}},
    {"log", &Checker::onUnary, unsigned(UnaryKind::Log), {"x"}},
    {"log2", &Checker::onUnary, unsigned(UnaryKind::Log2), {"x"}},
    {"log10", &Checker::onUnary, unsigned(UnaryKind::Log10), {"x"}},
    {"sqrt", &Checker::onUnary, unsigned(UnaryKind::Sqrt), {"x"}},
    {"tanh", &Checker::onUnary, unsigned(UnaryKind::Tanh), {"x"}},
    {"sigmoid", &Checker::onUnary, unsigned(UnaryKind::Sigmoid), {"x"}},
    {"sin", &Checker::onUnary, unsigned(UnaryKind::Sin), {"x"}},
    {"cos", &Checker::onUnary, unsigned(UnaryKind::Cos), {"x"}},
    {"tan", &Checker::onUnary, unsigned(UnaryKind::Tan), {"x"}},
    {"asin", &Checker::onUnary, unsigned(UnaryKind::Asin), {"x"}},
    {"acos", &Checker::onUnary, unsigned(UnaryKind::Acos), {"x"}},
    {"atan", &Checker::onUnary, unsigned(UnaryKind::Atan), {"x"}},
    {"abs", &Checker::onRounding, unsigned(OpKind::Abs), {"x"}},
    {"floor", &Checker::onRounding, unsigned(OpKind::Floor), {"x"}},
    {"ceil", &Checker::onRounding, unsigned(OpKind::Ceil), {"x"}},
    {"round", &Checker::onRounding, unsigned(OpKind::Round), {"x"}},
    {"relu", &Checker::onRounding, unsigned(OpKind::Relu), {"x"}},
    {"pow", &Checker::onPow, 0, {"x|base", "y|exponent"}},

    // Operators by name.
    {"add", &Checker::onBinary, unsigned(BinaryOp::Add), {"a|x", "b|y"}},
    {"sub", &Checker::onBinary, unsigned(BinaryOp::Sub), {"a|x", "b|y"}},
    {"mul", &Checker::onBinary, unsigned(BinaryOp::Mul), {"a|x", "b|y"}},
    {"div", &Checker::onBinary, unsigned(BinaryOp::Div), {"a|x", "b|y"}},
    {"mod", &Checker::onBinary, unsigned(BinaryOp::Mod), {"a|x", "b|y"}},
    {"max", &Checker::onExtreme, unsigned(OpKind::Max), {"x|a", "?y|b", "?axes|axis|dim", "?keepdims"}},
    {"min", &Checker::onExtreme, unsigned(OpKind::Min), {"x|a", "?y|b", "?axes|axis|dim", "?keepdims"}},

    // Reductions.
    {"sum", &Checker::onReduction, unsigned(OpKind::Sum), {"x", "?axes|axis|dim|dims", "?keepdims|keep_dims"}},
    {"mean", &Checker::onReduction, unsigned(OpKind::Mean), {"x", "?axes|axis|dim|dims", "?keepdims|keep_dims"}},
    {"argmax", &Checker::onArgmax, 0, {"x", "?axis|dim", "?keepdims"}},
    {"softmax", &Checker::onSoftmax, 0, {"x", "?axis|dim"}},
    {"log_softmax", &Checker::onSoftmax, 1, {"x", "?axis|dim"}},

    // Shapes.
    {"reshape", &Checker::onReshape, 0, {"x", "shape|dims|new_shape"}},
    {"flatten", &Checker::onFlatten, 0, {"x"}},
    {"transpose", &Checker::onTranspose, 0, {"x", "?axes|permutation|perm"}},
    {"expand_dims", &Checker::onExpandDims, 0, {"x", "axis|axes"}},
    {"squeeze", &Checker::onSqueeze, 0, {"x", "?axes|axis"}},
    {"broadcast_to", &Checker::onBroadcastTo, 0, {"x", "shape|dims"}},
    {"shape", &Checker::onShape, 0, {"x"}},

    // Selection.
    {"index", &Checker::onIndex, 0, {"x", "axis", "i|index"}},
    {"slice", &Checker::onSlice, 0, {"x", "axis", "start", "?end"}},
    {"slice_stride", &Checker::onSlice, 1, {"x", "axis", "start", "end", "step|stride"}},
    {"gather", &Checker::onGather, 0, {"x", "idx|indices|index", "?axis"}},
    {"select", &Checker::onSelect, 0, {"condition", "a|x", "b|y"}},
    {"where", &Checker::onSelect, 0, {"condition", "a|x", "b|y"}},

    // Contractions.
    {"dot", &Checker::onContraction, unsigned(OpKind::Dot), {"a|x", "b|y"}},
    {"matmul", &Checker::onContraction, unsigned(OpKind::Matmul), {"a|x", "b|y"}},
    {"conv2d",
     &Checker::onConv2D,
     0,
     {"x|input", "w|filter|weight|kernel", "?strides|stride", "?padding", "?stride_h", "?stride_w"}},

    // Creation.
    {"zeros", &Checker::onFill, 0, {"shape|dims", "?dtype"}},
    {"ones", &Checker::onFill, 1, {"shape|dims", "?dtype"}},
    {"full", &Checker::onFill, 2, {"shape|dims", "value|fill_value", "?dtype"}},
    {"eye", &Checker::onEye, 0, {"n", "?dtype"}},
    {"arange", &Checker::onArange, 0, {"start", "?stop|end", "?step", "?dtype"}},
    {"linspace", &Checker::onLinspace, 0, {"start", "stop|end", "num|steps", "?dtype"}},
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

ast::Expr *Checker::callIntrinsic(Span span, const Intrinsic &intrinsic, llvm::ArrayRef<Arg> args) {
  BoundArgs bound(*this, span, intrinsic);
  Expr *result = bound.bind(args) ? (this->*intrinsic.handler)(span, intrinsic, bound) : nullptr;
  return result ? result : fail(context.create<ErrorExpr>(span));
}
