//===- Marks.cpp - Which operation belongs to which gradient --------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marks.h"

#include "Mind/Transforms/Autodiff.h"

using namespace mlir;
using namespace mind;
using namespace mind::graph;

static constexpr char kReverseMark[] = "mind.reverse";

void graph::markOps(func::FuncOp function) {
  int64_t next = 0;
  Builder builder(function.getContext());
  function.front().walk(
      [&](Operation *op) { op->setLoc(FusedLoc::get({op->getLoc()}, builder.getI64IntegerAttr(next++), op->getContext())); });
}

void graph::markGradientOps(func::FuncOp derivative, unsigned numPrimalOps) {
  auto mark = StringAttr::get(derivative.getContext(), kReverseMark);
  for (Operation &op : llvm::drop_begin(derivative.front().without_terminator(), numPrimalOps))
    op.walk([&](Operation *inner) {
      inner->setLoc(FusedLoc::get({inner->getLoc()}, mark, inner->getContext()));
    });
}

/// Of a location with that mark, what was marked; null for any other.
static FusedLoc findMark(Location loc, StringRef mark) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto text = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  return text && text.getValue() == mark ? fused : FusedLoc();
}

bool GradientMarks::isGradient(Operation *op) { return bool(findMark(op->getLoc(), kReverseMark)); }

void GradientMarks::visit(Operation *op, unsigned node, llvm::function_ref<void(unsigned)> visit) {
  Location loc = op->getLoc();
  FusedLoc reverse = findMark(loc, kReverseMark);
  if (!reverse) {
    nodes.try_emplace(loc, node);
    return;
  }
  FusedLoc gradient = findMark(reverse.getLocations().front(), autodiff::kGradientMark);
  if (!gradient)
    return;
  for (Location forward : gradient.getLocations().drop_front())
    if (auto it = nodes.find(forward); it != nodes.end())
      visit(it->second);
}
