//===- CheckDerivative.cpp - grad, value_and_grad, vjp, jvp ---------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `grad(f)` is a function that is known when the program is compiled: a declaration
// without a body, made once for each f and choice of parameters. Calls of it are
// ordinary calls. The type of the expression says which function it is, so that a
// `let` can name it; nothing is left of it at run time.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Intrinsics.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

using frontend::Phase;

const Checker::DerivativeForm Checker::kDerivativeForms[4] = {
    {"grad", Derivative::Grad, "the gradient of f by its first parameter, or by those of wrt"},
    {"value_and_grad", Derivative::ValueAndGrad, "the result of f, then its gradients"},
    {"vjp", Derivative::Vjp, "the results of f, then the function from their gradients to those of the parameters"},
    {"jvp", Derivative::Jvp, "the results of f and their change along tangents of the parameters"},
};

std::optional<Derivative::Kind> Checker::getDerivativeKind(llvm::StringRef name) {
  for (const DerivativeForm &form : kDerivativeForms)
    if (name == form.name)
      return form.kind;
  return std::nullopt;
}

static llvm::StringRef getKindName(Derivative::Kind kind) {
  switch (kind) {
  case Derivative::Grad:
    return "grad";
  case Derivative::ValueAndGrad:
    return "value_and_grad";
  case Derivative::Vjp:
    return "vjp";
  case Derivative::Pullback:
    return "pullback";
  case Derivative::Jvp:
    return "jvp";
  case Derivative::Value:
    break;
  }
  return "grad";
}

Diagnostic &Checker::gradError(llvm::StringRef code, Span span, const llvm::Twine &message) {
  return diagnostics.error(Phase::Autodiff, code, span, message).withLegacyCode("E4001");
}

bool Checker::holdsFunction(const Type &type) {
  return type.isFunction() ||
         (type.isTuple() && llvm::any_of(type.elements, [](const Type *element) { return element->isFunction(); }));
}

ast::Expr *Checker::failFunction(Expr *expr) {
  error("E2012", expr->span, "a function is used as a value")
      .withHelp("it can be called, named by `let`, or given to grad, value_and_grad, vjp and jvp");
  return fail(expr);
}

const Type *Checker::functionType(FnDecl *fn, llvm::ArrayRef<const Type *> held) {
  Type *type = context.create<Type>();
  type->kind = Type::Function;
  type->elements = context.copy(held);
  type->function = fn;
  return type;
}

ast::Expr *Checker::makeFunction(Span span, FnDecl *fn, llvm::ArrayRef<Expr *> held,
                                 llvm::ArrayRef<const Type *> types) {
  auto *expr = context.create<FunctionExpr>(span, context.copy(held));
  expr->type = functionType(fn, types);
  return expr;
}

//===----------------------------------------------------------------------===//
// What is differentiated
//===----------------------------------------------------------------------===//

ast::Expr *Checker::checkOperand(Expr *operand, llvm::StringRef by, bool allowsValue) {
  while (auto *paren = llvm::dyn_cast<ParenExpr>(operand))
    operand = paren->inner;
  if (auto *closure = llvm::dyn_cast<ClosureExpr>(operand))
    return checkClosure(closure);
  if (auto *name = llvm::dyn_cast<NameExpr>(operand)) {
    Decl *decl = scope.find(name->name);
    if (decl && decl->type && decl->type->isFunction())
      return checkName(name);
    if (FnDecl *fn = functions.lookup(name->name)) {
      noteUse(name->span, fn);
      return makeFunction(name->span, fn);
    }
    if (findIntrinsic(name->name) || getDerivativeKind(name->name)) {
      error("E2012", name->span, "the function `" + name->name + "` of the library is used as a value")
          .withHelp("write a closure that calls it, as in `" + by + "(|x: f32| " + name->name + "(x))`");
      return fail(name);
    }
    if (allowsValue && decl)
      return check(operand);
    if (decl && !(decl->type && decl->type->isError()))
      gradError("E4106", name->span, "`" + by + "` takes a function, and `" + name->name + "` is a value")
          .withHelp("as in `" + by + "(f)(x)`, where f computes what is differentiated");
    else if (!decl)
      unknownFunction(name->span, name->name);
    return fail(name);
  }
  operand = check(operand);
  if (isError(operand) || operand->type->isFunction() || allowsValue)
    return operand;
  gradError("E4106", operand->span,
            "`" + by + "` takes a function that is known when the program is compiled, found " + show(*operand->type))
      .withHelp("write a function or a closure, as in `" + by + "(|x: f32| x * x)`");
  return fail(operand);
}

