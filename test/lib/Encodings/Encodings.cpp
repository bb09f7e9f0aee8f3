//===- Encodings.cpp - Instructions, and what they should be read as ------===//
//
// Part of the MIND project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: mind-encodings CODE LIST
//
// Writes every kind of instruction that direct code has, in all its forms of operands:
// registers against registers, bases against indices, scales and displacements. LIST has
// a line for each: where it begins, and its mnemonic and operands, which a disassembler
// must find there. A memory operand is `[base index*scale displacement]`, a number is its
// low 32 bits, or all 64 of `movabs`.
//
//===----------------------------------------------------------------------===//

#define XBYAK_NO_EXCEPTION
#include <xbyak/xbyak.h>

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

using namespace Xbyak;
using llvm::Twine;

namespace {

const char *const kGprs[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                             "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
const char *const kHalves[] = {"eax", "ecx", "edx",  "ebx",  "esp",  "ebp",  "esi",  "edi",
                               "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"};
constexpr int kStack = 4;

/// A memory operand: `scale` 0 is none.
struct Memory {
  int base, index, scale, displacement;
};

std::string getNumber(int64_t value) { return llvm::utostr(uint32_t(value)); }

std::string getName(const Memory &memory) {
  std::string text = std::string("[") + kGprs[memory.base];
  if (memory.scale)
    text += std::string(" ") + kGprs[memory.index] + "*" + llvm::utostr(memory.scale);
  return text + " " + getNumber(memory.displacement) + "]";
}

/// Every base with every index at every scale, each at each kind of displacement: none,
/// the ends of one byte, and what needs four.
std::vector<Memory> getAllMemory() {
  std::vector<Memory> all;
  for (int base = 0; base < 16; ++base)
    for (int displacement : {0, 8, 127, -128, 128, -129, 0x12345678}) {
      all.push_back({base, 0, 0, displacement});
      for (int index = 0; index < 16; ++index)
        for (int scale : {1, 2, 4, 8})
          if (index != kStack)
            all.push_back({base, index, scale, displacement});
    }
  return all;
}

class Generator : public CodeGenerator {
public:
  Generator() : CodeGenerator(16 << 20), all(getAllMemory()) {}

  void run() {
    moves();
    integers();
    shifts();
    vectors();
    vectorImmediates();
    mixed();
    masked();
  }

  std::vector<std::string> lines;

private:
  /// `emit` gives one instruction that reads as `text`.
  template <typename Emit>
  void one(const Twine &text, Emit emit) {
    lines.push_back((Twine(getSize()) + " " + text).str());
    emit();
  }

  Address at(const AddressFrame &frame, const Memory &memory) {
    RegExp place = Reg64(memory.base);
    if (memory.scale)
      place = place + Reg64(memory.index) * memory.scale;
    return frame[place + memory.displacement];
  }

  /// A part of all memory operands, another one each time, that over the calls has all.
  template <typename Visit>
  void someMemory(Visit visit) {
    for (int i = 0; i < 97; ++i) {
      visit(all[next]);
      next = (next + 67) % all.size();
    }
  }

  static std::string vec(int index, bool wide) { return (wide ? "ymm" : "xmm") + llvm::utostr(index); }
  static Xmm reg(int index, bool wide) { return Xmm(wide ? Operand::YMM : Operand::XMM, index); }

  void moves() {
    // Each register, in turn, with every memory operand there is.
    for (size_t i = 0; i < all.size(); ++i) {
      const Memory &memory = all[i];
      int r = int(i * 5 % 16), v = int(i * 7 % 16);
      std::string place = getName(memory);
      one(Twine("mov ") + kGprs[r] + " " + place, [&] { mov(Reg64(r), at(qword, memory)); });
      one(Twine("mov ") + place + " " + kGprs[r], [&] { mov(at(qword, memory), Reg64(r)); });
      one(Twine("lea ") + kGprs[r] + " " + place, [&] { lea(Reg64(r), at(ptr, memory)); });
      one(Twine("vmovups ymm") + Twine(v) + " " + place, [&] { vmovups(Ymm(v), at(yword, memory)); });
      one(Twine("vmovups ") + place + " ymm" + Twine(v), [&] { vmovups(at(yword, memory), Ymm(v)); });
    }
    for (int a = 0; a < 16; ++a)
      for (int64_t value : {int64_t(0), int64_t(1), int64_t(0x7fffffff), int64_t(0x80000000), int64_t(0xffffffff)})
        one(Twine("mov ") + kHalves[a] + " " + getNumber(value), [&] { mov(Reg64(a), value); });
    for (int a = 0; a < 16; ++a)
      for (int64_t value : {int64_t(-1), int64_t(INT32_MIN)})
        one(Twine("mov ") + kGprs[a] + " " + getNumber(value), [&] { mov(Reg64(a), value); });
    for (int a = 0; a < 16; ++a)
      for (int64_t value : {int64_t(0x123456789abcdef0), INT64_MIN, INT64_MAX, int64_t(INT32_MIN) - 1})
        one(Twine("movabs ") + kGprs[a] + " " + llvm::utostr(uint64_t(value)), [&] { mov(Reg64(a), value); });
  }

  /// An instruction of two operands on 64 and 32 bits.
  template <typename Emit>
  void binary(const char *name, bool storesToo, Emit emit) {
    for (int a = 0; a < 16; ++a)
      for (int b = 0; b < 16; ++b) {
        one(Twine(name) + " " + kGprs[a] + " " + kGprs[b], [&] { emit(Reg64(a), Reg64(b)); });
        one(Twine(name) + " " + kHalves[a] + " " + kHalves[b], [&] { emit(Reg32(a), Reg32(b)); });
      }
    int r = 0;
    someMemory([&](const Memory &memory) {
      one(Twine(name) + " " + kGprs[r] + " " + getName(memory), [&] { emit(Reg64(r), at(qword, memory)); });
      one(Twine(name) + " " + kHalves[r] + " " + getName(memory), [&] { emit(Reg32(r), at(dword, memory)); });
      if (storesToo)
        one(Twine(name) + " " + getName(memory) + " " + kGprs[r], [&] { emit(at(qword, memory), Reg64(r)); });
      r = (r + 1) % 16;
    });
  }

  template <typename Emit>
  void withImmediates(const char *name, Emit emit) {
    for (int a = 0; a < 16; ++a)
      for (int value : {1, 127, -128, 128, -129, 0x12345678, -0x12345678}) {
        one(Twine(name) + " " + kGprs[a] + " " + getNumber(value), [&] { emit(Reg64(a), value); });
        one(Twine(name) + " " + kHalves[a] + " " + getNumber(value), [&] { emit(Reg32(a), value); });
      }
  }

  void integers() {
    binary("add", true, [&](const Operand &a, const Operand &b) { add(a, b); });
    binary("sub", true, [&](const Operand &a, const Operand &b) { sub(a, b); });
    binary("cmp", true, [&](const Operand &a, const Operand &b) { cmp(a, b); });
    binary("xor", true, [&](const Operand &a, const Operand &b) { xor_(a, b); });
    auto asReg = [](const Operand &a) { return Reg(a.getIdx(), a.getKind(), a.getBit()); };
    binary("imul", false, [&](const Operand &a, const Operand &b) { imul(asReg(a), b); });
    binary("cmovg", false, [&](const Operand &a, const Operand &b) { cmovg(asReg(a), b); });
    binary("cmovs", false, [&](const Operand &a, const Operand &b) { cmovs(asReg(a), b); });
    withImmediates("add", [&](const Reg &a, int value) { add(a, uint32_t(value)); });
    withImmediates("sub", [&](const Reg &a, int value) { sub(a, uint32_t(value)); });
    withImmediates("cmp", [&](const Reg &a, int value) { cmp(a, uint32_t(value)); });
    for (int a = 0; a < 16; ++a) {
      one(Twine("inc ") + kGprs[a], [&] { inc(Reg64(a)); });
      one(Twine("dec ") + kGprs[a], [&] { dec(Reg64(a)); });
      one(Twine("neg ") + kGprs[a], [&] { neg(Reg64(a)); });
      one(Twine("div ") + kGprs[a], [&] { div(Reg64(a)); });
      one(Twine("idiv ") + kGprs[a], [&] { idiv(Reg64(a)); });
      one(Twine("push ") + kGprs[a], [&] { push(Reg64(a)); });
      one(Twine("pop ") + kGprs[a], [&] { pop(Reg64(a)); });
      for (int b = 0; b < 16; ++b) {
        one(Twine("test ") + kGprs[a] + " " + kGprs[b], [&] { test(Reg64(a), Reg64(b)); });
        one(Twine("movsxd ") + kGprs[a] + " " + kHalves[b], [&] { movsxd(Reg64(a), Reg32(b)); });
        for (int value : {3, -128, 0x12345})
          one(Twine("imul ") + kGprs[a] + " " + kGprs[b] + " " + getNumber(value),
              [&] { imul(Reg64(a), Reg64(b), value); });
      }
    }
    one("cqo", [&] { cqo(); });
    one("ret", [&] { ret(); });
    one("vzeroupper", [&] { vzeroupper(); });
  }

  void shifts() {
    for (int a = 0; a < 16; ++a)
      for (int count : {2, 31, 63}) {
        one(Twine("shl ") + kGprs[a] + " " + Twine(count), [&] { shl(Reg64(a), count); });
        one(Twine("shr ") + kGprs[a] + " " + Twine(count), [&] { shr(Reg64(a), count); });
      }
  }

  /// `f(d, a, b)` on vectors of both widths.
  template <typename Emit>
  void ternary(const char *name, Emit emit) {
    for (bool wide : {false, true}) {
      for (int d = 0; d < 16; ++d)
        for (int a = 0; a < 16; ++a) {
          int b = (d * 5 + a * 3 + 1) % 16;
          one(Twine(name) + " " + vec(d, wide) + " " + vec(a, wide) + " " + vec(b, wide),
              [&] { emit(reg(d, wide), reg(a, wide), reg(b, wide)); });
        }
      int d = 0;
      someMemory([&](const Memory &memory) {
        int a = (d * 7 + 3) % 16;
        one(Twine(name) + " " + vec(d, wide) + " " + vec(a, wide) + " " + getName(memory),
            [&] { emit(reg(d, wide), reg(a, wide), at(wide ? yword : xword, memory)); });
        d = (d + 1) % 16;
      });
    }
  }

  /// `f(d, a)` on vectors of both widths.
  template <typename Emit>
  void unary(const char *name, Emit emit) {
    for (bool wide : {false, true}) {
      for (int d = 0; d < 16; ++d)
        for (int a = 0; a < 16; ++a)
          one(Twine(name) + " " + vec(d, wide) + " " + vec(a, wide), [&] { emit(reg(d, wide), reg(a, wide)); });
      int d = 0;
      someMemory([&](const Memory &memory) {
        one(Twine(name) + " " + vec(d, wide) + " " + getName(memory),
            [&] { emit(reg(d, wide), at(wide ? yword : xword, memory)); });
        d = (d + 1) % 16;
      });
    }
  }

  void vectors() {
#define TERNARY(NAME) ternary(#NAME, [&](const Xmm &d, const Xmm &a, const Operand &b) { NAME(d, a, b); })
    TERNARY(vaddps), TERNARY(vaddpd), TERNARY(vsubps), TERNARY(vsubpd), TERNARY(vmulps), TERNARY(vmulpd);
    TERNARY(vdivps), TERNARY(vdivpd), TERNARY(vminps), TERNARY(vminpd), TERNARY(vmaxps), TERNARY(vmaxpd);
    TERNARY(vandps), TERNARY(vandpd), TERNARY(vorps), TERNARY(vorpd), TERNARY(vpand), TERNARY(vpandn), TERNARY(vpor);
    TERNARY(vpxor), TERNARY(vpaddd), TERNARY(vpaddq), TERNARY(vpsubd), TERNARY(vpsubq), TERNARY(vpmulld);
    TERNARY(vpmuldq), TERNARY(vpmuludq), TERNARY(vpmaxsd), TERNARY(vpminsd), TERNARY(vpcmpeqd), TERNARY(vpcmpeqq);
    TERNARY(vpcmpgtd), TERNARY(vpcmpgtq), TERNARY(vpsllvd), TERNARY(vpsllvq), TERNARY(vpsrlvd), TERNARY(vpsrlvq);
    TERNARY(vpsravd), TERNARY(vpackssdw), TERNARY(vpackusdw), TERNARY(vpacksswb);
    TERNARY(vfmadd213ps), TERNARY(vfmadd213pd), TERNARY(vfmadd231ps), TERNARY(vfmadd231pd);
#undef TERNARY
#define UNARY(NAME) unary(#NAME, [&](const Xmm &d, const Operand &a) { NAME(d, a); })
    UNARY(vmovaps), UNARY(vsqrtps), UNARY(vsqrtpd), UNARY(vcvtdq2ps), UNARY(vcvttps2dq);
#undef UNARY
  }

  void vectorImmediates() {
    for (int value : {0x1b, 0xb1, 0xf5})
      unary("vpshufd", value, [&](const Xmm &d, const Operand &a) { vpshufd(d, a, uint8_t(value)); });
    for (int value : {8, 9, 11}) {
      unary("vroundps", value, [&](const Xmm &d, const Operand &a) { vroundps(d, a, uint8_t(value)); });
      unary("vroundpd", value, [&](const Xmm &d, const Operand &a) { vroundpd(d, a, uint8_t(value)); });
    }
    for (int count : {1, 31}) {
      shift("vpslld", count, [&](const Xmm &d, const Xmm &a) { vpslld(d, a, uint8_t(count)); });
      shift("vpsrld", count, [&](const Xmm &d, const Xmm &a) { vpsrld(d, a, uint8_t(count)); });
      shift("vpsrad", count, [&](const Xmm &d, const Xmm &a) { vpsrad(d, a, uint8_t(count)); });
      shift("vpsllq", count, [&](const Xmm &d, const Xmm &a) { vpsllq(d, a, uint8_t(count)); });
      shift("vpsrlq", count, [&](const Xmm &d, const Xmm &a) { vpsrlq(d, a, uint8_t(count)); });
    }
    for (int d = 0; d < 16; ++d)
      for (int a = 0; a < 16; ++a) {
        for (bool wide : {false, true}) {
          int b = (d * 3 + a * 5 + 2) % 16, c = (d + a * 7) % 16;
          std::string four = " " + vec(d, wide) + " " + vec(a, wide) + " " + vec(b, wide) + " " + vec(c, wide);
          one("vblendvps" + four, [&] { vblendvps(reg(d, wide), reg(a, wide), reg(b, wide), reg(c, wide)); });
          one("vblendvpd" + four, [&] { vblendvpd(reg(d, wide), reg(a, wide), reg(b, wide), reg(c, wide)); });
        }
        for (int value : {0x4e, 0xb1})
          one(Twine("vpermq ymm") + Twine(d) + " ymm" + Twine(a) + " " + Twine(value),
              [&] { vpermq(Ymm(d), Ymm(a), uint8_t(value)); });
        one(Twine("vextracti128 xmm") + Twine(d) + " ymm" + Twine(a) + " 1",
            [&] { vextracti128(Xmm(d), Ymm(a), 1); });
        one(Twine("vinserti128 ymm") + Twine(d) + " ymm" + Twine(a) + " xmm" + Twine((d + a) % 16) + " 1",
            [&] { vinserti128(Ymm(d), Ymm(a), Xmm((d + a) % 16), 1); });
      }
  }

  template <typename Emit>
  void unary(const char *name, int value, Emit emit) {
    size_t begin = lines.size();
    unary(name, emit);
    for (size_t i = begin; i < lines.size(); ++i)
      lines[i] += " " + llvm::utostr(value);
  }

  template <typename Emit>
  void shift(const char *name, int count, Emit emit) {
    for (bool wide : {false, true})
      for (int d = 0; d < 16; ++d)
        for (int a = 0; a < 16; ++a)
          one(Twine(name) + " " + vec(d, wide) + " " + vec(a, wide) + " " + Twine(count),
              [&] { emit(reg(d, wide), reg(a, wide)); });
  }

  /// Between widths, between kinds of registers, and memory of other sizes.
  void mixed() {
    for (int d = 0; d < 16; ++d)
      for (int a = 0; a < 16; ++a) {
        std::string x = vec(d, false), y = vec(d, true), xs = " " + vec(a, false), ys = " " + vec(a, true);
        one("vcvtps2pd " + y + xs, [&] { vcvtps2pd(Ymm(d), Xmm(a)); });
        one("vcvtdq2pd " + y + xs, [&] { vcvtdq2pd(Ymm(d), Xmm(a)); });
        one("vcvtpd2ps " + x + ys, [&] { vcvtpd2ps(Xmm(d), Ymm(a)); });
        one("vcvttpd2dq " + x + ys, [&] { vcvttpd2dq(Xmm(d), Ymm(a)); });
        one("vcvtph2ps " + y + xs, [&] { vcvtph2ps(Ymm(d), Xmm(a)); });
        one("vcvtps2ph " + x + ys + " 0", [&] { vcvtps2ph(Xmm(d), Ymm(a), 0); });
        one("vpmovsxdq " + y + xs, [&] { vpmovsxdq(Ymm(d), Xmm(a)); });
        one("vpmovzxwd " + y + xs, [&] { vpmovzxwd(Ymm(d), Xmm(a)); });
        one("vpmovzxbd " + y + xs, [&] { vpmovzxbd(Ymm(d), Xmm(a)); });
        one("vbroadcastss " + y + xs, [&] { vbroadcastss(Ymm(d), Xmm(a)); });
        one("vbroadcastsd " + y + xs, [&] { vbroadcastsd(Ymm(d), Xmm(a)); });
        one("vpbroadcastw " + y + xs, [&] { vpbroadcastw(Ymm(d), Xmm(a)); });
        one("vpbroadcastb " + y + xs, [&] { vpbroadcastb(Ymm(d), Xmm(a)); });
        one("vucomiss " + x + xs, [&] { vucomiss(Xmm(d), Xmm(a)); });
        one("vucomisd " + x + xs, [&] { vucomisd(Xmm(d), Xmm(a)); });
        one("vmovq " + x + " " + kGprs[a], [&] { vmovq(Xmm(d), Reg64(a)); });
        one(Twine("vmovq ") + kGprs[d] + xs, [&] { vmovq(Reg64(d), Xmm(a)); });
        one("vmovd " + x + " " + kHalves[a], [&] { vmovd(Xmm(d), Reg32(a)); });
        one(Twine("vmovd ") + kHalves[d] + xs, [&] { vmovd(Reg32(d), Xmm(a)); });
        one(Twine("vcvttsd2si ") + kGprs[d] + xs, [&] { vcvttsd2si(Reg64(d), Xmm(a)); });
        one("vcvtsi2sd " + x + xs + " " + kGprs[(d + a) % 16], [&] { vcvtsi2sd(Xmm(d), Xmm(a), Reg64((d + a) % 16)); });
        one("vcvtsi2ss " + x + xs + " " + kGprs[(d + a) % 16], [&] { vcvtsi2ss(Xmm(d), Xmm(a), Reg64((d + a) % 16)); });
        one("vpinsrq " + x + xs + " " + kGprs[(d + a) % 16] + " 1",
            [&] { vpinsrq(Xmm(d), Xmm(a), Reg64((d + a) % 16), 1); });
        one("vpinsrd " + x + xs + " " + kHalves[(d + a) % 16] + " 3",
            [&] { vpinsrd(Xmm(d), Xmm(a), Reg32((d + a) % 16), 3); });
        one(Twine("vpextrq ") + kGprs[d] + xs + " 1", [&] { vpextrq(Reg64(d), Xmm(a), 1); });
        one(Twine("vpextrd ") + kHalves[d] + xs + " 2", [&] { vpextrd(Reg32(d), Xmm(a), 2); });
      }
    for (int round = 0; round < 8; ++round)
      someMemory([&](const Memory &memory) {
        int d = int(next % 16), a = (d * 3 + round) % 16;
        std::string place = " " + getName(memory), x = vec(d, false), y = vec(d, true), m = vec(a, true);
        one("vmovss " + x + place, [&] { vmovss(Xmm(d), at(dword, memory)); });
        one("vmovsd " + x + place, [&] { vmovsd(Xmm(d), at(qword, memory)); });
        one("vmovss" + place + " " + x, [&] { vmovss(at(dword, memory), Xmm(d)); });
        one("vmovsd" + place + " " + x, [&] { vmovsd(at(qword, memory), Xmm(d)); });
        one("vbroadcastss " + y + place, [&] { vbroadcastss(Ymm(d), at(dword, memory)); });
        one("vbroadcastsd " + y + place, [&] { vbroadcastsd(Ymm(d), at(qword, memory)); });
        one("vmaskmovps " + y + " " + m + place, [&] { vmaskmovps(Ymm(d), Ymm(a), at(yword, memory)); });
        one("vmaskmovpd " + y + " " + m + place, [&] { vmaskmovpd(Ymm(d), Ymm(a), at(yword, memory)); });
        one("vmaskmovps" + place + " " + m + " " + y, [&] { vmaskmovps(at(yword, memory), Ymm(a), Ymm(d)); });
        one("vmaskmovpd" + place + " " + m + " " + y, [&] { vmaskmovpd(at(yword, memory), Ymm(a), Ymm(d)); });
        one("vpmovsxdq " + y + place, [&] { vpmovsxdq(Ymm(d), at(xword, memory)); });
        one("vcvtps2pd " + y + place, [&] { vcvtps2pd(Ymm(d), at(xword, memory)); });
        one("vcvtdq2pd " + y + place, [&] { vcvtdq2pd(Ymm(d), at(xword, memory)); });
        one("vcvtph2ps " + y + place, [&] { vcvtph2ps(Ymm(d), at(xword, memory)); });
        one("vpmovzxwd " + y + place, [&] { vpmovzxwd(Ymm(d), at(xword, memory)); });
        one(Twine("movsxd ") + kGprs[a] + place, [&] { movsxd(Reg64(a), at(dword, memory)); });
        one("ldmxcsr" + place, [&] { ldmxcsr(at(dword, memory)); });
        one("stmxcsr" + place, [&] { stmxcsr(at(dword, memory)); });
      });
  }

  /// Of AVX-512: 32 registers, masks, and distances that a byte counts in operands.
  void masked() {
    auto vec = [](int index) { return "zmm" + llvm::utostr(unsigned(index)); };
    for (int d = 0; d < 32; ++d)
      for (int a = 0; a < 32; ++a) {
        int b = (d * 3 + a * 5) % 32;
        std::string operands = " " + vec(d) + " " + vec(a) + " " + vec(b);
        one("vfmadd231ps" + operands, [&] { vfmadd231ps(Zmm(d), Zmm(a), Zmm(b)); });
        one("vfmadd231pd" + operands, [&] { vfmadd231pd(Zmm(d), Zmm(a), Zmm(b)); });
        one("vpxord" + operands, [&] { vpxord(Zmm(d), Zmm(a), Zmm(b)); });
      }
    for (int k = 1; k < 8; ++k)
      for (int a = 0; a < 16; ++a)
        one(Twine("kmovw k") + Twine(k) + " " + kHalves[a], [&] { kmovw(Opmask(k), Reg32(a)); });
    for (int round = 0; round < 8; ++round)
      someMemory([&](const Memory &memory) {
        int d = int(next % 32), a = (d * 3 + round) % 32, k = 1 + d % 7;
        std::string place = " " + getName(memory), x = vec(d), mask = "{k" + llvm::utostr(unsigned(k)) + "}";
        one("vmovups " + x + place, [&] { vmovups(Zmm(d), at(zword, memory)); });
        one("vmovupd " + x + place, [&] { vmovupd(Zmm(d), at(zword, memory)); });
        one("vmovups " + x + mask + "{z}" + place, [&] { vmovups(Zmm(d) | Opmask(k) | T_z, at(zword, memory)); });
        one("vmovupd " + x + mask + "{z}" + place, [&] { vmovupd(Zmm(d) | Opmask(k) | T_z, at(zword, memory)); });
        one("vmovups" + place + " " + x, [&] { vmovups(at(zword, memory), Zmm(d)); });
        one("vmovups" + place + mask + " " + x, [&] { vmovups(at(zword, memory) | Opmask(k), Zmm(d)); });
        one("vmovupd" + place + mask + " " + x, [&] { vmovupd(at(zword, memory) | Opmask(k), Zmm(d)); });
        one("vbroadcastss " + x + place, [&] { vbroadcastss(Zmm(d), at(dword, memory)); });
        one("vbroadcastsd " + x + place, [&] { vbroadcastsd(Zmm(d), at(qword, memory)); });
        one("vfmadd231ps " + x + " " + vec(a) + place, [&] { vfmadd231ps(Zmm(d), Zmm(a), at(zword, memory)); });
        one("vfmadd231pd " + x + " " + vec(a) + place, [&] { vfmadd231pd(Zmm(d), Zmm(a), at(zword, memory)); });
      });
  }

  std::vector<Memory> all;
  size_t next = 0;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: mind-encodings CODE LIST\n";
    return 2;
  }
  Generator generator;
  generator.run();
  if (GetError() != ERR_NONE) {
    llvm::errs() << "an instruction cannot be encoded: " << ConvertErrorToString(GetError()) << '\n';
    return 1;
  }
  std::error_code error;
  llvm::raw_fd_ostream code(argv[1], error);
  code.write(reinterpret_cast<const char *>(generator.getCode()), generator.getSize());
  llvm::raw_fd_ostream list(argv[2], error);
  for (const std::string &line : generator.lines)
    list << line << '\n';
  code.close();
  list.close();
  if (!code.has_error() && !list.has_error())
    return 0;
  llvm::errs() << "cannot write the files\n";
  return 1;
}
