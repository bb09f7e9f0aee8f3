//===- Coverage.cpp - what there is to cover ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Target/Backend/TargetBackend.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mind;

/// What there is of upstream in a prepared module besides control flow and calls.
static constexpr llvm::StringLiteral kUpstreamKeys[] = {"arith.andi", "arith.ori", "arith.select", "arith.xori"};

std::string mind::getCoverageKey(Operation *op) {
  std::string key = op->getName().getStringRef().str();
  if (auto unary = dyn_cast<UnaryOp>(op))
    key += "." + stringifyUnaryKind(unary.getKind()).str();
  return key;
}

std::vector<std::string> mind::getCoverageKeys() {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<MindDialect>();
  std::vector<std::string> keys(std::begin(kUpstreamKeys), std::end(kUpstreamKeys));
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (!name.hasTrait<CoreOp>() && !name.hasTrait<SupportOp>())
      continue;
    if (name.getStringRef() != UnaryOp::getOperationName()) {
      keys.push_back(name.getStringRef().str());
      continue;
    }
    for (unsigned kind = 0; kind <= getMaxEnumValForUnaryKind(); ++kind)
      keys.push_back((name.getStringRef() + "." + stringifyUnaryKind(UnaryKind(kind))).str());
  }
  llvm::sort(keys);
  return keys;
}

/// Whether the dialect's constraint on the op admits the type. A test holds this against
/// the verifier.
static bool admits(StringRef key, DType dtype) {
  bool isWhole = isInt(dtype) || dtype == DType::Q16;
  if (key.starts_with("mind.unary."))
    return isFloat(dtype);
  return llvm::StringSwitch<bool>(key)
      .Cases({"mind.relu", "mind.relu_grad", "mind.mean"}, isFloat(dtype) || dtype == DType::Q16)
      .Cases({"mind.pow", "mind.floor", "mind.ceil", "mind.round"}, isFloat(dtype))
      .Case("mind.mod", isWhole)
      .Cases({"mind.shl", "mind.shr"}, isInt(dtype))
      .Cases({"arith.andi", "arith.ori", "arith.xori"}, isInt(dtype) || dtype == DType::I1)
      .Cases({"mind.constant", "mind.fill", "mind.reshape", "mind.transpose", "mind.expand_dims", "mind.squeeze"}, true)
      .Cases({"mind.index", "mind.slice", "mind.gather", "mind.compare", "mind.cast"}, true)
      .Cases({"mind.broadcast_to", "mind.insert", "arith.select"}, true)
      .Default(dtype != DType::I1);
}

std::vector<DType> mind::getCoverageDTypes(StringRef key) {
  std::vector<DType> dtypes;
  for (unsigned i = 0; i < kNumDTypes; ++i)
    if (admits(key, DType(i)))
      dtypes.push_back(DType(i));
  return dtypes;
}
