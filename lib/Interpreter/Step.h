//===- Step.h - one op that is executed -------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel sees: its op, the operands as tensors, and a place for results.
/// Every value is an rt::Tensor; an upstream `i1`, `index` or float is one of rank
/// 0, and `index` an i64.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_INTERPRETER_STEP_H
#define MIND_LIB_INTERPRETER_STEP_H

#include "Program.h"

#include "Mind/Support/PassFaults.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace mind::interpreter {

using Shape = std::vector<int64_t>;

/// The dtype that values of an IR type have here; nothing if there is none.
std::optional<DType> getStorageDType(mlir::Type type);

/// A function that is running.
struct Frame {
  explicit Frame(const FunctionCode &function) : values(function.numValues) {}

  std::vector<rt::Tensor> values;
  /// Extents of the names that arguments and results have bound.
  llvm::SmallDenseMap<mlir::StringAttr, int64_t, 4> dims;
};

/// What is common to all functions of a run.
struct Machine {
  llvm::raw_ostream &out;
  rt::Fault fault;
  /// What a terminator passes on.
  std::vector<rt::Tensor> passed;
  unsigned depth = 0;
  /// The address of a local variable near the bottom of the host's stack, and how
  /// many bytes from there on programs may take; kernels need some more.
  const char *stackBase = nullptr;
  size_t stackBudget = 0;

  /// Gives the fault its place, unless an operation within has done so.
  void locate(mlir::Operation *op) {
    if (fault.place.line == 0)
      fault.place = getPlace(op->getLoc());
  }
};

class Step {
public:
  Step(Machine &machine, Frame &frame, const Instruction &instruction)
      : machine(machine), frame(frame), instruction(instruction) {}

  mlir::Operation *getOp() const { return instruction.op; }
  template <typename OpTy>
  OpTy getOp() const {
    return llvm::cast<OpTy>(instruction.op);
  }

  unsigned getNumOperands() const { return instruction.operands.size(); }
  const rt::Tensor &operand(unsigned i) const { return frame.values[instruction.operands[i]]; }
  /// The operand as its only owner, if nothing uses it afterwards; else shared.
  rt::Tensor takeOperand(unsigned i);

  /// The declared type of a result.
  mlir::RankedTensorType getResultType(unsigned i = 0) const {
    return llvm::cast<mlir::RankedTensorType>(instruction.op->getResult(i).getType());
  }
  DType getResultDType() const { return *getStorageDType(instruction.op->getResult(0).getType()); }

  /// Memory for the only result, whose elements are still to be written. Null
  /// after a fault.
  rt::Tensor *allocate(DType dtype, Shape shape);
  /// The only result.
  bool setResult(rt::Tensor tensor) {
    frame.values[instruction.results[0]] = std::move(tensor);
    return true;
  }

  /// The extents of a type: those of named dims are found in the operands or in
  /// what the function has bound. False with a fault if one is unknown. With
  /// `numElements`, one named dim that is unknown is what is left of that many.
  bool resolveShape(mlir::RankedTensorType type, Shape &shape, int64_t numElements = -1);

  llvm::raw_ostream &out() const { return machine.out; }

  /// Sets the fault; for `return step.fail(...)`.
  bool fail(const char *code, const llvm::Twine &message) {
    machine.fault = {code, message.str()};
    return false;
  }
  bool fail(rt::Fault fault) {
    machine.fault = std::move(fault);
    return false;
  }

private:
  Machine &machine;
  Frame &frame;
  const Instruction &instruction;
};

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_STEP_H
