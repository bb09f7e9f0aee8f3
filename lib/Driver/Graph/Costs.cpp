//===- Costs.cpp - What the operations of a graph take --------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mind;

std::string graph::getTypeText(Type type) {
  std::optional<DType> dtype = getDType(type);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!dtype) {
    os << type;
    return text;
  }
  os << getDTypeName(*dtype);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() == 0)
    return text;
  os << '[';
  llvm::interleaveComma(getDims(tensor), os, [&](const shape::Dim &dim) { os << shape::toString(dim); });
  os << ']';
  return text;
}

static std::optional<int64_t> countElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && !tensor.hasStaticShape())
    return std::nullopt;
  int64_t count = 1;
  // A shape that no memory holds has no number either.
  for (int64_t extent : tensor ? tensor.getShape() : ArrayRef<int64_t>())
    if (llvm::MulOverflow(count, extent, count))
      return std::nullopt;
  return count;
}

static std::optional<int64_t> multiply(std::optional<int64_t> lhs, std::optional<int64_t> rhs) {
  int64_t product;
  if (!lhs || !rhs || llvm::MulOverflow(*lhs, *rhs, product))
    return std::nullopt;
  return product;
}

std::optional<int64_t> graph::getBytes(Type type) {
  std::optional<DType> dtype = getDType(type);
  return dtype ? multiply(countElements(type), getByteSize(*dtype)) : std::nullopt;
}

/// Of a convolution whose results are the elements of `output`.
static std::optional<int64_t> countConvolution(Value output, Value filter) {
  auto type = cast<RankedTensorType>(filter.getType());
  int64_t features = type.getShape().back();
  std::optional<int64_t> weights = countElements(type);
  if (!weights || features == 0)
    return weights;
  return multiply(2, multiply(countElements(output.getType()), *weights / features));
}

std::optional<int64_t> graph::countOperations(Operation *op) {
  auto ofResult = [&](auto) { return countElements(op->getResult(0).getType()); };
  auto ofInput = [&](auto) { return countElements(op->getOperand(0).getType()); };
  return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case<AddOp, SubOp, MulOp, DivOp, ModOp, PowOp, IPowOp, MaxOp, MinOp, ShlOp, ShrOp, CompareOp, ReluOp, ReluGradOp,
            mind::UnaryOp, AbsOp, FloorOp, CeilOp, RoundOp>(ofResult)
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::CmpIOp,
            arith::SelectOp>(ofResult)
      .Case<SumOp, MeanOp, ReduceMaxOp, ArgmaxOp, GatherGradOp>(ofInput)
      .Case<MatmulOp, DotOp>([&](auto) {
        auto lhs = cast<RankedTensorType>(op->getOperand(0).getType());
        int64_t depth = lhs.getRank() ? lhs.getShape().back() : 1;
        return ShapedType::isDynamic(depth)
                   ? std::nullopt
                   : multiply(2, multiply(countElements(op->getResult(0).getType()), depth));
      })
      .Case([&](Conv2DOp) { return countConvolution(op->getResult(0), op->getOperand(1)); })
      .Case([&](Conv2DGradInputOp) { return countConvolution(op->getOperand(0), op->getOperand(1)); })
      .Case([&](Conv2DGradFilterOp) { return countConvolution(op->getOperand(1), op->getResult(0)); })
      .Case<ConstantOp, FillOp, ReshapeOp, TransposeOp, ExpandDimsOp, SqueezeOp, IndexOp, SliceOp, GatherOp, InsertOp,
            BroadcastToOp, mind::CastOp>([](auto) { return 0; })
      .Default(std::nullopt);
}

/// With one digit behind the point, cut off, from the second unit on.
static std::string format(int64_t count, int64_t step, ArrayRef<StringRef> units) {
  int64_t scale = 1;
  size_t unit = 0;
  while (unit + 1 < units.size() && count / scale >= step) {
    scale *= step;
    ++unit;
  }
  std::string text = std::to_string(count / scale);
  if (int64_t tenth = count % scale / std::max<int64_t>(scale / 10, 1); unit && tenth)
    text += "." + std::to_string(std::min<int64_t>(tenth, 9));
  return text + " " + units[unit].str();
}

std::string graph::formatBytes(int64_t bytes) {
  return bytes == 1 ? "1 byte" : format(bytes, 1024, {"bytes", "KiB", "MiB", "GiB", "TiB"});
}

std::string graph::formatOperations(int64_t count) {
  return format(count, 1000, {"flop", "kflop", "Mflop", "Gflop", "Tflop"});
}
