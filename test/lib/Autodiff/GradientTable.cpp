//===- GradientTable.cpp - functions with their expected gradients --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientTable.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;
using namespace mind::test;

static std::optional<rt::Tensor> makeTensor(Attribute attribute, Type type) {
  auto elements = dyn_cast<DenseElementsAttr>(attribute);
  auto tensor = cast<RankedTensorType>(type);
  std::optional<DType> dtype = getDType(tensor.getElementType());
  // The extents of named dims are those of the elements.
  if (!elements || !dtype || elements.getElementType() != tensor.getElementType() || *dtype == DType::I1)
    return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(elements.getType()).getShape();
  rt::Tensor result(*dtype, {shape.begin(), shape.end()});
  auto *bytes = static_cast<char *>(result.mutableRawData());
  size_t width = getByteSize(*dtype);
  auto append = [&](const APInt &bits) {
    std::memcpy(bytes, bits.getRawData(), width);
    bytes += width;
  };
  if (isa<FloatType>(tensor.getElementType())) {
    for (const APFloat &number : elements.getValues<APFloat>())
      append(number.bitcastToAPInt());
  } else {
    for (const APInt &number : elements.getValues<APInt>())
      append(number);
  }
  return result;
}

/// Adds to `tensors` those of the attribute called `name`.
static LogicalResult appendTensors(func::FuncOp function, StringRef name, TypeRange types, Tensors &tensors) {
  auto values = function->getAttrOfType<ArrayAttr>(name);
  if (!values || values.size() != types.size())
    return function.emitError() << "needs " << types.size() << " values in " << name;
  for (auto [value, type] : llvm::zip_equal(values, types)) {
    std::optional<rt::Tensor> tensor = makeTensor(value, type);
    if (!tensor)
      return function.emitError() << name << " has a value that is not of type " << type;
    tensors.push_back(*tensor);
  }
  return success();
}

static SmallVector<Type> getFractions(TypeRange types) {
  return llvm::filter_to_vector(types, [](Type type) { return isDifferentiable(type); });
}

FailureOr<std::vector<Expectation>> test::readRow(func::FuncOp function) {
  std::vector<Expectation> expectations;
  SmallVector<Type> inputs = getFractions(function.getArgumentTypes()), outputs = getFractions(function.getResultTypes());
  struct Form {
    DerivativeKind kind;
    StringRef seeds, values;
    ArrayRef<Type> seedTypes, valueTypes;
  };
  for (const Form &form :
       {Form{DerivativeKind::Pullback, "mind_test.cotangents", "mind_test.gradients", outputs, inputs},
        Form{DerivativeKind::Jvp, "mind_test.tangents", "mind_test.pushed", inputs, outputs}}) {
    if (!function->hasAttr(form.values))
      continue;
    Expectation expectation{form.kind, {}, {}};
    if (failed(appendTensors(function, "mind_test.arguments", function.getArgumentTypes(), expectation.arguments)) ||
        failed(appendTensors(function, form.seeds, form.seedTypes, expectation.arguments)) ||
        failed(appendTensors(function, form.values, form.valueTypes, expectation.expected)))
      return failure();
    expectations.push_back(std::move(expectation));
  }
  return expectations;
}

FailureOr<func::FuncOp> test::derive(Differentiator &differentiator, func::FuncOp function, DerivativeKind kind,
                                     bool isBundled) {
  DerivativeRequest request;
  request.function = function;
  request.kind = kind;
  request.isBundled = isBundled;
  request.wrt = getDifferentiablePositions(function.getArgumentTypes());
  return differentiator.build(request, (function.getName() + "." + getKindName(kind)).str());
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static double getNumber(const rt::Tensor &tensor, int64_t i) {
  return tensor.dtype() == DType::F64 ? tensor.data<double>()[i] : double(tensor.data<float>()[i]);
}

static std::optional<std::string> compare(const rt::Tensor &found, const rt::Tensor &expected) {
  if (found.dtype() != expected.dtype() || found.shape() != expected.shape())
    return "is of another type";
  double largest = 0;
  for (int64_t i = 0; i < expected.numElements(); ++i)
    if (double number = std::abs(getNumber(expected, i)); std::isfinite(number))
      largest = std::max(largest, number);
  double tolerance = (expected.dtype() == DType::F64 ? 1e-12 : 1e-5) * largest;
  for (int64_t i = 0; i < expected.numElements(); ++i) {
    double a = getNumber(found, i), b = getNumber(expected, i);
    if (a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= tolerance)
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << "has " << llvm::format("%.17g", a) << " for " << llvm::format("%.17g", b)
                                   << " at element " << i;
    return text;
  }
  return std::nullopt;
}

std::optional<std::string> test::check(ModuleOp module, func::FuncOp derivative, const Expectation &expectation) {
  std::string printed;
  llvm::raw_string_ostream out(printed);
  interpreter::Outcome outcome = interpreter::run(module, derivative.getName(), expectation.arguments, out);
  if (outcome.fault)
    return "ends in a fault: " + outcome.fault->message;
  size_t first = outcome.results.size() - expectation.expected.size();
  for (auto [i, expected] : llvm::enumerate(expectation.expected))
    if (std::optional<std::string> difference = compare(outcome.results[first + i], expected))
      return "value " + std::to_string(i) + " " + *difference;
  return std::nullopt;
}
