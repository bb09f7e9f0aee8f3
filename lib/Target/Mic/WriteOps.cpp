//===- WriteOps.cpp - ops as instructions of mic@3 ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attribute by which the file spells an op otherwise (a negative axis, say) is taken
// only while it still means what the op says.
//
//===----------------------------------------------------------------------===//

#include "Literals.h"
#include "Writer.h"

#include "Mind/Dialect/Mic/IR/Payload.h"

#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

/// A constant with more elements than this is refused: 1 GiB of file.
static constexpr int64_t kMaxListed = int64_t(1) << 27;

/// The attribute `name` of an op, most of which have none at all.
Attribute Writer::getSpelling(Operation *op, StringRef name) {
  DictionaryAttr attributes = op->getRawDictionaryAttrs();
  return LLVM_LIKELY(attributes == noAttributes) ? Attribute() : attributes.get(name);
}

static bool meansAxis(int64_t spelled, int64_t axis, int64_t rank) {
  return spelled == axis || (spelled < 0 && spelled + rank == axis);
}

void Writer::writeShape(RankedTensorType type) {
  builder.uleb(type.getRank());
  if (LLVM_LIKELY(type.hasStaticShape())) {
    for (int64_t size : type.getShape()) {
      builder.byte(0);
      builder.uleb(size);
    }
    return;
  }
  for (const shape::Dim &dim : getDims(type)) {
    builder.byte(dim.isSymbolic());
    if (dim.isSymbolic())
      builder.string(dim.name);
    else
      builder.uleb(dim.size);
  }
}

void Writer::writeNumbers(ArrayRef<int64_t> numbers) {
  builder.uleb(numbers.size());
  for (int64_t number : numbers)
    builder.zigzag(number);
}

/// `value` as the axis or the axes of an op of `rank` by its spelling.
SmallVector<int64_t> Writer::getAxes(Operation *op, StringRef name, ArrayRef<int64_t> value, int64_t rank) {
  auto spelled = dyn_cast_if_present<DenseI64ArrayAttr>(getSpelling(op, name));
  if (spelled && spelled.size() == int64_t(value.size()) &&
      llvm::all_of(llvm::zip(spelled.asArrayRef(), value),
                   [&](auto pair) { return meansAxis(std::get<0>(pair), std::get<1>(pair), rank); }))
    value = spelled.asArrayRef();
  return SmallVector<int64_t>(value);
}

int64_t Writer::getAxis(Operation *op, int64_t value, int64_t rank) {
  auto spelled = dyn_cast_if_present<IntegerAttr>(getSpelling(op, kAxisAttrName));
  if (spelled && spelled.getType().isSignlessInteger(64) && meansAxis(spelled.getInt(), value, rank))
    return spelled.getInt();
  return value;
}

static int64_t getRank(Value value) { return cast<RankedTensorType>(value.getType()).getRank(); }

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The bits of element 0, or of each, zero-extended.
static uint64_t getBits(ArrayRef<char> data, unsigned size, size_t index) {
  uint64_t bits = 0;
  memcpy(&bits, data.data() + index * size, size);
  return bits;
}

/// The integer that a literal of that value was, if it is one.
static std::optional<int64_t> getLiteral(DType dtype, uint64_t bits) {
  if (dtype == DType::I64)
    return int64_t(bits);
  std::optional<double> value = getExactValue(dtype, bits);
  if (!value || !(*value >= -0x1p63 && *value < 0x1p63) || double(int64_t(*value)) != *value ||
      (*value == 0 && std::signbit(*value)))
    return std::nullopt;
  return int64_t(*value);
}

void Writer::writeNotZero(OpResult result, uint64_t numbers, unsigned index) {
  uint64_t zero = ids.take(result.getOwner(), index);
  begin(Opcode::ConstI64);
  builder.uleb(zero);
  builder.zigzag(0);
  uint64_t id = ids.take(result.getOwner(), index + 1);
  ids.bind(result, id);
  begin(Opcode::BinOp);
  builder.uleb(id);
  builder.byte(uint8_t(BinOp::Ne));
  builder.uleb(numbers);
  builder.uleb(zero);
}

void Writer::writeFilled(uint64_t id, DType dtype, RankedTensorType type, std::optional<double> value) {
  begin(Opcode::ConstTensor);
  builder.uleb(id);
  builder.byte(*getElementByte(dtype));
  writeShape(type);
  builder.byte(value.has_value());
  if (value)
    builder.bits64(llvm::bit_cast<uint64_t>(*value));
}

