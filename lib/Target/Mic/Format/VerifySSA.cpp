//===- VerifySSA.cpp - Whether a mic@3 file is well formed ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk with the ids that are visible. What a region defines is also written to a log,
// so that leaving it is undoing a part of the log; the module's own stream, which is never
// left, writes none outside of regions.
//
// The bytes were validated, so the commonest instructions are read without a cursor: a
// position in a register is three times as fast as one that each field stores.
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/VerifySSA.h"

#include "Fields.h"
#include "IdSet.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <map>
#include <memory>

using namespace mind::mic;
using llvm::Twine;

namespace {

/// One namespace: the module's or a function's.
struct Scope {
  IdSet visible;
  /// Ids that the parameter list of the function reserves.
  IdSet parameters;
  /// Every id that was ever defined, and type and size of each dense constant; kept only
  /// for a file that has tables of value types.
  IdSet known;
  std::map<uint64_t, std::pair<uint8_t, uint64_t>> dense;
  /// What was inserted, in order; for `visible` only what regions define.
  std::vector<uint64_t> log, parameterLog, knownLog;

  void clear() {
    for (uint64_t id : log)
      visible.erase(id);
    for (uint64_t id : parameterLog)
      parameters.erase(id);
    for (uint64_t id : knownLog)
      known.erase(id);
    log.clear();
    parameterLog.clear();
    knownLog.clear();
    dense.clear();
  }
};

/// An instruction with regions that the walk is in.
struct Frame {
  uint8_t opcode;
  /// Where the instruction is: the depth of its stream, and its place there.
  unsigned depth;
  uint64_t index;
  /// Regions that are done.
  unsigned numRegions = 0;
  /// Where the definitions of each region begin in the log, and whether its last
  /// instruction leaves it.
  size_t marks[3] = {};
  bool leaves[3] = {};
  uint64_t condition = 0;
  /// Merged id, id of the first branch, id of the second.
  llvm::SmallVector<std::array<uint64_t, 3>, 0> merges = {};
  /// Counts the ids of merges, or those after a Region.
  unsigned numIds = 0;
};

class Verifier : public FieldHandler {
public:
  Verifier(Cursor &cursor, const File &file) : cursor(cursor), file(file), hasTypes(file.hasTypes) { enterScope(); }

  /// Verifies a list of instructions. False after a fault.
  bool verifyStream();

  void instruction(uint8_t opcode) {
    current = opcode;
    ++index;
    switch (Opcode(opcode)) {
    case Opcode::FnDef:
    case Opcode::While:
    case Opcode::If:
    case Opcode::Region:
      return beginFrame();
    case Opcode::Output:
      hasOutput |= regionDepth == 1;
      return;
    default:
      numbersRead = 0;
      denseSize = 1;
      return;
    }
  }

  void endInstruction() {
    if (LLVM_UNLIKELY(frameDepth == regionDepth))
      endFrame();
    lastOpcode = current;
    if (!hasDefinition)
      return;
    hasDefinition = false;
    define(definition);
  }

  LLVM_ATTRIBUTE_ALWAYS_INLINE void id(char field, uint64_t id) {
    switch (field) {
    case 'D':
      definition = id;
      hasDefinition = true;
      return;
    case 'v':
    case 'V':
      return use(id);
    case 'o':
      // What a function returns is told by its Return.
      if (!isAtFrame())
        use(id);
      return;
    case 'N':
      return named(id);
    case 'P':
      return mention(id);
    case 'Q':
      return define(id);
    case 'T': {
      Frame &frame = frames.back();
      if (frame.numIds % 3 == 0)
        frame.merges.emplace_back();
      frame.merges.back()[frame.numIds++ % 3] = id;
      return;
    }
    case 'M':
      typed = id;
      return;
    default: // What a Region allocates.
      return;
    }
  }

  void number(char field, uint64_t value) {
    if (field == 'u')
      convNumber(value);
    else if (field == 'S')
      denseSize = denseSize ? llvm::checkedMulUnsigned(*denseSize, value) : std::nullopt;
    else
      checkTyped(value);
  }

  void zigzag(int64_t value) {
    if (LLVM_UNLIKELY(current == uint8_t(Opcode::Slice))) {
      // Axis, start, maybe end, stride.
      if (++numbersRead == 3 && !sliceHasEnd)
        numbersRead = 4;
      if (numbersRead < 4)
        return;
      numbersRead = 0;
      if (value == 0)
        failOperand("slice strides must not be 0");
    } else if (LLVM_UNLIKELY(value < 0 && regionDepth == 1)) {
      if (current == uint8_t(Opcode::Sum) || current == uint8_t(Opcode::Mean))
        failOperand("axes must be non-negative");
      else if (current == uint8_t(Opcode::Gather))
        failOperand("axis must be non-negative");
    }
  }

