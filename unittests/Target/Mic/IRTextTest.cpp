//===- IRTextTest.cpp - The text of --emit-ir -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatTexts.h"

#include "Mind/Target/Mic/Format/IRText.h"

#include "llvm/Support/raw_ostream.h"

using namespace mind::mic;

namespace {

std::string print(const File &file) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printIRText(file, os);
  return text;
}

/// The lines between the braces, for lines of extended mic@1.
std::string printLines(llvm::StringRef lines) {
  Module module;
  EXPECT_TRUE(module.parse(("mic@1\nextended\nnext_id 9\n" + lines).str()));
  std::string whole = print(module.file);
  llvm::StringRef text = whole;
  EXPECT_TRUE(text.consume_front("module {\n"));
  EXPECT_TRUE(text.consume_back("}  // next_id = 9\n"));
  return text.str();
}

TEST(IRText, GoldenFiles) {
  std::vector<std::string> paths = findInputs("/ir.txt");
  ASSERT_GE(paths.size(), 40u);
  for (const std::string &path : paths) {
    std::string expected = dropLast(readText(path));
    std::string folder = llvm::StringRef(path).rsplit('/').first.str();
    for (const char *name : {"/out.mic3", "/evidence.mic3"}) {
      std::string artifact = readText(folder + name);
      // A program with calls that are not deterministic has no evidence.
      if (artifact.empty())
        continue;
      Module module;
      ASSERT_TRUE(module.read(getBytes(artifact))) << folder << name;
      EXPECT_EQ(print(module.file), expected) << folder << name;
    }
  }
}

TEST(IRText, EachInstruction) {
  std::string begin = "N0 const.i64 -5\n", shown = "  %0 = const.i64 -5\n";
  EXPECT_EQ(printLines(begin), shown);
  auto line = [&](llvm::StringRef text) { return printLines(begin + text.str()).substr(shown.size()); };
  EXPECT_EQ(line("N1 raw.const.tensor bf16 [2,\"B\\\"\"] -"),
            "  %1 = const.tensor BF16 [\"2\", \"B\\\"\"] fill=None\n");
  EXPECT_EQ(line("N1 raw.binop bitxor N0 N0"), "  %1 = bitxor %0, %0\n");
  EXPECT_EQ(line("N1 raw.binop shr N0 N0"), "  %1 = shr %0, %0\n");
  EXPECT_EQ(line("N1 mean N0 [0,1] kd=1"), "  %1 = mean %0 axes=[0, 1] keepdims=true\n");
  EXPECT_EQ(line("N1 reshape N0 [3,B]"), "  %1 = reshape %0 [\"3\", \"B\"]\n");
  EXPECT_EQ(line("N1 expand N0 [-1]"), "  %1 = expand_dims %0 axis=-1\n");
  EXPECT_EQ(line("N1 squeeze N0 [0]"), "  %1 = squeeze %0 axes=[0]\n");
  EXPECT_EQ(line("N1 transpose N0 [1,0]"), "  %1 = transpose %0 perm=[1, 0]\n");
  EXPECT_EQ(line("N1 conv2d N0 N0 s=[1,2] p=same"), "  %1 = conv2d %0 %0 strides=(1, 2) padding=same\n");
  EXPECT_EQ(line("N1 conv2d.grad.input N0 N0 is=[1,8,8,3] s=[2,2]"),
            "  %1 = conv2d_grad_input %0 %0 input_shape=[1, 8, 8, 3] strides=(2, 2) padding=valid\n");
  EXPECT_EQ(line("N1 conv2d.grad.filter N0 N0 fs=[3,3,3,16] p=same"),
            "  %1 = conv2d_grad_filter %0 %0 filter_shape=[3, 3, 3, 16] strides=(1, 1) padding=same\n");
  EXPECT_EQ(line("N1 index N0 [0:1,1:-2]"),
            "  %1 = index %0 [IndexSpec { axis: 0, index: 1 }, IndexSpec { axis: 1, index: -2 }]\n");
  EXPECT_EQ(line("N1 raw.slice N0 [1:0::1,0:1:3:2]"),
            "  %1 = slice %0 [SliceSpec { axis: 1, start: 0, end: None, stride: 1 }, "
            "SliceSpec { axis: 0, start: 1, end: Some(3), stride: 2 }]\n");
  EXPECT_EQ(line("N1 gather N0 N0 ax=1"), "  %1 = gather %0 indices=%0 axis=1\n");
  EXPECT_EQ(line("N1 relu_grad N0 N0"), "  %1 = relu_grad %0 %0\n");
  EXPECT_EQ(line("if N0\nthen\nelse N0\nend N0 N1 [] []"), "  %1 = if cond=%0 then=%0 else=%0\n");
  EXPECT_EQ(line("fn \"f\" [\"a\":N0] N0 -\nN0 param \"a\" 0\nret N0\nend"), "  // fn f\n");
  EXPECT_EQ(line("fn \"f\" [] - 3fe0000000000000\nend"), "  // fn f reap_threshold=0.5\n");
}

TEST(IRText, NothingForTheOthers) {
  for (const char *text : {"N1 call \"f\" []", "N1 param \"a\" 0", "ret -", "while N0\ndo\nend [] [] []",
                           "region\nend N0 N0 N0 []", "N1 const.dense i32 [0] []", "N1 const.array - []", "break []",
                           "N1 vec.load N0 N0 8", "vec.store N0 N0 N0 8", "extern \"f\" [] - 0 [] c"})
    EXPECT_EQ(printLines(text), "") << text;
}

TEST(IRText, Floats) {
  auto f64 = [](llvm::StringRef bits) { return printLines(("N0 const.f64 " + bits).str()).substr(17); };
  EXPECT_EQ(f64("3fe0000000000000"), "0.5\n");
  EXPECT_EQ(f64("3ff0000000000000"), "1.0\n");
  EXPECT_EQ(f64("8000000000000000"), "-0.0\n");
  EXPECT_EQ(f64("444b1ae4d6e2ef50"), "1000000000000000000000.0\n");
  EXPECT_EQ(f64("7ff8000000000000"), "nan\n");
  EXPECT_EQ(f64("fff0000000000000"), "-inf\n");
  auto fill = [](llvm::StringRef text) {
    return printLines(("T0 f64\nN0 const.tensor fill=" + text + " T0").str()).substr(32);
  };
  EXPECT_EQ(fill("1e15"), "Some(1000000000000000.0)\n");
  EXPECT_EQ(fill("1e16"), "Some(1e16)\n");
  EXPECT_EQ(fill("-1.5e300"), "Some(-1.5e300)\n");
  EXPECT_EQ(fill("0.0001"), "Some(0.0001)\n");
  EXPECT_EQ(fill("0.00001"), "Some(1e-5)\n");
  EXPECT_EQ(fill("nan"), "Some(NaN)\n");
  EXPECT_EQ(fill("inf"), "Some(inf)\n");
}

} // namespace
