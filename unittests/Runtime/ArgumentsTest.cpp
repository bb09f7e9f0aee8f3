//===- ArgumentsTest.cpp - values, signatures and calls -------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Arguments.h"

#include "Mind/Runtime/Format.h"

#include "gtest/gtest.h"

using namespace mind;
using namespace mind::rt;

namespace {

std::string parse(std::string_view text, DType dtype) {
  Fault fault;
  Tensor tensor = parseValue(text, dtype, fault);
  return tensor ? formatShape(tensor.shape()) + " " + formatTensor(tensor) : fault.code + " " + fault.message;
}

TEST(ArgumentsTest, Values) {
  EXPECT_EQ(parse("0.1", DType::F32), "() 0.1");
  EXPECT_EQ(parse(" -1e3 ", DType::F64), "() -1000");
  EXPECT_EQ(parse("+2", DType::I32), "() 2");
  EXPECT_EQ(parse("true", DType::I1), "() true");
  EXPECT_EQ(parse("-inf", DType::F16), "() -inf");
  EXPECT_EQ(parse("nan", DType::F64), "() nan");
  EXPECT_EQ(parse("[[1,2],[3,4]]", DType::I64), "(2, 2) [[1, 2], [3, 4]]");
  EXPECT_EQ(parse("[ 1 , 2.5 , ]", DType::Q16), "(2) [1, 2.5]");
  EXPECT_EQ(parse("[]", DType::F32), "(0) []");
  EXPECT_EQ(parse("[[], []]", DType::F32), "(2, 0) []");
  EXPECT_EQ(parse("-9223372036854775808", DType::I64), "() -9223372036854775808");
}

TEST(ArgumentsTest, BadValues) {
  EXPECT_EQ(parse("", DType::F32), "E6004 a number is missing");
  EXPECT_EQ(parse("abc", DType::F32), "E6004 'abc' is no f32");
  EXPECT_EQ(parse("+-3", DType::I64), "E6004 '+-3' is no i64");
  EXPECT_EQ(parse("+-3", DType::F32), "E6004 '+-3' is no f32");
  EXPECT_EQ(parse("nan(1)", DType::F32), "E6004 'nan(1)' is no f32");
  EXPECT_EQ(parse("1.5", DType::I64), "E6004 '1.5' is no i64");
  EXPECT_EQ(parse("2147483648", DType::I32), "E6004 '2147483648' does not fit i32");
  EXPECT_EQ(parse("9223372036854775808", DType::I64), "E6004 '9223372036854775808' does not fit i64");
  EXPECT_EQ(parse("1e999", DType::F64), "E6004 '1e999' is out of the range of f64");
  EXPECT_EQ(parse("1", DType::I1), "E6004 '1' is no bool; write true or false");
  EXPECT_EQ(parse("[1, 2", DType::F32), "E6004 a list is not closed, or a comma is missing");
  EXPECT_EQ(parse("[1 2]", DType::F32), "E6004 a list is not closed, or a comma is missing");
  EXPECT_EQ(parse("1, 2", DType::F32), "E6004 something follows the value: ', 2'");
  EXPECT_EQ(parse("[[1], [1, 2]]", DType::F32), "E6004 the lists are ragged: one has 1 elements, another 2");
  EXPECT_EQ(parse("[1, [2]]", DType::F32), "E6004 the lists are ragged: a list stands beside a number");
  EXPECT_EQ(parse("[[1], 2]", DType::F32), "E6004 the lists are ragged: a number stands beside a list");
  EXPECT_EQ(parse("[[], 1]", DType::F32), "E6004 the lists are ragged: a number stands beside a list");
  EXPECT_EQ(parse(std::string(100000, '['), DType::F32), "E6004 lists are nested deeper than 32");
}

TEST(ArgumentsTest, SignatureText) {
  const char *texts[] = {"f() -> ()", "step(x: f32[B, 3], lr: f64, on: bool) -> (f32[B], i64) where N",
                         "g(a: q16[0], b: bf16[N, N]) -> (f16[4])"};
  for (const char *text : texts) {
    Signature signature;
    ASSERT_TRUE(parseSignature(text, signature)) << text;
    EXPECT_EQ(toString(signature), text);
  }
  Signature signature;
  for (const char *text : {"", "f", "f(", "f(x)", "f(x: f99) -> ()", "f(x: f32[) -> ()", "f() -> () ",
                           "f() -> (f32[99999999999999999999])", "f(x: f32[3x]) -> ()"})
    EXPECT_FALSE(parseSignature(text, signature)) << text;
  ASSERT_TRUE(parseSignature(texts[1], signature));
  EXPECT_EQ(signature.getDimNames(), (std::vector<std::string>{"B", "N"}));
}

TEST(ArgumentsTest, Flags) {
  const char *argv[] = {"prog", "--arg", "x=1", "--dim=B=2", "--out", "y.npy", "--argue", "--arg"};
  CommandLine line;
  Fault fault;
  int index = 1;
  while (index < 6)
    ASSERT_TRUE(parseFlag(8, argv, index, line, fault));
  EXPECT_EQ(line.args, std::vector<std::string>{"x=1"});
  EXPECT_EQ(line.dims, std::vector<std::string>{"B=2"});
  EXPECT_EQ(line.outs, std::vector<std::string>{"y.npy"});
  EXPECT_FALSE(parseFlag(8, argv, index, line, fault));
  EXPECT_EQ(fault.code, "");
  index = 7;
  EXPECT_FALSE(parseFlag(8, argv, index, line, fault));
  EXPECT_EQ(fault.message, "`--arg` needs a value");
}

std::string bind(std::string_view text, CommandLine line) {
  Signature signature;
  EXPECT_TRUE(parseSignature(text, signature));
  BoundCall call;
  Fault fault;
  if (!bindCall(signature, line, call, fault))
    return fault.code + " " + fault.message;
  std::string out;
  for (const Tensor &arg : call.args)
    out += formatTensor(arg) + ";";
  for (const auto &[name, extent] : call.dims)
    out += name + "=" + std::to_string(extent) + ";";
  for (const std::string &path : call.outs)
    out += path + ";";
  return out;
}

TEST(ArgumentsTest, Binds) {
  EXPECT_EQ(bind("f(x: f32[B], y: i64) -> (f32, f32)", {{"y=7", "[1, 2]"}, {}, {"1=b.npy"}}), "[1, 2];7;B=2;;b.npy;");
  EXPECT_EQ(bind("f() -> (f32[N]) where N", {{}, {"N=4"}, {"a=b.npy"}}), "N=4;b.npy;");
}

TEST(ArgumentsTest, SaysWhatDoesNotFit) {
  const char *f = "f(x: f32[B, 2], y: f32[B]) -> (f32)";
  EXPECT_EQ(bind(f, {{"x=[[1, 2]]"}, {}, {}}),
            "E6005 no argument for the parameter `y: f32[B]`; give it as `--arg y=VALUE` or `--arg y=@FILE.npy`");
  EXPECT_EQ(bind(f, {{"x=[1, 2]", "y=[1]"}, {}, {}}),
            "E6005 the parameter `x` of `f` is f32[B, 2], but the argument is f32 of shape (2)");
  EXPECT_EQ(bind(f, {{"x=[[1, 2]]", "y=[1, 2]"}, {}, {}}),
            "E6005 the parameter `y` of `f` is f32[B], but the argument is f32 of shape (2), where `B` is 1");
  EXPECT_EQ(bind(f, {{"x=[[1, 2]]", "y=[1]"}, {"B=3"}, {}}),
            "E6005 the parameter `x` of `f` is f32[B, 2], but the argument is f32 of shape (1, 2), where `B` is 3");
  EXPECT_EQ(bind(f, {{"z=1"}, {}, {}}), "E6005 `f` has no parameter `z`; its parameters are `x`, `y`");
  EXPECT_EQ(bind(f, {{"x=[[1, 2]]", "x=[[1, 2]]"}, {}, {}}), "E6005 the parameter `x` is given twice");
  EXPECT_EQ(bind("f() -> ()", {{"1"}, {}, {}}),
            "E6005 `f` gets more arguments than it has parameters; it has no parameters");
  EXPECT_EQ(bind("f(x: i32) -> ()", {{"x=a"}, {}, {}}), "E6004 argument `x`: 'a' is no i32");
  EXPECT_EQ(bind("f() -> (f32[N, M]) where N", {{}, {}, {}}),
            "E6005 no parameter of `f` tells the dim `N`; give it as `--dim N=EXTENT`");
  EXPECT_EQ(bind("f() -> ()", {{}, {"N=1"}, {}}), "E6005 `f` has no dim `N`");
  EXPECT_EQ(bind("f() -> (f32[N])", {{}, {"N=1"}, {}}), "E6005 `f` has no dim `N`");
  EXPECT_EQ(bind("f() -> (f32[N]) where N", {{}, {"N"}, {}}), "E6005 `--dim N` is not of the form `--dim NAME=EXTENT`");
  EXPECT_EQ(bind("f() -> ()", {{}, {}, {"a.npy"}}), "E6005 `--out a.npy`: `f` has 0 results");
  EXPECT_EQ(bind("f() -> (f32, f32)", {{}, {}, {"a.npy"}}),
            "E6005 `f` has 2 results: write `--out INDEX=FILE`, with 0 for the first");
  EXPECT_EQ(bind("f() -> (f32)", {{}, {}, {"1=a.npy"}}), "E6005 `--out 1=a.npy`: `f` has 1 result");
}

TEST(ArgumentsTest, FilesOfResults) {
  Signature signature;
  ASSERT_TRUE(parseSignature("f() -> (f32)", signature));
  // An index, a label, a path.
  const char *const words[][2] = {{"a.npy", "a.npy"},
                                  {"0=a.npy", "a.npy"},
                                  {"y=a.npy", "a.npy"},
                                  {"y_1=b=c.npy", "b=c.npy"},
                                  {"./y=a.npy", "./y=a.npy"}};
  for (auto [word, path] : words) {
    BoundCall call;
    Fault fault;
    ASSERT_TRUE(bindCall(signature, {{}, {}, {word}}, call, fault)) << word;
    EXPECT_EQ(call.outs, std::vector<std::string>{path}) << word;
  }
  BoundCall call;
  Fault fault;
  EXPECT_FALSE(bindCall(signature, {{}, {}, {"y="}}, call, fault));
  EXPECT_EQ(fault.message, "`--out y=` names no file");
}

TEST(ArgumentsTest, Endings) {
  Signature signature;
  BoundCall call;
  Ending ending;
  Fault fault;
  ASSERT_TRUE(parseSignature("main() -> (i64)", signature));
  ASSERT_TRUE(finishCall(signature, call, {Tensor::scalar(DType::I64, int64_t(-1))}, ending, fault));
  EXPECT_EQ(ending.status, 255);
  EXPECT_EQ(ending.text, "");
  ASSERT_TRUE(parseSignature("f() -> (i64, f32)", signature));
  ASSERT_TRUE(finishCall(signature, call, {Tensor::scalar(DType::I64, int64_t(3)), Tensor::scalar(DType::F32, 0.5f)},
                         ending, fault));
  EXPECT_EQ(ending.status, 0);
  EXPECT_EQ(ending.text, "3\n0.5\n");
}

} // namespace
