//===- Mic1ParseTest.cpp - Reading mic@1 ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatTexts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mind::mic;
using llvm::StringRef;

namespace {

/// The error as it is shown, or the bytes in hexadecimal.
std::string parse(StringRef text, uint64_t maxBytes = kMaxBytes) {
  Bytes bytes;
  FormatError error;
  if (!parseMic1(text, bytes, error, maxBytes))
    return "mic:" + std::to_string(error.position) + ": error: " + error.message;
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

/// After the header, whose line is the first.
std::string parseLines(StringRef lines) { return parse(("mic@1\n" + lines).str()); }

/// That two texts mean the same.
void expectSame(StringRef lines, StringRef others) {
  std::string first = parseLines(lines);
  EXPECT_EQ(first, parseLines(others)) << lines.str();
  EXPECT_FALSE(StringRef(first).starts_with("mic:")) << first;
}

std::string at(unsigned line, StringRef message) { return "mic:" + std::to_string(line) + ": error: " + message.str(); }

TEST(Mic1Parse, GoldenTexts) {
  unsigned numSame = 0;
  auto compare = [&](const std::string &text, const std::string &artifact) {
    Module module;
    ASSERT_TRUE(module.read(getBytes(artifact)));
    std::string printed;
    FormatError error;
    // The others say less than the file.
    if (!printMic1(module.file, {}, printed, error))
      return;
    ++numSame;
    EXPECT_EQ(parse(text), llvm::toHex(module.file.getBody(), /*LowerCase=*/true));
  };
  for (const std::string &path : findInputs("/mic1.txt"))
    compare(readText(path), readText(StringRef(path).rsplit('/').first + "/out.mic3"));
  for (const std::string &path : findInputs(".mic"))
    compare(readText(path), readText(path + "3"));
  EXPECT_GE(numSame, 35u);
}

TEST(Mic1Parse, Header) {
  EXPECT_EQ(parse(""), at(0, "empty input"));
  EXPECT_EQ(parse("\n# nothing\n"), at(0, "missing version header, expected mic@1"));
  EXPECT_EQ(parse("mic@99\nN"), at(1, "unsupported version mic@99, expected mic@1"));
  EXPECT_EQ(parse("# a\n\nmic1"), at(3, "invalid version header: mic1"));
  EXPECT_EQ(parse("mic@1"), "4d4943330200000000000000");
  EXPECT_EQ(parse("  # a\r\n\t mic@1 \r\n\r\n"), "4d4943330200000000000000");
  EXPECT_EQ(parse("\xC2\xA0mic@1\xE3\x80\x80\n"), "4d4943330200000000000000");
  EXPECT_EQ(parse("mic@1\n\xFF"), at(0, "invalid UTF-8"));
}

TEST(Mic1Parse, Entries) {
  EXPECT_EQ(parseLines("X 5"), at(2, "unknown entry type: X 5"));
  EXPECT_EQ(parseLines("fn \"f\" [] - -"), at(2, "unknown entry type: fn \"f\" [] - -"));
  EXPECT_EQ(parseLines("S0"), at(2, "invalid symbol format"));
  EXPECT_EQ(parseLines("Sx \"a\""), at(2, "invalid symbol id"));
  EXPECT_EQ(parseLines("S0 a"), at(2, "expected quoted string: a"));
  // The reference panics here.
  EXPECT_EQ(parseLines("S0 \""), at(2, "expected quoted string: \""));
  expectSame("S0 \"a \\n \" b\"", "");
  EXPECT_EQ(parseLines("T0"), at(2, "invalid type format"));
  EXPECT_EQ(parseLines("T0\tf32"), at(2, "invalid type format"));
  EXPECT_EQ(parseLines("Tx f32"), at(2, "invalid type id"));
  EXPECT_EQ(parseLines("T4294967296 f32"), at(2, "invalid type id"));
  EXPECT_EQ(parseLines("T0 [f32;2"), at(2, "invalid tensor type: [f32;2"));
  EXPECT_EQ(parseLines("T0 [f32]"), at(2, "invalid tensor type: [f32]"));
  EXPECT_EQ(parseLines("T0 bool"), at(2, "invalid dtype: bool"));
  EXPECT_EQ(parseLines("T0 [f8;2]"), at(2, "invalid dtype: f8"));
  std::string dims = "1";
  for (unsigned i = 1; i < 32; ++i)
    dims += ",1";
  EXPECT_FALSE(StringRef(parseLines("T0 [f32;" + dims + "]")).starts_with("mic:"));
  EXPECT_EQ(parseLines("T0 [f32;" + dims + ",1]"), at(2, "too many shape dimensions: 33 (max 32)"));
}

TEST(Mic1Parse, Nodes) {
  EXPECT_EQ(parseLines("N"), at(2, "empty node definition"));
  EXPECT_EQ(parseLines("Nx add"), at(2, "invalid node id: x"));
  EXPECT_EQ(parseLines("N-1 add"), at(2, "invalid node id: -1"));
  EXPECT_EQ(parseLines("N1"), at(2, "missing node kind"));
  EXPECT_EQ(parseLines("N1 frob N0"), at(2, "unknown node kind: frob"));
  EXPECT_EQ(parseLines("N1 call \"f\" []"), at(2, "unknown node kind: call"));
  EXPECT_EQ(parseLines("N1 add N99 N98 T0"), at(2, "undefined reference N99"));
  EXPECT_EQ(parseLines("O N1"), at(2, "undefined reference N1"));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 add N0 5"), at(3, "expected node reference, got: 5"));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 add N0"), at(3, "expected node reference, got: "));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 relu Nq"), at(3, "invalid node id: Nq"));
  EXPECT_EQ(parseLines("N0 const.i64 x"), at(2, "invalid i64 value: x"));
  EXPECT_EQ(parseLines("N0 const.i64 9223372036854775808"), at(2, "invalid i64 value: 9223372036854775808"));
  EXPECT_EQ(parseLines("N0 const.tensor T3"), at(2, "undefined type T3"));
  EXPECT_EQ(parseLines("N0 const.tensor fill=1"), at(2, "const.tensor requires type"));
  EXPECT_EQ(parseLines("T0 f32\nN0 const.tensor fill=1x T0"), at(3, "invalid fill value: fill=1x"));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 conv2d N0 N0 p=full"), at(3, "invalid padding: p=full"));
  // The reference panics at lists that are not closed.
  for (const char *list : {"s=[", "s=[1,2", "s=1,2]"})
    EXPECT_EQ(parseLines("N0 const.i64 1\nN1 conv2d N0 N0 " + std::string(list)),
              at(3, "invalid list: " + std::string(list).substr(2)));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 conv2d.grad.input N0 N0 is=["), at(3, "invalid list: ["));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 conv2d.grad.filter N0 N0 fs=["), at(3, "invalid list: ["));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 conv2d.grad.filter N0 N0"), at(3, "expected four extents in fs=[...]"));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 sum N0 [0"), at(3, "invalid list: [0"));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 expand N0 ["), at(3, "invalid list: ["));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 reshape N0 ["), at(3, "invalid list: ["));
  EXPECT_EQ(parseLines("N0 const.i64 1\nN1 sum N0 [0,x]"), at(3, "invalid i64 value: x"));
}

