//===- IntrinsicsShape.cpp - Functions that move elements -----------------===//
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

ast::Expr *Checker::makeReshape(Span span, Expr *input, llvm::ArrayRef<Dim> wanted) {
  shape::Result<Shape> dims = shape::resolveReshape(input->type->dims, wanted, *this);
  if (!dims) {
    Diagnostic &fault = shapeError(dims.error(), span);
    if (std::optional<int64_t> count = shape::getNumElements(input->type->dims))
      labelShape(fault, input, "operand", "has " + llvm::Twine(*count) + " elements");
    else
      labelShape(fault, input, "operand", "has the shape " + shape::toString(input->type->dims));
    return fail(context.create<ErrorExpr>(span));
  }
  return makeOp(span, OpKind::Reshape, input, withDims(*input->type, *dims));
}

/// The one dim of a wanted shape that can be changed so that the elements fit.
static std::optional<std::pair<size_t, int64_t>> findReshapeFix(llvm::ArrayRef<Dim> from, llvm::ArrayRef<Dim> to) {
  std::optional<int64_t> count = shape::getNumElements(from);
  std::optional<std::pair<size_t, int64_t>> found;
  for (size_t i = 0; count && i < to.size(); ++i) {
    Shape others(to);
    others.erase(others.begin() + i);
    std::optional<int64_t> rest = shape::getNumElements(others);
    if (!rest || *rest <= 0 || *count % *rest != 0)
      continue;
    if (found)
      return std::nullopt;
    found = {i, *count / *rest};
  }
  return found;
}

ast::Expr *Checker::onReshape(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  std::optional<Shape> wanted = input ? args.getDims(1) : std::nullopt;
  if (!wanted)
    return nullptr;
  unsigned before = diagnostics.getNumErrors();
  Expr *result = makeReshape(span, input, *wanted);
  llvm::ArrayRef<Expr *> written = BoundArgs::getElements(args.get(1));
  if (diagnostics.getNumErrors() != before && written.size() == wanted->size())
    if (auto change = findReshapeFix(input->type->dims, *wanted))
      diagnostics.fixLast(written[change->first]->span, llvm::Twine(change->second), "with this the elements fit");
  return result;
}

ast::Expr *Checker::onFlatten(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  return input ? makeReshape(span, input, {Dim(-1)}) : nullptr;
}

ast::Expr *Checker::makeTranspose(Span span, Expr *input, llvm::ArrayRef<int64_t> perm,
                                  llvm::ArrayRef<int64_t> written) {
  shape::Result<Shape> dims = shape::transpose(input->type->dims, perm);
  if (!dims) {
    labelRank(shapeError(dims.error(), span), input);
    return fail(context.create<ErrorExpr>(span));
  }
  OpAttrs *attrs = makeAttrs();
  attrs->perm = context.copy(perm);
  spell(*attrs, perm, written);
  return makeOp(span, OpKind::Transpose, input, withDims(*input->type, *dims), attrs);
}

/// All axes reversed, which is written without a list.
ast::Expr *Checker::makeReversal(Span span, Expr *input) {
  llvm::SmallVector<int64_t> perm;
  for (int64_t axis = int64_t(input->type->dims.size()) - 1; axis >= 0; --axis)
    perm.push_back(axis);
  return makeTranspose(span, input, perm, {});
}

ast::Expr *Checker::onTranspose(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  if (!args.has(1))
    return makeReversal(span, input);
  llvm::SmallVector<int64_t> written;
  std::optional<llvm::SmallVector<int64_t>> perm = getAxes(args, 1, input, &written);
  return perm ? makeTranspose(span, input, *perm, written) : nullptr;
}

