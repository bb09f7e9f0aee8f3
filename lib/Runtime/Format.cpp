//===- Format.cpp - numbers and tensors as text ---------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Runtime/Format.h"

#include "Mind/Runtime/Scalars.h"

#include <charconv>

using namespace mind;
using namespace mind::rt;

/// A positive decimal number: `digits[0].digits[1]... * 10^exponent`.
namespace {
struct Decimal {
  char digits[20];
  int count = 0;
  int exponent = 0;
};
} // namespace

/// Takes apart `d.ddde+XX`, which is what to_chars writes in scientific form.
static Decimal readScientific(const char *begin, const char *end) {
  Decimal result;
  const char *at = begin;
  for (; at != end && *at != 'e'; ++at)
    if (*at != '.')
      result.digits[result.count++] = *at;
  if (at != end) {
    ++at;
    if (at != end && *at == '+')
      ++at;
    std::from_chars(at, end, result.exponent);
  }
  while (result.count > 1 && result.digits[result.count - 1] == '0')
    --result.count;
  return result;
}

/// The shortest decimal between the neighbours of a positive f32 or f64.
template <typename Float>
static Decimal getShortest(Float magnitude) {
  char buffer[40];
  auto end = std::to_chars(buffer, buffer + sizeof(buffer), magnitude, std::chars_format::scientific).ptr;
  return readScientific(buffer, end);
}

static double toDouble(const Decimal &decimal) {
  char buffer[40];
  char *at = buffer;
  for (int i = 0; i < decimal.count; ++i)
    *at++ = decimal.digits[i];
  *at++ = 'e';
  at = std::to_chars(at, buffer + sizeof(buffer), decimal.exponent - (decimal.count - 1)).ptr;
  double value = 0;
  std::from_chars(buffer, at, value);
  return value;
}

/// One more in the last of `count` digits.
static void increment(Decimal &decimal) {
  int i = decimal.count - 1;
  while (i >= 0 && decimal.digits[i] == '9')
    decimal.digits[i--] = '0';
  if (i >= 0) {
    ++decimal.digits[i];
    return;
  }
  decimal.digits[0] = '1';
  ++decimal.exponent;
}

/// The shortest decimal that `narrow` (f64 -> 16 bits) takes to `bits`, which
/// stand for `magnitude`. Five digits tell all 16-bit floats apart.
template <typename Narrow>
static Decimal getShortest16(double magnitude, uint16_t bits, Narrow narrow) {
  Decimal candidate;
  for (int precision = 0; precision < 5; ++precision) {
    char buffer[40];
    auto end = std::to_chars(buffer, buffer + sizeof(buffer), magnitude, std::chars_format::scientific, precision).ptr;
    candidate = readScientific(buffer, end);
    if (narrow(toDouble(candidate)) == bits)
      break;
    // Above a power of two the next value is twice as far as the one below, so
    // the decimal above may read back where the nearest, below, does not.
    Decimal above = candidate;
    while (above.count < precision + 1)
      above.digits[above.count++] = '0';
    increment(above);
    if (narrow(toDouble(above)) == bits) {
      while (above.count > 1 && above.digits[above.count - 1] == '0')
        --above.count;
      return above;
    }
  }
  return candidate;
}

static void appendDecimal(std::string &out, const Decimal &decimal) {
  int exponent = decimal.exponent, count = decimal.count;
  const char *digits = decimal.digits;
  if (exponent < -5 || exponent >= 16) {
    out += digits[0];
    if (count > 1) {
      out += '.';
      out.append(digits + 1, size_t(count - 1));
    }
    out += exponent < 0 ? "e-" : "e+";
    out += std::to_string(exponent < 0 ? -exponent : exponent);
    return;
  }
  if (exponent < 0) {
    out += "0.";
    out.append(size_t(-exponent - 1), '0');
    out.append(digits, size_t(count));
    return;
  }
  int whole = exponent + 1;
  if (count <= whole) {
    out.append(digits, size_t(count));
    out.append(size_t(whole - count), '0');
    return;
  }
  out.append(digits, size_t(whole));
  out += '.';
  out.append(digits + whole, size_t(count - whole));
}

