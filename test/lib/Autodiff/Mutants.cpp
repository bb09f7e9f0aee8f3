//===- Mutants.cpp - small faults in an op --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutants.h"

#include "Mind/Dialect/Mind/Autodiff/DifferentiableOpInterface.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;
using namespace mind::test;

namespace {

/// Makes all uses of a result, which are there by now, those of what `build` makes of it.
void replaceResult(Operation *op, unsigned position, function_ref<Value(DerivativeBuilder &, Value)> build) {
  Value result = op->getResult(position);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : result.getUses())
    uses.push_back(&use);
  DerivativeBuilder builder(op->getLoc(), op->getContext());
  builder.setInsertionPointAfter(op);
  Value other = build(builder, result);
  for (OpOperand *use : uses)
    use->set(other);
}

bool isTruth(Type type) { return getElementTypeOrSelf(type).isInteger(1); }

/// Whether the op may be what ends a loop: of numbers that are no fractions.
bool isCounting(Operation *op) {
  return op->getParentOfType<scf::WhileOp>() && !isDifferentiable(op->getResult(0).getType());
}

/// Whether the order of the operands tells nothing.
bool isCommutative(Operation *op) {
  if (auto compare = dyn_cast<CompareOp>(op))
    return compare.getPredicate() == CmpPredicate::Eq || compare.getPredicate() == CmpPredicate::Ne;
  if (auto dot = dyn_cast<DotOp>(op))
    return dot.getType().getRank() == 0;
  return op->hasTrait<OpTrait::IsCommutative>();
}

/// The number that all elements of a constant are.
std::optional<double> getNumber(Operation *op) {
  if (auto fill = dyn_cast<FillOp>(op))
    return fill.getValue() ? std::optional(fill.getValue()->convertToDouble()) : std::nullopt;
  if (isa<ConstantOp>(op))
    if (auto number = dyn_cast_or_null<FloatAttr>(getSplatValue(op->getResult(0))))
      return number.getValueAsDouble();
  return std::nullopt;
}

/// Whether broadcasting makes `to` of `from`.
bool isBroadcastable(RankedTensorType from, RankedTensorType to) {
  if (from.getElementType() != to.getElementType() || from.getRank() > to.getRank() || !from.hasStaticShape() ||
      !to.hasStaticShape())
    return false;
  for (auto [extent, wanted] : llvm::zip(llvm::reverse(from.getShape()), llvm::reverse(to.getShape())))
    if (extent != wanted && extent != 1)
      return false;
  return true;
}

class Collector {
public:
  Collector(Operation *op, function_ref<bool(Value)> isNeeded) : op(op), isNeeded(isNeeded) {}

  std::vector<Mutant> collect() {
    if (op->hasTrait<OpTrait::IsTerminator>() || isCounting(op) || llvm::none_of(op->getResults(), isNeeded))
      return {};
    std::optional<double> number = getNumber(op);
    if (number)
      addConstants(*number);
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      if (number != 0.0 && !isZerosLike(op->getResult(i)) && isNeeded(op->getResult(i)))
        addResult(i);
    if (op->getNumRegions() || number)
      return std::move(mutants);
    addOperands();
    addSwaps();
    addAttributes();
    addOrder();
    return std::move(mutants);
  }

private:
  template <typename Apply>
  void add(const Twine &name, Apply apply) {
    mutants.push_back({name.str(), apply});
  }

  void addConstants(double number) {
    add("constant + 1", [number](Operation *op) {
      replaceResult(op, 0, [&](DerivativeBuilder &builder, Value result) {
        return builder.fill(getTensorTypeOf(result), number + 1);
      });
    });
  }

  void addResult(unsigned i) {
    Type type = op->getResult(i).getType();
    std::string name = op->getNumResults() == 1 ? "result" : "result " + std::to_string(i);
    if (isDifferentiable(type)) {
      add(name + " negated", [i](Operation *op) {
        replaceResult(op, i, [](DerivativeBuilder &builder, Value result) { return builder.negate(result); });
      });
      add(name + " zeroed", [i](Operation *op) {
        replaceResult(op, i, [](DerivativeBuilder &builder, Value result) { return builder.zerosLike(result); });
      });
    }
    if (isTruth(type))
      add(name + " inverted", [i](Operation *op) {
        replaceResult(op, i, [](DerivativeBuilder &builder, Value result) -> Value {
          Value yes;
          if (auto tensor = dyn_cast<RankedTensorType>(result.getType()))
            yes = builder.fill(tensor, 1.0);
          else
            yes = arith::ConstantOp::create(builder, builder.getBoolAttr(true));
          return arith::XOrIOp::create(builder, result, yes);
        });
      });
  }

