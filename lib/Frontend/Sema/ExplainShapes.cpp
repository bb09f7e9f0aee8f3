//===- ExplainShapes.cpp - What errors of shapes show ---------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fault of shapes is rarely where it is found: one of the extents was written in
// an annotation, a literal or an earlier operation. Each extent that clashes is
// followed back to that place, through what passes extents on, and labelled there.
// The shapes are lined up as the operation lines them up, with carets under the
// dims that clash.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

//===----------------------------------------------------------------------===//
// Where an extent comes from
//===----------------------------------------------------------------------===//

namespace {

/// A dim of an expression, or a place in the source.
struct Origin {
  const Expr *expr = nullptr;
  size_t dim = 0;
};

bool passesElements(OpKind kind) {
  switch (kind) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Div:
  case OpKind::Mod:
  case OpKind::Shl:
  case OpKind::Shr:
  case OpKind::Max:
  case OpKind::Min:
  case OpKind::Pow:
  case OpKind::Compare:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::Select:
  case OpKind::Relu:
  case OpKind::Cast:
  case OpKind::Abs:
  case OpKind::Floor:
  case OpKind::Ceil:
  case OpKind::Round:
  case OpKind::Unary:
  case OpKind::IPow:
  case OpKind::Not:
    return true;
  default:
    return false;
  }
}

/// The `dim`-th axis of `rank` that is not dropped.
size_t findKept(size_t dim, size_t rank, llvm::function_ref<bool(size_t)> isDropped) {
  for (size_t axis = 0; axis < rank; ++axis)
    if (!isDropped(axis) && dim-- == 0)
      return axis;
  return rank;
}

/// The dim of an operand that `dim` of the result is; none where the op makes it.
Origin getOperandDim(const OpExpr *op, size_t dim) {
  const OpAttrs *attrs = op->attrs;
  llvm::ArrayRef<Expr *> operands = op->operands;
  size_t rank = op->type->dims.size();
  if (passesElements(op->op)) {
    for (const Expr *operand : operands) {
      size_t missing = rank - std::min(rank, operand->type->dims.size());
      if (dim >= missing && operand->type->dims[dim - missing] == op->type->dims[dim])
        return {operand, dim - missing};
    }
    return {};
  }
  if (operands.empty())
    return {};
  const Expr *input = operands[0];
  size_t inputRank = input->type->dims.size();
  auto isListed = [&](size_t axis) { return llvm::is_contained(attrs->axes, int64_t(axis)); };
  switch (op->op) {
  case OpKind::Sum:
  case OpKind::Mean:
  case OpKind::ReduceMax:
  case OpKind::Argmax: {
    auto isReduced = [&](size_t axis) {
      return op->op == OpKind::Argmax ? int64_t(axis) == attrs->axis : attrs->axes.empty() || isListed(axis);
    };
    if (!attrs->keepdims)
      return {input, findKept(dim, inputRank, isReduced)};
    return isReduced(dim) ? Origin() : Origin{input, dim};
  }
  case OpKind::Transpose:
    return {input, size_t(attrs->perm[dim])};
  case OpKind::ExpandDims:
    if (int64_t(dim) == attrs->axis)
      return {};
    return {input, dim - (int64_t(dim) > attrs->axis)};
  case OpKind::Squeeze:
    return {input, findKept(dim, inputRank, [&](size_t axis) {
              return attrs->axes.empty() ? input->type->dims[axis].size == 1 : isListed(axis);
            })};
  case OpKind::Index:
    return {input, findKept(dim, inputRank, isListed)};
  case OpKind::Slice:
    return isListed(dim) ? Origin() : Origin{input, dim};
  case OpKind::Insert:
    return {input, dim};
  case OpKind::Gather: {
    size_t axis = size_t(attrs->axis), taken = operands[1]->type->dims.size();
    if (dim < axis)
      return {input, dim};
    return dim < axis + taken ? Origin{operands[1], dim - axis} : Origin{input, dim - taken + 1};
  }
  case OpKind::Dot: {
    size_t fromLeft = inputRank - 1;
    return dim < fromLeft ? Origin{input, dim} : Origin{operands[1], dim - fromLeft + 1};
  }
  case OpKind::Matmul:
    if (dim + 1 == rank)
      return {operands[1], operands[1]->type->dims.size() - 1};
    return dim + 2 == rank ? Origin{input, inputRank - 2} : Origin();
  case OpKind::Conv2D:
    return dim == 0 ? Origin{input, 0} : dim == 3 ? Origin{operands[1], 3} : Origin();
  default:
    return {};
  }
}