  void present(char field, bool isPresent) {
    if (field == 'L')
      sliceHasEnd = isPresent;
  }

  void byte(char field, uint8_t value) {
    if (field == 'd')
      elementType = value;
    else if (field == 'S' && value != 0)
      denseSize.reset();
    else if (field == 'M' && value != 0)
      checkTyped(std::nullopt);
  }

  void list(char field, uint64_t count) {
    if (field == 'E')
      return endDense(count);
    if (LLVM_LIKELY(!isAtFrame()) || current != uint8_t(Opcode::While))
      return;
    if (field == 'N')
      use(frames.back().condition);
    else if (field == 'V')
      forget(frames.back().marks[0]);
  }

  void beginRegion(uint64_t) {
    lastOpcode = 0;
    index = 0;
    if (regionDepth++ == 0)
      return;
    Frame &frame = frames.back();
    if (frame.opcode == uint8_t(Opcode::If) && frame.numRegions == 2)
      hide(frame.marks[1], scope->log.size());
    frame.marks[frame.numRegions] = scope->log.size();
  }

  void endRegion() {
    if (--regionDepth == 0 || cursor.failed())
      return;
    Frame &frame = frames.back();
    frame.leaves[frame.numRegions++] = lastOpcode == uint8_t(Opcode::Return) ||
                                       lastOpcode == uint8_t(Opcode::Break) ||
                                       lastOpcode == uint8_t(Opcode::Continue);
    current = frame.opcode;
    index = frame.index;
    if (frame.opcode == uint8_t(Opcode::If) && frame.numRegions == 1)
      use(frame.condition);
  }

  bool hasOutput = false;
  /// Faults that count only if the walk finds none.
  std::string denseFault, typeFault;

private:
  uint64_t verifySimple(uint64_t count);
  void verifyOther();

  bool isAtFrame() const { return frameDepth == regionDepth; }

  void enterScope() {
    if (numScopes == scopes.size())
      scopes.push_back(std::make_unique<Scope>());
    scope = scopes[numScopes++].get();
  }

  LLVM_ATTRIBUTE_NOINLINE void beginFrame() {
    frames.push_back({current, regionDepth, index});
    frameDepth = regionDepth;
    if (current == uint8_t(Opcode::FnDef))
      enterScope();
  }

  LLVM_ATTRIBUTE_NOINLINE void endFrame() {
    if (current == uint8_t(Opcode::If))
      endIf();
    frames.pop_back();
    frameDepth = frames.empty() ? ~0u : frames.back().depth;
    if (current != uint8_t(Opcode::FnDef))
      return;
    scope->clear();
    scope = scopes[--numScopes - 1].get();
  }

  /// The second branch is visible here, and the first is not.
  LLVM_ATTRIBUTE_NOINLINE void endIf() {
    Frame &frame = frames.back();
    size_t first = frame.marks[1], second = frame.marks[2], end = scope->log.size();
    if (!frame.leaves[2])
      for (auto &merge : frame.merges)
        use(merge[2]);
    if (!frame.leaves[1] && !frame.merges.empty()) {
      hide(second, end);
      show(first, second);
      for (auto &merge : frame.merges)
        use(merge[1]);
      show(second, end);
    } else {
      show(first, second);
    }
    for (auto &merge : frame.merges)
      define(merge[0]);
  }

  void hide(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      scope->visible.erase(scope->log[i]);
  }
  void show(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      scope->visible.insert(scope->log[i]);
  }
  void forget(size_t mark) {
    hide(mark, scope->log.size());
    scope->log.resize(mark);
  }

  LLVM_ATTRIBUTE_ALWAYS_INLINE void use(uint64_t id) {
    if (LLVM_UNLIKELY(!scope->visible.contains(id)))
      failId(id, " is used before its definition");
  }

  void define(uint64_t id) {
    if (LLVM_UNLIKELY(!scope->visible.insert(id)))
      return failId(id, " is defined twice");
    if (LLVM_UNLIKELY(!scope->parameterLog.empty()) && current != uint8_t(Opcode::Param) &&
        scope->parameters.contains(id))
      return failId(id, " is defined twice");
    if (regionDepth > 1)
      scope->log.push_back(id);
    if (LLVM_UNLIKELY(hasTypes) && scope->known.insert(id))
      scope->knownLog.push_back(id);
  }

