//===- EmitControl.cpp - Branches and loops -------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

mlir::Block *Emitter::addBlock(Region &region, TypeRange argTypes) {
  auto *added = new mlir::Block();
  region.push_back(added);
  for (mlir::Type type : argTypes)
    added->addArgument(type, loc);
  return added;
}

//===----------------------------------------------------------------------===//
// Variables that a region changes
//===----------------------------------------------------------------------===//

SmallVector<const VarDecl *> Emitter::getCarried(ArrayRef<AssignmentLog::Range> ranges) {
  SmallVector<const VarDecl *> vars;
  for (AssignmentLog::Range range : ranges)
    for (const VarDecl *var : log.get(range))
      if (!variables[var->id].empty())
        vars.push_back(var);
  llvm::sort(vars, [](const VarDecl *a, const VarDecl *b) { return a->id < b->id; });
  vars.erase(llvm::unique(vars), vars.end());
  return vars;
}

void Emitter::appendValues(ArrayRef<const VarDecl *> vars, SmallVectorImpl<Value> &values) {
  for (const VarDecl *var : vars)
    llvm::append_range(values, lookup(var));
}

void Emitter::bindAll(ArrayRef<const VarDecl *> vars, ValueRange values) {
  for (const VarDecl *var : vars) {
    size_t count = variables[var->id].size();
    bind(var, values.take_front(count));
    values = values.drop_front(count);
  }
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

bool Emitter::emitBranch(Region &region, const ast::Block *body, ArrayRef<mlir::Type> types,
                         ArrayRef<const VarDecl *> changed) {
  mlir::Block *outer = block;
  ++regionDepth;
  block = addBlock(region);
  // A block begins with the value that it has while it has no other.
  if (hasMicForm())
    integer(0);
  Values values;
  bool reachesEnd = !body || emitBlock(body, types.empty() ? nullptr : &values);
  if (reachesEnd) {
    SmallVector<Value> yielded(values.begin(), values.end());
    appendValues(changed, yielded);
    create<YieldOp>({}, yielded);
  }
  --regionDepth;
  block = outer;
  return reachesEnd;
}

bool Emitter::emitIf(const IfExpr *expr, Values *values) {
  Operation *last = block->empty() ? nullptr : &block->back();
  Value condition = emitValue(expr->condition);
  log.ensure(expr->thenBlock, static_cast<const Expr *>(expr));
  SmallVector<AssignmentLog::Range, 2> ranges = {log.of(expr->thenBlock)};
  if (expr->elseBlock)
    ranges.push_back(log.of(expr->elseBlock));
  SmallVector<const VarDecl *> changed = getCarried(ranges);

  SmallVector<mlir::Type> types;
  if (values)
    appendTypes(*expr->type, types);
  unsigned numValues = types.size();
  SmallVector<Value> before;
  appendValues(changed, before);
  llvm::append_range(types, ValueRange(before).getTypes());

  Operation *op = create<IfOp>(types, condition, /*numRegions=*/2);
  if (hasMicForm())
    describeIf(op, last, numValues, changed);
  ArrayRef<mlir::Type> valueTypes = ArrayRef(types).take_front(numValues);
  bool reachesEnd = emitBranch(op->getRegion(0), expr->thenBlock, valueTypes, changed);
  bindAll(changed, before);
  // Without an else the variables stay as they are.
  bool needsElse = expr->elseBlock || !types.empty();
  if (needsElse)
    reachesEnd |= emitBranch(op->getRegion(1), expr->elseBlock, valueTypes, changed);
  else
    reachesEnd = true;
  bindAll(changed, op->getResults().drop_front(numValues));
  if (values)
    llvm::append_range(*values, op->getResults().take_front(numValues));
  if (reachesEnd)
    return true;
  // Both branches leave; the block needs an end all the same.
  if (regionDepth == 0 && currentFn) {
    Values unread;
    appendUnread(currentFn->results, unread);
    create<func::ReturnOp>({}, unread);
  } else if (currentFn) {
    Values unread;
    appendUnread(currentFn->results, unread);
    create<mind::ReturnOp>({}, unread);
  } else {
    emitExit(/*isBreak=*/true);
  }
  return false;
}

bool Emitter::emitMatch(const MatchExpr *match, Values *values) {
  Values subject;
  emitValues(match->subject, subject);
  bind(match->subjectVar, subject);
  return emitBlock(match->lowered, values);
}

Value Emitter::emitLogical(const LogicalExpr *expr) {
  Operation *last = block->empty() ? nullptr : &block->back();
  Value lhs = emitValue(expr->lhs);
  Operation *op = create<IfOp>(cache.scalarType(DType::I1), lhs, /*numRegions=*/2);
  if (hasMicForm())
    describeIf(op, last, /*numValues=*/1, {});
  mlir::Block *outer = block;
  ++regionDepth;
  for (bool isThen : {true, false}) {
    block = addBlock(op->getRegion(isThen ? 0 : 1));
    // The right side counts where the left one does not decide.
    Value value = isThen == expr->isAnd ? emitValue(expr->rhs) : boolean(!expr->isAnd);
    create<YieldOp>({}, value);
  }
  --regionDepth;
  block = outer;
  return op->getResult(0);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void Emitter::emitExit(bool isBreak) {
  const Loop &loop = loops.back();
  SmallVector<Value> values;
  if (loop.counter)
    values.push_back(isBreak ? loop.counter : loop.nextCounter);
  appendValues(loop.carried, values);
  if (isBreak)
    create<BreakOp>({}, values);
  else
    create<ContinueOp>({}, values);
}

bool Emitter::emitFor(const ForStmt *loop) {
  Value low = emitValue(loop->lo);
  Value high = emitValue(loop->hi);
  log.ensure(loop->body, static_cast<const Stmt *>(loop));
  SmallVector<const VarDecl *> carried = getCarried(log.of(loop->body));
  SmallVector<Value> inits = {low};
  appendValues(carried, inits);
  SmallVector<mlir::Type> types = llvm::to_vector(ValueRange(inits).getTypes());
  Operation *op = create<WhileOp>(types, inits, /*numRegions=*/2);
  if (hasMicForm())
    setNames(op, loop->var->name.name, /*numFirst=*/1, carried);

  mlir::Block *outer = block;
  ++regionDepth;
  block = addBlock(op->getRegion(0), types);
  CompareOp::Properties less;
  less.predicate = CmpPredicateAttr::get(cache.context, mind::CmpPredicate::Lt);
  Value goesOn =
      create<CompareOp>(cache.scalarType(DType::I1), {block->getArgument(0), high}, less)->getResult(0);
  create<ConditionOp>({}, goesOn);

  block = addBlock(op->getRegion(1), types);
  Value counter = block->getArgument(0);
  bindAll(carried, ValueRange(block->getArguments()).drop_front());
  bind(loop->var, counter);
  // First of all, so that `continue` finds it.
  Value next = create<AddOp>(cache.scalarType(DType::I64), {counter, integer(1)})->getResult(0);
  loops.push_back({carried, next, counter});
  if (emitBlock(loop->body, nullptr)) {
    SmallVector<Value> values = {next};
    appendValues(carried, values);
    create<YieldOp>({}, values);
  }
  loops.pop_back();
  variables[loop->var->id].clear();
  --regionDepth;
  block = outer;
  bindAll(carried, op->getResults().drop_front());
  return true;
}

bool Emitter::emitEndless(ArrayRef<const VarDecl *> carried, function_ref<bool()> body, bool canEnd) {
  SmallVector<Value> inits;
  appendValues(carried, inits);
  SmallVector<mlir::Type> types = llvm::to_vector(ValueRange(inits).getTypes());
  Operation *op = create<WhileOp>(types, inits, /*numRegions=*/2);
  if (hasMicForm())
    setNames(op, "", /*numFirst=*/0, carried);
  mlir::Block *outer = block;
  ++regionDepth;
  block = addBlock(op->getRegion(0), types);
  create<ConditionOp>({}, boolean(true));
  block = addBlock(op->getRegion(1), types);
  bindAll(carried, block->getArguments());
  loops.push_back({carried, Value(), Value()});
  if (body()) {
    SmallVector<Value> values;
    appendValues(carried, values);
    create<YieldOp>({}, values);
  }
  loops.pop_back();
  --regionDepth;
  block = outer;
  bindAll(carried, op->getResults());
  if (canEnd)
    return true;
  // Only a return leaves it: what follows is not reached.
  if (!currentFn) {
    return true;
  }
  Values unread;
  appendUnread(currentFn->results, unread);
  emitReturn(unread);
  return false;
}

bool Emitter::emitWhile(const WhileStmt *loop) {
  log.ensure(loop, static_cast<const Stmt *>(loop));
  SmallVector<const VarDecl *> carried = getCarried(log.of(loop));
  // A condition that assigns is part of the body.
  if (!getCarried(log.of(loop->condition)).empty())
    return emitEndless(
        carried,
        [&] {
          Value condition = emitValue(loop->condition);
          Operation *op = create<IfOp>({}, condition, /*numRegions=*/2);
          mlir::Block *outer = block;
          ++regionDepth;
          block = addBlock(op->getRegion(0));
          create<YieldOp>({}, {});
          block = addBlock(op->getRegion(1));
          emitExit(/*isBreak=*/true);
          --regionDepth;
          block = outer;
          return emitBlock(loop->body, nullptr);
        },
        /*canEnd=*/true);

  SmallVector<Value> inits;
  appendValues(carried, inits);
  SmallVector<mlir::Type> types = llvm::to_vector(ValueRange(inits).getTypes());
  Operation *op = create<WhileOp>(types, inits, /*numRegions=*/2);
  if (hasMicForm())
    setNames(op, "", /*numFirst=*/0, carried);
  mlir::Block *outer = block;
  ++regionDepth;
  block = addBlock(op->getRegion(0), types);
  bindAll(carried, block->getArguments());
  create<ConditionOp>({}, emitValue(loop->condition));
  block = addBlock(op->getRegion(1), types);
  bindAll(carried, block->getArguments());
  loops.push_back({carried, Value(), Value()});
  if (emitBlock(loop->body, nullptr)) {
    SmallVector<Value> values;
    appendValues(carried, values);
    create<YieldOp>({}, values);
  }
  loops.pop_back();
  --regionDepth;
  block = outer;
  bindAll(carried, op->getResults());
  return true;
}

bool Emitter::emitLoop(const LoopStmt *loop) {
  log.ensure(loop->body, static_cast<const Stmt *>(loop));
  AssignmentLog::Range range = log.of(loop->body);
  SmallVector<const VarDecl *> carried = getCarried(range);
  return emitEndless(carried, [&] { return emitBlock(loop->body, nullptr); }, range.leavesLoop);
}
