//===- MatrixProduct.cpp - products of matrices ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of the result stays in registers while k runs: R rows by V vectors, each
// lane one chain (N11). So neither the size of a tile nor the order of tiles can
// change a bit.
//
// Of large matrices the depth is cut into blocks, between which the chains lie in the
// result; for each, the right matrix is copied as panels, one row of registers behind
// the other. The rows are cut into blocks that stay near the processor while all panels
// go over them; where rows lie so far apart that they would drive each other out of the
// cache, a block of them is copied, too.
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "Contractions.h"
#include "Selection.h"

#include <optional>

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;
using Xbyak::RegExp;

namespace {

/// How a product is cut.
struct ProductPlan {
  unsigned vectorBytes, maxRows, vectors;
  bool isPacked = false, copiesRows = false;
  /// Of a block of the depth, and the number of blocks.
  int64_t depth, depthBlocks = 1;
  /// Whole tiles, those of a block of rows, and the number of blocks.
  int64_t allTiles, tiles, rowBlocks = 1;
  /// The rows of the tiles behind the whole ones.
  unsigned tails[2] = {0, 0};
  int64_t panels;

  ProductPlan(DType dtype, const ProductShape &shape, Processor processor) : depth(shape.depth) {
    bool isDirect = dtype == DType::F32 || dtype == DType::F64;
    int64_t bytes = getByteSize(dtype);
    vectorBytes = getVectorBytes(dtype, shape.columns, processor);
    unsigned most = getMostRows(dtype, vectorBytes);
    maxRows = unsigned(std::min<int64_t>(most, shape.rows));
    // Few rows take more columns, for chains enough to hide how long a step takes.
    constexpr unsigned kVectors[] = {1, 8, 4, 3, 2, 2, 2}, kZmmVectors[] = {1, 8, 8, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2};
    vectors = vectorBytes == 64 ? kZmmVectors[maxRows] : isDirect ? kVectors[maxRows] : 2;
    int64_t width = int64_t(vectors) * vectorBytes / (isDirect ? bytes : 4);
    panels = (shape.columns - 1) / width + 1;
    allTiles = shape.rows / maxRows;
    tails[0] = unsigned(shape.rows % maxRows);
    if (most >= 6 && maxRows == most && tails[0] >= 1 && tails[0] <= most / 2) {
      // So few rows would wait for their own chains: they share with a whole tile.
      --allTiles;
      tails[1] = (most + tails[0]) / 2;
      tails[0] = most + tails[0] - tails[1];
    }
    tiles = allTiles;
    int64_t rightBytes = shape.depth * shape.columns * bytes;
    isPacked = isDirect && shape.rows >= 24 && shape.depth >= 16 && rightBytes > kSmallBytes;
    if (!isPacked)
      return;
    int64_t depthBytes = shape.depth * bytes;
    if (depthBytes > kMaxDepthBytes) {
      int64_t number = (depthBytes - 1) / kDepthBytes + 1;
      depth = ((shape.depth - 1) / number / kDepthStep + 1) * kDepthStep;
      depthBlocks = (shape.depth - 1) / depth + 1;
    }
    int64_t mostTiles = std::max<int64_t>(1, kRowBlockBytes / (maxRows * depth * bytes));
    tiles = (allTiles - 1) / ((allTiles - 1) / mostTiles + 1) + 1;
    rowBlocks = (allTiles - 1) / tiles + 1;
    if (getPackedBytes() > kMaxPackedBytes) {
      tiles = allTiles;
      rowBlocks = 1;
    }
    copiesRows = panels >= 8 && depthBytes >= kFarBytes;
  }

  /// Two vectors of a row, as copied.
  int64_t getPanelBytes() const { return 2 * int64_t(vectorBytes); }
  int64_t getCopyStride(int64_t bytes) const { return depth * bytes + 64; }
  /// Where all rows are one block, a panel's time is over before the next one's: some at
  /// once are copied, else all.
  bool packsAll() const { return isPacked && rowBlocks > 1; }
  int64_t getPackedBytes() const {
    return isPacked ? (packsAll() ? panels : std::min(panels, kPanelsAtOnce)) * depth * getPanelBytes() : 0;
  }
  int64_t getScratchBytes(int64_t bytes) const {
    return getPackedBytes() + (copiesRows ? (tiles + 2) * maxRows * getCopyStride(bytes) : 0);
  }

