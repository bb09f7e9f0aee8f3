//===- TypeConversion.cpp - lowered types, extents of named dims ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/ScopedHashTable.h"

using namespace mlir;
using namespace mind;

Type mind::getStorageType(MLIRContext *context, DType dtype) {
  return dtype == DType::Q16 ? IntegerType::get(context, 32) : getElementType(context, dtype);
}

//===----------------------------------------------------------------------===//
// Sources of named dims
//===----------------------------------------------------------------------===//

/// The encoding that names the dynamic dims of a value; null if it has none.
static DimsAttr getDimsAttr(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? dyn_cast_or_null<DimsAttr>(type.getEncoding()) : DimsAttr();
}

static int64_t findDim(Value value, StringAttr name) {
  if (DimsAttr dims = getDimsAttr(value))
    for (auto [i, dim] : llvm::enumerate(dims.getDims()))
      if (dim == name)
        return i;
  return -1;
}

namespace {

/// Walks a function in program order with the names that are visible. The first
/// source of a name wins, so that arguments come first.
class NameScopes {
public:
  using Sources = DenseMap<std::pair<Operation *, StringAttr>, std::pair<Value, int64_t>>;

  explicit NameScopes(Sources &sources) : sources(sources) {}

  void visit(Region &region) {
    for (Block &block : region) {
      Table::ScopeTy scope(visible);
      for (Value argument : block.getArguments())
        declare(argument);
      for (Operation &op : block) {
        resolve(&op);
        for (Region &inner : op.getRegions())
          visit(inner);
        // A value that is cast from known extents was made up where control never
        // arrives (mind-structure-to-scf), or can be named by an argument.
        if (auto cast = dyn_cast<tensor::CastOp>(op))
          if (cast.getSource().getType().hasRank() &&
              mlir::cast<RankedTensorType>(cast.getSource().getType()).hasStaticShape())
            continue;
        for (Value result : op.getResults())
          declare(result);
      }
    }
  }

private:
  using Table = llvm::ScopedHashTable<StringAttr, std::pair<Value, int64_t>>;

  void declare(Value value) {
    DimsAttr dims = getDimsAttr(value);
    if (!dims)
      return;
    for (auto [i, dim] : llvm::enumerate(dims.getDims()))
      if (auto name = dyn_cast<StringAttr>(dim))
        if (!visible.count(name))
          visible.insert(name, {value, int64_t(i)});
  }

  /// Notes the names of the results of `op` that its operands do not have.
  void resolve(Operation *op) {
    if (!isa_and_present<MindDialect>(op->getDialect()))
      return;
    for (Value result : op->getResults()) {
      DimsAttr dims = getDimsAttr(result);
      if (!dims)
        continue;
      for (Attribute dim : dims.getDims()) {
        auto name = dyn_cast<StringAttr>(dim);
        if (!name || llvm::any_of(op->getOperands(), [&](Value v) { return findDim(v, name) >= 0; }))
          continue;
        if (visible.count(name))
          sources[{op, name}] = visible.lookup(name);
      }
    }
  }

  Table visible;
  Sources &sources;
};

} // namespace

DimSources::DimSources(ModuleOp module) {
  NameScopes scopes(sources);
  for (Operation &op : module.getOps())
    for (Region &region : op.getRegions())
      scopes.visit(region);
}

std::pair<Value, int64_t> DimSources::find(Operation *op, StringRef name) const {
  return sources.lookup({op, StringAttr::get(op->getContext(), name)});
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LoweringTypeConverter::LoweringTypeConverter(const DimSources &dims) : dims(dims) {
  addConversion([](Type type) { return type; });
  addConversion([](RankedTensorType type) -> Type {
    std::optional<DType> dtype = getDType(type.getElementType());
    if (!dtype)
      return type;
    Type element = getStorageType(type.getContext(), *dtype);
    if (type.getRank() == 0)
      return element;
    return RankedTensorType::get(type.getShape(), element,
                                 isa_and_present<DimsAttr>(type.getEncoding()) ? Attribute() : type.getEncoding());
  });
  addConversion([](Q16Type type) -> Type { return IntegerType::get(type.getContext(), 32); });
}

bool mind::isScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0 && getDType(type.getElementType());
}

