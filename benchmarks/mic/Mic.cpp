//===- Mic.cpp - mic@3 against MLIR's bytecode ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One module of 10,000 operations in both forms. encode/* and decode/* are for the whole
// module; each reports what one operation took. decode/create makes the same operations
// by Operation::create alone, from types, names and attributes that are at hand: what any
// reader has to pay. check/* is what `mindc verify` does over flat memory: validation,
// the SSA check, and the hash. Sizes stand as counters. What ends in -f64 is for a module
// of functions of scalars; with encode/mic3-inferred one of them makes the writer infer the
// types of all as a reader will.
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Frontend.h"
#include "Mind/Frontend/MLIRGen.h"
#include "Mind/Target/Mic/Format/VerifySSA.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

using namespace mlir;
using namespace mind;

namespace {

enum Kind { Tensors, Scalars, Inferred };

/// Statements of arithmetic, one function for every thousand.
std::string getScalarSource(unsigned numStatements) {
  std::string source;
  llvm::raw_string_ostream os(source);
  constexpr unsigned kPerFunction = 1000;
  for (unsigned begin = 0; begin < numStatements; begin += kPerFunction) {
    os << "pub fn f" << begin / kPerFunction << "(x: f64, y: f64) -> f64 {\n    let v0 = x\n";
    for (unsigned i = 1; i < kPerFunction; ++i) {
      os << "    let v" << i << " = v" << i - 1;
      switch (i % 4) {
      case 0:
        os << " * y\n";
        break;
      case 1:
        os << " + " << i << ".5\n";
        break;
      case 2:
        os << " / x\n";
        break;
      default:
        os << " - v" << (i > 9 ? i - 9 : 0) << "\n";
        break;
      }
    }
    os << "    v" << kPerFunction - 1 << "\n}\n";
  }
  return source;
}

/// Statements like those of a network, one function for every thousand.
std::string getSource(unsigned numStatements) {
  std::string source;
  llvm::raw_string_ostream os(source);
  constexpr unsigned kPerFunction = 1000;
  for (unsigned begin = 0; begin < numStatements; begin += kPerFunction) {
    os << "pub fn f" << begin / kPerFunction
       << "(x: Tensor<f32, [64, 64]>, w: Tensor<f32, [64, 64]>, b: Tensor<f32, [64]>) -> Tensor<f32, [64, 64]> {\n"
       << "    let v0 = x\n";
    for (unsigned i = 1; i < kPerFunction; ++i) {
      os << "    let v" << i << " = ";
      switch (i % 5) {
      case 0:
        os << "v" << i - 1 << " @ w\n";
        break;
      case 1:
        os << "v" << i - 1 << " + b\n";
        break;
      case 2:
        os << "relu(v" << i - 1 << ")\n";
        break;
      case 3:
        os << "v" << i - 1 << " * v" << (i > 9 ? i - 9 : 0) << "\n";
        break;
      default:
        os << "v" << i - 1 << ".T - x\n";
        break;
      }
    }
    os << "    v" << kPerFunction - 1 << "\n}\n";
  }
  return source;
}

MLIRContext &getContext() {
  static MLIRContext context(MLIRContext::Threading::DISABLED);
  return context;
}

struct Workload {
  OwningOpRef<ModuleOp> module;
  mic::Bytes mic3;
  std::string bytecode;
  uint64_t numOps = 0;
};

std::string toBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os)))
    std::abort();
  return bytes;
}

template <Kind kind>
const Workload &getWorkload() {
  static const Workload workload = [] {
    Workload made;
    Compiler compiler(getContext());
    std::string source = kind == Tensors ? getSource(10000) : getScalarSource(10000);
    // Nothing tells the type of its parameter, so the writer infers those of the whole module.
    if (kind == Inferred)
      source += "pub fn same(x: f64) -> f64 { x }\n";
    frontend::DiagnosticEngine diagnostics("mic.mind", source);
    made.module = compiler.compile(diagnostics);
    if (!made.module) {
      frontend::renderDiagnostics(llvm::errs(), diagnostics, {});
      std::abort();
    }
    made.module->walk([&](Operation *) { ++made.numOps; });
    if (failed(mic::writeMic3(*made.module, {}, made.mic3)))
      std::abort();
    made.bytecode = toBytecode(*made.module);
    return made;
  }();
  return workload;
}

void setPerOp(benchmark::State &state, const Workload &workload) {
  state.counters["per_op"] =
      benchmark::Counter(double(workload.numOps), benchmark::Counter::kIsIterationInvariantRate |
                                                           benchmark::Counter::kInvert);
}

template <Kind kind>
void encodeMic3(benchmark::State &state) {
  const Workload &workload = getWorkload<kind>();
  mic::Bytes bytes;
  for (auto _ : state) {
    (void)_;
    if (failed(mic::writeMic3(*workload.module, {}, bytes)))
      std::abort();
    benchmark::DoNotOptimize(bytes.data());
  }
  setPerOp(state, workload);
  state.counters["bytes_per_op"] = double(bytes.size()) / workload.numOps;
}

template <Kind kind>
void encodeBytecode(benchmark::State &state) {
  const Workload &workload = getWorkload<kind>();
  size_t size = 0;
  for (auto _ : state) {
    (void)_;
    size = toBytecode(*workload.module).size();
  }
  setPerOp(state, workload);
  state.counters["bytes_per_op"] = double(size) / workload.numOps;
}

