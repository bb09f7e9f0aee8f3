//===- WriteMic3.cpp - modules to mic@3 -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"

#include "Mind/Dialect/Mic/IR/Payload.h"
#include "Mind/Target/Mic/Format/File.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

void Writer::refuse(Operation *op, const Twine &reason) {
  if (!hasFailed)
    emitError(op->getLoc()) << "mic@3 cannot hold this: " << reason << " [E7003]";
  hasFailed = true;
}

//===----------------------------------------------------------------------===//
// Kinds of ops
//===----------------------------------------------------------------------===//

static std::pair<OpKind, uint8_t> findKind(Operation *op) {
  using Result = std::pair<OpKind, uint8_t>;
  auto binary = [](BinOp kind) { return Result(OpKind::Binary, uint8_t(kind)); };
  auto opcode = [](OpKind kind, Opcode code) { return Result(kind, uint8_t(code)); };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](AddOp) { return binary(BinOp::Add); })
      .Case([&](SubOp) { return binary(BinOp::Sub); })
      .Case([&](MulOp) { return binary(BinOp::Mul); })
      .Case([&](DivOp) { return binary(BinOp::Div); })
      .Case([&](ModOp) { return binary(BinOp::Mod); })
      .Case([&](ShlOp) { return binary(BinOp::Shl); })
      .Case([&](ShrOp) { return binary(BinOp::Shr); })
      .Case([&](arith::AndIOp) { return binary(BinOp::And); })
      .Case([&](arith::OrIOp) { return binary(BinOp::Or); })
      .Case([&](arith::XOrIOp) { return binary(BinOp::Xor); })
      .Case([&](CompareOp) { return Result(OpKind::Compare, 0); })
      .Case([&](ReluOp) { return opcode(OpKind::Plain, Opcode::Relu); })
      .Case([&](ReluGradOp) { return opcode(OpKind::Plain, Opcode::ReluGrad); })
      .Case([&](DotOp) { return opcode(OpKind::Plain, Opcode::Dot); })
      .Case([&](MatmulOp) { return opcode(OpKind::Plain, Opcode::MatMul); })
      .Case([&](ConstantOp) { return Result(OpKind::Constant, 0); })
      .Case([&](FillOp) { return Result(OpKind::Fill, 0); })
      .Case([&](SumOp) { return opcode(OpKind::Reduce, Opcode::Sum); })
      .Case([&](MeanOp) { return opcode(OpKind::Reduce, Opcode::Mean); })
      .Case([&](ReshapeOp) { return Result(OpKind::Reshape, 0); })
      .Case([&](TransposeOp) { return Result(OpKind::Transpose, 0); })
      .Case([&](ExpandDimsOp) { return Result(OpKind::ExpandDims, 0); })
      .Case([&](SqueezeOp) { return Result(OpKind::Squeeze, 0); })
      .Case([&](IndexOp) { return Result(OpKind::Index, 0); })
      .Case([&](SliceOp) { return Result(OpKind::Slice, 0); })
      .Case([&](GatherOp) { return Result(OpKind::Gather, 0); })
      .Case([&](Conv2DOp) { return Result(OpKind::Conv, 0); })
      .Case([&](Conv2DGradInputOp) { return Result(OpKind::ConvGradInput, 0); })
      .Case([&](Conv2DGradFilterOp) { return Result(OpKind::ConvGradFilter, 0); })
      .Case([&](OutputOp) { return Result(OpKind::Output, 0); })
      .Case([&](func::CallOp) { return Result(OpKind::Call, 0); })
      .Case([&](IfOp) { return Result(OpKind::If, 0); })
      .Case([&](WhileOp) { return Result(OpKind::While, 0); })
      .Case([&](func::FuncOp) { return Result(OpKind::Function, 0); })
      .Case([&](mind::ReturnOp) { return Result(OpKind::Return, 0); })
      .Case([&](BreakOp) { return Result(OpKind::Break, 0); })
      .Case([&](ContinueOp) { return Result(OpKind::Continue, 0); })
      .Case([&](MicCarrierOp) { return Result(OpKind::Carrier, 0); })
      .Case<YieldOp, ConditionOp, func::ReturnOp>([&](Operation *) { return Result(OpKind::End, 0); })
      .Case<UnaryOp, AbsOp, FloorOp, CeilOp, RoundOp, IPowOp, CastOp, MaxOp, MinOp, PowOp, arith::SelectOp,
            tensor::CastOp, ReduceMaxOp, ArgmaxOp, BroadcastToOp, GatherGradOp, InsertOp, PrintOp, AssertOp>(
          [&](Operation *) { return Result(OpKind::Reserved, 0); })
      .Default(Result(OpKind::None, 0));
}

