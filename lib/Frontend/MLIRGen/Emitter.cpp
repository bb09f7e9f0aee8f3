//===- Emitter.cpp - Modules, functions, statements -----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mlir;
using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

OwningOpRef<ModuleOp> Emitter::emit(const ast::Module &module) {
  exactLocations |= module.asksForGradients;
  OwningOpRef<ModuleOp> result = ModuleOp::create(loc);
  variables.resize(module.context.getNumDecls());
  block = result->getBody();
  declareFunctions(module.body);
  for (const FnDecl *fn : module.generated)
    declareFunction(fn);
  emitScript(module.body);
  if (hasMicForm())
    describeModule(*result, module.body);
  for (const FnDecl *fn : module.generated)
    fn->body ? emitFunction(fn) : emitDerivative(fn);
  return result;
}

void Emitter::setLocation(Span span) {
  if (exactLocations) {
    LineColumn begin = diagnostics.getLineColumn(span.begin), end = diagnostics.getLineColumn(span.end);
    loc =
        FileLineColRange::get(cache.string(diagnostics.getFileName()), begin.line, begin.column, end.line, end.column);
    return;
  }
  if (!debugLocations)
    return;
  LineColumn where = diagnostics.getLineColumn(span.begin);
  loc = FileLineColLoc::get(cache.context, diagnostics.getFileName(), where.line, where.column);
}

void Emitter::appendTypes(const sema::Type &type, SmallVectorImpl<mlir::Type> &types) {
  if (type.isTensor())
    types.push_back(typeOf(type));
  else if (type.isTuple() || type.isFunction())
    for (const sema::Type *element : type.elements)
      appendTypes(*element, types);
}

unsigned Emitter::countValues(const sema::Type &type) {
  if (type.isTensor())
    return 1;
  unsigned count = 0;
  for (const sema::Type *element : type.elements)
    count += countValues(*element);
  return count;
}

Value Emitter::constant(DType dtype, uint64_t bits) {
  ConstantOp::Properties properties;
  properties.value = cache.scalarValue(dtype, bits);
  return create<ConstantOp>(cache.scalarType(dtype), {}, properties)->getResult(0);
}

Value Emitter::castTo(Value value, mlir::Type type) {
  if (value.getType() == type)
    return value;
  return create<tensor::CastOp>(type, value)->getResult(0);
}

void Emitter::bind(const VarDecl *var, ValueRange values) { variables[var->id].assign(values.begin(), values.end()); }

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void Emitter::declareFunctions(const ast::Block *body) {
  for (const Stmt *stmt : body->stmts) {
    if (auto *nested = llvm::dyn_cast<ModuleStmt>(stmt)) {
      if (nested->body)
        declareFunctions(nested->body);
      continue;
    }
    auto *fnStmt = llvm::dyn_cast<FnStmt>(stmt);
    if (fnStmt)
      declareFunction(fnStmt->decl);
  }
}

void Emitter::declareFunction(const FnDecl *fn) {
  FunctionInfo &info = functions[fn];
  info.symbol = FlatSymbolRefAttr::get(cache.context, fn->getSymbol());
  for (const VarDecl *param : fn->params)
    info.params.push_back(typeOf(*param->type));
  appendTypes(*fn->type, info.results);
}

void Emitter::addAttributes(const FnDecl *fn, Operation *op) {
  if (!fn->params.empty()) {
    SmallVector<mlir::Attribute, 4> names;
    for (const VarDecl *param : fn->params)
      names.push_back(cache.string(param->name.name));
    op->setDiscardableAttr(kParamsAttrName, ArrayAttr::get(cache.context, names));
  }
  if (fn->attributes.empty())
    return;
  if (!fn->differentiableWrt.empty())
    op->setDiscardableAttr(kDifferentiableAttrName, DenseI64ArrayAttr::get(cache.context, fn->differentiableWrt));
  else if (fn->findAttribute("differentiable"))
    op->setDiscardableAttr(kDifferentiableAttrName, cache.unit);
  if (fn->checkpoint)
    op->setDiscardableAttr(kCheckpointAttrName, getCheckpoint(*fn->checkpoint));
  if (fn->customGrad)
    op->setDiscardableAttr(kCustomGradAttrName, functions[fn->customGrad].symbol);
  if (fn->customGrad && fn->findAttribute("custom_grad")->args.size() > 1)
    op->setDiscardableAttr(kApproximateGradAttrName, cache.unit);
}

mlir::Attribute Emitter::getCheckpoint(const Checkpoint &checkpoint) {
  SmallVector<NamedAttribute, 3> entries;
  if (checkpoint.policy != "nothing")
    entries.push_back({cache.string("policy"), cache.string(checkpoint.policy)});
  SmallVector<mlir::Attribute, 4> saved;
  for (StringRef name : checkpoint.saved)
    saved.push_back(cache.string(name));
  if (!saved.empty())
    entries.push_back({cache.string("save"), ArrayAttr::get(cache.context, saved)});
  if (checkpoint.segments)
    entries.push_back({cache.string("segments"),
                       IntegerAttr::get(IntegerType::get(cache.context, 64), checkpoint.segments)});
  if (entries.empty())
    return cache.unit;
  return DictionaryAttr::get(cache.context, entries);
}

