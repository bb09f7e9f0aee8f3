// RUN: mind-opt %s --convert-mind-to-linalg | FileCheck %s
// index and slice, static and on symbolic dims.

// CHECK-LABEL: func.func @index(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>)
func.func @index(%x: tensor<3x4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  // CHECK: %[[ROW:.*]] = tensor.extract_slice %[[X]][2, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<1x4xf32>
  // CHECK: tensor.collapse_shape %[[ROW]] {{\[}}[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  %0 = mind.index %x axes [0] indices [2] : tensor<3x4xf32>
  // CHECK: tensor.extract %[[X]][%{{.*}}, %{{.*}}] : tensor<3x4xf32>
  %1 = mind.index %x axes [1, 0] indices [3, 1] : tensor<3x4xf32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @index_symbolic(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>)
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?xf32>
// CHECK: %[[I:.*]] = arith.constant 2 : index
// CHECK: %[[BAD:.*]] = arith.cmpi uge, %[[I]], %[[D]] : index
// CHECK: scf.if %[[BAD]] {
// CHECK: func.call @__mind_fault_index(%{{.*}}, %{{.*}}) : (i64, i64) -> ()
func.func @index_symbolic(%x: tensor<?xf32, #mind.dims<B>>) -> tensor<f32> {
  %0 = mind.index %x axes [0] indices [2] : tensor<?xf32, #mind.dims<B>>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[X:.*]]: tensor<3x6xf32>)
func.func @slice(%x: tensor<3x6xf32>) -> (tensor<3x3xf32>, tensor<3x6xf32>, tensor<0x6xf32>) {
  // CHECK: tensor.extract_slice %[[X]][0, 0] [3, 3] [1, 2] : tensor<3x6xf32> to tensor<3x3xf32>
  %0 = mind.slice %x axes [1] starts [0] ends [5] strides [2] : tensor<3x6xf32>
  // CHECK: linalg.generic
  // CHECK: %[[I:.*]] = linalg.index 0 : index
  // CHECK: %[[M1:.*]] = arith.constant -1 : index
  // CHECK: %[[P:.*]] = arith.muli %[[I]], %[[M1]] : index
  // CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %[[P]] : index
  // CHECK: tensor.extract %[[X]][%[[ROW]], %{{.*}}] : tensor<3x6xf32>
  %1 = mind.slice %x axes [0] starts [2] ends [-1] strides [-1] : tensor<3x6xf32>
  // CHECK: tensor.empty() : tensor<0x6xf32>
  %2 = mind.slice %x axes [0] starts [3] ends [3] strides [1] : tensor<3x6xf32>
  return %0, %1, %2 : tensor<3x3xf32>, tensor<3x6xf32>, tensor<0x6xf32>
}

// x[-5:] starts at max(extent - 5, 0).
// CHECK-LABEL: func.func @slice_symbolic(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>)
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[C:.*]] = arith.constant -5 : index
// CHECK: %[[S0:.*]] = arith.addi %[[C]], %[[D]] : index
// CHECK: %[[S1:.*]] = arith.maxsi %[[S0]], %{{.*}} : index
// CHECK: %[[S:.*]] = arith.minsi %[[S1]], %[[D]] : index
// CHECK: %[[L0:.*]] = arith.subi %[[D]], %[[S]] : index
// CHECK: %[[L:.*]] = arith.maxsi %[[L0]], %{{.*}} : index
// CHECK: tensor.extract_slice %[[X]][%[[S]]] [%[[L]]] [1] : tensor<?xf32> to tensor<?xf32>
func.func @slice_symbolic(%x: tensor<?xf32, #mind.dims<B>>) {
  %0 = mind.slice %x axes [0] starts [-5] ends [?] strides [1] : tensor<?xf32, #mind.dims<B>>
  mind.print "{}"(%0) : tensor<?xf32, #mind.dims<_slice_B_m5_n_1>>
  return
}
