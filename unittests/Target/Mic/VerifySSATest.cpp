//===- VerifySSATest.cpp - Each rule for the names of mic@3 ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The modules are written as extended mic@1 text, which does not check names.
//
//===----------------------------------------------------------------------===//

#include "FormatTexts.h"

#include "Mind/Target/Mic/Format/VerifySSA.h"

using namespace mind::mic;

namespace {

/// The reason why the module is refused, or `valid`.
std::string verify(llvm::StringRef lines, bool *missesOutput = nullptr, llvm::StringRef mode = "extended") {
  Module module;
  EXPECT_TRUE(module.parse(("mic@1\n" + mode + "\n" + lines).str()));
  std::string reason;
  return verifySSA(module.file, reason, missesOutput) ? "valid" : reason;
}

/// In a function, where a second namespace begins.
std::string verifyFunction(llvm::StringRef lines) {
  return verify(("fn \"f\" [] - -\n" + lines + "\nend").str());
}

TEST(VerifySSA, ReferenceFiles) {
  std::vector<std::string> paths = findInputs(".mic3");
  ASSERT_GE(paths.size(), 100u);
  for (const std::string &path : paths) {
    Module module;
    ASSERT_TRUE(module.read(getBytes(readText(path)))) << path;
    std::string reason;
    bool missesOutput = false;
    EXPECT_TRUE(verifySSA(module.file, reason, &missesOutput)) << path << ": " << reason;
    EXPECT_EQ(missesOutput, path == "vectors/empty.mic3") << path;
  }
}

TEST(VerifySSA, Output) {
  bool misses = false;
  EXPECT_EQ(verify("N0 const.i64 1", &misses), "valid");
  EXPECT_TRUE(misses);
  EXPECT_EQ(verify("N0 const.i64 1\nO N0", &misses), "valid");
  EXPECT_FALSE(misses);
  EXPECT_EQ(verify("export \"f\"", &misses), "valid");
  EXPECT_FALSE(misses);
  // An output of a function is none of the module.
  EXPECT_EQ(verify("fn \"f\" [] - -\nN0 const.i64 1\noutput N0\nend", &misses), "valid");
  EXPECT_TRUE(misses);
}

TEST(VerifySSA, UseBeforeDefinition) {
  EXPECT_EQ(verify("output N7"), "%7 is used before its definition (instruction 0)");
  EXPECT_EQ(verify("N0 const.i64 1\nN1 raw.binop add N0 N2\nN2 const.i64 1"),
            "%2 is used before its definition (instruction 1)");
  EXPECT_EQ(verify("N0 raw.relu N0"), "%0 is used before its definition (instruction 0)");
  EXPECT_EQ(verify("N0 call \"f\" [N1]"), "%1 is used before its definition (instruction 0)");
  EXPECT_EQ(verifyFunction("ret N3").substr(0, 57), "%3 is used before its definition (instruction 0 of a nest");
  EXPECT_EQ(verifyFunction("break [\"a\":N0]").substr(0, 33), "%0 is used before its definition ");
  EXPECT_EQ(verify("sparse N1 N0 csr"), "%1 is used before its definition (instruction 0)");
}

// The commonest instructions are read by a way of their own, unless the end is near: the
// place of a fault is the same.
TEST(VerifySSA, PlaceInNestedStream) {
  std::string rest;
  for (unsigned i = 10; i < 50; ++i)
    rest += "\nN" + std::to_string(i) + " const.i64 1";
  for (const char *line : {"N1 raw.binop add N0 N7", "N1 raw.relu N7", "N1 raw.matmul N7 N0", "N0 const.i64 2",
                           "N1 raw.transpose N7 []", "N0 const.f64 4004000000000000"}) {
    std::string lines = std::string("N0 const.i64 1\n") + line;
    std::string reason = verifyFunction(lines);
    EXPECT_NE(reason.find("(instruction 1 of a nested stream, at byte "), std::string::npos) << line << reason;
    EXPECT_EQ(verifyFunction(lines + rest), reason) << line;
  }
}

// Bytes that cannot be read are told of first, wherever names are wrong.
TEST(VerifySSA, BytesComeFirst) {
  Module module;
  ASSERT_TRUE(module.parse("mic@1\nextended\noutput N7\nN0 const.i64 1"));
  std::vector<uint8_t> bytes(module.file.bytes.begin(), module.file.bytes.end());
  File file;
  FormatError error;
  SSAReport ssa;
  ASSERT_TRUE(readFile(bytes, file, error, ssa));
  EXPECT_FALSE(ssa.isValid);
  EXPECT_EQ(ssa.reason, "%7 is used before its definition (instruction 0)");
  EXPECT_TRUE(file.isCanonical);
  bytes.pop_back();
  EXPECT_FALSE(readFile(bytes, file, error, ssa));
  EXPECT_EQ(error.message, "failed to fill whole buffer");
}

TEST(VerifySSA, DuplicateDefinition) {
  EXPECT_EQ(verify("N0 const.i64 1\nN0 const.i64 1"), "%0 is defined twice (instruction 1)");
  EXPECT_EQ(verify("N3 const.i64 1\nsparse N3 N3 coo"), "%3 is defined twice (instruction 1)");
  // A function has names of its own.
  EXPECT_EQ(verify("N0 const.i64 1\nfn \"f\" [] - -\nN0 const.i64 1\nend"), "valid");
  EXPECT_EQ(verify("N0 const.i64 1\nfn \"f\" [] - -\nret N0\nend").substr(0, 32), "%0 is used before its definition");
  EXPECT_EQ(verify("fn \"f\" [] - -\nN0 const.i64 1\nend\noutput N0"),
            "%0 is used before its definition (instruction 1)");
}

TEST(VerifySSA, Parameters) {
  EXPECT_EQ(verify("fn \"f\" [\"a\":N0,\"b\":N1] N0 -\nN0 param \"a\" 0\nN1 param \"b\" 1\nret N1\nend"), "valid");
  EXPECT_EQ(verify("fn \"f\" [\"a\":N0,\"b\":N0] - -\nend"), "%0 is defined twice (instruction 0)");
  // Only a Param may define the id of a parameter, and it alone makes the id known.
  EXPECT_EQ(verify("fn \"f\" [\"a\":N0] - -\nN0 const.i64 1\nend").substr(0, 19), "%0 is defined twice");
  EXPECT_EQ(verify("fn \"f\" [\"a\":N0] - -\nret N0\nend").substr(0, 32), "%0 is used before its definition");
  EXPECT_EQ(verify("fn \"f\" [\"a\":N0] - -\nN0 param \"a\" 0\nN0 param \"a\" 0\nend").substr(0, 19),
            "%0 is defined twice");
  // What the second function reserves is not what the first did.
  EXPECT_EQ(verify("fn \"f\" [\"a\":N0] - -\nend\nfn \"g\" [] - -\nN0 const.i64 1\nend"), "valid");
}

TEST(VerifySSA, While) {
  const char *loop = "N0 const.i64 1\nwhile N2\nN1 const.i64 1\nN2 raw.binop lt N0 N1\ndo\n"
                     "N3 raw.binop add N0 N1\nend [\"i\":N3] [N0] [N4]\n";
  EXPECT_EQ(verify(loop + std::string("output N4")), "valid");
  EXPECT_EQ(verifyFunction(loop + std::string("ret N4")), "valid");
  // Inner values are gone after the loop, and their ids are free.
  EXPECT_EQ(verify(loop + std::string("output N3")), "%3 is used before its definition (instruction 2)");
  EXPECT_EQ(verify(loop + std::string("N3 const.i64 1\noutput N3")), "valid");
  EXPECT_EQ(verify("while N0\ndo\nend [] [] []"), "%0 is used before its definition (instruction 0)");
  EXPECT_EQ(verify("N0 const.i64 1\nwhile N0\ndo\nend [\"i\":N5] [N0] [N1]"),
            "%5 is used before its definition (instruction 1)");
  // The first values come from outside.
  EXPECT_EQ(verify("while N0\nN0 const.i64 1\ndo\nend [\"i\":N0] [N0] [N1]"),
            "%0 is used before its definition (instruction 0)");
  EXPECT_EQ(verify("N0 const.i64 1\nwhile N0\ndo\nend [] [] [N0]"), "%0 is defined twice (instruction 1)");
  EXPECT_EQ(verify("N0 const.i64 1\nwhile N0\nN0 const.i64 1\ndo\nend [] [] []").substr(0, 19), "%0 is defined twice");
}

TEST(VerifySSA, If) {
  auto choose = [](llvm::StringRef first, llvm::StringRef second, llvm::StringRef end) {
    return verify(
        ("N0 const.i64 1\nif N1\nN1 const.i64 1\nthen\n" + first + "\nelse " + second + "\nend " + end).str());
  };
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nN3 const.i64 3", "N3 N4 [\"x\":N5] [N5:N2:N3]\noutput N5\noutput N4"),
            "valid");
  // Both branches are visible afterwards, and so is the condition.
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nN3 const.i64 3", "N3 N4 [] []\noutput N1\noutput N2\noutput N3"), "valid");
  // A branch does not see the other, which may use its ids.
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nN3 raw.relu N2", "N3 N4 [] []").substr(0, 32),
            "%2 is used before its definition");
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nN2 const.i64 3", "N2 N4 [] [N5:N2:N2]"), "valid");
  EXPECT_EQ(choose("N2 const.i64 2", "N3\nN3 const.i64 3", "N3 N4 [] []"),
            "%3 is used before its definition (instruction 1)");
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nN3 const.i64 3", "N2 N4 [] []"),
            "%2 is used before its definition (instruction 1)");
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nN3 const.i64 3", "N3 N4 [] [N5:N3:N3]"),
            "%3 is used before its definition (instruction 1)");
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nN3 const.i64 3", "N3 N4 [] [N5:N2:N2]"),
            "%2 is used before its definition (instruction 1)");
  // The slot of a branch that leaves holds anything.
  EXPECT_EQ(choose("ret N0", "N0\nN3 const.i64 3", "N3 N4 [] [N5:N18446744073709551615:N3]\noutput N5"), "valid");
  EXPECT_EQ(choose("N2 const.i64 2", "N2\nbreak []", "N0 N4 [] [N5:N2:N18446744073709551615]"), "valid");
  EXPECT_EQ(choose("ret N0\nN2 const.i64 2", "N0", "N0 N4 [] [N5:N9:N0]"),
            "%9 is used before its definition (instruction 1)");
  EXPECT_EQ(choose("", "N0", "N0 N0 [] []"), "%0 is defined twice (instruction 1)");
  EXPECT_EQ(choose("", "N0", "N0 N4 [] [N1:N0:N0]"), "%1 is defined twice (instruction 1)");
  EXPECT_EQ(verify("if N0\nthen\nelse N0\nend N0 N1 [] []"), "%0 is used before its definition (instruction 0)");
}