void Writer::writeDense(uint64_t id, DType dtype, DenseElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t numElements = type.getNumElements();
  begin(Opcode::ConstDenseTensor);
  builder.uleb(id);
  bool isBool = dtype == DType::I1;
  builder.byte(*getElementByte(isBool ? DType::I32 : dtype));
  writeShape(type);
  builder.uleb(numElements);
  if (isBool) {
    for (bool element : value.getValues<bool>())
      builder.bits64(element);
    return;
  }
  ArrayRef<char> data = value.getRawData();
  unsigned size = getByteSize(dtype);
  bool isSplat = value.isSplat();
  for (int64_t i = 0; i < numElements; ++i)
    builder.bits64(getBits(data, size, isSplat ? 0 : i));
}

void Writer::writeConstant(ConstantOp op) {
  RankedTensorType type = op.getType();
  // The commonest kind.
  if (type == i64Scalar)
    if (auto value = dyn_cast<DenseIntOrFPElementsAttr>(op.getValueAttr())) {
      begin(Opcode::ConstI64);
      define(*op);
      return builder.zigzag(int64_t(getBits(value.getRawData(), sizeof(int64_t), 0)));
    }
  DType dtype = *getDType(type);
  auto value = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!value)
    return refuse(op, "the elements of a constant are not in the module");
  bool isBool = dtype == DType::I1;
  uint64_t id = ids.take(op, 0);
  if (!isBool)
    ids.bind(op, id);

  bool isScalar = type.getRank() == 0;
  // The same value everywhere, by which the constant can be written without a list.
  bool isSplat = isScalar || (value.isSplat() && type.getNumElements() > kMaxListedSplat);
  if (isSplat && isBool) {
    writeFilled(id, DType::I32, type, value.getSplatValue<bool>());
    return writeNotZero(op->getResult(0), id);
  }
  if (isSplat) {
    uint64_t bits = getBits(value.getRawData(), getByteSize(dtype), 0);
    auto literal = dyn_cast_if_present<StringAttr>(getSpelling(op, kLiteralAttrName));
    std::optional<int64_t> number;
    if (isScalar && (dtype == DType::I64 || (literal && literal.getValue() == "int")))
      number = getLiteral(dtype, bits);
    if (number) {
      begin(Opcode::ConstI64);
      builder.uleb(id);
      return builder.zigzag(*number);
    }
    if (isScalar && dtype == DType::F64) {
      begin(Opcode::ConstF64);
      builder.uleb(id);
      return builder.bits64(bits);
    }
    if (std::optional<double> exact = getExactValue(dtype, bits))
      return writeFilled(id, dtype, type, exact);
  }
  if (type.getNumElements() > kMaxListed)
    return refuse(op, "a constant of " + Twine(type.getNumElements()) + " elements");
  writeDense(id, dtype, value);
  if (isBool)
    writeNotZero(op->getResult(0), id);
}

void Writer::writeFill(FillOp op) {
  RankedTensorType type = op.getType();
  DType dtype = *getDType(type);
  std::optional<double> value;
  if (FloatAttr attribute = op.getValueAttr())
    value = attribute.getValueAsDouble();
  uint64_t id = ids.take(op, 0);
  if (dtype != DType::I1) {
    ids.bind(op, id);
    return writeFilled(id, dtype, type, value);
  }
  // A fraction is not 0 either, but the i32 would be.
  if (value)
    value = *value != 0;
  writeFilled(id, DType::I32, type, value);
  writeNotZero(op->getResult(0), id);
}

//===----------------------------------------------------------------------===//
// Reductions, movement, selection
//===----------------------------------------------------------------------===//

void Writer::writeReduce(Operation &op, Opcode opcode) {
  auto [axes, keepdims] = opcode == Opcode::Sum ? std::pair(cast<SumOp>(op).getAxes(), cast<SumOp>(op).getKeepdims())
                                                : std::pair(cast<MeanOp>(op).getAxes(), cast<MeanOp>(op).getKeepdims());
  begin(opcode);
  define(op);
  use(op.getOperand(0));
  writeNumbers(getAxes(&op, kAxesAttrName, axes, getRank(op.getOperand(0))));
  builder.byte(keepdims);
}

void Writer::writeTranspose(TransposeOp op) {
  ArrayRef<int64_t> perm = op.getPerm();
  int64_t rank = perm.size();
  SmallVector<int64_t> written = getAxes(op, kPermAttrName, perm, rank);
  // An empty list stands for the reversal.
  auto spelled = dyn_cast_if_present<DenseI64ArrayAttr>(getSpelling(op, kPermAttrName));
  if (spelled && spelled.empty() &&
      llvm::all_of(llvm::enumerate(perm), [&](auto item) { return item.value() == rank - 1 - int64_t(item.index()); }))
    written.clear();
  begin(Opcode::Transpose);
  define(*op);
  use(op.getInput());
  writeNumbers(written);
}

