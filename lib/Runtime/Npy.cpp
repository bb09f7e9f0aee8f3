//===- Npy.cpp - tensors in .npy files ------------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Npy.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

using namespace mind;
using namespace mind::rt;

static constexpr char kMagic[] = "\x93NUMPY";
static constexpr size_t kMagicSize = 6;

static bool fail(Fault &fault, std::string message) {
  fault = {fault::kInput, "malformed .npy file: " + message};
  return false;
}

//===----------------------------------------------------------------------===//
// The dictionary in the header
//===----------------------------------------------------------------------===//

namespace {
/// A reader of the part of Python's literals that a header consists of.
class DictReader {
public:
  explicit DictReader(std::string_view text) : text(text) {}

  void skipBlanks() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t'))
      ++at;
  }
  bool take(char c) {
    skipBlanks();
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  bool takeWord(std::string_view word) {
    skipBlanks();
    if (text.substr(at, word.size()) != word)
      return false;
    at += word.size();
    return true;
  }
  /// A quoted string without escapes.
  bool takeString(std::string_view &value) {
    skipBlanks();
    if (at == text.size() || (text[at] != '\'' && text[at] != '"'))
      return false;
    size_t end = text.find(text[at], at + 1);
    if (end == std::string_view::npos)
      return false;
    value = text.substr(at + 1, end - at - 1);
    at = end + 1;
    return value.find('\\') == std::string_view::npos;
  }
  /// Digits without a sign; an `L` of Python 2 may follow.
  bool takeInteger(int64_t &value) {
    skipBlanks();
    size_t begin = at;
    uint64_t number = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      if (number > (uint64_t(INT64_MAX) - 9) / 10)
        return false;
      number = number * 10 + uint64_t(text[at] - '0');
    }
    if (at == begin)
      return false;
    if (at < text.size() && text[at] == 'L')
      ++at;
    value = int64_t(number);
    return true;
  }
  bool isAtEnd() {
    skipBlanks();
    return at == text.size();
  }

private:
  std::string_view text;
  size_t at = 0;
};

struct Dict {
  std::string_view descr;
  bool isFortranOrder = false;
  std::vector<int64_t> shape;
};
} // namespace

static bool readShape(DictReader &reader, std::vector<int64_t> &shape, Fault &fault) {
  if (!reader.take('('))
    return fail(fault, "the shape is not a tuple");
  while (!reader.take(')')) {
    int64_t dim = 0;
    if (!reader.takeInteger(dim))
      return fail(fault, "a dim of the shape is not a number from 0 to 2^63 - 1");
    if (shape.size() == kMaxRank)
      return fail(fault, "more than " + std::to_string(kMaxRank) + " dims");
    shape.push_back(dim);
    if (reader.take(','))
      continue;
    // `(3)` is a number, not a tuple.
    if (shape.size() == 1 || !reader.take(')'))
      return fail(fault, "the shape is not a tuple of numbers");
    break;
  }
  return true;
}

static bool readDict(std::string_view text, Dict &dict, Fault &fault) {
  DictReader reader(text);
  bool hasDescr = false, hasOrder = false, hasShape = false;
  if (!reader.take('{'))
    return fail(fault, "the header is not a dictionary");
  while (!reader.take('}')) {
    std::string_view key;
    if (!reader.takeString(key) || !reader.take(':'))
      return fail(fault, "the header is not a dictionary");
    if (key == "descr" && !hasDescr) {
      hasDescr = true;
      if (!reader.takeString(dict.descr))
        return fail(fault, "the dtype is a structure or not a string");
    } else if (key == "fortran_order" && !hasOrder) {
      hasOrder = true;
      dict.isFortranOrder = reader.takeWord("True");
      if (!dict.isFortranOrder && !reader.takeWord("False"))
        return fail(fault, "`fortran_order` is neither True nor False");
    } else if (key == "shape" && !hasShape) {
      hasShape = true;
      if (!readShape(reader, dict.shape, fault))
        return false;
    } else {
      return fail(fault, "an unknown or repeated key in the header");
    }
    if (reader.take(','))
      continue;
    if (!reader.take('}'))
      return fail(fault, "the header is not a dictionary");
    break;
  }
  if (!reader.isAtEnd())
    return fail(fault, "something follows the dictionary of the header");
  if (!hasDescr || !hasOrder || !hasShape)
    return fail(fault, "the header lacks `descr`, `fortran_order` or `shape`");
  return true;
}

