//===- Checkpoints.cpp - what is kept of a function that is computed again -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pullback of a function with `@checkpoint` computes the values of the function
// again from its arguments. Of those that `save` or `policy` names, it takes the ones
// that it reads as further arguments, and computes no more than what is between them.
// The call in front of it then is one of a copy of the function that gives these
// values as further results. Both are functions of their own, so that nothing takes
// what is computed twice for the same, and both can be differentiated again.
//
//===----------------------------------------------------------------------===//

#include "Impl.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Dialect/Mind/IR/MindTypes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mind;
using namespace mind::autodiff;

template <typename AttrT>
static AttrT getEntry(func::FuncOp function, StringRef name) {
  auto entries = function->getAttrOfType<DictionaryAttr>(kCheckpointAttrName);
  return entries ? entries.getAs<AttrT>(name) : AttrT();
}

static StringRef getPolicy(func::FuncOp function) {
  auto policy = getEntry<StringAttr>(function, "policy");
  return policy ? policy.getValue() : "nothing";
}

bool autodiff::isCheckpoint(func::FuncOp function) {
  return function->hasAttr(kCheckpointAttrName) && getPolicy(function) != "everything";
}

bool autodiff::keepsValues(func::FuncOp function) {
  return isCheckpoint(function) && (getPolicy(function) == "dots" || getEntry<ArrayAttr>(function, "save"));
}

void autodiff::markLoops(func::FuncOp function) {
  if (auto segments = getEntry<IntegerAttr>(function, "segments"))
    function.walk([&](scf::WhileOp loop) { loop->setDiscardableAttr(kSegmentsAttrName, segments); });
}

void autodiff::eraseCheckpointMarks(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    function.walk([](Operation *op) {
      op->removeDiscardableAttr(kSavedAttrName);
      op->removeDiscardableAttr(kSegmentsAttrName);
    });
}

/// Whether a caller can name all dims of the type: they are those of parameters.
static bool isKnownOutside(func::FuncOp function, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return false;
  return llvm::all_of(getDims(tensor), [&](const shape::Dim &dim) {
    return !dim.isSymbolic() || llvm::any_of(function.getArgumentTypes(), [&](Type argument) {
      auto known = dyn_cast<RankedTensorType>(argument);
      return known && llvm::is_contained(getDims(known), dim);
    });
  });
}

FailureOr<SmallVector<Value>> Differentiator::Impl::findKept(func::FuncOp function, Block &body) {
  SmallVector<Value> kept;
  bool keepsDots = getPolicy(function) == "dots";
  Operation *hidden = nullptr;
  for (Operation &op : body) {
    auto marked = op.getAttrOfType<DenseI64ArrayAttr>(kSavedAttrName);
    bool isDot = keepsDots && isa<MatmulOp, DotOp, Conv2DOp>(op);
    for (OpResult result : op.getResults()) {
      bool isSaved = marked && llvm::is_contained(marked.asArrayRef(), result.getResultNumber());
      if (!isSaved && !isDot)
        continue;
      if (isKnownOutside(function, result.getType()))
        kept.push_back(result);
      else if (isSaved)
        hidden = &op;
    }
    for (Region &region : op.getRegions())
      region.walk([&](Operation *inner) {
        if (inner->hasAttr(kSavedAttrName))
          hidden = inner;
      });
  }
  if (!hidden)
    return kept;
  emitError(hidden->getLoc()) << "[E4110] a value of `" << function.getName()
                              << "` cannot be saved: it is computed in a branch or a loop, or has an extent that is "
                                 "not one of a parameter";
  return failure();
}

LogicalResult Differentiator::Impl::takeKept(func::FuncOp derivative, const Plan &plan, unsigned numResults) {
  Block &block = derivative.getBody().front();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> values(terminator->getOperands().drop_front(numResults));
  func::FuncOp function = plan.function;
  unsigned first = function.getNumArguments();
  if (!SymbolTable::symbolKnownUseEmpty(derivative, module)) {
    // The calls that there are take no more than they do.
    terminator->setOperands(terminator->getOperands().take_front(numResults));
    eraseUnread(derivative, {});
    emitWarning(function.getLoc()) << "[W4104] `" << function.getName()
                                   << "` calls itself, so that its gradient computes all values again";
    return success();
  }
  for (auto [i, value] : llvm::enumerate(values)) {
    Value argument = block.insertArgument(first + i, value.getType(), value.getLoc());
    value.replaceAllUsesWith(argument);
  }
  terminator->setOperands(terminator->getOperands().take_front(numResults));
  eraseUnread(derivative, {});

  // What is read is kept.
  Keeping keeping;
  llvm::BitVector unread(block.getNumArguments());
  for (unsigned i = 0; i < values.size(); ++i)
    if (block.getArgument(first + i).use_empty())
      unread.set(first + i);
    else
      keeping.kept.push_back(i);
  block.eraseArguments(unread);
  derivative.setFunctionType(FunctionType::get(derivative.getContext(), block.getArgumentTypes(),
                                               derivative.getResultTypes()));
  unsigned numKept = keeping.kept.size();
  linearCallees[derivative.getName()] = {first + numKept, 0};
  if (numKept)
    keepings[derivative.getName()] = keeping;
  return success();
}

FailureOr<func::FuncOp> Differentiator::Impl::getKeeping(func::FuncOp function, func::FuncOp helper) {
  Keeping &keeping = keepings[helper.getName()];
  if (keeping.function)
    return keeping.function;
  FailureOr<OwningOpRef<func::FuncOp>> copy = copyForDerivative(function);
  if (failed(copy))
    return failure();
  func::FuncOp forward = copy->get();
  Block &block = forward.getBody().front();
  FailureOr<SmallVector<Value>> values = findKept(function, block);
  if (failed(values))
    return failure();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> results(terminator->getOperands());
  for (unsigned i : keeping.kept)
    results.push_back((*values)[i]);
  terminator->setOperands(results);
  copy->release();
  forward.setName((helper.getName() + ".keep").str());
  forward.setPrivate();
  forward.setFunctionType(FunctionType::get(forward.getContext(), forward.getArgumentTypes(),
                                            ValueRange(results).getTypes()));
  forward->removeAttr(kDifferentiableAttrName);
  forward->setAttr(kCheckpointAttrName, UnitAttr::get(forward.getContext()));
  symbols.insert(forward, std::next(function->getIterator()));
  std::string key = forward.getName().str();
  helpers[key] = forward;
  helperKeys.push_back(key);
  if (derivatives.contains(function))
    derivatives.insert(forward);
  keeping.function = forward;
  return forward;
}
