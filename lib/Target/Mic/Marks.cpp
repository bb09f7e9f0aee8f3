//===- Marks.cpp - what the instructions do not tell ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marks.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mic/IR/Script.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

static constexpr StringLiteral kNoResult = "script:no-result", kResult = "script:result";
static constexpr StringLiteral kPublic = "pub:", kPrivate = "private:";

//===----------------------------------------------------------------------===//
// The result of a script
//===----------------------------------------------------------------------===//

/// The name of a function, whether it is one or a carrier; else empty.
static StringRef getFunctionName(Operation &op) {
  if (auto function = dyn_cast<func::FuncOp>(op))
    return function.getName();
  auto carrier = dyn_cast<MicCarrierOp>(op);
  if (!carrier || carrier.getOpcode() != getOpcodeName(uint8_t(Opcode::FnDef)))
    return {};
  return cast<StringAttr>(carrier.getPayload()[0]).getValue();
}

static bool isFunction(Operation &op) { return isa<func::FuncOp>(op) || !getFunctionName(op).empty(); }

/// Whether `op` is a statement that has no value.
static bool isStatement(Operation &op) {
  return isa<WhileOp, PrintOp, AssertOp>(op) || (isa<IfOp>(op) && op.getNumResults() == 0);
}

/// The value of a constant integer of i64 and rank 0.
static std::optional<int64_t> getInteger(Operation *op) {
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  auto value = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : DenseIntElementsAttr();
  if (!value || value.getType().getRank() != 0 || !value.getElementType().isInteger(64))
    return std::nullopt;
  return value.getSplatValue<APInt>().getSExtValue();
}

/// The output at the end of the stream. A statement without a value may be followed by a
/// constant 0 and its output, which are nobody's.
static OutputOp findDefaultResult(mlir::Block &body) {
  OutputOp result;
  enum { Other, AfterStatement, AfterConstant } state = Other;
  for (Operation &op : body) {
    if (isFunction(op)) {
      // A 0 before a function is that of a declaration.
      if (result && getInteger(result.getValue().getDefiningOp()) == 0)
        result = {};
      state = AfterStatement;
      continue;
    }
    if (auto output = dyn_cast<OutputOp>(op)) {
      bool isNobodys = state == AfterConstant && output.getValue().getDefiningOp() == op.getPrevNode() &&
                       getInteger(op.getPrevNode()) == 0;
      if (!isNobodys)
        result = output;
      state = Other;
      continue;
    }
    if (state == AfterStatement && getInteger(&op)) {
      state = AfterConstant;
      continue;
    }
    result = {};
    state = isStatement(op) ? AfterStatement : Other;
  }
  return state == AfterConstant ? OutputOp() : result;
}

static OutputOp findLastOutput(mlir::Block &body) {
  for (Operation &op : llvm::reverse(body))
    if (auto output = dyn_cast<OutputOp>(op))
      return output;
  return {};
}

//===----------------------------------------------------------------------===//
// Visibility
//===----------------------------------------------------------------------===//

/// Whether a module is no program: there is nothing to run, and its functions are there
/// for others. Else those that are called are parts of it.
static bool isLibrary(ModuleOp module) {
  return llvm::all_of(*module.getBody(),
                      [](Operation &op) { return isFunction(op) ? getFunctionName(op) != "main" : isScaffold(op); });
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

Operation *mic::findMarks(ModuleOp module, ArrayRef<func::FuncOp> inner, SmallVectorImpl<std::string> &marks) {
  mlir::Block &body = *module.getBody();
  OutputOp result;
  for (auto output : body.getOps<OutputOp>()) {
    if (!output.getResult())
      continue;
    if (result)
      return output;
    result = output;
  }
  if (OutputOp found = findDefaultResult(body); found != result) {
    if (result && result != findLastOutput(body))
      return result;
    marks.push_back((result ? kResult : kNoResult).str());
  }
  if (inner.empty())
    return nullptr;
  bool isPrivate = !isLibrary(module);
  for (func::FuncOp function : inner)
    if (function.isPrivate() != isPrivate)
      marks.push_back(((isPrivate ? kPublic : kPrivate) + function.getName()).str());
  return nullptr;
}

ArrayAttr mic::applyMarks(ModuleOp module, ArrayRef<func::FuncOp> inner, ArrayAttr entries) {
  llvm::StringSet<> given, used;
  for (Attribute element : entries ? entries.getValue() : ArrayRef<Attribute>()) {
    auto entry = cast<ArrayAttr>(element);
    if (cast<ArrayAttr>(entry[1]).empty())
      given.insert(cast<StringAttr>(entry[0]).getValue());
  }
  // Whether there is such a mark; it is asked for only where it says more than a default.
  auto take = [&](const Twine &mark) {
    std::string name = mark.str();
    if (!given.contains(name))
      return false;
    used.insert(name);
    return true;
  };

  OutputOp result = findDefaultResult(*module.getBody()), last = findLastOutput(*module.getBody());
  if (last && result != last && take(kResult))
    result = last;
  else if (result && take(kNoResult))
    result = {};
  if (result)
    result.setResult(true);

  if (!inner.empty()) {
    bool isPrivate = !isLibrary(module);
    for (func::FuncOp function : inner)
      if (take((isPrivate ? kPublic : kPrivate) + function.getName()) != isPrivate)
        function.setPrivate();
  }

  if (used.empty())
    return entries;
  SmallVector<Attribute> others;
  for (Attribute element : entries) {
    auto entry = cast<ArrayAttr>(element);
    if (!cast<ArrayAttr>(entry[1]).empty() || !used.contains(cast<StringAttr>(entry[0]).getValue()))
      others.push_back(element);
  }
  return ArrayAttr::get(module.getContext(), others);
}