static StringRef getKindName(Derivative::Kind kind) {
  switch (kind) {
  case Derivative::Grad:
    return "grad";
  case Derivative::ValueAndGrad:
    return "value_and_grad";
  case Derivative::Pullback:
    return "pullback";
  case Derivative::Jvp:
    return "jvp";
  case Derivative::Value:
    return "value";
  case Derivative::Vjp:
    break;
  }
  llvm_unreachable("a call, not a function");
}

/// A declaration that says of what it is the derivative; mind-resolve-grad gives it
/// a body.
void Emitter::emitDerivative(const FnDecl *fn) {
  const FunctionInfo &info = functions[fn];
  setLocation(fn->headSpan);
  func::FuncOp::Properties properties;
  properties.sym_name = info.symbol.getAttr();
  properties.function_type = TypeAttr::get(FunctionType::get(cache.context, info.params, info.results));
  properties.sym_visibility = cache.privateVisibility;
  Operation *op = create<func::FuncOp>({}, {}, properties, /*numRegions=*/1);
  addAttributes(fn, op);
  const Derivative &derivative = *fn->derivative;
  SmallVector<NamedAttribute, 3> entries = {{cache.string("kind"), cache.string(getKindName(derivative.kind))}};
  if (derivative.of) {
    entries.push_back({cache.string("of"), functions[derivative.of].symbol});
    entries.push_back({cache.string("wrt"), DenseI64ArrayAttr::get(cache.context, derivative.wrt)});
  }
  op->setDiscardableAttr(kDerivativeAttrName, DictionaryAttr::get(cache.context, entries));
}

void Emitter::emitFunction(const FnDecl *fn) {
  const FunctionInfo &info = functions[fn];
  setLocation(fn->headSpan);
  func::FuncOp::Properties properties;
  properties.sym_name = info.symbol.getAttr();
  properties.function_type = TypeAttr::get(FunctionType::get(cache.context, info.params, info.results));
  if (!fn->isPub && fn->getSymbol() != "main")
    properties.sym_visibility = cache.privateVisibility;
  Operation *op = create<func::FuncOp>({}, {}, properties, /*numRegions=*/1);
  addAttributes(fn, op);

  mlir::Block *outer = block;
  const FunctionInfo *outerFn = std::exchange(currentFn, &info);
  unsigned outerDepth = std::exchange(regionDepth, 0);
  block = addBlock(op->getRegion(0), info.params);
  log.clear();
  for (auto [param, argument] : llvm::zip_equal(fn->params, block->getArguments()))
    bind(param, argument);
  Values results;
  bool wantsValue = !info.results.empty();
  if (emitBlock(fn->body, wantsValue ? &results : nullptr)) {
    emitReturn(results);
    if (hasMicForm())
      markTail();
  }
  if (hasMicForm())
    describeFunction(op, fn);
  block = outer;
  currentFn = outerFn;
  regionDepth = outerDepth;
}

void Emitter::appendUnread(ArrayRef<mlir::Type> types, SmallVectorImpl<Value> &values) {
  for (mlir::Type type : types) {
    FillOp::Properties properties;
    values.push_back(create<FillOp>(type, {}, properties)->getResult(0));
  }
}

void Emitter::emitReturn(ValueRange values) {
  if (regionDepth == 0)
    create<func::ReturnOp>({}, values);
  else
    create<mind::ReturnOp>({}, values);
}

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

void Emitter::emitOutput(Value value, bool isResult) {
  OutputOp::Properties properties;
  if (isResult)
    properties.result = cache.unit;
  create<OutputOp>({}, value, properties);
}

void Emitter::emitOutputs(const sema::Type &type, ValueRange values, bool isResult) {
  if (type.isTensor())
    return emitOutput(values.front(), isResult);
  if (!type.isTuple())
    return;
  for (const sema::Type *element : type.elements) {
    unsigned count = countValues(*element);
    emitOutputs(*element, values.take_front(count), isResult);
    values = values.drop_front(count);
  }
}

