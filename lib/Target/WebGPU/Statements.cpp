//===- Statements.cpp - memory, loops and branches ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShaderPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mind;
using namespace mind::webgpu;

llvm::raw_ostream &ShaderPrinter::line() { return os.indent(2 * depth); }

std::string ShaderPrinter::nameOf(Value value) {
  auto known = names.find(value);
  if (known != names.end())
    return known->second;
  // Constants are written where they are used.
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  return getConstant(constant.getValue(), value.getType());
}

std::string ShaderPrinter::declare(Value value) {
  std::string name = makeName();
  names[value] = name;
  return name;
}

/// The one index of what lies in rows one after the other.
std::string ShaderPrinter::getElement(Value memref, ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  std::string flat;
  for (auto [index, extent] : llvm::zip_equal(indices, type.getShape())) {
    std::string name = nameOf(index);
    flat = flat.empty() ? name : "(" + flat + ") * " + llvm::itostr(extent) + "i + " + name;
  }
  return nameOf(memref) + "[" + (flat.empty() ? "0i" : flat) + "]";
}

void ShaderPrinter::printStore(Value memref, ValueRange indices, Value value) {
  std::string name = nameOf(value);
  if (value.getType().isInteger(1))
    name = "select(0u, 1u, " + name + ")";
  line() << getElement(memref, indices) << " = " << name << ";\n";
}

void ShaderPrinter::assign(ArrayRef<std::string> variables, ValueRange values) {
  SmallVector<std::string> sources;
  for (Value value : values)
    sources.push_back(nameOf(value));
  // What another assignment changes is read before.
  for (auto [i, source] : llvm::enumerate(sources)) {
    if (variables[i] == source || !llvm::is_contained(variables, source))
      continue;
    std::string copy = makeName();
    line() << "let " << copy << " = " << source << ";\n";
    source = copy;
  }
  for (auto [variable, source] : llvm::zip_equal(variables, sources))
    if (variable != source)
      line() << variable << " = " << source << ";\n";
}

LogicalResult ShaderPrinter::printFor(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  SmallVector<std::string> variables;
  for (auto [argument, result, init] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getResults(), loop.getInitArgs())) {
    std::string type = getType(result.getType(), op);
    if (type.empty())
      return failure();
    std::string start = nameOf(init);
    std::string name = declare(argument);
    names[result] = name;
    line() << "var " << name << ": " << type << " = " << start << ";\n";
    variables.push_back(name);
  }
  Value counter = loop.getInductionVar();
  if (getType(counter.getType(), op).empty())
    return failure();
  std::string lower = nameOf(loop.getLowerBound());
  std::string name = declare(counter);
  std::string next = add(counter.getType(), name, nameOf(loop.getStep()));
  line() << "for (var " << name << " = " << lower << "; "
         << compare("<", loop.getUnsignedCmp(), counter, loop.getUpperBound()) << "; " << name << " = " << next
         << ") {\n";
  ++depth;
  if (failed(printBlock(*loop.getBody())))
    return failure();
  assign(variables, loop.getBody()->getTerminator()->getOperands());
  --depth;
  line() << "}\n";
  return success();
}

LogicalResult ShaderPrinter::printIf(Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  SmallVector<std::string> variables;
  for (Value result : branch.getResults()) {
    std::string type = getType(result.getType(), op);
    if (type.empty())
      return failure();
    variables.push_back(declare(result));
    line() << "var " << variables.back() << ": " << type << ";\n";
  }
  line() << "if (" << nameOf(branch.getCondition()) << ") {\n";
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    if (region->empty())
      continue;
    if (region == &branch.getElseRegion())
      line() << "} else {\n";
    ++depth;
    if (failed(printBlock(region->front())))
      return failure();
    assign(variables, region->front().getTerminator()->getOperands());
    --depth;
  }
  line() << "}\n";
  return success();
}

