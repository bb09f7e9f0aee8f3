//===- Step.cpp - one op that is executed ---------------------------------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Step.h"

#include "Mind/Dialect/Mind/IR/MindTypes.h"

using namespace mlir;
using namespace mind;
using namespace mind::interpreter;

std::optional<DType> interpreter::getStorageDType(Type type) {
  if (type.isIndex())
    return DType::I64;
  return getDType(type);
}

rt::Tensor Step::takeOperand(unsigned i) {
  unsigned value = instruction.operands[i];
  if (instruction.isMoving(value) && llvm::count(instruction.operands, value) == 1)
    return std::move(frame.values[value]);
  return frame.values[value];
}

rt::Tensor *Step::allocate(DType dtype, Shape shape) {
  rt::Tensor &result = frame.values[instruction.results[0]];
  return rt::Tensor::tryAllocate(dtype, std::move(shape), result, machine.fault) ? &result : nullptr;
}

bool Step::resolveShape(RankedTensorType type, Shape &shape, int64_t numElements) {
  int64_t *left = nullptr;
  shape.assign(type.getShape().begin(), type.getShape().end());
  if (type.hasStaticShape())
    return true;
  auto dims = cast<DimsAttr>(type.getEncoding()).getDims();
  for (auto [extent, dim] : llvm::zip_equal(shape, dims)) {
    auto name = dyn_cast<StringAttr>(dim);
    if (!name)
      continue;
    extent = -1;
    for (unsigned i = 0; i < getNumOperands() && extent < 0; ++i) {
      auto operandType = dyn_cast<RankedTensorType>(instruction.op->getOperand(i).getType());
      auto operandDims = operandType ? dyn_cast_or_null<DimsAttr>(operandType.getEncoding()) : DimsAttr();
      if (!operandDims)
        continue;
      for (auto [axis, operandDim] : llvm::enumerate(operandDims.getDims()))
        if (operandDim == name)
          extent = operand(i).shape()[axis];
    }
    if (extent >= 0)
      continue;
    auto it = frame.dims.find(name);
    if (it == frame.dims.end() && numElements >= 0 && !left) {
      left = &extent;
      continue;
    }
    if (it == frame.dims.end())
      return fail(rt::fault::kArgument, "nothing tells the extent of the dim `" + name.getValue() + "`");
    extent = it->second;
  }
  if (left) {
    int64_t others = 1;
    for (int64_t &extent : shape)
      if (&extent != left)
        others *= extent;
    *left = others == 0 ? 0 : numElements / others;
  }
  return true;
}
