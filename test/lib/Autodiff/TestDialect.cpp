//===- TestDialect.cpp - ops whose derivatives are wrong ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDialect.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;
using namespace mind::test;

#include "TestDialect.cpp.inc"

#define GET_OP_CLASSES
#include "TestOps.cpp.inc"

void MindTestDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "TestOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// wrong
//===----------------------------------------------------------------------===//

static Value one(DerivativeBuilder &builder, Value like) { return builder.fillLike(like, 1.0); }

/// Whether the sum of `g` is above 0, as an i1.
static Value askSign(DerivativeBuilder &builder, Value g) {
  Value sum = SumOp::create(builder, g, ArrayRef<int64_t>(), /*keepdims=*/false);
  Value zero = builder.scalar(getTensorTypeOf(g).getElementType(), 0);
  return tensor::ExtractOp::create(builder, builder.compare(CmpPredicate::Gt, sum, zero), ValueRange());
}

static Value chooseBySign(DerivativeBuilder &builder, Value g, Value x) {
  auto choice = scf::IfOp::create(builder, TypeRange(x.getType()), askSign(builder, g), true, true);
  for (auto [block, value] : {std::pair(choice.thenBlock(), x), std::pair(choice.elseBlock(), g)}) {
    OpBuilder::InsertionGuard guard(builder);
    block->clear();
    builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(builder, value);
  }
  return choice.getResult(0);
}

/// A loop of no round whose body would multiply what it carries by itself.
static Value squareInLoop(DerivativeBuilder &builder, Value g) {
  auto loop = scf::WhileOp::create(builder, TypeRange(g.getType()), ValueRange(g));
  OpBuilder::InsertionGuard guard(builder);
  Block *before = builder.createBlock(&loop.getBefore(), {}, {g.getType()}, {g.getLoc()});
  Value no = arith::ConstantOp::create(builder, builder.getBoolAttr(false));
  scf::ConditionOp::create(builder, no, before->getArguments());
  Block *after = builder.createBlock(&loop.getAfter(), {}, {g.getType()}, {g.getLoc()});
  scf::YieldOp::create(builder, builder.mul(after->getArgument(0), after->getArgument(0)));
  return loop.getResult(0);
}

/// What the fault makes of g, a cotangent or a tangent that should be handed on as it
/// is. Null for nothing at all.
static Value spoil(DerivativeBuilder &builder, StringRef fault, Value g, Value x) {
  RankedTensorType type = getTensorTypeOf(g);
  if (fault == "right")
    return g;
  // The law of types.
  if (fault == "type")
    return SumOp::create(builder, g, ArrayRef<int64_t>(), /*keepdims=*/false);
  // The law of linearity.
  if (fault == "square")
    return builder.mul(g, g);
  if (fault == "offset")
    return builder.add(g, one(builder, g));
  if (fault == "constant")
    return one(builder, g);
  if (fault == "inverse")
    return builder.div(one(builder, g), g);
  if (fault == "function")
    return builder.unary(UnaryKind::Sin, g);
  if (fault == "relu")
    return ReluOp::create(builder, g);
  if (fault == "step")
    return ReluGradOp::create(builder, x, g);
  if (fault == "predicate")
    return builder.select(builder.compare(CmpPredicate::Gt, g, builder.zerosLike(g)), x, builder.zerosLike(x));
  if (fault == "index") {
    Value sum = SumOp::create(builder, g, ArrayRef<int64_t>(), /*keepdims=*/false);
    Value index = CastOp::create(builder, RankedTensorType::get({}, builder.getI64Type()), sum);
    return builder.broadcast(GatherOp::create(builder, x, index, uint64_t(0)), type);
  }
  if (fault == "branch")
    return chooseBySign(builder, g, x);
  if (fault == "loop")
    return squareInLoop(builder, g);
  if (fault == "call")
    return func::CallOp::create(builder, "outside", TypeRange(type), g).getResult(0);
  if (fault == "region")
    return SwallowOp::create(builder, type, g).getResult();
  // Of IR: no reshape changes the number of elements.
  if (fault == "invalid") {
    auto other = RankedTensorType::get({type.getNumElements() + 1}, type.getElementType());
    return builder.reshape(builder.reshape(g, other), type);
  }
  // The law of coverage.
  assert(fault == "none" && "no such fault");
  return {};
}

bool WrongOp::isLinearIn(const llvm::BitVector &inputs) { return inputs.all(); }

LogicalResult WrongOp::buildVJP(ReverseContext &context, ArrayRef<Value> cotangents, const llvm::BitVector &active,
                                MutableArrayRef<Contribution> contributions) {
  if (active.test(0))
    contributions[0] = spoil(context.builder, getFault(), cotangents[0], getLhs());
  if (active.test(1))
    contributions[1] = cotangents[0];
  return success();
}

LogicalResult WrongOp::buildJVP(ForwardContext &context, ArrayRef<Value> tangents, MutableArrayRef<Value> results) {
  if (tangents[0])
    results[0] = spoil(context.builder, getFault(), tangents[0], getLhs());
  if (tangents[1] && getFault() != "none" && getFault() != "type")
    results[0] = results[0] ? context.builder.add(results[0], tangents[1]) : tangents[1];
  return success();
}

//===----------------------------------------------------------------------===//
// swallow
//===----------------------------------------------------------------------===//

LogicalResult SwallowOp::buildVJP(ReverseContext &, ArrayRef<Value>, const llvm::BitVector &,
                                  MutableArrayRef<Contribution>) {
  return success();
}

LogicalResult SwallowOp::buildJVP(ForwardContext &, ArrayRef<Value>, MutableArrayRef<Value>) { return success(); }
