//===- ReadMic3.cpp - mic@3 to modules ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader.h"

#include "Marks.h"
#include "SignatureEntries.h"

#include "Mind/Target/Evidence/Map.h"
#include "Mind/Target/Mic/Format/Walk.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

/// A power of two.
static constexpr size_t kMaxConstants = 4096;

Reader::Reader(MLIRContext *context, const File &file, TypeInference &inference)
    : context(context), file(file), inference(inference), payloads(context, file.strings, file.version),
      loc(UnknownLoc::get(context)), noAttributes(DictionaryAttr::get(context)),
      literalAttributes(DictionaryAttr::get(
          context, NamedAttribute(StringAttr::get(context, kLiteralAttrName), StringAttr::get(context, "int")))),
      i64(IntegerType::get(context, 64)), names(context),
      binaryNames{names.get<AddOp>(),          names.get<SubOp>(),          names.get<MulOp>(),
                  names.get<DivOp>(),          names.get<ModOp>(),          names.get<CompareOp>(),
                  names.get<CompareOp>(),      names.get<CompareOp>(),      names.get<CompareOp>(),
                  names.get<CompareOp>(),      names.get<CompareOp>(),      names.get<arith::AndIOp>(),
                  names.get<arith::OrIOp>(),   names.get<arith::XOrIOp>(),  names.get<ShlOp>(),
                  names.get<ShrOp>()},
      values(inference.getAllValues().size()), steps(inference.getSteps()),
      constants(std::min<size_t>(llvm::PowerOf2Ceil(values.size() + 1), kMaxConstants)) {
  constexpr CmpPredicate order[] = {CmpPredicate::Lt, CmpPredicate::Le, CmpPredicate::Gt,
                                    CmpPredicate::Ge, CmpPredicate::Eq, CmpPredicate::Ne};
  for (auto [attribute, predicate] : llvm::zip_equal(predicates, order))
    attribute = CmpPredicateAttr::get(context, predicate);
}

