//===- IRText.cpp - What --emit-ir prints ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/Mic/Format/IRText.h"

#include "Decimal.h"
#include "Fields.h"

#include "llvm/ADT/SmallVectorExtras.h"
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

  std::string ref(size_t i) const { return "%" + std::to_string(fields.ids[i]); }
  void printConv(StringRef name, StringRef shapeName, size_t rank) {
    llvm::ArrayRef<uint64_t> numbers = fields.numbers;
    ConvSpec spec{
        {numbers[rank], numbers[rank + 1]}, fields.word ? "same" : "valid", shapeName, numbers.take_front(rank)};
    spellConv(os, name, ref(1), ref(2), spec);
  }
  llvm::SmallVector<std::string, 4> getDims() const {
    return llvm::map_to_vector<4>(
        fields.dims, [](const Dim &dim) { return dim.size ? std::to_string(*dim.size) : dim.symbol.str(); });
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
  auto define = [&]() -> llvm::raw_ostream & { return os << "  " << ref(0) << " = "; };
  auto binary = [&](StringRef name) { define() << name << ' ' << ref(1) << ", " << ref(2); };
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
  case Opcode::ConstTensor: {
    std::optional<std::string> fill;
    if (fields.bits)
      fill = formatDebug(*fields.bits);
    spellTensor(define(), getDTypeName(*getElementType(fields.word)), getDims());
    spellFill(os, fill);
    break;
  }
  case Opcode::BinOp:
    binary(getBinOpName(BinOp(fields.word)));
    break;
  case Opcode::Sum:
    spellReduction(define(), "sum", ref(1), fields.integers, fields.truth);
    break;
  case Opcode::Mean:
    spellReduction(define(), "mean", ref(1), fields.integers, fields.truth);
    break;
  case Opcode::Reshape:
    spellReshape(define(), "reshape", ref(1), getDims());
    break;
  case Opcode::ExpandDims:
    spellExpandDims(define(), ref(1), fields.integers[0]);
    break;
  case Opcode::Squeeze:
    spellAxes(define(), "squeeze", ref(1), "axes", fields.integers);
    break;
  case Opcode::Transpose:
    spellAxes(define(), "transpose", ref(1), "perm", fields.integers);
    break;
  case Opcode::Dot:
    binary("dot");
    break;
  case Opcode::MatMul:
    binary("matmul");
    break;
  case Opcode::Conv2d:
    define();
    printConv("conv2d", "", 0);
    break;
  case Opcode::Conv2dGradInput:
    define();
    printConv("conv2d_grad_input", "input_shape", 4);
    break;
  case Opcode::Conv2dGradFilter:
    define();
    printConv("conv2d_grad_filter", "filter_shape", 4);
    break;
  case Opcode::Index: {
    llvm::SmallVector<IndexSpec, 4> specs;
    for (size_t i = 0; i + 1 < fields.integers.size(); i += 2)
      specs.push_back({fields.integers[i], fields.integers[i + 1]});
    spellIndex(define(), ref(1), specs);
    break;
  }
  case Opcode::Slice:
    spellSlice(define(), ref(1), fields.slices);
    break;
  case Opcode::Gather:
    spellGather(define(), "gather", ref(1), ref(2), fields.integers[0]);
    break;
  case Opcode::Relu:
    define() << "relu " << ref(1);
    break;
  case Opcode::ReluGrad:
    define() << "relu_grad " << ref(1) << ' ' << ref(2);
    break;
  case Opcode::Output:
    os << "  output " << ref(0);
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