  static constexpr int64_t kPanelsAtOnce = 4;

private:
  /// A right matrix that needs no copy, the depth that needs no blocks and that of a
  /// block, what a block of rows has, the distance from which on rows are copied.
  static constexpr int64_t kSmallBytes = 24 << 10, kMaxDepthBytes = 1536, kDepthBytes = 1280, kDepthStep = 16,
                           kRowBlockBytes = 192 << 10, kFarBytes = 2048, kMaxPackedBytes = 256 << 20;
};

class ProductEmitter {
public:
  ProductEmitter(Assembler &as, const MatrixProduct &product)
      : isCut(ProductPlan(product.dtype, product, as.processor).depthBlocks > 1), as(as), p(product),
        plan(product.dtype, product, as.processor), accumulators(as, product.dtype, plan.vectorBytes),
        lanes(accumulators.getNumLanes()), bytes(accumulators.getElementBytes()), rightStride(p.columns * bytes),
        leftStride(p.depth * bytes) {
    if (plan.isPacked)
      rightStride = plan.getPanelBytes();
    if (plan.copiesRows)
      leftStride = plan.getCopyStride(bytes);
    rowsPlace = p.scratch.base == Place::None ? p.scratch : p.scratch.advanced(plan.getPackedBytes());
  }

  /// r8, r9, r10 at the two matrices and the result; they stay.
  void run() {
    unsigned last;
    if (getRest(last))
      accumulators.setEnd(last);
    if (!isCut)
      return emitDepth();
    forBlocks(p.depth, plan.depth, kDepthLeft, kDepth, [&] {
      emitDepth();
      as.addImmediate(as.r8, plan.depth * bytes);
      as.addImmediate(as.r9, plan.depth * p.columns * bytes);
    });
    as.addImmediate(as.r8, -plan.depthBlocks * plan.depth * bytes);
    as.addImmediate(as.r9, -plan.depthBlocks * plan.depth * p.columns * bytes);
  }

  /// Whether the depth is: then chains begin with what the result holds.
  const bool isCut;

  enum Counter : unsigned { kDepthLeft, kDepth, kTilesLeft, kTiles, kPanel, kTile, kCopy, kGroup, kSource, kTarget, kBatch };

private:
  /// Code for blocks of `size` of `total`: `left` counts down what is not done, `here` is how
  /// much of it the block takes, which is less in the last one.
  void forBlocks(int64_t total, int64_t size, Counter left, Counter here, llvm::function_ref<void()> emitBlock) {
    as.mov(as.rax, total);
    as.mov(as.counter(left), as.rax);
    Label head;
    as.L(head);
    as.mov(as.rax, as.counter(left));
    as.mov(as.rcx, size);
    as.cmp(as.rax, as.rcx);
    as.cmovg(as.rax, as.rcx);
    as.mov(as.counter(here), as.rax);
    emitBlock();
    as.mov(as.rax, size);
    as.sub(as.counter(left), as.rax);
    as.jg(head);
  }

  /// A block of the depth: r13 goes over the left rows and r14 over those of the result,
  /// r11 and r12 over the panels of the right matrix and of the result.
  void emitDepth() {
    if (plan.packsAll())
      emitPacking();
    as.mov(as.r13, as.r8);
    as.mov(as.r14, as.r10);
    if (plan.rowBlocks == 1)
      return emitRowBlock();
    forBlocks(plan.allTiles, plan.tiles, kTilesLeft, kTiles, [&] {
      emitRowBlock();
      as.addImmediate(as.r13, plan.tiles * plan.maxRows * p.depth * bytes);
      as.addImmediate(as.r14, plan.tiles * plan.maxRows * p.columns * bytes);
    });
  }

  void emitRowBlock() {
    if (plan.copiesRows)
      emitRowCopy();
    if (plan.isPacked && !plan.packsAll())
      return emitGroups();
    if (plan.isPacked)
      as.loadAddress(as.r11, p.scratch);
    else
      as.mov(as.r11, as.r9);
    as.mov(as.r12, as.r14);
    int64_t full = p.columns / getWidth();
    emitPanels(full, plan.vectors, lanes);
    unsigned last, vectors = getRest(last);
    if (vectors)
      emitPanels(1, vectors, last);
  }

