//===- Marks.cpp - what the instructions do not tell ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marks.h"

#include "Mind/Dialect/Mic/IR/Mic.h"
#include "Mind/Dialect/Mic/IR/Script.h"
#include "Mind/Support/Checkpoint.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mind;
using namespace mind::mic;

static constexpr StringLiteral kNoResult = "script:no-result", kResult = "script:result";
static constexpr StringLiteral kPublic = "pub:", kPrivate = "private:";
static constexpr StringLiteral kDifferentiable = "differentiable:", kCheckpoint = "checkpoint:",
                               kCustomGrad = "custom_grad:", kApproximate = "approximate";
static constexpr StringLiteral kMemoryBudget = "memory:budget";
/// Of an annotation that is the name of a type.
static constexpr int64_t kNamedTag = 0x09;

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
// Gradients
//===----------------------------------------------------------------------===//

StringRef mic::getCustomGrad(func::FuncOp function) {
  auto custom = function->getAttrOfType<FlatSymbolRefAttr>(kCustomGradAttrName);
  return custom ? custom.getValue() : StringRef();
}

/// What a function says of its gradient.
static void findGradientMarks(func::FuncOp function, SmallVectorImpl<Mark> &marks) {
  if (function->getRawDictionaryAttrs().empty())
    return;
  auto add = [&](StringRef prefix, SmallVector<std::string, 1> words) {
    marks.push_back({(prefix + function.getName()).str(), std::move(words)});
  };
  if (Attribute differentiable = function->getAttr(kDifferentiableAttrName)) {
    SmallVector<std::string, 1> words;
    if (auto positions = dyn_cast<DenseI64ArrayAttr>(differentiable))
      for (int64_t position : positions.asArrayRef())
        words.push_back(std::to_string(position));
    add(kDifferentiable, std::move(words));
  }
  if (Attribute checkpoint = function->getAttr(kCheckpointAttrName)) {
    SmallVector<std::string, 1> words;
    if (auto entries = dyn_cast<DictionaryAttr>(checkpoint)) {
      if (auto policy = entries.getAs<StringAttr>("policy"))
        words.push_back(policy.str());
      if (auto segments = entries.getAs<IntegerAttr>("segments"))
        words.push_back(std::to_string(segments.getInt()));
    }
    add(kCheckpoint, std::move(words));
  }
  if (StringRef custom = getCustomGrad(function); !custom.empty()) {
    SmallVector<std::string, 1> words = {custom.str()};
    if (function->hasAttr(kApproximateGradAttrName))
      words.push_back(kApproximate.str());
    add(kCustomGrad, std::move(words));
  }
}

/// Sets what a mark with a payload says, if it is as `findGradientMarks` has it.
static bool setGradientMark(ModuleOp module, StringRef mark, ArrayAttr payload,
                            const llvm::StringMap<func::FuncOp> &functions) {
  SmallVector<StringRef> words;
  for (Attribute element : payload) {
    auto type = cast<ArrayAttr>(element);
    if (cast<IntegerAttr>(type[0]).getInt() != kNamedTag)
      return false;
    words.push_back(cast<StringAttr>(type[1]).getValue());
  }
  MLIRContext *context = payload.getContext();
  Attribute unit = UnitAttr::get(context);
  if (mark == kMemoryBudget) {
    int64_t bytes;
    if (words.size() != 1 || words[0].getAsInteger(10, bytes) || bytes < 0 || std::to_string(bytes) != words[0])
      return false;
    module->setAttr(kMemoryBudgetAttrName, IntegerAttr::get(IntegerType::get(context, 64), bytes));
    return true;
  }
  if (StringRef name = mark; name.consume_front(kDifferentiable)) {
    func::FuncOp function = functions.lookup(name);
    SmallVector<int64_t> positions;
    for (StringRef word : words) {
      int64_t position;
      if (word.getAsInteger(10, position) || position < 0 || std::to_string(position) != word)
        return false;
      positions.push_back(position);
    }
    if (!function || llvm::any_of(positions, [&](int64_t p) { return p >= int64_t(function.getNumArguments()); }))
      return false;
    Attribute list = positions.empty() ? unit : DenseI64ArrayAttr::get(context, positions);
    function->setAttr(kDifferentiableAttrName, list);
    return true;
  }
  if (StringRef name = mark; name.consume_front(kCheckpoint)) {
    func::FuncOp function = functions.lookup(name);
    NamedAttrList entries;
    ArrayRef<StringRef> rest = words;
    if (!rest.empty() && isKeepingPolicy(rest[0])) {
      entries.set("policy", StringAttr::get(context, rest[0]));
      rest = rest.drop_front();
    }
    int64_t segments;
    if (rest.size() == 1 && !rest[0].getAsInteger(10, segments) && isSegments(segments) &&
        std::to_string(segments) == rest[0]) {
      entries.set("segments", IntegerAttr::get(IntegerType::get(context, 64), segments));
      rest = {};
    }
    if (!function || !rest.empty())
      return false;
    function->setAttr(kCheckpointAttrName, entries.empty() ? unit : entries.getDictionary(context));
    return true;
  }
  StringRef name = mark;
  name.consume_front(kCustomGrad);
  func::FuncOp function = functions.lookup(name);
  bool isApproximate = words.size() == 2 && words[1] == kApproximate;
  if (!function || (words.size() != 1 && !isApproximate) || !functions.contains(words[0]))
    return false;
  function->setAttr(kCustomGradAttrName, FlatSymbolRefAttr::get(context, words[0]));
  if (isApproximate)
    function->setAttr(kApproximateGradAttrName, unit);
  return true;
}

