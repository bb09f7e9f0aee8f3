//===- Passes.td - from gpu kernels to WebGPU --------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MIND_CONVERSION_GPUTOWEBGPU_PASSES
#define MIND_CONVERSION_GPUTOWEBGPU_PASSES

include "mlir/Pass/PassBase.td"

def ConvertGPUToWebGPU : Pass<"convert-gpu-to-webgpu", "::mlir::ModuleOp"> {
  let summary = "Turn kernels into shaders, and launches into dispatches";
  let description = [{
    Expects kernels of `gpu.func` over memrefs of known shapes, and functions that launch
    them with constant sizes. A kernel becomes a `mind.webgpu.shader` with the size of
    its workgroup; what the host does with buffers becomes `mind.webgpu.*`; control flow,
    and numbers of the host that it needs, stay.

    What WebGPU cannot do is the error E5002: a buffer that a dispatch writes and binds
    twice, sizes beyond what every implementation has.

    ```mlir
    // before
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @twice(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
          %i = gpu.thread_id x
          %0 = memref.load %x[%i] : memref<64xf32>
          %1 = arith.addf %0, %0 : f32
          memref.store %1, %y[%i] : memref<64xf32>
          gpu.return
        }
      }
      func.func @main(%x: memref<64xf32>, %y: memref<64xf32>) {
        %c1 = arith.constant 1 : index
        %c64 = arith.constant 64 : index
        gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
            args(%x : memref<64xf32>, %y : memref<64xf32>)
        return
      }
    }

    // after
    module {
      mind.webgpu.shader @twice workgroup_size [64, 1, 1] {
      ^bb0(%x: memref<64xf32>, %y: memref<64xf32>):
        %i = gpu.thread_id x
        %0 = memref.load %x[%i] : memref<64xf32>
        %1 = arith.addf %0, %0 : f32
        memref.store %1, %y[%i] : memref<64xf32>
      }
      func.func @main(%x: memref<64xf32>, %y: memref<64xf32>) {
        mind.webgpu.dispatch @twice workgroups [1, 1, 1] (%x, %y) : memref<64xf32>, memref<64xf32>
        return
      }
    }
    ```
  }];
  let dependentDialects = ["::mind::MindDialect", "::mlir::arith::ArithDialect"];
}

#endif // MIND_CONVERSION_GPUTOWEBGPU_PASSES