TEST(VerifySSA, NestedBranches) {
  // What an inner choice hides and shows again must not come to the other outer branch.
  const char *inner = "if N0\nthen\nN2 const.i64 1\nelse N2\nN3 const.i64 1\nend N3 N4 [] []\n";
  std::string begin = std::string("N0 const.i64 1\nif N0\nthen\n") + inner + "else N4\n";
  EXPECT_EQ(verify(begin + "N5 raw.relu N3\nend N5 N6 [] []").substr(0, 32), "%3 is used before its definition");
  EXPECT_EQ(verify(begin + inner + "end N4 N6 [] [N7:N3:N2]\noutput N2\noutput N4"), "valid");
}

TEST(VerifySSA, Region) {
  EXPECT_EQ(verify("region\nN0 const.i64 1\nend N0 N8 N9 [N7]\noutput N0"), "valid");
  EXPECT_EQ(verify("region\nend N0 N1 N2 []"), "%0 is used before its definition (instruction 0)");
  EXPECT_EQ(verify("N0 const.i64 1\nregion\nN0 const.i64 1\nend N0 N8 N9 []").substr(0, 19), "%0 is defined twice");
}

TEST(VerifySSA, Operands) {
  std::string begin = "N0 const.i64 1\nN1 const.i64 1\n";
  const char *invalid = "invalid operand in instruction 2: ";
  EXPECT_EQ(verify(begin + "N2 sum N0 [0,-1] kd=0"), invalid + std::string("axes must be non-negative"));
  EXPECT_EQ(verify(begin + "N2 mean N0 [-1] kd=0"), invalid + std::string("axes must be non-negative"));
  EXPECT_EQ(verify(begin + "N2 gather N0 N1 ax=-1"), invalid + std::string("axis must be non-negative"));
  EXPECT_EQ(verify(begin + "N2 conv2d N0 N1 s=[1,0]"), invalid + std::string("conv2d strides must be positive"));
  EXPECT_EQ(verify(begin + "N2 conv2d N0 N1 s=[0,1]"), invalid + std::string("conv2d strides must be positive"));
  EXPECT_EQ(verify(begin + "N2 conv2d.grad.input N0 N1 is=[0,0,0,0] s=[1,0]"),
            invalid + std::string("conv2d strides must be positive"));
  EXPECT_EQ(verify(begin + "N2 conv2d.grad.filter N0 N1 fs=[0,0,0,0]"), "valid");
  EXPECT_EQ(verify(begin + "N2 raw.slice N0 [0:0::1,1:0:5:0]"), invalid + std::string("slice strides must not be 0"));
  EXPECT_EQ(verify(begin + "N2 raw.slice N0 [0:0::0]"), invalid + std::string("slice strides must not be 0"));
  EXPECT_EQ(verify(begin + "N2 raw.slice N0 [0:0::-1,-1:0:0:2]"), "valid");
  EXPECT_EQ(verify(begin + "N2 expand N0 [-1]\nN3 squeeze N0 [-1]\nN4 transpose N0 [-1]\nN5 index N0 [-1:-1]"),
            "valid");
  // Names come before operands.
  EXPECT_EQ(verify("N2 raw.sum N2 [-1] 0"), "%2 is used before its definition (instruction 0)");
}

