//===- Mic1Nodes.cpp - Plain lines of mic@1 -------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mic1Nodes.h"

#include "Decimal.h"

#include "Mind/Target/Mic/Format/Mic1.h"

using namespace mind;
using namespace mind::mic;
using llvm::StringRef;
using llvm::Twine;

bool Mic1Nodes::parseType(StringRef text) {
  size_t space = text.find(' ');
  if (space == StringRef::npos)
    return fail("invalid type format");
  std::optional<uint64_t> id = parseUnsigned(text.slice(1, space));
  if (!id || *id > kMaxMic1Id)
    return fail("invalid type id");
  StringRef spec = trimUnicode(text.drop_front(space)), name = spec, dims;
  if (name.consume_front("[")) {
    size_t end = name.find(';');
    if (!name.consume_back("]") || end == StringRef::npos || end > name.size())
      return fail("invalid tensor type: " + spec);
    dims = name.drop_front(end + 1);
    name = trimUnicode(name.take_front(end));
  }
  Type type;
  for (type.elementType = 0; type.elementType < kNumElementTypes; ++type.elementType)
    if (name.equals_insensitive(StringRef(getDTypeName(*getElementType(type.elementType)))))
      break;
  if (type.elementType == kNumElementTypes)
    return fail("invalid dtype: " + name);
  if (!parseDims(dims, type.dims))
    return false;
  types[*id] = std::move(type);
  return true;
}

bool Mic1Nodes::parseDims(StringRef text, llvm::SmallVectorImpl<Dim> &dims) {
  if (trimUnicode(text).empty())
    return true;
  size_t count = text.count(',') + 1;
  if (count > kMaxMic1Rank)
    return fail("too many shape dimensions: " + Twine(count) + " (max " + Twine(kMaxMic1Rank) + ")");
  for (size_t i = 0; i < count; ++i) {
    StringRef dim;
    std::tie(dim, text) = text.split(',');
    dim = trimUnicode(dim);
    dims.push_back({parseUnsigned(dim), dim});
  }
  return true;
}

void Mic1Nodes::writeDims(llvm::ArrayRef<Dim> dims) {
  builder.uleb(dims.size());
  for (const Dim &dim : dims) {
    builder.byte(!dim.size);
    if (dim.size)
      builder.uleb(*dim.size);
    else
      builder.string(dim.symbol);
  }
}

bool Mic1Nodes::parseReference(StringRef text, uint64_t &id) {
  StringRef digits = text;
  if (!digits.consume_front("N"))
    return fail("expected node reference, got: " + text);
  std::optional<uint64_t> number = parseUnsigned(digits);
  if (!number)
    return fail("invalid node id: " + text);
  if (*number > kMaxMic1Id || !fields.defined.contains(*number))
    return fail("undefined reference N" + Twine(*number));
  id = *number;
  return true;
}

bool Mic1Nodes::parseOperands(Args &args, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    uint64_t id;
    if (!parseReference(args.empty() ? StringRef() : args.front(), id))
      return false;
    builder.uleb(id);
    args = args.drop_front(!args.empty());
  }
  return true;
}

StringRef Mic1Nodes::findList(Args args) {
  for (StringRef arg : args)
    if (arg.starts_with("["))
      return arg;
  return "[]";
}

template <typename Write>
bool Mic1Nodes::parseList(StringRef text, Write write) {
  StringRef inner = text;
  if (!inner.consume_front("[") || !inner.consume_back("]"))
    return fail("invalid list: " + text);
  size_t mark = builder.beginList();
  uint64_t count = 0;
  while (!inner.empty()) {
    StringRef element;
    std::tie(element, inner) = inner.split(',');
    bool isKept = true;
    if (!write(element, isKept))
      return false;
    count += isKept;
  }
  builder.endList(mark, count);
  return true;
}

bool Mic1Nodes::writeSigned(StringRef text) {
  std::optional<int64_t> value = parseSigned(text);
  if (!value)
    return fail("invalid i64 value: " + text);
  builder.zigzag(*value);
  return true;
}

