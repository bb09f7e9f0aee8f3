//===- CheckStmt.cpp - Blocks and statements ------------------------------===//
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

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

const Type *Checker::checkBlock(Block *block, bool wantsValue) {
  size_t mark = scope.mark();
  uint32_t outerEnd = std::exchange(visibleEnd, block->span.end);
  const Type *type = checkStmts(block, wantsValue);
  visibleEnd = outerEnd;
  scope.release(mark);
  return type;
}

const Type *Checker::checkStmts(Block *block, bool wantsValue) {
  const Type *type = &unitType;
  bool isReachable = true;
  for (size_t i = 0, count = block->stmts.size(); i < count; ++i) {
    Stmt *stmt = block->stmts[i];
    if (diagnostics.reachedLimit())
      return &errorType;
    if (!isReachable) {
      diagnostics.warning(frontend::Phase::TypeCheck, "W2002", stmt->span, "this statement is never reached");
      // It is checked all the same, once, and then left out of the block.
      for (size_t k = i; k < count; ++k)
        checkStmt(block->stmts[k]);
      block->stmts = block->stmts.take_front(i);
      return type;
    }
    auto *last = i + 1 == count ? llvm::dyn_cast<ExprStmt>(stmt) : nullptr;
    if (last) {
      last->expr = check(last->expr, wantsValue);
      if (!currentFn && exprDepth == 0 && loopDepth == 0 && holdsFunction(*last->expr->type))
        last->expr = failFunction(last->expr);
      type = last->expr->type;
      if (!wantsValue && !type->isNever() && !type->isError())
        type = &unitType;
    } else {
      type = checkStmt(stmt);
      isReachable = !type->isNever();
    }
  }
  return type;
}

const Type *Checker::checkStmt(Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Fn:
    if (currentFn || loopDepth)
      error("E2001", llvm::cast<FnStmt>(stmt)->decl->name.span, "functions are defined at module level");
    return &unitType;
  case Stmt::Const:
  case Stmt::TypeAlias:
  case Stmt::Export:
    // Those of the module were collected; others belong to their block.
    if (auto *constant = llvm::dyn_cast<ConstStmt>(stmt)) {
      if (currentFn) {
        ConstDecl *decl = constant->decl;
        ConstValue value = evaluateConst(decl);
        if (value.kind == ConstValue::None) {
          error("E2001", decl->value->span, "a constant inside a function is a number")
              .withHelp("use `let` for a value that is computed");
          decl->value = fail(decl->value);
          decl->type = &errorType;
        } else if (decl->annotation) {
          decl->type = resolveType(decl->annotation, DimUse::Body);
        }
        scope.bind(decl->name.name, decl);
        noteBinding(decl, {decl->name.span.end, visibleEnd});
      }
    }
    return &unitType;
  case Stmt::Import:
    checkImport(llvm::cast<ImportStmt>(stmt));
    return &unitType;
  case Stmt::Module:
    if (Block *body = llvm::cast<ModuleStmt>(stmt)->body)
      checkStmts(body, /*wantsValue=*/false);
    return &unitType;
  case Stmt::Let:
    checkLet(llvm::cast<LetStmt>(stmt));
    return llvm::cast<LetStmt>(stmt)->init->type->isNever() ? &neverType : &unitType;
  case Stmt::Assign:
    checkAssign(llvm::cast<AssignStmt>(stmt));
    return &unitType;
  case Stmt::For:
    checkFor(llvm::cast<ForStmt>(stmt));
    return &unitType;
  case Stmt::While:
    checkWhile(llvm::cast<WhileStmt>(stmt));
    return &unitType;
  case Stmt::Loop:
    return checkLoop(llvm::cast<LoopStmt>(stmt));
  case Stmt::Return:
    checkReturn(llvm::cast<ReturnStmt>(stmt));
    return &neverType;
  case Stmt::Break:
  case Stmt::Continue:
    if (loopDepth == 0)
      error("E2001", stmt->span,
            llvm::Twine(llvm::isa<BreakStmt>(stmt) ? "`break`" : "`continue`") + " outside of a loop");
    return &neverType;
  case Stmt::Print:
    checkPrint(llvm::cast<PrintStmt>(stmt));
    return &unitType;
  case Stmt::Assert:
    checkAssert(llvm::cast<AssertStmt>(stmt));
    return &unitType;
  case Stmt::Expression: {
    auto *expression = llvm::cast<ExprStmt>(stmt);
    // At module level every expression is shown.
    bool isShown = !currentFn && loopDepth == 0 && exprDepth == 0;
    expression->expr = check(expression->expr, isShown);
    if (isShown && holdsFunction(*expression->expr->type))
      expression->expr = failFunction(expression->expr);
    return expression->expr->type->isNever() ? &neverType : &unitType;
  }
  }
  return &unitType;
}

