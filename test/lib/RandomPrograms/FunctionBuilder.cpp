//===- FunctionBuilder.cpp - operands and elementwise operations ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pool, operands that fit, and the operations that keep shapes simple. The
// rest is in ShapedOperations.cpp and ControlFlow.cpp.
//
//===----------------------------------------------------------------------===//

#include "FunctionBuilder.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

//===----------------------------------------------------------------------===//
// Types and operands
//===----------------------------------------------------------------------===//

bool test::accepts(Kind kind, DType dtype) {
  bool isFloating = dtype == DType::F32 || dtype == DType::F64 || dtype == DType::F16 || dtype == DType::BF16;
  bool isInteger = dtype == DType::I32 || dtype == DType::I64;
  switch (kind) {
  case Kind::Any:
    return true;
  case Kind::Numeric:
    return dtype != DType::I1;
  case Kind::Float:
    return isFloating;
  case Kind::Fraction:
    return isFloating || dtype == DType::Q16;
  case Kind::Integer:
    return isInteger;
  case Kind::Whole:
    return isInteger || dtype == DType::Q16;
  case Kind::Bool:
    return dtype == DType::I1;
  }
  return false;
}

Kind FunctionBuilder::narrow(Kind kind) const {
  if (!options.isSmooth || kind == Kind::Bool || kind == Kind::Integer)
    return kind;
  return kind == Kind::Whole ? Kind::Integer : Kind::Float;
}

DType FunctionBuilder::pickDType(Kind kind) {
  if (options.isSmooth)
    return kind == Kind::Bool ? DType::I1 : narrow(kind) == Kind::Integer ? DType::I64 : DType::F64;
  static const DType all[] = {DType::F32,  DType::F32, DType::F32, DType::F64, DType::F64, DType::F16,
                              DType::BF16, DType::I32, DType::I64, DType::I64, DType::I1,  DType::Q16};
  while (true)
    if (DType dtype = random.pick(all); accepts(kind, dtype))
      return dtype;
}

Shape FunctionBuilder::pickShape(unsigned maxRank) {
  static const int64_t extents[] = {1, 2, 3, 5, 7, 1, 2, 3, 17, 64, 0};
  Shape shape;
  for (unsigned i = 0, rank = random.below(maxRank + 1); i < rank; ++i) {
    shape.push_back(random.pick(extents));
    // A mean of nothing has no derivative.
    if (!fits(shape) || (options.isSmooth && shape.back() == 0))
      shape.back() = 1;
  }
  return shape;
}

bool FunctionBuilder::fits(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent != 0 && count > options.maxElements / extent)
      return false;
    count *= extent;
  }
  return true;
}

RankedTensorType FunctionBuilder::type(DType dtype, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, getElementType(builder.getContext(), dtype));
}

Value FunctionBuilder::constant(DType dtype, ArrayRef<int64_t> shape) {
  rt::Tensor tensor = randomTensor(random, dtype, shape, options.isSmooth);
  Type result = type(dtype, shape);
  // A q16 literal holds its raw bits; i1 is a bit an element in an attribute.
  Type literal = dtype == DType::Q16 ? RankedTensorType::get(shape, builder.getI32Type()) : result;
  size_t count = tensor.numElements();
  const char *bytes = static_cast<const char *>(tensor.rawData());
  DenseElementsAttr value;
  if (dtype == DType::I1)
    value = DenseElementsAttr::get(literal, ArrayRef<bool>(reinterpret_cast<const bool *>(bytes), count));
  else
    value = DenseElementsAttr::getFromRawBuffer(literal, ArrayRef<char>(bytes, count * getByteSize(dtype)));
  return ConstantOp::create(builder, builder.getUnknownLoc(), result, value);
}

Value FunctionBuilder::integerConstant(DType dtype, ArrayRef<int64_t> shape, int64_t low, int64_t high) {
  Type result = type(dtype, shape);
  SmallVector<APInt> values;
  unsigned width = dtype == DType::I64 ? 64 : 32;
  for (int64_t i = 0, count = result.getNumElements(); i < count; ++i)
    values.push_back(APInt(width, low + int64_t(random.below(high - low)), /*isSigned=*/true));
  return ConstantOp::create(builder, builder.getUnknownLoc(), DenseIntElementsAttr::get(result, values));
}

