//===- ResolveGrad.cpp - bodies for the derivatives of a program ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The front end declares `grad(f)` and calls it. Each such declaration gets its
// body here, after the function that it is derived from has its own: so the inner
// one of `grad(grad(f))` comes first. The gradient of a computed value by variables
// is that of a new function, which computes the value from them as the program did.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Transforms/Autodiff.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_RESOLVEGRAD
#include "Mind/Transforms/Passes.h.inc"

bool asksForGradients(ModuleOp module) {
  return llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp func) {
    return func->hasAttr(kDerivativeAttrName) || func->hasAttr(kDifferentiableAttrName);
  });
}

namespace {

/// The ops that lead from some values to another one.
class Slice {
public:
  explicit Slice(ValueRange inputs) : inputs(inputs.begin(), inputs.end()) {}

  /// Finds what `value` is computed by. Fails with an error where a loop or a branch
  /// passes on an input in a variable of its own.
  LogicalResult add(Value value);

  /// In an order in which they can be executed.
  ArrayRef<Operation *> getOps() const { return ops; }
  /// What they use besides: not a function of the inputs.
  ArrayRef<Value> getCaptured() const { return captured.getArrayRef(); }

private:
  bool dependsOn(Value value);
  bool dependsOn(Operation *op);
  void forEachOperand(Operation *op, function_ref<void(Value)> visit);

  SmallVector<Value> inputs;
  SmallVector<Operation *> ops;
  llvm::SetVector<Value> captured;
  llvm::SmallPtrSet<Operation *, 8> added;
  llvm::DenseMap<Operation *, bool> dependent;
};

/// Operands, and what the regions use from outside.
void Slice::forEachOperand(Operation *op, function_ref<void(Value)> visit) {
  for (Value operand : op->getOperands())
    visit(operand);
  if (!op->getNumRegions())
    return;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (inner != op && !op->isProperAncestor(operand.getParentBlock()->getParentOp()) &&
          operand.getParentBlock()->getParentOp() != op)
        visit(operand);
  });
}

bool Slice::dependsOn(Operation *op) {
  auto known = dependent.find(op);
  if (known != dependent.end())
    return known->second;
  bool result = false;
  forEachOperand(op, [&](Value operand) { result |= dependsOn(operand); });
  dependent[op] = result;
  return result;
}

bool Slice::dependsOn(Value value) {
  if (llvm::is_contained(inputs, value))
    return true;
  if (Operation *op = value.getDefiningOp())
    return dependsOn(op);
  Operation *parent = value.getParentBlock()->getParentOp();
  return !isa<func::FuncOp>(parent) && dependsOn(parent);
}

LogicalResult Slice::add(Value value) {
  if (llvm::is_contained(inputs, value))
    return success();
  bool isTensor = isa<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!dependsOn(value) && (isTensor || !op)) {
    captured.insert(value);
    return success();
  }
  if (!op)
    return value.getParentBlock()->getParentOp()->emitError(
        "[E4101] unsupported operation for autodiff: a variable of a loop between a value and what it is "
        "differentiated by");
  if (!added.insert(op).second)
    return success();
  LogicalResult result = success();
  forEachOperand(op, [&](Value operand) { result = success(succeeded(result) && succeeded(add(operand))); });
  ops.push_back(op);
  return result;
}

class Resolver {
public:
  explicit Resolver(ModuleOp module) : module(module), symbols(module), differentiator(module) {}

  /// Erases declarations that nothing calls any more.
  ~Resolver() {
    for (func::FuncOp declaration : finished)
      symbols.erase(declaration);
  }

  /// Gives the declaration its body, and before that those that it needs.
  LogicalResult resolve(func::FuncOp declaration);
  /// The gradient of a value that was computed, at its place: `grad(loss, wrt=[x])`.
  LogicalResult resolveValue(func::FuncOp declaration);
  LogicalResult check(func::FuncOp function) { return differentiator.check(function); }

private:
  /// Resolves what the function calls, itself or through others.
  LogicalResult prepare(func::FuncOp function);

  ModuleOp module;
  SymbolTable symbols;
  autodiff::Differentiator differentiator;
  llvm::SmallPtrSet<Operation *, 4> inProgress, refused, prepared;
  SmallVector<func::FuncOp> finished;
};

LogicalResult Resolver::prepare(func::FuncOp function) {
  if (function.isDeclaration())
    return resolve(function);
  if (!prepared.insert(function).second)
    return success();
  LogicalResult result = success();
  auto need = [&](StringRef name) {
    if (auto callee = symbols.lookup<func::FuncOp>(name); callee && failed(prepare(callee)))
      result = failure();
  };
  function.walk([&](func::CallOp call) { need(call.getCallee()); });
  if (auto custom = function->getAttrOfType<FlatSymbolRefAttr>(kCustomGradAttrName))
    need(custom.getValue());
  return result;
}

