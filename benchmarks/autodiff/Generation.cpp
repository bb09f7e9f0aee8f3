//===- Generation.cpp - the time that it takes to make a gradient ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gradient/P is the time from the checked IR of a loss to its gradient by all parameters
// and the laws that are checked of it. `of_frontend` is its part of the time that the
// same run of the compiler takes from the source of P to that IR: what the program costs
// anyway. Both are the least of the run. sizes/N are programs of N operations; the fit
// should be of the order N, and `exponent` is the slope between the smallest and the
// largest on logarithmic axes.
//
//===----------------------------------------------------------------------===//

#include "../ThreadTime.h"

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/MLIRGen.h"
#include "Mind/Transforms/Autodiff.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>

using namespace mind;

namespace {

struct Program {
  const char *name;
  const char *source;
};

constexpr Program kPrograms[] = {
    {"linear", "fn loss(x: Tensor<f32, [64, 128]>, w: Tensor<f32, [128, 10]>, b: Tensor<f32, [10]>) -> f32 {\n"
               "    sum(x @ w + b)\n}\n"},
    {"mse_loss", "fn loss(pred: Tensor<f32, [128, 10]>, target: Tensor<f32, [128, 10]>) -> f32 {\n"
                 "    mean((pred - target) ** 2)\n}\n"},
    {"mlp_2", "fn loss(x: Tensor<f32, [128, 784]>, y: Tensor<f32, [128, 10]>, w1: Tensor<f32, [784, 512]>,\n"
              "        b1: Tensor<f32, [512]>, w2: Tensor<f32, [512, 10]>, b2: Tensor<f32, [10]>) -> f32 {\n"
              "    let h = relu(x @ w1 + b1);\n"
              "    mean((h @ w2 + b2 - y) ** 2)\n}\n"},
    {"mlp_5",
     "fn loss(x: Tensor<f32, [64, 256]>, w1: Tensor<f32, [256, 256]>, w2: Tensor<f32, [256, 256]>,\n"
     "        w3: Tensor<f32, [256, 256]>, w4: Tensor<f32, [256, 256]>, w5: Tensor<f32, [256, 256]>) -> f32 {\n"
     "    let h1 = relu(x @ w1);\n    let h2 = relu(h1 @ w2);\n    let h3 = relu(h2 @ w3);\n"
     "    let h4 = relu(h3 @ w4);\n    mean(h4 @ w5)\n}\n"},
    {"conv_net", "fn loss(x: Tensor<f32, [8, 28, 28, 1]>, f1: Tensor<f32, [3, 3, 1, 16]>,\n"
                 "        f2: Tensor<f32, [3, 3, 16, 32]>, w: Tensor<f32, [6272, 10]>) -> f32 {\n"
                 "    let a = relu(conv2d(x, f1, strides=[1, 1], padding=\"same\"));\n"
                 "    let b = relu(conv2d(a, f2, strides=[2, 2], padding=\"same\"));\n"
                 "    mean(reshape(b, [8, 6272]) @ w)\n}\n"},
    {"regularised", "fn loss(x: Tensor<f32, [64, 128]>, y: Tensor<f32, [64, 10]>, w: Tensor<f32, [128, 10]>,\n"
                    "        b: Tensor<f32, [10]>) -> f32 {\n"
                    "    mean((x @ w + b - y) ** 2) + 0.01 * sum(w ** 2) + 0.001 * sum(abs(w))\n}\n"},
    {"multi_term",
     "fn loss(x: Tensor<f32, [64, 128]>, y: Tensor<f32, [64, 10]>, w: Tensor<f32, [128, 10]>,\n"
     "        v: Tensor<f32, [128, 10]>) -> f32 {\n"
     "    let a = x @ w;\n    let b = x @ v;\n"
     "    let fit = mean((a - y) ** 2);\n    let entropy = -mean(sum(y * log_softmax(b, axis=1), axes=[1]));\n"
     "    let near = mean((a - b) ** 2);\n    fit + 0.5 * entropy + 0.1 * near\n}\n"},
    {"attention",
     "fn loss(q: Tensor<f32, [4, 64, 32]>, k: Tensor<f32, [4, 64, 32]>, v: Tensor<f32, [4, 64, 32]>) -> f32 {\n"
     "    let scores = q @ transpose(k, axes=[0, 2, 1]) / 5.656854;\n"
     "    mean(softmax(scores, axis=2) @ v)\n}\n"},
};

mlir::MLIRContext &getContext() {
  static mlir::MLIRContext context = [] {
    mlir::DialectRegistry registry;
    registry.insert<MindDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::scf::SCFDialect,
                    mlir::tensor::TensorDialect>();
    registerAutodiffModels(registry);
    return mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
  }();
  return context;
}

Compiler &getCompiler() {
  static Compiler compiler(getContext());
  return compiler;
}

mlir::OwningOpRef<mlir::ModuleOp> compile(llvm::StringRef source) {
  frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
  mlir::OwningOpRef<mlir::ModuleOp> module = getCompiler().compile(diagnostics);
  if (module)
    return module;
  frontend::renderDiagnostics(llvm::errs(), diagnostics, {});
  std::abort();
}

unsigned countOperations(mlir::Operation *op) {
  unsigned count = 0;
  op->walk([&](mlir::Operation *) { ++count; });
  return count - 2;
}

/// The gradient of the module's only function; the module is left as it was.
struct Gradient {
  double seconds;
  unsigned operations;
};

Gradient differentiate(mlir::ModuleOp module) {
  autodiff::DerivativeRequest request;
  request.function = *module.getOps<mlir::func::FuncOp>().begin();
  request.wrt = autodiff::getDifferentiablePositions(request.function.getArgumentTypes());
  mlir::FailureOr<mlir::func::FuncOp> gradient;
  double seconds = getTime([&] { gradient = autodiff::Differentiator(module).build(request, "gradient"); });
  // What is measured is right, or nothing is.
  if (mlir::failed(gradient))
    std::abort();
  Gradient result{seconds, countOperations(*gradient)};
  gradient->erase();
  return result;
}

void generate(benchmark::State &state, const char *source) {
  mlir::OwningOpRef<mlir::ModuleOp> module = compile(source);
  double gradientTime = INFINITY, frontendTime = INFINITY;
  unsigned operations = 0;
  for (auto _ : state) {
    frontendTime = std::min(frontendTime, getTime([&] { benchmark::DoNotOptimize(compile(source)); }));
    Gradient gradient = differentiate(*module);
    state.SetIterationTime(gradient.seconds);
    gradientTime = std::min(gradientTime, gradient.seconds);
    operations = gradient.operations;
  }
  state.counters["primal_ops"] = countOperations(*module->getOps<mlir::func::FuncOp>().begin());
  state.counters["gradient_ops"] = operations;
  state.counters["least_us"] = gradientTime * 1e6;
  state.counters["frontend_us"] = frontendTime * 1e6;
  state.counters["of_frontend"] = gradientTime / frontendTime;
}

/// A loss of about `operations` operations.
std::string makeProgram(int64_t operations) {
  std::string source = "fn loss(x: Tensor<f32, [4]>, y: Tensor<f32, [4]>) -> f32 {\n    let v0 = x\n";
  for (int64_t i = 1; i <= operations / 2; ++i) {
    std::string last = std::to_string(i - 1);
    source += "    let v" + std::to_string(i) + " = v" + last + " * y + v" + last + "\n";
  }
  return source + "    sum(v" + std::to_string(operations / 2) + ")\n}\n";
}

void sizes(benchmark::State &state) {
  mlir::OwningOpRef<mlir::ModuleOp> module = compile(makeProgram(state.range(0)));
  for (auto _ : state)
    state.SetIterationTime(differentiate(*module).seconds);
  state.counters["per_op"] = benchmark::Counter(double(state.range(0)), benchmark::Counter::kIsIterationInvariantRate |
                                                                            benchmark::Counter::kInvert);
  state.SetComplexityN(state.range(0));
}

/// The slope from 100 to 10,000 operations; the fastest of several runs of each.
void exponent(benchmark::State &state) {
  auto time = [](int64_t operations) {
    mlir::OwningOpRef<mlir::ModuleOp> module = compile(makeProgram(operations));
    double best = INFINITY;
    for (int run = 0; run < 9; ++run)
      best = std::min(best, differentiate(*module).seconds);
    return best;
  };
  for (auto _ : state)
    state.counters["exponent"] = std::log10(time(10000) / time(100)) / 2;
}

[[maybe_unused]] const bool isRegistered = [] {
  for (const Program &program : kPrograms)
    benchmark::RegisterBenchmark((std::string("gradient/") + program.name).c_str(), generate, program.source)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  return true;
}();

} // namespace

BENCHMARK(sizes)->RangeMultiplier(10)->Range(100, 10000)->UseManualTime()->Unit(benchmark::kMicrosecond)->Complexity();
BENCHMARK(exponent)->Iterations(1)->Unit(benchmark::kMillisecond);
