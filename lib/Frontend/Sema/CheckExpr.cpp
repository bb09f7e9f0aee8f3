//===- CheckExpr.cpp - Literals, names, tuples, choices -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "StmtSearch.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

ast::Expr *Checker::check(Expr *expr, bool wantsValue) {
  // Shared parts may be met again.
  if (expr->type)
    return expr;
  if (!facts)
    return checkNew(expr, wantsValue);
  Span span = expr->span;
  Expr *checked = checkNew(expr, wantsValue);
  facts->values.push_back({span, checked->type});
  return checked;
}

ast::Expr *Checker::checkNew(Expr *expr, bool wantsValue) {
  switch (expr->kind) {
  case Expr::IntLit: {
    auto *literal = llvm::cast<IntLitExpr>(expr);
    if (!literal->suffix.empty()) {
      std::optional<DType> dtype = parseDType(std::string_view(literal->suffix.data(), literal->suffix.size()));
      if (!dtype) {
        error("E2001", literal->span, "the type `" + literal->suffix + "` is not supported")
            .withHelp("the integer types are i32 and i64");
        return fail(literal);
      }
      literal->type = scalar(*dtype);
    } else {
      literal->type = variableType(infer.makeVariable(kNumbers, DType::I64));
    }
    intLiterals.push_back(literal);
    return literal;
  }
  case Expr::FloatLit:
    expr->type = variableType(infer.makeVariable(kFractions, DType::F64));
    return expr;
  case Expr::BoolLit:
    expr->type = scalar(DType::I1);
    return expr;
  case Expr::StringLit:
    error("E2001", expr->span, "a string occurs only in print and assert");
    return fail(expr);
  case Expr::Name:
    return checkName(llvm::cast<NameExpr>(expr));
  case Expr::Path: {
    auto *path = llvm::cast<PathExpr>(expr);
    error("E2002", path->span, "unknown name `" + path->segments.back().name + "`")
        .withHelp("enums and values of modules are not part of this version of MIND");
    return fail(expr);
  }
  case Expr::Paren:
    return check(llvm::cast<ParenExpr>(expr)->inner, wantsValue);
  case Expr::Tuple:
    return checkTuple(llvm::cast<TupleExpr>(expr));
  case Expr::TensorLit:
    return checkTensorLit(llvm::cast<TensorLitExpr>(expr));
  case Expr::Unary:
    return checkUnary(llvm::cast<UnaryExpr>(expr));
  case Expr::Binary:
    return checkBinary(llvm::cast<BinaryExpr>(expr));
  case Expr::Logical:
    return checkLogical(llvm::cast<LogicalExpr>(expr));
  case Expr::Cast:
    return checkCast(llvm::cast<CastExpr>(expr));
  case Expr::Call:
    return checkCall(llvm::cast<CallExpr>(expr));
  case Expr::Method:
    return checkMethod(llvm::cast<MethodExpr>(expr));
  case Expr::Field:
    return checkField(llvm::cast<FieldExpr>(expr));
  case Expr::TupleGet:
    return checkTupleGet(llvm::cast<TupleGetExpr>(expr));
  case Expr::Index:
    return checkIndex(llvm::cast<IndexExpr>(expr));
  case Expr::SliceRange:
    return checkSliceRange(llvm::cast<SliceRangeExpr>(expr));
  case Expr::If:
    return checkIf(llvm::cast<IfExpr>(expr), wantsValue);
  case Expr::Match:
    return checkMatch(llvm::cast<MatchExpr>(expr), wantsValue);
  case Expr::Closure:
    error("E2012", expr->span, "a closure is used as a value")
        .withHelp("closures are operands of grad, value_and_grad, vjp and jvp; write a function");
    return fail(expr);
  case Expr::StructLit:
    error("E2001", expr->span, "structs are not part of this version of MIND");
    return fail(expr);
  case Expr::Op:
  case Expr::Shared:
  case Expr::Function:
  case Expr::Error:
    return fail(expr);
  }
  return expr;
}