  int64_t getWidth() const { return int64_t(plan.vectors) * lanes; }
  /// The vectors of the columns that are no whole panel, and the lanes of the last one.
  unsigned getRest(unsigned &last) const {
    int64_t rest = p.columns % getWidth(), vectors = (rest + lanes - 1) / lanes;
    last = unsigned(rest - (vectors - 1) * int64_t(lanes));
    return unsigned(vectors);
  }

  /// Panels one behind the other, from r11 and r12 on.
  void emitPanels(int64_t count, unsigned vectors, unsigned last) {
    as.repeatInMemory(as.counter(kPanel), count, [&] {
      emitPanel(vectors, last);
      as.addImmediate(as.r11, plan.isPacked ? plan.depth * plan.getPanelBytes() : getWidth() * bytes);
      as.addImmediate(as.r12, getWidth() * bytes);
    });
  }

  /// Some panels are copied and used, then the next ones.
  void emitGroups() {
    as.mov(as.counter(kSource), as.r9);
    as.mov(as.counter(kTarget), as.r14);
    forEachGroup([&](int64_t number, unsigned vectors, unsigned last) {
      as.mov(as.r11, as.counter(kSource));
      as.loadAddress(as.r12, p.scratch);
      emitPack(number, vectors, last);
      as.mov(as.counter(kSource), as.r11);
      as.loadAddress(as.r11, p.scratch);
      as.mov(as.r12, as.counter(kTarget));
      emitPanels(number, vectors, last);
      as.mov(as.counter(kTarget), as.r12);
    });
  }

  /// `action(number, vectors, last)` for groups of panels.
  void forEachGroup(llvm::function_ref<void(int64_t, unsigned, unsigned)> action) {
    int64_t full = p.columns / getWidth();
    as.repeatInMemory(as.counter(kGroup), full / ProductPlan::kPanelsAtOnce,
                      [&] { action(ProductPlan::kPanelsAtOnce, plan.vectors, lanes); });
    if (int64_t number = full % ProductPlan::kPanelsAtOnce)
      action(number, plan.vectors, lanes);
    unsigned last, vectors = getRest(last);
    if (vectors)
      action(1, vectors, last);
  }

  /// `count` times, or as often as a counter says.
  void repeatTiles(llvm::function_ref<void()> body) {
    if (plan.rowBlocks == 1)
      return as.repeatInMemory(as.counter(kTile), plan.tiles, body);
    as.mov(as.rax, as.counter(kTiles));
    as.mov(as.counter(kTile), as.rax);
    Label head;
    as.L(head);
    body();
    as.sub(as.counter(kTile), 1);
    as.jnz(head);
  }

  /// The rows that are no whole tile are part of the last block.
  void onlyInLastBlock(llvm::function_ref<void()> body) {
    Label end;
    if (plan.rowBlocks > 1) {
      as.cmp(as.counter(kTilesLeft), int(plan.tiles));
      as.jg(end);
    }
    body();
    as.L(end);
  }

  /// The block's rows by `vectors` vectors of columns, the last of `last` lanes.
  void emitPanel(unsigned vectors, unsigned last) {
    if (plan.copiesRows)
      as.loadAddress(as.rsi, rowsPlace);
    else
      as.mov(as.rsi, as.r13);
    as.mov(as.rdi, as.r12);
    repeatTiles([&] {
      emitTile(plan.maxRows, vectors, last);
      as.addImmediate(as.rsi, int64_t(plan.maxRows) * leftStride);
      as.addImmediate(as.rdi, int64_t(plan.maxRows) * p.columns * bytes);
    });
    if (plan.tails[0])
      onlyInLastBlock([&] {
        emitTile(plan.tails[0], vectors, last);
        if (!plan.tails[1])
          return;
        as.addImmediate(as.rsi, int64_t(plan.tails[0]) * leftStride);
        as.addImmediate(as.rdi, int64_t(plan.tails[0]) * p.columns * bytes);
        emitTile(plan.tails[1], vectors, last);
      });
  }

  /// rcx = the depth of this block.
  void loadDepth() {
    if (isCut)
      as.mov(as.rcx, as.counter(kDepth));
    else
      as.mov(as.rcx, p.depth);
  }

