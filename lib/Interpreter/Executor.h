//===- Executor.h - blocks, control flow and calls --------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MIND_LIB_INTERPRETER_EXECUTOR_H
#define MIND_LIB_INTERPRETER_EXECUTOR_H

#include "Step.h"

namespace mind::interpreter {

/// How a block ended. All but Fault leave values in Machine::passed.
enum class Exit { Yield, Condition, Break, Continue, Return, Fault };

class Executor {
public:
  explicit Executor(Machine &machine) : machine(machine) {}

  /// Runs a function whose arguments have the right dtypes and ranks. The results
  /// are in Machine::passed; false after a fault.
  bool call(const FunctionCode &function, std::vector<rt::Tensor> args,
            const std::map<std::string, int64_t> &dims = {});

private:
  Exit runBlock(Frame &frame, const BlockCode &block);
  Exit runInstruction(Frame &frame, const Instruction &instruction);
  Exit runIf(Frame &frame, const Instruction &instruction, bool condition);
  Exit runWhile(Frame &frame, const Instruction &instruction);
  Exit runFor(Frame &frame, const Instruction &instruction);
  Exit runCall(Frame &frame, const Instruction &instruction);

  Exit fail(const char *code, const llvm::Twine &message) {
    machine.fault = {code, message.str()};
    return Exit::Fault;
  }
  /// Moves Machine::passed to the arguments of a block; `skip` are left out.
  void enter(Frame &frame, const BlockCode &block, unsigned skip = 0);
  /// Makes Machine::passed of the operands from `skip` on.
  void pass(Frame &frame, const Instruction &instruction, unsigned skip = 0);
  /// Moves Machine::passed to the results.
  Exit finish(Frame &frame, const Instruction &instruction);
  bool isStackLow() const;

  Machine &machine;
};

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_EXECUTOR_H
