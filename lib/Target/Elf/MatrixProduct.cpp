//===- MatrixProduct.cpp - products of matrices ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of the result stays in registers while k runs: R rows by V vectors, each
// lane one chain (N11). So neither the size of a tile nor the order of tiles can
// change a bit. Where many rows go over the same columns of the right matrix, these are
// copied first, so that a tile reads them without gaps.
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "Contractions.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::RegExp;
using Xbyak::Ymm;

namespace {

class ProductEmitter {
public:
  ProductEmitter(Assembler &as, const MatrixProduct &product)
      : as(as), p(product), accumulators(as, product.dtype), lanes(accumulators.getNumLanes()),
        bytes(accumulators.getElementBytes()) {
    // A product of i64 takes two registers of its own.
    maxRows = product.dtype == DType::I64 ? 4 : 6;
    if (p.rows < maxRows)
      maxRows = unsigned(p.rows);
  }

  /// r8, r9, r10 at the two matrices and the result; they stay.
  void run() {
    int64_t width = 2 * int64_t(lanes);
    int64_t fullTiles = p.columns / width;
    unsigned rest = unsigned(p.columns % width);
    as.mov(as.r11, as.r9);
    as.mov(as.r12, as.r10);
    rightStride = p.columns * bytes;
    as.repeatInMemory(as.counter(6), fullTiles, [&] {
      if (isPacked()) {
        emitPacking();
        rightStride = kPanelBytes;
      }
      emitRows(2, lanes);
      rightStride = p.columns * bytes;
      as.addImmediate(as.r11, width * bytes);
      as.addImmediate(as.r12, width * bytes);
    });
    if (rest > lanes)
      emitRows(2, rest - lanes);
    else if (rest)
      emitRows(1, rest);
  }

private:
  /// All rows of `vectors` columns of vectors, the last of `last` lanes: those at r11
  /// of the right matrix and at r12 of the result.
  void emitRows(unsigned vectors, unsigned last) {
    as.mov(as.rsi, as.r8);
    as.mov(as.rdi, as.r12);
    as.repeatInMemory(as.counter(7), p.rows / maxRows, [&] {
      emitTile(maxRows, vectors, last);
      as.addImmediate(as.rsi, int64_t(maxRows) * p.depth * bytes);
      as.addImmediate(as.rdi, int64_t(maxRows) * p.columns * bytes);
    });
    if (unsigned rest = unsigned(p.rows % maxRows))
      emitTile(rest, vectors, last);
  }

  /// Whether copying a panel costs little beside what it saves.
  bool isPacked() const {
    return p.scratch.base != Place::None && accumulators.hasDirectOperands() && p.rows >= 24 && p.depth >= 32 &&
           p.columns * bytes > 2 * kPanelBytes;
  }

  void emitPacking() {
    as.mov(as.rdx, as.r11);
    as.loadAddress(as.rax, p.scratch);
    as.repeat(as.rcx, p.depth, [&] {
      as.vmovups(Ymm(0), as.yword[as.rdx]);
      as.vmovups(Ymm(1), as.yword[as.rdx + 32]);
      as.vmovups(as.yword[as.rax], Ymm(0));
      as.vmovups(as.yword[as.rax + 32], Ymm(1));
      as.addImmediate(as.rdx, p.columns * bytes);
      as.add(as.rax, int(kPanelBytes));
    });
  }

  void emitTile(unsigned rows, unsigned vectors, unsigned last) {
    unsigned numAccs = rows * vectors;
    int firstB = int(numAccs), a = int(numAccs + vectors);
    for (unsigned i = 0; i < numAccs; ++i)
      accumulators.clear(int(i));
    if (p.depth != 0) {
      as.mov(as.rax, as.rsi);
      bool packed = rightStride == kPanelBytes && isPacked();
      if (packed)
        as.loadAddress(as.rdx, p.scratch);
      else
        as.mov(as.rdx, as.r11);
      auto step = [&](int64_t k) {
        for (unsigned v = 0; v < vectors; ++v)
          accumulators.load(firstB + int(v), v + 1 == vectors ? last : lanes,
                            as.rdx + (k * rightStride + int64_t(v) * lanes * bytes));
        for (unsigned row = 0; row < rows; ++row) {
          accumulators.broadcast(a, as.rax + (int64_t(row) * p.depth + k) * bytes);
          for (unsigned v = 0; v < vectors; ++v)
            accumulators.multiplyAdd(int(row * vectors + v), a, firstB + int(v));
        }
      };
      // Several steps a round where steps are short.
      int64_t unroll = accumulators.hasDirectOperands() && last == lanes && p.depth >= 8 ? 4 : 1;
      as.repeat(as.rcx, p.depth / unroll, [&] {
        for (int64_t k = 0; k < unroll; ++k)
          step(k);
        as.addImmediate(as.rax, unroll * bytes);
        as.addImmediate(as.rdx, unroll * rightStride);
      });
      for (int64_t k = 0; k < p.depth % unroll; ++k)
        step(k);
    }
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned v = 0; v < vectors; ++v)
        accumulators.store(int(row * vectors + v), Accumulators::End::Chain, v + 1 == vectors ? last : lanes,
                           as.rdi + (int64_t(row) * p.columns + int64_t(v) * lanes) * bytes);
  }

  Assembler &as;
  const MatrixProduct &p;
  Accumulators accumulators;
  unsigned lanes;
  int64_t bytes;
  unsigned maxRows;
  /// From one row of what a tile reads of the right matrix to the next.
  int64_t rightStride = 0;
};

} // namespace

void elf::emitMatrixProduct(Assembler &as, const MatrixProduct &product) {
  int64_t bytes = getByteSize(product.dtype);
  if (countElements(product.batch) == 0 || product.rows == 0 || product.columns == 0)
    return;
  as.loadAddress(as.r8, product.lhs);
  as.loadAddress(as.r9, product.rhs);
  as.loadAddress(as.r10, product.output);
  int64_t lhsBytes = product.rows * product.depth * bytes, rhsBytes = product.depth * product.columns * bytes;
  int64_t outBytes = product.rows * product.columns * bytes;
  ProductEmitter emitter(as, product);
  auto emitDim = [&](auto &self, size_t axis) -> void {
    if (axis == product.batch.size()) {
      emitter.run();
      as.addImmediate(as.r10, outBytes);
      return;
    }
    // The matrices of one batch dim, the result going on behind each.
    as.repeatInMemory(as.counter(unsigned(8 + axis)), product.batch[axis], [&] {
      self(self, axis + 1);
      as.addImmediate(as.r8, product.lhsStrides[axis] * lhsBytes);
      as.addImmediate(as.r9, product.rhsStrides[axis] * rhsBytes);
    });
    as.addImmediate(as.r8, -product.lhsStrides[axis] * lhsBytes * product.batch[axis]);
    as.addImmediate(as.r9, -product.rhsStrides[axis] * rhsBytes * product.batch[axis]);
  };
  emitDim(emitDim, 0);
}
