//===- CheckOperator.cpp - Operators and casts ----------------------------===//
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

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

/// Integers are subtracted from 0; fractions are multiplied by -1, since the
/// difference from 0 would lose the sign of a zero.
ast::Expr *Checker::makeNegation(Span span, Expr *operand) {
  const Type &type = *operand->type;
  // A sign in front of a literal is part of the number.
  if (auto *literal = llvm::dyn_cast<IntLitExpr>(operand)) {
    auto *negated = context.create<IntLitExpr>(span, literal->value, literal->text, literal->suffix);
    negated->isNegative = !literal->isNegative;
    negated->type = literal->type;
    // The literal itself is no longer part of the program.
    llvm::erase(intLiterals, literal);
    intLiterals.push_back(negated);
    return negated;
  }
  if (auto *literal = llvm::dyn_cast<FloatLitExpr>(operand)) {
    auto *negated = context.create<FloatLitExpr>(span, -literal->value, literal->text);
    negated->type = literal->type;
    return negated;
  }
  if (!restrict(type, kNumbers)) {
    error("E2001", operand->span, "`-` takes numbers, found " + show(type));
    return fail(operand);
  }
  if (!type.variable && isInt(type.dtype)) {
    Expr *zero = makeLiteral(span, {ConstValue::Int, 0, 0});
    return makeElementwise(span, OpKind::Sub, zero, operand, kNumbers, "-");
  }
  // An open element type becomes an integer only if nothing else decides; the
  // product with -1 wraps just as the difference from 0 does.
  Expr *minusOne = makeLiteral(span, {ConstValue::Int, -1, 0});
  return makeElementwise(span, OpKind::Mul, operand, minusOne, kNumbers, "-");
}

ast::Expr *Checker::checkUnary(UnaryExpr *expr) {
  Expr *operand = checkTensor(expr->operand);
  if (isError(operand))
    return fail(expr);
  const Type &type = *operand->type;
  switch (expr->op) {
  case UnaryOp::Neg:
    return makeNegation(expr->span, operand);
  case UnaryOp::Not:
    if (getDType(type) != DType::I1 && type.isScalar() && (infer.getAllowed(type) & kIntegers)) {
      Expr *condition = checkCondition(operand, "`!`");
      return isError(condition) ? fail(expr) : makeOp(expr->span, OpKind::Not, condition, scalar(DType::I1));
    }
    if (getDType(type) != DType::I1) {
      error("E2001", operand->span, "`!` takes bool, found " + show(type));
      return fail(expr);
    }
    return makeOp(expr->span, OpKind::Not, operand, operand->type);
  case UnaryOp::BitNot:
    if (!restrict(type, kIntegers)) {
      error("E2001", operand->span, "`~` takes integers, found " + show(type));
      return fail(expr);
    }
    return makeOp(expr->span, OpKind::Not, operand, operand->type);
  case UnaryOp::Ref:
    error("E2001", expr->span, "references are not part of MIND").withHelp("values are passed as they are");
    return fail(expr);
  }
  return expr;
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

ast::Expr *Checker::makeElementwise(Span span, OpKind kind, Expr *lhs, Expr *rhs, DTypeSet allowed,
                                    llvm::StringRef name, const OpAttrs *attrs, const Type *result) {
  for (Expr *operand : {lhs, rhs})
    if (!restrict(*operand->type, allowed)) {
      Diagnostic &fault = error("E2001", operand->span, "`" + name + "` does not take " + show(*operand->type));
      if (allowed == kIntegers)
        fault.withHelp("it takes integers");
      return fail(context.create<ErrorExpr>(span));
    }
  if (!unifyElements(*lhs->type, *rhs->type)) {
    elementError(span, lhs, rhs);
    return fail(context.create<ErrorExpr>(span));
  }
  // Equal shapes, scalars among them, need no rule.
  llvm::ArrayRef<Dim> left = lhs->type->dims, right = rhs->type->dims;
  // `arith` does not broadcast.
  bool isLogic = kind == OpKind::And || kind == OpKind::Or || kind == OpKind::Xor;
  if (left == right || (right.empty() && !isLogic)) {
    const Type *type = result ? (left.empty() ? result : tensor(result->dtype, left)) : lhs->type;
    return makeOp(span, kind, {lhs, rhs}, type, attrs);
  }
  shape::Result<Shape> dims = shape::broadcast(left, right);
  if (!dims) {
    explainBroadcast(shapeError(dims.error(), span), lhs, rhs);
    return fail(context.create<ErrorExpr>(span));
  }
  const Type *type = result ? tensor(result->dtype, *dims) : withDims(*lhs->type, *dims);
  if (isLogic)
    for (Expr **operand : {&lhs, &rhs})
      if ((*operand)->type->dims != type->dims)
        *operand = makeOp((*operand)->span, OpKind::BroadcastTo, *operand, type);
  return makeOp(span, kind, {lhs, rhs}, type, attrs);
}

static CmpPredicate getPredicate(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq:
    return CmpPredicate::Eq;
  case BinaryOp::Ne:
    return CmpPredicate::Ne;
  case BinaryOp::Lt:
    return CmpPredicate::Lt;
  case BinaryOp::Le:
    return CmpPredicate::Le;
  case BinaryOp::Gt:
    return CmpPredicate::Gt;
  default:
    return CmpPredicate::Ge;
  }
}

