//===- Frontend.cpp - from source to IR, stage by stage -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// parse/P is the lexer and the parser, check/P the type and shape checker with the
// parsing that it needs, compile/P all of it to a module that is not verified again,
// in one warm compiler, mlir_parse/P its peer. Every benchmark also reports what one statement took and
// what one operation took. sizes/N are programs of N operations in one function;
// their fit should be of the order N, and `exponent` is the slope between the
// smallest and the largest on logarithmic axes.
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/MLIRGen.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <cstdlib>

using namespace mind;

namespace {

struct Program {
  const char *name;
  const char *source;
};

constexpr Program kPrograms[] = {
    {"scalar", "let a = 2\nlet b = 3\na + b * 4 - 1\n"},
    {"matmul_small", "let a: Tensor<f32, [10, 20]> = 1\nlet b: Tensor<f32, [20, 30]> = 1\nmatmul(a, b)\n"},
    {"matmul_medium", "let a: Tensor<f32, [128, 256]> = 1\nlet b: Tensor<f32, [256, 512]> = 1\nmatmul(a, b)\n"},
    {"matmul_large", "let a: Tensor<f32, [512, 1024]> = 1\nlet b: Tensor<f32, [1024, 512]> = 1\nmatmul(a, b)\n"},
    {"conv2d", "let x: Tensor<f32, [8, 56, 56, 64]> = 1\nlet w: Tensor<f32, [3, 3, 64, 64]> = 1\n"
               "conv2d(x, w, strides=[1, 1], padding=\"same\")\n"},
    {"mlp", "fn mlp(x: Tensor<f32, [batch, 784]>, w1: Tensor<f32, [784, 512]>, b1: Tensor<f32, [512]>,\n"
            "       w2: Tensor<f32, [512, 256]>, b2: Tensor<f32, [256]>, w3: Tensor<f32, [256, 10]>,\n"
            "       b3: Tensor<f32, [10]>) -> Tensor<f32, [batch, 10]> {\n"
            "    let h1 = relu(x @ w1 + b1)\n"
            "    let h2 = relu(h1 @ w2 + b2)\n"
            "    h2 @ w3 + b3\n"
            "}\n"},
    // 13 statements.
    {"network", "let x: Tensor<f32, [32, 784]> = 1\n"
                "let w1: Tensor<f32, [784, 512]> = 1\nlet b1: Tensor<f32, [512]> = 0\n"
                "let w2: Tensor<f32, [512, 256]> = 1\nlet b2: Tensor<f32, [256]> = 0\n"
                "let w3: Tensor<f32, [256, 10]> = 1\nlet b3: Tensor<f32, [10]> = 0\n"
                "let h1 = x @ w1 + b1\nlet a1 = relu(h1)\n"
                "let h2 = a1 @ w2 + b2\nlet a2 = relu(h2)\n"
                "let y = a2 @ w3 + b3\n"
                "y\n"},
};

mlir::MLIRContext &getContext() {
  static mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  return context;
}

Compiler &getCompiler() {
  static Compiler compiler(getContext());
  return compiler;
}

/// What is measured is right, or nothing is.
[[noreturn]] void fail(const frontend::DiagnosticEngine &diagnostics) {
  frontend::renderDiagnostics(llvm::errs(), diagnostics, {});
  std::abort();
}

struct Size {
  unsigned statements = 0;
  unsigned operations = 0;
};

Size measure(llvm::StringRef source) {
  frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
  mlir::OwningOpRef<mlir::ModuleOp> module = getCompiler().compile(diagnostics);
  if (!module)
    fail(diagnostics);
  Size size;
  module->walk([&](mlir::Operation *) { ++size.operations; });
  size.statements = unsigned(source.count('\n'));
  return size;
}

void report(benchmark::State &state, Size size) {
  auto perUnit = [&](unsigned units) {
    return benchmark::Counter(units, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  };
  state.counters["per_line"] = perUnit(size.statements);
  state.counters["per_op"] = perUnit(size.operations);
}

void parse(benchmark::State &state, const char *source) {
  Size size = measure(source);
  ast::Context arena;
  for (auto _ : state) {
    arena.reset();
    frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
    benchmark::DoNotOptimize(frontend::parse(arena, diagnostics));
  }
  report(state, size);
}

void check(benchmark::State &state, const char *source) {
  Size size = measure(source);
  ast::Context arena;
  for (auto _ : state) {
    arena.reset();
    frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
    ast::Module *module = frontend::parse(arena, diagnostics);
    if (!sema::check(*module, diagnostics))
      fail(diagnostics);
  }
  report(state, size);
}

void compile(benchmark::State &state, const char *source) {
  Size size = measure(source);
  for (auto _ : state) {
    frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
    benchmark::DoNotOptimize(getCompiler().compile(diagnostics));
  }
  report(state, size);
}

/// The peer: MLIR's own parser reads the same module from text.
void parseMLIR(benchmark::State &state, const char *source) {
  Size size = measure(source);
  frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
  std::string text;
  llvm::raw_string_ostream os(text);
  getCompiler().compile(diagnostics)->print(os);
  mlir::ParserConfig config(&getContext(), /*verifyAfterParse=*/false);
  for (auto _ : state)
    benchmark::DoNotOptimize(mlir::parseSourceString<mlir::ModuleOp>(text, config));
  report(state, size);
}

/// A function of about `operations` operations, two a line.
std::string makeProgram(int64_t operations) {
  std::string source = "fn f(x: Tensor<f32, [4]>, y: Tensor<f32, [4]>) -> Tensor<f32, [4]> {\n    let v0 = x\n";
  for (int64_t i = 1; i <= operations / 2; ++i) {
    std::string last = std::to_string(i - 1);
    source += "    let v" + std::to_string(i) + " = v" + last + " * y + v" + last + "\n";
  }
  return source + "    v" + std::to_string(operations / 2) + "\n}\n";
}

void sizes(benchmark::State &state) {
  std::string source = makeProgram(state.range(0));
  Size size = measure(source);
  for (auto _ : state) {
    frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
    benchmark::DoNotOptimize(getCompiler().compile(diagnostics));
  }
  report(state, size);
  state.SetComplexityN(state.range(0));
}

/// The slope from 1,000 to 100,000 operations; the fastest of several runs of each.
void exponent(benchmark::State &state) {
  auto time = [](const std::string &source) {
    double best = INFINITY;
    for (int run = 0; run < 7; ++run) {
      auto begin = std::chrono::steady_clock::now();
      frontend::DiagnosticEngine diagnostics("benchmark.mind", source);
      benchmark::DoNotOptimize(getCompiler().compile(diagnostics));
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return best;
  };
  std::string small = makeProgram(1000), large = makeProgram(100000);
  for (auto _ : state)
    state.counters["exponent"] = std::log10(time(large) / time(small)) / 2;
}

} // namespace

BENCHMARK(sizes)->RangeMultiplier(10)->Range(1000, 100000)->Unit(benchmark::kMicrosecond)->Complexity();
BENCHMARK(exponent)->Iterations(1)->Unit(benchmark::kMillisecond);

int main(int argc, char **argv) {
  for (const Program &program : kPrograms) {
    std::string name = std::string("/") + program.name;
    benchmark::RegisterBenchmark(("parse" + name).c_str(), parse, program.source);
    benchmark::RegisterBenchmark(("check" + name).c_str(), check, program.source);
    benchmark::RegisterBenchmark(("compile" + name).c_str(), compile, program.source);
    benchmark::RegisterBenchmark(("mlir_parse" + name).c_str(), parseMLIR, program.source);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
