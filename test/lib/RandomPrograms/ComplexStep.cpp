//===- ComplexStep.cpp - derivatives without rules ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexStep.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

using Index = SmallVector<int64_t>;

/// Numbers and derivatives beyond this lose the digits that a comparison needs.
static constexpr double kLargest = 1e6;
/// What is nearer to a kink or a jump than this, but not on it, may lie on its other
/// side where sums are added up in another order.
static constexpr double kNearest = 1e-9;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static void forEachIndex(ArrayRef<int64_t> shape, function_ref<void(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return;
  Index index(shape.size(), 0);
  while (true) {
    visit(index);
    size_t axis = shape.size();
    while (axis > 0 && ++index[axis - 1] == shape[axis - 1])
      index[--axis] = 0;
    if (axis == 0)
      return;
  }
}

/// The element at an index of a shape that the tensor broadcasts to.
template <typename Tensor>
static auto &at(Tensor &tensor, ArrayRef<int64_t> index) {
  size_t lead = index.size() - tensor.shape.size();
  int64_t position = 0;
  for (size_t axis = 0; axis < tensor.shape.size(); ++axis)
    position = position * tensor.shape[axis] + (tensor.shape[axis] == 1 ? 0 : index[lead + axis]);
  return tensor.data[position];
}

static ComplexTensor makeZeros(Type type) {
  ComplexTensor result;
  size_t count = 1;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    result.shape = llvm::to_vector(tensor.getShape());
    count = tensor.getNumElements();
  }
  result.data.resize(count);
  return result;
}

namespace {

class Evaluator {
public:
  ComplexOutcome outcome;

  void run(Block &block) {
    for (Operation &op : block)
      run(&op);
  }

  void set(Value value, ComplexTensor tensor) {
    for (Complex z : tensor.data) {
      double derivative = std::abs(z.imag()) / kStep;
      // Not `>`, which no NaN is.
      if (!(std::abs(z.real()) <= kLargest && derivative <= kLargest))
        suspect("large numbers");
      outcome.largest = std::max(outcome.largest, derivative);
    }
    values[value] = std::move(tensor);
  }

  std::vector<ComplexTensor> getAll(ValueRange range) {
    std::vector<ComplexTensor> tensors;
    for (Value value : range)
      tensors.push_back(values.at(value));
    return tensors;
  }

private:
  const ComplexTensor &get(Value value) { return values.at(value); }

  void suspect(StringRef reason) {
    if (outcome.wildness.empty())
      outcome.wildness = reason.str();
  }

  /// Whether a real part lies just beside the place of a kink.
  void avoid(double distance, StringRef reason) {
    if (distance != 0 && std::abs(distance) < kNearest)
      suspect(reason);
  }
  void require(bool isFar, StringRef reason) {
    if (!isFar)
      suspect(reason);
  }

  template <typename Function>
  void elementwise(Operation *op, Function function) {
    ComplexTensor result = makeZeros(op->getResult(0).getType());
    const ComplexTensor &a = get(op->getOperand(0)), &b = get(op->getOperand(op->getNumOperands() > 1 ? 1 : 0));
    forEachIndex(result.shape,
                 [&](ArrayRef<int64_t> index) { at(result, index) = function(at(a, index), at(b, index)); });
    set(op->getResult(0), std::move(result));
  }

  template <typename Function>
  void unary(Operation *op, Function function) {
    elementwise(op, [&](Complex a, Complex) { return Complex(function(a)); });
  }

  static bool holds(CmpPredicate predicate, double a, double b) {
    switch (predicate) {
    case CmpPredicate::Eq:
      return a == b;
    case CmpPredicate::Ne:
      return a != b;
    case CmpPredicate::Lt:
      return a < b;
    case CmpPredicate::Le:
      return a <= b;
    case CmpPredicate::Gt:
      return a > b;
    case CmpPredicate::Ge:
      return a >= b;
    }
    llvm_unreachable("no such predicate");
  }

  Complex apply(UnaryKind kind, Complex z);
  void run(Operation *op);
  bool runElementwise(Operation *op);
  bool runMovement(Operation *op);
  bool runSums(Operation *op);
  bool runControl(Operation *op);
  void reduce(Operation *op, ArrayRef<int64_t> axes, bool isMean);
  void argmax(ArgmaxOp op);
  void contract(Operation *op);
  void convolve(Operation *op, unsigned which);

