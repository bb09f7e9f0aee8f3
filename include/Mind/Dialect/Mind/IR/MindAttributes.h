//===- MindAttributes.h - attributes of the mind dialect --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_MIND_IR_MINDATTRIBUTES_H
#define MIND_DIALECT_MIND_IR_MINDATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TensorEncoding.h"

#include "Mind/Dialect/Mind/IR/MindEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Mind/Dialect/Mind/IR/MindAttributes.h.inc"

#endif // MIND_DIALECT_MIND_IR_MINDATTRIBUTES_H
