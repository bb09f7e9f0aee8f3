//===- RuntimeCalls.cpp - what lowered code calls -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Conversion/RuntimeCalls.h"

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mind;

static std::string getPrintTensorName(DType dtype) {
  return (kPrintTensorPrefix + Twine(StringRef(getDTypeName(dtype).data(), getDTypeName(dtype).size()))).str();
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void mind::declareRuntimeCalls(ModuleOp module) {
  MLIRContext *context = module.getContext();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  SymbolTable symbols(module);
  // Tensors are only read: without the attribute a copy would be passed.
  NamedAttribute isRead(builder.getStringAttr(bufferization::BufferizationDialect::kBufferAccessAttrName),
                        builder.getStringAttr("read"));
  auto declare = [&](StringRef name, TypeRange inputs) {
    if (symbols.lookup(name))
      return;
    auto func = func::FuncOp::create(builder, module.getLoc(), name, builder.getFunctionType(inputs, {}));
    func.setPrivate();
    for (auto [i, type] : llvm::enumerate(inputs))
      if (isa<TensorType>(type))
        func.setArgAttrs(i, ArrayRef<NamedAttribute>(isRead));
  };

  Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
  Type text = RankedTensorType::get(ShapedType::kDynamic, builder.getI8Type());
  declare(kFaultIndexName, {i64, i64});
  declare(kFaultNoValueName, {});
  declare(kFaultAssertionName, {text});
  declare(kFaultFilterName, {i64, i64});
  declare(kFaultSizeName, {});
  declare(kPrintTextName, {text});
  declare(kPrintScalarName, {i64, i32});
  for (unsigned i = 0; i < kNumDTypes; ++i)
    declare(getPrintTensorName(DType(i)), {UnrankedTensorType::get(getStorageType(context, DType(i)))});
}

void mind::eraseUnusedRuntimeCalls(ModuleOp module) {
  llvm::StringSet<> called;
  module.walk([&](func::CallOp call) { called.insert(call.getCallee()); });
  for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (func.isDeclaration() && !called.contains(func.getName()) &&
        (func.getName().starts_with("__mind_fault_") || func.getName().starts_with("__mind_print_")))
      func.erase();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void createCall(OpBuilder &builder, Location loc, StringRef name, ValueRange operands) {
  func::CallOp::create(builder, loc, name, TypeRange(), operands);
}

static Value createText(OpBuilder &builder, Location loc, StringRef text) {
  ArrayRef<int8_t> bytes(reinterpret_cast<const int8_t *>(text.data()), text.size());
  auto type = RankedTensorType::get(int64_t(text.size()), builder.getI8Type());
  Value constant = arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, bytes));
  return tensor::CastOp::create(builder, loc, RankedTensorType::get(ShapedType::kDynamic, builder.getI8Type()),
                                constant);
}

static Value createI64(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  return value;
}

void mind::createIndexFault(OpBuilder &builder, Location loc, Value index, Value extent) {
  createCall(builder, loc, kFaultIndexName, {createI64(builder, loc, index), createI64(builder, loc, extent)});
}

void mind::createNoValueFault(OpBuilder &builder, Location loc) {
  createCall(builder, loc, kFaultNoValueName, ValueRange());
}

void mind::createAssertionFault(OpBuilder &builder, Location loc, StringRef message) {
  createCall(builder, loc, kFaultAssertionName, createText(builder, loc, message));
}

void mind::createFilterFault(OpBuilder &builder, Location loc, Value filter, Value extent) {
  createCall(builder, loc, kFaultFilterName, {createI64(builder, loc, filter), createI64(builder, loc, extent)});
}

void mind::createSizeFault(OpBuilder &builder, Location loc) {
  createCall(builder, loc, kFaultSizeName, ValueRange());
}

void mind::createPrintText(OpBuilder &builder, Location loc, StringRef text) {
  createCall(builder, loc, kPrintTextName, createText(builder, loc, text));
}

/// The storage of a scalar, zero-extended.
static Value createBits(OpBuilder &builder, Location loc, Value scalar) {
  unsigned width = scalar.getType().getIntOrFloatBitWidth();
  if (isa<FloatType>(scalar.getType()))
    scalar = arith::BitcastOp::create(builder, loc, builder.getIntegerType(width), scalar);
  if (width == 64)
    return scalar;
  return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), scalar);
}

void mind::createPrintValue(OpBuilder &builder, Location loc, DType dtype, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) {
    Value code = arith::ConstantIntOp::create(builder, loc, builder.getI32Type(), int64_t(dtype));
    createCall(builder, loc, kPrintScalarName, {createBits(builder, loc, value), code});
    return;
  }
  Value unranked = tensor::CastOp::create(builder, loc, UnrankedTensorType::get(type.getElementType()), value);
  createCall(builder, loc, getPrintTensorName(dtype), unranked);
}

void mind::createIndexCheck(OpBuilder &builder, Location loc, Value index, Value extent) {
  // As unsigned numbers negative ones are too large as well.
  Value isOutside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, index, extent);
  scf::IfOp::create(builder, loc, isOutside, [&](OpBuilder &inner, Location loc) {
    createIndexFault(inner, loc, index, extent);
    scf::YieldOp::create(inner, loc);
  });
}
