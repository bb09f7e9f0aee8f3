//===- EntryBodies.cpp - what hosts call, on tensors ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Pipelines/Pipelines.h"

#include "Mind/Dialect/Mind/IR/MindOps.h"
#include "Mind/Interpreter/Interpreter.h"
#include "Mind/Support/PassFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mind;

SmallVector<EntryPoint> mind::getEntryPoints(ModuleOp module) {
  SmallVector<EntryPoint> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      entries.push_back({function.getName().str(), interpreter::getSignature(function), getPlace(function.getLoc())});
  return entries;
}

namespace {

class EntryBodies {
public:
  explicit EntryBodies(ModuleOp module) : module(module), builder(module.getContext()), loc(module.getLoc()) {}

  void run(ArrayRef<EntryPoint> entries) {
    countRecursion();
    renameFunctions();
    for (const EntryPoint &entry : entries)
      addBody(entry);
  }

private:
  func::FuncOp declare(StringRef name, TypeRange inputs, bool readsTensor = false) {
    if (auto known = module.lookupSymbol<func::FuncOp>(name))
      return known;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    auto function = func::FuncOp::create(builder, loc, name, builder.getFunctionType(inputs, {}));
    function.setPrivate();
    if (readsTensor)
      function.setArgAttr(inputs.size() - 1, bufferization::BufferizationDialect::kBufferAccessAttrName,
                          builder.getStringAttr("read"));
    return function;
  }

  void call(func::FuncOp callee, ValueRange operands) { func::CallOp::create(builder, loc, callee, operands); }

  /// If a function can reach itself, all count the calls that are open.
  void countRecursion() {
    llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
    module.walk([&](func::CallOp op) {
      if (auto callee = module.lookupSymbol<func::FuncOp>(op.getCallee()); callee && !callee.isDeclaration())
        callees[op->getParentOfType<func::FuncOp>()].push_back(callee);
    });
    SmallVector<func::FuncOp> counting;
    bool isRecursive = false;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isDeclaration())
        continue;
      counting.push_back(function);
      llvm::SetVector<Operation *> reached;
      reached.insert(callees[function].begin(), callees[function].end());
      for (size_t i = 0; i < reached.size(); ++i)
        reached.insert(callees[reached[i]].begin(), callees[reached[i]].end());
      isRecursive |= reached.contains(function);
    }
    if (!isRecursive)
      return;
    func::FuncOp enter = declare("__mind_enter", {}), leave = declare("__mind_leave", {});
    for (func::FuncOp function : counting) {
      builder.setInsertionPointToStart(&function.getBody().front());
      call(enter, {});
      function.walk([&](func::ReturnOp op) {
        builder.setInsertionPoint(op);
        call(leave, {});
      });
    }
  }

  /// The names of the program are for the functions that hosts see.
  void renameFunctions() {
    SymbolTable symbols(module);
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (function.isDeclaration())
        continue;
      std::string name = ("__mind_fn_" + function.getName()).str();
      (void)symbols.rename(function, name);
      function.setPrivate();
      function->setAttr("llvm.linkage", LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
      for (StringRef attribute : {kParamsAttrName, kCheckpointAttrName, kCustomGradAttrName, kApproximateGradAttrName})
        function->removeDiscardableAttr(attribute);
    }
  }

  Value makeI64(int64_t value) { return arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), value); }

  void addBody(const EntryPoint &entry) {
    auto callee = module.lookupSymbol<func::FuncOp>("__mind_fn_" + entry.name);
    SmallVector<Type> inputs;
    for (Type type : callee.getArgumentTypes())
      inputs.push_back(isa<TensorType>(type) ? type : Type(RankedTensorType::get({}, type)));
    builder.setInsertionPointToEnd(module.getBody());
    auto body = func::FuncOp::create(builder, loc, "__mind_body_" + entry.name, builder.getFunctionType(inputs, {}));
    body->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(), builder.getUnitAttr());
    Block *block = body.addEntryBlock();
    builder.setInsertionPointToStart(block);
    SmallVector<Value> operands;
    for (auto [i, argument] : llvm::enumerate(block->getArguments())) {
      // The elements belong to the host.
      body.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName, builder.getBoolAttr(false));
      bool isScalar = !isa<TensorType>(callee.getArgumentTypes()[i]);
      operands.push_back(isScalar ? tensor::ExtractOp::create(builder, loc, argument, ValueRange()).getResult()
                                  : Value(argument));
    }
    auto results = func::CallOp::create(builder, loc, callee, operands);
    for (auto [i, result] : llvm::enumerate(results.getResults()))
      deliver(i, entry.signature.results[i].dtype, result);
    func::ReturnOp::create(builder, loc);
  }

  void deliver(int64_t index, DType dtype, Value value) {
    Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
    if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
      Type unranked = UnrankedTensorType::get(type.getElementType());
      std::string name = "__mind_result_tensor_" + std::string(getDTypeName(dtype));
      Value cast = tensor::CastOp::create(builder, loc, unranked, value);
      call(declare(name, {i64, unranked}, /*readsTensor=*/true), {makeI64(index), cast});
      return;
    }
    // The storage of a scalar, zero-extended.
    unsigned width = value.getType().getIntOrFloatBitWidth();
    if (isa<FloatType>(value.getType()))
      value = arith::BitcastOp::create(builder, loc, builder.getIntegerType(width), value);
    if (width < 64)
      value = arith::ExtUIOp::create(builder, loc, i64, value);
    Value code = arith::ConstantIntOp::create(builder, loc, i32, int64_t(dtype));
    call(declare("__mind_result_scalar", {i64, i64, i32}), {makeI64(index), value, code});
  }

  ModuleOp module;
  OpBuilder builder;
  Location loc;
};

} // namespace

void mind::addEntryBodies(ModuleOp module, ArrayRef<EntryPoint> entries) { EntryBodies(module).run(entries); }
