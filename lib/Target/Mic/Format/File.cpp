//===- File.cpp - Validating a mic@3 file -------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/File.h"

#include "SSAHandler.h"

#include "Mind/Target/Mic/Format/VerifySSA.h"
#include "Mind/Target/Mic/Format/Walk.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace mind::mic;
using llvm::StringRef;
using llvm::Twine;

/// The empty module.
static constexpr uint64_t kMinBytes = 12;

namespace {

/// In the place of an SSAHandler where nobody asks.
struct NoSSA : FieldHandler {
  NoSSA(const Cursor &, uint8_t) {}
};

/// Checks what the walk itself does not: string indices, the order in which strings are
/// first used, the ids of the top-level stream; and the names of values, if `checksSSA`.
template <bool checksSSA>
class Validator : public FieldHandler {
public:
  Validator(Cursor &cursor, const File &file)
      : cursor(cursor), ssa(cursor, file.version), bytes(file.bytes), strings(file.strings),
        copyLimit(std::max<uint64_t>(64 * uint64_t(file.bytes.size()), 64u << 20)) {}

  uint64_t readSome(Cursor &cursor, uint64_t count);

  void instruction(uint8_t opcode) {
    opcodes |= uint64_t(1) << opcode;
    tell([&] { ssa.instruction(opcode); });
    if (LLVM_LIKELY(opcode != uint8_t(Opcode::FnDef)))
      return;
    ++functionDepth;
    isFunction.push_back(regionDepth);
  }
  void endInstruction() {
    tell([&] { ssa.endInstruction(); });
    if (LLVM_UNLIKELY(!isFunction.empty() && isFunction.back() == regionDepth)) {
      --functionDepth;
      isFunction.pop_back();
    }
  }
  void id(char field, uint64_t id) {
    if (functionDepth == 0 && id != kNoValue)
      idBound = std::max(idBound, id + 1);
    tell([&] { ssa.id(field, id); });
  }
  void number(char field, uint64_t value) {
    tell([&] { ssa.number(field, value); });
  }
  void zigzag(int64_t value) {
    tell([&] { ssa.zigzag(value); });
  }
  void present(char field, bool isPresent) {
    tell([&] { ssa.present(field, isPresent); });
  }
  void byte(char field, uint8_t value) {
    tell([&] { ssa.byte(field, value); });
  }
  void list(char field, uint64_t count) {
    tell([&] { ssa.list(field, count); });
  }
  void string(uint64_t index) {
    if (LLVM_UNLIKELY(index >= strings.size())) {
      cursor.fail("string index " + Twine(index) + " out of bounds (table size " + Twine(strings.size()) + ")");
      return;
    }
    copied += strings[index].size();
    if (LLVM_UNLIKELY(copied > copyLimit))
      cursor.fail("strings amount to more than " + Twine(copyLimit) + " bytes (amplification)");
    inOrder &= index <= numUsed;
    numUsed += index == numUsed;
  }
  void beginRegion(uint64_t count) {
    ++regionDepth;
    tell([&] { ssa.beginRegion(count); });
  }
  void endRegion() {
    --regionDepth;
    tell([&] { ssa.endRegion(); });
  }
  void beginTypes(uint64_t count) { hasTypes |= count != 0; }

  Cursor &cursor;
  std::conditional_t<checksSSA, SSAHandler, NoSSA> ssa;
  llvm::ArrayRef<uint8_t> bytes;
  llvm::ArrayRef<StringRef> strings;
  uint64_t copyLimit, copied = 0;
  /// Strings whose first use was seen, and whether all came in the order of the table.
  uint64_t numUsed = 0;
  bool inOrder = true;
  uint64_t idBound = 0, opcodes = 0;
  bool hasTypes = false;

private:
  template <typename Tell>
  LLVM_ATTRIBUTE_ALWAYS_INLINE void tell(Tell tell) {
    if constexpr (checksSSA)
      if (LLVM_LIKELY(ssa.isActive()))
        tell();
  }

