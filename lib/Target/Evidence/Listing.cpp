//===- Listing.cpp - A readable text of a body ----------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the layouts field by field: a field is read into its items, and the opcode
// says which words stand before them. A region ends the line; what follows it goes on
// behind its closing brace.
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Evidence/Listing.h"

#include "Mind/Target/Evidence/Report.h"
#include "Mind/Target/Mic/Format/Walk.h"

#include "llvm/ADT/StringExtras.h"

#include <charconv>

using namespace mind;
using namespace mind::evidence;
using llvm::StringRef;
using llvm::Twine;
using mic::Opcode;

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static std::string getSafe(StringRef text) {
  std::string safe;
  llvm::raw_string_ostream os(safe);
  printSafe(text, os);
  return safe;
}

template <typename Float>
static std::string getShortest(Float value) {
  char buffer[64];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr);
}

namespace {

/// The items of one field, as text.
class FieldReader : public mic::FieldHandler {
public:
  FieldReader(const mic::File &file, uint64_t maxItems) : file(file), maxItems(maxItems) {}

  /// Reads a field of the instruction at the cursor.
  void read(mic::Cursor &cursor, char letter, bool namesFollow) {
    items.clear();
    parts.clear();
    numItems = 0;
    isList = letter == 'S' || letter == 'M';
    idsFirst = namesFollow;
    this->letter = letter;
    mic::walkField(cursor, *this, letter, file.version);
  }

  void id(char field, uint64_t id) {
    std::string text = id == mic::kNoValue ? "%none" : "%" + llvm::utostr(id);
    if (field == 'N')
      return add(idsFirst ? text + (parts[0].empty() ? "" : " ") + parts[0] : parts[0] + " = " + text);
    if (field == 'M')
      return part(text);
    if (field == 'T') {
      part(text);
      if (parts.size() == 3)
        add(parts[0] + " = " + parts[1] + " | " + parts[2]);
      return;
    }
    add(text);
  }
  void number(char field, uint64_t value) {
    if (field == 'M')
      return add(parts[0] + " " + parts[1] + "[" + llvm::utostr(value) + "]");
    add(llvm::utostr(value));
  }
  void zigzag(int64_t value) {
    if (letter != 'X' && letter != 'L')
      return add(llvm::itostr(value));
    part(llvm::itostr(value));
    if (letter == 'X' && parts.size() == 2)
      add(parts[0] + ": " + parts[1]);
    if (letter == 'L' && parts.size() == 4)
      add(parts[0] + ": " + parts[1] + ":" + parts[2] + ":" + parts[3]);
  }
  void byte(char field, uint8_t value);
  void flag(bool value) { add(value ? "true" : "false"); }
  void bits64(uint64_t bits) { add(letter == 'E' ? getElement(bits) : getShortest(llvm::bit_cast<double>(bits))); }
  void string(uint64_t index) {
    std::string text = getSafe(file.strings[index]);
    if (letter == 'N')
      return part(text);
    add(letter == 'S' ? text : "\"" + text + "\"");
  }
  void present(char field, bool isPresent) {
    if (letter == 'L' && !isPresent)
      part("");
  }
  void list(char, uint64_t) { isList = true; }

  /// `[a, b]` of a list, else the one item; empty if an optional field is absent.
  std::string getText(StringRef open = "[", StringRef close = "]") const {
    std::string text = llvm::join(items, ", ");
    if (!isList)
      return text;
    if (numItems > items.size())
      text += ", ... (" + llvm::utostr(numItems) + " in all)";
    return (open + text + close).str();
  }
  bool isEmpty() const { return numItems == 0; }
  StringRef getFirst() const { return items.empty() ? StringRef() : StringRef(items[0]); }

private:
  void part(std::string text) { parts.push_back(std::move(text)); }
  void add(std::string text) {
    parts.clear();
    if (numItems++ < maxItems)
      items.push_back(std::move(text));
  }
  std::string getElement(uint64_t bits) const;

  const mic::File &file;
  uint64_t maxItems;
  char letter = 0;
  bool isList = false, idsFirst = false;
  uint64_t numItems = 0;
  std::vector<std::string> items;
  /// What an item of several parts has so far.
  llvm::SmallVector<std::string, 4> parts;
  /// The last that was read, for the elements that follow it.
  DType elementType = DType::I64;
};

} // namespace

