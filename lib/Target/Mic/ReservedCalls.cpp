//===- ReservedCalls.cpp - ops that mic holds as calls --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are taken apart strictly: what is not exactly as the writer spells it, a number
// with a leading zero say, is no reserved name, so that a name that is read is written
// again as it was.
//
//===----------------------------------------------------------------------===//

#include "ReservedCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

// Every kind of mind.unary has a name, and no other word is one.
static constexpr UnaryKind unaryKinds[] = {
#define MIC3_UNARY(Kind, Word) UnaryKind::Kind,
#include "Mind/Target/Mic/Format/ReservedNames.def"
};
static_assert(std::size(unaryKinds) == getMaxEnumValForUnaryKind() + 1);

static const ReservedBase &getBase(ReservedKind kind) {
  return getReservedBases()[unsigned(kind) - unsigned(ReservedKind::Unary) - 1];
}

namespace {

bool isIdentifier(StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

class NameWriter {
public:
  NameWriter(SmallVectorImpl<char> &name, ReservedKind kind) : name(name) { put(getBase(kind).name); }
  NameWriter(SmallVectorImpl<char> &name, StringRef base) : name(name) { put(base); }

  void put(StringRef text) { name.append(text.begin(), text.end()); }
  void number(int64_t value) { put(std::to_string(value)); }
  NameWriter &group() {
    put(isOpen ? ";" : "[");
    isOpen = true;
    return *this;
  }
  void close() { put("]"); }

  void numbers(ArrayRef<int64_t> values) {
    for (auto [index, value] : llvm::enumerate(values)) {
      put(index ? "," : "");
      if (value == ShapedType::kDynamic)
        put("?");
      else
        number(value);
    }
  }
  void dims(Type type) {
    for (auto [index, dim] : llvm::enumerate(getDims(cast<RankedTensorType>(type)))) {
      put(index ? "," : "");
      if (!dim.isSymbolic())
        number(dim.size);
      else if (isIdentifier(dim.name))
        put(dim.name);
      else
        quoted(dim.name);
    }
  }
  void quoted(StringRef text) {
    put("\"");
    for (char c : text) {
      if (c == '"' || c == '\\') {
        name.append({'\\', c});
      } else if (c == '\n') {
        put("\\n");
      } else if (uint8_t(c) < 0x20 || c == 0x7F) {
        put("\\");
        put(llvm::toHex(StringRef(&c, 1)));
      } else {
        name.push_back(c);
      }
    }
    put("\"");
  }
  void padding(ConvPadding padding, ArrayRef<int64_t> pads) {
    if (padding == ConvPadding::Explicit)
      numbers(pads);
    else
      put(stringifyConvPadding(padding));
  }

private:
  SmallVectorImpl<char> &name;
  bool isOpen = false;
};

template <typename Op>
void writeConvGrad(SmallVectorImpl<char> &name, ReservedKind kind, Op op) {
  NameWriter writer(name, kind);
  writer.group().numbers(op.getStrides());
  writer.group().padding(op.getPadding(), op.getPads());
  writer.group().dims(op.getType());
  writer.close();
}

} // namespace

bool mic::appendReservedName(Operation *op, SmallVectorImpl<char> &name) {
  using Kind = ReservedKind;
  auto bare = [&](Kind kind) { NameWriter(name, kind); };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](UnaryOp unary) { return NameWriter(name, stringifyUnaryKind(unary.getKind())), true; })
      .Case([&](AbsOp) { return bare(Kind::Abs), true; })
      .Case([&](FloorOp) { return bare(Kind::Floor), true; })
      .Case([&](CeilOp) { return bare(Kind::Ceil), true; })
      .Case([&](RoundOp) { return bare(Kind::Round), true; })
      .Case([&](IPowOp power) { return NameWriter(name, Kind::IPow).number(power.getExponent()), true; })
      .Case([&](CastOp cast) {
        std::string_view type = getDTypeName(*getDType(cast.getType()));
        return NameWriter(name, Kind::Cast).put({type.data(), type.size()}), true;
      })
      .Case([&](MaxOp) { return bare(Kind::Max), true; })
      .Case([&](MinOp) { return bare(Kind::Min), true; })
      .Case([&](PowOp) { return bare(Kind::Pow), true; })
      .Case([&](arith::SelectOp) { return bare(Kind::Select), true; })
      .Case([&](tensor::CastOp cast) {
        if (!isTensor(cast.getType()))
          return false;
        NameWriter writer(name, Kind::TensorCast);
        writer.group().dims(cast.getType());
        return writer.close(), true;
      })
      .Case([&](ReduceMaxOp reduce) {
        NameWriter writer(name, Kind::ReduceMax);
        writer.group().numbers(reduce.getAxes());
        if (reduce.getKeepdims())
          writer.group().put("keepdims");
        return writer.close(), true;
      })
      .Case([&](ArgmaxOp argmax) {
        NameWriter writer(name, Kind::Argmax);
        writer.group().number(argmax.getAxis());
        if (argmax.getKeepdims())
          writer.group().put("keepdims");
        return writer.close(), true;
      })
      .Case([&](BroadcastToOp broadcast) {
        NameWriter writer(name, Kind::BroadcastTo);
        writer.group().dims(broadcast.getType());
        return writer.close(), true;
      })
      .Case([&](GatherGradOp gather) {
        NameWriter writer(name, Kind::GatherGrad);
        writer.group().number(gather.getAxis());
        writer.group().dims(gather.getType());
        return writer.close(), true;
      })
      .Case([&](InsertOp insert) {
        NameWriter writer(name, Kind::Insert);
        writer.group().numbers(insert.getAxes());
        writer.group().numbers(insert.getStarts());
        writer.group().numbers(insert.getStrides());
        return writer.close(), true;
      })
      .Case([&](Conv2DOp conv) {
        NameWriter writer(name, Kind::ConvPad);
        writer.group().padding(conv.getPadding(), conv.getPads());
        writer.group().numbers(conv.getStrides());
        return writer.close(), conv.getPadding() == ConvPadding::Explicit;
      })
      .Case([&](Conv2DGradInputOp grad) { return writeConvGrad(name, Kind::ConvGradInput, grad), true; })
      .Case([&](Conv2DGradFilterOp grad) { return writeConvGrad(name, Kind::ConvGradFilter, grad), true; })
      .Case([&](PrintOp print) {
        NameWriter writer(name, Kind::Print);
        writer.group().quoted(print.getFormat());
        return writer.close(), true;
      })
      .Case([&](func::FuncOp declaration) {
        auto entries = declaration->getAttrOfType<DictionaryAttr>(kDerivativeAttrName);
        if (!entries)
          return false;
        NameWriter writer(name, Kind::Derivative);
        writer.group().quoted(entries.getAs<StringAttr>("kind").getValue());
        if (auto of = entries.getAs<FlatSymbolRefAttr>("of")) {
          writer.put(",");
          writer.quoted(of.getValue());
          writer.group().numbers(entries.getAs<DenseI64ArrayAttr>("wrt"));
        }
        return writer.close(), true;
      })
      .Case([&](AssertOp check) {
        NameWriter writer(name, Kind::Assert);
        writer.group().quoted(check.getMessage());
        return writer.close(), true;
      })
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Taking a name apart
//===----------------------------------------------------------------------===//

