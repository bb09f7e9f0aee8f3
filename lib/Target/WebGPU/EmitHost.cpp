//===- EmitHost.cpp - what the host does, in JavaScript -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitHost.h"

#include "Mind/Target/WebGPU/PrintWGSL.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mind;
using namespace mind::webgpu;

namespace {

/// Numbers are numbers of JavaScript, an i64 a BigInt, an i1 a boolean.
class ProgramEmitter {
public:
  ProgramEmitter(func::FuncOp function, raw_ostream &os) : function(function), os(os) {}
  LogicalResult emit();

private:
  void emitShaders();
  void emitConstants();
  void emitLimits();
  LogicalResult emitBlock(Block &block);
  LogicalResult emitOp(Operation *op);
  LogicalResult emitFor(scf::ForOp loop);
  LogicalResult emitIf(scf::IfOp branch);
  LogicalResult emitWhile(scf::WhileOp loop);
  std::optional<std::string> getExpression(Operation *op);
  std::string getNumber(Attribute value, Type type);

  raw_ostream &line() { return os.indent(2 * depth); }
  std::string nameOf(Value value) {
    return names.try_emplace(value, "v" + llvm::utostr(names.size())).first->second;
  }
  std::string namesOf(ValueRange values);
  void assign(ValueRange targets, ValueRange values);
  void declare(ValueRange targets, ValueRange values);

  func::FuncOp function;
  raw_ostream &os;
  llvm::DenseMap<Value, std::string> names;
  llvm::StringMap<unsigned> shaders;
  llvm::DenseMap<Operation *, unsigned> constants;
  unsigned depth = 1;
};

} // namespace

static int64_t countBytes(Type type) {
  auto memref = cast<MemRefType>(type);
  return memref.getNumElements() * getStorageBytes(memref.getElementType());
}

static StringRef getScalarKind(Type type) {
  if (type.isF32())
    return "f32";
  return type.isInteger(64) ? "i64" : type.isInteger(1) ? "bool" : "i32";
}

void ProgramEmitter::emitShaders() {
  os << "\n/** Entry points, whether each buffer is written, and the types of what else they take. */\nconst shaders = [\n";
  auto module = function->getParentOfType<ModuleOp>();
  for (auto shader : module.getOps<ShaderOp>()) {
    shaders.try_emplace(shader.getSymName(), shaders.size());
    os << "  {entryPoint: \"" << getEntryName(shader) << "\", buffers: [";
    llvm::interleaveComma(shader.getBuffers(), os, [&](BlockArgument buffer) {
      os << (ShaderOp::isWritten(buffer) ? "true" : "false");
    });
    os << "], scalars: [";
    llvm::interleaveComma(shader.getScalars(), os,
                          [&](BlockArgument scalar) { os << '"' << getScalarKind(scalar.getType()) << '"'; });
    os << "]},\n";
  }
  os << "];\n";
}

/// All elements as they lie in a buffer, the low byte first; of a splat one.
static std::string encodeElements(DenseElementsAttr value) {
  int64_t size = getStorageBytes(value.getElementType());
  if (value.getElementType().isF32())
    value = value.bitcast(IntegerType::get(value.getContext(), 32));
  std::string bytes;
  auto append = [&](const llvm::APInt &number) {
    for (int64_t i = 0; i < size; ++i)
      bytes.push_back(char(number.getZExtValue() >> 8 * i));
  };
  if (value.isSplat())
    append(value.getSplatValue<llvm::APInt>());
  else
    llvm::for_each(value.getValues<llvm::APInt>(), append);
  return llvm::encodeBase64(bytes);
}

void ProgramEmitter::emitConstants() {
  os << "\n/** What is written to buffers once, and repeated until they are full. */\nconst constants = [\n";
  function.walk([&](webgpu::ConstantOp op) {
    constants.try_emplace(op, constants.size());
    os << "  {bytes: " << countBytes(op.getType()) << ", data: \""
       << encodeElements(cast<DenseElementsAttr>(op.getValue())) << "\"},\n";
  });
  os << "];\n";
}

