//===- Faults.cpp - which ops may end in a run-time fault -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fault is something that a program does, as a print is: dropping a dead op
// must not drop it, nor may an op be hoisted to where it faults earlier. Both
// interfaces look for the common case in which no fault is possible.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mind;

using EffectInstances =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Whether every element of a tensor of positions is known and lies in
/// `[0, extent)`. An unknown extent is ShapedType::kDynamic.
static bool arePositionsInRange(Value positions, int64_t extent) {
  if (auto type = dyn_cast<RankedTensorType>(positions.getType()))
    if (type.hasStaticShape() && type.getNumElements() == 0)
      return true;
  DenseIntElementsAttr known;
  if (ShapedType::isDynamic(extent) ||
      !matchPattern(positions, m_Constant(&known)))
    return false;
  auto isInside = [&](const llvm::APInt &position) {
    int64_t value = position.getSExtValue();
    return value >= 0 && value < extent;
  };
  return known.isSplat() ? isInside(known.getSplatValue<llvm::APInt>())
                         : llvm::all_of(known, isInside);
}

static void addFaultEffect(bool mayFault, EffectInstances &effects) {
  if (mayFault)
    effects.emplace_back(MemoryEffects::Write::get(),
                         ObservableResource::get());
}

static Speculation::Speculatability getFaultSpeculatability(bool mayFault) {
  return mayFault ? Speculation::NotSpeculatable : Speculation::Speculatable;
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

// A fill without a value may be dropped, so it has no effect; but it may not run
// earlier than it would.
Speculation::Speculatability FillOp::getSpeculatability() {
  return getFaultSpeculatability(!getValueAttr());
}

/// A position on a symbolic dim is checked at run time.
static bool mayFault(IndexOp op) {
  return llvm::any_of(op.getAxes(), [&](int64_t axis) {
    return op.getInput().getType().isDynamicDim(axis);
  });
}

static bool mayFault(GatherOp op) {
  return !arePositionsInRange(op.getIndices(),
                              op.getInput().getType().getDimSize(op.getAxis()));
}

static bool mayFault(GatherGradOp op) {
  return !arePositionsInRange(op.getIndices(),
                              op.getType().getDimSize(op.getAxis()));
}

/// The verifier has checked what is known about the listed axes.
static bool mayFault(InsertOp op) {
  auto sourceType = op.getSource().getType();
  auto destType = op.getDest().getType();
  return !op.getDynamicStarts().empty() ||
         llvm::any_of(op.getAxes(), [&](int64_t axis) {
           return sourceType.isDynamicDim(axis) || destType.isDynamicDim(axis);
         });
}

void IndexOp::getEffects(EffectInstances &effects) {
  addFaultEffect(mayFault(*this), effects);
}
Speculation::Speculatability IndexOp::getSpeculatability() {
  return getFaultSpeculatability(mayFault(*this));
}

void GatherOp::getEffects(EffectInstances &effects) {
  addFaultEffect(mayFault(*this), effects);
}
Speculation::Speculatability GatherOp::getSpeculatability() {
  return getFaultSpeculatability(mayFault(*this));
}

void GatherGradOp::getEffects(EffectInstances &effects) {
  addFaultEffect(mayFault(*this), effects);
}
Speculation::Speculatability GatherGradOp::getSpeculatability() {
  return getFaultSpeculatability(mayFault(*this));
}

void InsertOp::getEffects(EffectInstances &effects) {
  addFaultEffect(mayFault(*this), effects);
}
Speculation::Speculatability InsertOp::getSpeculatability() {
  return getFaultSpeculatability(mayFault(*this));
}
