//===- FoldUtils.cpp - constant arithmetic by the rules of numerics -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;

using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

RankedTensorType mind::getStorageType(RankedTensorType type) {
  if (!isa<Q16Type>(type.getElementType()))
    return type;
  return withElementType(type, IntegerType::get(type.getContext(), 32));
}

bool mind::isSplatOf(Attribute attr, int64_t number, DType dtype) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(attr);
  if (!elements || !elements.isSplat())
    return false;
  if (isFloat(dtype)) {
    APFloat value = elements.getSplatValue<APFloat>();
    return number == 0 ? value.isPosZero()
                       : value.isExactlyValue(static_cast<double>(number));
  }
  APInt value = elements.getSplatValue<APInt>();
  if (dtype == DType::Q16)
    number *= 65536;
  return dtype == DType::I1 ? value.getBoolValue() == (number != 0)
                            : value.getSExtValue() == number;
}

bool mind::isSplatOfNegativeZero(Attribute attr) {
  auto elements = dyn_cast_or_null<DenseFPElementsAttr>(attr);
  return elements && elements.isSplat() &&
         elements.getSplatValue<APFloat>().isNegZero();
}

Attribute mind::getSplatConstant(RankedTensorType type, int64_t number) {
  if (!type.hasStaticShape())
    return {};
  std::optional<DType> dtype = getDType(type);
  if (!dtype)
    return {};
  if (auto floatType = dyn_cast<FloatType>(type.getElementType())) {
    APFloat value(floatType.getFloatSemantics());
    value.convertFromAPInt(APInt(64, number, /*isSigned=*/true),
                           /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
    return DenseElementsAttr::get(type, value);
  }
  RankedTensorType storage = getStorageType(type);
  if (*dtype == DType::Q16)
    number *= 65536;
  return DenseElementsAttr::get(
      storage, APInt(storage.getElementTypeBitWidth(), number,
                     /*isSigned=*/true, /*implicitTrunc=*/true));
}

Attribute mind::reshapeConstant(Attribute input, RankedTensorType type) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(input);
  if (!elements || !type.hasStaticShape())
    return {};
  RankedTensorType storage = getStorageType(type);
  if (elements.isSplat())
    return elements.resizeSplat(storage);
  if (elements.getNumElements() != storage.getNumElements())
    return {};
  return elements.reshape(storage);
}

//===----------------------------------------------------------------------===//
// Elementwise folding
//===----------------------------------------------------------------------===//

namespace {

/// Where the element of a broadcast operand for a row-major position of the
/// result lies.
class BroadcastIndex {
public:
  BroadcastIndex(ArrayRef<int64_t> operand, ArrayRef<int64_t> result)
      : result(result), strides(result.size(), 0) {
    int64_t stride = 1;
    size_t lead = result.size() - operand.size();
    for (size_t i = operand.size(); i-- > 0;) {
      strides[lead + i] = operand[i] == 1 ? 0 : stride;
      stride *= operand[i];
    }
  }

  int64_t operator()(int64_t position) const {
    int64_t offset = 0;
    for (size_t i = result.size(); i-- > 0;) {
      offset += position % result[i] * strides[i];
      position /= result[i];
    }
    return offset;
  }

private:
  ArrayRef<int64_t> result;
  SmallVector<int64_t> strides;
};

} // namespace

/// Calls `step` for each element of the result, or once if both operands are
/// splats.
template <typename Value, typename Result, typename Step>
static Attribute foldElements(DenseElementsAttr lhs, DenseElementsAttr rhs,
                              RankedTensorType storage, Step step) {
  if (lhs.isSplat() && rhs.isSplat() && storage.getNumElements() != 0)
    return DenseElementsAttr::get(
        storage,
        Result(step(lhs.getSplatValue<Value>(), rhs.getSplatValue<Value>())));
  if (storage.getNumElements() > kMaxFoldedElements ||
      lhs.getNumElements() > kMaxFoldedElements ||
      rhs.getNumElements() > kMaxFoldedElements)
    return {};

  SmallVector<Value> left(lhs.getValues<Value>()), right(rhs.getValues<Value>());
  BroadcastIndex leftIndex(lhs.getType().getShape(), storage.getShape());
  BroadcastIndex rightIndex(rhs.getType().getShape(), storage.getShape());
  SmallVector<Result> values;
  for (int64_t i = 0, e = storage.getNumElements(); i < e; ++i)
    values.push_back(step(left[leftIndex(i)], right[rightIndex(i)]));
  return DenseElementsAttr::get(storage, ArrayRef<Result>(values));
}