Value FunctionBuilder::pick(Kind kind, unsigned minRank, unsigned maxRank) {
  kind = narrow(kind);
  for (unsigned attempt = 0; attempt < 8 && !pool.empty(); ++attempt) {
    // Long chains are what a derivative goes wrong in.
    bool isRecent = options.isSmooth && random.oneIn(2);
    Value value = isRecent ? pool[pool.size() - 1 - random.below(std::min<size_t>(pool.size(), 4))]
                           : pool[random.below(pool.size())];
    int64_t rank = typeOf(value).getRank();
    if (accepts(kind, *getDType(typeOf(value).getElementType())) && rank >= minRank && rank <= maxRank)
      return value;
  }
  Shape shape;
  do
    shape = pickShape(maxRank);
  while (shape.size() < minRank);
  return constant(pickDType(kind), shape);
}

/// A value of just this type: from the pool if one is there, else a literal.
Value FunctionBuilder::valueOf(Type type) {
  SmallVector<Value> found;
  for (Value value : pool)
    if (value.getType() == type)
      found.push_back(value);
  if (!found.empty() && !random.oneIn(4))
    return found[random.below(found.size())];
  return constant(*getDType(type.getElementType()), type.getShape());
}

Shape FunctionBuilder::broadcast(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  Shape result(a.begin(), a.end());
  size_t lead = a.size() - b.size();
  for (size_t i = 0; i < b.size(); ++i)
    if (result[lead + i] == 1)
      result[lead + i] = b[i];
  return result;
}

/// An operand whose shape broadcasts with that of `value`.
Value FunctionBuilder::partner(Value value) {
  Type own = typeOf(value);
  if (random.oneIn(3))
    return valueOf(own);
  Shape shape(own.getShape());
  shape.erase(shape.begin(), shape.begin() + random.below(shape.size() + 1));
  for (int64_t &extent : shape)
    if (random.oneIn(4))
      extent = 1;
    else if (extent == 1 && random.oneIn(2))
      extent = 1 + random.below(3);
  if (!fits(broadcast(own.getShape(), shape)))
    return valueOf(own);
  return valueOf(own.clone(shape));
}

Value FunctionBuilder::broadcastTo(Value value, ArrayRef<int64_t> shape) {
  Type result = typeOf(value).clone(shape);
  if (result == value.getType())
    return value;
  return BroadcastToOp::create(builder, builder.getUnknownLoc(), result, value);
}

Value FunctionBuilder::scalarCondition() {
  Value a = valueOf(type(pickDType(Kind::Numeric), {}));
  return CompareOp::create(builder, builder.getUnknownLoc(), CmpPredicate(random.below(6)), a, valueOf(typeOf(a)));
}