ast::Expr *Checker::makeBinary(Span span, BinaryOp op, Expr *lhs, Expr *rhs) {
  if (isError(lhs) || isError(rhs))
    return fail(context.create<ErrorExpr>(span));
  llvm::StringRef name = getSpelling(op);
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::DotAdd:
    return makeElementwise(span, OpKind::Add, lhs, rhs, kNumbers, name);
  case BinaryOp::Sub:
  case BinaryOp::DotSub:
    return makeElementwise(span, OpKind::Sub, lhs, rhs, kNumbers, name);
  case BinaryOp::Mul:
  case BinaryOp::DotMul:
    return makeElementwise(span, OpKind::Mul, lhs, rhs, kNumbers, name);
  case BinaryOp::Div:
  case BinaryOp::DotDiv:
    return makeElementwise(span, OpKind::Div, lhs, rhs, kNumbers, name);
  case BinaryOp::Mod:
    return makeElementwise(span, OpKind::Mod, lhs, rhs, kWholes, name);
  case BinaryOp::Pow:
    return makePower(span, lhs, rhs);
  case BinaryOp::MatMul:
    return makeMatmulOperator(span, lhs, rhs);
  case BinaryOp::BitAnd:
    return makeElementwise(span, OpKind::And, lhs, rhs, kIntegers | kBool, name);
  case BinaryOp::BitOr:
    return makeElementwise(span, OpKind::Or, lhs, rhs, kIntegers | kBool, name);
  case BinaryOp::BitXor:
    return makeElementwise(span, OpKind::Xor, lhs, rhs, kIntegers | kBool, name);
  case BinaryOp::Shl:
    return makeElementwise(span, OpKind::Shl, lhs, rhs, kIntegers, name);
  case BinaryOp::Shr:
    return makeElementwise(span, OpKind::Shr, lhs, rhs, kIntegers, name);
  case BinaryOp::Eq:
  case BinaryOp::Ne:
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge: {
    OpAttrs *attrs = makeAttrs();
    attrs->predicate = getPredicate(op);
    bool isEquality = op == BinaryOp::Eq || op == BinaryOp::Ne;
    return makeElementwise(span, OpKind::Compare, lhs, rhs, isEquality ? kAll : kNumbers, name, attrs,
                           scalar(DType::I1));
  }
  }
  return fail(context.create<ErrorExpr>(span));
}

ast::Expr *Checker::checkBinary(BinaryExpr *expr) {
  Expr *lhs = checkTensor(expr->lhs);
  Expr *rhs = expr->rhs;
  // The exponent of a power is a number first.
  if (expr->op == BinaryOp::Pow) {
    ConstValue exponent = evaluate(rhs);
    if (exponent.isInt() && !isError(lhs)) {
      Expr *result = makeIntegerPower(expr->span, lhs, exponent.integer, rhs->span);
      return result;
    }
  }
  if (isComparison(expr->op)) {
    auto *chained = llvm::dyn_cast<BinaryExpr>(expr->lhs);
    if (chained && isComparison(chained->op) && !isError(lhs)) {
      llvm::StringRef buffer = diagnostics.getBuffer();
      llvm::StringRef left = buffer.slice(chained->span.begin, chained->span.end);
      llvm::StringRef middle = buffer.slice(chained->rhs->span.begin, chained->rhs->span.end);
      llvm::StringRef right = buffer.slice(chained->span.end, expr->span.end);
      Diagnostic &fault = error("E2001", expr->span, "comparisons cannot be chained");
      if (expr->span.size() <= kMaxQuoted)
        fault.fix(expr->span, left + " && " + middle + right, "compare twice");
      return fail(expr);
    }
  }
  rhs = checkTensor(rhs);
  Expr *result = makeBinary(expr->span, expr->op, lhs, rhs);
  return result;
}

