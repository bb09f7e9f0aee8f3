//===- IntrinsicsMath.cpp - Elementwise functions, reductions -------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Reports an operand whose elements a function does not take.
static void reportElements(Diagnostic &fault, DTypeSet allowed) {
  if (allowed == kFloats)
    fault.withHelp("it takes floats; convert with `as f32`");
  else if (allowed == kFractions)
    fault.withHelp("it takes floats and q16; convert with `as f32`");
}

ast::Expr *Checker::onUnary(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  if (!restrict(*input->type, kFloats)) {
    reportElements(
        error("E2001", input->span, llvm::Twine("`") + intrinsic.name + "` does not take " + show(*input->type)),
        kFloats);
    return nullptr;
  }
  return makeUnary(span, UnaryKind(intrinsic.kind), input);
}

ast::Expr *Checker::makeUnary(Span span, UnaryKind kind, Expr *input) {
  OpAttrs *attrs = makeAttrs();
  attrs->unary = kind;
  return makeOp(span, OpKind::Unary, input, input->type, attrs);
}

ast::Expr *Checker::onRounding(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  auto kind = OpKind(intrinsic.kind);
  DTypeSet allowed = kind == OpKind::Abs ? kNumbers : kind == OpKind::Relu ? kFractions : kFloats;
  if (!restrict(*input->type, allowed)) {
    reportElements(
        error("E2001", input->span, llvm::Twine("`") + intrinsic.name + "` does not take " + show(*input->type)),
        allowed);
    return nullptr;
  }
  return makeOp(span, kind, input, input->type);
}

ast::Expr *Checker::onBinary(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *lhs = args.getTensor(0);
  Expr *rhs = args.getTensor(1);
  return lhs && rhs ? makeBinary(span, BinaryOp(intrinsic.kind), lhs, rhs) : nullptr;
}

ast::Expr *Checker::onPow(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *base = args.getTensor(0);
  if (!base)
    return nullptr;
  ConstValue exponent = evaluate(args.get(1));
  if (exponent.isInt())
    return makeIntegerPower(span, base, exponent.integer, args.get(1)->span);
  Expr *checked = args.getTensor(1);
  return checked ? makePower(span, base, checked) : nullptr;
}