/// A list of axes are positions in the result, inserted in ascending order.
ast::Expr *Checker::onExpandDims(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  std::optional<llvm::SmallVector<int64_t>> axes = input ? args.getInts(1) : std::nullopt;
  if (!axes)
    return nullptr;
  int64_t rank = int64_t(input->type->dims.size() + axes->size());
  shape::Result<llvm::SmallVector<int64_t>> normal = shape::normalizeAxes(*axes, rank);
  if (!normal) {
    labelRank(shapeError(normal.error(), args.get(1)->span), input);
    return nullptr;
  }
  llvm::SmallVector<int64_t> sorted(*normal);
  llvm::sort(sorted);
  Expr *result = input;
  for (int64_t axis : sorted) {
    shape::Result<Shape> dims = shape::expandDims(result->type->dims, axis);
    if (!dims) {
      shapeError(dims.error(), span);
      return nullptr;
    }
    OpAttrs *attrs = makeAttrs();
    attrs->axis = axis;
    // Of several, the rank that a negative one counts from is that of all.
    if (axes->size() == 1)
      spell(*attrs, axis, *axes);
    result = makeOp(span, OpKind::ExpandDims, result, withDims(*input->type, *dims), attrs);
  }
  return result;
}

ast::Expr *Checker::onSqueeze(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  llvm::SmallVector<int64_t> written;
  std::optional<llvm::SmallVector<int64_t>> axes = input ? getAxes(args, 1, input, &written) : std::nullopt;
  if (!axes)
    return nullptr;
  shape::Result<Shape> dims = shape::squeeze(input->type->dims, *axes);
  if (!dims) {
    Diagnostic &fault = shapeError(dims.error(), span);
    for (int64_t axis : *axes)
      if (input->type->dims[axis].size != 1) {
        labelDim(fault, input, size_t(axis), "operand");
        break;
      }
    return nullptr;
  }
  OpAttrs *attrs = makeAttrs();
  attrs->axes = context.copy(llvm::ArrayRef<int64_t>(*axes));
  spell(*attrs, *axes, written);
  return makeOp(span, OpKind::Squeeze, input, withDims(*input->type, *dims), attrs);
}

ast::Expr *Checker::onBroadcastTo(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  std::optional<Shape> wanted = input ? args.getDims(1) : std::nullopt;
  if (!wanted)
    return nullptr;
  for (Dim dim : *wanted)
    if (!dim.isSymbolic() && dim.size < 0) {
      error("E2102", args.get(1)->span, "shape mismatch: a dimension of -1").withHelp("only reshape works one out");
      return nullptr;
    }
  if (std::optional<shape::Error> fault = shape::checkBroadcastTo(input->type->dims, *wanted)) {
    explainBroadcastTo(shapeError(*fault, span), input, *wanted);
    return nullptr;
  }
  return makeOp(span, OpKind::BroadcastTo, input, withDims(*input->type, *wanted));
}

