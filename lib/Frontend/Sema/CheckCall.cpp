//===- CheckCall.cpp - Calls of user functions, methods -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Intrinsics.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

Diagnostic &Checker::unknownFunction(Span span, llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> known;
  for (FnDecl *fn : functionOrder)
    known.push_back(fn->name.name);
  listIntrinsics(known);
  known.push_back("print");
  Diagnostic &fault = error("E2003", span, "unknown function `" + name + "`");
  // A name that is known elsewhere is no slip of the pen.
  if (llvm::StringRef foreign = findForeignFunction(name); !foreign.empty() && !functions.count(foreign))
    fault.withHelp("it is called `" + foreign + "` here").fix(span, foreign, "use the name that it has here");
  else
    suggestName(fault, span, name, known);
  return fault;
}

/// Arguments are checked for their own faults where the call itself is wrong.
static void checkAll(llvm::ArrayRef<Arg> args, llvm::function_ref<void(Expr *)> check) {
  for (const Arg &arg : args)
    if (!llvm::isa<StringLitExpr>(arg.value))
      check(arg.value);
}

/// A function of the user or, if there is none, of the library.
ast::Expr *Checker::callNamed(Span span, llvm::StringRef name, Span nameSpan, llvm::ArrayRef<Arg> args) {
  noteCall(nameSpan, span, nullptr);
  if (const Intrinsic *intrinsic = findIntrinsic(name))
    return callIntrinsic(span, *intrinsic, args);
  if (std::optional<DType> dtype = parseDType(std::string_view(name.data(), name.size()))) {
    if (args.size() != 1 || !args[0].name.empty()) {
      error("E2005", span, "a conversion takes one argument, found " + llvm::Twine(args.size()));
      return fail(context.create<ErrorExpr>(span));
    }
    Expr *operand = checkTensor(args[0].value);
    return isError(operand) ? operand : makeCast(span, operand, *dtype);
  }
  unknownFunction(nameSpan, name);
  checkAll(args, [&](Expr *value) { check(value); });
  return fail(context.create<ErrorExpr>(span));
}

ast::Expr *Checker::checkCall(CallExpr *call) {
  if (auto *name = llvm::dyn_cast<NameExpr>(call->callee)) {
    Decl *decl = scope.find(name->name);
    if (decl && decl->type && decl->type->isFunction()) {
      call->callee = checkName(name);
      noteCall(name->span, call->span, decl->type->function);
      return checkUserCall(call, decl->type->function, decl->type);
    }
    std::optional<Derivative::Kind> kind = getDerivativeKind(name->name);
    if (llvm::isa_and_nonnull<VarDecl, ConstDecl>(decl) && !functions.count(name->name) && !findIntrinsic(name->name) &&
        !kind) {
      // Its fault was reported.
      if (decl->type && decl->type->isError()) {
        checkAll(call->args, [&](Expr *value) { check(value); });
        return fail(call);
      }
      error("E2012", name->span, "`" + name->name + "` is a value and cannot be called");
      return fail(call);
    }
    if (FnDecl *fn = functions.lookup(name->name)) {
      noteUse(name->span, fn);
      noteCall(name->span, call->span, fn);
      return checkUserCall(call, fn);
    }
    if (kind)
      return checkDerivative(call, *kind);
    if (name->name == "backward" && call->args.size() >= 2) {
      Expr *loss = checkTensor(call->args[0].value);
      llvm::SmallVector<Expr *, 4> wrt;
      for (const Arg &arg : call->args.drop_front())
        wrt.push_back(arg.value);
      return isError(loss) ? fail(call) : checkValueGrad(call, loss, wrt);
    }
    return callNamed(call->span, name->name, name->span, call->args);
  }
  if (auto *path = llvm::dyn_cast<PathExpr>(call->callee)) {
    llvm::StringRef root = path->segments.front().name;
    if (root == "tensor" || root == "math" || root == "std" || root == "Tensor")
      return callNamed(call->span, path->segments.back().name, path->segments.back().span, call->args);
    unknownFunction(path->span, path->segments.back().name);
    return fail(call);
  }
  Expr *callee = check(call->callee);
  if (callee->type->isFunction()) {
    call->callee = callee;
    noteCall(callee->span, call->span, callee->type->function);
    return checkUserCall(call, callee->type->function, callee->type);
  }
  if (!isError(callee))
    error("E2012", callee->span, "a value of type " + show(*callee->type) + " cannot be called");
  return fail(call);
}

