//===- PlanTest.cpp - where the values of a function lie ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Target/Elf/Plan.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mind;
using namespace mind::elf;

namespace {

/// A function in which each op has one result, and its plan.
class Planned {
public:
  explicit Planned(const std::string &text) {
    context.loadDialect<MindDialect, arith::ArithDialect, func::FuncDialect, scf::SCFDialect, tensor::TensorDialect>();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return;
    function = *module->getOps<func::FuncOp>().begin();
    plan = std::make_unique<Plan>(function, Processor::V3);
    for (Operation &op : function.getBody().front().without_terminator())
      ops.push_back(&op);
  }

  elf::Place placeOf(unsigned i) { return plan->getPlace(ops[i]->getResult(0)); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  std::unique_ptr<Plan> plan;
  std::vector<Operation *> ops;
};

constexpr int64_t kMatrix = 32 * 32 * 4;

TEST(PlanTest, TwoPlacesForAChain) {
  Planned f("func.func @f(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {\n"
            "  %a = mind.transpose %x perm [1, 0] : tensor<32x32xf32>\n"
            "  %b = mind.transpose %a perm [1, 0] : tensor<32x32xf32>\n"
            "  %c = mind.transpose %b perm [1, 0] : tensor<32x32xf32>\n"
            "  %d = mind.transpose %c perm [1, 0] : tensor<32x32xf32>\n"
            "  return %d : tensor<32x32xf32>\n}\n");
  ASSERT_EQ(f.ops.size(), 4u);
  EXPECT_EQ(f.placeOf(0).base, elf::Place::Frame);
  EXPECT_NE(f.placeOf(0), f.placeOf(1));
  EXPECT_EQ(f.placeOf(0), f.placeOf(2));
  // The result is computed where the caller wants it: behind the pointer of the argument.
  EXPECT_EQ(f.placeOf(3), (elf::Place{elf::Place::Slot, 8}));
  // The two pointers fill the first 64 bytes.
  EXPECT_EQ(f.plan->getFrameBytes(), 64 + 2 * kMatrix);
}

TEST(PlanTest, WritesOverWhatEndsWithIt) {
  Planned f("func.func @f(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {\n"
            "  %a = mind.transpose %x perm [1, 0] : tensor<32x32xf32>\n"
            "  %b = mind.relu %a : tensor<32x32xf32>\n"
            "  %c = mind.transpose %b perm [1, 0] : tensor<32x32xf32>\n"
            "  return %c : tensor<32x32xf32>\n}\n");
  ASSERT_EQ(f.ops.size(), 3u);
  EXPECT_EQ(f.placeOf(0), f.placeOf(1));
  EXPECT_EQ(f.plan->getFrameBytes(), 64 + kMatrix);
}

TEST(PlanTest, NotOverWhatIsReadLater) {
  Planned f("func.func @f(%x: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {\n"
            "  %a = mind.transpose %x perm [1, 0] : tensor<32x32xf32>\n"
            "  %b = mind.relu %a : tensor<32x32xf32>\n"
            "  %c = mind.transpose %b perm [1, 0] : tensor<32x32xf32>\n"
            "  %d = mind.transpose %a perm [1, 0] : tensor<32x32xf32>\n"
            "  return %c, %d : tensor<32x32xf32>, tensor<32x32xf32>\n}\n");
  ASSERT_EQ(f.ops.size(), 4u);
  EXPECT_NE(f.placeOf(0), f.placeOf(1));
  EXPECT_EQ(f.plan->getFrameBytes(), 64 + 2 * kMatrix);
}

TEST(PlanTest, NotOverAnOperandOfOtherPositions) {
  // An element of the row is read for each row that is written.
  Planned f("func.func @f(%x: tensor<1x32x32xf32>) -> tensor<32x32x32xf32> {\n"
            "  %a = mind.transpose %x perm [0, 2, 1] : tensor<1x32x32xf32>\n"
            "  %b = mind.broadcast_to %a : tensor<1x32x32xf32> -> tensor<32x32x32xf32>\n"
            "  %c = mind.transpose %b perm [2, 1, 0] : tensor<32x32x32xf32>\n"
            "  return %c : tensor<32x32x32xf32>\n}\n");
  ASSERT_EQ(f.ops.size(), 3u);
  EXPECT_NE(f.placeOf(0).offset, f.placeOf(1).offset);
}

TEST(PlanTest, ViewsShare) {
  Planned f("func.func @f(%x: tensor<32x32xf32>) -> (tensor<32x16xf32>, tensor<32x32xf32>) {\n"
            "  %a = mind.transpose %x perm [1, 0] : tensor<32x32xf32>\n"
            "  %b = mind.reshape %a : tensor<32x32xf32> -> tensor<1024xf32>\n"
            "  %c = mind.slice %b axes [0] starts [512] ends [?] strides [1] : tensor<1024xf32>\n"
            "  %d = mind.reshape %c : tensor<512xf32> -> tensor<16x32xf32>\n"
            // The place of what all of these show may not be taken before the last is read.
            "  %e = mind.transpose %x perm [1, 0] : tensor<32x32xf32>\n"
            "  %f = mind.transpose %e perm [1, 0] : tensor<32x32xf32>\n"
            "  %g = mind.transpose %d perm [1, 0] : tensor<16x32xf32>\n"
            "  return %g, %f : tensor<32x16xf32>, tensor<32x32xf32>\n}\n");
  ASSERT_EQ(f.ops.size(), 7u);
  EXPECT_EQ(f.placeOf(0), f.placeOf(1));
  EXPECT_EQ(f.placeOf(0).advanced(512 * 4), f.placeOf(2));
  EXPECT_EQ(f.placeOf(2), f.placeOf(3));
  EXPECT_GE(std::abs(f.placeOf(4).offset - f.placeOf(0).offset), kMatrix);
}

TEST(PlanTest, FusedAndLiteralsHaveNoPlace) {
  Planned f("func.func @f(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {\n"
            "  %two = mind.fill 2.0 : tensor<32x32xf32>\n"
            "  %a = mind.mul %x, %two : tensor<32x32xf32>, tensor<32x32xf32>\n"
            "  %b = mind.relu %a : tensor<32x32xf32>\n"
            "  return %b : tensor<32x32xf32>\n}\n");
  ASSERT_EQ(f.ops.size(), 3u);
  EXPECT_TRUE(f.plan->isLiteral(f.ops[0]->getResult(0)));
  EXPECT_TRUE(f.plan->isFused(f.ops[1]));
  EXPECT_FALSE(f.plan->isFused(f.ops[2]));
  EXPECT_EQ(f.placeOf(1).base, elf::Place::None);
  EXPECT_EQ(f.plan->getFrameBytes(), 64);
}

TEST(PlanTest, LoopVariablesLiveAsLongAsTheLoop) {
  Planned f("func.func @f(%x: tensor<32x32xf32>, %n: i64, %one: i64) -> tensor<32x32xf32> {\n"
            "  %a = mind.transpose %x perm [1, 0] : tensor<32x32xf32>\n"
            "  %r = scf.for %i = %one to %n step %one iter_args(%v = %x) -> (tensor<32x32xf32>) : i64 {\n"
            "    %s = mind.transpose %v perm [1, 0] : tensor<32x32xf32>\n"
            "    %t = mind.add %s, %a : tensor<32x32xf32>, tensor<32x32xf32>\n"
            "    %u = mind.transpose %t perm [1, 0] : tensor<32x32xf32>\n"
            "    scf.yield %u : tensor<32x32xf32>\n  }\n"
            "  return %r : tensor<32x32xf32>\n}\n");
  ASSERT_EQ(f.ops.size(), 2u);
  // %a is read in every turn, so that nothing of the loop may lie there.
  auto loop = cast<scf::ForOp>(f.ops[1]);
  int64_t a = f.placeOf(0).offset;
  for (Operation &op : loop.getBody()->without_terminator()) {
    elf::Place place = f.plan->getPlace(op.getResult(0));
    EXPECT_TRUE(place.base != elf::Place::Frame || std::abs(place.offset - a) >= kMatrix);
  }
  // The variable is one of the loop's and its result.
  EXPECT_EQ(f.plan->getPlace(loop.getRegionIterArgs()[0]), f.placeOf(1));
}

//===----------------------------------------------------------------------===//
// Against a second opinion
//===----------------------------------------------------------------------===//

/// When a value is made and read last, found by looking at everything.
struct Life {
  unsigned begin, end;
};

class Checker {
public:
  explicit Checker(Planned &f) : f(f) {
    for (auto [i, op] : llvm::enumerate(f.ops))
      positions[op] = unsigned(i + 1);
  }

