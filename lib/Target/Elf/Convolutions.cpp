//===- Convolutions.cpp - conv2d and the gradient of its input ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors run over the last dim of the result, each lane one chain (N11). A tap in
// the padding is jumped over (N12). Nothing is copied into columns of patches.
//
// The forward product and the gradient of the input are products of matrices whose
// left rows are windows: some neighbouring pixels of a row of the result, by two
// vectors of features, stay in registers while the taps run. What these vectors read of
// the filter is copied first, one row of registers for each step. Which taps are inside
// is known for each tile of a row when code is made; a tap that only some pixels of a
// tile have is computed for those alone.
//
// Positions are in counters on the stack, so that any extent fits.
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "ConvolutionTiles.h"

#include <algorithm>

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;

namespace {

/// Counters that tell where a loop is, from 0 up.
enum Position : unsigned {
  kBatch,
  kRow,
  kColumn,
  kRowTaps,
  kColumnTaps,
  kPanel,
  kTile,
  kPackedTap,
  /// Addresses: what the next panel reads of the filter, and writes of the result.
  kSource,
  kResult,
  /// The panel at a row's first tap.
  kRowPanel
};

class ConvEmitter {
public:
  /// `features` are beside each other in the result.
  ConvEmitter(Assembler &as, const Convolution &conv, int64_t features)
      : as(as), c(conv), accumulators(as, conv.dtype, getVectorBytes(conv.dtype, features, as.processor)),
        lanes(accumulators.getNumLanes()), bytes(accumulators.getElementBytes()) {}

  void emitForward(Place input, Place filter, Place output, Place scratch);
  void emitGradInput(Place grad, Place filter, Place output, Place scratch);

private:
  /// A panel: the vectors of features that are computed together, the last of `last`
  /// lanes.
  struct Panel {
    unsigned vectors, last;
  };
  int64_t getRowBytes(Panel panel) const { return int64_t(panel.vectors) * accumulators.getVectorBytes(); }

  unsigned getMaxRows() const { return getMostRows(c.dtype, accumulators.getVectorBytes()); }
  void emitWindows(Window w, Place input, Place filter, Place output, Place scratch);
  void emitPanel(const Window &w, Panel panel, Place input, Place scratch);
  void emitPacking(const Window &w, Panel panel, Place scratch);
  void emitTaps(const ConvAxis &axis, bool isGradient, Position position, Position count);
  void emitTile(const Window &w, Panel panel, unsigned rows, int64_t pixelBytes, int64_t resultBytes,
                llvm::function_ref<void()> emitRow);
  void emitSegments(const Window &w, Panel panel, const Phase &phase, llvm::ArrayRef<Segment> segments);
  void emitRun(Panel panel, int64_t count, unsigned begin, unsigned end, int64_t pixelBytes);

  /// A loop whose counter goes from 0 to `count`.
  void forEach(Position position, int64_t count, llvm::function_ref<void()> body) {
    if (count <= 0)
      return;
    as.mov(as.counter(position), 0);
    Label head;
    as.L(head);
    body();
    as.add(as.counter(position), 1);
    as.cmp(as.counter(position), int(count));
    as.jl(head);
  }