/// What a device must have beyond what every one has.
void ProgramEmitter::emitLimits() {
  constexpr int64_t kMaxBindingBytes = 128 << 20, kMaxBufferBytes = 256 << 20;
  int64_t numBuffers = 0, largest = 0;
  auto module = function->getParentOfType<ModuleOp>();
  for (auto shader : module.getOps<ShaderOp>())
    numBuffers = std::max<int64_t>(numBuffers, shader.getBuffers().size());
  auto measure = [&](TypeRange types) {
    for (Type type : types)
      if (isa<MemRefType>(type))
        largest = std::max(largest, countBytes(type));
  };
  measure(function.getArgumentTypes());
  function.walk([&](Operation *op) { measure(op->getResultTypes()); });
  os << "\n/** What the device must have and not every device has. */\nconst limits = {";
  if (numBuffers > kMaxStorageBuffers)
    os << "maxStorageBuffersPerShaderStage: " << numBuffers << ", ";
  if (largest > kMaxBindingBytes)
    os << "maxStorageBufferBindingSize: " << largest << ", ";
  if (largest > kMaxBufferBytes)
    os << "maxBufferSize: " << largest;
  os << "};\n";
}

std::string ProgramEmitter::namesOf(ValueRange values) {
  std::string text;
  for (Value value : values)
    text += (text.empty() ? "" : ", ") + nameOf(value);
  return text;
}

void ProgramEmitter::declare(ValueRange targets, ValueRange values) {
  for (auto [target, value] : llvm::zip_equal(targets, values)) {
    std::string source = nameOf(value);
    line() << "let " << nameOf(target) << " = " << source << ";\n";
  }
}

/// All at once.
void ProgramEmitter::assign(ValueRange targets, ValueRange values) {
  if (targets.size() == 1)
    line() << nameOf(targets[0]) << " = " << nameOf(values[0]) << ";\n";
  else if (!targets.empty())
    line() << "[" << namesOf(targets) << "] = [" << namesOf(values) << "];\n";
}

std::string ProgramEmitter::getNumber(Attribute value, Type type) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    llvm::APFloat parts = number.getValue();
    if (parts.isNaN())
      return "NaN";
    if (parts.isInfinity())
      return parts.isNegative() ? "-Infinity" : "Infinity";
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.9g", double(parts.convertToFloat()));
    return "Math.fround(" + text + ")";
  }
  llvm::APInt number = cast<IntegerAttr>(value).getValue();
  if (type.isInteger(1))
    return number.isZero() ? "false" : "true";
  return llvm::itostr(number.getSExtValue()) + (type.isInteger(64) ? "n" : "");
}

