// Integers of 64 bits, which WGSL does not have, against JavaScript's.
// REQUIRES: mind-translate, node, webgpu
// RUN: mind-translate --mlir-to-wgsl %s > %t.wgsl
// RUN: node %S/Inputs/validate-wgsl.mjs %t.wgsl
// RUN: node %S/Inputs/run-shader.mjs %t.wgsl %S/Inputs/wide-integers.mjs | FileCheck %s
// CHECK: 1024 pairs, 0 faults

mind.webgpu.shader @pairs workgroup_size [64, 1, 1] {
^bb0(%x: memref<1024xi64>, %y: memref<1024xi64>, %f: memref<1024xf32>, %r: memref<17x1024xi64>, %c: memref<10x1024xi1>, %g: memref<2x1024xf32>, %h: memref<3x1024xi64>):
  %block = gpu.block_id x
  %size = gpu.block_dim x
  %thread = gpu.thread_id x
  %start = arith.muli %block, %size : index
  %i = arith.addi %start, %thread : index
  %a = memref.load %x[%i] : memref<1024xi64>
  %b = memref.load %y[%i] : memref<1024xi64>
  %n0 = arith.constant 0 : index
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %n4 = arith.constant 4 : index
  %n5 = arith.constant 5 : index
  %n6 = arith.constant 6 : index
  %n7 = arith.constant 7 : index
  %n8 = arith.constant 8 : index
  %n9 = arith.constant 9 : index
  %n10 = arith.constant 10 : index
  %n11 = arith.constant 11 : index
  %n12 = arith.constant 12 : index
  %n13 = arith.constant 13 : index
  %n14 = arith.constant 14 : index
  %n15 = arith.constant 15 : index
  %n16 = arith.constant 16 : index
  %o0 = arith.addi %a, %b : i64
  memref.store %o0, %r[%n0, %i] : memref<17x1024xi64>
  %o1 = arith.subi %a, %b : i64
  memref.store %o1, %r[%n1, %i] : memref<17x1024xi64>
  %o2 = arith.muli %a, %b : i64
  memref.store %o2, %r[%n2, %i] : memref<17x1024xi64>
  %o3 = arith.divsi %a, %b : i64
  memref.store %o3, %r[%n3, %i] : memref<17x1024xi64>
  %o4 = arith.divui %a, %b : i64
  memref.store %o4, %r[%n4, %i] : memref<17x1024xi64>
  %o5 = arith.remsi %a, %b : i64
  memref.store %o5, %r[%n5, %i] : memref<17x1024xi64>
  %o6 = arith.remui %a, %b : i64
  memref.store %o6, %r[%n6, %i] : memref<17x1024xi64>
  %o7 = arith.shli %a, %b : i64
  memref.store %o7, %r[%n7, %i] : memref<17x1024xi64>
  %o8 = arith.shrsi %a, %b : i64
  memref.store %o8, %r[%n8, %i] : memref<17x1024xi64>
  %o9 = arith.shrui %a, %b : i64
  memref.store %o9, %r[%n9, %i] : memref<17x1024xi64>
  %o10 = arith.andi %a, %b : i64
  memref.store %o10, %r[%n10, %i] : memref<17x1024xi64>
  %o11 = arith.ori %a, %b : i64
  memref.store %o11, %r[%n11, %i] : memref<17x1024xi64>
  %o12 = arith.xori %a, %b : i64
  memref.store %o12, %r[%n12, %i] : memref<17x1024xi64>
  %o13 = arith.maxsi %a, %b : i64
  memref.store %o13, %r[%n13, %i] : memref<17x1024xi64>
  %o14 = arith.minsi %a, %b : i64
  memref.store %o14, %r[%n14, %i] : memref<17x1024xi64>
  %o15 = arith.maxui %a, %b : i64
  memref.store %o15, %r[%n15, %i] : memref<17x1024xi64>
  %o16 = arith.minui %a, %b : i64
  memref.store %o16, %r[%n16, %i] : memref<17x1024xi64>
  %p0 = arith.cmpi eq, %a, %b : i64
  memref.store %p0, %c[%n0, %i] : memref<10x1024xi1>
  %p1 = arith.cmpi ne, %a, %b : i64
  memref.store %p1, %c[%n1, %i] : memref<10x1024xi1>
  %p2 = arith.cmpi slt, %a, %b : i64
  memref.store %p2, %c[%n2, %i] : memref<10x1024xi1>
  %p3 = arith.cmpi sle, %a, %b : i64
  memref.store %p3, %c[%n3, %i] : memref<10x1024xi1>
  %p4 = arith.cmpi sgt, %a, %b : i64
  memref.store %p4, %c[%n4, %i] : memref<10x1024xi1>
  %p5 = arith.cmpi sge, %a, %b : i64
  memref.store %p5, %c[%n5, %i] : memref<10x1024xi1>
  %p6 = arith.cmpi ult, %a, %b : i64
  memref.store %p6, %c[%n6, %i] : memref<10x1024xi1>
  %p7 = arith.cmpi ule, %a, %b : i64
  memref.store %p7, %c[%n7, %i] : memref<10x1024xi1>
  %p8 = arith.cmpi ugt, %a, %b : i64
  memref.store %p8, %c[%n8, %i] : memref<10x1024xi1>
  %p9 = arith.cmpi uge, %a, %b : i64
  memref.store %p9, %c[%n9, %i] : memref<10x1024xi1>
  %s = arith.sitofp %a : i64 to f32
  memref.store %s, %g[%n0, %i] : memref<2x1024xf32>
  %u = arith.uitofp %a : i64 to f32
  memref.store %u, %g[%n1, %i] : memref<2x1024xf32>
  %v = memref.load %f[%i] : memref<1024xf32>
  %w = arith.fptosi %v : f32 to i64
  memref.store %w, %h[%n0, %i] : memref<3x1024xi64>
  %low = arith.trunci %a : i64 to i32
  %signed = arith.extsi %low : i32 to i64
  memref.store %signed, %h[%n1, %i] : memref<3x1024xi64>
  %unsigned = arith.extui %low : i32 to i64
  memref.store %unsigned, %h[%n2, %i] : memref<3x1024xi64>
}