  unsigned regionDepth = 0, functionDepth = 0;
  /// The region depths of the functions around.
  llvm::SmallVector<unsigned, 4> isFunction;
};

} // namespace

/// Reads a number that has at most three bytes, and no fewer would do. False for others.
static LLVM_ATTRIBUTE_ALWAYS_INLINE bool readShort(const uint8_t *&position, uint32_t &value) {
  uint32_t first = position[0];
  value = first;
  if (LLVM_LIKELY(first < 0x80)) {
    ++position;
    return true;
  }
  uint32_t second = position[1];
  value = (first & 0x7F) | second << 7;
  if (LLVM_LIKELY(second - 1 < 0x7F)) {
    position += 2;
    return true;
  }
  uint32_t third = position[2];
  value = (first & 0x7F) | (second & 0x7F) << 7 | third << 14;
  position += 3;
  return second != 0 && third - 1 < 0x7F;
}

/// Reads instructions without regions and strings while there is nothing unusual about
/// them, numbers are short, and the end of the bytes is so far away that no read has to
/// ask for it.
template <bool checksSSA>
uint64_t Validator<checksSSA>::readSome(Cursor &cursor, uint64_t count) {
  // An opcode, three ids and an operator or a real number, or a list.
  constexpr unsigned kMaxList = 8, kRoom = 1 + 3 * 3 + 1 + 8 + kMaxList;
  if (cursor.getRemaining() < kRoom)
    return 0;
  const uint8_t *begin = bytes.begin() + cursor.getOffset(), *position = begin;
  const uint8_t *last = begin + (cursor.getRemaining() - kRoom);
  uint64_t seen = 0, done = 0;
  uint32_t greatest = 0;
  uint8_t lastOpcode = 0;
  for (; done < count && position <= last; ++done) {
    const uint8_t *next = position + 1;
    uint32_t definition = 0, lhs = 0, rhs = 0, number;
    unsigned numOperands = 0;
    bool isSimple;
    switch (Opcode(*position)) {
    case Opcode::BinOp:
      numOperands = 2;
      isSimple = readShort(next, definition) && *next++ < kNumBinOps && readShort(next, lhs) && readShort(next, rhs);
      break;
    case Opcode::Dot:
    case Opcode::MatMul:
    case Opcode::ReluGrad:
    case Opcode::ArrayLoad:
      numOperands = 2;
      isSimple = readShort(next, definition) && readShort(next, lhs) && readShort(next, rhs);
      break;
    case Opcode::Relu:
      numOperands = 1;
      isSimple = readShort(next, definition) && readShort(next, lhs);
      break;
    case Opcode::ConstI64:
      isSimple = readShort(next, definition) && readShort(next, number);
      break;
    case Opcode::ConstF64:
      isSimple = readShort(next, definition);
      next += 8;
      break;
    case Opcode::Transpose: {
      numOperands = 1;
      isSimple = readShort(next, definition) && readShort(next, lhs) && *next <= kMaxList;
      if (!isSimple)
        break;
      uint8_t bits = 0;
      for (unsigned size = *next++; size; --size)
        bits |= *next++;
      isSimple = bits < 0x80;
      break;
    }
    default:
      isSimple = false;
      break;
    }
    if (LLVM_UNLIKELY(!isSimple))
      break;
    if constexpr (checksSSA) {
      // What is wrong with its names is what the walk tells.
      if (LLVM_UNLIKELY(ssa.isActive() && !ssa.defineSimple(definition, numOperands, lhs, rhs)))
        break;
      lastOpcode = *position;
    }
    seen |= uint64_t(1) << *position;
    greatest = std::max(greatest, std::max(definition, std::max(lhs, rhs)));
    position = next;
  }
  cursor.seek(cursor.getOffset() + (position - begin));
  opcodes |= seen;
  if constexpr (checksSSA)
    if (done)
      ssa.endSimple(done, lastOpcode);
  if (functionDepth == 0 && done)
    idBound = std::max(idBound, uint64_t(greatest) + 1);
  return done;
}

