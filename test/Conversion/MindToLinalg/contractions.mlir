// RUN: mind-opt %s --convert-mind-to-linalg --canonicalize --cse | FileCheck %s
// Chains of fma from +0 over ascending k (N11), in tiles of rows and panels of
// columns, and what becomes of the types that compute in another one.

// Two panels of 16 columns, the second with 4; twelve rows by six, and one more.
// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[A:.*]]: tensor<13x5xf32>, %[[B:.*]]: tensor<5x20xf32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C12:.*]] = arith.constant 12 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[R:.*]] = tensor.empty() : tensor<13x20xf32>
// CHECK-DAG: %[[P:.*]] = tensor.empty() : tensor<5x16xf32>
// CHECK: %[[PANEL:.*]] = scf.for %[[K:[^ ]+]] = %[[C0]] to %[[C5]] step %[[C1]] iter_args(%[[IN:.*]] = %[[P]])
// CHECK:   %[[PART:.*]] = vector.transfer_read %[[B]][%[[K]], %[[C0]]], %{{.*}} {in_bounds = [true]}
// CHECK:   vector.transfer_write %[[PART]], %[[IN]][%[[K]], %[[C0]]] {in_bounds = [true]}
// CHECK: scf.for %[[I:[^ ]+]] = %[[C0]] to %[[C12]] step %[[C6]]
// CHECK:   %[[SUMS:.*]]:6 = scf.for %[[K2:[^ ]+]] = %[[C0]] to %[[C5]] step %[[C1]] iter_args(%[[ACC:[^ ]+]] = %[[ZERO]],
// CHECK:     %[[V:.*]] = vector.transfer_read %[[PANEL]][%[[K2]], %[[C0]]]
// CHECK:     %[[S:.*]] = tensor.extract %[[A]][%[[I]], %[[K2]]]
// CHECK:     %[[SV:.*]] = vector.broadcast %[[S]] : f32 to vector<16xf32>
// CHECK:     math.fma %[[SV]], %[[V]], %[[ACC]] : vector<16xf32>
// CHECK:   vector.transfer_write %[[SUMS]]#0, %{{.*}}[%[[I]], %[[C0]]] {in_bounds = [true]}
// CHECK: vector.transfer_read %[[B]][%{{.*}}, %[[C16]]], %{{.*}} : tensor<5x20xf32>, vector<16xf32>
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %[[C16]]] : vector<16xf32>, tensor<13x20xf32>
func.func @tiles(%a: tensor<13x5xf32>, %b: tensor<5x20xf32>) -> tensor<13x20xf32> {
  %0 = mind.matmul %a, %b : tensor<13x5xf32>, tensor<5x20xf32>
  return %0 : tensor<13x20xf32>
}

// A single row takes more columns at a time and copies no panel.
// CHECK-LABEL: func.func @one_row(
// CHECK-SAME: %[[A:.*]]: tensor<1x5xf32>, %[[B:.*]]: tensor<5x64xf32>)
// CHECK: scf.for
// CHECK: vector.transfer_read %[[B]]{{.*}} vector<64xf32>
// CHECK: math.fma {{.*}} : vector<64xf32>
func.func @one_row(%a: tensor<1x5xf32>, %b: tensor<5x64xf32>) -> tensor<1x64xf32> {
  %0 = mind.matmul %a, %b : tensor<1x5xf32>, tensor<5x64xf32>
  return %0 : tensor<1x64xf32>
}

// Without batches on the right, those on the left are rows.
// CHECK-LABEL: func.func @rows_of_batches(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<7x2x3xf32> into tensor<14x3xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [7, 2, 16]
func.func @rows_of_batches(%a: tensor<7x2x3xf32>, %b: tensor<3x16xf32>) -> tensor<7x2x16xf32> {
  %0 = mind.matmul %a, %b : tensor<7x2x3xf32>, tensor<3x16xf32>
  return %0 : tensor<7x2x16xf32>
}

