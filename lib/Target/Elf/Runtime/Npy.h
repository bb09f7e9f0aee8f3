//===- Npy.h - tensors in .npy files ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What lib/Runtime/Npy.cpp reads and writes, for a tensor whose type is known: the
/// file must have just its dtype and shape. Nothing in a file is trusted.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_RUNTIME_NPY_H
#define MIND_LIB_TARGET_ELF_RUNTIME_NPY_H

#include "Format.h"

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

/// Reads the header's dictionary, a word at a time.
struct NpyReader {
  const char *at, *end;

  void skipBlanks() {
    while (at != end && (*at == ' ' || *at == '\n' || *at == '\t'))
      ++at;
  }
  bool take(const char *word) {
    skipBlanks();
    Size n = length(word);
    if (Size(end - at) < n || !isEqual(at, word, n))
      return false;
    at += n;
    return true;
  }
  bool takeKey(const char *name) {
    const char *start = at;
    if ((take("'") || take("\"")) && take(name) && (take("'") || take("\"")) && take(":"))
      return true;
    at = start;
    return false;
  }
  bool takeNumber(int64_t &value) {
    skipBlanks();
    if (at == end || *at < '0' || *at > '9')
      return false;
    for (value = 0; at != end && *at >= '0' && *at <= '9'; ++at) {
      if (value > (INT64_MAX - 9) / 10)
        return false;
      value = 10 * value + (*at - '0');
    }
    return true;
  }
};

/// What is wrong with a file, or null: then its elements are at `elements`.
inline const char *readNpy(const char *data, Size bytes, int64_t type, int64_t rank, const int64_t *shape,
                           Size expected, char *elements) {
  if (bytes < 12 || !isEqual(data, "\x93NUMPY", 6))
    return "malformed .npy file: it does not begin with \\x93NUMPY";
  bool isFirst = data[6] == 1;
  if (data[6] < 1 || data[6] > 3 || data[7] != 0)
    return "malformed .npy file: unknown version";
  Size start = isFirst ? 10 : 12, size = loadBits(data + 8, isFirst ? 2 : 4);
  if (size > bytes - start)
    return "malformed .npy file: it ends within the header";
  NpyReader reader{data + start, data + start + size};
  bool isBig = false, isFortran = false, hasType = false, hasOrder = false, hasShape = false;
  if (!reader.take("{"))
    return "malformed .npy file: the header is not a dictionary";
  while (!reader.take("}")) {
    if (!hasType && reader.takeKey("descr")) {
      hasType = true;
      if (!reader.take("'") && !reader.take("\""))
        return "malformed .npy file: the dtype is a structure or not a string";
      isBig = reader.take(">");
      if (!isBig && !reader.take("<") && !reader.take("=") && !reader.take("|"))
        return "the file has another element type";
      if (!reader.take(getNpyKind(type)) || !(reader.take("'") || reader.take("\"")))
        return "the file has another element type";
    } else if (!hasOrder && reader.takeKey("fortran_order")) {
      hasOrder = true;
      isFortran = reader.take("True");
      if (!isFortran && !reader.take("False"))
        return "malformed .npy file: `fortran_order` is neither True nor False";
    } else if (!hasShape && reader.takeKey("shape")) {
      hasShape = true;
      if (!reader.take("("))
        return "malformed .npy file: the shape is not a tuple";
      int64_t axis = 0;
      for (; !reader.take(")"); ++axis) {
        int64_t extent;
        if (!reader.takeNumber(extent))
          return "malformed .npy file: a dim of the shape is not a number";
        reader.take("L");
        if (axis >= rank || extent != shape[axis])
          return "the file has another shape";
        reader.take(",");
      }
      if (axis != rank)
        return "the file has another shape";
    } else {
      return "malformed .npy file: an unknown or repeated key in the header";
    }
    reader.take(",");
  }
  if (!hasType || !hasOrder || !hasShape)
    return "malformed .npy file: the header lacks `descr`, `fortran_order` or `shape`";
  if (bytes - start - size != expected)
    return "malformed .npy file: its size does not fit its shape";
  const char *from = data + start + size;
  unsigned width = getByteSize(type);
  // Row-major whatever the file has.
  int64_t position[32] = {};
  for (Size n = 0; n < expected / width; ++n) {
    Size offset = n;
    if (isFortran) {
      offset = 0;
      Size stride = 1;
      for (int64_t axis = 0; axis < rank && axis < 32; ++axis) {
        offset += Size(position[axis]) * stride;
        stride *= Size(shape[axis]);
      }
      for (int64_t axis = rank; axis-- > 0;) {
        if (++position[axis] < shape[axis])
          break;
        position[axis] = 0;
      }
    }
    for (unsigned i = 0; i < width; ++i)
      elements[n * width + i] = from[offset * width + (isBig ? width - 1 - i : i)];
    if (type == I1 && uint8_t(elements[n]) > 1)
      return "malformed .npy file: a bool is neither 0 nor 1";
  }
  return nullptr;
}

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
