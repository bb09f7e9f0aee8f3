// RUN: mind-opt %s | mind-opt | FileCheck %s
// RUN: mind-translate --mlir-to-bytecode %s | mind-opt | FileCheck %s

// CHECK-LABEL: mind.webgpu.shader @twice workgroup_size [64, 1, 1] {
mind.webgpu.shader @twice workgroup_size [64, 1, 1] {
^bb0(%x: memref<64xf32>, %y: memref<64xf32>):
  %i = gpu.thread_id x
  %0 = memref.load %x[%i] : memref<64xf32>
  %1 = arith.addf %0, %0 : f32
  memref.store %1, %y[%i] : memref<64xf32>
}

func.func @buffers(%x: memref<64xf32>, %y: memref<64xf32>) {
  // CHECK: mind.webgpu.dispatch @twice workgroups [1, 1, 1](%{{.*}}, %{{.*}}) : memref<64xf32>, memref<64xf32>
  mind.webgpu.dispatch @twice workgroups [1, 1, 1] (%x, %y) : memref<64xf32>, memref<64xf32>
  // CHECK: mind.webgpu.copy_buffer %{{.*}} to %{{.*}} : memref<64xf32>
  mind.webgpu.copy_buffer %x to %y : memref<64xf32>
  // CHECK: mind.webgpu.buffer : memref<2x3xf32>
  %0 = mind.webgpu.buffer : memref<2x3xf32>
  // CHECK: mind.webgpu.free_buffer
  mind.webgpu.free_buffer %0 : memref<2x3xf32>
  return
}

func.func @constants() -> memref<2xf32> {
  // CHECK: mind.webgpu.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32> as memref<2xf32>
  %0 = mind.webgpu.constant dense<[1.0, 2.0]> : tensor<2xf32> as memref<2xf32>
  return %0 : memref<2xf32>
}

func.func @numbers(%go: memref<i1>, %x: memref<i32>, %i: i32) -> i1 {
  // CHECK: mind.webgpu.write_buffer %{{.*}} to %{{.*}} : memref<i32>
  mind.webgpu.write_buffer %i to %x : memref<i32>
  // CHECK: mind.webgpu.map_read %{{.*}} : memref<i1>
  %0 = mind.webgpu.map_read %go : memref<i1>
  return %0 : i1
}