/// `tensor.sum(x)` names a library function; `x.sum()` passes x first.
ast::Expr *Checker::checkMethod(MethodExpr *method) {
  auto *receiver = llvm::dyn_cast<NameExpr>(method->receiver);
  bool isModule =
      receiver && !scope.find(receiver->name) &&
      (receiver->name == "tensor" || receiver->name == "math" || receiver->name == "Tensor" || receiver->name == "std");
  // `std.math.exp(x)`.
  if (auto *field = llvm::dyn_cast<FieldExpr>(method->receiver))
    if (auto *root = llvm::dyn_cast<NameExpr>(field->base))
      isModule |= root->name == "std" && !scope.find("std");
  if (isModule)
    return callNamed(method->span, method->name.name, method->name.span, method->args);

  llvm::SmallVector<Arg, 4> args = {Arg{{}, method->receiver}};
  args.append(method->args.begin(), method->args.end());
  if (FnDecl *fn = functions.lookup(method->name.name)) {
    auto *call = context.create<CallExpr>(method->span, method->receiver, context.copy(llvm::ArrayRef<Arg>(args)));
    noteUse(method->name.span, fn);
    noteCall(method->name.span, method->span, fn);
    return checkUserCall(call, fn);
  }
  return callNamed(method->span, method->name.name, method->name.span, args);
}

//===----------------------------------------------------------------------===//
// User functions
//===----------------------------------------------------------------------===//

/// Binds the named dims of a parameter to those of its argument.
bool Checker::unifyParam(Expr *arg, const VarDecl *param, const FnDecl *fn,
                         llvm::SmallVectorImpl<std::pair<llvm::StringRef, Dim>> &bindings,
                         llvm::ArrayRef<Arg> earlier) {
  const Type &wanted = *param->type, &found = *arg->type;
  if (wanted.isError() || found.isError())
    return false;
  Span declared = param->annotation ? param->annotation->span : param->name.span;
  auto addContext = [&](Diagnostic &fault) -> Diagnostic & { return fault.label(declared, "declared here"); };
  auto getDimSpan = [&](const VarDecl *of, size_t i) {
    auto *type = llvm::dyn_cast_or_null<TensorTypeExpr>(of->annotation);
    return type && i < type->dims.size() ? type->dims[i].span : of->name.span;
  };
  std::string what = ("the argument `" + param->name.name + "` of `" + fn->name.name + "`").str();
  if (!found.isTensor()) {
    addContext(error("E2027", arg->span, what + " has the type " + show(wanted) + ", found " + show(found)));
    return false;
  }
  if (found.dims.size() != wanted.dims.size()) {
    Diagnostic &fault = addContext(error("E2102", arg->span,
                                         "shape mismatch: " + what + " has the shape " + shape::toString(wanted.dims) +
                                             ", found " + shape::toString(found.dims)))
                            .withDetail("shape::rank_mismatch");
    labelRank(fault, arg);
    return false;
  }
  for (auto [i, pair] : llvm::enumerate(llvm::zip_equal(wanted.dims, found.dims))) {
    auto [want, have] = pair;
    if (!want.isSymbolic()) {
      if (want == have)
        continue;
      Diagnostic &fault = error("E2102", arg->span,
                                "shape mismatch: dimension " + llvm::Twine(i) + " of " + what + " is " +
                                    shape::toString(want) + ", found " + shape::toString(have))
                              .withDetail("shape::dim_mismatch")
                              .label(getDimSpan(param, i), shape::toString(want) + " is declared here");
      if (std::optional<Span> origin = findDim(arg, i); origin && !(*origin == arg->span))
        labelDim(fault, arg, i, "argument");
      lineUp(fault, {{"declared", wanted.dims}, {"found", found.dims}}, i);
      return false;
    }
    auto *bound = llvm::find_if(bindings, [&, want = want](auto &entry) { return entry.first == want.name; });
    if (bound == bindings.end()) {
      bindings.push_back({want.name, have});
    } else if (bound->second != have) {
      Diagnostic &fault = error("E2102", arg->span,
                                "shape mismatch: the dimension `" + want.name + "` of `" + fn->name.name + "` is " +
                                    shape::toString(bound->second) + " in an earlier argument and " +
                                    shape::toString(have) + " here")
                              .withDetail("shape::symbolic_conflict");
      // The first argument that has the dim bound it.
      llvm::ArrayRef<VarDecl *> params = fn->params.take_back(earlier.size());
      bool isFound = false;
      for (auto [other, otherParam] : llvm::zip_equal(earlier, params)) {
        if (isFound || otherParam == param)
          break;
        for (auto [k, dim] : llvm::enumerate(otherParam->type->dims))
          if (!isFound && dim == want && other.value->type->dims.size() == otherParam->type->dims.size()) {
            isFound = true;
            if (std::optional<Span> origin = findDim(other.value, k))
              fault.label(*origin, "`" + want.name + "` is " + shape::toString(bound->second) + " here");
          }
      }
      if (std::optional<Span> origin = findDim(arg, i); origin && !(*origin == arg->span))
        fault.label(*origin, "`" + want.name + "` is " + shape::toString(have) + " here");
      fault.label(getDimSpan(param, i), "`" + want.name + "` is declared here");
      return false;
    }
  }
  if (unifyElements(found, wanted))
    return true;
  DType have = infer.getLikely(found), want = infer.getLikely(wanted);
  bool scalars = found.isScalar();
  llvm::StringRef code = !scalars ? "E2001" : have == DType::I64 && want == DType::I32 ? "E2004" : "E2027";
  Diagnostic &fault =
      addContext(error(code, arg->span, what + " has the type " + show(wanted) + ", found " + show(found)));
  if (!scalars)
    fault.withDetail("shape::dtype_mismatch");
  if (have != DType::I1 && want != DType::I1)
    suggestCast(fault, arg, want);
  return false;
}

