// What the host does: buffers, constants, scalars, loops that read what they go on by.
// REQUIRES: mind-translate
// RUN: mind-translate --mlir-to-webgpu %s | FileCheck %s

// CHECK: export const inputs = [
// CHECK-NEXT: {name: "x", dataType: "float32", shape: [4]},
// CHECK-NEXT: {name: "go", dataType: "uint8", shape: []},
// CHECK-NEXT: {name: "n", dataType: "int64", shape: []},
// CHECK-NEXT: ];
// CHECK: export const outputs = [
// CHECK-NEXT: {name: "result0", dataType: "float32", shape: [4]},
// CHECK-NEXT: {name: "result1", dataType: "int64", shape: []},
// CHECK-NEXT: ];
// CHECK: export const code = `// Compiled by MIND.
// CHECK: const shaders = [
// CHECK-NEXT: {entryPoint: "shader_scale", buffers: [false, false, true], scalars: ["f32", "i32"]},
// CHECK-NEXT: {entryPoint: "shader_count", buffers: [true, true], scalars: []},
// CHECK-NEXT: ];
// CHECK: const constants = [
// CHECK-NEXT: {bytes: 16, data: "AAAAAAAAgD8AAABAAABAQA=="},
// CHECK-NEXT: {bytes: 8, data: "CgAAAAAAAAA="},
// CHECK-NEXT: ];
// CHECK: async function execute(run, buffers) {
// CHECK-NEXT: const [v0, v1, v2, v3, v4] = buffers;
// CHECK: const [[T:v[0-9]+]] = run.allocate(16);
// CHECK: for (let [[I:v[0-9]+]] = {{v[0-9]+}}; [[I]] < {{v[0-9]+}}; [[I]] += {{v[0-9]+}}) {
// CHECK-NEXT: run.dispatch(0, [1, 1, 1], [{{v[0-9]+}}, {{v[0-9]+}}, [[T]]], [{{v[0-9]+}}, [[I]]]);
// CHECK-NEXT: run.copy([[T]], {{v[0-9]+}}, 16);
// CHECK-NEXT: }
// CHECK: run.free([[T]]);
// CHECK: for (;;) {
// CHECK-NEXT: const [[GO:v[0-9]+]] = await run.read({{v[0-9]+}}, "bool");
// CHECK-NEXT: if (![[GO]])
// CHECK-NEXT: break;
// CHECK-NEXT: run.dispatch(1, [1, 1, 1], [{{v[0-9]+}}, {{v[0-9]+}}]);
// CHECK: export class Model {
module {
  // y = x * s + c[k], element by element.
  mind.webgpu.shader @scale workgroup_size [4, 1, 1] {
  ^bb0(%x: memref<4xf32>, %c: memref<4xf32>, %y: memref<4xf32>, %s: f32, %k: index):
    %i = gpu.thread_id x
    %0 = memref.load %x[%i] : memref<4xf32>
    %1 = memref.load %c[%k] : memref<4xf32>
    %2 = arith.mulf %0, %s : f32
    %3 = arith.addf %2, %1 : f32
    memref.store %3, %y[%i] : memref<4xf32>
  }
  // n = n - 1, as long as that is above 0.
  mind.webgpu.shader @count workgroup_size [1, 1, 1] {
  ^bb0(%n: memref<i64>, %go: memref<i1>):
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %0 = memref.load %n[] : memref<i64>
    %1 = arith.subi %0, %one : i64
    memref.store %1, %n[] : memref<i64>
    %2 = arith.cmpi sgt, %1, %zero : i64
    memref.store %2, %go[] : memref<i1>
  }
  func.func @main(%x: memref<4xf32>, %go: memref<i1>, %n: memref<i64>, %y: memref<4xf32> {bufferize.result},
                  %left: memref<i64> {bufferize.result})
      attributes {mind.params = ["x", "go", "n", "result0", "result1"]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %two = arith.constant 2.0 : f32
    %steps = mind.webgpu.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32> as memref<4xf32>
    %ten = mind.webgpu.constant dense<10> : tensor<i64> as memref<i64>
    %temp = mind.webgpu.buffer : memref<4xf32>
    mind.webgpu.copy_buffer %x to %y : memref<4xf32>
    scf.for %i = %c0 to %c4 step %c1 {
      mind.webgpu.dispatch @scale workgroups [1, 1, 1] (%y, %steps, %temp, %two, %i)
          : memref<4xf32>, memref<4xf32>, memref<4xf32>, f32, index
      mind.webgpu.copy_buffer %temp to %y : memref<4xf32>
    }
    mind.webgpu.free_buffer %temp : memref<4xf32>
    mind.webgpu.copy_buffer %ten to %left : memref<i64>
    %flag = mind.webgpu.buffer : memref<i1>
    mind.webgpu.copy_buffer %go to %flag : memref<i1>
    %first = mind.webgpu.map_read %go : memref<i1>
    scf.if %first {
      mind.webgpu.copy_buffer %n to %left : memref<i64>
    }
    scf.while : () -> () {
      %more = mind.webgpu.map_read %flag : memref<i1>
      scf.condition(%more)
    } do {
      mind.webgpu.dispatch @count workgroups [1, 1, 1] (%left, %flag) : memref<i64>, memref<i1>
      scf.yield
    }
    return
  }
}