/// `max(a, b)` of two values, `max(x)` and `max(x, axes=[...])` over axes.
ast::Expr *Checker::onExtreme(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  bool isMax = OpKind(intrinsic.kind) == OpKind::Max;
  if (args.has(1)) {
    if (args.has(2) || args.has(3)) {
      error("E2005", span, llvm::Twine("`") + intrinsic.name + "` takes two values, or one value and axes");
      return nullptr;
    }
    Expr *other = args.getTensor(1);
    return other ? makeElementwise(span, OpKind(intrinsic.kind), input, other, kNumbers, intrinsic.name) : nullptr;
  }
  std::optional<llvm::SmallVector<int64_t>> axes = getAxes(args, 2, input);
  std::optional<bool> keepdims = args.getBool(3, false);
  if (!axes || !keepdims)
    return nullptr;
  if (!restrict(*input->type, isMax ? kNumbers : kNumbers & ~bit(DType::Q16))) {
    error("E2001", input->span, llvm::Twine("`") + intrinsic.name + "` over axes does not take " + show(*input->type));
    return nullptr;
  }
  if (isMax)
    return makeReduction(span, OpKind::ReduceMax, input, *axes, *keepdims);
  // The least is the opposite of the greatest opposite. Integers take the
  // complement, which has no lowest value without an opposite.
  bool isInteger = (infer.getAllowed(*input->type) & kFloats) == 0;
  auto opposite = [&](Expr *value) {
    return isInteger ? makeOp(span, OpKind::Not, value, value->type) : makeNegation(span, value);
  };
  return opposite(makeReduction(span, OpKind::ReduceMax, opposite(input), *axes, *keepdims));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

std::optional<llvm::SmallVector<int64_t>> Checker::getAxes(BoundArgs &args, unsigned slot, const Expr *input,
                                                           llvm::SmallVectorImpl<int64_t> *written) {
  if (!args.has(slot))
    return llvm::SmallVector<int64_t>();
  std::optional<llvm::SmallVector<int64_t>> axes = args.getInts(slot);
  if (!axes)
    return std::nullopt;
  if (written)
    written->assign(axes->begin(), axes->end());
  shape::Result<llvm::SmallVector<int64_t>> normal = shape::normalizeAxes(*axes, input->type->dims.size());
  if (!normal) {
    // The axis that is wrong by itself, or the list.
    Span where = args.get(slot)->span;
    std::optional<int64_t> outside;
    for (auto [element, axis] : llvm::zip(BoundArgs::getElements(args.get(slot)), *axes))
      if (!outside && !shape::normalizeAxis(axis, input->type->dims.size())) {
        where = element->span;
        outside = axis;
      }
    Diagnostic &fault = shapeError(normal.error(), where);
    labelRank(fault, input);
    if (outside)
      suggestAxis(fault, where, *outside, input);
    return std::nullopt;
  }
  return *normal;
}

/// One beyond the last, as if axes were counted from 1.
void Checker::suggestAxis(Diagnostic &fault, Span where, int64_t axis, const Expr *input) {
  if (axis > 0 && axis == int64_t(input->type->dims.size()))
    fault.guess(where, llvm::Twine(axis - 1), "axes are counted from 0");
}

std::optional<int64_t> Checker::getAxis(BoundArgs &args, unsigned slot, const Expr *input, int64_t fallback,
                                        int64_t *written) {
  int64_t axis = fallback;
  if (args.has(slot)) {
    std::optional<int64_t> given = args.getInt(slot);
    if (!given)
      return std::nullopt;
    axis = *given;
  }
  if (written)
    *written = axis;
  shape::Result<int64_t> normal = shape::normalizeAxis(axis, input->type->dims.size());
  if (!normal) {
    Diagnostic &fault = shapeError(normal.error(), args.has(slot) ? args.get(slot)->span : input->span);
    labelRank(fault, input);
    if (args.has(slot))
      suggestAxis(fault, args.get(slot)->span, axis, input);
    return std::nullopt;
  }
  return *normal;
}

ast::Expr *Checker::makeReduction(Span span, OpKind kind, Expr *input, llvm::ArrayRef<int64_t> axes, bool keepdims) {
  shape::Result<Shape> dims = shape::reduce(input->type->dims, axes, keepdims);
  OpAttrs *attrs = makeAttrs();
  attrs->axes = context.copy(axes);
  attrs->keepdims = keepdims;
  return makeOp(span, kind, input, withDims(*input->type, *dims), attrs);
}

ast::Expr *Checker::onReduction(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  auto kind = OpKind(intrinsic.kind);
  DTypeSet allowed = kind == OpKind::Mean ? kFractions : kNumbers;
  if (!restrict(*input->type, allowed)) {
    reportElements(
        error("E2001", input->span, llvm::Twine("`") + intrinsic.name + "` does not take " + show(*input->type)),
        allowed);
    return nullptr;
  }
  std::optional<llvm::SmallVector<int64_t>> axes = getAxes(args, 1, input);
  std::optional<bool> keepdims = args.getBool(2, false);
  return axes && keepdims ? makeReduction(span, kind, input, *axes, *keepdims) : nullptr;
}

ast::Expr *Checker::onArgmax(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  if (!restrict(*input->type, kNumbers)) {
    error("E2001", input->span, "`argmax` does not take " + show(*input->type));
    return nullptr;
  }
  std::optional<bool> keepdims = args.getBool(2, false);
  if (!keepdims)
    return nullptr;
  // Without an axis it counts in row-major order.
  if (!args.has(1)) {
    Expr *flat = makeReshape(span, input, {Dim(-1)});
    if (isError(flat))
      return flat;
    input = flat;
  }
  std::optional<int64_t> axis = getAxis(args, 1, input, 0);
  if (!axis)
    return nullptr;
  shape::Result<Shape> dims = shape::reduce(input->type->dims, *axis, *keepdims);
  OpAttrs *attrs = makeAttrs();
  attrs->axis = *axis;
  attrs->keepdims = *keepdims;
  return makeOp(span, OpKind::Argmax, input, tensor(DType::I64, *dims), attrs);
}

/// softmax is e / sum(e) with e = exp(x - max); log_softmax is x - max - log(sum(e)).
ast::Expr *Checker::onSoftmax(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  if (!restrict(*input->type, kFloats)) {
    reportElements(
        error("E2001", input->span, llvm::Twine("`") + intrinsic.name + "` does not take " + show(*input->type)),
        kFloats);
    return nullptr;
  }
  std::optional<int64_t> axis = getAxis(args, 1, input, -1);
  if (!axis)
    return nullptr;
  auto sub = [&](Expr *lhs, Expr *rhs) { return makeElementwise(span, OpKind::Sub, lhs, rhs, kFloats, "-"); };
  Expr *x = makeShared(input);
  Expr *shifted = sub(x, makeReduction(span, OpKind::ReduceMax, x, *axis, /*keepdims=*/true));
  if (intrinsic.kind == 0) {
    Expr *e = makeShared(makeUnary(span, UnaryKind::Exp, shifted));
    return makeElementwise(span, OpKind::Div, e, makeReduction(span, OpKind::Sum, e, *axis, true), kFloats, "/");
  }
  Expr *shared = makeShared(shifted);
  Expr *total = makeReduction(span, OpKind::Sum, makeUnary(span, UnaryKind::Exp, shared), *axis, true);
  return sub(shared, makeUnary(span, UnaryKind::Log, total));
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

ast::Expr *Checker::onContraction(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *lhs = args.getTensor(0);
  Expr *rhs = args.getTensor(1);
  return lhs && rhs ? makeContraction(span, OpKind(intrinsic.kind), lhs, rhs, intrinsic.name) : nullptr;
}

/// `valid`, `"same"`, `Custom([[t, b], [l, r]])`.
bool Checker::getPadding(Expr *expr, OpAttrs *attrs) {
  llvm::StringRef word;
  if (auto *string = llvm::dyn_cast<StringLitExpr>(expr))
    word = string->value;
  else if (auto *name = llvm::dyn_cast<NameExpr>(expr))
    word = name->name;
  if (word == "valid" || word == "Valid" || word == "same" || word == "Same") {
    attrs->padding = word.ends_with("alid") ? ConvPadding::Valid : ConvPadding::Same;
    return true;
  }
  if (auto *call = llvm::dyn_cast<CallExpr>(expr)) {
    auto *callee = llvm::dyn_cast<NameExpr>(call->callee);
    if (callee && (callee->name == "Custom" || callee->name == "custom") && call->args.size() == 1)
      expr = call->args[0].value;
  }
  llvm::SmallVector<int64_t, 4> pads;
  auto *rows = llvm::dyn_cast<TensorLitExpr>(expr);
  bool ok = rows && rows->elements.size() == 2;
  for (unsigned i = 0; ok && i < 2; ++i) {
    auto *row = llvm::dyn_cast<TensorLitExpr>(rows->elements[i]);
    ok = row && row->elements.size() == 2;
    for (unsigned k = 0; ok && k < 2; ++k) {
      ConstValue value = evaluate(row->elements[k]);
      ok = value.isInt();
      pads.push_back(value.integer);
    }
  }
  if (!ok) {
    error("E2102", expr->span, "this is no padding of a convolution")
        .withHelp("padding is \"valid\", \"same\" or Custom([[top, bottom], [left, right]])");
    return false;
  }
  attrs->padding = ConvPadding::Explicit;
  attrs->pads = context.copy(llvm::ArrayRef<int64_t>(pads));
  return true;
}

ast::Expr *Checker::onConv2D(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  Expr *filter = args.getTensor(1);
  if (!input || !filter)
    return nullptr;
  for (Expr *operand : {input, filter})
    if (!restrict(*operand->type, kNumbers)) {
      error("E2001", operand->span, "`conv2d` does not take " + show(*operand->type));
      return nullptr;
    }
  if (!unifyElements(*input->type, *filter->type)) {
    elementError(span, input, filter);
    return nullptr;
  }
  OpAttrs *attrs = makeAttrs();
  llvm::SmallVector<int64_t> strides = {1, 1};
  if (args.has(2)) {
    std::optional<llvm::SmallVector<int64_t>> given = args.getInts(2);
    if (!given)
      return nullptr;
    strides = given->size() == 1 ? llvm::SmallVector<int64_t>(2, given->front()) : *given;
  }
  for (unsigned i = 0; i < 2; ++i)
    if (args.has(4 + i)) {
      std::optional<int64_t> given = args.getInt(4 + i);
      if (!given || strides.size() != 2)
        return nullptr;
      strides[i] = *given;
    }
  if (args.has(3) && !getPadding(args.get(3), attrs))
    return nullptr;
  attrs->strides = context.copy(llvm::ArrayRef<int64_t>(strides));
  shape::Result<Shape> dims =
      shape::conv2d(input->type->dims, filter->type->dims, attrs->strides, attrs->padding, attrs->pads, *this);
  if (!dims) {
    Diagnostic &fault = shapeError(dims.error(), span);
    llvm::ArrayRef<Dim> image = input->type->dims, kernel = filter->type->dims;
    if (image.size() != 4 || kernel.size() != 4) {
      labelRank(fault, image.size() != 4 ? input : filter);
    } else if (image[3] != kernel[2]) {
      labelDim(fault, input, 3, "input");
      labelDim(fault, filter, 2, "filter");
      if (image[1] == kernel[2])
        suggestCall(fault, input, "transpose", "[0, 2, 3, 1]", "move the channels, which stand second, to the end");
    } else {
      labelShape(fault, input, "input", "has the shape " + shape::toString(image));
      labelShape(fault, filter, "filter", "has the shape " + shape::toString(kernel));
    }
    return nullptr;
  }
  return makeOp(span, OpKind::Conv2D, {input, filter}, withDims(*input->type, *dims), attrs);
}
