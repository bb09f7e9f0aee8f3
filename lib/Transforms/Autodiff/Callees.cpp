//===- Callees.cpp - derivatives of what is called ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call is one user of its arguments: the contributions of the callee's body are
// added up there before they join those of others. So it does not matter to the bits of
// a gradient whether the body stands in the place of the call, its values kept for the
// reverse walk, or the call is one of a pullback that computes them anew. The second is
// for `@checkpoint`, for callees of whose dims two that differ here have one name, and
// for bodies that have grown too large. It does matter to the reverse of such a reverse,
// where a value that is computed twice is two, each with contributions of its own.
//
//===----------------------------------------------------------------------===//

#include "Impl.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

/// The ops that may be inlined into one derivative.
static constexpr size_t kMaxInlinedOps = 20000;

//===----------------------------------------------------------------------===//
// Who is called
//===----------------------------------------------------------------------===//

/// A way from `function` to `target` through functions whose values would all have to
/// be kept; appended to `path`.
static bool findCycle(SymbolTable &symbols, func::FuncOp function, func::FuncOp target,
                      DenseSet<Operation *> &visited, SmallVectorImpl<StringRef> &path) {
  if (!visited.insert(function).second || isCheckpoint(function) || hasCustomGrad(function))
    return false;
  path.push_back(function.getName());
  WalkResult result = function.walk([&](func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee)
      return WalkResult::advance();
    if (callee == target || findCycle(symbols, callee, target, visited, path))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (!result.wasInterrupted())
    path.pop_back();
  return result.wasInterrupted();
}

FailureOr<func::FuncOp> Differentiator::Impl::getDifferentiableCallee(Operation *call) {
  return getDifferentiable(call, cast<func::CallOp>(call).getCallee());
}

FailureOr<func::FuncOp> Differentiator::Impl::getDifferentiable(Operation *call, StringRef name) {
  auto callee = lookup(name);
  if (callee && hasCustomGrad(callee))
    return callee;
  if (!callee || callee.isDeclaration())
    return refuse(call, "E4108", "the function `" + name + "` has no body to differentiate and no @custom_grad");
  DenseSet<Operation *> visited;
  SmallVector<StringRef> path;
  if (findCycle(symbols, callee, callee, visited, path)) {
    path.push_back(callee.getName());
    refuse(call, "E4101", "unsupported operation for autodiff: recursion " + llvm::join(path, " -> ")).attachNote()
        << "help: mark one of the functions @checkpoint; its values are computed anew then";
    return failure();
  }
  return callee;
}

FailureOr<std::optional<InlinedCall>> Differentiator::Impl::inlineCall(Operation *call) {
  FailureOr<func::FuncOp> found = getDifferentiableCallee(call);
  if (failed(found))
    return failure();
  func::FuncOp callee = *found;
  if (isCheckpoint(callee) || hasCustomGrad(callee))
    return std::optional<InlinedCall>();
  size_t numOps = 0;
  callee.walk([&](Operation *) { ++numOps; });
  if (numInlinedOps + numOps > kMaxInlinedOps)
    return std::optional<InlinedCall>();
  FailureOr<OwningOpRef<func::FuncOp>> lowered = copyForDerivative(callee);
  if (failed(lowered))
    return failure();
  func::FuncOp copy = lowered->get();
  // Names of dims are those of one function: behind casts are those of the caller.
  SmallVector<Type> types = llvm::map_to_vector(call->getOperands(), [](Value operand) {
    auto cast = operand.getDefiningOp<tensor::CastOp>();
    return cast ? cast.getSource().getType() : operand.getType();
  });
  if (failed(adoptDims(copy, types)))
    return std::optional<InlinedCall>();
  numInlinedOps += numOps;
  InlinedCall inlined;
  OpBuilder builder(call);
  IRMapping mapping;
  DenseSet<Value> seen;
  for (auto [argument, operand] : llvm::zip_equal(copy.getArguments(), call->getOperands())) {
    Value value = operand;
    // Told apart until the end, where casts to the same type go.
    if (!seen.insert(operand).second || argument.getType() != operand.getType())
      value = tensor::CastOp::create(builder, call->getLoc(), argument.getType(), operand);
    mapping.map(argument, value);
    inlined.arguments.push_back(value);
  }
  bool isGenerated = derivatives.contains(callee);
  Block &body = copy.getBody().front();
  for (Operation &op : body.without_terminator()) {
    Operation *cloned = builder.clone(op, mapping);
    inlined.ops.push_back(cloned);
    if (isGenerated)
      cloned->walk([&](Operation *nested) { generatedOps.insert(nested); });
  }
  for (auto [result, value] : llvm::zip_equal(call->getResults(), body.getTerminator()->getOperands())) {
    Value mapped = mapping.lookup(value);
    inlined.results.push_back(mapped);
    if (mapped.getType() != result.getType())
      mapped = tensor::CastOp::create(builder, call->getLoc(), result.getType(), mapped);
    result.replaceAllUsesWith(mapped);
  }
  call->erase();
  return std::optional<InlinedCall>(std::move(inlined));
}

//===----------------------------------------------------------------------===//
// Their derivatives
//===----------------------------------------------------------------------===//

static SmallVector<unsigned> toPositions(const BitVector &bits) {
  return SmallVector<unsigned>(bits.set_bits_begin(), bits.set_bits_end());
}

/// `f.vjp.0_2`, and `.of.1` if only some of the results have a cotangent.
static std::string getHelperName(const Plan &plan) {
  func::FuncOp function = plan.function;
  std::string name;
  llvm::raw_string_ostream out(name);
  out << function.getName() << (plan.kind == DerivativeKind::Jvp ? ".jvp." : ".vjp.");
  llvm::interleave(plan.wrt, out, "_");
  if (plan.seeds != getDifferentiablePositions(function.getResultTypes())) {
    out << ".of.";
    llvm::interleave(plan.seeds, out, "_");
  }
  return name;
}

FailureOr<func::FuncOp> Differentiator::Impl::getHelper(Operation *call, const Plan &plan) {
  // Profiles refuse different things.
  std::string name = getHelperName(plan);
  std::string key = (profile == Profile::Core ? "core " : "") + name;
  if (auto it = helpers.find(key); it != helpers.end())
    return it->second;
  std::string symbol = name;
  for (unsigned i = 1; symbols.lookup(symbol); ++i)
    symbol = name + "." + std::to_string(i);

  func::FuncOp function = plan.function;
  OpBuilder builder(function.getContext());
  auto helper = func::FuncOp::create(builder, function.getLoc(), symbol, getPlanType(plan));
  helper.setPrivate();
  // Of a recursion, the derivative is one as well.
  if (isCheckpoint(function))
    helper->setAttr(kCheckpointAttrName, builder.getUnitAttr());
  symbols.insert(helper, std::next(function->getIterator()));
  helpers[key] = helper;
  helperKeys.push_back(key);
  unsigned numOperands = function.getNumArguments();
  linearCallees[symbol] = {numOperands, plan.kind == DerivativeKind::Jvp ? function.getNumResults() : 0};
  derivatives.insert(helper);
  calls.push_back(call->getLoc());
  LogicalResult result = emitBody(helper, plan, nullptr);
  calls.pop_back();
  if (failed(result))
    return failure();
  return helper;
}

FailureOr<Callee> Differentiator::Impl::getPullback(Operation *call, const BitVector &operands,
                                                    const BitVector &results) {
  FailureOr<func::FuncOp> callee = getDifferentiableCallee(call);
  if (failed(callee))
    return failure();
  if (hasCustomGrad(*callee))
    return getCustomPullback(call, *callee);
  Plan plan;
  plan.function = *callee;
  plan.kind = DerivativeKind::Pullback;
  plan.wrt = toPositions(operands);
  plan.seeds = toPositions(results);
  plan.takesKept = keepsValues(*callee);
  FailureOr<func::FuncOp> helper = getHelper(call, plan);
  if (failed(helper))
    return failure();
  Callee pullback{FlatSymbolRefAttr::get(*helper), helper->getFunctionType(), plan.seeds, plan.wrt, {}, {}};
  if (keepings.contains(helper->getName())) {
    FailureOr<func::FuncOp> forward = getKeeping(*callee, *helper);
    if (failed(forward))
      return failure();
    pullback.forward = FlatSymbolRefAttr::get(*forward);
    pullback.forwardType = forward->getFunctionType();
  }
  return pullback;
}

FailureOr<Callee> Differentiator::Impl::getPushForward(Operation *call, const BitVector &operands,
                                                       const BitVector &results) {
  FailureOr<func::FuncOp> callee = getDifferentiableCallee(call);
  if (failed(callee))
    return failure();
  Plan plan;
  plan.function = *callee;
  plan.kind = DerivativeKind::Jvp;
  plan.wrt = toPositions(operands);
  plan.seeds = toPositions(results);
  FailureOr<func::FuncOp> helper = getHelper(call, plan);
  if (failed(helper))
    return failure();
  return Callee{FlatSymbolRefAttr::get(*helper), helper->getFunctionType(), plan.wrt, plan.seeds, {}, {}};
}

//===----------------------------------------------------------------------===//
// What nothing reads
//===----------------------------------------------------------------------===//

/// Whether all that a function does is to give results.
static bool isPure(SymbolTable &symbols, func::FuncOp function, DenseSet<Operation *> &visited) {
  if (!function || function.isDeclaration())
    return false;
  if (!visited.insert(function).second)
    return true;
  WalkResult result = function.walk([&](Operation *op) {
    if (op == function || op->hasTrait<OpTrait::IsTerminator>() || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return WalkResult::advance();
    if (auto call = dyn_cast<func::CallOp>(op))
      return isPure(symbols, symbols.lookup<func::FuncOp>(call.getCallee()), visited) ? WalkResult::advance()
                                                                                      : WalkResult::interrupt();
    return isMemoryEffectFree(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

void autodiff::eraseUnread(func::FuncOp function, const DenseSet<Operation *> &kept) {
  function.walk([&](tensor::CastOp cast) {
    if (cast.getSource().getType() == cast.getType() && !kept.contains(cast)) {
      cast.replaceAllUsesWith(cast.getSource());
      cast.erase();
    }
  });
  SymbolTable symbols(function->getParentOp());
  for (bool changed = true; changed;) {
    changed = false;
    // Users before what they use.
    function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (op == function || kept.contains(op) || !op->use_empty())
        return;
      bool isDead = isOpTriviallyDead(op);
      if (auto call = dyn_cast<func::CallOp>(op)) {
        DenseSet<Operation *> visited;
        isDead = isPure(symbols, symbols.lookup<func::FuncOp>(call.getCallee()), visited);
      }
      if (!isDead)
        return;
      op->erase();
      changed = true;
    });
  }
}
