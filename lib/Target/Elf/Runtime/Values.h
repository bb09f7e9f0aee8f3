//===- Values.h - arguments as tensors --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nested lists of a command line, as lib/Runtime/Values.cpp reads them.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_VALUES_H
#define MIND_LIB_TARGET_ELF_RUNTIME_VALUES_H

#include "Complaint.h"
#include "Memory.h"
#include "Parse.h"

#include "Mind/Runtime/Conventions.h"

namespace mind::exe {

/// An argument, of whatever shape it came with.
struct Argument {
  int64_t type = 0;
  int64_t rank = 0;
  int64_t shape[rt::kMaxRank];
  char *elements = nullptr;
};

inline const char *getTypeName(int64_t type) {
  switch (type) {
  case F32:
    return "f32";
  case F64:
    return "f64";
  case F16:
    return "f16";
  case BF16:
    return "bf16";
  case I32:
    return "i32";
  case I64:
    return "i64";
  case I1:
    return "bool";
  default:
    return "q16";
  }
}

/// `(2, 3)`
inline void putShape(Complaint &out, const int64_t *shape, int64_t rank, const char *begin = "(",
                     const char *end = ")") {
  for (int64_t i = 0; i < rank; ++i)
    out << (i ? ", " : begin) << shape[i];
  out << (rank ? "" : begin) << end;
}

/// Where a value comes from: the parameter, and the file if there is one.
struct Origin {
  const char *parameter;
  const char *path = nullptr;

  void say(Complaint &out) const {
    out << "argument `" << parameter << "`: ";
    if (path)
      out << "'" << path << "': ";
  }
  bool fail(const char *message) const {
    Complaint out(6004);
    say(out);
    out << message;
    out.end();
    return false;
  }
  /// Memory for the elements of an argument whose type and shape are known.
  bool allocate(Argument &argument, Size bytes, Memory &memory) const {
    if ((argument.elements = memory.allocate(bytes)))
      return true;
    Complaint out(6006);
    say(out);
    out << "no memory for a " << getTypeName(argument.type) << " tensor of shape ";
    putShape(out, argument.shape, argument.rank);
    out.end();
    return false;
  }
};

/// One pass that checks the nesting and stores the elements.
class ValueParser {
public:
  ValueParser(const char *text, const Origin &origin, Argument &argument)
      : at(text), end(text + length(text)), origin(origin), argument(argument) {}

  bool parse(Memory &memory) {
    // An element and what keeps it from the next take two characters or more; the
    // shape of the value is for a message alone.
    Size most = Size(end - at) / 2 + 1;
    argument.shape[0] = int64_t(most);
    argument.rank = 1;
    if (!origin.allocate(argument, most * getByteSize(argument.type), memory))
      return false;
    argument.rank = 0;
    next = argument.elements;
    if (!parseElement(0))
      return false;
    skipBlanks();
    return at == end || fail("something follows the value: ", {at, Size(end - at)}, "");
  }

private:
  static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
  void skipBlanks() {
    while (isBlank(*at))
      ++at;
  }
  bool take(char c) {
    skipBlanks();
    if (*at != c)
      return false;
    ++at;
    return true;
  }
  /// `word` in quotes, cut if it is long.
  bool fail(const char *before, Text word, const char *after, const char *type = "") {
    Complaint out(6004);
    origin.say(out);
    out << before << "'" << Text{word.data, word.bytes > 40 ? 40 : word.bytes} << (word.bytes > 40 ? "...'" : "'")
        << after << type;
    if (word.bytes && argument.type == I1 && *after)
      out << "; write true or false";
    out.end();
    return false;
  }
  bool fail(const char *message) { return origin.fail(message); }

  __attribute__((noinline)) bool parseElement(int64_t depth) {
    skipBlanks();
    if (*at == '[') {
      if (depth == rt::kMaxRank) {
        Complaint out(6004);
        origin.say(out);
        out << "lists are nested deeper than " << int64_t(rt::kMaxRank);
        out.end();
        return false;
      }
      if (rank >= 0 && depth >= rank)
        return fail("the lists are ragged: a list stands beside a number");
      ++at;
      return parseList(depth);
    }
    if (rank < 0) {
      // Lists that were closed deeper than this had no elements.
      if (argument.rank > depth)
        return fail("the lists are ragged: a number stands beside a list");
      rank = depth;
    }
    if (depth != rank)
      return fail("the lists are ragged: a number stands beside a list");
    const char *start = at;
    while (*at && *at != ',' && *at != ']' && *at != '[' && !isBlank(*at))
      ++at;
    if (at == start)
      return fail("a number is missing");
    const char *name = getTypeName(argument.type);
    Text word{start, Size(at - start)};
    switch (exe::parseElement(start, at, argument.type, next)) {
    case Parsed::NotANumber:
      return fail("", word, " is no ", name);
    case Parsed::OutOfRange:
      if (argument.type == I32 || argument.type == I64)
        return fail("", word, " does not fit ", name);
      return fail("", word, " is out of the range of f64");
    case Parsed::Ok:
      next += getByteSize(argument.type);
    }
    return true;
  }

  bool parseList(int64_t depth) {
    int64_t count = 0;
    if (argument.rank <= depth)
      argument.shape[argument.rank++] = -1;
    while (!take(']')) {
      if (!parseElement(depth + 1))
        return false;
      ++count;
      if (take(','))
        continue;
      if (!take(']'))
        return fail("a list is not closed, or a comma is missing");
      break;
    }
    int64_t &extent = argument.shape[depth];
    if (extent >= 0 && extent != count) {
      Complaint out(6004);
      origin.say(out);
      out << "the lists are ragged: one has " << extent << " elements, another " << count;
      out.end();
      return false;
    }
    extent = count;
    return true;
  }

  const char *at, *end;
  const Origin &origin;
  Argument &argument;
  char *next = nullptr;
  /// The depth of the elements, known from the first one on.
  int64_t rank = -1;
};

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_VALUES_H
