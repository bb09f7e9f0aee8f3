//===- Npy.h - tensors in .npy files ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What lib/Runtime/Npy.cpp reads and writes. Nothing in a file is trusted.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_NPY_H
#define MIND_LIB_TARGET_ELF_RUNTIME_NPY_H

#include "Values.h"

namespace mind::exe {

/// The descriptor without its byte order.
inline const char *getNpyKind(int64_t type) {
  switch (type) {
  case F64:
    return "f8";
  case F16:
    return "f2";
  case BF16:
    return "V2";
  case I32:
  case Q16:
    return "i4";
  case I64:
    return "i8";
  case I1:
    return "b1";
  default:
    return "f4";
  }
}

/// Reads a file into an argument. `argument.type` is what the parameter takes, and at the
/// end what the file has.
class NpyReader {
public:
  NpyReader(const Origin &origin, Argument &argument) : origin(origin), argument(argument) {}

  bool read(Memory &memory) {
    int64_t file = systemCall(kOpen, int64_t(origin.path), 0, 0);
    if (file < 0) {
      Complaint out(6004);
      Origin{origin.parameter}.say(out);
      out << "cannot open '" << origin.path << "': ";
      putError(out, -file);
      out.end();
      return false;
    }
    int64_t size = systemCall(kSeek, file, 0, 2);
    if (size < 0 || systemCall(kSeek, file, 0, 0) < 0)
      return fail("not a regular file");
    char front[rt::kMaxNpyHeader + 12];
    Size used = Size(size) < sizeof front ? Size(size) : sizeof front;
    if (transferAll(kRead, file, front, used) != 0)
      return fail("it cannot be read");
    if (!readHeader(front, used, Size(size)))
      return false;
    Size bytes = count * getByteSize(argument.type);
    if (!origin.allocate(argument, bytes, memory))
      return false;
    if (systemCall(kSeek, file, int64_t(dataOffset), 0) < 0 || transferAll(kRead, file, argument.elements, bytes) != 0)
      return fail("it cannot be read");
    systemCall(kClose, file);
    return finishElements(memory);
  }

private:
  bool fail(const char *message) {
    Complaint out(6004);
    begin(out) << message;
    out.end();
    return false;
  }
  Complaint &begin(Complaint &out) {
    origin.say(out);
    return out << "malformed .npy file: ";
  }

  // The part of Python's literals that a header consists of.
  void skipBlanks() {
    while (at != end && (*at == ' ' || *at == '\n' || *at == '\t'))
      ++at;
  }
  bool take(char c) {
    skipBlanks();
    if (at == end || *at != c)
      return false;
    ++at;
    return true;
  }
  bool takeWord(const char *word) {
    skipBlanks();
    Size n = length(word);
    if (Size(end - at) < n || !isEqual(at, word, n))
      return false;
    at += n;
    return true;
  }
  /// A quoted string without escapes.
  bool takeString(Text &value) {
    skipBlanks();
    if (at == end || (*at != '\'' && *at != '"'))
      return false;
    char quote = *at;
    const char *start = at + 1, *stop = start;
    bool hasEscape = false;
    while (stop != end && *stop != quote)
      hasEscape |= *stop++ == '\\';
    if (stop == end)
      return false;
    value = {start, Size(stop - start)};
    at = stop + 1;
    return !hasEscape;
  }
  /// Digits without a sign; an `L` of Python 2 may follow.
  bool takeInteger(int64_t &value) {
    skipBlanks();
    const char *start = at;
    for (value = 0; at != end && *at >= '0' && *at <= '9'; ++at) {
      if (value > (INT64_MAX - 9) / 10)
        return false;
      value = 10 * value + (*at - '0');
    }
    if (at == start)
      return false;
    if (at != end && *at == 'L')
      ++at;
    return true;
  }

  bool readShape() {
    if (!take('('))
      return fail("the shape is not a tuple");
    while (!take(')')) {
      int64_t dim;
      if (!takeInteger(dim))
        return fail("a dim of the shape is not a number from 0 to 2^63 - 1");
      if (argument.rank == rt::kMaxRank) {
        Complaint out(6004);
        begin(out) << "more than " << int64_t(rt::kMaxRank) << " dims";
        out.end();
        return false;
      }
      argument.shape[argument.rank++] = dim;
      if (take(','))
        continue;
      // `(3)` is a number, not a tuple.
      if (argument.rank == 1 || !take(')'))
        return fail("the shape is not a tuple of numbers");
      break;
    }
    return true;
  }

