//===- Lanes.cpp - straight-line programs on vectors ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace mind;
using namespace mind::elf;

unsigned elf::getNumOperands(LaneOp op) {
  switch (op) {
  case LaneOp::Load:
  case LaneOp::Constant:
    return 0;
  case LaneOp::SqrtF:
  case LaneOp::Floor:
  case LaneOp::Ceil:
  case LaneOp::RoundEven:
  case LaneOp::Trunc:
  case LaneOp::F32ToF64:
  case LaneOp::F64ToF32:
  case LaneOp::RoundF16:
  case LaneOp::I32ToF32:
  case LaneOp::I32ToF64:
  case LaneOp::I64ToF32:
  case LaneOp::I64ToF64:
  case LaneOp::F32ToI32:
  case LaneOp::F64ToI32:
  case LaneOp::F64ToI64:
  case LaneOp::Widen:
  case LaneOp::Narrow:
    return 1;
  case LaneOp::FmaF:
  case LaneOp::Select:
    return 3;
  default:
    return 2;
  }
}

LaneType elf::getLaneType(DType dtype) {
  switch (dtype) {
  case DType::F32:
  case DType::F16:
  case DType::BF16:
    return LaneType::F32;
  case DType::F64:
    return LaneType::F64;
  case DType::I64:
    return LaneType::I64;
  case DType::I32:
  case DType::I1:
  case DType::Q16:
    return LaneType::I32;
  }
  return LaneType::F32;
}

LaneType elf::getRawType(DType dtype) {
  switch (getByteSize(dtype)) {
  case 1:
    return LaneType::Raw8;
  case 2:
    return LaneType::Raw16;
  case 4:
    return LaneType::I32;
  default:
    return LaneType::I64;
  }
}

Lane LaneProgram::append(LaneOp op, LaneType type, Lane a, Lane b, Lane c, uint64_t bits) {
  unsigned count = getNumOperands(op);
  LaneStep step{op, type, {count > 0 ? a.id : uint16_t(0), count > 1 ? b.id : uint16_t(0), count > 2 ? c.id : uint16_t(0)},
                bits};
  // The same constant is one value.
  if (op == LaneOp::Constant)
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].op == op && steps[i].bits == bits && isWide(steps[i].type) == isWide(type))
        return {uint16_t(i), type};
  steps.push_back(step);
  return {uint16_t(steps.size() - 1), type};
}

Lane LaneProgram::load(DType dtype) {
  leaves.push_back({dtype, false});
  return append(LaneOp::Load, getLaneType(dtype), {}, {}, {}, leaves.size() - 1);
}

Lane LaneProgram::loadRaw(DType dtype) {
  leaves.push_back({dtype, true});
  return append(LaneOp::Load, getRawType(dtype), {}, {}, {}, leaves.size() - 1);
}

unsigned LaneProgram::getNumLanes() const {
  for (const LaneStep &step : steps)
    if (isWide(step.type))
      return 4;
  return 8;
}
