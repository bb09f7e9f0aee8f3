//===- GradientText.cpp - A gradient, one line for each op ----------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of the reference compiler: values are numbered in the order of the
// lines, extents of constants are quoted. Functions that are called stand in front,
// with numbers of their own. It is read by people and by scripts, not by us.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Runtime/Format.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mind;
using namespace mind::driver;

namespace {

/// `F32`, as the reference spells it.
std::string getLoudName(Type type) {
  std::optional<DType> dtype = getDType(type);
  return dtype ? StringRef(std::string(getDTypeName(*dtype))).upper() : "?";
}

std::string getQuietName(Type type) {
  std::optional<DType> dtype = getDType(type);
  return dtype ? std::string(getDTypeName(*dtype)) : "index";
}

/// The shortest decimal, with a point in it if it is a float's.
std::string formatElement(DType dtype, const void *element) {
  std::string text;
  rt::appendElement(text, dtype, element);
  bool isPlain = StringRef(text).find_first_of(".enai") == StringRef::npos;
  if (isPlain && !isInt(dtype) && dtype != DType::I1)
    text += ".0";
  return text;
}

class Printer {
public:
  explicit Printer(raw_ostream &os) : os(os) {}

  void print(const GradientText &text);

private:
  void printFunction(func::FuncOp function);
  void printParam(Value value, StringRef name);
  void printOp(Operation &op, unsigned indent);
  void printRegions(Operation &op, unsigned indent);
  void printHead(Operation &op);
  void printConstant(Type type, ElementsAttr value);
  void printFill(RankedTensorType type, FloatAttr value);
  bool printMovement(Operation &op);
  void printConvolution(StringRef name, Operation &op, StringRef shapeName, RankedTensorType shape);
  void printReduction(StringRef name, Operation &op, ArrayRef<int64_t> axes, bool keepdims) {
    os << name << ' ' << ref(op.getOperand(0)) << " axes=";
    printList(axes);
    os << " keepdims=" << (keepdims ? "true" : "false");
  }
  void printOperands(StringRef name, Operation &op) {
    os << name;
    for (auto [i, operand] : llvm::enumerate(op.getOperands()))
      os << (i ? ", " : " ") << ref(operand);
  }
  void printList(ArrayRef<int64_t> values) {
    os << '[';
    llvm::interleaveComma(values, os);
    os << ']';
  }
  /// `["2", "n"]`.
  void printDims(RankedTensorType type) {
    os << '[';
    llvm::interleaveComma(getDims(type), os, [&](const shape::Dim &dim) { os << '"' << shape::toString(dim) << '"'; });
    os << ']';
  }
  raw_ostream &line(unsigned indent) { return os.indent(2 * indent); }

  unsigned define(Value value) { return ids.try_emplace(value, nextId++).first->second; }
  std::string ref(Value value) {
    auto it = ids.find(value);
    return it == ids.end() ? "%?" : "%" + std::to_string(it->second);
  }