namespace {

/// Reads what NameWriter writes. Every member is false where something else is there.
class NameParser {
public:
  explicit NameParser(StringRef rest) : rest(rest) {}

  bool take(StringRef text) { return rest.consume_front(text); }
  bool atEnd() const { return rest.empty(); }

  bool number(int64_t &value) {
    StringRef digits = rest.substr(rest.starts_with("-")).take_while([](char c) { return llvm::isDigit(c); });
    StringRef text = rest.take_front(digits.size() + rest.starts_with("-"));
    if (digits.empty() || text.getAsInteger(10, value) || std::to_string(value) != text)
      return false;
    rest = rest.drop_front(text.size());
    return true;
  }
  bool group() {
    bool isFirst = !std::exchange(isOpen, true);
    return take(isFirst ? "[" : ";");
  }
  /// Whether a group ends here.
  bool atGroupEnd() const { return rest.starts_with(";") || rest.starts_with("]"); }
  bool close() { return take("]") && atEnd(); }

  bool numbers(SmallVectorImpl<int64_t> &values, bool allowOpen = false) {
    return items([&] {
      int64_t value = ShapedType::kDynamic;
      if (!(allowOpen && take("?")) && (!number(value) || value == ShapedType::kDynamic))
        return false;
      values.push_back(value);
      return true;
    });
  }
  bool dims(SmallVectorImpl<std::pair<int64_t, std::string>> &dims) {
    return items([&] {
      int64_t size = 0;
      std::string name;
      if (rest.starts_with("\"")) {
        if (!quoted(name) || isIdentifier(name))
          return false;
      } else if (number(size)) {
        if (size < 0)
          return false;
        dims.push_back({size, ""});
        return true;
      } else {
        name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }).str();
        if (!isIdentifier(name))
          return false;
        rest = rest.drop_front(name.size());
      }
      dims.push_back({shape::kSymbolic, std::move(name)});
      return true;
    });
  }
  bool quoted(std::string &text) {
    if (!take("\""))
      return false;
    while (!rest.empty() && rest[0] != '"') {
      char c = rest[0];
      rest = rest.drop_front();
      if (c == '\\') {
        if (take("n")) {
          c = '\n';
        } else if (rest.starts_with("\"") || rest.starts_with("\\")) {
          c = rest[0];
          rest = rest.drop_front();
        } else {
          uint8_t value;
          StringRef digits = rest.take_front(2);
          if (digits.size() != 2 || digits.getAsInteger(16, value) || digits != digits.upper() ||
              (value >= 0x20 && value != 0x7F) || value == '\n')
            return false;
          c = char(value);
          rest = rest.drop_front(2);
        }
      } else if (uint8_t(c) < 0x20 || c == 0x7F) {
        return false;
      }
      text.push_back(c);
    }
    return take("\"");
  }
  bool padding(ReservedCall &call) {
    for (ConvPadding padding : {ConvPadding::Valid, ConvPadding::Same})
      if (take(stringifyConvPadding(padding))) {
        call.padding = padding;
        return true;
      }
    return numbers(call.pads) && call.pads.size() == 4;
  }
  /// The end of a name, before which `keepdims` may stand.
  bool keepdims(bool &keepdims) {
    keepdims = take(";keepdims");
    return close();
  }

