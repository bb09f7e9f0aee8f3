//===- IRText.cpp - What --emit-ir prints ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/IRText.h"

#include "Decimal.h"
#include "Fields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mind;
using namespace mind::mic;
using llvm::StringRef;

namespace {

class Printer {
public:
  Printer(const File &file, llvm::raw_ostream &os) : file(file), os(os), fields(file) {}

  /// Prints the instruction at the cursor and moves behind it.
  void print(Cursor &cursor);

private:
  void printFunction(Cursor cursor);
  void printIf(Cursor cursor);
  void printFields();

  void printSum(StringRef name) {
    os << name << " %" << fields.ids[1] << " axes=";
    list(fields.integers) << " keepdims=" << (fields.truth ? "true" : "false");
  }
  void printConv() {
    size_t strides = fields.numbers.size() - 2;
    os << " strides=(" << fields.numbers[strides] << ", " << fields.numbers[strides + 1]
       << ") padding=" << (fields.word ? "same" : "valid");
  }
  template <typename Range> llvm::raw_ostream &list(const Range &range) {
    os << "[";
    llvm::interleaveComma(range, os);
    return os << "]";
  }
  void printDims() {
    os << "[";
    llvm::interleaveComma(fields.dims, os, [&](const Dim &dim) {
      if (dim.size)
        os << '"' << *dim.size << '"';
      else
        os << quoteDebug(dim.symbol);
    });
    os << "]";
  }

  const File &file;
  llvm::raw_ostream &os;
  Fields fields;
};

} // namespace

void Printer::print(Cursor &cursor) {
  Cursor start = cursor;
  uint8_t opcode = Cursor(start).byte();
  if (!hasRegions(opcode)) {
    fields.read(cursor);
    printFields();
    return;
  }
  skipInstruction(file, cursor);
  start.byte();
  if (opcode == uint8_t(Opcode::FnDef))
    printFunction(start);
  else if (opcode == uint8_t(Opcode::If))
    printIf(start);
}

void Printer::printFunction(Cursor cursor) {
  os << "  // fn " << file.strings[cursor.uleb()];
  FieldHandler ignore;
  walkField(cursor, ignore, 'N', file.version);
  walkField(cursor, ignore, 'o', file.version);
  if (cursor.byte())
    os << " reap_threshold=" << formatPlain(cursor.bits64());
  os << "\n";
}

void Printer::printIf(Cursor cursor) {
  FieldHandler ignore;
  uint64_t condition = cursor.uleb();
  walkRegion(cursor, ignore, file.version);
  walkRegion(cursor, ignore, file.version);
  uint64_t first = cursor.uleb();
  walkRegion(cursor, ignore, file.version);
  uint64_t second = cursor.uleb(), result = cursor.uleb();
  os << "  %" << result << " = if cond=%" << condition << " then=%" << first << " else=%" << second << "\n";
}

void Printer::printFields() {
  auto ids = [&](size_t i) { return fields.ids[i]; };
  auto define = [&]() -> llvm::raw_ostream & { return os << "  %" << ids(0) << " = "; };
  auto binary = [&](StringRef name) { define() << name << " %" << ids(1) << ", %" << ids(2); };
  switch (Opcode(fields.opcode)) {
  case Opcode::ConstI64:
    define() << "const.i64 " << fields.integers[0];
    break;
  case Opcode::ConstF64: {
    std::string text = formatPlain(*fields.bits);
    if (text == "NaN")
      text = "nan";
    else if (StringRef(text).find_first_of(".i") == StringRef::npos)
      text += ".0";
    define() << "const.f64 " << text;
    break;
  }
  case Opcode::ConstTensor:
    define() << "const.tensor " << StringRef(getDTypeName(*getElementType(fields.word))).upper() << " ";
    printDims();
    if (fields.bits)
      os << " fill=Some(" << formatDebug(*fields.bits) << ")";
    else
      os << " fill=None";
    break;
  case Opcode::BinOp:
    binary(getBinOpName(BinOp(fields.word)));
    break;
  case Opcode::Sum:
    define();
    printSum("sum");
    break;
  case Opcode::Mean:
    define();
    printSum("mean");
    break;
  case Opcode::Reshape:
    define() << "reshape %" << ids(1) << " ";
    printDims();
    break;
  case Opcode::ExpandDims:
    define() << "expand_dims %" << ids(1) << " axis=" << fields.integers[0];
    break;
  case Opcode::Squeeze:
    define() << "squeeze %" << ids(1) << " axes=";
    list(fields.integers);
    break;
  case Opcode::Transpose:
    define() << "transpose %" << ids(1) << " perm=";
    list(fields.integers);
    break;
  case Opcode::Dot:
    binary("dot");
    break;
  case Opcode::MatMul:
    binary("matmul");
    break;
  case Opcode::Conv2d:
    define() << "conv2d %" << ids(1) << " %" << ids(2);
    printConv();
    break;
  case Opcode::Conv2dGradInput:
  case Opcode::Conv2dGradFilter: {
    bool isInput = fields.opcode == uint8_t(Opcode::Conv2dGradInput);
    define() << (isInput ? "conv2d_grad_input %" : "conv2d_grad_filter %") << ids(1) << " %" << ids(2)
             << (isInput ? " input_shape=" : " filter_shape=");
    list(llvm::ArrayRef(fields.numbers).take_front(4));
    printConv();
    break;
  }
  case Opcode::Index:
    define() << "index %" << ids(1) << " [";
    for (size_t i = 0; i + 1 < fields.integers.size(); i += 2)
      os << (i ? ", " : "") << "IndexSpec { axis: " << fields.integers[i] << ", index: " << fields.integers[i + 1]
         << " }";
    os << "]";
    break;
  case Opcode::Slice:
    define() << "slice %" << ids(1) << " [";
    llvm::interleaveComma(fields.slices, os, [&](const SliceSpec &slice) {
      os << "SliceSpec { axis: " << slice.axis << ", start: " << slice.start << ", end: ";
      if (slice.end)
        os << "Some(" << *slice.end << ")";
      else
        os << "None";
      os << ", stride: " << slice.stride << " }";
    });
    os << "]";
    break;
  case Opcode::Gather:
    define() << "gather %" << ids(1) << " indices=%" << ids(2) << " axis=" << fields.integers[0];
    break;
  case Opcode::Relu:
    define() << "relu %" << ids(1);
    break;
  case Opcode::ReluGrad:
    define() << "relu_grad %" << ids(1) << " %" << ids(2);
    break;
  case Opcode::Output:
    os << "  output %" << ids(0);
    break;
  default:
    // The reference has no line for the others.
    return;
  }
  os << "\n";
}

void mind::mic::printIRText(const File &file, llvm::raw_ostream &os) {
  os << "module {\n";
  Printer printer(file, os);
  Cursor cursor = file.at(file.stream);
  uint64_t count = cursor.count();
  for (uint64_t i = 0; i < count; ++i)
    printer.print(cursor);
  os << "}  // next_id = " << file.nextId << "\n";
}
