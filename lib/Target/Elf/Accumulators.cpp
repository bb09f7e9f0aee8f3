//===- Accumulators.cpp - what sums and chains add up in ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"

#include <cstring>

using namespace mind;
using namespace mind::elf;
using Xbyak::Ymm;

LaneType Accumulators::getType() const {
  return dtype == DType::Q16 ? LaneType::I64 : getLaneType(dtype);
}

void Accumulators::setEnd(unsigned count) {
  if (!isZmm() || count == getNumLanes())
    return;
  as.mov(as.eax, (1u << count) - 1);
  as.kmovw(as.k1, as.eax);
}

void Accumulators::clear(int reg) {
  if (isZmm())
    return as.vpxord(zmmOf(reg), zmmOf(reg), zmmOf(reg));
  as.vpxor(xmmOf(reg), xmmOf(reg), xmmOf(reg));
}

void Accumulators::load(int reg, unsigned count, const Xbyak::RegExp &base, int64_t stride) {
  if (isZmm()) {
    Xbyak::Zmm target = zmmOf(reg);
    if (count != getNumLanes())
      target = target | as.k1 | as.T_z;
    return dtype == DType::F64 ? as.vmovupd(target, as.zword[base]) : as.vmovups(target, as.zword[base]);
  }
  loadLanes(as, reg, dtype, /*isRaw=*/false, {getNumLanes(), count}, base, stride);
  if (dtype == DType::Q16)
    as.vpmovsxdq(Ymm(reg), xmmOf(reg));
}

void Accumulators::broadcast(int reg, const Xbyak::RegExp &base) {
  if (isZmm())
    return dtype == DType::F64 ? as.vbroadcastsd(zmmOf(reg), as.qword[base])
                               : as.vbroadcastss(zmmOf(reg), as.dword[base]);
  Ymm target(reg);
  switch (dtype) {
  case DType::F16:
    as.vpbroadcastw(xmmOf(reg), as.word[base]);
    as.vcvtph2ps(target, xmmOf(reg));
    return;
  case DType::BF16:
    // Two copies in each lane, of which the upper one stays.
    as.vpbroadcastw(target, as.word[base]);
    as.vpslld(target, target, 16);
    return;
  case DType::F64:
  case DType::I64:
    as.vbroadcastsd(target, as.qword[base]);
    return;
  case DType::Q16:
    // The product takes the low halves of lanes and their signs.
  default:
    as.vbroadcastss(target, as.dword[base]);
  }
}

void Accumulators::add(int target, int a, const Xbyak::Operand &b) {
  Ymm t(target), x(a);
  switch (getType()) {
  case LaneType::F32:
    return as.vaddps(t, x, b);
  case LaneType::F64:
    return as.vaddpd(t, x, b);
  case LaneType::I32:
    return as.vpaddd(t, x, b);
  default:
    return as.vpaddq(t, x, b);
  }
}

void Accumulators::setLowest(int reg) {
  switch (getType()) {
  case LaneType::F32:
    return as.vmovups(Ymm(reg), as.splat(0xff800000, 4));
  case LaneType::F64:
    return as.vmovups(Ymm(reg), as.splat(0xfff0000000000000, 8));
  case LaneType::I32:
    return as.vmovups(Ymm(reg), as.splat(0x80000000, 4));
  default:
    // A q16 is as low as an i32 may be.
    return as.vmovups(Ymm(reg), as.splat(dtype == DType::Q16 ? 0xffffffff80000000 : 0x8000000000000000, 8));
  }
}