/// Parameters of `fn` that `list` names or counts.
std::optional<llvm::SmallVector<int64_t, 4>> Checker::getWrt(const FnDecl *fn, size_t numHeld,
                                                                 llvm::ArrayRef<Expr *> elements) {
  llvm::SmallVector<int64_t, 4> positions;
  for (Expr *element : elements) {
    int64_t position = -1;
    llvm::SmallVector<llvm::StringRef> known;
    for (auto [i, param] : llvm::enumerate(fn->params.drop_front(numHeld))) {
      known.push_back(param->name.name);
      auto *name = llvm::dyn_cast<NameExpr>(element);
      if (name && name->name == param->name.name) {
        noteUse(name->span, param);
        position = numHeld + i;
      }
    }
    if (!llvm::isa<NameExpr>(element)) {
      ConstValue value = evaluate(element);
      if (value.isInt() && value.integer >= 0 && size_t(value.integer) < known.size())
        position = numHeld + value.integer;
    }
    if (position < 0) {
      llvm::StringRef text = diagnostics.getBuffer().slice(element->span.begin, element->span.end);
      Diagnostic &fault = error("E2005", element->span, "`" + fn->name.name + "` has no parameter `" + text + "`");
      fault.label(fn->headSpan, "defined here");
      if (llvm::StringRef similar = frontend::findSimilarName(text, known); !similar.empty())
        fault.withHelp("did you mean `" + similar + "`?");
      return std::nullopt;
    }
    if (llvm::is_contained(positions, position)) {
      error("E2005", element->span, "the parameter `" + fn->params[position]->name.name + "` is listed twice");
      return std::nullopt;
    }
    positions.push_back(position);
  }
  return positions;
}

/// Whether the results can be differentiated; reports what is not.
bool Checker::checkDifferentiable(Span span, Derivative::Kind kind, const FnDecl *fn) {
  const Type &result = *fn->type;
  bool wantsScalar = kind == Derivative::Grad || kind == Derivative::ValueAndGrad;
  llvm::ArrayRef<const Type *> results = result.elements;
  if (!result.isTuple())
    results = llvm::ArrayRef(&fn->type, 1);
  bool ok = llvm::all_of(results, [&](const Type *type) { return type->isTensor() &&restrict(*type, kFractions); });
  if (ok && (!wantsScalar || result.isScalar()))
    return true;
  llvm::StringRef name = getKindName(kind);
  Diagnostic &fault =
      gradError("E4109", span,
                wantsScalar ? "`" + name + "` takes a function with one scalar result, and that of `" + fn->name.name +
                                  "` is " + show(result)
                            : "`" + name + "` takes a function with results of fractions, and that of `" +
                                  fn->name.name + "` is " + show(result));
  fault.label(fn->headSpan, "defined here");
  if (ok && !result.isTuple())
    fault.withHelp("make one number of it, as with `sum(...)`, or use `vjp`");
  return false;
}

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

