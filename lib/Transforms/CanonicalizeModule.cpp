//===- CanonicalizeModule.cpp - the canonical form of mic -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of the format, on the ops of the module's body: what the format holds in
// the regions of a While, an If (its condition included) or a function is left as it
// is. Numbers of values stay: they become attributes as soon as one of them is gone.
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mic/IR/ValueIds.h"
#include "Mind/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace mind {
#define GEN_PASS_DEF_CANONICALIZEMODULE
#include "Mind/Transforms/Passes.h.inc"

namespace {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The integer that a constant of rank 0 is, if it is one.
std::optional<int64_t> getInteger(Attribute attribute, Type type) {
  auto value = dyn_cast_if_present<DenseElementsAttr>(attribute);
  std::optional<DType> dtype = getDType(type);
  if (!value || value.getNumElements() != 1 || !dtype)
    return std::nullopt;
  if (*dtype == DType::I1)
    return value.getSplatValue<bool>();
  if (*dtype == DType::Q16) {
    int64_t raw = value.getSplatValue<APInt>().getSExtValue();
    return raw % 65536 == 0 ? std::optional(raw / 65536) : std::nullopt;
  }
  if (isInt(*dtype))
    return value.getSplatValue<APInt>().getSExtValue();
  APSInt integer(64, /*isUnsigned=*/false);
  bool isExact = false;
  APFloat number = value.getSplatValue<APFloat>();
  number.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  if (!isExact || (number.isZero() && number.isNegative()))
    return std::nullopt;
  return integer.getExtValue();
}

/// The number that the format writes as ConstI64, if it does.
std::optional<int64_t> getWrittenInteger(ConstantOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  if (type.getRank() != 0)
    return std::nullopt;
  auto literal = op->getAttrOfType<StringAttr>(mic::kLiteralAttrName);
  bool isWritten = type.getElementType().isInteger(64) || (literal && literal.getValue() == "int");
  return isWritten ? getInteger(op.getValue(), type) : std::nullopt;
}

/// What the format computes of two integers: exact, or nothing.
std::optional<int64_t> compute(Operation *op, int64_t lhs, int64_t rhs) {
  int64_t result;
  bool divides = rhs != 0 && !(lhs == INT64_MIN && rhs == -1);
  if (isa<AddOp>(op))
    return llvm::AddOverflow(lhs, rhs, result) ? std::nullopt : std::optional(result);
  if (isa<SubOp>(op))
    return llvm::SubOverflow(lhs, rhs, result) ? std::nullopt : std::optional(result);
  if (isa<MulOp>(op))
    return llvm::MulOverflow(lhs, rhs, result) ? std::nullopt : std::optional(result);
  if (isa<DivOp>(op))
    return divides ? std::optional(lhs / rhs) : std::nullopt;
  if (isa<ModOp>(op))
    return divides ? std::optional(lhs % rhs) : std::nullopt;
  if (isa<arith::AndIOp>(op))
    return lhs & rhs;
  if (isa<arith::OrIOp>(op))
    return lhs | rhs;
  if (isa<arith::XOrIOp>(op))
    return lhs ^ rhs;
  if (isa<ShlOp>(op))
    return int64_t(uint64_t(lhs) << (rhs & 63));
  if (isa<ShrOp>(op))
    return lhs >> (rhs & 63);
  auto compare = dyn_cast<CompareOp>(op);
  if (!compare)
    return std::nullopt;
  switch (compare.getPredicate()) {
  case CmpPredicate::Eq:
    return lhs == rhs;
  case CmpPredicate::Ne:
    return lhs != rhs;
  case CmpPredicate::Lt:
    return lhs < rhs;
  case CmpPredicate::Le:
    return lhs <= rhs;
  case CmpPredicate::Gt:
    return lhs > rhs;
  case CmpPredicate::Ge:
    return lhs >= rhs;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Canonicalizer
//===----------------------------------------------------------------------===//

class Canonicalizer {
public:
  Canonicalizer(ModuleOp module, bool compatible, bool reaps = true)
      : module(module), compatible(compatible), reaps(reaps) {}

  void run() {
    if (reaps)
      numReaped = reap();
    // Carriers name values by number, which an op cannot know.
    if (llvm::any_of(module.getOps<MicCarrierOp>(),
                     [](MicCarrierOp op) { return op.getOpcode() != mic::getOpcodeName(uint8_t(mic::Opcode::FnDef)); }))
      return;
    hasIds = module->hasAttr(mic::kNextIdAttrName) || llvm::any_of(*module.getBody(), [](Operation &op) {
               return op.hasAttr(mic::kIdAttrName) || op.hasAttr(mic::kIdsAttrName);
             });
    findConditions();
    prune();
    reorder();
    fold();
    prune();
    if (hasIds)
      finishIds();
  }

  unsigned numReaped = 0, numPruned = 0, numSwapped = 0, numFolded = 0;

private:
  unsigned reap();
  void findConditions();
  void prune();
  void reorder();
  void fold();
  void erase(Operation *op);
  void finishIds();

  /// Ops of the body that the format has in its top-level stream.
  bool isInStream(Operation *op) const { return !conditionOps.contains(op); }

  ModuleOp module;
  bool compatible, reaps;
  /// Ops before a `mind.if` that are the stream of its condition.
  SmallPtrSet<Operation *, 8> conditionOps;
  bool hasIds = false;
};

void Canonicalizer::findConditions() {
  for (auto choice : module.getOps<IfOp>()) {
    auto length = choice->getAttrOfType<IntegerAttr>(mic::kCondAttrName);
    Operation *op = choice;
    for (int64_t i = length && length.getType().isSignlessInteger(64) ? length.getInt() : 0; i > 0; --i)
      if ((op = op->getPrevNode()))
        conditionOps.insert(op);
      else
        break;
  }
}

void Canonicalizer::erase(Operation *op) {
  // Before a number goes, all are written down.
  if (!std::exchange(hasIds, true))
    mic::setIdAttributes(module);
  op->erase();
  ++numPruned;
}

//===----------------------------------------------------------------------===//
// Unused values
//===----------------------------------------------------------------------===//

void Canonicalizer::prune() {
  Operation *op = module.getBody()->empty() ? nullptr : &module.getBody()->back();
  while (op) {
    Operation *previous = op->getPrevNode();
    bool isValue = op->getNumResults() != 0 && !isa<WhileOp>(op) && isInStream(op);
    if (isValue && op->use_empty() && isMemoryEffectFree(op)) {
      SmallVector<Operation *> condition;
      if (isa<IfOp>(op))
        for (Operation *part = previous; part && conditionOps.contains(part); part = part->getPrevNode())
          condition.push_back(part);
      // The condition goes with its op, but for a value that is used elsewhere.
      erase(op);
      for (Operation *part : condition)
        if (conditionOps.erase(part); part->use_empty() && isMemoryEffectFree(part)) {
          previous = part->getPrevNode();
          erase(part);
        }
    }
    op = previous;
  }
}

//===----------------------------------------------------------------------===//
// Operands in the order of their numbers
//===----------------------------------------------------------------------===//

void Canonicalizer::reorder() {
  std::optional<mic::ValueIds> ids;
  for (Operation &op : *module.getBody()) {
    if (!isa<AddOp, MulOp>(op) || op.getOperand(0) == op.getOperand(1) || !isInStream(&op))
      continue;
    if (!ids)
      ids.emplace(module);
    if (ids->getId(op.getOperand(0)) <= ids->getId(op.getOperand(1)))
      continue;
    Value lhs = op.getOperand(0);
    op.setOperand(0, op.getOperand(1));
    op.setOperand(1, lhs);
    ++numSwapped;
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

void Canonicalizer::fold() {
  struct Known {
    int64_t number;
    /// The same in the type of the value.
    Attribute value;
  };
  DenseMap<Value, Known> known;
  SmallVector<Operation *> foldable;
  for (Operation &op : *module.getBody()) {
    if (!isInStream(&op))
      continue;
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      if (std::optional<int64_t> number = getWrittenInteger(constant))
        known[constant] = {*number, constant.getValue()};
      continue;
    }
    if (op.getNumOperands() != 2 || op.getNumResults() != 1)
      continue;
    auto lhs = known.find(op.getOperand(0)), rhs = known.find(op.getOperand(1));
    if (lhs == known.end() || rhs == known.end())
      continue;
    std::optional<int64_t> number = compute(&op, lhs->second.number, rhs->second.number);
    if (!number)
      continue;
    // The type may say otherwise: 1 / 2 of floats, a shift of an i32.
    SmallVector<OpFoldResult> results;
    if (failed(op.fold({lhs->second.value, rhs->second.value}, results)) || results.empty())
      continue;
    Attribute value = dyn_cast<Attribute>(results[0]);
    if (auto same = dyn_cast<Value>(results[0]))
      value = known.lookup(same).value;
    if (getInteger(value, op.getResult(0).getType()) != number)
      continue;
    known[op.getResult(0)] = {*number, value};
    foldable.push_back(&op);
  }

  Builder builder(module.getContext());
  auto i64Scalar = RankedTensorType::get({}, builder.getI64Type());
  for (Operation *op : llvm::reverse(foldable)) {
    Known result = known.lookup(op->getResult(0));
    Type type = op->getResult(0).getType();
    // A truth value is an integer where it is only shown; what needs a truth value
    // keeps the comparison, and so does the result, which would be printed as a number.
    bool isBool = cast<RankedTensorType>(type).getElementType().isInteger(1);
    if (isBool) {
      auto keepsType = [&](Operation *user) {
        auto output = dyn_cast<OutputOp>(user);
        return !output || (output.getResult() && !compatible);
      };
      if (llvm::any_of(op->getUsers(), keepsType))
        continue;
      type = i64Scalar;
      result.value = DenseElementsAttr::get(i64Scalar, result.number);
    }
    OpBuilder at(op);
    OperationState state(op->getLoc(), ConstantOp::getOperationName());
    state.addTypes(type);
    state.getOrAddProperties<ConstantOp::Properties>().value = cast<ElementsAttr>(result.value);
    Operation *constant = at.create(state);
    constant->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    if (type != i64Scalar)
      constant->setDiscardableAttr(mic::kLiteralAttrName, builder.getStringAttr("int"));
    op->getResult(0).replaceAllUsesWith(constant->getResult(0));
    op->erase();
    ++numFolded;
  }
}

//===----------------------------------------------------------------------===//
// Functions below their threshold
//===----------------------------------------------------------------------===//

unsigned Canonicalizer::reap() {
  SmallVector<func::FuncOp> functions;
  for (Operation &op : *module.getBody()) {
    if (auto carrier = dyn_cast<MicCarrierOp>(op)) {
      // Its third field but one is the threshold.
      if (carrier.getOpcode() == mic::getOpcodeName(uint8_t(mic::Opcode::FnDef)) &&
          isa<UnitAttr>(carrier.getPayload()[3]))
        return 0;
      continue;
    }
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function)
      continue;
    if (!function->hasAttrOfType<FloatAttr>(mic::kReapAttrName))
      return 0;
    functions.push_back(function);
  }
  if (functions.empty())
    return 0;

  DenseSet<StringRef> called;
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      called.insert(call.getCallee());
    else if (auto carrier = dyn_cast<MicCarrierOp>(op);
             carrier && carrier.getOpcode() == mic::getOpcodeName(uint8_t(mic::Opcode::Call)))
      called.insert(cast<StringAttr>(carrier.getPayload()[1]).getValue());
  });

  mic::ValueIds ids(module);
  Builder builder(module.getContext());
  auto number = [&](int64_t value) -> Attribute { return builder.getI64IntegerAttr(value); };
  unsigned count = 0;
  for (func::FuncOp function : functions) {
    if (called.contains(function.getName()) || function.isExternal())
      continue;
    // The format's own form of it: nothing calls it, and it has no body to run.
    auto names = function->getAttrOfType<ArrayAttr>(kParamsAttrName);
    SmallVector<Attribute> params;
    for (auto [index, argument] : llvm::enumerate(function.getArguments())) {
      bool hasName = names && index < names.size() && isa<StringAttr>(names[index]);
      params.push_back(builder.getArrayAttr({hasName ? names[index] : builder.getStringAttr(""),
                                             number(int64_t(ids.getId(argument)))}));
    }
    auto end = cast<func::ReturnOp>(function.getBody().back().getTerminator());
    std::optional<uint64_t> returned;
    if (end.getNumOperands() == 1)
      returned = ids.getId(end.getOperand(0));
    else if (end.getNumOperands() > 1)
      returned = ids.getIds(end).front();
    Attribute types = function->getAttr(mic::kTypesAttrName);
    OpBuilder at(function);
    auto makeCarrier = [&](mic::Opcode opcode, ArrayRef<Attribute> payload, unsigned numRegions) {
      return MicCarrierOp::create(at, function.getLoc(), builder.getStringAttr(mic::getOpcodeName(uint8_t(opcode))),
                                  builder.getArrayAttr(payload), numRegions);
    };
    MicCarrierOp carrier =
        makeCarrier(mic::Opcode::FnDef,
                    {builder.getStringAttr(function.getName()), builder.getArrayAttr(params),
                     returned ? number(int64_t(*returned)) : Attribute(builder.getUnitAttr()),
                     function->getAttr(mic::kReapAttrName), types ? types : builder.getArrayAttr({})},
                    /*numRegions=*/1);
    at.setInsertionPointToStart(&carrier.getBodies().front().emplaceBlock());
    makeCarrier(mic::Opcode::ConstI64, {number(returned ? int64_t(*returned) : -1), number(0)}, /*numRegions=*/0);
    function.erase();
    ++count;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Numbers of values
//===----------------------------------------------------------------------===//

/// Ids that the format mentions in the top-level stream, in its order.
void collectIds(const mic::ValueIds &ids, Block &block, SmallVectorImpl<uint64_t> &found) {
  for (Operation &op : block) {
    if (isa<func::FuncOp, MicCarrierOp>(op))
      continue;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        collectIds(ids, inner, found);
    llvm::append_range(found, ids.getIds(&op));
  }
}

void Canonicalizer::finishIds() {
  mic::ValueIds ids(module);
  SmallVector<uint64_t> found;
  collectIds(ids, *module.getBody(), found);
  uint64_t nextId = found.empty() ? 0 : *llvm::max_element(found) + 1;
  // What is numbered like this anyway needs no attributes.
  bool isDense = nextId == found.size() && llvm::is_sorted(found);
  if (!isDense) {
    Builder builder(module.getContext());
    module->setAttr(mic::kNextIdAttrName, builder.getI64IntegerAttr(int64_t(nextId)));
    return;
  }
  module->removeAttr(mic::kNextIdAttrName);
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<func::FuncOp>(op))
      return WalkResult::skip();
    op->removeDiscardableAttr(mic::kIdAttrName);
    op->removeDiscardableAttr(mic::kIdsAttrName);
    return WalkResult::advance();
  });
}

struct CanonicalizeModule : impl::CanonicalizeModuleBase<CanonicalizeModule> {
  using Base::Base;

  void runOnOperation() override {
    Canonicalizer canonicalizer(getOperation(), compatible);
    canonicalizer.run();
    numReaped += canonicalizer.numReaped;
    numPruned += canonicalizer.numPruned;
    numSwapped += canonicalizer.numSwapped;
    numFolded += canonicalizer.numFolded;
  }
};

} // namespace

void canonicalizeModule(ModuleOp module, bool compatible, bool reaps) {
  Canonicalizer(module, compatible, reaps).run();
}

} // namespace mind
