//===- CoreOpsTest.cpp - the dialect's groups of ops ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir;

namespace {

/// The mnemonics of the dialect's ops that have a trait.
template <template <typename> class Trait> std::set<std::string> getOpsWith(MLIRContext &context) {
  std::set<std::string> names;
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (op.getDialectNamespace() == "mind" && op.hasTrait<Trait>())
      names.insert(op.stripDialect().str());
  return names;
}

struct OpGroups : ::testing::Test {
  OpGroups() { context.loadDialect<mind::MindDialect>(); }
  MLIRContext context;
};

TEST_F(OpGroups, CoreIsNineteen) {
  std::set<std::string> expected = {"constant", "fill",        "add",     "sub",   "mul",   "div",    "sum",
                                    "mean",     "reshape",     "squeeze", "index", "slice", "gather", "transpose",
                                    "dot",      "expand_dims", "matmul",  "relu",  "conv2d"};
  ASSERT_EQ(expected.size(), 19u);
  EXPECT_EQ(getOpsWith<mind::CoreOp>(context), expected);
}

TEST_F(OpGroups, EveryOpIsInOneGroup) {
  size_t numOps = 0;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    if (op.getDialectNamespace() != "mind")
      continue;
    int groups = op.hasTrait<mind::CoreOp>() + op.hasTrait<mind::SupportOp>() + op.hasTrait<mind::StructureOp>() +
                 op.hasTrait<mind::EffectOp>();
    EXPECT_EQ(groups, 1) << op.getStringRef().str();
    ++numOps;
  }
  EXPECT_GT(numOps, 40u);
}

} // namespace
