//===- ReadOps.cpp - ops from steps ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fields.h"
#include "Literals.h"
#include "Reader.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

ElementsAttr Reader::scalarValue(DType dtype, uint64_t bits) {
  uint64_t mixed = (bits ^ unsigned(dtype)) * 0x9E3779B97F4A7C15u;
  ScalarConstant &known = constants[(mixed >> 32) % constants.size()];
  ElementsAttr &value = known.value;
  if (LLVM_LIKELY(value && known.bits == bits && known.dtype == dtype))
    return value;
  known.bits = bits;
  known.dtype = dtype;
  if (dtype == DType::I1)
    return value = DenseElementsAttr::get(getScalarType(IntegerType::get(context, 1)), bits != 0);
  RankedTensorType type =
      inference.getShapes().getType(ShapeTable::kScalar, dtype == DType::Q16 ? DType::I32 : dtype);
  // Little endian: the low bytes come first.
  char data[8];
  llvm::support::endian::write64le(data, bits);
  return value = DenseElementsAttr::getFromRawBuffer(type, ArrayRef(data, getByteSize(dtype)));
}

Operation *Reader::readConstant(const Step &step, DType dtype, uint64_t bits, bool isLiteral) {
  ConstantOp::Properties properties;
  properties.value = scalarValue(dtype, bits);
  bool keepsLiteral = isLiteral && dtype != DType::I64;
  return insert(Operation::create(loc, names.get<ConstantOp>(), typeOf(step.def), {},
                                  keepsLiteral ? literalAttributes : noAttributes, OpaqueProperties(&properties), {},
                                  0));
}

Operation *Reader::readTensor(const Step &step) {
  FieldCursor cursor = fieldsOf(step);
  auto dtype = DType(inference.getAllValues()[step.def].element);
  FillOp::Properties properties;
  if (cursor.byte()) {
    uint64_t bits = cursor.bits64();
    std::optional<uint64_t> element;
    if (dimsOf(step.def).empty() && (element = encodeFill(dtype, bits)))
      return readConstant(step, dtype, *element, /*isLiteral=*/false);
    properties.value = FloatAttr::get(Float64Type::get(context), llvm::bit_cast<double>(bits));
  }
  return create<FillOp>(typeOf(step.def), {}, properties);
}

Operation *Reader::readDense(const Step &step) {
  FieldCursor cursor = fieldsOf(step);
  uint64_t count = cursor.uleb();
  auto dtype = DType(inference.getAllValues()[step.def].element);
  auto type = cast<RankedTensorType>(typeOf(step.def));
  ConstantOp::Properties properties;
  if (dtype == DType::Q16)
    type = RankedTensorType::get(type.getShape(), IntegerType::get(context, 32));
  auto *words = reinterpret_cast<const char *>(cursor.bytes(8 * count));
  unsigned size = getByteSize(dtype);
  if (size == 8) {
    properties.value = DenseElementsAttr::getFromRawBuffer(type, ArrayRef(words, 8 * count));
  } else {
    SmallVector<char, 0> data(size * count);
    for (uint64_t i = 0; i < count; ++i)
      memcpy(data.data() + i * size, words + 8 * i, size);
    properties.value = DenseElementsAttr::getFromRawBuffer(type, data);
  }
  return create<ConstantOp>(typeOf(step.def), {}, properties);
}

/// Reads numbers that are compared with 0 right after, and only there, as the constant
/// of i1 that this stands for. False if it is not so.
bool Reader::foldBoolean(const Step &numbers) {
  if (position + 2 > steps.size())
    return false;
  const Step &zero = steps[position], &compare = steps[position + 1];
  if (zero.kind != uint8_t(Opcode::ConstI64) || compare.kind != uint8_t(Opcode::BinOp) ||
      compare.sub != uint8_t(BinOp::Ne) || compare.a != numbers.def || compare.b != zero.def ||
      fieldsOf(zero).zigzag() != 0)
    return false;
  ArrayRef<TypeInference::Value> all = inference.getAllValues();
  if (all[numbers.def].isUsedAgain() || all[zero.def].isUsedAgain())
    return false;

  FieldCursor cursor = fieldsOf(numbers);
  Type type = typeOf(compare.def);
  bool isScalar = dimsOf(numbers.def).empty();
  Operation *op;
  if (numbers.kind == uint8_t(Opcode::ConstDenseTensor)) {
    if (isScalar)
      return false;
    SmallVector<bool> bools;
    for (uint64_t count = cursor.uleb(); count; --count) {
      uint64_t element = cursor.bits64();
      if (element > 1)
        return false;
      bools.push_back(element);
    }
    ConstantOp::Properties properties;
    properties.value = DenseElementsAttr::get(cast<RankedTensorType>(type), bools);
    op = create<ConstantOp>(type, {}, properties);
  } else {
    FillOp::Properties fill;
    if (cursor.byte()) {
      uint64_t bits = cursor.bits64();
      if (bits != 0 && bits != llvm::bit_cast<uint64_t>(1.0))
        return false;
      fill.value = FloatAttr::get(Float64Type::get(context), bits ? 1.0 : 0.0);
    }
    if (isScalar && fill.value) {
      ConstantOp::Properties properties;
      properties.value = scalarValue(DType::I1, !fill.value.getValue().isZero());
      op = create<ConstantOp>(type, {}, properties);
    } else {
      op = create<FillOp>(type, {}, fill);
    }
  }
  values[compare.def] = op->getResult(0);
  position += 2;
  if (keepsIds)
    setIdList(op, {int64_t(idOf(numbers.def)), int64_t(idOf(zero.def)), int64_t(idOf(compare.def))});
  return true;
}

