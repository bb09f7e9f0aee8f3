//===- FunctionEmitter.h - code for one function ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_FUNCTIONEMITTER_H
#define MIND_LIB_TARGET_ELF_FUNCTIONEMITTER_H

#include "Assembler.h"
#include "LaneBuilder.h"
#include "Plan.h"

#include "Mind/Runtime/Fault.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringMap.h"

namespace mind::elf {

/// What the functions of a module share while code is made.
struct ModuleState {
  ModuleState(size_t gap, Processor processor) : as(gap, processor) {}

  Assembler as;
  /// Where control goes when a run ends early: back to the host, with the fault set;
  /// with rax = index and rdx = extent; for want of a value; for want of stack.
  Xbyak::Label exit, indexFault, noValueFault, recursionFault;
  llvm::StringMap<Xbyak::Label> functions;
  /// Whether open calls are counted.
  bool countsCalls = false;
};

class FunctionEmitter {
public:
  FunctionEmitter(ModuleState &state, mlir::func::FuncOp function);

  /// False with E5002 for what has no code yet; the fault names the op.
  bool emit(rt::Fault &fault);
  int64_t getFrameBytes() const { return plan.getFrameBytes(); }
  /// For each result whether its NaNs are canonical already (N2).
  llvm::ArrayRef<bool> getCanonicalResults() const { return canonicalResults; }

private:
  bool fail(mlir::Operation *op, const llvm::Twine &reason);
  bool emitBlock(mlir::Block &block);
  bool emitOp(mlir::Operation &op);
  bool emitConstant(mlir::Operation &op);
  bool emitMovement(mlir::Operation &op);
  bool emitContraction(mlir::Operation &op);
  bool emitElementwise(mlir::Operation &op);
  bool emitElements(mlir::Operation &op);
  bool emitIf(mlir::scf::IfOp op);
  bool emitWhile(mlir::scf::WhileOp op);
  bool emitFor(mlir::scf::ForOp op);
  bool emitCall(mlir::func::CallOp op);
  bool emitPrint(mlir::Operation &op);
  bool emitAssert(mlir::Operation &op);
  /// Moves the operands of a terminator, from `first` on, to places of others.
  void emitMoves(mlir::Operation *terminator, unsigned first, mlir::ValueRange targets);

  Place placeOf(mlir::Value value) { return plan.getPlace(value); }
  /// A place that can be read; literals get one in the constants.
  Place readablePlace(mlir::Value value);
  ValueType typeOf(mlir::Value value) { return *getValueType(value.getType()); }

  /// The lanes of an op, and of what is fused into it.
  Lane buildLane(mlir::Operation *op, LoopNest &nest, llvm::DenseMap<mlir::Value, Lane> &known);
  Lane buildOperand(mlir::Value value, mlir::Operation *user, LoopNest &nest,
                    llvm::DenseMap<mlir::Value, Lane> &known);

  ModuleState &state;
  Assembler &as;
  /// Notes that an op is about to make a result, for hosts, where it is to lie.
  bool makesResult(mlir::Operation &op);

  mlir::func::FuncOp function;
  Plan plan;
  llvm::SmallVector<bool, 4> canonicalResults;
  rt::Fault *fault = nullptr;
};

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_FUNCTIONEMITTER_H
