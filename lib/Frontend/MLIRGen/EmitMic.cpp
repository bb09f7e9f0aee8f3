//===- EmitMic.cpp - The form of a module that mic writes -----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mic@3 shows of a source beyond what the module computes: values of statements
// that have none, spellings, names. Nothing of it changes a result. The attributes are
// those of Dialect/Mic/IR/Mic.h; docs/Mic3.md has their meaning.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "Mind/Dialect/Mic/IR/Mic.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mind;
using namespace mind::ast;
using namespace mind::frontend;

/// A statement without a value has the value 0, which is shown like any other.
void Emitter::emitScaffold() { emitOutput(integer(0), /*isResult=*/false); }

void Emitter::emitStatementValue(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Let:
  case Stmt::Module:
  case Stmt::Export:
    return;
  case Stmt::Assign:
    for (Value value : lookup(llvm::cast<AssignStmt>(stmt)->decl))
      emitOutput(value, /*isResult=*/false);
    return;
  case Stmt::For:
  case Stmt::While:
  case Stmt::Loop:
    // The loop has its 0 already.
    return emitOutput(block->back().getResult(0), /*isResult=*/false);
  default:
    return emitScaffold();
  }
}

Value Emitter::emitLiteral(const Expr *literal) {
  DType dtype = literal->type->dtype;
  Value value = constant(dtype, encode(literal, dtype));
  if (dtype == DType::I64 || !llvm::isa<IntLitExpr>(literal))
    return value;
  value.getDefiningOp()->setDiscardableAttr(mic::kLiteralAttrName, cache.string("int"));
  literals.push_back(value);
  return value;
}

