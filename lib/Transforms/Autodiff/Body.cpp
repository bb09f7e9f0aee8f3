//===- Body.cpp - bodies of derivatives -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a derivative starts as a copy of that of the function, in scf. Then
// come the checks of what is asked, the walk, the laws, and the removal of what
// nothing reads.
//
//===----------------------------------------------------------------------===//

#include "Forward.h"
#include "Impl.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

/// What the source calls a parameter.
static std::string getParamName(func::FuncOp function, unsigned position) {
  if (auto names = function->getAttrOfType<ArrayAttr>(kParamsAttrName))
    if (position < names.size())
      if (auto name = dyn_cast<StringAttr>(names[position]))
        return name.getValue().str();
  return "argument " + std::to_string(position);
}

static InFlightDiagnostic emitRequestError(const Plan &plan, StringRef code, const Twine &message) {
  func::FuncOp function = plan.function;
  return emitError(function.getLoc()) << "[" << code << "] " << message;
}

/// `f32`, `tensor<2xf32>`.
static std::string spell(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::string text;
  llvm::raw_string_ostream(text) << (tensor && tensor.getRank() == 0 ? tensor.getElementType() : type);
  return text;
}

LogicalResult Differentiator::Impl::checkRequest(const Plan &plan) {
  func::FuncOp function = plan.function;
  for (unsigned position : plan.wrt) {
    Type type = function.getArgumentTypes()[position];
    if (!isDifferentiable(type))
      return emitRequestError(plan, "E4105",
                              "cannot differentiate with respect to " + spell(type) + " value " +
                                  getParamName(function, position));
  }
  if (plan.kind != DerivativeKind::Grad && plan.kind != DerivativeKind::ValueAndGrad)
    return success();
  bool hasOne = function.getNumResults() == 1 && plan.seeds.size() == 1;
  if (hasOne && (plan.allowsShapedResult || cast<RankedTensorType>(function.getResultTypes()[0]).getRank() == 0))
    return success();
  return emitRequestError(plan, "E4109",
                          "a gradient is that of a function with one scalar result, and `" + function.getName() +
                              "` has " +
                              (function.getNumResults() == 1 ? "one of type " + spell(function.getResultTypes()[0])
                                                             : std::to_string(function.getNumResults())));
}

