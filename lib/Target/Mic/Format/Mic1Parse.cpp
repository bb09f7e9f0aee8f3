//===- Mic1Parse.cpp - mic@1 text to mic@3 bytes --------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each line is written as it is read. The lines of the registries are kept for the end,
// because their strings come after those of the instructions.
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/Mic1.h"

#include "Decimal.h"
#include "Mic1Fields.h"
#include "Mic1Lines.h"
#include "Mic1Nodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mind;
using namespace mind::mic;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// An instruction whose regions are being read; the outermost is the module.
struct Open {
  uint8_t opcode = 0;
  /// The field after the region, and the word that ends it.
  const char *field = nullptr;
  const StringRef *word = nullptr;
  size_t mark = 0;
  uint64_t count = 0;
};

class Parser {
public:
  explicit Parser(FormatError &error) : error(error), fields(builder), nodes(builder, fields) { addKinds(); }

  bool parse(StringRef text, uint64_t maxBytes, Bytes &mic3);

private:
  bool fail(const Twine &message) {
    error = {message.str(), line};
    return false;
  }
  bool failFields() { return fail(fields.message); }
  bool failNodes() { return fail(nodes.message); }
  void addKinds();

  bool parseLine(StringRef text);
  bool parseHeader(StringRef text);
  bool parseSymbol(StringRef text);
  bool parseOutput(StringRef text);
  bool parseNode(StringRef text);

  bool parseExtended(StringRef text);
  /// Reads fields up to the next region or the end of the instruction.
  bool parseFields(Open open);
  bool finish(Bytes &mic3);
  template <typename Read> bool finishRegistry(unsigned registry, Read read);

  FormatError &error;
  uint64_t line = 0;
  Builder builder;
  Mic1Fields fields;
  Mic1Nodes nodes;
  llvm::StringMap<Mic1NodeKind> kinds;
  llvm::SmallVector<Open, 8> stack;
  bool hasHeader = false, hasEntry = false, isExtended = false, hasTypes = false;
  uint64_t nextId = 0;
  /// Lines for the end: their text and number.
  enum { Export, Struct, Array, Repr, Types, kNumRegistries };
  llvm::SmallVector<std::pair<StringRef, uint64_t>, 4> registries[kNumRegistries];
};

constexpr StringRef kRegistryWords[] = {"export", "struct", "array", "repr", "types"};

} // namespace