ast::Expr *Checker::onShape(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  if (!input)
    return nullptr;
  llvm::SmallVector<Expr *, 4> elements;
  llvm::SmallVector<const Type *, 4> types;
  for (Dim dim : input->type->dims) {
    if (dim.isSymbolic()) {
      error("E2102", span, "the extent `" + dim.name + "` is not known when the program is compiled");
      return nullptr;
    }
    auto *literal = context.create<IntLitExpr>(span, uint64_t(dim.size), "", "");
    literal->type = scalar(DType::I64);
    elements.push_back(literal);
    types.push_back(literal->type);
  }
  if (elements.size() == 1)
    return elements.front();
  auto *result = context.create<TupleExpr>(span, context.copy(llvm::ArrayRef<Expr *>(elements)));
  result->type = tuple(types);
  return result;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

ast::Expr *Checker::onIndex(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  int64_t written = 0;
  std::optional<int64_t> axis = input ? getAxis(args, 1, input, 0, &written) : std::nullopt;
  if (!axis)
    return nullptr;
  ConstValue position = evaluate(args.get(2));
  if (position.isInt())
    return makeConstIndex(span, input, *axis, position.integer, written);
  // A computed position is a gather, which takes the axis away as well.
  Expr *index = args.getTensor(2);
  if (!index || !checkIndexType(index))
    return nullptr;
  OpAttrs *attrs = makeAttrs();
  attrs->axis = *axis;
  shape::Result<Shape> dims = shape::gather(input->type->dims, {}, *axis);
  return makeOp(span, OpKind::Gather, {input, index}, withDims(*input->type, *dims), attrs);
}

/// `slice` takes ascending bounds that lie inside, `slice_stride` any as Python does.
ast::Expr *Checker::onSlice(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  int64_t written = 0;
  std::optional<int64_t> axis = input ? getAxis(args, 1, input, 0, &written) : std::nullopt;
  std::optional<int64_t> start = axis ? args.getInt(2) : std::nullopt;
  std::optional<int64_t> end = start && args.has(3) ? args.getInt(3) : start;
  if (!end)
    return nullptr;
  if (!args.has(3))
    end = shape::kOpenEnd;
  std::optional<int64_t> step = 1;
  if (intrinsic.kind == 1)
    step = args.getInt(4);
  if (!step)
    return nullptr;
  Dim dim = input->type->dims[*axis];
  shape::Result<shape::SliceBounds> bounds =
      intrinsic.kind == 1 ? shape::normalizeSlice(dim, *start, *end, *step) : shape::checkSliceRange(dim, *start, *end);
  if (!bounds) {
    labelDim(shapeError(bounds.error(), span), input, size_t(*axis), "operand");
    return nullptr;
  }
  return makeSlice(span, input, *axis, *bounds, written);
}

ast::Expr *Checker::onGather(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *input = args.getTensor(0);
  Expr *indices = args.getTensor(1);
  std::optional<int64_t> axis = input && indices ? getAxis(args, 2, input, 0) : std::nullopt;
  if (!axis)
    return nullptr;
  if (!restrict(*indices->type, kIntegers)) {
    error("E2001", indices->span, "the positions of a `gather` are integers, found " + show(*indices->type));
    return nullptr;
  }
  shape::Result<Shape> dims = shape::gather(input->type->dims, indices->type->dims, *axis);
  if (!dims) {
    shapeError(dims.error(), span);
    return nullptr;
  }
  OpAttrs *attrs = makeAttrs();
  attrs->axis = *axis;
  return makeOp(span, OpKind::Gather, {input, indices}, withDims(*input->type, *dims), attrs);
}

ast::Expr *Checker::onSelect(Span span, const Intrinsic &, BoundArgs &args) {
  Expr *condition = args.getTensor(0);
  Expr *lhs = args.getTensor(1);
  Expr *rhs = args.getTensor(2);
  if (!condition || !lhs || !rhs)
    return nullptr;
  if (getDType(*condition->type) != DType::I1) {
    error("E2001", condition->span, "the condition of a selection is bool, found " + show(*condition->type));
    return nullptr;
  }
  if (!unifyElements(*lhs->type, *rhs->type)) {
    elementError(span, lhs, rhs);
    return nullptr;
  }
  Shape common(lhs->type->dims);
  for (Expr *other : {rhs, condition}) {
    shape::Result<Shape> dims = shape::broadcast(common, other->type->dims);
    if (!dims) {
      // What was there before is as wide as the two together, or one of them clashes.
      Expr *clashing = shape::broadcast(lhs->type->dims, other->type->dims) ? rhs : lhs;
      explainBroadcast(shapeError(dims.error(), span), clashing, other);
      return nullptr;
    }
    common = *dims;
  }
  Expr *operands[] = {condition, lhs, rhs};
  for (Expr *&operand : operands)
    if (operand->type->dims != llvm::ArrayRef<Dim>(common))
      operand = makeOp(operand->span, OpKind::BroadcastTo, operand, withDims(*operand->type, common));
  return makeOp(span, OpKind::Select, operands, operands[1]->type);
}