void Emitter::setSpelling(Operation *op, const OpAttrs &attrs) {
  if (!attrs.isSpelled)
    return;
  auto number = [&](int64_t value) -> mlir::Attribute { return cache.integer(value); };
  auto list = [&](ArrayRef<mlir::Attribute> elements) { return ArrayAttr::get(cache.context, elements); };
  if (isa<TransposeOp>(op)) {
    op->setDiscardableAttr(mic::kPermAttrName, cache.array(attrs.spelling));
  } else if (isa<SqueezeOp>(op)) {
    op->setDiscardableAttr(mic::kAxesAttrName, cache.array(attrs.spelling));
  } else if (isa<ExpandDimsOp>(op)) {
    op->setDiscardableAttr(mic::kAxisAttrName, number(attrs.spelling.front()));
  } else if (isa<mind::IndexOp>(op)) {
    SmallVector<mlir::Attribute> dims;
    for (auto [axis, index] : llvm::zip_equal(attrs.spelling, attrs.indices))
      dims.push_back(list({number(axis), number(index)}));
    op->setDiscardableAttr(mic::kDimsAttrName, list(dims));
  } else if (isa<SliceOp>(op)) {
    bool isOpen = attrs.ends.front() == kDynamicBound;
    mlir::Attribute end = isOpen ? mlir::Attribute(cache.unit) : number(attrs.ends.front());
    op->setDiscardableAttr(mic::kDimsAttrName,
                           list({list({number(attrs.spelling.front()), number(attrs.starts.front()), end,
                                       number(attrs.strides.front())})}));
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Emitter::setNames(Operation *op, StringRef first, unsigned numFirst, ArrayRef<const VarDecl *> vars) {
  SmallVector<mlir::Attribute> names(numFirst, cache.string(first));
  for (const VarDecl *var : vars)
    names.append(lookup(var).size(), cache.string(var->name.name));
  if (!names.empty())
    op->setDiscardableAttr(mic::kNamesAttrName, ArrayAttr::get(cache.context, names));
}

void Emitter::describeIf(Operation *op, Operation *last, unsigned numValues, ArrayRef<const VarDecl *> changed) {
  int64_t numConditionOps = 0;
  for (Operation *at = op->getPrevNode(); at != last; at = at->getPrevNode())
    ++numConditionOps;
  if (numConditionOps)
    op->setDiscardableAttr(mic::kCondAttrName, cache.integer(numConditionOps));
  if (numValues == 1)
    op->setDiscardableAttr(mic::kValuesAttrName, cache.integer(1));
  setNames(op, "", numValues > 1 ? numValues : 0, changed);
}

//===----------------------------------------------------------------------===//
// Functions and modules
//===----------------------------------------------------------------------===//

void Emitter::describeFunction(Operation *op, const FnDecl *fn) {
  const ast::Attribute *attribute = fn->findAttribute("reap_threshold");
  double threshold;
  if (attribute && attribute->args.size() == 1 && !attribute->args[0].text.getAsDouble(threshold))
    op->setDiscardableAttr(mic::kReapAttrName, cache.f64(threshold));
}

void Emitter::markTail() {
  if (auto end = dyn_cast<func::ReturnOp>(block->back()))
    end->setDiscardableAttr(mic::kTailAttrName, cache.unit);
}

static void collectExports(const ast::Block *body, SmallVectorImpl<StringRef> &names) {
  for (const Stmt *stmt : body->stmts) {
    if (auto *nested = llvm::dyn_cast<ModuleStmt>(stmt); nested && nested->body)
      collectExports(nested->body, names);
    else if (auto *exported = llvm::dyn_cast<ExportStmt>(stmt))
      for (const Ident &name : exported->names)
        names.push_back(name.name);
  }
}

void Emitter::describeModule(ModuleOp module, const ast::Block *body) {
  SmallVector<StringRef> names;
  collectExports(body, names);
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  if (!names.empty()) {
    auto toAttribute = [&](StringRef name) -> mlir::Attribute { return cache.string(name); };
    module->setDiscardableAttr(mic::kExportsAttrName,
                               ArrayAttr::get(cache.context, llvm::map_to_vector(names, toAttribute)));
  }
  keepFreeLiterals(module);
}

//===----------------------------------------------------------------------===//
// Literals whose type nothing else tells
//===----------------------------------------------------------------------===//

namespace {

/// Values of one element type, as a reader of mic will find them: by the ops whose
/// operands and results agree. What has a type of its own stands for `anchor`.
class ElementClasses {
public:
  explicit ElementClasses(ModuleOp module) {
    module.walk([&](Operation *op) { add(op); });
  }
  bool isAnchored(Value value) const { return classes.isEquivalent(key(value), anchor); }

private:
  static const void *key(Value value) { return value.getAsOpaquePointer(); }
  void unite(Value lhs, Value rhs) { classes.unionSets(key(lhs), key(rhs)); }
  void unite(ValueRange lhs, ValueRange rhs) {
    for (auto [left, right] : llvm::zip(lhs, rhs))
      unite(left, right);
  }
  void fix(ValueRange values) {
    for (Value value : values)
      classes.unionSets(key(value), anchor);
  }

  void add(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<AddOp, SubOp, MulOp, DivOp, ModOp, ShlOp, ShrOp, MaxOp, MinOp, PowOp, arith::AndIOp, arith::OrIOp,
              arith::XOrIOp, ReluOp, AbsOp, FloorOp, CeilOp, RoundOp, mind::UnaryOp, IPowOp, BroadcastToOp, ReshapeOp,
              SumOp, MeanOp>([&](Operation *op) {
          for (Value operand : op->getOperands())
            unite(operand, op->getResult(0));
        })
        .Case([&](CompareOp compare) { unite(compare.getLhs(), compare.getRhs()); })
        .Case([&](InsertOp insert) {
          for (Value operand : op->getOperands().take_front(2))
            unite(operand, insert.getResult());
        })
        .Case([&](arith::SelectOp select) {
          unite(select.getTrueValue(), select.getResult());
          unite(select.getFalseValue(), select.getResult());
        })
        .Case([&](IfOp choice) {
          for (Region &region : op->getRegions())
            if (!region.empty())
              if (auto yield = dyn_cast<YieldOp>(region.front().back()))
                unite(yield.getOperands(), choice.getResults());
        })
        .Case([&](WhileOp loop) {
          unite(loop.getInits(), loop.getResults());
          for (Region &region : op->getRegions())
            unite(region.getArguments(), loop.getResults());
          if (auto yield = dyn_cast<YieldOp>(op->getRegion(1).front().back()))
            unite(yield.getOperands(), loop.getResults());
        })
        .Case<BreakOp, ContinueOp>([&](Operation *op) {
          if (auto loop = op->getParentOfType<WhileOp>())
            unite(op->getOperands(), loop->getResults());
        })
        .Case<func::ReturnOp, mind::ReturnOp>([&](Operation *op) { fix(op->getOperands()); })
        .Case([&](func::CallOp call) {
          fix(call.getOperands());
          fix(call.getResults());
        })
        .Case([&](func::FuncOp function) { fix(function.getArguments()); })
        .Case<YieldOp, ConditionOp>([](Operation *) {})
        .Default([&](Operation *op) {
          if (!op->hasAttr(mic::kLiteralAttrName))
            fix(op->getResults());
        });
  }

  llvm::EquivalenceClasses<const void *> classes;
  const void *anchor = this;
};

} // namespace

/// A literal of another type than i64 is written as an integer only where a reader
/// finds its type by what it is used with.
void Emitter::keepFreeLiterals(ModuleOp module) {
  if (literals.empty() || micForm == MicForm::Compatible)
    return;
  ElementClasses classes(module);
  for (Value literal : literals)
    if (!classes.isAnchored(literal))
      literal.getDefiningOp()->removeDiscardableAttr(mic::kLiteralAttrName);
}
