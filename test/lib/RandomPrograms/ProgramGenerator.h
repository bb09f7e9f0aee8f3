//===- ProgramGenerator.h - random programs of the dialect ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes verified functions at random: every operation of the dialect that has a
/// value, on every element type that it takes, ranks 0 to 5, extents 0 to 64,
/// with structural control flow. The same seed makes the same program on every
/// machine: the generator's numbers come from a generator of its own and never
/// from the C++ library's distributions, which differ between libraries.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_RANDOMPROGRAMS_PROGRAMGENERATOR_H
#define MIND_TEST_LIB_RANDOMPROGRAMS_PROGRAMGENERATOR_H

#include "Mind/Runtime/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include <cstdint>
#include <vector>

namespace mind::test {

/// SplitMix64: one multiplication chain a number, equal everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next();
  /// A number in `[0, bound)`; 0 for bound 0.
  uint64_t below(uint64_t bound) { return bound ? next() % bound : 0; }
  bool oneIn(uint64_t n) { return below(n) == 0; }
  template <typename T, size_t N>
  const T &pick(const T (&array)[N]) {
    return array[below(N)];
  }

private:
  uint64_t state;
};

/// What a program is made of.
struct GeneratorOptions {
  unsigned operations = 12;   ///< about how many operations a function has
  int64_t maxElements = 4096; ///< of any one tensor
  bool controlFlow = true;    ///< mind.if, mind.while and early exits
  /// Floats are f64 and ordinary numbers, and every operation has a derivative.
  bool isSmooth = false;
};

/// One random function and the arguments to call it with.
struct RandomProgram {
  mlir::func::FuncOp function;
  std::vector<rt::Tensor> arguments;
};

/// Random elements of `dtype`: ordinary numbers, and now and then a NaN, an
/// infinity, a zero of either sign, a subnormal or an extreme integer. Ordinary f64 lie
/// in [0.3, 1.7) or are minus that, ordinary integers in [-9, 9].
rt::Tensor randomTensor(Random &random, DType dtype, llvm::ArrayRef<int64_t> shape, bool isOrdinary = false);

/// Appends a function named `name` to the module that `builder` stands in.
RandomProgram generateProgram(mlir::OpBuilder &builder, llvm::StringRef name, uint64_t seed,
                              const GeneratorOptions &options);

} // namespace mind::test

#endif // MIND_TEST_LIB_RANDOMPROGRAMS_PROGRAMGENERATOR_H
