//===- Contractions.h - chains of fused steps -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_TARGET_ELF_CONTRACTIONS_H
#define MIND_LIB_TARGET_ELF_CONTRACTIONS_H

#include "LoopNest.h"

namespace mind::elf {

struct ProductShape {
  int64_t rows, depth, columns;
};

/// output[b, m, n] = chain over k of lhs[b, m, k] * rhs[b, k, n] (N11, N14).
struct MatrixProduct : ProductShape {
  DType dtype;
  /// Broadcast leading dims, and by how many matrices each operand moves on them.
  Extents batch, lhsStrides, rhsStrides;
  Place lhs, rhs, output;
  /// Room for what getProductScratchBytes tells.
  Place scratch;
};

/// The bytes that a product copies its operands to.
int64_t getProductScratchBytes(DType dtype, const ProductShape &shape, Processor processor);

/// The bytes of the vectors in which a contraction computes `elements` elements that lie
/// beside each other. A tile of one long vector a row needs a broadcast for each product,
/// which takes longer than two short ones (measured: 0.77 to 0.86 of their speed).
inline unsigned getVectorBytes(DType dtype, int64_t elements, Processor processor) {
  bool isDirect = dtype == DType::F32 || dtype == DType::F64;
  return processor == Processor::V4 && isDirect && elements * int64_t(getByteSize(dtype)) > 96 ? 64 : 32;
}
/// The rows of a tile of two vectors each that registers have room for. i64 takes two registers
/// of its own; zmm registers are twice as many.
inline unsigned getMostRows(DType dtype, unsigned vectorBytes) {
  return vectorBytes == 64 ? 14 : dtype == DType::I64 ? 4 : 6;
}
/// Two vectors of a row at most.
inline int64_t getPanelBytes(Processor processor) { return processor == Processor::V4 ? 128 : 64; }

void emitMatrixProduct(Assembler &as, const MatrixProduct &product);

/// How many rows of a product the following does: none unless there are few columns.
int64_t getNarrowRows(DType dtype, const ProductShape &shape);
/// A product of as many rows; r8, r9 and r10 are at the matrices and the result.
void emitNarrowProduct(Assembler &as, const ProductShape &shape);

/// One spatial axis of a convolution.
struct ConvAxis {
  int64_t input, filter, output, stride;
  /// Padding before the first element.
  int64_t low;
};
/// Whether each result reads the one element at its own place.
inline bool isPoint(const ConvAxis &axis) {
  return axis.filter == 1 && axis.stride == 1 && axis.low == 0 && axis.input == axis.output;
}

/// All extents: input NHWC, filter (kh, kw, c, f), output NHWF.
struct Convolution {
  DType dtype;
  int64_t batch, channels, features;
  ConvAxis h, w;
};

/// The bytes that mind.conv2d copies its operands to.
int64_t getConv2DScratchBytes(const Convolution &conv, Processor processor);

/// The chains of mind.conv2d and its gradients (N11, N12). `scratch` has room for that;
/// for the gradient of the input, for getPanelBytes of each step of a chain; for that of
/// the filter, for kGradientPanelBytes of each pixel of a block or of a row, whatever is
/// more.
void emitConv2D(Assembler &as, const Convolution &conv, Place input, Place filter, Place output, Place scratch);
void emitConv2DGradInput(Assembler &as, const Convolution &conv, Place grad, Place filter, Place output,
                         Place scratch);
void emitConv2DGradFilter(Assembler &as, const Convolution &conv, Place input, Place grad, Place output,
                          Place scratch);

inline constexpr int64_t kGradientBlockPixels = 192, kGradientPanelBytes = 192;

} // namespace mind::elf

#endif // MIND_LIB_TARGET_ELF_CONTRACTIONS_H