  void emitRowCopy() {
    as.mov(as.rdx, as.r13);
    as.loadAddress(as.r11, rowsPlace);
    auto copyRow = [&] {
      as.mov(as.rsi, as.rdx);
      as.mov(as.rdi, as.r11);
      loadDepth();
      as.multiplyImmediate(as.rcx, bytes);
      as.rep();
      as.movsb();
      as.addImmediate(as.rdx, p.depth * bytes);
      as.addImmediate(as.r11, leftStride);
    };
    repeatTiles([&] { as.repeatInMemory(as.counter(kCopy), plan.maxRows, copyRow); });
    if (plan.tails[0])
      onlyInLastBlock([&] { as.repeatInMemory(as.counter(kCopy), plan.tails[0] + plan.tails[1], copyRow); });
  }

  void emitPacking() {
    as.mov(as.r11, as.r9);
    as.loadAddress(as.r12, p.scratch);
    forEachGroup([&](int64_t number, unsigned vectors, unsigned last) { emitPack(number, vectors, last); });
  }

  /// Copies panels at r11 to r12, which go on; several at once, so that what is read of
  /// a row are lines beside each other.
  void emitPack(int64_t number, unsigned vectors, unsigned last) {
    as.mov(as.rsi, as.r11);
    as.mov(as.rdi, as.r12);
    loadDepth();
    int64_t panelBytes = plan.getPanelBytes(), vectorBytes = plan.vectorBytes;
    Label head;
    as.L(head);
    for (int64_t panel = 0; panel < number; ++panel) {
      for (unsigned v = 0; v < vectors; ++v)
        accumulators.load(int(v), v + 1 == vectors ? last : lanes,
                          as.rsi + (panel * panelBytes + vectorBytes * int64_t(v)));
      for (unsigned v = 0; v < vectors; ++v)
        as.vmovups(accumulators.at(as.rdi + (panel * plan.depth * panelBytes + vectorBytes * int64_t(v))),
                   accumulators.vector(int(v)));
    }
    as.addImmediate(as.rsi, p.columns * bytes);
    as.add(as.rdi, int(panelBytes));
    as.sub(as.rcx, 1);
    as.jnz(head);
    as.addImmediate(as.r11, number * panelBytes);
    as.addImmediate(as.r12, number * plan.depth * panelBytes);
  }

  void emitTile(unsigned rows, unsigned vectors, unsigned last) {
    unsigned numAccs = rows * vectors;
    // One row reads each vector once, where it lies.
    bool readsOnce = rows == 1 && accumulators.hasDirectOperands();
    int firstB = int(numAccs), a = readsOnce ? firstB + 1 : firstB + int(vectors);
    auto forEachVector = [&](auto action) {
      for (unsigned row = 0; row < rows; ++row)
        for (unsigned v = 0; v < vectors; ++v)
          action(int(row * vectors + v), v + 1 == vectors ? last : lanes,
                 as.rdi + (int64_t(row) * p.columns + int64_t(v) * lanes) * bytes);
    };
    forEachVector([&](int reg, unsigned count, const RegExp &at) {
      if (isCut)
        accumulators.load(reg, count, at);
      else
        accumulators.clear(reg);
    });
    // What the next tile begins with.
    if (isCut)
      for (unsigned row = 0; row < rows; ++row)
        as.prefetcht0(as.ptr[as.rdi + (int64_t(rows) + row) * p.columns * bytes]);
    auto step = [&](int64_t k) {
      auto right = [&](unsigned v) { return as.rdx + (k * rightStride + int64_t(v) * lanes * bytes); };
      auto count = [&](unsigned v) { return v + 1 == vectors && !plan.isPacked ? last : lanes; };
      if (readsOnce) {
        accumulators.broadcast(a, as.rax + k * bytes);
        for (unsigned v = 0; v < vectors; ++v) {
          if (count(v) == lanes) {
            accumulators.multiplyAdd(int(v), a, accumulators.at(right(v)));
            continue;
          }
          accumulators.load(firstB, last, right(v));
          accumulators.multiplyAdd(int(v), a, firstB);
        }
        return;
      }
      for (unsigned v = 0; v < vectors; ++v)
        accumulators.load(firstB + int(v), count(v), right(v));
      for (unsigned row = 0; row < rows; ++row) {
        accumulators.broadcast(a, as.rax + (int64_t(row) * leftStride + k * bytes));
        for (unsigned v = 0; v < vectors; ++v)
          accumulators.multiplyAdd(int(row * vectors + v), a, firstB + int(v));
      }
    };
    auto steps = [&](int64_t count) {
      for (int64_t k = 0; k < count; ++k)
        step(k);
      as.addImmediate(as.rax, count * bytes);
      as.addImmediate(as.rdx, count * rightStride);
    };
    as.mov(as.rax, as.rsi);
    as.mov(as.rdx, as.r11);
    // Several steps a round where steps are short.
    bool isShort = accumulators.hasDirectOperands() && (plan.isPacked || last == lanes);
    int64_t unroll = isShort && p.depth >= 8 ? 4 : 1;
    if (!isCut) {
      as.repeat(as.rcx, p.depth / unroll, [&] { steps(unroll); });
      for (int64_t k = 0; k < p.depth % unroll; ++k)
        step(k);
    } else {
      // Every block but the last is a number of rounds.
      Label head, single, tail, end;
      as.mov(as.rcx, as.counter(kDepth));
      as.shr(as.rcx, 2);
      as.jz(tail);
      as.L(head);
      steps(unroll);
      as.sub(as.rcx, 1);
      as.jnz(head);
      as.L(tail);
      as.mov(as.rcx, as.counter(kDepth));
      as.and_(as.rcx, 3);
      as.jz(end);
      as.L(single);
      steps(1);
      as.sub(as.rcx, 1);
      as.jnz(single);
      as.L(end);
    }
    forEachVector([&](int reg, unsigned count, const RegExp &at) {
      accumulators.store(reg, Accumulators::End::Chain, count, at);
    });
  }

