//===- DiagnosticsTest.cpp - faults and their renderings ------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Diagnostics.h"

#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"

using namespace mind::frontend;

namespace {

std::string render(const DiagnosticEngine &engine, DiagnosticFormat format) {
  std::string text;
  llvm::raw_string_ostream os(text);
  renderDiagnostics(os, engine, {format, false});
  return text;
}

TEST(Diagnostics, LinesAndColumns) {
  DiagnosticEngine engine("a.mind", "ab\ncd\r\n\xC3\xA9x\ry");
  auto at = [&](uint32_t offset) {
    LineColumn position = engine.getLineColumn(offset);
    return std::make_pair(position.line, position.column);
  };
  EXPECT_EQ(at(0), std::make_pair(1u, 1u));
  EXPECT_EQ(at(3), std::make_pair(2u, 1u));
  EXPECT_EQ(at(9), std::make_pair(3u, 2u)); // after a character of two bytes
  EXPECT_EQ(at(11), std::make_pair(4u, 1u));
  EXPECT_EQ(at(1000), std::make_pair(4u, 2u));
  EXPECT_EQ(engine.getLine(2), "cd");
  EXPECT_EQ(engine.getLine(9), "");
  for (uint32_t offset : {0, 1, 3, 4, 9, 11, 12}) {
    EXPECT_EQ(engine.getOffset(engine.getLineColumn(offset)), offset);
  }
  EXPECT_EQ(engine.getOffset({2, 99}), 5u);
  EXPECT_EQ(engine.getOffset({9, 1}), 12u);
}

TEST(Diagnostics, Human) {
  DiagnosticEngine engine("a.mind", "let x = 1\nlet y = x + z\n");
  engine.error(Phase::TypeCheck, "E2002", {22, 23}, "unknown name `z`")
      .at("not found")
      .label({4, 5}, "x is here")
      .note("a note")
      .withHelp("did you mean `x`?");
  EXPECT_EQ(render(engine, DiagnosticFormat::Human), "error[type-check][E2002]: unknown name `z`\n"
                                                     "  --> a.mind:2:13\n"
                                                     "   |\n"
                                                     " 1 | let x = 1\n"
                                                     "   |     - x is here\n"
                                                     " 2 | let y = x + z\n"
                                                     "   |             ^ not found\n"
                                                     "   = note: a note\n"
                                                     "   = help: did you mean `x`?\n");
}

TEST(Diagnostics, Short) {
  DiagnosticEngine engine("a.mind", "let y = z\n");
  engine.error(Phase::TypeCheck, "E2002", {8, 9}, "unknown name `z`");
  engine.warning(Phase::TypeCheck, "W2002", {0, 3}, "odd");
  engine.errorNoSpan(Phase::Parse, "E1001", "too large");
  EXPECT_EQ(render(engine, DiagnosticFormat::Short), "error[type-check][E2002]: unknown name `z` (a.mind:1:9)\n"
                                                     "warning[type-check][W2002]: odd (a.mind:1:1)\n"
                                                     "error[parse][E1001]: too large (a.mind)\n");
}

TEST(Diagnostics, JsonHasEveryKeyInOrder) {
  DiagnosticEngine engine("a.mind", "let y = z\n");
  engine.error(Phase::TypeCheck, "E2102", {8, 9}, "a \"quote\"").withDetail("E2103").fix({8, 9}, "x", "use x");
  EXPECT_EQ(render(engine, DiagnosticFormat::Json),
            "{\"phase\":\"type-check\",\"code\":\"E2102\",\"severity\":\"error\",\"message\":\"a \\\"quote\\\"\","
            "\"span\":{\"file\":\"a.mind\",\"line\":1,\"column\":9,\"length\":1},\"notes\":[],\"help\":null,"
            "\"detail\":\"E2103\",\"legacy_code\":null,\"labels\":[],\"fixes\":[{\"span\":{\"file\":\"a.mind\","
            "\"line\":1,\"column\":9,\"length\":1},\"replacement\":\"x\",\"message\":\"use x\",\"applicability\":\"machine-applicable\"}]}\n");
}

/// What would be inserted, what would be replaced, and what would be taken away, as the
/// lines would be.
TEST(Diagnostics, Fixes) {
  DiagnosticEngine engine("a.mind", "f(x, 1\nlet y = z\n");
  engine.error(Phase::Parse, "E1001", {5, 6}, "open")
      .fix({6, 6}, ")", "close it")
      .guess({15, 16}, "x", "use x")
      .guess({3, 6}, "", "leave it out")
      .guess({6, 6}, "\n  }", "close the block");
  EXPECT_EQ(render(engine, DiagnosticFormat::Human), "error[parse][E1001]: open\n"
                                                     "  --> a.mind:1:6\n"
                                                     "   |\n"
                                                     " 1 | f(x, 1\n"
                                                     "   |      ^\n"
                                                     "   = help: close it\n"
                                                     "   |\n"
                                                     " 1 | f(x, 1)\n"
                                                     "   |       +\n"
                                                     "   = help: use x\n"
                                                     "   |\n"
                                                     " 2 | let y = x\n"
                                                     "   |         ~\n"
                                                     "   = help: leave it out\n"
                                                     "   |\n"
                                                     " 1 | f(x\n"
                                                     "   = help: close the block\n"
                                                     "   |\n"
                                                     " 1 | f(x, 1\n"
                                                     " 2 |   }\n"
                                                     "   |   +\n");
  // Of an insertion the span is empty.
  std::string json = render(engine, DiagnosticFormat::Json);
  EXPECT_NE(json.find("\"column\":7,\"length\":0},\"replacement\":\")\""), std::string::npos);
  EXPECT_NE(json.find("\"applicability\":\"maybe-incorrect\""), std::string::npos);
}

/// JSON is UTF-8 even where the source is not.
TEST(Diagnostics, JsonOfBadBytes) {
  DiagnosticEngine engine("a.mind", "\xFF");
  engine.error(Phase::Parse, "E1001", {0, 1}, "byte \xFF");
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(render(engine, DiagnosticFormat::Json));
  EXPECT_TRUE(bool(parsed));
}

/// A line of megabytes is shown around the span only.
TEST(Diagnostics, LongLines) {
  std::string source = std::string(1000000, 'a') + "!" + std::string(1000000, 'b');
  DiagnosticEngine engine("a.mind", source);
  engine.error(Phase::Parse, "E1002", {1000000, 1000001}, "here");
  std::string text = render(engine, DiagnosticFormat::Human);
  EXPECT_LT(text.size(), 600u);
  EXPECT_NE(text.find("a!b"), std::string::npos);
  std::string word(100000, 'x');
  engine.error(Phase::Parse, "E1002", {0, 1}, word);
  EXPECT_LT(render(engine, DiagnosticFormat::Short).size(), 1500u);
}

TEST(Diagnostics, ErrorLimit) {
  DiagnosticEngine engine("a.mind", "x");
  for (int i = 0; i < 30; ++i)
    engine.error(Phase::Parse, "E1001", {0, 1}, "again");
  EXPECT_EQ(engine.getDiagnostics().size(), 20u);
  EXPECT_EQ(engine.getNumErrors(), 30u);
  EXPECT_NE(render(engine, DiagnosticFormat::Human).find("10 more errors"), std::string::npos);
}

TEST(Diagnostics, SimilarNames) {
  EXPECT_EQ(findSimilarName("valeu", {"value", "other"}), "value");
  EXPECT_EQ(findSimilarName("x", {"y", "z"}), "y");
  EXPECT_EQ(findSimilarName("abc", {"xyz"}), "");
  EXPECT_EQ(findSimilarName("bat", {"cat", "bar"}), "bar");
  // Two characters that changed places are one slip.
  EXPECT_EQ(findSimilarName("axsi", {"axes", "axis"}), "axis");
}

} // namespace
