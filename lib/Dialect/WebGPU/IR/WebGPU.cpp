//===- WebGPU.cpp - shaders and what a host does with them ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mind/Dialect/WebGPU/IR/WebGPU.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mind;
using namespace mind::webgpu;

#define GET_OP_CLASSES
#include "Mind/Dialect/WebGPU/IR/WebGPUOps.cpp.inc"

namespace {
struct WebGPUExtension : DialectExtension<WebGPUExtension, MindDialect> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WebGPUExtension)
  void apply(MLIRContext *context, MindDialect *dialect) const final {
    // A registry may be appended to a context again.
    if (RegisteredOperationName::lookup(ShaderOp::getOperationName(), context))
      return;
    dialect->addTargetOperations<
#define GET_OP_LIST
#include "Mind/Dialect/WebGPU/IR/WebGPUOps.cpp.inc"
        >();
  }
};
} // namespace

void mind::registerWebGPUExtension(DialectRegistry &registry) {
  // The bodies of shaders are written with them.
  registry.insert<MindDialect, gpu::GPUDialect, memref::MemRefDialect>();
  registry.addExtensions<WebGPUExtension>();
}

int64_t webgpu::getStorageBytes(Type elementType) {
  if (elementType.isF32() || elementType.isInteger(32) || elementType.isInteger(1))
    return 4;
  return elementType.isInteger(64) ? 8 : 0;
}

Binding webgpu::getBinding(Type argument) {
  auto memref = dyn_cast<MemRefType>(argument);
  if (!memref)
    return Binding::Scalar;
  return gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(memref) ? Binding::WorkgroupMemory : Binding::Buffer;
}

static SmallVector<BlockArgument> getArguments(ShaderOp shader, Binding binding) {
  return llvm::filter_to_vector(shader.getBody().getArguments(), [&](BlockArgument argument) {
    return getBinding(argument.getType()) == binding;
  });
}

SmallVector<BlockArgument> ShaderOp::getBuffers() { return getArguments(*this, Binding::Buffer); }
SmallVector<BlockArgument> ShaderOp::getScalars() { return getArguments(*this, Binding::Scalar); }
SmallVector<BlockArgument> ShaderOp::getWorkgroupMemory() { return getArguments(*this, Binding::WorkgroupMemory); }

/// Whether the memref, or a view of it, is stored to.
static bool hasStores(Value memref) {
  return llvm::any_of(memref.getUsers(), [&](Operation *user) {
    if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(user))
      return hasStores(user->getResult(0));
    return !isa<memref::LoadOp, memref::DimOp>(user);
  });
}

bool ShaderOp::isWritten(BlockArgument buffer) { return hasStores(buffer); }

LogicalResult ShaderOp::verify() {
  ArrayRef<int64_t> size = getWorkgroupSize();
  if (size.size() != 3 || llvm::any_of(size, [](int64_t extent) { return extent < 1; }))
    return emitOpError("has a workgroup of three positive extents");
  if (size[0] > kMaxInvocationsPerWorkgroup || size[1] > kMaxInvocationsPerWorkgroup || size[2] > kMaxWorkgroupDepth ||
      size[0] * size[1] * size[2] > kMaxInvocationsPerWorkgroup)
    return emitOpError() << "has at most " << kMaxInvocationsPerWorkgroup << " invocations in a workgroup, "
                         << kMaxWorkgroupDepth << " along z";
  Binding last = Binding::Buffer;
  int64_t bytes = 0;
  for (BlockArgument argument : getBody().getArguments()) {
    auto memref = dyn_cast<MemRefType>(argument.getType());
    Binding binding = getBinding(argument.getType());
    if (binding < last)
      return emitOpError("takes buffers, then scalars, then memory of the workgroup");
    last = binding;
    Type element = memref ? memref.getElementType() : argument.getType();
    if (!element.isIndex() && !getStorageBytes(element))
      return emitOpError("cannot hold ") << element;
    if (memref && (!memref.hasStaticShape() || !memref.getLayout().isIdentity()))
      return emitOpError("takes memrefs of known shapes, one row after the other");
    if (binding == Binding::WorkgroupMemory)
      bytes += memref.getNumElements() * getStorageBytes(element);
  }
  if (bytes > kMaxWorkgroupBytes)
    return emitOpError() << "has " << bytes << " bytes in a workgroup, at most " << kMaxWorkgroupBytes << " are there";
  return success();
}

LogicalResult webgpu::ConstantOp::verify() {
  auto type = cast<ShapedType>(getValue().getType());
  if (type.getShape() != getType().getShape() || type.getElementType() != getType().getElementType())
    return emitOpError("has a buffer of the shape and the type of its value");
  return success();
}

LogicalResult DispatchOp::verify() {
  if (getWorkgroups().size() != 3 || llvm::any_of(getWorkgroups(), [](int64_t count) { return count < 0; }))
    return emitOpError("has three counts of workgroups");
  return success();
}

LogicalResult DispatchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto shader = symbols.lookupNearestSymbolFrom<ShaderOp>(*this, getShaderAttr());
  if (!shader)
    return emitOpError() << "names `" << getShader() << "`, which is no shader";
  SmallVector<Type> wanted;
  for (BlockArgument argument : shader.getBody().getArguments())
    if (getBinding(argument.getType()) != Binding::WorkgroupMemory)
      wanted.push_back(argument.getType());
  if (!llvm::equal(getOperands().getTypes(), wanted))
    return emitOpError() << "has other operands than `" << getShader() << "` takes";
  return success();
}

LogicalResult MapReadOp::verify() {
  if (cast<MemRefType>(getBuffer().getType()).getNumElements() != 1)
    return emitOpError("reads a buffer of one element");
  return success();
}