bool Mic1Nodes::parse(Mic1NodeKind kind, uint64_t id, Args args) {
  Opcode opcode = Opcode(kind.opcode);
  builder.opcode(opcode);
  if (opcode == Opcode::SparseAttr) {
    if (!parseOperands(args, 1))
      return false;
    builder.uleb(id);
    for (uint8_t layout = 0; layout < kNumSparseLayouts && !args.empty(); ++layout)
      if (args[0] == ("layout=" + getSparseLayoutName(SparseLayout(layout))).str()) {
        builder.byte(layout);
        return true;
      }
    return fail("invalid sparse layout: " + (args.empty() ? StringRef() : args[0]));
  }
  builder.uleb(id);
  auto writeIntegers = [&](StringRef list) {
    return parseList(list, [&](StringRef text, bool &) { return writeSigned(text); });
  };
  switch (opcode) {
  case Opcode::ConstI64:
    return writeSigned(args.empty() ? StringRef() : args[0]);
  case Opcode::ConstTensor:
    return parseConstTensor(args);
  case Opcode::BinOp:
    builder.byte(uint8_t(kind.op));
    return parseOperands(args, 2);
  case Opcode::ReluGrad:
  case Opcode::Dot:
  case Opcode::MatMul:
    return parseOperands(args, 2);
  case Opcode::Relu:
    return parseOperands(args, 1);
  case Opcode::Sum:
  case Opcode::Mean: {
    if (!parseOperands(args, 1) || !writeIntegers(findList(args)))
      return false;
    bool keepsDims = false;
    for (StringRef arg : args)
      if (arg.starts_with("kd="))
        keepsDims = arg == "kd=1";
    builder.byte(keepsDims);
    return true;
  }
  case Opcode::Reshape: {
    if (!parseOperands(args, 1))
      return false;
    llvm::SmallVector<Dim> dims;
    StringRef list = findList(args), inner = list.drop_front();
    if (!inner.consume_back("]"))
      return fail("invalid list: " + list);
    if (!parseDims(inner, dims))
      return false;
    writeDims(dims);
    return true;
  }
  case Opcode::ExpandDims: {
    if (!parseOperands(args, 1))
      return false;
    // The first of the list, or 0.
    StringRef list = findList(args), inner = list.drop_front();
    if (!inner.consume_back("]"))
      return fail("invalid list: " + list);
    return writeSigned(inner.empty() ? "0" : inner.split(',').first);
  }
  case Opcode::Squeeze:
  case Opcode::Transpose:
    return parseOperands(args, 1) && writeIntegers(findList(args));
  case Opcode::Conv2d:
  case Opcode::Conv2dGradInput:
  case Opcode::Conv2dGradFilter:
    return parseOperands(args, 2) && parseConv(opcode, args);
  case Opcode::Index:
    return parseOperands(args, 1) && parseList(findList(args), [&](StringRef pair, bool &isKept) {
             // What has no colon is no pair, and ignored.
             isKept = pair.contains(':');
             auto [axis, index] = pair.split(':');
             return !isKept || (writeSigned(axis) && writeSigned(index));
           });
  case Opcode::Slice:
    return parseOperands(args, 1) && parseSlices(args);
  case Opcode::Gather: {
    if (!parseOperands(args, 2))
      return false;
    StringRef axis = "0";
    for (StringRef arg : args)
      if (arg.consume_front("ax="))
        axis = arg;
    return writeSigned(axis);
  }
  default:
    llvm_unreachable("an opcode without a plain kind");
  }
}

bool Mic1Nodes::parseConstTensor(Args args) {
  const Type *type = nullptr;
  std::optional<uint64_t> fill;
  for (StringRef arg : args) {
    StringRef value = arg;
    if (value.consume_front("fill=")) {
      fill = parseFloat(value);
      if (!fill)
        return fail("invalid fill value: " + arg);
    } else if (value.consume_front("T")) {
      std::optional<uint64_t> id = parseUnsigned(value);
      if (!id)
        return fail("invalid type id");
      auto entry = *id > kMaxMic1Id ? types.end() : types.find(*id);
      if (entry == types.end())
        return fail("undefined type T" + Twine(*id));
      type = &entry->second;
    }
  }
  if (!type)
    return fail("const.tensor requires type");
  builder.byte(type->elementType);
  writeDims(type->dims);
  builder.byte(fill.has_value());
  if (fill)
    builder.bits64(*fill);
  return true;
}

bool Mic1Nodes::parseConv(Opcode opcode, Args args) {
  uint64_t strides[2] = {1, 1};
  uint8_t padding = 0;
  llvm::SmallVector<uint64_t> extents;
  auto getNumbers = [&](StringRef list, llvm::SmallVectorImpl<uint64_t> &numbers) {
    StringRef inner = list;
    if (!inner.consume_front("[") || !inner.consume_back("]"))
      return fail("invalid list: " + list);
    while (!inner.empty()) {
      StringRef text;
      std::tie(text, inner) = inner.split(',');
      std::optional<uint64_t> number = parseUnsigned(text);
      if (!number)
        return fail("invalid number: " + text);
      numbers.push_back(*number);
    }
    return true;
  };
  StringRef prefix = opcode == Opcode::Conv2dGradInput ? "is=" : "fs=";
  for (StringRef arg : args) {
    StringRef value = arg;
    if (value.consume_front("s=")) {
      llvm::SmallVector<uint64_t> numbers;
      if (!getNumbers(value, numbers))
        return false;
      // Fewer than two are ignored.
      if (numbers.size() >= 2)
        std::copy_n(numbers.begin(), 2, strides);
    } else if (value.consume_front("p=")) {
      padding = value.equals_insensitive("same");
      if (!padding && !value.equals_insensitive("valid"))
        return fail("invalid padding: " + arg);
    } else if (opcode != Opcode::Conv2d && value.consume_front(prefix)) {
      extents.clear();
      if (!getNumbers(value, extents))
        return false;
    }
  }
  if (opcode != Opcode::Conv2d && extents.size() != 4)
    return fail("expected four extents in " + prefix + "[...]");
  for (uint64_t extent : extents)
    builder.uleb(extent);
  builder.uleb(strides[0]);
  builder.uleb(strides[1]);
  builder.byte(padding);
  return true;
}

bool Mic1Nodes::parseSlices(Args args) {
  StringRef text;
  for (StringRef arg : args)
    if (!arg.starts_with("T") && !arg.starts_with("[")) {
      text = arg;
      break;
    }
  size_t mark = builder.beginList();
  uint64_t count = 0;
  while (!text.empty()) {
    StringRef slice;
    std::tie(slice, text) = text.split(',');
    auto [start, rest] = slice.split(':');
    auto [end, stride] = rest.split(':');
    // The axis is the place in the list.
    builder.zigzag(count++);
    if (!writeSigned(start))
      return false;
    builder.byte(!end.empty());
    if (!end.empty() && !writeSigned(end))
      return false;
    if (!writeSigned(stride.empty() ? "1" : stride))
      return false;
  }
  builder.endList(mark, count);
  return true;
}
