//===- LaneExpansions.cpp - lane operations of several instructions -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneCodeGen.h"

#include "llvm/Support/ErrorHandling.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Xmm;

/// vmaxps gives its second operand for two zeros and where one is NaN. Equal numbers
/// have equal bits but for the sign of zero, so their bits combine; what is NaN in
/// the first operand wins after that (N9).
void LaneCodeGen::emitMaxMin(const LaneStep &step, int target) {
  bool is64 = isWide(step.type), isMax = step.op == LaneOp::MaxF;
  Xmm a = r(use(step.operands[0]), step.type), b = r(use(step.operands[1]), step.type), t = r(target, step.type);
  Xmm both = r(takeRegister(), step.type), mask = r(takeRegister(), step.type);
  if (is64) {
    isMax ? as.vmaxpd(t, a, b) : as.vminpd(t, a, b);
    isMax ? as.vandpd(both, a, b) : as.vorpd(both, a, b);
    as.vcmppd(mask, a, b, 0x00);
    as.vblendvpd(t, t, both, mask);
    as.vcmppd(mask, a, a, 0x03);
    as.vblendvpd(t, t, a, mask);
    return;
  }
  isMax ? as.vmaxps(t, a, b) : as.vminps(t, a, b);
  isMax ? as.vandps(both, a, b) : as.vorps(both, a, b);
  as.vcmpps(mask, a, b, 0x00);
  as.vblendvps(t, t, both, mask);
  as.vcmpps(mask, a, a, 0x03);
  as.vblendvps(t, t, a, mask);
}

void LaneCodeGen::emitMulI64(const LaneStep &step, int target) {
  Xmm a = ymmOf(use(step.operands[0])), b = ymmOf(use(step.operands[1]));
  Xmm x = ymmOf(takeRegister()), y = ymmOf(takeRegister());
  as.multiplyI64(ymmOf(target), a, b, x, y);
}

void LaneCodeGen::emitCompareI(const LaneStep &step, int target) {
  Xmm a = r(use(step.operands[0]), step.type), b = r(use(step.operands[1]), step.type), t = r(target, step.type);
  if (isWide(step.type))
    as.vpcmpgtq(t, a, b);
  else
    as.vpcmpgtd(t, a, b);
}

void LaneCodeGen::emitShift(const LaneStep &step, int target) {
  bool is64 = isWide(step.type);
  Xmm a = r(use(step.operands[0]), step.type), t = r(target, step.type);
  if (isConstant(step.operands[1])) {
    int n = int(program.steps[step.operands[1]].bits);
    switch (step.op) {
    case LaneOp::Shl:
      return is64 ? as.vpsllq(t, a, n) : as.vpslld(t, a, n);
    case LaneOp::ShrU:
      return is64 ? as.vpsrlq(t, a, n) : as.vpsrld(t, a, n);
    default:
      if (!is64)
        return as.vpsrad(t, a, n);
    }
  }
  Xmm b = r(use(step.operands[1]), step.type);
  switch (step.op) {
  case LaneOp::Shl:
    return is64 ? as.vpsllvq(t, a, b) : as.vpsllvd(t, a, b);
  case LaneOp::ShrU:
    return is64 ? as.vpsrlvq(t, a, b) : as.vpsrlvd(t, a, b);
  default:
    break;
  }
  if (!is64)
    return as.vpsravd(t, a, b);
  // There is no such shift of 64 bits: the bit where the sign has come to is
  // flipped and subtracted, which copies it upward.
  Xmm sign = ymmOf(takeRegister());
  as.vmovups(sign, as.splat(uint64_t(1) << 63, 8));
  as.vpsrlvq(sign, sign, b);
  as.vpsrlvq(t, a, b);
  as.vpxor(t, t, sign);
  as.vpsubq(t, t, sign);
}

void LaneCodeGen::emitConversion(const LaneStep &step, int target) {
  bool is64 = isWide(step.type);
  int from = use(step.operands[0]);
  Xmm a = r(from, step.type), t = r(target, step.type);
  auto round = [&](int mode) {
    // Bit 3: no exception for what is not exact.
    is64 ? as.vroundpd(t, a, mode | 8) : as.vroundps(t, a, mode | 8);
  };
  switch (step.op) {
  case LaneOp::SqrtF:
    return is64 ? as.vsqrtpd(t, a) : as.vsqrtps(t, a);
  case LaneOp::RoundEven:
    return round(0);
  case LaneOp::Floor:
    return round(1);
  case LaneOp::Ceil:
    return round(2);
  case LaneOp::Trunc:
    return round(3);
  case LaneOp::F32ToF64:
    return as.vcvtps2pd(ymmOf(target), xmmOf(from));
  case LaneOp::F64ToF32:
    return as.vcvtpd2ps(xmmOf(target), ymmOf(from));
  case LaneOp::RoundF16: {
    as.vcvtps2ph(xmmOf(target), r(from, LaneType::F32), 0);
    return as.vcvtph2ps(r(target, LaneType::F32), xmmOf(target));
  }
  case LaneOp::I32ToF32:
    return as.vcvtdq2ps(t, a);
  case LaneOp::I32ToF64:
    return as.vcvtdq2pd(ymmOf(target), xmmOf(from));
  case LaneOp::F32ToI32:
    return as.vcvttps2dq(t, a);
  case LaneOp::F64ToI32:
    return as.vcvttpd2dq(xmmOf(target), ymmOf(from));
  case LaneOp::Widen:
    return as.vpmovsxdq(ymmOf(target), xmmOf(from));
  case LaneOp::Narrow:
    // The low halves of the lanes, gathered in the low half of the register.
    as.vpshufd(ymmOf(target), ymmOf(from), 0x88);
    return as.vpermq(ymmOf(target), ymmOf(target), 0x08);
  default:
    llvm_unreachable("not a conversion");
  }
}