  Assembler &as;
  const Convolution &c;
  Accumulators accumulators;
  unsigned lanes;
  int64_t bytes;
};

/// Of the result at a position, the taps that are inside: their number goes to counter
/// `count`, rcx is the first one as the filter counts, and rax what it reads. Uses rdx,
/// r11 and r13.
void ConvEmitter::emitTaps(const ConvAxis &axis, bool isGradient, Position position, Position count) {
  as.mov(as.rax, as.counter(position));
  if (!isGradient) {
    as.multiplyImmediate(as.rax, axis.stride);
    as.addImmediate(as.rax, -axis.low);
    // From max(0, -rax) to min(taps, input - rax).
    as.xor_(as.ecx, as.ecx);
    as.mov(as.rdx, as.rax);
    as.neg(as.rdx);
    as.cmp(as.rdx, as.rcx);
    as.cmovg(as.rcx, as.rdx);
    as.addImmediate(as.rdx, axis.input);
    as.mov(as.r11, axis.filter);
    as.cmp(as.rdx, as.r11);
    as.cmovg(as.rdx, as.r11);
    as.add(as.rax, as.rcx);
  } else {
    // i + low = q * stride + m: taps m, m + stride, ... read q, q - 1, ...
    as.addImmediate(as.rax, axis.low);
    as.xor_(as.r13d, as.r13d);
    as.mov(as.r11, axis.filter);
    if (axis.stride > 1) {
      as.mov(as.rcx, axis.stride);
      as.xor_(as.edx, as.edx);
      as.div(as.rcx);
      as.mov(as.r13, as.rdx);
      as.push(as.rax);
      as.mov(as.rax, axis.filter + axis.stride - 1);
      as.sub(as.rax, as.r13);
      as.xor_(as.edx, as.edx);
      as.div(as.rcx);
      as.mov(as.r11, as.rax);
      as.pop(as.rax);
    }
    // From max(0, q - output + 1) to min(taps, q + 1).
    as.mov(as.rdx, as.rax);
    as.add(as.rdx, 1);
    as.xor_(as.ecx, as.ecx);
    as.push(as.rdx);
    as.addImmediate(as.rdx, -axis.output);
    as.cmp(as.rdx, as.rcx);
    as.cmovg(as.rcx, as.rdx);
    as.pop(as.rdx);
    as.cmp(as.rdx, as.r11);
    as.cmovg(as.rdx, as.r11);
    as.sub(as.rax, as.rcx);
  }
  as.sub(as.rdx, as.rcx);
  as.mov(as.r11d, 0);
  as.cmovs(as.rdx, as.r11);
  as.mov(as.counter(count), as.rdx);
  if (isGradient) {
    if (axis.stride > 1) {
      as.mov(as.r11, axis.stride);
      as.imul(as.rcx, as.r11);
    }
    as.add(as.rcx, as.r13);
  }
}

/// `count` steps for some rows of a tile: rsi is at the first row's element and rdx at
/// the panel; both move on.
void ConvEmitter::emitRun(Panel panel, int64_t count, unsigned begin, unsigned end, int64_t pixelBytes) {
  int firstB = int(getMaxRows() * 2), a = firstB + 2;
  auto step = [&](int64_t k) {
    for (unsigned v = 0; v < panel.vectors; ++v)
      as.vmovups(accumulators.vector(firstB + int(v)),
                 accumulators.at(as.rdx + (k * getRowBytes(panel) + int64_t(accumulators.getVectorBytes()) * int64_t(v))));
    for (unsigned row = begin; row < end; ++row) {
      accumulators.broadcast(a, as.rsi + (int64_t(row) * pixelBytes + k * bytes));
      for (unsigned v = 0; v < panel.vectors; ++v)
        accumulators.multiplyAdd(int(row * panel.vectors + v), a, firstB + int(v));
    }
  };
  auto steps = [&](int64_t n) {
    for (int64_t k = 0; k < n; ++k)
      step(k);
    as.addImmediate(as.rsi, n * bytes);
    as.addImmediate(as.rdx, n * getRowBytes(panel));
  };
  int64_t unroll = accumulators.hasDirectOperands() && count >= 8 ? 4 : 1;
  as.repeat(as.rcx, count / unroll, [&] { steps(unroll); });
  if (count % unroll)
    steps(count % unroll);
}

/// One row of the filter for a tile at r13 of the input and r14 of the panel, which rsi
/// and rdx begin with.
void ConvEmitter::emitSegments(const Window &w, Panel panel, const Phase &phase, llvm::ArrayRef<Segment> segments) {
  int64_t tapBytes = w.steps * bytes, panelTap = w.steps * getRowBytes(panel);
  int64_t rowBytes = (w.isGradient ? -1 : 1) * w.inputColumns * tapBytes;
  int64_t panelRow = (w.isGradient ? w.h.stride : 1) * w.w.filter * panelTap;
  // How far rsi and rdx have come.
  int64_t read = 0, packed = 0;
  auto moveTo = [&](int64_t newRead, int64_t newPacked) {
    as.addImmediate(as.rsi, newRead - read);
    as.addImmediate(as.rdx, newPacked - packed);
    read = newRead;
    packed = newPacked;
  };
  for (const Segment &segment : segments) {
    moveTo(phase.direction * segment.firstTap * tapBytes,
           (phase.firstTap + phase.tapStep * segment.firstTap) * panelTap);
    int64_t pixelBytes = phase.pace * tapBytes;
    if (!w.isGradient) {
      // Neighbouring taps follow each other in both.
      emitRun(panel, segment.taps * w.steps, segment.begin, segment.end, pixelBytes);
      read += segment.taps * tapBytes;
      packed += segment.taps * panelTap;
      continue;
    }
    as.repeat(as.r11, segment.taps, [&] {
      emitRun(panel, w.steps, segment.begin, segment.end, pixelBytes);
      as.addImmediate(as.rsi, -2 * tapBytes);
      as.addImmediate(as.rdx, (phase.tapStep - 1) * panelTap);
    });
    read -= segment.taps * tapBytes;
    packed += segment.taps * phase.tapStep * panelTap;
  }
  moveTo(rowBytes, panelRow);
}

/// `emitRow` makes the steps of one row of the filter and moves rsi and rdx on.
void ConvEmitter::emitTile(const Window &w, Panel panel, unsigned rows, int64_t pixelBytes, int64_t resultBytes,
                           llvm::function_ref<void()> emitRow) {
  for (unsigned i = 0; i < rows * panel.vectors; ++i)
    accumulators.clear(int(i));
  Label head, end;
  as.mov(as.rbp, as.counter(kRowTaps));
  as.test(as.rbp, as.rbp);
  as.jz(end);
  as.mov(as.rsi, as.r13);
  as.mov(as.rdx, as.r14);
  as.L(head);
  emitRow();
  as.sub(as.rbp, 1);
  as.jnz(head);
  as.L(end);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned v = 0; v < panel.vectors; ++v)
      accumulators.store(int(row * panel.vectors + v), Accumulators::End::Chain,
                         v + 1 == panel.vectors ? panel.last : lanes,
                         as.rdi + (int64_t(row) * resultBytes + int64_t(v) * lanes * bytes));
}

