//===- MathFunctions.cpp - the published sequences as arith and math ops --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step of a sequence becomes one op in the body of a loop. math.exp and the
// like are never made: what they compute is left to a libm.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "ScalarOps.h"

#include "Mind/Support/MathSequences.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mind;

using arith::CmpFPredicate;
using arith::CmpIPredicate;

namespace {

/// Translates steps; `values` holds what the earlier ones made.
class SequenceEmitter {
public:
  SequenceEmitter(OpBuilder &b, Location loc, ArrayRef<Value> inputs)
      : b(b), loc(loc), inputs(inputs), f64(b.getF64Type()), i64(b.getI64Type()) {}

  Value emit(const Sequence &sequence) {
    values.reserve(sequence.steps.size());
    for (const MathStep &step : sequence.steps)
      values.push_back(emit(step));
    return values[sequence.result];
  }

private:
  Value emit(const MathStep &step) {
    Value x = values.empty() ? Value() : values[step.operands[0]];
    Value y = values.empty() ? Value() : values[step.operands[1]];
    Value z = values.empty() ? Value() : values[step.operands[2]];
    switch (step.op) {
    case MathOp::Input:
      return inputs[step.bits];
    case MathOp::ConstF:
      return arith::ConstantOp::create(
          b, loc, FloatAttr::get(f64, APFloat(APFloat::IEEEdouble(), APInt(64, step.bits))));
    case MathOp::ConstI:
      return emitInteger(b, loc, i64, int64_t(step.bits));
    case MathOp::AddF:
      return arith::AddFOp::create(b, loc, x, y);
    case MathOp::SubF:
      return arith::SubFOp::create(b, loc, x, y);
    case MathOp::MulF:
      return arith::MulFOp::create(b, loc, x, y);
    case MathOp::DivF:
      return arith::DivFOp::create(b, loc, x, y);
    case MathOp::FmaF:
      return math::FmaOp::create(b, loc, x, y, z);
    case MathOp::SqrtF:
      return math::SqrtOp::create(b, loc, x);
    case MathOp::NegF:
      return arith::NegFOp::create(b, loc, x);
    case MathOp::AbsF:
      return math::AbsFOp::create(b, loc, x);
    case MathOp::RoundToF32: {
      Value narrow = arith::TruncFOp::create(b, loc, b.getF32Type(), x);
      return arith::ExtFOp::create(b, loc, f64, narrow);
    }
    case MathOp::AddI:
      return arith::AddIOp::create(b, loc, x, y);
    case MathOp::SubI:
      return arith::SubIOp::create(b, loc, x, y);
    case MathOp::MulI:
      return arith::MulIOp::create(b, loc, x, y);
    case MathOp::AndI:
    case MathOp::AndB:
      return arith::AndIOp::create(b, loc, x, y);
    case MathOp::OrI:
    case MathOp::OrB:
      return arith::OrIOp::create(b, loc, x, y);
    case MathOp::XorI:
      return arith::XOrIOp::create(b, loc, x, y);
    case MathOp::ShlI:
      return arith::ShLIOp::create(b, loc, x, y);
    case MathOp::ShrUI:
      return arith::ShRUIOp::create(b, loc, x, y);
    case MathOp::ShrSI:
      return arith::ShRSIOp::create(b, loc, x, y);
    case MathOp::ToBits:
      return arith::BitcastOp::create(b, loc, i64, x);
    case MathOp::FromBits:
      return arith::BitcastOp::create(b, loc, f64, x);
    case MathOp::LtF:
      return arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, x, y);
    case MathOp::LeF:
      return arith::CmpFOp::create(b, loc, CmpFPredicate::OLE, x, y);
    case MathOp::EqF:
      return arith::CmpFOp::create(b, loc, CmpFPredicate::OEQ, x, y);
    case MathOp::NeF:
      return arith::CmpFOp::create(b, loc, CmpFPredicate::UNE, x, y);
    case MathOp::LtI:
      return arith::CmpIOp::create(b, loc, CmpIPredicate::slt, x, y);
    case MathOp::EqI:
      return arith::CmpIOp::create(b, loc, CmpIPredicate::eq, x, y);
    case MathOp::NotB:
      return arith::XOrIOp::create(b, loc, x, emitInteger(b, loc, b.getI1Type(), 1));
    case MathOp::SelectF:
    case MathOp::SelectI:
      return arith::SelectOp::create(b, loc, x, y, z);
    }
    llvm_unreachable("all operations are handled");
  }

  OpBuilder &b;
  Location loc;
  ArrayRef<Value> inputs;
  Type f64, i64;
  SmallVector<Value> values;
};

} // namespace

/// A function of elements of `dtype`: f64 as it is, all others by way of f32.
static Value emitFunction(OpBuilder &b, Location loc, MathFunction function, DType dtype, ArrayRef<Value> elements) {
  DType computed = getComputeDType(dtype);
  if (function == MathFunction::Sqrt) {
    Value root = math::SqrtOp::create(b, loc, emitWiden(b, loc, dtype, elements[0]));
    return emitNarrow(b, loc, dtype, root);
  }
  SmallVector<Value, 2> inputs;
  for (Value element : elements)
    inputs.push_back(emitCast(b, loc, dtype, DType::F64, element));
  Value result = SequenceEmitter(b, loc, inputs).emit(getSequence(function, computed));
  if (computed == DType::F32)
    result = arith::TruncFOp::create(b, loc, b.getF32Type(), result);
  return emitNarrow(b, loc, dtype, result);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static MathFunction getFunction(UnaryKind kind) {
  static_assert(unsigned(UnaryKind::Exp) == unsigned(MathFunction::Exp) &&
                    unsigned(UnaryKind::Atan) == unsigned(MathFunction::Atan),
                "both enums have one order");
  return MathFunction(kind);
}

namespace {

template <typename OpT>
struct FunctionPattern : LoweringPattern<OpT> {
  using LoweringPattern<OpT>::LoweringPattern;
  using typename LoweringPattern<OpT>::Adaptor;

  LogicalResult matchAndRewrite(OpT op, Adaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    MathFunction function = MathFunction::Pow;
    if constexpr (std::is_same_v<OpT, UnaryOp>)
      function = getFunction(op.getKind());
    DType dtype = *getDType(cast<RankedTensorType>(op.getType()).getElementType());
    FailureOr<Value> result = lowerElementwise(rewriter, this->getLoweringTypeConverter(), op, adaptor.getOperands(),
                                               [&](OpBuilder &b, Location loc, ArrayRef<Value> elements) {
                                                 return emitFunction(b, loc, function, dtype, elements);
                                               });
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, *result);
    return success();
  }
};

} // namespace

void mind::populateMathPatterns(const LoweringTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<FunctionPattern<UnaryOp>, FunctionPattern<PowOp>>(converter, patterns.getContext());
}
