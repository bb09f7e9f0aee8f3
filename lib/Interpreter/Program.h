//===- Program.h - functions made ready to run ------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Before it runs, each function is gone through once: values get numbers, ops
/// their kernels, and for each op is noted which values it is the last to use, so
/// that memory is given back as soon as may be.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_INTERPRETER_PROGRAM_H
#define MIND_LIB_INTERPRETER_PROGRAM_H

#include "Mind/Runtime/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <vector>

namespace mind::interpreter {

class Step;

/// Computes the results of one op. False after Step::fail.
using Kernel = bool (*)(Step &step);
/// Kernels by the name of the op.
using KernelTable = llvm::StringMap<Kernel>;

/// What an op is to the executor, which does control flow itself.
enum class StepKind : uint8_t {
  Kernel,
  Call,
  MindIf,
  MindWhile,
  ScfIf,
  ScfWhile,
  ScfFor,
  // Terminators: they say how their block ends, and with which values.
  Yield,
  Condition,
  Break,
  Continue,
  Return,
};

struct BlockCode;
struct FunctionCode;

struct Instruction {
  mlir::Operation *op;
  StepKind kind;
  Kernel kernel = nullptr;
  /// Whether the names of dims in the result types become known with the results.
  bool bindsNames = false;
  bool isConstant = false;
  /// Numbers of the values.
  llvm::SmallVector<unsigned, 3> operands;
  llvm::SmallVector<unsigned, 1> results;
  /// What a constant is; made when it is first executed.
  mutable rt::Tensor constant;
  /// Values that nothing uses after this op, and those of its results that
  /// nothing uses at all.
  llvm::SmallVector<unsigned, 2> dying;
  /// Those of them that are operands and that the op's regions do not use: they
  /// may change their owner.
  llvm::SmallVector<unsigned, 2> moving;
  std::vector<BlockCode> regions;
  FunctionCode *callee = nullptr;

  bool isMoving(unsigned value) const { return llvm::is_contained(moving, value); }
};

struct BlockCode {
  llvm::SmallVector<unsigned, 4> args;
  /// Arguments that nothing uses.
  llvm::SmallVector<unsigned, 2> unusedArgs;
  std::vector<Instruction> body;
};

/// A named dim of a parameter.
struct ParamDim {
  unsigned param;
  unsigned axis;
  mlir::StringAttr name;
};

struct FunctionCode {
  mlir::func::FuncOp op;
  unsigned numValues = 0;
  std::vector<ParamDim> paramDims;
  BlockCode body;
};

/// The functions that are reachable from one.
class Program {
public:
  /// False with a fault for an op that has no kernel, a function without a body,
  /// or one that does not exist.
  bool prepare(mlir::ModuleOp module, llvm::StringRef entry, rt::Fault &fault);

  FunctionCode *getEntry() const { return entry; }

private:
  FunctionCode *getFunction(llvm::StringRef name);
  bool prepareFunction(FunctionCode &function);
  bool prepareBlock(mlir::Block &block, BlockCode &code);
  bool prepareOp(mlir::Operation &op, Instruction &instruction);
  unsigned number(mlir::Value value);
  /// `at`: what cannot be interpreted.
  bool fail(const char *code, const llvm::Twine &message, mlir::Operation *at = nullptr);

  mlir::ModuleOp module;
  FunctionCode *entry = nullptr;
  llvm::StringMap<std::unique_ptr<FunctionCode>> functions;
  /// Functions whose bodies are still to be gone through.
  std::vector<FunctionCode *> pending;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  rt::Fault *fault = nullptr;
};

/// All kernels; each group is in the file of its name.
const KernelTable &getKernels();

void addElementwiseKernels(KernelTable &table);
void addUnaryKernels(KernelTable &table);
void addCastKernels(KernelTable &table);
void addConstantKernels(KernelTable &table);
void addReductionKernels(KernelTable &table);
void addContractionKernels(KernelTable &table);
void addConvolutionKernels(KernelTable &table);
void addMovementKernels(KernelTable &table);
void addSelectionKernels(KernelTable &table);
void addUpstreamKernels(KernelTable &table);
void addEffectKernels(KernelTable &table);

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_PROGRAM_H