/// The panel that counter kSource points to, as registers hold it.
void ConvEmitter::emitPacking(const Window &w, Panel panel, Place scratch) {
  Accumulators parts(as, c.dtype);
  as.mov(as.rsi, as.counter(kSource));
  as.loadAddress(as.rdi, scratch);
  as.repeatInMemory(as.counter(kPackedTap), w.h.filter * w.w.filter, [&] {
    as.repeat(as.rcx, w.steps, [&] {
      // In parts of 32 bytes, whatever vectors have: the elements may lie apart.
      int64_t features = int64_t(panel.vectors - 1) * lanes + panel.last, partLanes = parts.getNumLanes();
      for (int64_t part = 0; part < getRowBytes(panel) / 32; ++part) {
        int64_t count = std::clamp<int64_t>(features - part * partLanes, 0, partLanes);
        if (count == 0)
          parts.clear(int(part));
        else
          parts.load(int(part), unsigned(count), as.rsi + part * partLanes * w.laneStride * bytes, w.laneStride);
        as.vmovups(as.yword[as.rdi + 32 * int(part)], ymmOf(int(part)));
      }
      as.addImmediate(as.rsi, w.stepStride * bytes);
      as.addImmediate(as.rdi, getRowBytes(panel));
    });
    as.addImmediate(as.rsi, (w.tapStride - w.steps * w.stepStride) * bytes);
  });
}