LogicalResult ShaderPrinter::printWhile(Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  SmallVector<std::string> before, after;
  for (auto [argument, init] : llvm::zip_equal(loop.getBeforeArguments(), loop.getInits())) {
    std::string type = getType(argument.getType(), op);
    if (type.empty())
      return failure();
    std::string start = nameOf(init);
    before.push_back(declare(argument));
    line() << "var " << before.back() << ": " << type << " = " << start << ";\n";
  }
  for (auto [argument, result] : llvm::zip_equal(loop.getAfterArguments(), loop.getResults())) {
    std::string type = getType(result.getType(), op);
    if (type.empty())
      return failure();
    after.push_back(declare(argument));
    names[result] = after.back();
    line() << "var " << after.back() << ": " << type << ";\n";
  }
  line() << "loop {\n";
  ++depth;
  scf::ConditionOp condition = loop.getConditionOp();
  if (failed(printBlock(*loop.getBeforeBody())))
    return failure();
  assign(after, condition.getArgs());
  line() << "if (!(" << nameOf(condition.getCondition()) << ")) { break; }\n";
  if (failed(printBlock(*loop.getAfterBody())))
    return failure();
  assign(before, loop.getAfterBody()->getTerminator()->getOperands());
  --depth;
  line() << "}\n";
  return success();
}

LogicalResult ShaderPrinter::printBlock(Block &block) {
  for (Operation &op : block)
    if (!op.hasTrait<OpTrait::IsTerminator>() && failed(printOp(&op)))
      return failure();
  return success();
}

LogicalResult ShaderPrinter::printOp(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return success(!getType(constant.getType(), op).empty());
  if (isa<scf::ForOp>(op))
    return printFor(op);
  if (isa<scf::IfOp>(op))
    return printIf(op);
  if (isa<scf::WhileOp>(op))
    return printWhile(op);
  if (isa<gpu::BarrierOp>(op)) {
    line() << "storageBarrier();\n";
    line() << "workgroupBarrier();\n";
    return success();
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    printStore(store.getMemRef(), store.getIndices(), store.getValue());
    return success();
  }
  if (auto alloca = dyn_cast<memref::AllocaOp>(op)) {
    MemRefType type = alloca.getType();
    if (!type.hasStaticShape() || !getStorageBytes(type.getElementType()))
      return op->emitOpError("has no form in WGSL");
    std::string name = declare(alloca.getResult());
    line() << "var " << name << ": array<" << getStorageType(type.getElementType()) << ", "
           << std::max<int64_t>(type.getNumElements(), 1) << ">;\n";
    return success();
  }
  // The same elements in another shape.
  if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op)) {
    names[op->getResult(0)] = nameOf(op->getOperand(0));
    return success();
  }
  if (op->getNumResults() != 1 || op->getNumRegions())
    return op->emitOpError("has no form in WGSL");
  Value result = op->getResult(0);
  if (getType(result.getType(), op).empty())
    return failure();
  // An operand that is a constant has no `let`; where all are, the compiler of WGSL
  // would compute, and refuse what is infinite or has no place in its type.
  bool isFolded = op->getNumOperands() && llvm::all_of(op->getOperands(), [](Value operand) {
                    return isa_and_nonnull<arith::ConstantOp>(operand.getDefiningOp());
                  });
  bool divides = isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op);
  SmallVector<Value> held;
  for (Value operand : op->getOperands())
    if (operand.getDefiningOp<arith::ConstantOp>() && !names.count(operand) &&
        (isFolded || (divides && operand == op->getOperand(1) && matchPattern(operand, m_Zero())))) {
      std::string text = nameOf(operand);
      std::string name = declare(operand);
      held.push_back(operand);
      line() << "let " << name << " = " << text << ";\n";
    }
  std::string text;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    text = getElement(load.getMemRef(), load.getIndices());
    if (result.getType().isInteger(1))
      text += " != 0u";
  } else if (std::optional<std::string> expression = getExpression(op)) {
    text = *expression;
  } else {
    return op->emitOpError("has no form in WGSL");
  }
  std::string name = declare(result);
  line() << "let " << name << " = " << text << ";\n";
  // The names are those of this block.
  for (Value operand : held)
    names.erase(operand);
  return success();
}