static bool isGradientMark(StringRef name) {
  return name.starts_with(kDifferentiable) || name.starts_with(kCheckpoint) || name.starts_with(kCustomGrad) ||
         name == kMemoryBudget;
}

/// Takes the marks of gradients out of the entries. Functions that they name are used.
static ArrayAttr applyGradientMarks(ModuleOp module, ArrayAttr entries, SmallVectorImpl<func::FuncOp> &inner,
                                    function_ref<bool(StringRef)> isInner) {
  auto getName = [](Attribute element) { return cast<StringAttr>(cast<ArrayAttr>(element)[0]).getValue(); };
  if (llvm::none_of(entries, [&](Attribute element) { return isGradientMark(getName(element)); }))
    return entries;
  llvm::StringMap<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    functions[function.getName()] = function;
  SmallVector<Attribute> others;
  for (Attribute element : entries)
    if (!isGradientMark(getName(element)) ||
        !setGradientMark(module, getName(element), cast<ArrayAttr>(cast<ArrayAttr>(element)[1]), functions))
      others.push_back(element);
  for (auto function : module.getOps<func::FuncOp>())
    if (StringRef custom = getCustomGrad(function); !custom.empty() && custom != function.getName())
      if (func::FuncOp used = functions.lookup(custom); !used.isDeclaration() && isInner(custom))
        inner.push_back(used);
  return ArrayAttr::get(module.getContext(), others);
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

ArrayAttr mic::getPayload(MLIRContext *context, const Mark &mark) {
  mlir::Builder builder(context);
  SmallVector<Attribute> words;
  for (StringRef word : mark.words)
    words.push_back(builder.getArrayAttr({builder.getI64IntegerAttr(kNamedTag), builder.getStringAttr(word)}));
  return builder.getArrayAttr(words);
}

Operation *mic::findMarks(ModuleOp module, ArrayRef<func::FuncOp> inner, SmallVectorImpl<Mark> &marks) {
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
    marks.push_back({(result ? kResult : kNoResult).str(), {}});
  }
  if (auto budget = module->getAttrOfType<IntegerAttr>(kMemoryBudgetAttrName))
    marks.push_back({kMemoryBudget.str(), {std::to_string(budget.getInt())}});
  for (auto function : body.getOps<func::FuncOp>())
    findGradientMarks(function, marks);
  if (inner.empty())
    return nullptr;
  bool isPrivate = !isLibrary(module);
  for (func::FuncOp function : inner)
    if (function.isPrivate() != isPrivate)
      marks.push_back({((isPrivate ? kPublic : kPrivate) + function.getName()).str(), {}});
  return nullptr;
}

ArrayAttr mic::applyMarks(ModuleOp module, SmallVectorImpl<func::FuncOp> &inner,
                          function_ref<bool(StringRef)> isInner, ArrayAttr entries) {
  if (entries)
    entries = applyGradientMarks(module, entries, inner, isInner);
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