void FieldReader::byte(char field, uint8_t value) {
  static constexpr const char *conventions[] = {"C", "SysV", "Win64", "Aapcs"};
  switch (field) {
  case 'b':
    return add(mic::getBinOpName(mic::BinOp(value)).str());
  case 'p':
    return add(mic::Padding(value) == mic::Padding::Valid ? "valid" : "same");
  case 'y':
    return add(mic::getSparseLayoutName(mic::SparseLayout(value)).str());
  case 'c':
    return add(conventions[value]);
  case 'd':
    elementType = *mic::getElementType(value);
    return letter == 'M' ? part(std::string(getDTypeName(elementType))) : add(std::string(getDTypeName(elementType)));
  case 'M':
    // The kind of a size: a number follows, or none does.
    if (value == 1)
      add(parts[0] + " " + parts[1] + "[?]");
    return;
  default:
    return;
  }
}

std::string FieldReader::getElement(uint64_t bits) const {
  switch (elementType) {
  case DType::I32:
    return llvm::itostr(int32_t(bits));
  case DType::I64:
    return llvm::itostr(int64_t(bits));
  case DType::F32:
    return getShortest(llvm::bit_cast<float>(uint32_t(bits)));
  case DType::F64:
    return getShortest(llvm::bit_cast<double>(bits));
  default:
    return "0x" + llvm::utohexstr(bits, /*LowerCase=*/true);
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {

class Lister {
public:
  Lister(const mic::File &file, Listing &listing, uint64_t maxElements)
      : file(file), listing(listing), field(file, maxElements), cursor(file.at(file.stream)) {}

  void listStream() {
    uint64_t count = cursor.count();
    for (uint64_t i = 0; i < count; ++i) {
      // A function of the module's own stream is a part of its own.
      if (Opcode(*(file.bytes.begin() + cursor.getOffset())) == Opcode::FnDef) {
        listing.functions.emplace_back();
        out = &listing.functions.back().lines;
        listInstruction(/*isTopLevel=*/true);
        out = &listing.stream;
        continue;
      }
      listInstruction(/*isTopLevel=*/false);
    }
  }
  void listRegistries();

private:
  void listInstruction(bool isTopLevel);
  std::string getWords(Opcode opcode, char letter, unsigned index, bool isFirst);
  void push(const Twine &line) { out->push_back((std::string(2 * indent, ' ') + line).str()); }

  const mic::File &file;
  Listing &listing;
  FieldReader field;
  mic::Cursor cursor;
  Lines *out = &listing.stream;
  unsigned indent = 0;
};

} // namespace

/// The field that was just read with the words before it: the field of number `index`
/// in its layout, `isFirst` on its line.
std::string Lister::getWords(Opcode opcode, char letter, unsigned index, bool isFirst) {
  auto after = [&](StringRef words) { return (words + field.getText()).str(); };
  switch (opcode) {
  case Opcode::FnDef:
    switch (letter) {
    case 's':
      return (" " + field.getFirst().drop_front().drop_back()).str();
    case 'N':
      return field.getText("(", ")");
    case 'M':
      return field.isEmpty() ? "" : after(" types ");
    default:
      return field.isEmpty() ? "" : after(letter == 'o' ? " -> " : " reap ");
    }
  case Opcode::While:
    return after(letter == 'P' ? " " : letter == 'N' ? " live " : letter == 'V' ? " init " : " exit ");
  case Opcode::If:
    if (letter == 'P')
      return after(index == 0 ? " " : " gives ");
    return after(letter == 'D' ? " -> " : letter == 'N' ? " bind " : " merge ");
  case Opcode::Region:
    if (letter == 'P')
      return after(index == 1 ? " -> " : index == 2 ? " enter " : " exit ");
    return after(" allocs ");
  case Opcode::Call:
    if (letter == 'V')
      return field.getText("(", ")");
    break;
  default:
    break;
  }
  if (letter == 'f' && field.isEmpty())
    return isFirst ? " no value" : ", no value";
  if (field.getText().empty())
    return "";
  return after(isFirst ? " " : ", ");
}

void Lister::listInstruction(bool isTopLevel) {
  static constexpr StringRef whileWords[] = {" cond {", " body {"}, ifWords[] = {" cond {", " then {", " else {"};
  uint8_t code = cursor.byte();
  Opcode opcode = Opcode(code);
  ++listing.opcodes[code];
  ++listing.numInstructions;
  std::string line = opcode == Opcode::FnDef ? "fn" : mic::getOpcodeName(code).str();
  std::string destination;
  unsigned numRegions = 0;
  bool isFirst = true;
  const char *layout = mic::getLayout(code);
  for (unsigned index = 0; layout[index]; ++index) {
    char letter = layout[index];
    if (letter == 'R') {
      StringRef word = opcode == Opcode::While ? whileWords[numRegions % 2]
                       : opcode == Opcode::If  ? ifWords[numRegions % 3]
                                               : StringRef(" {");
      ++numRegions;
      push(destination + line + word);
      destination.clear();
      ++indent;
      uint64_t count = cursor.count();
      for (uint64_t i = 0; i < count; ++i)
        listInstruction(/*isTopLevel=*/false);
      --indent;
      line = "}";
      continue;
    }
    field.read(cursor, letter, /*namesFollow=*/opcode == Opcode::FnDef);
    if (isTopLevel && letter == 's')
      listing.functions.back().name = field.getFirst().drop_front().drop_back().str();
    if (letter == 'D' && numRegions == 0) {
      destination = (field.getFirst() + " = ").str();
      continue;
    }
    line += getWords(opcode, letter, index, isFirst);
    isFirst = false;
  }
  push(destination + line);
}

//===----------------------------------------------------------------------===//
// Registries
//===----------------------------------------------------------------------===//

namespace {

/// An annotation in the manner of Rust.
class TypeReader : public mic::FieldHandler {
public:
  explicit TypeReader(const mic::File &file) : file(file) {}

  void byte(char field, uint8_t value) {
    static constexpr StringRef names[] = {"?",   "i32",     "i64",   "f32",    "f64",   "bool",
                                          "u32", "tensor",  "diff",  "name",   "slice", "array",
                                          "ref", "generic", "tuple", "sparse", "ptr",   "fn"};
    word(field == 't' ? names[value] : field == 'y' ? mic::getSparseLayoutName(mic::SparseLayout(value)) : StringRef());
  }
  void number(char, uint64_t value) { word(llvm::utostr(value)); }
  void flag(bool value) { word(value ? "1" : "0"); }
  void string(uint64_t index) { word(getSafe(file.strings[index])); }
  void list(char, uint64_t count) { word("#" + llvm::utostr(count)); }

  std::string text;

private:
  void word(StringRef next) {
    if (next.empty())
      return;
    if (!text.empty())
      text += ' ';
    text += next;
  }
  const mic::File &file;
};

} // namespace

void Lister::listRegistries() {
  out = &listing.registries;
  auto list = [&](uint64_t offset, StringRef kind, auto readPayload) {
    cursor = file.at(offset);
    uint64_t count = cursor.count();
    for (uint64_t i = 0; i < count; ++i) {
      std::string name = getSafe(file.strings[cursor.uleb()]);
      push(kind + " " + name + " " + readPayload());
    }
  };
  auto readList = [&](char letter) {
    field.read(cursor, letter, /*namesFollow=*/false);
    return field.getText();
  };
  list(file.structs, "struct", [&] { return readList('W'); });
  list(file.arrays, "array", [&] { return readList('I'); });
  list(file.reprStructs, "repr", [&] {
    Lines types;
    uint64_t count = cursor.count();
    for (uint64_t i = 0; i < count; ++i) {
      TypeReader type(file);
      mic::walkType(cursor, type);
      types.push_back(type.text);
    }
    return "(" + llvm::join(types, ", ") + ")";
  });
  if (file.types == 0)
    return;
  cursor = file.at(file.types);
  std::string types = readList('M');
  if (types != "[]")
    push("types " + types);
}

Listing evidence::listBody(const mic::File &file, uint64_t maxElements) {
  Listing listing;
  Lister lister(file, listing, maxElements);
  lister.listStream();
  lister.listRegistries();
  return listing;
}
