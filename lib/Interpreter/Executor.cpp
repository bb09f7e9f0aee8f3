//===- Executor.cpp - blocks, control flow and calls ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

static bool isTrue(const rt::Tensor &flag) { return *flag.data<uint8_t>() != 0; }

bool Executor::isStackLow() const {
  char here = 0;
  const char *top = &here;
  return size_t(top < machine.stackBase ? machine.stackBase - top : top - machine.stackBase) > machine.stackBudget;
}

//===----------------------------------------------------------------------===//
// Values that move between blocks
//===----------------------------------------------------------------------===//

void Executor::enter(Frame &frame, const BlockCode &block, unsigned skip) {
  for (auto [arg, value] : llvm::zip_equal(llvm::drop_begin(block.args, skip), machine.passed))
    frame.values[arg] = std::move(value);
  machine.passed.clear();
  for (unsigned arg : block.unusedArgs)
    frame.values[arg] = rt::Tensor();
}

void Executor::pass(Frame &frame, const Instruction &instruction, unsigned skip) {
  machine.passed.clear();
  ArrayRef<unsigned> operands = ArrayRef(instruction.operands).drop_front(skip);
  for (unsigned value : operands)
    machine.passed.push_back(frame.values[value]);
  // The last user gives its hold up, so that what receives the value owns it.
  for (unsigned value : operands)
    if (instruction.isMoving(value))
      frame.values[value] = rt::Tensor();
}