static bool readStrings(Cursor &cursor, File &file, bool &areUnique) {
  uint64_t count = cursor.count();
  llvm::DenseSet<StringRef> seen;
  for (uint64_t i = 0; i < count && !cursor.failed(); ++i) {
    uint64_t size = cursor.uleb();
    if (size > cursor.getSize())
      return cursor.fail("string length " + Twine(size) + " exceeds input size " + Twine(cursor.getSize()));
    StringRef text = cursor.bytes(size);
    if (cursor.failed())
      break;
    if (!llvm::json::isUTF8(text))
      return cursor.fail("invalid UTF-8 in string table");
    areUnique &= seen.insert(text).second;
    file.strings.push_back(text);
  }
  return !cursor.failed();
}

/// Reads a registry: a list of a name with a payload. Whether the names ascend is kept.
template <typename Validator, typename ReadPayload>
static bool readRegistry(Cursor &cursor, Validator &validator, bool &isSorted, ReadPayload readPayload) {
  uint64_t count = cursor.count();
  StringRef previous;
  for (uint64_t i = 0; i < count && !cursor.failed(); ++i) {
    uint64_t index = cursor.uleb();
    validator.string(index);
    if (cursor.failed())
      return false;
    StringRef name = validator.strings[index];
    isSorted &= i == 0 || previous < name;
    previous = name;
    readPayload();
  }
  return !cursor.failed();
}

/// `ssa` is given if names are checked.
template <bool checksSSA>
static bool readSections(Cursor &cursor, File &file, SSAReport *ssa) {
  if (!llvm::equal(cursor.bytes(std::min<uint64_t>(4, cursor.getRemaining())),
                   StringRef(reinterpret_cast<const char *>(kMagic), 4)))
    return cursor.fail("invalid MIC3 magic: the file does not begin with `MIC3`");
  file.version = cursor.byte();
  if (!cursor.failed() && (file.version < 1 || file.version > 3))
    return cursor.fail("unsupported MIC3 version: this build reads 0x01..=0x03, got 0x" +
                       llvm::utohexstr(file.version, /*LowerCase=*/false, /*Width=*/2));
  bool isOrdered = true;
  if (!readStrings(cursor, file, isOrdered))
    return false;
  file.nextId = cursor.uleb();
  if (file.nextId > 1024 * cursor.getSize())
    return cursor.fail("next_id " + Twine(file.nextId) + " is too large for an input of " + Twine(cursor.getSize()) +
                       " bytes");

  // Exports come first and their strings after those of the instructions: the order is
  // checked there.
  uint64_t numExports = cursor.count();
  llvm::SmallVector<uint64_t, 4> exportIndices;
  for (uint64_t i = 0; i < numExports && !cursor.failed(); ++i) {
    uint64_t index = cursor.uleb();
    if (index >= file.strings.size())
      return cursor.fail("string index " + Twine(index) + " out of bounds (table size " + Twine(file.strings.size()) +
                         ")");
    exportIndices.push_back(index);
    file.exports.push_back(file.strings[index]);
  }
  if (cursor.failed())
    return false;
  for (size_t i = 1; i < file.exports.size(); ++i)
    isOrdered &= file.exports[i - 1] < file.exports[i];
  llvm::sort(file.exports);
  file.exports.erase(llvm::unique(file.exports), file.exports.end());

  Validator<checksSSA> validator(cursor, file);
  file.stream = cursor.getOffset();
  file.numInstructions = Cursor(file.bytes.drop_front(file.stream)).count();
  if (!walkRegion(cursor, validator, file.version))
    return false;
  if constexpr (checksSSA)
    validator.ssa.setActive(false);
  uint64_t idBound = validator.idBound;
  for (uint64_t index : exportIndices)
    validator.string(index);

  file.structs = cursor.getOffset();
  auto field = [&](char letter) { return walkField(cursor, validator, letter, file.version); };
  if (!readRegistry(cursor, validator, isOrdered, [&] { return field('W'); }))
    return false;
  file.arrays = cursor.getOffset();
  if (!readRegistry(cursor, validator, isOrdered, [&] { return field('I'); }))
    return false;
  file.reprStructs = cursor.getOffset();
  auto readTypes = [&] {
    uint64_t count = cursor.count();
    for (uint64_t i = 0; i < count && !cursor.failed(); ++i)
      walkType(cursor, validator);
    return !cursor.failed();
  };
  if (!readRegistry(cursor, validator, isOrdered, readTypes))
    return false;
  if (file.version >= 3) {
    file.types = cursor.getOffset();
    if constexpr (checksSSA)
      validator.ssa.setActive(true);
    if (!walkTypeTable(cursor, validator))
      return false;
  }
  file.hasTypes = validator.hasTypes;
  file.opcodes = validator.opcodes;
  file.bodySize = cursor.getOffset();
  if (idBound > 1024 * cursor.getSize())
    return cursor.fail("value id " + Twine(idBound - 1) + " is too large for an input of " + Twine(cursor.getSize()) +
                       " bytes");
  if constexpr (checksSSA) {
    ssa->missesOutput = !validator.ssa.hasOutput && file.exports.empty();
    for (std::string *fault : {&validator.ssa.fault, &validator.ssa.denseFault, &validator.ssa.typeFault})
      if (ssa->reason.empty())
        ssa->reason = std::move(*fault);
    ssa->isValid = ssa->reason.empty();
  }
  bool coversIds = idBound <= file.nextId;
  file.nextId = std::max(file.nextId, idBound);
  file.isCanonical = isOrdered && coversIds && cursor.isMinimal() && validator.inOrder &&
                     validator.numUsed == file.strings.size() && file.version == (file.hasTypes ? 3 : 2);
  return true;
}