/// x ** n for a literal n: binary powering in the type of x.
ast::Expr *Checker::makeIntegerPower(Span span, Expr *base, int64_t exponent, Span exponentSpan) {
  DTypeSet allowed = exponent < 0 ? kFractions : kNumbers;
  if (!restrict(*base->type, allowed)) {
    bool isNumber = infer.getAllowed(*base->type) & kNumbers;
    error("E2001", isNumber ? exponentSpan : base->span,
          isNumber ? "an integer cannot be raised to the negative power " + llvm::Twine(exponent)
                   : "`**` does not take " + show(*base->type));
    return fail(context.create<ErrorExpr>(span));
  }
  OpAttrs *attrs = makeAttrs();
  attrs->exponent = exponent;
  return makeOp(span, OpKind::IPow, base, base->type, attrs);
}

ast::Expr *Checker::makePower(Span span, Expr *base, Expr *exponent) {
  ConstValue literal = getLiteral(exponent);
  if (literal.isInt())
    return makeIntegerPower(span, base, literal.integer, exponent->span);
  if (!restrict(*base->type, kFloats) && (infer.getAllowed(*base->type) & kNumbers)) {
    error("E2001", base->span, "`**` with a computed exponent takes floats, found " + show(*base->type))
        .withHelp("an exponent that is an integer literal takes any number");
    return fail(context.create<ErrorExpr>(span));
  }
  return makeElementwise(span, OpKind::Pow, base, exponent, kFloats, "**");
}

/// `@` takes vectors as well: matrix by vector and vector by matrix are dots.
ast::Expr *Checker::makeMatmulOperator(Span span, Expr *lhs, Expr *rhs) {
  bool isDot = lhs->type->dims.size() <= 2 && rhs->type->dims.size() <= 2 &&
               (lhs->type->dims.size() < 2 || rhs->type->dims.size() < 2);
  return makeContraction(span, isDot ? OpKind::Dot : OpKind::Matmul, lhs, rhs, "@");
}

ast::Expr *Checker::makeContraction(Span span, OpKind kind, Expr *lhs, Expr *rhs, llvm::StringRef name) {
  for (Expr *operand : {lhs, rhs})
    if (!restrict(*operand->type, kNumbers)) {
      error("E2001", operand->span, "`" + name + "` does not take " + show(*operand->type));
      return fail(context.create<ErrorExpr>(span));
    }
  if (!unifyElements(*lhs->type, *rhs->type)) {
    elementError(span, lhs, rhs);
    return fail(context.create<ErrorExpr>(span));
  }
  llvm::ArrayRef<Dim> left = lhs->type->dims, right = rhs->type->dims;
  shape::Result<Shape> dims = kind == OpKind::Dot ? shape::dot(left, right) : shape::matmul(left, right);
  if (!dims) {
    explainContraction(shapeError(dims.error(), span), kind, lhs, rhs, dims.error().fault == shape::Fault::InnerDim);
    return fail(context.create<ErrorExpr>(span));
  }
  return makeOp(span, kind, {lhs, rhs}, withDims(*lhs->type, *dims));
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

ast::Expr *Checker::makeCast(Span span, Expr *operand, DType target) {
  const Type &type = *operand->type;
  if (target == DType::I1) {
    if (getDType(type) == DType::I1)
      return operand;
    Diagnostic &fault = error("E2016", span, "a number cannot be cast to bool");
    if (type.isTensor())
      suggestTest(fault, operand, span, /*isSure=*/true);
    return fail(context.create<ErrorExpr>(span));
  }
  // A literal that may be of the type is simply of it.
  bool isLiteral = llvm::isa<IntLitExpr, FloatLitExpr>(operand);
  if (isLiteral && type.variable &&restrict(type, bit(target)))
    return operand;
  if (!type.variable && type.dtype == target)
    return operand;
  const Type *result = tensor(target, type.dims);
  return makeOp(span, OpKind::Cast, operand, result);
}

ast::Expr *Checker::checkCast(CastExpr *expr) {
  Expr *operand = checkTensor(expr->operand);
  const Type *target = resolveType(expr->target, DimUse::Body, operand->type);
  if (isError(operand) || target->isError())
    return fail(expr);
  if (!target->isTensor()) {
    error("E2001", expr->target->span, "a cast makes scalars and tensors, not " + show(*target));
    return fail(expr);
  }
  // A scalar type converts each element of a tensor; a tensor type says its shape.
  if (!target->dims.empty() && target->dims != operand->type->dims) {
    error("E2102", expr->span,
          "shape mismatch: a cast from " + shape::toString(operand->type->dims) + " to " +
              shape::toString(target->dims))
        .withHelp("a cast changes the element type only; use reshape");
    return fail(expr);
  }
  return makeCast(expr->span, operand, target->dtype);
}
