//===- Loops.h - loops over shapes ------------------------------*- C++ -*-===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MIND_LIB_INTERPRETER_LOOPS_H
#define MIND_LIB_INTERPRETER_LOOPS_H

#include "Step.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mind::interpreter {

/// The number of elements of a shape that is known to be small enough.
int64_t getNumElements(llvm::ArrayRef<int64_t> shape);

/// For each axis the distance in elements from one position to the next.
Shape getStrides(llvm::ArrayRef<int64_t> shape);

/// Right-aligned broadcast of two shapes; nothing if they do not fit.
std::optional<Shape> broadcastShapes(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

/// The strides by which a tensor of shape `from` is read as one of shape `to`: 0
/// on the axes along which it repeats.
Shape getBroadcastStrides(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);

/// Visits the rows (the last axis) of `shape` in row-major order. `row(offsets)`
/// gets for each list of strides where its row begins.
void forEachRow(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<Shape> strides,
                llvm::function_ref<void(llvm::ArrayRef<int64_t> offsets)> row);

/// Makes one long row of a shape whose operands lie in memory without gaps or
/// repeat throughout; `strides` likewise.
void flattenIfPossible(Shape &shape, llvm::MutableArrayRef<Shape> strides);

} // namespace mind::interpreter

#endif // MIND_LIB_INTERPRETER_LOOPS_H