  raw_ostream &os;
  llvm::DenseMap<Value, unsigned> ids;
  unsigned nextId = 0;
};

void Printer::printConstant(Type type, ElementsAttr value) {
  auto tensor = cast<RankedTensorType>(type);
  Type element = tensor.getElementType();
  DType dtype = *getDType(element);
  auto dense = cast<DenseElementsAttr>(value);
  // Elements of i1 are packed; they are told apart by their values.
  auto show = [&](size_t i) {
    if (dtype == DType::I1)
      return std::string((dense.isSplat() ? dense.getSplatValue<bool>() : *(dense.value_begin<bool>() + i)) ? "true"
                                                                                                            : "false");
    return formatElement(dtype, dense.getRawData().data() + (dense.isSplat() ? 0 : i * getByteSize(dtype)));
  };
  if (tensor.getRank() == 0) {
    os << "const." << getQuietName(element) << ' ' << show(0);
    return;
  }
  os << "const.tensor " << getLoudName(element) << ' ';
  printDims(tensor);
  if (dense.isSplat()) {
    os << " fill=Some(" << show(0) << ')';
    return;
  }
  os << " values=[";
  llvm::interleaveComma(llvm::seq<size_t>(0, dense.getNumElements()), os, [&](size_t i) { os << show(i); });
  os << ']';
}

void Printer::printFill(RankedTensorType type, FloatAttr value) {
  os << "const.tensor " << getLoudName(type.getElementType()) << ' ';
  printDims(type);
  if (!value) {
    os << " fill=None";
    return;
  }
  double number = value.getValueAsDouble();
  os << " fill=Some(" << formatElement(DType::F64, &number) << ')';
}

void Printer::printConvolution(StringRef name, Operation &op, StringRef shapeName, RankedTensorType shape) {
  os << name << ' ' << ref(op.getOperand(0)) << ' ' << ref(op.getOperand(1));
  if (shape) {
    os << ' ' << shapeName << '=';
    printList(shape.getShape());
  }
  auto strides = op.getAttrOfType<DenseI64ArrayAttr>("strides").asArrayRef();
  auto padding = op.getAttrOfType<ConvPaddingAttr>("padding").getValue();
  os << " strides=(" << strides[0] << ", " << strides[1] << ") padding=" << stringifyConvPadding(padding);
  if (padding != mind::ConvPadding::Explicit)
    return;
  os << " pads=";
  printList(op.getAttrOfType<DenseI64ArrayAttr>("pads").asArrayRef());
}

/// What has axes. False for any other op.
bool Printer::printMovement(Operation &op) {
  auto result = op.getNumResults() ? dyn_cast<RankedTensorType>(op.getResult(0).getType()) : RankedTensorType();
  return llvm::TypeSwitch<Operation *, bool>(&op)
      .Case([&](SumOp sum) { return printReduction("sum", op, sum.getAxes(), sum.getKeepdims()), true; })
      .Case([&](MeanOp mean) { return printReduction("mean", op, mean.getAxes(), mean.getKeepdims()), true; })
      .Case([&](ReduceMaxOp max) { return printReduction("reduce_max", op, max.getAxes(), max.getKeepdims()), true; })
      .Case<ReshapeOp, BroadcastToOp, tensor::CastOp>([&](auto) {
        os << (isa<ReshapeOp>(op)       ? "reshape "
               : isa<BroadcastToOp>(op) ? "broadcast_to "
                                        : "rename_dims ")
           << ref(op.getOperand(0)) << ' ';
        printDims(result);
        return true;
      })
      .Case([&](TransposeOp transpose) {
        os << "transpose " << ref(transpose.getInput()) << " perm=";
        return printList(transpose.getPerm()), true;
      })
      .Case([&](ExpandDimsOp expand) {
        os << "expand_dims " << ref(expand.getInput()) << " axis=" << expand.getAxis();
        return true;
      })
      .Case([&](SqueezeOp squeeze) {
        os << "squeeze " << ref(squeeze.getInput()) << " axes=";
        return printList(squeeze.getAxes()), true;
      })
      .Case([&](mind::IndexOp index) {
        os << "index " << ref(index.getInput()) << " [";
        llvm::interleaveComma(llvm::zip_equal(index.getAxes(), index.getIndices()), os, [&](auto pair) {
          os << "IndexSpec { axis: " << std::get<0>(pair) << ", index: " << std::get<1>(pair) << " }";
        });
        os << ']';
        return true;
      })
      .Case([&](SliceOp slice) {
        os << "slice " << ref(slice.getInput()) << " [";
        auto specs = llvm::zip_equal(slice.getAxes(), slice.getStarts(), slice.getEnds(), slice.getStrides());
        llvm::interleaveComma(specs, os, [&](auto spec) {
          auto [axis, start, end, stride] = spec;
          os << "SliceSpec { axis: " << axis << ", start: " << start << ", end: ";
          if (ShapedType::isDynamic(end))
            os << "None";
          else
            os << "Some(" << end << ')';
          os << ", stride: " << stride << " }";
        });
        os << ']';
        return true;
      })
      .Case([&](GatherOp gather) {
        os << "gather " << ref(gather.getInput()) << " indices=" << ref(gather.getIndices())
           << " axis=" << gather.getAxis();
        return true;
      })
      .Case([&](GatherGradOp gather) {
        os << "gather_grad " << ref(gather.getGrad()) << " indices=" << ref(gather.getIndices())
           << " axis=" << gather.getAxis() << " input_shape=";
        printDims(result);
        return true;
      })
      .Case([&](Conv2DOp) { return printConvolution("conv2d", op, "", {}), true; })
      .Case([&](Conv2DGradInputOp) { return printConvolution("conv2d_grad_input", op, "input_shape", result), true; })
      .Case(
          [&](Conv2DGradFilterOp) { return printConvolution("conv2d_grad_filter", op, "filter_shape", result), true; })
      .Default(false);
}

void Printer::printHead(Operation &op) {
  if (printMovement(op))
    return;
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](ConstantOp constant) { printConstant(constant.getType(), constant.getValue()); })
      .Case([&](FillOp fill) { printFill(cast<RankedTensorType>(fill.getType()), fill.getValueAttr()); })
      .Case([&](ReluGradOp relu) { os << "relu_grad " << ref(relu.getGrad()) << ' ' << ref(relu.getInput()); })
      .Case([&](CompareOp compare) { printOperands(stringifyCmpPredicate(compare.getPredicate()), op); })
      .Case([&](mind::UnaryOp unary) { printOperands(stringifyUnaryKind(unary.getKind()), op); })
      .Case([&](IPowOp power) { os << "ipow " << ref(power.getInput()) << " exponent=" << power.getExponent(); })
      .Case([&](mind::CastOp cast) {
        os << "cast " << ref(cast.getInput()) << ' ' << getQuietName(getElementTypeOrSelf(cast.getType()));
      })
      .Case([&](arith::AndIOp) { printOperands("and", op); })
      .Case([&](arith::OrIOp) { printOperands("or", op); })
      .Case([&](arith::XOrIOp) { printOperands("xor", op); })
      .Case([&](func::CallOp call) { printOperands(("call " + call.getCallee()).str(), op); })
      .Default([&](Operation *) {
        StringRef name = op.getName().stripDialect();
        printOperands(name, op);
        for (NamedAttribute attribute : op.getAttrs()) {
          os << ' ' << attribute.getName().getValue() << '=';
          if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute.getValue()))
            printList(list.asArrayRef());
          else if (auto number = dyn_cast<IntegerAttr>(attribute.getValue()))
            os << number.getValue();
          else
            attribute.getValue().print(os, /*elideType=*/true);
        }
      });
}