Attribute mind::foldBinary(Attribute lhs, Attribute rhs,
                           RankedTensorType resultType, WholeStep wholeStep,
                           FloatStep floatStep) {
  auto left = dyn_cast_or_null<DenseElementsAttr>(lhs);
  auto right = dyn_cast_or_null<DenseElementsAttr>(rhs);
  if (!left || !right || !resultType.hasStaticShape())
    return {};
  RankedTensorType storage = getStorageType(resultType);
  if (isa<FloatType>(storage.getElementType()))
    return floatStep ? foldElements<APFloat, APFloat>(left, right, storage,
                                                      floatStep)
                     : Attribute();
  return wholeStep
             ? foldElements<APInt, APInt>(left, right, storage, wholeStep)
             : Attribute();
}

template <typename Compare>
static bool holds(CmpPredicate predicate, Compare less, bool equal) {
  switch (predicate) {
  case CmpPredicate::Eq:
    return equal;
  case CmpPredicate::Ne:
    return !equal;
  case CmpPredicate::Lt:
    return less(false);
  case CmpPredicate::Le:
    return less(false) || equal;
  case CmpPredicate::Gt:
    return less(true);
  case CmpPredicate::Ge:
    return less(true) || equal;
  }
  llvm_unreachable("not a predicate");
}

Attribute mind::foldComparison(Attribute lhs, Attribute rhs,
                               RankedTensorType resultType,
                               CmpPredicate predicate) {
  auto left = dyn_cast_or_null<DenseElementsAttr>(lhs);
  auto right = dyn_cast_or_null<DenseElementsAttr>(rhs);
  if (!left || !right || !resultType.hasStaticShape())
    return {};
  if (isa<FloatType>(left.getElementType()))
    return foldElements<APFloat, bool>(
        left, right, resultType, [&](const APFloat &a, const APFloat &b) {
          APFloat::cmpResult order = a.compare(b);
          auto less = [&](bool swapped) {
            return order == (swapped ? APFloat::cmpGreaterThan
                                     : APFloat::cmpLessThan);
          };
          return holds(predicate, less, order == APFloat::cmpEqual);
        });
  return foldElements<APInt, bool>(
      left, right, resultType, [&](const APInt &a, const APInt &b) {
        auto less = [&](bool swapped) { return swapped ? a.sgt(b) : a.slt(b); };
        return holds(predicate, less, a == b);
      });
}

Attribute
mind::foldUnary(Attribute input, RankedTensorType resultType,
                llvm::function_ref<APInt(const APInt &)> wholeStep,
                llvm::function_ref<APFloat(const APFloat &)> floatStep) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(input);
  if (!elements)
    return {};
  return foldBinary(
      input, input, resultType,
      [&](const APInt &a, const APInt &) { return wholeStep(a); },
      [&](const APFloat &a, const APFloat &) { return floatStep(a); });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

APInt mind::divWhole(const APInt &lhs, const APInt &rhs) {
  // sdiv of the lowest value by -1 wraps to the lowest value, as N3 wants.
  return rhs.isZero() ? rhs : lhs.sdiv(rhs);
}

APInt mind::modWhole(const APInt &lhs, const APInt &rhs) {
  return rhs.isZero() ? rhs : lhs.srem(rhs);
}

APInt mind::mulQ16(const APInt &lhs, const APInt &rhs) {
  return (lhs.sext(64) * rhs.sext(64)).ashr(16).trunc(32);
}

APInt mind::divQ16(const APInt &lhs, const APInt &rhs) {
  if (rhs.isZero())
    return rhs;
  return lhs.sext(64).shl(16).sdiv(rhs.sext(64)).trunc(32);
}
