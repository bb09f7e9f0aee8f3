//===- Elementwise.cpp - one element from one of each operand -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands of rank 0 and splats are captured by the body, all others are inputs
// with a broadcasting map. Where every operand is a scalar, the body is emitted
// in place.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mind;

FailureOr<Value> mind::lowerElementwise(ConversionPatternRewriter &rewriter, const LoweringTypeConverter &converter,
                                        Operation *op, ValueRange lowered, ElementBody body) {
  Location loc = op->getLoc();
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  if (resultType.getRank() == 0)
    return body(rewriter, loc, llvm::to_vector(lowered));

  FailureOr<SmallVector<OpFoldResult>> sizes = getResultSizes(rewriter, converter, op, lowered, resultType);
  if (failed(sizes))
    return failure();

  // Where each operand's element comes from: a captured scalar or an input.
  SmallVector<Value> inputs, scalars(lowered.size());
  SmallVector<AffineMap> maps;
  SmallVector<unsigned> inputOf(lowered.size());
  for (auto [i, operand, value] : llvm::enumerate(op->getOperands(), lowered)) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getRank() == 0) {
      scalars[i] = value;
      continue;
    }
    if (TypedAttr splat = getSplatValue(operand)) {
      scalars[i] = emitAttribute(rewriter, loc, splat);
      continue;
    }
    AffineMap map = getBroadcastMap(rewriter.getContext(), type, resultType);
    unsigned known = 0;
    while (known < inputs.size() && (inputs[known] != value || maps[known] != map))
      ++known;
    if (known == inputs.size()) {
      inputs.push_back(value);
      maps.push_back(map);
    }
    inputOf[i] = known;
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(resultType.getRank()));

  auto loweredType = cast<RankedTensorType>(converter.convertType(resultType));
  Value empty = makeEmpty(rewriter, loc, loweredType, *sizes);
  SmallVector<utils::IteratorType> iterators(resultType.getRank(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, loweredType, inputs, empty, maps, iterators, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        SmallVector<Value> elements(scalars);
        for (auto [element, input] : llvm::zip_equal(elements, inputOf))
          if (!element)
            element = arguments[input];
        linalg::YieldOp::create(b, loc, body(b, loc, elements));
      });
  return generic.getResult(0);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

DType getElementDType(Value value) { return *getDType(cast<RankedTensorType>(value.getType()).getElementType()); }

/// An op whose result's element is a function of the elements of its operands.
template <typename OpT>
class ElementwisePattern : public LoweringPattern<OpT> {
public:
  using LoweringPattern<OpT>::LoweringPattern;
  using typename LoweringPattern<OpT>::Adaptor;

  LogicalResult matchAndRewrite(OpT op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const override {
    FailureOr<Value> result = lowerElementwise(rewriter, this->getLoweringTypeConverter(), op, adaptor.getOperands(),
                                               [&](OpBuilder &b, Location loc, ArrayRef<Value> elements) {
                                                 return emit(op, b, loc, elements);
                                               });
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, *result);
    return success();
  }

protected:
  virtual Value emit(OpT op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const = 0;
};

using BinaryEmitter = Value (*)(OpBuilder &, Location, DType, Value, Value);
using UnaryEmitter = Value (*)(OpBuilder &, Location, DType, Value);

template <typename OpT, BinaryEmitter emitter>
class BinaryPattern : public ElementwisePattern<OpT> {
  using ElementwisePattern<OpT>::ElementwisePattern;

  Value emit(OpT op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const final {
    return emitter(b, loc, getElementDType(op->getOperand(0)), elements[0], elements[1]);
  }
};

template <typename OpT, UnaryEmitter emitter>
class UnaryPattern : public ElementwisePattern<OpT> {
  using ElementwisePattern<OpT>::ElementwisePattern;

  Value emit(OpT op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const final {
    return emitter(b, loc, getElementDType(op->getOperand(0)), elements[0]);
  }
};

struct ComparePattern : ElementwisePattern<CompareOp> {
  using ElementwisePattern::ElementwisePattern;

  Value emit(CompareOp op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const final {
    return emitCompare(b, loc, getElementDType(op.getLhs()), op.getPredicate(), elements[0], elements[1]);
  }
};

struct IPowPattern : ElementwisePattern<IPowOp> {
  using ElementwisePattern::ElementwisePattern;

  Value emit(IPowOp op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const final {
    return emitIPow(b, loc, getElementDType(op.getInput()), elements[0], op.getExponent());
  }
};

struct CastPattern : ElementwisePattern<CastOp> {
  using ElementwisePattern::ElementwisePattern;

  LogicalResult matchAndRewrite(CastOp op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    if (op.getInput().getType() != op.getType())
      return ElementwisePattern::matchAndRewrite(op, adaptor, rewriter);
    rewriter.replaceOp(op, adaptor.getInput());
    return success();
  }

  Value emit(CastOp op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const final {
    return emitCast(b, loc, getElementDType(op.getInput()), getElementDType(op.getResult()), elements[0]);
  }
};

/// and, or, xor and select of upstream, which have the meaning of ours.
template <typename OpT>
struct ArithPattern : ElementwisePattern<OpT> {
  using ElementwisePattern<OpT>::ElementwisePattern;

  Value emit(OpT op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const final {
    return OpT::create(b, loc, elements[0].getType(), elements);
  }
};

struct SelectPattern : ElementwisePattern<arith::SelectOp> {
  using ElementwisePattern::ElementwisePattern;

  Value emit(arith::SelectOp op, OpBuilder &b, Location loc, ArrayRef<Value> elements) const final {
    return arith::SelectOp::create(b, loc, elements[0], elements[1], elements[2]);
  }
};

} // namespace

void mind::populateElementwisePatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<BinaryPattern<AddOp, emitAdd>, BinaryPattern<SubOp, emitSub>, BinaryPattern<MulOp, emitMul>,
               BinaryPattern<DivOp, emitDiv>, BinaryPattern<ModOp, emitMod>, BinaryPattern<ShlOp, emitShl>,
               BinaryPattern<ShrOp, emitShr>, BinaryPattern<MaxOp, emitMax>, BinaryPattern<MinOp, emitMin>,
               BinaryPattern<ReluGradOp, emitReluGrad>, UnaryPattern<ReluOp, emitRelu>, UnaryPattern<AbsOp, emitAbs>,
               UnaryPattern<FloorOp, emitFloor>, UnaryPattern<CeilOp, emitCeil>, UnaryPattern<RoundOp, emitRound>,
               ComparePattern, IPowPattern, CastPattern, ArithPattern<arith::AndIOp>, ArithPattern<arith::OrIOp>,
               ArithPattern<arith::XOrIOp>, SelectPattern>(converter, patterns.getContext());
}