void Checker::checkImport(ImportStmt *import) {
  llvm::StringRef root = import->path.empty() ? "" : import->path.front().name;
  if (root == "std" || root == "tensor" || root == "math" || root == "diff")
    return;
  error("E2007", import->span, "the module `" + root + "` is not available")
      .withHelp("the library of MIND (`std`, `tensor`, `math`) needs no import; other files cannot be imported");
}

//===----------------------------------------------------------------------===//
// let and assignment
//===----------------------------------------------------------------------===//

void Checker::declare(VarDecl *var, const Type *type) {
  var->type = type;
  scope.bind(var->name.name, var);
  noteBinding(var, {var->name.span.end, visibleEnd});
}

void Checker::checkLet(LetStmt *let) {
  llvm::ArrayRef<VarDecl *> outer = std::exchange(beingDeclared, let->vars);
  let->init = check(let->init);
  beingDeclared = outer;
  const Type *found = let->init->type;
  if (found->isUnit() || found->kind == Type::String) {
    Diagnostic &fault = error("E2001", let->init->span,
                              found->isUnit() ? "this has no value to bind"
                                              : "a string cannot be bound; strings occur in print and assert");
    if (auto *call = llvm::dyn_cast<CallExpr>(let->init); call && call->target)
      fault.label(call->target->headSpan, "the function has no result; declare one with `->`");
    let->init = fail(let->init);
    found = let->init->type;
  }
  const Type *type = found;
  if (let->annotation) {
    type = resolveType(let->annotation, DimUse::Body, found);
    std::string what = let->isTuple ? "this `let`" : ("the variable `" + let->vars.front()->name.name + "`").str();
    bool isFill = found->isScalar() && type->isTensor() && !type->dims.empty();
    ConstValue value = isFill ? getLiteral(let->init) : ConstValue();
    // A flat literal fills a tensor of any shape in row-major order.
    auto *flat = llvm::dyn_cast<TensorLitExpr>(let->init);
    bool reshapes = flat && found->isTensor() && type->isTensor() && found->dims.size() == 1 && type->dims.size() > 1 &&
                    shape::getNumElements(type->dims) == found->dims[0].size;
    if (reshapes && unifyElements(*found, *type)) {
      let->init = makeReshape(let->init->span, let->init, type->dims);
    } else if (isFill && value.kind != ConstValue::None) {
      bool isBool = value.kind == ConstValue::Bool;
      if (isBool != (type->dtype == DType::I1) || (value.kind == ConstValue::Float && isInt(type->dtype))) {
        error("E2015", let->init->span, what + " has the type " + show(*type) + ", found " + show(*found))
            .label(let->annotation->span, "declared here");
        let->init = fail(let->init);
      } else {
        OpAttrs *attrs = makeAttrs();
        attrs->value = value.asDouble();
        attrs->hasValue = true;
        let->init = makeOp(let->init->span, OpKind::Fill, {}, type, attrs);
      }
    } else if (isFill && unifyElements(*found, *type)) {
      let->init = makeOp(let->init->span, OpKind::BroadcastTo, let->init, type);
    } else {
      let->init = coerce(let->init, *type, "E2015", what, let->annotation->span);
    }
  }

  if (!let->isTuple) {
    let->vars.front()->init = let->init;
    declare(let->vars.front(), type);
    return;
  }
  if (type->isTuple() && type->elements.size() == let->vars.size()) {
    for (auto [var, element] : llvm::zip_equal(let->vars, type->elements))
      declare(var, element);
    return;
  }
  if (!type->isError() && !type->isNever())
    error("E2620", let->init->span,
          "this `let` binds " + llvm::Twine(let->vars.size()) + " names to a value of type " + show(*type));
  for (VarDecl *var : let->vars)
    declare(var, &errorType);
}

