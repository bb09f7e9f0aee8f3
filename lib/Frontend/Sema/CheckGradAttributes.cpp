//===- CheckGradAttributes.cpp - @differentiable, @custom_grad, @checkpoint -===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What these attributes promise of a function is checked at the function, whether a
// gradient is asked for or not.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "Mind/Support/Checkpoint.h"

#include "llvm/ADT/STLExtras.h"

using namespace mind;
using namespace mind::ast;
using namespace mind::sema;

/// Whether a parameter of a custom gradient fits that of its function; dims of one
/// go by other names in the other.
static bool matches(const Type &wanted, const Type &found, llvm::DenseMap<llvm::StringRef, shape::Dim> &names) {
  if (!wanted.isTensor() || !found.isTensor() || wanted.dtype != found.dtype || wanted.dims.size() != found.dims.size())
    return false;
  return llvm::all_of(llvm::zip_equal(wanted.dims, found.dims), [&](auto pair) {
    auto [want, have] = pair;
    if (!have.isSymbolic())
      return want == have;
    return names.try_emplace(have.name, want).first->second == want;
  });
}

void Checker::checkCustomGrad(FnDecl *fn, const Attribute &attribute) {
  if (attribute.args.empty() || attribute.args[0].kind != AttrArg::Identifier) {
    gradError("E4107", attribute.span, "`@custom_grad` names a function")
        .withHelp("as in `@custom_grad(" + fn->name.name + "_grad)`");
    return;
  }
  for (const AttrArg &option : attribute.args.drop_front())
    if (option.text != "approximate" || !option.key.empty() || attribute.args.size() > 2) {
      gradError("E4107", option.span, "`@custom_grad` takes a function, and `approximate` after it")
          .withHelp("`approximate` says that the gradient differs from that of the body on purpose");
      return;
    }
  const AttrArg &name = attribute.args[0];
  FnDecl *gradient = functions.lookup(name.text);
  if (!gradient) {
    unknownFunction(name.span, name.text);
    return;
  }
  noteUse(name.span, gradient);
  if (fn->type->isError() || gradient->type->isError())
    return;
  auto listOf = [](const Type *type) {
    llvm::SmallVector<const Type *, 4> list;
    if (type->isTuple())
      list.append(type->elements.begin(), type->elements.end());
    else if (!type->isUnit())
      list.push_back(type);
    return list;
  };
  llvm::SmallVector<const Type *, 4> params, results, found;
  for (const VarDecl *param : fn->params) {
    if (param->type->isError())
      return;
    params.push_back(param->type);
    if (restrict(*param->type, kFractions))
      results.push_back(param->type);
  }
  params.append(listOf(fn->type));
  for (const VarDecl *param : gradient->params)
    found.push_back(param->type);
  if (llvm::any_of(found, [](const Type *type) { return type->isError(); }))
    return;
  llvm::SmallVector<const Type *, 4> foundResults = listOf(gradient->type);
  llvm::DenseMap<llvm::StringRef, Dim> names;
  auto fits = [&](llvm::ArrayRef<const Type *> wanted, llvm::ArrayRef<const Type *> have) {
    return wanted.size() == have.size() && llvm::all_of(llvm::zip_equal(wanted, have), [&](auto pair) {
             return matches(*std::get<0>(pair), *std::get<1>(pair), names);
           });
  };
  if (fits(params, found) && fits(results, foundResults)) {
    fn->customGrad = gradient;
    return;
  }
  auto showAll = [&](llvm::ArrayRef<const Type *> types) {
    std::string text = "(";
    for (auto [i, type] : llvm::enumerate(types))
      text += (i ? ", " : "") + show(*type);
    return text + ")";
  };
  auto showSignature = [&](llvm::ArrayRef<const Type *> from, llvm::ArrayRef<const Type *> to) {
    return "(" + showAll(from).substr(1) + " -> " + (to.size() == 1 ? show(*to[0]) : showAll(to));
  };
  gradError("E4107", name.span,
            "`" + gradient->name.name + "` cannot be the gradient of `" + fn->name.name + "`: expected " +
                showSignature(params, results) + ", found " + showSignature(found, foundResults))
      .label(gradient->headSpan, "defined here")
      .withHelp("it takes the parameters and the gradient of the result, and gives one gradient for each parameter");
}

/// `@differentiable(wrt=[a, b])` and `@differentiable(wrt=a)`.
void Checker::checkDifferentiableWrt(FnDecl *fn, const Attribute &attribute) {
  llvm::SmallVector<Expr *, 4> elements;
  if (fn->params.empty()) {
    gradError("E4105", attribute.span, "`" + fn->name.name + "` has no parameter to differentiate it by");
    return;
  }
  for (const AttrArg &arg : attribute.args) {
    uint64_t position = 0;
    bool isPosition = arg.kind == AttrArg::Int && !arg.text.getAsInteger(10, position);
    if (arg.key.name != "wrt" || (arg.kind != AttrArg::Identifier && !isPosition)) {
      gradError("E4105", arg.span, "`@differentiable` takes parameters of its function")
          .withHelp("as in `@differentiable(wrt=[" + fn->params[0]->name.name + "])`");
      return;
    }
    elements.push_back(isPosition ? static_cast<Expr *>(context.create<IntLitExpr>(arg.span, position, arg.text, llvm::StringRef()))
                                  : context.create<NameExpr>(arg.span, arg.text));
  }
  std::optional<llvm::SmallVector<int64_t, 4>> positions = getWrt(fn, /*numHeld=*/0, elements);
  if (!positions)
    return;
  for (auto [position, arg] : llvm::zip_equal(*positions, attribute.args)) {
    const VarDecl *param = fn->params[position];
    if (restrict(*param->type, kFractions))
      continue;
    gradError("E4105", arg.span,
              "cannot differentiate with respect to " + show(*param->type) + " value " + param->name.name)
        .label(param->name.span, "this parameter");
    return;
  }
  fn->differentiableWrt = context.copy(llvm::ArrayRef<int64_t>(*positions));
}