void Printer::printRegions(Operation &op, unsigned indent) {
  for (auto [i, region] : llvm::enumerate(op.getRegions())) {
    if (region.empty())
      continue;
    os << (i ? " else {" : " {");
    Block &block = region.front();
    if (block.getNumArguments()) {
      os << " |";
      llvm::interleaveComma(block.getArguments(), os, [&](Value argument) { os << '%' << define(argument); });
      os << '|';
    }
    os << '\n';
    for (Operation &inner : block)
      printOp(inner, indent + 1);
    line(indent) << '}';
  }
}

void Printer::printOp(Operation &op, unsigned indent) {
  line(indent);
  // The results of an op with regions are numbered in front of what is in them.
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    os << (i ? ", %" : "%") << define(result);
  if (op.getNumResults())
    os << " = ";
  printHead(op);
  printRegions(op, indent);
  os << '\n';
}

void Printer::printParam(Value value, StringRef name) {
  auto type = cast<RankedTensorType>(value.getType());
  os << '%' << define(value) << " = param " << name << " : " << getQuietName(type.getElementType());
  if (type.getRank() == 0)
    return;
  os << '[';
  llvm::interleave(
      getDims(type), os, [&](const shape::Dim &dim) { os << shape::toString(dim); }, ",");
  os << ']';
}

StringRef getParamName(func::FuncOp function, unsigned index) {
  auto names = function->getAttrOfType<ArrayAttr>(kParamsAttrName);
  return names && index < names.size() ? cast<StringAttr>(names[index]).getValue() : StringRef("arg");
}

void Printer::printFunction(func::FuncOp function) {
  ids.clear();
  nextId = 0;
  line(1) << "fn " << function.getName() << " {\n";
  for (BlockArgument argument : function.getArguments()) {
    line(2);
    printParam(argument, getParamName(function, argument.getArgNumber()));
    os << '\n';
  }
  for (Operation &op : function.front())
    printOp(op, 2);
  line(1) << "}\n";
}

void Printer::print(const GradientText &text) {
  func::FuncOp derivative = text.derivative;
  auto module = derivative->getParentOfType<ModuleOp>();
  // The functions that are called, callers in front of their callees.
  llvm::SetVector<Operation *> called;
  auto addCallees = [&](func::FuncOp function) {
    function.walk([&](func::CallOp call) {
      if (auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee()); callee && !callee.isDeclaration())
        called.insert(callee);
    });
  };
  addCallees(derivative);
  for (size_t i = 0; i < called.size(); ++i)
    addCallees(cast<func::FuncOp>(called[i]));

  // The numbers are known when the lines are; the map stands in front of them.
  std::string lines;
  llvm::raw_string_ostream body(lines);
  Printer printer(body);
  for (Operation *function : called)
    printer.printFunction(cast<func::FuncOp>(function));
  printer.ids.clear();
  printer.nextId = 0;
  for (BlockArgument argument : derivative.getArguments()) {
    unsigned index = argument.getArgNumber();
    body.indent(2);
    if (index < text.leaves.size()) {
      Operation *leaf = text.leaves[index];
      body << '%' << printer.define(argument) << " = ";
      printer.printHead(*leaf);
    } else {
      printer.printParam(argument, getParamName(text.function, index));
    }
    body << '\n';
  }
  Operation *end = derivative.front().getTerminator();
  auto printOutputs = [&] {
    for (Value result : end->getOperands().take_front(text.numResults))
      body.indent(2) << "output " << printer.ref(result) << '\n';
  };
  unsigned numPrinted = 0;
  for (Operation &op : derivative.front().without_terminator()) {
    if (numPrinted++ == text.numPrimalOps)
      printOutputs();
    printer.printOp(op, 1);
  }
  if (numPrinted <= text.numPrimalOps)
    printOutputs();

  if (text.withMap) {
    os << "Gradients:\n";
    for (auto [position, gradient] : llvm::zip(text.wrt, end->getOperands().drop_front(text.numResults)))
      os << "  ValueId(" << position << ") -> ValueId(" << StringRef(printer.ref(gradient)).drop_front() << ")\n";
    os << "\nGradient IR:\n";
  }
  os << "module {\n" << body.str() << "}  // next_id = " << printer.nextId << '\n';
}

} // namespace

void driver::printGradient(const GradientText &text, raw_ostream &os) { Printer(os).print(text); }
