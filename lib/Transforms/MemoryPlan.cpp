//===- MemoryPlan.cpp - What functions keep, and why ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan is that of `mind-recompute-values`: the same lifetimes, the same bytes. Of
// each function it shows the values that are alive where the function needs most, and
// who reads each of them last; loops and branches are one line with what they need
// inside.
//
//===----------------------------------------------------------------------===//

#include "Mind/Transforms/MemoryPlan.h"

#include "Lifetimes.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/Checkpoint.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mind;

/// `unary exp at 3:13`.
static std::string describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName().stripDialect();
  if (auto unary = dyn_cast<UnaryOp>(op))
    os << ' ' << stringifyUnaryKind(unary.getKind());
  if (auto call = dyn_cast<func::CallOp>(op))
    os << ' ' << call.getCallee();
  if (auto place = op->getLoc()->findInstanceOf<FileLineColRange>())
    os << " at " << place.getStartLine() << ':' << place.getStartColumn();
  return text;
}

static void printBlock(Block &block, const Lifetimes &lifetimes, llvm::raw_ostream &os) {
  Lifetimes::Peak peak = lifetimes.getPeak();
  for (Operation &op : block) {
    int64_t inner = lifetimes.getTime(&op) == (peak.time & ~1u) ? lifetimes.getInnerBytes(op) : 0;
    if (inner)
      os << llvm::format("%14lld  ", static_cast<long long>(inner)) << "inside of " << describe(&op) << '\n';
    for (Value result : op.getResults()) {
      if (!lifetimes.takesMemory(result) || lifetimes.getBegin(result) > peak.time ||
          lifetimes.getEnd(result) < peak.time)
        continue;
      os << llvm::format("%14lld  ", static_cast<long long>(getEstimatedBytes(result.getType()))) << describe(&op);
      if (Operation *reader = lifetimes.getLastReader(result))
        os << ", read last by " << describe(reader);
      os << '\n';
    }
  }
}

void mind::printMemoryPlan(ModuleOp module, llvm::raw_ostream &os) {
  FunctionPeaks peaks = findFunctionPeaks(module);
  auto budget = module->getAttrOfType<IntegerAttr>(kMemoryBudgetAttrName);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      continue;
    int64_t peak = peaks.lookup(function.getName());
    os << function.getName() << ": " << peak << " bytes at a time";
    if (budget && peak > budget.getInt())
      os << ", more than the budget of " << budget.getInt();
    os << '\n';
    for (Block &block : function.getBody())
      printBlock(block, Lifetimes(block, peaks), os);
  }
}