void Parser::addKinds() {
  for (uint8_t opcode = kFirstOpcode; opcode <= kLastOpcode; ++opcode) {
    const Mic1Kind &kind = getMic1Kind(opcode);
    kinds[kind.extended] = {opcode, /*isExtended=*/true, BinOp::Add};
    if (!kind.plain.empty())
      kinds[kind.plain] = {opcode, /*isExtended=*/false, BinOp::Add};
  }
  for (uint8_t op = 0; op < kNumBinOps; ++op)
    kinds[getBinOpName(BinOp(op))] = {uint8_t(Opcode::BinOp), /*isExtended=*/false, BinOp(op)};
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

bool Parser::parse(StringRef text, uint64_t maxBytes, Bytes &mic3) {
  if (text.size() > maxBytes)
    return fail("input too large: " + Twine(text.size()) + " bytes (max " + Twine(maxBytes) + " bytes)");
  if (!llvm::json::isUTF8(text))
    return fail("invalid UTF-8");
  if (text.empty())
    return fail("empty input");
  uint64_t numLines = text.count('\n') + !text.ends_with("\n");
  stack.emplace_back().mark = builder.beginList();
  while (!text.empty()) {
    StringRef current;
    std::tie(current, text) = text.split('\n');
    ++line;
    current.consume_back("\r");
    current = trimUnicode(current);
    if (current.empty() || current.front() == '#')
      continue;
    if (!hasHeader ? !parseHeader(current) : !parseLine(current))
      return false;
    // Extended texts have no such limit, and the first entry says which it is.
    if (hasEntry && !isExtended && numLines > kMaxMic1Lines)
      break;
  }
  if (!isExtended && numLines > kMaxMic1Lines) {
    line = 0;
    return fail("too many lines: " + Twine(numLines) + " (max " + Twine(kMaxMic1Lines) + ")");
  }
  if (!hasHeader) {
    line = 0;
    return fail("missing version header, expected mic@1");
  }
  return finish(mic3);
}

bool Parser::parseHeader(StringRef text) {
  hasHeader = true;
  if (text == kMic1Header)
    return true;
  if (text.starts_with("mic@"))
    return fail("unsupported version " + text + ", expected mic@1");
  return fail("invalid version header: " + text);
}

bool Parser::parseLine(StringRef text) {
  if (!hasEntry) {
    hasEntry = true;
    hasTypes = text == kMic1ExtendedTypes;
    isExtended = hasTypes || text == kMic1Extended;
    if (isExtended)
      return true;
  }
  switch (text.front()) {
  case 'S':
    return parseSymbol(text);
  case 'T':
    return nodes.parseType(text) || failNodes();
  case 'N':
    return parseNode(text);
  case 'O':
    return parseOutput(text);
  default:
    return isExtended ? parseExtended(text) : fail("unknown entry type: " + text);
  }
}

/// Symbols are checked and never used.
bool Parser::parseSymbol(StringRef text) {
  size_t space = text.find(' ');
  if (space == StringRef::npos)
    return fail("invalid symbol format");
  if (!parseUnsigned(text.slice(1, space)))
    return fail("invalid symbol id");
  StringRef quoted = trimUnicode(text.drop_front(space));
  if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"')
    return fail("expected quoted string: " + quoted);
  return true;
}

bool Parser::parseOutput(StringRef text) {
  uint64_t id;
  if (!nodes.parseReference(trimUnicode(text.drop_front()), id))
    return failNodes();
  builder.opcode(Opcode::Output);
  builder.uleb(id);
  fields.mention(id);
  ++stack.back().count;
  return true;
}

bool Parser::parseNode(StringRef text) {
  if (!isExtended && fields.defined.getNumInserted() >= kMaxMic1Nodes)
    return fail("too many nodes: " + Twine(fields.defined.getNumInserted()) + " (max " + Twine(kMaxMic1Nodes) + ")");
  llvm::SmallVector<StringRef, 8> args;
  StringRef rest = trimUnicode(text.drop_front());
  while (!rest.empty()) {
    size_t size = 0;
    while (size < rest.size() && !getLeadingSpace(rest.drop_front(size)))
      ++size;
    args.push_back(rest.take_front(size));
    rest = trimUnicode(rest.drop_front(size));
    // Extended lines have strings, which the words are not taken from.
    if (isExtended && args.size() == 2) {
      auto kind = kinds.find(args[1]);
      if (kind != kinds.end() && kind->second.isExtended)
        break;
    }
  }
  if (args.empty())
    return fail("empty node definition");
  std::optional<uint64_t> id = parseUnsigned(args[0]);
  if (!id)
    return fail("invalid node id: " + args[0]);
  if (args.size() < 2)
    return fail("missing node kind");
  auto entry = kinds.find(args[1]);
  if (entry == kinds.end())
    return fail("unknown node kind: " + args[1]);
  Mic1NodeKind kind = entry->second;
  if (kind.isExtended) {
    if (!isExtended || !beginsWithNode(kind.opcode))
      return fail("unknown node kind: " + args[1]);
    fields.setLine(rest);
    builder.byte(kind.opcode);
    builder.uleb(*id);
    fields.define(*id);
    return parseFields({kind.opcode, getLayout(kind.opcode) + 1, getMic1Kind(kind.opcode).words});
  }
  if (*id > kMaxMic1Id)
    return fail("invalid node id: " + args[0]);
  if (!nodes.parse(kind, *id, llvm::ArrayRef(args).drop_front(2)))
    return failNodes();
  fields.define(*id);
  ++stack.back().count;
  return true;
}

//===----------------------------------------------------------------------===//
// Extended lines
//===----------------------------------------------------------------------===//

bool Parser::parseFields(Open open) {
  for (; *open.field; ++open.field) {
    if (*open.field == 'R') {
      open.mark = builder.beginList();
      open.count = 0;
      ++open.field;
      stack.push_back(open);
      return fields.atEnd() || failFields();
    }
    if (*open.field == 'M' && !hasTypes)
      continue;
    if (!fields.read(*open.field))
      return failFields();
  }
  if (open.opcode == uint8_t(Opcode::FnDef))
    --fields.functionDepth;
  ++stack.back().count;
  return fields.atEnd() || failFields();
}

bool Parser::parseExtended(StringRef text) {
  size_t size = 0;
  while (size < text.size() && !getLeadingSpace(text.drop_front(size)))
    ++size;
  StringRef word = text.take_front(size);
  fields.setLine(text.drop_front(size));

  if (stack.size() > 1 && word == *stack.back().word) {
    Open open = stack.pop_back_val();
    builder.endList(open.mark, open.count);
    ++open.word;
    return parseFields(open);
  }
  auto entry = kinds.find(word);
  if (entry != kinds.end() && entry->second.isExtended && !beginsWithNode(entry->second.opcode)) {
    if (stack.size() > kMaxDepth)
      return fail("instruction nesting depth exceeds limit " + Twine(kMaxDepth));
    uint8_t opcode = entry->second.opcode;
    builder.byte(opcode);
    if (opcode == uint8_t(Opcode::FnDef))
      ++fields.functionDepth;
    return parseFields({opcode, getLayout(opcode), getMic1Kind(opcode).words});
  }
  if (word == "next_id")
    return (fields.readUnsigned(nextId) && fields.atEnd()) || failFields();
  for (unsigned registry = 0; registry < kNumRegistries; ++registry)
    if (word == kRegistryWords[registry]) {
      registries[registry].push_back({text.drop_front(size), line});
      return true;
    }
  return fail("unknown entry type: " + text);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

template <typename Read>
bool Parser::finishRegistry(unsigned registry, Read read) {
  for (auto [text, number] : registries[registry]) {
    line = number;
    fields.setLine(text);
    if (!read() || !fields.atEnd())
      return failFields();
  }
  return true;
}

bool Parser::finish(Bytes &mic3) {
  if (stack.size() > 1)
    return fail("missing `" + *stack.back().word + "` at the end of the file");
  builder.endList(stack.back().mark, stack.back().count);
  nextId = std::max(nextId, fields.idBound);

  std::vector<std::string> names;
  if (!finishRegistry(Export, [&] { return fields.readString(names.emplace_back()); }))
    return false;
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  llvm::SmallVector<StringRef> exports(names.begin(), names.end());
  for (StringRef name : exports)
    builder.intern(name);
  const char layouts[] = {'W', 'I'};
  for (unsigned registry : {Struct, Array}) {
    builder.uleb(registries[registry].size());
    if (!finishRegistry(registry, [&] { return fields.read('s') && fields.read(layouts[registry - Struct]); }))
      return false;
  }
  builder.uleb(registries[Repr].size());
  if (!finishRegistry(Repr, [&] { return fields.read('s') && fields.readTypes(); }))
    return false;
  if (registries[Types].size() > 1 || (!hasTypes && !registries[Types].empty())) {
    line = registries[Types].back().second;
    return fail("unexpected table of types");
  }
  if (hasTypes && registries[Types].empty())
    builder.uleb(0);
  if (!finishRegistry(Types, [&] { return fields.read('M'); }))
    return false;
  builder.finish(nextId, exports, hasTypes, mic3);

  // The text may say what the bytes have a canonical form for: registries out of order,
  // empty tables. It may also go beyond the limits of mic@3.
  File file;
  line = 0;
  FormatError fault;
  if (!readFile(mic3, file, fault, mic3.size()))
    return fail(fault.message);
  if (!file.isCanonical) {
    Bytes canonical;
    reemit(file, canonical);
    mic3 = std::move(canonical);
  }
  return true;
}

bool mind::mic::parseMic1(StringRef text, Bytes &mic3, FormatError &error, uint64_t maxBytes) {
  return Parser(error).parse(text, maxBytes, mic3);
}