const std::pair<OpKind, uint8_t> &Writer::classify(Operation &op) {
  const void *name = op.getName().getAsOpaquePointer();
  CacheEntry &entry = cache[size_t(reinterpret_cast<uintptr_t>(name) * 0x9E3779B97F4A7C15u >> 57) % kCacheSize];
  if (LLVM_UNLIKELY(entry.name != name)) {
    entry.kind = findKind(&op);
    entry.name = name;
  }
  return entry.kind;
}

static BinOp getComparison(CmpPredicate predicate) {
  switch (predicate) {
  case CmpPredicate::Eq:
    return BinOp::Eq;
  case CmpPredicate::Ne:
    return BinOp::Ne;
  case CmpPredicate::Lt:
    return BinOp::Lt;
  case CmpPredicate::Le:
    return BinOp::Le;
  case CmpPredicate::Gt:
    return BinOp::Gt;
  case CmpPredicate::Ge:
    return BinOp::Ge;
  }
  llvm_unreachable("a predicate that does not exist");
}

/// Whether a carrier at `depth` does not nest deeper than files may.
static bool isShallow(MicCarrierOp op, unsigned depth) {
  if (depth >= kMaxDepth)
    return false;
  for (Region &region : op.getBodies())
    for (auto inner : region.getOps<MicCarrierOp>())
      if (!isShallow(inner, depth + 1))
        return false;
  return true;
}

void Writer::writeOp(Operation &op) {
  auto [kind, detail] = classify(op);
  auto binary = [&](BinOp code) {
    begin(Opcode::BinOp);
    define(op);
    builder.byte(uint8_t(code));
    use(op.getOperand(0));
    use(op.getOperand(1));
  };
  switch (kind) {
  case OpKind::Binary:
    binary(BinOp(detail));
    break;
  case OpKind::Compare:
    binary(getComparison(cast<CompareOp>(op).getPredicate()));
    break;
  case OpKind::Plain:
    begin(Opcode(detail));
    define(op);
    for (Value operand : op.getOperands())
      use(operand);
    break;
  case OpKind::Constant:
    writeConstant(cast<ConstantOp>(op));
    break;
  case OpKind::Fill:
    writeFill(cast<FillOp>(op));
    break;
  case OpKind::Reduce:
    writeReduce(op, Opcode(detail));
    break;
  case OpKind::Reshape:
    begin(Opcode::Reshape);
    define(op);
    use(op.getOperand(0));
    writeShape(cast<ReshapeOp>(op).getType());
    break;
  case OpKind::Transpose:
    writeTranspose(cast<TransposeOp>(op));
    break;
  case OpKind::ExpandDims:
  case OpKind::Squeeze:
  case OpKind::Gather:
    writeAxisOp(op, kind);
    break;
  case OpKind::Index:
    writeIndex(cast<IndexOp>(op));
    break;
  case OpKind::Slice:
    writeSlice(cast<SliceOp>(op));
    break;
  case OpKind::Conv:
    writeConv(cast<Conv2DOp>(op));
    break;
  case OpKind::ConvGradInput: {
    auto grad = cast<Conv2DGradInputOp>(op);
    writeConvGrad(op, Opcode::Conv2dGradInput, grad.getPadding(), grad.getStrides());
    break;
  }
  case OpKind::ConvGradFilter: {
    auto grad = cast<Conv2DGradFilterOp>(op);
    writeConvGrad(op, Opcode::Conv2dGradFilter, grad.getPadding(), grad.getStrides());
    break;
  }
  case OpKind::Output:
    begin(Opcode::Output);
    use(op.getOperand(0));
    break;
  case OpKind::Reserved:
    writeReserved(op);
    break;
  case OpKind::Call:
    writeCall(cast<func::CallOp>(op));
    break;
  case OpKind::If:
    writeIf(cast<IfOp>(op), {op.getIterator(), op.getIterator()});
    break;
  case OpKind::While:
    writeWhile(cast<WhileOp>(op));
    break;
  case OpKind::Function:
    writeFunction(cast<func::FuncOp>(op));
    break;
  case OpKind::Return:
    writeReturn(op, /*isTail=*/false);
    break;
  case OpKind::Break:
    writeExit(op, Opcode::Break);
    break;
  case OpKind::Continue:
    writeExit(op, Opcode::Continue);
    break;
  case OpKind::Carrier:
    if (!isShallow(cast<MicCarrierOp>(op), depth))
      return refuse(&op, "it is nested more than " + Twine(kMaxDepth - 1) + " deep");
    ++count;
    writeCarrier(builder, cast<MicCarrierOp>(op), hasTypes);
    break;
  case OpKind::End:
    break;
  case OpKind::None:
    refuse(&op, "it has no instruction for '" + op.getName().getStringRef() + "'");
    break;
  }
}

