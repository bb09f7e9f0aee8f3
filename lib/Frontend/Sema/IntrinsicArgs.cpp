//===- IntrinsicArgs.cpp - Arguments of library functions -----------------===//
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

namespace {

llvm::StringRef getNames(const char *slot) {
  llvm::StringRef names(slot);
  names.consume_front("?");
  return names;
}

llvm::StringRef getMainName(const char *slot) { return getNames(slot).split('|').first; }

bool isOptional(const char *slot) { return slot[0] == '?'; }

bool hasName(const char *slot, llvm::StringRef name) {
  llvm::StringRef names = getNames(slot);
  while (!names.empty()) {
    auto [first, rest] = names.split('|');
    if (first == name)
      return true;
    names = rest;
  }
  return false;
}

} // namespace

std::string BoundArgs::describeSlot(unsigned slot) const {
  return ("`" + getMainName(intrinsic.slots[slot]) + "` of `" + intrinsic.name + "`").str();
}

bool BoundArgs::bind(llvm::ArrayRef<Arg> args) {
  unsigned numSlots = 0;
  while (numSlots < Intrinsic::kMaxSlots && intrinsic.slots[numSlots])
    ++numSlots;
  unsigned next = 0;
  for (const Arg &arg : args) {
    unsigned slot = next;
    if (arg.name.empty()) {
      // A named argument may have taken the place already.
      while (slot < numSlots && values[slot])
        ++slot;
      next = slot + 1;
      if (slot >= numSlots) {
        checker.error("E2005", arg.value->span,
                      llvm::Twine("`") + intrinsic.name + "` takes at most " + llvm::Twine(numSlots) +
                          " arguments, found " + llvm::Twine(args.size()));
        return false;
      }
    } else {
      slot = 0;
      while (slot < numSlots && !hasName(intrinsic.slots[slot], arg.name.name))
        ++slot;
      if (slot == numSlots) {
        std::string known;
        for (unsigned i = 0; i < numSlots; ++i)
          known += (i ? ", " : "") + getMainName(intrinsic.slots[i]).str();
        checker
            .error("E2005", arg.name.span,
                   llvm::Twine("`") + intrinsic.name + "` has no argument `" + arg.name.name + "`")
            .withHelp("its arguments are " + known);
        return false;
      }
      if (values[slot]) {
        checker.error("E2005", arg.name.span, describeSlot(slot) + " is given twice");
        return false;
      }
    }
    values[slot] = arg.value;
  }
  for (unsigned i = 0; i < numSlots; ++i)
    if (!values[i] && !isOptional(intrinsic.slots[i])) {
      checker.error("E2005", span, "the argument " + describeSlot(i) + " is missing");
      return false;
    }
  return true;
}

Expr *BoundArgs::getTensor(unsigned slot) {
  Expr *value = checker.checkTensor(values[slot]);
  return Checker::isError(value) ? nullptr : value;
}

std::optional<int64_t> BoundArgs::getInt(unsigned slot) {
  ConstValue value = checker.evaluate(values[slot]);
  if (value.isInt())
    return value.integer;
  checker.error("E2102", values[slot]->span, "the argument " + describeSlot(slot) + " is an integer constant")
      .withHelp("use a literal or a `const`");
  return std::nullopt;
}

std::optional<bool> BoundArgs::getBool(unsigned slot, bool fallback) {
  if (!values[slot])
    return fallback;
  ConstValue value = checker.evaluate(values[slot]);
  if (value.kind == ConstValue::Bool)
    return value.integer != 0;
  checker.error("E2001", values[slot]->span, "the argument " + describeSlot(slot) + " is `true` or `false`");
  return std::nullopt;
}

llvm::ArrayRef<Expr *> BoundArgs::getElements(Expr *const &expr) {
  if (auto *list = llvm::dyn_cast<TensorLitExpr>(expr))
    return list->elements;
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(expr))
    return tuple->elements;
  return llvm::ArrayRef(&expr, 1);
}

std::optional<llvm::SmallVector<int64_t>> BoundArgs::getInts(unsigned slot) {
  llvm::SmallVector<int64_t> result;
  for (Expr *element : getElements(values[slot])) {
    ConstValue value = checker.evaluate(element);
    if (!value.isInt()) {
      checker.error("E2102", element->span, "the argument " + describeSlot(slot) + " is a list of integer constants")
          .withHelp("as in `[0, 1]`");
      return std::nullopt;
    }
    result.push_back(value.integer);
  }
  return result;
}

std::optional<Shape> BoundArgs::getDims(unsigned slot) {
  Shape result;
  for (Expr *element : getElements(values[slot])) {
    while (auto *paren = llvm::dyn_cast<ParenExpr>(element))
      element = paren->inner;
    if (auto *name = llvm::dyn_cast<NameExpr>(element)) {
      auto it = checker.dimNames.find(name->name);
      if (it != checker.dimNames.end() && !checker.scope.find(name->name)) {
        checker.noteDim(name->span, name->name);
        result.push_back(it->second);
        continue;
      }
    }
    ConstValue value = checker.evaluate(element);
    if (!value.isInt()) {
      Expr *checked = checker.check(element);
      if (!Checker::isError(checked))
        checker.error("E2102", element->span, "a dimension is known when the program is compiled")
            .withDetail("shape::reshape_runtime_dim")
            .withHelp("use a literal, a `const`, or the name of a dimension of a parameter");
      return std::nullopt;
    }
    if (value.integer < -1) {
      checker.error("E2102", element->span, "shape mismatch: a dimension of " + llvm::Twine(value.integer))
          .withHelp("a dimension is not negative");
      return std::nullopt;
    }
    result.push_back(Dim(value.integer));
  }
  return result;
}

bool BoundArgs::isDTypeName(unsigned slot) const {
  auto *name = llvm::dyn_cast_or_null<NameExpr>(values[slot]);
  return name && !checker.scope.find(name->name) && parseDType(std::string_view(name->name.data(), name->name.size()));
}

std::optional<DType> BoundArgs::getDTypeName(unsigned slot) {
  if (isDTypeName(slot)) {
    llvm::StringRef name = llvm::cast<NameExpr>(values[slot])->name;
    return parseDType(std::string_view(name.data(), name.size()));
  }
  checker.error("E2001", values[slot]->span, "the argument " + describeSlot(slot) + " is an element type")
      .withHelp("the element types are f32 f64 f16 bf16 i32 i64 bool q16");
  return std::nullopt;
}