  void named(uint64_t id) {
    if (!isAtFrame() || current == uint8_t(Opcode::While))
      return use(id);
    if (current != uint8_t(Opcode::FnDef))
      return;
    if (!scope->parameters.insert(id))
      return failId(id, " is defined twice");
    scope->parameterLog.push_back(id);
  }

  void mention(uint64_t id) {
    Frame &frame = frames.back();
    switch (Opcode(current)) {
    case Opcode::Region:
      // The result; enter and exit are marks.
      if (frame.numIds++ == 0)
        use(id);
      return;
    default:
      // The condition, or the result of a branch.
      if (frame.numRegions == 0)
        frame.condition = id;
      else
        use(id);
      return;
    }
  }

  void convNumber(uint64_t value) {
    // Conv2d holds two strides, its gradients four extents before.
    unsigned place = ++numbersRead;
    bool isConv = current == uint8_t(Opcode::Conv2d) ||
                  (place > 4 && (current == uint8_t(Opcode::Conv2dGradInput) ||
                                 current == uint8_t(Opcode::Conv2dGradFilter)));
    if (isConv && value == 0)
      failOperand("conv2d strides must be positive");
  }

  void endDense(uint64_t count) {
    if (denseFault.empty() && !denseSize)
      denseFault = ("malformed dense constant %" + Twine(definition) +
                    ": a dim is unknown or its shape is too large")
                       .str();
    else if (denseFault.empty() && *denseSize != count)
      denseFault = ("malformed dense constant %" + Twine(definition) + ": its shape has " + Twine(*denseSize) +
                    " elements, but " + Twine(count) + " are given")
                       .str();
    if (hasTypes)
      scope->dense[definition] = {elementType, count};
  }

  /// `size` is none for a value whose size is not fixed.
  void checkTyped(std::optional<uint64_t> size) {
    if (!typeFault.empty())
      return;
    auto dense = scope->dense.find(typed);
    if (!scope->known.contains(typed))
      typeFault = ("value_types has an entry for %" + Twine(typed) + ", which is not defined").str();
    else if (dense != scope->dense.end())
      typeFault = ("value_types has an entry for the dense constant %" + Twine(typed) +
                   (dense->second == std::pair(elementType, size.value_or(~dense->second.second))
                        ? ", which has a type already"
                        : ", which has another type"))
                      .str();
  }

  LLVM_ATTRIBUTE_NOINLINE void failOperand(const char *message) {
    cursor.fail("invalid operand in " + getPlace() + ": " + message);
  }
  LLVM_ATTRIBUTE_NOINLINE void failId(uint64_t id, const char *message) {
    cursor.fail("%" + Twine(id) + message + " (" + getPlace() + ")");
  }

  /// Instructions are counted from 0, as the reference does.
  std::string getPlace() const {
    std::string place = ("instruction " + Twine(index - 1)).str();
    if (regionDepth > 1)
      place += (" of a nested stream, at byte " + Twine(cursor.getOffset())).str();
    return place;
  }

  Cursor &cursor;
  const File &file;
  const bool hasTypes;
  /// Scopes are kept for the next function of the same depth.
  llvm::SmallVector<std::unique_ptr<Scope>, 4> scopes;
  unsigned numScopes = 0;
  Scope *scope = nullptr;
  llvm::SmallVector<Frame, 4> frames;
  /// The depth of the innermost instruction with regions that the walk is in.
  unsigned frameDepth = ~0u;
  unsigned regionDepth = 0;
  uint64_t index = 0;
  uint8_t current = 0, lastOpcode = 0;
  /// What the instruction defines: after its operands, so at its end.
  uint64_t definition = 0;
  bool hasDefinition = false;
  unsigned numbersRead = 0;
  bool sliceHasEnd = false;
  uint8_t elementType = 0;
  std::optional<uint64_t> denseSize;
  uint64_t typed = 0;
};

} // namespace

static LLVM_ATTRIBUTE_ALWAYS_INLINE uint64_t readUleb(const uint8_t *&position) {
  uint64_t byte = *position++;
  if (LLVM_LIKELY(byte < 0x80))
    return byte;
  uint64_t value = byte & 0x7F;
  for (unsigned shift = 7; byte >= 0x80; shift += 7) {
    byte = *position++;
    value |= (byte & 0x7F) << shift;
  }
  return value;
}

