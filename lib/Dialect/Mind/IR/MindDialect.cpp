//===- MindDialect.cpp - the mind dialect ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindDialect.h"
#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/Checkpoint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mind;

#include "Mind/Dialect/Mind/IR/MindDialect.cpp.inc"

namespace {
/// Functions are inlined, but for an early exit, which would leave the caller.
struct MindInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *op, Region *, bool, IRMapping &) const final { return !isa<ReturnOp>(op); }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
};
} // namespace

void MindDialect::initialize() {
  addInterfaces<MindInlinerInterface>();
  registerTypes();
  registerAttributes();
  registerCoreOps();
  registerSupportOps();
  registerGradOps();
  registerStructureOps();
}

Operation *MindDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!elements || !tensorType ||
      elements.getShapedType().getShape() != tensorType.getShape())
    return nullptr;
  return ConstantOp::create(builder, loc, tensorType, elements);
}

bool mind::isDerivativeKind(StringRef kind) {
  return llvm::is_contained({"grad", "value_and_grad", "pullback", "jvp"}, kind);
}

/// `{kind = "grad", of = @f, wrt = array<i64: 0>}`.
static bool isDerivative(Attribute attribute) {
  auto dictionary = dyn_cast<DictionaryAttr>(attribute);
  if (!dictionary)
    return false;
  auto kind = dictionary.getAs<StringAttr>("kind");
  auto wrt = dictionary.getAs<DenseI64ArrayAttr>("wrt");
  // The gradient of the first argument by the others, where it is called.
  if (kind && kind.getValue() == "value")
    return dictionary.size() == 1;
  return dictionary.size() == 3 && kind && isDerivativeKind(kind.getValue()) && wrt &&
         !wrt.empty() && dictionary.getAs<FlatSymbolRefAttr>("of");
}

/// How many states of a loop are kept, as many as the source can say.
static bool isSegmentsAttr(Attribute value) {
  auto segments = dyn_cast<IntegerAttr>(value);
  return segments && segments.getType().isInteger(64) && isSegments(segments.getInt());
}

/// What `@checkpoint(...)` with arguments says: some of policy, save and segments.
static bool isCheckpoint(Attribute value) {
  auto entries = cast<DictionaryAttr>(value);
  return !entries.empty() && llvm::all_of(entries, [](NamedAttribute entry) {
    if (entry.getName() == "policy") {
      auto policy = dyn_cast<StringAttr>(entry.getValue());
      return policy && isKeepingPolicy(policy.getValue());
    }
    if (entry.getName() == "save") {
      auto names = dyn_cast<ArrayAttr>(entry.getValue());
      return names && !names.empty() && llvm::all_of(names, [](Attribute name) { return isa<StringAttr>(name); });
    }
    return entry.getName() == "segments" && isSegmentsAttr(entry.getValue());
  });
}

/// What the front end says of a function to be differentiated.
static LogicalResult verifyGradAttribute(Operation *op, NamedAttribute attribute, bool &isKnown) {
  isKnown = true;
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  auto function = dyn_cast<func::FuncOp>(op);
  if (name == kDerivativeAttrName)
    return function && function.isDeclaration() && isDerivative(value)
               ? success()
               : op->emitOpError("has a ") << name << " that is not {kind, of, wrt} of a declaration";
  if (name == kCustomGradAttrName)
    return function && isa<FlatSymbolRefAttr>(value)
               ? success()
               : op->emitOpError("has a ") << name << " that is not the symbol of a function";
  if (name == kDifferentiableAttrName && function && isa<DenseI64ArrayAttr>(value)) {
    ArrayRef<int64_t> positions = cast<DenseI64ArrayAttr>(value).asArrayRef();
    bool isPositions = !positions.empty() && llvm::all_of(positions, [&](int64_t position) {
      return position >= 0 && position < int64_t(function.getNumArguments());
    });
    return isPositions ? success() : op->emitOpError("has a ") << name << " that lists no parameters of it";
  }
  if (name == kCheckpointAttrName && function && isa<DictionaryAttr>(value))
    return isCheckpoint(value) ? success()
                               : op->emitOpError("has a ") << name << " that is not some of policy, save and segments";
  if (name == kSavedAttrName) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(value);
    bool isResults = numbers && !numbers.empty() && llvm::all_of(numbers.asArrayRef(), [&](int64_t number) {
      return number >= 0 && number < int64_t(op->getNumResults());
    });
    return isResults ? success() : op->emitOpError("has a ") << name << " that lists no results of it";
  }
  if (name == kSegmentsAttrName) {
    return isSegmentsAttr(value) && op->getNumRegions() == 2
               ? success()
               : op->emitOpError("has a ") << name << " that is no number from 1 to " << kMaxSegments
                                                << ", or is no loop";
  }
  isKnown = name == kDifferentiableAttrName || name == kCheckpointAttrName || name == kApproximateGradAttrName;
  if (!isKnown || (function && isa<UnitAttr>(value)))
    return success();
  return op->emitOpError("has a ") << name << " with a value, or is no function";
}

LogicalResult MindDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  bool isKnown;
  LogicalResult result = verifyGradAttribute(op, attribute, isKnown);
  if (isKnown)
    return result;
  if (attribute.getName() == kMemoryBudgetAttrName) {
    auto bytes = dyn_cast<IntegerAttr>(attribute.getValue());
    return isa<ModuleOp>(op) && bytes && bytes.getType().isInteger(64) && bytes.getInt() >= 0
               ? success()
               : op->emitOpError("has a ") << kMemoryBudgetAttrName << " that is no number of bytes, or is no module";
  }
  if (attribute.getName() != kParamsAttrName)
    return op->emitOpError("has an attribute that the dialect does not know, ") << attribute.getName();
  auto function = dyn_cast<func::FuncOp>(op);
  auto names = dyn_cast<ArrayAttr>(attribute.getValue());
  bool isStrings = names && llvm::all_of(names, [](Attribute name) { return isa<StringAttr>(name); });
  if (!function || !isStrings || names.size() != function.getNumArguments())
    return op->emitOpError("has a ") << kParamsAttrName << " that is not one string for each parameter of a function";
  return success();
}
