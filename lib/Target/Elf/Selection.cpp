//===- Selection.cpp - positions that are computed ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection.h"

#include "Accumulators.h"
#include "LaneBuilder.h"

#include "llvm/Support/MathExtras.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;
using Xbyak::RegExp;

/// rax = the integer at `address`.
static void loadInteger(Assembler &as, DType dtype, const RegExp &address) {
  if (dtype == DType::I32)
    as.movsxd(as.rax, as.dword[address]);
  else
    as.mov(as.rax, as.qword[address]);
}

/// rdx = extent; jumps if rax is not in [0, extent).
static void emitCheck(Assembler &as, int64_t extent, const Label &fault) {
  as.mov(as.rdx, extent);
  as.cmp(as.rax, as.rdx);
  as.jae(fault, Xbyak::CodeGenerator::T_NEAR);
}

/// All positions are checked before anything is done, in their order.
static void emitChecks(Assembler &as, const Positions &positions, int64_t extent, const Label &fault) {
  as.loadAddress(as.rsi, positions.place);
  as.repeat(as.rcx, positions.count, [&] {
    loadInteger(as, positions.dtype, as.rsi);
    emitCheck(as, extent, fault);
    as.add(as.rsi, int(getByteSize(positions.dtype)));
  });
}

void elf::emitGather(Assembler &as, DType dtype, const Split &split, const Positions &positions, Place input,
                     Place output, const Label &fault) {
  emitChecks(as, positions, split.extent, fault);
  int64_t bytes = split.behind * getByteSize(dtype);
  if (split.before == 0 || positions.count == 0 || bytes == 0)
    return;
  as.loadAddress(as.r8, input);
  as.loadAddress(as.rdi, output);
  as.repeatInMemory(as.counter(0), split.before, [&] {
    as.loadAddress(as.r9, positions.place);
    as.repeatInMemory(as.counter(1), positions.count, [&] {
      loadInteger(as, positions.dtype, as.r9);
      as.add(as.r9, int(getByteSize(positions.dtype)));
      as.multiplyImmediate(as.rax, bytes);
      as.lea(as.rsi, as.ptr[as.r8 + as.rax]);
      emitCopyAt(as, bytes);
    });
    as.addImmediate(as.r8, split.extent * bytes);
  });
}

void elf::emitFill(Assembler &as, DType dtype, int64_t count, uint64_t bits, Place output) {
  LoopNest nest;
  nest.shape = {count};
  unsigned size = getByteSize(dtype);
  LaneType type = getRawType(dtype);
  // Packed elements: the pattern repeated throughout a lane of 4 bytes.
  uint64_t pattern = bits;
  if (size == 1)
    pattern = (bits & 0xff) * 0x01010101u;
  else if (size == 2)
    pattern = (bits & 0xffff) * 0x00010001u;
  else if (size == 4)
    pattern = bits & 0xffffffff;
  nest.program.addOutput(nest.program.constant(type, pattern), dtype, /*isRaw=*/true);
  nest.outputs.push_back({output, {1}});
  emitLoopNest(as, nest);
}

