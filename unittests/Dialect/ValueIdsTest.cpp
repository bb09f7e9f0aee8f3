//===- ValueIdsTest.cpp - the numbering of values -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mic/IR/ValueIds.h"
#include "Mind/Target/Mic/Mic3.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mind;

namespace {

struct ValueIdsTest : testing::Test {
  ValueIdsTest() : context(MLIRContext::Threading::DISABLED) {
    loadMicExtension(context);
    context.loadDialect<func::FuncDialect>();
  }

  OwningOpRef<ModuleOp> parse(StringRef text) { return parseSourceString<ModuleOp>(text, &context); }

  static mic::Bytes write(ModuleOp module) {
    mic::Bytes bytes;
    EXPECT_TRUE(succeeded(mic::writeMic3(module, {}, bytes)));
    return bytes;
  }

  MLIRContext context;
};

/// Every op that defines more or fewer ids than one.
constexpr StringRef program = R"(
func.func @two(%a: tensor<i64>, %b: tensor<i64>) -> (tensor<i64>, tensor<i1>) {
  %c = mind.compare lt %a, %b : tensor<i64>, tensor<i64>
  %r:2 = mind.if %c -> (tensor<2xi1>, tensor<2xi64>) {
    mind.return %a, %c : tensor<i64>, tensor<i1>
  } else {
    mind.return %b, %c : tensor<i64>, tensor<i1>
  }
  mind.print "{} {}"(%r#0, %r#1) : tensor<2xi1>, tensor<2xi64>
  return %b, %c : tensor<i64>, tensor<i1>
}
%0 = mind.constant dense<1> : tensor<i64>
%1 = mind.constant dense<true> : tensor<i1>
%2:2 = func.call @two(%0, %0) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i1>)
mind.print "{}"(%2#0) : tensor<i64>
%3:2 = mind.if %1 -> (tensor<i64>, tensor<i64>) {
  %x = mind.add %0, %0 : tensor<i64>, tensor<i64>
  mind.yield %x, %0 : tensor<i64>, tensor<i64>
} else {
  mind.yield %0, %0 : tensor<i64>, tensor<i64>
} {mic.values = 1}
%4:2 = mind.while (%i = %0, %j = %3#0) : (tensor<i64>, tensor<i64>) {
  %c = mind.compare lt %i, %0 : tensor<i64>, tensor<i64>
  mind.condition %c : tensor<i1>
} do {
  %n = mind.add %i, %j : tensor<i64>, tensor<i64>
  mind.yield %n, %j : tensor<i64>, tensor<i64>
}
mind.output %4#1 : tensor<i64>
)";

TEST_F(ValueIdsTest, IdsInOrder) {
  OwningOpRef<ModuleOp> module = parse(program);
  ASSERT_TRUE(module);
  mic::ValueIds ids(*module);
  SmallVector<SmallVector<uint64_t>> found;
  for (Operation &op : *module->getBody())
    found.push_back(ids.getIds(&op));
  using Ids = SmallVector<uint64_t>;
  ASSERT_EQ(found.size(), 8u);
  EXPECT_EQ(found[0], (Ids{0, 1}));
  EXPECT_EQ(found[1], (Ids{0}));
  EXPECT_EQ(found[2], (Ids{1, 2, 3}));
  EXPECT_EQ(found[3], (Ids{4, 5, 6}));
  EXPECT_EQ(found[4], (Ids{7}));
  EXPECT_EQ(found[5], (Ids{9, 10}));
  EXPECT_EQ(found[6], (Ids{11, 14, 15}));
  EXPECT_EQ(found[7], (Ids{}));
  EXPECT_EQ(ids.getNextId(*module), 16u);
  auto loop = *module->getBody()->getOps<WhileOp>().begin();
  EXPECT_EQ(ids.getId(loop.getBefore().getArgument(0)), 11u);
  EXPECT_EQ(ids.getId(loop.getAfter().getArgument(1)), 9u);
  auto function = *module->getBody()->getOps<func::FuncOp>().begin();
  EXPECT_EQ(ids.getNextId(function), 12u);
}

// The writer, which numbers while it goes, agrees with the numbering of the whole.
TEST_F(ValueIdsTest, WrittenIdsChangeNothing) {
  OwningOpRef<ModuleOp> module = parse(program);
  ASSERT_TRUE(module);
  mic::Bytes bytes = write(*module);
  mic::setIdAttributes(*module);
  EXPECT_EQ(write(*module), bytes);
  mic::setIdAttributes(*module, /*inFunctions=*/true);
  EXPECT_EQ(write(*module), bytes);
}

TEST_F(ValueIdsTest, OthersKeepTheirIds) {
  OwningOpRef<ModuleOp> module = parse(R"(
    %0 = mind.constant dense<1> : tensor<i64>
    %1 = mind.constant dense<2> : tensor<i64>
    %2 = mind.constant dense<3> : tensor<i64>
    mind.output %2 : tensor<i64>
  )");
  ASSERT_TRUE(module);
  mic::setIdAttributes(*module);
  module->getBody()->front().erase();
  OpBuilder builder = OpBuilder::atBlockBegin(module->getBody());
  Operation *added = builder.clone(module->getBody()->front());
  added->removeAttr(mic::kIdAttrName);
  mic::ValueIds ids(*module);
  SmallVector<uint64_t> found;
  for (auto constant : module->getBody()->getOps<ConstantOp>())
    found.push_back(ids.getId(constant));
  EXPECT_EQ(found, (SmallVector<uint64_t>{3, 1, 2}));
  EXPECT_EQ(ids.getNextId(*module), 4u);
}

} // namespace