/// Reads instructions as long as they are among the simple ones, `count` at most, and
/// gives their number.
uint64_t Verifier::verifySimple(uint64_t count) {
  const uint8_t *begin = file.bytes.begin(), *position = begin + cursor.getOffset();
  const bool isLogged = regionDepth > 1;
  uint64_t firstIndex = index, ids[3] = {};
  for (uint64_t done = 0; done < count; ++done) {
    const uint8_t *next = position + 1;
    // The first id is the definition.
    unsigned numIds = 3;
    // Where its faults are said to be is what the walk tells.
    bool hasOwnPlace = false;
    switch (Opcode(*position)) {
    case Opcode::ConstI64:
      ids[0] = readUleb(next);
      readUleb(next);
      numIds = 1;
      break;
    case Opcode::BinOp:
      ids[0] = readUleb(next);
      ++next;
      ids[1] = readUleb(next);
      ids[2] = readUleb(next);
      break;
    case Opcode::Dot:
    case Opcode::MatMul:
    case Opcode::ReluGrad:
    case Opcode::ArrayLoad:
      ids[0] = readUleb(next);
      ids[1] = readUleb(next);
      ids[2] = readUleb(next);
      break;
    case Opcode::Relu:
      ids[0] = readUleb(next);
      ids[1] = readUleb(next);
      numIds = 2;
      break;
    case Opcode::ConstF64:
      ids[0] = readUleb(next);
      next += 8;
      numIds = 1;
      hasOwnPlace = true;
      break;
    case Opcode::Transpose:
      ids[0] = readUleb(next);
      ids[1] = readUleb(next);
      for (uint64_t size = readUleb(next); size; --size)
        readUleb(next);
      numIds = 2;
      hasOwnPlace = true;
      break;
    default:
      cursor.seek(position - begin);
      return done;
    }
    bool isPlain = !hasTypes && (numIds < 2 || scope->visible.contains(ids[1])) &&
                   (numIds < 3 || scope->visible.contains(ids[2])) && !scope->parameters.contains(ids[0]) &&
                   scope->visible.insert(ids[0]);
    if (LLVM_UNLIKELY(!isPlain && hasOwnPlace)) {
      cursor.seek(position - begin);
      return done;
    }
    index = firstIndex + done + 1;
    lastOpcode = current = *position;
    position = next;
    if (LLVM_UNLIKELY(!isPlain)) {
      // Something is wrong, or there is more to do.
      cursor.seek(position - begin);
      for (unsigned i = 1; i < numIds; ++i)
        use(ids[i]);
      if (!cursor.failed())
        define(ids[0]);
      if (cursor.failed())
        return done;
    } else if (isLogged) {
      scope->log.push_back(ids[0]);
    }
  }
  cursor.seek(position - begin);
  return count;
}

void Verifier::verifyOther() {
  uint8_t opcode = file.bytes[cursor.getOffset()];
  if (!hasRegions(opcode)) {
    walkInstruction(cursor, *this, file.version);
    return;
  }
  cursor.byte();
  instruction(opcode);
  for (const char *field = getLayout(opcode); *field && !cursor.failed(); ++field) {
    if (*field == 'R')
      verifyStream();
    else
      walkField(cursor, *this, *field, file.version);
  }
  if (!cursor.failed())
    endInstruction();
}

bool Verifier::verifyStream() {
  uint64_t count = cursor.count();
  beginRegion(count);
  for (uint64_t i = verifySimple(count); i < count && !cursor.failed(); i += verifySimple(count - i)) {
    verifyOther();
    ++i;
    if (cursor.failed())
      break;
  }
  endRegion();
  return !cursor.failed();
}

bool mind::mic::verifySSA(const File &file, std::string &reason, bool *missesOutput) {
  Cursor cursor = file.at(file.stream);
  Verifier verifier(cursor, file);
  bool isGood = verifier.verifyStream();
  if (missesOutput)
    *missesOutput = !verifier.hasOutput && file.exports.empty();
  if (!isGood) {
    reason = cursor.getError().message;
    return false;
  }
  if (file.types) {
    Cursor types = file.at(file.types);
    walkTypeTable(types, verifier);
  }
  for (std::string *fault : {&verifier.denseFault, &verifier.typeFault})
    if (!fault->empty()) {
      reason = std::move(*fault);
      return false;
    }
  return true;
}
