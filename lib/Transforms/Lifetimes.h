//===- Lifetimes.h - when the values of a block take memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TRANSFORMS_LIFETIMES_H
#define MIND_LIB_TRANSFORMS_LIFETIMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

namespace mind {

/// The elements of a tensor, and its bytes; a dim that has a name counts for 1024. What is
/// no tensor is one element, without bytes.
int64_t getEstimatedElements(mlir::Type type);
int64_t getEstimatedBytes(mlir::Type type);
bool isConstantTensor(mlir::Operation *op);
/// Whether the result shows the bytes of the operand.
bool isViewOfTensor(mlir::Operation *op);
/// A few steps for each element, with the same bits each time.
bool isCheap(mlir::Operation *op);

/// The most bytes that functions need at a time, by name. A call needs those of its
/// function on top of what is alive around it.
using FunctionPeaks = llvm::StringMap<int64_t>;

/// The functions of the module, those that a function calls before it; of those that call
/// each other the ones that come first in the module last.
llvm::SmallVector<mlir::func::FuncOp> getCalleesFirst(mlir::ModuleOp module);
FunctionPeaks findFunctionPeaks(mlir::ModuleOp module);
/// Of one function, once those of what it calls are known.
int64_t findPeak(mlir::func::FuncOp function, const FunctionPeaks &functions);

/// One block, with the times at which its values are alive. An op reads at an even
/// time; an elementwise one writes after that, as it may write over what it reads.
class Lifetimes {
public:
  Lifetimes(mlir::Block &block, const FunctionPeaks &functions);

  /// The most bytes at a time, at how many times, and the first of them.
  struct Peak {
    int64_t bytes = 0;
    unsigned count = 0, time = 0;
    bool isBelow(const Peak &other) const { return std::pair(bytes, count) < std::pair(other.bytes, other.count); }
  };
  Peak getPeak() const { return peak; }

  /// When the op in the block that `user` is in, or is, reads its operands.
  unsigned getTime(mlir::Operation *user) const;
  /// Whether a value of the block takes memory that may be given to others.
  bool takesMemory(mlir::Value value) const { return values.count(value); }
  unsigned getBegin(mlir::Value value) const { return values.lookup(value).begin; }
  unsigned getEnd(mlir::Value value) const { return values.lookup(value).end; }
  /// Whether it is read at the time.
  bool isReadAt(mlir::Value value, unsigned time) const;
  /// Whether the value lies in memory that the function is given.
  bool isReturned(mlir::Value value) const { return returned.contains(value); }
  /// Ops without effects whose results nothing reads.
  const llvm::DenseSet<mlir::Operation *> &getDeadOps() const { return dead; }

  /// The peaks of the blocks in an op and of what it calls, which come on top of that of
  /// the block around it.
  int64_t getInnerBytes(mlir::Operation &op) const;
  /// The op of the block that reads the value, or a view of it, last; null: none does.
  mlir::Operation *getLastReader(mlir::Value value) const;

private:
  struct Interval {
    unsigned begin = 0, end = 0;
  };
  mlir::Value getRoot(mlir::Value value) const;
  /// The op that alone reads the result, however often; null if there are several.
  mlir::Operation *getOnlyUser(mlir::Operation *op) const;

  mlir::Block &block;
  const FunctionPeaks &functions;
  llvm::DenseSet<mlir::Operation *> dead;
  llvm::SmallPtrSet<mlir::Value, 4> returned;
  /// Ops that are computed inside the loop of their user, at its time.
  llvm::DenseSet<mlir::Operation *> fused;
  llvm::DenseMap<mlir::Operation *, unsigned> times;
  llvm::DenseMap<mlir::Value, Interval> values;
  Peak peak;
};

} // namespace mind

#endif // MIND_LIB_TRANSFORMS_LIFETIMES_H