TEST(Mic1Parse, Defaults) {
  std::string x = "T0 [f32;2,3]\nN0 const.tensor T0\n";
  expectSame(x + "N1 sum N0", x + "N1 sum N0 [] kd=0 T7");
  expectSame(x + "N1 sum N0 kd=1 [0,1]", x + "N1 sum N0 [0,1] kd=1 # ignored");
  expectSame(x + "N1 mean N0 kd=true", x + "N1 mean N0 [] kd=0");
  expectSame(x + "N1 expand N0", x + "N1 expand N0 [0,5] T0");
  expectSame(x + "N1 squeeze N0", x + "N1 squeeze N0 []");
  expectSame(x + "N1 transpose N0", x + "N1 transpose N0 []");
  expectSame(x + "N1 conv2d N0 N0", x + "N1 conv2d N0 N0 p=VALID s=[3]");
  expectSame(x + "N1 conv2d N0 N0 s=[1,2,9] p=Same", x + "N1 conv2d N0 N0 p=same s=[1,2]");
  expectSame(x + "N1 index N0 [0:1,7,1:2]", x + "N1 index N0 [0:1,1:2]");
  expectSame(x + "N1 slice N0 0:2,1::3", x + "N1 slice N0 T0 0:2:1,1::3");
  expectSame(x + "N1 gather N0 N0", x + "N1 gather N0 N0 ax=0");
  expectSame("N0 const.i64 +5\nON0", "N+0\tconst.i64   5\n O \tN0");
  expectSame("T0 [F32; 2 ,B ]\nN0 const.tensor T0", "T9 f64\nT+9 [f32;2,B]\nN0 const.tensor T9");
  expectSame("T0 [f32;]\nN0 const.tensor T0", "T0 f32\nN0 const.tensor T0");
  // Not lines of the reference's reader, though its writer writes them.
  expectSame("N0 const.i64 1\nN1 bitxor N0 N0", "extended\nN0 const.i64 1\nN1 raw.binop bitxor N0 N0\n");
  expectSame("N0 const.i64 1\nN1 sparse.attr N0 layout=csc", "extended\nN0 const.i64 1\nsparse N0 N1 csc\n");
}

