//===- MapTest.cpp - the epilogue -----------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Artifacts.h"

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;

namespace {

std::string parseText(StringRef text) {
  Map map;
  mic::FormatError error;
  if (parseMap({text.bytes_begin(), text.size()}, map, error))
    return "";
  EXPECT_TRUE(map.entries.empty());
  return error.message + " at " + std::to_string(error.position);
}

StringRef operator""_raw(const char *text, size_t size) { return {text, size}; }

TEST(EvidenceMap, ReadsAndWritesTheReferencesOwn) {
  std::vector<std::string> cases = getGoldenCases();
  EXPECT_GE(cases.size(), 50u);
  for (const std::string &name : cases) {
    Bytes artifact = readInput("golden/" + name + "/evidence.mic3");
    llvm::ArrayRef<uint8_t> body = getBody(artifact);
    Map map;
    mic::FormatError error;
    ASSERT_TRUE(parseMap(llvm::ArrayRef(artifact).drop_front(body.size()), map, error)) << name << error.message;
    EXPECT_EQ(map.entries.size(), 6u);
    Bytes again(body.begin(), body.end());
    emitMap(map, again);
    EXPECT_EQ(again, artifact) << name;
  }
}

TEST(EvidenceMap, KeepsEachType) {
  Map map;
  uint8_t bytes[] = {0, 255};
  EXPECT_TRUE(map.insert(MapEntry::integer("b", -3)));
  EXPECT_TRUE(map.insert(MapEntry::bytes("c", bytes)));
  EXPECT_TRUE(map.insert(MapEntry::string("a", "x")));
  EXPECT_FALSE(map.insert(MapEntry::string("b", "again")));
  Bytes file;
  emitMap(map, file);
  EXPECT_EQ(llvm::toStringRef(file), "M\x03\x01"
                                     "a\x00\x01x\x01"
                                     "b\x01\x05\x01"
                                     "c\x02\x02\x00\xff"_raw);
  Map again;
  mic::FormatError error;
  ASSERT_TRUE(parseMap(file, again, error));
  EXPECT_EQ(again.find("b")->number, -3);
  EXPECT_EQ(again.find("c")->data.size(), 2u);
  EXPECT_EQ(again.find("d"), nullptr);
  EXPECT_EQ(getValueText(*again.find("a")), "x");
  EXPECT_EQ(getValueText(*again.find("b")), "-3");
  EXPECT_EQ(getValueText(*again.find("c")), "00ff");
}

TEST(EvidenceMap, RefusesWhatIsMalformed) {
  EXPECT_EQ(parseText("M\0"_raw), "");
  EXPECT_EQ(parseText(""), "failed to fill whole buffer at 0");
  EXPECT_EQ(parseText("N\0"_raw), "the epilogue does not begin with `M` at 1");
  EXPECT_EQ(parseText("M"), "failed to fill whole buffer at 1");
  EXPECT_EQ(parseText("M\x02\x01"
                      "a\x01\x02"),
            "2 entries do not fit in the 4 bytes left at 2");
  // A count that no memory has.
  EXPECT_EQ(parseText("M\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
            "18446744073709551615 entries do not fit in the 0 bytes left at 11");
  EXPECT_EQ(parseText("M\x01\x05"
                      "a\x01\x02"),
            "the length 5 of a key exceeds the 3 bytes left at 3");
  EXPECT_EQ(parseText("M\x01\x01\xff\x01\x02"), "a key is not UTF-8 at 4");
  EXPECT_EQ(parseText("M\x01\x01"
                      "a\x03\x02"),
            "unknown tag 3 at 5");
  EXPECT_EQ(parseText("M\x01\x01"
                      "a\x00\x02x"_raw),
            "the length 2 of a string exceeds the 1 bytes left at 6");
  EXPECT_EQ(parseText("M\x01\x01"
                      "a\x00\x01\xff"_raw),
            "a string is not UTF-8 at 7");
  EXPECT_EQ(parseText("M\x01\x01"
                      "a\x02\x02x"),
            "the length 2 of a byte string exceeds the 1 bytes left at 6");
  EXPECT_EQ(parseText("M\x02\x01"
                      "a\x01\x02\x01"
                      "a\x01\x02"),
            "a key occurs twice at 10");
  EXPECT_EQ(parseText("M\x02\x01"
                      "b\x01\x02\x01"
                      "a\x01\x02"),
            "the keys do not ascend at 10");
  EXPECT_EQ(parseText("M\x01\x01"
                      "a\x01\x02z"),
            "1 bytes follow the last entry at 6");
  // Two encodings of one number.
  EXPECT_EQ(parseText("M\x01\x01"
                      "a\x01\x82\x00"_raw),
            "a number is not in its shortest form at 7");
  EXPECT_EQ(parseText("M\x81\x00\x01"
                      "a\x01\x02"_raw),
            "a number is not in its shortest form at 7");
}

TEST(EvidenceMap, EveryTruncationIsRefused) {
  Bytes artifact = readInput("vectors/add.sig.mic3");
  size_t begin = getBody(artifact).size();
  for (size_t size = begin + 1; size < artifact.size(); ++size) {
    Map map;
    mic::FormatError error;
    EXPECT_FALSE(parseMap(llvm::ArrayRef(artifact).slice(begin, size - begin), map, error)) << size;
  }
}

} // namespace