void Checker::checkAssign(AssignStmt *assign) {
  // The variable that changes is at the root of what is assigned to.
  Expr *root = assign->target;
  while (true) {
    if (auto *index = llvm::dyn_cast<IndexExpr>(root))
      root = index->base;
    else if (auto *slice = llvm::dyn_cast<SliceRangeExpr>(root))
      root = slice->base;
    else if (auto *paren = llvm::dyn_cast<ParenExpr>(root))
      root = paren->inner;
    else
      break;
  }
  auto *name = llvm::dyn_cast<NameExpr>(root);
  if (!name) {
    if (!llvm::isa<ErrorExpr>(root))
      error("E2001", assign->target->span, "this cannot be assigned to");
    check(assign->value);
    return;
  }
  Decl *decl = scope.find(name->name);
  noteUse(name->span, decl);
  auto *var = llvm::dyn_cast_or_null<VarDecl>(decl);
  if (!var) {
    if (decl) {
      bool isConst = decl->kind == DeclKind::Const;
      error("E2001", name->span,
            "`" + name->name + (isConst ? "` is a constant and cannot change" : "` is not a variable"))
          .label(decl->name.span, "declared here");
    } else {
      Diagnostic &fault = error("E2009", name->span, "assignment to `" + name->name + "`, which is not declared");
      llvm::SmallVector<llvm::StringRef> known;
      scope.list(known);
      suggestName(fault, name->span, name->name, known);
      if (fault.fixes.empty() && root == assign->target && !assign->op) {
        fault.fix({name->span.begin, name->span.begin}, "let mut ", "declare the variable");
        // It was meant to be one, so that what follows may use it.
        check(assign->value);
        auto *var = context.create<VarDecl>(DeclKind::Let, context.nextDeclId(), Ident{name->name, name->span});
        var->type = &errorType;
        scope.bind(name->name, var);
        return;
      }
    }
    check(assign->value);
    return;
  }
  if (!closures.empty() && scope.getDepth(name->name) < closures.back()->mark) {
    error("E2012", name->span, "a closure cannot change `" + name->name + "`, which is defined outside of it");
    check(assign->value);
    return;
  }
  var->isAssigned = true;
  assign->decl = var;

  if (root != assign->target) {
    Expr *base = checkName(name);
    assign->value = isError(base) ? fail(base) : makeStore(assign, base, assign->target);
    return;
  }
  assign->value = check(assign->value);
  if (assign->op) {
    Expr *current = checkName(name);
    assign->value = makeBinary(assign->span, *assign->op, current, assign->value);
  }
  // `x = 0` fills a tensor, as `let x: T = 0` does.
  ConstValue value = getLiteral(assign->value);
  bool isFill = assign->value->type->isScalar() && var->type->isTensor() && !var->type->dims.empty() &&
                value.kind != ConstValue::None;
  if (isFill && unifyElements(*assign->value->type, *var->type)) {
    OpAttrs *attrs = makeAttrs();
    attrs->value = value.asDouble();
    attrs->hasValue = true;
    assign->value = makeOp(assign->value->span, OpKind::Fill, {}, var->type, attrs);
    return;
  }
  bool isInferred = !var->annotation && var->init;
  Span declared = isInferred        ? findShape(var->init)
                  : var->annotation ? var->annotation->span
                                    : var->name.span;
  std::string remark = isInferred ? ("`" + name->name + "` has its type from here").str() : "declared here";
  assign->value = coerce(assign->value, *var->type, "E2015", "the variable `" + name->name + "`", declared, remark);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

const Type *Checker::checkLoopBody(Block *body) {
  ++loopDepth;
  const Type *type = checkBlock(body, /*wantsValue=*/false);
  --loopDepth;
  return type;
}

void Checker::checkFor(ForStmt *loop) {
  size_t mark = scope.mark();
  uint32_t outerEnd = std::exchange(visibleEnd, loop->body->span.end);
  if (!loop->hi) {
    // `range(n)` and `range(a, b)` of Python.
    auto *call = llvm::dyn_cast<CallExpr>(loop->lo);
    auto *callee = call ? llvm::dyn_cast<NameExpr>(call->callee) : nullptr;
    bool isRange = callee && callee->name == "range" && !functions.count("range") && !scope.find("range") &&
                   (call->args.size() == 1 || call->args.size() == 2) && call->span.size() <= kMaxQuoted;
    if (isRange) {
      auto getText = [&](size_t i) {
        Span span = call->args[i].value->span;
        return diagnostics.getBuffer().slice(span.begin, span.end).str();
      };
      error("E2001", loop->lo->span, "a `for` runs over a range")
          .fix(loop->lo->span, call->args.size() == 1 ? "0.." + getText(0) : getText(0) + ".." + getText(1),
               "a range is written with `..`");
    } else {
      check(loop->lo);
      error("E2001", loop->lo->span, "a `for` runs over a range").withHelp("as in `for i in 0..n`");
    }
    declare(loop->var, &errorType);
  } else {
    for (Expr **bound : {&loop->lo, &loop->hi}) {
      *bound = checkTensor(*bound);
      if (!isError(*bound))
        *bound = coerce(*bound, *scalar(DType::I64), "E2030", "a bound of a range");
    }
    declare(loop->var, scalar(DType::I64));
  }
  checkLoopBody(loop->body);
  visibleEnd = outerEnd;
  scope.release(mark);
}

ast::Expr *Checker::checkCondition(Expr *condition, llvm::StringRef where) {
  condition = check(condition);
  const Type &type = *condition->type;
  if (type.isError() || type.isNever())
    return condition;
  if (type.isScalar() && getDType(type) == DType::I1)
    return condition;
  // An integer is true if it is not 0.
  if (type.isScalar() && infer.restrict(type, kIntegers)) {
    Expr *zero = makeLiteral(condition->span, {ConstValue::Int, 0, 0});
    return makeBinary(condition->span, BinaryOp::Ne, condition, zero);
  }
  Diagnostic &fault =
      error("E2011", condition->span, "the condition of " + where + " has the type " + show(type) + ", not bool");
  if (type.isScalar())
    suggestTest(fault, condition, condition->span, /*isSure=*/false);
  else if (type.isTensor())
    fault.withHelp(getDType(type) == DType::I1
                       ? "a condition is one value; `select(condition, a, b)` chooses each element"
                       : "a condition is one value; reduce the tensor first");
  return fail(condition);
}

void Checker::checkWhile(WhileStmt *loop) {
  loop->condition = checkCondition(loop->condition, "a `while`");
  checkLoopBody(loop->body);
}

const Type *Checker::checkLoop(LoopStmt *loop) {
  // A loop within has its own `break`.
  bool leaves =
      anyStmt(loop->body, /*inLoops=*/false, [](const Stmt *stmt) { return llvm::isa<BreakStmt>(stmt); });
  checkLoopBody(loop->body);
  return leaves ? &unitType : &neverType;
}

//===----------------------------------------------------------------------===//
// return, print, assert
//===----------------------------------------------------------------------===//

void Checker::checkReturn(ReturnStmt *stmt) {
  if (stmt->value)
    stmt->value = check(stmt->value);
  if (!currentFn || !closures.empty()) {
    error("E2010", stmt->span, currentFn ? "`return` in a closure" : "`return` outside of a function");
    return;
  }
  // The first `return` decides, if no result is declared.
  if (!currentFn->type && stmt->value)
    currentFn->type = isError(stmt->value) || stmt->value->type->isNever() ? &errorType : stmt->value->type;
  if (!currentFn->type) {
    error("E2010", stmt->span, "`return` without a value in a function that returns one elsewhere");
    return;
  }
  const Type &wanted = *currentFn->type;
  if (stmt->value) {
    if (wanted.isUnit() && !isError(stmt->value) && !stmt->value->type->isUnit())
      error("E2010", stmt->value->span, "the function `" + currentFn->name.name + "` has no result")
          .label(currentFn->headSpan, "declare the result with `-> " + show(*stmt->value->type) + "`");
    else
      stmt->value = coerce(stmt->value, wanted, "E2010", "the result of `" + currentFn->name.name + "`",
                           currentFn->resultType ? currentFn->resultType->span : Span());
    return;
  }
  if (!wanted.isUnit() && !wanted.isError())
    error("E2010", stmt->span, "`return` without a value of type " + show(wanted));
}

/// Appends text to a format, in which braces are doubled.
static void appendText(std::string &format, llvm::StringRef text) {
  for (char c : text) {
    if (c == '{' || c == '}')
      format += c;
    format += c;
  }
}

/// Whether the text has a `{}` whose braces are not doubled.
static bool hasSlot(llvm::StringRef text) {
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    llvm::StringRef pair = text.substr(i, 2);
    if (pair == "{}")
      return true;
    if (pair == "{{" || pair == "}}")
      ++i;
  }
  return false;
}

