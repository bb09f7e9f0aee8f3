//===- IntrinsicsCreate.cpp - Tensors made from numbers -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

/// Elements of a constant that a function lists; larger ones are computed by loops.
static constexpr int64_t kMaxListed = int64_t(1) << 20;

ast::Expr *Checker::makeConstant(Span span, const Type *type, llvm::ArrayRef<double> floats,
                                 llvm::ArrayRef<int64_t> ints) {
  OpAttrs *attrs = makeAttrs();
  attrs->floats = context.copy(floats);
  attrs->ints = context.copy(ints);
  return makeOp(span, OpKind::Constant, {}, type, attrs);
}

/// zeros, ones and full: `(shape)`, `(shape, dtype)`, and `(dtype, shape)`.
ast::Expr *Checker::onFill(Span span, const Intrinsic &intrinsic, BoundArgs &args) {
  bool isFull = intrinsic.kind == 2;
  bool dtypeFirst = args.isDTypeName(0);
  unsigned dtypeSlot = dtypeFirst ? 0 : isFull ? 2 : 1;
  unsigned shapeSlot = dtypeFirst ? 1 : 0;
  unsigned valueSlot = dtypeFirst ? 2 : 1;
  if (!args.has(shapeSlot) || (isFull && !args.has(valueSlot))) {
    error("E2005", span, llvm::Twine("`") + intrinsic.name + "` takes a shape, as in `[2, 3]`");
    return nullptr;
  }
  std::optional<Shape> dims = args.getDims(shapeSlot);
  if (!dims)
    return nullptr;
  for (Dim dim : *dims)
    if (!dim.isSymbolic() && dim.size < 0) {
      error("E2102", args.get(shapeSlot)->span, "shape mismatch: a dimension of -1")
          .withHelp("a dimension is not negative");
      return nullptr;
    }

  Expr *value = nullptr;
  ConstValue number = {ConstValue::Int, intrinsic.kind, 0};
  if (isFull) {
    number = evaluate(args.get(valueSlot));
    if (number.kind == ConstValue::None) {
      value = args.getTensor(valueSlot);
      if (!value)
        return nullptr;
      if (!value->type->isScalar()) {
        error("E2102", value->span, "the value of `full` is a scalar, found " + show(*value->type));
        return nullptr;
      }
    }
  }
  const Type *type = nullptr;
  if (args.has(dtypeSlot)) {
    std::optional<DType> dtype = args.getDTypeName(dtypeSlot);
    if (!dtype)
      return nullptr;
    type = tensor(*dtype, *dims);
  } else if (value) {
    type = withDims(*value->type, *dims);
  } else if (number.kind == ConstValue::Bool) {
    type = tensor(DType::I1, *dims);
  } else {
    type = variableType(infer.makeVariable(number.isInt() ? kNumbers : kFractions, DType::F32), *dims);
  }
  if (value) {
    if (!unifyElements(*value->type, *type)) {
      error("E2001", value->span, "the value of `full` is " + show(*value->type) + ", not the element type");
      return nullptr;
    }
    return makeOp(span, OpKind::BroadcastTo, value, type);
  }
  if (number.kind == ConstValue::Float && !restrict(*type, kFractions)) {
    error("E2001", span, "a float cannot fill " + show(*type));
    return nullptr;
  }
  OpAttrs *attrs = makeAttrs();
  attrs->value = number.asDouble();
  attrs->hasValue = true;
  return makeOp(span, OpKind::Fill, {}, type, attrs);
}

/// The element type of slot `slot`, or an open one.
const Type *Checker::getCreatedType(BoundArgs &args, unsigned slot, DTypeSet allowed, DType fallback,
                                    llvm::ArrayRef<Dim> dims) {
  if (!args.has(slot))
    return variableType(infer.makeVariable(allowed, fallback), dims);
  std::optional<DType> dtype = args.getDTypeName(slot);
  if (!dtype)
    return nullptr;
  if (!(allowed & bit(*dtype))) {
    error("E2001", args.get(slot)->span, "these elements cannot be " + llvm::Twine(std::string(getDTypeName(*dtype))));
    return nullptr;
  }
  return tensor(*dtype, dims);
}

