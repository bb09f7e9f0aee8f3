//===- GraphBuilder.h - calls with the types of their results ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_CONVERSION_MINDTOWEBNN_GRAPHBUILDER_H
#define MIND_LIB_CONVERSION_MINDTOWEBNN_GRAPHBUILDER_H

#include "Mind/Dialect/WebNN/IR/WebNN.h"

namespace mind::webnn {

/// The type of a value of a graph.
mlir::RankedTensorType getType(mlir::Value value);

class GraphBuilder {
public:
  GraphBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  /// A number of that element type, of rank 0.
  mlir::Value constant(mlir::Type elementType, double number);
  mlir::Value constant(mlir::Type elementType, int64_t number);
  /// Whole numbers of that element type in a row.
  mlir::Value constants(mlir::Type elementType, llvm::ArrayRef<int64_t> numbers);

  /// An op that takes two tensors which broadcast, with a result of their elements.
  template <typename OpT>
  mlir::Value call(mlir::Value lhs, mlir::Value rhs) {
    return OpT::create(builder, loc, broadcast({lhs, rhs}, getType(lhs).getElementType()), lhs, rhs);
  }
  /// The same with a result of i1.
  template <typename OpT>
  mlir::Value compare(mlir::Value lhs, mlir::Value rhs) {
    return OpT::create(builder, loc, broadcast({lhs, rhs}, builder.getI1Type()), lhs, rhs);
  }
  mlir::Value where(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);

  mlir::Value cast(mlir::Value value, mlir::Type elementType);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value expand(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  /// Every stride-th of `counts[i]` elements from `starts[i]` on.
  mlir::Value slice(mlir::Value value, llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> counts,
                    llvm::ArrayRef<int64_t> strides);
  mlir::Value gather(mlir::Value value, mlir::Value indices, int64_t axis);
  void checkIndex(mlir::Value indices, int64_t extent);
  mlir::Value reduceSum(mlir::Value value, int64_t axis);
  mlir::Value matmul(mlir::Value lhs, mlir::Value rhs);

private:
  mlir::RankedTensorType broadcast(llvm::ArrayRef<mlir::Value> operands, mlir::Type elementType);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace mind::webnn

#endif // MIND_LIB_CONVERSION_MINDTOWEBNN_GRAPHBUILDER_H