/// The descriptor without its byte order, as one of our types.
static bool readDescr(std::string_view descr, std::optional<DType> expected, NpyHeader &header, Fault &fault) {
  std::string shown(descr.substr(0, 40));
  for (char &c : shown)
    if (c < ' ' || c > '~')
      c = '?';
  if (descr.size() < 2)
    return fail(fault, "the dtype '" + shown + "' is unknown");
  char order = descr[0];
  std::string_view kind = descr.substr(1);
  if (kind == "O" || descr == "O" || descr == "object")
    return fail(fault, "the elements are pickled Python objects, which are not read");
  struct Known {
    std::string_view kind;
    DType dtype;
  };
  static constexpr Known known[] = {{"f4", DType::F32}, {"f8", DType::F64}, {"f2", DType::F16},
                                    {"i4", DType::I32}, {"i8", DType::I64}, {"b1", DType::I1}};
  bool isKnown = false;
  for (const Known &entry : known) {
    if (kind != entry.kind)
      continue;
    header.dtype = entry.dtype;
    isKnown = true;
  }
  if (kind == "V2" && expected == DType::BF16) {
    header.dtype = DType::BF16;
    isKnown = true;
  }
  if (isKnown && header.dtype == DType::I32 && expected == DType::Q16)
    header.dtype = DType::Q16;
  if (!isKnown)
    return fail(fault, "the dtype '" + shown + "' is none of f4, f8, f2, i4, i8, b1" +
                           (kind == "V2" ? " (V2 is read where a bf16 is expected)" : ""));
  bool isOneByte = getByteSize(header.dtype) == 1;
  if (order != '<' && order != '>' && order != '=' && order != '|')
    return fail(fault, "the dtype '" + shown + "' has no byte order");
  // For raw data there is no order to say; ours is little endian.
  if (order == '|' && !isOneByte && header.dtype != DType::BF16)
    return fail(fault, "the dtype '" + shown + "' has no byte order");
  header.isBigEndian = order == '>' && !isOneByte;
  return true;
}

bool rt::parseNpyHeader(std::string_view bytes, uint64_t fileBytes, std::optional<DType> expected, NpyHeader &header,
                        Fault &fault) {
  if (bytes.size() < kMagicSize + 4 || bytes.substr(0, kMagicSize) != std::string_view(kMagic, kMagicSize))
    return fail(fault, "it does not begin with \\x93NUMPY");
  auto byteAt = [&](size_t i) { return uint64_t(uint8_t(bytes[i])); };
  uint64_t major = byteAt(6), minor = byteAt(7);
  if (major < 1 || major > 3 || minor != 0)
    return fail(fault, "unknown version " + std::to_string(major) + "." + std::to_string(minor));
  size_t dictOffset = major == 1 ? 10 : 12;
  if (bytes.size() < dictOffset)
    return fail(fault, "it ends within the header");
  uint64_t length = byteAt(8) | byteAt(9) << 8;
  if (major > 1)
    length |= byteAt(10) << 16 | byteAt(11) << 24;
  if (length > kMaxNpyHeader)
    return fail(fault, "the header is longer than " + std::to_string(kMaxNpyHeader) + " bytes");
  if (length > bytes.size() - dictOffset)
    return fail(fault, "it ends within the header");

  Dict dict;
  if (!readDict(bytes.substr(dictOffset, length), dict, fault) || !readDescr(dict.descr, expected, header, fault))
    return false;
  header.isFortranOrder = dict.isFortranOrder;
  header.shape = std::move(dict.shape);
  header.dataOffset = dictOffset + length;

  int64_t count = countElements(header.dtype, header.shape);
  if (count < 0) {
    fault = {fault::kMemory, "a tensor of shape " + formatShape(header.shape) + " is too large"};
    return false;
  }
  uint64_t needed = uint64_t(count) * getByteSize(header.dtype), present = fileBytes - header.dataOffset;
  if (needed != present)
    return fail(fault, "shape " + formatShape(header.shape) + " of " + std::string(getDTypeName(header.dtype)) +
                           " takes " + std::to_string(needed) + " bytes, but " + std::to_string(present) +
                           " are there");
  return true;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static void swapBytes(char *data, uint64_t bytes, unsigned size) {
  for (uint64_t i = 0; i < bytes; i += size)
    for (unsigned j = 0; j < size / 2; ++j)
      std::swap(data[i + j], data[i + size - 1 - j]);
}

/// Elements of the first axis next to each other become elements of the last.
static bool toRowMajor(Tensor &tensor, Fault &fault) {
  size_t rank = tensor.shape().size();
  if (rank < 2 || tensor.numElements() == 0)
    return true;
  Tensor result;
  if (!Tensor::tryAllocate(tensor.dtype(), tensor.shape(), result, fault))
    return false;
  unsigned size = getByteSize(tensor.dtype());
  std::vector<uint64_t> strides(rank, size);
  for (size_t i = 1; i < rank; ++i)
    strides[i] = strides[i - 1] * uint64_t(tensor.shape()[i - 1]);
  std::vector<int64_t> position(rank, 0);
  const char *from = static_cast<const char *>(tensor.rawData());
  char *to = static_cast<char *>(result.mutableRawData());
  uint64_t offset = 0;
  for (int64_t i = 0; i < tensor.numElements(); ++i, to += size) {
    std::memcpy(to, from + offset, size);
    for (size_t axis = rank; axis-- > 0;) {
      offset += strides[axis];
      if (++position[axis] < tensor.shape()[axis])
        break;
      offset -= strides[axis] * uint64_t(tensor.shape()[axis]);
      position[axis] = 0;
    }
  }
  tensor = std::move(result);
  return true;
}

/// Makes row-major elements in this machine's order of what the file had.
static bool finishElements(const NpyHeader &header, Tensor &tensor, Fault &fault) {
  if (header.isBigEndian)
    swapBytes(static_cast<char *>(tensor.mutableRawData()), tensor.numBytes(), getByteSize(header.dtype));
  if (header.dtype == DType::I1)
    for (int64_t i = 0; i < tensor.numElements(); ++i)
      if (tensor.data<uint8_t>()[i] > 1)
        return fail(fault, "a bool is neither 0 nor 1");
  return !header.isFortranOrder || toRowMajor(tensor, fault);
}

Tensor rt::readNpy(std::string_view bytes, std::optional<DType> expected, Fault &fault) {
  NpyHeader header;
  Tensor tensor;
  if (!parseNpyHeader(bytes, bytes.size(), expected, header, fault) ||
      !Tensor::tryAllocate(header.dtype, header.shape, tensor, fault))
    return Tensor();
  std::memcpy(tensor.mutableRawData(), bytes.data() + header.dataOffset, tensor.numBytes());
  return finishElements(header, tensor, fault) ? tensor : Tensor();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
struct FileCloser {
  std::FILE *file;
  ~FileCloser() {
    if (file)
      std::fclose(file);
  }
};
} // namespace

static Tensor readOpenFile(std::FILE *file, std::optional<DType> expected, Fault &fault) {
  if (std::fseek(file, 0, SEEK_END) != 0)
    return fail(fault, "not a regular file"), Tensor();
  long size = std::ftell(file);
  if (size < 0 || std::fseek(file, 0, SEEK_SET) != 0)
    return fail(fault, "not a regular file"), Tensor();
  std::string front(std::min(uint64_t(size), uint64_t(kMaxNpyHeader + 12)), '\0');
  if (std::fread(&front[0], 1, front.size(), file) != front.size())
    return fail(fault, "it cannot be read"), Tensor();
  NpyHeader header;
  Tensor tensor;
  if (!parseNpyHeader(front, uint64_t(size), expected, header, fault) ||
      !Tensor::tryAllocate(header.dtype, header.shape, tensor, fault))
    return Tensor();
  if (std::fseek(file, long(header.dataOffset), SEEK_SET) != 0 ||
      std::fread(tensor.mutableRawData(), 1, tensor.numBytes(), file) != tensor.numBytes())
    return fail(fault, "it cannot be read"), Tensor();
  return finishElements(header, tensor, fault) ? tensor : Tensor();
}

Tensor rt::readNpyFile(const std::string &path, std::optional<DType> expected, Fault &fault) {
  FileCloser closer{std::fopen(path.c_str(), "rb")};
  if (!closer.file) {
    fault = {fault::kInput, "cannot open '" + path + "': " + std::strerror(errno)};
    return Tensor();
  }
  Tensor tensor = readOpenFile(closer.file, expected, fault);
  if (!tensor)
    fault.message = "'" + path + "': " + fault.message;
  return tensor;
}

static std::string_view getDescr(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "<f4";
  case DType::F64:
    return "<f8";
  case DType::F16:
    return "<f2";
  case DType::BF16:
    return "<V2";
  case DType::I32:
  case DType::Q16:
    return "<i4";
  case DType::I64:
    return "<i8";
  case DType::I1:
    return "|b1";
  }
  return "";
}

