//===- Plan.h - where the values of a function lie --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Before code is made for a function, each of its values gets a place: a function's
/// frame is laid out once, from the shapes and from how long each value is needed.
///
///   - Ops that only look at elements in another way (reshape, a contiguous slice)
///     share the place of their operand.
///   - An elementwise op whose only user is elementwise over the same shape has no
///     place: it is computed in registers inside its user's loop.
///   - What a block passes on (results of a function or an scf.if, variables of a
///     loop) is computed where it is needed, if nothing else is there then.
///   - An elementwise op may write over an operand that ends with it.
///   - All others get bytes of the frame, the lowest that are free as long as the
///     value lives.
///
/// The first words of a frame are pointers to the arguments and the results, which
/// lie in the caller's frame. A callee's frame follows the caller's.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_PLAN_H
#define MIND_LIB_TARGET_ELF_PLAN_H

#include "Assembler.h"
#include "Contractions.h"
#include "LoopNest.h"

#include "Mind/Support/DType.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mind::elf {

/// Dtype and shape of a value: of a tensor, or of a number of a builtin type.
struct ValueType {
  DType dtype = DType::F32;
  Extents shape;
  int64_t getNumElements() const { return countElements(shape); }
  int64_t getBytes() const { return getNumElements() * getByteSize(dtype); }
};

/// Nothing if the type is none of ours, or has a dim that is not known.
std::optional<ValueType> getValueType(mlir::Type type);

/// An op that is the same function of each element.
bool isElementwise(mlir::Operation *op);
/// The operand that the only result shows in another way, and how many bytes into it;
/// null if the op is not of that kind.
mlir::Value getViewedOperand(mlir::Operation *op, int64_t &offset);
/// The bits of the one element that a constant repeats.
std::optional<uint64_t> getSplat(mlir::Value value);

/// The extents of mind.conv2d or one of its gradients.
Convolution getConvolution(mlir::Operation *op);

/// Scratch memory that some ops need while they run.
int64_t getScratchBytes(mlir::Operation *op, Processor processor);

class Plan {
public:
  /// The function has one block; all types are static.
  Plan(mlir::func::FuncOp function, Processor processor);

  /// Of a value that has one.
  Place getPlace(mlir::Value value) const;
  /// Whether the op is computed inside its user's loop.
  bool isFused(mlir::Operation *op) const { return fused.contains(op); }
  /// A constant that only elementwise ops use needs no memory.
  bool isLiteral(mlir::Value value) const { return literals.contains(value); }
  /// The scratch memory of an op; for a terminator, of its i-th operand.
  Place getScratch(mlir::Operation *op, unsigned i = 0) const;
  /// Sets the place of a constant once its bytes are in the code's data.
  void setConstantPlace(mlir::Value value, Place place);

  /// A multiple of 64.
  int64_t getFrameBytes() const { return frameBytes; }

private:
  struct Root {
    int64_t bytes = 0;
    unsigned begin = 0, end = 0;
    Place place;
    /// Fixed by the convention of calls, or in the constants.
    bool isFixed = false;
  };
  /// A value's bytes: those of a root, from an offset on.
  struct View {
    unsigned root;
    int64_t offset;
  };

  void number(mlir::Block &block);
  void findFusion(mlir::Block &block);
  void makeRoots(mlir::Block &block);
  void makeLoopRoots(mlir::Operation *loop);
  void forwardResults(mlir::Block &block);
  void forward(mlir::Value value, View target);
  void findLifetimes(mlir::Block &block);
  void addUses(mlir::Value value);
  void allocate();

  unsigned addRoot(int64_t bytes, unsigned begin, unsigned end);
  unsigned addRoot(mlir::Value value, unsigned begin) { return addRoot(getValueType(value.getType())->getBytes(), begin, begin); }
  /// When the op's code runs: with that of the op it is computed in.
  unsigned getPosition(mlir::Operation *op) const;
  bool mayWriteOver(mlir::Operation *op, unsigned root) const;
  bool isUsedAfter(unsigned root, mlir::Block &block, mlir::Operation *op) const;

  mlir::func::FuncOp function;
  Processor processor;
  llvm::DenseMap<mlir::Operation *, unsigned> positions, ends;
  /// For a fused op the op that computes it.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> fused;
  llvm::DenseSet<mlir::Value> literals;
  llvm::DenseMap<mlir::Value, View> views;
  llvm::DenseMap<unsigned, mlir::Block *> rootBlocks;
  std::vector<Root> roots;
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, unsigned> scratch;
  unsigned next = 1;
  int64_t frameBytes = 0;
};

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_PLAN_H
