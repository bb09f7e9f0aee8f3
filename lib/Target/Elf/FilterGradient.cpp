//===- FilterGradient.cpp - the gradient of conv2d's filter ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each tap of the filter is a product of matrices whose depth are the pixels of the
// gradient: some channels by some vectors of features stay in registers while the
// pixels run, in the order of N11. Pixels in the padding are left out (N12): which ones
// are inside is a range of rows and one of columns for each tap, from tables.
//
// The pixels are cut into blocks, small enough that what is read of them stays near the
// processor while all taps and channels go over it; between two blocks the chains lie
// in the result. Elements that a store would round (f16, bf16, q16) have one block.
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "Contractions.h"
#include "Selection.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;

namespace {

enum Counter : unsigned {
  kPanel,
  /// Addresses: the panel's first feature of the gradient, and of the result.
  kGradSource,
  kResult,
  /// The block's first image and row, and what lies there.
  kImage,
  kRow,
  kBlockInput,
  kBlockGrad,
  kImageCount,
  kRowEnd,
  kFilterRow,
  kFilterColumn,
  /// Of a tap: how many rows and columns are inside, and the first row's addresses.
  kRowCount,
  kColumnCount,
  kTapInput,
  kTapGrad,
  kChannels
};

class FilterGradient {
public:
  FilterGradient(Assembler &as, const Convolution &conv, Place input, Place grad, Place output, Place scratch)
      : as(as), c(conv), accumulators(as, conv.dtype), lanes(accumulators.getNumLanes()),
        bytes(accumulators.getElementBytes()), input(input), grad(grad), output(output), scratch(scratch),
        images(conv.batch), blockRows(conv.h.output) {
    maxRows = unsigned(std::min<int64_t>(getMostRows(c.dtype, /*vectorBytes=*/32), c.channels));
    // Few channels take more features, for chains enough to hide how long a step takes.
    constexpr unsigned kVectors[] = {0, 6, 4, 3, 2, 2, 2};
    vectors = accumulators.hasDirectOperands() ? kVectors[maxRows] : 2;
    isPacked = Accumulators::isStoredExactly(c.dtype);
    if (isPacked && c.h.output * c.w.output <= kGradientBlockPixels) {
      images = std::min(c.batch, kGradientBlockPixels / (c.h.output * c.w.output));
    } else if (isPacked) {
      // Blocks of about the same size.
      images = 1;
      int64_t most = std::max<int64_t>(1, kGradientBlockPixels / c.w.output), number = (c.h.output - 1) / most + 1;
      blockRows = (c.h.output - 1) / number + 1;
    }
    isWhole = images == c.batch && blockRows == c.h.output;
  }

  void run() {
    if (!isWhole)
      emitFill(as, c.dtype, c.h.filter * c.w.filter * c.channels * c.features, 0, output);
    rowTable = addTable(c.h);
    columnTable = addTable(c.w);
    as.loadAddress(as.rax, grad);
    as.mov(as.counter(kGradSource), as.rax);
    as.loadAddress(as.rax, output);
    as.mov(as.counter(kResult), as.rax);
    int64_t width = int64_t(vectors) * lanes, rest = c.features % width;
    as.repeatInMemory(as.counter(kPanel), c.features / width, [&] {
      emitPanel({vectors, lanes});
      as.add(as.counter(kGradSource), int(width * bytes));
      as.add(as.counter(kResult), int(width * bytes));
    });
    if (rest) {
      unsigned number = unsigned((rest + lanes - 1) / lanes);
      emitPanel({number, unsigned(rest - int64_t(number - 1) * lanes)});
    }
  }

private:
  struct Panel {
    unsigned vectors, last;
  };