// A batch of extent 1 is read at 0.
// CHECK-LABEL: func.func @broadcast_batch(
// CHECK-SAME: %[[A:.*]]: tensor<1x2x3xf32>, %[[B:.*]]: tensor<7x3x16xf32>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: scf.for %[[BATCH:[^ ]+]] = %[[C0]] to %{{.*}} step
// CHECK: vector.transfer_read %[[B]][%[[BATCH]], %{{.*}}, %[[C0]]]
// CHECK: tensor.extract %[[A]][%[[C0]], %[[C0]], %{{.*}}]
func.func @broadcast_batch(%a: tensor<1x2x3xf32>, %b: tensor<7x3x16xf32>) -> tensor<7x2x16xf32> {
  %0 = mind.matmul %a, %b : tensor<1x2x3xf32>, tensor<7x3x16xf32>
  return %0 : tensor<7x2x16xf32>
}

// CHECK-LABEL: func.func @symbolic(
// CHECK-DAG: tensor.dim %{{.*}}, %{{.*}} : tensor<?x?xf32>
// CHECK: scf.for
// CHECK: math.fma
func.func @symbolic(%a: tensor<?x?xf32, #mind.dims<M, K>>, %b: tensor<?x?xf32, #mind.dims<K, N>>)
    -> tensor<?x?xf32, #mind.dims<M, N>> {
  %0 = mind.matmul %a, %b : tensor<?x?xf32, #mind.dims<M, K>>, tensor<?x?xf32, #mind.dims<K, N>>
  return %0 : tensor<?x?xf32, #mind.dims<M, N>>
}

// One rounding at the end.
// CHECK-LABEL: func.func @half(
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: math.fma {{.*}}f32>
// CHECK-NOT: math.fma {{.*}}f16
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @half(%a: tensor<2x3xf16>, %b: tensor<3x2xf16>) -> tensor<2x2xf16> {
  %0 = mind.matmul %a, %b : tensor<2x3xf16>, tensor<3x2xf16>
  return %0 : tensor<2x2xf16>
}

// The sum of full products, then one shift (N14).
// CHECK-LABEL: func.func @q16(
// CHECK-SAME: tensor<2x3xi32>
// CHECK-DAG: %[[SIXTEEN:.*]] = arith.constant 16 : i64
// CHECK: arith.extsi %{{.*}} : i32 to i64
// CHECK: arith.muli {{.*}} : vector<2xi64>
// CHECK: arith.addi {{.*}} : vector<2xi64>
// CHECK: %[[SHIFTED:.*]] = arith.shrsi %{{.*}}, %[[SIXTEEN]] : i64
// CHECK: arith.trunci %[[SHIFTED]] : i64 to i32
func.func @q16(%a: tensor<2x3x!mind.q16>, %b: tensor<3x2x!mind.q16>) -> tensor<2x2x!mind.q16> {
  %0 = mind.matmul %a, %b : tensor<2x3x!mind.q16>, tensor<3x2x!mind.q16>
  return %0 : tensor<2x2x!mind.q16>
}

// Sixteen lanes, of which those without an element keep what they have (N15).
// CHECK-LABEL: func.func @inner_product(
// CHECK-SAME: %[[A:.*]]: tensor<40xf32>, %[[B:.*]]: tensor<40xf32>) -> f32
// CHECK: %[[LANES:.*]] = scf.for
// CHECK:   math.fma {{.*}} : vector<16xf32>
// CHECK: %[[NEXT:.*]] = math.fma %{{.*}}, %{{.*}}, %[[LANES]]
// CHECK: %[[MASK:.*]] = vector.constant_mask [8] : vector<16xi1>
// CHECK: %[[ALL:.*]] = arith.select %[[MASK]], %[[NEXT]], %[[LANES]]
// CHECK: vector.extract_strided_slice %[[ALL]] {offsets = [0], sizes = [8]
// CHECK: vector.extract_strided_slice %[[ALL]] {offsets = [8], sizes = [8]
// CHECK: arith.addf {{.*}} : vector<8xf32>
func.func @inner_product(%a: tensor<40xf32>, %b: tensor<40xf32>) -> tensor<f32> {
  %0 = mind.dot %a, %b : tensor<40xf32>, tensor<40xf32>
  return %0 : tensor<f32>
}

// A single column: chains of scalars, several at a time.
// CHECK-LABEL: func.func @column(
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: math.fma {{.*}} : f32
// CHECK: tensor.collapse_shape {{.*}} into tensor<9xf32>
func.func @column(%a: tensor<9x5xf32>, %b: tensor<5xf32>) -> tensor<9xf32> {
  %0 = mind.dot %a, %b : tensor<9x5xf32>, tensor<5xf32>
  return %0 : tensor<9xf32>
}