static bool readFile(llvm::ArrayRef<uint8_t> bytes, File &file, FormatError &error, SSAReport *ssa, uint64_t maxBytes) {
  file = File();
  file.bytes = bytes;
  if (bytes.size() > maxBytes) {
    error = {("mic@3 input too large: " + Twine(bytes.size()) + " bytes (max " + Twine(maxBytes) + ")").str(), 0};
    return false;
  }
  Cursor cursor(bytes);
  bool isRead = ssa ? readSections</*checksSSA=*/true>(cursor, file, ssa)
                    : readSections</*checksSSA=*/false>(cursor, file, nullptr);
  if (!isRead || cursor.failed()) {
    error = cursor.getError();
    return false;
  }
  if (file.nextId <= 1024 * kMinBytes)
    return true;
  // The limit counts what follows the body, and longer forms of numbers; the canonical
  // form alone has to pass it too.
  uint64_t size = file.bodySize;
  if (!file.isCanonical) {
    Bytes canonical;
    reemit(file, canonical);
    size = canonical.size();
  }
  if (file.nextId <= 1024 * size)
    return true;
  error = {("next_id " + Twine(file.nextId) + " is too large for a body of " + Twine(size) + " bytes").str(),
           file.bodySize};
  return false;
}

bool mind::mic::readFile(llvm::ArrayRef<uint8_t> bytes, File &file, FormatError &error, uint64_t maxBytes) {
  return ::readFile(bytes, file, error, nullptr, maxBytes);
}

bool mind::mic::readFile(llvm::ArrayRef<uint8_t> bytes, File &file, FormatError &error, SSAReport &ssa,
                         uint64_t maxBytes) {
  ssa = SSAReport();
  return ::readFile(bytes, file, error, &ssa, maxBytes);
}
