//===- NarrowProduct.cpp - a matrix by a vector, or by a few --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result with few columns leaves no vectors to run over them: here they run over the
// rows, each lane one chain (N11). Four steps of eight rows are read as they lie and
// turned in registers, so that the left matrix is read once, without a copy.
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"
#include "LaneMemory.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::RegExp;
using Xbyak::Ymm;

namespace {

/// Eight rows are a group; chains are in registers 0 to 7, the others change.
class NarrowProduct {
public:
  NarrowProduct(Assembler &as, const ProductShape &shape) : as(as), p(shape) {}

  /// As many groups at once as there is room for: their chains hide how long a step of
  /// another takes.
  int64_t getGroups() const { return std::min<int64_t>(4, 8 / p.columns); }

  /// rsi at `groups` * 8 rows of the left matrix, r9 at the right one, rdi at the result.
  void emitGroups(int64_t groups) {
    for (int64_t i = 0; i < groups * p.columns; ++i)
      as.vpxor(xmmOf(int(i)), xmmOf(int(i)), xmmOf(int(i)));
    as.mov(as.rax, as.rsi);
    as.mov(as.rdx, as.r9);
    auto rounds = [&](int64_t count) {
      for (int64_t group = 0; group < groups; ++group)
        for (int64_t round = 0; round < count; ++round)
          emitRound(group, round);
    };
    // A line of each row.
    constexpr int64_t kRounds = 4;
    as.repeat(as.rcx, p.depth / (4 * kRounds), [&] {
      rounds(kRounds);
      as.add(as.rax, int(16 * kRounds));
      as.add(as.rdx, int(16 * kRounds * p.columns));
    });
    rounds(p.depth % (4 * kRounds) / 4);
    for (int64_t k = p.depth % (4 * kRounds) / 4 * 4; k < p.depth % (4 * kRounds); ++k)
      for (int64_t group = 0; group < groups; ++group) {
        loadLanes(as, 8, DType::F32, /*isRaw=*/false, {8, 8}, as.rax + (group * 8 * p.depth + k) * 4, p.depth);
        emitStep(group, k, 8);
      }
    for (int64_t group = 0; group < groups; ++group)
      for (int64_t column = 0; column < p.columns; ++column)
        storeLanes(as, int(group * p.columns + column), DType::F32, /*isRaw=*/false, {8, 8},
                   as.rdi + (group * 8 * p.columns + column) * 4, p.columns);
  }

private:
  /// The chains of a group go on by the elements in `reg`, those of step k behind rdx.
  void emitStep(int64_t group, int64_t k, int reg) {
    for (int64_t column = 0; column < p.columns; ++column) {
      as.vbroadcastss(Ymm(12), as.dword[as.rdx + (k * p.columns + column) * 4]);
      as.vfmadd231ps(Ymm(int(group * p.columns + column)), Ymm(reg), Ymm(12));
    }
  }

  /// Four steps. Each half of a register has the steps of one row, and in the end the
  /// rows of one step.
  void emitRound(int64_t group, int64_t round) {
    auto at = [&](int64_t row) { return as.rax + ((group * 8 + row) * p.depth + round * 4) * 4; };
    for (int i = 0; i < 4; ++i) {
      as.vmovups(xmmOf(8 + i), as.xword[at(i)]);
      as.vinsertf128(Ymm(8 + i), Ymm(8 + i), as.xword[at(i + 4)], 1);
    }
    as.vunpcklps(Ymm(12), Ymm(8), Ymm(9));
    as.vunpckhps(Ymm(13), Ymm(8), Ymm(9));
    as.vunpcklps(Ymm(14), Ymm(10), Ymm(11));
    as.vunpckhps(Ymm(15), Ymm(10), Ymm(11));
    as.vshufps(Ymm(8), Ymm(12), Ymm(14), 0x44);
    as.vshufps(Ymm(9), Ymm(12), Ymm(14), 0xee);
    as.vshufps(Ymm(10), Ymm(13), Ymm(15), 0x44);
    as.vshufps(Ymm(11), Ymm(13), Ymm(15), 0xee);
    for (int k = 0; k < 4; ++k)
      emitStep(group, round * 4 + k, 8 + k);
  }

  Assembler &as;
  const ProductShape &p;
};

} // namespace

int64_t elf::getNarrowRows(DType dtype, const ProductShape &shape) {
  // With more columns, or fewer steps, turning costs more than it saves.
  bool isNarrow = dtype == DType::F32 && shape.columns <= 2 && shape.depth >= 8;
  return isNarrow ? shape.rows / 8 * 8 : 0;
}

void elf::emitNarrowProduct(Assembler &as, const ProductShape &shape) {
  NarrowProduct product(as, shape);
  int64_t groups = product.getGroups(), number = shape.rows / 8;
  as.mov(as.rsi, as.r8);
  as.mov(as.rdi, as.r10);
  as.repeatInMemory(as.counter(0), number / groups, [&] {
    product.emitGroups(groups);
    as.addImmediate(as.rsi, groups * 8 * shape.depth * 4);
    as.addImmediate(as.rdi, groups * 8 * shape.columns * 4);
  });
  if (number % groups)
    product.emitGroups(number % groups);
}