SmallVector<Value, 4> Reader::poolValues(uint32_t first, uint32_t count) const {
  SmallVector<Value, 4> result;
  for (uint32_t value : inference.getPool().slice(first, count))
    result.push_back(values[value]);
  return result;
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

void Reader::setIdList(Operation *op, ArrayRef<int64_t> ids) {
  if (ids.size() == 1 && !isa<func::FuncOp>(op))
    op->setAttr(kIdAttrName, integer(ids[0]));
  else if (!ids.empty())
    op->setAttr(kIdsAttrName, array(ids));
}

void Reader::setIds(Operation *op, const Step &step) {
  SmallVector<int64_t, 4> ids = std::move(openIds);
  openIds.clear();
  for (uint32_t i = 0; i < step.numDefs; ++i)
    ids.push_back(idOf(step.def + i));
  setIdList(op, ids);
}

//===----------------------------------------------------------------------===//
// The stream
//===----------------------------------------------------------------------===//

void Reader::readScriptSteps() {
  keepsIds = !inference.getScript().isDense;
  while (position < steps.size()) {
    const Step &step = steps[position++];
    switch (step.kind) {
    case uint8_t(Opcode::FnDef):
      readFunction(step.a);
      position = inference.getFunctions()[step.a].endSteps;
      break;
    case uint8_t(Opcode::Output): {
      OutputOp::Properties properties;
      create<OutputOp>({}, valueOf(step.a), properties);
      break;
    }
    default:
      readStep(step);
      break;
    }
  }
}

/// The stream but for functions that are resolved, as it is.
void Reader::readCarriers() {
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  Cursor cursor = file.at(file.stream);
  ArrayRef<uint32_t> functions = inference.getDefinedFunctions();
  for (uint64_t count = cursor.uleb(); count; --count) {
    if (file.bytes[cursor.getOffset()] != uint8_t(Opcode::FnDef)) {
      payloads.readCarrier(builder, loc, cursor);
      continue;
    }
    const Function &function = inference.getFunctions()[functions.front()];
    if (function.isResolved) {
      FieldHandler ignore;
      walkInstruction(cursor, ignore, file.version);
      position = function.beginSteps;
      readFunction(functions.front());
    } else {
      payloads.readCarrier(builder, loc, cursor);
    }
    functions = functions.drop_front();
  }
}

void Reader::setModuleAttributes(ArrayAttr reprStructs) {
  auto set = [&](StringRef name, ArrayAttr list) {
    if (list && !list.empty())
      (*module)->setAttr(name, list);
  };
  SmallVector<Attribute> exports;
  for (StringRef name : file.exports)
    exports.push_back(StringAttr::get(context, name));
  set(kExportsAttrName, ArrayAttr::get(context, exports));
  Cursor structs = file.at(file.structs), arrays = file.at(file.arrays);
  set(kStructsAttrName, payloads.readRegistry(structs, 'W'));
  set(kArraysAttrName, payloads.readRegistry(arrays, 'I'));
  set(kReprAttrName, reprStructs);
  if (file.types) {
    Cursor types = file.at(file.types);
    set(kTypesAttrName, cast<ArrayAttr>(payloads.readField(types, 'M')));
  }
  const Function &script = inference.getScript();
  if (script.isResolved ? file.nextId != script.idBound : file.nextId != 0)
    (*module)->setAttr(kNextIdAttrName, integer(file.nextId));
}

OwningOpRef<ModuleOp> Reader::read(ArrayAttr reprStructs) {
  module = ModuleOp::create(loc);
  block = module->getBody();
  if (inference.getScript().isResolved)
    readScriptSteps();
  else
    readCarriers();
  auto isInner = [&](StringRef name) { return this->isInner(name); };
  setModuleAttributes(applyMarks(*module, innerFunctions, isInner, reprStructs));
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// readMic3
//===----------------------------------------------------------------------===//

/// Fails for a file that has more than its canonical body and an epilogue.
static bool checkStrict(const File &file, FormatError &error) {
  Bytes canonical;
  if (!file.isCanonical)
    reemit(file, canonical);
  ArrayRef<uint8_t> body = file.getBody();
  if (!file.isCanonical && ArrayRef<uint8_t>(canonical) != body) {
    size_t position = std::mismatch(body.begin(), body.end(), canonical.begin(), canonical.end()).first - body.begin();
    error = {"the body differs from its own re-emission", position};
    return false;
  }
  ArrayRef<uint8_t> rest = file.getRest();
  evidence::Map map;
  if (rest.empty())
    return true;
  if (rest.front() != evidence::kMapSentinel) {
    error = {(Twine(rest.size()) + " bytes after the body are no epilogue").str(), file.bodySize};
    return false;
  }
  if (evidence::parseMap(rest, map, error))
    return true;
  error.position += file.bodySize;
  return false;
}

OwningOpRef<ModuleOp> mic::readMic3(ArrayRef<uint8_t> bytes, MLIRContext &context, const ReadOptions &options,
                                    FormatError &error) {
  File file;
  if (!readFile(bytes, file, error, options.maxBytes) || (options.strict && !checkStrict(file, error)))
    return {};
  // The canonical bytes of an accepted file are accepted, too.
  Bytes canonical;
  if (!file.isCanonical) {
    reemit(file, canonical);
    File again;
    if (!readFile(canonical, again, error, ~uint64_t(0)))
      return {};
    file = again;
  }
  loadMicExtension(context);
  context.loadDialect<MindDialect, func::FuncDialect, arith::ArithDialect, tensor::TensorDialect>();

  StreamRef stream{file.getBody(), file.stream, file.strings, file.version};
  SignatureEntries entries(context, file);
  std::optional<TypeInference> inference;
  entries.infer(stream, inference);
  return Reader(&context, file, *inference).read(entries.getOthers());
}