private:
  bool items(llvm::function_ref<bool()> item) {
    if (atGroupEnd())
      return true;
    do
      if (!item())
        return false;
    while (take(","));
    return true;
  }

  StringRef rest;
  bool isOpen = false;
};

bool parseRest(NameParser &parser, StringRef rest, ReservedCall &call) {
  switch (call.kind) {
  case ReservedKind::IPow:
    return parser.number(call.number) && parser.atEnd();
  case ReservedKind::TupleGet:
    return parser.number(call.number) && call.number >= 0 && parser.atEnd();
  case ReservedKind::Cast: {
    for (unsigned i = 0; i < kNumDTypes; ++i) {
      std::string_view name = getDTypeName(DType(i));
      if (rest == StringRef(name.data(), name.size())) {
        call.type = DType(i);
        return true;
      }
    }
    return false;
  }
  case ReservedKind::TensorCast:
  case ReservedKind::BroadcastTo:
    return parser.group() && parser.dims(call.dims) && parser.close();
  case ReservedKind::ReduceMax:
    return parser.group() && parser.numbers(call.axes) && parser.keepdims(call.keepdims);
  case ReservedKind::Argmax:
    return parser.group() && parser.number(call.number) && parser.keepdims(call.keepdims);
  case ReservedKind::GatherGrad:
    return parser.group() && parser.number(call.number) && parser.group() && parser.dims(call.dims) && parser.close();
  case ReservedKind::Insert:
    return parser.group() && parser.numbers(call.axes) && parser.group() &&
           parser.numbers(call.starts, /*allowOpen=*/true) && parser.group() && parser.numbers(call.strides) &&
           parser.close();
  case ReservedKind::ConvPad:
    return parser.group() && parser.numbers(call.pads) && call.pads.size() == 4 && parser.group() &&
           parser.numbers(call.strides) && parser.close();
  case ReservedKind::ConvGradInput:
  case ReservedKind::ConvGradFilter:
    return parser.group() && parser.numbers(call.strides) && parser.group() && parser.padding(call) && parser.group() &&
           parser.dims(call.dims) && parser.close();
  case ReservedKind::Derivative:
    if (!parser.group() || !parser.quoted(call.text))
      return false;
    if (call.text == "value")
      return parser.close();
    return isDerivativeKind(call.text) && parser.take(",") && parser.quoted(call.of) && !call.of.empty() &&
           parser.group() && parser.numbers(call.axes) && !call.axes.empty() && parser.close();
  case ReservedKind::Print:
  case ReservedKind::Assert:
    return parser.group() && parser.quoted(call.text) && parser.close();
  default:
    return parser.atEnd();
  }
}

} // namespace

