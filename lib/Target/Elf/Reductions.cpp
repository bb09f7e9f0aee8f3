//===- Reductions.cpp - sums, means, greatest elements --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of N15. Over contiguous elements the 16 lanes are two or four registers
// and fold across them at the end of a block. Over outer axes each register has one
// lane of several sums, so that the vectors run over the results. The sums of blocks
// go through a binary counter: slot i holds a sum of 2^i blocks.
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"

#include "Accumulators.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;
using Xbyak::Ymm;

static constexpr int64_t kBlock = 1024, kLanes = 16;
/// Lane slots: those of the counter come first.
static constexpr unsigned kFirstLaneSlot = 30;

/// Neighbours of one kind merged, dims of extent 1 dropped: the extents, and whether
/// they are reduced.
static void groupAxes(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> axes,
                      llvm::SmallVectorImpl<std::pair<int64_t, bool>> &groups) {
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    bool isReduced = axes.empty() || llvm::is_contained(axes, int64_t(axis));
    if (shape[axis] == 1)
      continue;
    if (!groups.empty() && groups.back().second == isReduced)
      groups.back().first *= shape[axis];
    else
      groups.push_back({shape[axis], isReduced});
  }
}

bool elf::needsTransposing(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> axes) {
  llvm::SmallVector<std::pair<int64_t, bool>> groups;
  groupAxes(shape, axes, groups);
  return llvm::count_if(groups, [](auto group) { return group.second; }) > 1;
}

namespace {

class ReductionEmitter {
public:
  ReductionEmitter(Assembler &as, DType dtype, ReduceKind kind)
      : as(as), accumulators(as, dtype), kind(kind), lanes(accumulators.getNumLanes()),
        bytes(accumulators.getElementBytes()) {}

  /// rsi (and r11, of a product) at the elements, rdi at the results.
  void emitContiguous(int64_t before, int64_t count, bool isProduct = false) {
    product = isProduct;
    as.repeatInMemory(as.counter(0), before, [&] {
      reduceBlocks(count, [&](int64_t length) { emitBlock(length); });
      if (kind == ReduceKind::Mean)
        accumulators.divide(0, 1, count);
      accumulators.store(0, product ? Accumulators::End::Chain : Accumulators::End::Sum, 1, as.rdi);
      as.add(as.rdi, int(bytes));
    });
  }

  void emitColumns(int64_t before, int64_t count, int64_t behind) {
    as.mov(as.r12, as.rsi);
    as.repeatInMemory(as.counter(0), before, [&] {
      as.repeatInMemory(as.counter(1), behind / lanes, [&] { emitColumn(count, behind, lanes); });
      if (unsigned rest = unsigned(behind % lanes))
        emitColumn(count, behind, rest);
      as.addImmediate(as.r12, (count - 1) * behind * bytes);
    });
  }

private:
  /// Blocks through the counter; `emitBlock(length)` leaves a block's sum in 0.
  template <typename EmitBlock>
  void reduceBlocks(int64_t count, EmitBlock emit) {
    // The order of a maximum cannot be told.
    int64_t block = kind == ReduceKind::Max ? std::max<int64_t>(count, 1) : kBlock;
    int64_t numBlocks = (count + block - 1) / block;
    if (numBlocks <= 1)
      return emit(count);
    as.xor_(as.r9d, as.r9d);
    as.repeat(as.r10, count / block, [&] {
      emit(block);
      pushBlock();
    });
    if (count % block) {
      emit(count % block);
      pushBlock();
    }
    bool isFirst = true;
    for (unsigned level = 0; numBlocks >> level; ++level) {
      if (!(numBlocks >> level & 1))
        continue;
      if (isFirst) {
        as.vmovups(Ymm(0), as.laneSlot(level));
      } else {
        as.vmovups(Ymm(1), as.laneSlot(level));
        accumulators.add(0, 1, Ymm(0));
      }
      isFirst = false;
    }
  }

