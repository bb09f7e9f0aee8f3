//===- Reverse.cpp - the reverse walk -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the last op to the first, each active op turns the cotangents of its results
// into contributions to those of its inputs, which are added as they come. A
// contribution under a mask is handed on through elementwise ops with its mask, and
// the mask is applied where the elements leave their place: what was masked is +0
// there, whatever the ops between make of it.
//
//===----------------------------------------------------------------------===//

#include "Reverse.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/CallInterfaces.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

using llvm::BitVector;

Functions::~Functions() = default;

namespace {

/// The cotangents of one list of ops.
class Cotangents {
public:
  explicit Cotangents(DerivativeBuilder &builder) : builder(builder) {}

  Contribution lookup(Value value) const { return map.lookup(value); }
  bool contains(Value value) const { return map.count(value); }

  void add(Value value, Contribution part) {
    auto [it, isNew] = map.try_emplace(value, part);
    if (isNew)
      return;
    Contribution sum = it->second;
    if (sum.mask && sum.mask == part.mask && sum.isInverted == part.isInverted) {
      sum.value = builder.add(sum.value, part.value);
    } else {
      Value mask = uniteMasks(sum, part);
      Value before = builder.materialize(sum), more = builder.materialize(part);
      sum = Contribution(builder.add(before, more), mask, false);
    }
    map[value] = sum;
  }

  /// The part that counts where both masks hold. Of masks of two types the one of
  /// `outer` is applied.
  Contribution restrict(Contribution part, const Contribution &outer) {
    if (!outer.mask)
      return part;
    if (!part.mask)
      return Contribution(part.value, outer.mask, outer.isInverted);
    if (part.mask.getType() != outer.mask.getType()) {
      part.value = builder.materialize(Contribution(part.value, outer.mask, outer.isInverted));
      return part;
    }
    Value both = arith::AndIOp::create(builder, getUpright(part), getUpright(outer));
    return Contribution(part.value, both, false);
  }

private:
  Value getUpright(const Contribution &part) {
    if (!part.isInverted)
      return part.mask;
    Value yes;
    if (auto type = dyn_cast<RankedTensorType>(part.mask.getType()))
      yes = builder.fill(type, 1.0);
    else
      yes = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
    return arith::XOrIOp::create(builder, part.mask, yes);
  }

  /// Where one of two contributions counts; null for everywhere.
  Value uniteMasks(const Contribution &lhs, const Contribution &rhs) {
    if (!lhs.mask || !rhs.mask || lhs.mask.getType() != rhs.mask.getType() || lhs.mask == rhs.mask)
      return {};
    return arith::OrIOp::create(builder, getUpright(lhs), getUpright(rhs));
  }

  DerivativeBuilder &builder;
  llvm::DenseMap<Value, Contribution> map;
};

bool haveOneShape(Type lhs, Type rhs) {
  return getDims(cast<RankedTensorType>(lhs)) == getDims(cast<RankedTensorType>(rhs));
}

/// Whether elements stay at their place from the one result to all active inputs.
bool keepsPlaces(DifferentiableOpInterface op, ArrayRef<Value> inputs, const BitVector &active) {
  if (!op.isElementwise() || op->getNumResults() != 1)
    return false;
  return llvm::all_of(active.set_bits(),
                      [&](unsigned i) { return haveOneShape(inputs[i].getType(), op->getResult(0).getType()); });
}

/// Says at what makes `gradient` that it is that of what `op` gives.
void markGradient(Value gradient, Operation *op) {
  if (Operation *maker = gradient.getDefiningOp())
    maker->setLoc(FusedLoc::get({maker->getLoc(), op->getLoc()}, StringAttr::get(op->getContext(), kGradientMark),
                                op->getContext()));
}

} // namespace

FailureOr<SmallVector<Value>> ReverseWalk::reverse(ArrayRef<Operation *> ops, ArrayRef<Value> outputs,
                                                   ArrayRef<Value> cotangents, ArrayRef<Value> inputs) {
  Location outerLoc = builder.getLoc();
  const Activity *outerActivity = functions.activity;
  llvm::scope_exit restore([&] {
    builder.setLoc(outerLoc);
    functions.activity = outerActivity;
  });

  Cotangents map(builder);
  SmallVector<Value> seeded;
  for (auto [output, cotangent] : llvm::zip_equal(outputs, cotangents))
    if (cotangent) {
      map.add(output, cotangent);
      seeded.push_back(output);
    }
  Activity activity(ops, Activity::Derivatives, functions.dependences);
  activity.markInputs(inputs);
  activity.markOutputs(seeded);
  functions.activity = &activity;

  for (Operation *op : llvm::reverse(ops)) {
    if (llvm::none_of(op->getResults(), [&](Value result) { return activity.isActive(result); }))
      continue;
    SmallVector<Value> opInputs = getInputs(op);
    BitVector active(opInputs.size());
    for (auto [i, input] : llvm::enumerate(opInputs))
      active[i] = activity.isActive(input) && isDifferentiable(input.getType()) && activity.leadsOn(op, i);
    // A result that only a region's own loop varies has no input of ours.
    if (active.none())
      continue;

    builder.setLoc(op->getLoc());
    auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
    StringRef name = op->getName().stripDialect();
    if (!differentiable || (functions.profile == Profile::Core && !differentiable.isInCoreProfile())) {
      InFlightDiagnostic error = functions.refuse(op, "E4101", "unsupported operation for autodiff: " + name);
      if (differentiable)
        error.attachNote() << "help: the extended profile has it: --autodiff-profile=extended, or grad() in the source";
      return failure();
    }

    bool isPlain = op->getNumRegions() == 0 && !isa<CallOpInterface>(op);
    bool isMasked = isPlain && keepsPlaces(differentiable, opInputs, active);
    SmallVector<Value> results;
    Contribution outer;
    for (Value result : op->getResults()) {
      Contribution part = map.lookup(result);
      if (isMasked)
        outer = part;
      results.push_back(!part ? Value() : isMasked ? part.value : builder.materialize(part));
      if (functions.marksGradients && results.back())
        markGradient(results.back(), op);
    }
    if (llvm::none_of(results, [](Value value) { return bool(value); })) {
      if (isPlain)
        return functions.refuse(op, "E4102", "autodiff verification failed: no cotangent reached " + name);
      continue;
    }

    SmallVector<Contribution> contributions(opInputs.size());
    // The rule may put other ops in the place of this one.
    Location loc = op->getLoc();
    if (failed(differentiable.buildVJP(*this, results, active, contributions)))
      return failure();
    builder.setLoc(loc);
    for (unsigned i : active.set_bits()) {
      Contribution part = contributions[i];
      if (!part && !isPlain)
        continue;
      if (!part)
        return functions.refuse(op, "E4102", "autodiff verification failed: the rule of " + name +
                                                 " has no contribution to input " + Twine(i));
      if (part.value.getType() != opInputs[i].getType())
        return functions.refuse(op, "E4102", "autodiff verification failed: the rule of " + name +
                                                 " gives another type than that of input " + Twine(i));
      ++functions.numContributions;
      map.add(opInputs[i], isMasked ? map.restrict(part, outer) : part);
    }
  }

  SmallVector<Value> gradients;
  for (Value input : inputs)
    gradients.push_back(map.contains(input) ? builder.materialize(map.lookup(input)) : Value());
  return gradients;
}
