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
#include "Mind/Target/Mic/Format/IRSpelling.h"

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

/// `f32`, and of what is no tensor `index`.
std::string getTypeName(Type type) {
  std::optional<DType> dtype = getDType(type);
  return dtype ? std::string(getDTypeName(*dtype)) : "index";
}

SmallVector<std::string, 4> spellExtents(RankedTensorType type) {
  return llvm::map_to_vector<4>(getDims(type), [](const shape::Dim &dim) { return shape::toString(dim); });
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
  void printOperands(StringRef name, Operation &op) {
    os << name;
    for (auto [i, operand] : llvm::enumerate(op.getOperands()))
      os << (i ? ", " : " ") << ref(operand);
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
    os << "const." << getTypeName(element) << ' ' << show(0);
    return;
  }
  mic::spellTensor(os, getTypeName(element), spellExtents(tensor));
  if (dense.isSplat())
    return mic::spellFill(os, show(0));
  os << " values=[";
  llvm::interleaveComma(llvm::seq<size_t>(0, dense.getNumElements()), os, [&](size_t i) { os << show(i); });
  os << ']';
}

void Printer::printFill(RankedTensorType type, FloatAttr value) {
  mic::spellTensor(os, getTypeName(type.getElementType()), spellExtents(type));
  if (!value)
    return mic::spellFill(os, std::nullopt);
  double number = value.getValueAsDouble();
  mic::spellFill(os, formatElement(DType::F64, &number));
}

void Printer::printConvolution(StringRef name, Operation &op, StringRef shapeName, RankedTensorType shape) {
  auto strides = op.getAttrOfType<DenseI64ArrayAttr>("strides").asArrayRef();
  auto padding = op.getAttrOfType<ConvPaddingAttr>("padding").getValue();
  SmallVector<uint64_t, 4> extents;
  if (shape)
    extents.assign(shape.getShape().begin(), shape.getShape().end());
  mic::ConvSpec spec{{uint64_t(strides[0]), uint64_t(strides[1])}, stringifyConvPadding(padding), shapeName, extents};
  mic::spellConv(os, name, ref(op.getOperand(0)), ref(op.getOperand(1)), spec);
  if (padding != mind::ConvPadding::Explicit)
    return;
  os << " pads=";
  mic::spellList(os, op.getAttrOfType<DenseI64ArrayAttr>("pads").asArrayRef());
}

/// What has axes. False for any other op.
bool Printer::printMovement(Operation &op) {
  auto result = op.getNumResults() ? dyn_cast<RankedTensorType>(op.getResult(0).getType()) : RankedTensorType();
  auto input = [&] { return ref(op.getOperand(0)); };
  auto spellReduction = [&](StringRef name, ArrayRef<int64_t> axes, bool keepdims) {
    mic::spellReduction(os, name, input(), axes, keepdims);
    return true;
  };
  return llvm::TypeSwitch<Operation *, bool>(&op)
      .Case([&](SumOp sum) { return spellReduction("sum", sum.getAxes(), sum.getKeepdims()); })
      .Case([&](MeanOp mean) { return spellReduction("mean", mean.getAxes(), mean.getKeepdims()); })
      .Case([&](ReduceMaxOp max) { return spellReduction("reduce_max", max.getAxes(), max.getKeepdims()); })
      .Case<ReshapeOp, BroadcastToOp, tensor::CastOp>([&](auto) {
        StringRef name = isa<ReshapeOp>(op) ? "reshape" : isa<BroadcastToOp>(op) ? "broadcast_to" : "rename_dims";
        mic::spellReshape(os, name, input(), spellExtents(result));
        return true;
      })
      .Case([&](TransposeOp transpose) {
        return mic::spellAxes(os, "transpose", input(), "perm", transpose.getPerm()), true;
      })
      .Case([&](ExpandDimsOp expand) { return mic::spellExpandDims(os, input(), expand.getAxis()), true; })
      .Case([&](SqueezeOp squeeze) { return mic::spellAxes(os, "squeeze", input(), "axes", squeeze.getAxes()), true; })
      .Case([&](mind::IndexOp index) {
        SmallVector<mic::IndexSpec, 4> specs;
        for (auto [axis, place] : llvm::zip_equal(index.getAxes(), index.getIndices()))
          specs.push_back({axis, place});
        return mic::spellIndex(os, input(), specs), true;
      })
      .Case([&](SliceOp slice) {
        SmallVector<mic::SliceSpec, 4> specs;
        for (auto [axis, start, end, stride] :
             llvm::zip_equal(slice.getAxes(), slice.getStarts(), slice.getEnds(), slice.getStrides()))
          specs.push_back({axis, start, ShapedType::isDynamic(end) ? std::nullopt : std::optional(end), stride});
        return mic::spellSlice(os, input(), specs), true;
      })
      .Case([&](GatherOp gather) {
        return mic::spellGather(os, "gather", input(), ref(gather.getIndices()), gather.getAxis()), true;
      })
      .Case([&](GatherGradOp gather) {
        mic::spellGather(os, "gather_grad", input(), ref(gather.getIndices()), gather.getAxis());
        os << " input_shape=";
        mic::spellDims(os, spellExtents(result));
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
        os << "cast " << ref(cast.getInput()) << ' ' << getTypeName(getElementTypeOrSelf(cast.getType()));
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
            mic::spellList(os, list.asArrayRef());
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
  os << '%' << define(value) << " = param " << name << " : " << getTypeName(type.getElementType());
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