/// Numbers that the host needs for its control flow and for scalars of shaders.
std::optional<std::string> ProgramEmitter::getExpression(Operation *op) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (isa<ShapedType>(constant.getType()))
      return std::nullopt;
    return getNumber(constant.getValue(), constant.getType());
  }
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return nameOf(select.getCondition()) + " ? " + nameOf(select.getTrueValue()) + " : " +
           nameOf(select.getFalseValue());
  Type type = op->getResult(0).getType();
  if (op->getNumOperands() == 0)
    return std::nullopt;
  std::string x = nameOf(op->getOperand(0)), y = op->getNumOperands() > 1 ? nameOf(op->getOperand(1)) : "";
  Type from = op->getOperand(0).getType();
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    using arith::CmpIPredicate;
    bool isUnsigned = compare.getPredicate() >= CmpIPredicate::ult;
    // An i1 is ordered by its sign only where nobody asks.
    if (from.isInteger(1) && compare.getPredicate() != CmpIPredicate::eq && compare.getPredicate() != CmpIPredicate::ne)
      return std::nullopt;
    auto natural = [&](const std::string &name) {
      return !isUnsigned ? name : from.isInteger(64) ? "BigInt.asUintN(64, " + name + ")" : "(" + name + " >>> 0)";
    };
    static constexpr StringRef kSigns[] = {"===", "!==", "<", "<=", ">", ">=", "<", "<=", ">", ">="};
    return natural(x) + " " + kSigns[unsigned(compare.getPredicate())].str() + " " + natural(y);
  }
  if (type.isInteger(1))
    return TypeSwitch<Operation *, std::optional<std::string>>(op)
        .Case([&](arith::AndIOp) { return x + " && " + y; })
        .Case([&](arith::OrIOp) { return x + " || " + y; })
        .Case([&](arith::XOrIOp) { return x + " !== " + y; })
        .Default([](Operation *) { return std::nullopt; });
  bool isWide = type.isInteger(64);
  if (!isWide && !type.isInteger(32) && !type.isIndex())
    return std::nullopt;
  auto wrap = [&](const std::string &text) { return isWide ? "BigInt.asIntN(64, " + text + ")" : "(" + text + ") | 0"; };
  auto convert = [&]() -> std::optional<std::string> {
    if (from.isInteger(1))
      return isWide ? "BigInt(" + x + ")" : "Number(" + x + ")";
    if (isWide == from.isInteger(64))
      return x;
    return isWide ? "BigInt(" + x + ")" : "Number(BigInt.asIntN(32, " + x + "))";
  };
  return TypeSwitch<Operation *, std::optional<std::string>>(op)
      .Case([&](arith::AddIOp) { return wrap(x + " + " + y); })
      .Case([&](arith::SubIOp) { return wrap(x + " - " + y); })
      .Case([&](arith::MulIOp) { return isWide ? wrap(x + " * " + y) : "Math.imul(" + x + ", " + y + ")"; })
      .Case<arith::IndexCastOp, arith::TruncIOp>([&](auto) { return convert(); })
      .Case([&](arith::ExtUIOp) -> std::optional<std::string> {
        return from.isInteger(1) ? convert() : std::nullopt;
      })
      .Case([&](arith::ExtSIOp) -> std::optional<std::string> {
        return from.isInteger(1) ? std::nullopt : convert();
      })
      .Default([](Operation *) { return std::nullopt; });
}

LogicalResult ProgramEmitter::emitBlock(Block &block) {
  for (Operation &op : block)
    if (!op.hasTrait<OpTrait::IsTerminator>() && failed(emitOp(&op)))
      return failure();
  return success();
}

LogicalResult ProgramEmitter::emitFor(scf::ForOp loop) {
  declare(loop.getRegionIterArgs(), loop.getInitArgs());
  std::string i = nameOf(loop.getInductionVar());
  line() << "for (let " << i << " = " << nameOf(loop.getLowerBound()) << "; " << i << " < "
         << nameOf(loop.getUpperBound()) << "; " << i << " += " << nameOf(loop.getStep()) << ") {\n";
  ++depth;
  if (failed(emitBlock(*loop.getBody())))
    return failure();
  assign(loop.getRegionIterArgs(), loop.getBody()->getTerminator()->getOperands());
  --depth;
  line() << "}\n";
  for (auto [result, argument] : llvm::zip_equal(loop.getResults(), loop.getRegionIterArgs()))
    names[result] = nameOf(argument);
  return success();
}

LogicalResult ProgramEmitter::emitIf(scf::IfOp branch) {
  if (branch.getNumResults())
    line() << "let " << namesOf(branch.getResults()) << ";\n";
  line() << "if (" << nameOf(branch.getCondition()) << ") {\n";
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    if (region->empty())
      continue;
    if (region == &branch.getElseRegion())
      line() << "} else {\n";
    ++depth;
    if (failed(emitBlock(region->front())))
      return failure();
    assign(branch.getResults(), region->front().getTerminator()->getOperands());
    --depth;
  }
  line() << "}\n";
  return success();
}

