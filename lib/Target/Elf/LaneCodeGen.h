//===- LaneCodeGen.h - lane programs as instructions ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_LANECODEGEN_H
#define MIND_LIB_TARGET_ELF_LANECODEGEN_H

#include "LaneMemory.h"

#include "llvm/ADT/SmallVector.h"

#include <functional>

namespace mind::elf {

/// Emits the steps of a program for one vector of elements. Registers are given out
/// as the steps come; when there are none, the value that is needed last goes to the
/// stack. Constants stay in memory. Besides vectors only rax, rdx and rcx of the
/// scalar steps (divisions, conversions of i64) change, and rcx not.
class LaneCodeGen {
public:
  struct Leaf {
    Xbyak::RegExp base;
    /// In elements; 0 where all lanes are the same element.
    int64_t stride;
  };
  /// Gets each output, in order, in a register that may be changed.
  using Sink = std::function<void(unsigned output, int reg)>;

  /// Vector registers from `firstRegister` to 14 are free; 15 always is.
  LaneCodeGen(Assembler &as, const LaneProgram &program, int firstRegister = 0);

  unsigned getNumLanes() const { return lanes; }

  void emit(unsigned count, llvm::ArrayRef<Leaf> leaves, const Sink &sink);

private:
  struct Value {
    int reg = -1;
    int slot = -1;
    /// The steps that use it, ascending, and how many are behind us.
    llvm::SmallVector<unsigned, 4> uses;
    unsigned nextUse = 0;
  };

  bool wideOf(LaneType type) const { return isWide(type) ? true : lanes == 8; }
  Xbyak::Xmm r(int reg, LaneType type) const { return vec(reg, wideOf(type)); }
  bool isConstant(uint16_t id) const { return program.steps[id].op == LaneOp::Constant; }
  Xbyak::Address constantOf(uint16_t id);
  unsigned getNextUse(const Value &value) const {
    return value.nextUse < value.uses.size() ? value.uses[value.nextUse] : ~0u;
  }

  /// A register for a step's own use, until the step ends or makes it a value's.
  int takeRegister();
  void freeRegister(int reg) { owner[reg] = kFree; }
  /// The register that holds an operand, until the step ends.
  int use(uint16_t id);
  /// Calls `emit` with the operand as it lies: a register, or memory for constants and
  /// spilled values.
  template <typename Emit>
  void withOperand(uint16_t id, LaneType type, Emit emit);
  void release(uint16_t id);

  void emitStep(unsigned index);
  void emitBinary(const LaneStep &step, int first, int target);
  void emitFma(const LaneStep &step);
  void emitMaxMin(const LaneStep &step, int target);
  void emitMulI64(const LaneStep &step, int target);
  void emitCompareI(const LaneStep &step, int target);
  void emitShift(const LaneStep &step, int target);
  void emitConversion(const LaneStep &step, int target);
  void emitScalar(const LaneStep &step, int target);
  void emitScalarLane(const LaneStep &step, unsigned lane, int a, int b, int out);

  Assembler &as;
  const LaneProgram &program;
  int firstRegister;
  unsigned lanes, count = 0, current = 0;
  llvm::ArrayRef<Leaf> leaves;
  llvm::SmallVector<Value, 32> values;
  static constexpr int kFree = -1, kTemp = -2;
  /// The value that each register holds.
  int owner[16];
  bool isPinned[16];
  llvm::SmallVector<bool, 32> isSlotUsed;
};

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_LANECODEGEN_H