/// r8: the image, r9: the panel, r10: the input's row and r14: the panel at the first
/// tap, r12: the result's row; r13, rdi: the tile of the input and of the result.
void ConvEmitter::emitPanel(const Window &w, Panel panel, Place input, Place scratch) {
  int64_t tapBytes = w.steps * bytes, resultBytes = w.features * bytes, panelTap = w.steps * getRowBytes(panel);
  llvm::SmallVector<Phase, 2> phases;
  llvm::SmallVector<Tiles, 4> tiles;
  bool isPlanned = planTiles(w, getMaxRows(), phases, tiles);
  emitPacking(w, panel, scratch);
  accumulators.setEnd(panel.last);
  as.loadAddress(as.r8, input);
  as.loadAddress(as.r9, scratch);
  as.mov(as.r12, as.counter(kResult));
  auto emitTiles = [&](const Tiles &each) {
    const Phase &phase = phases[each.phase];
    as.mov(as.r13, as.r10);
    as.addImmediate(as.r13, (phase.base + phase.pace * each.first) * tapBytes);
    as.mov(as.rdi, as.r12);
    as.addImmediate(as.rdi, (phase.first + phase.step * each.first) * resultBytes);
    as.repeatInMemory(as.counter(kTile), each.count, [&] {
      emitTile(w, panel, each.rows, phase.pace * tapBytes, phase.step * resultBytes,
               [&] { emitSegments(w, panel, phase, each.segments); });
      as.addImmediate(as.r13, each.rows * phase.pace * tapBytes);
      as.addImmediate(as.rdi, each.rows * phase.step * resultBytes);
    });
  };
  // Where tiles would be too many, one pixel after the other.
  auto emitColumns = [&] {
    as.mov(as.rdi, as.r12);
    as.mov(as.counter(kRowPanel), as.r14);
    forEach(kColumn, w.columns, [&] {
      emitTaps(w.w, w.isGradient, kColumn, kColumnTaps);
      as.mov(as.r14, as.rcx);
      as.multiplyImmediate(as.rax, tapBytes);
      as.lea(as.r13, as.ptr[as.r10 + as.rax]);
      as.multiplyImmediate(as.r14, panelTap);
      as.add(as.r14, as.counter(kRowPanel));
      emitTile(w, panel, 1, 0, resultBytes, [&] {
        Label head, end;
        as.push(as.rsi);
        as.push(as.rdx);
        // The stack has moved by two words.
        as.mov(as.r11, as.qword[as.counter(kColumnTaps).getRegExp() + 16]);
        as.test(as.r11, as.r11);
        as.jz(end);
        as.L(head);
        emitRun(panel, w.steps, 0, 1, 0);
        as.addImmediate(as.rsi, w.isGradient ? -2 * tapBytes : 0);
        as.addImmediate(as.rdx, w.isGradient ? (w.w.stride - 1) * panelTap : 0);
        as.sub(as.r11, 1);
        as.jnz(head);
        as.L(end);
        as.pop(as.rdx);
        as.pop(as.rsi);
        as.addImmediate(as.rsi, (w.isGradient ? -1 : 1) * w.inputColumns * tapBytes);
        as.addImmediate(as.rdx, (w.isGradient ? w.h.stride : 1) * w.w.filter * panelTap);
      });
      as.addImmediate(as.rdi, resultBytes);
    });
  };
  forEach(kBatch, w.batch, [&] {
    forEach(kRow, w.rows, [&] {
      emitTaps(w.h, w.isGradient, kRow, kRowTaps);
      as.mov(as.r14, as.rcx);
      as.multiplyImmediate(as.rax, w.inputColumns * tapBytes);
      as.lea(as.r10, as.ptr[as.r8 + as.rax]);
      as.multiplyImmediate(as.r14, w.w.filter * panelTap);
      as.add(as.r14, as.r9);
      if (isPlanned)
        llvm::for_each(tiles, emitTiles);
      else
        emitColumns();
      as.addImmediate(as.r12, w.columns * resultBytes);
    });
    as.addImmediate(as.r8, w.inputRows * w.inputColumns * tapBytes);
  });
}

void ConvEmitter::emitWindows(Window w, Place input, Place filter, Place output, Place scratch) {
  if (isPoint(w.h) && isPoint(w.w)) {
    // A product of matrices: all pixels are one row.
    w.columns = w.inputColumns = w.w.input = w.w.output = w.batch * w.rows * w.columns;
    w.batch = w.rows = w.inputRows = w.h.input = w.h.output = 1;
  }
  if (w.batch == 0 || w.rows == 0 || w.columns == 0)
    return;
  as.loadAddress(as.rax, filter);
  as.mov(as.counter(kSource), as.rax);
  as.loadAddress(as.rax, output);
  as.mov(as.counter(kResult), as.rax);
  int64_t width = 2 * int64_t(lanes), rest = w.features % width;
  as.repeatInMemory(as.counter(kPanel), w.features / width, [&] {
    emitPanel(w, {2, lanes}, input, scratch);
    as.mov(as.rax, width * w.laneStride * bytes);
    as.add(as.counter(kSource), as.rax);
    as.add(as.counter(kResult), int(width * bytes));
  });
  if (rest > lanes)
    emitPanel(w, {2, unsigned(rest - lanes)}, input, scratch);
  else if (rest)
    emitPanel(w, {1, unsigned(rest)}, input, scratch);
}