  void check() {
    for (size_t i = 0; i < f.ops.size(); ++i)
      for (size_t j = 0; j < f.ops.size(); ++j)
        checkPair(f.ops[i], f.ops[j]);
    for (Operation *op : f.ops)
      checkScratch(op);
  }

private:
  /// When the op runs: with the one that it is computed in.
  unsigned when(Operation *op) {
    while (f.plan->isFused(op))
      op = *op->getUsers().begin();
    return op->getNumResults() ? positions.lookup(op) : unsigned(f.ops.size() + 1);
  }
  static Operation *getShown(Operation *op) {
    int64_t offset;
    Value operand = getViewedOperand(op, offset);
    return operand ? operand.getDefiningOp() : nullptr;
  }
  Operation *getBase(Operation *op) {
    while (Operation *shown = getShown(op))
      op = shown;
    return op;
  }
  /// Of a value and of all that show it.
  Life getLife(Operation *base) {
    Life life{positions.lookup(base), positions.lookup(base)};
    for (Operation *op : f.ops)
      if (getBase(op) == base)
        for (Operation *user : op->getUsers())
          life.end = std::max(life.end, when(user));
    return life;
  }
  bool overlap(elf::Place a, int64_t aBytes, elf::Place b, int64_t bBytes) {
    return a.base == elf::Place::Frame && b.base == elf::Place::Frame && a.offset < b.offset + bBytes &&
           b.offset < a.offset + aBytes;
  }
  int64_t bytesOf(Operation *op) { return getValueType(op->getResult(0).getType())->getBytes(); }
  elf::Place placeOf(Operation *op) { return f.plan->getPlace(op->getResult(0)); }