bool mic::parseReservedName(StringRef name, ReservedCall &call) {
  std::optional<ReservedKind> kind = findReservedKind(name);
  if (!kind)
    return false;
  call.kind = *kind;
  if (call.kind == ReservedKind::Unary) {
    call.unary = *symbolizeUnaryKind(name);
    return true;
  }
  StringRef rest = name.drop_front(getBase(call.kind).name.size());
  NameParser parser(rest);
  return parseRest(parser, rest, call);
}

shape::Shape ReservedCall::getDims() const {
  shape::Shape shape;
  for (const auto &[size, name] : dims)
    shape.push_back(size == shape::kSymbolic ? shape::Dim(StringRef(name)) : shape::Dim(size));
  return shape;
}

bool mic::fitsOperandCount(const ReservedCall &call, size_t count) {
  if (call.kind == ReservedKind::Unary)
    return count == 1;
  if (call.kind == ReservedKind::Insert)
    return count == 2 + size_t(llvm::count(call.starts, ShapedType::kDynamic));
  if (call.kind == ReservedKind::Tuple)
    return count > 1;
  unsigned numOperands = getBase(call.kind).numOperands;
  return numOperands == kAnyNumber || numOperands == count;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

namespace {

/// Builds an op whose result type it infers itself; null if it infers none.
template <typename Op>
Operation *inferAndCreate(OpBuilder &builder, Location loc, ValueRange operands,
                          const typename Op::Properties &properties) {
  typename Op::Properties copy = properties;
  SmallVector<Type, 1> types;
  if (failed(Op::inferReturnTypes(builder.getContext(), std::nullopt, operands, DictionaryAttr(), &copy, {}, types)))
    return nullptr;
  OperationState state(loc, Op::getOperationName());
  state.addOperands(operands);
  state.addTypes(types);
  state.getOrAddProperties<typename Op::Properties>() = properties;
  return builder.create(state);
}

/// An op without attributes whose result has the type of its first operand.
template <typename Op>
Operation *createLikeOperand(OpBuilder &builder, Location loc, ValueRange operands) {
  return Op::create(builder, loc, operands[0].getType(), operands[0]);
}

} // namespace

Operation *mic::buildReservedCall(OpBuilder &builder, Location loc, const ReservedCall &call, ValueRange operands) {
  if (!fitsOperandCount(call, operands.size()) ||
      llvm::any_of(operands, [](Value operand) { return !operand || !isTensor(operand.getType()); }))
    return nullptr;
  MLIRContext *context = builder.getContext();
  auto typeOf = [&](size_t index) { return cast<RankedTensorType>(operands[index].getType()); };
  auto list = [&](ArrayRef<int64_t> values) { return builder.getDenseI64ArrayAttr(values); };
  // DIMS with the elements of the first operand.
  auto namedType = [&]() -> RankedTensorType {
    if (call.dims.size() > shape::kMaxRank)
      return {};
    return getTensorType(context, call.getDims(), typeOf(0).getElementType());
  };
  switch (call.kind) {
  case ReservedKind::Unary:
    return UnaryOp::create(builder, loc, typeOf(0), call.unary, operands[0]);
  case ReservedKind::Abs:
    return createLikeOperand<AbsOp>(builder, loc, operands);
  case ReservedKind::Floor:
    return createLikeOperand<FloorOp>(builder, loc, operands);
  case ReservedKind::Ceil:
    return createLikeOperand<CeilOp>(builder, loc, operands);
  case ReservedKind::Round:
    return createLikeOperand<RoundOp>(builder, loc, operands);
  case ReservedKind::IPow:
    return IPowOp::create(builder, loc, typeOf(0), operands[0], call.number);
  case ReservedKind::Cast:
    return CastOp::create(builder, loc, withElementType(typeOf(0), getElementType(context, call.type)), operands[0]);
  case ReservedKind::Max:
    return inferAndCreate<MaxOp>(builder, loc, operands, {});
  case ReservedKind::Min:
    return inferAndCreate<MinOp>(builder, loc, operands, {});
  case ReservedKind::Pow:
    return inferAndCreate<PowOp>(builder, loc, operands, {});
  case ReservedKind::Select:
    if (typeOf(1) != typeOf(2))
      return nullptr;
    return arith::SelectOp::create(builder, loc, typeOf(1), operands[0], operands[1], operands[2]);
  case ReservedKind::TensorCast:
    if (RankedTensorType type = namedType())
      return tensor::CastOp::create(builder, loc, type, operands[0]);
    return nullptr;
  case ReservedKind::ReduceMax: {
    ReduceMaxOp::Properties properties;
    properties.setAxes(list(call.axes));
    properties.setKeepdims(call.keepdims ? builder.getUnitAttr() : UnitAttr());
    return inferAndCreate<ReduceMaxOp>(builder, loc, operands, properties);
  }
  case ReservedKind::Argmax: {
    ArgmaxOp::Properties properties;
    properties.setAxis(builder.getI64IntegerAttr(call.number));
    properties.setKeepdims(call.keepdims ? builder.getUnitAttr() : UnitAttr());
    return inferAndCreate<ArgmaxOp>(builder, loc, operands, properties);
  }
  case ReservedKind::BroadcastTo:
    if (RankedTensorType type = namedType())
      return BroadcastToOp::create(builder, loc, type, operands[0]);
    return nullptr;
  case ReservedKind::GatherGrad:
    if (RankedTensorType type = namedType())
      return GatherGradOp::create(builder, loc, type, operands[0], operands[1], call.number);
    return nullptr;
  case ReservedKind::Insert:
    return InsertOp::create(builder, loc, typeOf(0), operands[0], operands[1], operands.drop_front(2), list(call.axes),
                            list(call.starts), list(call.strides));
  case ReservedKind::ConvPad: {
    Conv2DOp::Properties properties;
    properties.setStrides(list(call.strides));
    properties.setPadding(ConvPaddingAttr::get(context, ConvPadding::Explicit));
    properties.setPads(list(call.pads));
    return inferAndCreate<Conv2DOp>(builder, loc, operands, properties);
  }
  case ReservedKind::ConvGradInput:
    if (RankedTensorType type = namedType())
      return Conv2DGradInputOp::create(builder, loc, type, operands[0], operands[1], list(call.strides),
                                       ConvPaddingAttr::get(context, call.padding), list(call.pads));
    return nullptr;
  case ReservedKind::ConvGradFilter:
    if (RankedTensorType type = namedType())
      return Conv2DGradFilterOp::create(builder, loc, type, operands[0], operands[1], list(call.strides),
                                        ConvPaddingAttr::get(context, call.padding), list(call.pads));
    return nullptr;
  case ReservedKind::Print:
    return PrintOp::create(builder, loc, builder.getStringAttr(call.text), operands);
  case ReservedKind::Assert:
    return AssertOp::create(builder, loc, operands[0], builder.getStringAttr(call.text));
  case ReservedKind::Derivative:
  case ReservedKind::Copy:
  case ReservedKind::Tuple:
  case ReservedKind::TupleGet:
    return nullptr;
  }
  return nullptr;
}
