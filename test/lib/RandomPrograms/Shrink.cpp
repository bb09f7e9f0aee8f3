//===- Shrink.cpp - the smallest program that shows a difference ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mind;
using namespace mind::test;

namespace {

constexpr char kName[] = "f";

/// A function with its arguments in a module of its own.
struct Candidate {
  OwningOpRef<ModuleOp> module;
  std::vector<rt::Tensor> arguments;
  std::string difference;
};

class Shrinker {
public:
  Shrinker(const Executor &oracle, const Executor &other) : oracle(oracle), other(other) {}

  std::string shrink(func::FuncOp function, ArrayRef<rt::Tensor> arguments) {
    Candidate best = getWhole(function, arguments);
    if (!differs(best))
      return "the difference depends on the other functions of its module\n" + show(best);
    // An early exit fixes the results of the function, so it stays whole.
    bool leavesEarly = false;
    function.walk([&](ReturnOp) { leavesEarly = true; });
    if (leavesEarly)
      return show(best);
    for (Operation &op : function.getBody().front().without_terminator()) {
      Candidate prefix = getPrefix(function, op, op.getResults(), arguments);
      if (!differs(prefix))
        continue;
      Candidate single = getSingle(function, op, arguments);
      return show(single.module && differs(single) ? single : prefix);
    }
    return show(best);
  }

private:
  interpreter::Outcome run(const Executor &executor, Candidate &candidate) {
    return executor.load(*candidate.module)(kName, candidate.arguments);
  }

  bool differs(Candidate &candidate) {
    std::optional<std::string> difference = compareOutcomes(run(oracle, candidate), run(other, candidate));
    candidate.difference = difference.value_or("");
    return difference.has_value();
  }

  static Candidate getWhole(func::FuncOp function, ArrayRef<rt::Tensor> arguments) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
    auto clone = cast<func::FuncOp>(function->clone());
    clone.setName(kName);
    module->push_back(clone);
    return {std::move(module), arguments.vec(), ""};
  }

  /// The function up to `last`, returning `values`.
  static Candidate getPrefix(func::FuncOp function, Operation &last, ValueRange values,
                             ArrayRef<rt::Tensor> arguments) {
    OpBuilder builder(function.getContext());
    Location loc = function.getLoc();
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
    auto type = builder.getFunctionType(function.getArgumentTypes(), values.getTypes());
    auto prefix = func::FuncOp::create(builder, loc, kName, type);
    IRMapping mapping;
    Block *body = prefix.addEntryBlock();
    mapping.map(function.getArguments(), body->getArguments());
    builder.setInsertionPointToStart(body);
    for (Operation &op : function.getBody().front()) {
      builder.clone(op, mapping);
      if (&op == &last)
        break;
    }
    SmallVector<Value> results;
    for (Value value : values)
      results.push_back(mapping.lookup(value));
    func::ReturnOp::create(builder, loc, results);
    return {std::move(module), arguments.vec(), ""};
  }

  /// `op` alone on the operands that the oracle computes for it; nothing if it has
  /// regions, which may use more than its operands.
  Candidate getSingle(func::FuncOp function, Operation &op, ArrayRef<rt::Tensor> arguments) {
    if (op.getNumRegions() != 0)
      return {};
    std::vector<rt::Tensor> operands;
    if (op.getNumOperands() != 0) {
      Candidate inputs = getPrefix(function, op, op.getOperands(), arguments);
      interpreter::Outcome outcome = run(oracle, inputs);
      if (outcome.fault)
        return {};
      operands = outcome.results;
    }
    OpBuilder builder(op.getContext());
    OwningOpRef<ModuleOp> module = ModuleOp::create(op.getLoc());
    builder.setInsertionPointToStart(module->getBody());
    auto type = builder.getFunctionType(op.getOperandTypes(), op.getResultTypes());
    auto single = func::FuncOp::create(builder, op.getLoc(), kName, type);
    IRMapping mapping;
    Block *body = single.addEntryBlock();
    builder.setInsertionPointToStart(body);
    Operation *clone = builder.clone(op);
    clone->setOperands(body->getArguments());
    func::ReturnOp::create(builder, op.getLoc(), clone->getResults());
    return {std::move(module), std::move(operands), ""};
  }

  static std::string show(Candidate &candidate) {
    std::string text;
    llvm::raw_string_ostream os(text);
    candidate.module->print(os);
    for (auto [i, argument] : llvm::enumerate(candidate.arguments)) {
      os << "argument " << i << ", " << getDTypeName(argument.dtype()) << rt::formatShape(argument.shape()) << ':';
      const auto *bytes = static_cast<const uint8_t *>(argument.rawData());
      unsigned width = getByteSize(argument.dtype());
      constexpr int64_t kShown = 32;
      for (int64_t k = 0; k < std::min(argument.numElements(), kShown); ++k) {
        os << " 0x";
        for (unsigned b = width; b-- > 0;)
          os << llvm::format_hex_no_prefix(bytes[k * width + b], 2);
      }
      os << (argument.numElements() > kShown ? " ...\n" : "\n");
    }
    os << candidate.difference << '\n';
    return text;
  }

  const Executor &oracle;
  const Executor &other;
};

} // namespace

std::string test::shrink(func::FuncOp function, ArrayRef<rt::Tensor> arguments, const Executor &oracle,
                         const Executor &other) {
  return Shrinker(oracle, other).shrink(function, arguments);
}

std::optional<std::string> test::compareOutcomes(const interpreter::Outcome &expected,
                                                 const interpreter::Outcome &found) {
  auto describe = [](const std::optional<rt::Fault> &fault) { return fault ? rt::toString(*fault) : "no fault"; };
  // The wording of a fault may differ, its code may not.
  if (expected.fault.has_value() != found.fault.has_value() ||
      (expected.fault && expected.fault->code != found.fault->code))
    return describe(expected.fault) + " against " + describe(found.fault);
  if (expected.fault)
    return std::nullopt;
  if (expected.results.size() != found.results.size())
    return std::to_string(expected.results.size()) + " results against " + std::to_string(found.results.size());
  for (size_t i = 0; i < expected.results.size(); ++i) {
    const rt::Tensor &a = expected.results[i], &b = found.results[i];
    if (a.isIdenticalTo(b))
      continue;
    std::string where = "result " + std::to_string(i);
    if (a.dtype() != b.dtype() || a.shape() != b.shape())
      return where + " has another type";
    const auto *left = static_cast<const uint8_t *>(a.rawData()), *right = static_cast<const uint8_t *>(b.rawData());
    unsigned width = getByteSize(a.dtype());
    int64_t k = 0;
    while (std::equal(left + k * width, left + (k + 1) * width, right + k * width))
      ++k;
    std::string text;
    llvm::raw_string_ostream os(text);
    os << where << " of " << getDTypeName(a.dtype()) << rt::formatShape(a.shape()) << " differs at element " << k
       << ": 0x";
    for (unsigned byte = width; byte-- > 0;)
      os << llvm::format_hex_no_prefix(left[k * width + byte], 2);
    os << " against 0x";
    for (unsigned byte = width; byte-- > 0;)
      os << llvm::format_hex_no_prefix(right[k * width + byte], 2);
    return text;
  }
  return std::nullopt;
}
