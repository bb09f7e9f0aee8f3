//===- LaneMemory.cpp - vectors of elements in memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole vectors move at once, parts by masked moves where the element has 4 or 8
// bytes, and element by element where it has fewer or where they lie apart.
//
//===----------------------------------------------------------------------===//

#include "LaneMemory.h"

#include <cstring>

using namespace mind;
using namespace mind::elf;
using Xbyak::RegExp;
using Xbyak::Xmm;

namespace {

/// Elements as they lie in memory, in the low bytes of a register.
class Packed {
public:
  Packed(Assembler &as, unsigned bytes, LaneSpan span, const RegExp &base, int64_t stride)
      : as(as), bytes(bytes), span(span), base(base), stride(stride) {}

  void load(int target) {
    bool wide = bytes * span.lanes > 16;
    Xmm reg = vec(target, wide);
    if (stride == 0)
      return broadcast(reg);
    if (stride == 1 && loadWhole(reg))
      return;
    // From an empty register on: lanes that are not there are zero.
    unsigned perHalf = 16 / bytes;
    unsigned low = span.count < perHalf ? span.count : perHalf;
    loadElements(target, 0, low);
    if (span.count > perHalf) {
      loadElements(kScratchVector, perHalf, span.count - perHalf);
      as.vinserti128(ymmOf(target), ymmOf(target), xmmOf(kScratchVector), 1);
    }
  }

  void store(int source) {
    if (stride == 1 && storeWhole(source))
      return;
    unsigned perHalf = 16 / bytes;
    unsigned low = span.count < perHalf ? span.count : perHalf;
    storeElements(source, 0, low);
    if (span.count > perHalf) {
      as.vextracti128(xmmOf(kScratchVector), ymmOf(source), 1);
      storeElements(kScratchVector, perHalf, span.count - perHalf);
    }
  }

private:
  RegExp at(unsigned i) const { return base + int64_t(i) * stride * int64_t(bytes); }

  void broadcast(const Xmm &reg) {
    switch (bytes) {
    case 1:
      return as.vpbroadcastb(reg, as.byte[base]);
    case 2:
      return as.vpbroadcastw(reg, as.word[base]);
    case 4:
      return as.vbroadcastss(reg, as.dword[base]);
    default:
      // vbroadcastsd has no form for 16 bytes, where one element is all.
      if (reg.isYMM())
        return as.vbroadcastsd(Xbyak::Ymm(reg.getIdx()), as.qword[base]);
      return as.vmovddup(reg, as.qword[base]);
    }
  }

  bool loadWhole(const Xmm &reg) {
    unsigned total = bytes * span.count;
    if (span.isFull() || total == 4 || total == 8 || total == 16) {
      switch (total) {
      case 32:
        as.vmovups(reg, as.ptr[base]);
        return true;
      case 16:
        as.vmovups(xmmOf(reg.getIdx()), as.ptr[base]);
        return true;
      case 8:
        as.vmovq(xmmOf(reg.getIdx()), as.qword[base]);
        return true;
      case 4:
        as.vmovd(xmmOf(reg.getIdx()), as.dword[base]);
        return true;
      default:
        return false;
      }
    }
    if (bytes < 4)
      return false;
    as.vmovups(reg, laneMask(as, span.count, bytes));
    if (bytes == 4)
      as.vmaskmovps(reg, reg, as.ptr[base]);
    else
      as.vmaskmovpd(reg, reg, as.ptr[base]);
    return true;
  }

  bool storeWhole(int source) {
    unsigned total = bytes * span.count;
    bool wide = bytes * span.lanes > 16;
    if (span.isFull() || total == 4 || total == 8 || total == 16) {
      switch (total) {
      case 32:
        as.vmovups(as.ptr[base], ymmOf(source));
        return true;
      case 16:
        as.vmovups(as.ptr[base], xmmOf(source));
        return true;
      case 8:
        as.vmovq(as.qword[base], xmmOf(source));
        return true;
      case 4:
        as.vmovd(as.dword[base], xmmOf(source));
        return true;
      default:
        return false;
      }
    }
    if (bytes < 4)
      return false;
    Xmm mask = vec(kScratchVector, wide);
    as.vmovups(mask, laneMask(as, span.count, bytes));
    if (bytes == 4)
      as.vmaskmovps(as.ptr[base], mask, vec(source, wide));
    else
      as.vmaskmovpd(as.ptr[base], mask, vec(source, wide));
    return true;
  }

