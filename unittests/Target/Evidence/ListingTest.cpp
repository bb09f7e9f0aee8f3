//===- ListingTest.cpp - a readable text of a body ------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Listing.h"
#include "Artifacts.h"

#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;

namespace {

std::string list(const Bytes &bytes, uint64_t maxElements = 4) {
  mic::File file;
  mic::FormatError error;
  EXPECT_TRUE(mic::readFile(bytes, file, error)) << error.message;
  Listing listing = listBody(file, maxElements);
  std::string text;
  for (const Listing::Function &function : listing.functions)
    text += "<" + function.name + ">\n" + llvm::join(function.lines, "\n") + "\n";
  return text + "--\n" + llvm::join(listing.stream, "\n") + "\n--\n" + llvm::join(listing.registries, "\n") + "\n";
}

TEST(EvidenceListing, Functions) {
  EXPECT_EQ(list(readInput("vectors/add.mic3")), R"(<add>
fn add(%0 a, %1 b) -> %2 {
  %0 = Param "a", 0
  %1 = Param "b", 1
  %2 = BinOp add, %0, %1
  Return %2
}
<main>
fn main() -> %2 {
  %0 = ConstI64 2
  %1 = ConstI64 3
  %2 = Call "add"(%0, %1)
  Return %2
}
--
%0 = ConstI64 0
Output %0
%1 = ConstI64 0
Output %1
--

)");
}

TEST(EvidenceListing, ControlFlow) {
  EXPECT_EQ(list(readInput("vectors/loop.mic3")), R"(<main>
fn main() -> %5 {
  %0 = ConstI64 0
  While %2 cond {
    %1 = ConstI64 3
    %2 = BinOp lt, %0, %1
  } body {
    %3 = ConstI64 1
    %4 = BinOp add, %0, %3
  } live [i = %4] init [%0] exit [%5]
  %6 = ConstI64 0
  Return %5
}
--
%0 = ConstI64 0
Output %0
--

)");
  std::string text = list(readInput("vectors/value_if.mic3"));
  EXPECT_TRUE(text.find(R"(  If %2 cond {
    %2 = BinOp gt, %0, %1
  } then {
    %3 = ConstI64 0
  } gives %0 else {
    %4 = ConstI64 0
  } gives %1 -> %5 bind [] merge [])") != std::string::npos)
      << text;
}

TEST(EvidenceListing, EveryCoreOpHasItsFields) {
  EXPECT_EQ(list(readInput("vectors/all19.mic3")), R"(--
%0 = ConstI64 -1
%1 = ConstTensor f32, [2, 3], 1
%2 = ConstTensor f32, [B, 3], no value
%3 = BinOp add, %1, %2
%4 = BinOp sub, %1, %2
%5 = BinOp mul, %1, %2
%6 = BinOp div, %1, %2
%7 = Sum %1, [0, 1], true
%8 = Mean %1, [], false
%9 = Reshape %1, [3, 2]
%10 = Transpose %1, [1, 0]
%11 = ExpandDims %1, 0
%12 = Squeeze %11, [0]
%13 = Index %1, [0: 1, 1: 2]
%14 = Slice %1, [0: 0::1, 1: 1:3:2]
%15 = Gather %1, %0, 0
%16 = Dot %1, %2
%17 = MatMul %1, %9
%18 = Conv2d %1, %2, 1, 2, same
%19 = Relu %1
Output %19
--

)");
}

TEST(EvidenceListing, LongListsAreCut) {
  ModuleWriter module;
  mic::Builder &builder = module.builder;
  module.op(mic::Opcode::ConstDenseTensor).uleb(0);
  builder.append({*mic::getElementByte(DType::F32), 1, 0, 6, 6});
  for (unsigned i = 0; i < 6; ++i)
    builder.bits64(llvm::bit_cast<uint32_t>(0.5f + i));
  module.output(0);
  Bytes bytes = module.finish(1);
  EXPECT_NE(list(bytes).find("%0 = ConstDenseTensor f32, [6], [0.5, 1.5, 2.5, 3.5, ... (6 in all)]"), std::string::npos)
      << list(bytes);
  EXPECT_NE(list(bytes, ~uint64_t(0)).find("[0.5, 1.5, 2.5, 3.5, 4.5, 5.5]"), std::string::npos);
}

TEST(EvidenceListing, Registries) {
  std::string text = list(readInput("vectors/sf.mic3"));
  EXPECT_NE(text.find("struct P ["), std::string::npos) << text;
  text = list(readInput("vectors/grads.mic3"));
  EXPECT_NE(text.find("ReluGrad"), std::string::npos) << text;
}

TEST(EvidenceListing, EveryGoldenFile) {
  for (const std::string &name : getGoldenCases())
    EXPECT_FALSE(list(readInput("golden/" + name + "/out.mic3")).empty());
}

} // namespace
