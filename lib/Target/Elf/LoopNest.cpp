//===- LoopNest.cpp - lane programs over index spaces ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dims that all accesses walk through in one step are merged, so most nests are one
// loop. The last dim runs in vectors and ends in one part of a vector; the outer
// dims are loops that move the pointers.
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "LaneCodeGen.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Reg64;
using Xbyak::RegExp;

int64_t elf::countElements(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Extents elf::getStrides(llvm::ArrayRef<int64_t> shape) {
  Extents strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    strides[axis] = stride;
  return strides;
}

Extents elf::getBroadcastStrides(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) {
  Extents strides = getStrides(from);
  for (size_t axis = 0; axis < from.size(); ++axis)
    if (from[axis] == 1)
      strides[axis] = 0;
  strides.insert(strides.begin(), to.size() - from.size(), 0);
  return strides;
}

/// Drops dims of extent 1 and merges neighbours where each access goes on from one
/// into the other.
static void simplify(LoopNest &nest) {
  auto forEachAccess = [&](auto action) {
    for (Access &access : nest.inputs)
      action(access);
    for (Access &access : nest.outputs)
      action(access);
  };
  for (size_t axis = nest.shape.size(); axis-- > 0;) {
    if (nest.shape[axis] != 1)
      continue;
    nest.shape.erase(nest.shape.begin() + axis);
    forEachAccess([&](Access &access) { access.strides.erase(access.strides.begin() + axis); });
  }
  for (size_t axis = nest.shape.size(); axis-- > 1;) {
    bool merges = true;
    forEachAccess([&](Access &access) {
      merges &= access.strides[axis - 1] == access.strides[axis] * nest.shape[axis];
    });
    if (!merges)
      continue;
    nest.shape[axis - 1] *= nest.shape[axis];
    nest.shape.erase(nest.shape.begin() + axis);
    forEachAccess([&](Access &access) { access.strides.erase(access.strides.begin() + axis - 1); });
  }
  if (nest.shape.empty()) {
    nest.shape.push_back(1);
    forEachAccess([](Access &access) { access.strides.push_back(1); });
  }
}

namespace {

class NestEmitter {
public:
  NestEmitter(Assembler &as, LoopNest &nest)
      : as(as), nest(nest), generator(as, nest.program), lanes(generator.getNumLanes()) {
    const Reg64 free[] = {as.rsi, as.rdi, as.r8,  as.r9,  as.r10,
                          as.r11, as.r12, as.r13, as.r14, as.rbp};
    unsigned next = 0;
    for (size_t i = 0; i < nest.inputs.size(); ++i)
      pointers.push_back({free[next++], &nest.inputs[i], getByteSize(nest.program.leaves[i].dtype)});
    for (size_t i = 0; i < nest.outputs.size(); ++i)
      pointers.push_back({free[next++], &nest.outputs[i], getByteSize(nest.program.outputs[i].dtype)});
  }

  void run() {
    for (const Pointer &pointer : pointers)
      as.loadAddress(pointer.reg, pointer.access->place);
    emitDim(0);
  }

private:
  struct Pointer {
    Reg64 reg;
    const Access *access;
    unsigned bytes;

    int64_t getStride() const { return access->strides.back(); }
    /// Whether the counter of the last dim is part of the address.
    bool isIndexed() const { return getStride() == 1; }
  };

  void advance(size_t axis, int64_t times) {
    for (const Pointer &pointer : pointers)
      as.addImmediate(pointer.reg, pointer.access->strides[axis] * pointer.bytes * times);
  }

  void emitDim(size_t axis) {
    if (axis + 1 == nest.shape.size())
      return emitRow();
    as.repeatInMemory(as.counter(unsigned(axis)), nest.shape[axis], [&] {
      emitDim(axis + 1);
      advance(axis, 1);
    });
    if (axis != 0)
      advance(axis, -nest.shape[axis]);
  }

  /// The last dim. Pointers are back at its beginning afterwards.
  void emitRow() {
    int64_t extent = nest.shape.back(), full = extent / lanes;
    unsigned rest = unsigned(extent % lanes);
    auto advanceRow = [&](int64_t elements) {
      for (const Pointer &pointer : pointers)
        if (!pointer.isIndexed())
          as.addImmediate(pointer.reg, pointer.getStride() * pointer.bytes * elements);
    };
    int64_t moved = 0;
    if (full > 1) {
      as.xor_(as.ecx, as.ecx);
      Xbyak::Label head;
      as.L(head);
      emitVector(lanes, 0, /*hasIndex=*/true);
      advanceRow(lanes);
      as.add(as.rcx, int(lanes));
      as.cmp(as.rcx, int(full * lanes));
      as.jne(head);
      moved = full * lanes;
    } else if (full == 1) {
      emitVector(lanes, 0, /*hasIndex=*/false);
    }
    if (rest)
      emitVector(rest, full * lanes, /*hasIndex=*/false, moved);
    if (nest.shape.size() > 1)
      advanceRow(-moved);
  }

  /// One vector that begins `first` elements into the row, or at rcx. Pointers that
  /// are not indexed have moved by `moved` elements.
  void emitVector(unsigned count, int64_t first, bool hasIndex, int64_t moved = 0) {
    llvm::SmallVector<LaneCodeGen::Leaf, 8> addresses;
    for (const Pointer &pointer : pointers) {
      RegExp base = pointer.reg;
      if (pointer.isIndexed()) {
        base = hasIndex ? base + as.rcx * int(pointer.bytes) : base + first * int64_t(pointer.bytes);
      } else {
        base = base + (first - moved) * pointer.getStride() * int64_t(pointer.bytes);
      }
      addresses.push_back({base, pointer.getStride()});
    }
    size_t numInputs = nest.inputs.size();
    generator.emit(count, llvm::ArrayRef(addresses).take_front(numInputs), [&](unsigned output, int reg) {
      const LaneProgram::Output &out = nest.program.outputs[output];
      const LaneCodeGen::Leaf &to = addresses[numInputs + output];
      storeLanes(as, reg, out.dtype, out.isRaw, {lanes, count}, to.base, to.stride);
    });
  }

  Assembler &as;
  LoopNest &nest;
  LaneCodeGen generator;
  unsigned lanes;
  llvm::SmallVector<Pointer, 8> pointers;
};

} // namespace

void elf::emitLoopNest(Assembler &as, LoopNest nest) {
  if (countElements(nest.shape) == 0)
    return;
  simplify(nest);
  NestEmitter(as, nest).run();
}

void elf::emitCopyAt(Assembler &as, int64_t bytes) {
  using namespace Xbyak;
  if (bytes >= 1024) {
    as.mov(as.rcx, bytes);
    as.rep();
    as.movsb();
    return;
  }
  int64_t done = 0;
  if (bytes >= 256) {
    as.mov(as.ecx, int(bytes / 64));
    Label head;
    as.L(head);
    as.vmovups(as.ymm0, as.ptr[as.rsi]);
    as.vmovups(as.ymm1, as.ptr[as.rsi + 32]);
    as.vmovups(as.ptr[as.rdi], as.ymm0);
    as.vmovups(as.ptr[as.rdi + 32], as.ymm1);
    as.add(as.rsi, 64);
    as.add(as.rdi, 64);
    as.sub(as.ecx, 1);
    as.jnz(head);
    bytes %= 64;
  }
  auto step = [&](int64_t size, auto move) {
    for (; bytes - done >= size; done += size)
      move(int(done));
  };
  step(32, [&](int at) {
    as.vmovups(as.ymm0, as.ptr[as.rsi + at]);
    as.vmovups(as.ptr[as.rdi + at], as.ymm0);
  });
  step(16, [&](int at) {
    as.vmovups(as.xmm0, as.ptr[as.rsi + at]);
    as.vmovups(as.ptr[as.rdi + at], as.xmm0);
  });
  step(8, [&](int at) {
    as.mov(as.rax, as.ptr[as.rsi + at]);
    as.mov(as.ptr[as.rdi + at], as.rax);
  });
  step(4, [&](int at) {
    as.mov(as.eax, as.ptr[as.rsi + at]);
    as.mov(as.ptr[as.rdi + at], as.eax);
  });
  step(2, [&](int at) {
    as.mov(as.ax, as.ptr[as.rsi + at]);
    as.mov(as.ptr[as.rdi + at], as.ax);
  });
  step(1, [&](int at) {
    as.mov(as.al, as.ptr[as.rsi + at]);
    as.mov(as.ptr[as.rdi + at], as.al);
  });
  as.addImmediate(as.rsi, done);
  as.addImmediate(as.rdi, done);
}

void elf::emitCopy(Assembler &as, const Place &to, const Place &from, int64_t bytes) {
  if (bytes == 0 || to == from)
    return;
  as.loadAddress(as.rsi, from);
  as.loadAddress(as.rdi, to);
  emitCopyAt(as, bytes);
}