/// The name is a function of what is differentiated and by what, so equal requests
/// give one function.
FnDecl *Checker::derive(Derivative::Kind kind, FnDecl *of, llvm::ArrayRef<int64_t> wrt) {
  std::string symbol = (of->getSymbol() + "." + getKindName(kind)).str();
  if (wrt.size() != 1 || wrt[0] != 0)
    for (auto [i, position] : llvm::enumerate(wrt))
      symbol += (i ? "_" : ".") + std::to_string(position);
  FnDecl *&fn = derivatives[intern(symbol)];
  if (fn)
    return fn;
  fn = context.create<FnDecl>(context.nextDeclId(), of->name);
  FnDecl *made = fn;
  made->symbol = intern(symbol);
  made->name.name = intern((getKindName(kind) + "(" + of->name.name + ")").str());
  made->span = of->span;
  made->headSpan = of->headSpan;
  auto *derivative = context.create<Derivative>();
  derivative->kind = kind;
  derivative->of = of;
  derivative->wrt = context.copy(wrt);
  made->derivative = derivative;

  llvm::SmallVector<VarDecl *, 4> params(of->params.begin(), of->params.end());
  llvm::SmallVector<const Type *, 4> results, inputs;
  if (of->type->isTuple())
    results.append(of->type->elements.begin(), of->type->elements.end());
  else
    results.push_back(of->type);
  for (int64_t position : wrt)
    inputs.push_back(of->params[position]->type);
  auto addParams = [&](llvm::StringRef prefix, llvm::ArrayRef<const Type *> types) {
    for (auto [i, type] : llvm::enumerate(types)) {
      std::string name = types.size() == 1 ? prefix.str() : (prefix + llvm::Twine(i)).str();
      auto *param = context.create<VarDecl>(DeclKind::Param, context.nextDeclId(), Ident{intern(name), of->name.span});
      param->type = type;
      params.push_back(param);
    }
  };
  llvm::SmallVector<const Type *, 4> outputs;
  switch (kind) {
  case Derivative::Grad:
    outputs = inputs;
    break;
  case Derivative::ValueAndGrad:
    outputs = results;
    outputs.append(inputs);
    break;
  case Derivative::Pullback:
    made->name.name = intern(("the pullback of " + of->name.name).str());
    addParams("upstream", results);
    outputs = inputs;
    break;
  case Derivative::Vjp: {
    llvm::SmallVector<const Type *, 4> held;
    for (const VarDecl *param : of->params)
      held.push_back(param->type);
    outputs = results;
    outputs.push_back(functionType(derive(Derivative::Pullback, of, wrt), held));
    break;
  }
  case Derivative::Jvp:
    addParams("tangent", inputs);
    outputs = results;
    outputs.append(results);
    break;
  case Derivative::Value:
    break;
  }
  made->params = context.copy(llvm::ArrayRef<VarDecl *>(params));
  made->type = outputs.size() == 1 ? outputs.front() : tuple(outputs);
  // The emitter makes a call of the function itself where it is called.
  if (kind != Derivative::Vjp)
    generated.push_back(made);
  return made;
}