  /// A factor, a term, a step or a permutation is missing.
  void addOperands() {
    // Of these the operand is the result in another shape.
    if (isa<BroadcastToOp, ReshapeOp, ExpandDimsOp, SqueezeOp, CastOp, tensor::CastOp>(op) || op->getNumResults() != 1)
      return;
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      auto from = dyn_cast<RankedTensorType>(op->getOperand(i).getType());
      bool isSame = op->getOperand(i).getType() == op->getResult(0).getType();
      if (!isSame && !(type && from && isBroadcastable(from, type)))
        continue;
      add("operand " + Twine(i) + " alone", [i, type](Operation *op) {
        replaceResult(op, 0, [&](DerivativeBuilder &builder, Value) {
          return type ? builder.broadcast(op->getOperand(i), type) : op->getOperand(i);
        });
      });
    }
  }

  void addSwaps() {
    unsigned first = isa<arith::SelectOp>(op) ? 1 : 0;
    if (isCommutative(op) || op->getNumOperands() < first + 2 || op->getOperand(first) == op->getOperand(first + 1))
      return;
    add("operands swapped", [first](Operation *op) {
      Value lhs = op->getOperand(first), rhs = op->getOperand(first + 1);
      op->setOperand(first, rhs);
      op->setOperand(first + 1, lhs);
    });
  }

  void addAttributes() {
    auto *context = op->getContext();
    if (auto compare = dyn_cast<CompareOp>(op)) {
      if (compare.getLhs() == compare.getRhs())
        return;
      // lt and le, gt and ge, eq and ne are neighbours.
      uint32_t other = static_cast<uint32_t>(compare.getPredicate()) ^ 1;
      add("predicate " + stringifyCmpPredicate(*symbolizeCmpPredicate(other)),
          [other](Operation *op) { cast<CompareOp>(op).setPredicate(*symbolizeCmpPredicate(other)); });
    } else if (auto power = dyn_cast<IPowOp>(op)) {
      for (int64_t step : {-1, 1})
        add("exponent + " + Twine(step), [step](Operation *op) {
          auto power = cast<IPowOp>(op);
          power.setExponent(power.getExponent() + step);
        });
    } else if (auto unary = dyn_cast<UnaryOp>(op)) {
      for (uint32_t kind = 0; std::optional<UnaryKind> known = symbolizeUnaryKind(kind); ++kind)
        if (*known != unary.getKind())
          add("function " + stringifyUnaryKind(*known), [known](Operation *op) { cast<UnaryOp>(op).setKind(*known); });
    } else if (isa<SumOp, MeanOp>(op)) {
      addReductions();
    } else if (auto transpose = dyn_cast<TransposeOp>(op)) {
      SmallVector<int64_t> perm(transpose.getPerm()), other = perm;
      llvm::sort(other);
      do {
        if (other != perm)
          addArray("perm", other);
      } while (std::next_permutation(other.begin(), other.end()));
    } else if (isa<GatherOp, GatherGradOp>(op)) {
      int64_t axis = op->getAttrOfType<IntegerAttr>("axis").getInt();
      for (int64_t other = 0; other < 4; ++other)
        if (other != axis)
          add("axis " + Twine(other), [other, context](Operation *op) {
            op->setAttr("axis", IntegerAttr::get(IntegerType::get(context, 64), other));
          });
    } else if (isa<InsertOp, SliceOp, IndexOp>(op)) {
      addPositions();
    } else if (auto pads = op->getAttrOfType<DenseI64ArrayAttr>("pads"); pads && pads.size() == 4) {
      ArrayRef<int64_t> p = pads;
      addArray("pads", {p[1], p[0], p[2], p[3]});
      addArray("pads", {p[0], p[1], p[3], p[2]});
    }
  }

  void addArray(StringRef name, ArrayRef<int64_t> values) {
    std::string text;
    llvm::raw_string_ostream out(text);
    out << name << " [";
    llvm::interleaveComma(values, out);
    out << "]";
    add(text, [name = name.str(), numbers = llvm::to_vector(values)](Operation *op) {
      op->setAttr(name, DenseI64ArrayAttr::get(op->getContext(), numbers));
    });
  }

  void addPositions() {
    if (auto axes = op->getAttrOfType<DenseI64ArrayAttr>("axes"); axes.size() > 1)
      addArray("axes", llvm::to_vector(llvm::reverse(axes.asArrayRef())));
    StringRef name = isa<IndexOp>(op) ? "indices" : "starts";
    auto starts = op->getAttrOfType<DenseI64ArrayAttr>(name);
    for (int64_t i = 0; i < starts.size(); ++i) {
      if (ShapedType::isDynamic(starts[i]))
        continue;
      for (int64_t step : {-1, 1}) {
        // A slice keeps its extent.
        add(name + " " + Twine(i) + " + " + Twine(step), [i, step, name](Operation *op) {
          for (StringRef attribute : {name, StringRef("ends")}) {
            auto old = op->getAttrOfType<DenseI64ArrayAttr>(attribute);
            if (!old)
              continue;
            SmallVector<int64_t> moved(old.asArrayRef());
            moved[i] += step;
            op->setAttr(attribute, DenseI64ArrayAttr::get(op->getContext(), moved));
          }
        });
      }
    }
  }

  void addReductions() {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    // Nothing but the shape changes, or the extent is not known.
    if (!type.hasStaticShape() || type.getNumElements() == result.getNumElements())
      return;
    SmallVector<int64_t> axes(op->getAttrOfType<DenseI64ArrayAttr>("axes").asArrayRef());
    if (axes.empty())
      axes = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    add("one element alone", [axes, result](Operation *op) {
      replaceResult(op, 0, [&](DerivativeBuilder &builder, Value) {
        SmallVector<int64_t> zeros(axes.size(), 0), ones(axes.size(), 1);
        Value first = SliceOp::create(builder, op->getOperand(0), axes, zeros, ones, ones);
        return builder.reshape(first, result);
      });
    });
    if (isDifferentiable(type))
      add(isa<SumOp>(op) ? "mean" : "sum", [axes](Operation *op) {
        bool isSum = isa<SumOp>(op), keepsDims = op->hasAttr("keepdims");
        replaceResult(op, 0, [&](DerivativeBuilder &builder, Value) -> Value {
          Value input = op->getOperand(0);
          if (isSum)
            return MeanOp::create(builder, input, axes, keepsDims);
          return SumOp::create(builder, input, axes, keepsDims);
        });
      });
    if (axes.size() == 1)
      for (int64_t other = 0; other < type.getRank(); ++other)
        if (other != axes.front())
          addArray("axes", other);
  }

  /// Elements of what only moves them, in the reverse order along one axis.
  void addOrder() {
    if (!isa<ReshapeOp, TransposeOp, ExpandDimsOp, SqueezeOp, BroadcastToOp, SliceOp, InsertOp, GatherOp, GatherGradOp>(
            op))
      return;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      int64_t extent = type.getDimSize(axis), source = axis - (type.getRank() - from.getRank());
      bool isRepeated = isa<BroadcastToOp>(op) && (source < 0 || from.getDimSize(source) != extent);
      if (extent < 2 || isRepeated)
        continue;
      add("axis " + Twine(axis) + " reversed", [axis, extent](Operation *op) {
        replaceResult(op, 0, [&](DerivativeBuilder &builder, Value result) -> Value {
          // -1 - extent lies before the first element.
          return SliceOp::create(builder, result, ArrayRef(axis), ArrayRef<int64_t>(extent - 1), ArrayRef<int64_t>(-1),
                                 ArrayRef<int64_t>(-1));
        });
      });
    }
  }

  Operation *op;
  function_ref<bool(Value)> isNeeded;
  std::vector<Mutant> mutants;
};

} // namespace

std::vector<Mutant> test::getMutants(Operation *op, function_ref<bool(Value)> isNeeded) {
  return Collector(op, isNeeded).collect();
}