/// Where a type's dim is written.
Span getWrittenDim(const TypeExpr *type, size_t dim) {
  auto *tensor = llvm::dyn_cast<TensorTypeExpr>(type);
  return tensor && dim < tensor->dims.size() ? tensor->dims[dim].span : type->span;
}

} // namespace

std::optional<Span> Checker::findDim(const Expr *expr, size_t dim) const {
  // Each step goes to an earlier place; the bound is on what is worth following.
  for (unsigned steps = 0; steps < 256; ++steps) {
    if (!expr->type || !expr->type->isTensor() || dim >= expr->type->dims.size())
      return std::nullopt;
    Origin next;
    switch (expr->kind) {
    case Expr::Name: {
      auto *var = llvm::dyn_cast_or_null<VarDecl>(llvm::cast<NameExpr>(expr)->decl);
      if (!var)
        return std::nullopt;
      if (var->annotation)
        return getWrittenDim(var->annotation, dim);
      next = {var->init, dim};
      break;
    }
    case Expr::Shared:
      next = {llvm::cast<SharedExpr>(expr)->value, dim};
      break;
    case Expr::TensorLit: {
      // The list whose length the extent is.
      auto *list = llvm::cast<TensorLitExpr>(expr);
      for (size_t level = 0; level < dim && !list->elements.empty(); ++level)
        if (auto *inner = llvm::dyn_cast<TensorLitExpr>(list->elements[0]))
          list = inner;
      return list->span;
    }
    case Expr::Call: {
      auto *call = llvm::cast<CallExpr>(expr);
      const FnDecl *fn = call->target;
      const Derivative *derivative = fn ? fn->derivative : nullptr;
      // A lone gradient has the shape of what it is by.
      if (derivative && derivative->kind == Derivative::Grad && derivative->wrt.size() == 1 &&
          size_t(derivative->wrt[0]) < call->args.size() && call->args.size() == fn->params.size()) {
        next = {call->args[derivative->wrt[0]].value, dim};
        break;
      }
      if (!fn || !fn->type || !fn->type->isTensor() || dim >= fn->type->dims.size())
        return expr->span;
      // A named dim is that of an argument.
      Dim declared = fn->type->dims[dim];
      if (declared.isSymbolic() && call->args.size() == fn->params.size())
        for (auto [arg, param] : llvm::zip_equal(call->args, fn->params))
          for (auto [i, have] : llvm::enumerate(param->type->dims))
            if (!next.expr && have == declared)
              next = {arg.value, i};
      if (!next.expr)
        return fn->resultType ? getWrittenDim(fn->resultType, dim) : expr->span;
      break;
    }
    case Expr::Op:
      next = getOperandDim(llvm::cast<OpExpr>(expr), dim);
      if (!next.expr)
        return expr->span;
      break;
    default:
      return expr->span;
    }
    if (!next.expr)
      return std::nullopt;
    expr = next.expr;
    dim = next.dim;
  }
  return std::nullopt;
}

