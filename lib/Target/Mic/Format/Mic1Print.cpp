//===- Mic1Print.cpp - mic@3 bytes to mic@1 text --------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stream is printed twice: the first time to nowhere, which finds what the plain form
// cannot hold and gives the types their numbers.
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/Mic1.h"

#include "Decimal.h"
#include "Fields.h"
#include "IdSet.h"
#include "Mic1Lines.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::mic;
using llvm::StringRef;
using llvm::Twine;

/// Numbers of the types by their text, in the order of their first use.
using TypeTable = llvm::StringMap<unsigned>;

/// Whether a symbol is read again as itself in a type or in a list of dims.
static bool isReadable(StringRef symbol) {
  if (symbol.empty() || parseUnsigned(symbol) || symbol.find_first_of(",;[]") != StringRef::npos)
    return false;
  for (size_t i = 0; i < symbol.size(); ++i)
    if (uint8_t(symbol[i]) < 0x20 || getLeadingSpace(symbol.drop_front(i)))
      return false;
  return true;
}

static std::string getTypeText(StringRef elementType, llvm::ArrayRef<Dim> dims) {
  if (dims.empty())
    return elementType.str();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[" << elementType << ";";
  llvm::interleave(
      dims, os,
      [&](const Dim &dim) {
        if (dim.size)
          os << *dim.size;
        else
          os << dim.symbol;
      },
      ",");
  os << "]";
  return text;
}

namespace {

class Printer {
public:
  Printer(const File &file, bool isExtended, TypeTable &types, llvm::raw_ostream &os, FormatError &error)
      : file(file), isExtended(isExtended), types(types), os(os), error(error), fields(file) {}

  /// False where the plain form cannot hold an instruction.
  bool printStream();
  void printRegistries();

  uint64_t getNumNodes() const { return defined.getNumInserted(); }
  uint64_t numLines = 0, idBound = 0;

private:
  bool printInstruction(Cursor &cursor);

  // The plain form.
  bool canHold(std::string &reason);
  void printPlain();
  unsigned getType(StringRef text) { return types.try_emplace(text, types.size()).first->second; }
  /// What most lines refer to: the number of `f32`, once all types have theirs.
  unsigned getScalarType() const {
    auto entry = types.find("f32");
    return entry == types.end() ? 0 : entry->second;
  }
  std::string getElementName() const { return std::string(getDTypeName(*getElementType(fields.word))); }

  // The extended form.
  bool printExtended(Cursor &cursor);
  void printField(Cursor &cursor, char field);
  void printType(Cursor &cursor);
  void printShape(Cursor &cursor);
  template <typename Print> void printList(Cursor &cursor, Print print) {
    os << "[";
    uint64_t count = cursor.count();
    for (uint64_t i = 0; i < count; ++i) {
      if (i)
        os << ",";
      print();
    }
    os << "]";
  }
  uint64_t printId(Cursor &cursor) {
    uint64_t id = cursor.uleb();
    os << "N" << id;
    return id;
  }
  void printString(Cursor &cursor) { printString(file.strings[cursor.uleb()]); }
  void printString(StringRef text);
  void printBits(Cursor &cursor) { os << llvm::format_hex_no_prefix(cursor.bits64(), 16); }

  llvm::raw_ostream &indent() {
    ++numLines;
    return os.indent(2 * depth);
  }

  const File &file;
  const bool isExtended;
  TypeTable &types;
  llvm::raw_ostream &os;
  FormatError &error;
  Fields fields;
  IdSet defined;
  unsigned depth = 0;
  uint64_t index = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// The plain form
//===----------------------------------------------------------------------===//

/// Whether a plain line says all of the instruction.
bool Printer::canHold(std::string &reason) {
  const Mic1Kind &kind = getMic1Kind(fields.opcode);
  Opcode opcode = Opcode(fields.opcode);
  if (kind.plain.empty() && opcode != Opcode::Output) {
    reason = "there is no line for it";
    return false;
  }
  // All but SparseAttr define their first id; Output defines none.
  size_t defines = opcode == Opcode::SparseAttr ? 1 : opcode == Opcode::Output ? ~size_t(0) : 0;
  for (size_t i = 0; i < fields.ids.size(); ++i) {
    if (fields.ids[i] > kMaxMic1Id)
      reason = ("the id " + Twine(fields.ids[i]) + " is larger than " + Twine(kMaxMic1Id)).str();
    else if (i != defines && !defined.contains(fields.ids[i]))
      reason = ("N" + Twine(fields.ids[i]) + " is not defined before").str();
  }
  if (fields.dims.size() > kMaxMic1Rank)
    reason = ("it has more than " + Twine(kMaxMic1Rank) + " dims").str();
  for (const Dim &dim : fields.dims)
    if (!dim.size && !isReadable(dim.symbol))
      reason = ("the dim " + quoteDebug(dim.symbol) + " would be read as something else");
  if (opcode == Opcode::ConstTensor && fields.bits && parseFloat(formatPlain(*fields.bits)) != *fields.bits)
    reason = "its fill is a NaN with a payload";
  if (opcode == Opcode::Slice) {
    if (fields.slices.empty())
      reason = "it has no axes";
    for (size_t i = 0; i < fields.slices.size(); ++i)
      if (fields.slices[i].axis != int64_t(i))
        reason = "its axes are not 0, 1, ... in order";
  }
  return reason.empty();
}

void Printer::printPlain() {
  auto &ids = fields.ids;
  Opcode opcode = Opcode(fields.opcode);
  if (opcode == Opcode::Output) {
    indent() << "O N" << ids[0] << "\n";
    return;
  }
  bool isSparse = opcode == Opcode::SparseAttr;
  uint64_t result = isSparse ? ids[1] : ids[0];
  indent() << "N" << result << " "
           << (opcode == Opcode::BinOp ? getBinOpName(BinOp(fields.word)) : getMic1Kind(fields.opcode).plain);
  defined.insert(result);
  idBound = std::max(idBound, result + 1);
  if (isSparse) {
    os << " N" << ids[0] << " layout=" << getSparseLayoutName(SparseLayout(fields.word)) << "\n";
    return;
  }
  for (uint64_t id : llvm::drop_begin(ids))
    os << " N" << id;

  auto list = [&](StringRef prefix, const auto &numbers) {
    os << " " << prefix << "[";
    llvm::interleave(numbers, os, ",");
    os << "]";
  };
  std::string type = "f32";
  bool refersToOwn = false;
  switch (opcode) {
  case Opcode::ConstI64:
    os << " " << fields.integers[0];
    type = "i32";
    refersToOwn = true;
    break;
  case Opcode::ConstTensor:
    if (fields.bits)
      os << " fill=" << formatPlain(*fields.bits);
    type = getTypeText(getElementName(), fields.dims);
    refersToOwn = true;
    break;
  case Opcode::Sum:
  case Opcode::Mean:
    list("", fields.integers);
    os << " kd=" << unsigned(fields.truth);
    break;
  case Opcode::Reshape: {
    std::string dims = getTypeText("", fields.dims);
    os << " [" << StringRef(dims).drop_front(std::min<size_t>(2, dims.size())).rtrim(']') << "]";
    type = getTypeText("f32", fields.dims);
    refersToOwn = true;
    break;
  }
  case Opcode::Transpose:
    list("", fields.integers);
    type = getTypeText("f32", llvm::SmallVector<Dim>(fields.integers.size(), Dim{std::nullopt, "?"}));
    break;
  case Opcode::ExpandDims:
  case Opcode::Squeeze:
    list("", fields.integers);
    break;
  case Opcode::Conv2d:
  case Opcode::Conv2dGradInput:
  case Opcode::Conv2dGradFilter: {
    auto numbers = llvm::ArrayRef(fields.numbers);
    if (opcode != Opcode::Conv2d)
      list(opcode == Opcode::Conv2dGradInput ? "is=" : "fs=", numbers.drop_back(2));
    list("s=", numbers.take_back(2));
    os << " p=" << kPaddingNames[fields.word];
    break;
  }
  case Opcode::Index:
    os << " [";
    for (size_t i = 0; i + 1 < fields.integers.size(); i += 2)
      os << (i ? "," : "") << fields.integers[i] << ":" << fields.integers[i + 1];
    os << "]";
    break;
  case Opcode::Slice:
    os << " ";
    llvm::interleave(
        fields.slices, os,
        [&](const SliceSpec &slice) {
          os << slice.start << ":";
          if (slice.end)
            os << *slice.end;
          os << ":" << slice.stride;
        },
        ",");
    break;
  case Opcode::Gather:
    os << " ax=" << fields.integers[0];
    break;
  default:
    break;
  }
  unsigned number = getType(type);
  os << " T" << (refersToOwn ? number : getScalarType()) << "\n";
}

//===----------------------------------------------------------------------===//
// The extended form
//===----------------------------------------------------------------------===//

void Printer::printString(StringRef text) {
  os << '"';
  for (char c : text) {
    switch (c) {
    case '"':
    case '\\':
      os << '\\' << c;
      break;
    case '\n':
      os << "\\n";
      break;
    case '\t':
      os << "\\t";
      break;
    case '\r':
      os << "\\r";
      break;
    default:
      os << c;
    }
  }
  os << '"';
}

void Printer::printShape(Cursor &cursor) {
  printList(cursor, [&] {
    if (cursor.byte() == 0)
      os << cursor.uleb();
    else
      printString(cursor);
  });
}

void Printer::printType(Cursor &cursor) {
  const Mic1Type &type = kMic1Types[cursor.byte() - 1];
  os << type.word;
  for (const char *field = type.fields; *field; ++field) {
    os << " ";
    if (*field == 't' || (*field == 'O' && cursor.flag()))
      printType(cursor);
    else if (*field == 'O')
      os << "-";
    else if (*field == 'U')
      printList(cursor, [&] { printType(cursor); });
    else
      printField(cursor, *field);
  }
}

void Printer::printField(Cursor &cursor, char field) {
  switch (field) {
  case 'D':
    defined.insert(printId(cursor));
    return;
  case 'v':
  case 'P':
    printId(cursor);
    return;
  case 'i':
    os << cursor.zigzag();
    return;
  case 'u':
    os << cursor.uleb();
    return;
  case 'F':
    return printBits(cursor);
  case 's':
    return printString(cursor);
  case 'f':
  case 'q':
  case 'o':
    if (cursor.byte() == 0)
      os << "-";
    else if (field == 'f')
      printBits(cursor);
    else if (field == 'q')
      printString(cursor);
    else
      printId(cursor);
    return;
  case 'B':
    os << unsigned(cursor.flag());
    return;
  case 'b':
    os << getBinOpName(BinOp(cursor.byte()));
    return;
  case 'd':
    os << getDTypeName(*getElementType(cursor.byte()));
    return;
  case 'p':
    os << kPaddingNames[cursor.byte()];
    return;
  case 'y':
    os << getSparseLayoutName(SparseLayout(cursor.byte()));
    return;
  case 'c':
    os << kCallConvNames[cursor.byte()];
    return;
  case 'S':
    return printShape(cursor);
  case 'I':
    return printList(cursor, [&] { os << cursor.zigzag(); });
  case 'V':
  case 'A':
    return printList(cursor, [&] { printId(cursor); });
  case 'W':
    return printList(cursor, [&] { printString(cursor); });
  case 'E':
    return printList(cursor, [&] { printBits(cursor); });
  case 'N':
    return printList(cursor, [&] {
      printString(cursor);
      os << ":";
      printId(cursor);
    });
  case 'X':
    return printList(cursor, [&] {
      os << cursor.zigzag() << ":";
      os << cursor.zigzag();
    });
  case 'L':
    return printList(cursor, [&] {
      os << cursor.zigzag() << ":";
      os << cursor.zigzag() << ":";
      if (cursor.byte())
        os << cursor.zigzag();
      os << ":" << cursor.zigzag();
    });
  case 'Q':
    if (file.version < 2)
      os << "[]";
    else
      printList(cursor, [&] { defined.insert(printId(cursor)); });
    return;
  case 'T':
    if (file.version < 2) {
      os << "[]";
      return;
    }
    return printList(cursor, [&] {
      defined.insert(printId(cursor));
      os << ":";
      printId(cursor);
      os << ":";
      printId(cursor);
    });
  case 'M':
    return printList(cursor, [&] {
      printId(cursor);
      os << ":";
      printField(cursor, 'd');
      os << ":";
      if (cursor.byte() == 0)
        os << cursor.uleb();
      else
        os << "?";
    });
  default:
    llvm_unreachable("a letter that no layout has");
  }
}

bool Printer::printExtended(Cursor &cursor) {
  uint8_t opcode = cursor.byte();
  const Mic1Kind &kind = getMic1Kind(opcode);
  const char *field = getLayout(opcode);
  indent();
  if (beginsWithNode(opcode)) {
    printField(cursor, *field++);
    os << " ";
  }
  os << kind.extended;
  const StringRef *word = kind.words;
  for (; *field; ++field) {
    if (*field == 'M') {
      if (file.hasTypes) {
        os << " ";
        printField(cursor, 'M');
      } else if (file.version >= 3) {
        cursor.count();
      }
      continue;
    }
    if (*field != 'R') {
      os << " ";
      printField(cursor, *field);
      continue;
    }
    os << "\n";
    ++depth;
    uint64_t count = cursor.count();
    for (uint64_t i = 0; i < count; ++i)
      if (!printInstruction(cursor))
        return false;
    --depth;
    indent() << *word++;
  }
  os << "\n";
  return true;
}

bool Printer::printInstruction(Cursor &cursor) {
  Cursor start = cursor;
  uint8_t opcode = Cursor(cursor).byte();
  std::string reason;
  if (hasRegions(opcode)) {
    reason = "there is no line for it";
  } else {
    fields.read(cursor);
    if (canHold(reason)) {
      printPlain();
      return true;
    }
  }
  if (isExtended) {
    cursor = start;
    return printExtended(cursor);
  }
  error = {("mic@1 cannot hold instruction " + Twine(index) + " (" + getOpcodeName(opcode) + "): " + reason).str(),
           start.getOffset()};
  return false;
}

bool Printer::printStream() {
  Cursor cursor = file.at(file.stream);
  uint64_t count = cursor.count();
  for (; index < count; ++index)
    if (!printInstruction(cursor))
      return false;
  return true;
}

void Printer::printRegistries() {
  for (StringRef name : file.exports) {
    os << "export ";
    printString(name);
    os << "\n";
  }
  Cursor cursor = file.at(file.structs);
  auto registry = [&](StringRef word, auto print) {
    uint64_t count = cursor.count();
    for (uint64_t i = 0; i < count; ++i) {
      os << word << " ";
      printString(cursor);
      os << " ";
      print();
      os << "\n";
    }
  };
  registry("struct", [&] { printField(cursor, 'W'); });
  registry("array", [&] { printField(cursor, 'I'); });
  registry("repr", [&] { printList(cursor, [&] { printType(cursor); }); });
  if (!file.hasTypes)
    return;
  os << "types ";
  printField(cursor, 'M');
  os << "\n";
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

/// What the plain form has no line for beside the instructions; empty if nothing.
static std::string getLoss(const File &file, const Printer &plan, size_t numTypes) {
  auto isEmpty = [&](uint64_t offset) { return file.at(offset).count() == 0; };
  if (!file.exports.empty())
    return "the exports";
  if (!isEmpty(file.structs) || !isEmpty(file.arrays) || !isEmpty(file.reprStructs))
    return "the registries";
  if (file.hasTypes)
    return "the types of values";
  if (file.nextId != plan.idBound)
    return ("that next_id is " + Twine(file.nextId) + " and not " + Twine(plan.idBound)).str();
  if (plan.getNumNodes() > kMaxMic1Nodes)
    return ("more than " + Twine(kMaxMic1Nodes) + " nodes").str();
  if (plan.numLines + numTypes + 1 > kMaxMic1Lines)
    return ("more than " + Twine(kMaxMic1Lines) + " lines").str();
  return "";
}

static void printTypes(const TypeTable &types, llvm::raw_ostream &os) {
  llvm::SmallVector<StringRef> texts(types.size());
  for (auto &entry : types)
    texts[entry.second] = entry.getKey();
  for (size_t i = 0; i < texts.size(); ++i)
    os << "T" << i << " " << texts[i] << "\n";
}

bool mind::mic::printMic1(const File &file, const Mic1Options &options, std::string &text, FormatError &error) {
  text.clear();
  llvm::raw_string_ostream os(text);
  llvm::raw_null_ostream nowhere;
  os << kMic1Header << "\n";
  TypeTable types;
  Printer plan(file, /*isExtended=*/false, types, nowhere, error);
  bool isPlain = plan.printStream();
  if (isPlain) {
    std::string loss = getLoss(file, plan, types.size());
    isPlain = loss.empty();
    if (!isPlain)
      error = {"mic@1 cannot hold " + loss, 0};
  }
  if (isPlain) {
    printTypes(types, os);
    Printer(file, /*isExtended=*/false, types, os, error).printStream();
    return true;
  }
  if (!options.extended)
    return false;

  types.clear();
  Printer(file, /*isExtended=*/true, types, nowhere, error).printStream();
  os << (file.hasTypes ? kMic1ExtendedTypes : kMic1Extended) << "\n";
  os << "next_id " << file.nextId << "\n";
  printTypes(types, os);
  Printer printer(file, /*isExtended=*/true, types, os, error);
  printer.printStream();
  printer.printRegistries();
  error = FormatError();
  return true;
}
