//===- Program.cpp - functions made ready to run --------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/PassFaults.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

const KernelTable &interpreter::getKernels() {
  static const KernelTable table = [] {
    KernelTable kernels;
    addElementwiseKernels(kernels);
    addUnaryKernels(kernels);
    addCastKernels(kernels);
    addConstantKernels(kernels);
    addReductionKernels(kernels);
    addContractionKernels(kernels);
    addConvolutionKernels(kernels);
    addMovementKernels(kernels);
    addSelectionKernels(kernels);
    addUpstreamKernels(kernels);
    addEffectKernels(kernels);
    return kernels;
  }();
  return table;
}

bool Program::fail(const char *code, const Twine &message, Operation *at) {
  *fault = {code, message.str()};
  if (at)
    fault->place = getPlace(at->getLoc());
  return false;
}

bool Program::prepare(ModuleOp source, StringRef name, rt::Fault &result) {
  module = source;
  fault = &result;
  entry = getFunction(name);
  if (!entry)
    return fail(rt::fault::kArgument, "the module has no function `" + name + "`");
  while (!pending.empty()) {
    FunctionCode *function = pending.back();
    pending.pop_back();
    if (!prepareFunction(*function))
      return false;
  }
  return true;
}

FunctionCode *Program::getFunction(StringRef name) {
  std::unique_ptr<FunctionCode> &code = functions[name];
  if (code)
    return code.get();
  auto op = module.lookupSymbol<func::FuncOp>(name);
  if (!op) {
    functions.erase(name);
    return nullptr;
  }
  code = std::make_unique<FunctionCode>();
  code->op = op;
  pending.push_back(code.get());
  return code.get();
}

unsigned Program::number(Value value) { return numbers.try_emplace(value, numbers.size()).first->second; }

bool Program::prepareFunction(FunctionCode &function) {
  if (!function.op.getBody().hasOneBlock())
    return fail("E5002", "the function `" + function.op.getName() + "` has no body, or one of several blocks",
                function.op);
  for (auto [i, type] : llvm::enumerate(function.op.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto dims = tensor ? dyn_cast_or_null<DimsAttr>(tensor.getEncoding()) : DimsAttr();
    if (!dims)
      continue;
    for (auto [axis, dim] : llvm::enumerate(dims.getDims()))
      if (auto name = dyn_cast<StringAttr>(dim))
        function.paramDims.push_back({unsigned(i), unsigned(axis), name});
  }
  numbers.clear();
  if (!prepareBlock(function.op.getBody().front(), function.body))
    return false;
  function.numValues = numbers.size();
  return true;
}

static StepKind getKind(Operation &op) {
  return llvm::TypeSwitch<Operation *, StepKind>(&op)
      .Case([](func::CallOp) { return StepKind::Call; })
      .Case([](IfOp) { return StepKind::MindIf; })
      .Case([](WhileOp) { return StepKind::MindWhile; })
      .Case([](scf::IfOp) { return StepKind::ScfIf; })
      .Case([](scf::WhileOp) { return StepKind::ScfWhile; })
      .Case([](scf::ForOp) { return StepKind::ScfFor; })
      .Case<YieldOp, scf::YieldOp>([](auto) { return StepKind::Yield; })
      .Case<ConditionOp, scf::ConditionOp>([](auto) { return StepKind::Condition; })
      .Case([](BreakOp) { return StepKind::Break; })
      .Case([](ContinueOp) { return StepKind::Continue; })
      .Case<ReturnOp, func::ReturnOp>([](auto) { return StepKind::Return; })
      .Default([](Operation *) { return StepKind::Kernel; });
}

static bool hasNamedDims(Operation &op) {
  return llvm::any_of(op.getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  });
}

bool Program::prepareOp(Operation &op, Instruction &instruction) {
  instruction.op = &op;
  instruction.kind = getKind(op);
  for (Value operand : op.getOperands())
    instruction.operands.push_back(number(operand));
  for (Value result : op.getResults())
    instruction.results.push_back(number(result));

  switch (instruction.kind) {
  case StepKind::Kernel: {
    auto it = getKernels().find(op.getName().getStringRef());
    if (it == getKernels().end())
      return fail("E5002", "the interpreter has no op `" + op.getName().getStringRef() + "`", &op);
    instruction.kernel = it->second;
    // What a cast gives may be a stand-in that is never read, of any extent.
    instruction.bindsNames = isa<MindDialect>(op.getDialect()) && hasNamedDims(op);
    instruction.isConstant = op.hasTrait<OpTrait::ConstantLike>();
    break;
  }
  case StepKind::Call: {
    StringRef name = cast<func::CallOp>(op).getCallee();
    instruction.callee = getFunction(name);
    if (!instruction.callee)
      return fail("E5002", "the module has no function `" + name + "`", &op);
    break;
  }
  default:
    instruction.regions.resize(op.getNumRegions());
    for (auto [region, code] : llvm::zip_equal(op.getRegions(), instruction.regions)) {
      if (region.empty())
        continue;
      if (!region.hasOneBlock())
        return fail("E5002", "a region of `" + op.getName().getStringRef() + "` has several blocks", &op);
      if (!prepareBlock(region.front(), code))
        return false;
    }
  }
  return true;
}

namespace {
/// The op of a block that is the last to use a value of the block.
struct LastUse {
  Operation *op = nullptr;
  /// Whether the op's regions use it.
  bool isNested = false;
};
} // namespace

static LastUse getLastUse(Value value, Block &block) {
  LastUse last;
  for (Operation *user : value.getUsers()) {
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    if (!last.op || last.op->isBeforeInBlock(ancestor))
      last = {ancestor, user != ancestor};
    else if (last.op == ancestor && user != ancestor)
      last.isNested = true;
  }
  return last;
}

bool Program::prepareBlock(Block &block, BlockCode &code) {
  struct Values {
    SmallVector<unsigned, 2> dying, moving;
  };
  llvm::DenseMap<Operation *, Values> lists;
  auto addUse = [&](LastUse last, unsigned value) {
    lists[last.op].dying.push_back(value);
    if (!last.isNested)
      lists[last.op].moving.push_back(value);
  };
  for (BlockArgument arg : block.getArguments()) {
    code.args.push_back(number(arg));
    if (LastUse last = getLastUse(arg, block); last.op)
      addUse(last, code.args.back());
    else
      code.unusedArgs.push_back(code.args.back());
  }
  code.body.reserve(block.getOperations().size());
  for (Operation &op : block) {
    Instruction &instruction = code.body.emplace_back();
    if (!prepareOp(op, instruction))
      return false;
    for (auto [result, value] : llvm::zip_equal(op.getResults(), instruction.results)) {
      LastUse last = getLastUse(result, block);
      addUse(last.op ? last : LastUse{&op, true}, value);
    }
  }
  for (Instruction &instruction : code.body) {
    auto it = lists.find(instruction.op);
    if (it == lists.end())
      continue;
    instruction.dying.assign(it->second.dying.begin(), it->second.dying.end());
    instruction.moving.assign(it->second.moving.begin(), it->second.moving.end());
  }
  return true;
}