  /// For each tap of an axis the first result that reads an element which is inside,
  /// and the one behind the last.
  Place addTable(const ConvAxis &axis) {
    std::vector<uint8_t> table;
    auto append = [&](int64_t value) {
      for (unsigned i = 0; i < 8; ++i)
        table.push_back(uint8_t(uint64_t(value) >> 8 * i));
    };
    for (int64_t tap = 0; tap < axis.filter; ++tap) {
      int64_t before = axis.low - tap, room = axis.input - 1 + before;
      append(before <= 0 ? 0 : (before - 1) / axis.stride + 1);
      append(room < 0 ? 0 : std::min(axis.output, room / axis.stride + 1));
    }
    return {Place::Constant, as.addConstant(table, 16)};
  }

  /// rcx and rdx at the two numbers of a tap.
  void emitRange(const Place &table, Counter tap) {
    as.loadAddress(as.rax, table);
    as.mov(as.r10, as.counter(tap));
    as.shl(as.r10, 4);
    as.mov(as.rcx, as.qword[as.rax + as.r10]);
    as.mov(as.rdx, as.qword[as.rax + as.r10 + 8]);
  }

  /// rdx = max(0, rdx - rcx).
  void emitCount() {
    as.xor_(as.eax, as.eax);
    as.sub(as.rdx, as.rcx);
    as.cmovs(as.rdx, as.rax);
  }

  /// A loop whose counter goes from 0 to `count` by `step`.
  void forEach(Counter counter, int64_t count, int64_t step, llvm::function_ref<void()> body) {
    as.mov(as.counter(counter), 0);
    Label head;
    as.L(head);
    body();
    if (count <= step)
      return;
    as.add(as.counter(counter), int(step));
    as.cmp(as.counter(counter), int(count));
    as.jl(head);
  }

  int64_t getPixelBytes(Panel panel) const { return isPacked ? int64_t(panel.vectors) * 32 : c.features * bytes; }
  int64_t getInputRowBytes() const { return c.w.input * c.channels * bytes; }

  void emitPanel(Panel panel) {
    as.loadAddress(as.rax, input);
    as.mov(as.counter(kBlockInput), as.rax);
    as.mov(as.rax, as.counter(kGradSource));
    as.mov(as.counter(kBlockGrad), as.rax);
    forEach(kImage, c.batch, images, [&] {
      forEach(kRow, c.h.output, blockRows, [&] {
        auto limit = [&](int64_t size, int64_t most, Counter first, Counter count) {
          as.mov(as.rax, size);
          as.sub(as.rax, as.counter(first));
          as.mov(as.rcx, most);
          as.cmp(as.rax, as.rcx);
          as.cmovg(as.rax, as.rcx);
          as.mov(as.counter(count), as.rax);
        };
        limit(c.batch, images, kImage, kImageCount);
        limit(c.h.output, blockRows, kRow, kRowEnd);
        if (isPacked)
          emitPacking(panel);
        as.mov(as.rax, as.counter(kRow));
        as.add(as.counter(kRowEnd), as.rax);
        emitTaps(panel);
      });
      as.mov(as.rax, images * c.h.input * getInputRowBytes());
      as.add(as.counter(kBlockInput), as.rax);
    });
  }

  /// The pixels of a block follow each other: it is rows of one image, or whole images.
  void emitPacking(Panel panel) {
    as.mov(as.rcx, as.counter(kRowEnd));
    as.imul(as.rcx, as.counter(kImageCount));
    as.multiplyImmediate(as.rcx, c.w.output);
    as.mov(as.rsi, as.counter(kBlockGrad));
    as.loadAddress(as.rdi, scratch);
    Label head;
    as.L(head);
    for (unsigned v = 0; v < panel.vectors; ++v) {
      accumulators.load(int(v), v + 1 == panel.vectors ? panel.last : lanes, as.rsi + int64_t(v) * lanes * bytes);
      as.vmovups(as.yword[as.rdi + 32 * int(v)], ymmOf(int(v)));
    }
    as.addImmediate(as.rsi, c.features * bytes);
    as.add(as.rdi, int(32 * panel.vectors));
    as.sub(as.rcx, 1);
    as.jnz(head);
    as.mov(as.counter(kBlockGrad), as.rsi);
  }

