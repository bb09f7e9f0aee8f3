//===- Suggest.cpp - What may have been meant -----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixes that several faults share, and the names that other libraries and languages
// have for what is here.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

llvm::StringRef sema::findForeignFunction(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("unsqueeze", "expand_dims")
      .Cases({"view", "resize"}, "reshape")
      .Cases({"permute", "swapaxes", "moveaxis"}, "transpose")
      .Cases({"mm", "bmm"}, "matmul")
      .Cases({"power", "powf", "powi"}, "pow")
      .Cases({"maximum", "amax"}, "max")
      .Cases({"minimum", "amin"}, "min")
      .Cases({"absolute", "fabs"}, "abs")
      .Cases({"ln", "log_e"}, "log")
      .Cases({"arcsin"}, "asin")
      .Cases({"arccos"}, "acos")
      .Cases({"arctan"}, "atan")
      .Cases({"ravel", "flat"}, "flatten")
      .Cases({"take", "index_select"}, "gather")
      .Cases({"ReLU", "Relu"}, "relu")
      .Cases({"average"}, "mean")
      .Cases({"expand"}, "broadcast_to")
      .Cases({"remainder", "fmod"}, "mod")
      .Cases({"subtract"}, "sub")
      .Cases({"multiply"}, "mul")
      .Cases({"divide", "true_divide"}, "div")
      .Cases({"identity"}, "eye")
      .Default("");
}

llvm::StringRef sema::findForeignType(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases({"float32", "float", "single"}, "f32")
      .Cases({"float64", "double"}, "f64")
      .Cases({"float16", "half"}, "f16")
      .Cases({"bfloat16", "bfloat"}, "bf16")
      .Cases({"int32", "int32_t"}, "i32")
      .Cases({"int64", "int64_t", "int", "long"}, "i64")
      .Cases({"boolean", "bool_", "i1"}, "bool")
      .Default("");
}

/// Whether an operator behind the text applies to all of it: a name, a number, calls
/// and subscripts of one, or one bracket.
static bool isAtom(llvm::StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      if (depth-- == 0)
        return false;
    } else if (depth == 0 && !llvm::isAlnum(c) && c != '_' && c != '.' &&
               static_cast<unsigned char>(c) < 0x80) {
      return false;
    }
  }
  return depth == 0;
}

static std::string parenthesize(llvm::StringRef text) { return isAtom(text) ? text.str() : "(" + text.str() + ")"; }

void Checker::suggestSuffix(Diagnostic &fault, const Expr *expr, llvm::StringRef suffix, const llvm::Twine &message) {
  llvm::StringRef text = diagnostics.getBuffer().slice(expr->span.begin, expr->span.end);
  if (text.size() > kMaxQuoted)
    return;
  // Twice is as good as not at all.
  if (text.ends_with(suffix))
    fault.guess(expr->span, text.drop_back(suffix.size()), message);
  else
    fault.guess(expr->span, parenthesize(text) + suffix, message);
}

void Checker::suggestCast(Diagnostic &fault, const Expr *expr, DType target) {
  llvm::StringRef buffer = diagnostics.getBuffer();
  llvm::StringRef text = buffer.slice(expr->span.begin, expr->span.end);
  if (text.size() > kMaxQuoted)
    return;
  llvm::StringRef type(getDTypeName(target).data(), getDTypeName(target).size());
  std::string cast = parenthesize(text) + " as " + type.str();
  // A power, a method or a subscript binds tighter than `as`.
  llvm::StringRef before = buffer.take_front(expr->span.begin).rtrim(" \t");
  llvm::StringRef after = buffer.drop_front(expr->span.end).ltrim(" \t");
  if (before.ends_with("**") || after.starts_with("**") || after.starts_with(".") || after.starts_with("["))
    cast = "(" + cast + ")";
  fault.guess(expr->span, cast, "convert it to " + type);
}

void Checker::suggestCall(Diagnostic &fault, const Expr *expr, llvm::StringRef name, llvm::StringRef rest,
                          const llvm::Twine &message) {
  llvm::StringRef text = diagnostics.getBuffer().slice(expr->span.begin, expr->span.end);
  if (text.size() > kMaxQuoted)
    return;
  fault.guess(expr->span, name + "(" + text + ", " + rest + ")", message);
}

void Checker::suggestLaterCall(Diagnostic &fault, const Expr *written) {
  auto *call = llvm::dyn_cast<CallExpr>(written);
  auto *callee = call ? llvm::dyn_cast<NameExpr>(call->callee) : nullptr;
  llvm::StringRef buffer = diagnostics.getBuffer();
  if (!callee || !functions.count(callee->name) || !buffer.drop_front(call->span.end).starts_with(")") ||
      call->span.size() > kMaxQuoted)
    return;
  fault.guess({callee->span.end, call->span.end + 1},
              ")" + buffer.slice(callee->span.end, call->span.end), "call the gradient of the function");
}

void Checker::suggestWrt(Diagnostic &fault, const FnDecl *fn, size_t numHeld, const Expr *element) {
  const VarDecl *only = nullptr;
  for (const VarDecl *param : fn->params.drop_front(numHeld)) {
    if (!param->type->isTensor() || !(infer.getAllowed(*param->type) & kFractions))
      continue;
    if (only)
      return;
    only = param;
  }
  if (only)
    fault.guess(element->span, only->name.name, "the parameter that can be differentiated by");
}

void Checker::suggestTest(Diagnostic &fault, const Expr *expr, Span where, bool isSure) {
  llvm::StringRef text = diagnostics.getBuffer().slice(expr->span.begin, expr->span.end);
  if (text.size() > kMaxQuoted)
    return;
  bool isInteger = (infer.getAllowed(*expr->type) & kIntegers) != 0;
  llvm::StringRef zero = isInteger ? " != 0" : " != 0.0";
  fault.guess(where, parenthesize(text) + zero, "compare it with 0").fixes.back().isSure = isSure;
}

void Checker::suggestName(Diagnostic &fault, Span span, llvm::StringRef name,
                          llvm::ArrayRef<llvm::StringRef> candidates) {
  llvm::StringRef similar = frontend::findSimilarName(name, candidates);
  if (!similar.empty())
    fault.withHelp("did you mean `" + similar + "`?").guess(span, similar, "use the name that looks like it");
}