std::string rt::getNpyHeader(DType dtype, const std::vector<int64_t> &shape) {
  std::string dict = "{'descr': '" + std::string(getDescr(dtype)) + "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < shape.size(); ++i) {
    dict += std::to_string(shape[i]);
    if (i + 1 < shape.size())
      dict += ", ";
    else if (shape.size() == 1)
      dict += ',';
  }
  dict += "), }";
  size_t total = (kMagicSize + 4 + dict.size() + 1 + 63) / 64 * 64;
  dict.append(total - (kMagicSize + 4) - dict.size() - 1, ' ');
  dict += '\n';
  std::string header(kMagic, kMagicSize);
  header += '\1';
  header += '\0';
  header += char(dict.size() & 0xff);
  header += char(dict.size() >> 8);
  return header + dict;
}

bool rt::writeNpyFile(const std::string &path, const Tensor &tensor, Fault &fault) {
  Tensor canonical = tensor;
  if (!canonical.canonicalizeNaNs(fault))
    return false;
  std::FILE *file = std::fopen(path.c_str(), "wb");
  bool isWritten = false;
  int error = errno;
  if (file) {
    std::string header = getNpyHeader(canonical.dtype(), canonical.shape());
    isWritten = std::fwrite(header.data(), 1, header.size(), file) == header.size() &&
                std::fwrite(canonical.rawData(), 1, canonical.numBytes(), file) == canonical.numBytes();
    error = errno;
    if (std::fclose(file) != 0 && isWritten) {
      isWritten = false;
      error = errno;
    }
    // What is no file of its own, such as /dev/full, stays.
    struct stat status;
    if (!isWritten && stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
      std::remove(path.c_str());
  }
  if (!isWritten)
    fault = {fault::kInput, "cannot write '" + path + "': " + std::strerror(error)};
  return isWritten;
}