//===----------------------------------------------------------------------===//
// The other ops that have opcodes
//===----------------------------------------------------------------------===//

Operation *Reader::readBinary(const Step &step) {
  Value operands[] = {valueOf(step.a), valueOf(step.b)};
  CompareOp::Properties properties;
  bool isCompare = isComparison(BinOp(step.sub));
  if (isCompare)
    properties.predicate = predicates[step.sub - uint8_t(BinOp::Lt)];
  return insert(Operation::create(loc, binaryNames[step.sub], typeOf(step.def), operands, noAttributes,
                                  isCompare ? OpaqueProperties(&properties) : OpaqueProperties(nullptr), {}, 0));
}

DenseI64ArrayAttr Reader::array(ArrayRef<int64_t> numbers) {
  std::optional<uint64_t> packed = packNumbers(numbers);
  if (!packed)
    return DenseI64ArrayAttr::get(context, numbers);
  auto &[key, attribute] = arrays[(*packed ^ *packed >> 7) % arrays.size()];
  if (!attribute || key != *packed) {
    key = *packed;
    attribute = DenseI64ArrayAttr::get(context, numbers);
  }
  return attribute;
}

Operation *Reader::readReduction(const Step &step) {
  FieldCursor cursor = fieldsOf(step);
  Axes axes = readAxes(cursor, dimsOf(step.a).size());
  auto build = [&](auto properties, auto createOp) {
    properties.axes = array(axes.axes);
    if (cursor.flag())
      properties.keepdims = UnitAttr::get(context);
    return createOp(properties);
  };
  Operation *op =
      step.kind == uint8_t(Opcode::Sum)
          ? build(SumOp::Properties(), [&](auto &p) { return create<SumOp>(typeOf(step.def), valueOf(step.a), p); })
          : build(MeanOp::Properties(), [&](auto &p) { return create<MeanOp>(typeOf(step.def), valueOf(step.a), p); });
  if (!axes.written.empty())
    op->setAttr(kAxesAttrName, array(axes.written));
  return op;
}

Operation *Reader::readMovement(const Step &step) {
  Type type = typeOf(step.def);
  Value input = valueOf(step.a);
  int64_t rank = dimsOf(step.a).size();
  FieldCursor cursor = fieldsOf(step);
  switch (Opcode(step.kind)) {
  case Opcode::Reshape:
    return create<ReshapeOp>(type, input);
  case Opcode::ExpandDims: {
    int64_t axis = cursor.zigzag();
    ExpandDimsOp::Properties properties;
    properties.axis = integer(*normalizeNewAxis(axis, rank));
    Operation *op = create<ExpandDimsOp>(type, input, properties);
    if (axis < 0)
      op->setAttr(kAxisAttrName, integer(axis));
    return op;
  }
  case Opcode::Squeeze: {
    Axes axes = readAxes(cursor, rank);
    SqueezeOp::Properties properties;
    properties.axes = array(axes.axes);
    Operation *op = create<SqueezeOp>(type, input, properties);
    if (!axes.written.empty())
      op->setAttr(kAxesAttrName, array(axes.written));
    return op;
  }
  default: {
    Axes axes = readAxes(cursor, rank);
    TransposeOp::Properties properties;
    properties.perm = array(getPermutation(axes, rank));
    Operation *op = create<TransposeOp>(type, input, properties);
    if (!axes.written.empty() || (axes.axes.empty() && rank != 0))
      op->setAttr(kPermAttrName, array(axes.written));
    return op;
  }
  }
}

