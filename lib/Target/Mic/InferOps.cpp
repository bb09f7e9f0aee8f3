//===- InferOps.cpp - types of the ops that have opcodes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeInference.h"

#include "ElementMasks.h"
#include "Fields.h"
#include "Literals.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

void TypeInference::addOp(Opcode opcode, uint64_t id, TypeRef type, uint64_t payload, uint32_t a, uint32_t b) {
  if (isBroken || type.shape == ShapeTable::kNone)
    return fail();
  uint32_t def = define(id, type.element, type.shape);
  Step &step = addStep(uint8_t(opcode));
  step.def = def;
  step.numDefs = 1;
  step.a = a;
  step.b = b;
  step.payload = payload;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

static constexpr uint8_t kBinaryMasks[kNumBinOps] = {
    kNumeric, kNumeric, kNumeric, kNumeric, kWhole,       // add sub mul div mod
    kNumeric, kNumeric, kNumeric, kNumeric, kAny,   kAny, // lt le gt ge eq ne
    kBits,    kBits,    kBits,    kIntegers, kIntegers};  // and or xor shl shr

void TypeInference::readBinary() {
  // A position of its own stays in a register.
  FieldCursor from = cursor;
  uint64_t id = from.uleb();
  uint8_t op = from.byte();
  uint64_t lhsId = from.uleb(), rhsId = from.uleb();
  cursor = from;
  uint32_t lhs = use(lhsId), rhs = use(rhsId);
  if (isBroken)
    return;
  TypeRef left = typeOf(lhs), right = typeOf(rhs);
  // The result has the root, so that a chain of operations makes no chain of variables.
  uint32_t element = find(left.element), other = find(right.element);
  check((element == other || unifyRoots(element, other)) && require(element, kBinaryMasks[op]));
  element = find(element);
  ShapeId shape;
  if (op >= uint8_t(BinOp::And) && op <= uint8_t(BinOp::Xor)) {
    // Those of arith do not broadcast.
    shape = left.shape == right.shape ? left.shape : ShapeTable::kNone;
  } else {
    shape = shapes.broadcast(left.shape, right.shape);
    if (isComparison(BinOp(op)))
      element = unsigned(DType::I1);
  }
  if (isBroken || shape == ShapeTable::kNone)
    return fail();
  uint32_t def = define(id, element, shape);
  Step &step = addStep(uint8_t(Opcode::BinOp));
  step.sub = op;
  step.def = def;
  step.numDefs = 1;
  step.a = lhs;
  step.b = rhs;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

bool TypeInference::readShape(SmallVectorImpl<shape::Dim> &dims) {
  uint64_t rank = cursor.uleb();
  if (rank > shape::kMaxRank)
    return false;
  for (; rank; --rank) {
    if (cursor.byte()) {
      dims.push_back(shape::Dim(stream.strings[cursor.uleb()]));
      continue;
    }
    uint64_t size = cursor.uleb();
    if (size > INT64_MAX)
      return false;
    dims.push_back(shape::Dim(int64_t(size)));
  }
  return true;
}

void TypeInference::readConstant(Opcode opcode) {
  uint64_t id = cursor.uleb(), payload = cursor.getOffset();
  if (opcode == Opcode::ConstI64) {
    addOp(opcode, id, {addElement(kNumeric)}, payload);
    cursor.uleb();
    return;
  }
  if (opcode == Opcode::ConstF64) {
    addOp(opcode, id, {unsigned(DType::F64)}, payload);
    cursor.bits64();
    return;
  }
  DType dtype = *getElementType(cursor.byte());
  SmallVector<shape::Dim, 8> dims;
  if (!readShape(dims))
    return fail();
  addOp(opcode, id, {unsigned(dtype), shapes.get(dims)}, cursor.getOffset());
  if (opcode == Opcode::ConstTensor) {
    if (cursor.byte())
      cursor.bits64();
    return;
  }
  uint64_t count = cursor.uleb();
  // All at once the elements are there; each is as wide as the type.
  std::optional<int64_t> expected = shape::getNumElements(dims);
  if (!expected || uint64_t(*expected) != count)
    return fail();
  unsigned width = 8 * getByteSize(dtype);
  uint64_t first = 0;
  bool isSplat = true;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t bits = cursor.bits64();
    if (width < 64 && bits >> width)
      return fail();
    first = i ? first : bits;
    isSplat &= bits == first;
  }
  // The writer lists what cannot be written otherwise, and small tensors.
  bool isShort = dims.empty() || (isSplat && count > uint64_t(kMaxListedSplat));
  check(!isShort || (!getExactValue(dtype, first) && !(dims.empty() && dtype == DType::I64)));
}

//===----------------------------------------------------------------------===//
// Reductions and movements
//===----------------------------------------------------------------------===//

void TypeInference::readReduction(Opcode opcode) {
  uint64_t id = cursor.uleb();
  uint32_t input = use(cursor.uleb());
  if (isBroken)
    return;
  TypeRef type = typeOf(input);
  uint64_t payload = cursor.getOffset();
  Axes axes = readAxes(cursor, shapes.getRank(type.shape));
  bool keepdims = cursor.flag();
  check(axes.areValid && require(type.element, opcode == Opcode::Sum ? kNumeric : kFractions));
  if (isBroken)
    return;
  auto reduce = [&] { return shape::reduce(shapes.getDims(type.shape), axes.axes, keepdims); };
  std::optional<uint64_t> packed = packNumbers(axes.axes);
  type.shape = packed ? shapes.lookUp(*packed << 8 | (keepdims ? uint8_t(Opcode::Sum) : uint8_t(Opcode::Mean)),
                                      type.shape, ShapeTable::kScalar, reduce)
                      : shapes.take(reduce());
  addOp(opcode, id, type, payload, input);
}

void TypeInference::readMovement(Opcode opcode) {
  uint64_t id = cursor.uleb();
  uint32_t input = use(cursor.uleb());
  if (isBroken)
    return;
  TypeRef type = typeOf(input);
  ArrayRef<shape::Dim> dims = shapes.getDims(type.shape);
  ShapeId shape = ShapeTable::kNone;
  uint64_t payload = cursor.getOffset();
  switch (opcode) {
  case Opcode::Reshape: {
    SmallVector<shape::Dim, 8> to;
    if (!readShape(to))
      return fail();
    // Of the table, where names are those of the context.
    shape = shapes.get(to);
    if (shape != ShapeTable::kNone && shape::checkReshape(dims, shapes.getDims(shape)))
      shape = ShapeTable::kNone;
    break;
  }
  case Opcode::ExpandDims: {
    std::optional<int64_t> axis = normalizeNewAxis(cursor.zigzag(), dims.size());
    if (axis)
      shape = shapes.take(shape::expandDims(dims, *axis));
    break;
  }
  case Opcode::Squeeze: {
    Axes axes = readAxes(cursor, dims.size());
    if (axes.areValid)
      shape = shapes.take(shape::squeeze(dims, axes.axes));
    break;
  }
  case Opcode::Index: {
    IndexFields index = readIndexFields(cursor);
    countFromFront(index.axes, dims.size());
    shape = shapes.take(shape::index(dims, index.axes, index.indices));
    break;
  }
  case Opcode::Slice: {
    SliceFields slice = readSliceFields(cursor);
    countFromFront(slice.axes, dims.size());
    if (slice.areValid)
      shape = shapes.take(
          shape::slice(dims, slice.axes, slice.starts, slice.ends, slice.strides, shapes.intern));
    break;
  }
  default: {
    Axes axes = readAxes(cursor, dims.size());
    auto transpose = [&] { return shape::transpose(dims, getPermutation(axes, dims.size())); };
    std::optional<uint64_t> packed = packNumbers(axes.axes);
    if (axes.areValid)
      shape = packed ? shapes.lookUp(*packed << 8 | uint8_t(opcode), type.shape, ShapeTable::kScalar, transpose)
                     : shapes.take(transpose());
    break;
  }
  }
  addOp(opcode, id, {type.element, shape}, payload, input);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

void TypeInference::readConvolution(Opcode opcode) {
  uint64_t id = cursor.uleb();
  uint32_t lhs = use(cursor.uleb()), rhs = use(cursor.uleb());
  if (isBroken)
    return;
  TypeRef left = typeOf(lhs), right = typeOf(rhs);
  uint64_t payload = cursor.getOffset();
  ConvolutionFields conv = readConvolutionFields(cursor, opcode != Opcode::Conv2d);
  check(conv.areValid && unify(left.element, right.element) && require(left.element, kNumeric));
  if (isBroken)
    return;
  ArrayRef<shape::Dim> lhsDims = shapes.getDims(left.shape), rhsDims = shapes.getDims(right.shape);
  auto forward = [&](ArrayRef<shape::Dim> input, ArrayRef<shape::Dim> filter) {
    return shapes.take(shape::conv2d(input, filter, conv.strides, conv.padding, {}, shapes.intern));
  };
  ShapeId shape;
  if (opcode == Opcode::Conv2d) {
    shape = forward(lhsDims, rhsDims);
  } else {
    // The gradient that comes in has the shape that the forward op gives.
    shape = shapes.get(conv.dims);
    bool isInput = opcode == Opcode::Conv2dGradInput;
    check(isInput ? forward(conv.dims, rhsDims) == left.shape : forward(lhsDims, conv.dims) == right.shape);
  }
  addOp(opcode, id, {left.element, shape}, payload, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

void TypeInference::readOp(Opcode opcode) {
  switch (opcode) {
  case Opcode::ConstI64:
  case Opcode::ConstF64:
  case Opcode::ConstTensor:
  case Opcode::ConstDenseTensor:
    return readConstant(opcode);
  case Opcode::Sum:
  case Opcode::Mean:
    return readReduction(opcode);
  case Opcode::Reshape:
  case Opcode::ExpandDims:
  case Opcode::Squeeze:
  case Opcode::Transpose:
  case Opcode::Index:
  case Opcode::Slice:
    return readMovement(opcode);
  case Opcode::Conv2d:
  case Opcode::Conv2dGradInput:
  case Opcode::Conv2dGradFilter:
    return readConvolution(opcode);
  case Opcode::Relu: {
    uint64_t id = cursor.uleb();
    uint32_t input = use(cursor.uleb());
    check(require(values[input].element, kFractions));
    return addOp(opcode, id, typeOf(input), /*payload=*/0, input);
  }
  case Opcode::Dot:
  case Opcode::MatMul:
  case Opcode::ReluGrad: {
    uint64_t id = cursor.uleb();
    uint32_t lhs = use(cursor.uleb()), rhs = use(cursor.uleb());
    if (isBroken)
      return;
    TypeRef left = typeOf(lhs), right = typeOf(rhs);
    check(unify(left.element, right.element) &&
          require(left.element, opcode == Opcode::ReluGrad ? kFractions : kNumeric));
    ArrayRef<shape::Dim> lhsDims = shapes.getDims(left.shape), rhsDims = shapes.getDims(right.shape);
    ShapeId shape = ShapeTable::kNone;
    if (opcode != Opcode::ReluGrad)
      shape = shapes.lookUp(uint8_t(opcode), left.shape, right.shape, [&] {
        return opcode == Opcode::Dot ? shape::dot(lhsDims, rhsDims) : shape::matmul(lhsDims, rhsDims);
      });
    else if (left.shape == right.shape)
      shape = left.shape;
    return addOp(opcode, id, {left.element, shape}, /*payload=*/0, lhs, rhs);
  }
  case Opcode::Gather: {
    uint64_t id = cursor.uleb();
    uint32_t input = use(cursor.uleb()), indices = use(cursor.uleb());
    if (isBroken)
      return;
    check(require(values[indices].element, kIntegers));
    uint64_t payload = cursor.getOffset();
    int64_t axis = cursor.zigzag();
    TypeRef type = typeOf(input);
    type.shape = shapes.take(
        shape::gather(shapes.getDims(type.shape), shapes.getDims(values[indices].shape), axis));
    return addOp(opcode, id, type, payload, input, indices);
  }
  default:
    // No op is for these, or not here.
    return fail();
  }
}