TEST(VerifySSA, DenseConstants) {
  EXPECT_EQ(verify("N0 const.dense i32 [2,1] [0000000000000001,0000000000000002]"), "valid");
  EXPECT_EQ(verify("N0 const.dense i32 [] [0000000000000001]"), "valid");
  EXPECT_EQ(verify("N0 const.dense i32 [0] []"), "valid");
  EXPECT_EQ(verify("N0 const.dense i32 [2] [0000000000000001]"),
            "malformed dense constant %0: its shape has 2 elements, but 1 are given");
  EXPECT_EQ(verify("N0 const.dense i32 [\"B\"] [0000000000000001]"),
            "malformed dense constant %0: a dim is unknown or its shape is too large");
  EXPECT_EQ(verifyFunction("N4 const.dense i32 [4294967296,4294967296] []"),
            "malformed dense constant %4: a dim is unknown or its shape is too large");
  // Other faults are reported first.
  EXPECT_EQ(verify("N0 const.dense i32 [2] []\noutput N9"), "%9 is used before its definition (instruction 1)");
}

TEST(VerifySSA, TablesOfTypes) {
  auto typed = [](llvm::StringRef lines) { return verify(lines, nullptr, "extended types"); };
  EXPECT_EQ(typed("N0 const.i64 1\ntypes [N0:i64:1]"), "valid");
  EXPECT_EQ(typed("N0 const.i64 1\ntypes [N1:i64:1]"), "value_types has an entry for %1, which is not defined");
  EXPECT_EQ(typed("fn \"f\" [] - -\nN0 const.i64 1\nend [N0:i64:?]"), "valid");
  EXPECT_EQ(typed("fn \"f\" [] - -\nend [N0:i64:?]"), "value_types has an entry for %0, which is not defined");
  // Each table is about its own namespace; values of a loop belong to it.
  EXPECT_EQ(typed("N0 const.i64 1\nfn \"f\" [] - -\nend [N0:i64:?]"),
            "value_types has an entry for %0, which is not defined");
  EXPECT_EQ(typed("N0 const.i64 1\nwhile N0\nN1 const.i64 1\ndo\nend [] [] []\ntypes [N1:i64:?]"), "valid");
  std::string dense = "N0 const.dense i32 [1] [0000000000000001]\n";
  EXPECT_EQ(typed(dense + "types [N0:i32:1]"),
            "value_types has an entry for the dense constant %0, which has a type already");
  EXPECT_EQ(typed(dense + "types [N0:i32:2]"),
            "value_types has an entry for the dense constant %0, which has another type");
  EXPECT_EQ(typed(dense + "types [N0:f32:1]"),
            "value_types has an entry for the dense constant %0, which has another type");
  EXPECT_EQ(typed(dense + "types [N0:i32:?]"),
            "value_types has an entry for the dense constant %0, which has another type");
}

