//===- Mic1PrintTest.cpp - Writing mic@1 ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatTexts.h"

using namespace mind::mic;
using llvm::StringRef;

namespace {

/// The plain text, or the error.
std::string print(const File &file, bool isExtended = false) {
  std::string text;
  FormatError error;
  return printMic1(file, {isExtended}, text, error) ? text : error.message;
}

std::string printLines(StringRef lines) {
  Module module;
  EXPECT_TRUE(module.parse(("mic@1\n" + lines).str()));
  return print(module.file);
}

/// That the extended text of a file gives its canonical bytes.
void expectRoundTrip(const File &file, const std::string &name) {
  std::string text = print(file, /*isExtended=*/true);
  Bytes canonical, back;
  reemit(file, canonical);
  FormatError error;
  ASSERT_TRUE(parseMic1(text, back, error)) << name << ": mic:" << error.position << ": error: " << error.message;
  EXPECT_EQ(back, canonical) << name;
}

TEST(Mic1Print, GoldenTexts) {
  // Those that the reference loses something of.
  unsigned numSame = 0, numHeld = 0;
  auto compare = [&](const std::string &path, const std::string &expected, const std::string &artifact) {
    Module module;
    ASSERT_TRUE(module.read(getBytes(artifact))) << path;
    std::string text = print(module.file);
    if (StringRef(text).starts_with("mic@1 cannot hold instruction")) {
      EXPECT_TRUE(StringRef(text).contains("FnDef") || StringRef(text).contains("(If)") ||
                  StringRef(text).contains("its axes are not 0, 1, ... in order"))
          << path << ": " << text;
      return;
    }
    ++numHeld;
    EXPECT_EQ(text, expected) << path;
    numSame += text == expected;
  };
  for (const std::string &path : findInputs("/mic1.txt"))
    compare(path, dropLast(readText(path)), readText(StringRef(path).rsplit('/').first + "/out.mic3"));
  for (const std::string &path : findInputs(".mic"))
    compare(path, dropLast(readText(path)), readText(path + "3"));
  EXPECT_EQ(numSame, numHeld);
  EXPECT_GE(numSame, 35u);
}

TEST(Mic1Print, ExtendedRoundTripOfReferenceFiles) {
  for (const std::string &path : findInputs(".mic3")) {
    Module module;
    ASSERT_TRUE(module.read(getBytes(readText(path)))) << path;
    expectRoundTrip(module.file, path);
  }
}

TEST(Mic1Print, ExtendedRoundTripOfDamagedFiles) {
  // Whatever can be read survives.
  uint64_t state = 1;
  auto random = [&](uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % bound;
  };
  unsigned numRead = 0;
  for (const std::string &path : findInputs(".mic3")) {
    std::string whole = readText(path);
    for (unsigned round = 0; round < 200; ++round) {
      std::string bytes = whole;
      for (unsigned i = 0, count = 1 + random(3); i < count; ++i)
        bytes[5 + random(bytes.size() - 5)] = char(random(4) ? random(64) : random(256));
      Module module;
      if (!module.read(getBytes(bytes)))
        continue;
      ++numRead;
      expectRoundTrip(module.file, path);
    }
  }
  EXPECT_GE(numRead, 1000u);
}

TEST(Mic1Print, EachKind) {
  std::string text = "T0 [f32;2,B]\n"
                     "T1 i32\n"
                     "T2 f32\n"
                     "T3 [f32;3,2]\n"
                     "T4 [f32;?,?]\n"
                     "N0 const.tensor fill=1.5 T0\n"
                     "N1 const.i64 -7 T1\n"
                     "N2 add N0 N1 T2\n"
                     "N3 shr N0 N1 T2\n"
                     "N4 sum N1 [0,1] kd=1 T2\n"
                     "N5 mean N1 [] kd=0 T2\n"
                     "N6 relu N3 T2\n"
                     "N7 relu_grad N2 N3 T2\n"
                     "N8 reshape N1 [3,2] T3\n"
                     "N9 expand N1 [0] T2\n"
                     "N10 squeeze N6 [0] T2\n"
                     "N11 transpose N1 [1,0] T2\n"
                     "N12 dot N1 N2 T2\n"
                     "N13 matmul N1 N2 T2\n"
                     "N14 conv2d N1 N2 s=[1,2] p=same T2\n"
                     "N15 conv2d.grad.input N3 N2 is=[1,8,8,3] s=[1,1] p=valid T2\n"
                     "N16 conv2d.grad.filter N1 N3 fs=[3,3,3,16] s=[1,1] p=same T2\n"
                     "N17 index N1 [0:1,1:2] T2\n"
                     "N18 slice N1 0::1,1:3:2 T2\n"
                     "N19 gather N1 N2 ax=0 T2\n"
                     "N20 sparse.attr N0 layout=csr\n"
                     "N21 const.tensor T0\n"
                     "O N3\n";
  EXPECT_EQ(printLines(text), "mic@1\n" + text);
}

TEST(Mic1Print, References) {
  // Without a scalar f32 the others refer to the first type.
  EXPECT_EQ(printLines("N0 const.i64 1\nN1 transpose N0 [1,0]"),
            "mic@1\nT0 i32\nT1 [f32;?,?]\nN0 const.i64 1 T0\nN1 transpose N0 [1,0] T0\n");
  // It is found also where it comes later.
  EXPECT_EQ(printLines("N0 const.i64 1\nN1 transpose N0 [0]\nN2 relu N1"),
            "mic@1\nT0 i32\nT1 [f32;?]\nT2 f32\nN0 const.i64 1 T0\nN1 transpose N0 [0] T2\nN2 relu N1 T2\n");
}

TEST(Mic1Print, Floats) {
  auto fill = [](StringRef text) {
    std::string printed = printLines(("T0 f64\nN0 const.tensor fill=" + text + " T0").str());
    return StringRef(printed).split('=').second.split(' ').first.str();
  };
  for (const char *text :
       {"0", "-0", "1", "0.1", "NaN", "inf", "-inf", "1000000000000000000000", "123456.789",
        "100000000000000000000000", "0.000001"})
    EXPECT_EQ(fill(text), text);
  EXPECT_EQ(fill("1.7976931348623157e308"), "17976931348623157" + std::string(292, '0'));
  EXPECT_EQ(fill("5e-324"), "0." + std::string(323, '0') + "5");
}

TEST(Mic1Print, CannotHold) {
  auto refuse = [](StringRef lines) {
    Module module;
    EXPECT_TRUE(module.parse(("mic@1\nextended\n" + lines).str()));
    std::string message = print(module.file);
    expectRoundTrip(module.file, lines.str());
    return message;
  };
  const char *noLine = "): there is no line for it";
  EXPECT_EQ(refuse("N0 const.i64 1\nN1 const.f64 3ff0000000000000\nret -"),
            std::string("mic@1 cannot hold instruction 1 (ConstF64") + noLine);
  EXPECT_EQ(refuse("fn \"f\" [] - -\nend"), std::string("mic@1 cannot hold instruction 0 (FnDef") + noLine);
  EXPECT_EQ(refuse("N0 const.dense i32 [0] []"),
            std::string("mic@1 cannot hold instruction 0 (ConstDenseTensor") + noLine);
  EXPECT_EQ(refuse("N0 call \"\\\\\\\"\\n\" []"), std::string("mic@1 cannot hold instruction 0 (Call") + noLine);
  const char *axes = "mic@1 cannot hold instruction 1 (Slice): its axes are not 0, 1, ... in order";
  EXPECT_EQ(refuse("N0 const.i64 1\nN1 raw.slice N0 [1:0::1]"), axes);
  EXPECT_EQ(refuse("N0 const.i64 1\nN1 raw.slice N0 [0:0::1,0:0:1:1]"), axes);
  EXPECT_EQ(refuse("N0 const.i64 1\nN1 raw.slice N0 []"), "mic@1 cannot hold instruction 1 (Slice): it has no axes");
  EXPECT_EQ(refuse("output N5"), "mic@1 cannot hold instruction 0 (Output): N5 is not defined before");
  EXPECT_EQ(refuse("N0 raw.const.tensor f32 [] 7ff8000000000001"),
            "mic@1 cannot hold instruction 0 (ConstTensor): its fill is a NaN with a payload");
  for (const char *symbol : {"", "a,b", "a;b", "a]", "5", "+5", " a", "a b", "\\n", "\xC2\xA0"})
    EXPECT_TRUE(StringRef(refuse("N0 raw.const.tensor f32 [\"" + std::string(symbol) + "\"] -"))
                    .ends_with("would be read as something else"))
        << symbol;
  EXPECT_EQ(refuse("export \"f\""), "mic@1 cannot hold the exports");
  EXPECT_EQ(refuse("struct \"f\" []"), "mic@1 cannot hold the registries");
  EXPECT_EQ(refuse("next_id 5"), "mic@1 cannot hold that next_id is 5 and not 0");
}

TEST(Mic1Print, ExtendedWritesPlainWhereItCan) {
  Module module;
  ASSERT_TRUE(module.read(getBytes(readText("vectors/t9.mic3"))));
  EXPECT_EQ(print(module.file, /*isExtended=*/true), dropLast(readText("vectors/t9.mic")));
}

TEST(Mic1Print, Extended) {
  std::string text = "mic@1\n"
                     "extended types\n"
                     "next_id 3\n"
                     "T0 i32\n"
                     "fn \"f\" [\"a\":N0] N1 3fe0000000000000\n"
                     "  N0 param \"a\" 0\n"
                     "  if N0\n"
                     "  then\n"
                     "    N4294967296 raw.const.i64 0\n"
                     "  else N0\n"
                     "  end N0 N1 [\"x\":N2] [N2:N0:N18446744073709551615]\n"
                     "  while N0\n"
                     "  do\n"
                     "    break [\"x\":N0]\n"
                     "  end [] [N0] [N3]\n"
                     "  region\n"
                     "    ret -\n"
                     "  end N0 N0 N0 [N5]\n"
                     "end [N0:i64:1,N1:q16:?]\n"
                     "extern \"p\" [\"i64\"] - 1 [\"a b\"] sysv\n"
                     "N2 const.i64 1 T0\n"
                     "O N2\n"
                     "export \"f\"\n"
                     "array \"A\" [-1,2]\n"
                     "repr \"fn:f\" [tensor \"f32\" [\"2\",\"B\"],sparse csr f32 [2,\"B\"],fnptr [i32,bool] -,fnptr [] "
                     "slice 1 tuple [],generic \"G\" [named \"T\",array 3 ref 0 ptr 1 u32]]\n"
                     "types [N2:i64:1]\n";
  Module module;
  ASSERT_TRUE(module.parse(text));
  EXPECT_EQ(module.file.version, 3);
  EXPECT_EQ(print(module.file, /*isExtended=*/true), text);
}

} // namespace
