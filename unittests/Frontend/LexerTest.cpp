//===- LexerTest.cpp - bytes to tokens ------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Frontend/Lexer.h"

#include "gtest/gtest.h"

using namespace mind::frontend;

namespace {

/// The texts of the tokens with `|` between, then the codes of the faults.
std::string lex(llvm::StringRef source) {
  DiagnosticEngine diagnostics("test.mind", source);
  Lexer lexer(diagnostics);
  std::string out;
  if (lexer.start())
    for (Token token = lexer.next(); !token.is(TokenKind::EndOfFile); token = lexer.next())
      out += (out.empty() ? "" : "|") + lexer.getText(token).str();
  for (const Diagnostic &fault : diagnostics.getDiagnostics())
    out += " " + fault.code;
  return out;
}

TEST(Lexer, Words) {
  EXPECT_EQ(lex("let fnord = _x1"), "let|fnord|=|_x1");
  DiagnosticEngine diagnostics("test.mind", "fn fnord print printer in inn");
  Lexer lexer(diagnostics);
  ASSERT_TRUE(lexer.start());
  EXPECT_EQ(lexer.next().kind, TokenKind::KwFn);
  EXPECT_EQ(lexer.next().kind, TokenKind::Ident);
  EXPECT_EQ(lexer.next().kind, TokenKind::KwPrint);
  EXPECT_EQ(lexer.next().kind, TokenKind::Ident);
  EXPECT_EQ(lexer.next().kind, TokenKind::KwIn);
  EXPECT_EQ(lexer.next().kind, TokenKind::Ident);
}

TEST(Lexer, EveryKeywordIsReserved){
#define MIND_KEYWORD(NAME, SPELLING)                                                                                   \
  {                                                                                                                    \
    DiagnosticEngine diagnostics("test.mind", SPELLING);                                                               \
    Lexer lexer(diagnostics);                                                                                          \
    lexer.start();                                                                                                     \
    EXPECT_EQ(lexer.next().kind, TokenKind::NAME) << SPELLING;                                                         \
    EXPECT_TRUE(isKeyword(TokenKind::NAME));                                                                           \
  }
#include "Mind/Frontend/Tokens.def"
}

TEST(Lexer, OperatorsAreTakenLongest) {
  EXPECT_EQ(lex("a<<=b>>=c**d->e=>f::g..h"), "a|<<=|b|>>=|c|**|d|->|e|=>|f|::|g|..|h");
  EXPECT_EQ(lex("x .+ y .- z .* u ./ v"), "x|.+|y|.-|z|.*|u|./|v");
  EXPECT_EQ(lex("a&&b&c||d|e!=f!g"), "a|&&|b|&|c||||d|||e|!=|f|!|g");
}

TEST(Lexer, Numbers) {
  EXPECT_EQ(lex("1 1_000 0xFF 0o17 0b1_0 1.5 1e3 1.5e-3 7i32 3usize"),
            "1|1_000|0xFF|0o17|0b1_0|1.5|1e3|1.5e-3|7i32|3usize");
  // Not floats: a digit must stand on both sides of the dot.
  EXPECT_EQ(lex("0..n 1.f()"), "0|..|n|1|.|f|(|)");
  EXPECT_EQ(parseIntegerText("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parseIntegerText("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parseIntegerText("0xFFFF_FFFF"), 0xFFFFFFFFu);
  EXPECT_EQ(parseFloatText("1_0.5"), 10.5);
  EXPECT_EQ(parseFloatText("1e400"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parseFloatText("4.9e-324"), 4.9e-324);
}

TEST(Lexer, Faults) {
  EXPECT_EQ(lex("a $ b"), "a|b E1002");
  EXPECT_EQ(lex("gr\xC3\xB6\xC3\x9F"), "gr E1002");
  EXPECT_EQ(lex("\"abc"), "\"abc E1003");
  EXPECT_EQ(lex("\"a\\d\""), "\"a\\d\" E1004");
  EXPECT_EQ(lex("\"\\u{110000}\""), "\"\\u{110000}\" E1004");
  EXPECT_EQ(lex("0b12"), "0 E1005");
  EXPECT_EQ(lex("1e"), "1 E1005");
  EXPECT_EQ(lex("1.5f32"), "1.5 E1005");
  EXPECT_EQ(lex("a /* /* */ b"), "a E1006");
  EXPECT_EQ(lex("a \xFF b"), " E1001");
}

TEST(Lexer, CommentsAndLines) {
  EXPECT_EQ(lex("a // b\nc /* d /* e */ f */ g"), "a|c|g");
  DiagnosticEngine diagnostics("test.mind", "a b\r\nc /* \n */ d\re");
  Lexer lexer(diagnostics);
  ASSERT_TRUE(lexer.start());
  bool expected[] = {true, false, true, true, true};
  for (bool newline : expected)
    EXPECT_EQ(lexer.next().newlineBefore, newline);
}

TEST(Lexer, ByteOrderMark) { EXPECT_EQ(lex("\xEF\xBB\xBFlet"), "let"); }

TEST(Lexer, UTF8) {
  auto isValid = [](llvm::StringRef text) { return !findInvalidUTF8(text); };
  EXPECT_TRUE(isValid("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"));
  EXPECT_FALSE(isValid("\xC0\x80"));         // overlong
  EXPECT_FALSE(isValid("\xED\xA0\x80"));     // a surrogate
  EXPECT_FALSE(isValid("\xF4\x90\x80\x80")); // beyond U+10FFFF
  EXPECT_FALSE(isValid("\xE2\x82"));         // cut short
  EXPECT_FALSE(isValid("\x80"));
  EXPECT_EQ(findInvalidUTF8("abcdefghij\xFF"), 10u);
}

} // namespace
