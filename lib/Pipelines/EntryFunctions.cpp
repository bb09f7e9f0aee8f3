//===- EntryFunctions.cpp - what hosts call, in the llvm dialect ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Target/CNames/CNames.h"
#include "Mind/Pipelines/Pipelines.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mind;

namespace {

class EntryFunctions {
public:
  explicit EntryFunctions(ModuleOp module)
      : module(module), builder(module.getContext()), loc(module.getLoc()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())), i64(builder.getI64Type()), i32(builder.getI32Type()),
        none(LLVM::LLVMVoidType::get(module.getContext())) {}

  /// `void __mind_entry_f(void **descriptors)`: spreads the array.
  void addEntry(const EntryPoint &entry) {
    size_t numParams = entry.signature.params.size();
    SmallVector<Type> inputs(numParams, pointer);
    std::string bodyName = "_mlir_ciface___mind_body_" + entry.name;
    auto function = define("__mind_entry_" + entry.name, LLVM::LLVMFunctionType::get(none, pointer));
    Value array = function.getBody().front().getArgument(0);
    SmallVector<Value> operands;
    for (size_t i = 0; i < numParams; ++i)
      operands.push_back(LLVM::LoadOp::create(builder, loc, pointer, getSlot(array, i)));
    LLVM::CallOp::create(builder, loc, TypeRange(), bodyName, operands);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
  }

  /// `int32_t f(inputs..., dims..., outputs..., workspace)`: a pointer to each
  /// argument goes to the runtime.
  void addExported(const EntryPoint &entry, int32_t level) {
    const rt::Signature &signature = entry.signature;
    SmallVector<Type> inputs;
    for (const rt::SignatureParam &param : signature.params)
      inputs.push_back(param.type.dims.empty() ? getScalarType(param.type.dtype) : Type(pointer));
    inputs.append(signature.getDimNames().size(), i64);
    // The outputs, and the workspace, which is not used.
    inputs.append(signature.results.size() + 1, pointer);
    auto function = define(getExportedName(entry.name), LLVM::LLVMFunctionType::get(i32, inputs));
    auto arguments = function.getBody().front().getArguments().drop_back();
    Value one = makeI64(1);
    Value slots =
        LLVM::AllocaOp::create(builder, loc, pointer, pointer, makeI64(std::max<size_t>(arguments.size(), 1)));
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      Value slot = LLVM::AllocaOp::create(builder, loc, pointer, argument.getType(), one);
      LLVM::StoreOp::create(builder, loc, argument, slot);
      LLVM::StoreOp::create(builder, loc, slot, getSlot(slots, i));
    }
    declare("__mind_call", LLVM::LLVMFunctionType::get(i32, {pointer, pointer, pointer, i32}));
    auto status =
        LLVM::CallOp::create(builder, loc, TypeRange(i32), "__mind_call",
                             ValueRange{getSignatureText(entry), getEntryAddress(entry), slots, makeI32(level)});
    LLVM::ReturnOp::create(builder, loc, status.getResult());

    define(getExportedName(entry.name) + "_workspace_bytes", LLVM::LLVMFunctionType::get(i64, {}));
    LLVM::ReturnOp::create(builder, loc, makeI64(0));
  }

  /// `int main(int argc, char **argv)`.
  void addMain(const EntryPoint &entry, int32_t level) {
    auto function = define("main", LLVM::LLVMFunctionType::get(i32, {i32, pointer}));
    declare("__mind_start", LLVM::LLVMFunctionType::get(i32, {i32, pointer, pointer, pointer, i32}));
    auto arguments = function.getBody().front().getArguments();
    auto status = LLVM::CallOp::create(
        builder, loc, TypeRange(i32), "__mind_start",
        ValueRange{arguments[0], arguments[1], getSignatureText(entry), getEntryAddress(entry), makeI32(level)});
    LLVM::ReturnOp::create(builder, loc, status.getResult());
  }

private:
  LLVM::LLVMFuncOp define(StringRef name, LLVM::LLVMFunctionType type) {
    builder.setInsertionPointToEnd(module.getBody());
    auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type);
    Block *block = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(block);
    return function;
  }

  void declare(StringRef name, LLVM::LLVMFunctionType type) {
    if (module.lookupSymbol(name))
      return;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    LLVM::LLVMFuncOp::create(builder, loc, name, type);
  }

  Value makeI64(int64_t value) { return LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(value)); }

  Value makeI32(int32_t value) { return LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(value)); }

  Value getSlot(Value array, size_t index) {
    return LLVM::GEPOp::create(builder, loc, pointer, pointer, array, ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(index)});
  }

  /// Halves and fixed-point numbers go by their bits, a bool as a byte.
  Type getScalarType(DType dtype) {
    switch (dtype) {
    case DType::F32:
      return builder.getF32Type();
    case DType::F64:
      return builder.getF64Type();
    default:
      return builder.getIntegerType(8 * getByteSize(dtype));
    }
  }

  Value getEntryAddress(const EntryPoint &entry) {
    return LLVM::AddressOfOp::create(builder, loc, pointer, "__mind_entry_" + entry.name);
  }

  /// The signature as a C string.
  Value getSignatureText(const EntryPoint &entry) {
    std::string name = "__mind_signature_" + entry.name;
    if (!module.lookupSymbol(name)) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(module.getBody());
      std::string text = rt::toString(entry.signature);
      text.push_back('\0');
      auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
      LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal, name,
                             builder.getStringAttr(text));
    }
    return LLVM::AddressOfOp::create(builder, loc, pointer, name);
  }

  ModuleOp module;
  OpBuilder builder;
  Location loc;
  Type pointer, i64, i32, none;
};

} // namespace

void mind::addEntryFunctions(ModuleOp module, ArrayRef<EntryPoint> entries) {
  EntryFunctions functions(module);
  for (const EntryPoint &entry : entries)
    functions.addEntry(entry);
}

void mind::addExportedFunctions(ModuleOp module, ArrayRef<EntryPoint> entries, int32_t level) {
  EntryFunctions functions(module);
  for (const EntryPoint &entry : entries)
    functions.addExported(entry, level);
}

void mind::addMainFunction(ModuleOp module, const EntryPoint &entry, int32_t level) {
  EntryFunctions(module).addMain(entry, level);
}
