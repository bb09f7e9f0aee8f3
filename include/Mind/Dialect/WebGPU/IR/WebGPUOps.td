//===- WebGPUOps.td - shaders and what a host does with them -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is a memref of a known shape. What the calls do is defined by the WebGPU
// recommendation of the W3C, what a shader means by that of WGSL.
//
//===----------------------------------------------------------------------===//

#ifndef MIND_DIALECT_WEBGPU_IR_WEBGPUOPS_TD
#define MIND_DIALECT_WEBGPU_IR_WEBGPUOPS_TD

include "Mind/Dialect/Mind/IR/MindDialect.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// f32, i32, and i1, which takes 32 bits; an i64 is two words, the low one first.
def WebGPU_Element : AnyTypeOf<[F32, I32, I64, I1]>;
def WebGPU_Buffer : StaticShapeMemRefOf<[F32, I32, I64, I1]>;
/// What a shader is given besides buffers.
def WebGPU_Scalar : AnyTypeOf<[F32, I32, I64, I1, Index]>;

class WebGPU_Op<string mnemonic, list<Trait> traits = []>
    : Op<Mind_Dialect, "webgpu." # mnemonic, traits> {
  let cppNamespace = "::mind::webgpu";
}

def WebGPU_ShaderOp : WebGPU_Op<"shader", [Symbol, IsolatedFromAbove, NoTerminator, SingleBlock]> {
  let summary = "a compute shader";
  let description = [{
    An entry point of WGSL. The arguments of its block are the bindings in their order:
    buffers, then scalars, which become one uniform buffer; then memrefs in the memory
    of a workgroup. The body is written with ops of `gpu`, `scf`, `arith`, `math` and
    `memref`, as in the body of a `gpu.func`.

    `linear_workgroups` is there if there are more workgroups than one dimension of a
    dispatch may have (65535): they are then counted in rows of 65535.

    Example:

    ```mlir
    mind.webgpu.shader @twice workgroup_size [64, 1, 1] {
    ^bb0(%x: memref<64xf32>, %y: memref<64xf32>):
      %i = gpu.thread_id x
      %0 = memref.load %x[%i] : memref<64xf32>
      %1 = arith.addf %0, %0 : f32
      memref.store %1, %y[%i] : memref<64xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$workgroup_size,
                       OptionalAttr<I64Attr>:$linear_workgroups);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `workgroup_size` $workgroup_size (`linear_workgroups` $linear_workgroups^)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The bindings of buffers.
    llvm::SmallVector<mlir::BlockArgument> getBuffers();
    /// What comes in the uniform buffer.
    llvm::SmallVector<mlir::BlockArgument> getScalars();
    /// The memory of a workgroup.
    llvm::SmallVector<mlir::BlockArgument> getWorkgroupMemory();
    /// Whether the shader may write to the buffer.
    static bool isWritten(mlir::BlockArgument buffer);
  }];
}

def WebGPU_BufferOp : WebGPU_Op<"buffer"> {
  let summary = "memory on the device";
  let description = [{
    A buffer that holds anything until it is written.

    Example:

    ```mlir
    %0 = mind.webgpu.buffer : memref<2x3xf32>
    ```
  }];
  let results = (outs Res<WebGPU_Buffer, "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def WebGPU_FreeBufferOp : WebGPU_Op<"free_buffer"> {
  let summary = "the end of a buffer";
  let description = [{
    What was sent before may still use the buffer; what comes later may be given its
    memory.

    Example:

    ```mlir
    mind.webgpu.free_buffer %0 : memref<2x3xf32>
    ```
  }];
  let arguments = (ins Arg<WebGPU_Buffer, "", [MemFree]>:$buffer);
  let assemblyFormat = "$buffer attr-dict `:` type($buffer)";
}

def WebGPU_ConstantOp : WebGPU_Op<"constant", [Pure]> {
  let summary = "a buffer with given elements";
  let description = [{
    It is written once, before anything is sent.

    Example:

    ```mlir
    %0 = mind.webgpu.constant dense<[1.0, 2.0]> : tensor<2xf32> as memref<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs WebGPU_Buffer:$result);
  let assemblyFormat = "$value attr-dict `as` type($result)";
  let hasVerifier = 1;
}

def WebGPU_DispatchOp : WebGPU_Op<"dispatch", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a run of a shader";
  let description = [{
    Sets the pipeline of the shader and a bind group of the operands, and dispatches
    that many workgroups.

    Example:

    ```mlir
    mind.webgpu.dispatch @twice workgroups [1, 1, 1] (%x, %y) : memref<64xf32>, memref<64xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$shader, DenseI64ArrayAttr:$workgroups,
                       Variadic<AnyTypeOf<[WebGPU_Buffer, WebGPU_Scalar]>>:$operands);
  let assemblyFormat = "$shader `workgroups` $workgroups `(` $operands `)` attr-dict (`:` type($operands)^)?";
  let hasVerifier = 1;
}

def WebGPU_CopyBufferOp : WebGPU_Op<"copy_buffer", [SameTypeOperands]> {
  let summary = "a copy of all elements";
  let description = [{
    Example:

    ```mlir
    mind.webgpu.copy_buffer %x to %y : memref<64xf32>
    ```
  }];
  let arguments = (ins Arg<WebGPU_Buffer, "", [MemRead]>:$source, Arg<WebGPU_Buffer, "", [MemWrite]>:$target);
  let assemblyFormat = "$source `to` $target attr-dict `:` type($source)";
}

def WebGPU_WriteBufferOp : WebGPU_Op<"write_buffer", [
    TypesMatchWith<"the buffer holds one value", "buffer", "value", "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "a number of the host in a buffer";
  let description = [{
    Example:

    ```mlir
    mind.webgpu.write_buffer %i to %x : memref<i32>
    ```
  }];
  let arguments = (ins WebGPU_Element:$value, Arg<WebGPU_Buffer, "", [MemWrite]>:$buffer);
  let assemblyFormat = "$value `to` $buffer attr-dict `:` type($buffer)";
}

def WebGPU_MapReadOp : WebGPU_Op<"map_read", [
    TypesMatchWith<"the result is the element", "buffer", "result", "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "the one element of a buffer, on the host";
  let description = [{
    Submits what was recorded before, waits for it, and reads the element: what the
    host decides by.

    Example:

    ```mlir
    %0 = mind.webgpu.map_read %go : memref<i1>
    ```
  }];
  let arguments = (ins Arg<WebGPU_Buffer, "", [MemRead]>:$buffer);
  let results = (outs WebGPU_Element:$result);
  let assemblyFormat = "$buffer attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

#endif // MIND_DIALECT_WEBGPU_IR_WEBGPUOPS_TD
