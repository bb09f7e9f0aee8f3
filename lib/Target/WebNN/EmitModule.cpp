//===- EmitModule.cpp - JavaScript that builds a graph --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitModule.h"

#include "Mind/Dialect/WebNN/IR/WebNN.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mind;
using namespace mind::webnn;

namespace {

/// Numbers that are written as such and not as bytes.
constexpr int64_t kMaxListedElements = 16;

/// A tensor that goes in or out.
struct Port {
  std::string name;
  RankedTensorType type;
};

class ModuleEmitter {
public:
  ModuleEmitter(func::FuncOp function, raw_ostream &os) : function(function), os(os) {}

  void emit();
  SmallVector<Port> getInputs();
  SmallVector<Port> getOutputs();

private:
  void emitPorts(StringRef name, StringRef comment, ArrayRef<Port> ports);
  void emitConstant(ConstantOp op);
  void emitCall(Operation *op);
  std::string nameOf(Value value) { return "v" + llvm::utostr(names.try_emplace(value, names.size()).first->second); }

  func::FuncOp function;
  raw_ostream &os;
  llvm::DenseMap<Value, unsigned> names;
};

/// The rest of the module, the same for all programs.
constexpr StringRef kHost = R"js(
/** Elements as WebNN holds them: `bool` is a uint8 that is 0 or 1. */
const arrays = {float32: Float32Array, int32: Int32Array, int64: BigInt64Array, uint8: Uint8Array};

const countElements = (shape) => shape.reduce((product, extent) => product * extent, 1);

/** A fault of the program or of its caller; `code` is that of MIND. */
export class MindError extends Error {
  constructor(code, message) {
    super(`error[runtime][${code}]: ${message}`);
    this.name = "MindError";
    this.code = code;
  }
}

function checkArgument(port, value) {
  if (value === undefined)
    throw new MindError("E6005", `no argument for the parameter \`${port.name}\``);
  if (!(value instanceof arrays[port.dataType]))
    throw new MindError("E6005", `the argument \`${port.name}\` is no ${arrays[port.dataType].name}`);
  if (value.length !== countElements(port.shape))
    throw new MindError("E6005", `the argument \`${port.name}\` has ${value.length} elements, not ${countElements(port.shape)}`);
}

export class Model {
  /** Compiles the graph. `Builder` is there for implementations that are no globals. */
  static async create(context, Builder = globalThis.MLGraphBuilder) {
    const builder = new Builder(context);
    const graph = await builder.build(build(builder));
    const open = (port, usage) => context.createTensor({dataType: port.dataType, shape: port.shape, ...usage});
    const openAll = async (ports, usage) =>
      Object.fromEntries(await Promise.all(ports.map(async (port) => [port.name, await open(port, usage)])));
    const results = [...outputs, ...checks];
    return new Model(context, graph, await openAll(inputs, {writable: true}), await openAll(results, {readable: true}));
  }

  constructor(context, graph, inputTensors, outputTensors) {
    Object.assign(this, {context, graph, inputTensors, outputTensors});
  }

  /** Runs the graph once: from parameters by name to results by name. */
  async run(args = {}) {
    for (const name of Object.keys(args))
      if (!inputs.some((port) => port.name === name))
        throw new MindError("E6005", `there is no parameter \`${name}\``);
    for (const port of inputs) {
      checkArgument(port, args[port.name]);
      this.context.writeTensor(this.inputTensors[port.name], args[port.name]);
    }
    this.context.dispatch(this.graph, this.inputTensors, this.outputTensors);
    const read = async (port) => new arrays[port.dataType](await this.context.readTensor(this.outputTensors[port.name]));
    for (const check of checks)
      for (const index of await read(check))
        if (index < 0 || index >= check.extent)
          throw new MindError("E6001", `index ${index} is out of range for extent ${check.extent}`);
    return Object.fromEntries(await Promise.all(outputs.map(async (port) => [port.name, await read(port)])));
  }
}
)js";

} // namespace