const Type *Checker::substitute(const Type *type, llvm::ArrayRef<std::pair<llvm::StringRef, Dim>> bindings) {
  if (type->isTuple() || type->isFunction()) {
    llvm::SmallVector<const Type *, 4> elements;
    for (const Type *element : type->elements)
      elements.push_back(substitute(element, bindings));
    return type->isTuple() ? tuple(elements) : functionType(type->function, elements);
  }
  if (!type->isTensor() || type->dims.empty())
    return type;
  Shape dims;
  for (Dim dim : type->dims) {
    const auto *bound =
        llvm::find_if(bindings, [&](auto &entry) { return dim.isSymbolic() && entry.first == dim.name; });
    dims.push_back(bound == bindings.end() ? dim : bound->second);
  }
  return withDims(*type, dims);
}

ast::Expr *Checker::checkUserCall(CallExpr *call, FnDecl *fn, const Type *held) {
  if (isInConst) {
    error("E2001", call->span, "a constant does not call functions of the program")
        .withHelp("use `let` for a value that is computed");
    return fail(call);
  }
  if (!fn->type) {
    error("E2010", call->span, "the result of `" + fn->name.name + "` is not known here")
        .label(fn->headSpan, "declare it with `->`");
    checkAll(call->args, [&](Expr *value) { check(value); });
    return fail(call);
  }
  llvm::ArrayRef<VarDecl *> params = fn->params;
  if (held)
    params = params.drop_front(held->elements.size());
  // Arguments in parameter order.
  llvm::SmallVector<Arg, 4> ordered(params.size());
  bool ok = true;
  size_t position = 0;
  for (const Arg &arg : call->args) {
    size_t index = position;
    if (!arg.name.empty()) {
      index = 0;
      while (index < params.size() && params[index]->name.name != arg.name.name)
        ++index;
      if (index == params.size()) {
        llvm::SmallVector<llvm::StringRef> known;
        for (const VarDecl *param : params)
          known.push_back(param->name.name);
        Diagnostic &fault =
            error("E2005", arg.name.span, "`" + fn->name.name + "` has no parameter `" + arg.name.name + "`");
        suggestName(fault, arg.name.span, arg.name.name, known);
        ok = false;
        break;
      }
      noteUse(arg.name.span, params[index]);
    } else {
      ++position;
    }
    if (index >= params.size() || ordered[index].value) {
      if (index >= params.size())
        break;
      error("E2005", arg.value->span, "the parameter `" + params[index]->name.name + "` is given twice");
      ok = false;
      break;
    }
    ordered[index] = {{}, arg.value};
  }
  if (ok && (call->args.size() != params.size() || llvm::any_of(ordered, [](const Arg &arg) { return !arg.value; }))) {
    std::string message = ("`" + fn->name.name + "` takes " + llvm::Twine(params.size()) +
                           (params.size() == 1 ? " argument" : " arguments") + ", found " +
                           llvm::Twine(call->args.size()))
                              .str();
    const auto *missing = llvm::find_if(ordered, [](const Arg &arg) { return !arg.value; });
    if (missing != ordered.end() && call->args.size() < params.size()) {
      const VarDecl *param = params[missing - ordered.begin()];
      error("E2005", call->span, message + ": `" + param->name.name + "` is missing")
          .label(param->name.span, "the parameter is declared here");
    } else {
      error("E2005", call->span, message).label(fn->headSpan, "defined here");
    }
    ok = false;
  }
  if (!ok) {
    checkAll(call->args, [&](Expr *value) { check(value); });
    return fail(call);
  }

  llvm::SmallVector<std::pair<llvm::StringRef, Dim>, 4> bindings;
  if (held)
    for (auto [type, param] : llvm::zip(held->elements, fn->params))
      for (auto [have, want] : llvm::zip(type->dims, param->type->dims))
        if (want.isSymbolic() &&
            llvm::none_of(bindings, [&, want = want](auto &entry) { return entry.first == want.name; }))
          bindings.push_back({want.name, have});
  for (auto [arg, param] : llvm::zip_equal(ordered, params)) {
    arg.value = checkTensor(arg.value);
    ok &= unifyParam(arg.value, param, fn, bindings, ordered);
  }
  // The result is known even where an argument is wrong, but it would mislead.
  if (!ok || fn->type->isError())
    return fail(call);
  call->args = context.copy(llvm::ArrayRef<Arg>(ordered));
  call->target = fn;
  call->type = substitute(fn->type, bindings);
  return call;
}
