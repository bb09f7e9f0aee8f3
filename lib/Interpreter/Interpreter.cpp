//===- Interpreter.cpp - one run of a function ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Interpreter/Interpreter.h"

#include "Executor.h"
#include "Stack.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

Outcome interpreter::run(ModuleOp module, StringRef name, ArrayRef<rt::Tensor> args, raw_ostream &out,
                         const std::map<std::string, int64_t> &dims) {
  Outcome outcome;
  rt::Fault fault;
  Program program;
  if (!program.prepare(module, name, fault)) {
    outcome.fault = std::move(fault);
    return outcome;
  }
  FunctionCode *entry = program.getEntry();
  std::map<std::string, int64_t> bound = dims;
  if (!rt::bindDims(getSignature(entry->op), args, bound, fault)) {
    outcome.fault = std::move(fault);
    return outcome;
  }
  Machine machine{out};
  bool isDone = false;
  runOnLargeStack([&](const char *stackBase, size_t stackBudget) {
    machine.stackBase = stackBase;
    machine.stackBudget = stackBudget;
    isDone = Executor(machine).call(*entry, args, bound);
  });
  if (!isDone) {
    outcome.fault = std::move(machine.fault);
    return outcome;
  }
  outcome.results = std::move(machine.passed);
  for (rt::Tensor &result : outcome.results) {
    if (result.canonicalizeNaNs(fault))
      continue;
    outcome.fault = std::move(fault);
    outcome.results.clear();
    break;
  }
  return outcome;
}
