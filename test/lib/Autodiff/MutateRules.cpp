//===- MutateRules.cpp - faults in rules that a table must notice ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops of the table are marked before they are differentiated. What has no mark in a
// derivative, or has one and depends on the seed (rules copy ops), was built by a rule,
// that of the op at the same location.
//
//===----------------------------------------------------------------------===//

#include "GradientTable.h"
#include "Mutants.h"
#include "TestDialect.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;
using namespace mind::test;

static constexpr StringLiteral kPrimalAttrName = "mind_test.primal";

/// `mind.add`, `mind.unary exp`.
static std::string getRuleName(Operation *op) {
  std::string name = op->getName().getStringRef().str();
  if (auto unary = dyn_cast<UnaryOp>(op))
    name += " " + stringifyUnaryKind(unary.getKind()).str();
  return name;
}

namespace {

/// The values of a derivative that depend on its seeds.
class Dependence {
public:
  Dependence(func::FuncOp derivative, unsigned firstSeed) {
    for (Value seed : derivative.getArguments().drop_front(firstSeed))
      values.insert(seed);
    size_t size;
    do {
      size = values.size();
      derivative.walk([&](Operation *op) { visit(op); });
    } while (values.size() != size);
  }

  bool contains(Operation *op) const {
    auto depends = [&](Value value) { return values.contains(value); };
    return llvm::any_of(op->getOperands(), depends) || llvm::any_of(op->getResults(), depends);
  }

private:
  void hand(ValueRange from, ValueRange to) {
    for (auto [source, target] : llvm::zip_equal(from, to))
      if (values.contains(source))
        values.insert(target);
  }

  void visit(Operation *op) {
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      hand(loop.getInits(), loop.getBeforeArguments());
      hand(loop.getConditionOp().getArgs(), loop.getAfterArguments());
      hand(loop.getConditionOp().getArgs(), loop.getResults());
      hand(loop.getYieldOp().getOperands(), loop.getBeforeArguments());
    } else if (auto choice = dyn_cast<scf::IfOp>(op)) {
      for (Region &region : choice->getRegions())
        if (!region.empty())
          hand(region.front().getTerminator()->getOperands(), choice.getResults());
    } else if (contains(op)) {
      values.insert(op->result_begin(), op->result_end());
    }
  }

  DenseSet<Value> values;
};

/// The values that the last results of a derivative, as many as there are in its row, are made of.
class Need {
public:
  Need(func::FuncOp derivative, size_t numResults) {
    need(derivative.front().getTerminator()->getOperands().take_back(numResults));
    size_t size;
    do {
      size = values.size();
      derivative.walk([&](Operation *op) { visit(op); });
    } while (values.size() != size);
  }

  bool contains(Value value) const { return values.contains(value); }

private:
  void need(ValueRange range) { values.insert(range.begin(), range.end()); }

  /// What is handed to needed values is needed.
  void fetch(ValueRange from, ValueRange to) {
    for (auto [source, target] : llvm::zip_equal(from, to))
      if (values.contains(target))
        values.insert(source);
  }

  void visit(Operation *op) {
    if (llvm::none_of(op->getResults(), [&](Value result) { return values.contains(result); }))
      return;
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      need(loop.getConditionOp().getCondition());
      fetch(loop.getConditionOp().getArgs(), loop.getResults());
      fetch(loop.getConditionOp().getArgs(), loop.getAfterArguments());
      fetch(loop.getInits(), loop.getBeforeArguments());
      fetch(loop.getYieldOp().getOperands(), loop.getBeforeArguments());
      return;
    }
    need(op->getOperands());
    for (Region &region : op->getRegions())
      if (!region.empty())
        fetch(region.front().getTerminator()->getOperands(), op->getResults());
  }

  DenseSet<Value> values;
};

/// Makes faults in the derivatives of every row of a table (GradientTable.h), one at a
/// time, and counts those that change no value of the row. At most one in a hundred may.
struct MutateRules : PassWrapper<MutateRules, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MutateRules)

  StringRef getArgument() const override { return "mind-test-mutate-rules"; }
  StringRef getDescription() const override { return "Count the faults in rules that a table of values notices"; }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    module.walk([&](Operation *op) {
      op->setAttr(kPrimalAttrName, UnitAttr::get(&getContext()));
      // The location of a call is that of what its callee's values are handed to.
      if (!isa<ModuleOp, func::FuncOp>(op) && !op->hasTrait<OpTrait::IsTerminator>())
        owners.try_emplace(op->getLoc(), getRuleName(op));
    });
    Differentiator differentiator(module);
    for (func::FuncOp function : functions) {
      FailureOr<std::vector<Expectation>> row = readRow(function);
      if (failed(row))
        return signalPassFailure();
      for (const Expectation &expectation : *row) {
        FailureOr<func::FuncOp> derivative = derive(differentiator, function, expectation.kind, /*isBundled=*/false);
        if (failed(derivative))
          return signalPassFailure();
        // What is wrong by itself tells nothing of its faults.
        if (std::optional<std::string> wrong = check(module, *derivative, expectation)) {
          function.emitError() << "the " << getKindName(expectation.kind) << " of `" << function.getName()
                               << "`: " << *wrong;
          return signalPassFailure();
        }
        mutate(function, *derivative, expectation);
      }
    }
    llvm::outs() << numMutants << " mutants, " << numKilled << " killed\n";
    for (const auto &[rule, count] : mutantsOfRules)
      llvm::outs() << "  " << rule << ": " << count << '\n';
    if (numMutants == 0 || numKilled * 100 < numMutants * 99)
      signalPassFailure();
  }

private:
  void mutate(func::FuncOp function, func::FuncOp derivative, const Expectation &expectation) {
    Dependence dependence(derivative, function.getNumArguments());
    Need need(derivative, expectation.expected.size());
    SmallVector<Operation *> built;
    derivative.walk([&](Operation *op) {
      if (op != derivative && (!op->hasAttr(kPrimalAttrName) || dependence.contains(op)))
        built.push_back(op);
    });
    for (Operation *op : built)
      for (const Mutant &mutant : getMutants(op, [&](Value value) { return need.contains(value); }))
        run(function, derivative, op, mutant, expectation);
  }

  void run(func::FuncOp function, func::FuncOp derivative, Operation *op, const Mutant &mutant,
           const Expectation &expectation) {
    IRMapping mapping;
    auto copy = cast<func::FuncOp>(derivative->clone(mapping));
    copy.setName("mutant");
    getOperation().push_back(copy);
    mutant.apply(mapping.lookup(op));
    bool isValid;
    {
      ScopedDiagnosticHandler silence(&getContext(), [](Diagnostic &) { return success(); });
      isValid = succeeded(verify(copy));
    }
    if (isValid) {
      auto owner = owners.find(op->getLoc());
      std::string rule = owner == owners.end() ? "no rule" : owner->second;
      ++numMutants;
      ++mutantsOfRules[rule];
      if (check(getOperation(), copy, expectation))
        ++numKilled;
      else
        llvm::outs() << "survivor: " << function.getName() << ' ' << getKindName(expectation.kind) << ", " << rule
                     << ": " << getRuleName(op) << ", " << mutant.name << '\n';
    }
    copy.erase();
  }

  DenseMap<Location, std::string> owners;
  /// In the order of the names.
  std::map<std::string, unsigned> mutantsOfRules;
  unsigned numMutants = 0, numKilled = 0;
};

} // namespace

void test::registerMutateRules() { PassRegistration<MutateRules>(); }