Operation *Reader::readSelection(const Step &step) {
  Type type = typeOf(step.def);
  Value input = valueOf(step.a);
  FieldCursor cursor = fieldsOf(step);
  // The list as it is written, where the op counts its axes otherwise.
  auto setSpelling = [&](Operation *op, char field) {
    Cursor list(file.bytes);
    list.seek(step.payload);
    op->setAttr(kDimsAttrName, payloads.readField(list, field));
    return op;
  };
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  switch (Opcode(step.kind)) {
  case Opcode::Index: {
    IndexFields fields = readIndexFields(cursor);
    bool isSpelled = countFromFront(fields.axes, rank);
    IndexOp::Properties properties;
    properties.axes = array(fields.axes);
    properties.indices = array(fields.indices);
    Operation *op = create<IndexOp>(type, input, properties);
    return isSpelled ? setSpelling(op, 'X') : op;
  }
  case Opcode::Slice: {
    SliceFields fields = readSliceFields(cursor);
    bool isSpelled = countFromFront(fields.axes, rank);
    SliceOp::Properties properties;
    properties.axes = array(fields.axes);
    properties.starts = array(fields.starts);
    properties.ends = array(fields.ends);
    properties.strides = array(fields.strides);
    Operation *op = create<SliceOp>(type, input, properties);
    return isSpelled ? setSpelling(op, 'L') : op;
  }
  default: {
    GatherOp::Properties properties;
    properties.axis = integer(cursor.zigzag());
    Value operands[] = {input, valueOf(step.b)};
    return create<GatherOp>(type, operands, properties);
  }
  }
}

Operation *Reader::readConvolution(const Step &step) {
  FieldCursor cursor = fieldsOf(step);
  auto opcode = Opcode(step.kind);
  ConvolutionFields fields = readConvolutionFields(cursor, opcode != Opcode::Conv2d);
  Value operands[] = {valueOf(step.a), valueOf(step.b)};
  auto fill = [&](auto &properties) {
    properties.strides = array(fields.strides);
    properties.padding = ConvPaddingAttr::get(
        context, fields.padding == shape::Padding::Same ? ConvPadding::Same : ConvPadding::Valid);
  };
  Conv2DOp::Properties forward;
  Conv2DGradInputOp::Properties gradInput;
  Conv2DGradFilterOp::Properties gradFilter;
  switch (opcode) {
  case Opcode::Conv2d:
    fill(forward);
    return create<Conv2DOp>(typeOf(step.def), operands, forward);
  case Opcode::Conv2dGradInput:
    fill(gradInput);
    return create<Conv2DGradInputOp>(typeOf(step.def), operands, gradInput);
  default:
    fill(gradFilter);
    return create<Conv2DGradFilterOp>(typeOf(step.def), operands, gradFilter);
  }
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

void Reader::readStep(const Step &step) {
  Operation *op = nullptr;
  auto both = [&] { return std::array<Value, 2>{valueOf(step.a), valueOf(step.b)}; };
  switch (step.kind) {
  case uint8_t(Opcode::BinOp):
    op = readBinary(step);
    break;
  case uint8_t(Opcode::ConstI64): {
    auto dtype = DType(inference.getAllValues()[step.def].element);
    op = readConstant(step, dtype, *encodeLiteral(dtype, fieldsOf(step).zigzag()), /*isLiteral=*/true);
    break;
  }
  case uint8_t(Opcode::ConstF64):
    op = readConstant(step, DType::F64, fieldsOf(step).bits64(), /*isLiteral=*/false);
    break;
  case uint8_t(Opcode::ConstTensor):
  case uint8_t(Opcode::ConstDenseTensor):
    if (DType(inference.getAllValues()[step.def].element) == DType::I32 && foldBoolean(step))
      return;
    op = step.kind == uint8_t(Opcode::ConstTensor) ? readTensor(step) : readDense(step);
    break;
  case uint8_t(Opcode::Relu):
    op = create<ReluOp>(typeOf(step.def), valueOf(step.a));
    break;
  case uint8_t(Opcode::ReluGrad):
    op = create<ReluGradOp>(typeOf(step.def), both());
    break;
  case uint8_t(Opcode::Dot):
    op = create<DotOp>(typeOf(step.def), both());
    break;
  case uint8_t(Opcode::MatMul):
    op = create<MatmulOp>(typeOf(step.def), both());
    break;
  case uint8_t(Opcode::Sum):
  case uint8_t(Opcode::Mean):
    op = readReduction(step);
    break;
  case uint8_t(Opcode::Reshape):
  case uint8_t(Opcode::ExpandDims):
  case uint8_t(Opcode::Squeeze):
  case uint8_t(Opcode::Transpose):
    op = readMovement(step);
    break;
  case uint8_t(Opcode::Index):
  case uint8_t(Opcode::Slice):
  case uint8_t(Opcode::Gather):
    op = readSelection(step);
    break;
  case uint8_t(Opcode::Conv2d):
  case uint8_t(Opcode::Conv2dGradInput):
  case uint8_t(Opcode::Conv2dGradFilter):
    op = readConvolution(step);
    break;
  case uint8_t(Opcode::Call):
    return readCall(step);
  case Step::Reserved:
    return readReserved(step);
  case uint8_t(Opcode::If):
    return readIf(step);
  case uint8_t(Opcode::While):
    return readWhile(step);
  case Step::ConditionBegin:
    conditions.push_back(numOps);
    return;
  case Step::Copy:
    if (keepsIds)
      openIds.push_back(idOf(step.def));
    return;
  case Step::Tuple:
    return;
  default:
    llvm_unreachable("a step that is none of a block's");
  }
  values[step.def] = op->getResult(0);
  keepIds(op, step);
}
