//===- GPUToWebGPU.cpp - convert-gpu-to-webgpu ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Conversion/GPUToWebGPU/GPUToWebGPU.h"

#include "Mind/Dialect/WebGPU/IR/WebGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

namespace mind {
#define GEN_PASS_DEF_CONVERTGPUTOWEBGPU
#include "Mind/Conversion/GPUToWebGPU/Passes.h.inc"
} // namespace mind

using namespace mlir;
using namespace mind;
using namespace mind::webgpu;

namespace {

class ConvertGPUToWebGPU : public mind::impl::ConvertGPUToWebGPUBase<ConvertGPUToWebGPU> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertGPUToWebGPUBase::getDependentDialects(registry);
    registerWebGPUExtension(registry);
  }
  void runOnOperation() override;

private:
  LogicalResult convertKernel(gpu::GPUFuncOp kernel, ArrayRef<gpu::LaunchFuncOp> launches);
  LogicalResult convertHost(func::FuncOp function);
};

/// The buffer that the memref is a view of.
Value getRoot(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(op))
      break;
    memref = op->getOperand(0);
  }
  return memref;
}

} // namespace

/// The three sizes of a launch; nothing if one is known only when it runs.
static std::optional<SmallVector<int64_t>> getSizes(gpu::KernelDim3 sizes) {
  SmallVector<int64_t> numbers;
  for (Value size : {sizes.x, sizes.y, sizes.z}) {
    APInt number;
    if (!matchPattern(size, m_ConstantInt(&number)))
      return std::nullopt;
    numbers.push_back(number.getSExtValue());
  }
  return numbers;
}

LogicalResult ConvertGPUToWebGPU::convertKernel(gpu::GPUFuncOp kernel, ArrayRef<gpu::LaunchFuncOp> launches) {
  std::optional<SmallVector<int64_t>> size, grid;
  for (gpu::LaunchFuncOp launch : launches) {
    std::optional<SmallVector<int64_t>> ofThis = getSizes(launch.getBlockSizeOperandValues());
    std::optional<SmallVector<int64_t>> gridOfThis = getSizes(launch.getGridSizeOperandValues());
    if (!ofThis || !gridOfThis)
      return launch.emitOpError("has sizes that are known only when it runs");
    if (size && (*size != *ofThis || *grid != *gridOfThis))
      return launch.emitOpError("has other sizes than another launch of the same kernel");
    size = ofThis;
    grid = gridOfThis;
  }
  if (launches.empty())
    return success();
  bool isLong = (*grid)[0] > kMaxWorkgroupsPerDimension;
  bool fits = isLong ? (*grid)[1] == 1 && (*grid)[2] == 1 && (*grid)[0] <= kMaxWorkgroupsPerDimension * kMaxWorkgroupsPerDimension
                     : llvm::all_of(*grid, [](int64_t count) { return count <= kMaxWorkgroupsPerDimension; });
  if (!fits)
    return gpu::LaunchFuncOp(launches[0]).emitOpError() << "has more workgroups than WebGPU runs";

  OpBuilder builder(&getContext());
  builder.setInsertionPointToStart(getOperation().getBody());
  for (Operation &op : *getOperation().getBody())
    if (isa<ShaderOp>(op))
      builder.setInsertionPointAfter(&op);
  // Memory of one invocation is a variable.
  Block &body = kernel.getBody().front();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&body);
    for (BlockArgument memory : kernel.getPrivateAttributions()) {
      auto type = cast<MemRefType>(memory.getType());
      memory.replaceAllUsesWith(memref::AllocaOp::create(builder, kernel.getLoc(), type));
    }
  }
  std::string name = kernel.getName().str();
  while (getOperation().lookupSymbol(name))
    name += "_";
  auto shader = ShaderOp::create(builder, kernel.getLoc(), name, *size,
                                 isLong ? builder.getI64IntegerAttr((*grid)[0]) : IntegerAttr());
  unsigned numPrivate = kernel.getNumPrivateAttributions();
  body.eraseArguments(body.getNumArguments() - numPrivate, numPrivate);
  body.getTerminator()->erase();
  // The sorted arguments follow the old ones, which then go.
  unsigned numArguments = body.getNumArguments();
  SmallVector<BlockArgument> sorted(body.getArguments());
  llvm::sort(sorted, [](BlockArgument a, BlockArgument b) {
    return std::pair(getBinding(a.getType()), a.getArgNumber()) < std::pair(getBinding(b.getType()), b.getArgNumber());
  });
  SmallVector<unsigned> order;
  for (BlockArgument argument : sorted) {
    argument.replaceAllUsesWith(body.addArgument(argument.getType(), argument.getLoc()));
    if (getBinding(argument.getType()) != Binding::WorkgroupMemory)
      order.push_back(argument.getArgNumber());
  }
  body.eraseArguments(0, numArguments);
  shader.getBody().takeBody(kernel.getBody());

  for (gpu::LaunchFuncOp launch : launches) {
    if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty())
      return launch.emitOpError("waits for others, which WebGPU does by order alone");
    SmallVector<Value> operands;
    for (unsigned number : order)
      operands.push_back(launch.getKernelOperand(number));
    SmallVector<BlockArgument> buffers = shader.getBuffers();
    for (auto [i, buffer] : llvm::enumerate(buffers))
      for (auto [j, other] : llvm::enumerate(buffers))
        if (i != j && getRoot(operands[i]) == getRoot(operands[j]) && ShaderOp::isWritten(buffer))
          return launch.emitOpError("binds a buffer twice that it writes");
    builder.setInsertionPoint(launch);
    SmallVector<int64_t> workgroups(*grid);
    if (isLong)
      workgroups = {kMaxWorkgroupsPerDimension, int64_t(llvm::divideCeil((*grid)[0], kMaxWorkgroupsPerDimension)), 1};
    DispatchOp::create(builder, launch.getLoc(), shader.getSymName(), workgroups, operands);
    launch.erase();
  }
  return success();
}