bool Differentiator::Impl::hasPrint(func::FuncOp function, DenseSet<Operation *> &visited) {
  if (!function || !visited.insert(function).second)
    return false;
  WalkResult result = function.walk([&](Operation *op) {
    bool prints = isa<PrintOp>(op);
    if (auto call = dyn_cast<func::CallOp>(op))
      prints = hasPrint(lookup(call.getCallee()), visited);
    return prints ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

LogicalResult Differentiator::Impl::checkEffects(const Plan &plan) {
  func::FuncOp function = plan.function;
  WalkResult result = function.walk([&](Operation *op) {
    DenseSet<Operation *> visited;
    auto call = dyn_cast<func::CallOp>(op);
    if (!isa<PrintOp>(op) && !(call && hasPrint(lookup(call.getCallee()), visited)))
      return WalkResult::advance();
    refuse(op, "E4108", "`" + function.getName() + "` is differentiated and prints")
            .attachNote()
        << "help: print where the function is called";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

LogicalResult autodiff::lowerStructure(func::FuncOp function) {
  bool isStructured = function.walk([](Operation *op) {
                                return isa<IfOp, WhileOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
                              }).wasInterrupted();
  if (isStructured && failed(lowerStructureToScf(function)))
    return failure();
  lowerForLoops(function);
  return success();
}

void autodiff::simplify(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  // Those of the dialect, whatever else a tool has loaded.
  for (RegisteredOperationName name :
       context->getRegisteredOperationsByDialect(MindDialect::getDialectNamespace()))
    name.getCanonicalizationPatterns(patterns, context);
  (void)applyPatternsGreedily(function, std::move(patterns));
  IRRewriter rewriter(context);
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
}

FailureOr<OwningOpRef<func::FuncOp>> Differentiator::Impl::copyForDerivative(func::FuncOp function) {
  OwningOpRef<func::FuncOp> copy(function.clone());
  if (failed(lowerStructure(*copy)))
    return failure();
  if (derivatives.contains(function))
    simplify(*copy);
  markLoops(*copy);
  return copy;
}

LogicalResult Differentiator::Impl::emitBody(func::FuncOp derivative, const Plan &plan, DerivativeReport *report) {
  func::FuncOp function = plan.function;
  if (failed(checkEffects(plan)))
    return failure();
  // What has a custom gradient is never differentiated itself.
  if (hasCustomGrad(function) && plan.kind == DerivativeKind::Jvp)
    return emitCustomForward(derivative, plan);
  OwningOpRef<func::FuncOp> copy;
  if (hasCustomGrad(function)) {
    copy = cast<func::FuncOp>(function->cloneWithoutRegions());
    Block *body = copy->addEntryBlock();
    OpBuilder builder = OpBuilder::atBlockBegin(body);
    auto call = func::CallOp::create(builder, function.getLoc(), function, body->getArguments());
    func::ReturnOp::create(builder, function.getLoc(), call.getResults());
  } else {
    FailureOr<OwningOpRef<func::FuncOp>> lowered = copyForDerivative(function);
    if (failed(lowered))
      return failure();
    copy = std::move(*lowered);
  }
  if (!copy->getBody().hasOneBlock())
    return emitRequestError(plan, "E4101", "unsupported operation for autodiff: a function of several blocks");
  derivative.getBody().takeBody(copy->getBody());

  // Of a derivative itself, the comparisons and casts are those of rules.
  DenseSet<Operation *> outerGenerated = std::move(generatedOps);
  generatedOps.clear();
  if (derivatives.contains(function))
    derivative.walk([&](Operation *op) { generatedOps.insert(op); });
  size_t outerInlined = std::exchange(numInlinedOps, 0);
  LogicalResult result = plan.kind == DerivativeKind::Jvp ? emitForward(derivative, plan)
                                                          : emitReverse(derivative, plan, report);
  numInlinedOps = outerInlined;
  generatedOps = std::move(outerGenerated);
  if (failed(result))
    return failure();
  if (failed(verify(derivative)))
    return emitRequestError(plan, "E4102", "autodiff verification failed: the derivative of `" + function.getName() +
                                               "` is not valid IR");
  return success();
}

static SmallVector<Operation *> getOps(Block *block) {
  return llvm::map_to_vector(block->without_terminator(), [](Operation &op) { return &op; });
}

LogicalResult Differentiator::Impl::emitReverse(func::FuncOp derivative, const Plan &plan, DerivativeReport *report) {
  Block *block = &derivative.getBody().front();
  SmallVector<Value> wrt, cotangents, seeds;
  for (unsigned position : plan.wrt)
    wrt.push_back(block->getArgument(position));
  Operation *terminator = block->getTerminator();
  SmallVector<Value> results(terminator->getOperands()), outputs;
  for (unsigned position : plan.seeds)
    outputs.push_back(results[position]);
  if (plan.takesKept) {
    FailureOr<SmallVector<Value>> values = findKept(plan.function, *block);
    if (failed(values))
      return failure();
    terminator->insertOperands(terminator->getNumOperands(), *values);
  }
  SmallVector<Operation *> ops = getOps(block);
  DenseSet<Operation *> kept;
  if (plan.isBundled)
    derivative.walk([&](Operation *op) { kept.insert(op); });
  if (plan.isRequest && failed(checkReach(derivative, plan, outputs, report)))
    return failure();

  DerivativeBuilder builder(terminator->getLoc(), terminator);
  for (Value output : outputs) {
    if (plan.kind == DerivativeKind::Pullback)
      cotangents.push_back(block->addArgument(output.getType(), plan.function->getLoc()));
    else
      cotangents.push_back(builder.fillLike(output, 1.0));
  }
  seeds = cotangents;
  ReverseWalk walk(builder, *this);
  FailureOr<SmallVector<Value>> found = walk.reverse(ops, outputs, cotangents, wrt);
  if (failed(found))
    return failure();
  SmallVector<Value> gradients;
  for (auto [gradient, value] : llvm::zip_equal(*found, wrt))
    gradients.push_back(gradient ? gradient : builder.zerosLike(value));
  if (plan.verification == Verification::Static && failed(checkLaws(derivative, plan, seeds, gradients)))
    return failure();

  SmallVector<Value> returned;
  if (plan.kind == DerivativeKind::ValueAndGrad) {
    // Ops of regions may have been replaced: what is returned now counts.
    llvm::append_range(returned, terminator->getOperands());
  }
  llvm::append_range(returned, gradients);
  if (plan.takesKept) {
    unsigned numResults = returned.size();
    llvm::append_range(returned, terminator->getOperands().drop_front(results.size()));
    terminator->setOperands(returned);
    return takeKept(derivative, plan, numResults);
  }
  terminator->setOperands(returned);
  eraseUnread(derivative, kept);
  return success();
}

LogicalResult Differentiator::Impl::emitForward(func::FuncOp derivative, const Plan &plan) {
  Block *block = &derivative.getBody().front();
  SmallVector<Value> varied, seeds;
  for (unsigned position : plan.wrt)
    varied.push_back(block->getArgument(position));
  Operation *terminator = block->getTerminator();
  Activity activity(getOps(block), Activity::Derivatives, dependences);
  activity.markInputs(varied);
  SmallVector<Value> outputs;
  for (unsigned position : plan.seeds)
    outputs.push_back(terminator->getOperand(position));
  activity.markOutputs(outputs);
  DerivativeBuilder builder(terminator->getLoc(), terminator);
  ForwardWalk walk(builder, *this, activity);
  for (Value value : varied) {
    Value tangent = block->addArgument(value.getType(), derivative.getLoc());
    // The same parameter may be listed once only.
    walk.setTangent(value, tangent);
    seeds.push_back(tangent);
  }
  if (failed(walk.pushForward(block)))
    return failure();
  builder.setInsertionPoint(terminator);
  SmallVector<Value> returned(terminator->getOperands()), tangents;
  for (unsigned position : plan.seeds) {
    Value tangent = walk.getTangent(returned[position]);
    tangents.push_back(tangent ? tangent : builder.zerosLike(returned[position]));
  }
  if (plan.verification == Verification::Static && failed(checkLaws(derivative, plan, seeds, tangents)))
    return failure();
  llvm::append_range(returned, tangents);
  terminator->setOperands(returned);
  eraseUnread(derivative, {});
  return success();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// A parameter that the result depends on, though only through cuts, is an error: its
/// gradient would be a zero that the program does not show. One that the result does
/// not depend on has the gradient zero, with a warning.
LogicalResult Differentiator::Impl::checkReach(func::FuncOp derivative, const Plan &plan, ArrayRef<Value> outputs,
                                               DerivativeReport *report) {
  Block *block = &derivative.getBody().front();
  SmallVector<Operation *> ops = getOps(block);
  SmallVector<Value> wrt;
  for (unsigned position : plan.wrt)
    wrt.push_back(block->getArgument(position));
  Activity differentiable(ops, Activity::Derivatives, dependences);
  Activity dependent(ops, Activity::Dependences, dependences, &generatedOps);
  differentiable.markInputs(wrt);
  differentiable.markOutputs(outputs);
  dependent.markOutputs(outputs);

  // A call cuts what its function makes of an argument through cuts alone.
  auto findCut = [&](Operation *op, unsigned i) -> StringRef {
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      return getCut(op, i);
    BitVector cut = dependences.get(call, Activity::Dependences)[i];
    cut.reset(dependences.get(call, Activity::Derivatives)[i]);
    return cut.any() ? "call" : "";
  };
  auto visitCuts = [&](const Activity &varied, function_ref<void(Operation *, StringRef)> visit) {
    derivative.walk([&](Operation *op) {
      for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
        StringRef reason = isDifferentiable(operand.getType()) && varied.isVaried(operand) ? findCut(op, i) : "";
        bool isUseful = llvm::any_of(op->getResults(), [&](Value result) { return dependent.isUseful(result); });
        if (reason.empty() || !isUseful || generatedOps.contains(op))
          continue;
        visit(op, reason);
        return;
      }
    });
  };
  if (report)
    visitCuts(differentiable, [&](Operation *op, StringRef reason) {
      report->cuts.push_back({op->getLoc(), reason.str()});
    });
  bool isScalarGradient = plan.kind == DerivativeKind::Grad || plan.kind == DerivativeKind::ValueAndGrad;
  for (auto [i, value] : llvm::enumerate(wrt)) {
    if (differentiable.isUseful(value))
      continue;
    if (report)
      report->zeros.push_back(i);
    if (!isScalarGradient)
      continue;
    std::string name = getParamName(plan.function, plan.wrt[i]);
    if (!dependent.isUseful(value)) {
      func::FuncOp function = plan.function;
      emitWarning(function.getLoc()) << "[W4101] the gradient with respect to " << name
                                     << " is zero: it does not reach the result of `" << function.getName() << "`";
      continue;
    }
    Activity single(ops, Activity::Derivatives, dependences);
    single.markInputs(value);
    InFlightDiagnostic error = emitRequestError(
        plan, "E4105", "cannot differentiate with respect to " + name + ": every path from it to the result is cut");
    visitCuts(single, [&](Operation *op, StringRef reason) {
      error.attachNote(op->getLoc()) << "the derivative of this " << reason << " is zero by definition";
    });
    return error;
  }
  return success();
}

LogicalResult Differentiator::Impl::checkLaws(func::FuncOp derivative, const Plan &plan, ArrayRef<Value> seeds,
                                              ArrayRef<Value> gradients) {
  LinearityLaw law(linearCallees, symbols);
  for (Value seed : seeds)
    law.addSeed(seed);
  if (Operation *culprit = law.visit(&derivative.getBody().front()))
    return refuse(culprit, "E4102",
                  "autodiff verification failed: the derivative is not linear in its seed at " +
                      culprit->getName().stripDialect());
  for (auto [i, gradient] : llvm::enumerate(gradients))
    if (!law.isLinear(gradient))
      return emitRequestError(plan, "E4102",
                              "autodiff verification failed: derivative " + Twine(i) + " does not depend on its seed");
  return success();
}

/// An error with what led to the op: the ops between it and the result, and the calls
/// that it was reached by.
InFlightDiagnostic Differentiator::Impl::refuse(Operation *op, StringRef code, const Twine &message) {
  InFlightDiagnostic error = emitRefusal(op, code, message);
  constexpr unsigned kMaxNotes = 8;
  unsigned numNotes = 0;
  DenseSet<Operation *> visited;
  for (Operation *at = op; at && numNotes < kMaxNotes && visited.insert(at).second;) {
    Operation *next = nullptr;
    for (Operation *user : at->getUsers()) {
      if (user->hasTrait<OpTrait::IsTerminator>())
        user = user->getParentOp();
      bool leadsOn = activity && llvm::any_of(user->getResults(), [&](Value v) { return activity->isActive(v); });
      if (leadsOn && (!next || (user->getBlock() == next->getBlock() && user->isBeforeInBlock(next))))
        next = user;
    }
    if (!next)
      break;
    if (next->getLoc() != at->getLoc()) {
      error.attachNote(next->getLoc()) << "needed for the derivative through " << next->getName().stripDialect();
      ++numNotes;
    }
    at = next;
  }
  for (Location call : llvm::reverse(calls))
    error.attachNote(call) << "called here";
  return error;
}