  Assembler &as;
  const MatrixProduct &p;
  ProductPlan plan;
  Accumulators accumulators;
  unsigned lanes;
  int64_t bytes;
  /// From one row of what a tile reads of the right matrix, or of the left one, to the
  /// next.
  int64_t rightStride, leftStride;
  Place rowsPlace;
};

} // namespace

int64_t elf::getProductScratchBytes(DType dtype, const ProductShape &shape, Processor processor) {
  ProductShape wide = shape;
  wide.rows -= getNarrowRows(dtype, shape);
  if (wide.rows == 0 || wide.columns == 0)
    return 0;
  return ProductPlan(dtype, wide, processor).getScratchBytes(getByteSize(dtype));
}

void elf::emitMatrixProduct(Assembler &as, const MatrixProduct &product) {
  int64_t bytes = getByteSize(product.dtype);
  if (countElements(product.batch) == 0 || product.rows == 0 || product.columns == 0)
    return;
  // Of a narrow product the rows that make whole vectors, and those behind them.
  int64_t narrow = getNarrowRows(product.dtype, product);
  MatrixProduct wide = product;
  wide.rows -= narrow;
  std::optional<ProductEmitter> emitter;
  if (wide.rows != 0)
    emitter.emplace(as, wide);
  if (emitter && emitter->isCut)
    emitFill(as, product.dtype, countElements(product.batch) * product.rows * product.columns, 0, product.output);
  as.loadAddress(as.r8, product.lhs);
  as.loadAddress(as.r9, product.rhs);
  as.loadAddress(as.r10, product.output);
  int64_t lhsBytes = product.rows * product.depth * bytes, rhsBytes = product.depth * product.columns * bytes;
  int64_t outBytes = product.rows * product.columns * bytes;
  auto emitDim = [&](auto &self, size_t axis) -> void {
    if (axis == product.batch.size()) {
      if (narrow != 0)
        emitNarrowProduct(as, {narrow, product.depth, product.columns});
      as.addImmediate(as.r8, narrow * product.depth * bytes);
      as.addImmediate(as.r10, narrow * product.columns * bytes);
      if (emitter)
        emitter->run();
      as.addImmediate(as.r8, -narrow * product.depth * bytes);
      as.addImmediate(as.r10, -narrow * product.columns * bytes);
      as.addImmediate(as.r10, outBytes);
      return;
    }
    // The matrices of one batch dim, the result going on behind each.
    as.repeatInMemory(as.counter(unsigned(ProductEmitter::kBatch + axis)), product.batch[axis], [&] {
      self(self, axis + 1);
      as.addImmediate(as.r8, product.lhsStrides[axis] * lhsBytes);
      as.addImmediate(as.r9, product.rhsStrides[axis] * rhsBytes);
    });
    as.addImmediate(as.r8, -product.lhsStrides[axis] * lhsBytes * product.batch[axis]);
    as.addImmediate(as.r9, -product.rhsStrides[axis] * rhsBytes * product.batch[axis]);
  };
  emitDim(emitDim, 0);
}