LogicalResult Resolver::resolve(func::FuncOp declaration) {
  auto entries = declaration->getAttrOfType<DictionaryAttr>(kDerivativeAttrName);
  if (!entries)
    return success();
  // One fault is reported once.
  if (refused.contains(declaration))
    return failure();
  auto refuse = [&](const Twine &message) {
    refused.insert(declaration);
    return message.isTriviallyEmpty() ? failure() : LogicalResult(declaration.emitError(message));
  };
  auto of = entries.getAs<FlatSymbolRefAttr>("of");
  if (!of)
    return resolveValue(declaration);
  auto function = symbols.lookup<func::FuncOp>(of.getValue());
  if (!function)
    return refuse("[E4001] function '" + of.getValue() + "' not found in module");
  if (!inProgress.insert(declaration).second)
    return refuse("[E4106] a function cannot be derived from itself");
  LogicalResult inner = prepare(function);
  inProgress.erase(declaration);
  if (failed(inner))
    return refuse("");
  if (function.isDeclaration())
    return refuse("[E4108] '" + of.getValue() + "' has no body to differentiate");

  autodiff::DerivativeRequest request;
  request.function = function;
  request.kind = *autodiff::parseKind(entries.getAs<StringAttr>("kind").getValue());
  for (int64_t position : entries.getAs<DenseI64ArrayAttr>("wrt").asArrayRef()) {
    if (position < 0 || position >= int64_t(function.getNumArguments()))
      return refuse("[E4105] '" + of.getValue() + "' has no parameter " + Twine(position));
    request.wrt.push_back(position);
  }
  if (failed(differentiator.fill(declaration, request)))
    return refuse("");
  declaration->removeAttr(kDerivativeAttrName);
  return success();
}

LogicalResult Resolver::resolveValue(func::FuncOp declaration) {
  declaration->removeAttr(kDerivativeAttrName);
  finished.push_back(declaration);
  std::optional<SymbolTable::UseRange> uses = symbols.getSymbolUses(declaration, module);
  for (SymbolTable::SymbolUse use : llvm::make_early_inc_range(*uses)) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call)
      continue;
    if (call.getNumOperands() < 2 || TypeRange(call.getResultTypes()) != TypeRange(call.getOperandTypes()).drop_front())
      return call.emitError("[E4102] the gradient of a value has the types of what it is by");
    Value loss = call.getOperand(0);
    ValueRange inputs = call.getOperands().drop_front();
    Slice slice(inputs);
    if (failed(slice.add(loss)))
      return failure();

    // The value as a function of the inputs, and after them of what is captured.
    SmallVector<Value> arguments(inputs.begin(), inputs.end());
    llvm::append_range(arguments, slice.getCaptured());
    OpBuilder builder(declaration);
    auto function = func::FuncOp::create(builder, declaration.getLoc(), (declaration.getName() + ".of").str(),
                                         builder.getFunctionType(ValueRange(arguments).getTypes(), loss.getType()));
    function.setPrivate();
    symbols.insert(function);
    Block *body = function.addEntryBlock();
    IRMapping mapping;
    mapping.map(arguments, body->getArguments());
    builder.setInsertionPointToStart(body);
    for (Operation *op : slice.getOps())
      builder.clone(*op, mapping);
    func::ReturnOp::create(builder, loss.getLoc(), mapping.lookup(loss));
    if (failed(prepare(function)))
      return failure();

    autodiff::DerivativeRequest request;
    request.function = function;
    request.wrt = llvm::to_vector(llvm::seq<unsigned>(0, inputs.size()));
    FailureOr<func::FuncOp> derivative = differentiator.build(request, (function.getName() + ".grad").str());
    if (failed(derivative))
      return failure();
    builder.setInsertionPoint(call);
    auto replacement = func::CallOp::create(builder, call.getLoc(), *derivative, arguments);
    call.replaceAllUsesWith(replacement.getResults());
    call.erase();
  }
  return success();
}

struct ResolveGrad : impl::ResolveGradBase<ResolveGrad> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool hasMarks = llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp func) {
      return func->getAttrOfType<DictionaryAttr>(kCheckpointAttrName) != nullptr;
    });
    // They are of no use behind this pass.
    llvm::scope_exit eraser([&] {
      if (hasMarks)
        autodiff::eraseCheckpointMarks(module);
    });
    if (!asksForGradients(module))
      return hasMarks ? void() : markAllAnalysesPreserved();
    // What is derived may be anything that the module calls.
    for (auto func : module.getOps<func::FuncOp>())
      if (failed(lowerStructureToScf(func)))
        return signalPassFailure();

    SmallVector<func::FuncOp> marked, declarations;
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func->hasAttr(kDerivativeAttrName))
        declarations.push_back(func);
      if (func->hasAttr(kDifferentiableAttrName))
        marked.push_back(func);
    }
    Resolver resolver(module);
    bool isRefused = false;
    for (func::FuncOp func : marked) {
      isRefused |= failed(resolver.check(func));
      func->removeAttr(kDifferentiableAttrName);
    }
    // A function that is refused is refused wherever it is used.
    if (isRefused)
      return signalPassFailure();
    for (func::FuncOp func : declarations) {
      isRefused |= failed(resolver.resolve(func));
      numResolved += 1;
    }
    if (isRefused)
      signalPassFailure();
  }
};

} // namespace
} // namespace mind
