//===- Convolutions.cpp - conv2d and its gradients ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors run over the last dim of the result, each lane one chain (N11). A tap in
// the padding is jumped over (N12). Nothing is copied into columns of patches.
//
// r8, r9, r10: the tensors, r11: the result; positions are in counters on the stack,
// so that any extent fits.
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "Contractions.h"

using namespace mind;
using namespace mind::elf;
using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::RegExp;

namespace {

/// Counters that tell where a loop is, from 0 up.
enum Position : unsigned { kBatch, kRow, kColumn, kFilterRow, kFilterColumn, kChannel, kVector };

/// Vectors of chains that are computed together.
constexpr unsigned kMaxVectors = 6;

class ConvEmitter {
public:
  ConvEmitter(Assembler &as, const Convolution &conv)
      : as(as), c(conv), accumulators(as, conv.dtype), lanes(accumulators.getNumLanes()),
        bytes(accumulators.getElementBytes()) {}

  void emitForward(Place input, Place filter, Place output);
  void emitGradInput(Place grad, Place filter, Place output, Place scratch);
  void emitGradFilter(Place input, Place grad, Place output);

private:
  /// Chains over (kh, kw, `steps`), for `rows` x `columns` positions with `features`
  /// elements each: the forward product, or by exchange of the two sides the gradient
  /// of its input. `emitPosition` gives the position of the other side that a tap reads.
  struct Window {
    int64_t rows, columns, inputRows, inputColumns, steps, features;
    void (ConvEmitter::*emitPosition)(const ConvAxis &axis, Position position, Position k, Label &isOutside);
  };
  /// `filter` has the dims [KH, KW, steps, features].
  void emitWindows(const Window &w, Place input, Place filter, Place output);

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

  /// The groups of vectors that cover the `extent` elements of the last dim; rdi is at
  /// the result and moves on. `body(vectors, last)` makes the chains in registers 0 to
  /// `vectors` - 1; counter kVector is the group's first element.
  void forEachGroup(int64_t extent, llvm::function_ref<void(unsigned, unsigned)> body) {
    int64_t width = int64_t(kMaxVectors) * lanes, full = extent / width, rest = extent % width;
    auto group = [&](unsigned vectors, unsigned last) {
      for (unsigned v = 0; v < vectors; ++v)
        accumulators.clear(int(v));
      body(vectors, last);
      int64_t elements = int64_t(vectors - 1) * lanes + last;
      for (unsigned v = 0; v < vectors; ++v)
        accumulators.store(int(v), Accumulators::End::Chain, v + 1 == vectors ? last : lanes,
                           as.rdi + int64_t(v) * lanes * bytes);
      as.addImmediate(as.rdi, elements * bytes);
      as.add(as.counter(kVector), int(elements));
    };
    as.mov(as.counter(kVector), 0);
    as.repeatInMemory(as.counter(kVector + 1), full, [&] { group(kMaxVectors, lanes); });
    if (rest) {
      unsigned vectors = unsigned((rest + lanes - 1) / lanes);
      group(vectors, unsigned(rest - int64_t(vectors - 1) * lanes));
    }
  }

  /// One step of the chains: the element at `a` by the vectors at `b`.
  void emitStep(unsigned vectors, unsigned last, const RegExp &a, const RegExp &b) {
    accumulators.broadcast(kMaxVectors, a);
    for (unsigned v = 0; v < vectors; ++v) {
      unsigned count = v + 1 == vectors ? last : lanes;
      RegExp at = b + int64_t(v) * lanes * bytes;
      if (accumulators.hasDirectOperands() && count == lanes) {
        accumulators.multiplyAdd(int(v), kMaxVectors, as.yword[at]);
        continue;
      }
      accumulators.load(kMaxVectors + 1, count, at);
      accumulators.multiplyAdd(int(v), kMaxVectors, kMaxVectors + 1);
    }
  }

  /// rax = o * stride + k - low, the position that a tap reads; jumps if it lies in the
  /// padding.
  void emitInputPosition(const ConvAxis &axis, Position o, Position k, Label &isOutside) {
    as.imul(as.rax, as.counter(o), int(axis.stride));
    as.add(as.rax, as.counter(k));
    as.sub(as.rax, int(axis.low));
    // Below 0 is far above, without a sign.
    as.cmp(as.rax, int(axis.input));
    as.jae(isOutside, Xbyak::CodeGenerator::T_NEAR);
  }

  /// rax = (i + low - k) / stride, the output whose tap k reads i; jumps if there is
  /// none.
  void emitOutputPosition(const ConvAxis &axis, Position i, Position k, Label &isOutside) {
    as.mov(as.rax, as.counter(i));
    as.add(as.rax, int(axis.low));
    as.sub(as.rax, as.counter(k));
    as.js(isOutside, Xbyak::CodeGenerator::T_NEAR);
    if (axis.stride > 1) {
      as.xor_(as.edx, as.edx);
      as.mov(as.ecx, int(axis.stride));
      as.div(as.rcx);
      as.test(as.rdx, as.rdx);
      as.jnz(isOutside, Xbyak::CodeGenerator::T_NEAR);
    }
    as.cmp(as.rax, int(axis.output));
    as.jae(isOutside, Xbyak::CodeGenerator::T_NEAR);
  }

  /// target = (target + counter) * factor, or counter * factor.
  void scale(const Reg64 &reg, int64_t factor) {
    if (factor == int32_t(factor)) {
      as.imul(reg, reg, int(factor));
      return;
    }
    as.mov(as.rcx, factor);
    as.imul(reg, as.rcx);
  }

