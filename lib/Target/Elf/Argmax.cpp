//===- Argmax.cpp - positions of greatest elements ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneMemory.h"
#include "Reductions.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;

/// One result at a time: the first of equal elements, where -0 equals +0; the first
/// NaN wins, and nothing comes after it (N9).
void elf::emitArgmax(Assembler &as, DType dtype, llvm::ArrayRef<int64_t> shape, int64_t axis, Place input,
                     Place output) {
  int64_t before = countElements(shape.take_front(axis)), extent = shape[axis];
  int64_t behind = countElements(shape.drop_front(axis + 1)), bytes = getByteSize(dtype);
  if (before == 0 || behind == 0)
    return;
  bool isFloating = isFloat(dtype), is64 = dtype == DType::F64;
  auto best = as.r9, position = as.rcx, greatest = as.rdx;
  as.loadAddress(as.r12, input);
  as.loadAddress(as.rdi, output);
  auto unordered = [&](int a, int b) { is64 ? as.vucomisd(xmmOf(a), xmmOf(b)) : as.vucomiss(xmmOf(a), xmmOf(b)); };
  as.repeatInMemory(as.counter(0), before, [&] {
    as.repeatInMemory(as.counter(1), behind, [&] {
      as.xor_(best.cvt32(), best.cvt32());
      if (extent != 0) {
        as.mov(as.rsi, as.r12);
        as.xor_(position.cvt32(), position.cvt32());
        if (is64)
          as.vmovsd(xmmOf(1), as.qword[as.constant(as.addSplat(0xfff0000000000000, 8))]);
        else if (isFloating)
          as.vmovss(xmmOf(1), as.dword[as.constant(as.addSplat(0xff800000, 4))]);
        else
          as.mov(greatest, dtype == DType::I64 ? INT64_MIN : int64_t(INT32_MIN));
        Label head, take, next;
        as.L(head);
        if (isFloating) {
          loadLanes(as, 0, dtype, /*isRaw=*/false, {is64 ? 4u : 8u, 1}, as.rsi, 1);
          unordered(1, 1);
          as.jp(next);
          unordered(0, 1);
          as.jp(take);
          as.jbe(next);
          as.L(take);
          as.vmovaps(xmmOf(1), xmmOf(0));
        } else {
          if (dtype == DType::I64)
            as.mov(as.rax, as.qword[as.rsi]);
          else
            as.movsxd(as.rax, as.dword[as.rsi]);
          as.cmp(as.rax, greatest);
          as.jle(next);
          as.mov(greatest, as.rax);
        }
        as.mov(best, position);
        as.L(next);
        as.addImmediate(as.rsi, behind * bytes);
        as.inc(position);
        as.cmp(position, int(extent));
        as.jne(head);
      }
      as.mov(as.qword[as.rdi], best);
      as.add(as.rdi, 8);
      as.add(as.r12, int(bytes));
    });
    as.addImmediate(as.r12, (extent - 1) * behind * bytes);
  });
}