/// The `let` statements outside of branches and loops that name the variable.
static llvm::SmallVector<LetStmt *, 1> findLets(FnDecl *fn, llvm::StringRef name) {
  llvm::SmallVector<LetStmt *, 1> found;
  for (Stmt *stmt : fn->body ? fn->body->stmts : llvm::MutableArrayRef<Stmt *>())
    if (auto *let = llvm::dyn_cast<LetStmt>(stmt);
        let && llvm::any_of(let->vars, [&](const VarDecl *var) { return var->name.name == name; }))
      found.push_back(let);
  return found;
}

/// `@checkpoint(save=[a, b])`, `@checkpoint(policy=dots)`, `@checkpoint(segments=4)`.
void Checker::checkCheckpoint(FnDecl *fn, const Attribute &attribute) {
  ast::Checkpoint checkpoint;
  llvm::SmallVector<llvm::StringRef, 4> saved;
  bool hasPolicy = false;
  for (const AttrArg &arg : attribute.args) {
    llvm::StringRef key = arg.key.name;
    if (key == "save" && arg.kind == AttrArg::Identifier) {
      llvm::SmallVector<LetStmt *, 1> lets = findLets(fn, arg.text);
      bool isParam = llvm::any_of(fn->params, [&](const VarDecl *param) { return param->name.name == arg.text; });
      if (lets.empty()) {
        gradError("E4110", arg.span,
                  isParam ? "`" + arg.text + "` is a parameter of `" + fn->name.name + "`, which is kept anyway"
                          : "`" + fn->name.name + "` has no variable `" + arg.text + "` to save")
            .withHelp(isParam ? "leave it out"
                              : "`save` lists variables that `let` names in the body, outside of branches and loops");
        return;
      }
      for (LetStmt *let : lets) {
        if (let->isMut) {
          gradError("E4110", arg.span, "`" + arg.text + "` changes, so that it is not clear what to save")
              .label(let->span, "declared with `mut` here")
              .withHelp("name the value to save by a `let` of its own");
          return;
        }
        for (VarDecl *var : let->vars)
          var->isSaved |= var->name.name == arg.text;
      }
      saved.push_back(arg.text);
      continue;
    }
    if (key == "policy" && arg.kind == AttrArg::Identifier && !hasPolicy &&
        (arg.text == "nothing" || isKeepingPolicy(arg.text))) {
      checkpoint.policy = arg.text;
      hasPolicy = true;
      continue;
    }
    if (key == "segments" && arg.kind == AttrArg::Int && checkpoint.segments == 0 &&
        !arg.text.getAsInteger(10, checkpoint.segments) && isSegments(checkpoint.segments))
      continue;
    Diagnostic &error = gradError("E4110", arg.span, "`@checkpoint` does not take this");
    error.withHelp("it takes save=[NAMES], policy=nothing, dots or everything, and segments=N with N from 1 to " +
                   std::to_string(kMaxSegments) + ", each once");
    return;
  }
  if (!saved.empty() && checkpoint.policy == "everything") {
    gradError("E4110", attribute.span, "`policy=everything` saves all that `save` lists")
        .withHelp("leave out one of them");
    return;
  }
  checkpoint.saved = context.copy(llvm::ArrayRef<llvm::StringRef>(saved));
  fn->checkpoint = context.create<ast::Checkpoint>(checkpoint);
}

/// After all signatures are known.
void Checker::checkGradAttributes(FnDecl *fn) {
  if (const Attribute *attribute = fn->findAttribute("checkpoint"))
    checkCheckpoint(fn, *attribute);
  if (const Attribute *attribute = fn->findAttribute("custom_grad"))
    checkCustomGrad(fn, *attribute);
  const Attribute *attribute = fn->findAttribute("differentiable");
  if (!attribute || fn->type->isError() || !checkDifferentiable(attribute->span, Derivative::Vjp, fn))
    return;
  bool isBroken = llvm::any_of(fn->params, [](const VarDecl *param) { return param->type->isError(); });
  if (!attribute->args.empty()) {
    if (!isBroken)
      checkDifferentiableWrt(fn, *attribute);
    return;
  }
  if (!isBroken && llvm::none_of(fn->params, [&](const VarDecl *param) { return restrict(*param->type, kFractions); }))
    gradError("E4105", attribute->span, "`" + fn->name.name + "` has no parameter to differentiate it by")
        .label(fn->headSpan, "defined here");
}