/// `grad(f)`, `grad(f, wrt=[a, b])`, and `grad(f, x)`, which is `grad(f)(x)`.
ast::Expr *Checker::checkDerivative(CallExpr *call, Derivative::Kind kind) {
  llvm::StringRef name = getKindName(kind);
  noteCall(call->callee->span, call->span, nullptr);
  Expr *operand = nullptr, *list = nullptr;
  llvm::SmallVector<Arg, 4> rest;
  for (const Arg &arg : call->args) {
    if (arg.name.name == "wrt")
      list = arg.value;
    else if (!operand && (arg.name.empty() || arg.name.name == "f"))
      operand = arg.value;
    else
      rest.push_back(arg);
  }
  if (!operand) {
    error("E2005", call->span, "`" + name + "` takes a function").withHelp("as in `" + name + "(f)`");
    return fail(call);
  }
  if (isInConst) {
    error("E2012", call->span, "a constant is no function").withHelp("use `let`");
    return fail(call);
  }
  operand = checkOperand(operand, name, /*allowsValue=*/kind == Derivative::Grad && list && rest.empty());
  auto failCall = [&]() -> Expr * {
    for (const Arg &arg : rest)
      if (!llvm::isa<StringLitExpr, ClosureExpr>(arg.value))
        check(arg.value);
    return fail(call);
  };
  if (isError(operand))
    return failCall();

  if (!operand->type->isFunction())
    return checkValueGrad(call, operand, BoundArgs::getElements(list));
  FnDecl *of = operand->type->function;
  size_t numHeld = operand->type->elements.size();
  bool isBroken = of->type->isError() || llvm::any_of(of->params, [](auto *param) { return param->type->isError(); });
  if (isBroken || !checkDifferentiable(operand->span, kind, of))
    return failCall();

  llvm::SmallVector<int64_t, 4> wrt;
  auto isFraction = [&](int64_t position) { return restrict(*of->params[position]->type, kFractions); };
  if (list) {
    auto positions = getWrt(of, numHeld, BoundArgs::getElements(list));
    if (!positions)
      return failCall();
    wrt = *positions;
  } else {
    // The gradient is that of the first parameter; the linear maps are of them all.
    for (int64_t position = numHeld, end = of->params.size(); position < end; ++position) {
      bool isFirst = kind == Derivative::Grad || kind == Derivative::ValueAndGrad;
      if (isFirst || isFraction(position))
        wrt.push_back(position);
      if (isFirst)
        break;
    }
  }
  if (wrt.empty()) {
    gradError("E4105", operand->span, "`" + of->name.name + "` has no parameter to differentiate it by")
        .label(of->headSpan, "defined here");
    return failCall();
  }
  for (int64_t position : wrt) {
    if (isFraction(position))
      continue;
    const VarDecl *param = of->params[position];
    Diagnostic &fault =
        gradError("E4105", list ? list->span : operand->span,
                  "cannot differentiate with respect to " + show(*param->type) + " value " + param->name.name);
    fault.label(param->name.span, "this parameter");
    if (!list)
      fault.withHelp("name others with `wrt=[...]`");
    return failCall();
  }

  FnDecl *fn = derive(kind, of, wrt);
  llvm::ArrayRef<Expr *> held;
  if (auto *function = llvm::dyn_cast<FunctionExpr>(operand))
    held = function->held;
  else if (numHeld)
    held = llvm::ArrayRef(&operand, 1);
  Expr *value = makeFunction(call->span, fn, held, operand->type->elements);
  if (rest.empty())
    return value;
  // `jvp(f, (a, b), (da, db))`: the tuples only group.
  llvm::SmallVector<Arg, 4> args;
  for (const Arg &arg : rest) {
    auto *group = llvm::dyn_cast<TupleExpr>(arg.value);
    if (kind != Derivative::Jvp || !group || !arg.name.empty()) {
      args.push_back(arg);
      continue;
    }
    for (Expr *element : group->elements)
      args.push_back({{}, element});
  }
  auto *inner = context.create<CallExpr>(call->span, value, context.copy(llvm::ArrayRef<Arg>(args)));
  return checkUserCall(inner, fn, value->type);
}

ast::Expr *Checker::checkValueGrad(CallExpr *call, Expr *loss, llvm::ArrayRef<Expr *> wrt) {
  if (!loss->type->isScalar() || !restrict(*loss->type, kFractions)) {
    error("E2001", loss->span, "`grad` expects a scalar loss with shape (), found " + show(*loss->type));
    return fail(call);
  }
  auto *fn = context.create<FnDecl>(context.nextDeclId(), Ident{"grad", call->span});
  llvm::SmallVector<Arg, 4> args = {Arg{{}, loss}};
  llvm::SmallVector<const Type *, 4> results;
  for (Expr *element : wrt) {
    auto *name = llvm::dyn_cast<NameExpr>(element);
    auto *var = name ? llvm::dyn_cast_or_null<VarDecl>(scope.find(name->name)) : nullptr;
    if (!var || !(var->type->isTensor() || var->type->isError())) {
      llvm::StringRef text = diagnostics.getBuffer().slice(element->span.begin, element->span.end);
      error("E2001", element->span, "unknown tensor `" + text + "` in `wrt`");
      return fail(call);
    }
    if (var->type->isError())
      return fail(call);
    if (!restrict(*var->type, kFractions)) {
      gradError("E4105", element->span,
                "cannot differentiate with respect to " + show(*var->type) + " value " + name->name);
      return fail(call);
    }
    args.push_back({{}, check(name)});
    results.push_back(var->type);
  }
  llvm::SmallVector<VarDecl *, 4> params;
  for (const Arg &arg : args) {
    params.push_back(context.create<VarDecl>(DeclKind::Param, context.nextDeclId(), Ident{"value", arg.value->span}));
    params.back()->type = arg.value->type;
  }
  std::string prefix = (currentFn ? currentFn->getSymbol() : "__mind_script").str() + ".grad_of_value";
  fn->symbol = intern(prefix + std::to_string(numClosures[intern(prefix)]++));
  fn->headSpan = fn->span = call->span;
  fn->params = context.copy(llvm::ArrayRef<VarDecl *>(params));
  fn->type = results.size() == 1 ? results[0] : tuple(results);
  fn->derivative = context.create<Derivative>(Derivative{Derivative::Value, nullptr, {}});
  generated.push_back(fn);
  auto *inner = context.create<CallExpr>(call->span, call->callee, context.copy(llvm::ArrayRef<Arg>(args)));
  inner->target = fn;
  inner->type = fn->type;
  return inner;
}