bool Checker::checkListed(Span span, int64_t count) {
  if (count >= 0 && count <= kMaxListed)
    return true;
  error(count < 0 ? "E2102" : "E2104", span,
        count < 0 ? "shape mismatch: a tensor of " + llvm::Twine(count) + " elements"
                  : "a list of " + llvm::Twine(count) + " numbers is too long")
      .withHelp("at most " + llvm::Twine(kMaxListed) + " numbers are listed");
  return false;
}

ast::Expr *Checker::onEye(Span span, const Intrinsic &, BoundArgs &args) {
  std::optional<int64_t> n = args.getInt(0);
  if (!n || !checkListed(span, *n < 0 || *n > kMaxListed ? *n : *n * *n))
    return nullptr;
  const Type *type = getCreatedType(args, 1, kNumbers, DType::F32, {Dim(*n), Dim(*n)});
  if (!type)
    return nullptr;
  llvm::SmallVector<int64_t> elements(*n * *n, 0);
  for (int64_t i = 0; i < *n; ++i)
    elements[i * *n + i] = 1;
  return makeConstant(span, type, {}, elements);
}

/// `arange(stop)`, `arange(start, stop)`, `arange(start, stop, step)`: of integers,
/// or of floats as start + i * step.
ast::Expr *Checker::onArange(Span span, const Intrinsic &, BoundArgs &args) {
  ConstValue bounds[3] = {{ConstValue::Int, 0, 0}, {}, {ConstValue::Int, 1, 0}};
  unsigned slots[3] = {0, 1, 2};
  if (!args.has(1))
    slots[1] = 0;
  bool isWhole = true;
  for (unsigned i = args.has(1) ? 0 : 1; i < 3; ++i) {
    if (!args.has(slots[i]))
      continue;
    ConstValue value = evaluate(args.get(slots[i]));
    if (!value.isInt() && value.kind != ConstValue::Float) {
      error("E2102", args.get(slots[i])->span, "a bound of `arange` is a constant")
          .withHelp("use a literal or a `const`");
      return nullptr;
    }
    isWhole &= value.isInt();
    bounds[i] = value;
  }
  double step = bounds[2].asDouble();
  if (step == 0) {
    error("E2102", args.get(2)->span, "the step of `arange` is 0");
    return nullptr;
  }
  double exact = std::ceil((bounds[1].asDouble() - bounds[0].asDouble()) / step);
  if (!(exact <= double(kMaxListed))) {
    checkListed(span, exact < 9e18 ? int64_t(exact) : INT64_MAX);
    return nullptr;
  }
  int64_t count = exact > 0 ? int64_t(exact) : 0;
  const Type *type =
      getCreatedType(args, 3, isWhole ? kNumbers : kFractions, isWhole ? DType::I64 : DType::F32, Dim(count));
  if (!type)
    return nullptr;
  llvm::SmallVector<int64_t> ints;
  llvm::SmallVector<double> floats;
  for (int64_t i = 0; i < count; ++i) {
    if (isWhole)
      ints.push_back(bounds[0].integer + i * bounds[2].integer);
    else
      floats.push_back(bounds[0].asDouble() + double(i) * step);
  }
  return makeConstant(span, type, floats, ints);
}

/// `num` numbers from start to stop, both included: start + i * (stop - start) / (num - 1).
ast::Expr *Checker::onLinspace(Span span, const Intrinsic &, BoundArgs &args) {
  ConstValue start = evaluate(args.get(0)), stop = evaluate(args.get(1));
  std::optional<int64_t> num = args.getInt(2);
  if (!num || !checkListed(span, *num))
    return nullptr;
  auto isNumber = [](ConstValue value) { return value.isInt() || value.kind == ConstValue::Float; };
  if (!isNumber(start) || !isNumber(stop)) {
    error("E2102", span, "the bounds of `linspace` are constants").withHelp("use literals or a `const`");
    return nullptr;
  }
  const Type *type = getCreatedType(args, 3, kFractions, DType::F32, Dim(*num));
  if (!type)
    return nullptr;
  llvm::SmallVector<double> elements;
  for (int64_t i = 0; i < *num; ++i)
    elements.push_back(*num == 1
                           ? start.asDouble()
                           : start.asDouble() + double(i) * (stop.asDouble() - start.asDouble()) / double(*num - 1));
  return makeConstant(span, type, elements, {});
}
