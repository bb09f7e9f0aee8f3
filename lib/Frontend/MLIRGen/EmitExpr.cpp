//===- EmitExpr.cpp - Expressions -----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "Mind/Dialect/Mic/IR/Mic.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

Value Emitter::emitValue(const Expr *expr) {
  switch (expr->kind) {
  case Expr::Op:
    return emitOp(llvm::cast<OpExpr>(expr));
  case Expr::Name: {
    const Decl *decl = llvm::cast<NameExpr>(expr)->decl;
    return lookup(decl).front();
  }
  case Expr::IntLit:
  case Expr::FloatLit:
  case Expr::BoolLit:
    if (hasMicForm())
      return emitLiteral(expr);
    return constant(expr->type->dtype, encode(expr, expr->type->dtype));
  default: {
    Values values;
    emitValues(expr, values);
    return values.front();
  }
  }
}

bool Emitter::emitValues(const Expr *expr, Values &values) {
  switch (expr->kind) {
  case Expr::Name: {
    llvm::ArrayRef<Value> bound = lookup(llvm::cast<NameExpr>(expr)->decl);
    values.append(bound.begin(), bound.end());
    return true;
  }
  case Expr::TensorLit:
    values.push_back(emitTensorLit(llvm::cast<TensorLitExpr>(expr)));
    return true;
  case Expr::Tuple:
    for (const Expr *element : llvm::cast<TupleExpr>(expr)->elements)
      values.push_back(emitValue(element));
    return true;
  case Expr::TupleGet: {
    auto *get = llvm::cast<TupleGetExpr>(expr);
    Values elements;
    emitValues(get->base, elements);
    unsigned first = 0;
    for (const sema::Type *element : get->base->type->elements.take_front(get->index))
      first += countValues(*element);
    llvm::append_range(values, ArrayRef(elements).slice(first, countValues(*get->type)));
    return true;
  }
  case Expr::Function:
    for (const Expr *held : llvm::cast<FunctionExpr>(expr)->held)
      emitValues(held, values);
    return true;
  case Expr::Call:
    emitCall(llvm::cast<CallExpr>(expr), values);
    return true;
  case Expr::If: {
    auto *branch = llvm::cast<IfExpr>(expr);
    bool hasValue = !branch->type->isUnit() && !branch->type->isNever();
    return emitIf(branch, hasValue ? &values : nullptr);
  }
  case Expr::Match: {
    auto *match = llvm::cast<MatchExpr>(expr);
    bool hasValue = !match->type->isUnit() && !match->type->isNever();
    return emitMatch(match, hasValue ? &values : nullptr);
  }
  case Expr::Logical:
    values.push_back(emitLogical(llvm::cast<LogicalExpr>(expr)));
    return true;
  case Expr::Shared: {
    auto *node = llvm::cast<SharedExpr>(expr);
    // A tuple is a name or a call; sharing it shares its values.
    if (node->value->type->isTuple()) {
      auto it = sharedTuples.find(node);
      if (it == sharedTuples.end()) {
        Values elements;
        emitValues(node->value, elements);
        it = sharedTuples.try_emplace(node, std::move(elements)).first;
      }
      values.append(it->second.begin(), it->second.end());
      return true;
    }
    Value value = shared.lookup(node);
    if (!value) {
      value = emitValue(node->value);
      shared[node] = value;
    }
    values.push_back(value);
    return true;
  }
  default:
    values.push_back(emitValue(expr));
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

uint64_t Emitter::encode(const Expr *literal, DType dtype) {
  if (auto *number = llvm::dyn_cast<FloatLitExpr>(literal))
    return encodeElement(dtype, number->value);
  if (auto *boolean = llvm::dyn_cast<BoolLitExpr>(literal))
    return boolean->value;
  auto *number = llvm::cast<IntLitExpr>(literal);
  if (dtype == DType::I64 || dtype == DType::I32) {
    uint64_t bits = number->isNegative ? 0 - number->value : number->value;
    return dtype == DType::I64 ? bits : uint32_t(bits);
  }
  double magnitude = double(number->value);
  return encodeElement(dtype, number->isNegative ? -magnitude : magnitude);
}

static bool isLiteral(const Expr *expr) { return llvm::isa<IntLitExpr, FloatLitExpr, BoolLitExpr>(expr); }

/// The leaves in row-major order; false if one is not a literal.
static bool collectLeaves(const TensorLitExpr *literal, SmallVectorImpl<const Expr *> &leaves) {
  bool allLiterals = true;
  for (const Expr *element : literal->elements) {
    if (auto *nested = llvm::dyn_cast<TensorLitExpr>(element)) {
      allLiterals &= collectLeaves(nested, leaves);
      continue;
    }
    leaves.push_back(element);
    allLiterals &= isLiteral(element);
  }
  return allLiterals;
}

/// A constant of the literal elements, into which the computed ones are inserted.
Value Emitter::emitTensorLit(const TensorLitExpr *literal) {
  const sema::Type &type = *literal->type;
  SmallVector<const Expr *> leaves;
  bool allLiterals = collectLeaves(literal, leaves);
  SmallVector<uint64_t> bits;
  bits.reserve(leaves.size());
  for (const Expr *leaf : leaves)
    bits.push_back(isLiteral(leaf) ? encode(leaf, type.dtype) : 0);
  RankedTensorType resultType = typeOf(type);
  ConstantOp::Properties properties;
  properties.value = cache.tensorValue(resultType, type.dtype, bits);
  Value result = create<ConstantOp>(resultType, {}, properties)->getResult(0);
  if (allLiterals)
    return result;

  int64_t rank = type.dims.size();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<int64_t> ones(rank, 1);
  SmallVector<shape::Dim> unitDims(rank, shape::Dim(1));
  RankedTensorType unitType = cache.tensorType(type.dtype, unitDims);
  for (auto [i, leaf] : llvm::enumerate(leaves)) {
    if (isLiteral(leaf))
      continue;
    SmallVector<int64_t> starts(rank);
    for (int64_t axis = rank - 1, rest = i; axis >= 0; --axis) {
      starts[axis] = rest % type.dims[axis].size;
      rest /= type.dims[axis].size;
    }
    Value element = create<ReshapeOp>(unitType, emitValue(leaf))->getResult(0);
    InsertOp::Properties insertion;
    insertion.axes = cache.array(axes);
    insertion.starts = cache.array(starts);
    insertion.strides = cache.array(ones);
    result = create<InsertOp>(resultType, {result, element}, insertion)->getResult(0);
  }
  return result;
}

Value Emitter::emitConstant(const OpExpr *op) {
  const sema::Type &type = *op->type;
  SmallVector<uint64_t> bits;
  for (double value : op->attrs->floats)
    bits.push_back(encodeElement(type.dtype, value));
  for (int64_t value : op->attrs->ints)
    bits.push_back(encodeElement(type.dtype, value));
  RankedTensorType resultType = typeOf(type);
  ConstantOp::Properties properties;
  properties.value = cache.tensorValue(resultType, type.dtype, bits);
  return create<ConstantOp>(resultType, {}, properties)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Emitter::emitCall(const CallExpr *call, Values &values) {
  const FnDecl *target = call->target;
  // A vjp is a call that keeps its arguments for the pullback.
  bool isVjp = target->derivative && target->derivative->kind == Derivative::Vjp;
  if (isVjp)
    target = target->derivative->of;
  Values arguments;
  if (call->callee->type && call->callee->type->isFunction())
    emitValues(call->callee, arguments);
  for (const Arg &arg : call->args)
    arguments.push_back(emitValue(arg.value));
  if (exactLocations)
    setLocation(call->span);
  const FunctionInfo &info = functions[target];
  SmallVector<Value, 4> operands;
  // A name of a dim of the caller is another one in the callee.
  for (auto [argument, type] : llvm::zip_equal(arguments, info.params))
    operands.push_back(castTo(argument, type));
  func::CallOp::Properties properties;
  properties.callee = info.symbol;
  Operation *op = create<func::CallOp>(info.results, operands, properties);
  SmallVector<mlir::Type, 2> types;
  appendTypes(*call->type, types);
  for (auto [result, type] : llvm::zip(op->getResults(), types))
    values.push_back(castTo(result, type));
  if (isVjp)
    llvm::append_range(values, arguments);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The checker multiplies by -1 where the type is open; an integer is 0 - x.
static bool isNegation(const OpExpr *op) {
  if (op->op != OpKind::Mul || !isInt(op->type->dtype))
    return false;
  auto *factor = llvm::dyn_cast<IntLitExpr>(op->operands[1]);
  // Made by the checker, which gives it the extent of the whole.
  return factor && factor->isNegative && factor->value == 1 && factor->text.empty() &&
         factor->span.begin == op->span.begin && factor->span.end == op->span.end;
}

Value Emitter::emitNegation(const OpExpr *op) {
  if (!isNegation(op))
    return {};
  DType dtype = op->type->dtype;
  Value zero = constant(dtype, 0);
  if (hasMicForm() && dtype != DType::I64) {
    zero.getDefiningOp()->setDiscardableAttr(mic::kLiteralAttrName, cache.string("int"));
    literals.push_back(zero);
  }
  Value operand = emitValue(op->operands[0]);
  return create<SubOp>(typeOf(*op->type), {zero, operand})->getResult(0);
}

Value Emitter::emitOp(const OpExpr *op) {
  if (Value negation = emitNegation(op))
    return negation;
  SmallVector<Value, 4> operands;
  for (const Expr *operand : op->operands)
    operands.push_back(emitValue(operand));
  if (exactLocations)
    setLocation(op->span);
  const sema::Type &semaType = *op->type;
  mlir::Type type = typeOf(semaType);
  const OpAttrs *attrs = op->attrs;
  auto plain = [&](auto tag) { return create<typename decltype(tag)::Op>(type, operands)->getResult(0); };
  switch (op->op) {
  case OpKind::Constant:
    return emitConstant(op);
  case OpKind::Fill: {
    // A scalar is a literal; of a symbolic shape only the value is known.
    FillOp::Properties properties;
    if (attrs->hasValue)
      properties.value = cache.f64(attrs->value);
    return create<FillOp>(type, {}, properties)->getResult(0);
  }
  case OpKind::Add:
    return plain(Tag<AddOp>());
  case OpKind::Sub:
    return plain(Tag<SubOp>());
  case OpKind::Mul:
    return plain(Tag<MulOp>());
  case OpKind::Div:
    return plain(Tag<DivOp>());
  case OpKind::Mod:
    return plain(Tag<ModOp>());
  case OpKind::Shl:
    return plain(Tag<ShlOp>());
  case OpKind::Shr:
    return plain(Tag<ShrOp>());
  case OpKind::Max:
    return plain(Tag<MaxOp>());
  case OpKind::Min:
    return plain(Tag<MinOp>());
  case OpKind::Pow:
    return plain(Tag<PowOp>());
  case OpKind::Relu:
    return plain(Tag<ReluOp>());
  case OpKind::Abs:
    return plain(Tag<AbsOp>());
  case OpKind::Floor:
    return plain(Tag<FloorOp>());
  case OpKind::Ceil:
    return plain(Tag<CeilOp>());
  case OpKind::Round:
    return plain(Tag<RoundOp>());
  case OpKind::Reshape:
    return plain(Tag<ReshapeOp>());
  case OpKind::BroadcastTo:
    return plain(Tag<BroadcastToOp>());
  case OpKind::Cast:
    return plain(Tag<mind::CastOp>());
  case OpKind::Dot:
    return plain(Tag<DotOp>());
  case OpKind::Matmul:
    return plain(Tag<MatmulOp>());
  case OpKind::ReluGrad:
    return plain(Tag<ReluGradOp>());
  case OpKind::And:
    return plain(Tag<arith::AndIOp>());
  case OpKind::Or:
    return plain(Tag<arith::OrIOp>());
  case OpKind::Xor:
    return plain(Tag<arith::XOrIOp>());
  case OpKind::Select:
    return plain(Tag<arith::SelectOp>());
  case OpKind::Not: {
    // All ones: true, or -1.
    FillOp::Properties properties;
    properties.value = cache.f64(semaType.dtype == DType::I1 ? 1.0 : -1.0);
    Value ones = semaType.dims.empty() ? constant(semaType.dtype, encodeElement(semaType.dtype, int64_t(-1)))
                                       : create<FillOp>(type, {}, properties)->getResult(0);
    operands.push_back(ones);
    return plain(Tag<arith::XOrIOp>());
  }
  case OpKind::Compare: {
    CompareOp::Properties properties;
    properties.predicate = CmpPredicateAttr::get(cache.context, mind::CmpPredicate(unsigned(attrs->predicate)));
    return create<CompareOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Unary: {
    mind::UnaryOp::Properties properties;
    properties.kind = UnaryKindAttr::get(cache.context, mind::UnaryKind(unsigned(attrs->unary)));
    return create<mind::UnaryOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::IPow: {
    IPowOp::Properties properties;
    properties.exponent = cache.integer(attrs->exponent);
    return create<IPowOp>(type, operands, properties)->getResult(0);
  }
  default: {
    Value result = emitMovement(op, type, operands);
    if (hasMicForm())
      setSpelling(result.getDefiningOp(), *attrs);
    return result;
  }
  }
}

/// Reductions, movements, positions, convolutions: what has axes.
Value Emitter::emitMovement(const OpExpr *op, mlir::Type type, ArrayRef<Value> operands) {
  const OpAttrs *attrs = op->attrs;
  auto reduce = [&](auto tag) {
    using Op = typename decltype(tag)::Op;
    typename Op::Properties properties;
    properties.axes = cache.array(attrs->axes);
    if (attrs->keepdims)
      properties.keepdims = cache.unit;
    return create<Op>(type, operands, properties)->getResult(0);
  };
  switch (op->op) {
  case OpKind::Sum:
    return reduce(Tag<SumOp>());
  case OpKind::Mean:
    return reduce(Tag<MeanOp>());
  case OpKind::ReduceMax:
    return reduce(Tag<ReduceMaxOp>());
  case OpKind::Argmax: {
    ArgmaxOp::Properties properties;
    properties.axis = cache.integer(attrs->axis);
    if (attrs->keepdims)
      properties.keepdims = cache.unit;
    return create<ArgmaxOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Transpose: {
    TransposeOp::Properties properties;
    properties.perm = cache.array(attrs->perm);
    return create<TransposeOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::ExpandDims: {
    ExpandDimsOp::Properties properties;
    properties.axis = cache.integer(attrs->axis);
    return create<ExpandDimsOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Squeeze: {
    SqueezeOp::Properties properties;
    properties.axes = cache.array(attrs->axes);
    return create<SqueezeOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Index: {
    mind::IndexOp::Properties properties;
    properties.axes = cache.array(attrs->axes);
    properties.indices = cache.array(attrs->indices);
    return create<mind::IndexOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Slice: {
    SliceOp::Properties properties;
    properties.axes = cache.array(attrs->axes);
    properties.starts = cache.array(attrs->starts);
    properties.ends = cache.array(attrs->ends);
    properties.strides = cache.array(attrs->strides);
    return create<SliceOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Gather: {
    GatherOp::Properties properties;
    properties.axis = cache.integer(attrs->axis);
    return create<GatherOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Insert: {
    InsertOp::Properties properties;
    properties.axes = cache.array(attrs->axes);
    properties.starts = cache.array(attrs->starts);
    properties.strides = cache.array(attrs->strides);
    return create<InsertOp>(type, operands, properties)->getResult(0);
  }
  case OpKind::Conv2D: {
    Conv2DOp::Properties properties;
    properties.strides = cache.array(attrs->strides);
    properties.padding = ConvPaddingAttr::get(cache.context, mind::ConvPadding(unsigned(attrs->padding)));
    properties.pads = cache.array(attrs->pads);
    return create<Conv2DOp>(type, operands, properties)->getResult(0);
  }
  default:
    llvm_unreachable("the checker makes no such operation");
  }
}