//===----------------------------------------------------------------------===//
// Closures
//===----------------------------------------------------------------------===//

VarDecl *Checker::capture(VarDecl *var, llvm::StringRef name) {
  size_t depth = scope.getDepth(name);
  for (Closure *closure : closures) {
    if (depth >= closure->mark)
      continue;
    auto *known = llvm::find_if(closure->captured, [&](auto &entry) { return entry.first == var; });
    if (known != closure->captured.end()) {
      var = known->second;
      continue;
    }
    auto *own = context.create<VarDecl>(DeclKind::Param, context.nextDeclId(), var->name);
    own->type = var->type;
    closure->captured.push_back({var, own});
    var = own;
  }
  return var;
}

/// The closure becomes a function whose first parameters are what it captures.
ast::Expr *Checker::checkClosure(ClosureExpr *closure) {
  if (isInConst) {
    error("E2012", closure->span, "a constant is no function").withHelp("use `let`");
    return fail(closure);
  }
  auto *fn = context.create<FnDecl>(context.nextDeclId(), Ident{"the closure", closure->span});
  std::string prefix = (currentFn ? currentFn->getSymbol() : "__mind_script").str() + ".closure";
  fn->symbol = intern(prefix + std::to_string(numClosures[intern(prefix)]++));
  fn->span = fn->headSpan = closure->span;
  fn->body = closure->body;

  Closure state;
  state.mark = scope.mark();
  closures.push_back(&state);
  FnDecl *outerFn = std::exchange(currentFn, fn);
  unsigned outerLoops = std::exchange(loopDepth, 0);
  bool ok = true;
  for (VarDecl *param : closure->params) {
    param->type = &errorType;
    if (param->annotation)
      param->type = resolveType(param->annotation, DimUse::Body);
    else
      error("E2012", param->name.span, "the parameter `" + param->name.name + "` of the closure needs a type")
          .withHelp("as in `|" + param->name.name + ": f32|`");
    if (!param->type->isTensor() && !param->type->isError()) {
      error("E2001", param->annotation->span, "a parameter is a scalar or a tensor");
      param->type = &errorType;
    }
    ok &= !param->type->isError();
    scope.bind(param->name.name, param);
    noteBinding(param, closure->span);
  }
  fn->type = checkBlock(fn->body, /*wantsValue=*/true);
  scope.release(state.mark);
  loopDepth = outerLoops;
  currentFn = outerFn;
  closures.pop_back();
  if (!ok || fn->type->isError() || fn->type->isNever())
    return fail(closure);

  llvm::SmallVector<VarDecl *, 4> params;
  llvm::SmallVector<Expr *, 4> held;
  llvm::SmallVector<const Type *, 4> types;
  for (auto [outer, own] : state.captured) {
    params.push_back(own);
    auto *name = context.create<NameExpr>(closure->span, outer->name.name);
    name->decl = outer;
    name->type = outer->type;
    held.push_back(name);
    types.push_back(outer->type);
    if (outer->type->isTensor() || outer->type->isError())
      continue;
    error("E2012", closure->span, "the closure uses `" + outer->name.name + "`, which is " + show(*outer->type))
        .withHelp("a closure captures scalars and tensors");
    return fail(closure);
  }
  params.append(closure->params.begin(), closure->params.end());
  fn->params = context.copy(llvm::ArrayRef<VarDecl *>(params));
  generated.push_back(fn);
  return makeFunction(closure->span, fn, held, types);
}
