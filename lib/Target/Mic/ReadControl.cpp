//===- ReadControl.cpp - functions and control flow from steps ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void Reader::readRegion(Region &region, ArrayRef<uint32_t> arguments) {
  mlir::Block *outer = std::exchange(block, new mlir::Block());
  unsigned outerOps = std::exchange(numOps, 0);
  region.push_back(block);
  for (uint32_t argument : arguments)
    values[argument] = block->addArgument(typeOf(argument), loc);
  for (bool hasEnded = false; !hasEnded;) {
    const Step &step = steps[position++];
    hasEnded = true;
    switch (step.kind) {
    case Step::Yield:
      create<YieldOp>({}, poolValues(step.a, step.b));
      break;
    case Step::Condition:
      create<ConditionOp>({}, valueOf(step.a));
      break;
    case uint8_t(Opcode::Return):
      readReturn(step);
      break;
    case uint8_t(Opcode::Break):
      create<BreakOp>({}, poolValues(step.a, step.b));
      break;
    case uint8_t(Opcode::Continue):
      create<ContinueOp>({}, poolValues(step.a, step.b));
      break;
    default:
      hasEnded = false;
      readStep(step);
      break;
    }
  }
  block = outer;
  numOps = outerOps;
}

ArrayAttr Reader::readNames(FieldCursor &cursor, uint64_t count, bool keepEmpty) {
  SmallVector<Attribute, 4> list;
  bool hasNames = false;
  for (; count; --count) {
    list.push_back(string(cursor.uleb()));
    hasNames |= !cast<StringAttr>(list.back()).empty();
    cursor.uleb();
  }
  return hasNames || keepEmpty ? ArrayAttr::get(context, list) : ArrayAttr();
}

//===----------------------------------------------------------------------===//
// If and While
//===----------------------------------------------------------------------===//

void Reader::readIf(const Step &step) {
  bool hasValue = this->hasValue(step);
  uint32_t first = step.def + !hasValue, numResults = step.numDefs - !hasValue;
  SmallVector<Type, 4> types;
  for (uint32_t i = 0; i < numResults; ++i)
    types.push_back(typeOf(first + i));
  unsigned numConditionOps = 0;
  if (step.b)
    numConditionOps = numOps - conditions.pop_back_val();
  Operation *op = create<IfOp>(types, valueOf(step.a), /*numRegions=*/2);

  ++depth;
  for (unsigned branch : {0, 1}) {
    bool leaves = step.sub & (branch ? IfElseLeaves : IfThenLeaves);
    // Nothing there and nothing to give: no region.
    if (branch && !leaves && (step.sub & IfElseIsEmpty) && numResults == 0) {
      ++position;
      break;
    }
    readRegion(op->getRegion(branch), {});
    if (!leaves && !hasValue)
      op->getRegion(branch).front().back().eraseOperand(0);
  }
  --depth;

  for (uint32_t i = 0; i < numResults; ++i)
    values[first + i] = op->getResult(i);
  if (numConditionOps)
    op->setAttr(kCondAttrName, integer(numConditionOps));
  if (hasValue)
    op->setAttr(kValuesAttrName, integer(1));
  FieldCursor cursor = fieldsOf(step);
  uint64_t numNames = cursor.uleb();
  // By its names the writer knows merges that it need not help with their types.
  bool isUnreached = numNames && (step.sub & IfThenLeaves) && (step.sub & IfElseLeaves);
  if (ArrayAttr names = readNames(cursor, numNames, isUnreached))
    op->setAttr(kNamesAttrName, names);
  keepIds(op, step);
}

void Reader::readWhile(const Step &step) {
  SmallVector<int64_t, 4> copies = std::move(openIds);
  openIds.clear();
  SmallVector<Type, 4> types;
  SmallVector<uint32_t, 4> variables;
  for (uint32_t i = 0; i < step.b; ++i) {
    variables.push_back(step.c + i);
    types.push_back(typeOf(step.c + i));
  }
  Operation *op = create<WhileOp>(types, poolValues(step.a, step.b), /*numRegions=*/2);
  ++depth;
  readRegion(op->getRegion(0), variables);
  readRegion(op->getRegion(1), variables);
  --depth;
  for (uint32_t i = 0; i < step.b; ++i)
    values[step.def + i] = op->getResult(i);
  FieldCursor cursor = fieldsOf(step);
  if (ArrayAttr names = readNames(cursor, step.b))
    op->setAttr(kNamesAttrName, names);
  openIds = std::move(copies);
  keepIds(op, step);
}

//===----------------------------------------------------------------------===//
// Functions and calls
//===----------------------------------------------------------------------===//