LogicalResult mind::reportUnsupported(Operation *op, const Twine &reason) {
  return op->emitOpError() << "cannot be lowered: " << reason << " [E5002]";
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

Value mind::getIndexValue(OpBuilder &builder, Location loc, OpFoldResult extent) {
  return getValueOrCreateConstantIndexOp(builder, loc, extent);
}

OpFoldResult mind::getDimSize(OpBuilder &builder, Location loc, Value lowered, int64_t dim) {
  return tensor::getMixedSize(builder, loc, lowered, dim);
}

SmallVector<OpFoldResult> mind::getMixedSizes(OpBuilder &builder, Location loc, Value lowered) {
  if (!isa<RankedTensorType>(lowered.getType()))
    return {};
  return tensor::getMixedSizes(builder, loc, lowered);
}

Value mind::getNumElements(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes) {
  int64_t number = 1;
  Value product;
  for (OpFoldResult size : sizes) {
    if (std::optional<int64_t> known = getConstantIntValue(size)) {
      number *= *known;
      continue;
    }
    Value factor = cast<Value>(size);
    product = product ? arith::MulIOp::create(builder, loc, product, factor).getResult() : factor;
  }
  if (product && number == 1)
    return product;
  Value constant = arith::ConstantIndexOp::create(builder, loc, number);
  return product ? arith::MulIOp::create(builder, loc, product, constant).getResult() : constant;
}

Value mind::makeEmpty(OpBuilder &builder, Location loc, RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamic;
  for (auto [extent, size] : llvm::zip_equal(type.getShape(), sizes))
    if (ShapedType::isDynamic(extent))
      dynamic.push_back(getIndexValue(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, type, dynamic);
}

Value mind::extractAndDrop(OpBuilder &builder, Location loc, RankedTensorType type, Value input,
                           ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                           ArrayRef<OpFoldResult> strides, ArrayRef<int64_t> dropped) {
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups(type.getRank());
  int64_t kept = 0;
  for (int64_t axis = 0, rank = offsets.size(); axis < rank; ++axis) {
    bool isDropped = llvm::is_contained(dropped, axis);
    shape.push_back(isDropped ? 1 : type.getDimSize(kept));
    if (!isDropped)
      ++kept;
    // A dropped axis joins the kept one before it, or the first.
    if (!groups.empty())
      groups[std::max<int64_t>(kept - 1, 0)].push_back(axis);
  }
  auto sliceType = RankedTensorType::get(shape, type.getElementType());
  Value slice = tensor::ExtractSliceOp::create(builder, loc, sliceType, input, offsets, sizes, strides);
  return tensor::CollapseShapeOp::create(builder, loc, type, slice, groups);
}

Value mind::makeFilled(OpBuilder &builder, Location loc, RankedTensorType type, ArrayRef<OpFoldResult> sizes,
                       Value scalar) {
  Value empty = makeEmpty(builder, loc, type, sizes);
  return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
}

AffineMap mind::getBroadcastMap(MLIRContext *context, RankedTensorType operand, RankedTensorType result) {
  SmallVector<AffineExpr> exprs;
  int64_t offset = result.getRank() - operand.getRank();
  for (int64_t i = 0; i < operand.getRank(); ++i) {
    bool isRepeated = operand.getDimSize(i) == 1 && result.getDimSize(i + offset) != 1;
    exprs.push_back(isRepeated ? getAffineConstantExpr(0, context) : getAffineDimExpr(i + offset, context));
  }
  return AffineMap::get(result.getRank(), 0, exprs, context);
}

FailureOr<SmallVector<OpFoldResult>> mind::getResultSizes(ConversionPatternRewriter &rewriter,
                                                          const LoweringTypeConverter &converter, Operation *op,
                                                          ValueRange lowered, RankedTensorType type) {
  SmallVector<OpFoldResult> sizes;
  auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding());
  for (int64_t i = 0; i < type.getRank(); ++i) {
    if (!type.isDynamicDim(i)) {
      sizes.push_back(rewriter.getIndexAttr(type.getDimSize(i)));
      continue;
    }
    auto name = cast<StringAttr>(dims.getDims()[i]);
    Value source;
    int64_t dim = -1;
    for (auto [operand, value] : llvm::zip_equal(op->getOperands(), lowered))
      if (int64_t found = findDim(operand, name); found >= 0) {
        source = value;
        dim = found;
        break;
      }
    if (!source) {
      auto [original, found] = converter.getDimSources().find(op, name);
      dim = found;
      source = original ? rewriter.getRemappedValue(original) : Value();
    }
    if (!source)
      return reportUnsupported(op, "nothing in the function has the extent of the dim '" + name.getValue() + "'");
    sizes.push_back(getDimSize(rewriter, op->getLoc(), source, dim));
  }
  return sizes;
}
