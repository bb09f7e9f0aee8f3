//===- Patterns.h - what the files of convert-mind-to-linalg share -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The type conversion, where the extents of symbolic dims come from, the base of
/// the patterns, and their groups. Arithmetic on single elements is in
/// ScalarOps.h.
///
/// A value of ours becomes one lowered value: a tensor of rank 0 a scalar, any
/// other a ranked tensor without encoding; !mind.q16 becomes i32. In a pattern,
/// `op.getX().getType()` is the type before the conversion, with the names of the
/// dims, and `adaptor.getX()` the lowered value.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOLINALG_PATTERNS_H
#define MIND_LIB_CONVERSION_MINDTOLINALG_PATTERNS_H

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Support/DType.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/DialectConversion.h"

#include "llvm/ADT/DenseMap.h"

namespace mind {

/// The type of a lowered element: that of MLIR, i32 for q16.
mlir::Type getStorageType(mlir::MLIRContext *context, DType dtype);

/// Where an op finds the extents of named dims that none of its operands has: the
/// arguments of its function, or a value computed before it.
class DimSources {
public:
  /// Looks through `module`, before anything in it is converted.
  explicit DimSources(mlir::ModuleOp module);

  /// A value with a dim called `name`, and which; null if there is none.
  std::pair<mlir::Value, int64_t> find(mlir::Operation *op, llvm::StringRef name) const;

private:
  void addNames(mlir::Operation *op);

  llvm::DenseMap<std::pair<mlir::Operation *, mlir::StringAttr>, std::pair<mlir::Value, int64_t>> sources;
};

class LoweringTypeConverter : public mlir::TypeConverter {
public:
  explicit LoweringTypeConverter(const DimSources &dims);

  const DimSources &getDimSources() const { return dims; }

private:
  const DimSources &dims;
};

//===----------------------------------------------------------------------===//
// Helpers for patterns
//===----------------------------------------------------------------------===//

/// Whether this is one of our tensors of rank 0, which becomes a scalar.
bool isScalar(mlir::Value value);

/// An extent as a value of type index.
mlir::Value getIndexValue(mlir::OpBuilder &builder, mlir::Location loc, mlir::OpFoldResult extent);

/// The extent of one dim of a lowered tensor.
mlir::OpFoldResult getDimSize(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lowered, int64_t dim);

/// All extents of a lowered tensor; none of a scalar.
llvm::SmallVector<mlir::OpFoldResult> getMixedSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lowered);

/// The product of extents, as a value of type index (1 for none).
mlir::Value getNumElements(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// tensor.empty with the static dims that `type` (a lowered type) has.
mlir::Value makeEmpty(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// linalg.fill of a new tensor.
mlir::Value makeFilled(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Value scalar);

/// Part of a lowered tensor, without the axes in `dropped`, whose sizes are 1.
/// `type` is the lowered type of the result. (tensor.extract_slice can drop dims by
/// itself, but which ones is not said by the op: where other extents are 1 as well,
/// its canonicaliser takes the wrong ones.)
mlir::Value extractAndDrop(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type,
                           mlir::Value input, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                           llvm::ArrayRef<mlir::OpFoldResult> sizes, llvm::ArrayRef<mlir::OpFoldResult> strides,
                           llvm::ArrayRef<int64_t> dropped);

/// The map by which an operand with these dims (of the original type) is read
/// beside a result of `rank` dims: right-aligned, a static 1 as the constant 0
/// unless the result's dim is 1 as well.
mlir::AffineMap getBroadcastMap(mlir::MLIRContext *context, mlir::RankedTensorType operand,
                                mlir::RankedTensorType result);

/// Reports E5002 at `op` and fails.
mlir::LogicalResult reportUnsupported(mlir::Operation *op, const llvm::Twine &reason);

/// The base of all patterns.
template <typename OpT>
class LoweringPattern : public mlir::OpConversionPattern<OpT> {
public:
  using Adaptor = typename OpT::Adaptor;

  LoweringPattern(const LoweringTypeConverter &converter, mlir::MLIRContext *context)
      : mlir::OpConversionPattern<OpT>(converter, context) {}

  const LoweringTypeConverter &getLoweringTypeConverter() const {
    return *static_cast<const LoweringTypeConverter *>(this->getTypeConverter());
  }

  /// The lowered type of a value, if it is a tensor of rank > 0.
  mlir::RankedTensorType getLoweredTensorType(mlir::Type type) const {
    return llvm::cast<mlir::RankedTensorType>(this->getTypeConverter()->convertType(type));
  }
};

/// The extents of `type`, an original type: static ones as attributes, named ones
/// read off those operands of `op` that have the name (`lowered` are all its
/// operands), else off what DimSources found. Fails with E5002.
mlir::FailureOr<llvm::SmallVector<mlir::OpFoldResult>>
getResultSizes(mlir::ConversionPatternRewriter &rewriter, const LoweringTypeConverter &converter, mlir::Operation *op,
               mlir::ValueRange lowered, mlir::RankedTensorType type);

//===----------------------------------------------------------------------===//
// Groups of patterns
//===----------------------------------------------------------------------===//

/// Add, sub, ..., compare, casts, and arith ops on tensors.
void populateElementwisePatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// unary, pow: the published sequences of the elementary functions.
void populateMathPatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// constant, fill, reshape, transpose, expand_dims, squeeze, broadcast_to, tensor.cast, tensor.extract.
void populateMovementPatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// index, slice.
void populateSlicePatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// print, assert.
void populateStructurePatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// dot, matmul, conv2d and its gradients.
void populateContractionPatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// sum, mean, reduce_max, argmax.
void populateReductionPatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

/// gather, gather_grad, insert.
void populateSelectionPatterns(const LoweringTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace mind

#endif // MIND_LIB_CONVERSION_MINDTOLINALG_PATTERNS_H
