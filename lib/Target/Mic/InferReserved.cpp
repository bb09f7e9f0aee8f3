//===- InferReserved.cpp - types of calls of reserved names ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementMasks.h"
#include "TypeInference.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

/// Whether a format has only braces in pairs, and as many `{}` as there are values.
static bool isPrintFormat(StringRef format, size_t numValues) {
  size_t numSlots = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '{' && format[i] != '}')
      continue;
    StringRef pair = format.substr(i++, 2);
    if (pair != "{}" && pair != "{{" && pair != "}}")
      return false;
    numSlots += pair == "{}";
  }
  return numSlots == numValues;
}

const ReservedCall *TypeInference::findReserved(uint32_t string) {
  enum : uint8_t { Unknown, No, Yes };
  uint8_t &state = reservedState[string];
  if (LLVM_LIKELY(state != Unknown))
    return state == Yes ? reservedCalls[string].get() : nullptr;
  state = No;
  StringRef name = stream.strings[string];
  StringRef base = name;
  bool isPrefixed = base.consume_front(kReservedPrefix);
  auto call = std::make_unique<ReservedCall>();
  if (!parseReservedName(base, *call) || isDefinedName(name) || (isPrefixed && !isDefinedName(base)))
    return nullptr;
  state = Yes;
  reservedCalls[string] = std::move(call);
  return reservedCalls[string].get();
}

TypeInference::TypeRef TypeInference::inferElementwise(uint32_t lhs, uint32_t rhs, uint8_t mask) {
  TypeRef left = typeOf(lhs), right = typeOf(rhs);
  check(unify(left.element, right.element) && require(left.element, mask));
  return {left.element, shapes.broadcast(left.shape, right.shape)};
}

/// A result without a shape says that it does not fit.
TypeInference::TypeRef TypeInference::inferReserved(const ReservedCall &call, ArrayRef<uint32_t> operands) {
  auto dimsOf = [&](size_t index) { return shapes.getDims(values[operands[index]].shape); };
  // The shapes that a name holds have the letters of the context once they are here.
  auto named = [&] {
    return call.dims.size() > shape::kMaxRank ? ShapeTable::kNone : shapes.get(shape::Shape(call.getDims()));
  };
  TypeRef none = {0, ShapeTable::kNone};
  TypeRef first = operands.empty() ? none : typeOf(operands[0]);
  auto like = [&](uint8_t mask) {
    check(require(first.element, mask));
    return first;
  };
  auto resize = [&](const shape::Result<shape::Shape> &shape, uint8_t mask) {
    check(require(first.element, mask));
    return TypeRef{first.element, shapes.take(shape)};
  };
  switch (call.kind) {
  case ReservedKind::Unary:
  case ReservedKind::Floor:
  case ReservedKind::Ceil:
  case ReservedKind::Round:
    return like(kFloats);
  case ReservedKind::Abs:
    return like(kNumeric);
  case ReservedKind::IPow:
    return like(call.number < 0 ? kFractions : kNumeric);
  case ReservedKind::Cast:
    if (call.type == DType::I1)
      like(kBool);
    return {unsigned(call.type), first.shape};
  case ReservedKind::Max:
  case ReservedKind::Min:
    return inferElementwise(operands[0], operands[1], kNumeric);
  case ReservedKind::Pow:
    return inferElementwise(operands[0], operands[1], kFloats);
  case ReservedKind::Select: {
    TypeRef chosen = typeOf(operands[1]);
    check(unify(chosen, typeOf(operands[2])) && first.shape == chosen.shape);
    like(kBool);
    return chosen;
  }
  case ReservedKind::TensorCast: {
    ShapeId shape = named();
    if (shape == ShapeTable::kNone || shapes.getRank(shape) != shapes.getRank(first.shape))
      return none;
    for (auto [from, to] : llvm::zip(shapes.getDims(first.shape), shapes.getDims(shape)))
      check(from.isSymbolic() || to.isSymbolic() || from == to);
    return {first.element, shape};
  }
  case ReservedKind::ReduceMax:
    return resize(shape::reduce(dimsOf(0), call.axes, call.keepdims), kNumeric);
  case ReservedKind::Argmax: {
    TypeRef result = resize(shape::reduce(dimsOf(0), call.number, call.keepdims), kNumeric);
    result.element = unsigned(DType::I64);
    return result;
  }
  case ReservedKind::BroadcastTo: {
    ShapeId shape = named();
    if (shape == ShapeTable::kNone || shape::checkBroadcastTo(dimsOf(0), shapes.getDims(shape)))
      return none;
    return {first.element, shape};
  }
  case ReservedKind::GatherGrad: {
    ShapeId shape = named();
    check(require(values[operands[1]].element, kIntegers));
    like(kNumeric);
    if (shape == ShapeTable::kNone ||
        shapes.take(shape::gather(shapes.getDims(shape), dimsOf(1), call.number)) != first.shape)
      return none;
    return {first.element, shape};
  }
  case ReservedKind::Insert:
    check(unify(first.element, values[operands[1]].element));
    for (uint32_t start : operands.drop_front(2))
      check(values[start].shape == ShapeTable::kScalar && require(values[start].element, kIntegers));
    if (shape::checkInsert(dimsOf(1), dimsOf(0), call.axes, call.starts, call.strides))
      return none;
    return first;
  case ReservedKind::ConvPad:
    check(unify(first.element, values[operands[1]].element));
    return resize(shape::conv2d(dimsOf(0), dimsOf(1), call.strides, shape::Padding::Explicit, call.pads,
                                shapes.intern),
                  kNumeric);
  case ReservedKind::ConvGradInput:
  case ReservedKind::ConvGradFilter: {
    ShapeId shape = named();
    if (shape == ShapeTable::kNone)
      return none;
    like(kNumeric);
    check(unify(first.element, values[operands[1]].element));
    bool isInput = call.kind == ReservedKind::ConvGradInput;
    auto padding = call.padding == ConvPadding::Valid  ? shape::Padding::Valid
                   : call.padding == ConvPadding::Same ? shape::Padding::Same
                                                       : shape::Padding::Explicit;
    ShapeId forward = shapes.take(shape::conv2d(isInput ? shapes.getDims(shape) : dimsOf(0),
                                               isInput ? dimsOf(1) : shapes.getDims(shape), call.strides, padding,
                                               call.pads, shapes.intern));
    check(forward == values[operands[isInput ? 0 : 1]].shape);
    return {first.element, shape};
  }
  case ReservedKind::Print:
  case ReservedKind::Assert:
  case ReservedKind::Derivative:
  case ReservedKind::Copy:
  case ReservedKind::Tuple:
  case ReservedKind::TupleGet:
    break;
  }
  return none;
}