SmallVector<Value> FunctionBuilder::makeResults(unsigned count) {
  SmallVector<Value> results;
  for (unsigned i = 0; i < count; ++i)
    results.push_back(valueOf(llvm::cast<RankedTensorType>(resultTypes[i])));
  return results;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void FunctionBuilder::addOperations(unsigned count, unsigned depth) {
  for (unsigned i = 0; i < count; ++i) {
    if (options.controlFlow && depth < 3 && random.oneIn(8)) {
      if (random.oneIn(2))
        makeIf(depth);
      else
        makeWhile(depth);
      continue;
    }
    if (Value value = options.isSmooth ? makeSmoothOperation() : makeOperation())
      pool.push_back(value);
  }
}

Value FunctionBuilder::makeOperation() {
  switch (random.below(18)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return makeBinary();
  case 4:
    return makeLogic();
  case 5:
  case 6:
    return makeUnary();
  case 7:
  case 8:
    return makeReduction();
  case 9:
  case 10:
    return makeShape();
  case 11:
  case 12:
    return makeSelection();
  case 13:
    return makeInsertion();
  case 14:
    return makeContraction();
  case 15:
  case 16:
    return makeProductSum();
  default:
    return random.oneIn(2) ? makeConvolution() : makeContraction();
  }
}

/// A product that only a sum uses: what a code generator would like to fuse, which
/// must stay two roundings.
Value FunctionBuilder::makeProductSum() {
  Location loc = builder.getUnknownLoc();
  Value a = pick(random.oneIn(4) ? Kind::Numeric : Kind::Float);
  Value product = MulOp::create(builder, loc, a, partner(a));
  Value c = valueOf(typeOf(product));
  switch (random.below(3)) {
  case 0:
    return AddOp::create(builder, loc, product, c);
  case 1:
    return SubOp::create(builder, loc, product, c);
  default:
    return SubOp::create(builder, loc, c, product);
  }
}

Value FunctionBuilder::makeBinary() {
  Location loc = builder.getUnknownLoc();
  unsigned choice = random.below(12);
  Kind kind = choice == 7                  ? Kind::Whole
              : choice >= 8 && choice <= 9 ? Kind::Integer
              : choice == 10               ? Kind::Float
                                           : Kind::Numeric;
  Value a = pick(kind);
  Value b = partner(a);
  if (random.oneIn(2))
    std::swap(a, b);
  switch (choice) {
  case 0:
  case 1:
    return AddOp::create(builder, loc, a, b);
  case 2:
    return SubOp::create(builder, loc, a, b);
  case 3:
    return MulOp::create(builder, loc, a, b);
  case 4:
    return DivOp::create(builder, loc, a, b);
  case 5:
    return MaxOp::create(builder, loc, a, b);
  case 6:
    return MinOp::create(builder, loc, a, b);
  case 7:
    return ModOp::create(builder, loc, a, b);
  case 8:
    return ShlOp::create(builder, loc, a, b);
  case 9:
    return ShrOp::create(builder, loc, a, b);
  case 10:
    return PowOp::create(builder, loc, a, b);
  default:
    return CompareOp::create(builder, loc, CmpPredicate(random.below(6)), a, b);
  }
}

Value FunctionBuilder::makeLogic() {
  Location loc = builder.getUnknownLoc();
  if (random.oneIn(2)) {
    Value a = pick(random.oneIn(2) ? Kind::Bool : Kind::Integer);
    Value b = valueOf(typeOf(a));
    switch (random.below(3)) {
    case 0:
      return arith::AndIOp::create(builder, loc, a, b);
    case 1:
      return arith::OrIOp::create(builder, loc, a, b);
    default:
      return arith::XOrIOp::create(builder, loc, a, b);
    }
  }
  Value a = pick(Kind::Any);
  Value b = valueOf(typeOf(a));
  Value condition = valueOf(type(DType::I1, typeOf(a).getShape()));
  return arith::SelectOp::create(builder, loc, condition, a, b);
}

Value FunctionBuilder::makeUnary() {
  Location loc = builder.getUnknownLoc();
  switch (random.below(9)) {
  case 0:
    return ReluOp::create(builder, loc, pick(Kind::Fraction));
  case 1:
    return AbsOp::create(builder, loc, pick(Kind::Numeric));
  case 2:
    return FloorOp::create(builder, loc, pick(Kind::Float));
  case 3:
    return CeilOp::create(builder, loc, pick(Kind::Float));
  case 4:
    return RoundOp::create(builder, loc, pick(Kind::Float));
  case 5: {
    Value a = pick(Kind::Fraction);
    return ReluGradOp::create(builder, loc, valueOf(typeOf(a)), a);
  }
  case 6: {
    Value a = pick(Kind::Numeric);
    bool isInteger = accepts(Kind::Integer, *getDType(typeOf(a).getElementType()));
    return IPowOp::create(builder, loc, a, int64_t(random.below(8)) - (isInteger ? 0 : 3));
  }
  case 7: {
    Value a = pick(Kind::Any);
    return CastOp::create(builder, loc, type(pickDType(Kind::Numeric), typeOf(a).getShape()), a);
  }
  default:
    return UnaryOp::create(builder, loc, UnaryKind(random.below(13)), pick(Kind::Float));
  }
}