  bool readDict(Text &descr) {
    bool hasDescr = false, hasOrder = false, hasShape = false;
    if (!take('{'))
      return fail("the header is not a dictionary");
    while (!take('}')) {
      Text key;
      if (!takeString(key) || !take(':'))
        return fail("the header is not a dictionary");
      if (key.is("descr") && !hasDescr) {
        hasDescr = true;
        if (!takeString(descr))
          return fail("the dtype is a structure or not a string");
      } else if (key.is("fortran_order") && !hasOrder) {
        hasOrder = true;
        isFortran = takeWord("True");
        if (!isFortran && !takeWord("False"))
          return fail("`fortran_order` is neither True nor False");
      } else if (key.is("shape") && !hasShape) {
        hasShape = true;
        if (!readShape())
          return false;
      } else {
        return fail("an unknown or repeated key in the header");
      }
      if (take(','))
        continue;
      if (!take('}'))
        return fail("the header is not a dictionary");
      break;
    }
    skipBlanks();
    if (at != end)
      return fail("something follows the dictionary of the header");
    if (!hasDescr || !hasOrder || !hasShape)
      return fail("the header lacks `descr`, `fortran_order` or `shape`");
    return true;
  }

  bool failDescr(Text descr, const char *message, const char *more = "") {
    Complaint out(6004);
    begin(out) << "the dtype '";
    for (Size i = 0; i < descr.bytes && i < 40; ++i)
      out.put(descr.data[i] < ' ' || descr.data[i] > '~' ? '?' : descr.data[i]);
    out << "' " << message << more;
    out.end();
    return false;
  }

  bool readDescr(Text descr) {
    if (descr.bytes < 2)
      return failDescr(descr, "is unknown");
    char order = descr.data[0];
    Text kind{descr.data + 1, descr.bytes - 1};
    if (kind.is("O") || descr.is("object"))
      return fail("the elements are pickled Python objects, which are not read");
    int64_t expected = argument.type, known = -1;
    for (int64_t type = F32; type <= I1; ++type)
      if (kind.is(getNpyKind(type)) && (type != BF16 || expected == BF16))
        known = type;
    if (known < 0)
      return failDescr(descr, "is none of f4, f8, f2, i4, i8, b1",
                       kind.is("V2") ? " (V2 is read where a bf16 is expected)" : "");
    argument.type = known == I32 && expected == Q16 ? int64_t(Q16) : known;
    // For raw data there is no order to say; ours is little endian.
    if ((order != '<' && order != '>' && order != '=' && order != '|') ||
        (order == '|' && argument.type != I1 && argument.type != BF16))
      return failDescr(descr, "has no byte order");
    isBig = order == '>' && argument.type != I1;
    return true;
  }

  /// The number of elements; false if a tensor cannot have that many.
  bool countElements() {
    Size limit = rt::kMaxTensorBytes / getByteSize(argument.type), product = 1;
    bool isEmpty = false;
    for (int64_t i = 0; i < argument.rank; ++i) {
      Size dim = Size(argument.shape[i]);
      isEmpty |= dim == 0;
      if (dim > limit / product)
        return false;
      product *= dim ? dim : 1;
    }
    count = isEmpty ? 0 : product;
    return true;
  }

  bool readHeader(const char *bytes, Size present, Size fileBytes) {
    if (present < 10 || !isEqual(bytes, "\x93NUMPY", 6))
      return fail("it does not begin with \\x93NUMPY");
    uint8_t major = uint8_t(bytes[6]), minor = uint8_t(bytes[7]);
    if (major < 1 || major > 3 || minor != 0) {
      Complaint out(6004);
      begin(out) << "unknown version " << int64_t(major) << "." << int64_t(minor);
      out.end();
      return false;
    }
    Size start = major == 1 ? 10 : 12;
    if (present < start)
      return fail("it ends within the header");
    Size size = loadBits(bytes + 8, major == 1 ? 2 : 4);
    if (size > rt::kMaxNpyHeader) {
      Complaint out(6004);
      begin(out) << "the header is longer than " << int64_t(rt::kMaxNpyHeader) << " bytes";
      out.end();
      return false;
    }
    if (size > present - start)
      return fail("it ends within the header");
    at = bytes + start;
    end = at + size;
    Text descr;
    if (!readDict(descr) || !readDescr(descr))
      return false;
    dataOffset = start + size;
    if (!countElements()) {
      Complaint out(6006);
      origin.say(out);
      out << "a tensor of shape ";
      putShape(out, argument.shape, argument.rank);
      out << " is too large";
      out.end();
      return false;
    }
    Size needed = count * getByteSize(argument.type), there = fileBytes - dataOffset;
    if (needed == there)
      return true;
    Complaint out(6004);
    begin(out) << "shape ";
    putShape(out, argument.shape, argument.rank);
    out << " of " << getTypeName(argument.type) << " takes " << int64_t(needed) << " bytes, but " << int64_t(there)
        << " are there";
    out.end();
    return false;
  }