  /// Adds the block in 0, whose number is r9, to the counter.
  void pushBlock() {
    Label head, done;
    as.mov(as.rax, as.r9);
    as.mov(as.rdx, as.rsp);
    as.L(head);
    as.test(as.al, 1);
    as.jz(done);
    as.vmovups(Ymm(1), as.yword[as.rdx]);
    accumulators.add(0, 1, Ymm(0));
    as.add(as.rdx, 32);
    as.shr(as.rax, 1);
    as.jmp(head);
    as.L(done);
    as.vmovups(as.yword[as.rdx], Ymm(0));
    as.inc(as.r9);
  }

  void combine(int target, int a, int b) {
    if (kind == ReduceKind::Max)
      accumulators.maximum(target, a, b);
    else
      accumulators.add(target, a, Ymm(b));
  }

  void start(int reg) {
    if (kind == ReduceKind::Max)
      accumulators.setLowest(reg);
    else
      accumulators.clear(reg);
  }

  //===--------------------------------------------------------------------===//
  // Contiguous elements
  //===--------------------------------------------------------------------===//

  /// Adds `count` elements to lanes `register * lanes` and on.
  void accumulate(unsigned acc, unsigned count) {
    int64_t at = int64_t(acc) * lanes * bytes;
    accumulators.load(8, count, as.rsi + at);
    if (product) {
      accumulators.load(9, count, as.r11 + at);
      accumulators.multiplyAdd(int(acc), 8, 9);
      return;
    }
    if (kind == ReduceKind::Max && count < lanes) {
      // Lanes that are not there must not win.
      accumulators.setLowest(9);
      as.vmovups(Ymm(10), laneMask(as, count, accumulators.isWideType() ? 8 : 4));
      as.vblendvps(Ymm(8), Ymm(9), Ymm(8), Ymm(10));
    }
    combine(int(acc), int(acc), 8);
  }

  void advance(int64_t count) {
    as.addImmediate(as.rsi, count * bytes);
    if (product)
      as.addImmediate(as.r11, count * bytes);
  }

  void emitBlock(int64_t length) {
    unsigned numAccs = kLanes / lanes;
    for (unsigned acc = 0; acc < numAccs; ++acc)
      start(int(acc));
    as.repeat(as.rcx, length / kLanes, [&] {
      for (unsigned acc = 0; acc < numAccs; ++acc)
        accumulate(acc, lanes);
      advance(kLanes);
    });
    unsigned rest = unsigned(length % kLanes);
    for (unsigned acc = 0; acc * lanes < rest; ++acc)
      accumulate(acc, std::min(lanes, rest - acc * lanes));
    advance(rest);
    // Lanes fold in halves: 8, 4, 2, 1 apart.
    for (unsigned half = numAccs / 2; half > 0; half /= 2)
      for (unsigned acc = 0; acc < half; ++acc)
        combine(int(acc), int(acc), int(acc + half));
    as.vextracti128(xmmOf(1), Ymm(0), 1);
    combine(0, 0, 1);
    as.vpshufd(xmmOf(1), xmmOf(0), 0x0e);
    combine(0, 0, 1);
    if (lanes == 8) {
      as.vpshufd(xmmOf(1), xmmOf(0), 0x01);
      combine(0, 0, 1);
    }
  }

  //===--------------------------------------------------------------------===//
  // Columns
  //===--------------------------------------------------------------------===//

  void emitColumn(int64_t count, int64_t behind, unsigned span) {
    as.mov(as.rsi, as.r12);
    int64_t stride = behind * bytes;
    reduceBlocks(count, [&](int64_t length) { emitColumnBlock(length, stride, span); });
    if (kind == ReduceKind::Mean)
      accumulators.divide(0, span, count);
    accumulators.store(0, Accumulators::End::Sum, span, as.rdi);
    as.addImmediate(as.rdi, span * bytes);
    as.addImmediate(as.r12, span * bytes);
  }