LogicalResult ProgramEmitter::emitWhile(scf::WhileOp loop) {
  declare(loop.getBeforeArguments(), loop.getInits());
  for (auto [result, argument] : llvm::zip_equal(loop.getResults(), loop.getAfterArguments()))
    names[result] = nameOf(argument);
  if (loop.getNumResults())
    line() << "let " << namesOf(loop.getAfterArguments()) << ";\n";
  line() << "for (;;) {\n";
  ++depth;
  if (failed(emitBlock(*loop.getBeforeBody())))
    return failure();
  assign(loop.getAfterArguments(), loop.getConditionOp().getArgs());
  line() << "if (!" << nameOf(loop.getConditionOp().getCondition()) << ")\n";
  line() << "  break;\n";
  if (failed(emitBlock(*loop.getAfterBody())))
    return failure();
  assign(loop.getBeforeArguments(), loop.getAfterBody()->getTerminator()->getOperands());
  --depth;
  line() << "}\n";
  return success();
}

LogicalResult ProgramEmitter::emitOp(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop);
  if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(op)) {
    names[op->getResult(0)] = nameOf(op->getOperand(0));
    return success();
  }
  if (auto buffer = dyn_cast<BufferOp>(op)) {
    line() << "const " << nameOf(buffer.getResult()) << " = run.allocate(" << countBytes(buffer.getType()) << ");\n";
  } else if (auto free = dyn_cast<FreeBufferOp>(op)) {
    line() << "run.free(" << nameOf(free.getBuffer()) << ");\n";
  } else if (auto constant = dyn_cast<webgpu::ConstantOp>(op)) {
    line() << "const " << nameOf(constant.getResult()) << " = run.constant(" << constants[op] << ");\n";
  } else if (auto dispatch = dyn_cast<DispatchOp>(op)) {
    SmallVector<Value> buffers, scalars;
    for (Value operand : dispatch.getOperands())
      (isa<MemRefType>(operand.getType()) ? buffers : scalars).push_back(operand);
    line() << "run.dispatch(" << shaders.lookup(dispatch.getShader()) << ", [";
    llvm::interleaveComma(dispatch.getWorkgroups(), os);
    os << "], [" << namesOf(buffers) << "]" << (scalars.empty() ? "" : ", [" + namesOf(scalars) + "]") << ");\n";
  } else if (auto copy = dyn_cast<CopyBufferOp>(op)) {
    line() << "run.copy(" << nameOf(copy.getSource()) << ", " << nameOf(copy.getTarget()) << ", "
           << countBytes(copy.getSource().getType()) << ");\n";
  } else if (auto write = dyn_cast<WriteBufferOp>(op)) {
    line() << "run.write(" << nameOf(write.getValue()) << ", \"" << getScalarKind(write.getValue().getType()) << "\", "
           << nameOf(write.getBuffer()) << ");\n";
  } else if (auto read = dyn_cast<MapReadOp>(op)) {
    line() << "const " << nameOf(read.getResult()) << " = await run.read(" << nameOf(read.getBuffer()) << ", \""
           << getScalarKind(read.getResult().getType()) << "\");\n";
  } else if (std::optional<std::string> expression = getExpression(op)) {
    line() << "const " << nameOf(op->getResult(0)) << " = " << *expression << ";\n";
  } else {
    return op->emitOpError("has no form on the host of WebGPU");
  }
  return success();
}

LogicalResult ProgramEmitter::emit() {
  emitShaders();
  emitConstants();
  emitLimits();
  os << "\n/** Issues the commands of the program; `buffers` are those of the parameters, then of the results. */\n"
     << "async function execute(run, buffers) {\n";
  Block &body = function.getBody().front();
  if (body.getNumArguments())
    line() << "const [" << namesOf(body.getArguments()) << "] = buffers;\n";
  if (failed(emitBlock(body)))
    return failure();
  os << "}\n";
  return success();
}

LogicalResult webgpu::emitProgram(func::FuncOp function, raw_ostream &os) {
  return ProgramEmitter(function, os).emit();
}