TEST(Mic1Parse, Floats) {
  auto bits = [](StringRef text) {
    std::string hex = parseLines(("T0 f64\nN0 const.tensor fill=" + text + " T0").str());
    // The fill is before the three counts of the registries.
    return hex.size() < 40 || StringRef(hex).starts_with("mic:") ? hex : hex.substr(hex.size() - 22, 16);
  };
  auto of = [](double value) {
    uint64_t bits = llvm::bit_cast<uint64_t>(value);
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; ++i)
      bytes[i] = bits >> (8 * i);
    return llvm::toHex(llvm::ArrayRef<uint8_t>(bytes), /*LowerCase=*/true);
  };
  EXPECT_EQ(bits("1"), of(1));
  EXPECT_EQ(bits("+.5"), of(0.5));
  EXPECT_EQ(bits("-5."), of(-5));
  EXPECT_EQ(bits("1e-3"), of(1e-3));
  EXPECT_EQ(bits("1E+3"), of(1e3));
  EXPECT_EQ(bits("-0"), of(-0.0));
  EXPECT_EQ(bits("1e999"), of(HUGE_VAL));
  EXPECT_EQ(bits("-1e999999999999999999999"), of(-HUGE_VAL));
  EXPECT_EQ(bits("1e-999"), of(0));
  EXPECT_EQ(bits("0e999"), of(0));
  EXPECT_EQ(bits("1" + std::string(400, '0') + "e-400"), of(1));
  EXPECT_EQ(bits("INF"), of(HUGE_VAL));
  EXPECT_EQ(bits("-infinity"), of(-HUGE_VAL));
  EXPECT_EQ(bits("nan"), "000000000000f87f");
  for (const char *wrong : {"", ".", "1e", "0x1", "1_0", "1e5.0", "--1", "+-1", "in", "nan(1)"})
    EXPECT_EQ(bits(wrong), at(3, "invalid fill value: fill=" + std::string(wrong)));
}

TEST(Mic1Parse, Limits) {
  EXPECT_EQ(parse("mic@1\n", 5), at(0, "input too large: 6 bytes (max 5 bytes)"));
  EXPECT_EQ(parse("mic@1\n" + std::string(kMaxBytes, '\n')),
            at(0, "input too large: 10485766 bytes (max 10485760 bytes)"));
  EXPECT_EQ(parse("mic@1\nS0 \"\"\n" + std::string(1000000, '\n')), at(0, "too many lines: 1000002 (max 1000000)"));
  EXPECT_EQ(parse("mic@1\n" + std::string(1000000, '\n')), at(0, "too many lines: 1000001 (max 1000000)"));
  std::string nodes;
  for (unsigned i = 0; i < 100000; ++i)
    nodes += "N" + std::to_string(i) + " const.i64 0\n";
  EXPECT_FALSE(StringRef(parseLines(nodes)).starts_with("mic:"));
  EXPECT_EQ(parseLines(nodes + "N0 const.i64 0"), at(100002, "too many nodes: 100000 (max 100000)"));
  EXPECT_FALSE(StringRef(parseLines("extended\n" + nodes + "N100000 const.i64 0")).starts_with("mic:"));
  // The reference counts up to the id.
  EXPECT_EQ(parseLines("N18446744073709551614 const.i64 0"), at(2, "invalid node id: 18446744073709551614"));
  EXPECT_EQ(parseLines("N4294967295 const.i64 0"),
            at(0, "next_id 4294967296 is too large for an input of 23 bytes"));
}

TEST(Mic1Parse, Duplicates) {
  // The verifier finds them.
  EXPECT_FALSE(StringRef(parseLines("N0 const.i64 0\nN0 const.i64 1")).starts_with("mic:"));
}

