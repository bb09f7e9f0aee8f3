//===- Mic1Fields.cpp - The fields of extended mic@1 lines ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mic1Fields.h"

#include "Decimal.h"
#include "Mic1Lines.h"

#include "llvm/ADT/StringExtras.h"

using namespace mind;
using namespace mind::mic;
using llvm::StringRef;

void Mic1Fields::skipSpace() {
  while (unsigned size = getLeadingSpace(rest))
    rest = rest.drop_front(size);
}

bool Mic1Fields::consume(char c) {
  skipSpace();
  if (rest.empty() || rest[0] != c)
    return false;
  rest = rest.drop_front();
  return true;
}

bool Mic1Fields::atEnd() {
  skipSpace();
  return rest.empty() || fail("the end of the line");
}

StringRef Mic1Fields::takeWord() {
  skipSpace();
  StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  return word;
}

bool Mic1Fields::readUnsigned(uint64_t &value) {
  skipSpace();
  StringRef digits = rest.take_while(llvm::isDigit);
  std::optional<uint64_t> number = parseUnsigned(digits);
  if (!number)
    return fail("a number");
  value = *number;
  rest = rest.drop_front(digits.size());
  return true;
}

bool Mic1Fields::readSigned(int64_t &value) {
  skipSpace();
  StringRef text = rest.take_front(rest.find_if_not(llvm::isDigit, rest.starts_with("-")));
  std::optional<int64_t> number = parseSigned(text);
  if (!number)
    return fail("a number");
  value = *number;
  rest = rest.drop_front(text.size());
  return true;
}

bool Mic1Fields::readId(uint64_t &id) {
  skipSpace();
  StringRef start = rest;
  if (rest.consume_front("N") && readUnsigned(id))
    return true;
  rest = start;
  return fail("a value");
}

bool Mic1Fields::readString(std::string &value) {
  value.clear();
  if (!consume('"'))
    return fail("a string");
  for (size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '"') {
      rest = rest.drop_front(i + 1);
      return true;
    }
    if (c != '\\') {
      value += c;
      continue;
    }
    if (++i == rest.size())
      break;
    switch (rest[i]) {
    case '\\':
    case '"':
      value += rest[i];
      break;
    case 'n':
      value += '\n';
      break;
    case 't':
      value += '\t';
      break;
    case 'r':
      value += '\r';
      break;
    default:
      value += '\\';
      value += rest[i];
    }
  }
  return fail("the end of a string");
}

template <typename Read>
bool Mic1Fields::readList(Read read) {
  if (!consume('['))
    return fail("`[`");
  size_t mark = builder.beginList();
  uint64_t count = 0;
  if (!consume(']')) {
    do {
      if (!read())
        return false;
      ++count;
    } while (consume(','));
    if (!consume(']'))
      return fail("`,` or `]`");
  }
  builder.endList(mark, count);
  return true;
}

bool Mic1Fields::writeId(bool isDefinition) {
  uint64_t id;
  if (!readId(id))
    return false;
  builder.uleb(id);
  if (isDefinition)
    define(id);
  else
    mention(id);
  return true;
}

bool Mic1Fields::writeSigned() {
  int64_t value;
  if (!readSigned(value))
    return false;
  builder.zigzag(value);
  return true;
}

bool Mic1Fields::writeUnsigned() {
  uint64_t value;
  if (!readUnsigned(value))
    return false;
  builder.uleb(value);
  return true;
}

bool Mic1Fields::writeBits() {
  StringRef word = takeWord();
  uint64_t bits;
  if (word.size() != 16 || word.getAsInteger(16, bits))
    return fail("16 hexadecimal digits");
  rest = rest.drop_front(16);
  builder.bits64(bits);
  return true;
}

bool Mic1Fields::writeString() {
  std::string text;
  if (!readString(text))
    return false;
  builder.string(text);
  return true;
}

template <typename Names>
bool Mic1Fields::writeWord(unsigned count, Names names) {
  StringRef word = takeWord();
  for (unsigned i = 0; i < count; ++i)
    if (names(i) == word) {
      rest = rest.drop_front(word.size());
      builder.byte(i);
      return true;
    }
  return fail("one of the words of the field");
}