  /// What is made later may lie over what nobody reads any more, or be made in place.
  void checkPair(Operation *early, Operation *late) {
    Operation *first = getBase(early), *second = getBase(late);
    if (first == second || positions.lookup(first) >= positions.lookup(second) || second != late ||
        !overlap(placeOf(early), bytesOf(early), placeOf(late), bytesOf(late)))
      return;
    Life life = getLife(first);
    unsigned begin = positions.lookup(second);
    bool isInPlace = life.end == begin && isElementwise(second) && placeOf(first) == placeOf(second);
    EXPECT_TRUE(life.end < begin || isInPlace);
  }

  void checkScratch(Operation *op) {
    int64_t bytes = getScratchBytes(op, Processor::V3);
    elf::Place scratch = f.plan->getScratch(op);
    for (Operation *other : f.ops) {
      Life life = getLife(getBase(other));
      if (bytes && life.begin <= positions.lookup(op) && positions.lookup(op) <= life.end)
        EXPECT_FALSE(overlap(scratch, bytes, placeOf(other), bytesOf(other)));
    }
    EXPECT_LE(placeOf(op).base == elf::Place::Frame ? placeOf(op).offset + bytesOf(op) : 0, f.plan->getFrameBytes());
  }

  Planned &f;
  llvm::DenseMap<Operation *, unsigned> positions;
};

TEST(PlanTest, NothingLivesWhereAnotherDoes) {
  uint64_t state = 1;
  auto next = [&](uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  };
  for (unsigned round = 0; round < 300; ++round) {
    // Squares of two sizes and two widths: in place only where all of that agrees.
    const std::string types[] = {"tensor<16x16xf32>", "tensor<8x8xf64>"};
    std::vector<std::string> values[2] = {{"%x"}, {"%y"}};
    std::string text = "func.func @f(%x: " + types[0] + ", %y: " + types[1] + ") -> (" + types[0] + ", " + types[1] + ") {\n";
    for (unsigned i = 0; i < 24; ++i) {
      unsigned kind = unsigned(next(2));
      auto pick = [&] {
        // Often a late one, or everything would live to the end.
        size_t count = values[kind].size();
        return values[kind][count - 1 - next(std::min<uint64_t>(count, next(3) ? 3 : count))];
      };
      const std::string &type = types[kind];
      std::string name = "%v" + std::to_string(i), op;
      switch (next(6)) {
      case 0:
        op = "mind.transpose " + pick() + " perm [1, 0] : " + type;
        break;
      case 1:
        op = "mind.relu " + pick() + " : " + type;
        break;
      case 2:
        op = "mind.add " + pick() + ", " + pick() + " : " + type + ", " + type;
        break;
      case 3:
        op = "mind.matmul " + pick() + ", " + pick() + " : " + type + ", " + type;
        break;
      case 4: {
        // There and back: two views.
        std::string flat = kind ? "tensor<64xf64>" : "tensor<256xf32>";
        text += "  " + name + "f = mind.reshape " + pick() + " : " + type + " -> " + flat + "\n";
        op = "mind.reshape " + name + "f : " + flat + " -> " + type;
        break;
      }
      default:
        op = "mind.unary exp " + pick() + " : " + type;
      }
      text += "  " + name + " = " + op + "\n";
      values[kind].push_back(name);
    }
    text += "  return " + values[0].back() + ", " + values[1].back() + " : " + types[0] + ", " + types[1] + "\n}\n";
    Planned f(text);
    ASSERT_TRUE(f.plan) << text;
    Checker(f).check();
    ASSERT_FALSE(::testing::Test::HasFailure()) << text;
  }
}

} // namespace