void Reader::readFunction(uint32_t index) {
  const Function &function = inference.getFunctions()[index];
  if (!function.isResolved) {
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    Cursor cursor = file.at(function.offset);
    payloads.readCarrier(builder, loc, cursor);
    ++numOps;
    return;
  }
  bool outerKeepsIds = std::exchange(keepsIds, !function.isDense);
  Signature signature = inference.getSignature(function);
  SmallVector<Type, 4> params(signature.params.begin(), signature.params.end());
  SmallVector<Type, 4> results(signature.results.begin(), signature.results.end());
  StringRef name = file.strings[function.name];
  func::FuncOp::Properties properties;
  properties.sym_name = StringAttr::get(context, name);
  properties.function_type = TypeAttr::get(FunctionType::get(context, params, results));
  Operation *op = create<func::FuncOp>({}, {}, properties, /*numRegions=*/1);
  SmallVector<int64_t, 4> ids;
  if (function.derivative) {
    setDerivative(op, inference.getReserved(*function.derivative));
  } else {
    if (function.isCalled && isInner(name))
      innerFunctions.push_back(cast<func::FuncOp>(op));
    // The parameters are the first values.
    SmallVector<uint32_t, 4> arguments;
    for (uint32_t i = 0; i < params.size(); ++i) {
      arguments.push_back(function.beginValues + i);
      ids.push_back(idOf(arguments.back()));
    }
    position = function.beginSteps;
    readRegion(op->getRegion(0), arguments);
  }

  FieldCursor cursor = fieldsAt(function.offset + 1);
  cursor.uleb();
  uint64_t numNames = cursor.uleb();
  if (ArrayAttr names = readNames(cursor, numNames))
    op->setAttr(kParamsAttrName, names);
  if (function.reapBits)
    op->setAttr(kReapAttrName, FloatAttr::get(Float64Type::get(context), llvm::bit_cast<double>(*function.reapBits)));
  if (function.types) {
    Cursor types = file.at(function.types);
    op->setAttr(kTypesAttrName, payloads.readField(types, 'M'));
  }
  if (keepsIds && !ids.empty())
    op->setAttr(kIdsAttrName, array(ids));
  keepsIds = outerKeepsIds;
}

/// Makes a declaration of a derivative, which is private as every declaration is.
void Reader::setDerivative(Operation *op, const ReservedCall &call) {
  SymbolTable::setSymbolVisibility(op, SymbolTable::Visibility::Private);
  mlir::Builder builder(context);
  NamedAttrList entries;
  entries.append("kind", builder.getStringAttr(call.text));
  if (!call.of.empty()) {
    entries.append("of", FlatSymbolRefAttr::get(context, call.of));
    entries.append("wrt", array(call.axes));
  }
  op->setAttr(kDerivativeAttrName, entries.getDictionary(context));
}

void Reader::readReturn(const Step &step) {
  Operation *op = depth == 0 ? create<func::ReturnOp>({}, poolValues(step.a, step.b))
                             : create<ReturnOp>({}, poolValues(step.a, step.b));
  if (step.sub)
    op->setAttr(kTailAttrName, UnitAttr::get(context));
  if (keepsIds && step.c)
    setIdList(op, {int64_t(idOf(step.c))});
}

void Reader::readCall(const Step &step) {
  const Function &callee = inference.getFunctions()[step.c];
  SmallVector<Type, 2> types;
  for (const TypeInference::TypeRef &type : callee.results)
    types.push_back(inference.getShapes().getType(type.shape, DType(type.element)));
  func::CallOp::Properties properties;
  properties.callee = FlatSymbolRefAttr::get(context, file.strings[callee.name]);
  Operation *op = create<func::CallOp>(types, poolValues(step.a, step.b), properties);
  // The call itself comes first if there are several results.
  uint32_t first = step.def + (types.size() > 1);
  for (uint32_t i = 0; i < types.size(); ++i)
    values[first + i] = op->getResult(i);
  keepIds(op, step);
}

void Reader::readReserved(const Step &step) {
  const ReservedCall &call = inference.getReserved(step.c);
  SmallVector<Value, 4> operands = poolValues(step.a, step.b);
  Operation *op;
  if (call.kind == ReservedKind::Unary) {
    UnaryOp::Properties properties;
    properties.kind = UnaryKindAttr::get(context, call.unary);
    op = create<UnaryOp>(typeOf(step.def), operands, properties);
  } else {
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    op = buildReservedCall(builder, loc, call, operands);
    ++numOps;
  }
  if (op->getNumResults())
    values[step.def] = op->getResult(0);
  keepIds(op, step);
}