  /// Makes row-major elements in this machine's order of what the file had.
  bool finishElements(Memory &memory) {
    unsigned width = getByteSize(argument.type);
    char *elements = argument.elements;
    for (Size n = 0; n < count; ++n) {
      char *element = elements + n * width;
      for (unsigned i = 0; isBig && i < width / 2; ++i) {
        char first = element[i];
        element[i] = element[width - 1 - i];
        element[width - 1 - i] = first;
      }
      if (argument.type == I1 && uint8_t(*element) > 1)
        return fail("a bool is neither 0 nor 1");
    }
    int64_t rank = argument.rank;
    if (!isFortran || rank < 2 || count == 0)
      return true;
    // Elements of the first axis next to each other become elements of the last.
    if (!origin.allocate(argument, count * width, memory))
      return false;
    int64_t position[rt::kMaxRank] = {};
    for (Size n = 0; n < count; ++n) {
      Size offset = 0, stride = 1;
      for (int64_t axis = 0; axis < rank; ++axis) {
        offset += Size(position[axis]) * stride;
        stride *= Size(argument.shape[axis]);
      }
      for (unsigned i = 0; i < width; ++i)
        argument.elements[n * width + i] = elements[offset * width + i];
      for (int64_t axis = rank; axis-- > 0;) {
        if (++position[axis] < argument.shape[axis])
          break;
        position[axis] = 0;
      }
    }
    return true;
  }

  const Origin &origin;
  Argument &argument;
  const char *at = nullptr, *end = nullptr;
  bool isFortran = false, isBig = false;
  Size dataOffset = 0, count = 0;
};

/// The canonical NaN for every NaN (N2).
inline void canonicalize(int64_t type, char *elements, Size bytes) {
  unsigned width = getByteSize(type);
  unsigned fraction = type == F64 ? 52 : type == F32 ? 23 : type == F16 ? 10 : 7;
  if (type > BF16)
    return;
  uint64_t sign = uint64_t(1) << (8 * width - 1), infinity = (sign - 1) >> fraction << fraction;
  uint64_t quiet = infinity | uint64_t(1) << (fraction - 1);
  for (Size at = 0; at < bytes; at += width) {
    if ((loadBits(elements + at, width) & (sign - 1)) <= infinity)
      continue;
    for (unsigned i = 0; i < width; ++i)
      elements[at + i] = char(quiet >> 8 * i);
  }
}

/// Version 1, C order, little endian. The header is padded to 64 bytes.
inline void putNpyHeader(Writer &out, int64_t type, int64_t rank, const int64_t *shape) {
  // Once to count, once to write.
  auto put = [&](Writer &to) {
    to.put("{'descr': '");
    to.put(type == I1 ? "|" : "<");
    to.put(getNpyKind(type));
    to.put("', 'fortran_order': False, 'shape': (");
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (axis)
        to.put(", ");
      to.putSigned(shape[axis]);
    }
    to.put(rank == 1 ? ",), }" : "), }");
  };
  Writer counter(-1);
  put(counter);
  Size padded = (10 + counter.used + 1 + 63) / 64 * 64;
  out.put("\x93NUMPY\x01", 7);
  out.put('\0');
  out.put(char(padded - 10));
  out.put(char((padded - 10) >> 8));
  put(out);
  for (Size n = 10 + counter.used + 1; n < padded; ++n)
    out.put(' ');
  out.put('\n');
}

} // namespace mind::exe

#endif // MIND_LIB_TARGET_ELF_RUNTIME_NPY_H
