//===- SSAHandler.h - Names of values, while a file is read -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules of VerifySSA.h, as a handler of the walk that validates. What a region defines
/// is also written to a log, so that leaving it is undoing a part of the log; the module's
/// own stream, which is never left, writes none outside of regions.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_MIC_FORMAT_SSAHANDLER_H
#define MIND_LIB_TARGET_MIC_FORMAT_SSAHANDLER_H

#include "IdSet.h"

#include "Mind/Target/Mic/Format/Cursor.h"

#include "llvm/Support/CheckedArithmetic.h"

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace mind::mic {

/// One namespace of values: the module's or a function's.
struct SSAScope {
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
    // All that a function defines is in the log.
    if (!visible.eraseAll(log.size()))
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
struct SSAFrame {
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

/// The part of the walk that validates a file which looks at names. The walk goes on
/// after a fault of it, for the bytes come first, and asks it no more.
class SSAHandler {
public:
  /// A file before version 3 has no tables of value types.
  SSAHandler(const Cursor &cursor, uint8_t version) : cursor(cursor), hasTypes(version >= 3) { enterScope(); }

  /// Whether the walk is where names are, and none was wrong so far.
  bool isActive() const { return active; }
  void setActive(bool value) { active = value && fault.empty(); }

  /// Does all that there is to do for an instruction without regions that defines an id by
  /// others, or does nothing and returns false.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool defineSimple(uint64_t id, unsigned numOperands, uint64_t lhs, uint64_t rhs) {
    const IdSet &visible = scope->visible;
    if (LLVM_UNLIKELY((numOperands > 0 && !visible.contains(lhs)) || (numOperands > 1 && !visible.contains(rhs))))
      return false;
    if (LLVM_UNLIKELY(scope->parameters.contains(id) || !scope->visible.insert(id)))
      return false;
    if (regionDepth > 1)
      scope->log.push_back(id);
    if (LLVM_UNLIKELY(hasTypes) && scope->known.insert(id))
      scope->knownLog.push_back(id);
    return true;
  }
  /// Ends a sequence of those.
  void endSimple(uint64_t count, uint8_t opcode) {
    index += count;
    lastOpcode = current = opcode;
  }

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
    case Opcode::ConstI64:
    case Opcode::BinOp:
    case Opcode::Dot:
    case Opcode::MatMul:
    case Opcode::ReluGrad:
    case Opcode::ArrayLoad:
    case Opcode::Relu:
      usesAtEnd = true;
      numOperands = 0;
      return;
    default:
      numbersRead = 0;
      denseSize = 1;
      return;
    }
  }

  void endInstruction() {
    if (usesAtEnd) {
      usesAtEnd = false;
      for (unsigned i = 0; i < numOperands; ++i)
        use(operands[i]);
    }
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
      if (usesAtEnd) {
        operands[numOperands++] = id;
        return;
      }
      return use(id);
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
      SSAFrame &frame = frames.back();
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
    SSAFrame &frame = frames.back();
    if (frame.opcode == uint8_t(Opcode::If) && frame.numRegions == 2)
      hide(frame.marks[1], scope->log.size());
    frame.marks[frame.numRegions] = scope->log.size();
  }

  void endRegion() {
    if (--regionDepth == 0 || cursor.failed())
      return;
    SSAFrame &frame = frames.back();
    frame.leaves[frame.numRegions++] = lastOpcode == uint8_t(Opcode::Return) || lastOpcode == uint8_t(Opcode::Break) ||
                                       lastOpcode == uint8_t(Opcode::Continue);
    current = frame.opcode;
    index = frame.index;
    if (frame.opcode == uint8_t(Opcode::If) && frame.numRegions == 1)
      use(frame.condition);
  }

  bool hasOutput = false;
  /// The first fault; the others count only if there is none.
  std::string fault, denseFault, typeFault;

private:
  bool isAtFrame() const { return frameDepth == regionDepth; }

  void enterScope() {
    if (numScopes == scopes.size())
      scopes.push_back(std::make_unique<SSAScope>());
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
    SSAFrame &frame = frames.back();
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
    SSAFrame &frame = frames.back();
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
    bool isConv =
        current == uint8_t(Opcode::Conv2d) ||
        (place > 4 && (current == uint8_t(Opcode::Conv2dGradInput) || current == uint8_t(Opcode::Conv2dGradFilter)));
    if (isConv && value == 0)
      failOperand("conv2d strides must be positive");
  }

  void endDense(uint64_t count) {
    if (denseFault.empty() && !denseSize)
      denseFault =
          ("malformed dense constant %" + llvm::Twine(definition) + ": a dim is unknown or its shape is too large")
              .str();
    else if (denseFault.empty() && *denseSize != count)
      denseFault = ("malformed dense constant %" + llvm::Twine(definition) + ": its shape has " +
                    llvm::Twine(*denseSize) + " elements, but " + llvm::Twine(count) + " are given")
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
      typeFault = ("value_types has an entry for %" + llvm::Twine(typed) + ", which is not defined").str();
    else if (dense != scope->dense.end())
      typeFault =
          ("value_types has an entry for the dense constant %" + llvm::Twine(typed) +
           (dense->second == std::pair(elementType, size.value_or(~dense->second.second)) ? ", which has a type already"
                                                                                          : ", which has another type"))
              .str();
  }

  LLVM_ATTRIBUTE_NOINLINE void failOperand(const char *message) {
    fail("invalid operand in " + getPlace() + ": " + message);
  }
  LLVM_ATTRIBUTE_NOINLINE void failId(uint64_t id, const char *message) {
    fail("%" + llvm::Twine(id) + message + " (" + getPlace() + ")");
  }
  /// Keeps the first fault.
  LLVM_ATTRIBUTE_NOINLINE void fail(const llvm::Twine &message) {
    if (fault.empty())
      fault = message.str();
    active = false;
  }

  /// Instructions are counted from 0, as the reference does.
  std::string getPlace() const {
    std::string place = ("instruction " + llvm::Twine(index - 1)).str();
    if (regionDepth > 1)
      place += (" of a nested stream, at byte " + llvm::Twine(cursor.getOffset())).str();
    return place;
  }

  const Cursor &cursor;
  const bool hasTypes;
  bool active = true;
  /// Scopes are kept for the next function of the same depth.
  llvm::SmallVector<std::unique_ptr<SSAScope>, 4> scopes;
  unsigned numScopes = 0;
  SSAScope *scope = nullptr;
  llvm::SmallVector<SSAFrame, 4> frames;
  /// The depth of the innermost instruction with regions that the walk is in.
  unsigned frameDepth = ~0u;
  unsigned regionDepth = 0;
  uint64_t index = 0;
  uint8_t current = 0, lastOpcode = 0;
  /// What the instruction defines: after its operands, so at its end.
  uint64_t definition = 0;
  bool hasDefinition = false;
  /// The commonest instructions ask for their operands at their end, too: their faults say
  /// where that is.
  bool usesAtEnd = false;
  unsigned numOperands = 0;
  uint64_t operands[2] = {};
  unsigned numbersRead = 0;
  bool sliceHasEnd = false;
  uint8_t elementType = 0;
  std::optional<uint64_t> denseSize;
  uint64_t typed = 0;
};

} // namespace mind::mic

#endif // MIND_LIB_TARGET_MIC_FORMAT_SSAHANDLER_H
