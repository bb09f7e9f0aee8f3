//===- ElementwiseOps.cpp - ops as lane programs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

static std::optional<BinaryKind> getBinaryKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<BinaryKind>>(op)
      .Case<AddOp, arith::AddIOp>([](auto) { return BinaryKind::Add; })
      .Case<SubOp, arith::SubIOp>([](auto) { return BinaryKind::Sub; })
      .Case<MulOp, arith::MulIOp>([](auto) { return BinaryKind::Mul; })
      .Case([](DivOp) { return BinaryKind::Div; })
      .Case([](MaxOp) { return BinaryKind::Max; })
      .Case([](MinOp) { return BinaryKind::Min; })
      .Case([](ModOp) { return BinaryKind::Mod; })
      .Case([](ShlOp) { return BinaryKind::Shl; })
      .Case([](ShrOp) { return BinaryKind::Shr; })
      .Case([](PowOp) { return BinaryKind::Pow; })
      .Case([](ReluGradOp) { return BinaryKind::ReluGrad; })
      .Case([](arith::AndIOp) { return BinaryKind::And; })
      .Case([](arith::OrIOp) { return BinaryKind::Or; })
      .Case([](arith::XOrIOp) { return BinaryKind::Xor; })
      .Default(std::nullopt);
}

static std::optional<UnaryElement> getUnaryElement(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<UnaryElement>>(op)
      .Case([](ReluOp) { return UnaryElement::Relu; })
      .Case([](AbsOp) { return UnaryElement::Abs; })
      .Case([](FloorOp) { return UnaryElement::Floor; })
      .Case([](CeilOp) { return UnaryElement::Ceil; })
      .Case([](RoundOp) { return UnaryElement::Round; })
      .Default(std::nullopt);
}

/// A comparison with a sign, of numbers whose highest bits are turned over where
/// `isUnsigned`.
static Predicate getPredicate(arith::CmpIPredicate predicate, bool &isUnsigned) {
  isUnsigned = predicate >= arith::CmpIPredicate::ult;
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return Predicate::Eq;
  case arith::CmpIPredicate::ne:
    return Predicate::Ne;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return Predicate::Lt;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return Predicate::Le;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return Predicate::Gt;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    break;
  }
  return Predicate::Ge;
}

/// arith.cmpi: an i1 that is set is all ones, -1 as a lane of i32 is.
static Lane buildCompare(LaneBuilder &builder, arith::CmpIOp op, DType dtype, Lane a, Lane b) {
  bool isUnsigned;
  Predicate predicate = getPredicate(op.getPredicate(), isUnsigned);
  if (dtype == DType::I1)
    dtype = DType::I32;
  if (isUnsigned) {
    Lane top = builder.literal(dtype, dtype == DType::I64 ? uint64_t(INT64_MIN) : uint32_t(INT32_MIN));
    a = builder.binary(BinaryKind::Xor, dtype, a, top);
    b = builder.binary(BinaryKind::Xor, dtype, b, top);
  }
  return builder.compare(predicate, dtype, a, b);
}

/// The casts of arith on flags and counters.
static Lane buildCast(LaneBuilder &builder, Operation *op, DType from, DType to, Lane value) {
  bool isSigned = isa<arith::ExtSIOp, arith::IndexCastOp>(op);
  // What is extended with its sign is all ones already.
  if (from == DType::I1 && isSigned)
    from = DType::I32;
  if (to == DType::I1 && from != DType::I1) {
    Lane low = builder.binary(BinaryKind::And, from, value, builder.literal(from, 1));
    return builder.compare(Predicate::Ne, from, low, builder.literal(from, 0));
  }
  Lane wide = builder.cast(from, to, value);
  if (from == DType::I32 && to == DType::I64 && !isSigned)
    return builder.binary(BinaryKind::And, to, wide, builder.literal(to, UINT32_MAX));
  return wide;
}

