//===- ConstEval.cpp - Numbers that are known at compile time -------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Axes, dims and positions are numbers, not values: they are evaluated on the tree
// as it was parsed. Integers are exact 64-bit ones; what overflows is no constant.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/Support/MathExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

static ConstValue makeInt(int64_t value) { return {ConstValue::Int, value, 0}; }
static ConstValue makeFloat(double value) { return {ConstValue::Float, 0, value}; }

ConstValue Checker::evaluateConst(ConstDecl *decl) {
  auto it = constValues.find(decl);
  if (it != constValues.end())
    return it->second;
  if (!constsInProgress.try_emplace(decl, true).second)
    return {};
  ConstValue value = evaluate(decl->value);
  // `const N: f32 = 3` is a float.
  if (auto *annotation = llvm::dyn_cast_or_null<ScalarTypeExpr>(decl->annotation))
    if (value.isInt() && !isInt(annotation->dtype) && annotation->dtype != DType::I1)
      value = makeFloat(double(value.integer));
  constValues[decl] = value;
  return value;
}

ConstValue Checker::getLiteral(const Expr *expr) {
  if (auto *literal = llvm::dyn_cast<IntLitExpr>(expr))
    return makeInt(literal->isNegative ? int64_t(0 - literal->value) : int64_t(literal->value));
  if (auto *literal = llvm::dyn_cast<FloatLitExpr>(expr))
    return makeFloat(literal->value);
  if (auto *literal = llvm::dyn_cast<BoolLitExpr>(expr))
    return {ConstValue::Bool, literal->value, 0};
  return {};
}

ConstValue Checker::evaluate(Expr *expr) {
  switch (expr->kind) {
  case Expr::IntLit:
  case Expr::FloatLit:
  case Expr::BoolLit:
    return getLiteral(expr);
  case Expr::Paren:
    return evaluate(llvm::cast<ParenExpr>(expr)->inner);
  case Expr::Name: {
    auto *name = llvm::cast<NameExpr>(expr);
    Decl *decl = name->decl ? name->decl : scope.find(name->name);
    auto *constant = llvm::dyn_cast_or_null<ConstDecl>(decl);
    if (!constant)
      return {};
    noteUse(name->span, constant);
    return evaluateConst(constant);
  }
  case Expr::Unary: {
    auto *unary = llvm::cast<UnaryExpr>(expr);
    ConstValue operand = evaluate(unary->operand);
    if (unary->op != UnaryOp::Neg)
      return {};
    if (operand.kind == ConstValue::Float)
      return makeFloat(-operand.number);
    if (operand.isInt() && operand.integer != INT64_MIN)
      return makeInt(-operand.integer);
    return {};
  }
  case Expr::Binary: {
    auto *binary = llvm::cast<BinaryExpr>(expr);
    ConstValue lhs = evaluate(binary->lhs);
    ConstValue rhs = evaluate(binary->rhs);
    if (lhs.isInt() && rhs.isInt()) {
      int64_t result;
      switch (binary->op) {
      case BinaryOp::Add:
        return llvm::AddOverflow(lhs.integer, rhs.integer, result) ? ConstValue() : makeInt(result);
      case BinaryOp::Sub:
        return llvm::SubOverflow(lhs.integer, rhs.integer, result) ? ConstValue() : makeInt(result);
      case BinaryOp::Mul:
        return llvm::MulOverflow(lhs.integer, rhs.integer, result) ? ConstValue() : makeInt(result);
      case BinaryOp::Div:
      case BinaryOp::Mod:
        if (rhs.integer == 0 || (lhs.integer == INT64_MIN && rhs.integer == -1))
          return {};
        return makeInt(binary->op == BinaryOp::Div ? lhs.integer / rhs.integer : lhs.integer % rhs.integer);
      case BinaryOp::Pow: {
        if (rhs.integer < 0)
          return {};
        result = 1;
        // Few steps are enough to overflow, but for these.
        if (lhs.integer == 0 || lhs.integer == 1 || lhs.integer == -1)
          return makeInt(rhs.integer == 0 ? 1 : lhs.integer == -1 && rhs.integer % 2 == 0 ? 1 : lhs.integer);
        for (int64_t i = 0; i < rhs.integer; ++i)
          if (llvm::MulOverflow(result, lhs.integer, result))
            return {};
        return makeInt(result);
      }
      default:
        return {};
      }
    }
    // One IEEE step of f64 each, as the program would take it.
    bool bothNumbers = (lhs.isInt() || lhs.kind == ConstValue::Float) && (rhs.isInt() || rhs.kind == ConstValue::Float);
    if (!bothNumbers)
      return {};
    switch (binary->op) {
    case BinaryOp::Add:
      return makeFloat(lhs.asDouble() + rhs.asDouble());
    case BinaryOp::Sub:
      return makeFloat(lhs.asDouble() - rhs.asDouble());
    case BinaryOp::Mul:
      return makeFloat(lhs.asDouble() * rhs.asDouble());
    case BinaryOp::Div:
      return makeFloat(lhs.asDouble() / rhs.asDouble());
    default:
      return {};
    }
  }
  default:
    return {};
  }
}

ast::Expr *Checker::makeLiteral(Span span, ConstValue value) {
  Expr *literal;
  switch (value.kind) {
  case ConstValue::Int: {
    bool isNegative = value.integer < 0;
    auto *node =
        context.create<IntLitExpr>(span, isNegative ? 0 - uint64_t(value.integer) : uint64_t(value.integer), "", "");
    node->isNegative = isNegative;
    literal = node;
    break;
  }
  case ConstValue::Float:
    literal = context.create<FloatLitExpr>(span, value.number, "");
    break;
  case ConstValue::Bool:
    literal = context.create<BoolLitExpr>(span, value.integer != 0);
    break;
  case ConstValue::None:
    return fail(context.create<ErrorExpr>(span));
  }
  return check(literal);
}

/// A scalar constant is a number that each use gets afresh, so its type is decided
/// there; any other constant is an expression with one type.
void Checker::checkConst(ConstDecl *decl) {
  ConstValue value = evaluateConst(decl);
  const Type *annotated = decl->annotation ? resolveType(decl->annotation, DimUse::Body) : nullptr;
  if (value.kind != ConstValue::None && (!annotated || annotated->isScalar())) {
    if (annotated) {
      Expr *literal =
          coerce(makeLiteral(decl->value->span, value), *annotated, "E2015", "the constant `" + decl->name.name + "`");
      (void)literal;
    }
    decl->type = annotated;
    finishBody();
    return;
  }
  if (constsInProgress.lookup(decl) && value.kind == ConstValue::None && llvm::isa<NameExpr>(decl->value)) {
    auto *name = llvm::cast<NameExpr>(decl->value);
    if (name->name == decl->name.name) {
      error("E2002", name->span, "the constant `" + decl->name.name + "` is defined by itself");
      decl->value = fail(name);
      decl->type = &errorType;
      return;
    }
  }
  decl->value = check(decl->value);
  if (annotated) {
    bool isFill = decl->value->type->isScalar() && annotated->isTensor() && !annotated->dims.empty();
    if (isFill) {
      ConstValue scalarValue = getLiteral(decl->value);
      OpAttrs *attrs = makeAttrs();
      attrs->value = scalarValue.asDouble();
      attrs->hasValue = true;
      decl->value = makeOp(decl->value->span, OpKind::Fill, {}, annotated, attrs);
    } else {
      decl->value = coerce(decl->value, *annotated, "E2015", "the constant `" + decl->name.name + "`");
    }
  }
  decl->type = decl->value->type;
  finishBody();
}