TEST(VerifySSA, HostileIds) {
  // No set may grow with the ids, nor take one of them for a mark of its own.
  std::string lines;
  for (uint64_t id : {~uint64_t(0), ~uint64_t(0) - 1, uint64_t(1) << 63, uint64_t(1) << 40, uint64_t(70000)}) {
    std::string name = "N" + std::to_string(id);
    EXPECT_EQ(verifyFunction(name + " const.f64 0000000000000000\nret " + name), "valid");
    EXPECT_EQ(verifyFunction("ret " + name).substr(0, name.size() + 32),
              "%" + name.substr(1) + " is used before its definition (");
    EXPECT_EQ(verifyFunction(name + " const.f64 0000000000000000\n" + name + " const.f64 0000000000000000")
                  .substr(0, name.size() + 17),
              "%" + name.substr(1) + " is defined twice");
    lines += name + " const.f64 0000000000000000\n";
  }
  // An id that was far away is found again when the dense ids have come near.
  for (unsigned i = 0; i < 5000; ++i)
    lines += "N" + std::to_string(i) + " const.i64 0\n";
  EXPECT_EQ(verifyFunction(lines + "ret N70000"), "valid");
  EXPECT_EQ(verifyFunction(lines + "N65600 const.i64 0\nN70000 const.i64 0").substr(0, 23), "%70000 is defined twice");
}

} // namespace
