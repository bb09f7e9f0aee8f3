//===- ScanTest.cpp - labels that follow from a body ----------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;
using mic::Opcode;

namespace {

/// The labels as words: determinism, fp_mode with its reason, numerics.
std::string scan(const Bytes &bytes) {
  mic::File file;
  mic::FormatError error;
  EXPECT_TRUE(mic::readFile(bytes, file, error)) << error.message;
  Scan scan = scanBody(file);
  std::string text =
      (scan.getDeterminism() + " " + scan.getFpMode() + " " + (followsNumerics(file) ? "strict-1" : "relaxed")).str();
  if (!scan.relaxedBy.empty())
    text += (" by " + scan.relaxedBy).str();
  if (!scan.isDeterministic())
    text += (" calls " + scan.nondeterministicCall).str();
  return text;
}

std::string scanCall(StringRef name) {
  ModuleWriter module;
  module.call(0, name);
  module.output(0);
  return scan(module.finish(1));
}

TEST(EvidenceScan, NondeterministicNames) {
  for (StringRef name : {"monotonic_now", "now", "rand", "rand_bytes", "rand_int", "rand_normal", "rand_range",
                         "rand_uniform", "randn", "random", "read_input", "read_line", "shuffle", "system_time",
                         "time_now", "std.random", "std::time::now", "a.b:rand", "io:read_line"})
    EXPECT_TRUE(isNondeterministicCall(name)) << name.str();
  for (StringRef name : {"", "random_", "arandom", "now.x", "rand[1]", "std.randomly", "print", "."})
    EXPECT_FALSE(isNondeterministicCall(name)) << name.str();
  EXPECT_EQ(scanCall("std.random"), "nondeterministic relaxed relaxed by std.random calls std.random");
}

TEST(EvidenceScan, CallsAtAnyDepthCount) {
  // fn f { while { now() } { } ; if { } then { rand() } else { } ; region { random() } }
  for (unsigned place = 0; place < 7; ++place) {
    ModuleWriter module;
    mic::Builder &builder = module.builder;
    auto put = [&](unsigned here) {
      module.region(place == here ? 1 : 0);
      if (place == here)
        module.call(9, "now");
      module.endRegion();
    };
    module.function("f", 4);
    if (place == 6)
      module.call(9, "now");
    else
      module.constant(0, 1);
    module.op(Opcode::While);
    builder.uleb(0);
    put(0);
    put(1);
    builder.append({0, 0, 0});
    module.op(Opcode::If);
    builder.uleb(0);
    put(2);
    put(3);
    builder.uleb(0);
    put(4);
    builder.append({0, 1, 0, 0});
    module.op(Opcode::Region);
    put(5);
    builder.append({0, 0, 0, 0});
    module.endRegion();
    EXPECT_EQ(scan(module.finish(1)), "nondeterministic relaxed relaxed by now calls now") << place;
  }
}

TEST(EvidenceScan, ReductionsOfIntegersAreStrict) {
  for (DType type : {DType::I32, DType::I64, DType::Q16}) {
    ModuleWriter module;
    module.tensor(0, type);
    module.sum(1, 0);
    module.output(1);
    EXPECT_EQ(scan(module.finish(2)), "deterministic strict strict-1");
  }
  for (DType type : {DType::F32, DType::F64, DType::F16, DType::BF16}) {
    ModuleWriter module;
    module.tensor(0, type);
    module.sum(1, 0);
    module.output(1);
    EXPECT_EQ(scan(module.finish(2)), "deterministic relaxed strict-1 by Sum");
  }
}

TEST(EvidenceScan, TypesGoThroughWhatKeepsThem) {
  ModuleWriter module;
  module.tensor(0, DType::I32);
  module.unary(Opcode::Relu, 1, 0);
  module.constant(2, 5);
  module.binary(3, mic::BinOp::Mul, 1, 2);
  module.unary(Opcode::Transpose, 4, 3);
  module.builder.byte(0);
  module.sum(5, 4);
  module.unary(Opcode::MatMul, 6, 5);
  module.builder.uleb(4);
  module.output(6);
  EXPECT_EQ(scan(module.finish(7)), "deterministic strict strict-1");
}

TEST(EvidenceScan, WhatIsNotProvedCountsAsFloat) {
  {
    // The result of a call, and that of a comparison.
    ModuleWriter module;
    module.call(0, "f");
    module.sum(1, 0);
    EXPECT_EQ(scan(module.finish(2)), "deterministic relaxed relaxed by Sum");
  }
  {
    ModuleWriter module;
    module.tensor(0, DType::I32);
    module.binary(1, mic::BinOp::Lt, 0, 0);
    module.sum(2, 1);
    EXPECT_EQ(scan(module.finish(3)), "deterministic relaxed strict-1 by Sum");
  }
  {
    // An integer beside a float.
    ModuleWriter module;
    module.tensor(0, DType::I32);
    module.tensor(1, DType::F32);
    module.binary(2, mic::BinOp::Add, 0, 1);
    module.unary(Opcode::Dot, 3, 2);
    module.builder.uleb(0);
    EXPECT_EQ(scan(module.finish(4)), "deterministic relaxed strict-1 by Dot");
  }
  {
    // Ids of another function say nothing here.
    ModuleWriter module;
    module.tensor(0, DType::I32);
    module.function("f", 2);
    module.op(Opcode::Param).uleb(0);
    module.builder.string("x");
    module.builder.uleb(0);
    module.sum(1, 0);
    module.endRegion();
    EXPECT_EQ(scan(module.finish(1)), "deterministic relaxed strict-1 by Sum");
  }
  {
    // Nor does an id that is larger than the file.
    ModuleWriter module;
    module.function("f", 2);
    module.tensor(uint64_t(1) << 60, DType::I32);
    module.sum(1, uint64_t(1) << 60);
    module.endRegion();
    EXPECT_EQ(scan(module.finish(0)), "deterministic relaxed strict-1 by Sum");
  }
}

TEST(EvidenceScan, ChoicesAndLoopsGiveWhatBothSidesGive) {
  for (DType other : {DType::I32, DType::F32}) {
    std::string expected =
        other == DType::I32 ? "deterministic strict strict-1" : "deterministic relaxed strict-1 by Sum";
    {
      // %5 = if 1 { } then { %2 = i32 } else { %3 = other }, %4 the merge.
      ModuleWriter module;
      mic::Builder &builder = module.builder;
      module.constant(0, 1);
      module.op(Opcode::If);
      builder.append({0, 0});
      module.region(1);
      module.tensor(2, DType::I32);
      module.endRegion();
      builder.byte(2);
      module.region(1);
      module.tensor(3, other);
      module.endRegion();
      builder.append({3, 5, 0, 1, 4, 2, 3});
      module.sum(6, 4);
      module.sum(7, 5);
      EXPECT_EQ(scan(module.finish(8)), expected);
    }
    {
      // %1 = i32; while { } { %2 = other } live x = %2 init %1 exit %3
      ModuleWriter module;
      mic::Builder &builder = module.builder;
      module.constant(0, 0);
      module.tensor(1, DType::I32);
      module.op(Opcode::While);
      builder.append({0, 0});
      module.region(1);
      module.tensor(2, other);
      module.endRegion();
      builder.byte(1);
      builder.string("x");
      builder.append({2, 1, 1, 1, 3});
      module.sum(4, 3);
      EXPECT_EQ(scan(module.finish(5)), expected);
    }
  }
}

TEST(EvidenceScan, VectorsAndExterns) {
  {
    ModuleWriter module;
    module.unary(Opcode::VecReduceAdd, 0, 0);
    module.builder.uleb(8);
    EXPECT_EQ(scan(module.finish(1)), "deterministic relaxed relaxed by VecReduceAdd");
  }
  {
    ModuleWriter module;
    module.unary(Opcode::VecReduceAddI64, 0, 0);
    module.builder.uleb(8);
    EXPECT_EQ(scan(module.finish(1)), "deterministic strict strict-1");
  }
  // An extern declared behind its call.
  for (StringRef type : {"f32", "f64", "i64"}) {
    ModuleWriter module;
    mic::Builder &builder = module.builder;
    module.call(0, "blas");
    module.op(Opcode::ExternFnDecl);
    builder.string("blas");
    builder.byte(1);
    builder.string("f32");
    builder.byte(1);
    builder.string(type);
    builder.append({0, 0, 0});
    EXPECT_EQ(scan(module.finish(1)),
              type == "i64" ? "deterministic strict relaxed" : "deterministic relaxed relaxed by blas");
  }
}

TEST(EvidenceScan, Builtins) {
  for (StringRef name : {"sin", "pow", "exp", "tanh"})
    EXPECT_EQ(scanCall(name), "deterministic relaxed strict-1 by " + name.str());
  EXPECT_EQ(scanCall("fft"), "deterministic relaxed relaxed by fft");
  for (StringRef name : {"sqrt", "max", "cast.f32", "argmax[1]", "__mind_select", "print[\"x {}\\n\"]"})
    EXPECT_EQ(scanCall(name), "deterministic strict strict-1") << name.str();
  EXPECT_EQ(scanCall("conv2d.pad[1,1,0,0;1,1]"), "deterministic relaxed strict-1 by conv2d.pad[1,1,0,0;1,1]");
  EXPECT_EQ(scanCall("unknown"), "deterministic strict relaxed");
}

TEST(EvidenceScan, ConstantsAtAnyDepth) {
  ModuleWriter module;
  module.constant(0, 7);
  module.function("f", 1);
  module.constant(0, -9);
  module.endRegion();
  Bytes bytes = module.finish(1);
  mic::File file;
  mic::FormatError error;
  ASSERT_TRUE(mic::readFile(bytes, file, error));
  int64_t missing = 0;
  EXPECT_TRUE(hasConstants(file, {}, missing));
  EXPECT_TRUE(hasConstants(file, {-9, 7}, missing));
  EXPECT_FALSE(hasConstants(file, {-9, 0, 7}, missing));
  EXPECT_EQ(missing, 0);
}

} // namespace