  DenseMap<Value, ComplexTensor> values;
};

} // namespace

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Complex Evaluator::apply(UnaryKind kind, Complex z) {
  switch (kind) {
  case UnaryKind::Log:
  case UnaryKind::Log2:
  case UnaryKind::Log10:
  case UnaryKind::Sqrt:
    require(z.real() > 1e-3, "a logarithm or root of nearly nothing");
    break;
  case UnaryKind::Asin:
  case UnaryKind::Acos:
    require(std::abs(z.real()) < 0.99, "an arc of nearly 1");
    break;
  case UnaryKind::Tan:
    require(std::abs(std::cos(z.real())) > 0.02, "a tangent of nearly a right angle");
    break;
  default:
    break;
  }
  switch (kind) {
  case UnaryKind::Exp:
    return std::exp(z);
  case UnaryKind::Log:
    return std::log(z);
  case UnaryKind::Log2:
    return std::log(z) / std::log(2.0);
  case UnaryKind::Log10:
    return std::log(z) / std::log(10.0);
  case UnaryKind::Sqrt:
    return std::sqrt(z);
  case UnaryKind::Tanh:
    return std::tanh(z);
  case UnaryKind::Sigmoid:
    return 1.0 / (1.0 + std::exp(-z));
  case UnaryKind::Sin:
    return std::sin(z);
  case UnaryKind::Cos:
    return std::cos(z);
  case UnaryKind::Tan:
    return std::sin(z) / std::cos(z);
  case UnaryKind::Asin:
    return std::asin(z);
  case UnaryKind::Acos:
    return std::acos(z);
  case UnaryKind::Atan:
    return std::atan(z);
  }
  llvm_unreachable("no such function");
}