/// What is the same for all widths; returns whether that was all.
static bool appendSpecial(std::string &out, double value) {
  if (!(value == value)) {
    out += "nan";
    return true;
  }
  if (bitCast<uint64_t>(value) >> 63)
    out += '-';
  double magnitude = value < 0 ? -value : value;
  if (magnitude == 0) {
    out += '0';
    return true;
  }
  if (magnitude > std::numeric_limits<double>::max()) {
    out += "inf";
    return true;
  }
  return false;
}

template <typename Value>
static Value load(const void *element) {
  Value value;
  std::memcpy(&value, element, sizeof(value));
  return value;
}

void rt::appendElement(std::string &out, DType dtype, const void *element) {
  switch (dtype) {
  case DType::F32: {
    float value = load<float>(element);
    if (!appendSpecial(out, double(value)))
      appendDecimal(out, getShortest(value < 0 ? -value : value));
    return;
  }
  case DType::F64: {
    double value = load<double>(element);
    if (!appendSpecial(out, value))
      appendDecimal(out, getShortest(value < 0 ? -value : value));
    return;
  }
  case DType::F16: {
    uint16_t bits = load<uint16_t>(element);
    if (!appendSpecial(out, double(halfToFloat(bits)))) {
      bits &= 0x7fff;
      appendDecimal(
          out, getShortest16(double(halfToFloat(bits)), bits, [](double value) { return floatToHalf(float(value)); }));
    }
    return;
  }
  case DType::BF16: {
    uint16_t bits = load<uint16_t>(element);
    if (!appendSpecial(out, double(bfloatToFloat(bits)))) {
      bits &= 0x7fff;
      appendDecimal(out, getShortest16(double(bfloatToFloat(bits)), bits,
                                       [](double value) { return floatToBfloat(float(value)); }));
    }
    return;
  }
  case DType::I32:
    out += std::to_string(load<int32_t>(element));
    return;
  case DType::I64:
    out += std::to_string(load<int64_t>(element));
    return;
  case DType::I1:
    out += load<uint8_t>(element) ? "true" : "false";
    return;
  case DType::Q16: {
    // The shortest decimal that reads back: within half a step of 2^-16, a third
    // kind of neighbourhood, so count digits after the point.
    int32_t raw = load<int32_t>(element);
    uint32_t magnitude = raw < 0 ? 0u - uint32_t(raw) : uint32_t(raw);
    if (raw < 0)
      out += '-';
    char buffer[40];
    for (int precision = 0;; ++precision) {
      char *end = std::to_chars(buffer, buffer + sizeof(buffer), double(magnitude) / 65536.0, std::chars_format::fixed,
                                precision)
                      .ptr;
      double value = 0;
      std::from_chars(buffer, end, value);
      double off = value * 65536.0 - double(magnitude);
      if (off >= 0.5 || off <= -0.5)
        continue;
      out.append(buffer, end);
      return;
    }
  }
  }
}

static const char *appendNested(std::string &out, DType dtype, const int64_t *shape, size_t rank, const char *data) {
  if (rank == 0) {
    appendElement(out, dtype, data);
    return data + getByteSize(dtype);
  }
  out += '[';
  for (int64_t i = 0; i < shape[0]; ++i) {
    if (i != 0)
      out += ", ";
    data = appendNested(out, dtype, shape + 1, rank - 1, data);
  }
  out += ']';
  return data;
}

void rt::appendTensor(std::string &out, DType dtype, const int64_t *shape, size_t rank, const void *data) {
  for (size_t i = 0; i < rank; ++i) {
    if (shape[i] == 0) {
      out += "[]";
      return;
    }
  }
  appendNested(out, dtype, shape, rank, static_cast<const char *>(data));
}

void rt::appendTensor(std::string &out, const Tensor &tensor) {
  appendTensor(out, tensor.dtype(), tensor.shape().data(), tensor.shape().size(), tensor.rawData());
}

std::string rt::formatTensor(const Tensor &tensor) {
  std::string out;
  appendTensor(out, tensor);
  return out;
}

bool rt::appendUntilPlaceholder(std::string &out, std::string_view &format) {
  size_t i = 0;
  for (; i < format.size(); ++i) {
    char c = format[i];
    if ((c == '{' || c == '}') && i + 1 < format.size()) {
      ++i;
      if (format[i] != c) {
        format.remove_prefix(i + 1);
        return true;
      }
    }
    out += c;
  }
  format = {};
  return false;
}