  /// r8 and r9: the first pixel that a tap reads, of the input and of the gradient;
  /// rdi: the result.
  void emitTaps(Panel panel) {
    as.mov(as.rdi, as.counter(kResult));
    forEach(kFilterRow, c.h.filter, 1, [&] {
      emitRange(rowTable, kFilterRow);
      as.cmp(as.rcx, as.counter(kRow));
      as.cmovl(as.rcx, as.counter(kRow));
      as.cmp(as.rdx, as.counter(kRowEnd));
      as.cmovg(as.rdx, as.counter(kRowEnd));
      emitCount();
      as.mov(as.counter(kRowCount), as.rdx);
      as.mov(as.rax, as.rcx);
      as.multiplyImmediate(as.rax, c.h.stride);
      as.add(as.rax, as.counter(kFilterRow));
      as.addImmediate(as.rax, -c.h.low);
      as.multiplyImmediate(as.rax, getInputRowBytes());
      as.add(as.rax, as.counter(kBlockInput));
      as.mov(as.counter(kTapInput), as.rax);
      as.sub(as.rcx, as.counter(kRow));
      as.multiplyImmediate(as.rcx, c.w.output * getPixelBytes(panel));
      if (isPacked)
        as.loadAddress(as.rax, scratch);
      else
        as.mov(as.rax, as.counter(kBlockGrad));
      as.add(as.rcx, as.rax);
      as.mov(as.counter(kTapGrad), as.rcx);
      forEach(kFilterColumn, c.w.filter, 1, [&] {
        emitRange(columnTable, kFilterColumn);
        emitCount();
        as.mov(as.counter(kColumnCount), as.rdx);
        as.mov(as.r8, as.rcx);
        as.multiplyImmediate(as.r8, c.w.stride);
        as.add(as.r8, as.counter(kFilterColumn));
        as.addImmediate(as.r8, -c.w.low);
        as.multiplyImmediate(as.r8, c.channels * bytes);
        as.add(as.r8, as.counter(kTapInput));
        as.mov(as.r9, as.rcx);
        as.multiplyImmediate(as.r9, getPixelBytes(panel));
        as.add(as.r9, as.counter(kTapGrad));
        as.repeatInMemory(as.counter(kChannels), c.channels / maxRows, [&] { emitTile(maxRows, panel); });
        if (unsigned rest = unsigned(c.channels % maxRows))
          emitTile(rest, panel);
      });
    });
  }

  /// `rows` channels, by the panel's features. r10 and r11 go over the images, r12 and
  /// r13 over their rows, rsi and rdx over the pixels of one.
  void emitTile(unsigned rows, Panel panel) {
    auto forEachVector = [&](auto action) {
      for (unsigned row = 0; row < rows; ++row)
        for (unsigned v = 0; v < panel.vectors; ++v)
          action(int(row * panel.vectors + v), v + 1 == panel.vectors ? panel.last : lanes,
                 as.rdi + (int64_t(row) * c.features + int64_t(v) * lanes) * bytes);
    };
    forEachVector([&](int reg, unsigned count, const Xbyak::RegExp &at) {
      if (isWhole)
        accumulators.clear(reg);
      else
        accumulators.load(reg, count, at);
    });
    Label image, row, end;
    as.cmp(as.counter(kRowCount), 0);
    as.je(end);
    as.cmp(as.counter(kColumnCount), 0);
    as.je(end);
    as.mov(as.rbp, as.counter(kImageCount));
    as.mov(as.r10, as.r8);
    as.mov(as.r11, as.r9);
    as.L(image);
    as.mov(as.r14, as.counter(kRowCount));
    as.mov(as.r12, as.r10);
    as.mov(as.r13, as.r11);
    as.L(row);
    as.mov(as.rsi, as.r12);
    as.mov(as.rdx, as.r13);
    as.mov(as.rcx, as.counter(kColumnCount));
    emitSteps(rows, panel);
    as.addImmediate(as.r12, c.h.stride * getInputRowBytes());
    as.addImmediate(as.r13, c.w.output * getPixelBytes(panel));
    as.sub(as.r14, 1);
    as.jnz(row);
    as.addImmediate(as.r10, c.h.input * getInputRowBytes());
    as.addImmediate(as.r11, c.h.output * c.w.output * getPixelBytes(panel));
    as.sub(as.rbp, 1);
    as.jnz(image);
    as.L(end);
    forEachVector([&](int reg, unsigned count, const Xbyak::RegExp &at) {
      accumulators.store(reg, Accumulators::End::Chain, count, at);
    });
    as.addImmediate(as.r8, int64_t(rows) * bytes);
    as.addImmediate(as.rdi, int64_t(rows) * c.features * bytes);
  }

