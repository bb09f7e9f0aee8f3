//===- CheckIndex.cpp - Parts of tensors ----------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

ast::Expr *Checker::makeConstIndex(Span span, Expr *base, llvm::ArrayRef<int64_t> axes,
                                   llvm::ArrayRef<int64_t> indices, llvm::ArrayRef<int64_t> written) {
  shape::Result<Shape> dims = shape::index(base->type->dims, axes, indices);
  if (!dims) {
    shapeError(dims.error(), span).label(base->span, "this is " + show(*base->type));
    return fail(context.create<ErrorExpr>(span));
  }
  OpAttrs *attrs = makeAttrs();
  attrs->axes = context.copy(axes);
  attrs->indices = context.copy(indices);
  if (!written.empty())
    spell(*attrs, axes, written);
  return makeOp(span, OpKind::Index, base, withDims(*base->type, *dims), attrs);
}

bool Checker::checkIndexType(Expr *index) {
  if (isError(index))
    return false;
  if (index->type->isScalar() &&restrict(*index->type, kIntegers))
    return true;
  error("E2001", index->span, "an index is an integer, found " + show(*index->type));
  return false;
}

/// `x[i, j]`: known positions in one step, computed ones by gathers, from the first
/// axis on; each takes its axis away.
ast::Expr *Checker::makeIndexed(Span span, Expr *base, llvm::ArrayRef<Expr *> indices) {
  if (indices.size() > base->type->dims.size()) {
    error("E2102", span,
          "shape mismatch: " + llvm::Twine(indices.size()) + " indices of a value of rank " +
              llvm::Twine(base->type->dims.size()))
        .label(findShape(base), describeOperand(base, "tensor") + " is " + show(*base->type) + " here");
    return fail(context.create<ErrorExpr>(span));
  }
  llvm::SmallVector<int64_t, 4> axes, positions;
  llvm::SmallVector<std::pair<int64_t, Expr *>, 4> computed;
  for (auto [axis, index] : llvm::enumerate(indices)) {
    ConstValue value = evaluate(index);
    if (!value.isInt()) {
      computed.push_back({int64_t(axis), index});
      continue;
    }
    // A negative index counts from the end, where the end is known.
    Dim dim = base->type->dims[axis];
    int64_t position = value.integer;
    if (position < 0 && !dim.isSymbolic())
      position += dim.size;
    if (position < 0 || (!dim.isSymbolic() && position >= dim.size)) {
      Diagnostic &fault =
          error("E2102", index->span,
                "shape mismatch: index " + llvm::Twine(value.integer) + " of axis " + llvm::Twine(axis) +
                    ", whose extent is " + shape::toString(dim))
              .withHelp(dim.isSymbolic() ? "a negative index needs a known extent"
                        : dim.size == 0  ? "the axis has no elements"
                                         : "the index must lie in [-" + shape::toString(dim) + ", " +
                                              llvm::Twine(dim.size - 1) + "]");
      labelDim(fault, base, axis, "tensor");
      if (value.integer == dim.size && dim.size > 0)
        fault.guess(index->span, llvm::Twine(dim.size - 1), "positions are counted from 0");
      return fail(context.create<ErrorExpr>(span));
    }
    axes.push_back(int64_t(axis));
    positions.push_back(position);
  }
  if (!axes.empty())
    base = makeConstIndex(span, base, axes, positions);
  int64_t dropped = 0;
  for (auto [axis, index] : computed) {
    Expr *position = checkTensor(index);
    if (!checkIndexType(position))
      return fail(context.create<ErrorExpr>(span));
    if (isError(base))
      return base;
    int64_t known = llvm::count_if(axes, [&, axis = axis](int64_t other) { return other < axis; });
    OpAttrs *attrs = makeAttrs();
    attrs->axis = axis - known - dropped;
    shape::Result<Shape> dims = shape::gather(base->type->dims, {}, attrs->axis);
    base = makeOp(span, OpKind::Gather, {base, position}, withDims(*base->type, *dims), attrs);
    ++dropped;
  }
  return base;
}