void TypeInference::readReserved(const ReservedCall &call, uint32_t string, uint64_t id) {
  uint64_t numOperands = cursor.uleb();
  if (call.kind == ReservedKind::TupleGet)
    return numOperands == 1 ? readTupleGet(id, call.number) : fail();
  uint32_t first = pool.size();
  for (uint64_t i = 0; i < numOperands && !isBroken; ++i)
    pool.push_back(use(cursor.uleb()));
  if (isBroken || !fitsOperandCount(call, numOperands))
    return fail();
  ArrayRef<uint32_t> operands(pool.data() + first, numOperands);

  TypeRef result = {0, ShapeTable::kNone};
  uint8_t kind = Step::Reserved;
  switch (call.kind) {
  case ReservedKind::Print:
    check(isPrintFormat(call.text, numOperands));
    break;
  case ReservedKind::Assert:
    check(values[operands[0]].shape == ShapeTable::kScalar && require(values[operands[0]].element, kBool));
    break;
  case ReservedKind::Copy:
    result = typeOf(operands[0]);
    kind = Step::Copy;
    break;
  case ReservedKind::Tuple:
    kind = Step::Tuple;
    break;
  default:
    result = inferReserved(call, operands);
    check(result.shape != ShapeTable::kNone);
    break;
  }
  if (isBroken)
    return;
  uint32_t def = define(id, result.element, result.shape);
  if (kind == Step::Copy) {
    openCopies.push_back({def, pool[first]});
    isOpen = true;
  } else if (kind == Step::Tuple) {
    openTuple = steps.size();
    isOpen = true;
  }
  Step &step = addStep(kind);
  step.def = def;
  step.numDefs = 1;
  step.a = first;
  step.b = numOperands;
  step.c = string;
}