bool Evaluator::runElementwise(Operation *op) {
  auto step = [&](double (*function)(double), double offset) {
    unary(op, [&](Complex a) {
      avoid(a.real() - offset - std::nearbyint(a.real() - offset), "a jump");
      return function(a.real());
    });
  };
  if (isa<AddOp>(op))
    elementwise(op, [](Complex a, Complex b) { return a + b; });
  else if (isa<SubOp>(op))
    elementwise(op, [](Complex a, Complex b) { return a - b; });
  else if (isa<MulOp>(op))
    elementwise(op, [](Complex a, Complex b) { return a * b; });
  else if (isa<DivOp>(op))
    elementwise(op, [&](Complex a, Complex b) {
      require(std::abs(b.real()) > 1e-3, "a division by nearly 0");
      return a / b;
    });
  else if (isa<PowOp>(op))
    elementwise(op, [&](Complex a, Complex b) {
      require(a.real() > 1e-3, "a power of nearly 0");
      return std::exp(b * std::log(a));
    });
  else if (isa<MaxOp, MinOp>(op))
    elementwise(op, [&](Complex a, Complex b) {
      avoid(a.real() - b.real(), "nearly a tie");
      return (isa<MaxOp>(op) ? a.real() > b.real() : a.real() < b.real()) ? a : b;
    });
  else if (auto compare = dyn_cast<CompareOp>(op))
    elementwise(op, [&](Complex a, Complex b) {
      avoid(a.real() - b.real(), "nearly a tie");
      return Complex(holds(compare.getPredicate(), a.real(), b.real()));
    });
  else if (isa<ReluOp, AbsOp>(op))
    unary(op, [&](Complex a) {
      avoid(a.real(), "nearly a kink");
      return a.real() > 0 ? a : isa<AbsOp>(op) && a.real() < 0 ? -a : Complex(0);
    });
  else if (isa<ReluGradOp>(op))
    elementwise(op, [&](Complex a, Complex b) {
      avoid(b.real(), "nearly a kink");
      return b.real() > 0 ? a : Complex(0);
    });
  else if (isa<FloorOp>(op))
    step(std::floor, 0);
  else if (isa<CeilOp>(op))
    step(std::ceil, 0);
  else if (isa<RoundOp>(op))
    step(std::nearbyint, 0.5);
  else if (auto cast = dyn_cast<CastOp>(op); cast && isa<IntegerType>(cast.getType().getElementType()))
    step(std::trunc, 0);
  else if (isa<CastOp, BroadcastToOp, tensor::ExtractOp>(op))
    unary(op, [](Complex a) { return a; });
  else if (auto power = dyn_cast<IPowOp>(op))
    unary(op, [&](Complex a) {
      int64_t exponent = power.getExponent();
      Complex product = 1;
      for (int64_t i = 0; i < std::abs(exponent); ++i)
        product *= a;
      require(exponent >= 0 || std::abs(a.real()) > 1e-3, "a division by nearly 0");
      return exponent < 0 ? 1.0 / product : product;
    });
  else if (auto function = dyn_cast<UnaryOp>(op))
    unary(op, [&](Complex a) { return apply(function.getKind(), a); });
  else if (isa<arith::AndIOp>(op))
    elementwise(op, [](Complex a, Complex b) { return a * b; });
  else if (isa<arith::OrIOp>(op))
    elementwise(op, [](Complex a, Complex b) { return Complex(a.real() + b.real() > 0); });
  else if (isa<arith::XOrIOp>(op))
    elementwise(op, [](Complex a, Complex b) { return Complex(a != b); });
  else
    return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

bool Evaluator::runMovement(Operation *op) {
  Value from = op->getNumOperands() ? op->getOperand(0) : Value();
  ComplexTensor result = makeZeros(op->getResult(0).getType());
  auto fill = [&](function_ref<Complex(ArrayRef<int64_t>)> element) {
    forEachIndex(result.shape, [&](ArrayRef<int64_t> index) { at(result, index) = element(index); });
  };
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto elements = cast<DenseElementsAttr>(constant.getValue());
    size_t i = 0;
    if (isa<FloatType>(elements.getElementType()))
      for (const APFloat &number : elements.getValues<APFloat>())
        result.data[i++] = number.convertToDouble();
    else
      for (const APInt &number : elements.getValues<APInt>())
        result.data[i++] = number.getBitWidth() == 1 ? double(number.getZExtValue()) : double(number.getSExtValue());
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    result.data[0] = cast<BoolAttr>(constant.getValue()).getValue();
  } else if (auto constant = dyn_cast<FillOp>(op)) {
    // One without a value stands for results that an early exit does not have.
    double number = constant.getValue() ? constant.getValue()->convertToDouble() : 0;
    fill([&](ArrayRef<int64_t>) { return Complex(number); });
  } else if (isa<ReshapeOp, ExpandDimsOp, SqueezeOp, tensor::CastOp>(op)) {
    result.data = get(from).data;
  } else if (auto transpose = dyn_cast<TransposeOp>(op)) {
    fill([&](ArrayRef<int64_t> index) {
      Index source(index.size());
      for (auto [i, axis] : llvm::zip_equal(index, transpose.getPerm()))
        source[axis] = i;
      return at(get(from), source);
    });
  } else if (auto take = dyn_cast<IndexOp>(op)) {
    fill([&](ArrayRef<int64_t> index) {
      Index source(get(from).shape.size(), -1);
      for (auto [axis, i] : llvm::zip_equal(take.getAxes(), take.getIndices()))
        source[axis] = i;
      for (int64_t &i : source)
        if (i < 0) {
          i = index.front();
          index = index.drop_front();
        }
      return at(get(from), source);
    });
  } else if (auto slice = dyn_cast<SliceOp>(op)) {
    fill([&](ArrayRef<int64_t> index) {
      Index source(index);
      for (auto [axis, start, stride] : llvm::zip_equal(slice.getAxes(), slice.getStarts(), slice.getStrides()))
        source[axis] = start + stride * index[axis];
      return at(get(from), source);
    });
  } else if (isa<GatherOp, GatherGradOp>(op)) {
    int64_t axis = op->getAttrOfType<IntegerAttr>("axis").getInt();
    const ComplexTensor &indices = get(op->getOperand(1));
    size_t rank = indices.shape.size();
    bool isGather = isa<GatherOp>(op);
    const ComplexTensor &operand = get(from);
    // Elements of the tensor with the gathered axes go with those of the other.
    forEachIndex(isGather ? result.shape : operand.shape, [&](ArrayRef<int64_t> wide) {
      Index narrow(wide);
      narrow.erase(narrow.begin() + axis, narrow.begin() + axis + rank);
      narrow.insert(narrow.begin() + axis, int64_t(at(indices, wide.slice(axis, rank)).real()));
      if (isGather)
        at(result, wide) = at(operand, narrow);
      else
        at(result, narrow) += at(operand, wide);
    });
  } else if (auto insert = dyn_cast<InsertOp>(op)) {
    result.data = get(insert.getDest()).data;
    const ComplexTensor &source = get(insert.getSource());
    Index starts(insert.getStarts());
    ValueRange dynamic = insert.getDynamicStarts();
    for (int64_t &start : starts)
      if (ShapedType::isDynamic(start)) {
        start = int64_t(get(dynamic.front()).data[0].real());
        dynamic = dynamic.drop_front();
      }
    forEachIndex(source.shape, [&](ArrayRef<int64_t> index) {
      Index target(index);
      for (auto [axis, start, stride] : llvm::zip_equal(insert.getAxes(), starts, insert.getStrides()))
        target[axis] = start + stride * index[axis];
      at(result, target) = at(source, index);
    });
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    fill([&](ArrayRef<int64_t> index) {
      // The condition may be one for all.
      return at(get(at(get(from), index).real() != 0 ? select.getTrueValue() : select.getFalseValue()), index);
    });
  } else {
    return false;
  }
  set(op->getResult(0), std::move(result));
  return true;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The index of a result for one of the operand of a reduction.
static Index dropAxes(ArrayRef<int64_t> index, ArrayRef<int64_t> axes, bool keepsDims) {
  Index kept;
  for (auto [axis, i] : llvm::enumerate(index))
    if (!llvm::is_contained(axes, int64_t(axis)))
      kept.push_back(i);
    else if (keepsDims)
      kept.push_back(0);
  return kept;
}

void Evaluator::reduce(Operation *op, ArrayRef<int64_t> axes, bool isMean) {
  const ComplexTensor &operand = get(op->getOperand(0));
  ComplexTensor result = makeZeros(op->getResult(0).getType());
  Index all(axes);
  if (all.empty())
    all = llvm::to_vector(llvm::seq<int64_t>(0, operand.shape.size()));
  forEachIndex(operand.shape, [&](ArrayRef<int64_t> index) {
    at(result, dropAxes(index, all, op->hasAttr("keepdims"))) += at(operand, index);
  });
  if (isMean)
    for (Complex &z : result.data)
      z *= double(result.data.size()) / double(operand.data.size());
  set(op->getResult(0), std::move(result));
}

void Evaluator::argmax(ArgmaxOp op) {
  const ComplexTensor &operand = get(op.getInput());
  ComplexTensor result = makeZeros(op.getType());
  int64_t axis = op.getAxis();
  forEachIndex(operand.shape, [&](ArrayRef<int64_t> index) {
    Complex &best = at(result, dropAxes(index, axis, op.getKeepdims()));
    Index other(index);
    other[axis] = int64_t(best.real());
    double a = at(operand, index).real(), b = at(operand, other).real();
    avoid(a - b, "nearly a tie");
    if (a > b)
      best = double(index[axis]);
  });
  set(op.getResult(), std::move(result));
}

/// matmul, and dot as one of matrices.
void Evaluator::contract(Operation *op) {
  ComplexTensor a = get(op->getOperand(0)), b = get(op->getOperand(1));
  ComplexTensor result = makeZeros(op->getResult(0).getType());
  Index shape = result.shape;
  if (a.shape.size() == 1) {
    a.shape.insert(a.shape.begin(), 1);
    result.shape.insert(result.shape.begin(), 1);
  }
  if (b.shape.size() == 1) {
    b.shape.push_back(1);
    result.shape.push_back(1);
  }
  forEachIndex(result.shape, [&](ArrayRef<int64_t> index) {
    Index left(index), right(index);
    Complex sum = 0;
    for (int64_t k = 0; k < a.shape.back(); ++k) {
      left.back() = right[index.size() - 2] = k;
      sum += at(a, left) * at(b, right);
    }
    at(result, index) = sum;
  });
  result.shape = shape;
  set(op->getResult(0), std::move(result));
}

/// The convolution, or one of its transposes: `which` of images, filters and results is
/// made of the other two.
void Evaluator::convolve(Operation *op, unsigned which) {
  ComplexTensor parts[3];
  unsigned operand = 0;
  for (unsigned i = 0; i < 3; ++i)
    parts[i] = i == which ? makeZeros(op->getResult(0).getType()) : get(op->getOperand(operand++));
  // The operands of a gradient by images are the results, then the filters.
  if (which == 0)
    std::swap(parts[1], parts[2]);
  auto strides = op->getAttrOfType<DenseI64ArrayAttr>("strides");
  auto padding = op->getAttrOfType<ConvPaddingAttr>("padding").getValue();
  int64_t lows[2] = {0, 0};
  for (unsigned axis = 0; axis < 2; ++axis) {
    int64_t extent = parts[0].shape[1 + axis], size = parts[1].shape[axis], count = parts[2].shape[1 + axis];
    if (padding == ConvPadding::Explicit)
      lows[axis] = op->getAttrOfType<DenseI64ArrayAttr>("pads")[2 * axis];
    else if (padding == ConvPadding::Same)
      lows[axis] = std::max<int64_t>((count - 1) * strides[axis] + size - extent, 0) / 2;
  }
  forEachIndex(parts[2].shape, [&](ArrayRef<int64_t> y) {
    forEachIndex(ArrayRef<int64_t>(parts[1].shape).drop_back(), [&](ArrayRef<int64_t> w) {
      int64_t row = y[1] * strides[0] + w[0] - lows[0], column = y[2] * strides[1] + w[1] - lows[1];
      if (row < 0 || row >= parts[0].shape[1] || column < 0 || column >= parts[0].shape[2])
        return;
      Index places[3] = {{y[0], row, column, w[2]}, {w[0], w[1], w[2], y[3]}, Index(y)};
      unsigned first = which == 0 ? 1 : 0, second = which == 2 ? 1 : 2;
      at(parts[which], places[which]) += at(parts[first], places[first]) * at(parts[second], places[second]);
    });
  });
  set(op->getResult(0), std::move(parts[which]));
}

bool Evaluator::runSums(Operation *op) {
  if (auto sum = dyn_cast<SumOp>(op))
    reduce(op, sum.getAxes(), /*isMean=*/false);
  else if (auto mean = dyn_cast<MeanOp>(op))
    reduce(op, mean.getAxes(), /*isMean=*/true);
  else if (auto position = dyn_cast<ArgmaxOp>(op))
    argmax(position);
  else if (isa<MatmulOp, DotOp>(op))
    contract(op);
  else if (isa<Conv2DOp>(op))
    convolve(op, 2);
  else if (isa<Conv2DGradInputOp>(op))
    convolve(op, 0);
  else if (isa<Conv2DGradFilterOp>(op))
    convolve(op, 1);
  else
    return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

bool Evaluator::runControl(Operation *op) {
  auto hand = [&](ValueRange from, ValueRange to) {
    for (auto [target, tensor] : llvm::zip_equal(to, getAll(from)))
      set(target, tensor);
  };
  if (auto choice = dyn_cast<scf::IfOp>(op)) {
    Region &region = get(choice.getCondition()).data[0].real() != 0 ? choice.getThenRegion() : choice.getElseRegion();
    if (region.empty())
      return true;
    run(region.front());
    hand(region.front().getTerminator()->getOperands(), choice.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    hand(loop.getInits(), loop.getBeforeArguments());
    while (true) {
      run(*loop.getBeforeBody());
      scf::ConditionOp condition = loop.getConditionOp();
      if (get(condition.getCondition()).data[0].real() == 0) {
        hand(condition.getArgs(), loop.getResults());
        return true;
      }
      hand(condition.getArgs(), loop.getAfterArguments());
      run(*loop.getAfterBody());
      hand(loop.getYieldOp().getOperands(), loop.getBeforeArguments());
    }
  } else {
    return op->hasTrait<OpTrait::IsTerminator>();
  }
  return true;
}

void Evaluator::run(Operation *op) {
  if (!runControl(op) && !runElementwise(op) && !runSums(op) && !runMovement(op))
    llvm::report_fatal_error("the complex step does not know " + op->getName().getStringRef());
}

ComplexOutcome test::runComplex(func::FuncOp function, ArrayRef<ComplexTensor> arguments) {
  Evaluator evaluator;
  for (auto [argument, tensor] : llvm::zip_equal(function.getArguments(), arguments))
    evaluator.set(argument, tensor);
  Block &body = function.getBody().front();
  evaluator.run(body);
  evaluator.outcome.results = evaluator.getAll(body.getTerminator()->getOperands());
  return std::move(evaluator.outcome);
}