Exit Executor::finish(Frame &frame, const Instruction &instruction) {
  for (auto [result, value] : llvm::zip_equal(instruction.results, machine.passed))
    frame.values[result] = std::move(value);
  machine.passed.clear();
  return Exit::Yield;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Exit Executor::runBlock(Frame &frame, const BlockCode &block) {
  for (const Instruction &instruction : block.body) {
    Exit exit = Exit::Yield;
    switch (instruction.kind) {
    case StepKind::Kernel: {
      if (instruction.isConstant && instruction.constant) {
        frame.values[instruction.results[0]] = instruction.constant;
        break;
      }
      Step step(machine, frame, instruction);
      if (!instruction.kernel(step)) {
        machine.locate(instruction.op);
        return Exit::Fault;
      }
      if (instruction.isConstant)
        instruction.constant = frame.values[instruction.results[0]];
      break;
    }
    case StepKind::Yield:
      pass(frame, instruction);
      return Exit::Yield;
    case StepKind::Condition:
      // The condition is the first operand; scf passes values on besides.
      pass(frame, instruction);
      return Exit::Condition;
    case StepKind::Break:
      pass(frame, instruction);
      return Exit::Break;
    case StepKind::Continue:
      pass(frame, instruction);
      return Exit::Continue;
    case StepKind::Return:
      pass(frame, instruction);
      return Exit::Return;
    default:
      if (isStackLow()) {
        machine.fault = rt::makeRecursionFault();
        return Exit::Fault;
      }
      exit = runInstruction(frame, instruction);
      if (exit == Exit::Fault)
        machine.locate(instruction.op);
      if (exit != Exit::Yield)
        return exit;
    }
    if (instruction.bindsNames) {
      for (auto [result, value] : llvm::zip_equal(instruction.op->getResults(), instruction.results)) {
        auto dims = dyn_cast_or_null<DimsAttr>(cast<RankedTensorType>(result.getType()).getEncoding());
        if (!dims)
          continue;
        for (auto [dim, extent] : llvm::zip_equal(dims.getDims(), frame.values[value].shape()))
          if (auto name = dyn_cast<StringAttr>(dim))
            frame.dims.try_emplace(name, extent);
      }
    }
    for (unsigned value : instruction.dying)
      frame.values[value] = rt::Tensor();
  }
  // A block without a terminator, as that of a script's module has.
  machine.passed.clear();
  return Exit::Yield;
}

Exit Executor::runInstruction(Frame &frame, const Instruction &instruction) {
  switch (instruction.kind) {
  case StepKind::Call:
    return runCall(frame, instruction);
  case StepKind::MindIf:
  case StepKind::ScfIf:
    return runIf(frame, instruction, isTrue(frame.values[instruction.operands[0]]));
  case StepKind::MindWhile:
  case StepKind::ScfWhile:
    return runWhile(frame, instruction);
  default:
    return runFor(frame, instruction);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Exit Executor::runIf(Frame &frame, const Instruction &instruction, bool condition) {
  machine.passed.clear();
  // An absent region is an empty block.
  Exit exit = runBlock(frame, instruction.regions[condition ? 0 : 1]);
  return exit == Exit::Yield ? finish(frame, instruction) : exit;
}

Exit Executor::runWhile(Frame &frame, const Instruction &instruction) {
  const BlockCode &before = instruction.regions[0], &body = instruction.regions[1];
  bool passesOn = instruction.kind == StepKind::ScfWhile;
  pass(frame, instruction);
  while (true) {
    std::vector<rt::Tensor> variables;
    if (!passesOn)
      variables = machine.passed;
    enter(frame, before);
    Exit exit = runBlock(frame, before);
    if (exit != Exit::Condition)
      return exit;
    bool goesOn = isTrue(machine.passed.front());
    if (passesOn)
      machine.passed.erase(machine.passed.begin());
    else
      machine.passed = std::move(variables);
    if (!goesOn)
      return finish(frame, instruction);

    enter(frame, body);
    exit = runBlock(frame, body);
    if (exit == Exit::Break)
      return finish(frame, instruction);
    if (exit != Exit::Yield && exit != Exit::Continue)
      return exit;
  }
}

Exit Executor::runFor(Frame &frame, const Instruction &instruction) {
  auto bound = [&](unsigned i) {
    const rt::Tensor &value = frame.values[instruction.operands[i]];
    return value.dtype() == DType::I32 ? int64_t(*value.data<int32_t>()) : *value.data<int64_t>();
  };
  int64_t low = bound(0), high = bound(1), step = bound(2);
  DType dtype = frame.values[instruction.operands[0]].dtype();
  const BlockCode &body = instruction.regions[0];
  pass(frame, instruction, 3);
  for (int64_t i = low; i < high;) {
    enter(frame, body, 1);
    if (!llvm::is_contained(body.unusedArgs, body.args[0]))
      frame.values[body.args[0]] =
          dtype == DType::I32 ? rt::Tensor::scalar(dtype, int32_t(i)) : rt::Tensor::scalar(dtype, i);
    Exit exit = runBlock(frame, body);
    if (exit != Exit::Yield)
      return exit;
    if (step <= 0 || i > INT64_MAX - step)
      break;
    i += step;
  }
  return finish(frame, instruction);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Exit Executor::runCall(Frame &frame, const Instruction &instruction) {
  pass(frame, instruction);
  std::vector<rt::Tensor> args = std::move(machine.passed);
  return call(*instruction.callee, std::move(args)) ? finish(frame, instruction) : Exit::Fault;
}

bool Executor::call(const FunctionCode &function, std::vector<rt::Tensor> args,
                    const std::map<std::string, int64_t> &dims) {
  func::FuncOp op = function.op;
  if (machine.depth == rt::kMaxCallDepth || isStackLow()) {
    machine.fault = rt::makeRecursionFault();
    return false;
  }
  Frame frame(function);
  for (const auto &[name, extent] : dims)
    frame.dims.try_emplace(StringAttr::get(op.getContext(), name), extent);
  for (const ParamDim &dim : function.paramDims) {
    int64_t extent = args[dim.param].shape()[dim.axis];
    int64_t bound = frame.dims.try_emplace(dim.name, extent).first->second;
    if (bound == extent)
      continue;
    fail(rt::fault::kArgument, "the dim `" + dim.name.getValue() + "` of `" + op.getName() + "` is " + Twine(bound) +
                                   " in one argument and " + Twine(extent) + " in another");
    return false;
  }
  machine.passed = std::move(args);
  enter(frame, function.body);
  ++machine.depth;
  Exit exit = runBlock(frame, function.body);
  --machine.depth;
  return exit == Exit::Return;
}