  Assembler &as;
  const Convolution &c;
  Accumulators accumulators;
  unsigned lanes;
  int64_t bytes;
};

void ConvEmitter::emitWindows(const Window &w, Place input, Place filter, Place output) {
  as.loadAddress(as.r8, input);
  as.loadAddress(as.r9, filter);
  as.loadAddress(as.rdi, output);
  forEach(kBatch, c.batch, [&] {
    forEach(kRow, w.rows, [&] {
      forEach(kColumn, w.columns, [&] {
        forEachGroup(w.features, [&](unsigned vectors, unsigned last) {
          forEach(kFilterRow, c.h.filter, [&] {
            Label rowOutside;
            (this->*w.emitPosition)(c.h, kRow, kFilterRow, rowOutside);
            // r12: the input's row, as a number of pixels.
            as.imul(as.rdx, as.counter(kBatch), int(w.inputRows));
            as.add(as.rdx, as.rax);
            scale(as.rdx, w.inputColumns);
            as.mov(as.r12, as.rdx);
            forEach(kFilterColumn, c.w.filter, [&] {
              Label outside;
              (this->*w.emitPosition)(c.w, kColumn, kFilterColumn, outside);
              as.add(as.rax, as.r12);
              scale(as.rax, w.steps * bytes);
              as.lea(as.rsi, as.ptr[as.r8 + as.rax]);
              // ((kh * KW + kw) * steps) * features + the group's first feature.
              as.imul(as.rdx, as.counter(kFilterRow), int(c.w.filter));
              as.add(as.rdx, as.counter(kFilterColumn));
              scale(as.rdx, w.steps * w.features);
              as.add(as.rdx, as.counter(kVector));
              scale(as.rdx, bytes);
              as.add(as.rdx, as.r9);
              as.repeat(as.rcx, w.steps, [&] {
                emitStep(vectors, last, as.rsi, as.rdx);
                as.add(as.rsi, int(bytes));
                as.addImmediate(as.rdx, w.features * bytes);
              });
              as.L(outside);
            });
            as.L(rowOutside);
          });
        });
      });
    });
  });
}

void ConvEmitter::emitForward(Place input, Place filter, Place output) {
  Window window = {c.h.output, c.w.output, c.h.input, c.w.input, c.channels, c.features,
                   &ConvEmitter::emitInputPosition};
  emitWindows(window, input, filter, output);
}

/// Chains over (kh, kw, f): the filter's last two dims change places first, so that
/// vectors run over the channels of the result.
void ConvEmitter::emitGradInput(Place grad, Place filter, Place output, Place scratch) {
  LoopNest copy;
  copy.shape = {c.h.filter * c.w.filter, c.features, c.channels};
  copy.program.addOutput(copy.program.loadRaw(c.dtype), c.dtype, /*isRaw=*/true);
  copy.inputs.push_back({filter, {c.channels * c.features, 1, c.features}});
  copy.outputs.push_back({scratch, getStrides(copy.shape)});
  emitLoopNest(as, copy);

  Window window = {c.h.input, c.w.input, c.h.output, c.w.output, c.features, c.channels,
                   &ConvEmitter::emitOutputPosition};
  emitWindows(window, grad, scratch, output);
}

/// Chains over (n, oh, ow).
void ConvEmitter::emitGradFilter(Place input, Place grad, Place output) {
  as.loadAddress(as.r8, input);
  as.loadAddress(as.r9, grad);
  as.loadAddress(as.rdi, output);
  forEach(kFilterRow, c.h.filter, [&] {
    forEach(kFilterColumn, c.w.filter, [&] {
      forEach(kChannel, c.channels, [&] {
        forEachGroup(c.features, [&](unsigned vectors, unsigned last) {
          forEach(kBatch, c.batch, [&] {
            forEach(kRow, c.h.output, [&] {
              Label rowOutside;
              emitInputPosition(c.h, kRow, kFilterRow, rowOutside);
              as.imul(as.rdx, as.counter(kBatch), int(c.h.input));
              as.add(as.rdx, as.rax);
              scale(as.rdx, c.w.input);
              as.mov(as.r12, as.rdx);
              forEach(kColumn, c.w.output, [&] {
                Label outside;
                emitInputPosition(c.w, kColumn, kFilterColumn, outside);
                as.add(as.rax, as.r12);
                scale(as.rax, c.channels);
                as.add(as.rax, as.counter(kChannel));
                scale(as.rax, bytes);
                as.lea(as.rsi, as.ptr[as.r8 + as.rax]);
                as.imul(as.rdx, as.counter(kBatch), int(c.h.output));
                as.add(as.rdx, as.counter(kRow));
                scale(as.rdx, c.w.output);
                as.add(as.rdx, as.counter(kColumn));
                scale(as.rdx, c.features);
                as.add(as.rdx, as.counter(kVector));
                scale(as.rdx, bytes);
                as.add(as.rdx, as.r9);
                emitStep(vectors, last, as.rsi, as.rdx);
                as.L(outside);
              });
              as.L(rowOutside);
            });
          });
        });
      });
    });
  });
}

} // namespace

void elf::emitConv2D(Assembler &as, const Convolution &conv, Place input, Place filter, Place output) {
  ConvEmitter(as, conv).emitForward(input, filter, output);
}

void elf::emitConv2DGradInput(Assembler &as, const Convolution &conv, Place grad, Place filter, Place output,
                              Place scratch) {
  ConvEmitter(as, conv).emitGradInput(grad, filter, output, scratch);
}

void elf::emitConv2DGradFilter(Assembler &as, const Convolution &conv, Place input, Place grad, Place output) {
  ConvEmitter(as, conv).emitGradFilter(input, grad, output);
}
