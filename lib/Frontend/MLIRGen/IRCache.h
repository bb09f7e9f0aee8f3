//===- IRCache.h - what the emitter asks the context for --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Making an op by its class costs more in look-ups than in building: a type
/// costs 45 ns in the context, a constant 60 ns, an op name 15 ns. This cache
/// holds them; it lives as long as the context does, over many modules.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_LIB_FRONTEND_MLIRGEN_IRCACHE_H
#define MIND_LIB_FRONTEND_MLIRGEN_IRCACHE_H

#include "Mind/Dialect/Mind/IR/MindOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace mind::frontend {

/// The bits of an element of `dtype` for a literal: a decimal is the nearest f64
/// and then converted like a cast (N4, N5); an integer wraps in integer types.
/// q16 is its raw i32.
uint64_t encodeElement(DType dtype, double value);
uint64_t encodeElement(DType dtype, int64_t value);

/// The names of some op classes in one context.
template <typename... Ops> class OpNameTable {
  template <typename Op> struct Entry {
    mlir::OperationName name;
  };
  struct Entries : Entry<Ops>... {
    explicit Entries(mlir::MLIRContext *context)
        : Entry<Ops>{mlir::OperationName(Ops::getOperationName(), context)}... {}
  };
  Entries entries;

public:
  explicit OpNameTable(mlir::MLIRContext *context) : entries(context) {}
  template <typename Op> mlir::OperationName get() const { return static_cast<const Entry<Op> &>(entries).name; }
};

/// Loads the dialects that the emitter uses.
void loadEmittedDialects(mlir::MLIRContext *context);

class IRCache {
public:
  /// The dialects must be loaded.
  explicit IRCache(mlir::MLIRContext *context);

  template <typename Op> mlir::OperationName name() const { return names.get<Op>(); }

  mlir::Type elementType(DType dtype) const { return elements[unsigned(dtype)]; }
  mlir::RankedTensorType scalarType(DType dtype) const { return scalars[unsigned(dtype)]; }
  mlir::RankedTensorType tensorType(DType dtype, llvm::ArrayRef<shape::Dim> dims);

  /// The value of a `mind.constant`: of rank 0, or with the elements listed (one
  /// element is a splat). `type` is the result type; q16 is held as i32.
  mlir::ElementsAttr scalarValue(DType dtype, uint64_t bits);
  mlir::ElementsAttr tensorValue(mlir::RankedTensorType type, DType dtype, llvm::ArrayRef<uint64_t> bits);

  mlir::DenseI64ArrayAttr array(llvm::ArrayRef<int64_t> values);
  mlir::IntegerAttr integer(int64_t value) const;
  mlir::FloatAttr f64(double value) const { return mlir::FloatAttr::get(elementType(DType::F64), value); }
  mlir::StringAttr string(llvm::StringRef text) const { return mlir::StringAttr::get(context, text); }

  mlir::MLIRContext *const context;
  const mlir::Location unknown;
  const mlir::DictionaryAttr emptyAttrs;
  const mlir::UnitAttr unit;
  const mlir::StringAttr privateVisibility;

private:
  OpNameTable<ConstantOp, FillOp, AddOp, SubOp, MulOp, DivOp, SumOp, MeanOp, ReshapeOp, TransposeOp, ExpandDimsOp,
              SqueezeOp, IndexOp, SliceOp, GatherOp, DotOp, MatmulOp, Conv2DOp, ReluOp, ModOp, ShlOp, ShrOp, MaxOp,
              MinOp, PowOp, CompareOp, CastOp, AbsOp, FloorOp, CeilOp, RoundOp, UnaryOp, IPowOp, ReduceMaxOp, ArgmaxOp,
              BroadcastToOp, GatherGradOp, InsertOp, ReluGradOp, Conv2DGradInputOp, Conv2DGradFilterOp, IfOp, WhileOp,
              YieldOp, ConditionOp, ReturnOp, BreakOp, ContinueOp, OutputOp, PrintOp, AssertOp, mlir::func::FuncOp,
              mlir::func::ReturnOp, mlir::func::CallOp, mlir::tensor::CastOp, mlir::arith::AndIOp, mlir::arith::OrIOp,
              mlir::arith::XOrIOp, mlir::arith::SelectOp>
      names;
  mlir::Type elements[kNumDTypes];
  mlir::RankedTensorType scalars[kNumDTypes];
  /// Open addressing over types with at least one dim, by hash.
  std::vector<mlir::RankedTensorType> types;
  size_t numTypes = 0;
  llvm::DenseMap<std::pair<uint64_t, unsigned>, mlir::ElementsAttr> values;
  /// The arrays that occur most: `[]` and `[n]` for small n.
  mlir::DenseI64ArrayAttr emptyArray, smallArrays[8];
};

} // namespace mind::frontend

#endif // MIND_LIB_FRONTEND_MLIRGEN_IRCACHE_H
