//===- NumericCheck.cpp - Gradients against difference quotients ----------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumericCheck.h"
#include "Source.h"

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Runtime/Scalars.h"
#include "Mind/Transforms/Autodiff.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace mind;
using namespace mind::driver;

namespace {

constexpr unsigned kNumPoints = 8;

using Tensors = std::vector<rt::Tensor>;

/// How far apart two equal numbers may be, in relation to the sum of the magnitudes
/// that they are made of: some thousand roundings.
double getTolerance(DType type) {
  switch (type) {
  case DType::F64:
    return 1e-9;
  case DType::F32:
    return 1e-3;
  case DType::F16:
    return 0.05;
  default:
    return 0.2;
  }
}

double getElement(const rt::Tensor &tensor, int64_t index) {
  switch (tensor.dtype()) {
  case DType::F64:
    return tensor.data<double>()[index];
  case DType::F32:
    return tensor.data<float>()[index];
  case DType::F16:
    return rt::halfToFloat(tensor.data<uint16_t>()[index]);
  case DType::BF16:
    return rt::bfloatToFloat(tensor.data<uint16_t>()[index]);
  case DType::Q16:
    return rt::q16ToDouble(tensor.data<int32_t>()[index]);
  case DType::I64:
    return double(tensor.data<int64_t>()[index]);
  case DType::I32:
    return tensor.data<int32_t>()[index];
  case DType::I1:
    return tensor.data<uint8_t>()[index];
  }
  return 0;
}

void setElement(rt::Tensor &tensor, int64_t index, double value) {
  switch (tensor.dtype()) {
  case DType::F64:
    tensor.mutableData<double>()[index] = value;
    return;
  case DType::F32:
    tensor.mutableData<float>()[index] = float(value);
    return;
  case DType::F16:
    tensor.mutableData<uint16_t>()[index] = rt::floatToHalf(float(value));
    return;
  case DType::BF16:
    tensor.mutableData<uint16_t>()[index] = rt::floatToBfloat(float(value));
    return;
  case DType::Q16:
    tensor.mutableData<int32_t>()[index] = rt::floatToQ16(value);
    return;
  case DType::I64:
    tensor.mutableData<int64_t>()[index] = int64_t(value);
    return;
  case DType::I32:
    tensor.mutableData<int32_t>()[index] = int32_t(value);
    return;
  case DType::I1:
    tensor.mutableData<uint8_t>()[index] = value != 0;
    return;
  }
}

/// A sum of products, and the sum of their magnitudes.
struct Dot {
  double value = 0, magnitude = 0;

  void add(double product) {
    value += product;
    magnitude += std::abs(product);
  }
  void add(const rt::Tensor &lhs, const rt::Tensor &rhs) {
    for (int64_t i = 0; i < lhs.numElements(); ++i)
      add(getElement(lhs, i) * getElement(rhs, i));
  }
};

bool differ(const Dot &lhs, const Dot &rhs, double bound) {
  return std::abs(lhs.value - rhs.value) > bound * (1 + lhs.magnitude + rhs.magnitude);
}

/// The check of one function, on a copy of its module.
class NumericCheck {
public:
  NumericCheck(func::FuncOp function, ArrayRef<unsigned> wrt);

  LogicalResult run();

private:
  enum class Verdict { Agrees, Differs, Unknown };

  LogicalResult makeDerivatives();
  bool usesApproximate(func::FuncOp caller, DenseSet<Operation *> &visited);
  double draw(double low, double high);
  bool makeTensor(DType type, const std::vector<int64_t> &shape, function_ref<double(int64_t)> get, rt::Tensor &tensor);
  bool makeArguments(bool isPositive, Tensors &args, Tensors &tangents);
  bool evaluate(func::FuncOp callee, const Tensors &args, Tensors &results);
  /// <u, (f(x + h v) - f(x - h v)) / 2h>.
  bool getQuotient(const Tensors &args, const Tensors &tangents, const Tensors &cotangents, double step, Dot &quotient);
  Verdict checkPoint(bool isPositive);

