//===- ExpandShapes.cpp - dims that are split, with several extents unknown ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

/// The product of a stride and a size.
static OpFoldResult multiply(OpBuilder &b, Location loc, OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs), right = getConstantIntValue(rhs);
  if (left && right)
    return b.getIndexAttr(*left * *right);
  if (left && *left == 1)
    return rhs;
  return arith::MulIOp::create(b, loc, getValueOrCreateConstantIndexOp(b, loc, lhs),
                               getValueOrCreateConstantIndexOp(b, loc, rhs))
      .getResult();
}

/// `value`, or the number that the type has for it.
static OpFoldResult preferStatic(OpBuilder &b, int64_t known, OpFoldResult value) {
  return ShapedType::isDynamic(known) ? value : OpFoldResult(b.getIndexAttr(known));
}

/// Whether a dynamic extent does not follow from the static ones of its group.
static bool isAmbiguous(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  return llvm::any_of(op.getReassociationIndices(), [&](const ReassociationIndices &group) {
    int64_t numDynamic = llvm::count_if(group, [&](int64_t dim) { return type.isDynamicDim(dim); });
    bool isEmpty = llvm::any_of(group, [&](int64_t dim) { return type.getDimSize(dim) == 0; });
    return numDynamic > 1 || (numDynamic == 1 && isEmpty);
  });
}

static void lower(memref::ExpandShapeOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto source = memref::ExtractStridedMetadataOp::create(b, loc, op.getSrc());
  MemRefType from = op.getSrcType(), to = op.getResultType();
  auto [fromStrides, fromOffset] = from.getStridesAndOffset();
  auto [toStrides, toOffset] = to.getStridesAndOffset();

  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(), strides(to.getRank());
  for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
    OpFoldResult stride = preferStatic(b, fromStrides[i], source.getStrides()[i]);
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = preferStatic(b, toStrides[dim], stride);
      stride = multiply(b, loc, stride, sizes[dim]);
    }
  }
  OpFoldResult offset = preferStatic(b, toOffset, source.getOffset());
  auto result = memref::ReinterpretCastOp::create(b, loc, to, source.getBaseBuffer(), offset, sizes, strides);
  op.replaceAllUsesWith(result.getResult());
  op.erase();
}

namespace {

struct LowerExpandShapes : PassWrapper<LowerExpandShapes, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerExpandShapes)

  StringRef getArgument() const final { return "mind-lower-expand-shapes"; }
  StringRef getDescription() const final { return "Lower memref.expand_shape with several dynamic dims in a group"; }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect, memref::MemRefDialect>();
  }

  void runOnOperation() final {
    getOperation().walk([](memref::ExpandShapeOp op) {
      if (isAmbiguous(op))
        lower(op);
    });
  }
};

} // namespace

std::unique_ptr<Pass> mind::createLowerExpandShapesPass() { return std::make_unique<LowerExpandShapes>(); }