void Writer::writeOps(Range ops) {
  if (LLVM_UNLIKELY(ids.hasConditions()))
    return writeOpsWithConditions(ops);
  for (Operation &op : ops) {
    if (function && function->isPlain)
      function->isPlain = staysPlain(op);
    writeOp(op);
  }
}

void Writer::writeOpsWithConditions(Range ops) {
  // The stream of a condition is in the range before its op: from the end, whose
  // condition an op belongs to.
  SmallVector<std::pair<Block::iterator, IfOp>> conditions;
  for (Block::iterator at = ops.end(); at != ops.begin();) {
    auto choice = dyn_cast<IfOp>(*--at);
    auto length = choice ? choice->getAttrOfType<IntegerAttr>(kCondAttrName) : IntegerAttr();
    if (!length || !length.getType().isSignlessInteger(64) || length.getInt() <= 0)
      continue;
    for (int64_t i = length.getInt(); i && at != ops.begin(); --i)
      --at;
    conditions.push_back({at, choice});
  }
  for (Block::iterator at = ops.begin(); at != ops.end(); ++at) {
    if (function && function->isPlain)
      function->isPlain = staysPlain(*at);
    if (conditions.empty() || conditions.back().first != at) {
      writeOp(*at);
      continue;
    }
    IfOp choice = conditions.pop_back_val().second;
    writeIf(choice, {at, choice->getIterator()});
    at = choice->getIterator();
  }
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

bool Writer::checkAttributes() {
  auto isOptional = [&](StringRef name, llvm::function_ref<bool(ArrayAttr)> holds) {
    Attribute attribute = module->getAttr(name);
    if (attribute && !(isa<ArrayAttr>(attribute) && holds(cast<ArrayAttr>(attribute))))
      refuse(module, "the attribute " + name + " is malformed");
  };
  isOptional(kExportsAttrName, [](ArrayAttr list) { return isField(list, 'W'); });
  isOptional(kStructsAttrName, [](ArrayAttr list) { return isRegistry(list, 'W'); });
  isOptional(kArraysAttrName, [](ArrayAttr list) { return isRegistry(list, 'I'); });
  isOptional(kReprAttrName, [](ArrayAttr list) { return isRegistry(list, kTypeField); });
  isOptional(kTypesAttrName, [](ArrayAttr list) { return isField(list, 'M'); });

  auto hasTable = [](Operation *op) {
    auto table = op->getAttrOfType<ArrayAttr>(kTypesAttrName);
    return table && !table.empty();
  };
  hasTypes = hasTable(module);
  for (Operation &op : *module.getBody()) {
    auto carrier = dyn_cast<MicCarrierOp>(op);
    hasCarriers |= bool(carrier);
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function && !carrier)
      continue;
    if (function) {
      functionNames.insert(function.getName());
      Attribute table = op.getAttr(kTypesAttrName);
      if (table && !isField(table, 'M'))
        refuse(&op, "the attribute " + kTypesAttrName + " is malformed");
    } else if (carrier.getOpcode() == getOpcodeName(uint8_t(Opcode::FnDef))) {
      functionNames.insert(cast<StringAttr>(carrier.getPayload()[0]).getValue());
    }
    hasTypes = hasTypes || (carrier ? hasTypeTable(carrier) : hasTable(&op));
  }
  return !hasFailed;
}

