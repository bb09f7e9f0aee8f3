//===- Assembler.cpp - machine code and its constants ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include <cstring>

using namespace mind::elf;

/// Ordinary memory: what is run is a copy in pages that cannot be written.
static Xbyak::Allocator &getHeap() {
  struct Heap : Xbyak::Allocator {
    bool useProtect() const override { return false; }
  };
  static Heap heap;
  return heap;
}

Assembler::Assembler(size_t gap, Processor processor)
    : CodeGenerator(16384, Xbyak::AutoGrow, &getHeap()), processor(processor), gap(gap) {
  Xbyak::ClearError();
  // A jump forward is encoded before its distance is known.
  setDefaultJmpNEAR(true);
}

int64_t Assembler::addConstant(llvm::ArrayRef<uint8_t> bytes, unsigned alignment) {
  // Looking up large ones would cost more than it saves.
  bool isSmall = bytes.size() <= 256;
  std::pair<unsigned, std::string> key;
  if (isSmall) {
    key = {alignment, std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size())};
    if (auto it = known.find(key); it != known.end())
      return it->second;
  }
  data.resize((data.size() + alignment - 1) / alignment * alignment);
  int64_t offset = data.size();
  data.insert(data.end(), bytes.begin(), bytes.end());
  if (isSmall)
    known[key] = offset;
  return offset;
}

int64_t Assembler::addSplat(uint64_t bits, unsigned laneBytes) {
  uint8_t bytes[32];
  for (unsigned i = 0; i < 32; i += laneBytes)
    std::memcpy(bytes + i, &bits, laneBytes);
  return addConstant(bytes, 32);
}

void Assembler::loadAddress(const Xbyak::Reg64 &reg, const Place &place) {
  switch (place.base) {
  case Place::Frame:
    lea(reg, ptr[rbx + place.offset]);
    return;
  case Place::Constant:
    lea(reg, ptr[constant(place.offset)]);
    return;
  case Place::Slot:
    mov(reg, ptr[rbx + place.offset]);
    addImmediate(reg, place.shift);
    return;
  case Place::None:
    // A value without elements has no place and is never read.
    lea(reg, ptr[rbx]);
    return;
  }
}

void Assembler::addImmediate(const Xbyak::Reg64 &reg, int64_t value) {
  if (value == 0)
    return;
  if (value == int32_t(value)) {
    add(reg, int(value));
    return;
  }
  // Distances this long are rare: no register is kept for them.
  push(reg == rax ? rdx : rax);
  mov(reg == rax ? rdx : rax, value);
  add(reg, reg == rax ? rdx : rax);
  pop(reg == rax ? rdx : rax);
}

void Assembler::multiplyImmediate(const Xbyak::Reg64 &reg, int64_t factor) {
  if (factor == 1)
    return;
  if (factor == int32_t(factor)) {
    imul(reg, reg, int(factor));
    return;
  }
  const Xbyak::Reg64 &other = reg == rax ? rdx : rax;
  push(other);
  mov(other, factor);
  imul(reg, other);
  pop(other);
}

void Assembler::repeat(const Xbyak::Reg64 &reg, int64_t count, llvm::function_ref<void()> body) {
  if (count <= 0)
    return;
  if (count == 1) {
    body();
    return;
  }
  mov(reg, count);
  Xbyak::Label head;
  L(head);
  body();
  sub(reg, 1);
  jnz(head);
}

void Assembler::repeatInMemory(const Xbyak::Address &counter, int64_t count, llvm::function_ref<void()> body) {
  if (count <= 0)
    return;
  if (count == 1) {
    body();
    return;
  }
  mov(rax, count);
  mov(counter, rax);
  Xbyak::Label head;
  L(head);
  body();
  sub(counter, 1);
  jnz(head);
}

void Assembler::multiplyI64(const Xbyak::Xmm &product, const Xbyak::Xmm &a, const Xbyak::Xmm &b,
                            const Xbyak::Xmm &x, const Xbyak::Xmm &y) {
  vpsrlq(x, a, 32);
  vpmuludq(x, x, b);
  vpsrlq(y, b, 32);
  vpmuludq(y, y, a);
  vpaddq(x, x, y);
  vpsllq(x, x, 32);
  vpmuludq(product, a, b);
  vpaddq(product, product, x);
}

bool Assembler::finish() {
  codeSize = getSize();
  constexpr unsigned kAlignment = 64;
  size_t begin = (codeSize + kAlignment - 1) / kAlignment * kAlignment + gap;
  constantsOffset = begin;
  for (size_t i = codeSize; i < begin; ++i)
    db(0);
  L(constants);
  ready(Xbyak::CodeArray::PROTECT_RW);
  return Xbyak::GetError() == 0;
}