  void emitColumnBlock(int64_t length, int64_t stride, unsigned span) {
    auto slot = [&](int64_t lane) { return as.laneSlot(kFirstLaneSlot + unsigned(lane)); };
    int64_t used = std::min(length, kLanes);
    start(0);
    for (int64_t lane = 0; lane < used; ++lane)
      as.vmovups(slot(lane), Ymm(0));
    auto row = [&](int64_t lane) {
      accumulators.load(8, span, as.rsi);
      if (kind == ReduceKind::Max) {
        as.vmovups(Ymm(9), slot(lane));
        accumulators.maximum(8, 9, 8);
      } else {
        accumulators.add(8, 8, slot(lane));
      }
      as.vmovups(slot(lane), Ymm(8));
      as.addImmediate(as.rsi, stride);
    };
    as.repeat(as.rcx, length / kLanes, [&] {
      for (int64_t lane = 0; lane < kLanes; ++lane)
        row(lane);
    });
    for (int64_t lane = 0; lane < length % kLanes; ++lane)
      row(lane);
    if (used == 0)
      return start(0);
    // A lane that got nothing is +0 and may be skipped: no lane is -0.
    for (int64_t half = kLanes / 2; half > 0; half /= 2)
      for (int64_t lane = 0; lane < half && lane + half < used; ++lane) {
        as.vmovups(Ymm(0), slot(lane));
        as.vmovups(Ymm(1), slot(lane + half));
        combine(0, 0, 1);
        as.vmovups(slot(lane), Ymm(0));
      }
    as.vmovups(Ymm(0), slot(0));
  }

  Assembler &as;
  Accumulators accumulators;
  ReduceKind kind;
  unsigned lanes;
  int64_t bytes;
  bool product = false;
};

} // namespace

void elf::emitReduction(Assembler &as, const Reduction &reduction) {
  llvm::SmallVector<std::pair<int64_t, bool>> groups;
  groupAxes(reduction.shape, reduction.axes, groups);
  int64_t kept = 1, reduced = 1;
  for (auto [extent, isReduced] : groups)
    (isReduced ? reduced : kept) *= extent;
  if (kept == 0)
    return;
  Place input = reduction.input;
  int64_t before = 1, behind = 1;
  if (needsTransposing(reduction.shape, reduction.axes)) {
    // Kept axes first, then the reduced ones.
    LoopNest copy;
    Extents strides = getStrides(reduction.shape), from;
    for (bool wanted : {false, true})
      for (size_t axis = 0; axis < reduction.shape.size(); ++axis)
        if (wanted == (reduction.axes.empty() || llvm::is_contained(reduction.axes, int64_t(axis)))) {
          copy.shape.push_back(reduction.shape[axis]);
          from.push_back(strides[axis]);
        }
    copy.program.addOutput(copy.program.loadRaw(reduction.dtype), reduction.dtype, /*isRaw=*/true);
    copy.inputs.push_back({input, from});
    copy.outputs.push_back({reduction.scratch, getStrides(copy.shape)});
    emitLoopNest(as, copy);
    input = reduction.scratch;
    before = kept;
  } else {
    bool isBefore = true;
    for (auto [extent, isReduced] : groups) {
      if (isReduced)
        isBefore = false;
      else
        (isBefore ? before : behind) *= extent;
    }
    // Without a reduced axis that is longer than 1 each element is a sum of its own.
  }
  as.loadAddress(as.rsi, input);
  as.loadAddress(as.rdi, reduction.output);
  ReductionEmitter emitter(as, reduction.dtype, reduction.kind);
  bool hasReduced = llvm::any_of(groups, [](auto group) { return group.second; });
  if (!hasReduced)
    emitter.emitColumns(1, 1, kept);
  else if (behind == 1)
    emitter.emitContiguous(before, reduced);
  else
    emitter.emitColumns(before, reduced, behind);
}

void elf::emitInnerProduct(Assembler &as, DType dtype, int64_t count, Place lhs, Place rhs, Place output) {
  as.loadAddress(as.rsi, lhs);
  as.loadAddress(as.r11, rhs);
  as.loadAddress(as.rdi, output);
  ReductionEmitter(as, dtype, ReduceKind::Sum).emitContiguous(1, count, /*isProduct=*/true);
}