TEST(Mic1Parse, ExtendedErrors) {
  auto extended = [](StringRef lines) { return parseLines(("extended\n" + lines).str()); };
  EXPECT_EQ(extended("frob"), at(3, "unknown entry type: frob"));
  EXPECT_EQ(extended("N0 const.i64 0\nextended"), at(4, "unknown entry type: extended"));
  EXPECT_EQ(extended("end"), at(3, "unknown entry type: end"));
  EXPECT_EQ(extended("N0 while N0"), at(3, "unknown node kind: while"));
  EXPECT_EQ(extended("call \"f\" []"), at(3, "unknown entry type: call \"f\" []"));
  EXPECT_EQ(extended("fn \"f\" [] - -"), at(3, "missing `end` at the end of the file"));
  EXPECT_EQ(extended("while N0\nend"), at(4, "unknown entry type: end"));
  EXPECT_EQ(extended("fn \"f\" [] - - x"), at(3, "expected the end of the line, got: x"));
  EXPECT_EQ(extended("fn f [] - -"), at(3, "expected a string, got: f [] - -"));
  EXPECT_EQ(extended("N0 call \"f [N1]"), at(3, "expected the end of a string, got: f [N1]"));
  EXPECT_EQ(extended("N0 call \"f\" N1"), at(3, "expected `[`, got: N1"));
  EXPECT_EQ(extended("N0 call \"f\" [N1 N2]"), at(3, "expected `,` or `]`, got: N2]"));
  EXPECT_EQ(extended("N0 call \"f\" [1]"), at(3, "expected a value, got: 1]"));
  EXPECT_EQ(extended("N0 const.f64 1.5"), at(3, "expected 16 hexadecimal digits, got: 1.5"));
  EXPECT_EQ(extended("N0 const.dense u8 [] []"), at(3, "expected one of the words of the field, got: u8 [] []"));
  EXPECT_EQ(extended("N0 raw.slice N1 [0:1]"), at(3, "expected `:`, got: ]"));
  EXPECT_EQ(extended("N0 param \"a\" -1"), at(3, "expected a number, got: -1"));
  EXPECT_EQ(extended("N0 param \"a\" 18446744073709551616"), at(3, "expected a number, got: 18446744073709551616"));
  EXPECT_EQ(extended("repr \"f\" [frob]"), at(3, "expected a type, got: frob]"));
  EXPECT_EQ(extended("types []"), at(3, "unexpected table of types"));
  EXPECT_EQ(parseLines("extended types\ntypes []\ntypes []"), at(4, "unexpected table of types"));
  EXPECT_EQ(parseLines("extended types\ntypes [N1:i32:1,N0:i32:1]"),
            at(0, "value_types keys are not strictly ascending"));
  EXPECT_EQ(extended("export a"), at(3, "expected a string, got: a"));
  std::string regions, types = "repr \"f\" [";
  for (unsigned i = 0; i < 300; ++i) {
    regions += "region\n";
    types += "ptr 0 ";
  }
  EXPECT_EQ(extended(regions), at(259, "instruction nesting depth exceeds limit 256"));
  EXPECT_EQ(extended(types + "i32]"), at(3, "type nesting depth exceeds limit 256"));
}

TEST(Mic1Parse, Damaged) {
  // A text is refused with a line, or gives bytes that can be read and are canonical.
  std::vector<std::string> texts;
  for (const std::string &path : findInputs(".mic3")) {
    Module module;
    std::string text;
    FormatError error;
    if (module.read(getBytes(readText(path))) && printMic1(module.file, {/*extended=*/true}, text, error) &&
        text.size() > 10)
      texts.push_back(text);
  }
  uint64_t state = 7;
  auto random = [&](uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  };
  const StringRef pieces = "NTOS[]:,\"-+=.0123456789 \nend fn \\";
  unsigned numRead = 0;
  for (const std::string &whole : texts)
    for (unsigned round = 0; round < 200; ++round) {
      std::string text = whole;
      size_t at = 6 + random(text.size() - 6);
      switch (random(3)) {
      case 0:
        text[at] = pieces[random(pieces.size())];
        break;
      case 1:
        text.erase(at, 1 + random(8));
        break;
      default:
        text.insert(at, text.substr(6 + random(text.size() - 6), random(40)));
      }
      Bytes bytes;
      FormatError error;
      if (!parseMic1(text, bytes, error)) {
        EXPECT_FALSE(error.message.empty());
        continue;
      }
      ++numRead;
      Module module;
      ASSERT_TRUE(module.read(bytes)) << text;
      EXPECT_TRUE(module.file.isCanonical) << text;
    }
  EXPECT_GE(numRead, 500u);
}

TEST(Mic1Parse, ExtendedIsCanonical) {
  // Whatever the order of the lines, the bytes are the canonical ones.
  expectSame("extended\nexport \"z\"\nstruct \"q\" []\nstruct \"p\" [\"x\"]\nexport \"a\"\nexport \"z\"\n"
             "N3 const.i64 1\nnext_id 2",
             "extended\nnext_id 4\nN3 const.i64 1\nexport \"a\"\nexport \"z\"\nstruct \"p\" [\"x\"]\n"
             "struct \"q\" []");
  expectSame("extended types\nfn \"f\" [] - -\nend []\ntypes []", "extended\nfn \"f\" [] - -\nend");
}

} // namespace