static std::string printType(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{dataType: \"" << getDataTypeName(type.getElementType()) << "\", shape: [";
  llvm::interleaveComma(type.getShape(), os);
  os << "]}";
  return text;
}

/// `conv_transpose2d` as `convTranspose2d`.
static std::string getMethod(Operation *op) {
  StringRef name = op->getName().getStringRef();
  name.consume_front("mind.webnn.");
  return llvm::convertToCamelFromSnakeCase(name);
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

SmallVector<Port> ModuleEmitter::getInputs() {
  auto params = function->getAttrOfType<ArrayAttr>(kParamsAttrName);
  SmallVector<Port> ports;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::string name = params ? cast<StringAttr>(params[i]).getValue().str() : "";
    ports.push_back({isIdentifier(name) ? name : "arg" + llvm::utostr(i), cast<RankedTensorType>(type)});
  }
  return ports;
}

SmallVector<Port> ModuleEmitter::getOutputs() {
  SmallVector<Port> ports;
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    ports.push_back({"result" + llvm::utostr(i), cast<RankedTensorType>(type)});
  return ports;
}

void ModuleEmitter::emitPorts(StringRef name, StringRef comment, ArrayRef<Port> ports) {
  os << "\n/** " << comment << " */\nexport const " << name << " = [\n";
  for (const Port &port : ports) {
    std::string type = printType(port.type);
    os << "  {name: \"" << port.name << "\", " << StringRef(type).drop_front() << ",\n";
  }
  os << "];\n";
}

static StringRef getArrayName(Type type) {
  return llvm::StringSwitch<StringRef>(getDataTypeName(type))
      .Case("float32", "Float32Array")
      .Case("int32", "Int32Array")
      .Case("int64", "BigInt64Array")
      .Default("Uint8Array");
}

/// A number as JavaScript writes it.
static void printNumber(const llvm::APFloat &number, raw_ostream &os) {
  if (number.isNaN())
    os << "NaN";
  else if (number.isInfinity())
    os << (number.isNegative() ? "-Infinity" : "Infinity");
  else
    // Enough digits for any double, of which every float32 is one.
    os << llvm::format("%.17g", number.convertToDouble());
}

static void printNumber(const llvm::APInt &number, raw_ostream &os) {
  if (number.getBitWidth() == 1)
    os << number.getZExtValue();
  else
    os << number.getSExtValue() << (number.getBitWidth() == 64 ? "n" : "");
}

template <typename NumberT, typename RangeT>
static void printNumbers(RangeT numbers, int64_t count, raw_ostream &os) {
  os << '[';
  llvm::interleaveComma(llvm::make_range(numbers.begin(), std::next(numbers.begin(), count)), os,
                        [&](const NumberT &number) { printNumber(number, os); });
  os << ']';
}

/// The first `count` elements in a list.
static void printList(DenseElementsAttr value, int64_t count, raw_ostream &os) {
  if (isa<FloatType>(value.getElementType()))
    printNumbers<llvm::APFloat>(value.getValues<llvm::APFloat>(), count, os);
  else
    printNumbers<llvm::APInt>(value.getValues<llvm::APInt>(), count, os);
}

/// All elements, the low byte first.
static std::string encodeElements(DenseElementsAttr value) {
  std::string bytes;
  auto append = [&](const llvm::APInt &bits) {
    uint64_t number = bits.getZExtValue();
    for (unsigned i = 0; i < std::max(1u, bits.getBitWidth() / 8); ++i)
      bytes.push_back(char(number >> 8 * i));
  };
  if (isa<FloatType>(value.getElementType()))
    for (const llvm::APFloat &number : value.getValues<llvm::APFloat>())
      append(number.bitcastToAPInt());
  else
    for (const llvm::APInt &number : value.getValues<llvm::APInt>())
      append(number);
  return llvm::encodeBase64(bytes);
}

void ModuleEmitter::emitConstant(ConstantOp op) {
  auto value = cast<DenseElementsAttr>(op.getValue());
  RankedTensorType type = op.getType();
  Type element = type.getElementType();
  bool isRepeated = value.isSplat() && type.getNumElements() > kMaxListedElements;
  RankedTensorType held = isRepeated ? RankedTensorType::get({}, element) : type;
  os << "  const " << nameOf(op.getResult()) << " = " << (isRepeated ? "builder.expand(" : "") << "builder.constant("
     << printType(held) << ", ";
  if (held.getNumElements() <= kMaxListedElements) {
    os << "new " << getArrayName(element) << '(';
    printList(value, held.getNumElements(), os);
    os << ')';
  } else {
    os << "new " << getArrayName(element) << "(decode(\"" << encodeElements(value) << "\"))";
  }
  os << ')';
  if (isRepeated) {
    os << ", [";
    llvm::interleaveComma(type.getShape(), os);
    os << "])";
  }
  os << ";\n";
}

void ModuleEmitter::emitCall(Operation *op) {
  llvm::json::Array arguments;
  CallOptions options;
  cast<BuilderCallOpInterface>(op).getCall(arguments, options);
  SmallVector<std::string> operands;
  for (Value operand : op->getOperands())
    operands.push_back(nameOf(operand));
  os << "  const " << nameOf(op->getResult(0)) << " = builder." << getMethod(op) << '(' << llvm::join(operands, ", ");
  for (const llvm::json::Value &argument : arguments)
    os << ", " << argument;
  if (!options.empty()) {
    os << ", {";
    llvm::interleaveComma(options, os, [&](const auto &option) { os << option.first << ": " << option.second; });
    os << '}';
  }
  os << ");\n";
}

void ModuleEmitter::emit() {
  SmallVector<Port> inputs = getInputs(), outputs = getOutputs();
  Block &body = function.getBody().front();
  bool decodes = body.walk([](ConstantOp op) {
                       auto value = cast<DenseElementsAttr>(op.getValue());
                       return !value.isSplat() && value.getNumElements() > kMaxListedElements
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     }).wasInterrupted();
  os << "// `" << function.getName() << "`, compiled by MIND for WebNN. Sums may be taken in another order and functions\n"
     << "// of the implementation may be used: the numerics are relaxed.\n";
  emitPorts("inputs", "The parameters, in their order.", inputs);
  emitPorts("outputs", "The results, in their order.", outputs);
  auto checks = llvm::to_vector(body.getOps<CheckIndexOp>());
  os << "\n/** Indices that must be smaller than `extent` after a run. */\nconst checks = [\n";
  for (auto [i, check] : llvm::enumerate(checks)) {
    std::string type = printType(cast<RankedTensorType>(check.getIndices().getType()));
    os << "  {name: \"check" << i << "\", extent: " << check.getExtent() << ", " << StringRef(type).drop_front()
       << ",\n";
  }
  os << "];\n";
  if (decodes)
    os << "\nconst decode = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;\n";
  os << "\n/** Adds the graph to an MLGraphBuilder: its operands by the names of the results. */\n"
     << "export function build(builder) {\n";
  for (auto [argument, port] : llvm::zip_equal(body.getArguments(), inputs))
    os << "  const " << nameOf(argument) << " = builder.input(\"" << port.name << "\", " << printType(port.type)
       << ");\n";
  SmallVector<std::pair<std::string, Value>> results;
  for (Operation &op : body.without_terminator()) {
    if (auto constant = dyn_cast<ConstantOp>(op))
      emitConstant(constant);
    else if (isa<BuilderCallOpInterface>(op))
      emitCall(&op);
  }
  for (auto [port, value] : llvm::zip_equal(outputs, body.getTerminator()->getOperands()))
    results.emplace_back(port.name, value);
  for (auto [i, check] : llvm::enumerate(checks))
    results.emplace_back("check" + llvm::utostr(i), check.getIndices());
  // An output is an operand of a call, and of one output only.
  llvm::DenseSet<Value> taken;
  for (auto &[name, value] : results) {
    Operation *def = value.getDefiningOp();
    if (def && !isa<ConstantOp>(def) && taken.insert(value).second)
      continue;
    std::string source = nameOf(value);
    os << "  const " << name << " = builder.identity(" << source << ");\n";
    value = nullptr;
  }
  os << "  return {";
  llvm::interleaveComma(results, os, [&](const auto &result) {
    os << result.first;
    if (result.second)
      os << ": " << nameOf(result.second);
  });
  os << "};\n}\n" << kHost;
}

void webnn::emitModule(func::FuncOp function, raw_ostream &os) { ModuleEmitter(function, os).emit(); }

void webnn::emitDeclarations(func::FuncOp function, raw_ostream &os) {
  ModuleEmitter emitter(function, os);
  auto printMembers = [&](StringRef name, ArrayRef<Port> ports) {
    os << "export interface " << name << " {\n";
    for (const Port &port : ports) {
      os << "  /** " << getDataTypeName(port.type.getElementType()) << " [";
      llvm::interleaveComma(port.type.getShape(), os);
      os << "] */\n  " << port.name << ": " << getArrayName(port.type.getElementType()) << ";\n";
    }
    os << "}\n\n";
  };
  os << "// `" << function.getName() << "`, compiled by MIND for WebNN.\n\n"
     << "export interface Port {\n  name: string;\n  dataType: \"float32\" | \"int32\" | \"int64\" | \"uint8\";\n"
     << "  shape: number[];\n}\n\n";
  printMembers("Arguments", emitter.getInputs());
  printMembers("Results", emitter.getOutputs());
  os << R"ts(export const inputs: Port[];
export const outputs: Port[];

/** A fault of the program or of its caller; `code` is that of MIND. */
export class MindError extends Error {
  code: string;
}

/** Adds the graph to an MLGraphBuilder. */
export function build(builder: any): Record<string, any>;

export class Model {
  /** Compiles the graph for an MLContext. */
  static create(context: any, Builder?: any): Promise<Model>;
  /** Runs the graph once. */
  run(args: Arguments): Promise<Results>;
}
)ts";
}