ast::Expr *Checker::checkIndex(IndexExpr *expr) {
  expr->base = check(expr->base);
  const Type &type = *expr->base->type;
  if (type.isTuple()) {
    ConstValue index = expr->indices.size() == 1 ? evaluate(expr->indices[0]) : ConstValue();
    if (index.isInt() && index.integer >= 0) {
      auto *get =
          context.create<TupleGetExpr>(expr->span, expr->base, unsigned(std::min<int64_t>(index.integer, UINT32_MAX)));
      return checkTupleGet(get);
    }
    error("E2621", expr->span, "the index of a tuple is an integer constant");
    return fail(expr);
  }
  Expr *base = requireTensor(expr->base);
  if (isError(base) || base->type->isNever())
    return fail(expr);
  return makeIndexed(expr->span, base, expr->indices);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

ast::Expr *Checker::makeSlice(Span span, Expr *base, int64_t axis, const shape::SliceBounds &bounds,
                              std::optional<int64_t> written) {
  shape::Result<Shape> dims = shape::slice(base->type->dims, axis, bounds.start, bounds.end, bounds.stride, *this);
  if (!dims) {
    labelDim(shapeError(dims.error(), span), base, size_t(axis), "tensor");
    return fail(context.create<ErrorExpr>(span));
  }
  OpAttrs *attrs = makeAttrs();
  attrs->axes = context.copy(llvm::ArrayRef<int64_t>(axis));
  attrs->starts = context.copy(llvm::ArrayRef<int64_t>(bounds.start));
  attrs->ends = context.copy(llvm::ArrayRef<int64_t>(bounds.end));
  attrs->strides = context.copy(llvm::ArrayRef<int64_t>(bounds.stride));
  if (written)
    spell(*attrs, axis, *written);
  return makeOp(span, OpKind::Slice, base, withDims(*base->type, *dims), attrs);
}

/// `x[a..b]`: along axis 0, with the bounds known.
ast::Expr *Checker::checkSliceRange(SliceRangeExpr *expr) {
  Expr *base = checkTensor(expr->base);
  if (isError(base))
    return fail(expr);
  if (base->type->dims.empty()) {
    error("E2102", expr->span, "shape mismatch: a slice of a scalar");
    return fail(expr);
  }
  int64_t bounds[2] = {0, shape::kOpenEnd};
  Expr *parts[2] = {expr->lo, expr->hi};
  for (unsigned i = 0; i < 2; ++i) {
    if (!parts[i])
      continue;
    ConstValue value = evaluate(parts[i]);
    if (!value.isInt()) {
      Expr *checked = checkTensor(parts[i]);
      if (!isError(checked)) {
        bool isWhole = checked->type->isScalar() && (infer.getAllowed(*checked->type) & kIntegers);
        error(isWhole ? "E2102" : "E2030", parts[i]->span,
              isWhole ? "a bound of a slice is known when the program is compiled"
                      : "a bound of a slice is an integer, found " + show(*checked->type))
            .withHelp("use a literal or a `const`");
      }
      return fail(expr);
    }
    bounds[i] = value.integer;
    Dim dim = base->type->dims[0];
    if (value.integer < 0 && !dim.isSymbolic())
      bounds[i] += dim.size;
  }
  Dim dim = base->type->dims[0];
  shape::Result<shape::SliceBounds> range =
      dim.isSymbolic() && (bounds[0] < 0 || (bounds[1] < 0 && bounds[1] != shape::kOpenEnd))
          ? shape::normalizeSlice(dim, bounds[0], bounds[1], 1)
          : shape::checkSliceRange(dim, bounds[0], bounds[1]);
  if (!range) {
    labelDim(shapeError(range.error(), expr->span), base, 0, "tensor");
    return fail(expr);
  }
  return makeSlice(expr->span, base, 0, *range);
}

//===----------------------------------------------------------------------===//
// Assignment to a part
//===----------------------------------------------------------------------===//

/// The value of `base` after `target op= value`: `target` is `base[i, j]` or
/// `base[a..b]`.
ast::Expr *Checker::makeStore(AssignStmt *assign, Expr *base, Expr *target) {
  Span span = assign->span;
  auto failStore = [&] { return fail(context.create<ErrorExpr>(span)); };
  const Type &type = *base->type;
  if (!type.isTensor()) {
    error("E2001", target->span, "only parts of tensors can be assigned to, found " + show(type));
    return failStore();
  }

  OpAttrs *attrs = makeAttrs();
  llvm::SmallVector<int64_t, 4> axes, starts, strides;
  llvm::SmallVector<Expr *, 4> dynamicStarts;
  llvm::SmallVector<Expr *, 4> sharedIndices;
  Shape sourceDims(type.dims);
  Expr *current = nullptr;

  if (auto *index = llvm::dyn_cast<IndexExpr>(target)) {
    if (!llvm::isa<NameExpr>(index->base)) {
      error("E2001", target->span, "a part of a part cannot be assigned to")
          .withHelp("write all indices in one pair of brackets, as in `x[i, j] = v`");
      return failStore();
    }
    for (Expr *position : index->indices) {
      if (evaluate(position).isInt()) {
        sharedIndices.push_back(position);
        continue;
      }
      Expr *checked = checkTensor(position);
      if (!checkIndexType(checked))
        return failStore();
      sharedIndices.push_back(makeShared(checked));
    }
    // What is there now has the type of what is stored, and its faults.
    current = makeIndexed(target->span, base, sharedIndices);
    if (isError(current))
      return failStore();
    for (auto [axis, position] : llvm::enumerate(sharedIndices)) {
      ConstValue value = evaluate(position);
      axes.push_back(int64_t(axis));
      strides.push_back(1);
      sourceDims[axis] = Dim(1);
      if (value.isInt()) {
        starts.push_back(value.integer < 0 ? value.integer + type.dims[axis].size : value.integer);
      } else {
        starts.push_back(kDynamicBound);
        dynamicStarts.push_back(position);
      }
    }
  } else if (auto *slice = llvm::dyn_cast<SliceRangeExpr>(target)) {
    if (!llvm::isa<NameExpr>(slice->base)) {
      error("E2001", target->span, "a part of a part cannot be assigned to");
      return failStore();
    }
    current = checkSliceRange(slice);
    auto *op = llvm::dyn_cast<OpExpr>(current);
    if (!op || isError(current))
      return failStore();
    if (op->attrs->starts[0] < 0) {
      error("E2102", target->span, "a slice that counts from an unknown end cannot be assigned to");
      return failStore();
    }
    axes.push_back(0);
    starts.push_back(op->attrs->starts[0]);
    strides.push_back(1);
    sourceDims.assign(current->type->dims.begin(), current->type->dims.end());
  } else {
    error("E2001", target->span, "this cannot be assigned to");
    return failStore();
  }

  Expr *value = checkTensor(assign->value);
  if (isError(value))
    return failStore();
  if (assign->op)
    value = makeBinary(span, *assign->op, current, value);
  if (isError(value))
    return failStore();
  // A scalar fills the part.
  if (value->type->isScalar() && !current->type->dims.empty() && unifyElements(*value->type, type))
    value = makeOp(value->span, OpKind::BroadcastTo, value, current->type);
  value = coerce(value, *current->type, "E2015", "this part");
  if (isError(value))
    return failStore();
  if (sourceDims.size() != value->type->dims.size() || llvm::ArrayRef<Dim>(sourceDims) != value->type->dims)
    value = makeOp(value->span, OpKind::Reshape, value, withDims(type, sourceDims));

  attrs->axes = context.copy(llvm::ArrayRef<int64_t>(axes));
  attrs->starts = context.copy(llvm::ArrayRef<int64_t>(starts));
  attrs->strides = context.copy(llvm::ArrayRef<int64_t>(strides));
  llvm::SmallVector<Expr *, 4> operands = {base, value};
  operands.append(dynamicStarts);
  return makeOp(span, OpKind::Insert, operands, base->type, attrs);
}