//===----------------------------------------------------------------------===//
// What vectors cannot do: lane by lane, through the stack
//===----------------------------------------------------------------------===//

void LaneCodeGen::emitScalar(const LaneStep &step, int target) {
  unsigned numOperands = getNumOperands(step.op);
  // Two slots for the operands, one for the result.
  unsigned slots[3];
  for (unsigned &slot : slots) {
    slot = 0;
    while (slot < isSlotUsed.size() && isSlotUsed[slot])
      ++slot;
    if (slot == isSlotUsed.size())
      isSlotUsed.push_back(true);
    isSlotUsed[slot] = true;
  }
  for (unsigned k = 0; k < numOperands; ++k)
    as.vmovups(as.laneSlot(slots[k]), ymmOf(use(step.operands[k])));
  if (count < lanes) {
    as.vpxor(xmmOf(target), xmmOf(target), xmmOf(target));
    as.vmovups(as.laneSlot(slots[2]), ymmOf(target));
  }
  for (unsigned lane = 0; lane < count; ++lane)
    emitScalarLane(step, lane, slots[0], slots[1], slots[2]);
  as.vmovups(ymmOf(target), as.laneSlot(slots[2]));
  for (unsigned slot : slots)
    isSlotUsed[slot] = false;
}

void LaneCodeGen::emitScalarLane(const LaneStep &step, unsigned lane, int a, int b, int out) {
  auto at = [&](int slot, unsigned bytes) { return as.rsp + 32 * slot + int(bytes * lane); };
  auto &rax = as.rax, &rdx = as.rdx;
  Xmm scratch = xmmOf(kScratchVector);
  switch (step.op) {
  case LaneOp::I64ToF32:
    as.vpxor(scratch, scratch, scratch);
    as.vcvtsi2ss(scratch, scratch, as.qword[at(a, 8)]);
    return as.vmovss(as.dword[at(out, 4)], scratch);
  case LaneOp::I64ToF64:
    as.vpxor(scratch, scratch, scratch);
    as.vcvtsi2sd(scratch, scratch, as.qword[at(a, 8)]);
    return as.vmovsd(as.qword[at(out, 8)], scratch);
  case LaneOp::F64ToI64: {
    // Out of range and NaN give the lowest integer; then the value tells which.
    Xbyak::Label done, notNaN;
    as.vmovsd(scratch, as.qword[at(a, 8)]);
    as.vcvttsd2si(rax, scratch);
    as.vucomisd(scratch, scratch);
    as.jnp(notNaN);
    as.xor_(as.eax, as.eax);
    as.jmp(done);
    as.L(notNaN);
    as.vucomisd(scratch, as.qword[as.constant(as.addSplat(0x43e0000000000000, 8))]);
    as.jb(done);
    as.mov(rax, INT64_MAX);
    as.L(done);
    return as.mov(as.qword[at(out, 8)], rax);
  }
  default:
    break;
  }
  // Divisions: by 0 gives 0, by -1 the negated dividend or 0.
  bool is64 = isWide(step.type), isQ = step.op == LaneOp::DivQ;
  Xbyak::Label store, divide, isZero;
  Xbyak::Reg64 divisor = as.rsi;
  as.push(as.rsi);
  // The stack has moved by one word.
  auto operand = [&](int slot, unsigned bytes) { return at(slot, bytes) + 8; };
  if (is64) {
    as.mov(divisor, as.qword[operand(b, 8)]);
    as.mov(rax, as.qword[operand(a, 8)]);
  } else {
    as.movsxd(divisor, as.dword[operand(b, 4)]);
    as.movsxd(rax, as.dword[operand(a, 4)]);
  }
  as.test(divisor, divisor);
  as.jz(isZero);
  if (isQ) {
    as.shl(rax, 16);
  } else {
    as.cmp(divisor, -1);
    as.jne(divide);
    if (step.op == LaneOp::ModI) {
      as.jmp(isZero);
    } else {
      as.neg(rax);
      as.jmp(store);
    }
  }
  as.L(divide);
  as.cqo();
  as.idiv(divisor);
  if (step.op == LaneOp::ModI)
    as.mov(rax, rdx);
  as.jmp(store);
  as.L(isZero);
  as.xor_(as.eax, as.eax);
  as.L(store);
  if (is64)
    as.mov(as.qword[operand(out, 8)], rax);
  else
    as.mov(as.dword[operand(out, 4)], as.eax);
  as.pop(as.rsi);
}