LogicalResult ConvertGPUToWebGPU::convertHost(func::FuncOp function) {
  SymbolTable symbols(getOperation());
  auto result = function.walk([&](Operation *op) -> WalkResult {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      alloc.replaceAllUsesWith(BufferOp::create(builder, loc, alloc.getType()).getResult());
    } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
      FreeBufferOp::create(builder, loc, dealloc.getMemref());
    } else if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      auto global = symbols.lookup<memref::GlobalOp>(get.getName());
      auto value = global ? dyn_cast_or_null<DenseElementsAttr>(global.getConstantInitValue()) : nullptr;
      if (!value)
        return op->emitOpError("is of no constant");
      get.replaceAllUsesWith(webgpu::ConstantOp::create(builder, loc, get.getType(), value).getResult());
    } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      if (copy.getSource().getType() != copy.getTarget().getType())
        return op->emitOpError("is between memrefs of other layouts");
      CopyBufferOp::create(builder, loc, copy.getSource(), copy.getTarget());
    } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (load.getMemRefType().getNumElements() != 1)
        return op->emitOpError("reads one element of many on the host");
      load.replaceAllUsesWith(MapReadOp::create(builder, loc, load.getMemRefType().getElementType(), load.getMemRef()).getResult());
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (store.getMemRefType().getNumElements() != 1)
        return op->emitOpError("writes one element of many on the host");
      WriteBufferOp::create(builder, loc, store.getValue(), store.getMemRef());
    } else {
      return WalkResult::advance();
    }
    op->erase();
    return WalkResult::skip();
  });
  return failure(result.wasInterrupted());
}

void ConvertGPUToWebGPU::runOnOperation() {
  ModuleOp module = getOperation();
  llvm::MapVector<Operation *, SmallVector<gpu::LaunchFuncOp>> launches;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    for (auto kernel : kernels.getOps<gpu::GPUFuncOp>())
      launches[kernel] = {};
  SymbolTableCollection symbols;
  auto known = module.walk([&](gpu::LaunchFuncOp launch) -> WalkResult {
    auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(launch, launch.getKernel());
    if (!kernel)
      return launch.emitOpError("launches no kernel of this module");
    launches[kernel].push_back(launch);
    return WalkResult::advance();
  });
  if (known.wasInterrupted())
    return signalPassFailure();
  for (auto &[kernel, ofKernel] : launches)
    if (failed(convertKernel(cast<gpu::GPUFuncOp>(kernel), ofKernel)))
      return signalPassFailure();
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(convertHost(function)))
      return signalPassFailure();
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isa<gpu::GPUModuleOp, memref::GlobalOp>(op))
      op.erase();
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  // The sizes of launches, which nothing reads now.
  module.walk([](arith::ConstantOp op) {
    if (op->use_empty() && op->getParentOfType<func::FuncOp>())
      op->erase();
  });
}
