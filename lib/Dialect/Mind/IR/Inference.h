//===- Inference.h - result types by the shape algebra ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules themselves are in ShapeAlgebra.h, where the checker of the front end
// finds them too. This is the way from operand types to dims and back, and from
// a broken rule to a diagnostic under the name of the op.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_DIALECT_MIND_IR_INFERENCE_H
#define MIND_LIB_DIALECT_MIND_IR_INFERENCE_H

#include "Mind/Dialect/Mind/IR/MindTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/ValueRange.h"
#include <optional>

namespace mind {

/// The inference of the one result type of an op.
class Inference {
public:
  /// Without a location nothing is reported.
  Inference(mlir::MLIRContext *context, std::optional<mlir::Location> loc,
            llvm::StringRef opName, mlir::ValueRange operands,
            llvm::SmallVectorImpl<mlir::Type> &results)
      : context(context), loc(loc), opName(opName), operands(operands),
        results(results) {}

  /// Fails, with the reason, unless each operand is a tensor of the dialect.
  /// Inference runs before the verifier does.
  mlir::LogicalResult checkOperands() const;

  /// Fails, with the reason, unless all operands have one element type.
  mlir::LogicalResult checkSameElements() const;

  mlir::LogicalResult fail(const llvm::Twine &reason) const;

  /// The type, the dims and the element type of operand `i`.
  mlir::RankedTensorType getTensor(unsigned i) const {
    return llvm::cast<mlir::RankedTensorType>(operands[i].getType());
  }
  llvm::SmallVector<shape::Dim> getDims(unsigned i) const {
    return mind::getDims(getTensor(i));
  }
  mlir::Type getElements(unsigned i) const {
    return getTensor(i).getElementType();
  }

  /// Takes the outcome of a rule as the shape of the result, whose elements are
  /// `elements`; or fails with the rule's message.
  mlir::LogicalResult take(const shape::Result<shape::Shape> &outcome,
                           mlir::Type elements) const;

  /// A callback for rules that make up names.
  NameInterner getInterner() const { return NameInterner(context); }

private:
  mlir::MLIRContext *context;
  std::optional<mlir::Location> loc;
  llvm::StringRef opName;
  mlir::ValueRange operands;
  llvm::SmallVectorImpl<mlir::Type> &results;
};

/// Elementwise on two operands, which broadcast; the result has the element type
/// `elements`, or theirs if that is null.
mlir::LogicalResult inferBinary(const Inference &infer, mlir::Type elements = {});

/// The operands of a convolution to the shape of its result.
shape::Result<shape::Shape> inferConv2D(llvm::ArrayRef<shape::Dim> input, llvm::ArrayRef<shape::Dim> filter,
                                        llvm::ArrayRef<int64_t> strides, ConvPadding padding,
                                        llvm::ArrayRef<int64_t> pads, const NameInterner &intern);

} // namespace mind

#endif // MIND_LIB_DIALECT_MIND_IR_INFERENCE_H