/// Contributions are added in the order of the positions (N17).
void elf::emitGatherGrad(Assembler &as, DType dtype, const Split &split, const Positions &positions, Place grad,
                         Place output, Place scratch, const Label &fault) {
  emitChecks(as, positions, split.extent, fault);
  int64_t count = split.before * split.extent * split.behind;
  if (count == 0)
    return;
  bool isNarrow = dtype == DType::F16 || dtype == DType::BF16;
  DType sumType = isNarrow ? DType::F32 : dtype;
  Place sums = isNarrow ? scratch : output;
  emitFill(as, sumType, count, 0, sums);
  // q16 wraps as an i32 does.
  Accumulators source(as, dtype == DType::Q16 ? DType::I32 : dtype);
  Accumulators target(as, sumType == DType::Q16 ? DType::I32 : sumType);
  unsigned lanes = target.getNumLanes();
  int64_t from = getByteSize(dtype), to = getByteSize(sumType);
  as.loadAddress(as.r8, sums);
  as.loadAddress(as.rsi, grad);
  as.repeatInMemory(as.counter(0), split.before, [&] {
    as.loadAddress(as.r9, positions.place);
    as.repeatInMemory(as.counter(1), positions.count, [&] {
      loadInteger(as, positions.dtype, as.r9);
      as.add(as.r9, int(getByteSize(positions.dtype)));
      as.multiplyImmediate(as.rax, split.behind * to);
      as.lea(as.rdi, as.ptr[as.r8 + as.rax]);
      auto step = [&](unsigned span) {
        source.load(0, span, as.rsi);
        target.load(1, span, as.rdi);
        target.add(1, 1, Xbyak::Ymm(0));
        storeLanes(as, 1, sumType, /*isRaw=*/false, {lanes, span}, as.rdi, 1);
        as.add(as.rsi, int(span * from));
        as.add(as.rdi, int(span * to));
      };
      as.repeat(as.rcx, split.behind / lanes, [&] { step(lanes); });
      if (unsigned rest = unsigned(split.behind % lanes))
        step(rest);
    });
    as.addImmediate(as.r8, split.extent * split.behind * to);
  });
  if (!isNarrow)
    return;
  LoopNest nest;
  nest.shape = {count};
  Lane value = nest.program.load(DType::F32);
  nest.program.addOutput(LaneBuilder(nest.program).round(dtype, value), dtype);
  nest.inputs.push_back({sums, {1}});
  nest.outputs.push_back({output, {1}});
  emitLoopNest(as, nest);
}

void elf::emitInsert(Assembler &as, const Insertion &insertion, const Label &fault) {
  int64_t bytes = getByteSize(insertion.dtype);
  Extents strides = getStrides(insertion.dest);
  // r8 adds up the distance of the first element.
  as.xor_(as.r8d, as.r8d);
  for (const InsertAxis &axis : insertion.axes) {
    int64_t count = insertion.source[axis.axis], extent = insertion.dest[axis.axis];
    if (count == 0)
      continue;
    if (axis.isDynamic) {
      as.loadAddress(as.rsi, axis.dynamicStart.place);
      loadInteger(as, axis.dynamicStart.dtype, as.rsi);
    } else {
      as.mov(as.rax, axis.start);
    }
    emitCheck(as, extent, fault);
    as.mov(as.rcx, as.rax);
    if (count > 1) {
      int64_t span, farthest = axis.stride < 0 ? INT64_MIN : INT64_MAX;
      if (llvm::MulOverflow(count - 1, axis.stride, span)) {
        as.mov(as.rax, farthest);
      } else {
        Label fits;
        as.mov(as.rdx, span);
        as.add(as.rax, as.rdx);
        as.jno(fits);
        as.mov(as.rax, farthest);
        as.L(fits);
      }
      emitCheck(as, extent, fault);
    }
    as.mov(as.rax, as.rcx);
    as.multiplyImmediate(as.rax, strides[axis.axis] * bytes);
    as.add(as.r8, as.rax);
    strides[axis.axis] = count == 1 ? 0 : strides[axis.axis] * axis.stride;
  }
  as.loadAddress(as.rax, insertion.output);
  as.add(as.rax, as.r8);
  as.mov(as.ptr[as.rbx + insertion.scratch.offset], as.rax);
  emitCopy(as, insertion.output, insertion.destPlace, countElements(insertion.dest) * bytes);
  LoopNest nest;
  nest.shape = insertion.source;
  nest.program.addOutput(nest.program.loadRaw(insertion.dtype), insertion.dtype, /*isRaw=*/true);
  nest.inputs.push_back({insertion.sourcePlace, getStrides(insertion.source)});
  nest.outputs.push_back({{Place::Slot, insertion.scratch.offset}, strides});
  emitLoopNest(as, nest);
}