  func::FuncOp original;
  SmallVector<unsigned> wrt;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function, pullback, jvp;
  rt::Signature signature;
  std::map<std::string, int64_t> dims;
  SmallVector<unsigned> seeds;
  double tolerance = 0;
  /// A gradient that is used differs from that of a body on purpose.
  bool isApproximate = false;
  uint64_t state = 1;
  /// Of the last point that differs, and of the last that could not be evaluated.
  std::string difference, fault;
};

NumericCheck::NumericCheck(func::FuncOp function, ArrayRef<unsigned> wrt)
    : original(function), wrt(wrt.begin(), wrt.end()), module(function->getParentOfType<ModuleOp>().clone()) {}

double NumericCheck::draw(double low, double high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * double(state >> 11) * 0x1p-53;
}

LogicalResult NumericCheck::makeDerivatives() {
  if (failed(outlineScript(*module)))
    return failure();
  for (auto each : module->getOps<func::FuncOp>())
    if (failed(lowerStructureToScf(each)))
      return failure();
  function = module->lookupSymbol<func::FuncOp>(original.getName());
  signature = interpreter::getSignature(function);
  for (auto [i, name] : llvm::enumerate(signature.getDimNames()))
    dims[name] = 2 + i % 4;
  DenseSet<Operation *> visited;
  isApproximate = usesApproximate(function, visited);
  seeds = autodiff::getDifferentiablePositions(function.getResultTypes());
  // The least exact type that the function shows decides.
  for (unsigned position : autodiff::getDifferentiablePositions(function.getArgumentTypes()))
    tolerance = std::max(tolerance, getTolerance(signature.params[position].type.dtype));
  for (unsigned seed : seeds)
    tolerance = std::max(tolerance, getTolerance(signature.results[seed].dtype));

  autodiff::Differentiator differentiator(*module);
  autodiff::DerivativeRequest request;
  request.function = function;
  request.wrt = wrt;
  // Errors were reported when the derivative was made; a custom gradient may have no tangent.
  ScopedDiagnosticHandler quiet(module->getContext(), [](mlir::Diagnostic &) { return success(); });
  for (auto [kind, derivative] : {std::pair(autodiff::DerivativeKind::Pullback, &pullback),
                                  std::pair(autodiff::DerivativeKind::Jvp, &jvp)}) {
    request.kind = kind;
    std::string symbol = (function.getName() + ".numeric." + autodiff::getKindName(kind)).str();
    if (auto made = differentiator.build(request, symbol); succeeded(made))
      *derivative = *made;
  }
  return success(pullback != nullptr);
}

bool NumericCheck::usesApproximate(func::FuncOp caller, DenseSet<Operation *> &visited) {
  if (!caller || !visited.insert(caller).second)
    return false;
  if (caller->hasAttr(kApproximateGradAttrName))
    return true;
  return caller
      .walk([&](func::CallOp call) {
        return usesApproximate(module->lookupSymbol<func::FuncOp>(call.getCallee()), visited)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool NumericCheck::makeTensor(DType type, const std::vector<int64_t> &shape, function_ref<double(int64_t)> get,
                              rt::Tensor &tensor) {
  rt::Fault problem;
  if (!rt::Tensor::tryAllocate(type, shape, tensor, problem)) {
    fault = problem.message;
    return false;
  }
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    setElement(tensor, i, get(i));
  return true;
}

bool NumericCheck::makeArguments(bool isPositive, Tensors &args, Tensors &tangents) {
  for (const rt::SignatureParam &param : signature.params) {
    std::vector<int64_t> shape;
    for (const rt::SignatureDim &dim : param.type.dims)
      shape.push_back(dim.symbol.empty() ? dim.size : dims[dim.symbol]);
    bool isWhole = isInt(param.type.dtype) || param.type.dtype == DType::I1;
    auto get = [&](int64_t) { return isWhole ? std::floor(draw(0, 2)) : draw(isPositive ? 0.5 : -1.5, 1.5); };
    if (!makeTensor(param.type.dtype, shape, get, args.emplace_back()))
      return false;
  }
  for (unsigned position : wrt)
    if (!makeTensor(args[position].dtype(), args[position].shape(), [&](int64_t) { return draw(-1, 1); },
                    tangents.emplace_back()))
      return false;
  return true;
}

bool NumericCheck::evaluate(func::FuncOp callee, const Tensors &args, Tensors &results) {
  interpreter::Outcome outcome = interpreter::run(*module, callee.getName(), args, llvm::nulls(), dims);
  if (outcome.fault)
    fault = outcome.fault->message;
  results = std::move(outcome.results);
  return !outcome.fault;
}

bool NumericCheck::getQuotient(const Tensors &args, const Tensors &tangents, const Tensors &cotangents, double step,
                               Dot &quotient) {
  Tensors shifted[2], results[2];
  for (auto [side, sign] : {std::pair(0, 1.0), std::pair(1, -1.0)}) {
    shifted[side] = args;
    for (auto [position, tangent] : llvm::zip_equal(wrt, tangents)) {
      const rt::Tensor &arg = args[position];
      auto get = [&](int64_t i) { return getElement(arg, i) + sign * step * getElement(tangent, i); };
      rt::Tensor moved;
      if (!makeTensor(arg.dtype(), arg.shape(), get, moved))
        return false;
      shifted[side][position] = moved;
    }
    if (!evaluate(function, shifted[side], results[side]))
      return false;
  }
  for (auto [seed, cotangent] : llvm::zip_equal(seeds, cotangents)) {
    const rt::Tensor &above = results[0][seed], &below = results[1][seed];
    if (above.shape() != cotangent.shape() || below.shape() != cotangent.shape())
      return false;
    for (int64_t i = 0; i < cotangent.numElements(); ++i)
      quotient.add(getElement(cotangent, i) * (getElement(above, i) - getElement(below, i)) / (2 * step));
  }
  return true;
}

NumericCheck::Verdict NumericCheck::checkPoint(bool isPositive) {
  Tensors args, tangents, cotangents, results;
  if (!makeArguments(isPositive, args, tangents) || !evaluate(function, args, results))
    return Verdict::Unknown;
  for (unsigned seed : seeds)
    if (!makeTensor(results[seed].dtype(), results[seed].shape(), [&](int64_t) { return draw(-1, 1); },
                    cotangents.emplace_back()))
      return Verdict::Unknown;

  auto join = [](Tensors lhs, const Tensors &rhs) {
    lhs.insert(lhs.end(), rhs.begin(), rhs.end());
    return lhs;
  };
  Tensors pulled, pushed;
  if (!evaluate(pullback, join(args, cotangents), pulled))
    return Verdict::Unknown;
  Dot reverse;
  for (auto [gradient, tangent] : llvm::zip_equal(pulled, tangents))
    reverse.add(gradient, tangent);
  if (!std::isfinite(reverse.magnitude))
    return Verdict::Unknown;

  auto describe = [&](StringRef what, double value) {
    difference.clear();
    llvm::raw_string_ostream(difference) << "the gradient gives " << llvm::format("%.9g", reverse.value) << " where "
                                         << what << " gives " << llvm::format("%.9g", value);
    return Verdict::Differs;
  };
  if (jvp && evaluate(jvp, join(args, tangents), pushed)) {
    Dot forward;
    for (auto [cotangent, tangent] : llvm::zip_equal(cotangents, ArrayRef(pushed).take_back(seeds.size())))
      forward.add(cotangent, tangent);
    if (std::isfinite(forward.magnitude) && differ(forward, reverse, tolerance))
      return describe("the forward mode", forward.value);
  }
  // The step that balances its own error, h^2, and that of rounding, e / h.
  double step = std::cbrt(tolerance * 1e-4), bound = std::sqrt(tolerance) / 3;
  if (isApproximate)
    return jvp ? Verdict::Agrees : Verdict::Unknown;
  Dot whole, half;
  if (!getQuotient(args, tangents, cotangents, step, whole) ||
      !getQuotient(args, tangents, cotangents, step / 2, half) || !std::isfinite(half.magnitude) ||
      differ(whole, half, bound / 4))
    return jvp ? Verdict::Agrees : Verdict::Unknown;
  return differ(half, reverse, bound) ? describe("the difference quotient", half.value) : Verdict::Agrees;
}

LogicalResult NumericCheck::run() {
  auto warn = [&](const Twine &reason) {
    emitWarning(original.getLoc()) << "[W4103] the gradient of `" << original.getName()
                                   << "` was not checked by numbers: " << reason;
    return success();
  };
  if (failed(makeDerivatives()))
    return warn("its pullback cannot be made");
  unsigned numAgreeing = 0, numDiffering = 0;
  for (unsigned point = 0; point < kNumPoints; ++point) {
    // Half of the points lie where logarithms and roots are defined.
    Verdict verdict = checkPoint(/*isPositive=*/point % 2 == 0);
    numAgreeing += verdict == Verdict::Agrees;
    numDiffering += verdict == Verdict::Differs;
  }
  if (numDiffering) {
    InFlightDiagnostic error = emitError(original.getLoc());
    error << "[E4102] the gradient of `" << original.getName() << "` is wrong at " << numDiffering << " of "
          << numAgreeing + numDiffering << " points: " << difference;
    error.attachNote(original.getLoc())
        << "help: a gradient given by @custom_grad is checked against the body of its function, unless it is marked "
           "`approximate`";
    return error;
  }
  if (!numAgreeing)
    return warn(fault.empty() ? "it is finite at no point" : fault);
  return success();
}

} // namespace

LogicalResult driver::checkNumerically(func::FuncOp function, ArrayRef<unsigned> wrt) {
  return NumericCheck(function, wrt).run();
}