  /// rcx steps, of one pixel each.
  void emitSteps(unsigned rows, Panel panel) {
    int firstB = int(rows * panel.vectors), a = firstB + int(panel.vectors);
    int64_t inputStep = c.w.stride * c.channels * bytes, gradStep = getPixelBytes(panel);
    auto steps = [&](int64_t count) {
      for (int64_t k = 0; k < count; ++k) {
        for (unsigned v = 0; v < panel.vectors; ++v) {
          if (isPacked)
            as.vmovups(ymmOf(firstB + int(v)), as.yword[as.rdx + (k * gradStep + 32 * int64_t(v))]);
          else
            accumulators.load(firstB + int(v), v + 1 == panel.vectors ? panel.last : lanes,
                              as.rdx + (k * gradStep + int64_t(v) * lanes * bytes));
        }
        for (unsigned row = 0; row < rows; ++row) {
          accumulators.broadcast(a, as.rsi + (k * inputStep + int64_t(row) * bytes));
          for (unsigned v = 0; v < panel.vectors; ++v)
            accumulators.multiplyAdd(int(row * panel.vectors + v), a, firstB + int(v));
        }
      }
      as.addImmediate(as.rsi, count * inputStep);
      as.addImmediate(as.rdx, count * gradStep);
    };
    constexpr int64_t kUnroll = 4;
    Label head, single, tail, end;
    if (accumulators.hasDirectOperands() && c.w.output >= 2 * kUnroll && inputStep < INT32_MAX / kUnroll) {
      as.mov(as.rax, as.rcx);
      as.shr(as.rax, 2);
      as.jz(tail);
      as.L(head);
      steps(kUnroll);
      as.sub(as.rax, 1);
      as.jnz(head);
      as.L(tail);
      as.and_(as.rcx, int(kUnroll - 1));
      as.jz(end);
    }
    as.L(single);
    steps(1);
    as.sub(as.rcx, 1);
    as.jnz(single);
    as.L(end);
  }

  Assembler &as;
  Convolution c;
  Accumulators accumulators;
  unsigned lanes;
  int64_t bytes;
  Place input, grad, output, scratch, rowTable, columnTable;
  /// Of a block.
  int64_t images, blockRows;
  /// Whether what a panel reads of the gradient is copied first, and whether there is
  /// one block.
  bool isPacked, isWhole;
  unsigned maxRows, vectors;
};

} // namespace

/// A convolution of single pixels reads them as they follow each other: rows of any
/// length will do.
static Convolution joinRows(Convolution conv) {
  if (!isPoint(conv.h) || !isPoint(conv.w))
    return conv;
  int64_t pixels = conv.batch * conv.h.input * conv.w.input, columns = std::min(pixels, kGradientBlockPixels);
  while (pixels % columns != 0)
    --columns;
  conv.batch = 1;
  conv.h.input = conv.h.output = pixels / columns;
  conv.w.input = conv.w.output = columns;
  return conv;
}

void elf::emitConv2DGradFilter(Assembler &as, const Convolution &conv, Place input, Place grad, Place output,
                               Place scratch) {
  int64_t count = conv.h.filter * conv.w.filter * conv.channels * conv.features;
  if (count == 0)
    return;
  if (conv.batch == 0 || conv.h.output == 0 || conv.w.output == 0)
    return emitFill(as, conv.dtype, count, 0, output);
  FilterGradient(as, joinRows(conv), input, grad, output, scratch).run();
}