Span Checker::findShape(const Expr *expr) const {
  for (unsigned steps = 0; steps < 256; ++steps) {
    auto *name = llvm::dyn_cast<NameExpr>(expr);
    auto *var = name ? llvm::dyn_cast_or_null<VarDecl>(name->decl) : nullptr;
    if (!var || (!var->annotation && !var->init))
      break;
    if (var->annotation)
      return var->annotation->span;
    expr = var->init;
  }
  return expr->span;
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

/// The source of a short expression.
static llvm::StringRef getShortText(llvm::StringRef buffer, Span span) {
  llvm::StringRef text = buffer.slice(span.begin, span.end);
  return text.size() <= 20 && text.find_first_of("\r\n") == llvm::StringRef::npos ? text : llvm::StringRef();
}

std::string Checker::describeOperand(const Expr *expr, llvm::StringRef role) const {
  llvm::StringRef text = getShortText(diagnostics.getBuffer(), expr->span);
  return text.empty() ? ("the " + role).str() : ("`" + text + "`").str();
}

void Checker::labelDim(Diagnostic &fault, const Expr *expr, size_t dim, llvm::StringRef role) {
  std::optional<Span> origin = findDim(expr, dim);
  if (!origin) {
    fault.label(expr->span, "this is " + show(*expr->type));
    return;
  }
  if (!(*origin == fault.span))
    fault.label(*origin, "dimension " + llvm::Twine(dim) + " of " + describeOperand(expr, role) + " is " +
                             shape::toString(expr->type->dims[dim]) + " here");
}

void Checker::labelShape(Diagnostic &fault, const Expr *expr, llvm::StringRef role, const llvm::Twine &what) {
  Span origin = findShape(expr);
  if (!(origin == fault.span))
    fault.label(origin, describeOperand(expr, role) + " " + what + " here");
}

void Checker::labelRank(Diagnostic &fault, const Expr *expr) {
  labelShape(fault, expr, "operand", "is of rank " + llvm::Twine(expr->type->dims.size()));
}

//===----------------------------------------------------------------------===//
// Pictures
//===----------------------------------------------------------------------===//

void Checker::lineUp(Diagnostic &fault, llvm::ArrayRef<ShapeRow> rows, llvm::ArrayRef<size_t> clashes) {
  constexpr size_t kMaxWidth = 100;
  llvm::SmallVector<size_t> widths;
  size_t nameWidth = 0;
  for (const ShapeRow &row : rows) {
    nameWidth = std::max(nameWidth, row.name.size());
    widths.resize(std::max(widths.size(), row.column + row.dims.size()), 1);
    for (auto [i, dim] : llvm::enumerate(row.dims))
      widths[row.column + i] = std::max(widths[row.column + i], shape::toString(dim).size());
  }
  // Where each column begins; two characters lie between columns, one before the first.
  llvm::SmallVector<size_t> begins;
  size_t end = nameWidth + 3;
  for (size_t width : widths) {
    begins.push_back(end);
    end += width + 2;
  }
  if (end > kMaxWidth)
    return;
  std::string text = "the shapes lined up";
  auto padTo = [](std::string &line, size_t column) { line.resize(std::max(line.size(), column), ' '); };
  for (const ShapeRow &row : rows) {
    std::string line = row.name;
    for (auto [i, dim] : llvm::enumerate(row.dims)) {
      std::string extent = shape::toString(dim);
      size_t begin = begins[row.column + i] + widths[row.column + i] - extent.size();
      padTo(line, i == 0 ? begin - 1 : line.size());
      line += i == 0 ? "(" : ", ";
      padTo(line, begin);
      line += extent;
    }
    if (row.dims.empty())
      padTo(line, nameWidth + 2), line += "(";
    text += "\n" + line + ")";
  }
  std::string marks;
  for (size_t column : clashes) {
    padTo(marks, begins[column]);
    marks += std::string(widths[column], '^');
  }
  fault.note(text + (marks.empty() ? "" : "\n" + marks));
}

ShapeRow Checker::makeRow(const Expr *expr, llvm::StringRef role, size_t column) const {
  llvm::StringRef text = getShortText(diagnostics.getBuffer(), expr->span);
  return {(text.empty() ? role : text).str(), expr->type->dims, column};
}

//===----------------------------------------------------------------------===//
// Faults of two operands
//===----------------------------------------------------------------------===//

void Checker::explainBroadcast(Diagnostic &fault, Expr *lhs, Expr *rhs) {
  llvm::ArrayRef<Dim> left = lhs->type->dims, right = rhs->type->dims;
  size_t rank = std::max(left.size(), right.size());
  size_t leftMissing = rank - left.size(), rightMissing = rank - right.size();
  llvm::SmallVector<size_t, 2> clashes;
  for (size_t i = std::max(leftMissing, rightMissing); i < rank; ++i) {
    Dim l = left[i - leftMissing], r = right[i - rightMissing];
    if (l != r && l.size != 1 && r.size != 1)
      clashes.push_back(i);
  }
  if (clashes.empty())
    return;
  labelDim(fault, lhs, clashes[0] - leftMissing, "left operand");
  labelDim(fault, rhs, clashes[0] - rightMissing, "right operand");
  lineUp(fault, {makeRow(lhs, "left", leftMissing), makeRow(rhs, "right", rightMissing)}, clashes);

  // An axis that a reduction dropped and that was to be there.
  for (auto [operand, other] : {std::make_pair(lhs, rhs), std::make_pair(rhs, lhs)}) {
    auto *op = llvm::dyn_cast<OpExpr>(operand);
    bool reduces = op && (op->op == OpKind::Sum || op->op == OpKind::Mean || op->op == OpKind::ReduceMax);
    llvm::StringRef text = diagnostics.getBuffer().slice(operand->span.begin, operand->span.end);
    if (!reduces || op->attrs->keepdims || !text.ends_with(")"))
      continue;
    shape::Result<Shape> kept = shape::reduce(op->operands[0]->type->dims, op->attrs->axes, /*keepdims=*/true);
    if (!kept || !shape::broadcast(*kept, other->type->dims))
      continue;
    bool isFirst = text.drop_back().rtrim().ends_with("(");
    fault.guess({operand->span.end - 1, operand->span.end - 1}, isFirst ? "keepdims=true" : ", keepdims=true",
                "keep the axis that is reduced, with extent 1");
    return;
  }
  for (auto [operand, other] : {std::make_pair(rhs, lhs), std::make_pair(lhs, rhs)}) {
    if (operand->type->dims.size() != 2)
      continue;
    Shape turned = {operand->type->dims[1], operand->type->dims[0]};
    if (shape::broadcast(turned, other->type->dims)) {
      suggestSuffix(fault, operand, ".T", "the transposed matrix has a shape that fits");
      return;
    }
  }
}

void Checker::explainBroadcastTo(Diagnostic &fault, Expr *input, llvm::ArrayRef<Dim> wanted) {
  llvm::ArrayRef<Dim> have = input->type->dims;
  if (have.size() > wanted.size()) {
    labelRank(fault, input);
    return;
  }
  size_t missing = wanted.size() - have.size();
  llvm::SmallVector<size_t, 2> clashes;
  for (size_t i = 0; i < have.size(); ++i)
    if (have[i] != wanted[i + missing] && have[i].size != 1)
      clashes.push_back(i + missing);
  labelDim(fault, input, clashes.front() - missing, "operand");
  lineUp(fault, {makeRow(input, "operand", missing), {"result", wanted}}, clashes);
}

/// The name of the function in a call `f(lhs, rhs)` or `lhs.f(rhs)`.
static std::optional<Span> findCallee(llvm::StringRef buffer, Span call, Span lhs, Span rhs, llvm::StringRef name) {
  bool isMethod = lhs.begin == call.begin;
  uint32_t begin = isMethod ? lhs.end : call.begin, end = isMethod ? rhs.begin : lhs.begin;
  if (begin > end)
    return std::nullopt;
  size_t at = buffer.slice(begin, end).rfind(name);
  if (at == llvm::StringRef::npos)
    return std::nullopt;
  return Span(begin + uint32_t(at), begin + uint32_t(at + name.size()));
}

void Checker::explainContraction(Diagnostic &fault, OpKind kind, Expr *lhs, Expr *rhs, bool isInner) {
  llvm::ArrayRef<Dim> left = lhs->type->dims, right = rhs->type->dims;
  if (!isInner) {
    for (const Expr *operand : {lhs, rhs})
      if (operand->type->dims.size() < 2 || (kind == OpKind::Dot && operand->type->dims.size() > 2))
        labelRank(fault, operand);
    std::optional<Span> callee = findCallee(diagnostics.getBuffer(), fault.span, lhs->span, rhs->span, "matmul");
    if (kind == OpKind::Matmul && callee && shape::dot(left, right))
      fault.fix(*callee, "dot", "`dot` takes vectors");
    return;
  }
  size_t inner = right.size() == 1 ? 0 : right.size() - 2;
  labelDim(fault, lhs, left.size() - 1, "left operand");
  labelDim(fault, rhs, inner, "right operand");
  size_t column = std::max(left.size() - 1, inner);
  lineUp(fault, {makeRow(lhs, "left", column - (left.size() - 1)), makeRow(rhs, "right", column - inner)}, column);
  if (right.size() == 2 && right[1] == left.back())
    suggestSuffix(fault, rhs, ".T", "the transposed matrix has a shape that fits");
  else if (left.size() == 2 && left[0] == right[inner])
    suggestSuffix(fault, lhs, ".T", "the transposed matrix has a shape that fits");
}