template <Kind kind>
void decodeMic3(benchmark::State &state) {
  const Workload &workload = getWorkload<kind>();
  for (auto _ : state) {
    (void)_;
    mic::FormatError error;
    OwningOpRef<ModuleOp> module = mic::readMic3(workload.mic3, getContext(), {}, error);
    if (!module)
      std::abort();
    benchmark::DoNotOptimize(module.get());
    state.PauseTiming();
    module = {};
    state.ResumeTiming();
  }
  setPerOp(state, workload);
}

template <Kind kind>
void decodeBytecode(benchmark::State &state) {
  const Workload &workload = getWorkload<kind>();
  ParserConfig config(&getContext(), /*verifyAfterParse=*/false);
  for (auto _ : state) {
    (void)_;
    Block block;
    if (failed(readBytecodeFile(llvm::MemoryBufferRef(workload.bytecode, "module"), &block, config)))
      std::abort();
    benchmark::DoNotOptimize(&block.front());
    state.PauseTiming();
    block.clear();
    state.ResumeTiming();
  }
  setPerOp(state, workload);
}

/// What an operation is made of, with its operands as numbers.
struct Recipe {
  OperationName name;
  SmallVector<Type, 1> types;
  SmallVector<unsigned, 3> operands;
  Operation *model;
};

template <Kind kind>
void decodeCreate(benchmark::State &state) {
  const Workload &workload = getWorkload<kind>();
  // The operations of each function; the functions are too few to count.
  std::vector<Recipe> recipes;
  std::vector<SmallVector<Type>> params;
  std::vector<size_t> ends;
  for (Operation &function : workload.module.get().getBodyRegion().front()) {
    llvm::DenseMap<Value, unsigned> numbers;
    Block &body = function.getRegion(0).front();
    for (BlockArgument argument : body.getArguments())
      numbers.try_emplace(argument, numbers.size());
    params.emplace_back(llvm::to_vector(body.getArgumentTypes()));
    for (Operation &op : body) {
      Recipe recipe{op.getName(), llvm::to_vector<1>(op.getResultTypes()), {}, &op};
      for (Value operand : op.getOperands())
        recipe.operands.push_back(numbers.lookup(operand));
      for (Value result : op.getResults())
        numbers.try_emplace(result, numbers.size());
      recipes.push_back(std::move(recipe));
    }
    ends.push_back(recipes.size());
  }
  Location loc = UnknownLoc::get(&getContext());
  std::vector<Value> values;
  SmallVector<Value, 4> operands;
  for (auto _ : state) {
    (void)_;
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    Region regions;
    size_t next = 0;
    for (auto [types, end] : llvm::zip_equal(params, ends)) {
      auto *block = new Block();
      regions.push_back(block);
      values.clear();
      for (Type type : types)
        values.push_back(block->addArgument(type, loc));
      for (; next != end; ++next) {
        const Recipe &recipe = recipes[next];
        operands.clear();
        for (unsigned operand : recipe.operands)
          operands.push_back(values[operand]);
        Operation *op = Operation::create(loc, recipe.name, recipe.types, operands, DictionaryAttr::get(&getContext()),
                                          recipe.model->getPropertiesStorage(), BlockRange(), 0);
        block->push_back(op);
        llvm::append_range(values, op->getResults());
      }
    }
    benchmark::DoNotOptimize(&regions);
    state.PauseTiming();
    regions.dropAllReferences();
    regions.getBlocks().clear();
    state.ResumeTiming();
  }
  setPerOp(state, workload);
}

template <Kind kind>
void checkFlat(benchmark::State &state) {
  const Workload &workload = getWorkload<kind>();
  for (auto _ : state) {
    (void)_;
    mic::File file;
    mic::FormatError error;
    mic::SSAReport ssa;
    if (!mic::readFile(workload.mic3, file, error, ssa) || !ssa.isValid)
      std::abort();
    benchmark::DoNotOptimize(mic::getTraceHash(file));
  }
  state.SetBytesProcessed(int64_t(state.iterations()) * workload.mic3.size());
  setPerOp(state, workload);
}

BENCHMARK(encodeMic3<Tensors>)->Name("encode/mic3")->Unit(benchmark::kMicrosecond);
BENCHMARK(encodeBytecode<Tensors>)->Name("encode/bytecode")->Unit(benchmark::kMicrosecond);
BENCHMARK(decodeMic3<Tensors>)->Name("decode/mic3")->Unit(benchmark::kMicrosecond);
BENCHMARK(decodeBytecode<Tensors>)->Name("decode/bytecode")->Unit(benchmark::kMicrosecond);
BENCHMARK(decodeCreate<Tensors>)->Name("decode/create")->Unit(benchmark::kMicrosecond);
BENCHMARK(checkFlat<Tensors>)->Name("check/flat")->Unit(benchmark::kMicrosecond);
BENCHMARK(encodeMic3<Scalars>)->Name("encode/mic3-f64")->Unit(benchmark::kMicrosecond);
BENCHMARK(encodeMic3<Inferred>)->Name("encode/mic3-inferred")->Unit(benchmark::kMicrosecond);
BENCHMARK(encodeBytecode<Scalars>)->Name("encode/bytecode-f64")->Unit(benchmark::kMicrosecond);
BENCHMARK(decodeMic3<Scalars>)->Name("decode/mic3-f64")->Unit(benchmark::kMicrosecond);
BENCHMARK(decodeBytecode<Scalars>)->Name("decode/bytecode-f64")->Unit(benchmark::kMicrosecond);
BENCHMARK(decodeCreate<Scalars>)->Name("decode/create-f64")->Unit(benchmark::kMicrosecond);
BENCHMARK(checkFlat<Scalars>)->Name("check/flat-f64")->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
