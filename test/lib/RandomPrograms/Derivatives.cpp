//===- Derivatives.cpp - random programs differentiated -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"

#include "ComplexStep.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;
using namespace mind::test;

/// What a derivative may differ by, as a part of the largest number that it is made of.
/// A program has some twenty ops, whose sums have at most 128 terms, of which each loses
/// a unit of 1e-16 or so: 3e-13. The rest is for ops that make a difference larger, as
/// divisions do; ComplexStep.cpp leaves out those that do by much.
static constexpr double kTolerance = 1e-11;

std::optional<std::string> test::differentiate(Differentiator &differentiator, const RandomProgram &program,
                                               uint64_t seed, bool isSmooth, DerivativeCounts &counts,
                                               std::vector<Derivative> &derivatives) {
  func::FuncOp function = program.function;
  DerivativeRequest request;
  request.function = function;
  request.wrt = getDifferentiablePositions(function.getArgumentTypes());
  if (request.wrt.empty() || getDifferentiablePositions(function.getResultTypes()).empty())
    return std::nullopt;
  Random random(~seed);
  for (DerivativeKind kind : {DerivativeKind::Pullback, DerivativeKind::Jvp}) {
    request.kind = kind;
    std::string errors;
    FailureOr<func::FuncOp> derivative = [&] {
      ScopedDiagnosticHandler handler(function.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          errors += diagnostic.str() + "\n";
        return success();
      });
      return differentiator.build(request, (function.getName() + "." + getKindName(kind)).str());
    }();
    if (failed(derivative)) {
      // Not so a law that is broken.
      if (!StringRef(errors).starts_with("[E41") || StringRef(errors).contains("[E4102]"))
        return "the " + getKindName(kind).str() + " fails: " + errors;
      ++counts.numRefused;
      continue;
    }
    // An executor is asked for it by name.
    derivative->setPublic();
    std::vector<rt::Tensor> arguments = program.arguments;
    for (Type type : derivative->getArgumentTypes().drop_front(arguments.size())) {
      auto tensor = cast<RankedTensorType>(type);
      arguments.push_back(randomTensor(random, *getDType(tensor.getElementType()), tensor.getShape(), isSmooth));
    }
    derivatives.push_back({kind, {*derivative, std::move(arguments)}});
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The complex step
//===----------------------------------------------------------------------===//

static double getNumber(const rt::Tensor &tensor, int64_t i) {
  switch (tensor.dtype()) {
  case DType::F64:
    return tensor.data<double>()[i];
  case DType::I64:
    return double(tensor.data<int64_t>()[i]);
  default:
    return tensor.data<uint8_t>()[i];
  }
}

/// The tensor moved by a step along a direction, or not moved.
static ComplexTensor move(const rt::Tensor &tensor, const rt::Tensor *direction) {
  ComplexTensor moved{llvm::to_vector(tensor.shape()), {}};
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    moved.data.emplace_back(getNumber(tensor, i), direction ? getNumber(*direction, i) * kStep : 0);
  return moved;
}

static std::optional<std::string> compare(const Twine &what, double found, double expected, double tolerance) {
  if (std::abs(found - expected) <= tolerance)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream(text) << what << " is " << llvm::format("%.17g", found) << " and the complex step gives "
                                 << llvm::format("%.17g", expected);
  return text;
}

std::optional<std::string> test::compareWithStep(const RandomProgram &program, const Derivative &derivative,
                                                 uint64_t seed, DerivativeCounts &counts) {
  func::FuncOp primal = program.function, lowered = primal.clone();
  llvm::scope_exit erase([&] { lowered.erase(); });
  if (failed(lowerStructureToScf(lowered)))
    return "the control flow of the program cannot be lowered";

  std::string printed;
  llvm::raw_string_ostream out(printed);
  func::FuncOp function = derivative.program.function;
  interpreter::Outcome outcome =
      interpreter::run(function->getParentOfType<ModuleOp>(), function.getName(), derivative.program.arguments, out);
  if (outcome.fault)
    return "the derivative ends in a fault: " + outcome.fault->message;
  SmallVector<unsigned> wrt = getDifferentiablePositions(lowered.getArgumentTypes());
  SmallVector<unsigned> fractions = getDifferentiablePositions(lowered.getResultTypes());
  ArrayRef<rt::Tensor> seeds = ArrayRef(derivative.program.arguments).drop_front(program.arguments.size());
  auto run = [&](function_ref<const rt::Tensor *(unsigned)> getDirection) {
    std::vector<ComplexTensor> arguments;
    for (auto [i, argument] : llvm::enumerate(program.arguments)) {
      const auto *position = llvm::find(wrt, i);
      arguments.push_back(move(argument, position == wrt.end() ? nullptr : getDirection(position - wrt.begin())));
    }
    return runComplex(lowered, arguments);
  };

  if (derivative.kind == DerivativeKind::Jvp) {
    ComplexOutcome step = run([&](unsigned i) { return &seeds[i]; });
    if (!step.wildness.empty()) {
      ++counts.numWild;
      return std::nullopt;
    }
    ArrayRef<rt::Tensor> tangents = ArrayRef(outcome.results).take_back(fractions.size());
    for (auto [position, tangent] : llvm::zip_equal(fractions, tangents))
      for (int64_t k = 0; k < tangent.numElements(); ++k)
        if (auto wrong = compare("tangent " + Twine(position) + " at " + Twine(k), getNumber(tangent, k),
                                 step.results[position].data[k].imag() / kStep, kTolerance * step.largest))
          return wrong;
    ++counts.numCompared;
    return std::nullopt;
  }
  Random random(seed);
  for (auto [i, gradient] : llvm::enumerate(outcome.results)) {
    rt::Tensor direction = randomTensor(random, DType::F64, gradient.shape(), /*isOrdinary=*/true);
    ComplexOutcome step = run([&](unsigned other) { return other == i ? &direction : nullptr; });
    if (!step.wildness.empty()) {
      ++counts.numWild;
      return std::nullopt;
    }
    double found = 0, expected = 0, size = step.largest;
    for (int64_t k = 0; k < gradient.numElements(); ++k) {
      double term = getNumber(gradient, k) * getNumber(direction, k);
      found += term;
      size += std::abs(term);
    }
    for (auto [position, cotangent] : llvm::zip_equal(fractions, seeds))
      for (int64_t k = 0; k < cotangent.numElements(); ++k)
        expected += getNumber(cotangent, k) * step.results[position].data[k].imag() / kStep;
    if (auto wrong = compare("gradient " + Twine(i) + " along a direction", found, expected, kTolerance * size))
      return wrong;
  }
  ++counts.numCompared;
  return std::nullopt;
}