void Accumulators::maximum(int target, int a, int b) {
  Ymm t(target), x(a), y(b), mask(13), both(14), greater(15);
  switch (getType()) {
  case LaneType::F32:
    as.vmaxps(greater, x, y);
    as.vandps(both, x, y);
    as.vcmpps(mask, x, y, 0x00);
    as.vblendvps(greater, greater, both, mask);
    as.vcmpps(mask, x, x, 0x03);
    return as.vblendvps(t, greater, x, mask);
  case LaneType::F64:
    as.vmaxpd(greater, x, y);
    as.vandpd(both, x, y);
    as.vcmppd(mask, x, y, 0x00);
    as.vblendvpd(greater, greater, both, mask);
    as.vcmppd(mask, x, x, 0x03);
    return as.vblendvpd(t, greater, x, mask);
  case LaneType::I32:
    return as.vpmaxsd(t, x, y);
  default:
    as.vpcmpgtq(mask, x, y);
    return as.vblendvpd(t, y, x, mask);
  }
}

void Accumulators::multiplyAdd(int acc, int a, int b) {
  Xbyak::Xmm c = vector(acc), x = vector(a), y = vector(b);
  Ymm t(15), u(14);
  switch (dtype) {
  case DType::F64:
    return as.vfmadd231pd(c, x, y);
  case DType::I32:
    as.vpmulld(t, x, y);
    return as.vpaddd(c, c, t);
  case DType::Q16:
    as.vpmuldq(t, x, y);
    return as.vpaddq(c, c, t);
  case DType::I64:
    as.multiplyI64(/*product=*/u, x, y, t, u);
    return as.vpaddq(c, c, u);
  default:
    return as.vfmadd231ps(c, x, y);
  }
}

void Accumulators::multiplyAdd(int acc, int a, const Xbyak::Address &b) {
  if (dtype == DType::F64)
    as.vfmadd231pd(vector(acc), vector(a), b);
  else
    as.vfmadd231ps(vector(acc), vector(a), b);
}

void Accumulators::store(int reg, End end, unsigned count, const Xbyak::RegExp &base) {
  if (isZmm()) {
    Xbyak::Address target = as.zword[base];
    if (count != getNumLanes())
      target = target | as.k1;
    return dtype == DType::F64 ? as.vmovupd(target, zmmOf(reg)) : as.vmovups(target, zmmOf(reg));
  }
  Ymm x(reg), t(14), u(13);
  if (dtype == DType::Q16) {
    if (end == End::Chain)
      as.vpsrlq(x, x, 16);
    as.vpshufd(x, x, 0x88);
    as.vpermq(x, x, 0x08);
  }
  if (dtype == DType::BF16) {
    // To nearest even, on the bits; a NaN would overflow.
    as.vpsrld(t, x, 16);
    as.vpand(t, t, as.splat(1, 4));
    as.vpaddd(t, t, as.splat(0x7fff, 4));
    as.vpaddd(t, t, x);
    as.vcmpps(u, x, x, 0x03);
    as.vblendvps(x, t, as.splat(0x7fc00000, 4), u);
  }
  storeLanes(as, reg, dtype, /*isRaw=*/false, {getNumLanes(), count}, base, 1);
}

void Accumulators::divide(int reg, unsigned count, int64_t n) {
  Ymm x(reg);
  if (dtype == DType::F64) {
    double divisor = double(n);
    uint64_t bits;
    std::memcpy(&bits, &divisor, sizeof bits);
    return as.vdivpd(x, x, as.splat(bits, 8));
  }
  if (isFloat(dtype)) {
    float divisor = float(n);
    uint32_t bits;
    std::memcpy(&bits, &divisor, sizeof bits);
    return as.vdivps(x, x, as.splat(bits, 4));
  }
  // q16: each lane toward zero.
  if (n == 0)
    return clear(reg);
  Xbyak::Address slot = as.laneSlot(Assembler::kNumLaneSlots - 1);
  as.vmovups(slot, x);
  as.push(as.rcx);
  as.mov(as.rcx, n);
  for (unsigned lane = 0; lane < count; ++lane) {
    // The stack has moved by one word.
    Xbyak::Address at = as.qword[as.rsp + int(32 * (Assembler::kNumLaneSlots - 1) + 8 * lane + 8)];
    as.mov(as.rax, at);
    as.cqo();
    as.idiv(as.rcx);
    as.mov(at, as.rax);
  }
  as.pop(as.rcx);
  as.vmovups(x, slot);
}