static SmallVector<StringRef, 4> getExports(ModuleOp module) {
  SmallVector<StringRef, 4> names;
  if (auto exports = module->getAttrOfType<ArrayAttr>(kExportsAttrName))
    for (Attribute name : exports)
      names.push_back(cast<StringAttr>(name).getValue());
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return names;
}

void Writer::writeRegistry(StringRef attribute, char field) {
  // The last of a name wins.
  std::map<StringRef, Attribute> entries;
  if (auto list = module->getAttrOfType<ArrayAttr>(attribute))
    for (Attribute element : list) {
      auto entry = cast<ArrayAttr>(element);
      entries[cast<StringAttr>(entry[0]).getValue()] = entry[1];
    }
  builder.uleb(entries.size());
  for (auto [name, payload] : entries) {
    builder.string(name);
    writeField(builder, payload, field, hasTypes);
  }
}

LogicalResult Writer::write(Bytes &file) {
  if (!checkAttributes())
    return failure();
  ids.enterScope(module);
  uint64_t outerCount;
  size_t mark = beginRegion(outerCount);
  Block *body = module.getBody();
  writeOps({body->begin(), body->end()});
  endRegion(mark, outerCount);
  uint64_t nextId = ids.leaveScope();
  if (hasFailed)
    return failure();

  SmallVector<StringRef, 4> exports = getExports(module);
  // Entries for signatures are found by the stream, whose strings come first.
  ReprStructs entries = collectReprStructs(exports);
  for (StringRef name : exports)
    builder.intern(name);
  writeRegistry(kStructsAttrName, 'W');
  writeRegistry(kArraysAttrName, 'I');
  writeReprStructs(entries);
  if (hasTypes)
    writeTypes(module);
  for (StringRef text : builder.getStrings())
    if (!llvm::json::isUTF8(text))
      refuse(module, "a string is not UTF-8");
  if (hasFailed)
    return failure();
  builder.finish(nextId, exports, hasTypes, file);

  // The ids of carriers count, too, and there may be more of them.
  File check;
  FormatError error;
  if (hasCarriers && readFile(file, check, error, ~uint64_t(0)) && check.nextId > nextId)
    builder.finish(check.nextId, exports, hasTypes, file);
  return success();
}

void Writer::writeTypes(Operation *op) {
  auto table = op->getAttrOfType<ArrayAttr>(kTypesAttrName);
  if (table)
    writeField(builder, table, 'M', hasTypes);
  else
    builder.uleb(0);
}

LogicalResult mic::writeMic3(ModuleOp module, const WriteOptions &options, Bytes &file) {
  return Writer(module, options).write(file);
}

LogicalResult mic::writeMic3(ModuleOp module, const WriteOptions &options, Bytes &file, std::string &reason) {
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &fault) {
    std::string message = fault.str();
    StringRef text(message);
    text.consume_back(" [E7003]");
    llvm::raw_string_ostream os(reason = text.str());
    if (auto loc = dyn_cast<FileLineColLoc>(fault.getLocation()))
      os << " (" << loc.getFilename().getValue() << ':' << loc.getLine() << ':' << loc.getColumn() << ')';
    return success();
  });
  return writeMic3(module, options, file);
}
