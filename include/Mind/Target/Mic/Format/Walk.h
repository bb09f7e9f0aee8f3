//===- Walk.h - One walk over instructions and their fields -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layouts of Opcodes.def, interpreted once: validation, re-emission, text and the
/// carriers are handlers of this walk. A handler derives from FieldHandler and hides
/// the members that it wants; all are called in the order of the bytes.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_TARGET_MIC_FORMAT_WALK_H
#define MIND_TARGET_MIC_FORMAT_WALK_H

#include "Mind/Target/Mic/Format/Cursor.h"

#include "llvm/ADT/StringExtras.h"

namespace mind::mic {

/// Does nothing with any field.
struct FieldHandler {
  /// Reads some of the next instructions of a stream, `count` at most, by a way of its own,
  /// and gives their number. It must come to what the walk would; what it leaves is walked.
  uint64_t readSome(Cursor &cursor, uint64_t count) { return 0; }
  /// An instruction begins, or ends.
  void instruction(uint8_t opcode) {}
  void endInstruction() {}
  /// Value ids; how one is used is the letter of the layout.
  void id(char field, uint64_t id) {}
  void number(char field, uint64_t value) {}
  void zigzag(int64_t value) {}
  /// b, d, p, y, c, and the tags of types and of dims.
  void byte(char field, uint8_t value) {}
  void flag(bool value) {}
  void bits64(uint64_t bits) {}
  void string(uint64_t index) {}
  /// An optional field is there or not; its value follows.
  void present(char field, bool isPresent) {}
  /// A list of `count` elements follows.
  void list(char field, uint64_t count) {}
  void beginRegion(uint64_t count) {}
  void endRegion() {}
  /// A table of value types, `count` entries of (id, element byte, size tag, size).
  void beginTypes(uint64_t count) {}
};

/// Reads one field that is not a region. False after a fault.
template <typename Handler>
bool walkField(Cursor &cursor, Handler &handler, char field, uint8_t version);

/// Reads one instruction with what it holds. False after a fault.
template <typename Handler>
bool walkInstruction(Cursor &cursor, Handler &handler, uint8_t version, unsigned depth = 0);

/// Reads a list of instructions: a count, then each. False after a fault.
template <typename Handler>
bool walkRegion(Cursor &cursor, Handler &handler, uint8_t version, unsigned depth = 0);

/// Reads the annotation of a type, as repr_c_structs has them.
template <typename Handler>
bool walkType(Cursor &cursor, Handler &handler, unsigned depth = 0);

/// Reads a shape: a list of dims.
template <typename Handler>
bool walkShape(Cursor &cursor, Handler &handler);

/// Reads a table of value types.
template <typename Handler>
bool walkTypeTable(Cursor &cursor, Handler &handler);

//===----------------------------------------------------------------------===//
// Implementation
//===----------------------------------------------------------------------===//

template <typename Handler>
bool walkShape(Cursor &cursor, Handler &handler) {
  uint64_t rank = cursor.count();
  handler.list('S', rank);
  for (uint64_t i = 0; i < rank && !cursor.failed(); ++i) {
    uint8_t tag = cursor.byte();
    handler.byte('S', tag);
    if (tag == 0)
      handler.number('S', cursor.uleb());
    else if (tag == 1)
      handler.string(cursor.uleb());
    else
      cursor.fail("unknown shape-dim tag: " + llvm::Twine(unsigned(tag)));
  }
  return !cursor.failed();
}

template <typename Handler>
bool walkTypeTable(Cursor &cursor, Handler &handler) {
  uint64_t count = cursor.count();
  handler.beginTypes(count);
  uint64_t previous = 0;
  for (uint64_t i = 0; i < count && !cursor.failed(); ++i) {
    uint64_t id = cursor.uleb();
    if (i && id <= previous)
      return cursor.fail("value_types keys are not strictly ascending");
    previous = id;
    handler.id('M', id);
    uint8_t type = cursor.byte();
    if (type >= kNumElementTypes)
      return cursor.fail("unknown dtype tag: " + llvm::Twine(unsigned(type)));
    handler.byte('d', type);
    uint8_t size = cursor.byte();
    if (size > 1)
      return cursor.fail("unknown value_types size kind: " + llvm::Twine(unsigned(size)));
    handler.byte('M', size);
    if (size == 0)
      handler.number('M', cursor.uleb());
  }
  return !cursor.failed();
}

/// Reads a byte below `limit`; `what` is its name in the fault.
template <typename Handler>
bool walkEnum(Cursor &cursor, Handler &handler, char field, uint8_t limit, const char *what) {
  uint8_t value = cursor.byte();
  if (LLVM_UNLIKELY(value >= limit))
    return cursor.fail(llvm::Twine("unknown ") + what + " tag: " + llvm::Twine(unsigned(value)));
  handler.byte(field, value);
  return !cursor.failed();
}

template <typename Handler>
LLVM_ATTRIBUTE_ALWAYS_INLINE bool walkField(Cursor &cursor, Handler &handler, char field, uint8_t version) {
  auto each = [&](auto read) {
    uint64_t count = cursor.count();
    handler.list(field, count);
    for (uint64_t i = 0; i < count && !cursor.failed(); ++i)
      read();
    return !cursor.failed();
  };
  switch (field) {
  case 'D':
  case 'v':
  case 'P':
    handler.id(field, cursor.uleb());
    break;
  case 'i':
    handler.zigzag(cursor.zigzag());
    break;
  case 'u':
    handler.number(field, cursor.uleb());
    break;
  case 'F':
    handler.bits64(cursor.bits64());
    break;
  case 's':
    handler.string(cursor.uleb());
    break;
  case 'B':
    handler.flag(cursor.flag());
    break;
  case 'b':
    return walkEnum(cursor, handler, field, kNumBinOps, "binop");
  case 'd':
    return walkEnum(cursor, handler, field, kNumElementTypes, "dtype");
  case 'p':
    return walkEnum(cursor, handler, field, kNumPaddings, "padding");
  case 'y':
    return walkEnum(cursor, handler, field, kNumSparseLayouts, "sparse-layout");
  case 'c':
    return walkEnum(cursor, handler, field, kNumCallConvs, "callconv");
  case 'S':
    return walkShape(cursor, handler);
  case 'f': {
    bool isPresent = cursor.present("opt-f64");
    handler.present(field, isPresent);
    if (isPresent)
      handler.bits64(cursor.bits64());
    break;
  }
  case 'q': {
    bool isPresent = cursor.present("opt-string");
    handler.present(field, isPresent);
    if (isPresent)
      handler.string(cursor.uleb());
    break;
  }
  case 'o': {
    bool isPresent = cursor.present("opt-vid");
    handler.present(field, isPresent);
    if (isPresent)
      handler.id(field, cursor.uleb());
    break;
  }
  case 'I':
    return each([&] { handler.zigzag(cursor.zigzag()); });
  case 'Q':
    if (version < 2) {
      handler.list(field, 0);
      break;
    }
    return each([&] { handler.id(field, cursor.uleb()); });
  case 'V':
  case 'A':
    return each([&] { handler.id(field, cursor.uleb()); });
  case 'W':
    return each([&] { handler.string(cursor.uleb()); });
  case 'N':
    return each([&] {
      handler.string(cursor.uleb());
      handler.id(field, cursor.uleb());
    });
  case 'E':
    return each([&] { handler.bits64(cursor.bits64()); });
  case 'X':
    return each([&] {
      handler.zigzag(cursor.zigzag());
      handler.zigzag(cursor.zigzag());
    });
  case 'L':
    return each([&] {
      handler.zigzag(cursor.zigzag());
      handler.zigzag(cursor.zigzag());
      bool isPresent = cursor.present("opt-i64");
      handler.present(field, isPresent);
      if (isPresent)
        handler.zigzag(cursor.zigzag());
      handler.zigzag(cursor.zigzag());
    });
  case 'T':
    if (version < 2) {
      handler.list(field, 0);
      break;
    }
    return each([&] {
      handler.id(field, cursor.uleb());
      handler.id(field, cursor.uleb());
      handler.id(field, cursor.uleb());
    });
  case 'M':
    return version < 3 || walkTypeTable(cursor, handler);
  default:
    llvm_unreachable("a letter that no layout has");
  }
  return !cursor.failed();
}

template <typename Handler>
bool walkRegion(Cursor &cursor, Handler &handler, uint8_t version, unsigned depth) {
  uint64_t count = cursor.count();
  handler.beginRegion(count);
  // Nested too deep is the fault of an instruction, so there the walk reads all.
  auto readSome = [&](uint64_t left) { return depth < kMaxDepth ? handler.readSome(cursor, left) : 0; };
  for (uint64_t i = readSome(count); i < count && !cursor.failed(); i += readSome(count - i)) {
    walkInstruction(cursor, handler, version, depth);
    ++i;
  }
  handler.endRegion();
  return !cursor.failed();
}

namespace detail {

inline constexpr const char *kLayouts[] = {
#define MIC3_OPCODE(Code, Name, Layout) Layout,
#include "Mind/Target/Mic/Format/Opcodes.def"
};

/// The fields of an opcode from the one at `Index` on, unrolled.
template <uint8_t Code, unsigned Index, typename Handler>
LLVM_ATTRIBUTE_ALWAYS_INLINE bool walkFields(Cursor &cursor, Handler &handler, uint8_t version, unsigned depth) {
  constexpr char field = kLayouts[Code - kFirstOpcode][Index];
  if constexpr (field == 0) {
    return !cursor.failed();
  } else {
    if constexpr (field == 'R') {
      if (!walkRegion(cursor, handler, version, depth + 1))
        return false;
    } else {
      // A fault makes the rest read as zeros, so it can wait; lists ask for themselves.
      walkField(cursor, handler, field, version);
    }
    return walkFields<Code, Index + 1>(cursor, handler, version, depth);
  }
}

} // namespace detail

template <typename Handler>
bool walkInstruction(Cursor &cursor, Handler &handler, uint8_t version, unsigned depth) {
  if (LLVM_UNLIKELY(depth >= kMaxDepth))
    return cursor.fail("instruction nesting depth exceeds limit " + llvm::Twine(kMaxDepth));
  uint8_t opcode = cursor.byte();
  switch (opcode) {
#define MIC3_OPCODE(Code, Name, Layout)                                                                                \
  case Code: {                                                                                                         \
    handler.instruction(opcode);                                                                                       \
    bool isRead = detail::walkFields<Code, 0>(cursor, handler, version, depth);                                        \
    if (LLVM_UNLIKELY(!isRead))                                                                                        \
      return false;                                                                                                    \
    break;                                                                                                             \
  }
#include "Mind/Target/Mic/Format/Opcodes.def"
  default:
    return cursor.fail("unknown opcode: 0x" + llvm::utohexstr(opcode, /*LowerCase=*/false, /*Width=*/2));
  }
  handler.endInstruction();
  return true;
}

template <typename Handler>
bool walkType(Cursor &cursor, Handler &handler, unsigned depth) {
  if (depth >= kMaxDepth)
    return cursor.fail("type nesting depth exceeds limit " + llvm::Twine(kMaxDepth));
  uint8_t tag = cursor.byte();
  handler.byte('t', tag);
  auto inner = [&] { return walkType(cursor, handler, depth + 1); };
  auto list = [&] {
    uint64_t count = cursor.count();
    handler.list('t', count);
    for (uint64_t i = 0; i < count && !cursor.failed(); ++i)
      inner();
    return !cursor.failed();
  };
  auto field = [&](char letter) { return walkField(cursor, handler, letter, /*version=*/3); };
  switch (tag) {
  case 0x01: // i32 i64 f32 f64 bool u32
  case 0x02:
  case 0x03:
  case 0x04:
  case 0x05:
  case 0x06:
    return !cursor.failed();
  case 0x07: // tensor, and the same for gradients
  case 0x08:
    return field('s') && field('W');
  case 0x09: // a name
    return field('s');
  case 0x0A: // slice, reference, pointer
  case 0x0C:
  case 0x10:
    return field('B') && inner();
  case 0x0B: // array
    return field('u') && inner();
  case 0x0D: // generic
    return field('s') && list();
  case 0x0E: // tuple
    return list();
  case 0x0F: // sparse tensor
    return field('y') && inner() && field('S');
  case 0x11: { // function
    if (!list())
      return false;
    bool hasResult = cursor.flag();
    handler.flag(hasResult);
    return !hasResult || inner();
  }
  default:
    return cursor.fail("unknown type annotation tag: 0x" + llvm::utohexstr(tag, /*LowerCase=*/false, /*Width=*/2));
  }
}

} // namespace mind::mic

#endif // MIND_TARGET_MIC_FORMAT_WALK_H
