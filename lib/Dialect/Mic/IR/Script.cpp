//===- Script.cpp - what stands among the statements of a script ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/Mic/IR/Script.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

using namespace mlir;
using namespace mind;

bool mic::isScaffold(Operation &op) {
  auto constant = dyn_cast_or_null<ConstantOp>(isa<OutputOp>(op) ? op.getOperand(0).getDefiningOp() : &op);
  auto value = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : DenseIntElementsAttr();
  return value && value.getType().getRank() == 0 && value.getElementType().isInteger(64) &&
         value.getSplatValue<APInt>().isZero() && llvm::all_of(constant->getUsers(), [](Operation *user) {
           auto output = dyn_cast<OutputOp>(user);
           return output && !output.getResult();
         });
}
