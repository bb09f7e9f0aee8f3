// What shaders look like in WGSL; Tint accepts them.
// REQUIRES: mind-translate
// RUN: mind-translate --mlir-to-wgsl %s | FileCheck %s

// CHECK-LABEL: @group(0) @binding(0) var<storage, read> shader_sums_b0: array<f32>;  // 4 x 64
// CHECK-NEXT: @group(0) @binding(1) var<storage, read_write> shader_sums_b1: array<f32>;  // 4
// CHECK-NEXT: struct shader_sums_scalars {
// CHECK-NEXT: @align(8) s0: i32,
// CHECK-NEXT: }
// CHECK-NEXT: @group(0) @binding(2) var<uniform> shader_sums_u: shader_sums_scalars;
// CHECK-NEXT: var<workgroup> shader_sums_w0: array<f32, 64>;
// CHECK-NEXT: @compute @workgroup_size(64, 1, 1)
// CHECK-NEXT: fn shader_sums(
// CHECK-NEXT: let v0 = shader_sums_u.s0;
// CHECK-NEXT: let v1 = i32(thread.x);
// CHECK-NEXT: let v2 = shader_sums_b0[(v0) * 64i + v1];
// CHECK-NEXT: shader_sums_w0[v1] = v2;
// CHECK-NEXT: storageBarrier();
// CHECK-NEXT: workgroupBarrier();
// CHECK-NEXT: let v3 = v1 == 0i;
// CHECK-NEXT: if (v3) {
// CHECK-NEXT: var v4: f32 = bitcast<f32>(2147483648u);
// CHECK-NEXT: for (var v5 = 0i; v5 < 64i; v5 = v5 + 1i) {
// CHECK-NEXT: let v6 = shader_sums_w0[v5];
// CHECK-NEXT: let v7 = v4 + v6;
// CHECK-NEXT: v4 = v7;
// CHECK-NEXT: }
// CHECK-NEXT: shader_sums_b1[v0] = v4;
mind.webgpu.shader @sums workgroup_size [64, 1, 1] {
^bb0(%x: memref<4x64xf32>, %y: memref<4xf32>, %row: index, %shared: memref<64xf32, #gpu.address_space<workgroup>>):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant -0.0 : f32
  %i = gpu.thread_id x
  %0 = memref.load %x[%row, %i] : memref<4x64xf32>
  memref.store %0, %shared[%i] : memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %first = arith.cmpi eq, %i, %c0 : index
  scf.if %first {
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %zero) -> f32 {
      %1 = memref.load %shared[%k] : memref<64xf32, #gpu.address_space<workgroup>>
      %2 = arith.addf %acc, %1 : f32
      scf.yield %2 : f32
    }
    memref.store %sum, %y[%row] : memref<4xf32>
  }
}

// What loops hand on is given all at once; bools in memory are words.
// CHECK-LABEL: fn shader_fibonacci(
// CHECK: var [[A:v[0-9]+]]: i32 = 0i;
// CHECK-NEXT: var [[B:v[0-9]+]]: i32 = 1i;
// CHECK-NEXT: for (
// CHECK-NEXT: let [[SUM:v[0-9]+]] = [[A]] + [[B]];
// CHECK-NEXT: let [[OLD:v[0-9]+]] = [[B]];
// CHECK-NEXT: [[A]] = [[OLD]];
// CHECK-NEXT: [[B]] = [[SUM]];
// CHECK: var [[N:v[0-9]+]]: i32 = [[A]];
// CHECK: loop {
// CHECK: if (!({{v[0-9]+}})) { break; }
// CHECK: let [[ODD:v[0-9]+]] = ({{v[0-9]+}} & 1i) != 0i;
// CHECK: shader_fibonacci_b1[0i] = select(0u, 1u, [[ODD]]);
mind.webgpu.shader @fibonacci workgroup_size [1, 1, 1] {
^bb0(%out: memref<i32>, %odd: memref<i1>):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %f:2 = scf.for %k = %c0 to %c20 step %c1 iter_args(%a = %0, %b = %1) -> (i32, i32) {
    %sum = arith.addi %a, %b : i32
    scf.yield %b, %sum : i32, i32
  }
  %limit = arith.constant 1000 : i32
  %n = scf.while (%v = %f#0) : (i32) -> i32 {
    %more = arith.cmpi sgt, %v, %limit : i32
    scf.condition(%more) %v : i32
  } do {
  ^bb0(%v: i32):
    %two = arith.constant 2 : i32
    %half = arith.divsi %v, %two : i32
    scf.yield %half : i32
  }
  memref.store %n, %out[] : memref<i32>
  %bit = arith.trunci %n : i32 to i1
  memref.store %bit, %odd[] : memref<i1>
}

// Numbers that the compiler of WGSL would refuse as constants, and names that it knows.
// CHECK-LABEL: fn shader_if(
// CHECK: let {{v[0-9]+}} = 0i;
// CHECK-NEXT: let {{v[0-9]+}} = {{v[0-9]+}} / {{v[0-9]+}};
// CHECK: = mind_float_bits(2143289344u);
// CHECK: = mind_float_bits(4286578688u);
// CHECK: = bitcast<f32>(1u);
// CHECK: = 3.4028234663852886e+38f;
// CHECK-NEXT: let [[HUGE:v[0-9]+]] = 3.4028234663852886e+38f;
// CHECK-NEXT: let {{v[0-9]+}} = [[HUGE]] + [[HUGE]]
// CHECK: = {{v[0-9]+}} << (bitcast<u32>(40i) & 31u);
mind.webgpu.shader @if workgroup_size [1, 1, 1] {
^bb0(%x: memref<2xi32>, %y: memref<5xf32>):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %least = arith.constant -2147483648 : i32
  %many = arith.constant 40 : i32
  %nan = arith.constant 0x7fc00000 : f32
  %inf = arith.constant 0xff800000 : f32
  %tiny = arith.constant 0x00000001 : f32
  %huge = arith.constant 0x7f7fffff : f32
  %0 = memref.load %x[%c0] : memref<2xi32>
  %1 = arith.divsi %0, %zero : i32
  %2 = arith.addi %1, %least : i32
  memref.store %2, %x[%c0] : memref<2xi32>
  memref.store %nan, %y[%c0] : memref<5xf32>
  memref.store %inf, %y[%c1] : memref<5xf32>
  memref.store %tiny, %y[%c2] : memref<5xf32>
  memref.store %huge, %y[%c3] : memref<5xf32>
  %3 = arith.addf %huge, %huge : f32
  memref.store %3, %y[%c4] : memref<5xf32>
  %4 = arith.shli %0, %many : i32
  memref.store %4, %x[%c1] : memref<2xi32>
}

// More workgroups than a dimension has.
// CHECK-LABEL: fn shader_many(
// CHECK-NEXT: let linear_workgroup = i32(workgroup.y * 65535u + workgroup.x);
// CHECK-NEXT: if (linear_workgroup >= 70000i) { return; }
// CHECK-NEXT: let [[ID:v[0-9]+]] = linear_workgroup;
// CHECK: shader_many_b0{{.}}[[ID]]]
mind.webgpu.shader @many workgroup_size [1, 1, 1] linear_workgroups 70000 {
^bb0(%x: memref<70000xi32>):
  %i = gpu.block_id x
  %0 = arith.index_cast %i : index to i32
  memref.store %0, %x[%i] : memref<70000xi32>
}