bool Mic1Fields::read(char field) {
  auto colon = [&] { return consume(':') || fail("`:`"); };
  auto optional = [&](auto write) {
    bool isAbsent = consume('-');
    builder.byte(!isAbsent);
    return isAbsent || write();
  };
  switch (field) {
  case 'D':
    return writeId(/*isDefinition=*/true);
  case 'v':
  case 'P':
    return writeId();
  case 'i':
    return writeSigned();
  case 'u':
    return writeUnsigned();
  case 'F':
    return writeBits();
  case 's':
    return writeString();
  case 'f':
    return optional([&] { return writeBits(); });
  case 'q':
    return optional([&] { return writeString(); });
  case 'o':
    return optional([&] { return writeId(); });
  case 'B':
    return writeWord(2, [](unsigned i) { return StringRef(i ? "1" : "0"); });
  case 'b':
    return writeWord(kNumBinOps, [](unsigned i) { return getBinOpName(BinOp(i)); });
  case 'd':
    return writeWord(kNumElementTypes, [](unsigned i) { return StringRef(getDTypeName(*getElementType(i))); });
  case 'p':
    return writeWord(kNumPaddings, [](unsigned i) { return StringRef(kPaddingNames[i]); });
  case 'y':
    return writeWord(kNumSparseLayouts, [](unsigned i) { return getSparseLayoutName(SparseLayout(i)); });
  case 'c':
    return writeWord(kNumCallConvs, [](unsigned i) { return StringRef(kCallConvNames[i]); });
  case 'S':
    return readList([&] {
      skipSpace();
      bool isSymbol = rest.starts_with("\"");
      builder.byte(isSymbol);
      return isSymbol ? writeString() : writeUnsigned();
    });
  case 'I':
    return readList([&] { return writeSigned(); });
  case 'V':
  case 'A':
    return readList([&] { return writeId(); });
  case 'Q':
    return readList([&] { return writeId(/*isDefinition=*/true); });
  case 'W':
    return readList([&] { return writeString(); });
  case 'E':
    return readList([&] { return writeBits(); });
  case 'N':
    return readList([&] { return writeString() && colon() && writeId(); });
  case 'X':
    return readList([&] { return writeSigned() && colon() && writeSigned(); });
  case 'L':
    return readList([&] {
      if (!writeSigned() || !colon() || !writeSigned() || !colon())
        return false;
      bool isOpen = consume(':');
      builder.byte(!isOpen);
      return (isOpen || (writeSigned() && colon())) && writeSigned();
    });
  case 'T':
    return readList(
        [&] { return writeId(/*isDefinition=*/true) && colon() && writeId() && colon() && writeId(); });
  case 'M': {
    // The entries are about values; they do not mention them as instructions do.
    uint64_t id;
    return readList([&] {
      if (!readId(id))
        return false;
      builder.uleb(id);
      if (!colon() || !read('d') || !colon())
        return false;
      bool isDynamic = consume('?');
      builder.byte(isDynamic);
      return isDynamic || writeUnsigned();
    });
  }
  default:
    llvm_unreachable("a letter that no layout has");
  }
}

bool Mic1Fields::writeType(unsigned depth) {
  if (depth >= kMaxDepth) {
    message = ("type nesting depth exceeds limit " + llvm::Twine(kMaxDepth)).str();
    return false;
  }
  StringRef word = takeWord();
  const Mic1Type *type = std::find_if(std::begin(kMic1Types), std::end(kMic1Types),
                                      [&](const Mic1Type &entry) { return entry.word == word; });
  if (type == std::end(kMic1Types))
    return fail("a type");
  rest = rest.drop_front(word.size());
  builder.byte(type - kMic1Types + 1);
  for (const char *field = type->fields; *field; ++field) {
    bool isRead = false;
    if (*field == 't') {
      isRead = writeType(depth + 1);
    } else if (*field == 'U') {
      isRead = readTypes(depth + 1);
    } else if (*field == 'O') {
      bool isAbsent = consume('-');
      builder.byte(!isAbsent);
      isRead = isAbsent || writeType(depth + 1);
    } else {
      isRead = read(*field);
    }
    if (!isRead)
      return false;
  }
  return true;
}

bool Mic1Fields::readTypes(unsigned depth) {
  return readList([&] { return writeType(depth); });
}