ast::Expr *Checker::requireTensor(Expr *expr) {
  const Type &type = *expr->type;
  if (type.isTensor() || type.isError() || type.isNever())
    return expr;
  if (holdsFunction(type))
    return failFunction(expr);
  if (type.isUnit())
    error("E2001", expr->span, "this has no value");
  else
    error("E2001", expr->span, "expected a scalar or a tensor, found " + show(type));
  return fail(expr);
}

ast::Expr *Checker::checkTensor(Expr *expr) {
  expr = requireTensor(check(expr));
  // What does not return has no value to compute with either.
  if (expr->type->isNever()) {
    error("E2001", expr->span, "this never has a value");
    return fail(expr);
  }
  return expr;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// A `let` of the name behind its use, in the same function or script.
const Ident *Checker::findLaterLet(const NameExpr *name) const {
  const Ident *found = nullptr;
  const Block *block = currentFn ? currentFn->body : module.body;
  if (!block)
    return nullptr;
  anyStmt(block, /*inLoops=*/true, [&](const Stmt *stmt) {
    if (auto *let = llvm::dyn_cast<LetStmt>(stmt); let && let->span.begin > name->span.end)
      for (const VarDecl *var : let->vars)
        if (!found && var->name.name == name->name)
          found = &var->name;
    return found != nullptr;
  });
  return found;
}

ast::Expr *Checker::checkName(NameExpr *name) {
  Decl *decl = scope.find(name->name);
  noteUse(name->span, decl ? decl : functions.lookup(name->name));
  if (auto *constant = llvm::dyn_cast_or_null<ConstDecl>(decl)) {
    ConstValue value = evaluateConst(constant);
    if (value.kind != ConstValue::None && (!constant->type || constant->type->isScalar())) {
      Expr *literal = makeLiteral(name->span, value);
      if (constant->type)
        unifyElements(*literal->type, *constant->type);
      return literal;
    }
    if (!constant->type) {
      error("E2002", name->span, "the constant `" + name->name + "` is used before its definition");
      return fail(name);
    }
    return constant->value;
  }
  if (auto *var = llvm::dyn_cast_or_null<VarDecl>(decl)) {
    name->decl = closures.empty() ? var : capture(var, name->name);
    name->type = var->type;
    return name;
  }
  if (functions.count(name->name) || findIntrinsic(name->name) || getDerivativeKind(name->name)) {
    error("E2012", name->span, "the function `" + name->name + "` is used as a value")
        .withHelp("call it, as in `" + name->name + "(...)`");
    return fail(name);
  }
  if (dimNames.count(name->name)) {
    noteDim(name->span, name->name);
    error("E2002", name->span, "the dimension `" + name->name + "` is not a value")
        .withHelp("names of dimensions occur in shapes only");
    return fail(name);
  }
  llvm::SmallVector<llvm::StringRef> known;
  scope.list(known);
  Diagnostic &fault = error("E2002", name->span, "unknown name `" + name->name + "`");
  // The next statement may have become part of this one.
  for (const VarDecl *var : beingDeclared)
    if (var->name.name == name->name) {
      fault.label(var->name.span, "the `let` that declares it is not at its end here")
          .withHelp("a line that begins with an operator goes on with the line before; end that with `;`");
      return fail(name);
    }
  if (const Ident *later = findLaterLet(name)) {
    fault.label(later->span, "declared here, after its use");
    return fail(name);
  }
  known.append({"assert", "break", "continue", "false", "print", "return", "true"});
  suggestName(fault, name->span, name->name, known);
  return fail(name);
}

//===----------------------------------------------------------------------===//
// Tensor literals
//===----------------------------------------------------------------------===//

/// Finds the shape and the leaves; lists of one level have one length.
bool Checker::checkListShape(TensorLitExpr *list, Shape &dims, unsigned level, llvm::SmallVectorImpl<Expr **> &leaves,
                             llvm::SmallVectorImpl<TensorLitExpr *> &firstLists) {
  if (level == dims.size()) {
    if (level == shape::kMaxRank) {
      error("E2104", list->span, "a tensor has at most " + llvm::Twine(shape::kMaxRank) + " dims");
      return false;
    }
    dims.push_back(Dim(int64_t(list->elements.size())));
    firstLists.push_back(list);
  } else if (dims[level].size != int64_t(list->elements.size())) {
    error("E2102", list->span,
          "shape mismatch: a list of " + llvm::Twine(list->elements.size()) + " elements where others have " +
              shape::toString(dims[level]))
        .label(firstLists[level]->span, shape::toString(dims[level]) + " elements here")
        .withHelp("lists of one level have one length");
    return false;
  }
  bool hasLists = false, hasLeaves = false;
  for (Expr *&element : list->elements) {
    Expr *inner = element;
    while (auto *paren = llvm::dyn_cast<ParenExpr>(inner))
      inner = paren->inner;
    element = inner;
    if (auto *nested = llvm::dyn_cast<TensorLitExpr>(inner)) {
      hasLists = true;
      if (!checkListShape(nested, dims, level + 1, leaves, firstLists))
        return false;
    } else {
      hasLeaves = true;
      leaves.push_back(&element);
      if (level + 1 != dims.size()) {
        hasLists = true;
      }
    }
    if (hasLists && hasLeaves) {
      error("E2102", inner->span, "shape mismatch: lists and numbers stand on one level");
      return false;
    }
  }
  return true;
}

ast::Expr *Checker::checkTensorLit(TensorLitExpr *literal) {
  Shape dims;
  llvm::SmallVector<Expr **> leaves;
  llvm::SmallVector<TensorLitExpr *> firstLists;
  if (!checkListShape(literal, dims, 0, leaves, firstLists))
    return fail(literal);
  if (leaves.empty() && dims.size() == 1) {
    literal->type = variableType(infer.makeVariable(kNumbers, DType::F32), dims);
    return literal;
  }
  // Numbers that stand alone decide nothing; one variable holds for all leaves.
  const Type *elements = nullptr;
  for (Expr **leaf : leaves) {
    *leaf = checkTensor(*leaf);
    if (isError(*leaf))
      return fail(literal);
    const Type &type = *(*leaf)->type;
    if (!type.isScalar()) {
      error("E2102", (*leaf)->span, "an element of a tensor literal is a scalar, found " + show(type));
      return fail(literal);
    }
    if (elements && !unifyElements(*elements, type)) {
      elementError((*leaf)->span, *leaves.front(), *leaf);
      return fail(literal);
    }
    if (!elements)
      elements = &type;
  }
  infer.markTensor(*elements);
  literal->type = withDims(*elements, dims);
  return literal;
}

//===----------------------------------------------------------------------===//
// Tuples and fields
//===----------------------------------------------------------------------===//

ast::Expr *Checker::checkTuple(TupleExpr *expr) {
  if (expr->elements.empty()) {
    expr->type = &unitType;
    return expr;
  }
  llvm::SmallVector<const Type *, 4> types;
  bool ok = true;
  for (Expr *&element : expr->elements) {
    element = checkTensor(element);
    ok &= !isError(element);
    types.push_back(element->type);
  }
  if (!ok)
    return fail(expr);
  if (types.size() == 1)
    return expr->elements.front();
  expr->type = tuple(types);
  return expr;
}

ast::Expr *Checker::checkTupleGet(TupleGetExpr *expr) {
  expr->base = check(expr->base);
  const Type &type = *expr->base->type;
  if (type.isError())
    return fail(expr);
  if (!type.isTuple()) {
    error("E2001", expr->span, "`." + llvm::Twine(expr->index) + "` takes an element of a tuple, found " + show(type));
    return fail(expr);
  }
  if (expr->index >= type.elements.size()) {
    error("E2621", expr->span,
          "the tuple has " + llvm::Twine(type.elements.size()) + " elements, no element " + llvm::Twine(expr->index))
        .withHelp("elements are counted from 0");
    return fail(expr);
  }
  expr->type = type.elements[expr->index];
  return expr;
}

ast::Expr *Checker::checkField(FieldExpr *expr) {
  if (expr->name.name == "T") {
    Expr *base = checkTensor(expr->base);
    if (isError(base))
      return fail(expr);
    return makeReversal(expr->span, base);
  }
  if (expr->name.name == "shape")
    return callNamed(expr->span, "shape", expr->name.span, Arg{{}, expr->base});
  Expr *base = check(expr->base);
  if (!isError(base)) {
    Diagnostic &fault =
        error("E2001", expr->name.span, "there is no field `" + expr->name.name + "` of " + show(*base->type));
    if (findIntrinsic(expr->name.name))
      fault.withHelp("call it, as in `x." + expr->name.name + "()`")
          .guess({expr->name.span.end, expr->name.span.end}, "()", "call it");
  }
  return fail(expr);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

ast::Expr *Checker::checkLogical(LogicalExpr *expr) {
  expr->lhs = check(expr->lhs);
  expr->rhs = check(expr->rhs);
  if (isError(expr->lhs) || isError(expr->rhs))
    return fail(expr);
  // Elementwise on tensors of bool, where both sides are computed anyway.
  const Type &left = *expr->lhs->type, &right = *expr->rhs->type;
  if (left.isTensor() && right.isTensor() && (!left.dims.empty() || !right.dims.empty()) &&
      getDType(left) == DType::I1 && getDType(right) == DType::I1)
    return makeElementwise(expr->span, expr->isAnd ? OpKind::And : OpKind::Or, expr->lhs, expr->rhs, kBool,
                           expr->isAnd ? "&&" : "||");
  llvm::StringRef where = expr->isAnd ? "`&&`" : "`||`";
  expr->lhs = checkCondition(expr->lhs, where);
  expr->rhs = checkCondition(expr->rhs, where);
  if (isError(expr->lhs) || isError(expr->rhs))
    return fail(expr);
  expr->type = scalar(DType::I1);
  return expr;
}

const Type *Checker::mergeBranches(IfExpr *expr, const Type *thenType, const Type *elseType) {
  if (thenType->isError() || elseType->isError())
    return &errorType;
  if (thenType->isNever())
    return elseType;
  if (elseType->isNever())
    return thenType;
  if (thenType->isUnit() || elseType->isUnit())
    return &unitType;
  auto *tail = llvm::dyn_cast_or_null<ExprStmt>(
      expr->elseBlock && !expr->elseBlock->stmts.empty() ? expr->elseBlock->stmts.back() : nullptr);
  if (!tail)
    return &unitType;
  auto *first = llvm::dyn_cast_or_null<ExprStmt>(expr->thenBlock->stmts.empty() ? nullptr
                                                                                : expr->thenBlock->stmts.back());
  if (holdsFunction(*thenType) || holdsFunction(*elseType)) {
    gradError("E4106", expr->span, "which function this is cannot be known when the program is compiled")
        .withHelp("call the function in each branch");
    return &errorType;
  }
  tail->expr = coerce(tail->expr, *thenType, "E2001", "the other branch of this `if`",
                      first ? first->expr->span : Span(), "this is " + show(*thenType));
  return isError(tail->expr) ? &errorType : thenType;
}

ast::Expr *Checker::checkIf(IfExpr *expr, bool wantsValue) {
  expr->condition = checkCondition(expr->condition, "an `if`");
  ++exprDepth;
  bool bothValues = wantsValue && expr->elseBlock;
  const Type *thenType = checkBlock(expr->thenBlock, bothValues);
  const Type *elseType = expr->elseBlock ? checkBlock(expr->elseBlock, bothValues) : &unitType;
  --exprDepth;
  if (!bothValues)
    expr->type = thenType->isNever() && elseType->isNever() ? &neverType : &unitType;
  else
    expr->type = mergeBranches(expr, thenType, elseType);
  return expr;
}