void Checker::checkPrint(PrintStmt *print) {
  llvm::SmallVector<Expr *, 4> values;
  std::string format;
  llvm::ArrayRef<Expr *> args = print->args;

  // `print("a {} b", x)`: the braces of the first string take the next values, and
  // doubled ones are braces.
  size_t next = 0;
  auto *first = args.empty() ? nullptr : llvm::dyn_cast<StringLitExpr>(args[0]);
  bool hasSlots = first && hasSlot(first->value);
  auto addValue = [&](Expr *value) {
    value = check(value);
    if (holdsFunction(*value->type)) {
      value = failFunction(value);
    } else if (value->type->isUnit()) {
      error("E2001", value->span, "this has no value to print");
      value = fail(value);
    }
    if (!value->type->isTuple()) {
      values.push_back(value);
      format += "{}";
      return;
    }
    Expr *shared = makeShared(value);
    format += "(";
    for (auto [i, element] : llvm::enumerate(value->type->elements)) {
      auto *get = context.create<TupleGetExpr>(value->span, shared, unsigned(i));
      get->type = element;
      values.push_back(get);
      format += i ? ", {}" : "{}";
    }
    format += ")";
  };

  if (hasSlots) {
    next = 1;
    llvm::StringRef text = first->value;
    for (size_t i = 0; i < text.size(); ++i) {
      llvm::StringRef pair = text.substr(i, 2);
      if (pair == "{{" || pair == "}}") {
        format += pair;
        ++i;
      } else if (pair != "{}") {
        appendText(format, text.substr(i, 1));
      } else if (next == args.size()) {
        error("E2005", first->span, "the format has more `{}` than there are values");
        break;
      } else {
        if (auto *string = llvm::dyn_cast<StringLitExpr>(args[next]))
          appendText(format, string->value);
        else
          addValue(args[next]);
        ++next;
        ++i;
      }
    }
  }
  for (bool isFirst = !hasSlots; next < args.size(); ++next, isFirst = false) {
    if (!isFirst)
      format += ' ';
    if (auto *string = llvm::dyn_cast<StringLitExpr>(args[next]))
      appendText(format, string->value);
    else
      addValue(args[next]);
  }
  format += '\n';
  print->format = context.save(format);
  print->args = context.copy(llvm::ArrayRef<Expr *>(values));
}

void Checker::checkAssert(AssertStmt *assertion) {
  assertion->condition = checkCondition(assertion->condition, "an `assert`");
  if (assertion->hasMessage)
    return;
  // What was asserted says it best.
  llvm::StringRef text = diagnostics.getBuffer().slice(assertion->span.begin, assertion->span.end);
  text.consume_front("assert");
  assertion->message = text.trim().take_front(80);
}
