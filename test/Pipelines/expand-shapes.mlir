// RUN: mind-opt %s --mind-to-llvm | FileCheck %s
// A dim that is split into several of unknown extents takes its sizes from the op:
// upstream's lowering works out one, and no more.

// CHECK-LABEL: llvm.func @two_unknown(
// CHECK-SAME: %[[P:[^ :]+]]: !llvm.ptr, %[[A:[^ :]+]]: !llvm.ptr, %[[OFFSET:[^ :]+]]: i64, %{{.*}}: i64, %{{.*}}: i64, %[[M:[^ :]+]]: i64, %[[N:[^ :]+]]: i64)
// CHECK-DAG: llvm.insertvalue %[[M]], %{{.*}}[3, 0]
// CHECK-DAG: llvm.insertvalue %[[N]], %{{.*}}[3, 1]
// CHECK-DAG: llvm.insertvalue %[[N]], %{{.*}}[4, 0]
func.func @two_unknown(%x: memref<?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %x [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// CHECK-LABEL: llvm.func @beside_zero(
// CHECK-NOT: llvm.udiv
// CHECK-NOT: llvm.sdiv
// CHECK: llvm.return
func.func @beside_zero(%x: memref<?xf32>, %m: index) -> memref<?x0xf32> {
  %0 = memref.expand_shape %x [[0, 1]] output_shape [%m, 0] : memref<?xf32> into memref<?x0xf32>
  return %0 : memref<?x0xf32>
}