/// The module's own statements, among the functions in the order of the source;
/// each value that one of them makes is shown.
void Emitter::emitScript(const ast::Block *body) {
  log.clear();
  for (const Stmt *stmt : body->stmts) {
    setLocation(stmt->span);
    if (auto *fn = llvm::dyn_cast<FnStmt>(stmt)) {
      emitFunction(fn->decl);
      if (hasMicForm())
        emitScaffold();
      continue;
    }
    if (auto *nested = llvm::dyn_cast<ModuleStmt>(stmt)) {
      if (nested->body)
        emitScript(nested->body);
      continue;
    }
    if (auto *let = llvm::dyn_cast<LetStmt>(stmt)) {
      emitLet(let);
      for (const VarDecl *var : let->vars)
        emitOutputs(*var->type, lookup(var), /*isResult=*/false);
      continue;
    }
    if (auto *expression = llvm::dyn_cast<ExprStmt>(stmt)) {
      Values values;
      emitValues(expression->expr, values);
      for (Value value : values)
        emitOutput(value, stmt == body->stmts.back());
      if (values.empty() && hasMicForm())
        emitScaffold();
      continue;
    }
    emitStmt(stmt);
    if (hasMicForm())
      emitStatementValue(stmt);
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool Emitter::emitBlock(const ast::Block *body, Values *values) {
  for (const Stmt *stmt : body->stmts) {
    auto *last = stmt == body->stmts.back() && values ? llvm::dyn_cast<ExprStmt>(stmt) : nullptr;
    if (last) {
      setLocation(last->span);
      return emitValues(last->expr, *values);
    }
    if (!emitStmt(stmt))
      return false;
  }
  return true;
}

/// Says at the ops of the values that they are to be kept for a gradient. What no op of
/// the body computes is there anyway.
static void markSaved(ValueRange values) {
  for (Value value : values) {
    auto result = llvm::dyn_cast<OpResult>(value);
    if (!result)
      continue;
    SmallVector<int64_t> numbers;
    if (auto marked = result.getOwner()->getAttrOfType<DenseI64ArrayAttr>(kSavedAttrName))
      numbers.append(marked.asArrayRef().begin(), marked.asArrayRef().end());
    if (!llvm::is_contained(numbers, result.getResultNumber()))
      numbers.push_back(result.getResultNumber());
    llvm::sort(numbers);
    result.getOwner()->setDiscardableAttr(kSavedAttrName, DenseI64ArrayAttr::get(value.getContext(), numbers));
  }
}

void Emitter::emitLet(const LetStmt *let) {
  Values values;
  emitValues(let->init, values);
  if (!let->isTuple) {
    if (let->vars.front()->isSaved)
      markSaved(values);
    return bind(let->vars.front(), values);
  }
  ValueRange rest = values;
  for (const VarDecl *var : let->vars) {
    unsigned count = countValues(*var->type);
    if (var->isSaved)
      markSaved(rest.take_front(count));
    bind(var, rest.take_front(count));
    rest = rest.drop_front(count);
  }
}

bool Emitter::emitStmt(const Stmt *stmt) {
  setLocation(stmt->span);
  switch (stmt->kind) {
  case Stmt::Let: {
    auto *let = llvm::cast<LetStmt>(stmt);
    if (let->init->type->isNever()) {
      Values none;
      return emitValues(let->init, none);
    }
    emitLet(let);
    return true;
  }
  case Stmt::Assign: {
    auto *assign = llvm::cast<AssignStmt>(stmt);
    Values values;
    if (!emitValues(assign->value, values))
      return false;
    bind(assign->decl, values);
    return true;
  }
  case Stmt::For:
  case Stmt::While:
  case Stmt::Loop: {
    bool goesOn = stmt->kind == Stmt::For     ? emitFor(llvm::cast<ForStmt>(stmt))
                  : stmt->kind == Stmt::While ? emitWhile(llvm::cast<WhileStmt>(stmt))
                                              : emitLoop(llvm::cast<LoopStmt>(stmt));
    // The value of the statement.
    if (goesOn && hasMicForm())
      integer(0);
    return goesOn;
  }
  case Stmt::Return: {
    Values values;
    if (const Expr *value = llvm::cast<ReturnStmt>(stmt)->value)
      if (!emitValues(value, values))
        return false;
    emitReturn(values);
    return false;
  }
  case Stmt::Break:
    emitExit(/*isBreak=*/true);
    return false;
  case Stmt::Continue:
    emitExit(/*isBreak=*/false);
    return false;
  case Stmt::Print: {
    auto *print = llvm::cast<PrintStmt>(stmt);
    SmallVector<Value, 4> args;
    for (const Expr *arg : print->args)
      args.push_back(emitValue(arg));
    PrintOp::Properties properties;
    properties.format = cache.string(print->format);
    create<PrintOp>({}, args, properties);
    return true;
  }
  case Stmt::Assert: {
    auto *assertion = llvm::cast<AssertStmt>(stmt);
    Value condition = emitValue(assertion->condition);
    AssertOp::Properties properties;
    properties.message = cache.string(assertion->message);
    create<AssertOp>({}, condition, properties);
    return true;
  }
  case Stmt::Expression: {
    const Expr *expr = llvm::cast<ExprStmt>(stmt)->expr;
    // A choice whose value is dropped has none.
    if (auto *branch = llvm::dyn_cast<IfExpr>(expr); branch && branch->type->isUnit())
      return emitIf(branch, nullptr);
    Values values;
    return emitValues(expr, values);
  }
  case Stmt::Fn:
  case Stmt::Const:
  case Stmt::TypeAlias:
  case Stmt::Import:
  case Stmt::Export:
  case Stmt::Module:
    return true;
  }
  return true;
}