  void loadElements(int target, unsigned first, unsigned count) {
    Xmm reg = xmmOf(target);
    for (unsigned i = 0; i < count; ++i) {
      RegExp address = at(first + i);
      switch (bytes) {
      case 1:
      case 2:
        if (i == 0)
          as.vpxor(reg, reg, reg);
        if (bytes == 1)
          as.vpinsrb(reg, reg, as.byte[address], i);
        else
          as.vpinsrw(reg, reg, as.word[address], i);
        break;
      case 4:
        if (i == 0)
          as.vmovd(reg, as.dword[address]);
        else
          as.vpinsrd(reg, reg, as.dword[address], i);
        break;
      default:
        if (i == 0)
          as.vmovq(reg, as.qword[address]);
        else
          as.vpinsrq(reg, reg, as.qword[address], i);
      }
    }
  }

  void storeElements(int source, unsigned first, unsigned count) {
    Xmm reg = xmmOf(source);
    for (unsigned i = 0; i < count; ++i) {
      RegExp address = at(first + i);
      switch (bytes) {
      case 1:
        as.vpextrb(as.byte[address], reg, i);
        break;
      case 2:
        as.vpextrw(as.word[address], reg, i);
        break;
      case 4:
        as.vpextrd(as.dword[address], reg, i);
        break;
      default:
        as.vpextrq(as.qword[address], reg, i);
      }
    }
  }

  Assembler &as;
  unsigned bytes;
  LaneSpan span;
  RegExp base;
  int64_t stride;
};

} // namespace

Xbyak::Address elf::laneMask(Assembler &as, unsigned count, unsigned laneBytes) {
  uint8_t bytes[32] = {};
  std::memset(bytes, 0xff, count * laneBytes);
  return as.ptr[as.constant(as.addConstant(bytes, 32))];
}

void elf::loadLanes(Assembler &as, int target, DType dtype, bool isRaw, LaneSpan span, const RegExp &base,
                    int64_t stride) {
  Packed(as, getByteSize(dtype), span, base, stride).load(target);
  if (isRaw)
    return;
  Xmm packed = xmmOf(target), reg = vec(target, span.lanes == 8);
  switch (dtype) {
  case DType::F16:
    as.vcvtph2ps(reg, packed);
    return;
  case DType::BF16:
    as.vpmovzxwd(reg, packed);
    as.vpslld(reg, reg, 16);
    return;
  case DType::I1: {
    // 0 or 1 becomes a truth value.
    Xmm zero = vec(kScratchVector, span.lanes == 8);
    as.vpmovzxbd(reg, packed);
    as.vpxor(zero, zero, zero);
    as.vpsubd(reg, zero, reg);
    return;
  }
  default:
    return;
  }
}

void elf::storeLanes(Assembler &as, int source, DType dtype, bool isRaw, LaneSpan span, const RegExp &base,
                     int64_t stride) {
  bool wide = span.lanes == 8;
  int scratch = kScratchVector;
  Xmm reg = vec(source, wide), packed = vec(scratch, wide);
  Packed memory(as, getByteSize(dtype), span, base, stride);
  if (isRaw)
    return memory.store(source);
  switch (dtype) {
  case DType::F16:
    as.vcvtps2ph(xmmOf(scratch), reg, 0);
    return memory.store(scratch);
  case DType::BF16:
    as.vpsrld(packed, reg, 16);
    as.vpackusdw(packed, packed, packed);
    // Each half has packed its own words.
    if (wide)
      as.vpermq(ymmOf(scratch), ymmOf(scratch), 0x08);
    return memory.store(scratch);
  case DType::I1:
    as.vpackssdw(packed, reg, reg);
    if (wide)
      as.vpermq(ymmOf(scratch), ymmOf(scratch), 0x08);
    as.vpacksswb(xmmOf(scratch), xmmOf(scratch), xmmOf(scratch));
    as.vpand(xmmOf(scratch), xmmOf(scratch), as.splat(0x01010101, 4));
    return memory.store(scratch);
  default:
    return memory.store(source);
  }
}
