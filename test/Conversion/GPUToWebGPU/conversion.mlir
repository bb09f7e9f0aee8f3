// RUN: mind-opt %s --convert-gpu-to-webgpu --split-input-file --verify-diagnostics | FileCheck %s

// Scalars follow the buffers; what one dimension of a dispatch cannot count goes in rows.
// CHECK-LABEL: mind.webgpu.shader @fill workgroup_size [1, 1, 1] linear_workgroups 70000
// CHECK-NEXT: ^bb0(%{{.*}}: memref<70000xf32>, %{{.*}}: f32):
// CHECK: func.func @main
// CHECK: mind.webgpu.constant dense<1.000000e+00> : tensor<70000xf32> as memref<70000xf32>
// CHECK: %[[T:.*]] = mind.webgpu.buffer : memref<70000xf32>
// CHECK: mind.webgpu.copy_buffer
// CHECK: mind.webgpu.dispatch @fill workgroups [65535, 2, 1](%[[T]], %{{.*}}) : memref<70000xf32>, f32
// CHECK: mind.webgpu.free_buffer %[[T]]
// CHECK: mind.webgpu.map_read
module attributes {gpu.container_module} {
  memref.global "private" constant @ones : memref<70000xf32> = dense<1.0>
  gpu.module @kernels {
    gpu.func @fill(%s: f32, %y: memref<70000xf32>) kernel {
      %i = gpu.block_id x
      memref.store %s, %y[%i] : memref<70000xf32>
      gpu.return
    }
  }
  func.func @main(%go: memref<i1>, %s: f32) -> i1 {
    %c1 = arith.constant 1 : index
    %many = arith.constant 70000 : index
    %ones = memref.get_global @ones : memref<70000xf32>
    %t = memref.alloc() : memref<70000xf32>
    memref.copy %ones, %t : memref<70000xf32> to memref<70000xf32>
    gpu.launch_func @kernels::@fill blocks in (%many, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%s : f32, %t : memref<70000xf32>)
    memref.dealloc %t : memref<70000xf32>
    %0 = memref.load %go[] : memref<i1>
    return %0 : i1
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%x: memref<4xf32>, %y: memref<4xf32>) kernel {
      %i = gpu.block_id x
      %0 = memref.load %x[%i] : memref<4xf32>
      memref.store %0, %y[%i] : memref<4xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{binds a buffer twice that it writes}}
    gpu.launch_func @kernels::@copy blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%x : memref<4xf32>, %x : memref<4xf32>)
    return
  }
}
