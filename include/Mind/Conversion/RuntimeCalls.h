//===- RuntimeCalls.h - what lowered code calls ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions that code from convert-mind-to-linalg calls and a back end's
/// runtime defines. In C, once bufferized and lowered with the default calling
/// convention of func-to-llvm (no bare pointers, no C interface wrappers):
///
///   void __mind_fault_index(int64_t index, int64_t extent);             E6001
///   void __mind_fault_no_value(void);                                   E6002
///   void __mind_fault_assertion(BYTES message);                         E6003
///   void __mind_fault_filter(int64_t filter, int64_t extent);           E6005
///   void __mind_fault_size(void);                                       E6006
///   void __mind_print_text(BYTES text);
///   void __mind_print_scalar(int64_t bits, int32_t dtype);
///   void __mind_print_tensor_f32(int64_t rank, void *descriptor);
///     and _f64 _f16 _bf16 _i32 _i64 _bool _q16
///
/// BYTES is the flattened descriptor of a memref<?xi8>: `char *allocated, char
/// *aligned, int64_t offset, int64_t size, int64_t stride`. A descriptor of a
/// tensor is `{void *allocated, *aligned; int64_t offset, sizes[rank],
/// strides[rank]}`; offset and strides are in elements and need not be those of
/// contiguous storage. `bits` is the element's storage, zero-extended; `dtype` is
/// a mind::DType. Faults do not return.
///
//===----------------------------------------------------------------------===//

#ifndef MIND_CONVERSION_RUNTIMECALLS_H
#define MIND_CONVERSION_RUNTIMECALLS_H

#include "Mind/Support/DType.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mind {

inline constexpr llvm::StringLiteral kFaultIndexName = "__mind_fault_index";
inline constexpr llvm::StringLiteral kFaultNoValueName = "__mind_fault_no_value";
inline constexpr llvm::StringLiteral kFaultAssertionName = "__mind_fault_assertion";
inline constexpr llvm::StringLiteral kFaultFilterName = "__mind_fault_filter";
inline constexpr llvm::StringLiteral kFaultSizeName = "__mind_fault_size";
inline constexpr llvm::StringLiteral kPrintTextName = "__mind_print_text";
inline constexpr llvm::StringLiteral kPrintScalarName = "__mind_print_scalar";
/// Followed by getDTypeName.
inline constexpr llvm::StringLiteral kPrintTensorPrefix = "__mind_print_tensor_";

/// Declares every function of the runtime in `module`; names that it has already
/// stay.
void declareRuntimeCalls(mlir::ModuleOp module);

/// Removes the declarations that nothing calls.
void eraseUnusedRuntimeCalls(mlir::ModuleOp module);

/// The fault E6001. `index` and `extent` are of type index or i64.
void createIndexFault(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value index, mlir::Value extent);

/// The fault E6002.
void createNoValueFault(mlir::OpBuilder &builder, mlir::Location loc);

/// The fault E6003.
void createAssertionFault(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef message);

/// The fault E6005: a filter over an input, padding included, that is smaller. Both
/// are of type index or i64.
void createFilterFault(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value filter, mlir::Value extent);

/// The fault E6006.
void createSizeFault(mlir::OpBuilder &builder, mlir::Location loc);

void createPrintText(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef text);

/// Prints a lowered scalar or ranked tensor whose elements are `dtype`.
void createPrintValue(mlir::OpBuilder &builder, mlir::Location loc, DType dtype, mlir::Value value);

/// The fault E6001 unless 0 <= index < extent. Both are of type index.
void createIndexCheck(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value index, mlir::Value extent);

} // namespace mind

#endif // MIND_CONVERSION_RUNTIMECALLS_H
