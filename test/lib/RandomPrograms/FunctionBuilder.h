//===- FunctionBuilder.h - one random function being made -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pool of values that a random function may use next, and the makers of
/// single operations. Shapes are right by construction.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TEST_LIB_RANDOMPROGRAMS_FUNCTIONBUILDER_H
#define MIND_TEST_LIB_RANDOMPROGRAMS_FUNCTIONBUILDER_H

#include "ProgramGenerator.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "llvm/ADT/SmallVector.h"

namespace mind::test {

using Shape = llvm::SmallVector<int64_t, 5>;

/// Which element types an operation takes.
enum class Kind { Any, Numeric, Float, Fraction, Integer, Whole, Bool };
bool accepts(Kind kind, DType dtype);

class FunctionBuilder {
public:
  FunctionBuilder(mlir::OpBuilder &builder, Random &random, const GeneratorOptions &options)
      : builder(builder), random(random), options(options) {}

  /// Adds about `count` operations at the insertion point.
  void addOperations(unsigned count, unsigned depth);

  /// Makes a value that later operations may take.
  void addToPool(mlir::Value value) { pool.push_back(value); }
  llvm::ArrayRef<mlir::Value> getPool() const { return pool; }

  /// The types that the function returns; an early exit needs them.
  llvm::SmallVector<mlir::Type> resultTypes;

  /// Values of the first `count` result types, as a return at this point takes.
  llvm::SmallVector<mlir::Value> makeResults(unsigned count);

  DType pickDType(Kind kind);
  Shape pickShape(unsigned maxRank = 5);

private:
  using Value = mlir::Value;
  using Type = mlir::RankedTensorType;

  // Operands.
  Value pick(Kind kind, unsigned minRank = 0, unsigned maxRank = 5);
  Value constant(DType dtype, llvm::ArrayRef<int64_t> shape);
  Value integerConstant(DType dtype, llvm::ArrayRef<int64_t> shape, int64_t low, int64_t high);
  Value valueOf(Type type);
  Value partner(Value value);
  Value broadcastTo(Value value, llvm::ArrayRef<int64_t> shape);
  Value scalarCondition();
  Type typeOf(Value value) { return llvm::cast<Type>(value.getType()); }
  Type type(DType dtype, llvm::ArrayRef<int64_t> shape);
  bool fits(llvm::ArrayRef<int64_t> shape);
  Shape broadcast(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);
  llvm::SmallVector<int64_t> pickAxes(int64_t rank, bool allowEmpty);

  /// What a smooth program takes instead.
  Kind narrow(Kind kind) const;
  Value number(double value);
  Value keepPositive(Value value);
  Value keepSmall(Value value);

  // Operations; each returns the new value, or null where the choice did not fit.
  Value makeOperation();
  Value makeBinary();
  Value makeProductSum();
  Value makeLogic();
  Value makeUnary();
  Value makeReduction();
  Value makeShape();
  Value makeSelection();
  Value makeInsertion();
  Value makeContraction();
  Value makeConvolution();
  Value makeSmoothOperation();
  Value makeSmoothBinary();
  Value makeSmoothUnary();
  void makeIf(unsigned depth);
  void makeWhile(unsigned depth);
  void makeExit(mlir::ValueRange counter);

  mlir::OpBuilder &builder;
  Random &random;
  const GeneratorOptions &options;
  llvm::SmallVector<Value> pool;
  /// The variables of the loops around the insertion point, innermost last.
  llvm::SmallVector<llvm::SmallVector<mlir::Type>> loops;
  /// The advanced counter of each of these loops.
  llvm::SmallVector<Value> counters;
};

} // namespace mind::test

#endif // MIND_TEST_LIB_RANDOMPROGRAMS_FUNCTIONBUILDER_H