void ConvEmitter::emitForward(Place input, Place filter, Place output, Place scratch) {
  Window window = {c.batch,
                   c.h.output,
                   c.w.output,
                   c.h.input,
                   c.w.input,
                   c.channels,
                   c.features,
                   c.h,
                   c.w,
                   /*isGradient=*/false,
                   c.channels * c.features,
                   c.features,
                   1};
  emitWindows(window, input, filter, output, scratch);
}

/// Chains over (kh, kw, f); the filter's last two dims change places as it is copied,
/// so that vectors run over the channels of the result.
void ConvEmitter::emitGradInput(Place grad, Place filter, Place output, Place scratch) {
  Window window = {c.batch,
                   c.h.input,
                   c.w.input,
                   c.h.output,
                   c.w.output,
                   c.features,
                   c.channels,
                   c.h,
                   c.w,
                   /*isGradient=*/true,
                   c.channels * c.features,
                   1,
                   c.features};
  emitWindows(window, grad, filter, output, scratch);
}

} // namespace

/// What a convolution of single pixels copies before it is a product: the pixels that
/// it reads, if these do not follow each other.
static int64_t getPixelBytes(const Convolution &c) {
  if (isPoint(c.h) && isPoint(c.w))
    return 0;
  int64_t bytes = c.batch * c.h.output * c.w.output * c.channels * int64_t(getByteSize(c.dtype));
  return (bytes + 63) / 64 * 64;
}

/// Whether each result reads one pixel, and none lies in the padding.
static bool isProduct(const Convolution &c) {
  auto readsOne = [](const ConvAxis &axis) {
    return axis.filter == 1 && axis.low == 0 && (axis.output - 1) * axis.stride < axis.input;
  };
  return readsOne(c.h) && readsOne(c.w) && c.batch * c.h.output * c.w.output != 0;
}

static ProductShape getProduct(const Convolution &c) {
  return {c.batch * c.h.output * c.w.output, c.channels, c.features};
}

int64_t elf::getConv2DScratchBytes(const Convolution &conv, Processor processor) {
  if (isProduct(conv))
    return getPixelBytes(conv) + getProductScratchBytes(conv.dtype, getProduct(conv), processor);
  return conv.h.filter * conv.w.filter * conv.channels * getPanelBytes(processor);
}

void elf::emitConv2D(Assembler &as, const Convolution &conv, Place input, Place filter, Place output, Place scratch) {
  if (!isProduct(conv))
    return ConvEmitter(as, conv, conv.features).emitForward(input, filter, output, scratch);
  MatrixProduct product;
  static_cast<ProductShape &>(product) = getProduct(conv);
  product.dtype = conv.dtype;
  product.lhs = input;
  product.rhs = filter;
  product.output = output;
  product.scratch = scratch.base == Place::None ? scratch : scratch.advanced(getPixelBytes(conv));
  if (getPixelBytes(conv) != 0) {
    LoopNest nest;
    nest.shape = {conv.batch, conv.h.output, conv.w.output, conv.channels};
    nest.program.addOutput(nest.program.loadRaw(conv.dtype), conv.dtype, /*isRaw=*/true);
    int64_t row = conv.w.input * conv.channels;
    nest.inputs.push_back({input, {conv.h.input * row, conv.h.stride * row, conv.w.stride * conv.channels, 1}});
    nest.outputs.push_back({scratch, getStrides(nest.shape)});
    emitLoopNest(as, nest);
    product.lhs = scratch;
  }
  emitMatrixProduct(as, product);
}

void elf::emitConv2DGradInput(Assembler &as, const Convolution &conv, Place grad, Place filter, Place output,
                              Place scratch) {
  ConvEmitter(as, conv, conv.channels).emitGradInput(grad, filter, output, scratch);
}