void Writer::writeAxisOp(Operation &op, OpKind kind) {
  int64_t rank = getRank(op.getOperand(0));
  begin(kind == OpKind::ExpandDims ? Opcode::ExpandDims : kind == OpKind::Squeeze ? Opcode::Squeeze : Opcode::Gather);
  define(op);
  for (Value operand : op.getOperands())
    use(operand);
  if (kind == OpKind::ExpandDims)
    builder.zigzag(getAxis(&op, cast<ExpandDimsOp>(op).getAxis(), rank + 1));
  else if (kind == OpKind::Squeeze)
    writeNumbers(getAxes(&op, kAxesAttrName, cast<SqueezeOp>(op).getAxes(), rank));
  else
    builder.zigzag(getAxis(&op, cast<GatherOp>(op).getAxis(), rank));
}

void Writer::writeIndex(IndexOp op) {
  begin(Opcode::Index);
  define(*op);
  use(op.getInput());
  if (Attribute spelled = getSpelling(op, kDimsAttrName); spelled && isField(spelled, 'X'))
    return writeField(builder, spelled, 'X', hasTypes);
  builder.uleb(op.getAxes().size());
  for (auto [axis, index] : llvm::zip(op.getAxes(), op.getIndices())) {
    builder.zigzag(axis);
    builder.zigzag(index);
  }
}

void Writer::writeSlice(SliceOp op) {
  begin(Opcode::Slice);
  define(*op);
  use(op.getInput());
  if (Attribute spelled = getSpelling(op, kDimsAttrName); spelled && isField(spelled, 'L'))
    return writeField(builder, spelled, 'L', hasTypes);
  builder.uleb(op.getAxes().size());
  for (auto [axis, start, end, stride] : llvm::zip(op.getAxes(), op.getStarts(), op.getEnds(), op.getStrides())) {
    builder.zigzag(axis);
    builder.zigzag(start);
    bool isOpen = end == shape::kOpenEnd;
    builder.byte(!isOpen);
    if (!isOpen)
      builder.zigzag(end);
    builder.zigzag(stride);
  }
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

static uint8_t getPaddingByte(ConvPadding padding) {
  return uint8_t(padding == ConvPadding::Same ? Padding::Same : Padding::Valid);
}

void Writer::writeConv(Conv2DOp op) {
  if (op.getPadding() == ConvPadding::Explicit) {
    if (options.compat)
      return refuse(op, "a convolution with explicit pads has no encoding that the reference knows");
    return writeReserved(*op);
  }
  begin(Opcode::Conv2d);
  define(*op);
  use(op.getInput());
  use(op.getFilter());
  for (int64_t stride : op.getStrides())
    builder.uleb(stride);
  builder.byte(getPaddingByte(op.getPadding()));
}

void Writer::writeConvGrad(Operation &op, Opcode opcode, ConvPadding padding, ArrayRef<int64_t> strides) {
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  if (padding == ConvPadding::Explicit && options.compat)
    return refuse(&op, "a convolution with explicit pads has no encoding that the reference knows");
  if (padding == ConvPadding::Explicit || !type.hasStaticShape())
    return writeReserved(op);
  begin(opcode);
  define(op);
  use(op.getOperand(0));
  use(op.getOperand(1));
  for (int64_t size : type.getShape())
    builder.uleb(size);
  for (int64_t stride : strides)
    builder.uleb(stride);
  builder.byte(getPaddingByte(padding));
}

//===----------------------------------------------------------------------===//
// Calls of reserved names
//===----------------------------------------------------------------------===//

void Writer::beginReserved(Operation *op, uint64_t id, StringRef name) {
  SmallString<64> prefixed;
  if (LLVM_UNLIKELY(functionNames.contains(name))) {
    prefixed.assign({StringRef(kReservedPrefix), name});
    if (functionNames.contains(prefixed))
      refuse(op, "the module defines both '" + name + "' and '" + prefixed + "'");
    name = prefixed;
  }
  begin(Opcode::Call);
  builder.uleb(id);
  builder.string(name);
}

void Writer::writeReserved(Operation &op) {
  SmallString<64> name;
  if (!appendReservedName(&op, name))
    return refuse(&op, "a type that is not a tensor of the dialect");
  uint64_t id = ids.take(&op, 0);
  if (op.getNumResults() == 1)
    ids.bind(op.getResult(0), id);
  beginReserved(&op, id, name);
  builder.uleb(op.getNumOperands());
  for (Value operand : op.getOperands())
    use(operand);
}