Lane FunctionEmitter::buildOperand(Value value, Operation *user, LoopNest &nest,
                                   llvm::DenseMap<Value, Lane> &known) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  ValueType type = typeOf(value);
  Lane lane;
  Operation *producer = value.getDefiningOp();
  if (producer && plan.isFused(producer)) {
    lane = buildLane(producer, nest, known);
  } else if (auto bits = getSplat(value)) {
    lane = LaneBuilder(nest.program).literal(type.dtype, *bits);
  } else {
    lane = nest.program.load(type.dtype);
    nest.inputs.push_back({placeOf(value), getBroadcastStrides(type.shape, nest.shape)});
  }
  known[value] = lane;
  return lane;
}

Lane FunctionEmitter::buildLane(Operation *op, LoopNest &nest, llvm::DenseMap<Value, Lane> &known) {
  LaneBuilder builder(nest.program);
  SmallVector<Lane, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(buildOperand(operand, op, nest, known));
  DType from = typeOf(op->getOperand(0)).dtype, to = typeOf(op->getResult(0)).dtype;
  if (from == DType::I1 && isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return builder.binary(isa<arith::MulIOp>(op) ? BinaryKind::And : BinaryKind::Xor, from, operands[0], operands[1]);
  if (auto kind = getBinaryKind(op))
    return builder.binary(*kind, from, operands[0], operands[1]);
  if (auto kind = getUnaryElement(op))
    return builder.unary(*kind, from, operands[0]);
  if (auto unary = dyn_cast<UnaryOp>(op))
    return builder.function(MathFunction(unary.getKind()), from, operands[0]);
  if (auto power = dyn_cast<IPowOp>(op))
    return builder.power(from, operands[0], power.getExponent());
  if (auto compare = dyn_cast<CompareOp>(op))
    return builder.compare(Predicate(compare.getPredicate()), from, operands[0], operands[1]);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return buildCompare(builder, compare, from, operands[0], operands[1]);
  if (isa<arith::SelectOp>(op))
    return builder.select(operands[0], operands[1], operands[2]);
  if (isa<BroadcastToOp>(op))
    return operands[0];
  if (isa<CastOp>(op))
    return builder.cast(from, to, operands[0]);
  return buildCast(builder, op, from, to, operands[0]);
}

/// Elements that are only moved need no lanes of their own type.
static bool isMove(Operation *op) { return isa<BroadcastToOp>(op); }

bool FunctionEmitter::makesResult(Operation &op) {
  if (!function.isPublic() || op.getBlock() != &function.getBody().front())
    return false;
  bool found = false;
  for (auto [i, value] : llvm::enumerate(op.getBlock()->getTerminator()->getOperands())) {
    Place target = {Place::Slot, 8 * int64_t(function.getNumArguments() + i)};
    if (value == op.getResult(0) && placeOf(value) == target)
      found = canonicalResults[i] = true;
  }
  return found;
}

bool FunctionEmitter::emitElementwise(Operation &op) {
  ValueType type = typeOf(op.getResult(0));
  LoopNest nest;
  nest.shape = type.shape;
  Value operand = op.getOperand(0);
  if (isMove(&op) && !(operand.getDefiningOp() && plan.isFused(operand.getDefiningOp())) && !getSplat(operand)) {
    nest.program.addOutput(nest.program.loadRaw(type.dtype), type.dtype, /*isRaw=*/true);
    nest.inputs.push_back({placeOf(operand), getBroadcastStrides(typeOf(operand).shape, type.shape)});
  } else {
    llvm::DenseMap<Value, Lane> known;
    Lane lane = buildLane(&op, nest, known);
    // Looking for NaN while elements are in registers spares hosts to read them again.
    if ((type.dtype == DType::F32 || type.dtype == DType::F64) && makesResult(op))
      lane = LaneBuilder(nest.program).canonicalize(type.dtype, lane);
    nest.program.addOutput(lane, type.dtype);
  }
  nest.outputs.push_back({placeOf(op.getResult(0)), getStrides(type.shape)});
  emitLoopNest(as, nest);
  return true;
}
